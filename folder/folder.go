// Package folder has what the audit log and the approval store share, because each keeps files in a
// folder of its own: a lock against other processes that names its holder, durable directory
// entries, and errors of the disk as an operator may see them. It does not know the files' content.
package folder

import (
	"errors"
	"os"
	"syscall"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// ErrTaken means that another process has the lock.
var ErrTaken = errors.New("another process has it")

// ErrUnknown is what Reason returns for an error that is not the system's.
var ErrUnknown = errors.New("input/output error")

// Lock locks a file for this process, and creates it if it is missing. The lock is held until the
// returned file is closed or the process ends. Lock never waits: if another process has the lock it
// returns ErrTaken.
func Lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = ErrTaken
		}
		return nil, err
	}
	return f, nil
}

// Sync makes the entries of a folder durable.
func Sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Code returns the SQLSTATE for an error of the disk: 53100 if it is full, else 58030.
func Code(err error) sqlstate.Code {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return sqlstate.DiskFull
	}
	return sqlstate.IOError
}

// Reason returns err without its path, which clients must not see.
func Reason(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return ErrUnknown
}
