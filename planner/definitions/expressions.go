package definitions

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func splitName(list []*pg_query.Node) (schema, name string) { return parse.SplitName(list) }

// expression analyses an expression: parse_expr.c.
func (s *scope) expression(n *pg_query.Node) *node {
	if s.repeating {
		s.countRepeated()
	}
	s.places = append(s.places, placeOf(n)) // what ends the analysis leaves them as they are
	made := s.analysed(n)
	s.places = s.places[:len(s.places)-1]
	made.at = max(startOf(n), 0)
	if s.objects != nil || s.chars != nil {
		made.tree = n
	}
	if s.collates && made.from == nil { // a cast to the type that a value has makes no node
		made.from = n
	}
	s.noteDigits(n, made)
	s.noteHolder(n, made)
	s.collationSeen = s.collationSeen || s.checks && made.typ == nameOID
	return made
}

func (s *scope) analysed(n *pg_query.Node) *node {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return s.column(e.ColumnRef)
	case *pg_query.Node_AConst:
		made := s.literal(e.AConst)
		made.written = n
		return made
	case *pg_query.Node_TypeCast:
		return s.typeCast(e.TypeCast)
	case *pg_query.Node_AExpr:
		return s.operation(e.AExpr)
	case *pg_query.Node_BoolExpr:
		return s.condition(e.BoolExpr)
	case *pg_query.Node_FuncCall:
		return s.call(n, e.FuncCall)
	case *pg_query.Node_CaseExpr:
		return s.caseOf(e.CaseExpr)
	case *pg_query.Node_SubLink:
		return s.subLink(e.SubLink)
	case *pg_query.Node_CoalesceExpr:
		return s.oneOf("COALESCE", &node{kind: coalesceExpr}, e.CoalesceExpr.Args)
	case *pg_query.Node_MinMaxExpr:
		return s.mostOf(e.MinMaxExpr)
	case *pg_query.Node_NullTest:
		return s.nullTestOf(e.NullTest)
	case *pg_query.Node_BooleanTest:
		arg := s.toBoolean(strings.TrimSpace(booleanTests[e.BooleanTest.Booltesttype]), s.expression(e.BooleanTest.Arg))
		return &node{kind: booleanTest, name: booleanTests[e.BooleanTest.Booltesttype], typ: boolOID, mod: -1, args: []*node{arg}}
	case *pg_query.Node_RowExpr:
		args := s.list(e.RowExpr.Args)
		return &node{kind: rowExpr, typ: recordOID, mod: -1, args: args}
	case *pg_query.Node_AArrayExpr:
		return s.array(e.AArrayExpr, 0, 0, -1)
	case *pg_query.Node_AIndirection:
		return s.subscripts(e.AIndirection)
	case *pg_query.Node_CollateClause:
		return s.collated(e.CollateClause)
	case *pg_query.Node_SqlvalueFunction:
		return s.sqlValueOf(e.SqlvalueFunction)
	case *pg_query.Node_GroupingFunc:
		return &node{kind: groupingFunc, typ: int4OID, mod: -1, args: s.list(e.GroupingFunc.Args)}
	case *pg_query.Node_ParamRef:
		return s.parameter()
	case *pg_query.Node_JsonParseExpr: // which is a call of a type's name to PostgreSQL 15
		return s.jsonCall(n, e.JsonParseExpr)
	case *pg_query.Node_NamedArgExpr:
		arg := s.expression(e.NamedArgExpr.Arg)
		return &node{kind: namedArg, name: e.NamedArgExpr.Name, typ: arg.typ, mod: arg.mod, args: []*node{arg}}
	}
	s.refuse("an expression")
	return nil
}

// oneOf is a choice among values, which get their common type.
func (s *scope) oneOf(form string, made *node, list []*pg_query.Node) *node {
	made.args = s.list(list)
	made.typ = s.together(form, made.args)
	made.mod = commonMod(made.args)
	return made
}

// mostOf is GREATEST or LEAST.
func (s *scope) mostOf(e *pg_query.MinMaxExpr) *node {
	made := &node{kind: minMaxExpr, sub: "GREATEST("}
	if e.Op == pg_query.MinMaxOp_IS_LEAST {
		made.sub = "LEAST("
	}
	made = s.oneOf(strings.TrimSuffix(made.sub, "("), made, e.Args)
	s.comparable(made.typ)
	return made
}

// collated is COLLATE.
func (s *scope) collated(e *pg_query.CollateClause) *node {
	_, name := splitName(e.Collname)
	s.collationSeen = true
	arg := s.expression(e.Arg)
	if arg.typ == unknownOID {
		arg = s.coerce(arg, textOID, -1, implicit, implicitCast)
	}
	if s.checks && s.collationOfType(arg.typ) == noCollation {
		s.fail(sqlstate.DatatypeMismatch, "", "collations are not supported by type %s", s.errorType(arg.typ))
	}
	return &node{kind: collateExpr, name: name, typ: arg.typ, mod: arg.mod, args: []*node{arg}}
}

func (s *scope) list(nodes []*pg_query.Node) []*node {
	out := make([]*node, len(nodes))
	for i, n := range nodes {
		out[i] = s.expression(n)
	}
	return out
}

var booleanTests = map[pg_query.BoolTestType]string{
	pg_query.BoolTestType_IS_TRUE: " IS TRUE", pg_query.BoolTestType_IS_NOT_TRUE: " IS NOT TRUE", pg_query.BoolTestType_IS_FALSE: " IS FALSE",
	pg_query.BoolTestType_IS_NOT_FALSE: " IS NOT FALSE", pg_query.BoolTestType_IS_UNKNOWN: " IS UNKNOWN", pg_query.BoolTestType_IS_NOT_UNKNOWN: " IS NOT UNKNOWN",
}

func (s *scope) nullTestOf(e *pg_query.NullTest) *node {
	arg := s.expression(e.Arg)
	if arg.typ == unknownOID && arg.kind != constant {
		s.refuse("a value of no type")
	}
	if s.typeOf(arg.typ).kind == 'c' && arg.kind != wholeRow {
		s.refuse("a test of a row")
	}
	name := " IS NULL"
	if e.Nulltesttype == pg_query.NullTestType_IS_NOT_NULL {
		name = " IS NOT NULL"
	}
	return &node{kind: nullTest, name: name, typ: boolOID, mod: -1, args: []*node{arg}}
}

// literal is a constant.
func (s *scope) literal(c *pg_query.A_Const) *node {
	if c.Isnull {
		return &node{kind: constant, typ: unknownOID, mod: -1, null: true}
	}
	switch v := c.Val.(type) {
	case *pg_query.A_Const_Ival:
		return &node{kind: constant, typ: int4OID, mod: -1, name: itoa(int(v.Ival.GetIval()))}
	case *pg_query.A_Const_Fval:
		if digits := strings.TrimPrefix(v.Fval.Fval, "-"); isDigits(digits) {
			if value, ok := readInteger(v.Fval.Fval, 32); ok {
				return &node{kind: constant, typ: int4OID, mod: -1, name: value}
			}
			if value, ok := readInteger(v.Fval.Fval, 64); ok {
				return &node{kind: constant, typ: int8OID, mod: -1, name: value}
			}
		}
		value, ok := readNumeric(v.Fval.Fval)
		if !ok {
			s.refuse("a number")
		}
		return &node{kind: constant, typ: numericOID, mod: -1, name: value}
	case *pg_query.A_Const_Boolval:
		name := "f"
		if v.Boolval.GetBoolval() {
			name = "t"
		}
		return &node{kind: constant, typ: boolOID, mod: -1, name: name}
	case *pg_query.A_Const_Sval:
		return &node{kind: constant, typ: unknownOID, mod: -1, name: v.Sval.GetSval()}
	case *pg_query.A_Const_Bsval:
		digits, binary := strings.CutPrefix(v.Bsval.GetBsval(), "b")
		if binary || s.checks {
			return &node{kind: constant, typ: bitOID, mod: -1, name: digits}
		}
	}
	s.refuse("a constant")
	return nil
}

// typeCast is CAST and ::.
func (s *scope) typeCast(c *pg_query.TypeCast) *node {
	oid, mod := s.namedType(c.TypeName)
	if list := c.Arg.GetAArrayExpr(); list != nil {
		base, baseMod := s.baseType(oid)
		if base == oid {
			baseMod = mod
		}
		if e := s.elementOf(base); e != 0 {
			made := s.array(list, base, e, baseMod)
			return s.coerceTo(made, oid, mod, explicit, explicitCast)
		}
	}
	arg := s.expression(c.Arg)
	if arg.kind == rowExpr && s.typeOf(oid).kind != 'c' && (s.kept == nil || s.typeOf(oid).category != 'S') {
		s.refuse("a cast of a row")
	}
	s.noteCast(c, arg, oid)
	s.knowVector(arg.typ, c.Arg)
	return s.coerceTo(arg, oid, mod, explicit, explicitCast)
}

// operation is an operator, or what the grammar makes of one.
func (s *scope) operation(e *pg_query.A_Expr) *node {
	schema, name := splitName(e.Name)
	if schema != "" && schema != "pg_catalog" {
		s.refuse("an operator")
	}
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP, pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE, pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		return s.operator(name, e)
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		return s.arrayOperation(name, e.Kind == pg_query.A_Expr_Kind_AEXPR_OP_ANY, s.expression(e.Lexpr), s.expression(e.Rexpr))
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return s.distinctOf(e)
	case pg_query.A_Expr_Kind_AEXPR_NULLIF:
		left, right := s.expression(e.Lexpr), s.expression(e.Rexpr)
		made := s.operateSides("=", e.Lexpr, e.Rexpr, left, right)
		if made.typ != boolOID {
			s.refuse("NULLIF")
		}
		if to := s.typeOf(made.args[0].typ).name; s.typed != nil && left.typ != unknownOID && made.args[0].typ != left.typ && nullIfTypes[to] {
			s.typed[e.Lexpr] = Typed{to, false}
		}
		made.kind, made.typ, made.mod = nullIfExpr, made.args[0].typ, made.args[0].mod
		return made
	case pg_query.A_Expr_Kind_AEXPR_IN:
		return s.in(name, e)
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return s.between(e)
	}
	s.refuse("an operator")
	return nil
}

// nullIfTypes are types that a comparison makes of others, which then are those of NULLIF.
var nullIfTypes = parse.WordSet(`int4 int8 numeric float8 text oid interval timestamp timestamptz`)

// operator is an operator between values or rows.
func (s *scope) operator(name string, e *pg_query.A_Expr) *node {
	if e.Lexpr == nil {
		return s.operate(name, nil, s.expression(e.Rexpr))
	}
	if row, sub := e.Lexpr.GetRowExpr(), e.Rexpr.GetSubLink(); row != nil && sub != nil && sub.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK {
		return s.rowLink(name, e.Lexpr, sub)
	}
	left, right := s.expression(e.Lexpr), s.expression(e.Rexpr)
	if left.kind == rowExpr && right.kind == rowExpr {
		return s.rows(name, left, right)
	}
	made := s.operateSides(name, e.Lexpr, e.Rexpr, left, right)
	s.noteFarDays(name, e.Lexpr, e.Rexpr, left, right)
	if name == "||" && made.typ == textOID {
		s.noteText(left.tree, left.typ)
		s.noteText(right.tree, right.typ)
	}
	switch {
	case s.days == nil:
	case name == "-" && left.typ == dateOID && made.typ == int4OID:
		s.days[e.Location] = true
	case made.typ == numericOID:
		s.numerics[e.Location] = true
	case made.typ == float8OID && (left.typ == float4OID || right.typ == float4OID):
		s.reals[e.Location] = true
	}
	return made
}

// rows compares two rows: make_row_comparison_op.
func (s *scope) rows(name string, left, right *node) *node {
	if len(left.args) != len(right.args) || len(left.args) == 0 {
		s.refuse("rows of several lengths")
	}
	list := make([]*node, len(left.args))
	for i := range list {
		if list[i] = s.operate(name, left.args[i], right.args[i]); list[i].typ != boolOID {
			s.refuse("a comparison of rows")
		}
	}
	switch {
	case len(list) == 1:
		return list[0]
	case name == "=":
		return &node{kind: boolExpr, name: "AND", typ: boolOID, mod: -1, args: list}
	case name == "<>":
		return &node{kind: boolExpr, name: "OR", typ: boolOID, mod: -1, args: list}
	case name == "<", name == "<=", name == ">", name == ">=":
	default:
		s.refuse("a comparison of rows")
	}
	made := &node{kind: rowCompare, name: name, typ: boolOID, mod: -1}
	for _, o := range list {
		made.args, made.direct = append(made.args, o.args[0]), append(made.direct, o.args[1])
	}
	return made
}

// distinctOf is IS DISTINCT FROM.
func (s *scope) distinctOf(e *pg_query.A_Expr) *node {
	left, right := s.expression(e.Lexpr), s.expression(e.Rexpr)
	s.noteFarDays("=", e.Lexpr, e.Rexpr, left, right)
	var made *node
	switch {
	case isNull(right) || isNull(left):
		arg := left
		if !isNull(right) {
			arg = right
		}
		name := " IS NOT NULL"
		if e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT {
			name = " IS NULL"
		}
		if s.typeOf(arg.typ).kind == 'c' || arg.typ == recordOID {
			s.refuse("a test of a row")
		}
		return &node{kind: nullTest, name: name, typ: boolOID, mod: -1, args: []*node{arg}}
	case left.kind == rowExpr && right.kind == rowExpr && len(left.args) == len(right.args) && len(left.args) > 0:
		for i := range left.args {
			one := s.operate("=", left.args[i], right.args[i])
			one.kind = distinctExpr
			if made == nil {
				made = one
			} else {
				made = &node{kind: boolExpr, name: "OR", typ: boolOID, mod: -1, args: []*node{made, one}}
			}
		}
	default:
		made = s.operateSides("=", e.Lexpr, e.Rexpr, left, right)
		made.kind = distinctExpr
	}
	if e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT {
		made = &node{kind: boolExpr, name: "NOT", typ: boolOID, mod: -1, args: []*node{made}}
	}
	return made
}

func isNull(n *node) bool { return n.kind == constant && n.null && n.typ == unknownOID }

// readsQuery reports whether an expression has a column of the query that it stands in.
func (s *scope) readsQuery(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == mergedVariable {
		return true
	}
	if n.query != nil {
		s.refuse("a query in a list of IN")
	}
	if n.kind == variable || n.kind == wholeRow {
		for _, r := range s.q.relations {
			if r == n.rel {
				return true
			}
		}
		for _, it := range s.items {
			if it.rel == n.rel {
				return true
			}
		}
	}
	for _, arg := range n.args {
		if s.readsQuery(arg) {
			return true
		}
	}
	return s.readsQuery(n.arg) || s.readsQuery(n.otherwise)
}

// arrayOperation is = ANY (an array): make_scalar_array_op.
func (s *scope) arrayOperation(name string, anyOf bool, left, right *node) *node {
	element := uint32(unknownOID)
	if right.typ != unknownOID {
		base, _ := s.baseType(right.typ)
		if element = s.elementOf(base); element == 0 {
			s.fail("42809", "", "op ANY/ALL (array) requires array on right side")
		}
	}
	c := s.binary(name, left.typ, element)
	declared, result := s.resolve([]uint32{left.typ, element}, c.args, c.result)
	if result != boolOID {
		s.refuse("an operator of arrays")
	}
	array := s.arrayOf(declared[1])
	if isPolymorphic(c.args[1]) {
		array = right.typ
	}
	if array == 0 {
		s.refuse("an array")
	}
	args := []*node{s.asArgument(left, declared[0]), s.asArgument(right, array)}
	return &node{kind: scalarArrayOp, name: name, any: anyOf, typ: boolOID, mod: -1, args: args}
}

// condition is AND, OR and NOT.
func (s *scope) condition(e *pg_query.BoolExpr) *node {
	name := map[pg_query.BoolExprType]string{pg_query.BoolExprType_AND_EXPR: "AND", pg_query.BoolExprType_OR_EXPR: "OR", pg_query.BoolExprType_NOT_EXPR: "NOT"}[e.Boolop]
	args := s.list(e.Args)
	for i, n := range args {
		args[i] = s.toBoolean(name, n)
	}
	return &node{kind: boolExpr, name: name, typ: boolOID, mod: -1, args: args}
}
