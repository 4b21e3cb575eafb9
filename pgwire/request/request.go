// Package request names the messages that a client may send once its session is open,
// for the parts of the door that read them.
// (PostgreSQL, "Message Formats")
package request

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

// Small bounds the bodies of messages that carry no more than a name, as Postgres
// bounds them.
// (PQ_SMALL_MESSAGE_LIMIT, libpq/libpq.h)
const Small = 10_000
