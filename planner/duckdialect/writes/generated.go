package writes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// DEFAULT for a generated column says nothing, but DuckDB takes it for a value: it is left out.

// leaveGenerated leaves DEFAULT for generated columns out of an INSERT or UPDATE.
func leaveGenerated(t *rewrite.Translation, root *pg_query.Node, columns []rewrite.Column) {
	generated, other := map[string]bool{}, ""
	for _, c := range columns {
		if c.Generated {
			generated[c.Name] = true
		} else if other == "" {
			other = c.Name
		}
	}
	if len(generated) == 0 {
		return
	}
	switch s := root.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		leaveInserted(t, s.InsertStmt, columns, generated)
		nameGiven(t, s.InsertStmt, columns)
	case *pg_query.Node_UpdateStmt:
		s.UpdateStmt.TargetList = leaveSet(t, s.UpdateStmt.TargetList, s.UpdateStmt.Relation, generated, other)
	case *pg_query.Node_MergeStmt:
		for _, n := range s.MergeStmt.MergeWhenClauses {
			if when := n.GetMergeWhenClause(); when.CommandType == pg_query.CmdType_CMD_UPDATE {
				when.TargetList = leaveSet(t, when.TargetList, s.MergeStmt.Relation, generated, other)
			}
		}
	}
}

// leaveSet leaves DEFAULT for generated columns out of SET. other is another column of the table.
func leaveSet(t *rewrite.Translation, targets []*pg_query.Node, table *pg_query.RangeVar, generated map[string]bool, other string) []*pg_query.Node {
	kept := slices.DeleteFunc(slices.Clone(targets), func(n *pg_query.Node) bool {
		return generated[n.GetResTarget().GetName()] && n.GetResTarget().GetVal().GetSetToDefault() != nil
	})
	if len(kept) == len(targets) {
		return targets
	}
	if len(kept) == 0 && other != "" { // it changes each row into itself
		itself := build.Column(parse.AliasOrName(table), other)
		kept = append(kept, pg_query.MakeResTargetNodeWithNameAndVal(other, itself, build.Nowhere))
	}
	t.Changed = true
	return kept
}

// nameGiven names the columns that get values where a statement names none: DuckDB fills up fewer values only in a table without
// generated columns.
func nameGiven(t *rewrite.Translation, s *pg_query.InsertStmt, columns []rewrite.Column) {
	query := s.GetSelectStmt().GetSelectStmt()
	if len(s.Cols) > 0 || query == nil {
		return
	}
	width, known := WidthOf(t, query, s.WithClause)
	if !known || width >= len(columns) {
		return
	}
	for _, c := range columns[:width] {
		s.Cols, t.Changed = append(s.Cols, pg_query.MakeResTargetNodeWithName(c.Name, build.Nowhere)), true
	}
}

// leaveInserted leaves generated columns out of the rows of an INSERT that have DEFAULT there.
func leaveInserted(t *rewrite.Translation, s *pg_query.InsertStmt, columns []rewrite.Column, generated map[string]bool) {
	query := s.GetSelectStmt().GetSelectStmt()
	if query == nil || len(query.ValuesLists) == 0 {
		return
	}
	order := s.Cols
	if len(order) == 0 {
		width := len(query.ValuesLists[0].GetList().GetItems())
		for _, c := range columns[:min(width, len(columns))] {
			order = append(order, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: c.Name, Location: build.Nowhere}}})
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		unsaid := generated[order[i].GetResTarget().GetName()]
		for _, row := range query.ValuesLists {
			items := row.GetList().GetItems()
			unsaid = unsaid && len(items) == len(order) && items[i].GetSetToDefault() != nil
		}
		if !unsaid {
			continue
		}
		order = slices.Delete(slices.Clone(order), i, i+1)
		for _, row := range query.ValuesLists {
			row.GetList().Items = slices.Delete(row.GetList().Items, i, i+1)
		}
		s.Cols, t.Changed = order, true
	}
}
