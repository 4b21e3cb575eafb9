package descriptor

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Conn is a connection whose file descriptor was taken from the runtime's poller. A provider uses it for
// resets and checks of a backend that the relay has. A read or write blocks a thread while it waits, so
// it is for short chores only. One goroutine uses it at a time, except for Close, Lend and SetDeadline.
type Conn struct {
	fd            int
	local, remote net.Addr
	deadline      atomic.Int64 // in Unix nanoseconds; 0: none. Any goroutine may set it.
	closed        atomic.Bool
	// lent says that a loop uses the file descriptor. Close then shuts it down instead of closing it,
	// since the loop must not find another connection under the same number.
	lent atomic.Bool
}

var (
	_ net.Conn     = (*Conn)(nil)
	_ syscall.Conn = (*Conn)(nil)
)

// New returns the connection of a file descriptor, which Close closes. The addresses are those to tell of it.
func New(fd int, local, remote net.Addr) *Conn { return &Conn{fd: fd, local: local, remote: remote} }

// Descriptor returns the connection's file descriptor.
func (c *Conn) Descriptor() int { return c.fd }

// Lend says whether a loop uses the file descriptor from now on. Any goroutine may call it.
func (c *Conn) Lend(lent bool) { c.lent.Store(lent) }

// deadlineSeen is how soon a wait notices that its deadline was moved, or that the connection was
// closed.
const deadlineSeen = 50 * time.Millisecond

// awaitSocket waits until the socket is ready or the deadline has passed. The deadline may be moved during
// the wait: pgconn ends its waits that way.
func (c *Conn) awaitSocket(events int16) error {
	for !c.closed.Load() {
		left := deadlineSeen
		if deadline := c.deadline.Load(); deadline != 0 {
			if left = min(left, time.Until(time.Unix(0, deadline))); left <= 0 {
				return os.ErrDeadlineExceeded
			}
		}
		timeout := int(left.Milliseconds()) + 1
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(c.fd), Events: events}}, timeout)
		switch {
		case err != nil && !errors.Is(err, unix.EINTR):
			return fmt.Errorf("poll: %w", err)
		case n > 0:
			return nil
		}
	}
	return net.ErrClosed
}

// Read waits for bytes, at most until the deadline.
func (c *Conn) Read(p []byte) (int, error) {
	for {
		if c.closed.Load() {
			return 0, net.ErrClosed
		}
		n, err := unix.Read(c.fd, p)
		switch {
		case err == nil && n == 0 && len(p) > 0:
			return 0, io.EOF
		case err == nil:
			return n, nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			if err := c.awaitSocket(unix.POLLIN); err != nil {
				return 0, err
			}
		default:
			return 0, fmt.Errorf("read: %w", err)
		}
	}
}

// Write writes all of p, or waits until the deadline.
func (c *Conn) Write(p []byte) (int, error) {
	sent := 0
	for sent < len(p) {
		if c.closed.Load() {
			return sent, net.ErrClosed
		}
		n, err := unix.Write(c.fd, p[sent:])
		switch {
		case err == nil:
			sent += n
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			if err := c.awaitSocket(unix.POLLOUT); err != nil {
				return sent, err
			}
		default:
			return sent, fmt.Errorf("write: %w", err)
		}
	}
	return sent, nil
}

// Close closes the file descriptor; one that is lent it only shuts down.
func (c *Conn) Close() error {
	if c.lent.Load() {
		return unix.Shutdown(c.fd, unix.SHUT_RDWR) //nolint:wrapcheck // as it is
	}
	if c.closed.Swap(true) {
		return net.ErrClosed
	}
	return unix.Close(c.fd) //nolint:wrapcheck // as it is
}

// LocalAddr is the local address that New was given.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr is the remote address that New was given.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline bounds reads and writes, including those that wait already.
func (c *Conn) SetDeadline(t time.Time) error {
	nanoseconds := int64(0)
	if !t.IsZero() {
		nanoseconds = t.UnixNano()
	}
	c.deadline.Store(nanoseconds)
	return nil
}

// SetReadDeadline is SetDeadline.
func (c *Conn) SetReadDeadline(t time.Time) error { return c.SetDeadline(t) }

// SetWriteDeadline is SetDeadline.
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.SetDeadline(t) }

// SyscallConn gives access to the file descriptor, which does not block.
func (c *Conn) SyscallConn() (syscall.RawConn, error) {
	if c.closed.Load() {
		return nil, net.ErrClosed
	}
	return rawAccess{c}, nil
}

// rawAccess is a Conn's file descriptor.
type rawAccess struct{ conn *Conn }

func (a rawAccess) Control(f func(fd uintptr)) error {
	if a.conn.closed.Load() {
		return net.ErrClosed
	}
	f(uintptr(a.conn.fd))
	return nil
}

func (a rawAccess) Read(f func(fd uintptr) bool) error  { return a.access(f, unix.POLLIN) }
func (a rawAccess) Write(f func(fd uintptr) bool) error { return a.access(f, unix.POLLOUT) }

func (a rawAccess) access(f func(fd uintptr) bool, events int16) error {
	for !a.conn.closed.Load() {
		if f(uintptr(a.conn.fd)) {
			return nil
		}
		if err := a.conn.awaitSocket(events); err != nil {
			return err
		}
	}
	return net.ErrClosed
}
