package functions

// #include <stdlib.h>
import "C"

import (
	"errors"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// NewNumber puts a number into memory of C.
func NewNumber(number uint64) unsafe.Pointer {
	at := C.malloc(8)
	*(*uint64)(at) = number
	return at
}

// NumberAt reads such a number.
func NumberAt(p unsafe.Pointer) uint64 { return *(*uint64)(p) }

// Catch calls f, and fail with the error or the panic of it: a panic must not reach C. The text of
// an error begins with its code, or is the mark of a stream.
func Catch(fail func(string), f func() error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *sqlstate.Error:
			fail(string(r.Code) + ": " + r.Message)
		default:
			fail("XX000: internal error while rows are read")
		}
	}()
	if err := f(); err != nil {
		var coded *sqlstate.Error
		if errors.As(err, &coded) {
			fail(string(coded.Code) + ": " + coded.Message)
			return
		}
		fail(err.Error())
	}
}

// ShowAll writes the values of a chunk's first column as texts.
func ShowAll(chunk lib.DataChunk, result lib.Vector, writer vector.Writer) {
	from := lib.DataChunkGetVector(chunk, 0)
	out, of := vector.Fill(result), vector.TypeOf(lib.VectorGetColumnType(from))
	of.MakeRecords()
	var values vector.Reader
	values.Load(from, of)
	var text []byte
	for row := range int(lib.DataChunkGetSize(chunk)) { //nolint:gosec // rows of a chunk
		if values.Null(row) {
			out.SetNull(row)
			continue
		}
		text = writer.AppendText(text[:0], of, &values, row)
		out.SetBytes(row, text)
	}
}
