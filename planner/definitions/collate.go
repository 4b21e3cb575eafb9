package definitions

import "github.com/sallyportdb/sallyport/sqlstate"

// Which collation each value has, as parse_collate.c decides it: one that is written, one that is implied by columns and types, none, or
// several that conflict.

// The collations that types have. noCollation is that of a value whose type has none, and of one whose collation is not determined.
const (
	noCollation      = ""
	defaultCollation = "default"
	nameCollation    = "C"
)

// strength is how much a collation counts beside others. The stronger one wins.
type strength int

const (
	uncollated strength = iota
	implied
	conflicting
	written
)

// collating is the collation of the values that were seen so far.
type collating struct {
	strength  strength
	collation string
	other     string // of those that conflict
	at        int32  // where the other one stands
}

// collationOfType is the collation of a type's values as such.
func (a *analysis) collationOfType(oid uint32) string {
	switch oid {
	case textOID, varcharOID, bpcharOID, textArrayOID, varcharArrayOID, bpcharArrayOID:
		return defaultCollation
	case nameOID, nameArrayOID:
		return nameCollation
	}
	if oid < firstOwn {
		return noCollation
	}
	t := a.typeOf(oid)
	switch {
	case t.kind == 'd' && t.collation != "":
		return t.collation
	case t.kind == 'd':
		return a.collationOfType(t.base)
	case t.element != 0 && a.typeOf(t.element).kind == 'd':
		return a.collationOfType(t.element)
	}
	return noCollation
}

// mergeCollation takes a value into those that were seen: merge_collation_state.
func (a *analysis) mergeCollation(into *collating, c collating) {
	switch {
	case c.strength > into.strength, c.strength == implied && into.strength == implied && into.collation == defaultCollation:
		*into = c
	case c.strength < into.strength || c.collation == into.collation:
	case c.strength == implied && c.collation != defaultCollation:
		into.strength, into.other, into.at = conflicting, c.collation, c.at
	case c.strength == written:
		a.blamePlace(c.at)
		a.fail(sqlstate.CollationMismatch, "", "collation mismatch between explicit collations %q and %q", into.collation, c.collation)
	}
}

// chooseHint and SetCollationHint are the hints of errors about collations.
const (
	chooseHint       = "You can choose the collation by applying the COLLATE clause to one or both expressions."
	SetCollationHint = "Use the COLLATE clause to set the collation explicitly."
)

// failConflicting fails for implied collations that differ.
func (a *analysis) failConflicting(c collating) {
	a.blamePlace(c.at)
	a.fail(sqlstate.CollationMismatch, chooseHint, "collation mismatch between implicit collations %q and %q", c.collation, c.other)
}

// collateAlone gives an expression and its parts their collations: assign_expr_collations.
func (a *analysis) collateAlone(n *node) (c collating) {
	if a.collates && n != nil {
		a.collate(n, &c)
	}
	return c
}

// collateSorted is collateAlone for an expression by which rows are sorted or grouped.
func (a *analysis) collateSorted(n *node) collating {
	c := a.collateAlone(n)
	if c.strength == conflicting {
		a.failConflicting(c)
	}
	return c
}

// collate gives a node its collation and takes it into that of the values beside it: assign_collations_walker.
func (a *analysis) collate(n *node, into *collating) {
	if n == nil {
		return
	}
	c := collating{at: n.at}
	var inside collating
	switch n.kind { //nolint:exhaustive // the others have values in them that count alike
	case collateExpr:
		a.collate(n.args[0], &inside)
		c.strength, c.collation = written, n.name
	case constant, variable, mergedVariable, wholeRow, caseTest:
		if c.collation = a.collationOfLeaf(n); c.collation != noCollation {
			c.strength = implied
		}
	case fieldSelect: // its collation is that of the attribute, whatever the value has
		a.collateAlone(n.args[0])
		if c.collation = a.collationOfType(n.typ); c.collation != noCollation {
			c.strength = implied
		}
	case rowExpr:
		for _, arg := range n.args {
			a.collateAlone(arg)
		}
		return
	case rowCompare:
		a.collateRows(n)
		return
	case coerceToDomain:
		a.collate(n.args[0], &inside)
		switch of := a.collationOfType(n.typ); of {
		case noCollation:
		case defaultCollation:
			c.strength, c.collation, c.other = inside.strength, inside.collation, inside.other
		default:
			c.strength, c.collation = implied, of
		}
	default:
		a.collateParts(n, &inside)
		switch of := a.collationOfType(n.typ); {
		case of == noCollation:
		case inside.strength > uncollated:
			c = inside
		default:
			c.strength, c.collation = implied, of
		}
		a.needCollation(n, inside)
		a.noteCollationFor(n, inside)
		a.noteBytewise(n, inside)
	}
	if n.coll = c.collation; c.strength == conflicting {
		n.coll = noCollation
	}
	a.mergeCollation(into, c)
}

// collationOfLeaf is the collation of a value that has no parts.
func (a *analysis) collationOfLeaf(n *node) string {
	switch {
	case n.kind == constant || n.kind == variable && n.column < 0 && n.rel != nil:
		return a.collationOfType(n.typ)
	case n.kind == caseTest && n.of != nil:
		return n.of.coll
	}
	return n.coll
}

// collateParts collates what a node has in it, as far as it counts for the node's own collation.
func (a *analysis) collateParts(n *node, inside *collating) {
	switch n.kind { //nolint:exhaustive // the others have arguments alone
	case aggref:
		a.collateAggregate(n, inside)
	case windowFunc:
		a.collateAll(n.args, inside)
		a.collateAlone(n.filter)
	case caseExpr:
		a.collateAlone(n.arg)
		for i, test := range n.args {
			a.collate(test, inside)
			a.collate(n.direct[i], inside)
		}
		a.collate(n.otherwise, inside)
	case subscript:
		a.collate(n.args[0], inside)
		for _, bound := range n.args[1:] {
			for _, index := range bound.args {
				a.collateAlone(index)
			}
		}
	case subLink:
		a.collateLink(n, inside)
	default:
		a.collateAll(n.args, inside)
	}
}

func (a *analysis) collateAll(list []*node, inside *collating) {
	for _, n := range list {
		a.collate(n, inside)
	}
}

// collateAggregate collates the arguments of an aggregate: assign_aggregate_collations and assign_ordered_set_collations.
func (a *analysis) collateAggregate(n *node, inside *collating) {
	switch {
	case n.ordered:
		a.collateAll(n.direct, inside)
		for _, o := range n.order {
			if c := a.collateSorted(o.expr); len(n.order) == 1 && (n.routine == nil || n.routine.variadic == 0) {
				a.mergeCollation(inside, c)
			}
		}
	default:
		for _, arg := range n.args {
			if n.distinct {
				a.collateSorted(arg)
			}
			a.collate(arg, inside)
		}
		for _, o := range n.order {
			a.collateSorted(o.expr)
			a.needToSort(o.expr, stringComparison)
		}
	}
	a.collateAlone(n.filter)
}

// collateLink collates a query that stands for a value.
func (a *analysis) collateLink(n *node, inside *collating) {
	columns := n.query.columns()
	for i, arg := range n.args { // which are compared with the columns
		var pair collating
		a.collate(arg, &pair)
		a.mergeCollation(&pair, impliedOf(columns[i], arg.at))
		if a.comparesTexts(n.name, arg.typ) && pair.isUndetermined() {
			what := stringComparison
			if n.name == "=" {
				what = stringHashing
			}
			a.failUndetermined(what, n)
		}
	}
	if len(columns) > 0 && (n.sub == "EXPR" || n.sub == "ARRAY") {
		a.mergeCollation(inside, impliedOf(columns[0], n.at))
	}
}

// impliedOf is the collation of the column of a query.
func impliedOf(c column, at int32) collating {
	if c.coll == noCollation {
		return collating{}
	}
	return collating{strength: implied, collation: c.coll, at: at}
}

// collateRows collates rows that are compared column by column.
func (a *analysis) collateRows(n *node) {
	for i := range n.args {
		var pair collating
		a.collate(n.args[i], &pair)
		a.collate(n.direct[i], &pair)
		if a.comparesTexts(n.name, n.args[i].typ) && pair.isUndetermined() {
			a.failUndetermined(stringComparison, n)
		}
	}
}

// isUndetermined reports whether values that are put together have no collation for it.
func (c collating) isUndetermined() bool {
	return c.strength == uncollated || c.strength == conflicting
}
