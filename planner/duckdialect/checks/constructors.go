package checks

import (
	"cmp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// jsonFunctions are the names by which PostgreSQL 15 reads functions of JSON that later versions have syntax for.
var jsonFunctions = map[pg_query.JsonExprOp]string{
	pg_query.JsonExprOp_JSON_EXISTS_OP: "json_exists", pg_query.JsonExprOp_JSON_QUERY_OP: "json_query", pg_query.JsonExprOp_JSON_VALUE_OP: "json_value",
}

// checkConstructor refuses JSON_OBJECT, JSON_ARRAY and the like.
func (t *checker) checkConstructor(m any) {
	switch m := m.(type) {
	case *pg_query.JsonObjectConstructor:
		if len(m.Exprs) > 0 && !t.Env.SQLite {
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "syntax error: JSON_OBJECT with keys and values is not known")
		}
		t.failsConstructor("json_object", m.Location, m.Output, nil)
	case *pg_query.JsonArrayConstructor:
		t.failsConstructor("json_array", m.Location, m.Output, m.Exprs)
	case *pg_query.JsonArrayQueryConstructor:
		t.failsConstructor("json_array", m.Location, m.Output, nil)
	case *pg_query.JsonFuncExpr:
		t.failsConstructor(jsonFunctions[m.Op], m.Location, m.Output, []*pg_query.Node{m.ContextItem.GetRawExpr(), m.Pathspec})
	}
}

// failsConstructor refuses what PostgreSQL has since version 16, and reads as a call of a function before.
func (t *checker) failsConstructor(name string, location int32, output *pg_query.JsonOutput, args []*pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	if output != nil {
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "syntax error at or near \"RETURNING\"")
		return
	}
	kinds := make([]string, len(args))
	for i, a := range args {
		if value := a.GetJsonValueExpr(); value != nil {
			a = value.RawExpr
		}
		kinds[i] = cmp.Or(inference.Spelled(t.Inferred(a)), "unknown")
	}
	t.NoteError(location, sqlstate.UndefinedFunction, "function %s(%s) does not exist", name, strings.Join(kinds, ", ")).
		WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
}
