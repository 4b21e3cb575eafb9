// Package rowindex keeps the rows of a table in memory, as the text of their values, and finds rows by values of columns.
//
// An [Index] is made by a [Builder], does not change any more, and is for several goroutines. It is one text, and numbers: the
// garbage collector has no pointers in it to follow.
package rowindex

import (
	"bytes"
	"hash/maphash"
	"math"

	"github.com/sallyportdb/sallyport/providers"
)

// null marks the end of a cell that is NULL.
const null = 1 << 31

// Index finds rows.
type Index struct {
	width int      // the columns of a row
	keys  []int    // the columns that rows are found by
	text  []byte   // of all cells, row by row; not nil, as a part of nil is nil, which is NULL
	ends  []uint32 // where each cell ends in text, with null if it is NULL
	rows  int

	seed  maphash.Seed
	heads []uint32 // by the hash of keys: 1 + the first row of a chain, 0 if there is none
	next  []uint32 // by row: 1 + the next row of its chain
}

// Builder collects the rows of an index.
type Builder struct {
	index Index
	most  int // bytes
}

// NewBuilder begins an index of rows of so many columns, which are found by the columns of keys. It takes at most so many bytes.
func NewBuilder(width int, keys []int, most int) *Builder {
	return &Builder{Index{width: width, keys: keys, text: []byte{}, seed: maphash.MakeSeed()}, min(most, math.MaxInt32)}
}

// Add adds a row, whose values it copies. It reports false if the index would have more bytes than it may.
func (b *Builder) Add(row providers.Row) bool {
	x := &b.index
	for _, value := range row {
		if value == nil {
			x.ends = append(x.ends, uint32(len(x.text))|null) //nolint:gosec // Size bounds it
			continue
		}
		x.text = append(x.text, value...)
		x.ends = append(x.ends, uint32(len(x.text))) //nolint:gosec // Size bounds it
	}
	x.rows++
	return x.Size() <= b.most
}

// Index returns the index of the rows that were added. The builder is of no use any more.
func (b *Builder) Index() *Index {
	x := &b.index
	if len(x.keys) == 0 {
		return x
	}
	size := 1
	for size < x.rows {
		size *= 2
	}
	x.heads, x.next = make([]uint32, size), make([]uint32, x.rows)
	values := make([][]byte, len(x.keys))
	for row := x.rows - 1; row >= 0; row-- { // so that chains have the rows in their order
		known := true
		for i, key := range x.keys {
			values[i] = x.cell(row, key)
			known = known && values[i] != nil
		}
		if known { // NULL equals nothing
			head := &x.heads[x.hash(values)]
			x.next[row], *head = *head, uint32(row)+1 //nolint:gosec // Size bounds it
		}
	}
	return x
}

// Size is how many bytes the index has, with its chains.
func (x *Index) Size() int {
	const word = 4
	return len(x.text) + word*(len(x.ends)+3*x.rows)
}

// hash returns the place of keys in heads.
func (x *Index) hash(values [][]byte) uint64 {
	var h uint64
	for _, value := range values {
		h = h*31 + maphash.Bytes(x.seed, value)
	}
	return h & uint64(len(x.heads)-1)
}

// cell returns a value of a row, or nil if it is NULL.
func (x *Index) cell(row, column int) []byte {
	at := row*x.width + column
	end := x.ends[at]
	if end&null != 0 {
		return nil
	}
	begin := uint32(0)
	if at > 0 {
		begin = x.ends[at-1] &^ null
	}
	return x.text[begin:end:end]
}

// Find returns the rows whose keys have these texts, in the order in which they were added: all rows if there are no keys. skip
// is how many of them are left out, and most how many there are at most.
func (x *Index) Find(values [][]byte, skip, most int64) Rows {
	r := Rows{of: x, values: values, skip: skip, left: most}
	switch {
	case len(x.keys) == 0:
		r.at = min(skip, int64(x.rows))
		r.skip = 0
	case x.rows > 0:
		r.at = int64(x.heads[x.hash(values)])
	}
	return r
}

// Rows are rows that were found.
type Rows struct {
	of         *Index
	values     [][]byte
	at         int64 // without keys, the next row; with keys, 1 + the next row of the chain
	skip, left int64
}

// Next returns the number of the next row, or -1 if there is none.
func (r *Rows) Next() int {
	x := r.of
	if r.left <= 0 {
		return -1
	}
	if len(x.keys) == 0 {
		if r.at >= int64(x.rows) {
			return -1
		}
		r.at++
		r.left--
		return int(r.at - 1)
	}
	for r.at > 0 {
		row := int(r.at - 1)
		r.at = int64(x.next[row])
		if !r.equals(row) {
			continue
		}
		if r.skip > 0 {
			r.skip--
			continue
		}
		r.left--
		return row
	}
	return -1
}

// equals reports whether a row has the values.
func (r *Rows) equals(row int) bool {
	for i, key := range r.of.keys {
		if cell := r.of.cell(row, key); cell == nil || !bytes.Equal(cell, r.values[i]) {
			return false
		}
	}
	return true
}

// Cell returns a value of a row, nil for NULL, which nobody may change.
func (r *Rows) Cell(row, column int) []byte { return r.of.cell(row, column) }
