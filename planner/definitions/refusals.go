package definitions

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What PostgreSQL refuses because of the types, and DuckDB answers.

// mayBeSame reports whether two expressions are the same, or have parts that are not compared here.
func mayBeSame(x, y *node) bool {
	if x == y {
		return true
	}
	if x == nil || y == nil || x.kind != y.kind || x.typ != y.typ || x.name != y.name || x.rel != y.rel || x.column != y.column || x.null != y.null || x.star != y.star || len(x.args) != len(y.args) {
		return false
	}
	for i := range x.args {
		if !mayBeSame(x.args[i], y.args[i]) {
			return false
		}
	}
	return true
}

// checkAmbiguous fails for a name that several items of the select list have which are not the same.
func (s *scope) checkAmbiguous(name, clause string, found *node) {
	for _, t := range s.q.targets {
		if s.checks && t.name == name && !mayBeSame(found, t.expr) {
			s.fail("42702", "", "%s %q is ambiguous", clause, name)
		}
	}
}

// checkKind fails for what is said of a call that only an aggregate or a window function has: ParseFuncOrColumn.
func (s *scope) checkKind(made *node, f *pg_query.FuncCall) {
	if !s.checks {
		return
	}
	kind, said := made.routine.kind, ""
	switch {
	case kind == 'a' && f.Over != nil && len(f.AggOrder) > 0:
		s.fail(sqlstate.FeatureNotSupported, "", "aggregate ORDER BY is not implemented for window functions")
	case kind == 'w' && f.Over != nil && f.AggFilter != nil:
		s.fail(sqlstate.FeatureNotSupported, "", "FILTER is not implemented for non-aggregate window functions")
	case kind != 'f':
		return
	case f.AggStar:
		said = made.name + "(*)"
	case f.AggDistinct:
		said = "DISTINCT"
	case len(f.AggOrder) > 0:
		said = "ORDER BY"
	case f.AggFilter != nil:
		said = "FILTER"
	}
	switch {
	case said != "":
		s.fail(sqlstate.WrongObjectType, "", "%s specified, but %s is not an aggregate function", said, made.name)
	case f.Over != nil:
		s.fail(sqlstate.WrongObjectType, "", "OVER specified, but %s is not a window function nor an aggregate function", made.name)
	}
}

// momentFields are the words for parts of times that are no units of intervals: those of datetime.c's datetktbl, and quarters.
var momentFields = parse.WordSet(`qtr quarter timezone timezone_h timezone_m dow doy epoch isodow isoyear julian j`)

// distances are the types of distances of RANGE by the type of the order: the support functions in_range of btree's families.
var distances = map[uint32][]uint32{
	int2OID: {int8OID, int4OID, int2OID}, int4OID: {int8OID, int4OID, int2OID}, int8OID: {int8OID}, float4OID: {float8OID}, float8OID: {float8OID}, numericOID: {numericOID},
	dateOID: {intervalOID}, timestampOID: {intervalOID}, timestamptzOID: {intervalOID}, timeOID: {intervalOID}, timetzOID: {intervalOID}, intervalOID: {intervalOID},
}

// checkDistance fails for a frame of a distance that the order does not have: transformFrameOffset.
func (s *scope) checkDistance(w *window, distance *node) {
	if !s.checks || len(w.order) != 1 {
		return
	}
	const without = "RANGE with offset PRECEDING/FOLLOWING is not supported for column type %s"
	of := w.order[0].expr.typ
	base, _ := s.baseType(of)
	if _, known := distances[base]; !known {
		s.blame(distance)
		s.fail(sqlstate.FeatureNotSupported, "", without, s.errorType(of))
	}
	for _, to := range distances[base] {
		if distance.typ == unknownOID || s.canCoerce([]uint32{distance.typ}, []uint32{to}, implicit) {
			return
		}
	}
	s.blame(distance)
	s.fail(sqlstate.FeatureNotSupported, "Cast the offset value to an appropriate type.", without+" and offset type %s", s.errorType(of), s.errorType(distance.typ))
}

// distanceOf is the type that a distance without one becomes; 0: there is none.
func (s *scope) distanceOf(w *window) uint32 {
	base, _ := s.baseType(w.order[0].expr.typ)
	list := distances[base]
	switch {
	case slices.Contains(list, base):
		return base
	case len(list) > 0:
		return list[0]
	}
	return 0
}

// refuseVariables fails for a clause that reads columns of its own query: checkExprIsVarFree.
func (s *scope) refuseVariables(clause string, n *node) {
	if !s.checks || n == nil {
		return
	}
	if n.kind == variable && slices.Contains(s.q.relations, n.rel) {
		s.blame(n)
		s.fail(sqlstate.InvalidColumnReference, "", "argument of %s must not contain variables", clause)
	}
	for _, arg := range n.args {
		s.refuseVariables(clause, arg)
	}
	s.refuseVariables(clause, n.arg)
	s.refuseVariables(clause, n.otherwise)
}

// checkLabel fails for a text that is no label of an enum. A parameter has no text.
func (a *analysis) checkLabel(n *node, to uint32) {
	if t := a.typeOf(to); t.kind == 'e' && t.labels != nil && n.name != "" && !slices.Contains(t.labels, n.name) {
		a.blame(n)
		a.fail(sqlstate.InvalidTextRepresent, "", "invalid input value for enum %s: %q", a.errorType(to), n.name)
	}
}

// checkText fails for a quoted constant that its type does not read. Where definitions are read, it is the error of the definition.
func (a *analysis) checkText(n *node, to uint32) {
	base, _ := a.baseType(to)
	name := a.typeOf(base).name
	if e := a.elementOf(base); e != 0 {
		base, _ = a.baseType(e)
		name = a.typeOf(base).name + "[]"
	}
	if n.null || n.written == nil || a.own[base] != nil || a.typed == nil {
		return
	}
	f, failed := constants.Misread(name, n.name)
	if !failed {
		return
	}
	err := sqlstate.New(sqlstate.Code(f.Code), "%s", f.Message).WithDetail("%s", f.Detail).WithHint("%s", f.Hint)
	if a.kept == nil {
		a.blame(n)
		panic(failure{err})
	}
	if a.kept.Refused == nil {
		a.kept.Refused = err
	}
}
