package duckdialect

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// noteFilters notes the tests of rows against queries where an unknown answer means the same as false.
func (t *translation) noteFilters(root *pg_query.Node) {
	t.filters = map[*pg_query.SubLink]bool{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			t.noteFilter(m.WhereClause)
			t.noteFilter(m.HavingClause)
		case *pg_query.UpdateStmt:
			t.noteFilter(m.WhereClause)
		case *pg_query.DeleteStmt:
			t.noteFilter(m.WhereClause)
		}
	})
}

func (t *translation) noteFilter(n *pg_query.Node) {
	if b := n.GetBoolExpr(); b != nil && b.Boolop != pg_query.BoolExprType_NOT_EXPR {
		for _, part := range b.Args {
			t.noteFilter(part)
		}
	} else if s := n.GetSubLink(); s != nil && s.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK {
		t.filters[s] = true
	}
}

// rowInQuery tests a row against the rows of a query field by field. DuckDB's answer is unknown where a field is NULL and
// another differs.
func (t *translation) rowInQuery(n *pg_query.Node, s *pg_query.SubLink) {
	fields := s.Testexpr.GetRowExpr().GetArgs()
	if len(fields) < 2 || t.filters[s] || t.Env.SQLite || !repeatable(s.Testexpr) || trees.IsVolatile(s.Subselect.ProtoReflect()) {
		return
	}
	_, op := parse.SplitName(s.OperName)
	negated := s.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK && op == "<>"
	if !negated && (s.SubLinkType != pg_query.SubLinkType_ANY_SUBLINK || op != "" && op != "=") {
		return
	}
	equal, possible := make([]*pg_query.Node, len(fields)), make([]*pg_query.Node, len(fields))
	missingField, missingColumn := make([]*pg_query.Node, len(fields)), make([]*pg_query.Node, len(fields))
	columns := make([]string, len(fields))
	for i, field := range fields {
		columns[i] = "__field" + strconv.Itoa(i+1)
		equal[i] = build.Binary("=", pg_query.MakeColumnRefNode(build.Names(columns[i]), build.Nowhere), field)
		possible[i] = build.Coalesce(equal[i], build.Truth(true))
		missingField[i], missingColumn[i] = build.IsNull(field), build.IsNull(pg_query.MakeColumnRefNode(build.Names(columns[i]), build.Nowhere))
	}
	exists := func(tests []*pg_query.Node) *pg_query.Node {
		query, _ := proto.Clone(s.Subselect).(*pg_query.Node)
		rows := build.Lateral(query, &pg_query.Alias{Aliasname: "__fields", Colnames: build.Names(columns...)})
		found := build.Select(rows, pg_query.MakeResTargetNodeWithVal(build.Number(1), build.Nowhere))
		found.GetSelectStmt().WhereClause = build.And(tests...)
		return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType_EXISTS_SUBLINK, Subselect: found, Location: build.Nowhere}}}
	}
	// What is no equality compares each row with each: only those that have a NULL go there.
	fromField, fromColumn := append(slices.Clone(possible), build.Or(missingField...)), append(possible, build.Or(missingColumn...))
	t.ReplaceNode(n, build.Case(build.Truth(negated), build.When(exists(equal), build.Truth(!negated)), build.When(exists(fromField), build.Null()), build.When(exists(fromColumn), build.Null())))
}
