package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What types forbid in Postgres, and DuckDB casts.

// textTypes are types that no number is compared with.
var textTypes = map[string]bool{"text": true, "varchar": true, "bpchar": true}

// unitedTypes refuses values of types in one column of UNION and the like that Postgres does not cast to each other.
func (t *translation) unitedTypes(s *pg_query.SelectStmt, column []**pg_query.Node) {
	form := map[pg_query.SetOperation]string{pg_query.SetOperation_SETOP_UNION: "UNION", pg_query.SetOperation_SETOP_INTERSECT: "INTERSECT", pg_query.SetOperation_SETOP_EXCEPT: "EXCEPT"}[s.Op]
	if len(s.ValuesLists) > 0 {
		form = "VALUES"
	}
	first := ""
	for _, n := range column {
		kind := t.Shown(*n)
		switch family := families[kind]; {
		case family == 0:
		case first == "":
			first = kind
		case families[first] != family && form != "":
			location := int32(build.Nowhere)
			if c := (*n).GetColumnRef(); c != nil {
				location = c.Location
			}
			t.NoteError(location, "42804", "%s types %s and %s cannot be matched", form, inference.Spelled(first), inference.Spelled(kind))
			return
		}
	}
}

// arrayQuestions are functions that take an array of any type, and have no other form.
var arrayQuestions = parse.WordSet(`array_length array_upper array_lower array_dims array_ndims cardinality array_to_string`)

// failsUnknown refuses a quoted constant as an array of any type.
func (t *translation) failsUnknown(f *pg_query.FuncCall, name string) {
	if len(f.Args) == 0 || t.Shown(f.Args[0]) != "unknown" || !arrayQuestions[name] && name != "unnest" || t.Env.SQLite {
		return
	}
	if name == "unnest" {
		t.NoteError(f.Location, "42725", "function unnest(unknown) is not unique").
			WithHint("Could not choose a best candidate function. You might need to add explicit type casts.")
		return
	}
	t.NoteError(build.Nowhere, "42804", "could not determine polymorphic type because input has type unknown")
}

// failsRow refuses the least and the greatest of rows.
func (t *translation) failsRow(f *pg_query.FuncCall, name string) {
	if (name == "min" || name == "max") && len(f.Args) == 1 && f.Args[0].GetRowExpr() != nil {
		t.NoteError(f.Location, sqlstate.UndefinedFunction, "function %s(record) does not exist", name).
			WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
	}
}

// checkLengths refuses an array of arrays of several lengths.
func (t *translation) checkLengths(a *pg_query.A_ArrayExpr) {
	length := -1
	for _, n := range a.Elements {
		inner := n.GetAArrayExpr()
		if inner == nil {
			return
		}
		if length >= 0 && len(inner.Elements) != length {
			t.NoteError(build.Nowhere, "2202E", "multidimensional arrays must have array expressions with matching dimensions")
		}
		length = len(inner.Elements)
	}
}
