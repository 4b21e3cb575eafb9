package changes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB computes generated columns when they are read. It tries to when rows are inserted, but not when they are updated: an UPDATE
// returns the generated columns of its rows, so that it fails if one cannot be computed.

// computeGenerated has the steps that update a table with generated columns compute these. It reports whether there is such a step.
func (c *Division) computeGenerated(steps []Step) (found bool, err error) {
	for i := range steps {
		target, list := updatedOf(steps[i].Statement)
		if target == nil {
			continue
		}
		table, _ := c.relationOf(target)
		var columns []*pg_query.Node
		for _, column := range table.Typed {
			if column.Generated {
				columns = append(columns, build.Column(parse.AliasOrName(target), column.Name))
			}
		}
		if len(columns) == 0 {
			continue
		}
		if found = true; len(*list) == 0 {
			*list, steps[i].Rows = []*pg_query.Node{build.Target(build.IsNull(build.Call("concat", columns...)), "")}, false
			continue
		}
		if err := returnComputed(*list, columns); err != nil {
			return true, err
		}
	}
	return found, nil
}

// returnComputed has the first column that a client has asked for depend on the generated columns. A star has them.
func returnComputed(list, columns []*pg_query.Node) error {
	if slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !trees.IsSingleColumn(n) }) {
		return nil
	}
	first := list[0].GetResTarget()
	name := shownName(first)
	if name == "" {
		return sqlstate.New(sqlstate.FeatureNotSupported, "an update of a table with generated columns that returns an expression without a name is not supported").
			WithHint("Give the expression a name: RETURNING … AS name.")
	}
	first.Name, first.Val = name, build.Case(nil, build.When(build.IsNotNull(build.Call("concat", columns...)), first.Val))
	return nil
}

// updatedOf is the table that a statement updates, and what the statement returns.
func updatedOf(n *pg_query.Node) (target *pg_query.RangeVar, returning *[]*pg_query.Node) {
	switch s := parse.Unwrap(n).(type) {
	case *pg_query.UpdateStmt:
		return s.Relation, &s.ReturningList
	case *pg_query.InsertStmt:
		if s.OnConflictClause.GetAction() == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
			return s.Relation, &s.ReturningList
		}
	case *pg_query.MergeStmt:
		updates := func(n *pg_query.Node) bool {
			return n.GetMergeWhenClause().GetCommandType() == pg_query.CmdType_CMD_UPDATE
		}
		if slices.ContainsFunc(s.MergeWhenClauses, updates) {
			return s.Relation, &s.ReturningList
		}
	}
	return nil, nil
}
