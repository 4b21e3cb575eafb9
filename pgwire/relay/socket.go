package relay

import (
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

// socket is one side of a session in its loop: a file descriptor that never blocks, its state, and the bytes to be
// sent.
type socket struct {
	fd       int
	token    uint64
	poller   *poll.Poller
	readable bool // there may be something to read
	writable bool // it may take more bytes
	hungUp   bool // the other side sends nothing more; what has arrived can still be read
	ended    bool // the other side has closed, or the socket cannot be used any more
	out      []byte
	sent     int // bytes of out that were sent
}

var errEnded = errors.New("the connection has ended")

// read reads once. 0 and no error: nothing has arrived.
func (k *socket) read(buf []byte) (int, error) {
	for {
		n, err := k.poller.Read(k.fd, buf)
		switch {
		case err == nil && n > 0:
			if n < len(buf) && !k.hungUp {
				k.readable = false // all was read; the poller reports the next byte
			}
			return n, nil
		case err == nil:
			k.readable, k.ended = false, true
			return 0, errEnded
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			k.readable = false
			return 0, nil
		default:
			k.readable, k.ended = false, true
			return 0, fmt.Errorf("read: %w", err)
		}
	}
}

// write sends out up to limit, as much as the socket takes.
func (k *socket) write(limit int) error {
	for k.writable && k.sent < limit {
		if err := k.wrote(k.poller.Write(k.fd, k.out[k.sent:limit])); err != nil {
			return err
		}
	}
	return nil
}

// wrote notes what a write has done.
func (k *socket) wrote(n int, err error) error {
	switch {
	case err == nil:
		k.sent += n
	case errors.Is(err, unix.EINTR):
	case errors.Is(err, unix.EAGAIN):
		k.writable = false
	default:
		k.ended = true
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// left is how many bytes of out were not sent yet.
func (k *socket) left() int { return len(k.out) - k.sent }

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
func (r *Relay) pipe(conn net.Conn) (fd int, ended chan struct{}, err error) {
	pair, err := poll.Pair()
	if err != nil {
		return -1, nil, fmt.Errorf("socketpair: %w", err)
	}
	far, err := fileConn(pair[1])
	if err != nil {
		_ = unix.Close(pair[0])
		return -1, nil, err
	}
	r.work.Go(func() {
		defer closeWrite(far)
		_, _ = io.Copy(far, conn)
	})
	ended = make(chan struct{})
	r.work.Go(func() {
		defer close(ended)
		_, _ = io.Copy(conn, far)
		_ = conn.Close() // which ends the other goroutine
		_ = far.Close()
	})
	return pair[0], ended, nil
}

// hangUp closes a client's connection behind a pipe when its last bytes have gone out, or after a
// while.
func (r *Relay) hangUp(conn net.Conn, piped chan struct{}) {
	if piped == nil {
		return
	}
	r.work.Go(func() {
		select {
		case <-piped:
		case <-time.After(lastWords):
			_ = conn.Close()
		}
	})
}

// lastWords is how long a client has to read the last bytes before its connection is closed.
const lastWords = 2 * time.Second

func closeWrite(conn net.Conn) {
	if c, ok := conn.(*net.UnixConn); ok {
		_ = c.CloseWrite()
	}
}
