package duckdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A stream is rows that a statement reads while they come. A goroutine of its own reads them ahead of
// DuckDB, as many as fit into one batch; DuckDB's threads make vectors of them, and wait where there
// are none. Both end when the statement does.
type stream struct {
	number     uint64
	table      string
	connection lib.IdxT // that may read it
	columns    []vector.Column
	count      int64
	where      string // of errors about values
	hint       string // against them
	open       func(ctx context.Context, wanted <-chan struct{}) (providers.Rows, error)

	statement *streaming    // that reads it; nil: it was not started
	wanted    chan struct{} // closed when DuckDB comes to read
	done      chan struct{} // closed when the goroutine has ended
	came      chan struct{} // tells DuckDB's thread that rows came, or their end
	left      chan struct{} // tells the goroutine that there is room
	read      []int         // the columns that DuckDB reads

	taken  *batch              // that DuckDB's thread empties
	filled int                 // rows of it that DuckDB has
	whole  *vectors            // the same, of another embedded source
	every  lib.SelectionVector // all rows of a vector

	mu     sync.Mutex
	batch  *batch     // that the goroutine fills
	queue  []*vectors // that it has read
	ended  bool
	failed bool
}

// streaming is the streams of a running statement.
type streaming struct {
	ctx    context.Context //nolint:containedctx // governs the run of this one statement, as that of result
	cancel context.CancelCauseFunc
	list   []*stream
}

// Stream makes a view of a stream, or of another table.
func (c *Conn) Stream(ctx context.Context, s providers.Stream) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.loadable(ctx); err != nil {
		return err
	}
	selected := make([]string, len(s.Columns))
	from := "temp.main." + native.Ident(s.Of)
	if s.Of == "" {
		made, err := c.newStream(s)
		if err != nil {
			return err
		}
		for i := range made.columns {
			selected[i] = expressionOf(&made.columns[i])
		}
		from = pgcatalog.StreamFunction + "(" + made.key() + ")"
	} else {
		for i, column := range s.Columns {
			selected[i] = native.Ident(column.Name)
		}
	}
	c.views, c.temporary, c.hadTemporary = append(c.views, s.Table), true, true
	if err := native.Run(c.conn, "CREATE OR REPLACE TEMP VIEW "+native.Ident(s.Table)+" AS SELECT "+strings.Join(selected, ", ")+" FROM "+from); err != nil {
		c.tx.markFailed()
		return c.provider.translate(err, "", nil)
	}
	return nil
}

// Limited is the context of a statement with the session's statement_timeout.
func (c *Conn) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if timeout := c.settings.timeout; timeout > 0 {
		return context.WithTimeout(ctx, timeout)
	}
	return ctx, func() {}
}

// LockTimeout returns the session's lock_timeout, or 0 if there is none.
func (c *Conn) LockTimeout() time.Duration { return c.settings.duration("lock_timeout") }

// newStream makes a stream that the provider knows. The caller holds mu.
func (c *Conn) newStream(s providers.Stream) (*stream, error) {
	if !c.streams.ready {
		// Few rows must not wait for more on their way through DuckDB. DuckDB divides the buffer into parts of six and four
		// tenths. With fewer bytes one part has no room, and nothing is returned.
		for _, sql := range []string{"SET streaming_buffer_size = '10 bytes'", "SET enable_caching_operators = false"} {
			if err := native.Run(c.conn, sql); err != nil {
				return nil, c.provider.translate(err, "", nil)
			}
		}
		var context lib.ClientContext
		lib.ConnectionGetClientContext(c.conn, &context)
		c.streams.connection = lib.ClientContextGetConnectionId(context)
		lib.DestroyClientContext(&context)
		c.streams.ready = true
	}
	made := &stream{
		table: s.Table, connection: c.streams.connection, count: s.Count, where: s.Where, hint: s.Hint, open: s.Open,
		wanted: make(chan struct{}), done: make(chan struct{}), came: make(chan struct{}, 1), left: make(chan struct{}, 1),
		batch: &batch{}, taken: &batch{},
	}
	if made.count == 0 {
		made.count = manyRows
	}
	for _, column := range s.Columns {
		made.columns = append(made.columns, vector.NewColumn(column))
	}
	p := c.provider
	p.streamsMu.Lock()
	defer p.streamsMu.Unlock()
	p.lastStream++
	made.number = p.lastStream
	p.streams[made.number] = made
	c.streams.list = append(c.streams.list, made)
	return made, nil
}

// manyRows is how many rows DuckDB is told to expect of a stream whose length nobody knows. Then
// DuckDB builds its hash tables of the other table's rows, and not of the stream's.
const manyRows = 100_000

// connStreams are the streams of a connection.
type connStreams struct {
	ready      bool
	connection lib.IdxT
	list       []*stream

	mu      sync.Mutex
	running *streaming // of the open result
}

// dropView drops a view that Stream has made. The caller holds mu.
func (c *Conn) dropView(table string) error {
	c.views = slices.DeleteFunc(c.views, func(name string) bool { return name == table })
	p := c.provider
	p.streamsMu.Lock()
	c.streams.list = slices.DeleteFunc(c.streams.list, func(s *stream) bool {
		if s.table == table {
			delete(p.streams, s.number)
			s.freeUnread()
		}
		return s.table == table
	})
	p.streamsMu.Unlock()
	return native.Run(c.conn, "DROP VIEW IF EXISTS temp.main."+native.Ident(table))
}

// forgetStreams forgets the streams of a connection that ends. The caller holds mu.
func (c *Conn) forgetStreams() {
	c.provider.streamsMu.Lock()
	defer c.provider.streamsMu.Unlock()
	for _, s := range c.streams.list {
		delete(c.provider.streams, s.number)
		s.freeUnread()
	}
	c.streams.list = nil
}

// startStreams starts the rows of all streams for a statement. The caller holds mu.
func (c *Conn) startStreams(ctx context.Context) *streaming {
	if len(c.streams.list) == 0 {
		return nil
	}
	run := &streaming{}
	run.ctx, run.cancel = context.WithCancelCause(ctx)
	for _, s := range c.streams.list {
		if s.statement == nil {
			s.statement = run
			run.list = append(run.list, s)
			go s.run(run.ctx) // streaming.endStreams waits for it
		}
	}
	c.streams.mu.Lock()
	c.streams.running = run
	c.streams.mu.Unlock()
	return run
}

// interrupt ends the streams of the running statement, from any goroutine.
func (c *connStreams) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running != nil {
		c.running.cancel(nil)
	}
}

// endStreams ends the streams, and waits for their goroutines.
func (s *streaming) endStreams() {
	if s == nil {
		return
	}
	s.cancel(nil)
	for _, one := range s.list {
		<-one.done
	}
}

// failure returns the error of a stream that an error of DuckDB is about, or nil if it is about none. Where one stream
// fails while another is waited for, DuckDB may say no more than that it was interrupted.
func (s *streaming) failure(f fault.Fault) *sqlstate.Error {
	if s == nil {
		return nil
	}
	marked := slices.ContainsFunc(s.list, func(one *stream) bool { return f.Message == one.mark() })
	var first streamError
	switch cause := context.Cause(s.ctx); {
	case !marked && !strings.EqualFold(f.Kind, "interrupt"):
		return nil
	case errors.As(cause, &first):
		return sqlstate.From(first.error)
	case marked:
		return sqlstate.From(context.Canceled)
	}
	return nil
}

// streamError is why the streams of a statement end: one of them has failed.
type streamError struct{ error }

// key is the number as SQL has it.
func (s *stream) key() string { return strconv.FormatUint(s.number, 10) }

// mark is the text that DuckDB gets for the error of a stream. The error itself stays in Go.
func (s *stream) mark() string { return fmt.Sprintf("stream %d has failed", s.number) }

// fail makes an error the error of the statement.
func (s *stream) fail(err error) error {
	s.statement.cancel(streamError{err})
	return errors.New(s.mark())
}

// expressionOf returns the expression for a column in the view of a stream.
func expressionOf(c *vector.Column) string {
	name := native.Ident(c.Name)
	if c.Cast {
		return "CAST(" + name + " AS " + c.Duck + ") AS " + name
	}
	return name
}
