package postgres

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	takeSnapshot = "SELECT 1"
	readOnlyOff  = "SET default_transaction_read_only = off"
	readOnlyOn   = "SET default_transaction_read_only = on"

	// drainAlone and drainInTx are how long Close reads on before it cancels: a
	// cancelled statement fails the transaction it is in.
	drainAlone = 20 * time.Millisecond
	drainInTx  = 2 * time.Second
)

// rows is a running statement and its result.
type rows struct {
	c         *conn
	ctx       context.Context //nolint:containedctx // of one statement: it lives as long as this does
	cancel    context.CancelFunc
	statement providers.Statement
	inTx      bool // it began inside a transaction

	reader   *pgconn.ResultReader
	pipeline *pgconn.Pipeline // where other statements surround it
	columns  []providers.Column
	tag      string
	err      error // io.EOF, or what ended it
}

// beginPinned sends a BEGIN and takes the transaction's snapshot with it.
func (r *rows) beginPinned(begin string) {
	r.pipeline = r.c.pg.StartPipeline(r.ctx)
	r.pipeline.SendQueryParams(begin, nil, nil, nil, nil)
	r.pipeline.SendQueryParams(takeSnapshot, nil, nil, nil, nil)
	r.err = r.pipeline.Sync()
	r.receive()
}

// write sends a statement that may write, outside a transaction. Each of the
// three has its own Sync: an error skips to the next Sync and no further, and
// VACUUM stands alone in its transaction.
func (r *rows) write(args providers.Args) {
	r.pipeline = r.c.pg.StartPipeline(r.ctx)
	r.pipeline.SendQueryParams(readOnlyOff, nil, nil, nil, nil)
	r.pipeline.SendPipelineSync()
	r.pipeline.SendQueryParams(r.statement.SQL, args.Values, r.statement.ParamTypes, codes(args.Formats), codes(args.ResultFormats))
	r.pipeline.SendPipelineSync()
	r.pipeline.SendQueryParams(readOnlyOn, nil, nil, nil, nil)
	r.err = r.pipeline.Sync()
	r.receive() // SET
	if refusesWriting(r.err) {
		r.err = nil // the statement has the server's own refusal
	}
	r.receive() // its Sync
	r.receive()
}

// refusesWriting reports the refusal of a server that gives nobody the right to
// write: a gateway that only reads.
func refusesWriting(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == string(sqlstate.InsufficientPrivilege)
}

// receive takes the next answer from the pipeline, unless there was an error.
func (r *rows) receive() {
	if r.err != nil {
		return
	}
	var answer any
	answer, r.err = r.pipeline.GetResults()
	r.reader, _ = answer.(*pgconn.ResultReader)
}

// started returns r as soon as its columns are known; a statement without any
// has run to its end by then.
func (r *rows) started() (providers.Rows, error) {
	if r.err == nil && r.reader != nil && r.reader.FieldDescriptions() != nil {
		r.columns = r.c.columns(r.ctx, r.reader.FieldDescriptions())
		return r, nil
	}
	if r.finish(); r.err != io.EOF {
		return nil, r.err
	}
	return r, nil
}

// Columns of the result.
func (r *rows) Columns() []providers.Column { return r.columns }

// Next returns the next row; it points into the connection's read buffer.
func (r *rows) Next() (providers.Row, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.reader.NextRow() {
		return r.reader.Values(), nil
	}
	r.finish()
	return nil, r.err
}

// Tag is the command tag.
func (r *rows) Tag() string { return r.tag }

// Close ends a statement that only reads: it takes what is on its way, and
// cancels when there is much more. One that writes runs to its end, because
// cancelling would undo it. The error is the statement's.
func (r *rows) Close() error {
	if r.err != nil {
		return nil //nolint:nilerr // Next has told it
	}
	canceled := false
	if r.statement.ReadOnly {
		limit := drainAlone
		if r.inTx {
			limit = drainInTx
		}
		timer := time.AfterFunc(limit, r.cancel)
		r.finish()
		canceled = !timer.Stop()
	} else {
		r.finish()
	}
	if r.err == io.EOF || canceled && sqlstate.CodeOf(r.err) == sqlstate.QueryCanceled {
		return nil
	}
	return r.err
}

// finish reads the statement to its end, looks after the connection, and
// leaves the outcome in r.err.
func (r *rows) finish() {
	err := r.err
	if err == nil && r.reader != nil {
		var tag pgconn.CommandTag
		tag, err = r.reader.Close()
		r.tag = tag.String()
	}
	if r.pipeline != nil {
		err = r.drain(err)
	}
	r.err = r.c.p.statementError(r.ctx, err)
	r.c.after(r)
	if r.err == nil {
		r.err = io.EOF
	}
	r.cancel()
}

// drain reads the rest of the pipeline. An error before the next Sync is the statement's (of a
// deferred constraint, for example). An error behind it is the provider's own: then the
// connection is not to be trusted.
func (r *rows) drain(err error) error {
	synced := false
	for {
		answer, failure := r.pipeline.GetResults()
		var server *pgconn.PgError
		switch {
		case failure != nil && !synced && err == nil:
			err = failure
		case failure != nil && synced:
			r.c.discard = true
			r.c.flipped = true
		}
		if _, ok := answer.(*pgconn.PipelineSync); ok {
			synced = true
		}
		if failure != nil && !errors.As(failure, &server) || failure == nil && answer == nil {
			break
		}
	}
	_ = r.pipeline.Close() // everything was read, or the connection is closed
	return err
}
