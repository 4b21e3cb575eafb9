// Package supplied has DuckDB run one plan again with other constants.
//
// DuckDB plans a statement with parameters anew each time that it runs, which costs several times what a statement of
// one row does. It keeps the plan of a statement without parameters. So a constant is supplied by a function: the plan
// calls pg__supplied_int4(0), which returns what the connection's [Values] have at 0. The functions are volatile, so
// DuckDB neither calls them while it plans nor knows anything of what they return, and a plan with them is right for
// all values.
//
// A [Fixed] value is another function, which is not volatile: DuckDB may call it once for all rows, and compare early with
// what it returns. DuckDB would then call it while it plans and keep what it returned, so it fails there. No statement
// with such calls is planned outside of [Values.Plan], also not when it runs: its run fails, and is then to be planned
// anew without them.
//
// Constants that a plan does not know are not compared with the statistics of blocks, nor looked up in an index: who
// uses the functions must know that the table is small.
//
// A statement with calls is bound only between [Values.Allow] and [Values.Forbid]: so no client calls the functions, and reads
// what another session has left.
//
// An [Instance] belongs to one DuckDB, [Values] to one connection of it. Values may change while no statement of the
// connection runs. They are closed when no statement that calls the functions is there any more.
package supplied

// #cgo CFLAGS: -O2
// #include "supplied.h"
import "C"

import (
	"strconv"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// Most is how many values a connection has.
const Most = C.SUPPLIED_MOST

// Prefix begins the names of the functions.
const Prefix = "pg__supplied_"

// Type is the type of a value.
type Type byte

// The types.
const (
	Int4 Type = iota
	Int8
	Text
	Fixed // a BIGINT that is the same for all rows of a statement: see [Values.Plan]
)

var types = [...]struct {
	name, duck string
	bind, call unsafe.Pointer
}{
	Int4:  {"pg__supplied_int4", "INTEGER", C.supplied_bind, C.supplied_call_int4},
	Int8:  {"pg__supplied_int8", "BIGINT", C.supplied_bind, C.supplied_call_int8},
	Text:  {"pg__supplied_text", "VARCHAR", C.supplied_bind, C.supplied_call_text},
	Fixed: {"pg__supplied_fixed", "BIGINT", C.supplied_bind_fixed, C.supplied_call_fixed},
}

// Call is the SQL that reads the value with a number.
func (t Type) Call(number int) string { return types[t].name + "(" + strconv.Itoa(number) + ")" }

// Instance keeps the values of the connections of one DuckDB. It is for several goroutines.
type Instance struct{ of unsafe.Pointer }

// Open makes the functions. Close follows when the instance of DuckDB is closed.
func Open(admin lib.Connection) (*Instance, error) {
	i := &Instance{of: C.supplied_open()}
	if i.of == nil {
		return nil, native.Error("no memory for constants")
	}
	for t := range types {
		if err := i.register(admin, Type(t)); err != nil { //nolint:gosec // there are four
			return i, err
		}
	}
	return i, nil
}

func (i *Instance) register(admin lib.Connection, of Type) error {
	t := types[of]
	f := lib.CreateScalarFunction()
	defer lib.DestroyScalarFunction(&f)
	number, returns := vector.Logical("INTEGER"), vector.Logical(t.duck)
	defer lib.DestroyLogicalType(&number)
	defer lib.DestroyLogicalType(&returns)
	lib.ScalarFunctionSetName(f, t.name)
	lib.ScalarFunctionAddParameter(f, number)
	lib.ScalarFunctionSetReturnType(f, returns)
	if of != Fixed {
		lib.ScalarFunctionSetVolatile(f)
	}
	lib.ScalarFunctionSetExtraInfo(f, i.of, nil)
	lib.ScalarFunctionSetBind(f, t.bind)
	lib.ScalarFunctionSetFunction(f, t.call)
	if lib.RegisterScalarFunction(admin, f) == lib.StateError {
		return native.Error("function " + t.name + " cannot be registered")
	}
	return nil
}

// Close frees what the instance keeps.
func (i *Instance) Close() {
	if i != nil && i.of != nil {
		C.supplied_close(i.of)
		i.of = nil
	}
}

// Values are the constants of one connection. They are for one goroutine at a time.
type Values struct {
	of   unsafe.Pointer // the instance
	v    *C.supplied_values
	text []byte // what SetText copies
}

// Values makes the values of a connection. It returns nil if there is no memory.
func (i *Instance) Values(conn lib.Connection) *Values {
	var context lib.ClientContext
	lib.ConnectionGetClientContext(conn, &context)
	id := lib.ClientContextGetConnectionId(context)
	lib.DestroyClientContext(&context)
	v := C.supplied_add(i.of, C.uint64_t(id))
	if v == nil {
		return nil
	}
	return &Values{of: i.of, v: v}
}

// Allow lets statements of the connection call the functions.
func (v *Values) Allow() { v.v.bound = 1 }

// Forbid ends that for statements that are bound from now on.
func (v *Values) Forbid() {
	if v != nil {
		v.v.bound = 0
	}
}

// Plan has a statement of the connection planned that may have calls for fixed values. No statement with such calls runs
// meanwhile.
func (v *Values) Plan(prepare func()) {
	v.v.planning = 1
	defer func() { v.v.planning = 0 }()
	prepare()
}

// SetNumber sets the value with a number below Most to an integer.
func (v *Values) SetNumber(number int, value int64) { v.v.list[number].number = C.int64_t(value) }

// SetText sets it to a text. It reports false if there is no memory.
func (v *Values) SetText(number int, value string) bool {
	v.text = append(append(v.text[:0], value...), 0)
	return C.supplied_text(v.v, C.int(number), (*C.char)(unsafe.Pointer(&v.text[0])), C.uint64_t(len(value))) != 0
}

// Close frees the values.
func (v *Values) Close() {
	if v != nil {
		C.supplied_remove(v.of, v.v)
	}
}
