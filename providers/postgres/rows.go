package postgres

import (
	"cmp"
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

	// drainAlone and drainInTx are how long Close reads on before it cancels the statement.
	// Inside a transaction it is longer, because a cancellation fails the transaction.
	drainAlone = 20 * time.Millisecond
	drainInTx  = 2 * time.Second
)

// rows is a running statement and its result.
type rows struct {
	c         *conn
	ctx       context.Context //nolint:containedctx // of one statement: it lives as long as this does
	cancel    context.CancelFunc
	statement providers.Statement
	inTx      bool // the statement began inside a transaction

	reader   *pgconn.ResultReader
	pipeline *pgconn.Pipeline // with the statements around this one, if there are any
	columns  []providers.Column
	guard    compared
	commits  bool  // what commits it was not sent yet
	undone   error // the statement's error, if its comparison has failed
	tag      string
	err      error // io.EOF, or what ended it
}

// beginPinned sends a BEGIN and takes the transaction's snapshot with it.
func (r *rows) beginPinned(begin string) {
	r.pipeline = r.c.pg.StartPipeline(r.ctx)
	r.pipeline.SendQueryParams(begin, nil, nil, nil, nil)
	r.pipeline.SendQueryParams(takeSnapshot, nil, nil, nil, nil)
	r.err = r.pipeline.Sync()
	r.receiveNext()
}

// sendWriting sends a statement that may write, outside a transaction, between two statements that switch
// the default. Each of the three has its own Sync: an error skips to the next Sync alone, and VACUUM is
// alone in its transaction. A statement that is compared waits for its Sync.
func (r *rows) sendWriting(args providers.Args) {
	r.pipeline = r.c.pg.StartPipeline(r.ctx)
	r.pipeline.SendQueryParams(readOnlyOff, nil, nil, nil, nil)
	r.pipeline.SendPipelineSync()
	r.sendStatement(args)
	if r.commits = r.statement.Held != nil; r.commits {
		r.pipeline.SendFlushRequest()
		r.err = r.pipeline.Flush()
	} else {
		r.err = r.sendEnd()
	}
	r.receiveNext() // SET
	if refusesWriting(r.err) {
		r.err = nil // the statement has the server's own refusal
	}
	r.receiveNext() // its Sync
	r.receiveNext()
}

// sendEnd sends what stands behind a statement that may write.
func (r *rows) sendEnd() error {
	r.pipeline.SendPipelineSync()
	r.pipeline.SendQueryParams(readOnlyOn, nil, nil, nil, nil)
	return r.pipeline.Sync()
}

// refusesWriting reports whether the server refused to switch the default because it gives nobody the right
// to write: it is a gateway that only reads.
func refusesWriting(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == string(sqlstate.InsufficientPrivilege)
}

// receiveNext takes the next answer from the pipeline, unless there was an error.
func (r *rows) receiveNext() {
	if r.err != nil {
		return
	}
	var answer any
	answer, r.err = r.pipeline.GetResults()
	r.reader, _ = answer.(*pgconn.ResultReader)
}

// awaitColumns returns r as soon as its columns are known. A statement without columns has run to its end by
// then.
func (r *rows) awaitColumns() (providers.Rows, error) {
	if r.err == nil && r.reader != nil && r.reader.FieldDescriptions() != nil {
		r.columns = r.c.columns(r.ctx, r.reader.FieldDescriptions())
		return r, nil
	}
	if r.readToEnd(); r.err != io.EOF {
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
	r.readToEnd()
	return nil, r.err
}

// Tag is the command tag.
func (r *rows) Tag() string { return r.tag }

// Close ends a statement that only reads: it reads the rows that are on their way, and cancels the statement if
// there are many more. A statement that writes runs to its end, because a cancellation would undo it. The
// error is the statement's.
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
		r.readToEnd()
		canceled = !timer.Stop()
	} else {
		r.readToEnd()
	}
	if r.err == io.EOF || canceled && sqlstate.CodeOf(r.err) == sqlstate.QueryCanceled {
		return nil
	}
	return r.err
}

// readToEnd reads the statement to its end, checks the connection, and sets r.err to the outcome.
func (r *rows) readToEnd() {
	err := r.err
	if err == nil && r.reader != nil {
		var tag pgconn.CommandTag
		tag, err = r.reader.Close()
		r.tag = tag.String()
	}
	if r.commits {
		r.commitCompared(err)
	}
	if r.pipeline != nil {
		err = r.readRest(cmp.Or(err, r.err))
	}
	if err = r.c.p.statementError(r.ctx, err); r.undone != nil && !r.c.pg.IsClosed() {
		err = r.undone
	}
	r.err = err
	r.c.checkAfter(r)
	r.compareOlder()
	if r.err == nil {
		r.err = io.EOF
	}
	r.cancel()
}

// readRest reads the rest of the pipeline. An error before the next Sync is the statement's, such as the error of a
// deferred constraint. An error behind that Sync is the error of the provider's own statement: then the
// connection is not used any more.
func (r *rows) readRest(err error) error {
	synced := false
	for {
		answer, failure := r.pipeline.GetResults()
		if reader, ok := answer.(*pgconn.ResultReader); ok && !synced && r.guard == sent {
			failure = r.readGuard(reader)
		}
		if failure != nil && !synced && err == nil {
			r.noteGuardError(failure)
		}
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
