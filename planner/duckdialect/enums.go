package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Enums. DuckDB orders the values of one enum as Postgres does, but compares an enum with anything else as texts. So what
// has no type of its own beside an enum, a quoted constant or a parameter, is cast to the enum, and what Postgres refuses
// beside an enum is refused.

// The shown types of enums and of their arrays begin so; the name of the enum follows.
const (
	enumKind      = "enum "
	enumArrayKind = "enum[] "
)

// kindOfEnum is the shown type of an enum, or of its arrays.
func kindOfEnum(e *providers.Enum, array bool) string {
	if array {
		return enumArrayKind + e.Schema + "." + e.Name
	}
	return enumKind + e.Schema + "." + e.Name
}

// isArrayKind reports whether a shown type is one of arrays.
func isArrayKind(kind string) bool {
	return kind == anArray || strings.HasPrefix(kind, enumArrayKind)
}

// enumOfKind returns the enum of a shown type, or nil if it is no enum and no array of one.
func (t *translation) enumOfKind(kind string) (e *providers.Enum, array bool) {
	name, found := strings.CutPrefix(kind, enumKind)
	if !found {
		if name, array = strings.CutPrefix(kind, enumArrayKind); !array {
			return nil, false
		}
	}
	schema, name, _ := strings.Cut(name, ".")
	return t.Env.Enum(schema, name), array
}

// enumNamed is the enum that the name of a type means, and whether it is the type of arrays.
func (t *translation) enumNamed(n *pg_query.TypeName) (e *providers.Enum, array bool) {
	if t.Env.Enum == nil || n == nil {
		return nil, false
	}
	schema, name := parse.SplitName(n.Names)
	if _, known := types[name]; schema == "pg_catalog" || schema == "" && (known || build.InGrammar(name)) {
		return nil, false
	}
	return t.Env.Enum(schema, name), len(n.ArrayBounds) > 0
}

// typeOfEnum is the name of an enum's type, or of its arrays.
func typeOfEnum(e *providers.Enum, array bool) *pg_query.TypeName {
	to := &pg_query.TypeName{Names: build.Names(e.Schema, e.Name), Typemod: -1, Location: build.Nowhere}
	if array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return to
}

// enumShown returns the shown type of an expression of an enum or of its arrays, or "" if it is of another type.
func (t *translation) enumShown(n *pg_query.Node) string {
	if t.Env.Enum == nil {
		return ""
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		if e, array := t.enumNamed(e.TypeCast.TypeName); e != nil {
			return kindOfEnum(e, array)
		}
	case *pg_query.Node_AIndirection:
		return t.enumPart(e.AIndirection)
	case *pg_query.Node_AArrayExpr:
		return arrayOfKind(t.enumAmong(e.AArrayExpr.Elements))
	case *pg_query.Node_AExpr:
		switch _, op := parse.SplitName(e.AExpr.Name); {
		case e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF:
			return t.enumShown(e.AExpr.Lexpr)
		case op == "||" && e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP:
			return arrayOfKind(t.enumAmong([]*pg_query.Node{e.AExpr.Lexpr, e.AExpr.Rexpr}))
		}
	case *pg_query.Node_SubLink:
		return t.enumOfQuery(e.SubLink)
	case *pg_query.Node_FuncCall:
		return t.enumResult(e.FuncCall)
	case *pg_query.Node_ColumnRef:
		if kind := t.columnType(e.ColumnRef); strings.HasPrefix(kind, enumKind) || strings.HasPrefix(kind, enumArrayKind) {
			return kind
		}
	default:
		return t.enumAmong(trees.Choices(n))
	}
	return ""
}

// arrayOfKind is the shown type of arrays of a shown type of enums.
func arrayOfKind(kind string) string {
	if name, found := strings.CutPrefix(kind, enumKind); found {
		return enumArrayKind + name
	}
	return kind
}

// elementOfKind is the shown type of the elements of arrays.
func elementOfKind(kind string) string {
	if name, found := strings.CutPrefix(kind, enumArrayKind); found {
		return enumKind + name
	}
	return ""
}

// enumAmong is the enum of the first expression that has one.
func (t *translation) enumAmong(list []*pg_query.Node) string {
	for _, n := range list {
		if kind := t.enumShown(n); kind != "" {
			return kind
		}
	}
	return ""
}

// enumPart is the shown type of an element or of a slice of an array.
func (t *translation) enumPart(x *pg_query.A_Indirection) string {
	kind := t.enumShown(x.Arg)
	for _, i := range x.Indirection {
		switch at := i.GetAIndices(); {
		case at == nil:
			return ""
		case !at.IsSlice:
			return elementOfKind(kind)
		}
	}
	return kind
}

// enumOfQuery is the shown type of the value or of the array that a query in brackets is.
func (t *translation) enumOfQuery(s *pg_query.SubLink) string {
	query := s.Subselect.GetSelectStmt()
	for query.GetLarg() != nil {
		query = query.Larg
	}
	if len(query.GetTargetList()) != 1 {
		return ""
	}
	kind := t.enumShown(query.TargetList[0].GetResTarget().GetVal())
	switch s.SubLinkType {
	case pg_query.SubLinkType_EXPR_SUBLINK, pg_query.SubLinkType_ANY_SUBLINK, pg_query.SubLinkType_ALL_SUBLINK:
		return kind
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		return arrayOfKind(kind)
	}
	return ""
}

// Functions of any type, by what the type of their result is to that of their arguments.
var (
	enumSame     = parse.WordSet(`min max lag lead first_value last_value nth_value enum_first enum_last array_append array_prepend array_cat array_remove array_replace trim_array array_fill any_value`)
	enumArrays   = parse.WordSet(`array_agg enum_range`)
	enumElements = parse.WordSet(`unnest`)
	enumOrdered  = parse.WordSet(`mode percentile_disc`)
)

// enumResult is the shown type of a call's result.
func (t *translation) enumResult(f *pg_query.FuncCall) string {
	switch name := t.OriginalName(f); {
	case enumOrdered[name] && f.AggWithinGroup && len(f.AggOrder) == 1:
		return t.enumShown(f.AggOrder[0].GetSortBy().GetNode())
	case enumSame[name]:
		if name == "array_append" || name == "array_prepend" {
			return arrayOfKind(t.enumAmong(f.Args))
		}
		return t.enumAmong(f.Args)
	case enumArrays[name]:
		return arrayOfKind(t.enumAmong(f.Args))
	case enumElements[name]:
		return elementOfKind(t.enumAmong(f.Args))
	}
	return ""
}

// hasEnums reports whether a statement has to do with enums.
func (t *translation) hasEnums(root *pg_query.Node) bool {
	if t.Env.Enum == nil || t.Env.SQLite {
		return false
	}
	for _, kind := range t.columnTypes {
		if strings.HasPrefix(kind, enumKind) || strings.HasPrefix(kind, enumArrayKind) {
			return true
		}
	}
	found := len(t.enumNames) > 0
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if n, ok := m.(*pg_query.TypeName); ok && !found {
			e, _ := t.enumNamed(n)
			found = e != nil
		}
	})
	return found
}

// typeEnums casts constants and parameters beside an enum to the enum. The tree is the client's.
func (t *translation) typeEnums(root *pg_query.Node) {
	if !t.hasEnums(root) {
		return
	}
	t.nameCasts(root)
	t.eachNode(root, t.typeBesideEnum)
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if s, ok := m.(*pg_query.SelectStmt); ok && t.Err == nil {
			t.typeEnumColumns(s)
		}
	})
}

// typeBesideEnum types the operands of an expression.
func (t *translation) typeBesideEnum(n *pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		t.checkEnumCast(e.TypeCast)
	case *pg_query.Node_AExpr:
		t.enumOperator(n, e.AExpr)
	case *pg_query.Node_CaseExpr:
		if e.CaseExpr.Arg != nil {
			whens := []*pg_query.Node{e.CaseExpr.Arg}
			for _, w := range e.CaseExpr.Args {
				whens = append(whens, w.GetCaseWhen().GetExpr())
			}
			t.typeAlike(whens)
		}
		t.typeAlike(trees.Choices(n))
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr:
		t.typeAlike(trees.Choices(n))
	case *pg_query.Node_AArrayExpr:
		t.typeAlike(e.AArrayExpr.Elements)
	case *pg_query.Node_FuncCall:
		t.enumCall(n, e.FuncCall)
	case *pg_query.Node_SubLink:
		if e.SubLink.Testexpr != nil {
			t.typeAsEnum(e.SubLink.Testexpr, t.enumOfQuery(e.SubLink))
		}
	}
}

// typeAlike gives the values that one of several is chosen from the enum that one of them has.
func (t *translation) typeAlike(list []*pg_query.Node) {
	kind := t.enumAmong(list)
	for _, n := range list {
		t.typeAsEnum(n, kind)
	}
}

// typeAsEnum casts a value without a type of its own to the enum of a shown type, or to its arrays.
func (t *translation) typeAsEnum(n *pg_query.Node, kind string) {
	e, array := t.enumOfKind(kind)
	if e == nil || n == nil {
		return
	}
	s, quoted := parse.TextConstant(n)
	switch {
	case n.GetParamRef() != nil:
	case !quoted:
		return
	case array:
		items, end := arrayItems(s)
		if end == 0 || end != len(s) {
			t.NoteError(n.GetAConst().GetLocation(), sqlstate.InvalidTextRepresent, "malformed array literal: %q", s)
			return
		}
		for _, item := range items {
			if label, ok := parse.TextConstant(item); ok {
				t.checkLabel(e, label, n.GetAConst().GetLocation())
			}
		}
	default:
		t.checkLabel(e, s, n.GetAConst().GetLocation())
	}
	by := build.Cast(&pg_query.Node{Node: n.Node}, typeOfEnum(e, array))
	t.bindTexts(by.GetTypeCast(), array)
	t.ReplaceNode(n, by)
}

// bindTexts has the source read a parameter that is an array of an enum's as an array of texts.
func (t *translation) bindTexts(c *pg_query.TypeCast, array bool) {
	if p := c.Arg.GetParamRef(); p != nil && array {
		c.Arg, t.textParams = build.Cast(c.Arg, build.TextArray()), append(t.textParams, int(p.Number))
	}
}

// checkLabel refuses a constant that is no label of an enum.
func (t *translation) checkLabel(e *providers.Enum, label string, location int32) {
	if !slices.Contains(e.Labels, label) {
		t.NoteError(location, sqlstate.InvalidTextRepresent, "invalid input value for enum %s: %q", quotedIfNeeded(e.Name), label)
	}
}

// checkEnumCast refuses a cast of a constant that is no label, and a cast between an enum and another type than text.
func (t *translation) checkEnumCast(c *pg_query.TypeCast) {
	to, array := t.enumNamed(c.TypeName)
	if to != nil {
		t.bindTexts(c, array)
	}
	if s, quoted := parse.TextConstant(c.Arg); to != nil && quoted && !array {
		t.checkLabel(to, s, c.Arg.GetAConst().GetLocation())
		return
	}
	from, fromArray := t.enumOfKind(t.enumShown(c.Arg))
	if from == nil || fromArray || len(c.TypeName.ArrayBounds) > 0 {
		return
	}
	_, name := parse.SplitName(c.TypeName.Names)
	if to == from || to == nil && (spelledTypes[name] == "" || enumTexts[name]) {
		return
	}
	if to != nil {
		name = quotedIfNeeded(to.Name)
	} else {
		name = spelledTypes[name]
	}
	t.NoteError(c.Location, "42846", "cannot cast type %s to %s", quotedIfNeeded(from.Name), name)
}
