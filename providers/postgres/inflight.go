package postgres

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/catalog"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What a statement was judged by is compared again when the statement has run. In a transaction that may write, or that goes on, the
// server does so itself, right behind the statement and before anything is committed: it fails if something has changed, and the
// statement is undone. A read that has its transaction alone leaves nothing but its rows: there the catalog's connection compares,
// together with what others wait for, before the rows have ended.

// errOldSnapshot is the error of a change that cannot be compared before it is committed.
var errOldSnapshot = sqlstate.New(sqlstate.FeatureNotSupported, "in REPEATABLE READ and SERIALIZABLE a change that rests on what others may replace cannot be compared while it runs").
	WithHint("Run it between BEGIN and COMMIT.")

// sendCompared sends a statement with its comparison, in one transaction.
func (r *rows) sendCompared(args providers.Args) {
	r.pipeline = r.c.pg.StartPipeline(r.ctx)
	r.sendWithGuard(args)
	r.err = r.pipeline.Sync()
	r.receiveNext()
}

// sendWithGuard writes a statement and its comparison, if it has one.
func (r *rows) sendWithGuard(args providers.Args) {
	s := r.statement
	r.pipeline.SendQueryParams(s.SQL, args.Values, s.ParamTypes, codes(args.Formats), codes(args.ResultFormats))
	if s.Held == nil {
		return
	}
	text := catalog.GuardText
	if !r.inTx { // the change is committed with the answer
		text = catalog.StrictGuardText
	}
	held := s.Held.Guard()
	values := make([][]byte, len(held))
	for i, arg := range held {
		values[i] = []byte(arg)
	}
	r.pipeline.SendQueryParams(text, values, nil, nil, nil)
	r.guard = sent
}

// The states of a comparison.
type compared int

const (
	uncompared compared = iota // there is none
	sent                       // its answer is awaited
	older                      // it has passed, by a snapshot that may be too old
	passed
)

// readGuard reads the answer to the comparison, and returns the error of the statement if that differs from what it was judged by.
func (r *rows) readGuard(reader *pgconn.ResultReader) error {
	for reader.NextRow() {
		if r.guard = older; string(reader.Values()[0]) == "0" {
			r.guard = passed
		}
	}
	_, err := reader.Close()
	return err
}

// noteGuardError notes the error of a statement whose comparison failed.
func (r *rows) noteGuardError(err error) {
	var server *pgconn.PgError
	switch {
	case r.guard != sent || !errors.As(err, &server) || server.Code != string(sqlstate.InvalidTextRepresent):
	case strings.Contains(server.Message, providers.OldSnapshot):
		r.undone = errOldSnapshot
	default:
		r.undone = providers.ErrChanged
		r.c.p.catalog.Expire()
	}
}

// compareOlder compares a statement whose transaction may have an older snapshot than what it used with what all sessions see, and so
// one that was cancelled before its comparison. If something has changed the connection is ended, and the transaction with it.
func (r *rows) compareOlder() {
	canceled := r.guard == sent && sqlstate.CodeOf(r.err) == sqlstate.QueryCanceled
	if !canceled && (r.guard != older || r.err != nil) {
		return
	}
	if err := r.c.p.holdsForAll(r.ctx, r.statement.Held); err != nil {
		r.err = err
		r.c.noteLost(r.inTx, err, "")
	}
}

// holdsForAll compares with what all sessions see, also where the statement's own time is over.
func (p *Provider) holdsForAll(ctx context.Context, held providers.Guarded) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), query.Chore)
	defer cancel()
	same, err := held.HoldsForAll(ctx)
	if err == nil && !same {
		err = providers.ErrChanged
		p.catalog.Expire()
	}
	return err
}

// comparedRows are the rows of a read that is compared before they have ended.
type comparedRows struct {
	providers.Rows
	p    *Provider
	ctx  context.Context //nolint:containedctx // of one statement: it lives as long as this does
	held providers.Guarded
	over bool  // the rows have ended, or failed
	err  error // what they were compared with has changed
}

// comparesBehind reports whether a statement leaves nothing but its rows, so that it can be compared behind its transaction.
func (c *conn) comparesBehind(s providers.Statement) bool {
	return s.Held != nil && s.ReadOnly && (s.Verb == "SELECT" || s.Verb == "EXPLAIN") && c.Status() == providers.Idle
}

// Next returns the next row.
func (r *comparedRows) Next() (providers.Row, error) {
	if r.over {
		return nil, cmp.Or(r.err, io.EOF)
	}
	row, err := r.Rows.Next()
	if err == nil {
		return row, nil
	}
	if r.over = true; err == io.EOF {
		err = cmp.Or(r.p.holdsForAll(r.ctx, r.held), err)
	}
	r.err = err
	return nil, err
}

// Close ends the rows. What was read of them is compared.
func (r *comparedRows) Close() error {
	err := r.Rows.Close()
	if r.over || err != nil {
		return err
	}
	r.over = true
	r.err = r.p.holdsForAll(r.ctx, r.held)
	return r.err
}
