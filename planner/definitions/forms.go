package definitions

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// caseOf is CASE.
func (s *scope) caseOf(e *pg_query.CaseExpr) *node {
	made := &node{kind: caseExpr, mod: -1}
	var placeholder *node
	if e.Arg != nil {
		made.arg = s.expression(e.Arg)
		if made.arg.typ == unknownOID {
			made.arg = s.coerce(made.arg, textOID, -1, implicit, implicitCast)
		}
		placeholder = &node{kind: caseTest, typ: made.arg.typ, mod: made.arg.mod, of: made.arg}
	}
	var results []*node
	for _, w := range e.Args {
		when := w.GetCaseWhen()
		test := s.expression(when.Expr)
		if placeholder != nil {
			if test.kind == rowExpr {
				s.refuse("a CASE of rows")
			}
			s.places = append(s.places, when.Location)
			was := test.typ
			test = s.operate("=", copyOf(placeholder), test)
			s.noteChars("=", nil, when.Expr, made.arg.typ, was, test)
			if made.arg.typ == timeOID && was == timetzOID && s.chars != nil {
				s.chars.Lost = true
			}
			s.places = s.places[:len(s.places)-1]
		}
		made.args = append(made.args, s.toBoolean("CASE/WHEN", test))
		results = append(results, s.expression(when.Result))
	}
	last := &node{kind: constant, typ: unknownOID, mod: -1, null: true}
	if e.Defresult != nil {
		last = s.expression(e.Defresult)
	}
	all := append([]*node{last}, results...)
	made.typ = s.together("CASE", all)
	made.mod = commonMod(all)
	made.otherwise, made.direct = all[0], all[1:]
	return made
}

// subLink is a query that stands for a value or a condition.
func (s *scope) subLink(e *pg_query.SubLink) *node {
	statement := e.Subselect.GetSelectStmt()
	if statement == nil {
		s.refuse("a query")
	}
	q := s.selects(statement, s, true, nil)
	made := &node{kind: subLink, query: q, typ: boolOID, mod: -1}
	columns := q.columns()
	switch e.SubLinkType {
	case pg_query.SubLinkType_EXISTS_SUBLINK:
		made.sub = "EXISTS"
	case pg_query.SubLinkType_EXPR_SUBLINK:
		if len(columns) != 1 {
			s.refuse("a query of several columns")
		}
		made.sub, made.typ, made.mod = "EXPR", columns[0].typ, columns[0].mod
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		if len(columns) != 1 {
			s.refuse("a query of several columns")
		}
		if made.sub, made.typ = "ARRAY", s.arrayOf(columns[0].typ); s.elementOf(columns[0].typ) != 0 {
			made.typ = columns[0].typ
		}
		if made.typ == 0 {
			s.refuse("an array")
		}
	case pg_query.SubLinkType_ANY_SUBLINK, pg_query.SubLinkType_ALL_SUBLINK:
		made.sub = "ANY"
		if e.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK {
			made.sub = "ALL"
		}
		name := "="
		if len(e.OperName) > 0 {
			_, name = splitName(e.OperName)
		}
		s.linked(made, name, e.Testexpr, e, columns)
	default:
		s.refuse("a query")
	}
	return made
}

// rowLink compares a row with that of a query.
func (s *scope) rowLink(name string, row *pg_query.Node, e *pg_query.SubLink) *node {
	q := s.selects(e.Subselect.GetSelectStmt(), s, true, nil)
	made := &node{kind: subLink, sub: "ROW", query: q, typ: boolOID, mod: -1}
	s.linked(made, name, row, e, q.columns())
	return made
}

// linked compares values with the columns of a query.
func (s *scope) linked(made *node, name string, value *pg_query.Node, e *pg_query.SubLink, columns []column) {
	left, trees := s.expression(value), []*pg_query.Node{value}
	lefts := []*node{left}
	if left.kind == rowExpr {
		lefts, trees = left.args, value.GetRowExpr().GetArgs()
	}
	if len(lefts) != len(columns) {
		s.refuse("a query of other columns")
	}
	made.name = name
	for i, l := range lefts {
		was := l.typ
		one := s.operate(name, l, &node{kind: caseTest, typ: columns[i].typ, mod: columns[i].mod, coll: columns[i].coll})
		if one.typ != boolOID {
			s.refuse("a comparison")
		}
		if i < len(trees) {
			s.noteLinkedChars(name, e, trees[i], i, was, columns[i].typ, one)
		}
		made.args = append(made.args, one.args[0])
	}
}

// array is ARRAY[…]. array and element are the types that a cast gives to it, or 0.
func (s *scope) array(e *pg_query.A_ArrayExpr, array, element uint32, mod int32) *node {
	made := &node{kind: arrayExpr, mod: -1}
	nested := false
	for _, n := range e.Elements {
		if inner := n.GetAArrayExpr(); inner != nil {
			made.args, nested = append(made.args, s.array(inner, array, element, mod)), true
			continue
		}
		made.args = append(made.args, s.expression(n))
		if s.elementOf(made.args[len(made.args)-1].typ) != 0 {
			nested = true
		}
	}
	target := array
	switch {
	case array != 0:
		if nested {
			element = array
		}
	case len(made.args) == 0:
		s.refuse("an empty array")
	default:
		element = s.needCommonType("ARRAY", made.args)
		if nested {
			target = element
		} else if target = s.arrayOf(element); target == 0 {
			s.refuse("an array")
		}
	}
	for i, n := range made.args {
		if array != 0 {
			made.args[i] = s.coerceTo(n, element, mod, explicit, explicitCast)
		} else {
			made.args[i] = s.toCommon(n, element)
		}
	}
	made.typ = target
	return made
}

// subscripts are those of an array, or of a jsonb.
func (s *scope) subscripts(e *pg_query.A_Indirection) *node {
	arg := s.expression(e.Arg)
	s.knowVector(arg.typ, e.Arg)
	if arg.kind == wholeRow && len(e.Indirection) == 1 && e.Indirection[0].GetString_() != nil {
		return s.partOfRow(arg, e.Indirection[0].GetString_().Sval)
	}
	arg, path := s.leadingFields(arg, e.Indirection)
	if len(path) == 0 {
		return arg
	}
	base, baseMod := s.baseType(arg.typ)
	if base == arg.typ {
		baseMod = arg.mod
	} else {
		arg = s.coerce(arg, base, -1, implicit, implicitCast)
	}
	made := &node{kind: subscript, args: []*node{arg}, mod: baseMod}
	slice := false
	for _, n := range path {
		slice = slice || n.GetAIndices().GetIsSlice()
	}
	element := s.elementOf(base)
	if base == pointOID && !slice && len(path) == 1 {
		element, made.mod = float8OID, -1
	}
	if element == 0 && (base != jsonbOID || slice) {
		s.failSubscript(e, base)
	}
	for _, n := range path {
		i := n.GetAIndices()
		if i == nil {
			s.refuse("a field of a row")
		}
		bound := &node{kind: sliceBound, any: slice}
		if slice && !i.IsSlice { // [n] beside a slice is [1:n]
			bound.args = []*node{{kind: constant, typ: int4OID, mod: -1, name: "1"}, s.index(i.Uidx, base)}
		} else {
			bound.args = []*node{s.index(i.Lidx, base), s.index(i.Uidx, base)}
		}
		made.args = append(made.args, bound)
	}
	switch {
	case base == jsonbOID:
		made.typ = jsonbOID
	case slice:
		if made.typ = base; base == int2vectorOID || base == oidvectorOID {
			made.typ = s.arrayOf(element)
		}
	default:
		made.typ = element
	}
	return made
}

// withParts are the categories of types that may have parts which subscripts name: arrays, composite types, those of geometry.
const withParts = "ACGPZ"

// failSubscript fails for a subscript of a value that has no parts.
func (s *scope) failSubscript(e *pg_query.A_Indirection, base uint32) {
	fields := slices.ContainsFunc(e.Indirection, func(n *pg_query.Node) bool { return n.GetAIndices() == nil })
	if category := s.typeOf(base).category; fields || base == jsonbOID || base == nameOID || category == 0 || strings.ContainsRune(withParts, rune(category)) {
		s.refuse("a subscript")
	}
	s.fail(sqlstate.DatatypeMismatch, "", "cannot subscript type %s because it does not support subscripting", s.errorType(base))
}

// leadingFields takes the attributes of composite values with which a path begins, and returns the rest of the path.
func (s *scope) leadingFields(arg *node, path []*pg_query.Node) (*node, []*pg_query.Node) {
	for len(path) > 0 && path[0].GetString_() != nil {
		arg, path = s.fieldOf(arg, path[0].GetString_().Sval), path[1:]
	}
	return arg, path
}

// fieldOf is an attribute of a value of a composite type: FieldSelect.
func (s *scope) fieldOf(arg *node, name string) *node {
	of := s.typeOf(arg.typ)
	at := slices.IndexFunc(of.fields, func(f providers.UserAttribute) bool { return f.Name == name })
	if at < 0 || arg.kind == rowExpr {
		s.refuse("a field of a row")
	}
	typ, mod := s.attributeType(of.fields[at])
	return &node{kind: fieldSelect, name: name, typ: typ, mod: mod, args: []*node{arg}}
}

// attributeType is the type of an attribute of a composite type.
func (a *analysis) attributeType(f providers.UserAttribute) (oid uint32, mod int32) {
	if mod = f.TypMod; mod == 0 && !f.Zero {
		mod = -1
	}
	if f.User != "" {
		oid, mod = a.userType(a.userTypeByID(f.User)), -1
	} else if oid = a.byName[f.TypName]; oid == 0 {
		a.refuse("the type of an attribute")
	}
	if f.Dims > 0 {
		oid = a.arrayOf(oid)
	}
	return oid, mod
}

// partOfRow is a column of a row of FROM: ParseComplexProjection.
func (s *scope) partOfRow(row *node, name string) *node {
	found := -1
	for i, c := range row.rel.columns {
		if c.name == name {
			if found >= 0 {
				s.refuse("a field of a row")
			}
			found = i
		}
	}
	if found < 0 {
		s.refuse("a field of a row")
	}
	return row.rel.columnAt(found)
}

// index is a subscript.
func (s *scope) index(n *pg_query.Node, base uint32) *node {
	if n == nil {
		return nil
	}
	made := s.expression(n)
	if base == jsonbOID {
		switch {
		case made.typ == unknownOID || s.typeOf(made.typ).category == 'S':
			return s.coerceTo(made, textOID, -1, implicit, implicitCast)
		case made.typ == int4OID:
			return made
		}
		s.refuse("a subscript")
	}
	return s.coerceTo(made, int4OID, -1, assignment, implicitCast)
}

// sqlValues are functions without brackets, and their types.
var sqlValues = map[pg_query.SQLValueFunctionOp]struct {
	name string
	typ  uint32
}{
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:        {"CURRENT_DATE", dateOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME:        {"CURRENT_TIME", timetzOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N:      {"CURRENT_TIME", timetzOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:   {"CURRENT_TIMESTAMP", timestamptzOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N: {"CURRENT_TIMESTAMP", timestamptzOID},
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME:           {"LOCALTIME", timeOID},
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME_N:         {"LOCALTIME", timeOID},
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:      {"LOCALTIMESTAMP", timestampOID},
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:    {"LOCALTIMESTAMP", timestampOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_ROLE:        {"CURRENT_ROLE", nameOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_USER:        {"CURRENT_USER", nameOID},
	pg_query.SQLValueFunctionOp_SVFOP_USER:                {"USER", nameOID},
	pg_query.SQLValueFunctionOp_SVFOP_SESSION_USER:        {"SESSION_USER", nameOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG:     {"CURRENT_CATALOG", nameOID},
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA:      {"CURRENT_SCHEMA", nameOID},
}

func (s *scope) sqlValueOf(e *pg_query.SQLValueFunction) *node {
	v, ok := sqlValues[e.Op]
	if !ok {
		s.refuse("a function")
	}
	made := &node{kind: sqlValue, name: v.name, typ: v.typ, mod: -1}
	switch e.Op {
	case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N, pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N,
		pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME_N, pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:
		made.name += "(" + itoa(int(e.Typmod)) + ")"
		made.mod = e.Typmod
	}
	return made
}
