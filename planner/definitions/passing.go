package definitions

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Passing tells which columns of the relations that a statement makes its numerics are, and what its stars stand for.
type Passing struct {
	analysis *analysis
	columns  map[*pg_query.Node]*node
	queries  map[*pg_query.SelectStmt]*query
	targets  map[*query][]Target // those that were asked for
	names    *passedNames
	returned *query // what RETURNING has
	// Stars: a star stands for a numeric of a relation that the statement makes, or for one of a type with a precision.
	Stars bool
	// Naturals are the columns by which NATURAL joins.
	Naturals map[*pg_query.JoinExpr][]string
}

func newPassing(a *analysis) *Passing {
	return &Passing{analysis: a, columns: map[*pg_query.Node]*node{}, queries: map[*pg_query.SelectStmt]*query{}, targets: map[*query][]Target{}, Naturals: map[*pg_query.JoinExpr][]string{}}
}

// passedNames are what relations are called in a statement.
type passedNames struct {
	reads   map[any]int
	called  map[string]any // nil: several relations are called so
	repeats bool
}

// relationNames counts the relations of the statement.
func (p *Passing) relationNames() *passedNames {
	if p.names != nil {
		return p.names
	}
	p.names = &passedNames{reads: map[any]int{}, called: map[string]any{}}
	for s, q := range p.queries {
		for _, r := range q.relations {
			p.names.reads[Derived{r}.Key()]++
			name, key := Derived{r}.Name(), Derived{r}.Key()
			if was, known := p.names.called[name]; !known {
				p.names.called[name] = key
			} else if was != key {
				p.names.called[name] = nil
			}
		}
		seen := map[string]bool{}
		targets, _ := p.Targets(s)
		for _, t := range targets {
			name := strings.Join(t.Name, ".")
			p.names.repeats = p.names.repeats || t.Star && seen[name]
			seen[name] = seen[name] || t.Star
		}
	}
	return p.names
}

// Reads is how often FROM has a relation.
func (p *Passing) Reads(d Derived) int { return p.relationNames().reads[d.Key()] }

// Shares reports whether another relation of the statement has the same name.
func (p *Passing) Shares(d Derived) bool { return p.relationNames().called[d.Name()] == nil }

// Repeats reports whether a star stands for two columns of one name, of which no name tells which is meant.
func (p *Passing) Repeats() bool { return p.relationNames().repeats }

// Derived is a relation of FROM that a statement makes itself: a query, one of WITH, or functions.
type Derived struct{ relation *relation }

// Passed is a column of such a relation.
type Passed struct {
	Of Derived
	At int
}

// Target is a column of a query's result.
type Target struct {
	// Written is the item of the select list. Star: the item stands for several columns.
	Written *pg_query.ResTarget
	Star    bool
	// Name is how the column that a star stands for is called in the query; nil: no name means it.
	Name []string
	// Column is the value, where that is a column of a relation that the statement makes.
	Column   Passed
	IsColumn bool
	// Digits are those of a numeric.
	Digits  Digits
	Numeric bool
	// Whole is how many digits a numeric of a type with a precision may have before the point; 0: it has another type.
	Whole int
	// Null: it is NULL.
	Null bool
	node *node
}

// isDerived reports whether a value is a column of a relation that the statement makes.
func (n *node) isDerived() bool {
	return n.kind == variable && n.rel != nil && n.column >= 0 && (n.rel.kind == subquery || n.rel.kind == withQuery || n.rel.kind == function)
}

// ColumnOf is the column that a reference means; ok is false for another expression.
func (p *Passing) ColumnOf(n *pg_query.Node) (c Passed, ok bool) {
	made := p.columns[n]
	if made == nil || !made.isDerived() {
		return Passed{}, false
	}
	return Passed{Derived{made.rel}, made.column}, true
}

// IsOf reports whether a column is one of a relation in FROM of a query.
func (p *Passing) IsOf(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	made, q := p.columns[n], p.queries[s]
	return made != nil && q != nil && slices.Contains(q.relations, made.rel)
}

// NameOf is how a query calls the table that a column is of; "": it is of no table.
func (p *Passing) NameOf(n *pg_query.Node) string {
	made := p.columns[n]
	if made == nil || made.rel == nil || made.rel.kind != plain {
		return ""
	}
	return Derived{made.rel}.Name()
}

// SameColumn reports whether two references mean one column.
func (p *Passing) SameColumn(a, b *pg_query.Node) bool {
	one, other := p.columns[a], p.columns[b]
	return one != nil && other != nil && one.rel == other.rel && one.column == other.column
}

// Targets are the columns of the result of a query that is no set operation; ok is false for one that was not analysed.
func (p *Passing) Targets(s *pg_query.SelectStmt) (list []Target, ok bool) {
	if q := p.queries[s]; q != nil && q.set == nil {
		return p.targetsOf(q), true
	}
	return nil, false
}

// Returned are the columns of RETURNING.
func (p *Passing) Returned() []Target { return p.targetsOf(p.returned) }

// targetsOf are the columns of the result of a query.
func (p *Passing) targetsOf(q *query) (list []Target) {
	if q == nil {
		return nil
	}
	if list, known := p.targets[q]; known {
		return list
	}
	defer func() { p.targets[q] = list }()
	for _, t := range q.targets {
		made := Target{Written: t.written, Star: t.star != nil, Numeric: t.expr.typ == numericOID, Null: t.expr.null && t.expr.kind == constant, node: t.expr}
		if made.Star {
			if made.Name = t.star; len(made.Name) == 0 {
				made.Name = []string{t.name}
			}
		}
		made.Digits = p.analysis.digitsOf(t.expr)
		if mod := t.expr.mod; made.Numeric && mod >= header {
			made.Whole = int((mod-header)>>16) - scaleOfMod(mod)
		}
		if made.IsColumn = t.expr.isDerived(); made.IsColumn {
			made.Column = Passed{Derived{t.expr.rel}, t.expr.column}
		}
		list = append(list, made)
	}
	return list
}

// Refer notes that a new reference means the column of a target.
func (p *Passing) Refer(n *pg_query.Node, t Target) { p.columns[n] = t.node }

// EachStar calls f with the queries that have stars.
func (p *Passing) EachStar(f func(s *pg_query.SelectStmt, targets []Target)) {
	for s, q := range p.queries {
		if slices.ContainsFunc(q.targets, func(t *target) bool { return t.star != nil }) {
			if targets, ok := p.Targets(s); ok {
				f(s, targets)
			}
		}
	}
}

// EachQuery calls f with the queries in FROM and WITH that are read.
func (p *Passing) EachQuery(f func(Derived)) {
	seen := map[any]bool{}
	for _, q := range p.queries {
		for _, r := range q.relations {
			d := Derived{r}
			if (r.kind == subquery || r.kind == withQuery) && !seen[d.Key()] {
				seen[d.Key()] = true
				f(d)
			}
		}
	}
}

// columnsOf are the columns of a query's result; nil: it was not analysed.
func (p *Passing) columnsOf(s *pg_query.SelectStmt) []column {
	if q := p.queries[s]; q != nil {
		return q.columns()
	}
	return nil
}

// ResultColumns are the types of the columns of a query's result: whether each is a numeric.
func (p *Passing) ResultColumns(s *pg_query.SelectStmt) (names []string, numerics []bool) {
	for _, c := range p.columnsOf(s) {
		names, numerics = append(names, c.name), append(numerics, c.typ == numericOID)
	}
	return names, numerics
}

// IsReal reports whether a column of a query's result is a floating-point number.
func (p *Passing) IsReal(s *pg_query.SelectStmt, at int) bool {
	columns := p.columnsOf(s)
	return at < len(columns) && (columns[at].typ == float4OID || columns[at].typ == float8OID)
}

// PlainColumns are the columns of a query's result: whether each is a numeric without a precision.
func (p *Passing) PlainColumns(s *pg_query.SelectStmt) (names []string, plain []bool) {
	for _, c := range p.columnsOf(s) {
		names, plain = append(names, c.name), append(plain, c.typ == numericOID && c.mod < header)
	}
	return names, plain
}

// Key is the same for all references to one query or function.
func (d Derived) Key() any {
	if d.relation.with != nil {
		return d.relation.with
	}
	return d.relation
}

// Name is how the query calls the relation.
func (d Derived) Name() string { return cmp.Or(d.relation.alias, d.relation.name) }

// Tree is the relation in the statement: a *pg_query.RangeSubselect, *pg_query.CommonTableExpr or *pg_query.RangeFunction.
func (d Derived) Tree() any {
	if d.relation.with != nil {
		return d.relation.with.tree
	}
	return d.relation.tree
}

// ColumnNames are the names of the relation's columns, before the names of an alias.
func (d Derived) ColumnNames() []string {
	list := d.relation.columns
	if d.relation.with != nil {
		list = d.relation.with.columns
	}
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.name
	}
	return names
}

// IsRead reports whether rows of the relation are read as values.
func (d Derived) IsRead() bool {
	return d.relation.read || d.relation.with != nil && d.relation.with.read
}

// noteRead notes that the rows of a relation are values.
func (r *relation) noteRead() {
	r.read = true
	if r.with != nil {
		r.with.read = true
	}
	if r.kind == joined {
		r.left.noteRead()
		r.right.noteRead()
	}
}
