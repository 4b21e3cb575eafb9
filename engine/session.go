package engine

import (
	"context"
	"errors"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var errTODO = errors.New("being written")

// Client is who stands at a door.
type Client struct {
	Door        string // "pgwire", "mcp"
	Principal   string // the authenticated name, or the one the client gave
	Application string // client program and version, as it says itself
	Version     string
	RemoteAddr  string
	ID          string // the door's own session id, if it has one
	Source      string // the provider that unqualified names belong to; "" is the server's default
	Ceiling     gate.Mode
	// OnNotice, if set, receives notices while a statement runs.
	OnNotice func(*sqlstate.Error)
}

// Request is a batch of text that a client wants to run.
type Request struct {
	SQL        string
	ParamTypes []uint32 // type OIDs the client gave, 0: unspecified
	Purpose    gate.Purpose
	Single     bool // exactly one statement, as every MCP tool demands

	// For the record: the tool's name and its arguments beside the SQL.
	Tool string
	Args map[string]any
}

// Session is one client's session: one principal, one default source, one
// transaction state. It is used by one goroutine at a time, but for Cancel.
type Session struct{}

// Prepare reads, classifies and judges a whole batch by its worst member and
// runs nothing. An empty batch (blank, ";", comments alone) gives no
// statements and no error. A refusal is recorded before it is returned.
// Errors: 42601 syntax; 42501 refused by the gate; 54001 too complex;
// 0A000 not supported; 25P02 in a failed transaction.
func (s *Session) Prepare(ctx context.Context, r Request) ([]*Statement, error) { return nil, errTODO }

// Statement is a judged statement of one session.
type Statement struct{}

// Verb is the statement's verb in upper case: "SELECT", "BEGIN", "CREATE TABLE".
func (st *Statement) Verb() string { return "" }

// Class is the statement's class as records spell it.
func (st *Statement) Class() string { return "" }

// Describe asks the source for parameter types and columns; it runs nothing.
func (st *Statement) Describe(ctx context.Context) (providers.Description, error) {
	return providers.Description{}, errTODO
}

// Options are the limits of one execution, above the server's own.
type Options struct {
	MaxRows  int64 // 0: the server's limit
	MaxBytes int64
}

// Execute runs one statement: the path that everything takes. See the package
// comment for its steps.
func (s *Session) Execute(ctx context.Context, st *Statement, args providers.Args, o Options) (*Result, error) {
	return nil, errTODO
}

// ExecuteAll runs a prepared batch as Postgres runs a simple query: in one
// implicit transaction where there is more than one statement, stopping at the
// first error, obeying BEGIN and COMMIT inside. each is called for every
// statement in turn and must read the result to its end or close it; the error
// it returns ends the batch.
func (s *Session) ExecuteAll(ctx context.Context, batch []*Statement, each func(*Statement, *Result) error) error {
	return errTODO
}

// Status is the transaction status, as ReadyForQuery reports it.
func (s *Session) Status() providers.TxStatus { return providers.Idle }

// Source names the session's default provider.
func (s *Session) Source() providers.Info { return providers.Info{} }

// Cancel ends the statement that is running now, if one is. Safe from any
// goroutine.
func (s *Session) Cancel() {}

// Close ends the session: the running statement, an open transaction, the
// connections it holds.
func (s *Session) Close() error { return nil }

// Result streams what a statement returns.
type Result struct{}

// Columns of the result; none where the statement returns no rows.
func (r *Result) Columns() []providers.Column { return nil }

// Next returns the next row, and io.EOF only after the outcome stands in the
// audit log: when a caller sees io.EOF it may tell the client "done". Any other
// error is the statement's, and is recorded too.
func (r *Result) Next() (providers.Row, error) { return nil, errTODO }

// Tag is the command tag, valid after io.EOF.
func (r *Result) Tag() string { return "" }

// Truncated says, after io.EOF, that a limit of Options or of the server ended
// the result early, and which: "rows", "bytes", or "" for not truncated.
func (r *Result) Truncated() string { return "" }

// Close ends the result early and records that; after io.EOF or an error it
// does nothing.
func (r *Result) Close() error { return nil }
