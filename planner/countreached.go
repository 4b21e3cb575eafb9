package planner

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// CountReached returns how to count the rows that an UPDATE or a DELETE touches at a
// PostgreSQL source in each relation that it reaches: a query of lines of three
// numbers, the place in reached, the OID of the table that has the rows, how many. It
// follows the foreign keys; a row that several of them lead to counts once. skipped are the places of what it does not count, or not
// all of: what the change comes to by a way that is none of a foreign key, and keys that
// go round in circles through several tables. source is put in front of names, if it is
// not "".
func CountReached(text, source string, reached []providers.Reached) (c Count, skipped []int, ok bool) {
	if len(reached) == 0 || parse.Check(text, 0) != nil || len(text) > countable {
		return Count{}, nil, false
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 || several(list[0].Raw.Stmt) || !shallow(list[0].Raw.ProtoReflect(), maxWritten) {
		return Count{}, nil, false
	}
	r := &reacher{source: source, reached: reached, counted: map[int]bool{}}
	switch stmt := list[0].Raw.Stmt; {
	case stmt.GetUpdateStmt() != nil:
		u := stmt.GetUpdateStmt()
		c, ok = r.target(list[0], u.Relation, u.FromClause, u.WhereClause, u.WithClause)
	case stmt.GetDeleteStmt() != nil:
		d := stmt.GetDeleteStmt()
		c, ok = r.target(list[0], d.Relation, d.UsingClause, d.WhereClause, d.WithClause)
	}
	if !ok {
		return Count{}, nil, false
	}
	r.follow()
	for i := range reached {
		if !r.closed(i) && reached[i].How != providers.Heir {
			skipped = append(skipped, i)
		}
	}
	for i := range reached {
		if r.counted[i] {
			c.Places = append(c.Places, i)
		}
	}
	c.SQL = r.query()
	return c, skipped, true
}

// reacher makes the query of CountReached.
type reacher struct {
	source  string
	reached []providers.Reached
	ctes    []string
	counted map[int]bool
}

// hit is the name of the rows that are reached in one relation.
func hit(i int) string { return fmt.Sprintf(`"sallyport hit %d"`, i) }

// target begins with the rows of the statement's own target, by its own condition.
func (r *reacher) target(one parse.Statement, target *pg_query.RangeVar, from []*pg_query.Node, where *pg_query.Node, with *pg_query.WithClause) (c Count, ok bool) {
	if r.reached[0].How != providers.Named || !isTable(r.reached[0]) {
		return Count{}, false
	}
	query := matching(target, from, where, with)
	if query == nil {
		return Count{}, false
	}
	name := target.Relname
	if target.Alias != nil {
		name = target.Alias.Aliasname
	}
	s := query.GetSelectStmt()
	s.TargetList = nil
	for _, column := range r.columns(0) {
		s.TargetList = append(s.TargetList, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name), pg_query.MakeStrNode(column)}, 0), 0))
	}
	if c.Params, ok = renumber(query); !ok {
		return Count{}, false
	}
	sql, ok := write(query, one.Version)
	if circle := r.circle(0); circle != "" {
		sql = "(" + sql + ")" + circle
	}
	r.add(0, sql)
	return c, ok
}

// columns are those of a relation's hits: where a row is, and what others refer to.
func (r *reacher) columns(i int) []string {
	list := []string{"tableoid", "ctid"}
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

func (r *reacher) add(i int, sql string) {
	r.ctes = append(r.ctes, hit(i)+" AS MATERIALIZED ("+sql+")")
	r.counted[i] = true
}

// follow adds the relations that foreign keys lead to, each behind all that lead to it.
func (r *reacher) follow() {
	for again := true; again; {
		again = false
		for i := range r.reached {
			if r.counted[i] || !isTable(r.reached[i]) || len(r.reached[i].Links) == 0 {
				continue
			}
			ready := !slices.ContainsFunc(r.reached[i].Links, func(l providers.Link) bool { return l.From != i && !r.counted[l.From] })
			if ready {
				r.add(i, r.carried(i))
				again = true
			}
		}
	}
}

// carried are the rows of a relation that foreign keys lead to.
func (r *reacher) carried(i int) string {
	var parts []string
	for _, link := range r.reached[i].Links {
		if link.From == i {
			continue
		}
		mine, theirs := keys(link)
		where := ""
		if from := r.reached[link.From]; from.Kind == 'r' && slices.ContainsFunc(r.reached, isHeir) { // heirs of a table have no part in its keys
			where = fmt.Sprintf(" WHERE h.tableoid = %d", from.ID)
		}
		parts = append(parts, fmt.Sprintf("SELECT %s FROM %s t WHERE (%s) IN (SELECT %s FROM %s h%s)", r.taken(i), r.from(i), mine, theirs, hit(link.From), where))
	}
	return "(" + strings.Join(parts, " UNION ") + ")" + r.circle(i)
}

// circle goes on from a relation's hits to others of its own.
func (r *reacher) circle(i int) (sql string) {
	for _, link := range r.reached[i].Links {
		if link.From == i && sql == "" { // a query refers to itself once; of two such keys the other is not followed
			mine, theirs := keys(link)
			sql = fmt.Sprintf(" UNION SELECT %s FROM %s t JOIN %s h ON (%s) = (%s)", r.taken(i), r.from(i), hit(i), mine, theirs)
		}
	}
	return sql
}

// closed reports whether all that leads to a relation is followed.
func (r *reacher) closed(i int) bool {
	circles := 0
	for _, link := range r.reached[i].Links {
		if link.From == i {
			circles++
		} else if i == 0 || !r.counted[link.From] {
			return false
		}
	}
	return r.counted[i] && circles <= 1
}

// taken are the columns of hits, of t.
func (r *reacher) taken(i int) string {
	var list []string
	for _, column := range r.columns(i) {
		list = append(list, "t."+quoteName(column))
	}
	return strings.Join(list, ", ")
}

// keys are the columns of a foreign key in t, and what they refer to in h.
func keys(link providers.Link) (mine, theirs string) {
	m, t := make([]string, len(link.Columns)), make([]string, len(link.Referenced))
	for n := range link.Columns {
		m[n], t[n] = "t."+quoteName(link.Columns[n]), "h."+quoteName(link.Referenced[n])
	}
	return strings.Join(m, ", "), strings.Join(t, ", ")
}

func (r *reacher) from(i int) string {
	name := nameIn(r.source, r.reached[i])
	if r.reached[i].Kind == 'r' {
		return "ONLY " + name
	}
	return name
}

// query puts the hits together and counts them.
func (r *reacher) query() string {
	var parts []string
	for i := range r.reached {
		if r.counted[i] {
			parts = append(parts, fmt.Sprintf("SELECT %d, tableoid, count(*) FROM %s GROUP BY tableoid", i, hit(i)))
		}
	}
	return "WITH RECURSIVE " + strings.Join(r.ctes, ", ") + " " + strings.Join(parts, " UNION ALL ")
}

// CountAll returns how to count all rows of what is reached, in lines as CountReached
// has them. Heirs are among those of what they are heirs of.
func CountAll(source string, reached []providers.Reached) (c Count) {
	var parts []string
	for i, one := range reached {
		if one.How != providers.Heir && isTable(one) && len(parts) < maxCounted {
			only := ""
			if one.Kind == 'r' && !slices.ContainsFunc(reached, isHeir) {
				only = "ONLY "
			}
			parts = append(parts, fmt.Sprintf("SELECT %d, tableoid, count(*) FROM %s%s GROUP BY tableoid", i, only, nameIn(source, one)))
			c.Places = append(c.Places, i)
		}
	}
	c.SQL = strings.Join(parts, " UNION ALL ")
	return c
}

// nameIn is the full name of a relation; with source "" it is one of the session's own.
func nameIn(source string, r providers.Reached) string {
	name := quoteName(r.Schema) + "." + quoteName(r.Name)
	if source != "" {
		name = quoteName(source) + "." + name
	}
	return name
}

func isHeir(r providers.Reached) bool { return r.How == providers.Heir }

func isTable(r providers.Reached) bool { return r.Kind == 'r' || r.Kind == 'p' }

// quoteName spells a name so that it means nothing else.
func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
