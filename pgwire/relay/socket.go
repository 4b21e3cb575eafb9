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

// socket is one side of a session in its loop: a file descriptor that never
// blocks, what is known of it, and what it is to be sent.
type socket struct {
	fd       int
	token    uint64
	poller   *poll.Poller
	readable bool // there may be something to read
	writable bool // it may take something
	hungUp   bool // the other side sends no more: what is there can be read to its end
	ended    bool // the other side has closed, or it is of no more use
	out      []byte
	sent     int // of out
}

var errEnded = errors.New("the connection has ended")

// read reads once; 0 and no error: nothing is there.
func (k *socket) read(buf []byte) (int, error) {
	for {
		n, err := k.poller.Read(k.fd, buf)
		switch {
		case err == nil && n > 0:
			if n < len(buf) && !k.hungUp {
				k.readable = false // drained; the next byte is reported
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

// write sends what out holds up to limit, as much as the socket takes.
func (k *socket) write(limit int) error {
	for k.writable && k.sent < limit {
		n, err := k.poller.Write(k.fd, k.out[k.sent:limit])
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
	}
	return nil
}

// left is how much is not sent yet.
func (k *socket) left() int { return len(k.out) - k.sent }

// detach takes the file descriptor out of a connection: a copy that belongs to
// the caller, without the runtime's poller behind it, which would be woken by
// every byte. The connection is closed.
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
	_ = conn.Close() // the copy lives on
	return fd, nil
}

// pipe returns a file descriptor that leads to a connection that has none of
// its own, because it encrypts: two goroutines of the loops' carry the bytes
// between. They end when either side does.
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
		_ = conn.Close() // and that ends the other way
		_ = far.Close()
	})
	return pair[0], ended, nil
}

// hangUp closes a client's connection that there is a pipe to, when what it was
// told has gone out, or does not.
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

// lastWords is how long a client has to take what it is told at the end.
const lastWords = 2 * time.Second

func closeWrite(conn net.Conn) {
	if c, ok := conn.(*net.UnixConn); ok {
		_ = c.CloseWrite()
	}
}
