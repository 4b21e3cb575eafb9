package functions

/*
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

bool sallyportCast(void *info, uint64_t count, void *input, void *output);

// The bindings have no functions for casts. These are DuckDB's; "weak" lets this package be linked
// alone, while the program always has them.
extern void *duckdb_create_cast_function(void) __attribute__((weak));
extern void duckdb_cast_function_set_source_type(void *f, void *t) __attribute__((weak));
extern void duckdb_cast_function_set_target_type(void *f, void *t) __attribute__((weak));
extern void duckdb_cast_function_set_implicit_cast_cost(void *f, int64_t cost) __attribute__((weak));
extern void duckdb_cast_function_set_function(void *f, void *call) __attribute__((weak));
extern void duckdb_cast_function_set_extra_info(void *f, void *extra, void *destroy) __attribute__((weak));
extern void *duckdb_cast_function_get_extra_info(void *info) __attribute__((weak));
extern int duckdb_cast_function_get_cast_mode(void *info) __attribute__((weak));
extern void duckdb_cast_function_set_error(void *info, const char *error) __attribute__((weak));
extern void duckdb_cast_function_set_row_error(void *info, const char *error, uint64_t row, void *output) __attribute__((weak));
extern int duckdb_register_cast_function(void *connection, void *f) __attribute__((weak));
extern void duckdb_destroy_cast_function(void **f) __attribute__((weak));
extern void duckdb_vector_reference_vector(void *to, void *from) __attribute__((weak));

// reference is a cast between types that have the same values.
static bool reference(void *info, uint64_t count, void *input, void *output) {
	duckdb_vector_reference_vector(output, input);
	return true;
}

// referenceCast gives Go the address of a function that only C sees.
static void *referenceCast(void) { return reference; }
*/
import "C"

import (
	"cmp"
	"slices"
	"strings"
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// conversion is a cast between types as Postgres does it, in the place of DuckDB's own.
type conversion struct {
	from, to string
	implicit int64 // what an implicit cast costs the choice of a function; 0: only an explicit cast
	call     func(c *calling) error
	of       string // as that of a scalar
}

// conversions are all casts of this package, in the order of their numbers. Those without types are made
// for types that there are not yet.
var conversions = slices.Concat(toText(), flatten(), fromText, rangeCasts(), networkCasts(), cardCasts(), rareCasts(), systemCasts(), floatCasts(), losslessCasts(), decimalsOfFloats(), userRangeCasts(), []conversion{{call: withoutBlanks}})

// toBpchar is the number of the cast of a text to a char(n).
var toBpchar = len(conversions) - 1

// RegisterCasts makes the casts. An error names the source.
func RegisterCasts(conn lib.Connection, source string) error {
	for i, k := range conversions {
		if k.to == "" || k.of != "" {
			continue
		}
		if !castBetween(conn, k.from, k.to, i, k.implicit) {
			return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB cannot have the cast of %s to %s", source, k.from, k.to)
		}
	}
	return nil
}

// widthShift is where the number of a cast has the width of a char(n).
const widthShift = 16

// sameValues is the number of the cast between types that have the same values.
const sameValues = -1

// registerCast makes one cast, by the number of its conversion.
func registerCast(conn lib.Connection, from, to lib.LogicalType, number int, implicit int64) bool {
	f := C.duckdb_create_cast_function()
	defer C.duckdb_destroy_cast_function(&f)
	C.duckdb_cast_function_set_source_type(f, from.Ptr)
	C.duckdb_cast_function_set_target_type(f, to.Ptr)
	if implicit > 0 {
		C.duckdb_cast_function_set_implicit_cast_cost(f, C.int64_t(implicit))
	}
	if number == sameValues {
		C.duckdb_cast_function_set_function(f, C.referenceCast())
	} else {
		C.duckdb_cast_function_set_function(f, unsafe.Pointer(C.sallyportCast))
		C.duckdb_cast_function_set_extra_info(f, NewNumber(uint64(number)), unsafe.Pointer(C.free)) //nolint:gosec // an index
	}
	return C.duckdb_register_cast_function(conn.Ptr, f) == 0
}

// CastSameValues makes an implicit cast between types that have the same values, and reports whether DuckDB has it.
func CastSameValues(conn lib.Connection, from, to lib.LogicalType) bool {
	return registerCast(conn, from, to, sameValues, 1)
}

// CastToAlias makes the explicit cast of a type to an alias of it, and reports whether DuckDB has it.
func CastToAlias(conn lib.Connection, from, to lib.LogicalType) bool {
	return registerCast(conn, from, to, sameValues, 0)
}

// TextAlias is an alias of text. Width is that of a char(n), which is shown with its blanks; otherwise 0.
type TextAlias struct {
	Name  string
	Width int
}

// CastArraysOfTexts makes the casts of arrays of aliases to text, and of arrays of arrays to arrays of the alias, and reports whether
// DuckDB has them. Those of one type to all aliases are made one behind the other: DuckDB looks for a type that casts begin at through all
// such types, the one it had last first, and would take most of its start to do so.
func CastArraysOfTexts(conn lib.Connection, aliases []TextAlias) bool {
	arrays := make([]lib.LogicalType, len(aliases))
	for i, a := range aliases {
		arrays[i] = vector.Logical(a.Name + "[]")
		defer lib.DestroyLogicalType(&arrays[i])
	}
	for number, k := range conversions {
		if k.to == "VARCHAR[]" && !castToAll(conn, k.from, arrays, number) {
			return false
		}
		brackets, isText := strings.CutPrefix(k.from, "VARCHAR[")
		if !isText || k.to != "VARCHAR" && k.to != "VARCHAR[]" {
			continue
		}
		for i, a := range aliases {
			from := a.Name + "[" + brackets
			if k.to == "VARCHAR" && !castBetween(conn, from, k.to, number|a.Width<<widthShift, k.implicit) ||
				k.to == "VARCHAR[]" && !(castBetween(conn, from, k.to, number, 0) && castToAll(conn, from, arrays[i:i+1], number)) {
				return false
			}
		}
	}
	return true
}

// castToAll makes the explicit casts of one type to others.
func castToAll(conn lib.Connection, source string, targets []lib.LogicalType, number int) bool {
	from := vector.Logical(source)
	defer lib.DestroyLogicalType(&from)
	for _, to := range targets {
		if !registerCast(conn, from, to, number, 0) {
			return false
		}
	}
	return true
}

// castBetween makes one cast between types that vector.Logical names.
func castBetween(conn lib.Connection, source, target string, number int, implicit int64) bool {
	from, to := vector.Logical(source), vector.Logical(target)
	defer lib.DestroyLogicalType(&from)
	defer lib.DestroyLogicalType(&to)
	return registerCast(conn, from, to, number, implicit)
}

// CastWithoutBlanks makes the explicit cast of a text to a char(n), and reports whether DuckDB has it.
func CastWithoutBlanks(conn lib.Connection, from, to lib.LogicalType) bool {
	return registerCast(conn, from, to, toBpchar, 0)
}

//export sallyportCast
func sallyportCast(info unsafe.Pointer, count C.uint64_t, input, output unsafe.Pointer) (ok C.bool) {
	Catch(func(message string) {
		text := C.CString(message)
		defer C.free(unsafe.Pointer(text))
		C.duckdb_cast_function_set_error(info, text)
		ok = false
	}, func() error {
		ok = true
		number := NumberAt(C.duckdb_cast_function_get_extra_info(info))
		k, width := &conversions[number&(1<<widthShift-1)], int(number>>widthShift) //nolint:gosec // of a char(n)
		try := C.duckdb_cast_function_get_cast_mode(info) != 0
		return k.run(lib.Vector{Ptr: input}, lib.Vector{Ptr: output}, int(count), width, try, &ok) //nolint:gosec // rows of a chunk
	})
	return ok
}

// run converts the values of a vector. A value that TRY_CAST cannot convert is NULL.
// width is that of the elements of arrays of char(n).
func (k *conversion) run(input, output lib.Vector, count, width int, try bool, all *C.bool) error {
	c := calling{args: make([]vector.Reader, 1), out: vector.Fill(output), node: vector.TypeNamed(cmp.Or(k.from, "VARCHAR"))}
	if width > 0 {
		element := c.node
		for len(element.Children) > 0 {
			element = element.Children[0]
		}
		element.Width = width
	}
	c.args[0].Load(input, c.node)
	for c.row = range count {
		if c.null(0) {
			c.setNull()
			continue
		}
		err := k.call(&c)
		switch {
		case err != nil && try:
			c.setNull()
			*all = false
		case err != nil:
			return err
		}
	}
	return nil
}
