package audit

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// lockDir takes the directory for this process until the file it returns is
// closed: see folder.Lock.
func lockDir(dir string) (*os.File, error) {
	path := lockPath(dir)
	f, err := folder.Lock(path)
	switch {
	case errors.Is(err, folder.ErrTaken):
		return nil, sqlstate.Wrap(err, sqlstate.LockNotAvailable, "another server writes its records to %s", dir).
			WithHint("Stop it, or give this server a state directory of its own.")
	case err != nil:
		return nil, cannotOpen(err, path)
	}
	return f, nil
}

func lockPath(dir string) string { return filepath.Join(dir, "audit.lock") }

func cannotOpen(err error, path string) error {
	return sqlstate.Wrap(err, folder.Code(err), "cannot keep records in %s: %v", path, reason(err)).
		WithHint("The server needs a directory that it owns and can write to, on a file system with free space.")
}

func cannotWrite(err error) *sqlstate.Error {
	return sqlstate.Wrap(err, folder.Code(err), "cannot write the audit record: %v", reason(err)).
		WithHint("Nothing is run or answered without a record. The server's own log says more.")
}

// reason is folder.Reason, and knows what the log itself found wrong.
func reason(err error) error {
	if told := folder.Reason(err); !errors.Is(told, folder.ErrUnknown) {
		return told
	}
	var own failure
	if errors.As(err, &own) {
		return own
	}
	var coded *sqlstate.Error
	if errors.As(err, &coded) {
		return errors.New(coded.Message)
	}
	return folder.ErrUnknown
}
