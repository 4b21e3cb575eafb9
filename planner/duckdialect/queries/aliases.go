package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The name of a result's column means that column only in ORDER BY and GROUP BY, and only if it stands there by itself.
// DuckDB takes it everywhere, so what Postgres refuses is refused here.

// checkAliases checks the statement's query and those in FROM, as far as the text shows the columns of FROM.
func checkAliases(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.SQLite || t.Env.Rewritten || t.Env.Columns == nil {
		return
	}
	var visit func(s *pg_query.SelectStmt)
	visit = func(s *pg_query.SelectStmt) {
		if s == nil {
			return
		}
		visit(s.Larg)
		visit(s.Rarg)
		checkTables(t, s)
		for _, n := range s.FromClause {
			if r := n.GetRangeSubselect(); r != nil && !r.Lateral {
				visit(r.Subquery.GetSelectStmt())
			}
		}
		for _, n := range s.GetWithClause().GetCtes() {
			visit(n.GetCommonTableExpr().GetCtequery().GetSelectStmt())
		}
		if columns := map[string]bool{}; s.Larg == nil && columnsOfFrom(t, s, columns) {
			checkAliasesOf(t, s, columns)
		}
	}
	visit(trees.Explained(root).GetSelectStmt())
}

// checkTables refuses two tables of FROM that have one name.
func checkTables(t *rewrite.Translation, s *pg_query.SelectStmt) {
	seen := map[string]bool{}
	var visit func(n *pg_query.Node)
	visit = func(n *pg_query.Node) {
		name, location := "", int32(build.Nowhere)
		switch r := n.GetNode().(type) {
		case *pg_query.Node_JoinExpr:
			if r.JoinExpr.Alias == nil {
				visit(r.JoinExpr.Larg)
				visit(r.JoinExpr.Rarg)
			}
			return
		case *pg_query.Node_RangeVar:
			name, location = r.RangeVar.GetAlias().GetAliasname(), r.RangeVar.Location
			if name == "" && r.RangeVar.Schemaname == "" {
				name = r.RangeVar.Relname
			}
		case *pg_query.Node_RangeSubselect:
			name = r.RangeSubselect.GetAlias().GetAliasname()
		case *pg_query.Node_RangeFunction:
			name = r.RangeFunction.GetAlias().GetAliasname()
		}
		if name != "" && seen[name] {
			t.NoteError(location, "42712", "table name %q specified more than once", name)
		}
		seen[name] = true
	}
	for _, n := range s.FromClause {
		visit(n)
	}
}

// columnsOfFrom collects the names that a query's expressions may mean. It reports whether all are known.
func columnsOfFrom(t *rewrite.Translation, s *pg_query.SelectStmt, columns map[string]bool) bool {
	if s.WithClause != nil {
		return false
	}
	known := true
	for _, n := range s.FromClause {
		r := n.GetRangeVar()
		if r == nil || emulation.IsCatalog(r) || r.Catalogname != "" || r.Schemaname == "information_schema" || len(r.GetAlias().GetColnames()) > 0 {
			return false
		}
		columns[r.Relname], columns[r.GetAlias().GetAliasname()] = true, true
		list := t.Env.Columns(r.Schemaname, r.Relname)
		known = known && len(list) > 0
		for _, c := range list {
			columns[c.Name] = true
		}
	}
	return known
}

// checkAliasesOf checks one query.
func checkAliasesOf(t *rewrite.Translation, s *pg_query.SelectStmt, columns map[string]bool) {
	aliases := map[string]bool{}
	for _, n := range s.TargetList {
		if name := n.GetResTarget().GetName(); name != "" && !columns[name] && !parse.SystemColumns[name] {
			aliases[name] = true
		}
	}
	if len(aliases) == 0 {
		return
	}
	refuse := func(n *pg_query.Node, alone bool) {
		if n == nil || alone && n.GetColumnRef() != nil {
			return
		}
		trees.EachColumn(n.ProtoReflect(), func(c *pg_query.ColumnRef) {
			if name := c.Fields[0].GetString_().GetSval(); len(c.Fields) == 1 && aliases[name] {
				t.NoteError(c.Location, sqlstate.UndefinedColumn, "column %q does not exist", name)
			}
		})
	}
	for _, n := range s.TargetList {
		refuse(n.GetResTarget().GetVal(), false)
	}
	refuse(s.WhereClause, false)
	refuse(s.HavingClause, false)
	for _, n := range s.GroupClause {
		if n.GetGroupingSet() == nil { // in whose brackets a name may stand alone, too
			refuse(n, true)
		}
	}
	for _, n := range s.SortClause {
		refuse(n.GetSortBy().GetNode(), true)
	}
}
