package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Operations whose result in DuckDB has another type than in Postgres, as the text of the operands shows.

// typeArithmetic gives an operation Postgres's type: the difference of two dates is an integer, and a real beside another
// number is a double precision.
func (t *translation) typeArithmetic(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	left, right := t.Shown(e.Lexpr), t.Shown(e.Rexpr)
	switch {
	case op == "-" && t.countsDays(e, left, right):
		t.ReplaceNode(n, build.Call("pg__days_between", e.Lexpr, e.Rexpr))
	case op == "/" && (numerics.FoldQuotient(&t.Types, n, e.Lexpr, e.Rexpr) || numerics.DivideDeep(&t.Types, n, e)):
	case t.scaleTime(e, op, left, right), t.addTimeOfDay(e, op, left, right), op == "-" && t.subtractZoned(e, left, right):
	case left == "float4" && (inference.Numbers[right] || right == "float8"):
		e.Lexpr, t.Changed = build.Cast(e.Lexpr, build.PlainType("float8")), true
	case right == "float4" && (inference.Numbers[left] || left == "float8"):
		e.Rexpr, t.Changed = build.Cast(e.Rexpr, build.PlainType("float8")), true
	case e.Location > 0 && t.Env.Reals[e.Location] && !t.Env.SQLite: // where the text alone does not tell the types
		e.Lexpr, e.Rexpr, t.Changed = build.Cast(e.Lexpr, build.PlainType("float8")), build.Cast(e.Rexpr, build.PlainType("float8")), true
	case t.scaleInterval(e, op, left, right):
	default:
		t.addInterval(n, e, op)
	}
}

// scaleTime makes an interval of a time that is multiplied or divided, and reports whether that is what is asked.
func (t *translation) scaleTime(e *pg_query.A_Expr, op, left, right string) bool {
	switch {
	case left == "time" && (op == "*" || op == "/") && !t.Env.SQLite:
		e.Lexpr, left = build.Cast(e.Lexpr, build.PlainType("interval")), "interval"
	case right == "time" && op == "*" && !t.Env.SQLite:
		e.Rexpr, right = build.Cast(e.Rexpr, build.PlainType("interval")), "interval"
	default:
		return false
	}
	t.Changed = true
	t.scaleInterval(e, op, left, right)
	return true
}

// countsDays reports whether a date is taken from a date.
func (t *translation) countsDays(e *pg_query.A_Expr, left, right string) bool {
	return left == "date" && right == "date" || e.Location > 0 && t.Env.Days[e.Location] && !t.Env.SQLite
}

// zonedTypes are what a time with a zone is taken from, and takes.
var zonedTypes = map[string]bool{"timestamptz": true, "timestamp": true, "date": true}

// subtractZoned subtracts times of which one has a zone, in UTC.
func (t *translation) subtractZoned(e *pg_query.A_Expr, left, right string) bool {
	if !zonedTypes[left] || !zonedTypes[right] || left != "timestamptz" && right != "timestamptz" || t.Env.SQLite {
		return false
	}
	e.Lexpr, e.Rexpr, t.Changed = inUTC(e.Lexpr), inUTC(e.Rexpr), true
	return true
}

// inUTC is a time of UTC: DuckDB counts the days between two times with zones by the session's calendar, in which a day may
// have 23 hours, and Postgres does not.
func inUTC(n *pg_query.Node) *pg_query.Node {
	return build.Call("timezone", build.Text("UTC"), build.Cast(n, build.PlainType("timestamptz")))
}

// scaleInterval reads a quoted constant that an interval is multiplied or divided by as a number.
func (t *translation) scaleInterval(e *pg_query.A_Expr, op, left, right string) bool {
	switch {
	case (op == "*" || op == "/") && left == "interval" && right == "unknown":
		e.Rexpr, t.Changed = build.Cast(e.Rexpr, build.PlainType("float8")), true
	case op == "*" && left == "unknown" && right == "interval":
		e.Lexpr, t.Changed = build.Cast(e.Lexpr, build.PlainType("float8")), true
	default:
		return false
	}
	return true
}

// typeWithValue answers pg_typeof with a type, and has the value computed still: it may fail, or make one row of many.
func (t *translation) typeWithValue(n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	kind := func() *pg_query.Node { return build.Cast(build.Text(name), build.PlainType("pg_regtype")) }
	return t.ReplaceCall(n, "pg_typeof", build.Case(kind(), build.When(build.IsNull(f.Args[0]), kind())))
}

// typeOf answers pg_typeof where DuckDB has no such type.
func (t *translation) typeOf(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	if asked := t.Env.AskedTypes[f.Location]; asked != "" && f.Location > 0 {
		return t.typeWithValue(n, f, asked)
	}
	if written := t.typedAs[f]; written != "" {
		return t.typeWithValue(n, f, written)
	}
	if kind := t.Counted(f.Args[0]); kind != "" {
		return t.typeWithValue(n, f, kind)
	}
	if t.Env.Enum != nil {
		if e, array := t.EnumOfKind(t.EnumShown(f.Args[0])); e != nil && t.Env.Enum("", e.Name) != e { // its name alone means another type, or none
			name := lexical.QuoteIfNeeded(e.Schema) + "." + lexical.QuoteIfNeeded(e.Name)
			if array {
				name += "[]"
			}
			return t.ReplaceCall(n, "pg_typeof", build.Cast(build.Text(name), build.PlainType("pg_regtype")))
		}
	}
	if _, name := parse.SplitName(f.Args[0].GetFuncCall().GetFuncname()); name == "min" || name == "max" {
		return t.ReplaceCall(n, "pg_typeof", emulation.Call("_pg_typeof_least", f.Args[0]))
	}
	if t.Shown(f.Args[0]) == "unknown" {
		return t.ReplaceCall(n, "pg_typeof", build.Cast(build.Text("unknown"), build.PlainType("pg_regtype")))
	}
	return false
}
