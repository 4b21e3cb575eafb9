// Package reply writes the messages of the Postgres wire protocol that more
// than one part of the door sends. Each function appends a whole message to a
// buffer and returns the buffer; a message begun with [Begin] is finished with
// [End].
// (PostgreSQL, "Message Formats")
package reply

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Fatal is the severity of an error that ends the connection.
const Fatal = "FATAL"

// Begin starts a message of that kind; End must be called with what it returns.
func Begin(buf []byte, kind byte) (_ []byte, at int) {
	return append(buf, kind, 0, 0, 0, 0), len(buf)
}

// End writes the length of the message that began at at.
func End(buf []byte, at int) []byte {
	binary.BigEndian.PutUint32(buf[at+1:], uint32(len(buf)-at-1))
	return buf
}

// AuthenticationOk appends the message that a client has come in.
func AuthenticationOk(buf []byte) []byte {
	buf, at := Begin(buf, 'R')
	return End(append(buf, 0, 0, 0, 0), at)
}

// Empty appends a message without a body.
func Empty(buf []byte, kind byte) []byte { return append(buf, kind, 0, 0, 0, 4) }

// Text appends a string and its NUL; NULs inside would end it early, so
// they are dropped.
func Text(buf []byte, s string) []byte {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return append(append(buf, strings.ToValidUTF8(s, "\uFFFD")...), 0)
}

// Error appends an ErrorResponse ('E') or a NoticeResponse ('N').
func Error(buf []byte, kind byte, e *sqlstate.Error) []byte {
	severity := e.Severity
	if severity == "" {
		severity = map[byte]string{'E': "ERROR", 'N': "NOTICE"}[kind]
	}
	position := ""
	if e.Position > 0 {
		position = strconv.Itoa(e.Position)
	}
	buf, at := Begin(buf, kind)
	for _, f := range [...]struct {
		code byte
		text string
	}{
		{'S', severity},
		{'V', severity},
		{'C', string(e.Code)},
		{'M', e.Message},
		{'D', e.Detail},
		{'H', e.Hint},
		{'P', position},
		{'W', e.Where},
		{'s', e.Schema},
		{'t', e.Table},
		{'c', e.Column},
		{'d', e.DataType},
		{'n', e.Constraint},
	} {
		if f.text != "" {
			buf = Text(append(buf, f.code), f.text)
		}
	}
	return End(append(buf, 0), at)
}

// ParameterStatus appends one setting that clients like to know.
func ParameterStatus(buf []byte, name, value string) []byte {
	buf, at := Begin(buf, 'S')
	return End(Text(Text(buf, name), value), at)
}

// Complete appends a CommandComplete.
func Complete(buf []byte, tag string) []byte {
	buf, at := Begin(buf, 'C')
	return End(Text(buf, tag), at)
}

// Ready appends a ReadyForQuery.
func Ready(buf []byte, status byte) []byte {
	return append(buf, 'Z', 0, 0, 0, 5, status)
}

// Copying appends a CopyInResponse ('G') or a CopyOutResponse ('H') for so many columns.
func Copying(buf []byte, kind byte, binaryForm bool, columns int) []byte {
	format := byte(0)
	if binaryForm {
		format = 1
	}
	buf, at := Begin(buf, kind)
	buf = binary.BigEndian.AppendUint16(append(buf, format), uint16(columns)) //nolint:gosec // no result has more
	for range columns {
		buf = append(buf, 0, format)
	}
	return End(buf, at)
}

// Notification appends a NotificationResponse.
func Notification(buf []byte, pid uint32, channel, payload string) []byte {
	buf, at := Begin(buf, 'A')
	buf = binary.BigEndian.AppendUint32(buf, pid)
	return End(Text(Text(buf, channel), payload), at)
}

// Parameters appends a ParameterDescription: the type OIDs of a statement's
// parameters.
func Parameters(buf []byte, types []uint32) []byte {
	buf, at := Begin(buf, 't')
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(types)))
	for _, t := range types {
		buf = binary.BigEndian.AppendUint32(buf, t)
	}
	return End(buf, at)
}

// Shortened is the notice that a limit of the server, "rows" or "bytes", kept a
// part of a result back.
func Shortened(limit string) *sqlstate.Error {
	e := sqlstate.New(warningCode, "the result was cut short at the server's limit of %s", limit).
		WithHint("Ask for less: aggregate, filter, or page through it.")
	e.Severity = "WARNING"
	return e
}

// Warning is the code of a notice that has no better one.
const warningCode sqlstate.Code = "01000"
