package beforehand

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// This file finds out which columns of a query may show a secret, by where their values come from:
// through views, subqueries and expressions. What cannot be followed may show one.

// maxOrigins bounds the relations and subqueries that are followed.
const maxOrigins = 300

// origins follows the values of one query.
type origins struct {
	source planner.Source
	secret func(column string) bool // whether a table's column of that name holds a secret
	steps  int
	within []string // the views that are followed, outermost first
	schema string   // where the innermost of them looks first for names without a schema; "": by the search path
}

// column is a column of a query or of a relation.
type column struct {
	name   string // "" if an expression has no name of its own
	secret bool
	// rest stands for any number of columns that are not listed. byName says that these are columns
	// of a table, and hold secrets where their names say so.
	rest, byName bool
}

// unknownColumns may all show secrets.
func unknownColumns() []column { return []column{{rest: true, secret: true}} }

// harmlessColumns show none.
func harmlessColumns() []column { return []column{{rest: true}} }

// rowSource is what stands in FROM.
type rowSource struct {
	alias   string
	columns []column
}

// queryScope is what names mean in a query.
type queryScope struct {
	sources []rowSource
	with    map[string][]column
	outer   *queryScope
}

func mayShow(columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.secret || c.byName })
}

// query returns the columns of a SELECT or VALUES.
func (o *origins) query(s *pg_query.SelectStmt, outer *queryScope) []column {
	if o.steps++; s == nil || o.steps > maxOrigins {
		return unknownColumns()
	}
	scope := &queryScope{with: map[string][]column{}, outer: outer}
	o.with(s.WithClause, scope)
	if s.Op != pg_query.SetOperation_SETOP_NONE {
		return either(o.query(s.Larg, scope), o.query(s.Rarg, scope))
	}
	if len(s.ValuesLists) > 0 {
		return o.values(s.ValuesLists, scope)
	}
	var all, found []column
	for _, n := range s.FromClause {
		all = append(all, o.from(n, scope)...)
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if expanded, ok := o.star(target.GetVal().GetColumnRef(), all, scope); ok {
			found = append(found, expanded...)
			continue
		}
		c := column{name: target.GetName(), secret: target.GetVal() == nil || o.shows(target.GetVal().ProtoReflect(), scope)}
		if words := parse.Strings(target.GetVal().GetColumnRef().GetFields()); c.name == "" && len(words) > 0 {
			c.name = words[len(words)-1]
		}
		found = append(found, c)
		if o.source.Info.Dialect == providers.DuckDB { // where the columns to the right may use the name
			scope.sources = append(scope.sources, rowSource{columns: []column{c}})
		}
	}
	return found
}

// with adds the queries of a WITH.
func (o *origins) with(with *pg_query.WithClause, scope *queryScope) {
	if with.GetRecursive() { // each may name those that follow
		for _, n := range with.Ctes {
			scope.with[n.GetCommonTableExpr().GetCtename()] = unknownColumns()
		}
	}
	for _, n := range with.GetCtes() {
		cte := n.GetCommonTableExpr()
		names := parse.Strings(cte.GetAliascolnames())
		query := cte.GetCtequery().GetSelectStmt()
		if cte.GetSearchClause() != nil || cte.GetCycleClause() != nil {
			scope.with[cte.GetCtename()] = unknownColumns()
			continue
		}
		if with.Recursive && query.GetLarg() != nil {
			// Each round can only add to what the first part shows.
			known := renamed(o.query(query.Larg, scope), names)
			for range len(known) + 1 {
				scope.with[cte.GetCtename()] = known
				known = either(known, o.query(query.Rarg, scope))
			}
			scope.with[cte.GetCtename()] = known
			continue
		}
		scope.with[cte.GetCtename()] = renamed(o.query(query, scope), names)
	}
}

// values returns the columns of VALUES.
func (o *origins) values(rows []*pg_query.Node, scope *queryScope) (found []column) {
	for _, row := range rows {
		for i, item := range row.GetList().GetItems() {
			if i == len(found) {
				found = append(found, column{name: "column" + strconv.Itoa(i+1)})
			}
			found[i].secret = found[i].secret || o.shows(item.ProtoReflect(), scope)
		}
	}
	return found
}

// either returns the columns of a set operation.
func either(a, b []column) []column {
	isRest := func(c column) bool { return c.rest }
	switch {
	case !mayShow(a) && !mayShow(b):
		return a
	case len(a) != len(b), slices.ContainsFunc(a, isRest), slices.ContainsFunc(b, isRest):
		return unknownColumns()
	}
	found := slices.Clone(a)
	for i := range found {
		found[i].secret = found[i].secret || b[i].secret
	}
	return found
}

// renamed returns columns under other names, as far as these go.
func renamed(columns []column, names []string) []column {
	if len(names) == 0 {
		return columns
	}
	found := make([]column, 0, max(len(columns), len(names)))
	for i, name := range names {
		if i >= len(columns) || columns[i].rest {
			if mayShow(columns[min(i, len(columns)):]) || i >= len(columns) && !slices.ContainsFunc(columns, func(c column) bool { return c.rest }) {
				return unknownColumns()
			}
			found = append(found, column{name: name}) // of harmless ones
			continue
		}
		found = append(found, column{name: name, secret: columns[i].secret})
	}
	return append(found, columns[min(len(names), len(columns)):]...)
}

// from adds what stands in FROM to a scope, and returns all its columns.
func (o *origins) from(n *pg_query.Node, scope *queryScope) []column {
	add := func(columns []column, alias *pg_query.Alias, name string) []column {
		if alias != nil {
			name, columns = alias.Aliasname, renamed(columns, parse.Strings(alias.Colnames))
		}
		scope.sources = append(scope.sources, rowSource{name, columns})
		return columns
	}
	switch {
	case n.GetRangeVar() != nil:
		r := n.GetRangeVar()
		return add(o.named(r, scope), r.Alias, r.Relname)
	case n.GetRangeSubselect() != nil:
		sub, around := n.GetRangeSubselect(), scope
		if !sub.Lateral {
			around = &queryScope{with: scope.with, outer: scope.outer}
		}
		return add(o.query(sub.Subquery.GetSelectStmt(), around), sub.Alias, "")
	case n.GetRangeFunction() != nil:
		f, columns := n.GetRangeFunction(), harmlessColumns()
		if slices.ContainsFunc(f.Functions, func(called *pg_query.Node) bool { return o.shows(called.ProtoReflect(), scope) }) {
			columns = unknownColumns()
		}
		return add(columns, f.Alias, "")
	case n.GetRangeTableSample() != nil:
		return o.from(n.GetRangeTableSample().Relation, scope)
	case n.GetJoinExpr() != nil:
		j := n.GetJoinExpr()
		inner := scope
		if j.Alias != nil { // the names inside of it mean nothing outside
			inner = &queryScope{sources: slices.Clone(scope.sources), with: scope.with, outer: scope.outer}
		}
		all := joined(j, o.from(j.Larg, inner), o.from(j.Rarg, inner))
		if j.JoinUsingAlias != nil {
			add(all, nil, j.JoinUsingAlias.Aliasname)
		}
		if j.Alias != nil {
			return add(all, j.Alias, "")
		}
		return all
	}
	return add(unknownColumns(), nil, "")
}

// joined returns the columns of a join in their order: those of USING come first, once.
func joined(j *pg_query.JoinExpr, left, right []column) []column {
	using := parse.Strings(j.UsingClause)
	if j.IsNatural {
		for _, c := range left {
			if slices.ContainsFunc(right, func(r column) bool { return c.name != "" && r.name == c.name }) {
				using = append(using, c.name)
			}
		}
	}
	if len(using) == 0 {
		return slices.Concat(left, right)
	}
	var first, rest []column
	for _, name := range using {
		merged := column{name: name}
		for _, c := range slices.Concat(left, right) {
			merged.secret = merged.secret || c.name == name && c.secret
		}
		first = append(first, merged)
	}
	for _, c := range slices.Concat(left, right) {
		if c.name == "" || !slices.Contains(using, c.name) {
			rest = append(rest, c)
		}
	}
	return append(first, rest...)
}

// named returns the columns of a query of WITH, or of a relation.
func (o *origins) named(r *pg_query.RangeVar, scope *queryScope) []column {
	if r.Schemaname == "" {
		for s := scope; s != nil; s = s.outer {
			if columns, ok := s.with[r.Relname]; ok {
				return columns
			}
		}
	}
	schema := r.Schemaname
	if schema == "" && o.schema != "" {
		if relation, there := o.source.Catalog.Relation(o.schema, r.Relname); there {
			return o.relation(&relation)
		}
	}
	relation, known := o.source.Catalog.Relation(schema, r.Relname)
	if schema == o.source.Info.Name && r.Catalogname == "" { // the source's name, or a schema's
		unqualified, also := o.source.Catalog.Relation("", r.Relname)
		if known && also && (relation.Schema != unqualified.Schema || relation.Name != unqualified.Name) {
			return unknownColumns()
		}
		if !known {
			relation, known = unqualified, also
		}
	}
	if !known {
		return unknownColumns()
	}
	return o.relation(&relation)
}

// relation returns the columns of a relation.
func (o *origins) relation(r *providers.Relation) []column {
	if o.steps++; r.Builtin || len(o.within) >= planner.MaxDepth || o.steps > maxOrigins { // pg_stats has values of all columns
		return unknownColumns()
	}
	switch r.Kind {
	case "table", "foreign table":
		return o.table(r)
	case "view", "materialized view":
	default:
		return unknownColumns()
	}
	what := r.Kind + " " + r.Schema + "." + r.Name
	at := slices.IndexFunc(r.Hidden, func(h providers.Hidden) bool { return h.OfView })
	if at < 0 || r.Hidden[at].Unread || slices.Contains(o.within, what) {
		return unknownColumns()
	}
	query := selectOf(r.Hidden[at].SQL)
	if query == nil {
		return unknownColumns()
	}
	outer := o.schema
	o.within, o.schema = append(o.within, what), r.Hidden[at].Schema
	columns := o.query(query, nil)
	o.within, o.schema = o.within[:len(o.within)-1], outer
	switch {
	case len(r.Columns) == 0 && !mayShow(columns): // what they are called is not known
		return harmlessColumns()
	case len(r.Columns) == 0, len(r.Columns) != len(columns):
		return unknownColumns()
	}
	return renamed(columns, r.Columns)
}

// table returns the columns of a table. What generates a column counts, here and in the heirs.
func (o *origins) table(r *providers.Relation) (found []column) {
	if len(r.Columns) == 0 {
		return []column{{rest: true, byName: true}}
	}
	for _, name := range r.Columns {
		found = append(found, column{name: name, secret: o.secret(name)})
	}
	own := &queryScope{sources: []rowSource{{r.Name, slices.Clone(found)}}}
	for _, t := range append([]*providers.Relation{r}, r.Children...) {
		for i := range found {
			for _, h := range t.Hidden {
				if h.Computes == found[i].name {
					query := selectOf(h.SQL)
					found[i].secret = found[i].secret || h.Unread || query == nil || slices.ContainsFunc(query.TargetList, func(n *pg_query.Node) bool { return o.shows(n.ProtoReflect(), own) })
				}
			}
		}
	}
	return found
}

// selectOf parses a text that is one SELECT. It returns nil if it is none.
func selectOf(sql string) *pg_query.SelectStmt {
	if parse.Check(sql, 0) != nil {
		return nil
	}
	list, err := parse.Statements(sql)
	if err != nil || len(list) != 1 || !shallow(list[0].Raw.ProtoReflect(), maxWritten) {
		return nil
	}
	return list[0].Raw.Stmt.GetSelectStmt()
}
