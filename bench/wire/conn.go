// Package wire is a client of the Postgres protocol that costs next to nothing,
// so that a benchmark measures the server: it reads bytes in large pieces,
// looks at the heads of frames, and counts rows without decoding them.
//
// It does what the benchmark asks and no more: version 3.0, no TLS, no
// password; simple queries, unnamed statements with binary results, COPY both
// ways. A connection is for one goroutine. After an error that is no
// [ServerError] it is of no use any more.
package wire

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net"
)

const (
	smallBuffer = 4 << 10   // of a connection that never reads much
	largeBuffer = 256 << 10 // what it grows to when there is much to read
	copyMessage = 8 << 10   // psql's size of a CopyData message
	copyWrite   = 256 << 10
	version30   = 3 << 16
)

// Conn is a connection that has gone through its startup.
type Conn struct {
	net      net.Conn
	buf      []byte
	from, to int // what is in buf and not looked at yet
}

// Result counts what came back.
type Result struct {
	Rows  int // DataRow or CopyData messages
	Bytes int // of them
	Tag   string
}

// ServerError is an ErrorResponse.
type ServerError struct{ Code, Message string }

func (e *ServerError) Error() string { return e.Message + " (SQLSTATE " + e.Code + ")" }

// Dial connects. The deadline of ctx, if it has one, is the connection's.
func Dial(ctx context.Context, address, user, database string) (*Conn, error) {
	var dialer net.Dialer
	n, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	c := &Conn{net: n, buf: make([]byte, smallBuffer)}
	if err := c.startup(ctx, user, database); err != nil {
		n.Close()
		return nil, err
	}
	return c, nil
}

func (c *Conn) startup(ctx context.Context, user, database string) error {
	if deadline, ok := ctx.Deadline(); ok {
		if err := c.net.SetDeadline(deadline); err != nil {
			return err
		}
	}
	packet := binary.BigEndian.AppendUint32(make([]byte, 4), version30)
	for _, text := range []string{"user", user, "database", database, ""} {
		packet = append(append(packet, text...), 0)
	}
	binary.BigEndian.PutUint32(packet, uint32(len(packet)))
	if _, err := c.net.Write(packet); err != nil {
		return err
	}
	_, err := c.untilReady()
	return err
}

// Close says goodbye and does not wait.
func (c *Conn) Close() error {
	_, _ = c.net.Write(message(nil, 'X'))
	return c.net.Close()
}

// Query runs a simple query, COPY TO STDOUT included.
func (c *Conn) Query(sql string) (Result, error) {
	if _, err := c.net.Write(message(nil, 'Q', text(sql))); err != nil {
		return Result{}, err
	}
	return c.untilReady()
}

// QueryBinary runs one statement by the extended protocol, with binary results.
func (c *Conn) QueryBinary(sql string) (Result, error) {
	out := message(nil, 'P', text(""), text(sql), []byte{0, 0})
	// No formats and no values of parameters; one format for all columns: binary.
	out = message(out, 'B', text(""), text(""), []byte{0, 0, 0, 0, 0, 1, 0, 1})
	out = message(out, 'E', text(""), []byte{0, 0, 0, 0})
	out = message(out, 'S')
	if _, err := c.net.Write(out); err != nil {
		return Result{}, err
	}
	return c.untilReady()
}

// CopyIn runs a COPY FROM STDIN with what CopyMessages made.
func (c *Conn) CopyIn(sql string, messages []byte) (Result, error) {
	if _, err := c.net.Write(message(nil, 'Q', text(sql))); err != nil {
		return Result{}, err
	}
	var failure error
	for {
		kind, body, err := c.next()
		switch {
		case err != nil:
			return Result{}, err
		case kind == 'E':
			failure = serverError(body)
		case kind == 'Z' && failure == nil:
			return Result{}, fmt.Errorf("no COPY FROM STDIN: %s", sql)
		case kind == 'Z':
			return Result{}, failure
		}
		if kind == 'G' {
			break
		}
	}
	for len(messages) > 0 {
		n := min(copyWrite, len(messages))
		if _, err := c.net.Write(messages[:n]); err != nil {
			return Result{}, err
		}
		messages = messages[n:]
	}
	if _, err := c.net.Write(message(nil, 'c')); err != nil {
		return Result{}, err
	}
	return c.untilReady()
}

// CopyMessages puts data into CopyData messages of the size that psql sends.
func CopyMessages(data []byte) []byte {
	out := make([]byte, 0, len(data)+5*(len(data)/copyMessage+1))
	for len(data) > 0 {
		n := min(copyMessage, len(data))
		out = message(out, 'd', data[:n])
		data = data[n:]
	}
	return out
}

// untilReady reads an answer to its ReadyForQuery. Of errors it returns the
// first.
func (c *Conn) untilReady() (Result, error) {
	var (
		r       Result
		failure error
	)
	for {
		kind, body, err := c.next()
		if err != nil && failure != nil { // the server has said why it closes the connection
			return r, failure
		} else if err != nil {
			return r, err
		}
		switch kind {
		case 'D', 'd':
			r.Rows++
			r.Bytes += len(body)
		case 'C':
			r.Tag = string(bytes.TrimSuffix(body, []byte{0}))
		case 'E':
			if failure == nil {
				failure = serverError(body)
			}
		case 'R':
			if len(body) < 4 || binary.BigEndian.Uint32(body) != 0 {
				return r, fmt.Errorf("the server asks for a password")
			}
		case 'Z':
			return r, failure
		}
	}
}

// next returns a frame. Its body is valid until the next call.
func (c *Conn) next() (kind byte, body []byte, err error) {
	if err := c.need(5); err != nil {
		return 0, nil, err
	}
	kind = c.buf[c.from]
	size := int(binary.BigEndian.Uint32(c.buf[c.from+1:])) + 1
	if size < 5 {
		return 0, nil, fmt.Errorf("a frame of type %q says that it is %d bytes long", kind, size)
	}
	if err := c.need(size); err != nil {
		return 0, nil, err
	}
	body = c.buf[c.from+5 : c.from+size]
	c.from += size
	return kind, body, nil
}

// need reads until n bytes are in the buffer. A buffer that was filled to its
// end grows: there is more to come.
func (c *Conn) need(n int) error {
	for c.to-c.from < n {
		rest := c.buf[c.from:c.to]
		if full := c.to == len(c.buf); n > len(c.buf) || full && len(c.buf) < largeBuffer {
			c.buf = make([]byte, max(n, min(2*len(c.buf), largeBuffer)))
		}
		c.to = copy(c.buf, rest)
		c.from = 0
		got, err := c.net.Read(c.buf[c.to:])
		if c.to += got; got == 0 && err != nil {
			return err
		}
	}
	return nil
}

func serverError(body []byte) *ServerError {
	e := &ServerError{}
	for field := range bytes.SplitSeq(body, []byte{0}) {
		if len(field) == 0 {
			continue
		}
		switch field[0] {
		case 'C':
			e.Code = string(field[1:])
		case 'M':
			e.Message = string(field[1:])
		}
	}
	return e
}

func text(s string) []byte { return append([]byte(s), 0) }

// message appends a message made of parts.
func message(out []byte, kind byte, parts ...[]byte) []byte {
	at := len(out) + 1
	out = append(out, kind, 0, 0, 0, 0)
	for _, part := range parts {
		out = append(out, part...)
	}
	binary.BigEndian.PutUint32(out[at:], uint32(len(out)-at))
	return out
}
