package definitions

import (
	"slices"
	"strings"
)

// from prints FROM: get_from_clause.
func (p *printer) from(q *query) {
	for i, r := range q.from {
		if i == 0 {
			p.keyword(" FROM ", -indentStep, indentStep, 2)
			p.item(r)
			continue
		}
		p.add(", ")
		text := p.apart(func() { p.item(r) })
		if strings.HasPrefix(text, "\n") {
			p.trim()
		} else {
			p.keyword("", -indentStep, indentStep, indentMore)
		}
		p.add(text)
	}
}

// item prints an item of FROM: get_from_clause_item.
func (p *printer) item(r *relation) {
	if r.kind == joined {
		p.join(r)
		return
	}
	if r.lateral {
		p.add("LATERAL ")
	}
	alias := r.hasAlias || r.renamed
	switch r.kind {
	case plain:
		if r.only {
			p.add("ONLY ")
		}
		if slices.Contains(p.with, r.name) {
			p.add(p.quote(r.schema) + "." + p.quote(r.name))
		} else {
			p.add(p.qualified(r.schema, r.name))
		}
		alias = alias || r.shownName != r.name
	case subquery:
		p.add("(")
		p.query(r.query, nil, true)
		p.add(")")
		alias = true
	case function:
		p.functions(r)
		alias = true
	case valuesList:
		p.add("(")
		p.values(r.query.values)
		p.add(")")
		alias = true
	case joined:
	case withQuery:
		p.add(p.quote(r.name))
		alias = alias || r.shownName != r.name
	}
	if alias {
		p.add(" " + p.quote(r.shownName))
	}
	if len(r.defined) > 0 {
		p.add("(")
		for i, c := range r.defined {
			if i > 0 {
				p.add(", ")
			}
			p.add(p.quote(r.shownNames[i]) + " " + p.showType(c.typ, c.mod))
		}
		p.add(")")
	} else if r.renamed {
		p.add("(" + p.quoteAll(r.shownNames) + ")")
	}
}

// functions prints functions in FROM.
func (p *printer) functions(r *relation) {
	unnest := true
	for _, f := range r.functions {
		unnest = unnest && f.kind == funcExpr && f.name == "unnest"
	}
	switch {
	case len(r.functions) == 1:
		p.callAlone(r.functions[0])
	case unnest:
		p.add("UNNEST(")
		for i, f := range r.functions {
			if i > 0 {
				p.add(", ")
			}
			p.show(f.args[0], true)
		}
		p.add(")")
	default:
		p.add("ROWS FROM(")
		for i, f := range r.functions {
			if i > 0 {
				p.add(", ")
			}
			p.callAlone(f)
		}
		p.add(")")
	}
	if r.ordinality {
		p.add(" WITH ORDINALITY")
	}
}

// callAlone prints a call in FROM: get_rule_expr_funccall.
func (p *printer) callAlone(n *node) {
	if n.kind == funcExpr && (n.form == explicitCall || n.form == sqlSyntax) || n.kind == coalesceExpr || n.kind == nullIfExpr || n.kind == minMaxExpr || n.kind == sqlValue {
		p.show(n, true)
		return
	}
	p.refuse("a function in FROM")
}

// join prints a join.
func (p *printer) join(r *relation) {
	open := !p.pretty || r.hasAlias
	if open {
		p.add("(")
	}
	p.item(r.left)
	word := r.join
	if word == " JOIN " && r.on == nil && len(r.using) == 0 {
		word = " CROSS JOIN "
	}
	p.keyword(word, -indentStep, indentStep, indentJoin)
	right := p.pretty && r.right.kind == joined && !r.right.hasAlias
	if right {
		p.add("(")
	}
	p.item(r.right)
	if right {
		p.add(")")
	}
	switch {
	case len(r.using) > 0:
		p.add(" USING (" + p.quoteAll(r.using) + ")")
	case r.on != nil:
		p.add(" ON ")
		if !p.pretty {
			p.add("(")
		}
		p.show(r.on, false)
		if !p.pretty {
			p.add(")")
		}
	case r.join != " JOIN ":
		p.add(" ON TRUE")
	}
	if open {
		p.add(")")
	}
	if r.hasAlias {
		p.add(" " + p.quote(r.shownName))
		if r.renamed {
			p.add("(" + p.quoteAll(r.shownNames) + ")")
		}
	}
}
