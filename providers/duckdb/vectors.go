package duckdb

import (
	"context"
	"errors"
	"io"
	"slices"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rows that one embedded source reads from another one stay in DuckDB's vectors: no text is made of their values.

// vectors are some rows of a result.
type vectors struct {
	chunk lib.DataChunk
	rows  int
	bytes int64
}

var (
	_ providers.Batched = (*result)(nil)
	_ providers.Batch   = (*vectors)(nil)
)

// Rows is how many there are.
func (v *vectors) Rows() int { return v.rows }

// Bytes is the size of the values.
func (v *vectors) Bytes() int64 { return v.bytes }

// Close frees them.
func (v *vectors) Close() { lib.DestroyDataChunk(&v.chunk) }

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
	v := &vectors{rows: r.size}
	for i, n := range r.nodes {
		if size := vector.ValueSize(n.ID); size > 0 {
			v.bytes += int64(size * r.size)
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
			v.bytes += int64(size)
		}
	}
	v.chunk, r.chunk = r.chunk, lib.DataChunk{}
	r.count += int64(r.size)
	r.size, r.next = 0, 0
	return v, nil
}

// batchesFor returns rows as a source of vectors of exactly these columns, or nil if the rows come one by one.
func batchesFor(rows providers.Rows, columns []vector.Column) providers.Batched {
	b, ok := rows.(providers.Batched)
	if !ok {
		return nil
	}
	own := make([]string, len(columns))
	for i := range columns {
		c := &columns[i]
		if own[i] = vector.BatchType(c.ID, c.Duck); own[i] == "" || c.Cast || c.Binary {
			return nil
		}
	}
	if !slices.Equal(b.BatchTypes(), own) {
		return nil
	}
	return b
}

// nextVectors is the next batch of an embedded source.
func nextVectors(b providers.Batched) (*vectors, error) {
	batch, err := b.NextBatch()
	if err != nil {
		return nil, err
	}
	v, ok := batch.(*vectors)
	if !ok {
		batch.Close()
		return nil, sqlstate.New(sqlstate.InternalError, "a batch of rows has a form that is not known here")
	}
	return v, nil
}

// mostQueued is how many batches a stream is read ahead.
const mostQueued = 4

// readBatches reads vectors ahead of DuckDB.
func (s *stream) readBatches(ctx context.Context, b providers.Batched) error {
	for {
		v, err := nextVectors(b)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.enqueue(ctx, v); err != nil {
			v.Close()
			return err
		}
	}
}

// enqueue adds vectors when there is room.
func (s *stream) enqueue(ctx context.Context, v *vectors) error {
	for {
		s.mu.Lock()
		if len(s.queue) < mostQueued {
			s.queue = append(s.queue, v)
			s.mu.Unlock()
			tell(s.came)
			return nil
		}
		s.mu.Unlock()
		if err := s.awaitTaken(ctx); err != nil {
			return err
		}
	}
}

// fillWhole copies the columns that DuckDB reads of a batch into a chunk of DuckDB's.
func (s *stream) fillWhole(chunk lib.DataChunk) {
	v := s.whole
	s.whole = nil
	defer v.Close()
	if s.every.Ptr == nil {
		s.every = vector.EveryRow()
	}
	for i, at := range s.read {
		if !memory.CopyRows(lib.DataChunkGetVector(v.chunk, lib.IdxT(at)), lib.DataChunkGetVector(chunk, lib.IdxT(i)), s.every, v.rows) {
			panic(vector.ErrFull)
		}
	}
	lib.DataChunkSetSize(chunk, lib.IdxT(v.rows))
}

// freeUnread frees what nobody has read. The statement is over.
func (s *stream) freeUnread() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.queue {
		v.Close()
	}
	s.queue = nil
	lib.DestroySelectionVector(&s.every)
}

// loadBatches appends vectors to the table.
func (l *loading) loadBatches(ctx context.Context, b providers.Batched) error {
	for {
		if err := ctx.Err(); err != nil {
			return sqlstate.From(err)
		}
		v, err := nextVectors(b)
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
func (l *loading) appendWhole(ctx context.Context, v *vectors) error {
	l.conn.mu.Lock()
	failed := lib.AppendDataChunk(l.appender, v.chunk) == lib.StateError
	l.conn.mu.Unlock()
	if failed {
		return l.appendError()
	}
	l.kept += v.rows
	l.bytes += int(v.bytes)
	l.total += int64(v.rows)
	if l.kept >= flushRows || l.bytes >= flushBytes {
		return l.flush(ctx)
	}
	return nil
}
