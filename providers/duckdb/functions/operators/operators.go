// Package operators has operators of dates, times and floating-point numbers, in C, in the place of DuckDB's own: DuckDB's range of them
// is another one than PostgreSQL's. What is out of the range of PostgreSQL is an error, whether the value is shown, compared or stored.
package operators

/*
#cgo CFLAGS: -O3
#cgo LDFLAGS: -lm

#include "numbers.h"
#include "makes.h"
#include "moments.h"
#include "spans.h"
*/
import "C"

import (
	"unsafe"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// within is the name of the function that returns a date or a time, or fails where it is out of range.
const within = "pg__within"

// operator is a function of C with one of its signatures.
type operator struct {
	name    string
	takes   []string
	returns string
	call    unsafe.Pointer
}

func operators() []operator {
	return []operator{
		{"+", []string{"DATE", "INTEGER"}, "DATE", unsafe.Pointer(C.sallyportAddDays)},
		{"+", []string{"INTEGER", "DATE"}, "DATE", unsafe.Pointer(C.sallyportAddToDays)},
		{"-", []string{"DATE", "INTEGER"}, "DATE", unsafe.Pointer(C.sallyportSubtractDays)},
		{"+", []string{"TIMESTAMP", "INTERVAL"}, "TIMESTAMP", unsafe.Pointer(C.sallyportAddSpan)},
		{"+", []string{"INTERVAL", "TIMESTAMP"}, "TIMESTAMP", unsafe.Pointer(C.sallyportAddToSpan)},
		{"-", []string{"TIMESTAMP", "INTERVAL"}, "TIMESTAMP", unsafe.Pointer(C.sallyportSubtractSpan)},
		{"+", []string{"DATE", "INTERVAL"}, "TIMESTAMP", unsafe.Pointer(C.sallyportAddSpanToDate)},
		{"+", []string{"INTERVAL", "DATE"}, "TIMESTAMP", unsafe.Pointer(C.sallyportAddDateToSpan)},
		{"-", []string{"DATE", "INTERVAL"}, "TIMESTAMP", unsafe.Pointer(C.sallyportSubtractSpanFromDate)},
		{"+", []string{"INTERVAL", "INTERVAL"}, "INTERVAL", unsafe.Pointer(C.sallyportAddSpans)},
		{"-", []string{"INTERVAL", "INTERVAL"}, "INTERVAL", unsafe.Pointer(C.sallyportSubtractSpans)},
		{"-", []string{"INTERVAL"}, "INTERVAL", unsafe.Pointer(C.sallyportNegateSpan)},
		{"*", []string{"INTERVAL", "DOUBLE"}, "INTERVAL", unsafe.Pointer(C.sallyportMultiplySpan)},
		{"*", []string{"DOUBLE", "INTERVAL"}, "INTERVAL", unsafe.Pointer(C.sallyportMultiplyBySpan)},
		{"*", []string{"INTERVAL", "BIGINT"}, "INTERVAL", unsafe.Pointer(C.sallyportMultiplySpanWhole)},
		{"*", []string{"BIGINT", "INTERVAL"}, "INTERVAL", unsafe.Pointer(C.sallyportMultiplyWholeBySpan)},
		{"-", []string{"SMALLINT"}, "SMALLINT", unsafe.Pointer(C.sallyportNegateSmallint)},
		{"-", []string{"INTEGER"}, "INTEGER", unsafe.Pointer(C.sallyportNegateInteger)},
		{"-", []string{"BIGINT"}, "BIGINT", unsafe.Pointer(C.sallyportNegateBigint)},
		{"+", []string{"DOUBLE", "DOUBLE"}, "DOUBLE", unsafe.Pointer(C.sallyportAddDoubles)},
		{"-", []string{"DOUBLE", "DOUBLE"}, "DOUBLE", unsafe.Pointer(C.sallyportSubtractDoubles)},
		{"*", []string{"DOUBLE", "DOUBLE"}, "DOUBLE", unsafe.Pointer(C.sallyportMultiplyDoubles)},
		{"+", []string{"FLOAT", "FLOAT"}, "FLOAT", unsafe.Pointer(C.sallyportAddFloats)},
		{"-", []string{"FLOAT", "FLOAT"}, "FLOAT", unsafe.Pointer(C.sallyportSubtractFloats)},
		{"*", []string{"FLOAT", "FLOAT"}, "FLOAT", unsafe.Pointer(C.sallyportMultiplyFloats)},
		{"pg__div", []string{"INTERVAL", "DOUBLE"}, "INTERVAL", unsafe.Pointer(C.sallyportDivideSpan)},
		{"pg__make_date", []string{"INTEGER", "INTEGER", "INTEGER"}, "DATE", unsafe.Pointer(C.sallyportMakeDate)},
		{"pg__make_timestamp", []string{"INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "DOUBLE"}, "TIMESTAMP", unsafe.Pointer(C.sallyportMakeMoment)},
		{"pg__to_timestamp", []string{"DOUBLE"}, "TIMESTAMPTZ", unsafe.Pointer(C.sallyportMomentOfSeconds)},
		{within, []string{"DATE"}, "DATE", unsafe.Pointer(C.sallyportWithinDates)},
		{within, []string{"TIMESTAMP"}, "TIMESTAMP", unsafe.Pointer(C.sallyportWithinMoments)},
		{within, []string{"TIMESTAMPTZ"}, "TIMESTAMPTZ", unsafe.Pointer(C.sallyportWithinMoments)},
		{within, []string{"TIME"}, "TIME", unsafe.Pointer(C.sallyportSame)},
		{within, []string{"TIMETZ"}, "TIMETZ", unsafe.Pointer(C.sallyportSame)},
		{within, []string{"INTERVAL"}, "INTERVAL", unsafe.Pointer(C.sallyportSameSpan)},
	}
}

// Register makes the operators for the instance of a connection.
func Register(conn lib.Connection) error {
	sets := map[string]lib.ScalarFunctionSet{}
	for _, o := range operators() {
		set, known := sets[o.name]
		if !known {
			set = lib.CreateScalarFunctionSet(o.name)
			defer lib.DestroyScalarFunctionSet(&set)
			sets[o.name] = set
		}
		if !o.addTo(set) {
			return sqlstate.New(sqlstate.InternalError, "operator %s has one signature twice", o.name)
		}
	}
	for name, set := range sets {
		if lib.RegisterScalarFunctionSet(conn, set) == lib.StateError {
			return sqlstate.New(sqlstate.InternalError, "operator %s cannot be registered", name)
		}
	}
	return nil
}

func (o operator) addTo(set lib.ScalarFunctionSet) bool {
	f := lib.CreateScalarFunction()
	defer lib.DestroyScalarFunction(&f)
	lib.ScalarFunctionSetName(f, o.name)
	for _, name := range o.takes {
		t := vector.Logical(name)
		lib.ScalarFunctionAddParameter(f, t)
		lib.DestroyLogicalType(&t)
	}
	t := vector.Logical(o.returns)
	lib.ScalarFunctionSetReturnType(f, t)
	lib.DestroyLogicalType(&t)
	lib.ScalarFunctionSetFunction(f, o.call)
	return lib.AddScalarFunctionToSet(set, f) != lib.StateError
}
