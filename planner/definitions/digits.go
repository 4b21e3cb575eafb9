package definitions

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Digits says how many digits behind the point PostgreSQL shows of a numeric, as far as the embedded engine's decimals keep them.
type Digits struct {
	// Scale is how many there are; -1: that differs, or is not known.
	Scale int
	// Computed: the digits are those of texts or of several values, and the engine shows them where it computes with numerics of any width.
	Computed bool
	// JSON: the value is one of jsonb. Quotient: it is a quotient, or computed with one.
	JSON, Quotient bool
	// Assigned: the numeric becomes a text of a column.
	Assigned bool
	// Lost: the value comes from where zeros at the end are not kept.
	Lost bool
	// Plain: the value is that of a column, a numeric without a scale, as the engine shows it. Loose: it is computed with such values, or is one
	// of several, and has the digits that follow from theirs.
	Plain, Loose bool
	// Companion is the column that has the scale which a Plain column of a table shows each value with; "": none has, or the numeric is something
	// else. See providers.ScaleColumn.
	Companion string
	// Kept: the value is that of a column with a companion, which may be a column of a query that another one reads.
	Kept bool
	// Target is the item of the select list that an item of GROUP BY means by its name or its number; 0: none.
	Target int
}

// Written reports whether the engine shows the digits where it computes with numerics of any width.
func (d Digits) Written() bool { return d.Computed || d.Loose }

// Passes reports whether the digits of the numeric are not those of the engine's.
func (d Digits) Passes() bool { return d.Written() || d.Lost }

// ofPlain reports whether the digits follow from those of a column without a scale.
func (d Digits) ofPlain() bool { return d.Plain || d.Loose }

// changed are the digits of a value that has as many as another one has.
func (d Digits) changed() Digits {
	if d.Kept {
		d.Companion, d.Kept, d.Plain, d.Loose = "", false, false, true
	}
	return d
}

// unknownScale is the scale of numerics whose digits the engine shows, however many they are.
const unknownScale = -1

func fixed(scale int) Digits { return Digits{Scale: scale} }

// together are the digits of what is computed with several values.
func (d Digits) together(with Digits, scale func(a, b int) int) Digits {
	made := Digits{Scale: unknownScale, Computed: d.Computed || with.Computed || d.Quotient || with.Quotient, Lost: d.Lost || with.Lost, Quotient: d.Quotient || with.Quotient}
	if d.Scale >= 0 && with.Scale >= 0 {
		made.Scale = scale(d.Scale, with.Scale)
	}
	made.Loose = d.ofPlain() || with.ofPlain()
	return made
}

// chosen are the digits of a value that is one of several.
func chosen(list []Digits) Digits {
	made := Digits{Scale: unknownScale}
	for i, d := range list {
		made.Computed, made.Lost, made.Quotient = made.Computed || d.Computed, made.Lost || d.Lost, made.Quotient || d.Quotient
		made.Loose = made.Loose || d.ofPlain()
		if i == 0 {
			made.Scale = d.Scale
		}
		if d.Scale != made.Scale || d.Scale < 0 && len(list) > 1 {
			made.Scale, made.Computed = unknownScale, true
		}
	}
	if made.Loose && len(list) == 1 {
		return list[0]
	}
	return made
}

// Differ reports whether values that stand beside each other in an array have other digits than those of a column without a scale among them.
func Differ(list []Digits) bool {
	plain := 0
	for _, d := range list {
		if d.Lost {
			return false
		}
		if d.Plain {
			plain++
		}
	}
	return plain > 0 && plain < len(list)
}

// digitsOf returns the digits of a numeric, or of an integer.
func (a *analysis) digitsOf(n *node) Digits {
	if d, known := a.scales[n]; known {
		return d
	}
	a.scales[n] = fixed(unknownScale) // of a value that is read by itself
	d := a.readDigits(n)
	a.scales[n] = d
	return d
}

// header is the part of the modifier of a numeric that says nothing of digits.
const header = 4

// scaleOfMod is how many digits behind the point a numeric of a modifier has.
func scaleOfMod(mod int32) int { return int(mod-header) & 0x7ff }

func (a *analysis) readDigits(n *node) Digits {
	switch base, _ := a.baseType(n.typ); {
	case base == int2OID, base == int4OID, base == int8OID:
		return fixed(0)
	case base != numericOID:
		return fixed(unknownScale)
	case n.mod >= header:
		return fixed(scaleOfMod(n.mod))
	}
	switch n.kind { //nolint:exhaustive // the others are no numerics
	case constant:
		if _, fraction, _ := strings.Cut(n.name, "."); n.name != "" && !strings.ContainsAny(n.name, "eE") {
			return fixed(len(fraction))
		}
	case variable:
		return a.digitsOfColumn(n.rel, n.column)
	case coerceViaIO:
		if a.typeOf(n.args[0].typ).category == 'S' {
			return Digits{Scale: unknownScale, Computed: true}
		}
	case relabelType, collateExpr, coerceToDomain, namedArg:
		return a.digitsOf(n.args[0])
	case nullIfExpr:
		return a.digitsOf(n.args[0])
	case opExpr:
		return a.digitsOfOperation(n)
	case coalesceExpr, minMaxExpr:
		return a.digitsOfChoice(n.args)
	case caseExpr:
		return a.digitsOfChoice(append(slices.Clone(n.direct), n.otherwise))
	case funcExpr, aggref, windowFunc:
		return a.digitsOfCall(n)
	case subLink:
		if n.query != nil {
			return a.digitsOfTarget(n.query, 0)
		}
	case subscript:
		written := len(n.args) > 0 && n.args[0] != nil && a.holderOf(n.args[0].typ) == NumericArray && !n.args[0].isStored()
		return Digits{Scale: unknownScale, Computed: written, Lost: !written}
	case fieldSelect:
		return Digits{Scale: unknownScale, Lost: true}
	}
	return fixed(unknownScale)
}

// digitsOfChoice are the digits of one of several values.
func (a *analysis) digitsOfChoice(list []*node) Digits {
	var all []Digits
	for _, n := range list {
		if n != nil && !n.null {
			all = append(all, a.digitsOf(n))
		}
	}
	return chosen(all)
}

// digitsOfOperation are the digits of an operator's result.
func (a *analysis) digitsOfOperation(n *node) Digits {
	if len(n.args) == 1 {
		return a.digitsOf(n.args[0]).changed()
	}
	left, right := a.digitsOf(n.args[0]), a.digitsOf(n.args[1])
	switch n.name {
	case "+", "-", "%":
		return left.together(right, func(a, b int) int { return max(a, b) })
	case "*":
		return left.together(right, func(a, b int) int { return a + b })
	case "/":
		return Digits{Scale: unknownScale, Quotient: true, Computed: left.Quotient || right.Quotient, Lost: left.Quotient && left.Lost || right.Quotient && right.Lost}
	}
	return fixed(unknownScale) // the engine shows the digits of powers
}

var (
	// keepDigits are the functions whose result has the digits of their first argument.
	keepDigits = parse.WordSet(`abs max min sum lag lead first_value last_value nth_value mode percentile_disc`)
	// quotients are the aggregates that divide.
	quotients = parse.WordSet(`avg stddev stddev_samp stddev_pop variance var_samp var_pop`)
	// wholeDigits are those whose result has none behind the point.
	wholeDigits = parse.WordSet(`ceil ceiling floor sign div`)
)

// argumentsOf are the values that a call computes with.
func argumentsOf(n *node) []*node {
	if !n.ordered {
		return n.args
	}
	args := make([]*node, len(n.order))
	for i, by := range n.order {
		args[i] = by.expr
	}
	return args
}

// summed are the digits of a sum.
func (d Digits) summed() Digits {
	d.Computed = d.Computed || d.Quotient
	d.Plain, d.Loose = false, d.ofPlain()
	return d
}

// digitsOfCall are the digits of a call's result.
func (a *analysis) digitsOfCall(n *node) Digits {
	args := argumentsOf(n)
	switch {
	case len(args) == 0:
		return fixed(unknownScale)
	case keepDigits[n.name]:
		return a.digitsOfKept(n, args)
	case quotients[n.name]:
		d := a.digitsOf(args[0])
		return Digits{Scale: unknownScale, Quotient: true, Computed: n.name == "avg" && (d.Quotient || d.Loose), Lost: d.Quotient && (d.Lost || n.kind == windowFunc || n.distinct)}
	case wholeDigits[n.name], (n.name == "round" || n.name == "trunc") && len(args) == 1:
		return fixed(0)
	case n.name == "unnest" && args[0].kind == arrayExpr:
		return a.digitsOfChoice(args[0].args)
	case a.isPartOfHolder(n.name, args), isCut(n.name, args):
		return Digits{Scale: unknownScale, Computed: true}
	case n.name == "generate_series" && a.digitsOfChoice(args).Scale < 0: // the first value has the digits of the first argument
		return Digits{Scale: unknownScale, Lost: true}
	case n.name == "mod":
		return a.digitsOf(args[0]).together(a.digitsOf(args[1]), func(a, b int) int { return max(a, b) })
	case n.name == "to_number":
		return Digits{Scale: unknownScale, Lost: true}
	case n.name == "numeric" && a.isInteger(args[0].typ):
		return fixed(0)
	case n.name == "numeric" && args[0].typ == jsonbOID:
		return Digits{Scale: unknownScale, Computed: true, JSON: true}
	}
	return fixed(unknownScale)
}

// digitsOfKept are the digits of a call that returns a value that it was given, or a sum of them.
func (a *analysis) digitsOfKept(n *node, args []*node) Digits {
	d := a.digitsOf(args[0]).changed()
	if n.name == "sum" {
		d = d.summed()
	}
	if (n.name == "lag" || n.name == "lead") && len(args) == 3 {
		d = a.digitsOfChoice([]*node{args[0], args[2]})
	}
	if n.ordered || n.distinct {
		d.Lost = d.Lost || d.Written()
	}
	return d
}

func (a *analysis) isInteger(typ uint32) bool {
	return typ == int2OID || typ == int4OID || typ == int8OID
}

// digitsOfColumn are the digits of a column of a relation.
func (a *analysis) digitsOfColumn(r *relation, i int) Digits {
	lost := Digits{Scale: unknownScale, Lost: true}
	switch {
	case r == nil:
	case r.kind == plain && !r.system:
		if !slices.Contains(r.loose, i) {
			return fixed(unknownScale)
		}
		return Digits{Scale: unknownScale, Plain: true, Companion: r.companions[i], Kept: r.companions[i] != ""}
	case r.kind == subquery && r.query != nil:
		return a.digitsOfTarget(r.query, i)
	case r.kind == withQuery && r.with != nil && r.with.query != nil:
		return a.digitsOfTarget(r.with.query, i)
	case r.kind == valuesList && r.query != nil && i < len(r.columns):
		column := make([]*node, len(r.query.values))
		for at, row := range r.query.values {
			column[at] = row[i]
		}
		return a.digitsOfChoice(column)
	case r.kind == function && len(r.functions) == 1 && r.functions[0].name == "generate_series" && i == 0:
		if d := a.digitsOfChoice(r.functions[0].args); d.Scale >= 0 {
			return fixed(d.Scale)
		}
	case r.kind == joined && i < len(r.below):
		d := a.digitsOf(r.below[i])
		d.Companion, d.Kept = "", false // which has no name there
		return d
	}
	return lost
}

// digitsOfTarget are the digits of a column that a query returns. Those that are computed within it are lost outside.
func (a *analysis) digitsOfTarget(q *query, i int) Digits {
	d := fixed(unknownScale)
	switch {
	case q.set != nil:
		d = chosen(a.digitsOfSet(q.set, i))
	case i < len(q.targets):
		d = a.digitsOf(q.targets[i].expr)
	}
	return Digits{Scale: d.Scale, Lost: d.Lost || d.Written() || d.Kept, Quotient: d.Quotient, Plain: d.Plain, Kept: d.Kept}
}

// digitsOfSet are the digits of a column of each part of a set operation.
func (a *analysis) digitsOfSet(o *setOperation, i int) []Digits {
	switch {
	case o.leaf != nil:
		return []Digits{a.digitsOfTarget(o.leaf, i)}
	case o.left != nil && o.right != nil:
		return append(a.digitsOfSet(o.left, i), a.digitsOfSet(o.right, i)...)
	}
	return []Digits{fixed(unknownScale)}
}

// looseColumns are the columns of a table that are numerics without a modifier of which the engine keeps no zeros at the end, or as many as
// the decimal has that they were computed as.
func looseColumns(list []providers.TypedColumn) (loose []int) {
	for i, c := range list {
		if c.Type == numericOID && c.TypeMod < 0 && (!c.Scaled || c.Companion != "") {
			loose = append(loose, i)
		}
	}
	return loose
}

// companionsOf are the companions of the columns of a table, by the columns' places.
func companionsOf(list []providers.TypedColumn) map[int]string {
	companions := map[int]string{}
	for i, c := range list {
		if c.Companion != "" {
			companions[i] = c.Companion
		}
	}
	return companions
}

// noteDigits notes the digits of an expression that is a numeric.
func (s *scope) noteDigits(n *pg_query.Node, made *node) {
	if s.digits != nil && made.typ == numericOID {
		s.digits[n] = s.digitsOf(made)
		if n.GetColumnRef() != nil && made.kind == variable && made.rel != nil {
			s.passing.columns[n] = made
		}
	}
}

// noteAssigned notes a numeric that a column of texts is assigned.
func (a *analysis) noteAssigned(c column, typ uint32, n *pg_query.Node) {
	if a.digits == nil || typ != numericOID || n == nil {
		return
	}
	if base, _ := a.baseType(c.typ); a.typeOf(base).category == 'S' {
		d := a.digits[n]
		d.Assigned = true
		a.digits[n] = d
	}
}
