package writes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// SetUnchecked has a change of rows set the columns of the CHECKs that were added NOT VALID, to what they are. DuckDB holds a row that
// is updated to those CHECKs alone that read what the statement sets, and rows that were there before may not keep these.
func SetUnchecked(t *rewrite.Translation, statement *pg_query.Node, columns []rewrite.Column) {
	if !slices.ContainsFunc(columns, func(c rewrite.Column) bool { return c.Unchecked }) {
		return
	}
	set := func(r *pg_query.RangeVar, targets []*pg_query.Node) []*pg_query.Node {
		for _, c := range columns {
			isSet := slices.ContainsFunc(targets, func(n *pg_query.Node) bool { return n.GetResTarget().GetName() == c.Name })
			if !c.Unchecked || isSet || len(targets) == 0 {
				continue
			}
			of := pg_query.MakeColumnRefNode(build.Names(parse.AliasOrName(r), c.Name), build.Nowhere)
			target := pg_query.MakeResTargetNodeWithNameAndVal(c.Name, of, build.Nowhere)
			targets, t.Changed = append(targets, target), true
		}
		return targets
	}
	switch s := statement.GetNode().(type) {
	case *pg_query.Node_UpdateStmt:
		s.UpdateStmt.TargetList = set(s.UpdateStmt.Relation, s.UpdateStmt.TargetList)
	case *pg_query.Node_InsertStmt:
		if conflict := s.InsertStmt.OnConflictClause; conflict != nil {
			conflict.TargetList = set(s.InsertStmt.Relation, conflict.TargetList)
		}
	case *pg_query.Node_MergeStmt:
		for _, n := range s.MergeStmt.MergeWhenClauses {
			if when := n.GetMergeWhenClause(); when.GetCommandType() == pg_query.CmdType_CMD_UPDATE {
				when.TargetList = set(s.MergeStmt.Relation, when.TargetList)
			}
		}
	}
}
