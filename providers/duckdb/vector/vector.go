package vector

import (
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rows is a vector's length.
const Rows = 2_048

// MaxValue is the length of the longest value that is returned: values are copied on their way out,
// and DuckDB's memory limit does not count the copies.
const MaxValue = 64 << 20

// Reader points to the memory of one vector of the current chunk.
type Reader struct {
	data     unsafe.Pointer
	valid    unsafe.Pointer // a bit for each row; nil: no row is null
	Children []Reader
}

// Null reports whether row r is NULL.
func (v *Reader) Null(r int) bool {
	if v.valid == nil {
		return false
	}
	word := *(*uint64)(unsafe.Add(v.valid, r>>6<<3))
	return word>>(uint(r)&63)&1 == 0
}

// At returns row r of a vector of values of type T.
func At[T any](v *Reader, r int) T {
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

// Bytes returns row r of a vector of strings, valid as long as the chunk.
func (v *Reader) Bytes(r int) []byte {
	s := (*stringT)(unsafe.Add(v.data, r*int(unsafe.Sizeof(stringT{}))))
	if s.length <= inlined {
		return unsafe.Slice(&s.prefix[0], inlined)[:s.length]
	}
	return unsafe.Slice((*byte)(s.ptr), s.length)
}

// Filler points to the memory of one vector that is being filled.
type Filler struct {
	vector lib.Vector
	data   unsafe.Pointer
	valid  unsafe.Pointer // as Reader.valid

	elements *Filler // of a list
	length   int     // of elements
}

// Fill points to a vector of DuckDB's.
func Fill(vector lib.Vector) Filler {
	return Filler{vector: vector, data: lib.VectorGetData(vector)}
}

// SetNull makes row r NULL.
func (f *Filler) SetNull(r int) {
	if f.valid == nil {
		lib.VectorEnsureValidityWritable(f.vector)
		f.valid = lib.VectorGetValidity(f.vector)
	}
	*(*uint64)(unsafe.Add(f.valid, r>>6<<3)) &^= 1 << (uint(r) & 63)
}

// Set writes row r of a vector of values of type T.
func Set[T any](f *Filler, r int, value T) {
	*(*T)(unsafe.Add(f.data, r*int(unsafe.Sizeof(value)))) = value
}

// ErrInterrupted ends a statement that is to end. Its client is told why by the statement's context.
var ErrInterrupted = sqlstate.New(sqlstate.QueryCanceled, "canceling statement due to user request")

// ErrFull is what SetBytes and SetList panic with where the process has no more memory for values: their callers make an
// error of it (functions.Catch). 53200.
var ErrFull = sqlstate.New(sqlstate.OutOfMemory, "out of memory").WithHint("The values of the statement are too large for the server's memory.")

// longestText is how long a buffer of texts becomes while a value is written that blanks make longer than it is kept:
// two values of the length of MaxValue have place.
const longestText = 2 * MaxValue

// errLongText is what CheckText panics with. 54000.
var errLongText = sqlstate.New(sqlstate.ProgramLimitExceeded, "the text of a value is longer than %d bytes", longestText).
	WithHint("Ask for a part of the value: some elements of an array.")

// CheckText panics if a buffer with a value's text, and what comes behind it, is too long to be made. Its callers make an error of
// the panic, as of that of SetBytes.
func CheckText(b []byte, more int) {
	if len(b)+more > longestText {
		panic(errLongText)
	}
}

// RecoverFull is deferred by callers of SetBytes, SetList and AppendText that DuckDB has not called. It makes an error of the panic.
func RecoverFull(err *error) {
	switch r := recover().(type) {
	case nil:
	case *sqlstate.Error:
		*err = r
	default:
		panic(r)
	}
}

// SetBytes writes row r of a vector of strings.
func (f *Filler) SetBytes(r int, text []byte) {
	if len(text) > inlined {
		if !memory.AssignText(f.vector, r, text) {
			panic(ErrFull)
		}
		return
	}
	s := (*stringT)(unsafe.Add(f.data, r*int(unsafe.Sizeof(stringT{}))))
	*s = stringT{length: uint32(len(text))} //nolint:gosec // no longer than inlined
	copy(unsafe.Slice(&s.prefix[0], inlined), text)
}

// SetList makes row r a list of the next n elements, which are written from the place that is returned.
func (f *Filler) SetList(r, n int) (elements *Filler, from int) {
	from = f.length
	Set(f, r, ListEntry{uint64(from), uint64(n)}) //nolint:gosec // counts
	f.length += n
	if f.elements == nil || n > 0 {
		if !memory.GrowList(f.vector, f.length) {
			panic(ErrFull)
		}
		moved := Fill(lib.ListVectorGetChild(f.vector))
		if f.elements != nil { // where the elements are lists, those of earlier rows stay where they are
			moved.length, moved.elements = f.elements.length, f.elements.elements
		}
		f.elements = &moved
	}
	return f.elements, from
}

// EveryRow selects all rows of a vector, in their order.
func EveryRow() lib.SelectionVector {
	sel := lib.CreateSelectionVector(Rows)
	list := unsafe.Slice(lib.SelectionVectorGetDataPtr(sel), Rows)
	for i := range list {
		list[i] = lib.SelT(i) //nolint:gosec // a vector's length
	}
	return sel
}
