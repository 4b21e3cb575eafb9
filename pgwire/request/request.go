// Package request reads the messages that a client sends once its session is open, for
// all parts of the door.
//
//	request.go   the kinds of messages, their headers and how long each may be
//	message.go   a whole message, checked to its last byte
//	fields.go    the fields that messages are made of
//
// (PostgreSQL, "Message Formats")
package request

import "encoding/binary"

// The kinds of messages.
const (
	Query        = 'Q'
	Parse        = 'P'
	Bind         = 'B'
	Describe     = 'D'
	Execute      = 'E'
	Close        = 'C'
	Flush        = 'H'
	Sync         = 'S'
	Terminate    = 'X'
	FunctionCall = 'F'
	CopyData     = 'd'
	CopyDone     = 'c'
	CopyFail     = 'f'
)

// The objects that Describe and Close name.
const (
	Statement = 'S'
	Portal    = 'P'
)

// Small bounds the bodies of messages that carry no more than a name, as Postgres
// bounds them.
// (PQ_SMALL_MESSAGE_LIMIT, libpq/libpq.h)
const smallBody = 10_000

// HeaderSize is the length of a message's header: its kind and its length.
const HeaderSize = 5

// Header reads a header: the kind of its message, and how long the body is. The length
// of a body is negative where the header's does not cover the header itself.
func Header(b []byte) (kind byte, size int) {
	return b[0], int(int32(binary.BigEndian.Uint32(b[1:]))) - 4
}

// Limit returns how long the body of a message may be, given the limit for those that
// carry a text or values; false if there is no such message.
func Limit(kind byte, most int) (int, bool) {
	switch kind {
	case Query, Parse, Bind, FunctionCall, CopyData:
		return most, true
	case Describe, Execute, Close, Flush, Sync, Terminate, CopyDone, CopyFail:
		return smallBody, true
	}
	return 0, false
}
