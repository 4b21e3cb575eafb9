package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// incomparable are types that have no equality of their own for sorting and grouping.
var incomparable = map[string]bool{"point": true, "xml": true, "lseg": true, "box": true, "path": true, "polygon": true, "circle": true, "line": true, "jsonpath": true}

// checkRare refuses what would store or compare values of rare types by the texts that are kept. The tree is translated.
func (t *translation) checkRare(root *pg_query.Node) {
	if !t.hasRare() && !t.ReadsRare || t.Err != nil {
		return
	}
	s := trees.Explained(root).GetSelectStmt()
	if t.ColumnTypes == nil && t.Hidden {
		t.NoteUnsupported(build.Nowhere, "values of this type are not supported in a statement with these queries")
		return
	}
	if (t.rare || t.searched && !changesRows(root)) && (s == nil || s.IntoClause != nil) {
		t.refuseRareColumn(root)
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		var inner []*pg_query.Node
		switch m := m.(type) {
		case *pg_query.WindowDef:
			inner = m.OrderClause
		case *pg_query.FuncCall:
			inner = m.AggOrder
		case *pg_query.SelectStmt:
			t.checkRareKeys(m)
		}
		for _, n := range inner {
			t.checkKey(n.GetSortBy().GetNode(), &pg_query.SelectStmt{}, true)
		}
	})
}

// checkRareKeys refuses what orders, groups or compares the rows of a query by a value of a rare type.
func (t *translation) checkRareKeys(s *pg_query.SelectStmt) {
	for _, n := range s.SortClause {
		t.checkKey(n.GetSortBy().GetNode(), s, true)
	}
	if !t.hasRare() {
		return // the analysis of types knows what columns are grouped by
	}
	for _, n := range s.GroupClause {
		t.checkKey(n, s, false)
	}
	if len(s.DistinctClause) == 0 && (s.Larg == nil || s.All) {
		return
	}
	for _, part := range trees.Leaves(s) {
		for _, n := range part.TargetList {
			t.checkKey(n.GetResTarget().GetVal(), part, false)
		}
	}
}

// changesRows reports whether a statement changes rows of a table: no column of one is a query of text search.
func changesRows(root *pg_query.Node) bool {
	switch trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt:
		return true
	}
	return false
}

// refuseRareColumn refuses a statement that would store values of rare types, by the first of its columns that has one.
func (t *translation) refuseRareColumn(root *pg_query.Node) {
	kind := ""
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if c, ok := m.(*pg_query.ColumnDef); ok && kind == "" {
			if _, name := parse.SplitName(c.GetTypeName().GetNames()); raretypes.Types[strings.TrimPrefix(name, "pg_")] {
				kind = strings.TrimPrefix(name, "pg_")
			}
		}
	})
	switch kind {
	case "":
		t.NoteUnsupported(build.Nowhere, "values of this type are supported in queries alone").WithHint("The embedded engine has no columns of money, xml, geometry other than points, queries of text search or multiranges.")
	case "money":
		t.NoteUnsupported(build.Nowhere, "a column of type money is not supported").WithHint("Use numeric, and cast it to money where it is shown.")
	default:
		t.NoteUnsupported(build.Nowhere, "a column of type %s is not supported", kind).WithHint("Use text, and cast it to %s in queries.", kind)
	}
}

// checkKey refuses a value of a rare type that rows are sorted or told apart by. Money alone is kept in its order.
func (t *translation) checkKey(n *pg_query.Node, s *pg_query.SelectStmt, sorted bool) {
	if at, ok := parse.IntConstant(n); ok && at > 0 && int(at) <= len(s.TargetList) {
		n = s.TargetList[at-1].GetResTarget().GetVal()
	}
	kind := t.kindOf(n)
	if name := n.GetColumnRef().GetFields(); kind == "" && len(name) == 1 && name[0].GetString_() != nil {
		for _, target := range s.TargetList {
			if target.GetResTarget().GetName() == name[0].GetString_().Sval {
				kind = t.kindOf(target.GetResTarget().GetVal())
			}
		}
	}
	if kind == "" || kind == "money" || !raretypes.Types[kind] || kind == "tsvector" && !sorted {
		return // the texts that are kept are equal where the values are
	}
	what := "an equality operator"
	if sorted {
		what = "an ordering operator"
	}
	if incomparable[kind] {
		t.NoteError(build.Nowhere, sqlstate.UndefinedFunction, "could not identify %s for type %s", what, kind)
		return
	}
	t.NoteUnsupported(build.Nowhere, "rows in the order of a value of type %s are not supported", kind)
}
