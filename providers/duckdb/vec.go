package duckdb

import (
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// chunkRows is a vector's length.
const chunkRows = 2_048

// vec points to the memory of one vector of the current chunk.
type vec struct {
	data     unsafe.Pointer
	valid    unsafe.Pointer // a bit for each row; nil: no row is null
	children []vec
}

// null reports whether row r is NULL.
func (v *vec) null(r int) bool {
	if v.valid == nil {
		return false
	}
	word := *(*uint64)(unsafe.Add(v.valid, r>>6<<3))
	return word>>(uint(r)&63)&1 == 0
}

// at returns row r of a vector of values of type T.
func at[T any](v *vec, r int) T {
	var t T
	return *(*T)(unsafe.Add(v.data, r*int(unsafe.Sizeof(t))))
}

// stringT is DuckDB's duckdb_string_t: up to twelve bytes are inline, longer strings are behind a
// pointer.
type stringT struct {
	length uint32
	prefix [4]byte
	ptr    unsafe.Pointer
}

const inlined = 12

// bytes returns row r of a vector of strings, valid as long as the chunk.
func (v *vec) bytes(r int) []byte {
	s := (*stringT)(unsafe.Add(v.data, r*int(unsafe.Sizeof(stringT{}))))
	if s.length <= inlined {
		return unsafe.Slice(&s.prefix[0], inlined)[:s.length]
	}
	return unsafe.Slice((*byte)(s.ptr), s.length)
}

// filled points to the memory of one vector that is being filled.
type filled struct {
	vector lib.Vector
	data   unsafe.Pointer
	valid  unsafe.Pointer // as vec.valid

	elements *filled // of a list
	length   int     // of elements
}

func newFilled(vector lib.Vector) filled {
	return filled{vector: vector, data: lib.VectorGetData(vector)}
}

// setNull makes row r NULL.
func (f *filled) setNull(r int) {
	if f.valid == nil {
		lib.VectorEnsureValidityWritable(f.vector)
		f.valid = lib.VectorGetValidity(f.vector)
	}
	*(*uint64)(unsafe.Add(f.valid, r>>6<<3)) &^= 1 << (uint(r) & 63)
}

// set writes row r of a vector of values of type T.
func set[T any](f *filled, r int, value T) {
	*(*T)(unsafe.Add(f.data, r*int(unsafe.Sizeof(value)))) = value
}

// setBytes writes row r of a vector of strings.
func (f *filled) setBytes(r int, text []byte) {
	if len(text) > inlined {
		lib.UnsafeVectorAssignStringElementLen(f.vector, lib.IdxT(r), text)
		return
	}
	s := (*stringT)(unsafe.Add(f.data, r*int(unsafe.Sizeof(stringT{}))))
	*s = stringT{length: uint32(len(text))} //nolint:gosec // no longer than inlined
	copy(unsafe.Slice(&s.prefix[0], inlined), text)
}

// setList makes row r a list of the next n elements, which are written from the place that is returned.
func (f *filled) setList(r, n int) (elements *filled, from int) {
	from = f.length
	set(f, r, listEntry{uint64(from), uint64(n)}) //nolint:gosec // counts
	f.length += n
	if f.elements == nil || n > 0 {
		lib.ListVectorReserve(f.vector, lib.IdxT(f.length)) //nolint:gosec // a count
		lib.ListVectorSetSize(f.vector, lib.IdxT(f.length)) //nolint:gosec // a count
		moved := newFilled(lib.ListVectorGetChild(f.vector))
		f.elements = &moved
	}
	return f.elements, from
}

// everyRow selects all rows of a vector, in their order.
func everyRow() lib.SelectionVector {
	sel := lib.CreateSelectionVector(chunkRows)
	list := unsafe.Slice(lib.SelectionVectorGetDataPtr(sel), chunkRows)
	for i := range list {
		list[i] = lib.SelT(i) //nolint:gosec // a vector's length
	}
	return sel
}
