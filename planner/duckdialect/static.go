package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Types that the text of an expression shows, where DuckDB's result has another.

// shownType is the type of an expression, "" where the text does not show it.
func (t *translation) shownType(n *pg_query.Node) string {
	if kind := t.enumShown(n); kind != "" {
		return kind
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		if _, name := parse.SplitName(e.TypeCast.TypeName.GetNames()); len(e.TypeCast.TypeName.GetArrayBounds()) == 0 {
			return name
		}
	case *pg_query.Node_SqlvalueFunction:
		switch e.SqlvalueFunction.Op {
		case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
			return "date"
		case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP, pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N:
			return "timestamptz"
		}
	case *pg_query.Node_FuncCall:
		return t.shownResult(e.FuncCall)
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr, *pg_query.Node_CaseExpr:
		if t.wide && t.anyWide(choicesOf(n)...) {
			return wideType
		}
	case *pg_query.Node_AConst:
		switch e.AConst.Val.(type) {
		case *pg_query.A_Const_Ival:
			return "int4"
		case *pg_query.A_Const_Fval:
			return "numeric"
		case *pg_query.A_Const_Sval:
			return "unknown"
		}
		if e.AConst.Isnull {
			return "unknown"
		}
	case *pg_query.Node_ColumnRef:
		return t.columnType(e.ColumnRef)
	}
	return ""
}

// columnType returns the type of a column by its name. If several relations have the name, the relation's name decides.
func (t *translation) columnType(c *pg_query.ColumnRef) string {
	last := c.Fields[len(c.Fields)-1].GetString_()
	if last == nil {
		return ""
	}
	if n := len(c.Fields); n > 1 {
		if kind := t.columnTypes[c.Fields[n-2].GetString_().GetSval()+"."+last.Sval]; kind != "" {
			return kind
		}
	}
	return t.columnTypes[last.Sval]
}

// choicesOf are the values that COALESCE, CASE, GREATEST or LEAST chooses from.
func choicesOf(n *pg_query.Node) []*pg_query.Node {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_CoalesceExpr:
		return e.CoalesceExpr.Args
	case *pg_query.Node_MinMaxExpr:
		return e.MinMaxExpr.Args
	case *pg_query.Node_CaseExpr:
		return caseResults(e.CaseExpr)
	}
	return nil
}

// sameTypes are functions whose result is of their first argument's type.
var sameTypes = map[string]bool{"max": true, "min": true, "lag": true, "lead": true, "first_value": true, "last_value": true, "nth_value": true}

// shownResult is the type of a call's result.
func (t *translation) shownResult(f *pg_query.FuncCall) string {
	if _, name := parse.SplitName(f.Funcname); name == widePlain || strings.HasPrefix(name, wideStart) && name != wideStart+"text" {
		return wideType
	}
	switch name := t.OriginalName(f); {
	case sameTypes[name] && len(f.Args) > 0:
		return t.shownType(f.Args[0])
	case raretypes.RangeElements[name] != "":
		return name
	case (name == "lower" || name == "upper") && len(f.Args) == 1:
		return raretypes.RangeElements[strings.TrimPrefix(t.shownType(f.Args[0]), "pg_")]
	case raretypes.ByName[name] != "":
		return raretypes.ByName[name]
	case name == "unhex":
		return "bytea"
	case name == "now" || name == "get_current_timestamp" || name == "transaction_timestamp" || name == "statement_timestamp" || name == "clock_timestamp":
		return "timestamptz"
	case name == "make_date" || name == "to_date" || name == "current_date":
		return "date"
	}
	return ""
}

// anArray is the shown type of a column that is an array.
const anArray = "array"

// typeNames are the types that matter here, by their OIDs.
var typeNames = map[uint32]string{
	16: "bool", 17: "bytea", 114: "json", 3802: "jsonb", 1186: "interval", 1083: "time", 1266: "timetz", 2950: "uuid",
	1082: "date", 700: "float4", 701: "float8", 23: "int4", 20: "int8", 21: "int2", 1700: "numeric", 1114: "timestamp", 1184: "timestamptz",
	25: "text", 1043: "varchar", 1042: "bpchar", 1560: "bit", 1562: "bit",
	3904: "int4range", 3926: "int8range", 3906: "numrange", 3908: "tsrange", 3910: "tstzrange", 3912: "daterange",
}

// typeArithmetic gives an operation Postgres's type: the difference of two dates is an integer, and a real beside another
// number is a double precision.
func (t *translation) typeArithmetic(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	left, right := t.shownType(e.Lexpr), t.shownType(e.Rexpr)
	switch {
	case op == "-" && left == "date" && right == "date":
		t.ReplaceNode(n, build.Call("pg__days_between", e.Lexpr, e.Rexpr))
	case t.addTimeOfDay(e, op, left, right), op == "-" && t.subtractZoned(e, left, right):
	case left == "float4" && (numbers[right] || right == "float8"):
		e.Lexpr, t.Changed = build.Cast(e.Lexpr, build.PlainType("float8")), true
	case right == "float4" && (numbers[left] || left == "float8"):
		e.Rexpr, t.Changed = build.Cast(e.Rexpr, build.PlainType("float8")), true
	case t.scaleInterval(e, op, left, right), t.addInterval(n, e, op):
	case op != "%" && e.Lexpr != nil && (left == "float8" && (right == "float8" || numbers[right]) || right == "float8" && numbers[left]) && !t.Env.SQLite:
		t.refuseOverflow(n, e)
	}
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

// refuseOverflow makes an operation on finite numbers fail whose result is infinite.
func (t *translation) refuseOverflow(n *pg_query.Node, e *pg_query.A_Expr) {
	double := func(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType("float8")) }
	result := &pg_query.Node{Node: n.Node}
	t.ReplaceNode(n, build.Case(result, build.When(
		build.And(build.Call("isinf", double(result)), build.Call("isfinite", double(e.Lexpr)), build.Call("isfinite", double(e.Rexpr))),
		build.Call("error", build.Text("22003: value out of range: overflow")),
	)))
}

var numbers = map[string]bool{"int2": true, "int4": true, "int8": true, "numeric": true}

// typeOf answers pg_typeof where DuckDB has no such type.
func (t *translation) typeOf(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	if written := t.typedAs[f]; written != "" {
		return t.ReplaceCall(n, "pg_typeof", build.Cast(build.Text(written), build.PlainType("pg_regtype")))
	}
	if c := f.Args[0].GetTypeCast(); c != nil && len(c.TypeName.GetArrayBounds()) > 0 {
		if _, name := parse.SplitName(c.TypeName.Names); name == "varchar" {
			return t.ReplaceCall(n, "pg_typeof", build.Cast(build.Text("character varying[]"), build.PlainType("pg_regtype")))
		}
	}
	if kind := t.countedType(f.Args[0]); kind != "" { // with the call, which makes one row of many
		return t.ReplaceCall(n, "pg_typeof", build.Case(build.Cast(build.Text(kind), build.PlainType("pg_regtype")), build.When(build.IsNull(f.Args[0]), build.Cast(build.Text(kind), build.PlainType("pg_regtype")))))
	}
	if t.shownType(f.Args[0]) == "unknown" {
		return t.ReplaceCall(n, "pg_typeof", build.Cast(build.Text("unknown"), build.PlainType("pg_regtype")))
	}
	return false
}

// countedType is the type of a call of countedTypes.
func (t *translation) countedType(n *pg_query.Node) string {
	if f := n.GetFuncCall(); f != nil {
		return countedTypes[t.OriginalName(f)]
	}
	return ""
}

// countedTypes are the types of aggregates and window functions of which DuckDB tells none where their arguments are constants.
var countedTypes = map[string]string{
	"count": "bigint", "bool_and": "boolean", "bool_or": "boolean", "every": "boolean", "string_agg": "text",
	"row_number": "bigint", "rank": "bigint", "dense_rank": "bigint", "ntile": "integer", "percent_rank": "double precision", "cume_dist": "double precision",
}
