package queries

import (
	"slices"
	"strings"

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
			eachTable(n, func(r *pg_query.RangeVar) {
				if emulation.IsCatalog(r) {
					groupCatalog(t, s, r)
				} else {
					groupColumnsOf(t, s, r)
				}
			})
		}
	})
}

// catalogKeys are the primary keys of system catalogs, behind what the names of their columns begin with.
var catalogKeys = map[string][]string{
	"pg_class": {"rel", "oid"}, "pg_type": {"typ", "oid"}, "pg_namespace": {"nsp", "oid"}, "pg_constraint": {"con", "oid"}, "pg_proc": {"pro", "oid"},
	"pg_attribute": {"att", "attrelid", "attnum"}, "pg_index": {"ind", "indexrelid"}, "pg_attrdef": {"ad", "oid"}, "pg_enum": {"enum", "oid"},
	"pg_am": {"am", "oid"}, "pg_operator": {"opr", "oid"}, "pg_language": {"lan", "oid"}, "pg_trigger": {"tg", "oid"}, "pg_extension": {"ext", "oid"},
	"pg_collation": {"coll", "oid"}, "pg_sequence": {"seq", "seqrelid"}, "pg_range": {"rng", "rngtypid"}, "pg_database": {"dat", "oid"},
}

// groupCatalog adds the columns of a system catalog.
func groupCatalog(t *rewrite.Translation, s *pg_query.SelectStmt, r *pg_query.RangeVar) {
	key := catalogKeys[r.Relname]
	if key == nil {
		return
	}
	g := grouping{t: t, query: s, table: parse.AliasOrName(r)}
	g.grouped = groupedOf(s, g.table)
	for _, name := range key[1:] {
		if !g.grouped[name] {
			return
		}
	}
	g.has = func(name string, qualified bool) bool { return qualified || strings.HasPrefix(name, key[0]) }
	g.addUsed()
	t.EachMessage(s.ProtoReflect(), func(m any) { // what is asked of the row's OID is read from its schema
		if f, ok := m.(*pg_query.FuncCall); ok && len(f.Args) == 1 && f.Args[0].GetColumnRef() != nil {
			if _, name := parse.SplitName(f.Funcname); strings.HasSuffix(name, "_is_visible") && withSchema[r.Relname] {
				g.add(pg_query.MakeColumnRefNode(build.Names(g.table, key[0]+"namespace"), build.Nowhere).GetColumnRef())
			}
		}
	})
}

// withSchema are the catalogs of objects in schemas that a function tells to be visible.
var withSchema = parse.WordSet("pg_class pg_type pg_proc")

// eachTable calls f with the tables of an item of FROM, those that are joined included.
func eachTable(n *pg_query.Node, f func(*pg_query.RangeVar)) {
	if r := n.GetRangeVar(); r != nil && r.Catalogname == "" && len(r.GetAlias().GetColnames()) == 0 {
		f(r)
	}
	if j := n.GetJoinExpr(); j != nil && j.Alias == nil {
		eachTable(j.Larg, f)
		eachTable(j.Rarg, f)
	}
}

// groupColumnsOf adds the columns of one table, if all columns of its primary key are in GROUP BY.
func groupColumnsOf(t *rewrite.Translation, s *pg_query.SelectStmt, r *pg_query.RangeVar) {
	g := grouping{t: t, query: s, table: parse.AliasOrName(r)}
	g.grouped = groupedOf(s, g.table)
	columns, isKey := map[string]bool{}, 0
	for _, c := range t.Env.Columns(r.Schemaname, r.Relname) {
		columns[c.Name] = true
		g.all = append(g.all, c.Name)
		if c.Key {
			if isKey++; !g.grouped[c.Name] {
				return
			}
		}
	}
	if isKey == 0 {
		return
	}
	g.has = func(name string, qualified bool) bool {
		return columns[name] && (qualified || !namedTwice(t, s, name))
	}
	g.addUsed()
}

// grouping adds the columns of a table to the GROUP BY of a query.
type grouping struct {
	t       *rewrite.Translation
	query   *pg_query.SelectStmt
	table   string          // its name in the query
	grouped map[string]bool // the columns in GROUP BY
	all     []string        // the columns of the table, as far as they are known
	has     func(name string, qualified bool) bool
}

func (g *grouping) add(c *pg_query.ColumnRef) {
	parts := parse.NameParts(c.Fields)
	name := parts[len(parts)-1]
	if name == "" || g.grouped[name] || len(parts) > 2 || len(parts) == 2 && parts[0] != g.table || !g.has(name, len(parts) == 2) {
		return
	}
	g.grouped[name], g.t.Changed = true, true
	g.query.GroupClause = append(g.query.GroupClause, pg_query.MakeColumnRefNode(build.Names(parts...), build.Nowhere))
}

// addUsed adds the columns that the query shows, sorts by, or has in HAVING.
func (g *grouping) addUsed() {
	s := g.query
	for _, n := range s.TargetList {
		trees.EachColumn(n.ProtoReflect(), g.add)
		if trees.IsStarOf(n.GetResTarget().GetVal(), g.table) {
			for _, name := range g.all {
				g.add(pg_query.MakeColumnRefNode(build.Names(g.table, name), build.Nowhere).GetColumnRef())
			}
		}
	}
	for _, n := range s.SortClause {
		if n.GetSortBy().GetNode().GetColumnRef() == nil || !namesTarget(s, n.GetSortBy().Node) {
			trees.EachColumn(n.ProtoReflect(), g.add)
		}
	}
	if s.HavingClause != nil {
		trees.EachColumn(s.HavingClause.ProtoReflect(), g.add)
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
			if !emulation.IsCatalog(r) && slices.ContainsFunc(t.Env.Columns(r.Schemaname, r.Relname), func(c rewrite.Column) bool { return c.Name == name }) {
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
