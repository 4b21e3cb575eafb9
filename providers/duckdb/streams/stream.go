// Package streams has the rows that a statement of DuckDB reads while they come from elsewhere.
//
// An [Instance] has the table function by which all streams are read, a [Session] the streams of one connection, which alone can
// read them. [Session.Add] makes a stream, and returns the query for the temporary view over it. [Session.Start] starts a
// goroutine for each stream when a statement runs: it reads rows into a batch of at most 2,048 or about 1 MiB, and
// waits until DuckDB has taken it; DuckDB's thread makes vectors of the text, of those columns that the statement reads.
// Rows of another embedded source stay in their vectors ([Vectors]). [Run.End] ends the goroutines, and waits for them.
//
// The rows of a stream are read once: [Session.ReadOnce] tells from a plan which streams are. An error of the rows stays in Go;
// DuckDB is told a mark, by which [Run.Failure] finds the error again.
package streams

import (
	"context"
	"errors"
	"fmt"
	"runtime/cgo"
	"slices"
	"strconv"
	"strings"
	"sync"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/bysession"
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

	statement *Run          // that reads it; nil: it was not started
	wanted    chan struct{} // closed when DuckDB comes to read
	done      chan struct{} // closed when the goroutine has ended
	came      chan struct{} // tells DuckDB's thread that rows came, or their end
	left      chan struct{} // tells the goroutine that there is room
	read      []int         // the columns that DuckDB reads

	taken  *batch              // that DuckDB's thread empties
	filled int                 // rows of it that DuckDB has
	whole  *Vectors            // the same, of another embedded source
	every  lib.SelectionVector // all rows of a vector

	mu     sync.Mutex
	batch  *batch     // that the goroutine fills
	queue  []*Vectors // that it has read
	ended  bool
	failed bool
}

// Run is the streams of a running statement.
type Run struct {
	ctx    context.Context //nolint:containedctx // governs the run of this one statement, as that of result
	cancel context.CancelCauseFunc
	list   []*stream
}

// Add makes a stream, and returns the query of a view over it.
func (c *Session) Add(conn lib.Connection, s providers.Stream) (query string, err error) {
	if !c.ready {
		// Few rows must not wait for more on their way through DuckDB. DuckDB divides the buffer into parts of six and four
		// tenths. With fewer bytes one part has no room, and nothing is returned.
		for _, sql := range []string{"SET streaming_buffer_size = '10 bytes'", "SET enable_caching_operators = false"} {
			if err := native.Run(conn, sql); err != nil {
				return "", err
			}
		}
		c.connection, c.ready = bysession.Connection(conn), true
	}
	made := &stream{
		table: s.Table, connection: c.connection, count: s.Count, where: s.Where, hint: s.Hint, open: s.Open,
		wanted: make(chan struct{}), done: make(chan struct{}), came: make(chan struct{}, 1), left: make(chan struct{}, 1),
		batch: &batch{}, taken: &batch{},
	}
	if made.count == 0 {
		made.count = manyRows
	}
	selected := make([]string, len(s.Columns))
	for i, column := range s.Columns {
		made.columns = append(made.columns, vector.NewColumn(column))
		selected[i] = ExpressionOf(&made.columns[i])
	}
	c.instance.add(made)
	c.list = append(c.list, made)
	return "SELECT " + strings.Join(selected, ", ") + " FROM " + pgcatalog.StreamFunction + "(" + made.key() + ")", nil
}

// manyRows is how many rows DuckDB is told to expect of a stream whose length nobody knows. Then
// DuckDB builds its hash tables of the other table's rows, and not of the stream's.
const manyRows = 100_000

// Instance has the streams of all connections of a DuckDB instance, by their numbers.
type Instance struct {
	handle cgo.Handle
	mu     sync.Mutex // guards list and last
	list   map[uint64]*stream
	last   uint64
}

// add gives a stream its number.
func (p *Instance) add(s *stream) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.list == nil {
		p.list = map[uint64]*stream{}
	}
	p.last++
	s.number = p.last
	p.list[s.number] = s
}

// remove forgets a stream whose statement is over.
func (p *Instance) remove(s *stream) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.list, s.number)
	s.freeUnread()
}

// Count is how many streams there are.
func (p *Instance) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.list)
}

// Session has the streams of one connection. Its methods are called by one goroutine at a time, but for Interrupt.
type Session struct {
	instance   *Instance
	ready      bool
	connection lib.IdxT
	list       []*stream

	mu      sync.Mutex
	running *Run // of the open result
}

// NewSession returns the streams of a connection, which has none yet.
func (p *Instance) NewSession() *Session { return &Session{instance: p} }

// HasAny reports whether the connection has streams.
func (c *Session) HasAny() bool { return len(c.list) > 0 }

// Drop forgets a stream whose view is dropped.
func (c *Session) Drop(table string) {
	c.list = slices.DeleteFunc(c.list, func(s *stream) bool {
		if s.table == table {
			c.instance.remove(s)
		}
		return s.table == table
	})
}

// Forget forgets all streams of a connection that ends.
func (c *Session) Forget() {
	for _, s := range c.list {
		c.instance.remove(s)
	}
	c.list = nil
}

// Start starts the rows of all streams for a statement. It returns nil if there are none.
func (c *Session) Start(ctx context.Context) *Run {
	if len(c.list) == 0 {
		return nil
	}
	run := &Run{}
	run.ctx, run.cancel = context.WithCancelCause(ctx)
	for _, s := range c.list {
		if s.statement == nil {
			s.statement = run
			run.list = append(run.list, s)
			go s.run(run.ctx) // Run.End waits for it
		}
	}
	c.mu.Lock()
	c.running = run
	c.mu.Unlock()
	return run
}

// Interrupt ends the streams of the running statement, from any goroutine.
func (c *Session) Interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running != nil {
		c.running.cancel(nil)
	}
}

// End ends the streams, and waits for their goroutines.
func (s *Run) End() {
	if s == nil {
		return
	}
	s.cancel(nil)
	for _, one := range s.list {
		<-one.done
	}
}

// Failure returns the error of a stream that an error of DuckDB is about, or nil if it is about none. Where one stream
// fails while another is waited for, DuckDB may say no more than that it was interrupted.
func (s *Run) Failure(f fault.Fault) *sqlstate.Error {
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

// ExpressionOf returns the expression for a column in the view of a stream, or in what is loaded.
func ExpressionOf(c *vector.Column) string {
	name := native.Ident(c.Name)
	if c.Cast {
		return "CAST(" + name + " AS " + c.Duck + ") AS " + name
	}
	return name
}
