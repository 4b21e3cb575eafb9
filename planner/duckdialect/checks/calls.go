package checks

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Calls of functions that DuckDB has for more types than Postgres.

// checkArguments refuses a call whose arguments are of types that the function does not take.
func (t *checker) checkArguments(f *pg_query.FuncCall, name string) {
	if t.Env.SQLite || len(f.Args) == 0 {
		return
	}
	kind := t.Shown(f.Args[0])
	switch {
	case (name == "extract" || name == "date_part") && len(f.Args) == 2 && momentOfDay[t.Shown(f.Args[1])]:
		kind = t.Shown(f.Args[1])
		if field, ok := parse.TextConstant(f.Args[0]); ok && dayFields[strings.ToLower(field)] || kind == "time" && strings.HasPrefix(strings.ToLower(field), "timezone") {
			t.NoteUnsupported(f.Location, "unit %q not supported for type %s", strings.ToLower(field), map[string]string{"time": "time without time zone", "timetz": "time with time zone"}[kind])
		}
	case boolLess[name] && len(f.Args) == 1 && t.isTruth(f.Args[0]):
		t.failsFunction(f, name, "bool")
	case (name == "max" || name == "min") && len(f.Args) == 1 && unordered[kind]:
		t.failsFunction(f, name, kind)
	case name == "string_agg" && len(f.Args) == 2 && (inference.SpelledNumbers[kind] != "" || inference.DatesAndTimes[kind] || unordered[kind] && kind != "bytea"):
		t.failsFunction(f, name, kind, t.Shown(f.Args[1]))
	}
}

// failsFunction refuses a call that no function matches.
func (t *checker) failsFunction(f *pg_query.FuncCall, name string, kinds ...string) {
	if t.Env.SQLite {
		return
	}
	for i, kind := range kinds {
		kinds[i] = map[string]string{"bool": "boolean", "": "unknown"}[kind]
		if kinds[i] == "" {
			kinds[i] = inference.Spelled(kind)
		}
	}
	t.NoteError(f.Location, sqlstate.UndefinedFunction, "function %s(%s) does not exist", name, strings.Join(kinds, ", ")).
		WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
}

// boolLess are aggregates that booleans do not have.
var boolLess = parse.WordSet(`sum avg max min`)

// isTruth reports whether the text shows that a value is a boolean.
func (t *checker) isTruth(n *pg_query.Node) bool {
	if e := n.GetAExpr(); e.GetKind() == pg_query.A_Expr_Kind_AEXPR_OP {
		_, op := parse.SplitName(e.Name)
		return trees.Comparisons[op]
	}
	_, isConstant := n.GetAConst().GetVal().(*pg_query.A_Const_Boolval)
	return isConstant || n.GetBoolExpr() != nil || n.GetNullTest() != nil || t.Shown(n) == "bool"
}

// unordered are the types without max and min.
var unordered = parse.WordSet(`bool uuid bytea json jsonb`)

// momentOfDay are the types of times without a date.
var momentOfDay = map[string]bool{"time": true, "timetz": true}

// dayFields are fields of dates that times do not have.
var dayFields = parse.WordSet(`day days week weeks month months quarter year years decade decades century centuries millennium millennia isoyear isodow dow doy julian`)
