package definitions

// call prints a call or a cast: get_func_expr.
func (p *printer) call(n *node, casts bool) {
	switch {
	case n.form == implicitCast && !casts:
		p.inside(n.args[0], false, n)
		return
	case n.form == implicitCast || n.form == explicitCast:
		p.cast(n.args[0], n.typ, n.mod, n)
		return
	case n.form == sqlSyntax && p.syntax(n):
		return
	}
	p.add(p.quote(n.name) + "(")
	p.arguments(n)
	p.add(")")
}

func (p *printer) arguments(n *node) {
	for i, arg := range n.args {
		if i > 0 {
			p.add(", ")
		}
		if n.variadic && i == len(n.args)-1 {
			p.add("VARIADIC ")
		}
		p.show(arg, true)
	}
}

// syntax prints a call that SQL writes in a form of its own: get_func_sql_syntax. It returns false for another call.
func (p *printer) syntax(n *node) bool {
	arg := func(i int) string { return p.apart(func() { p.show(n.args[i], false) }) }
	operand := func(i int) string { return p.apart(func() { p.inside(n.args[i], false, n) }) }
	if n.name == "substring" {
		return p.substring(n, arg)
	}
	switch {
	case n.name == "timezone" && len(n.args) == 2:
		p.add("(" + operand(1) + " AT TIME ZONE " + operand(0) + ")")
	case n.name == "overlaps" && len(n.args) == 4:
		p.add("((" + arg(0) + ", " + arg(1) + ") OVERLAPS (" + arg(2) + ", " + arg(3) + "))")
	case n.name == "extract" && len(n.args) == 2 && n.args[0].kind == constant:
		p.add("EXTRACT(" + n.args[0].name + " FROM " + arg(1) + ")")
	case n.name == "overlay" && len(n.args) >= 3:
		p.add("OVERLAY(" + arg(0) + " PLACING " + arg(1) + " FROM " + arg(2))
		if len(n.args) == 4 {
			p.add(" FOR " + arg(3))
		}
		p.add(")")
	case n.name == "position" && len(n.args) == 2:
		p.add("POSITION((" + arg(1) + ") IN (" + arg(0) + "))")
	case n.name == "btrim", n.name == "ltrim", n.name == "rtrim":
		p.add("TRIM(" + map[string]string{"btrim": "BOTH", "ltrim": "LEADING", "rtrim": "TRAILING"}[n.name])
		if len(n.args) == 2 {
			p.add(" " + arg(1))
		}
		p.add(" FROM " + arg(0) + ")")
	default:
		p.refuse("the syntax of a function")
	}
	return true
}

// substring prints SUBSTRING by positions or by a pattern. It returns false for another call.
func (p *printer) substring(n *node, arg func(int) string) bool {
	if len(n.args) < 2 {
		return false
	}
	switch {
	case n.args[1].typ == int4OID:
		p.add("SUBSTRING(" + arg(0) + " FROM " + arg(1))
		if len(n.args) == 3 {
			p.add(" FOR " + arg(2))
		}
	case n.args[1].typ == textOID && len(n.args) == 3:
		p.add("SUBSTRING(" + arg(0) + " SIMILAR " + arg(1) + " ESCAPE " + arg(2))
	default:
		return false
	}
	p.add(")")
	return true
}

// aggregate prints an aggregate: get_agg_expr.
func (p *printer) aggregate(n *node) {
	p.add(p.quote(n.name) + "(")
	if n.distinct {
		p.add("DISTINCT ")
	}
	switch {
	case n.ordered:
		p.listed("", n.direct, ") WITHIN GROUP (ORDER BY ")
		p.order(n.order, false)
	case n.star:
		p.add("*")
	default:
		p.arguments(n)
		if len(n.order) > 0 {
			p.add(" ORDER BY ")
			p.order(n.order, false)
		}
	}
	p.filter(n)
	p.add(")")
}

func (p *printer) filter(n *node) {
	if n.filter != nil {
		p.add(") FILTER (WHERE ")
		p.show(n.filter, false)
	}
}

// windowCall prints a call with OVER: get_windowfunc_expr.
func (p *printer) windowCall(n *node) {
	p.add(p.quote(n.name) + "(")
	if n.star {
		p.add("*")
	} else {
		p.arguments(n)
	}
	p.filter(n)
	p.add(") OVER ")
	if n.over.name != "" {
		p.add(p.quote(n.over.name))
		return
	}
	p.window(n.over)
}

// caseOf prints CASE.
func (p *printer) caseOf(n *node) {
	p.keyword("CASE", 0, indentMore, 0)
	if n.arg != nil {
		p.add(" ")
		p.show(n.arg, true)
	}
	for i, when := range n.args {
		if n.arg != nil && when.kind == opExpr && len(when.args) == 2 && withoutCasts(when.args[0]).kind == caseTest {
			when = when.args[1]
		} else if n.arg != nil {
			p.refuse("a CASE")
		}
		p.keyword("WHEN ", 0, 0, 0)
		p.show(when, false)
		p.add(" THEN ")
		p.show(n.direct[i], true)
	}
	p.keyword("ELSE ", 0, 0, 0)
	p.show(n.otherwise, true)
	p.keyword("END", -indentMore, 0, 0)
}

// withoutCasts is what implicit casts are of: strip_implicit_coercions.
func withoutCasts(n *node) *node {
	for n.form == implicitCast && isCast[n.kind] {
		n = n.args[0]
	}
	return n
}

// subLink prints a query that stands for a value or a condition: get_sublink_expr.
func (p *printer) subLink(n *node) {
	if n.sub == "ARRAY" {
		p.add("ARRAY(")
	} else {
		p.add("(")
	}
	if len(n.args) == 1 {
		p.show(n.args[0], true)
	} else if len(n.args) > 1 {
		p.listed("(", n.args, ")")
	}
	brackets := true
	switch n.sub {
	case "EXISTS":
		p.add("EXISTS ")
	case "ANY":
		if n.name == "=" {
			p.add(" IN ")
		} else {
			p.add(" " + n.name + " ANY ")
		}
	case "ALL":
		p.add(" " + n.name + " ALL ")
	case "ROW":
		p.add(" " + n.name + " ")
	default:
		brackets = false
	}
	if brackets {
		p.add("(")
	}
	p.query(n.query, nil, false)
	if brackets {
		p.add(")")
	}
	p.add(")")
}

// subscripts prints an array with subscripts.
func (p *printer) subscripts(n *node, casts bool) {
	arg := n.args[0]
	p.showPart(arg, casts, arg.kind != variable && arg.kind != fieldSelect)
	for _, bound := range n.args[1:] {
		p.add("[")
		for i, end := range bound.args {
			if i == 1 && bound.any {
				p.add(":")
			}
			if end != nil {
				p.show(end, false)
			}
		}
		p.add("]")
	}
}

// showField prints an attribute of a composite value.
func (p *printer) showField(n *node, casts bool) {
	arg := n.args[0]
	p.showPart(arg, casts, arg.kind != subscript && arg.kind != fieldSelect)
	p.add("." + p.quote(n.name))
}

// showPart prints what has a subscript or an attribute behind it.
func (p *printer) showPart(n *node, casts, brackets bool) {
	if brackets {
		p.add("(")
	}
	p.show(n, casts)
	if brackets {
		p.add(")")
	}
}
