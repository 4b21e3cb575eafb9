package folder_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

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
