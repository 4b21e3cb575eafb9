package build

import pg_query "github.com/pganalyze/pg_query_go/v6"

// DefaultFrame is the parser's value for a window without a frame.
const DefaultFrame = 1058

// Select makes SELECT targets FROM from, or without FROM if from is nil.
func Select(from *pg_query.Node, targets ...*pg_query.Node) *pg_query.Node {
	s := &pg_query.SelectStmt{
		TargetList: targets, Op: pg_query.SetOperation_SETOP_NONE, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT,
	}
	if from != nil {
		s.FromClause = []*pg_query.Node{from}
	}
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
}

// Target makes an item of a SELECT list: value AS name, or value alone if name is empty.
func Target(value *pg_query.Node, name string) *pg_query.Node {
	return pg_query.MakeResTargetNodeWithNameAndVal(name, value, Nowhere)
}

// Star makes * in a SELECT list.
func Star() *pg_query.Node {
	return pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, Nowhere)
}

// Row makes ROW(…).
func Row(values ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_RowExpr{RowExpr: &pg_query.RowExpr{Args: values, RowFormat: pg_query.CoercionForm_COERCE_EXPLICIT_CALL, Location: Nowhere}}}
}

// Alias makes the alias of an item of FROM, with names for its columns.
func Alias(name string, columns ...string) *pg_query.Alias {
	a := &pg_query.Alias{Aliasname: name}
	if len(columns) > 0 {
		a.Colnames = Names(columns...)
	}
	return a
}

// Subselect makes a query in FROM that sees nothing of what stands beside it.
func Subselect(query *pg_query.Node, alias *pg_query.Alias) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias}}}
}

// Lateral makes a query in FROM that sees what stands before it.
func Lateral(query *pg_query.Node, alias *pg_query.Alias) *pg_query.Node {
	n := Subselect(query, alias)
	n.GetRangeSubselect().Lateral = true
	return n
}

// ValueOf makes a query in the place of a value.
func ValueOf(query *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType_EXPR_SUBLINK, Subselect: query, Location: Nowhere}}}
}

// ArrayOf makes an array of the rows of a query.
func ArrayOf(query *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType_ARRAY_SUBLINK, Subselect: query, Location: Nowhere}}}
}
