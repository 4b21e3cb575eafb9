package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// readUnited reads the quoted constants in a column of UNION and its like as the values of the other parts: DuckDB makes texts of these
// where they are computed. at is the number of the column.
func (t *translation) readUnited(s *pg_query.SelectStmt, at int, column []**pg_query.Node) {
	if list := trees.Leaves(s)[0].TargetList; at < len(list) {
		first := list[at].GetResTarget()
		if first.GetVal().GetAConst() != nil && first.Name == "" { // which a cast would name
			first.Name = "?column?"
		}
	}
	t.readQuoted(column, readInChoices)
}

// commonKind is the type that PostgreSQL gives to values that are made one, "" where it is not known.
func (t *translation) commonKind(column []**pg_query.Node) string {
	values := valuesAt(column)
	kind := t.Inferred(&pg_query.Node{Node: &pg_query.Node_CoalesceExpr{CoalesceExpr: &pg_query.CoalesceExpr{Args: values}}})
	if kind != "" {
		return kind
	}
	for _, n := range values {
		if _, quoted := parse.TextConstant(n); quoted || n.GetAConst().GetIsnull() {
			continue
		}
		own := t.Shown(n)
		if isTruth(n) {
			own = "bool"
		}
		if own == "" || kind != "" && kind != own {
			return ""
		}
		kind = own
	}
	return kind
}

// isTruth reports whether the text shows that a value is a boolean.
func isTruth(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_BoolExpr, *pg_query.Node_NullTest, *pg_query.Node_BooleanTest:
		return true
	case *pg_query.Node_SubLink:
		switch e.SubLink.SubLinkType {
		case pg_query.SubLinkType_EXISTS_SUBLINK, pg_query.SubLinkType_ANY_SUBLINK, pg_query.SubLinkType_ALL_SUBLINK:
			return true
		}
	case *pg_query.Node_FuncCall:
		_, name := parse.SplitName(e.FuncCall.Funcname)
		return truthCalls[name]
	case *pg_query.Node_AExpr:
		_, op := parse.SplitName(e.AExpr.Name)
		switch e.AExpr.Kind {
		case pg_query.A_Expr_Kind_AEXPR_OP:
			return trees.Comparisons[op] || patterns.Likes[op] != ""
		case pg_query.A_Expr_Kind_AEXPR_NULLIF:
			return false
		}
		return true
	}
	return false
}

// truthCalls are functions of PostgreSQL whose results are booleans.
var truthCalls = parse.WordSet(`bool_and bool_or every starts_with regexp_like isfinite isempty lower_inc upper_inc`)
