// Package folder is what those have in common who keep files in a folder of
// their own, the audit log and the approval store: that no other process does at
// the same time (and which one does), that an entry is durable, and what an operator is told of a disk
// that fails. It knows nothing of what is in the files.
package folder

import (
	"errors"
	"os"
	"syscall"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// ErrTaken says that another process has a lock.
var ErrTaken = errors.New("another process has it")

// ErrUnknown is what Reason says of an error that is none of the system's.
var ErrUnknown = errors.New("input/output error")

// Lock takes a lock file for this process, and makes it if need be. It is held
// until the file that it returns is closed, by the process or by the kernel after
// it. It never waits: ErrTaken.
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

// Sync makes durable which files a folder has.
func Sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Code is the SQLSTATE of an error of the disk: 53100 where it is full, or else
// 58030.
func Code(err error) sqlstate.Code {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return sqlstate.DiskFull
	}
	return sqlstate.IOError
}

// Reason is err without the path in it, which is the operator's business.
func Reason(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return ErrUnknown
}
