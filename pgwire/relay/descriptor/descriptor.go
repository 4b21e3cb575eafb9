// Package descriptor takes connections from the runtime's poller, for loops that wait for file descriptors
// themselves (package poll).
//
// Of takes the file descriptor out of a connection. A connection without one for plain text, because it
// encrypts, gets a pipe: a pair of sockets, between whose far end and the connection two goroutines carry
// the bytes. A Conn is a connection over such a descriptor, for those who have to read and write by
// themselves now and then.
package descriptor

import (
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

// Of takes a connection's file descriptor, or makes a pipe that leads to the connection; piped is closed when
// the pipe has ended, and nil if there is none. work counts the goroutines of the pipe.
func Of(conn net.Conn, work *sync.WaitGroup) (fd int, piped chan struct{}, err error) {
	switch c := conn.(type) {
	case *net.TCPConn, *net.UnixConn:
		fd, err = detach(c)
		return fd, nil, err
	}
	return pipe(conn, work)
}

// detach takes the file descriptor out of a connection and closes the connection. It returns a copy of the
// descriptor. The copy belongs to the caller and is not registered with the runtime's poller, which every byte
// would wake.
func detach(conn net.Conn) (int, error) {
	sys, ok := conn.(syscall.Conn)
	if !ok {
		return -1, fmt.Errorf("%T has no file descriptor", conn)
	}
	raw, err := sys.SyscallConn()
	if err != nil {
		return -1, fmt.Errorf("the socket: %w", err)
	}
	fd, failed := -1, error(nil)
	if err := raw.Control(func(of uintptr) { fd, failed = unix.FcntlInt(of, unix.F_DUPFD_CLOEXEC, 0) }); err != nil {
		return -1, fmt.Errorf("the socket: %w", err)
	}
	if failed == nil {
		failed = unix.SetNonblock(fd, true)
	}
	if failed != nil {
		if fd >= 0 {
			_ = unix.Close(fd)
		}
		return -1, fmt.Errorf("the socket: %w", failed)
	}
	_ = conn.Close() // the copy stays open
	return fd, nil
}

// pipe returns a file descriptor that leads to a connection which has none for plain text, because it
// encrypts. Two goroutines carry the bytes; they end when either side ends.
func pipe(conn net.Conn, work *sync.WaitGroup) (fd int, ended chan struct{}, err error) {
	pair, err := poll.Pair()
	if err != nil {
		return -1, nil, fmt.Errorf("socketpair: %w", err)
	}
	far, err := fileConn(pair[1])
	if err != nil {
		_ = unix.Close(pair[0])
		return -1, nil, err
	}
	work.Go(func() {
		defer closeWrite(far)
		_, _ = io.Copy(far, conn)
	})
	ended = make(chan struct{})
	work.Go(func() {
		defer close(ended)
		_, _ = io.Copy(conn, far)
		_ = conn.Close() // which ends the other goroutine
		_ = far.Close()
	})
	return pair[0], ended, nil
}

// HangUp closes a client's connection behind a pipe when its last bytes have gone out, or after a
// while.
func HangUp(conn net.Conn, piped chan struct{}, work *sync.WaitGroup) {
	if piped == nil {
		return
	}
	work.Go(func() {
		select {
		case <-piped:
		case <-time.After(lastWords):
			_ = conn.Close()
		}
	})
}

// lastWords is how long a client has to read the last bytes before its connection is closed.
const lastWords = 2 * time.Second

// fileConn makes a connection of a file descriptor, and owns the descriptor from then on.
func fileConn(fd int) (net.Conn, error) {
	f := os.NewFile(uintptr(fd), "socket")
	defer f.Close() //nolint:errcheck // the connection has a copy
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("the socket: %w", err)
	}
	return conn, nil
}

func closeWrite(conn net.Conn) {
	if c, ok := conn.(*net.UnixConn); ok {
		_ = c.CloseWrite()
	}
}
