package streams

/*
#include <stdlib.h>

void sallyportBindStream(void *info);
void sallyportInitStream(void *info);
void sallyportReadStream(void *info, void *chunk);
*/
import "C"

import (
	"errors"
	"runtime/cgo"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// DuckDB holds no pointer to memory of Go: what it is given is a handle of the instance or the number
// of a stream, each in memory of C that DuckDB frees.

// Register makes the table function. The handle lives until Close.
func (p *Instance) Register(admin lib.Connection) error {
	p.handle = cgo.NewHandle(p)
	f := lib.CreateTableFunction()
	defer lib.DestroyTableFunction(&f)
	number := lib.CreateLogicalType(lib.TypeBigInt)
	defer lib.DestroyLogicalType(&number)
	lib.TableFunctionSetName(f, pgcatalog.StreamFunction)
	lib.TableFunctionAddParameter(f, number)
	lib.TableFunctionSetExtraInfo(f, functions.NewNumber(uint64(p.handle)), unsafe.Pointer(C.free))
	lib.TableFunctionSetBind(f, unsafe.Pointer(C.sallyportBindStream))
	lib.TableFunctionSetInit(f, unsafe.Pointer(C.sallyportInitStream))
	lib.TableFunctionSetFunction(f, unsafe.Pointer(C.sallyportReadStream))
	lib.TableFunctionSupportsProjectionPushdown(f, true)
	if lib.RegisterTableFunction(admin, f) == lib.StateError {
		return errors.New("the table function of streams cannot be registered")
	}
	return nil
}

// Close frees what DuckDB has held. It is called behind the close of the database.
func (p *Instance) Close() {
	if p.handle != 0 {
		p.handle.Delete()
	}
}

// instanceOf finds an instance by its handle.
func instanceOf(extra unsafe.Pointer) *Instance {
	return cgo.Handle(functions.NumberAt(extra)).Value().(*Instance) //nolint:forcetypeassert // handles of this package
}

// streamAt finds a stream by the handle of its instance and its number.
func streamAt(extra unsafe.Pointer, number uint64) (*stream, error) {
	p := instanceOf(extra)
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.list[number]; s != nil {
		return s, nil
	}
	return nil, errNoStream
}

var errNoStream = errors.New("42883: there is no such function")

//export sallyportBindStream
func sallyportBindStream(ptr unsafe.Pointer) {
	info := lib.BindInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.BindSetError(info, message) }, func() error {
		value := lib.BindGetParameter(info, 0)
		defer lib.DestroyValue(&value)
		if lib.IsNullValue(value) { // reading it would end the process
			return errNoStream
		}
		number := uint64(lib.GetInt64(value)) //nolint:gosec // a number that is none finds no stream
		s, err := streamAt(lib.BindGetExtraInfo(info), number)
		if err != nil {
			return err
		}
		var context lib.ClientContext
		lib.TableFunctionGetClientContext(info, &context)
		defer lib.DestroyClientContext(&context)
		if lib.ClientContextGetConnectionId(context) != s.connection {
			return errNoStream
		}
		for i := range s.columns {
			logical := s.columns[i].Logical()
			lib.BindAddResultColumn(info, s.columns[i].Name, logical)
			lib.DestroyLogicalType(&logical)
		}
		lib.BindSetCardinality(info, lib.IdxT(s.count), false) //nolint:gosec // more than none
		lib.BindSetBindData(info, functions.NewNumber(number), unsafe.Pointer(C.free))
		return nil
	})
}

//export sallyportInitStream
func sallyportInitStream(ptr unsafe.Pointer) {
	info := lib.InitInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.InitSetError(info, message) }, func() error {
		s, err := streamAt(lib.InitGetExtraInfo(info), functions.NumberAt(lib.InitGetBindData(info)))
		if err != nil {
			return err
		}
		read := make([]int, lib.InitGetColumnCount(info))
		for i := range read {
			if read[i] = int(lib.InitGetColumnIndex(info, lib.IdxT(i))); read[i] >= len(s.columns) { //nolint:gosec // a column that is none is looked at so
				return errors.New("XX000: a column is read that is none")
			}
		}
		lib.InitSetMaxThreads(info, 1)
		return s.want(read)
	})
}

//export sallyportReadStream
func sallyportReadStream(ptr, out unsafe.Pointer) {
	info := lib.FunctionInfo{Ptr: ptr}
	functions.Catch(func(message string) { lib.FunctionSetError(info, message) }, func() error {
		s, err := streamAt(lib.FunctionGetExtraInfo(info), functions.NumberAt(lib.FunctionGetBindData(info)))
		if err != nil {
			return err
		}
		return s.fill(lib.DataChunk{Ptr: out})
	})
}
