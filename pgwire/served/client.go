package served

import (
	"bufio"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/sallyportdb/sallyport/pgwire/request"
)

const (
	// readAhead is how much one read of the socket may bring.
	readAhead = 4 << 10
	// flushAt is how much output is gathered before it is written. Longer buffers are
	// given back when they are empty, for the sake of idle connections.
	flushAt = 64 << 10
)

// client is the connection of a session's client: it reads whole messages and gathers
// what is to be written. It belongs to the session's goroutine, but for phase, busy and
// the deadlines of the connection.
type client struct {
	net.Conn                   // inside TLS, if there is TLS
	socket       net.Conn      // below it, for the watch
	maxMessage   int           // bytes
	writeTimeout time.Duration // for the client to take what it is sent

	in    *bufio.Reader
	frame []byte // the message in hand
	quiet bool   // reading does not flush out, since the engine may be writing there
	rest  int    // bytes of a message that was given up
	out   []byte // what is to be written
	ended bool   // the client was told that the connection ends: nothing is read or written any more

	phase atomic.Int32
	busy  atomic.Int64 // since when a message is being served, in Unix nanoseconds; 0: idle
}

// The phases of a client.
const (
	open     int32 = iota
	draining       // the server wants to end, and the client may finish what it is in
	stopping       // the server wants to end
	gone           // the client has left
)

// enter changes the phase, unless the client is in that one or a later one.
func (c *client) enter(phase int32) {
	for now := c.phase.Load(); now < phase && now < stopping; now = c.phase.Load() {
		if c.phase.CompareAndSwap(now, phase) {
			return
		}
	}
}

var errClientLeft = errors.New("the client cannot be written to")

// noteIdle marks the connection idle, and gives back what a long message took.
func (c *client) noteIdle() {
	c.busy.Store(0)
	if cap(c.frame) > flushAt {
		c.frame = nil
	}
}

// read reads the next message, and flushes the output if it has to wait for it. A
// message that breaks the protocol is a FATAL error.
func (c *client) read() (kind byte, body []byte, err error) {
	if c.ended || c.phase.Load() > draining {
		return 0, nil, io.EOF
	}
	if err := c.skipRest(); err != nil {
		return 0, nil, err
	}
	header, err := c.peek(request.HeaderSize)
	if err != nil {
		return 0, nil, err
	}
	kind, size := request.Header(header)
	limit, known := request.Limit(kind, c.maxMessage)
	if !known {
		return 0, nil, request.Malformed("invalid frontend message type %d", kind)
	}
	if size < 0 || size > limit {
		return 0, nil, request.Malformed("invalid length %d of message %q: it may have up to %d bytes", size+4, kind, limit)
	}
	if err := c.fill(request.HeaderSize + size); err != nil {
		return 0, nil, err
	}
	return kind, c.frame[request.HeaderSize:], nil
}

// fill reads a message of that length, header included, into the frame. The length is only what the client
// claims, so memory is taken as bytes arrive.
func (c *client) fill(whole int) error {
	if err := c.flushBefore(whole); err != nil {
		return err
	}
	c.frame = c.frame[:0]
	for len(c.frame) < whole {
		have := len(c.frame)
		grown := min(whole, max(flushAt, 2*have))
		if grown > cap(c.frame) {
			c.frame = append(make([]byte, 0, grown), c.frame...)
		}
		c.frame = c.frame[:grown]
		if n, err := io.ReadFull(c.in, c.frame[have:]); err != nil {
			c.rest = whole - have - n
			return err
		}
	}
	return nil
}

// skipRest drops the rest of a message that was not read to its end.
func (c *client) skipRest() error {
	if c.rest == 0 {
		return nil
	}
	if err := c.flushBefore(c.rest); err != nil {
		return err
	}
	n, err := c.in.Discard(c.rest)
	c.rest -= n
	return err
}

// peek returns the next n bytes without taking them.
func (c *client) peek(n int) ([]byte, error) {
	if n > readAhead {
		return nil, errTooFar
	}
	if err := c.flushBefore(n); err != nil {
		return nil, err
	}
	return c.in.Peek(n)
}

var errTooFar = errors.New("more than the read buffer holds")

// flushBefore writes the output if the next n bytes have to be waited for.
func (c *client) flushBefore(n int) error {
	if c.quiet || c.in.Buffered() >= n {
		return nil
	}
	return c.flush()
}

// syncFollows reports whether the next message is a Sync, Close messages left aside:
// several drivers close the portal first. It waits for the message, since a client that
// wants an answer must send Sync or Flush.
func (c *client) syncFollows() bool {
	for at := 0; ; {
		ahead, err := c.peek(at + request.HeaderSize)
		if err != nil {
			return false
		}
		kind, size := request.Header(ahead[at:])
		if kind != request.Close || size < 0 || size > readAhead {
			return kind == request.Sync
		}
		at += request.HeaderSize + size
	}
}

// flushLarge writes the output when enough has gathered.
func (c *client) flushLarge() error {
	if len(c.out) < flushAt {
		return nil
	}
	return c.flush()
}

// flush writes the output. A client that does not read loses its connection, so that output for it cannot pile up.
func (c *client) flush() error {
	if len(c.out) == 0 || c.ended {
		return nil
	}
	if c.phase.Load() <= draining {
		_ = c.SetWriteDeadline(time.Now().Add(c.writeTimeout)) // a closed connection fails below
	}
	_, err := c.Write(c.out)
	if c.out = c.out[:0]; cap(c.out) > flushAt/8 && c.busy.Load() == 0 || cap(c.out) > 4*flushAt {
		c.out = nil
	}
	if err != nil {
		c.ended = true
		return errClientLeft
	}
	return nil
}
