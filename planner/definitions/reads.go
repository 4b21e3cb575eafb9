package definitions

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// reading collects what a view depends on: find_expr_references_walker of dependency.c.
type reading struct {
	*analysis
	found providers.ShownReads
	seen  map[*relation]bool
}

// reads are the relations, columns and types of users that a view depends on.
func (a *analysis) reads(q *query) providers.ShownReads {
	r := &reading{analysis: a, seen: map[*relation]bool{}}
	r.query(q)
	for i := range r.found.Relations {
		slices.Sort(r.found.Relations[i].Columns)
	}
	slices.SortFunc(r.found.Relations, func(a, b providers.ShownRead) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(r.found.Types, func(a, b providers.Name) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Name, b.Name))
	})
	return r.found
}

// note notes a relation of a query, and a column of it; "": the relation alone.
func (r *reading) note(of *relation, column string) {
	if of.kind != plain || of.system {
		return
	}
	schema := of.schema
	if strings.HasPrefix(schema, "pg_temp") || schema == "temp" {
		schema = providers.ShownTemporarySchema
	}
	at := slices.IndexFunc(r.found.Relations, func(f providers.ShownRead) bool { return f.Schema == schema && f.Name == of.name })
	if at < 0 {
		at, r.found.Relations = len(r.found.Relations), append(r.found.Relations, providers.ShownRead{Schema: schema, Name: of.name})
	}
	if columns := r.found.Relations[at].Columns; column != "" && !slices.Contains(columns, column) {
		r.found.Relations[at].Columns = append(columns, column)
	}
}

// noteType notes a type of users.
func (r *reading) noteType(oid uint32) {
	t := r.own[oid]
	if t == nil || t.kind == 'c' && r.isRowType(t) {
		return
	}
	named := providers.Name{Schema: t.schema, Name: t.name}
	if t.element != 0 {
		named.Schema = r.own[t.element].schema
	}
	if !slices.Contains(r.found.Types, named) {
		r.found.Types = append(r.found.Types, named)
	}
}

// isRowType reports whether a type is that of the rows of a relation.
func (r *reading) isRowType(t *typ) bool {
	_, is := r.source.Relation("", t.schema, t.name)
	return is
}

func (r *reading) query(q *query) {
	if q == nil {
		return
	}
	for _, w := range q.with {
		r.query(w.query)
	}
	for _, of := range q.relations {
		r.relation(of)
	}
	for _, t := range q.targets {
		r.node(t.expr)
	}
	for _, row := range q.values {
		r.nodes(row)
	}
	r.nodes(q.distinctOn)
	r.nodes(q.group)
	for _, w := range q.windows {
		r.window(w)
	}
	r.sorted(q.sort)
	r.setOperation(q.set)
	r.nodes([]*node{q.where, q.having, q.limit, q.offset})
}

func (r *reading) setOperation(o *setOperation) {
	if o != nil {
		r.query(o.leaf)
		r.setOperation(o.left)
		r.setOperation(o.right)
	}
}

// relation notes what an item of FROM reads.
func (r *reading) relation(of *relation) {
	if of == nil || r.seen[of] {
		return
	}
	r.seen[of] = true
	r.note(of, "")
	if of.kind != withQuery {
		r.query(of.query)
	}
	r.nodes(of.functions)
	for _, d := range of.defined {
		r.noteType(d.typ)
	}
	r.relation(of.left)
	r.relation(of.right)
	r.node(of.on)
	r.nodes(of.compared)
}

func (r *reading) nodes(list []*node) {
	for _, n := range list {
		r.node(n)
	}
}

func (r *reading) sorted(list []*sortItem) {
	for _, s := range list {
		r.node(s.expr)
	}
}

func (r *reading) window(w *window) {
	if w != nil {
		r.nodes(w.partition)
		r.sorted(w.order)
		r.nodes([]*node{w.start, w.finish})
	}
}

// typed are the kinds of nodes whose type is written, or chosen by the parser. The type of a column is that of its relation.
var typed = setOf(constant, relabelType, coerceViaIO, arrayCoerce, coerceToDomain, rowExpr)

func (r *reading) node(n *node) {
	if n == nil {
		return
	}
	switch {
	case n.kind == variable && (n.rel == nil || n.column < 0): // a column of UNION, or one of the system
	case n.kind == variable && n.rel.kind == plain:
		r.note(n.rel, n.rel.columns[n.column].name)
	case n.kind == variable && n.rel.kind == joined:
		r.node(n.rel.below[n.column])
	case typed[n.kind]:
		r.noteType(n.typ)
	case n.kind == funcExpr && r.own[n.typ] != nil && (r.own[n.typ].kind == 'r' || r.own[n.typ].kind == 'm'): // a range type and its functions go together
		r.noteType(n.typ)
	}
	r.nodes(n.args)
	r.nodes(n.direct)
	r.nodes([]*node{n.filter, n.arg, n.otherwise})
	r.sorted(n.order)
	r.window(n.over)
	r.query(n.query)
}
