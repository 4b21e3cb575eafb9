package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Postgres lets a query that groups by the primary key of a table use all columns of that table. DuckDB
// does not, so they are added to GROUP BY, where they make no other groups. And a name in GROUP BY that is
// no column means a column of the result, where DuckDB prefers a table of that name.

// groupKeys rewrites the GROUP BY of every query of a statement.
func (t *translation) groupKeys(m protoreflect.Message) {
	if s, ok := m.Interface().(*pg_query.SelectStmt); ok && len(s.GroupClause) > 0 {
		t.groupAliases(s)
		t.groupKeysOf(s)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		t.groupKeys(child)
		return true
	})
}

// groupAliases replaces names in GROUP BY that are columns of the result and tables.
func (t *translation) groupAliases(s *pg_query.SelectStmt) {
	tables := map[string]bool{}
	for _, n := range s.FromClause {
		eachTable(n, func(r *pg_query.RangeVar) { tables[aliasOf(r)] = true })
		tables[n.GetRangeSubselect().GetAlias().GetAliasname()] = true
	}
	for i, n := range s.GroupClause {
		fields := n.GetColumnRef().GetFields()
		if len(fields) != 1 || !tables[fields[0].GetString_().GetSval()] {
			continue
		}
		for _, target := range s.TargetList {
			if target.GetResTarget().GetName() == fields[0].GetString_().GetSval() {
				s.GroupClause[i], t.changed = proto.Clone(target.GetResTarget().Val).(*pg_query.Node), true
				break
			}
		}
	}
}

// groupKeysOf adds to GROUP BY what depends on primary keys in it.
func (t *translation) groupKeysOf(s *pg_query.SelectStmt) {
	if t.env.Columns == nil {
		return
	}
	grouped := map[string]bool{} // "table.column", or "column"
	for _, n := range s.GroupClause {
		if n.GetGroupingSet() != nil {
			return
		}
		if at, ok := intConst(n); ok && at > 0 && int(at) <= len(s.TargetList) {
			n = s.TargetList[at-1].GetResTarget().GetVal()
		}
		grouped[strings.Join(dotted(n.GetColumnRef().GetFields()), ".")] = true
	}
	count := 0
	for _, n := range s.FromClause {
		if eachTable(n, func(*pg_query.RangeVar) { count++ }); n.GetRangeVar() == nil && n.GetJoinExpr() == nil {
			count++
		}
	}
	for _, n := range s.FromClause {
		eachTable(n, func(r *pg_query.RangeVar) {
			if !isCatalog(r) && !t.ctes[r] {
				t.addDependent(s, r, grouped, count == 1)
			}
		})
	}
}

// addDependent adds the columns of a table that the query uses to GROUP BY, if the primary key is grouped by. alone:
// there is no other table, so a name without a table's is a column of this one.
func (t *translation) addDependent(s *pg_query.SelectStmt, r *pg_query.RangeVar, grouped map[string]bool, alone bool) {
	columns, keys, name := map[string]bool{}, 0, aliasOf(r)
	for _, c := range t.env.Columns(r.Schemaname, r.Relname) {
		columns[c.Name] = true
		if c.Key {
			if keys++; !grouped[name+"."+c.Name] && !(alone && grouped[c.Name]) {
				return
			}
		}
	}
	if keys == 0 {
		return
	}
	use := func(n *pg_query.Node) {
		t.eachOutside(n.ProtoReflect(), func(c *pg_query.ColumnRef) {
			path := dotted(c.Fields)
			full := strings.Join(path, ".")
			qualified := len(path) == 2 && path[0] == name && columns[path[1]]
			if grouped[full] || !qualified && !(alone && len(path) == 1 && columns[full]) {
				return
			}
			grouped[full], t.changed = true, true
			s.GroupClause = append(s.GroupClause, pg_query.MakeColumnRefNode(names(path...), nowhere))
		})
	}
	for _, n := range s.TargetList {
		use(n.GetResTarget().GetVal())
	}
	for _, n := range s.SortClause {
		use(n.GetSortBy().GetNode())
	}
	if s.HavingClause != nil {
		use(s.HavingClause)
	}
}

// aliasOf is the name of a table in a query.
func aliasOf(r *pg_query.RangeVar) string {
	if r.Alias != nil {
		return r.Alias.Aliasname
	}
	return r.Relname
}
