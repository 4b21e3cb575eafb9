package definitions

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// scope is what the names in a query mean: parse_relation.c, with the list of WITH.
type scope struct {
	*analysis
	parent  *scope
	q       *query
	items   []*item
	with    []*withItem
	hidden  map[string]bool // names of WITH that are not yet known
	lateral bool            // the items of the outer query that come before may be used
	// written are the windows of the query as they were written, as far as they are among those of q.
	written []*pg_query.WindowDef
}

// item is what a relation in FROM is known by.
type item struct {
	rel               *relation
	name              string
	columns           []itemColumn
	byName, byColumns bool // visible
	lateralOnly       bool
}

type itemColumn struct {
	name string
	expr *node
}

// itemOf is the item of a relation.
func itemOf(r *relation, name string) *item {
	it := &item{rel: r, name: name, byName: true, byColumns: true}
	for i, c := range r.columns {
		it.columns = append(it.columns, itemColumn{c.name, r.columnAt(i)})
	}
	return it
}

// copyOf is a node that may be changed without the other.
func copyOf(n *node) *node {
	made := *n
	return &made
}

// findColumn finds a column by its name alone; nil: there is none.
func (s *scope) findColumn(name string, here bool) *node {
	for at := s; at != nil; at = at.parent {
		var found *node
		for _, it := range at.items {
			if !it.byColumns || it.lateralOnly && !at.lateral {
				continue
			}
			for _, c := range it.columns {
				if c.name != name {
					continue
				}
				if found != nil {
					s.refuse("an ambiguous column")
				}
				found = c.expr
			}
		}
		if found == nil && len(at.items) == 1 {
			found = s.systemColumn(at.items[0], name)
		}
		if found != nil {
			return copyOf(found)
		}
		if here {
			return nil
		}
	}
	return nil
}

// findItem finds a relation of FROM by its name; nil: there is none.
func (s *scope) findItem(name string) *item {
	for at := s; at != nil; at = at.parent {
		var found *item
		for _, it := range at.items {
			if it.byName && it.name == name && (!it.lateralOnly || at.lateral) {
				if found != nil {
					s.refuse("an ambiguous name")
				}
				found = it
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// findWith finds a query of WITH.
func (s *scope) findWith(name string) *withItem {
	for at := s; at != nil; at = at.parent {
		for i := len(at.with) - 1; i >= 0; i-- {
			if at.with[i].name == name {
				if at.with[i].columns == nil {
					s.refuse("a query of WITH that reads one behind it")
				}
				return at.with[i]
			}
		}
		if at.hidden[name] {
			s.refuse("a query of WITH that reads one behind it")
		}
	}
	return nil
}

// column is what a reference to a column means.
func (s *scope) column(n *pg_query.ColumnRef) *node {
	fields := make([]string, len(n.Fields))
	star := false
	for i, f := range n.Fields {
		fields[i] = f.GetString_().GetSval()
		star = star || f.GetAStar() != nil
	}
	switch {
	case len(fields) == 1 && !star:
		if found := s.findColumn(fields[0], false); found != nil {
			return found
		}
		if it := s.findItem(fields[0]); it != nil {
			return s.whole(it)
		}
	case len(fields) == 2:
		it := s.findItem(fields[0])
		if it == nil {
			break
		}
		if star {
			return s.whole(it)
		}
		return copyOf(s.columnOf(it, fields[1]))
	case len(fields) == 3 && !star:
		if it := s.findQualified(fields[0], fields[1]); it != nil {
			return copyOf(s.columnOf(it, fields[2]))
		}
	}
	s.refuse("a column")
	return nil
}

// findQualified finds a table of FROM by its schema and name.
func (s *scope) findQualified(schema, name string) *item {
	for at := s; at != nil; at = at.parent {
		for _, it := range at.items {
			if it.byName && it.rel.kind == plain && !it.rel.hasAlias && it.rel.schema == schema && it.rel.name == name && (!it.lateralOnly || at.lateral) {
				return it
			}
		}
	}
	return nil
}

// columnOf is the one column of an item that has a name.
func (s *scope) columnOf(it *item, name string) (found *node) {
	for _, c := range it.columns {
		if c.name == name {
			if found != nil {
				s.refuse("an ambiguous column")
			}
			found = c.expr
		}
	}
	if found == nil {
		found = s.systemColumn(it, name)
	}
	if found == nil {
		s.refuse("a column")
	}
	return found
}

// systemColumns are the types of the system columns of tables, by their names.
var systemColumns = map[string]string{"ctid": "tid", "xmin": "xid", "xmax": "xid", "cmin": "cid", "cmax": "cid", "tableoid": "oid"}

// systemColumn is a system column of a table; nil: there is none. It is not shown.
func (s *scope) systemColumn(it *item, name string) *node {
	typ := s.byName[systemColumns[name]]
	if !s.checks && s.objects == nil || typ == 0 || it.rel.kind != plain {
		return nil
	}
	return &node{kind: variable, rel: it.rel, column: -1, typ: typ, mod: -1, name: name}
}

// whole is a row of a relation as a value.
func (s *scope) whole(it *item) *node {
	r := it.rel
	r.noteRead()
	switch r.kind {
	case plain:
		if r.rowType == 0 {
			r.rowType = s.define(typ{name: r.name, schema: r.schema, category: 'C', kind: 'c'})
		}
		return &node{kind: wholeRow, rel: r, typ: r.rowType, mod: -1}
	case subquery, withQuery, valuesList:
		return &node{kind: wholeRow, rel: r, typ: recordOID, mod: -1}
	case joined:
	case function:
		if len(r.functions) == 1 && len(r.columns) == 1 && !r.ordinality && s.typeOf(r.functions[0].typ).kind != 'c' && r.functions[0].typ != recordOID {
			return copyOf(it.columns[0].expr)
		}
	}
	s.refuse("a row of a relation")
	return nil
}

// names are the texts of a list.
func names(list []*pg_query.Node) []string { return parse.Strings(list) }
