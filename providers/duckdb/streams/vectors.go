package streams

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

// Vectors are some rows of a result, which are in one chunk.
type Vectors struct {
	Chunk lib.DataChunk
	Count int   // of the rows
	Size  int64 // of the values
}

var _ providers.Batch = (*Vectors)(nil)

// Rows is how many there are.
func (v *Vectors) Rows() int { return v.Count }

// Bytes is the size of the values.
func (v *Vectors) Bytes() int64 { return v.Size }

// Close frees them.
func (v *Vectors) Close() { lib.DestroyDataChunk(&v.Chunk) }

// BatchesFor returns rows as a source of vectors of exactly these columns, or nil if the rows come one by one.
func BatchesFor(rows providers.Rows, columns []vector.Column) providers.Batched {
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

// NextVectors is the next batch of an embedded source.
func NextVectors(b providers.Batched) (*Vectors, error) {
	batch, err := b.NextBatch()
	if err != nil {
		return nil, err
	}
	v, ok := batch.(*Vectors)
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
		v, err := NextVectors(b)
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
func (s *stream) enqueue(ctx context.Context, v *Vectors) error {
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
		if !memory.CopyRows(lib.DataChunkGetVector(v.Chunk, lib.IdxT(at)), lib.DataChunkGetVector(chunk, lib.IdxT(i)), s.every, v.Count) {
			panic(vector.ErrFull)
		}
	}
	lib.DataChunkSetSize(chunk, lib.IdxT(v.Count))
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
