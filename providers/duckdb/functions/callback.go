package functions

/*
#include <stdint.h>
#include <stdlib.h>

void sallyportBindScalar(void *info);

// copyNumber copies what NewNumber has made.
static void *copyNumber(void *number) {
	uint64_t *copy = malloc(sizeof *copy);
	if (copy != NULL) {
		*copy = *(uint64_t *)number;
	}
	return copy;
}

// copying gives Go the address of a function that only C sees.
static void *copying(void) { return copyNumber; }
*/
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
			fail(codedText(r))
		default:
			fail("XX000: internal error while rows are read")
		}
	}()
	if err := f(); err != nil {
		var coded *sqlstate.Error
		if errors.As(err, &coded) {
			fail(codedText(coded))
			return
		}
		fail(err.Error())
	}
}

// codedText is the text of an error as package fault reads it: the code, the message, and the hint and the detail in lines of their own.
func codedText(e *sqlstate.Error) string {
	text := string(e.Code) + ": " + e.Message
	if e.Hint != "" {
		text += sqlstate.HintLine + e.Hint
	}
	if e.Detail != "" {
		text += sqlstate.DetailLine + e.Detail
	}
	return text
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

// BindConnection notes the connection for which a function is bound, for its calls.
func BindConnection(info lib.BindInfo) {
	var context lib.ClientContext
	lib.ScalarFunctionGetClientContext(info, &context)
	defer lib.DestroyClientContext(&context)
	connection := lib.ClientContextGetConnectionId(context)
	lib.ScalarFunctionSetBindData(info, NewNumber(uint64(connection)), unsafe.Pointer(C.free))
	lib.ScalarFunctionSetBindDataCopy(info, C.copying())
}

//export sallyportBindScalar
func sallyportBindScalar(ptr unsafe.Pointer) {
	info := lib.BindInfo{Ptr: ptr}
	Catch(func(message string) { lib.ScalarFunctionBindSetError(info, message) }, func() error {
		BindConnection(info)
		return nil
	})
}

// bindToConnection has the calls of a function know the connection for which it was bound.
func bindToConnection(f lib.ScalarFunction) {
	lib.ScalarFunctionSetBind(f, unsafe.Pointer(C.sallyportBindScalar))
}
