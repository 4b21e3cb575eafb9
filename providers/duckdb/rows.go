package duckdb

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/streams"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// batchBytes is the approximate size of a batch of text.
const batchBytes = 64 << 10

// firstBytes is the size of the first buffer: most results are small.
const firstBytes = 1 << 10

// cell is a value's place in the batch's buffer; end -1 is NULL.
type cell struct{ start, end int }

// result streams the result of one statement. The mu of its Conn guards all access to DuckDB; only
// the reader uses the batch.
type result struct {
	conn     *Conn
	ctx      context.Context //nolint:containedctx // governs the run of this one statement, as the contract of Query says
	prepared *prepared
	verb     string
	kinds    kinds // of objects that it may change
	unwatch  func()
	cancel   context.CancelFunc // of the statement timeout
	unhelp   func()
	wrapped  bool         // the statement runs in a transaction of its own
	proves   bool         // that transaction is read-only
	reads    []fileRead   // tables whose files it reads
	streams  *streams.Run // nil: it reads none
	changing bool         // the statement counts in tabled.changing

	res     lib.Result
	chunk   lib.DataChunk
	size    int // rows of the chunk
	next    int // the first row that is not in a batch yet
	nodes   []*vector.Type
	vecs    []vector.Reader
	writer  vector.Writer
	columns []providers.Column

	buffer []byte
	cells  []cell
	taken  int // cells that Next has returned
	row    providers.Row

	count     int64
	committed func() // tells that its changes are committed, or were not made; nil: a transaction block has them
	ended     bool
	err       error // what Next returns after the end
}

// startResult runs a prepared statement until it has its first rows. streams says that it may read
// streams; reads are the tables whose files it reads.
func (c *Conn) startResult(ctx context.Context, p *prepared, s providers.Statement, streams bool, reads []fileRead) (*result, error) {
	r := &result{conn: c, prepared: p, verb: verb(s), kinds: changedKinds(s), cancel: func() {}, reads: reads}
	if !s.Cursor {
		ctx, r.cancel = c.Limited(ctx)
	}
	r.ctx = ctx
	if err := r.noteCommit(s); err != nil {
		r.cancel()
		return nil, err
	}
	if err := r.beginOwn(); err != nil {
		if r.committed != nil {
			r.committed()
		}
		r.cancel()
		return nil, err
	}
	if !keepsCatalog[p.kind] {
		r.changing = true
		c.provider.tabled.changing.Add(1)
		if mayBeTemporary(p.sql) {
			c.temporary, c.hadTemporary, c.temporaries.possible = true, true, true
		}
	}
	r.unwatch, r.unhelp = c.interruptAfter(ctx), c.provider.helpers.After()
	c.running = r
	if streams {
		r.streams = c.streams.Start(ctx)
	}
	if err := r.startExecution(); err != nil {
		r.endWith(err)
		return nil, r.err
	}
	return r, nil
}

// noteCommit notes a statement that commits what it changes. It returns an error if keys were defined since the keys for
// the statement were looked up.
func (r *result) noteCommit(s providers.Statement) error {
	c := r.conn
	if c.tx.status != providers.Idle || s.ReadOnly || r.prepared.kind == lib.StatementTypeSelect {
		return nil
	}
	r.committed = c.provider.commits.Begin()
	if c.keysMoved() {
		r.committed()
		return errKeysMoved
	}
	return nil
}

// beginOwn begins a transaction of the statement's own if the statement needs one: to be read-only, or so that nothing is
// committed if its files have changed meanwhile.
func (r *result) beginOwn() error {
	c, begin := r.conn, ""
	switch {
	case c.tx.status != providers.Idle || onlyPlans(r.prepared):
	case c.readOnly():
		if r.prepared.reads {
			return nil
		}
		begin = beginReadOnly
	case len(r.reads) > 0 && !readingKinds[r.prepared.kind]:
		begin = "BEGIN TRANSACTION"
	}
	if begin == "" {
		return nil
	}
	if err := c.runKept(begin); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	r.wrapped, r.proves = true, begin == beginReadOnly
	return nil
}

// onlyPlans reports whether a statement is an EXPLAIN that runs nothing. DuckDB refuses to plan a
// change in a read-only transaction.
func onlyPlans(p *prepared) bool {
	return p.kind == lib.StatementTypeExplain && !strings.Contains(strings.ToUpper(p.sql), "ANALY")
}

// startExecution starts the statement and reads the types of its result.
func (r *result) startExecution() error {
	var pending lib.PendingResult
	defer lib.DestroyPending(&pending)
	// A statement that writes and returns rows must run to its end even if its rows are not read.
	begin := lib.PendingPrepared
	if readingKinds[r.prepared.kind] {
		begin = lib.PendingPreparedStreaming
	}
	var begun, executed lib.State
	started := time.Now()
	r.conn.memory.Call(func() {
		if begun = begin(r.prepared.stmt, &pending); begun != lib.StateError {
			executed = lib.ExecutePending(pending, &r.res)
		}
	})
	r.prepared.tookLong(time.Since(started))
	switch lib.StateError {
	case begun:
		return r.queryError(lib.PendingError(pending))
	case executed:
		return r.queryError(lib.ResultError(&r.res))
	}
	// DuckDB decides by a statement's plan whether a read-only transaction may run it. A statement without
	// parameters keeps its plan for as long as it is kept here.
	r.prepared.reads = r.prepared.reads || r.proves && readingKinds[r.prepared.kind] && len(r.prepared.params) == 0
	if !r.prepared.returns {
		return r.countChanges()
	}
	for i := range lib.ColumnCount(&r.res) {
		n := vector.TypeOf(lib.ColumnLogicalType(&r.res, i))
		if err := n.Readable(); err != nil {
			return err
		}
		r.nodes = append(r.nodes, n)
		r.columns = append(r.columns, r.conn.resultColumn(n, lib.ColumnName(&r.res, i)))
	}
	describeColumns(r.columns, r.prepared.said)
	preciseColumns(r.columns, r.prepared.origins)
	r.vecs = make([]vector.Reader, len(r.nodes))
	r.row = make(providers.Row, len(r.nodes))
	r.writer.Zone, r.writer.Styles = r.conn.settings.Zone, r.conn.styled
	return nil
}

// countChanges completes a statement that returns no rows.
func (r *result) countChanges() error {
	r.count = int64(lib.RowsChanged(&r.res))
	if r.prepared.kind == lib.StatementTypeCreate { // CREATE TABLE AS returns the count in a row
		r.chunk = lib.FetchChunk(r.res)
		if r.chunk.Ptr != nil && lib.DataChunkGetSize(r.chunk) == 1 {
			var count vector.Reader
			count.Load(lib.DataChunkGetVector(r.chunk, 0), vector.TypeNamed("BIGINT"))
			r.count = vector.At[int64](&count, 0)
		}
	}
	r.finishRead()
	if r.err != io.EOF {
		return r.err
	}
	return nil
}

// queryError returns the error for a text of DuckDB's.
func (r *result) queryError(raw string) error {
	e := r.streams.Failure(fault.Read(raw))
	if e == nil {
		e = r.conn.provider.translateError(native.Error(raw), r.prepared.sql, r.prepared.casts)
	}
	if e.Code == sqlstate.QueryCanceled && r.ctx.Err() != nil {
		return sqlstate.From(r.ctx.Err())
	}
	if err := r.conn.provider.checkUnchanged(r.reads); err != nil {
		return sqlstate.From(err)
	}
	return r.conn.orClosedError(e)
}

// Columns describes the result.
func (r *result) Columns() []providers.Column { return r.columns }

// Next returns the next row.
func (r *result) Next() (providers.Row, error) {
	if r.taken == len(r.cells) {
		r.conn.mu.Lock()
		err := r.fillBatch()
		r.conn.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	return r.takeRow(), nil
}

// takeRow returns the next row of the batch.
func (r *result) takeRow() providers.Row {
	for i := range r.row {
		c := r.cells[r.taken+i]
		if c.end < 0 {
			r.row[i] = nil
		} else {
			r.row[i] = r.buffer[c.start:c.end:c.end]
		}
	}
	r.taken += len(r.row)
	return r.row
}

// fillBatch makes the next batch of rows. The caller holds the Conn's mu.
func (r *result) fillBatch() error {
	r.cells, r.taken = r.cells[:0], 0
	if r.ended {
		return r.err
	}
	if err := r.ctx.Err(); err != nil {
		r.endWith(sqlstate.From(err))
		return r.err
	}
	if r.next == r.size {
		if err := r.fetchChunk(); err != nil {
			return err
		}
	}
	if r.buffer == nil || cap(r.buffer) > 16*batchBytes { // one huge row must not keep its buffer
		r.buffer = make([]byte, 0, firstBytes)
	}
	if err := r.writeRows(); err != nil {
		r.endWith(err)
		return err
	}
	return nil
}

// writeRows writes the texts of the chunk's next rows into the buffer.
func (r *result) writeRows() (err error) {
	defer vector.RecoverFull(&err)
	b := r.buffer[:0]
	for r.next < r.size && len(b) < batchBytes {
		for i, n := range r.nodes {
			if r.vecs[i].Null(r.next) {
				r.cells = append(r.cells, cell{end: -1})
				continue
			}
			start := len(b)
			if (n.ID == lib.TypeVarchar || n.ID == lib.TypeBlob) && len(r.vecs[i].Bytes(r.next)) > vector.MaxValue {
				return errTooLong(len(r.vecs[i].Bytes(r.next)))
			}
			b = r.writer.AppendText(b, n, &r.vecs[i], r.next)
			r.cells = append(r.cells, cell{start, len(b)})
		}
		r.next++
		r.count++
	}
	r.buffer = b
	return nil
}

func errTooLong(size int) error {
	return sqlstate.New(sqlstate.ProgramLimitExceeded, "a value of the result is %d bytes long, the limit is %d", size, vector.MaxValue).
		WithHint("Ask for a part of it: substr(value, 1, 1000000).")
}

// fetchChunk reads the next chunk with rows.
func (r *result) fetchChunk() error {
	for {
		lib.DestroyDataChunk(&r.chunk)
		r.size, r.next = 0, 0
		r.conn.memory.Call(func() { r.chunk = lib.FetchChunk(r.res) })
		if r.chunk.Ptr == nil {
			if raw := lib.ResultError(&r.res); raw != "" {
				r.endWith(r.queryError(raw))
			} else {
				r.finishRead()
			}
			return r.err
		}
		if r.size = int(lib.DataChunkGetSize(r.chunk)); r.size > 0 {
			break
		}
	}
	for i, n := range r.nodes {
		r.vecs[i].Load(lib.DataChunkGetVector(r.chunk, lib.IdxT(i)), n)
	}
	return nil
}

// finishRead ends a statement that was read to its end.
func (r *result) finishRead() {
	r.freeHandles()
	if err := r.conn.provider.checkUnchanged(r.reads); err != nil {
		r.endWith(err)
		return
	}
	if r.wrapped {
		r.wrapped = false
		if err := r.conn.runKept("COMMIT"); err != nil {
			r.endWith(r.conn.provider.translateError(err, "", nil))
			return
		}
	}
	r.tellForgotten()
	r.endWith(io.EOF)
}

// tellForgotten tells the client that a table which it has made is gone when the server ends.
func (r *result) tellForgotten() {
	c := r.conn
	if !c.provider.options.Forgets || c.options.OnNotice == nil || !slices.Contains([]string{"CREATE TABLE", "CREATE TABLE AS", "SELECT INTO"}, r.verb) || mayBeTemporary(r.prepared.sql) {
		return
	}
	if !c.Shows("NOTICE") {
		return
	}
	e := sqlstate.New(sqlstate.SuccessfulCompletion, "the tables of source %q are in memory, and are gone when the server ends", c.provider.options.Name).
		WithHint("Without `path: \":memory:\"` in the configuration they are kept in the state directory.")
	e.Severity = "NOTICE"
	c.options.OnNotice(e)
}

// endWith ends the statement at any point: with io.EOF, with its error, or with nil if the reader
// closes it early.
func (r *result) endWith(err error) {
	if r.ended {
		return
	}
	r.ended, r.err = true, err
	if err == nil {
		r.err = sqlstate.New(sqlstate.InvalidCursorState, "the result has been closed")
	}
	r.freeHandles()
	if r.wrapped {
		if err := native.Run(r.conn.conn, "ROLLBACK"); err != nil {
			r.conn.provider.log.Warn("a read-only transaction could not be ended", "error", err)
		}
	}
	if r.conn.running == r {
		r.conn.running = nil
	}
	if r.committed != nil {
		r.committed()
	}
	r.noteChange()
	r.conn.forgetCostly(r.prepared)
	if err != nil && err != io.EOF {
		r.conn.tx.markFailed()
	}
}

// noteChange tells the provider what the statement may have changed.
func (r *result) noteChange() {
	p := r.conn.provider
	if !readingKinds[r.prepared.kind] {
		p.tabled.sizes.Add(1)
	}
	if keepsCatalog[r.prepared.kind] {
		return
	}
	r.conn.tx.catalog |= r.kinds
	if !keepsFunctions(r.verb) {
		r.conn.tx.macros = true
		p.tabled.macros.Add(1)
	}
	p.version.countChange(r.kinds)
	if r.changing {
		r.changing = false
		p.tabled.changing.Add(-1)
	}
}

// freeHandles frees DuckDB's handles of the result. No interrupt comes after it.
func (r *result) freeHandles() {
	if r.unwatch != nil {
		r.unwatch()
		r.unhelp()
		r.unwatch = nil
	}
	r.streams.End() // DuckDB may wait for their rows
	lib.DestroyDataChunk(&r.chunk)
	lib.DestroyResult(&r.res)
	r.conn.supplied.Forbid()
	r.cancel()
	r.size, r.next = 0, 0
}

// Tag returns the command tag.
func (r *result) Tag() string { return commandTag(r.verb, r.count) }

// Close ends the statement.
func (r *result) Close() error {
	r.conn.mu.Lock()
	defer r.conn.mu.Unlock()
	r.endWith(nil)
	return nil
}

var _ providers.Batched = (*result)(nil)

// BatchTypes are DuckDB's names of the columns' types.
func (r *result) BatchTypes() []string {
	list := make([]string, len(r.nodes))
	for i, n := range r.nodes {
		if n.Width > 0 || n.Function || n.Vector { // a value's text is another one
			return nil
		}
		if list[i] = vector.BatchType(n.ID, n.Duck); list[i] == "" {
			return nil
		}
	}
	return list
}

// NextBatch returns the next chunk.
func (r *result) NextBatch() (providers.Batch, error) {
	r.conn.mu.Lock()
	defer r.conn.mu.Unlock()
	if r.ended {
		return nil, r.err
	}
	if err := r.ctx.Err(); err != nil {
		r.endWith(sqlstate.From(err))
		return nil, r.err
	}
	if err := r.fetchChunk(); err != nil {
		return nil, err
	}
	v := &streams.Vectors{Count: r.size}
	for i, n := range r.nodes {
		if size := vector.ValueSize(n.ID); size > 0 {
			v.Size += int64(size * r.size)
			continue
		}
		for row := range r.size {
			if r.vecs[i].Null(row) {
				continue
			}
			size := len(r.vecs[i].Bytes(row))
			if size > vector.MaxValue {
				r.endWith(errTooLong(size))
				return nil, r.err
			}
			v.Size += int64(size)
		}
	}
	v.Chunk, r.chunk = r.chunk, lib.DataChunk{}
	r.count += int64(r.size)
	r.size, r.next = 0, 0
	return v, nil
}
