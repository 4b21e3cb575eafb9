package duckdialect

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/checks"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// typeComparisons are the operators of regtype.
var typeComparisons = parse.WordSet(`= <> < > <= >=`)

// compareTypes has the results of pg_typeof compared by their OIDs, as PostgreSQL compares each regtype: it takes a text
// beside one for an OID. The emulation answers pg_typeof with a name, which is not the only one that its type has.
func (t *translation) compareTypes(m any) {
	if t.Env.SQLite {
		return
	}
	switch m := m.(type) {
	case *pg_query.A_Expr:
		_, op := parse.SplitName(m.Name)
		switch m.Kind {
		case pg_query.A_Expr_Kind_AEXPR_OP:
			if !typeComparisons[op] {
				return
			}
		case pg_query.A_Expr_Kind_AEXPR_IN, pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		default:
			return
		}
		t.typesAlike(append([]*pg_query.Node{m.Lexpr, m.Rexpr}, m.Rexpr.GetList().GetItems()...))
	case *pg_query.CaseExpr:
		compared := []*pg_query.Node{m.Arg}
		for _, when := range m.Args {
			compared = append(compared, when.GetCaseWhen().GetExpr())
		}
		if m.Arg != nil {
			t.typesAlike(compared)
		}
	case *pg_query.TypeCast:
		if _, name := parse.SplitName(m.TypeName.GetNames()); numberedTypes[name] && len(m.TypeName.ArrayBounds) == 0 && asksType(m.Arg) {
			t.castTo(m.Arg, "regtype")
		}
	}
}

// numberedTypes are the types that a regtype is cast to as a number.
var numberedTypes = parse.WordSet(`oid int4 int8`)

// typesAlike casts calls of pg_typeof to regtype, and the texts beside them to oid.
func (t *translation) typesAlike(compared []*pg_query.Node) {
	if !slices.ContainsFunc(compared, asksType) {
		return
	}
	for _, n := range compared {
		if _, quoted := parse.TextConstant(n); quoted {
			t.castTo(n, "oid")
		} else if asksType(n) {
			t.castTo(n, "regtype")
		}
	}
}

// asksType reports whether an expression is a call of pg_typeof.
func asksType(n *pg_query.Node) bool { return checks.AsksType(n.GetFuncCall()) }

func (t *translation) castTo(n *pg_query.Node, kind string) {
	t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType(kind)))
}
