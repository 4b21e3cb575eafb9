package checks

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What types forbid in Postgres, and DuckDB casts.

// arrayQuestions are functions that take an array of any type, and have no other form.
var arrayQuestions = parse.WordSet(`array_length array_upper array_lower array_dims array_ndims cardinality array_to_string`)

// valueQuestions are functions of one value, or array, of any type.
var valueQuestions = parse.WordSet(`to_json to_jsonb array_to_json json_agg jsonb_agg`)

// failsUnknown refuses a quoted constant as a value, or an array, of any type.
func (t *checker) failsUnknown(f *pg_query.FuncCall, name string) {
	if len(f.Args) == 0 || t.Env.SQLite {
		return
	}
	if valueQuestions[name] && !t.Env.Rewritten && f.Args[0].GetAConst().GetIsnull() {
		t.NoteError(build.Nowhere, "42804", "could not determine polymorphic type because input has type unknown")
		return
	}
	if t.Shown(f.Args[0]) != "unknown" || !arrayQuestions[name] && name != "unnest" && (!valueQuestions[name] || t.Env.Rewritten) {
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
func (t *checker) failsRow(f *pg_query.FuncCall, name string) {
	if (name == "min" || name == "max") && len(f.Args) == 1 && f.Args[0].GetRowExpr() != nil {
		t.NoteError(f.Location, sqlstate.UndefinedFunction, "function %s(record) does not exist", name).
			WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
	}
}

// checkLengths refuses an array of arrays of several lengths.
func (t *checker) checkLengths(a *pg_query.A_ArrayExpr) {
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
