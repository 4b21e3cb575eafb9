package audit

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// lockDir takes the directory for this process until the file it returns is
// closed, by the process or by the kernel after it. It never waits.
func lockDir(dir string) (*os.File, error) {
	path := filepath.Join(dir, "audit.lock")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, cannotOpen(err, path)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, sqlstate.Wrap(err, sqlstate.LockNotAvailable, "another server writes its records to %s", dir).
				WithHint("Stop it, or give this server a state directory of its own.")
		}
		return nil, cannotOpen(err, path)
	}
	return f, nil
}

func cannotOpen(err error, path string) error {
	return sqlstate.Wrap(err, codeOf(err), "cannot keep records in %s: %v", path, reason(err)).
		WithHint("The server needs a directory that it owns and can write to, on a file system with free space.")
}

func cannotWrite(err error) *sqlstate.Error {
	return sqlstate.Wrap(err, codeOf(err), "cannot write the audit record: %v", reason(err)).
		WithHint("Nothing is run or answered without a record. The server's own log says more.")
}

func codeOf(err error) sqlstate.Code {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return sqlstate.DiskFull
	}
	return sqlstate.IOError
}

// reason is err without the path in it, which is the operator's business.
func reason(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	var own failure
	if errors.As(err, &own) {
		return own
	}
	var coded *sqlstate.Error
	if errors.As(err, &coded) {
		return errors.New(coded.Message)
	}
	return errors.New("input/output error")
}
