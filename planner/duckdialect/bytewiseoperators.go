package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// bytewise are PostgreSQL's operators that compare texts by their bytes whatever their collations are, and DuckDB's that do so.
var bytewise = map[string]string{"~<~": "<", "~<=~": "<=", "~>~": ">", "~>=~": ">="}

// byBytes are the types that those operators compare.
var byBytes = parse.WordSet(`text varchar bpchar name pg_name unknown`)

// compareBytewise has texts be compared by their bytes. It returns the operator, "" where it refuses the expression.
func (t *translation) compareBytewise(e *pg_query.A_Expr, op string) string {
	by := bytewise[op]
	if by == "" || t.Env.SQLite {
		return op
	}
	right := t.textType(e.Rexpr)
	isArray := e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY || e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ALL
	if isArray {
		right = strings.TrimSuffix(right, "[]")
	}
	left := t.textType(e.Lexpr)
	known := func(n *pg_query.Node, kind string) bool { return byBytes[kind] || n.GetParamRef() != nil && kind == "" }
	switch {
	case e.Lexpr == nil, e.Kind != pg_query.A_Expr_Kind_AEXPR_OP && !isArray:
		t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s %s", op, inference.Spelled(right)).
			WithHint("No operator matches the given name and argument type. You might need to add an explicit type cast.")
		return ""
	case left == "" && e.Lexpr.GetParamRef() == nil, right == "" && e.Rexpr.GetParamRef() == nil:
		t.NoteUnsupported(e.Location, "operator %s of a value whose type is not known is not supported", op).WithHint("Cast both sides to text.")
		return ""
	case !known(e.Lexpr, left) || !known(e.Rexpr, right):
		t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s %s %s", inference.Spelled(left), op, inference.Spelled(right)).
			WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
		return ""
	}
	e.Name, t.Changed = build.Names(by), true
	return by
}

// textType is the type of a side of such an operator, of an array of texts that of its elements.
func (t *translation) textType(n *pg_query.Node) string {
	if c := n.GetCollateClause(); c != nil {
		return t.textType(c.Arg)
	}
	elements := n.GetAArrayExpr().GetElements()
	if len(elements) == 0 {
		return t.Inferred(n)
	}
	for _, one := range elements {
		if kind := t.textType(one); !byBytes[kind] {
			return kind
		}
	}
	return "text[]"
}
