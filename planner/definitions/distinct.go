package definitions

import pg_query "github.com/pganalyze/pg_query_go/v6"

// checkDistinctOrder fails where the rows of SELECT DISTINCT are sorted by what the select list does not have: transformDistinctClause.
// What the analysis cannot compare may be what the list has.
func (s *scope) checkDistinctOrder(list []*pg_query.Node) {
	if !s.checks {
		return
	}
	for i, item := range s.q.sort {
		if item.number > 0 || s.maySelect(item.expr) {
			continue
		}
		s.places = append(s.places, placeOf(list[i].GetSortBy().GetNode()))
		s.fail("42P10", "", "for SELECT DISTINCT, ORDER BY expressions must appear in select list")
	}
}

// maySelect reports whether the select list may have an expression.
func (s *scope) maySelect(n *node) bool {
	for _, t := range s.q.targets {
		if mayEqual(n, t.expr) {
			return true
		}
	}
	return false
}

// compared are the kinds of expressions that are equal where their names, types and arguments are.
var compared = setOf(constant, funcExpr, aggref, opExpr, distinctExpr, nullIfExpr, boolExpr, coalesceExpr, minMaxExpr, nullTest, booleanTest, relabelType,
	coerceViaIO, sqlValue, collateExpr, scalarArrayOp, arrayExpr)

// mayEqual reports whether two expressions are the same, as PostgreSQL's equal has it, or may be.
func mayEqual(x, y *node) bool {
	if x.kind == relabelType && x.form == implicitCast && y.kind != relabelType {
		return mayEqual(x.args[0], y)
	}
	if y.kind == relabelType && y.form == implicitCast && x.kind != relabelType {
		return mayEqual(x, y.args[0])
	}
	switch {
	case x.kind == variable && y.kind == variable:
		return x.rel == y.rel && x.column == y.column
	case x.kind != y.kind:
		return varied[x.kind] || varied[y.kind]
	case !compared[x.kind]:
		return true
	case !alike(x, y):
		return false
	}
	for i, arg := range x.args {
		if arg != nil && y.args[i] != nil && !mayEqual(arg, y.args[i]) {
			return false
		}
	}
	return true
}

// varied are the kinds of expressions that PostgreSQL may have nodes of another kind for.
var varied = setOf(mergedVariable, wholeRow, caseTest, fieldSelect, subscript)

// alike reports whether two expressions of one kind differ in their arguments at most.
func alike(x, y *node) bool {
	if x.typ != y.typ && x.typ != unknownOID && y.typ != unknownOID {
		return false
	}
	return x.name == y.name && x.null == y.null && x.any == y.any && x.star == y.star && x.distinct == y.distinct && len(x.args) == len(y.args)
}
