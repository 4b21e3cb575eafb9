//go:build unix

package poll

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// Pair returns two sockets that are connected to each other. They do not block,
// and no child process gets them.
func Pair() (pair [2]int, err error) {
	return both(func() error {
		pair, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return err
	}, &pair)
}

// AtEnd reports whether the other side of a socket sends no more, and all that it
// sent was read.
func AtEnd(fd int) bool {
	var one [1]byte
	n, _, err := unix.Recvfrom(fd, one[:], unix.MSG_PEEK|unix.MSG_DONTWAIT)
	return err == nil && n == 0
}

// both makes two file descriptors. Not every system can make them as they have to
// be, so no child is started meanwhile.
func both(open func() error, pair *[2]int) ([2]int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := open(); err != nil {
		return *pair, err
	}
	unix.CloseOnExec(pair[0])
	unix.CloseOnExec(pair[1])
	if err := errors.Join(unix.SetNonblock(pair[0], true), unix.SetNonblock(pair[1], true)); err != nil {
		return *pair, errors.Join(err, unix.Close(pair[0]), unix.Close(pair[1]))
	}
	return *pair, nil
}
