package duckdialect

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/providers"
)

// wholeRows gives the rows of tables that a select list has the form of rows: DuckDB shows them as JSON.
func (t *translation) wholeRows(s *pg_query.SelectStmt) {
	if s == nil || t.columnTypes == nil || t.env.SQLite {
		return
	}
	tables := map[string]bool{}
	for _, n := range s.FromClause {
		eachTable(n, func(r *pg_query.RangeVar) {
			name := r.Relname
			if r.Alias != nil {
				name = r.Alias.Aliasname
			}
			tables[name] = t.ctes[r] || !isCatalog(r) && t.env.Columns(r.Schemaname, r.Relname) != nil
		})
		eachQuery(n, func(q *pg_query.RangeSubselect) {
			columns, known := t.columnsOf(q.Subquery.GetSelectStmt())
			tables[q.Alias.GetAliasname()] = known && columns.complete
		})
	}
	t.rows = tables
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		fields := target.GetVal().GetColumnRef().GetFields()
		if len(fields) != 1 {
			continue
		}
		name := fields[0].GetString_().GetSval()
		if _, isColumn := t.columnTypes[name]; isColumn || !tables[name] {
			continue
		}
		if target.Name == "" {
			target.Name = name
		}
		target.Val, t.changed = build.Call("struct_values", target.Val), true
		t.describeRow(s, target, name)
	}
}

// describeRow gives a column of the result the type of a table's rows.
func (t *translation) describeRow(s *pg_query.SelectStmt, target *pg_query.ResTarget, name string) {
	at := slices.IndexFunc(s.TargetList, func(n *pg_query.Node) bool { return n.GetResTarget() == target })
	if at >= len(t.results) || len(t.results) != len(s.TargetList) {
		return
	}
	for _, n := range s.FromClause {
		eachTable(n, func(r *pg_query.RangeVar) {
			if aliasOf(&pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: r}}) != name || t.ctes[r] {
				return
			}
			if columns := t.env.Columns(r.Schemaname, r.Relname); len(columns) > 0 && columns[0].Table != 0 {
				t.results[at] = providers.Described{Name: target.Name, Computed: true, Type: rowTypes + columns[0].Table, TypeMod: -1, Row: true}
			}
		})
	}
}

// rowTypes is the difference between the OID of a table and the OID of its row type in the emulation.
const rowTypes = 1_900_000_000

// eachQuery calls f with the queries of an item of FROM.
func eachQuery(n *pg_query.Node, f func(*pg_query.RangeSubselect)) {
	if join := n.GetJoinExpr(); join != nil {
		eachQuery(join.Larg, f)
		eachQuery(join.Rarg, f)
	} else if q := n.GetRangeSubselect(); q != nil {
		f(q)
	}
}

// shownRow returns the row of a table whose text a cast asks for, as in t.*::text, or nil if it is another value.
func (t *translation) shownRow(n *pg_query.Node) *pg_query.Node {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 || len(fields) > 2 || len(fields) == 2 && fields[1].GetAStar() == nil {
		return nil
	}
	name := fields[0].GetString_().GetSval()
	if _, isColumn := t.columnTypes[name]; !t.rows[name] || len(fields) == 1 && isColumn {
		return nil
	}
	return build.Call("struct_values", pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere))
}

// eachTable calls f with the tables of an item of FROM.
func eachTable(n *pg_query.Node, f func(*pg_query.RangeVar)) {
	if join := n.GetJoinExpr(); join != nil {
		eachTable(join.Larg, f)
		eachTable(join.Rarg, f)
	} else if r := n.GetRangeVar(); r != nil {
		f(r)
	}
}
