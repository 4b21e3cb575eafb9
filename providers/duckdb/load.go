package duckdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/streams"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rows are loaded a chunk at a time, with the vectors that streams have.

// flushRows and flushBytes are how much is gathered before DuckDB gets it.
const (
	flushRows  = 32 * vector.Rows
	flushBytes = 4 << 20
)

var _ providers.Streamer = (*Conn)(nil)

// Load makes a temporary table of the rows, or adds them to one that it has made before. The connection is locked while
// DuckDB works, and not while Load waits for rows.
func (c *Conn) Load(ctx context.Context, table string, columns []providers.Column, rows providers.Rows) (n int64, err error) {
	defer func() {
		if err != nil {
			c.mu.Lock()
			c.tx.markFailed()
			c.mu.Unlock()
		}
	}()
	l := &loading{conn: c, table: table}
	for _, column := range columns {
		l.columns = append(l.columns, vector.NewColumn(column))
	}
	if err := l.createTable(ctx); err != nil || rows == nil {
		return 0, err
	}
	defer l.close()
	if b := streams.BatchesFor(rows, l.columns); b != nil {
		err := l.loadBatches(ctx, b)
		return l.total, err
	}
	for {
		if err := ctx.Err(); err != nil {
			return l.total, sqlstate.From(err)
		}
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return l.total, l.flush(ctx)
		}
		if err != nil {
			return l.total, err
		}
		if err := l.addRow(ctx, row); err != nil {
			return l.total, err
		}
	}
}

// dropView drops a view that Stream has made. The caller holds mu.
func (c *Conn) dropView(table string) error {
	c.views = slices.DeleteFunc(c.views, func(name string) bool { return name == table })
	c.streams.Drop(table)
	return native.Run(c.conn, "DROP VIEW IF EXISTS temp.main."+native.Ident(table))
}

// Drop drops tables that Load and Stream have made, and the prepared statements that may name them.
func (c *Conn) Drop(tables ...string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.provider.broken.Load() {
		return nil
	}
	for _, key := range slices.Clone(c.preparedKeys) {
		c.dropPrepared(key)
	}
	var errs []error
	for _, table := range tables {
		if slices.Contains(c.views, table) {
			if err := c.dropView(table); err != nil && c.tx.status != providers.Failed {
				errs = append(errs, c.provider.translateError(err, "", nil))
			}
			continue
		}
		err := native.Run(c.conn, "DROP TABLE IF EXISTS temp.main."+native.Ident(table))
		if err != nil && c.tx.status != providers.Failed {
			errs = append(errs, c.provider.translateError(err, "", nil))
		}
		if err == nil && c.tx.status == providers.Idle { // a rollback would bring it back
			c.loads = slices.DeleteFunc(c.loads, func(name string) bool { return name == table })
		}
	}
	return errors.Join(errs...)
}

// Values runs a query while nothing else runs on the connection.
func (c *Conn) Values(ctx context.Context, s providers.Statement, args providers.Args, most int) ([][]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkUsable(ctx); err != nil {
		return nil, err
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return nil, err
	}
	list, err := c.readValues(ctx, s, args, most)
	if err != nil {
		c.tx.markFailed()
	}
	return list, err
}

func (c *Conn) readValues(ctx context.Context, s providers.Statement, args providers.Args, most int) (list [][]byte, err error) {
	p, err := c.preparedWith(s, args)
	if err != nil {
		return nil, err
	}
	if err := c.binder.Bind(p.stmt, p.params, args); err != nil {
		return nil, err
	}
	r, err := c.startResult(ctx, p, s, false, nil)
	if err != nil {
		return nil, err
	}
	defer r.endWith(nil)
	seen := map[string]bool{}
	for {
		if r.taken == len(r.cells) {
			if err := r.fillBatch(); errors.Is(err, io.EOF) {
				return list, nil
			} else if err != nil {
				return nil, err
			}
		}
		row := r.takeRow()
		if len(row) != 1 {
			return nil, sqlstate.New(sqlstate.InternalError, "a query of values has %d columns", len(row))
		}
		if row[0] == nil || seen[string(row[0])] {
			continue
		}
		if len(list) == most {
			return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "there are more than %d values", most)
		}
		seen[string(row[0])] = true
		list = append(list, bytes.Clone(row[0]))
	}
}

// loading is one table that is being loaded.
type loading struct {
	conn     *Conn
	table    string
	columns  []vector.Column
	appender lib.Appender
	chunk    lib.DataChunk
	vectors  []vector.Filler
	rows     int // of the chunk
	kept     int // rows that are not flushed
	bytes    int
	total    int64
}

// createTable makes the table and what rows are appended to.
func (l *loading) createTable(ctx context.Context) error {
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	if err := l.conn.checkLoadable(ctx); err != nil {
		return err
	}
	l.conn.temporary = true
	l.conn.wrote++
	if !slices.Contains(l.conn.loads, l.table) {
		l.conn.loads = append(l.conn.loads, l.table)
	}
	name := "temp.main." + native.Ident(l.table)
	var define, values, names []string
	var types []lib.LogicalType
	for i := range l.columns {
		column := &l.columns[i]
		define = append(define, native.Ident(column.Name)+" "+column.Duck)
		values = append(values, streams.ExpressionOf(column))
		names = append(names, column.Name)
		logical := column.Logical()
		defer lib.DestroyLogicalType(&logical)
		types = append(types, logical)
	}
	if err := native.Run(l.conn.conn, "CREATE TEMP TABLE IF NOT EXISTS "+name+" ("+strings.Join(define, ", ")+")"); err != nil {
		return l.conn.provider.translateError(err, "", nil)
	}
	return l.openAppender("INSERT INTO "+name+" SELECT "+strings.Join(values, ", ")+" FROM "+loaded, types, names)
}

// loaded is the name by which the statement that stores the rows reads them.
const loaded = "loaded"

// openAppender makes the table, or the chunk, that rows are appended to. The caller holds the connection's mu.
func (l *loading) openAppender(insert string, types []lib.LogicalType, names []string) error {
	if lib.AppenderCreateQuery(l.conn.conn, insert, types, loaded, names, &l.appender) == lib.StateError {
		return l.appendError()
	}
	l.chunk = lib.CreateDataChunk(types)
	l.fillVectors()
	return nil
}

// fillVectors finds the vectors of an empty chunk.
func (l *loading) fillVectors() {
	l.vectors = l.vectors[:0]
	for i := range lib.DataChunkGetColumnCount(l.chunk) {
		l.vectors = append(l.vectors, vector.Fill(lib.DataChunkGetVector(l.chunk, i)))
	}
}

// checkLoadable returns why nothing can be loaded. The caller holds mu.
func (c *Conn) checkLoadable(ctx context.Context) error {
	if err := c.whyUnusable(ctx); err != nil {
		return err
	}
	return c.tx.refuseIfFailed()
}

// addRow writes a row into the chunk.
func (l *loading) addRow(ctx context.Context, row providers.Row) (err error) {
	defer vector.RecoverFull(&err)
	if len(row) != len(l.columns) {
		return sqlstate.New(sqlstate.InternalError, "a row of %s has %d values for %d columns", l.table, len(row), len(l.columns))
	}
	for i, value := range row {
		if value == nil {
			l.vectors[i].SetNull(l.rows)
		} else if err := l.columns[i].Put(&l.vectors[i], l.rows, value); err != nil {
			return err
		}
		l.bytes += len(value)
	}
	return l.countAdded(ctx)
}

// countAdded counts a row that was written into the chunk, and flushes when enough rows have gathered.
func (l *loading) countAdded(ctx context.Context) error {
	l.rows++
	l.kept++
	l.total++
	if l.kept >= flushRows || l.bytes >= flushBytes {
		return l.flush(ctx)
	}
	if l.rows == vector.Rows {
		l.conn.mu.Lock()
		defer l.conn.mu.Unlock()
		return l.appendChunk()
	}
	return nil
}

// appendChunk hands the chunk over. The caller holds the connection's mu.
func (l *loading) appendChunk() error {
	if l.rows == 0 {
		return nil
	}
	lib.DataChunkSetSize(l.chunk, lib.IdxT(l.rows))
	if lib.AppendDataChunk(l.appender, l.chunk) == lib.StateError {
		return l.appendError()
	}
	lib.DataChunkReset(l.chunk)
	l.rows = 0
	l.fillVectors()
	return nil
}

// flush makes DuckDB cast and store the appended rows.
func (l *loading) flush(ctx context.Context) error {
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	if err := l.conn.checkLoadable(ctx); err != nil {
		return err
	}
	unwatch := l.conn.interruptAfter(ctx)
	defer unwatch()
	if err := l.appendChunk(); err != nil {
		return err
	}
	if l.kept > 0 && lib.AppenderFlush(l.appender) == lib.StateError {
		if ctx.Err() != nil {
			return sqlstate.From(ctx.Err())
		}
		return l.appendError()
	}
	l.kept, l.bytes = 0, 0
	return nil
}

// close frees what loading took. Rows that were not flushed are lost.
func (l *loading) close() {
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	if l.chunk.Ptr != nil {
		lib.DestroyDataChunk(&l.chunk)
	}
	lib.AppenderClear(l.appender)
	lib.AppenderDestroy(&l.appender)
}

// ofColumn finds the column in DuckDB's error about a value.
var ofColumn = regexp.MustCompile(`when casting from source column ([^\n"\\]+)`)

// appendError is the appender's error, with the column that it is about.
func (l *loading) appendError() error {
	raw := lib.AppenderError(l.appender)
	err := l.conn.provider.translateError(native.Error(raw), "", nil)
	if m := ofColumn.FindStringSubmatch(raw); m != nil {
		err.Message = fmt.Sprintf("column %q: %s", strings.TrimSpace(m[1]), err.Message)
	}
	return err
}

// ReadsBinary reports whether values of such a column may come in PostgreSQL's binary form.
func (c *Conn) ReadsBinary(column providers.Column) bool {
	s := vector.NewTextColumn(column)
	return s.InBinary()
}

// Stream makes a view of a stream, or of another table.
func (c *Conn) Stream(ctx context.Context, s providers.Stream) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkLoadable(ctx); err != nil {
		return err
	}
	var query string
	if s.Of == "" {
		var err error
		if query, err = c.streams.Add(c.conn, s); err != nil {
			return c.provider.translateError(err, "", nil)
		}
	} else {
		selected := make([]string, len(s.Columns))
		for i, column := range s.Columns {
			selected[i] = native.Ident(column.Name)
		}
		query = "SELECT " + strings.Join(selected, ", ") + " FROM temp.main." + native.Ident(s.Of)
	}
	c.views, c.temporary, c.hadTemporary = append(c.views, s.Table), true, true
	if err := native.Run(c.conn, "CREATE OR REPLACE TEMP VIEW "+native.Ident(s.Table)+" AS "+query); err != nil {
		c.tx.markFailed()
		return c.provider.translateError(err, "", nil)
	}
	return nil
}

// LockTimeout returns the session's lock_timeout, or 0 if there is none.
func (c *Conn) LockTimeout() time.Duration { return c.settings.Duration("lock_timeout") }

// loadBatches appends vectors to the table.
func (l *loading) loadBatches(ctx context.Context, b providers.Batched) error {
	for {
		if err := ctx.Err(); err != nil {
			return sqlstate.From(err)
		}
		v, err := streams.NextVectors(b)
		if errors.Is(err, io.EOF) {
			return l.flush(ctx)
		}
		if err != nil {
			return err
		}
		err = l.appendWhole(ctx, v)
		v.Close()
		if err != nil {
			return err
		}
	}
}

// appendWhole appends vectors, and flushes when enough rows have gathered.
func (l *loading) appendWhole(ctx context.Context, v *streams.Vectors) error {
	l.conn.mu.Lock()
	failed := lib.AppendDataChunk(l.appender, v.Chunk) == lib.StateError
	l.conn.mu.Unlock()
	if failed {
		return l.appendError()
	}
	l.kept += v.Count
	l.bytes += int(v.Size)
	l.total += int64(v.Count)
	if l.kept >= flushRows || l.bytes >= flushBytes {
		return l.flush(ctx)
	}
	return nil
}

// ReadOnce plans the statement, and returns the streams that the plan reads once. Of a statement whose plan DuckDB does not
// show, no stream is read once.
func (c *Conn) ReadOnce(ctx context.Context, s providers.Statement) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkLoadable(ctx); err != nil {
		return nil, err
	}
	p, err := c.preparedFor(s)
	if err != nil {
		return nil, err
	}
	shown, err := native.Collect(c.conn, "SELECT CAST(json_serialize_plan("+native.Text(p.sql)+", optimize := true) AS VARCHAR)")
	if err != nil || len(shown) != 1 {
		return nil, nil //nolint:nilerr // the statement itself says what is wrong with it
	}
	return c.streams.ReadOnce(shown[0][0]), nil
}
