// Package bysession has the functions of DuckDB that answer by the session that calls them: what it has drawn from sequences
// ([Draws], for currval and lastval), who uses it ([Functions.NameUser]), its settings
// ([Functions.TellSettings]), texts in the form that it has chosen ([Form]), and the types
// of arguments that a translated statement leaves open until it is prepared ([Functions.CloseTypes]).
//
// A session is known by the number of its connection ([Connection]), which a function's bind asks DuckDB for. DuckDB holds no
// pointer to memory of Go: what it is given is a handle of [Functions], or the number of a connection, each in memory of C
// that DuckDB frees. Functions that need no session are package functions'.
package bysession

/*
#include <stdlib.h>

void sallyportBindSession(void *info);
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Functions are the functions of an instance. They are registered once, and closed behind the instance. The zero value may
// be closed.
type Functions struct {
	Draws    Draws
	handle   cgo.Handle
	forms    perSession[Form]              // that are not the usual one
	users    perSession[string]            // their names
	settings perSession[map[string]string] // that differ from the usual ones, as SHOW shows them
	asked    asked
}

// Register makes the functions.
func (f *Functions) Register(admin lib.Connection) error {
	f.handle = cgo.NewHandle(f)
	for _, register := range []func(lib.Connection) error{f.registerDraws, f.registerTypeMark, f.registerStyled, f.registerUser, f.registerSettings} {
		if err := register(admin); err != nil {
			return err
		}
	}
	return nil
}

// scalar is a function whose calls are told the session.
type scalar struct {
	name    string
	takes   []string
	returns string
	changes bool // two calls may return two values
	call    unsafe.Pointer
}

// register makes a function.
func (f *Functions) register(admin lib.Connection, s scalar) error {
	made := lib.CreateScalarFunction()
	defer lib.DestroyScalarFunction(&made)
	lib.ScalarFunctionSetName(made, s.name)
	for _, name := range s.takes {
		of := vector.Logical(name)
		lib.ScalarFunctionAddParameter(made, of)
		lib.DestroyLogicalType(&of)
	}
	returns := vector.Logical(s.returns)
	lib.ScalarFunctionSetReturnType(made, returns)
	lib.DestroyLogicalType(&returns)
	if s.changes {
		lib.ScalarFunctionSetVolatile(made)
	}
	lib.ScalarFunctionSetExtraInfo(made, functions.NewNumber(uint64(f.handle)), unsafe.Pointer(C.free))
	lib.ScalarFunctionSetBind(made, unsafe.Pointer(C.sallyportBindSession))
	lib.ScalarFunctionSetFunction(made, s.call)
	if lib.RegisterScalarFunction(admin, made) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "function %s cannot be registered", s.name)
	}
	return nil
}

//export sallyportBindSession
func sallyportBindSession(ptr unsafe.Pointer) {
	info := lib.BindInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.ScalarFunctionBindSetError(info, message) }, func() error {
		functions.BindConnection(info)
		return nil
	})
}

// callOfSession runs a function for the rows of a chunk, with the session that calls it.
func callOfSession(ptr, input, output unsafe.Pointer, f func(of *Functions, connection lib.IdxT, rows int, args []vector.Reader, out lib.Vector) error) {
	info := lib.FunctionInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.ScalarFunctionSetError(info, message) }, func() error {
		of := functionsOf(lib.ScalarFunctionGetExtraInfo(info))
		connection := lib.IdxT(functions.NumberAt(lib.ScalarFunctionGetBindData(info)))
		chunk := lib.DataChunk{Ptr: input}
		args := make([]vector.Reader, int(lib.DataChunkGetColumnCount(chunk)))
		for i := range args {
			from := lib.DataChunkGetVector(chunk, lib.IdxT(i))
			args[i].Load(from, vector.TypeOf(lib.VectorGetColumnType(from)))
		}
		return f(of, connection, int(lib.DataChunkGetSize(chunk)), args, lib.Vector{Ptr: output})
	})
}

// functionsOf finds the functions by their handle.
func functionsOf(extra unsafe.Pointer) *Functions {
	return cgo.Handle(functions.NumberAt(extra)).Value().(*Functions) //nolint:forcetypeassert // handles of this package
}

// Handle returns the handle by which DuckDB's calls find the functions. It is good from Register to Close.
func (f *Functions) Handle() cgo.Handle { return f.handle }

// Close frees what DuckDB has held.
func (f *Functions) Close() {
	if f.handle != 0 {
		f.handle.Delete()
	}
}

// Connection is the number of a connection.
func Connection(conn lib.Connection) lib.IdxT {
	var context lib.ClientContext
	lib.ConnectionGetClientContext(conn, &context)
	defer lib.DestroyClientContext(&context)
	return lib.ClientContextGetConnectionId(context)
}
