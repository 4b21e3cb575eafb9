package postgres

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/catalog"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What a statement was judged by is compared again when the statement has run. Within a transaction the server does so itself, right
// behind the statement: it fails if something has changed, and the statement is undone. Outside of one the catalog's connection compares,
// together with what others wait for: a change while its transaction waits for the Sync that commits it, and a read, which leaves nothing
// but its rows, before the rows have ended.

// undoing is a text that no server understands. It undoes what stands before it and has no Sync yet.
const undoing = "sallyport undoes this"

// sendCompared sends a statement of a transaction with its comparison.
func (r *rows) sendCompared(args providers.Args) {
	r.pipeline = r.c.pg.StartPipeline(r.ctx)
	r.sendStatement(args)
	text := catalog.GuardText
	held, beside := r.statement.Held.GuardBeside(r.statement.HeldBeside)
	if beside {
		text = catalog.GuardBesideText(false)
	}
	values := make([][]byte, len(held))
	for i, arg := range held {
		values[i] = []byte(arg)
	}
	r.pipeline.SendQueryParams(text, values, nil, nil, nil)
	r.guard = sent
	r.err = r.pipeline.Sync()
	r.receiveNext()
}

func (r *rows) sendStatement(args providers.Args) {
	s := r.statement
	r.pipeline.SendQueryParams(s.SQL, args.Values, s.ParamTypes, codes(args.Formats), codes(args.ResultFormats))
}

// commitCompared compares a change outside of a transaction, and sends the Sync that commits it, or undoes it. err is its error so far.
func (r *rows) commitCompared(err error) {
	r.commits = false
	if err == nil {
		r.undone = r.c.p.holdsForAll(r.ctx, r.statement.Held, r.statement.HeldBeside.Before)
	}
	if r.undone != nil {
		r.pipeline.SendQueryParams(undoing, nil, nil, nil, nil)
	}
	if failed := r.sendEnd(); err == nil {
		r.err = failed
	}
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
	if r.guard == sent && errors.As(err, &server) && server.Code == string(sqlstate.InvalidTextRepresent) {
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
	if err := r.c.p.holdsForAll(r.ctx, r.statement.Held, r.statement.HeldBeside.Before); err != nil {
		r.err = err
		r.c.noteLost(r.inTx, err, "")
	}
}

// holdsForAll compares with what all sessions see, also where the statement's own time is over. Its error is never that the statement was
// cancelled, or has lost its connection: that would be believed of the statement's own.
func (p *Provider) holdsForAll(ctx context.Context, held providers.Guarded, altered []providers.Name) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), query.Chore)
	defer cancel()
	same, err := held.HoldsForAll(ctx, altered)
	switch {
	case err != nil:
		return sqlstate.Wrap(err, sqlstate.SerializationFailure, "rolled back: what the statement names could not be compared with what it was judged by").
			WithHint("Run it again.")
	case !same:
		p.catalog.Expire()
		return providers.ErrChanged
	}
	return nil
}

// comparedRows are the rows of a read that is compared before they have ended.
type comparedRows struct {
	providers.Rows
	p    *Provider
	ctx  context.Context //nolint:containedctx // of one statement: it lives as long as this does
	held providers.Guarded
	at   time.Time // of the comparison before
	over bool      // the rows have ended, or failed
	err  error     // what they were compared with has changed
}

// believed is how long the rows that follow a comparison may leave by it.
const believed = 250 * time.Millisecond

// comparesBehind reports whether a statement leaves nothing but its rows, so that it can be compared behind its transaction. One that makes
// a setting leaves it, unless it is the only statement of its session.
func (c *conn) comparesBehind(s providers.Statement, args providers.Args) bool {
	return (!s.LeavesSetting || args.Alone) && s.Held != nil && s.ReadOnly && (s.Verb == "SELECT" || s.Verb == "EXPLAIN") && c.Status() == providers.Idle
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
		err = cmp.Or(r.err, r.p.holdsForAll(r.ctx, r.held, nil), err)
	}
	r.err = err
	return nil, err
}

// Compare compares what was read of the rows.
func (r *comparedRows) Compare() error {
	if r.over || time.Since(r.at) < believed {
		return r.err
	}
	r.err = r.p.holdsForAll(r.ctx, r.held, nil)
	r.at = time.Now()
	return r.err
}

// Close ends the rows. What was read of them is compared.
func (r *comparedRows) Close() error {
	err := r.Rows.Close()
	if r.over || err != nil {
		return err
	}
	r.over = true
	r.err = cmp.Or(r.err, r.p.holdsForAll(r.ctx, r.held, nil))
	return r.err
}
