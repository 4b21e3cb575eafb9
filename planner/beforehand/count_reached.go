package beforehand

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// CountReached returns how to count the rows that an UPDATE or a DELETE touches at a source of
// a dialect, in each relation that it reaches. The query returns lines of three numbers: an index into
// reached, the OID of the table that has the rows, and their number. It follows foreign keys; a row
// that several keys lead to counts once. skipped are the indices of relations that are not counted,
// or not completely: those that are reached otherwise than by a foreign key, and those whose keys
// form a circle through several tables. source is put before names unless it is "".
func CountReached(text, source string, dialect providers.Dialect, reached []providers.Reached) (c Count, skipped []int, ok bool) {
	if len(reached) == 0 || parse.Check(text, 0) != nil || len(text) > countable {
		return Count{}, nil, false
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 || hasSeveralChanges(list[0].Raw.Stmt) || !shallow(list[0].Raw.ProtoReflect(), maxWritten) {
		return Count{}, nil, false
	}
	r := &reacher{source: source, dialect: dialect, reached: reached, counted: map[int]bool{}, hit: freeName(list[0], "sallyport hit")}
	switch stmt := list[0].Raw.Stmt; {
	case stmt.GetUpdateStmt() != nil:
		u := stmt.GetUpdateStmt()
		c, ok = r.addTarget(list[0], u.Relation, u.FromClause, u.WhereClause, u.WithClause)
	case stmt.GetDeleteStmt() != nil:
		d := stmt.GetDeleteStmt()
		c, ok = r.addTarget(list[0], d.Relation, d.UsingClause, d.WhereClause, d.WithClause)
	}
	if !ok {
		return Count{}, nil, false
	}
	r.addLinked()
	for i := range reached {
		if !r.isComplete(i) && reached[i].How != providers.Heir {
			skipped = append(skipped, i)
		}
	}
	for i := range reached {
		if r.counted[i] {
			c.Places = append(c.Places, i)
		}
	}
	c.SQL = r.countQuery()
	return c, skipped, true
}

// reacher makes the query of CountReached.
type reacher struct {
	source  string
	dialect providers.Dialect
	reached []providers.Reached
	ctes    []string
	counted map[int]bool
	hit     string // what the names of reached rows begin with
}

// hitName returns the name of the reached rows of one relation.
func (r *reacher) hitName(i int) string { return planner.QuoteName(fmt.Sprintf("%s %d", r.hit, i)) }

// freeName returns a name with which no relation's name in a statement begins.
func freeName(one parse.Statement, begin string) string {
	name := begin
	taken := func() (found bool) {
		parse.EachMessage(one.Raw.ProtoReflect(), func(m proto.Message) {
			r, ok := m.(*pg_query.RangeVar)
			found = found || ok && strings.HasPrefix(r.Relname, name)
		})
		return found
	}
	for n := 2; taken(); n++ {
		name = fmt.Sprintf("%s (%d)", begin, n)
	}
	return name
}

// addTarget adds the rows of the statement's target, by the statement's condition.
func (r *reacher) addTarget(one parse.Statement, target *pg_query.RangeVar, from []*pg_query.Node, where *pg_query.Node, with *pg_query.WithClause) (c Count, ok bool) {
	if r.reached[0].How != providers.Named || !isTable(r.reached[0]) {
		return Count{}, false
	}
	query := countMatching(r.dialect, target, from, where, with)
	if query == nil {
		return Count{}, false
	}
	name := parse.AliasOrName(target)
	s := query.GetSelectStmt()
	s.TargetList = nil
	for _, column := range r.columnsOf(0) {
		s.TargetList = append(s.TargetList, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name), pg_query.MakeStrNode(column)}, 0), 0))
	}
	if c.Params, ok = renumber(query); !ok {
		return Count{}, false
	}
	sql, ok := deparse(query, one.Version)
	if circle := r.selfLinked(0); circle != "" {
		sql = "(" + sql + ")" + circle
	}
	r.addHits(0, sql)
	return c, ok
}

// columnsOf returns the columns of a relation's hits: the row's place, and the columns that other
// relations refer to.
func (r *reacher) columnsOf(i int) []string {
	list := []string{"tableoid", "ctid"}
	if r.dialect == providers.DuckDB {
		list = []string{"rowid"}
	}
	for _, other := range r.reached {
		for _, link := range other.Links {
			if link.From != i {
				continue
			}
			for _, column := range link.Referenced {
				if !slices.Contains(list, column) {
					list = append(list, column)
				}
			}
		}
	}
	return list
}

func (r *reacher) addHits(i int, sql string) {
	r.ctes = append(r.ctes, r.hitName(i)+" AS MATERIALIZED ("+sql+")")
	r.counted[i] = true
}

// addLinked adds the relations that foreign keys lead to, each after all relations that lead to it.
func (r *reacher) addLinked() {
	for again := true; again; {
		again = false
		for i := range r.reached {
			if r.counted[i] || !isTable(r.reached[i]) || len(r.reached[i].Links) == 0 {
				continue
			}
			ready := !slices.ContainsFunc(r.reached[i].Links, func(l providers.Link) bool { return l.From != i && !r.counted[l.From] })
			if ready {
				r.addHits(i, r.linkedRows(i))
				again = true
			}
		}
	}
}

// linkedRows returns the rows of a relation that foreign keys lead to.
func (r *reacher) linkedRows(i int) string {
	var parts []string
	for _, link := range r.reached[i].Links {
		if link.From == i {
			continue
		}
		where := ""
		if from := r.reached[link.From]; from.Kind == 'r' && slices.ContainsFunc(r.reached, isHeir) { // rows of inheriting tables are not referred to
			where = fmt.Sprintf(" AND h.tableoid OPERATOR(pg_catalog.=) %d", from.ID)
		}
		parts = append(parts, fmt.Sprintf("SELECT %s FROM %s t WHERE EXISTS (SELECT 1 FROM %s h WHERE %s%s)", r.hitColumns(i), r.fromItem(i), r.hitName(link.From), equals(link), where))
	}
	return "(" + strings.Join(parts, " UNION ") + ")" + r.selfLinked(i)
}

// selfLinked extends a relation's hits by rows of the same relation that refer to them.
func (r *reacher) selfLinked(i int) (sql string) {
	for _, link := range r.reached[i].Links {
		if link.From == i && sql == "" { // a recursive query may refer to itself once, so only the first such key is followed
			sql = fmt.Sprintf(" UNION SELECT %s FROM %s t JOIN %s h ON %s", r.hitColumns(i), r.fromItem(i), r.hitName(i), equals(link))
		}
	}
	return sql
}

// isComplete reports whether all keys that lead to a relation are followed.
func (r *reacher) isComplete(i int) bool {
	return r.countedWhole(i, map[int]bool{})
}

func (r *reacher) countedWhole(i int, seen map[int]bool) bool {
	if seen[i] {
		return false
	}
	seen[i] = true
	defer delete(seen, i)
	circles := 0
	for _, link := range r.reached[i].Links {
		if link.From == i {
			circles++
		} else if i == 0 || !r.countedWhole(link.From, seen) {
			return false
		}
	}
	return r.counted[i] && circles <= 1
}

// hitColumns returns the columns of hits, as columns of t.
func (r *reacher) hitColumns(i int) string {
	var list []string
	for _, column := range r.columnsOf(i) {
		list = append(list, "t."+planner.QuoteName(column))
	}
	return strings.Join(list, ", ")
}

// equals compares the columns of a foreign key in t with the columns in h that they refer to, by the key's own operators.
func equals(link providers.Link) string {
	list := make([]string, len(link.Columns))
	for n := range link.Columns {
		operator := "="
		if n < len(link.Equals) {
			operator = "OPERATOR(" + link.Equals[n] + ")"
		}
		list[n] = fmt.Sprintf("h.%s %s t.%s", planner.QuoteName(link.Referenced[n]), operator, planner.QuoteName(link.Columns[n]))
	}
	return strings.Join(list, " AND ")
}

func (r *reacher) fromItem(i int) string {
	name := nameIn(r.source, r.reached[i])
	if r.reached[i].Kind == 'r' {
		return "ONLY " + name
	}
	return name
}

// countQuery counts all hits.
func (r *reacher) countQuery() string {
	var parts []string
	for i := range r.reached {
		if r.counted[i] {
			if r.dialect == providers.DuckDB { // no table inherits
				parts = append(parts, fmt.Sprintf("SELECT %d, %d, %s FROM %s", i, r.reached[i].ID, counting(r.dialect), r.hitName(i)))
				continue
			}
			parts = append(parts, fmt.Sprintf("SELECT %d, tableoid, %s FROM %s GROUP BY tableoid", i, counting(r.dialect), r.hitName(i)))
		}
	}
	return "WITH RECURSIVE " + strings.Join(r.ctes, ", ") + " " + strings.Join(parts, " UNION ALL ")
}

// CountAll returns how to count all rows of the reached relations, in lines like those of
// CountReached. Rows of inheriting tables count with their parents.
func CountAll(source string, dialect providers.Dialect, reached []providers.Reached) (c Count) {
	var parts []string
	for i, one := range reached {
		if one.How != providers.Heir && isTable(one) && len(parts) < maxCounted {
			only := ""
			if one.Kind == 'r' && !slices.ContainsFunc(reached, isHeir) {
				only = "ONLY "
			}
			parts = append(parts, fmt.Sprintf("SELECT %d, tableoid, %s FROM %s%s GROUP BY tableoid", i, counting(dialect), only, nameIn(source, one)))
			c.Places = append(c.Places, i)
		}
	}
	c.SQL = strings.Join(parts, " UNION ALL ")
	return c
}

// nameIn returns the full name of a relation. With source "" it is a name for the session's own
// source.
func nameIn(source string, r providers.Reached) string {
	name := planner.QuoteName(r.Schema) + "." + planner.QuoteName(r.Name)
	if source != "" {
		name = planner.QuoteName(source) + "." + name
	}
	return name
}

func isHeir(r providers.Reached) bool { return r.How == providers.Heir }

func isTable(r providers.Reached) bool { return r.Kind == 'r' || r.Kind == 'p' }
