package functions

/*
#include <stdint.h>
#include <stdlib.h>

void sallyportCallScalar(void *info, void *input, void *output);
*/
import "C"

import (
	"runtime/cgo"
	"slices"
	"time"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/are"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/aggregates"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/operators"
	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// scalar is a function of Postgres's that DuckDB does not have, or has otherwise. The names of
// most begin with pg__, so that they are no names of clients' functions.
type scalar struct {
	name    string
	takes   []string // types of parameters; a last "..." repeats the one before it
	returns string
	changes bool // the result is another one at each call
	zoned   bool // call asks for the time zone of the session
	nulls   bool // call sees rows with NULL among the arguments; otherwise their result is NULL
	call    func(c *calling) error
	of      string // the elements of the range types of users that it is for; "": it is for no such types
}

// calling is the call of a scalar for one row: its arguments, and the place of its result.
type calling struct {
	args   []vector.Reader
	row    int
	out    vector.Filler
	text   []byte // a buffer for results
	kept   keptRegex
	budget *are.Budget // of regular expressions
	keptPath
	node *vector.Type // of the argument of a cast

	nodes  []*vector.Type // of the arguments of a function
	writer vector.Writer
}

func (c *calling) null(i int) bool    { return c.args[i].Null(c.row) }
func (c *calling) str(i int) string   { return string(c.args[i].Bytes(c.row)) }
func (c *calling) bytes(i int) []byte { return c.args[i].Bytes(c.row) }
func (c *calling) int4(i int) int32   { return vector.At[int32](&c.args[i], c.row) }
func (c *calling) int8(i int) int64   { return vector.At[int64](&c.args[i], c.row) }
func (c *calling) float(i int) float64 {
	return vector.At[float64](&c.args[i], c.row)
}
func (c *calling) bool(i int) bool { return vector.At[bool](&c.args[i], c.row) }

func (c *calling) setNull() { c.out.SetNull(c.row) }

func (c *calling) setText(s string) { c.out.SetBytes(c.row, []byte(s)) }

// strings returns a list of texts; NULL is nil.
func (c *calling) strings(i int) []*string {
	entry := vector.At[vector.ListEntry](&c.args[i], c.row)
	out := make([]*string, entry.Length)
	for n := range out {
		if at := int(entry.Offset) + n; !c.args[i].Children[0].Null(at) { //nolint:gosec // a place in a vector
			s := string(c.args[i].Children[0].Bytes(at))
			out[n] = &s
		}
	}
	return out
}

// setStrings makes the result a list of texts.
func (c *calling) setStrings(list []*string) {
	elements, from := c.out.SetList(c.row, len(list))
	for i, s := range list {
		if s == nil {
			elements.SetNull(from + i)
			continue
		}
		elements.SetBytes(from+i, []byte(*s))
	}
}

// failure is an error of a call, with Postgres's code.
func failure(code sqlstate.Code, format string, args ...any) error {
	return sqlstate.New(code, format, args...)
}

// scalars are all functions of this package, in the order of their numbers.
var scalars = slices.Concat(textFunctions, julianFunctions, likeFunctions, padFunctions, numberFunctions, timeFunctions, jsonFunctions, policyFunctions, arrayFunctions(), arrayTextFunctions, lengthFunctions,
	intervalFunctions, zonedFunctions, regexFunctions, seriesFunctions, formatFunctions, jsonChangeFunctions, byteFunctions, bitFunctions, jsonObjectFunctions, degreesFunctions(), rangeFunctions(), pathFunctions, networkFunctions, cardFunctions(), momentFunctions, wideFunctions(), spelledFunctions, rareFunctions(), ruleFunctions, nestsFunctions, readTimeFunctions, readMomentFunctions, codingFunctions, bucketFunctions, scaledRangeFunctions(), wideArrayFunctions, sizeFunctions, identifierFunctions, systemFunctions, encodingFunctions, keptCasts(), userRangeFunctions())

// Zones knows the time zones of sessions.
type Zones interface {
	// ZoneOf returns the time zone of the session on a connection, or nil for UTC.
	ZoneOf(connection lib.IdxT) *time.Location
}

// zonesShift is where the number of a function has the handle of the Zones that know its sessions.
const zonesShift = 32

// Register makes the functions of Postgres's that DuckDB does not have. zones is a handle of Zones.
func Register(conn lib.Connection, zones cgo.Handle) error {
	for name, members := range signaturesFor("") {
		if err := registerScalar(conn, name, members, uint64(zones)<<zonesShift, nil); err != nil {
			return err
		}
	}
	if err := operators.Register(conn); err != nil {
		return err
	}
	return aggregates.Register(conn)
}

// signaturesFor are the numbers of the functions that are for these elements of range types of users, by the names of the functions.
func signaturesFor(element string) map[string][]int {
	sets := map[string][]int{}
	for i, s := range scalars {
		if s.of == element {
			sets[s.name] = append(sets[s.name], i)
		}
	}
	return sets
}

// registerScalar makes one function with all of its signatures. named gives the types their names; nil: they have them.
func registerScalar(conn lib.Connection, name string, members []int, zones uint64, named func(name string) string) error {
	if named == nil {
		named = func(name string) string { return name }
	}
	set := lib.CreateScalarFunctionSet(name)
	defer lib.DestroyScalarFunctionSet(&set)
	for _, i := range members {
		f := lib.CreateScalarFunction()
		defer lib.DestroyScalarFunction(&f)
		lib.ScalarFunctionSetName(f, name)
		for n, param := range scalars[i].takes {
			if param == "..." {
				t := vector.Logical(named(scalars[i].takes[n-1]))
				lib.ScalarFunctionSetVarargs(f, t)
				lib.DestroyLogicalType(&t)
				break
			}
			t := vector.Logical(named(param))
			lib.ScalarFunctionAddParameter(f, t)
			lib.DestroyLogicalType(&t)
		}
		t := vector.Logical(named(scalars[i].returns))
		lib.ScalarFunctionSetReturnType(f, t)
		lib.DestroyLogicalType(&t)
		lib.ScalarFunctionSetSpecialHandling(f)
		if scalars[i].changes {
			lib.ScalarFunctionSetVolatile(f)
		}
		lib.ScalarFunctionSetExtraInfo(f, NewNumber(zones|uint64(i)), unsafe.Pointer(C.free)) //nolint:gosec // an index
		if scalars[i].zoned || slices.Contains(scalars[i].takes, "ANY") {
			bindToConnection(f)
		}
		lib.ScalarFunctionSetFunction(f, unsafe.Pointer(C.sallyportCallScalar))
		if lib.AddScalarFunctionToSet(set, f) == lib.StateError {
			return sqlstate.New(sqlstate.InternalError, "function %s has one signature twice", name)
		}
	}
	if lib.RegisterScalarFunctionSet(conn, set) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "function %s cannot be registered", name)
	}
	return nil
}

//export sallyportCallScalar
func sallyportCallScalar(ptr, input, output unsafe.Pointer) {
	info := lib.FunctionInfo{Ptr: ptr}
	Catch(func(message string) { lib.ScalarFunctionSetError(info, message) }, func() error {
		number := NumberAt(lib.ScalarFunctionGetExtraInfo(info))
		var writer vector.Writer
		if connection := lib.ScalarFunctionGetBindData(info); connection != nil {
			zones := cgo.Handle(number >> zonesShift).Value().(Zones) //nolint:forcetypeassert // Register says so
			writer.Zone = zones.ZoneOf(lib.IdxT(NumberAt(connection)))
		}
		s := &scalars[number&(1<<zonesShift-1)]
		return s.run(lib.DataChunk{Ptr: input}, lib.Vector{Ptr: output}, writer)
	})
}

// run calls a scalar for each row of a chunk. writer makes texts as the session shows them.
func (s *scalar) run(chunk lib.DataChunk, result lib.Vector, writer vector.Writer) error {
	c := calling{args: make([]vector.Reader, lib.DataChunkGetColumnCount(chunk)), out: vector.Fill(result), writer: writer}
	c.nodes = make([]*vector.Type, len(c.args))
	for i := range c.args {
		takes := s.takes[min(i, len(s.takes)-1)]
		if takes == "..." {
			takes = s.takes[len(s.takes)-2]
		}
		from := lib.DataChunkGetVector(chunk, lib.IdxT(i)) //nolint:gosec // an index
		if c.nodes[i] = vector.TypeNamed(takes); takes == "ANY" {
			c.nodes[i] = vector.TypeOf(lib.VectorGetColumnType(from))
			c.nodes[i].MakeRecords()
		}
		c.args[i].Load(from, c.nodes[i])
	}
	for c.row = range int(lib.DataChunkGetSize(chunk)) { //nolint:gosec // rows of a chunk
		if !s.nulls && slices.ContainsFunc(c.args, func(v vector.Reader) bool { return v.Null(c.row) }) {
			c.setNull()
			continue
		}
		if err := s.call(&c); err != nil {
			return err
		}
		if memory.Interrupted() {
			return vector.ErrInterrupted
		}
	}
	return nil
}
