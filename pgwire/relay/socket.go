package relay

import (
	"errors"
	"fmt"

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
