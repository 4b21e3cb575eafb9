package streams

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// batch is some rows, one behind the other.
type batch struct {
	text  []byte
	cells []cell // of all rows
	rows  int
}

// cell is a value's place in the text of a batch; end -1 is NULL.
type cell struct{ start, end int }

// streamBytes is how much text a batch has at least when it is full.
const streamBytes = 1 << 20

// lingers is how long DuckDB's thread waits for a batch to become full: a chunk of few rows costs
// nearly as much as one of many.
const lingers = 200 * time.Microsecond

func (b *batch) full() bool { return b.rows >= vector.Rows || len(b.text) >= streamBytes }

func (b *batch) reset() {
	if cap(b.text) > 4*streamBytes { // one huge row must not keep its buffer
		b.text = nil
	}
	b.text, b.cells, b.rows = b.text[:0], b.cells[:0], 0
}

func (b *batch) add(row providers.Row) {
	for _, value := range row {
		c := cell{len(b.text), -1}
		if value != nil {
			b.text = append(b.text, value...)
			c.end = len(b.text)
		}
		b.cells = append(b.cells, c)
	}
	b.rows++
}

// run reads the rows ahead of DuckDB.
func (s *stream) run(ctx context.Context) {
	defer close(s.done)
	err := s.readAhead(ctx)
	if err != nil {
		_ = s.fail(err)
	}
	s.mu.Lock()
	s.ended, s.failed = true, err != nil
	s.mu.Unlock()
	tell(s.came)
}

func (s *stream) readAhead(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = sqlstate.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), sqlstate.InternalError, "internal error while rows are read")
		}
	}()
	rows, err := s.open(ctx, s.wanted)
	if err != nil {
		return err
	}
	defer func() {
		if closing := rows.Close(); err == nil {
			err = closing
		}
	}()
	if b := BatchesFor(rows, s.columns); b != nil {
		return s.readBatches(ctx, b)
	}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.put(ctx, row); err != nil {
			return err
		}
	}
}

// put adds a row when there is room.
func (s *stream) put(ctx context.Context, row providers.Row) error {
	if len(row) != len(s.columns) {
		return sqlstate.New(sqlstate.InternalError, "a row of %s has %d values for %d columns", s.table, len(row), len(s.columns))
	}
	for {
		s.mu.Lock()
		if !s.batch.full() {
			s.batch.add(row)
			tells := s.batch.rows == 1 || s.batch.full()
			s.mu.Unlock()
			if tells {
				tell(s.came)
			}
			return nil
		}
		s.mu.Unlock()
		if err := s.awaitTaken(ctx); err != nil {
			return err
		}
	}
}

// awaitTaken waits until DuckDB has taken rows.
func (s *stream) awaitTaken(ctx context.Context) error {
	select {
	case <-s.left:
		return nil
	case <-ctx.Done():
		return sqlstate.From(ctx.Err())
	}
}

// tell wakes up the other side of a channel of one place.
func tell(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// want begins the reading, once: rows that have been read are not there any more.
func (s *stream) want(read []int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read != nil || s.statement == nil {
		return errors.New("XX000: rows that can be read once would be read twice")
	}
	s.read = read
	close(s.wanted)
	return nil
}

// fill fills a chunk with rows. A chunk without rows is the end.
func (s *stream) fill(chunk lib.DataChunk) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = s.fail(sqlstate.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), sqlstate.InternalError, "internal error while rows are read"))
		}
	}()
	if s.filled == s.taken.rows {
		s.taken.reset()
		s.filled = 0
		if ended := s.take(); ended {
			return nil
		}
	}
	if s.whole != nil {
		s.fillWhole(chunk)
		return nil
	}
	b := s.taken
	rows := b.rows - s.filled
	if rows == 0 {
		return errors.New(s.mark())
	}
	// DuckDB hands a chunk on when the next one comes. So the last row that has come is kept back for
	// one, or all would be seen only when more come.
	if rows > 1 && !b.full() {
		rows--
	}
	for i, at := range s.read {
		v := vector.Fill(lib.DataChunkGetVector(chunk, lib.IdxT(i)))
		for r := range rows {
			c := b.cells[(s.filled+r)*len(s.columns)+at]
			if c.end < 0 {
				v.SetNull(r)
			} else if err := s.columns[at].Put(&v, r, b.text[c.start:c.end]); err != nil {
				err.Where, err.Hint = s.where, cmp.Or(err.Hint, s.hint)
				return s.fail(err)
			}
		}
	}
	lib.DataChunkSetSize(chunk, lib.IdxT(rows))
	s.filled += rows
	return nil
}

// take waits for rows, and takes those that are there. If there are none, the rows have ended or failed.
func (s *stream) take() (ended bool) {
	for lingered, over := false, false; ; {
		s.mu.Lock()
		rows := s.batch.rows
		if len(s.queue) > 0 {
			s.whole, s.queue = s.queue[0], s.queue[1:]
			s.mu.Unlock()
			tell(s.left)
			return false
		}
		if s.ended || s.batch.full() || over || rows > 0 && lingered {
			s.batch, s.taken = s.taken, s.batch
			ended = rows == 0 && s.ended && !s.failed
			s.mu.Unlock()
			tell(s.left)
			return ended
		}
		s.mu.Unlock()
		if rows > 0 {
			time.Sleep(lingers)
			lingered = true
			continue
		}
		select {
		case <-s.came:
		case <-s.statement.ctx.Done():
			over = true
		}
	}
}
