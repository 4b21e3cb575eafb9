package definitions

import "slices"

// show prints an expression: get_rule_expr. casts: implicit casts at its top are shown.
func (p *printer) show(n *node, casts bool) {
	switch n.kind {
	case constant:
		p.constant(n, 0)
	case variable, mergedVariable, wholeRow:
		p.named(n)
	case funcExpr:
		p.call(n, casts)
	case aggref:
		p.aggregate(n)
	case windowFunc:
		p.windowCall(n)
	case opExpr:
		p.operation(n)
	case distinctExpr:
		p.infix(n, " IS DISTINCT FROM ")
	case scalarArrayOp:
		p.anyOf(n)
	case boolExpr:
		p.condition(n)
	case subLink:
		p.subLink(n)
	case caseExpr:
		p.caseOf(n)
	case coalesceExpr, minMaxExpr, groupingFunc, nullIfExpr:
		p.listed(listWords[n.kind]+n.sub, n.args, ")")
	case rowExpr, rowCompare:
		p.rowOf(n)
	case arrayExpr:
		p.array(n)
	case nullTest, booleanTest:
		p.test(n)
	case relabelType, coerceViaIO, arrayCoerce, coerceToDomain:
		p.castOf(n, casts)
	case collateExpr:
		p.open()
		p.inside(n.args[0], casts, n)
		p.add(" COLLATE " + p.quote(n.name))
		p.close()
	case subscript:
		p.subscripts(n, casts)
	case fieldSelect:
		p.showField(n, casts)
	case sqlValue:
		p.add(n.name)
	case namedArg:
		p.add(p.quote(n.name) + " => ")
		p.show(n.args[0], casts)
	default:
		p.refuse("an expression")
	}
}

// named prints a name.
func (p *printer) named(n *node) {
	switch {
	case n.rel == nil:
		p.add(p.quote(n.name))
	case n.kind == wholeRow:
		p.add(p.quote(n.rel.shownName) + ".*")
	default:
		p.variable(n)
	}
}

// listWords begin what is a list of values.
var listWords = map[kind]string{coalesceExpr: "COALESCE(", groupingFunc: "GROUPING(", nullIfExpr: "NULLIF("}

// castOf prints a cast, or what is cast where the cast is not shown.
func (p *printer) castOf(n *node, casts bool) {
	switch {
	case n.form != implicitCast || casts:
		p.cast(n.args[0], n.typ, n.mod, n)
	case n.kind == coerceToDomain:
		p.show(n.args[0], false)
	default:
		p.inside(n.args[0], false, n)
	}
}

// rowOf prints a row, or the comparison of two.
func (p *printer) rowOf(n *node) {
	if n.kind == rowExpr {
		if p.row("ROW(", n.args, ")"); n.typ != recordOID && n.form == explicitCast {
			p.add("::" + p.showType(n.typ, -1))
		}
		return
	}
	p.row("(ROW(", n.args, ") "+n.name+" ")
	p.row("ROW(", n.direct, "))")
}

// array prints ARRAY[…].
func (p *printer) array(n *node) {
	p.listed("ARRAY[", n.args, "]")
	if len(n.args) == 0 {
		p.add("::" + p.showType(n.typ, -1))
	}
}

// open and close are the brackets that are left out where it is not needed.
func (p *printer) open() {
	if !p.pretty {
		p.add("(")
	}
}

func (p *printer) close() {
	if !p.pretty {
		p.add(")")
	}
}

// inside prints an operand, in brackets where it needs them: get_rule_expr_paren.
func (p *printer) inside(n *node, casts bool, parent *node) {
	brackets := p.pretty && !isSimple(n, parent)
	if brackets {
		p.add("(")
	}
	p.show(n, casts)
	if brackets {
		p.add(")")
	}
}

var (
	// isName are the kinds that are names.
	isName = setOf(variable, mergedVariable, wholeRow)
	// isAlone are the kinds that need no brackets anywhere: names, and what has brackets of its own.
	isAlone = setOf(variable, mergedVariable, wholeRow, constant, subscript, fieldSelect, arrayExpr, rowExpr, coalesceExpr, minMaxExpr, sqlValue, nullIfExpr,
		aggref, groupingFunc, windowFunc, funcExpr, caseExpr)
	// isTest are the kinds that need brackets in operators.
	isTest = setOf(opExpr, subLink, nullTest, booleanTest, distinctExpr)
	// isAround are the kinds that keep their operands apart.
	isAround = setOf(subscript, arrayExpr, rowExpr, coalesceExpr, minMaxExpr, nullIfExpr, aggref, groupingFunc, windowFunc, caseExpr)
	// isPlainCast are the kinds that are as simple as what they cast.
	isPlainCast = setOf(coerceToDomain, relabelType, coerceViaIO, arrayCoerce)
)

// isSimple reports whether an expression needs no brackets within another: isSimpleNode.
func isSimple(n, parent *node) bool {
	switch {
	case isAlone[n.kind]:
		return true
	case isPlainCast[n.kind]:
		return isSimple(n.args[0], n)
	case n.kind == opExpr && parent.kind == opExpr:
		return bindsTighter(n, parent)
	case isTest[n.kind]:
		return parent.kind == boolExpr || hasOwnBrackets(parent)
	case n.kind == boolExpr && parent.kind == boolExpr:
		return parent.name == "OR" || parent.name == "AND" && n.name != "OR"
	}
	return n.kind == boolExpr && hasOwnBrackets(parent)
}

// bindsTighter reports whether an operator binds tighter than the one around it.
func bindsTighter(n, parent *node) bool {
	level := func(o *node) int {
		if len(o.args) != 2 || len(o.name) != 1 {
			return 0
		}
		switch o.name {
		case "+", "-":
			return 1
		case "*", "/", "%":
			return 2
		}
		return 0
	}
	own, around := level(n), level(parent)
	switch {
	case own == 0 || around == 0:
		return false
	case own != around:
		return own > around
	}
	return n == parent.args[0]
}

// hasOwnBrackets reports whether what is around an operand keeps it apart.
func hasOwnBrackets(parent *node) bool {
	return isAround[parent.kind] || parent.kind == funcExpr && parent.form == explicitCall
}

// constant prints a constant: get_const_expr. label is 1 where the type is always shown, -1 where it never is.
func (p *printer) constant(n *node, label int) {
	needs := true
	switch {
	case n.null:
		p.add("NULL")
		if label >= 0 {
			p.add("::" + p.showType(n.typ, n.mod))
		}
		return
	case n.typ == int4OID && n.name[0] != '-':
		p.add(n.name)
		needs = false
	case n.typ == numericOID && n.name[0] != '-' && slices.Contains([]byte(n.name), '.'):
		p.add(n.name)
		needs = n.mod >= 0
	case n.typ == boolOID:
		p.add(map[string]string{"t": "true", "f": "false"}[n.name])
		needs = false
	case n.typ == regclassOID:
		p.add(quoteText(p.qualified(n.schema, n.name)))
	default:
		p.add(quoteText(n.name))
		needs = n.typ != unknownOID
	}
	if label > 0 || label == 0 && needs {
		p.add("::" + p.showType(n.typ, n.mod))
	}
}

// cast prints a cast: get_coercion_expr.
func (p *printer) cast(arg *node, to uint32, mod int32, parent *node) {
	if arg.kind == constant && arg.typ == to && arg.mod == -1 {
		p.constant(arg, -1)
	} else {
		p.open()
		p.inside(arg, false, parent)
		p.close()
	}
	p.add("::" + p.showType(to, mod))
}

// listed prints a list between brackets.
func (p *printer) listed(begin string, list []*node, end string) {
	p.listedBy(p.show, begin, list, end)
}

func (p *printer) listedBy(show func(n *node, casts bool), begin string, list []*node, end string) {
	p.add(begin)
	for i, n := range list {
		if i > 0 {
			p.add(", ")
		}
		show(n, true)
	}
	p.add(end)
}

// row prints the values of a row.
func (p *printer) row(begin string, list []*node, end string) {
	p.listedBy(p.topLevel, begin, list, end)
}

// topLevel prints an expression where a row of a relation must be shown with its type: get_rule_expr_toplevel.
func (p *printer) topLevel(n *node, casts bool) {
	p.show(n, casts)
	if n.kind == wholeRow {
		p.add("::" + p.showType(n.typ, -1))
	}
}

// operation prints an operator: get_oper_expr.
func (p *printer) operation(n *node) {
	if len(n.args) == 2 {
		p.infix(n, " "+n.name+" ")
		return
	}
	p.open()
	p.add(n.name + " ")
	p.inside(n.args[0], true, n)
	p.close()
}

func (p *printer) infix(n *node, word string) {
	p.open()
	p.inside(n.args[0], true, n)
	p.add(word)
	p.inside(n.args[1], true, n)
	p.close()
}

// anyOf prints = ANY (an array).
func (p *printer) anyOf(n *node) {
	p.open()
	p.inside(n.args[0], true, n)
	word := "ALL"
	if n.any {
		word = "ANY"
	}
	p.add(" " + n.name + " " + word + " (")
	p.inside(n.args[1], true, n)
	if n.args[1].kind == subLink && n.args[1].sub == "EXPR" {
		p.add("::" + p.showType(n.args[1].typ, n.args[1].mod))
	}
	p.add(")")
	p.close()
}

// condition prints AND, OR and NOT.
func (p *printer) condition(n *node) {
	p.open()
	if n.name == "NOT" {
		p.add("NOT ")
		p.inside(n.args[0], false, n)
	} else {
		for i, arg := range n.args {
			if i > 0 {
				p.add(" " + n.name + " ")
			}
			p.inside(arg, false, n)
		}
	}
	p.close()
}

func (p *printer) test(n *node) {
	p.open()
	p.inside(n.args[0], n.kind == nullTest, n)
	p.add(n.name)
	p.close()
}
