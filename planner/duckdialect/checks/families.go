package checks

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Values of types that Postgres neither compares nor makes one type of, and DuckDB does. The analysis (package definitions)
// refuses these in most statements. The checks here are for statements that the analysis does not see: those over several
// sources or over APIs, and very large ones.

// checkOperands refuses values that no operator compares or joins.
func (t *checker) checkOperands(e *pg_query.A_Expr) {
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
		a, b := inference.Families[left], inference.Families[right]
		if a == 0 || b == 0 {
			continue
		}
		if trees.Comparisons[op] && a != b || op == "||" && !joined[a] && !joined[b] {
			t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s %s %s", inference.Spelled(left), op, inference.Spelled(right)).
				WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
		}
	}
}

// joined are the families of types that || takes.
var joined = map[byte]bool{'S': true, 'Y': true, 'J': true}

// checkMatched refuses values of one form, such as COALESCE, that have no common type.
func (t *checker) checkMatched(form string, location int32, choices []*pg_query.Node) {
	first := ""
	for _, n := range choices {
		kind := t.Shown(n)
		switch family := inference.Families[kind]; {
		case family == 0 || t.Env.SQLite:
		case first == "":
			first = kind
		case inference.Families[first] != family && inference.Families[first] != 'T' && family != 'T':
			t.NoteError(location, "42804", "%s types %s and %s cannot be matched", form, inference.Spelled(first), inference.Spelled(kind))
			return
		}
	}
}

// checkChosen refuses one message whose values have no common type.
func (t *checker) checkChosen(m any) {
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
