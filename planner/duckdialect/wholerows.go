package duckdialect

import pg_query "github.com/pganalyze/pg_query_go/v6"

// wholeRows gives the rows of tables that a select list has the form of rows: DuckDB shows them as JSON.
func (t *translation) wholeRows(s *pg_query.SelectStmt) {
	if s == nil || t.hidden || t.columnTypes == nil || t.env.SQLite {
		return
	}
	tables := map[string]bool{}
	for _, n := range s.FromClause {
		eachTable(n, func(r *pg_query.RangeVar) {
			name := r.Relname
			if r.Alias != nil {
				name = r.Alias.Aliasname
			}
			tables[name] = !isCatalog(r) && t.env.Columns(r.Schemaname, r.Relname) != nil
		})
	}
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
		target.Val, t.changed = call("struct_values", target.Val), true
	}
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
