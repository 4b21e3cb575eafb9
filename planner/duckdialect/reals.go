package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Reals beside other numbers, and casts between booleans and numbers.

// failsCast refuses casts between booleans and numbers, of which Postgres has those of integer alone.
func (t *translation) failsCast(c *pg_query.TypeCast, name string) bool {
	from := t.Shown(c.Arg)
	switch {
	case len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite || from == "int4" || name == "int4":
		return false
	case from == "bool" && inference.Families[name] == 'N':
	case name == "bool" && inference.Families[from] == 'N' && (c.Arg.GetColumnRef() == nil || from != "int2" && from != "int8"):
	default:
		return false
	}
	t.NoteError(c.TypeName.Location, "42846", "cannot cast type %s to %s", inference.Spelled(from), inference.Spelled(name))
	return true
}

// widenReal compares a real with another number as Postgres does, as double precisions: DuckDB makes the other number a real,
// which may have lost the digits that differ.
func (t *translation) widenReal(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	if t.Env.SQLite || e.Lexpr == nil {
		return
	}
	list := e.Rexpr.GetList().GetItems()
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP, pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		if trees.Comparisons[op] {
			t.widenSides(&e.Lexpr, &e.Rexpr)
		}
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		t.widenSides(&e.Lexpr, &e.Rexpr)
	case pg_query.A_Expr_Kind_AEXPR_NULLIF:
		value := e.Lexpr
		if t.widenSides(&e.Lexpr, &e.Rexpr); e.Lexpr != value {
			t.ReplaceNode(n, build.Case(value, build.When(build.Binary("=", e.Lexpr, e.Rexpr), build.Null())))
		}
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		for i := range list {
			t.widenSides(&e.Lexpr, &list[i])
		}
	case pg_query.A_Expr_Kind_AEXPR_IN: // of several values Postgres makes reals
		if len(list) == 1 {
			t.widenSides(&e.Lexpr, &list[0])
		}
	}
}

// widenSides makes double precisions of reals where one of two values is a real and the other another number, and gives a time a zone
// where the other value has one.
func (t *translation) widenSides(left, right **pg_query.Node) {
	for _, pair := range [][2]**pg_query.Node{{left, right}, {right, left}} {
		kind := t.Inferred(*pair[1])
		if elements := (*pair[1]).GetAArrayExpr().GetElements(); len(elements) > 0 {
			kind = t.Inferred(elements[0])
		}
		if t.Shown(*pair[0]) == "float4" && kind != "float4" && (inference.Numbers[kind] || kind == "float8") {
			*pair[0], t.Changed = build.Cast(*pair[0], build.PlainType("float8")), true
		}
		if t.Shown(*pair[0]) == "time" && kind == "timetz" && !t.Env.SQLite {
			*pair[0], t.Changed = build.Cast(ofToday(*pair[0]), build.PlainType("timetz")), true
		}
	}
}

// widenCase does the same for CASE value WHEN constant.
func (t *translation) widenCase(c *pg_query.CaseExpr) {
	for _, w := range c.Args {
		if c.Arg != nil && !t.Env.SQLite {
			t.widenSides(&c.Arg, &w.GetCaseWhen().Expr)
		}
	}
}

// castArgument casts the first argument of a function to the type that Postgres's function has: a real is rounded as a double
// precision, and what is split is a text.
func (t *translation) castArgument(f *pg_query.FuncCall, name string) {
	if len(f.Args) == 0 || t.Env.SQLite {
		return
	}
	kind := t.Shown(f.Args[0])
	switch {
	case roundings[name] && len(f.Args) == 1 && kind == "float4":
		f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType("float8")), true
	case name == "split_part" && (kind == "varchar" || kind == "bpchar"):
		f.Args[0], t.Changed = build.Cast(f.Args[0], build.PlainType("text")), true
	}
}

// roundings are functions that return a double precision for a real.
var roundings = map[string]bool{"round": true, "ceil": true, "ceiling": true, "floor": true, "trunc": true}

// ofToday is the moment of a time of day today: a time has the offset that the session's zone has then.
func ofToday(clock *pg_query.Node) *pg_query.Node {
	end := build.Cast(build.Text("24:00:00"), build.PlainType("time")) // which is the start of tomorrow
	moment := build.Cast(build.Binary("+", build.Call("current_date"), clock), build.PlainType("timestamptz"))
	return build.Case(moment, build.When(build.Binary("=", clock, end), rewrite.Failing("the time 24:00 with the zone of the session is not supported")))
}
