package approval_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// full is a request with every field that a door fills.
var full = approval.Request{
	Digest: "f", Door: "mcp", Tool: "run_query", Principal: "anna", Application: "a", Version: "1", Session: "s", RemoteAddr: "127.0.0.1:1",
	Source: "shop", Mode: "safe", Class: "delete", Verb: "DELETE", SQL: "DELETE FROM t WHERE a = '\u202e'", Params: []string{"1", "NULL"},
	Relations: []string{"public.t"}, Reason: "mode safe asks", MaxRows: -1,
	Estimate: approval.Estimate{Rows: 3, By: "count", Triggers: []string{"x on public.t"}, Sequences: []string{"q"}, Cascades: []string{"u"}, Note: "n"},
}

// Whatever was answered is there after the process ended without a word.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	now := newClock()
	o := approval.Options{Dir: dir, Now: now.now}
	s := open(t, o)
	digest := s.Digest("a", "b")
	sealed, err := s.Seal("p", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	submit(t, s, full)
	now.pass(time.Second)
	decide(t, s, submit(t, s, approval.Request{Digest: "a"}).ID, approval.Verdict{Approve: true})
	now.pass(time.Second)
	decide(t, s, submit(t, s, approval.Request{Digest: "u"}).ID, approval.Verdict{Approve: true})
	if _, ok, err := s.Claim("u"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	before := s.List()

	crashed := copyOf(t, dir) // as it is on disk, without Close
	if err := os.WriteFile(filepath.Join(crashed, "tmp-123"), []byte(`{"id":"ap-`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(crashed, "2"), 0o700); err != nil { // another process's
		t.Fatal(err)
	}
	o.Dir = crashed
	again := open(t, o)
	if after := again.List(); !reflect.DeepEqual(after, before) {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
	if _, err := os.Stat(filepath.Join(crashed, "tmp-123")); err == nil {
		t.Error("the half of a file is still there")
	}
	if got := again.Digest("a", "b"); got != digest {
		t.Errorf("digest %s, was %s", got, digest)
	}
	if payload, err := again.Unseal("p", sealed); string(payload) != "x" || err != nil {
		t.Errorf("%q %v", payload, err)
	}
	if _, ok, err := again.Claim("u"); ok || err != nil {
		t.Errorf("used twice: %v", err)
	}
	if _, ok, err := again.Claim("a"); !ok || err != nil {
		t.Errorf("lost: %v", err)
	}
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(to, "key"), 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestFilesThatCannotBeRead(t *testing.T) {
	good, err := json.Marshal(approval.Request{ID: "ap-1", Digest: "d", State: approval.Used, Created: time.Unix(1, 0), Expires: time.Unix(2, 0)})
	if err != nil {
		t.Fatal(err)
	}
	text := string(good)
	for _, test := range []struct{ name, file, text string }{
		{"cut", "ap-1.json", text[:len(text)-5]},
		{"empty", "ap-1.json", ""},
		{"more after it", "ap-1.json", text + "{}"},
		{"no state", "ap-1.json", strings.Replace(text, `"used"`, `""`, 1)},
		{"unknown state", "ap-1.json", strings.Replace(text, `"used"`, `"fine"`, 1)},
		{"unknown field", "ap-1.json", strings.Replace(text, `{`, `{"revoked":true,`, 1)},
		{"another's name", "ap-2.json", text},
		{"no digest", "ap-1.json", strings.Replace(text, `"digest":"d"`, `"digest":""`, 1)},
		{"too long", "ap-1.json", text + strings.Repeat(" ", 256<<10)},
		{"short key", "key", "x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, test.file)
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := approval.Open(approval.Options{Dir: dir})
			wantCode(t, err, sqlstate.IOError, path)
			os.Remove(path)
			open(t, approval.Options{Dir: dir}) // the lock was given back
		})
	}
	for name, spoil := range map[string]func(string) error{
		"ap-1.json": func(path string) error { return os.Symlink("/dev/zero", path) },
		"key":       func(path string) error { return os.WriteFile(path, make([]byte, 32), 0o644) },
	} {
		dir := t.TempDir()
		if err := spoil(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		_, err := approval.Open(approval.Options{Dir: dir})
		wantCode(t, err, sqlstate.IOError, name)
	}
}

func TestOneStoreOfAFolder(t *testing.T) {
	dir := t.TempDir()
	s := open(t, approval.Options{Dir: dir})
	_, err := approval.Open(approval.Options{Dir: dir})
	wantCode(t, err, sqlstate.LockNotAvailable, dir)
	s.Close()
	if err := s.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	open(t, approval.Options{Dir: dir})
}

// What cannot be written does not happen.
func TestFolderGone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "approvals")
	s := open(t, approval.Options{Dir: dir})
	approved := submit(t, s, approval.Request{Digest: "a"})
	decide(t, s, approved.ID, approval.Verdict{Approve: true})
	pending := submit(t, s, approval.Request{Digest: "p"})
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, ok, err := s.Claim("a")
		wantCode(t, err, sqlstate.IOError, "no such file")
		if ok || r.ID != "" || strings.Contains(err.Error(), dir) {
			t.Errorf("%+v %v %v", r, ok, err)
		}
	}
	_, err := s.Decide(pending.ID, approval.Verdict{Approve: true})
	wantCode(t, err, sqlstate.IOError, "cannot write")
	_, _, err = s.Submit(approval.Request{Digest: "n"})
	wantCode(t, err, sqlstate.IOError, "cannot write")
	if list := s.List(); len(list) != 2 || list[0].State != approval.Approved || list[1].State != approval.Pending {
		t.Errorf("%+v", list)
	}
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Claim("a"); !ok || err != nil {
		t.Errorf("it did not recover: %v %v", ok, err)
	}
}

// An approval whose expiry cannot be written is expired all the same.
func TestExpiryWithoutDisk(t *testing.T) {
	now, dir := newClock(), filepath.Join(t.TempDir(), "approvals")
	s := open(t, approval.Options{Dir: dir, Now: now.now})
	decide(t, s, submit(t, s, approval.Request{Digest: "a"}).ID, approval.Verdict{Approve: true})
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	now.pass(time.Hour)
	if _, ok, err := s.Claim("a"); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	now.pass(-time.Hour)
	if _, ok, err := s.Claim("a"); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
}

func TestPruning(t *testing.T) {
	dir := t.TempDir()
	s := open(t, approval.Options{Dir: dir, Keep: 2, MaxPending: 10})
	waiting := submit(t, s, approval.Request{Digest: "waiting"})
	for i := range 5 {
		decide(t, s, submit(t, s, approval.Request{Digest: fmt.Sprint(i)}).ID, approval.Verdict{})
	}
	check := func() {
		t.Helper()
		list := s.List()
		if len(list) != 3 || list[0].ID != waiting.ID || list[1].Digest != "3" || list[2].Digest != "4" {
			t.Errorf("%+v", list)
		}
		files, err := filepath.Glob(filepath.Join(dir, "ap-*.json"))
		if err != nil || len(files) != 3 {
			t.Errorf("%q %v", files, err)
		}
	}
	check()
	s.Close()
	s = open(t, approval.Options{Dir: dir, Keep: 2})
	check()
	s.Close()
	s = open(t, approval.Options{Dir: dir, Keep: 1})
	if list := s.List(); len(list) != 2 || list[1].Digest != "4" {
		t.Errorf("%+v", list)
	}
}

// FuzzFile opens a folder with an arbitrary file in it. Opening fails, or gives a store that works and approves
// nothing that the file does not plainly approve.
func FuzzFile(f *testing.F) {
	for _, state := range []approval.State{approval.Pending, approval.Approved, approval.Used, ""} {
		r := full
		r.ID, r.State, r.Created, r.Expires = "ap-1", state, time.Unix(1, 0).UTC(), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
		text, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	f.Add([]byte(`{"id":"ap-1","digest":"f","state":"approved","State":"used","created":"2026-01-01T00:00:00Z","expires":"2100-01-01T00:00:00Z"}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "ap-1.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := approval.Open(approval.Options{Dir: dir})
		if err != nil {
			return
		}
		defer s.Close()
		r, err := s.Get("ap-1")
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, err := s.Claim(r.Digest); ok != (r.State == approval.Approved) || err != nil {
			t.Errorf("%s: claimed %v %v", r.State, ok, err)
		}
		if _, ok, err := s.Claim(r.Digest); ok || err != nil {
			t.Errorf("%s: claimed twice %v %v", r.State, ok, err)
		}
	})
}

// A folder of another user's may hold approvals that nobody gave.
func TestFolderOfAnother(t *testing.T) {
	dir := "/" // is root's
	if os.Geteuid() == 0 {
		dir = t.TempDir()
		if err := os.Chown(dir, 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	s, err := approval.Open(approval.Options{Dir: dir})
	if err == nil {
		s.Close()
		t.Fatal("it was opened")
	}
	if sqlstate.CodeOf(err) != sqlstate.ConfigFileError {
		t.Errorf("%v", err)
	}
}
