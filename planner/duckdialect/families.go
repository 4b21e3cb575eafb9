package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Values of types that Postgres neither compares nor makes one type of, and DuckDB does.

// families are the types that are compared with each other, by a letter of their own. Postgres calls them categories.
var families = map[string]byte{
	"int2": 'N', "int4": 'N', "int8": 'N', "numeric": 'N', "float4": 'N', "float8": 'N', "text": 'S', "varchar": 'S', "bpchar": 'S', "name": 'S',
	"date": 'D', "timestamp": 'D', "timestamptz": 'D', "bool": 'B', "interval": 'I', "time": 'T', "timetz": 'T', "uuid": 'U', "bytea": 'Y', "jsonb": 'J',
}

// familyOf is the family of a type whose values Postgres casts by itself to no other family's but texts, where they are
// assigned; 0: another type.
func familyOf(kind string) byte {
	switch f := families[kind]; f {
	case 'N', 'S', 'D', 'B':
		return f
	}
	return 0
}

// checkOperands refuses values that no operator compares or joins.
func (t *translation) checkOperands(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	with := e.Rexpr.GetList().GetItems()
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP, pg_query.A_Expr_Kind_AEXPR_NULLIF, pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		with = []*pg_query.Node{e.Rexpr}
	case pg_query.A_Expr_Kind_AEXPR_IN:
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM:
		op = ">="
	case pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		op = "<"
	default:
		return
	}
	if e.Lexpr == nil || t.Env.SQLite {
		return
	}
	left := t.Shown(e.Lexpr)
	for _, n := range with {
		right := t.Shown(n)
		a, b := families[left], families[right]
		if a == 0 || b == 0 {
			continue
		}
		if trees.Comparisons[op] && a != b || op == "||" && !joined[a] && !joined[b] {
			t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s %s %s", inference.Spelled(left), op, inference.Spelled(right)).
				WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
		}
	}
}

// failsCast refuses casts between booleans and numbers, of which Postgres has those of integer alone.
func (t *translation) failsCast(c *pg_query.TypeCast, name string) bool {
	from := t.Shown(c.Arg)
	switch {
	case len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite || from == "int4" || name == "int4":
		return false
	case from == "bool" && families[name] == 'N':
	case name == "bool" && families[from] == 'N' && (c.Arg.GetColumnRef() == nil || from != "int2" && from != "int8"):
	default:
		return false
	}
	t.NoteError(c.TypeName.Location, "42846", "cannot cast type %s to %s", inference.Spelled(from), inference.Spelled(name))
	return true
}

// joined are the families of types that || takes.
var joined = map[byte]bool{'S': true, 'Y': true, 'J': true}

// checkMatched refuses values of one form, such as COALESCE, that have no common type.
func (t *translation) checkMatched(form string, location int32, choices []*pg_query.Node) {
	first := ""
	for _, n := range choices {
		kind := t.Shown(n)
		switch family := families[kind]; {
		case family == 0 || t.Env.SQLite:
		case first == "":
			first = kind
		case families[first] != family && families[first] != 'T' && family != 'T':
			t.NoteError(location, "42804", "%s types %s and %s cannot be matched", form, inference.Spelled(first), inference.Spelled(kind))
			return
		}
	}
}

// checkChosen refuses one message whose values have no common type.
func (t *translation) checkChosen(m any) {
	switch m := m.(type) {
	case *pg_query.CoalesceExpr:
		t.checkMatched("COALESCE", m.Location, m.Args)
	case *pg_query.MinMaxExpr:
		form := "GREATEST"
		if m.Op == pg_query.MinMaxOp_IS_LEAST {
			form = "LEAST"
		}
		t.checkMatched(form, m.Location, m.Args)
	case *pg_query.CaseExpr: // Postgres begins with ELSE
		choices := []*pg_query.Node{m.Defresult}
		for _, w := range m.Args {
			choices = append(choices, w.GetCaseWhen().GetResult())
		}
		t.checkMatched("CASE", m.Location, choices)
	case *pg_query.A_ArrayExpr:
		t.checkMatched("ARRAY", m.Location, m.Elements)
	}
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

// widenSides makes double precisions of reals where one of two values is a real and the other another number.
func (t *translation) widenSides(left, right **pg_query.Node) {
	for _, pair := range [][2]**pg_query.Node{{left, right}, {right, left}} {
		kind := t.Inferred(*pair[1])
		if elements := (*pair[1]).GetAArrayExpr().GetElements(); len(elements) > 0 {
			kind = t.Inferred(elements[0])
		}
		if t.Shown(*pair[0]) == "float4" && kind != "float4" && (inference.Numbers[kind] || kind == "float8") {
			*pair[0], t.Changed = build.Cast(*pair[0], build.PlainType("float8")), true
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
