package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// groupDependent adds the columns of a table to GROUP BY that its primary key there determines: in Postgres they may
// stand beside aggregates, in DuckDB they may not. The tree is still the client's.
func groupDependent(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || len(s.GroupClause) == 0 || slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool { return n.GetGroupingSet() != nil }) {
			return
		}
		for _, n := range s.FromClause {
			eachTable(n, func(r *pg_query.RangeVar) { groupColumnsOf(t, s, r) })
		}
	})
}

// eachTable calls f with the tables of an item of FROM, those that are joined included.
func eachTable(n *pg_query.Node, f func(*pg_query.RangeVar)) {
	if r := n.GetRangeVar(); r != nil && r.Catalogname == "" && !emulation.IsCatalog(r) && len(r.GetAlias().GetColnames()) == 0 {
		f(r)
	}
	if j := n.GetJoinExpr(); j != nil && j.Alias == nil {
		eachTable(j.Larg, f)
		eachTable(j.Rarg, f)
	}
}

// groupColumnsOf adds the columns of one table, if all columns of its primary key are in GROUP BY.
func groupColumnsOf(t *rewrite.Translation, s *pg_query.SelectStmt, r *pg_query.RangeVar) {
	table := r.GetAlias().GetAliasname()
	if table == "" {
		table = r.Relname
	}
	columns, grouped, isKey := map[string]bool{}, groupedOf(s, table), 0
	for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
		columns[c.Name] = true
		if c.Key {
			if isKey++; !grouped[c.Name] {
				return
			}
		}
	}
	if isKey == 0 {
		return
	}
	add := func(c *pg_query.ColumnRef) {
		parts := parse.NameParts(c.Fields)
		name := parts[len(parts)-1]
		if !columns[name] || grouped[name] || len(parts) > 2 || len(parts) == 2 && parts[0] != table || len(parts) == 1 && namedTwice(t, s, name) {
			return
		}
		grouped[name], t.Changed = true, true
		s.GroupClause = append(s.GroupClause, pg_query.MakeColumnRefNode(build.Names(parts...), build.Nowhere))
	}
	for _, n := range s.TargetList {
		trees.EachColumn(n.ProtoReflect(), add)
		if trees.IsStarOf(n.GetResTarget().GetVal(), table) {
			for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
				add(pg_query.MakeColumnRefNode(build.Names(table, c.Name), build.Nowhere).GetColumnRef())
			}
		}
	}
	for _, n := range s.SortClause {
		if n.GetSortBy().GetNode().GetColumnRef() == nil || !namesTarget(s, n.GetSortBy().Node) {
			trees.EachColumn(n.ProtoReflect(), add)
		}
	}
	if s.HavingClause != nil {
		trees.EachColumn(s.HavingClause.ProtoReflect(), add)
	}
}

// groupedOf are the names in GROUP BY that may be columns of a table.
func groupedOf(s *pg_query.SelectStmt, table string) map[string]bool {
	grouped := map[string]bool{}
	for _, n := range s.GroupClause {
		if i, ok := parse.IntConstant(n); ok && i > 0 && int(i) <= len(s.TargetList) {
			n = s.TargetList[i-1].GetResTarget().GetVal()
		}
		switch parts := parse.NameParts(n.GetColumnRef().GetFields()); {
		case len(parts) == 1:
			grouped[parts[0]] = true
		case len(parts) == 2 && parts[0] == table:
			grouped[parts[1]] = true
		}
	}
	return grouped
}

// namedTwice reports whether several tables of FROM have a column of that name, so that the bare name is ambiguous.
func namedTwice(t *rewrite.Translation, s *pg_query.SelectStmt, name string) bool {
	tables := 0
	for _, n := range s.FromClause {
		eachTable(n, func(r *pg_query.RangeVar) {
			if slices.ContainsFunc(t.Env.Columns(r.Schemaname, r.Relname), func(c rewrite.Column) bool { return c.Name == name }) {
				tables++
			}
		})
	}
	return tables > 1
}

// namesTarget reports whether a column is the name of one of the select list.
func namesTarget(s *pg_query.SelectStmt, column *pg_query.Node) bool {
	fields := parse.NameParts(column.GetColumnRef().GetFields())
	return len(fields) == 1 && slices.ContainsFunc(s.TargetList, func(n *pg_query.Node) bool { return n.GetResTarget().GetName() == fields[0] })
}
