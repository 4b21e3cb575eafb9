package folder_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := folder.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Lock(path); !errors.Is(err, folder.ErrTaken) {
		t.Errorf("a second lock: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := folder.Lock(path)
	if err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	again.Close()
	if _, err := folder.Lock(filepath.Join(path, "below a file")); err == nil || errors.Is(err, folder.ErrTaken) {
		t.Errorf("where no file can be: %v", err)
	}
}

// TestHolder: a lock file names its holder, unless that process has ended.
func TestHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if h, known := folder.HeldBy(path); known {
		t.Errorf("before there is a file: %v", h)
	}
	f, err := folder.Own(path)
	if err != nil {
		t.Fatal(err)
	}
	h, known := folder.HeldBy(path)
	if !known || h.PID != os.Getpid() || time.Since(h.Since) > time.Minute || len(h.Listening) != 0 {
		t.Errorf("%+v, %v", h, known)
	}
	if err := folder.Tell(f, "127.0.0.1:1", "127.0.0.1:2"); err != nil {
		t.Fatal(err)
	}
	told, _ := folder.HeldBy(path)
	if text := told.String(); !strings.HasPrefix(text, fmt.Sprintf("process %d (", os.Getpid())) || !strings.HasSuffix(text, ", listening on 127.0.0.1:1 and 127.0.0.1:2") || told.Since != h.Since {
		t.Errorf("%s", text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := folder.Release(f); err != nil {
		t.Fatal(err)
	}
	if h, known := folder.HeldBy(path); known {
		t.Errorf("released: %v", h)
	}
	for text, why := range map[string]string{
		"":           "nothing",
		"{":          "no JSON",
		`{"pid": 0}`: "no process",
		`{"pid": 2147483646, "host": "` + hostname(t) + `"}`: "a process that has ended",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if h, known := folder.HeldBy(path); known {
			t.Errorf("%s: %v", why, h)
		}
	}
	if err := os.WriteFile(path, []byte(`{"pid": 7, "host": "elsewhere", "command": "sally\u001bport"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if h, known := folder.HeldBy(path); !known || !strings.HasPrefix(h.String(), "process 7 (sally?port) on elsewhere since ") {
		t.Errorf("of another machine: %v, %v", h, known)
	}
}

func hostname(t *testing.T) string {
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSync(t *testing.T) {
	if err := folder.Sync(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := folder.Sync(filepath.Join(t.TempDir(), "nothing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestReason(t *testing.T) {
	for _, test := range []struct {
		err  error
		code sqlstate.Code
		says string
	}{
		{&fs.PathError{Op: "write", Path: "/secret/place", Err: syscall.ENOSPC}, sqlstate.DiskFull, "no space left on device"},
		{fmt.Errorf("wrapped: %w", syscall.EDQUOT), sqlstate.DiskFull, "disk quota exceeded"},
		{&fs.PathError{Op: "open", Path: "/secret/place", Err: syscall.EACCES}, sqlstate.IOError, "permission denied"},
		{errors.New("in /secret/place"), sqlstate.IOError, "input/output error"},
	} {
		if code, says := folder.Code(test.err), folder.Reason(test.err).Error(); code != test.code || says != test.says {
			t.Errorf("%v: %s %q", test.err, code, says)
		}
	}
}
