package pgwire

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// message is what a checked frame says, as far as the door needs it.
type message struct {
	kind byte
	// object is 'S' or 'P' in Describe and Close.
	object byte
	// name is the statement of Parse, Bind and Describe S, the portal of
	// Execute and Describe P.
	name string
	// portal, params and resultFormats belong to Bind.
	portal        string
	params        int
	resultFormats int
}

// frameLimit returns how long the body of a message may be; false if there is
// no such message.
func frameLimit(kind byte, max int) (int, bool) {
	switch kind {
	case request.Query, request.Parse, request.Bind, request.FunctionCall, request.CopyData:
		return max, true
	case request.Describe, request.Execute, request.Close, request.Flush, request.Sync, request.Terminate, request.CopyDone, request.CopyFail:
		return request.Small, true
	}
	return 0, false
}

// checkFrame reads a whole message. The error is FATAL where the frame is not
// what the protocol allows, for then nothing behind it can be trusted either;
// it is an ordinary one where the message is well formed and cannot be served.
func checkFrame(kind byte, body []byte) (message, *sqlstate.Error) {
	m := message{kind: kind}
	c := cursor{rest: body}
	var refused *sqlstate.Error
	switch kind {
	case request.Query:
		refused = notUTF8(c.text())
	case request.Parse:
		m.name = string(c.text())
		refused = firstOf(notUTF8([]byte(m.name)), notUTF8(c.text()))
		c.skip(4 * c.count())
	case request.Bind:
		refused = c.bind(&m)
	case request.Describe, request.Close:
		m.object = c.byte()
		if m.object != 'S' && m.object != 'P' {
			c.bad = true
		}
		m.name = string(c.text())
	case request.Execute:
		m.name = string(c.text())
		c.skip(4)
	case request.FunctionCall:
		return m, sqlstate.New(sqlstate.FeatureNotSupported, "the function call message is not supported").
			WithHint("Call the function in a SELECT, so that it can be judged.")
	case request.CopyData, request.CopyFail:
		return m, nil // only COPY would give them a meaning
	}
	if c.bad || len(c.rest) > 0 {
		return m, malformed("the contents of message %q do not match its length", kind)
	}
	return m, refused
}

// malformed is the last word to a client that does not speak the protocol.
func malformed(format string, args ...any) *sqlstate.Error {
	e := sqlstate.New(sqlstate.ProtocolViolation, format, args...)
	e.Severity = reply.Fatal
	return e
}

// bind reads a Bind message.
func (c *cursor) bind(m *message) *sqlstate.Error {
	m.portal = string(c.text())
	m.name = string(c.text())
	refused := firstOf(notUTF8([]byte(m.portal)), notUTF8([]byte(m.name)))
	formats, bad := c.formats()
	refused = firstOf(refused, bad)
	m.params = c.count()
	if len(formats) > 1 && len(formats) != m.params {
		refused = firstOf(refused, sqlstate.New(sqlstate.ProtocolViolation,
			"bind message has %d parameter formats but %d parameters", len(formats), m.params))
	}
	for i := 0; i < m.params && !c.bad; i++ {
		value := c.value()
		text := len(formats) == 0 || formats[min(i, len(formats)-1)] == 0
		if text && refused == nil {
			refused = notText(value)
		}
	}
	results, bad := c.formats()
	m.resultFormats = len(results)
	return firstOf(refused, bad)
}

func firstOf(errs ...*sqlstate.Error) *sqlstate.Error {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}

// notUTF8 complains of text that is not valid UTF-8.
func notUTF8(text []byte) *sqlstate.Error {
	if utf8.Valid(text) {
		return nil
	}
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	return sqlstate.New(sqlstate.CharacterNotInRepertoire,
		"invalid byte sequence for encoding \"UTF8\": 0x%02x", text[at])
}

// notText complains of a text parameter that is no text.
func notText(value []byte) *sqlstate.Error {
	if bytes.IndexByte(value, 0) >= 0 {
		return sqlstate.New(sqlstate.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\": 0x00")
	}
	return notUTF8(value)
}

// cursor reads a message's body. After the first thing that is not there it is
// bad, and gives zero values.
type cursor struct {
	rest []byte
	bad  bool
}

func (c *cursor) take(n int) []byte {
	if c.bad || n < 0 || n > len(c.rest) {
		c.bad, c.rest = true, nil
		return nil
	}
	b := c.rest[:n:n]
	c.rest = c.rest[n:]
	return b
}

func (c *cursor) skip(n int) { c.take(n) }

func (c *cursor) byte() byte {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

// text reads a string that ends in NUL.
func (c *cursor) text() []byte {
	end := bytes.IndexByte(c.rest, 0)
	if end < 0 {
		c.bad, c.rest = true, nil
		return nil
	}
	b := c.rest[:end:end]
	c.rest = c.rest[end+1:]
	return b
}

// count reads how many things follow: unsigned, as Postgres and the library
// read it, so that 65,535 parameters are possible.
func (c *cursor) count() int {
	if b := c.take(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

// value reads a parameter: a length, -1 for NULL, and its bytes.
func (c *cursor) value() []byte {
	b := c.take(4)
	if b == nil {
		return nil
	}
	n := int(int32(binary.BigEndian.Uint32(b)))
	if n == -1 {
		return nil
	}
	return c.take(n)
}

// formats reads a list of format codes.
func (c *cursor) formats() ([]int16, *sqlstate.Error) {
	n := c.count()
	if n == 0 {
		return nil, nil
	}
	b := c.take(2 * n)
	if b == nil {
		return nil, nil
	}
	var refused *sqlstate.Error
	formats := make([]int16, n)
	for i := range formats {
		formats[i] = int16(binary.BigEndian.Uint16(b[2*i:]))
		if formats[i] != 0 && formats[i] != 1 && refused == nil {
			refused = sqlstate.New(sqlstate.InvalidParameterValue, "unsupported format code: %d", formats[i])
		}
	}
	return formats, refused
}
