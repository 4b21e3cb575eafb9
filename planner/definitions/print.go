package definitions

import (
	"slices"
	"strings"
)

// printer prints a query as ruleutils.c does.
type printer struct {
	*analysis
	text   []byte
	pretty bool
	indent int
	bare   bool // columns stand without their relation
	top    *query
	outer  []string // the names of relations of the queries around
	with   []string // the names of WITH of this query and those around it
}

const (
	indentStep = 8
	indentJoin = 4
	indentMore = 4
	mostIndent = 40
)

// print returns the text of a view's query; shown are the names of the view's columns.
func (a *analysis) print(q *query, shown []string, pretty bool) string {
	p := &printer{analysis: a, pretty: pretty, top: q}
	p.query(q, shown, true)
	return string(p.text) + ";"
}

func (p *printer) add(text string) { p.text = append(p.text, text...) }

// trim removes the blanks at the end.
func (p *printer) trim() {
	for len(p.text) > 0 && p.text[len(p.text)-1] == ' ' {
		p.text = p.text[:len(p.text)-1]
	}
}

// keyword begins a line: appendContextKeyword.
func (p *printer) keyword(text string, before, after, more int) {
	p.indent += before
	p.trim()
	amount := max(p.indent, 0) + more
	if p.indent >= mostIndent {
		amount = (mostIndent+(p.indent-mostIndent)/(indentStep/2))%mostIndent + more
	}
	p.add("\n" + strings.Repeat(" ", amount) + text)
	p.indent = max(p.indent+after, 0)
}

// apart prints something for itself.
func (p *printer) apart(f func()) string {
	was := p.text
	p.text = nil
	f()
	made := string(p.text)
	p.text = was
	return made
}

// query prints a query: get_query_def. shown are the names of the view's columns, nil where the query is no view's own.
func (p *printer) query(q *query, shown []string, visible bool) {
	outer, with, indent := p.outer, p.with, p.indent
	p.outer = p.nameRelations(q, outer)
	for _, w := range q.with {
		p.with = append(slices.Clone(p.with), w.name)
	}
	p.withs(q)
	if q.set != nil {
		p.setOperation(q.set, shown, visible)
	} else {
		p.basic(q, shown, visible)
	}
	if len(q.sort) > 0 {
		p.keyword(" ORDER BY ", -indentStep, indentStep, 1)
		p.order(q.sort, q.set != nil)
	}
	if q.offset != nil {
		p.keyword(" OFFSET ", -indentStep, indentStep, 0)
		p.show(q.offset, false)
	}
	switch {
	case q.limitAll:
		p.keyword(" LIMIT ALL", -indentStep, indentStep, 0)
	case q.limit != nil && q.withTies:
		p.keyword(" FETCH FIRST (", -indentStep, indentStep, 0)
		p.show(q.limit, false)
		p.add(") ROWS WITH TIES")
	case q.limit != nil:
		p.keyword(" LIMIT ", -indentStep, indentStep, 0)
		p.show(q.limit, false)
	}
	p.outer, p.with, p.indent = outer, with, indent
}

// withs prints WITH.
func (p *printer) withs(q *query) {
	if len(q.with) == 0 {
		return
	}
	p.indent += indentStep
	p.add(" ")
	sep := "WITH "
	if q.recursive {
		sep = "WITH RECURSIVE "
	}
	for _, w := range q.with {
		p.add(sep + p.quote(w.name))
		if len(w.names) > 0 {
			p.add("(" + p.quoteAll(w.names) + ")")
		}
		p.add(" AS " + w.materialized + "(")
		p.keyword("", 0, 0, 0)
		p.query(w.query, nil, true)
		p.keyword("", 0, 0, 0)
		p.add(")")
		sep = ", "
	}
	p.indent -= indentStep
	p.keyword("", 0, 0, 0)
}

func (p *printer) quoteAll(list []string) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = p.quote(n)
	}
	return strings.Join(out, ", ")
}

// setOperation prints UNION and the like: get_setop_query.
func (p *printer) setOperation(o *setOperation, shown []string, visible bool) {
	if o.leaf != nil {
		q := o.leaf
		brackets := len(q.with) > 0 || len(q.sort) > 0 || q.limit != nil || q.limitAll || q.offset != nil || q.set != nil
		if brackets {
			p.add("(")
		}
		p.query(q, shown, visible)
		if brackets {
			p.add(")")
		}
		return
	}
	step := 0
	brackets := o.left.leaf == nil && (o.left.op != o.op || o.left.all != o.all)
	if brackets {
		p.add("(")
		step = indentStep
		p.keyword("", step, 0, 0)
	}
	p.setOperation(o.left, shown, visible)
	if brackets {
		p.keyword(") ", -step, 0, 0)
	} else {
		p.keyword("", -step, 0, 0)
	}
	p.add(o.op)
	if o.all {
		p.add("ALL ")
	}
	brackets, step = o.right.leaf == nil, 0
	if brackets {
		p.add("(")
		step = indentStep
	}
	p.keyword("", step, 0, 0)
	p.setOperation(o.right, shown, false)
	p.indent -= step
	if brackets {
		p.keyword(")", 0, 0, 0)
	}
}

// basic prints SELECT or VALUES: get_basic_select_query.
func (p *printer) basic(q *query, shown []string, visible bool) {
	p.indent += indentStep
	p.add(" ")
	if q.values != nil && p.isPlainValues(q, shown) {
		p.values(q.values)
		return
	}
	p.add("SELECT")
	switch {
	case len(q.distinctOn) > 0:
		p.add(" DISTINCT ON (")
		p.groupItems(q.distinctOn)
		p.add(")")
	case q.distinct:
		p.add(" DISTINCT")
	}
	p.targets(q, shown, visible)
	p.from(q)
	if q.where != nil {
		p.keyword(" WHERE ", -indentStep, indentStep, 1)
		p.show(q.where, false)
	}
	if len(q.group) > 0 || len(q.groupingSets) > 0 {
		p.keyword(" GROUP BY ", -indentStep, indentStep, 1)
		if q.groupDistinct {
			p.add("DISTINCT ")
		}
		p.groupItems(q.group)
		for i, g := range q.groupingSets {
			if i > 0 {
				p.add(", ")
			}
			p.groupingSet(g, true)
		}
	}
	if q.having != nil {
		p.keyword(" HAVING ", -indentStep, indentStep, 0)
		p.show(q.having, false)
	}
	first := true
	for _, w := range q.windows {
		switch {
		case w.name == "":
			continue
		case first:
			p.keyword(" WINDOW ", -indentStep, indentStep, 1)
		default:
			p.add(", ")
		}
		first = false
		p.add(p.quote(w.name) + " AS ")
		p.window(w)
	}
}

// isPlainValues reports whether the columns of VALUES keep their names: get_simple_values_rte.
func (p *printer) isPlainValues(q *query, shown []string) bool {
	for i, t := range q.targets {
		name := t.name
		if i < len(shown) {
			name = shown[i]
		}
		if name != q.relations[0].columns[i].name {
			return false
		}
	}
	return true
}

func (p *printer) values(rows [][]*node) {
	p.add("VALUES ")
	for i, row := range rows {
		if i > 0 {
			p.add(", ")
		}
		p.add("(")
		for k, v := range row {
			if k > 0 {
				p.add(",")
			}
			p.topLevel(v, false)
		}
		p.add(")")
	}
}

// targets prints the select list: get_target_list.
func (p *printer) targets(q *query, shown []string, visible bool) {
	sep := " "
	for i, t := range q.targets {
		p.add(sep)
		sep = ", "
		label, labelled := "", false
		text := p.apart(func() {
			label, labelled = p.target(t.expr, visible)
		})
		name := t.name
		if i < len(shown) {
			name = shown[i]
		}
		if !labelled || label != name {
			text += " AS " + p.quote(name)
		}
		if strings.HasPrefix(text, "\n") {
			p.trim()
		} else if i > 0 {
			p.keyword("", -indentStep, indentStep, indentMore)
		}
		p.add(text)
	}
}

// target prints an expression of the select list. It returns the name that the column has by itself.
func (p *printer) target(n *node, visible bool) (label string, labelled bool) {
	if n.kind == variable {
		return p.variable(n), true
	}
	if n.kind == mergedVariable {
		p.add(p.quote(n.name))
		return n.name, true
	}
	if n.kind == wholeRow {
		p.topLevel(n, true)
		return "", false
	}
	p.show(n, true)
	return "?column?", !visible
}

// variable prints a column and returns its name.
func (p *printer) variable(n *node) string {
	name := n.rel.shownNames[n.column]
	if !p.bare {
		p.add(p.quote(n.rel.shownName) + ".")
	}
	p.add(p.quote(name))
	return name
}

// order prints the items of ORDER BY: get_rule_orderby.
func (p *printer) order(list []*sortItem, byNumber bool) {
	for i, s := range list {
		if i > 0 {
			p.add(", ")
		}
		if byNumber {
			p.add(itoa(s.number))
		} else {
			p.sortItem(s.expr)
		}
		switch {
		case !s.descending && s.nullsFirst:
			p.add(" NULLS FIRST")
		case s.descending && s.nullsFirst:
			p.add(" DESC")
		case s.descending:
			p.add(" DESC NULLS LAST")
		}
	}
}

func (p *printer) groupItems(list []*node) {
	for i, n := range list {
		if i > 0 {
			p.add(", ")
		}
		p.sortItem(n)
	}
}

// sortItem prints an expression of ORDER BY or GROUP BY: get_rule_sortgroupclause.
func (p *printer) sortItem(n *node) {
	if n.kind == constant {
		p.constant(n, 1)
		return
	}
	if isName[n.kind] {
		p.show(n, true)
		return
	}
	brackets := p.pretty || n.kind == funcExpr || n.kind == aggref || n.kind == windowFunc
	if brackets {
		p.add("(")
	}
	p.show(n, true)
	if brackets {
		p.add(")")
	}
}

// groupingSet prints a set of GROUP BY: get_rule_groupingset.
func (p *printer) groupingSet(g *groupingSet, bare bool) {
	if g.word == "" {
		brackets := !bare || len(g.exprs) != 1
		if brackets {
			p.add("(")
		}
		p.groupItems(g.exprs)
		if brackets {
			p.add(")")
		}
		return
	}
	p.add(g.word)
	for i, inner := range g.sets {
		if i > 0 {
			p.add(", ")
		}
		p.groupingSet(inner, g.word != "GROUPING SETS (")
	}
	p.add(")")
}
