package daemoncmd

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/internal/waittest"
)

// TestRotation: no line is lost or cut, and no more than four files are kept.
func TestRotation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logs", "mcp.log")
	r, err := newRotating(path, 100)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 100 {
		if _, err := fmt.Fprintf(r, "line %02d\n", n); err != nil {
			t.Fatal(err)
		}
	}
	var all strings.Builder
	for _, name := range []string{path + ".3", path + ".2", path + ".1", path} {
		content, err := os.ReadFile(name)
		if err != nil || len(content) > 100 {
			t.Errorf("%s: %d bytes, %v", name, len(content), err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
		all.Write(content)
	}
	var want strings.Builder
	for n := 100 - strings.Count(all.String(), "\n"); n < 100; n++ {
		fmt.Fprintf(&want, "line %02d\n", n)
	}
	if all.String() != want.String() || want.Len() < 300 {
		t.Errorf("kept:\n%s", all.String())
	}
	if _, err := os.Stat(path + ".4"); !os.IsNotExist(err) {
		t.Errorf("a fifth file: %v", err)
	}
}

// TestRotationGoesOn: where no file can be renamed, what is written is kept in the old one.
func TestRotationGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mcp.log")
	if err := os.MkdirAll(filepath.Join(path+".3", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".2", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := newRotating(path, 20)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := fmt.Fprintln(r, "something"); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(path)
	if n := strings.Count(string(content), "something\n"); err != nil || n != 10 {
		t.Errorf("%d lines, %v:\n%s", n, err, content)
	}
}

// heard collects what a follower shows.
type heard struct {
	mu   sync.Mutex
	text string
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text += string(p)
	return len(p), nil
}

func (h *heard) has(t *testing.T, want string) {
	t.Helper()
	waittest.Eventually(t, fmt.Sprintf("%q was heard", want), func() bool { return h.String() == want }, h)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text
}

// TestFollow: a log is followed into its next file, without a gap.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mcp.log")
	r, err := newRotating(path, 45)
	if err != nil {
		t.Fatal(err)
	}
	say := func(text string) {
		if _, err := fmt.Fprintln(r, text); err != nil {
			t.Fatal(err)
		}
	}
	say("one")
	say("two")
	say("three")
	ctx, cancel := context.WithCancel(t.Context())
	h := &heard{}
	l := &logReader{path: path, out: h}
	defer l.close()
	if err := l.last(2); err != nil {
		t.Fatal(err)
	}
	h.has(t, "two\nthree\n")
	ended := make(chan error, 1)
	go func() { ended <- l.follow(ctx) }()
	say("four")
	h.has(t, "two\nthree\nfour\n")
	say("the last of this file")
	say("the first of another")
	h.has(t, "two\nthree\nfour\nthe last of this file\nthe first of another\n")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for lines, want := range map[int]string{0: "", 1: "the first of another\n", 9: "the first of another\n"} {
		h := &heard{}
		if err := (&logReader{path: path, out: h}).last(lines); err != nil || h.text != want {
			t.Errorf("the last %d: %q, %v", lines, h.text, err)
		}
	}
	if err := (&logReader{path: path + ".none"}).last(1); err == nil || !strings.Contains(err.Error(), "sallyport mcp start") {
		t.Errorf("no log: %v", err)
	}
}

func TestState(t *testing.T) {
	dir := t.TempDir()
	if _, there, err := Read(dir); there || err != nil {
		t.Errorf("none: %v, %v", there, err)
	}
	began, alive := beginningOf(os.Getpid())
	if !alive || began == "" {
		t.Fatalf("this process: %q, %v", began, alive)
	}
	s := State{PID: os.Getpid(), Began: began, StateDir: dir}
	if err := s.write(); err != nil {
		t.Fatal(err)
	}
	got, there, err := Read(dir)
	if err != nil || !there || got != s || !got.Runs() {
		t.Errorf("%+v, %v, %v", got, there, err)
	}
	if info, err := os.Stat(statePath(dir)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	other := s
	if other.Began = began + "1"; other.Runs() {
		t.Error("a process that has the number by chance is taken for the server")
	}
	if err := other.remove(); err != nil {
		t.Error(err)
	}
	if _, there, _ := Read(dir); !there {
		t.Error("the state of another server was removed")
	}
	if err := s.remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(statePath(dir)); !os.IsNotExist(err) {
		t.Errorf("its own was not: %v", err)
	}
	earlier := fmt.Sprintf(`{"pid": %d, "stateDir": %q}`, os.Getpid(), dir)
	if err := os.WriteFile(statePath(dir), []byte(earlier), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _, err := Read(dir); err != nil || got.StateDir != dir {
		t.Errorf("of an earlier server: %+v, %v", got, err)
	}
	for _, damaged := range []string{"", "{", `{"pid":0}`, `{"pid":-1}`} {
		if err := os.WriteFile(statePath(dir), []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("%q: %v", damaged, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Type() != fs.FileMode(0) {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
