package inference

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The shown types of enums and of their arrays begin so. The schema and the name of the enum follow, with a dot between them.
const (
	EnumKind      = "enum "
	EnumArrayKind = "enum[] "
)

// Functions of any type, by what the type of their result is to that of their arguments.
var (
	enumSame     = parse.WordSet(`min max lag lead first_value last_value nth_value enum_first enum_last array_append array_prepend array_cat array_remove array_replace trim_array array_fill any_value`)
	enumArrays   = parse.WordSet(`array_agg enum_range`)
	enumElements = parse.WordSet(`unnest`)
	enumOrdered  = parse.WordSet(`mode percentile_disc`)
)

// KindOfEnum is the shown type of an enum, or of its arrays.
func KindOfEnum(e *providers.Enum, array bool) string {
	if array {
		return EnumArrayKind + e.Schema + "." + e.Name
	}
	return EnumKind + e.Schema + "." + e.Name
}

// IsArray reports whether a shown type is one of arrays.
func IsArray(kind string) bool {
	return kind == Array || strings.HasPrefix(kind, EnumArrayKind)
}

// EnumOfKind returns the enum of a shown type, or nil if it is no enum and no array of one.
func (t *Types) EnumOfKind(kind string) (e *providers.Enum, array bool) {
	name, found := strings.CutPrefix(kind, EnumKind)
	if !found {
		if name, array = strings.CutPrefix(kind, EnumArrayKind); !array {
			return nil, false
		}
	}
	schema, name, _ := strings.Cut(name, ".")
	return t.Env.Enum(schema, name), array
}

// EnumNamed is the enum that the name of a type means, and whether it is the type of arrays.
func (t *Types) EnumNamed(n *pg_query.TypeName) (e *providers.Enum, array bool) {
	if t.Env.Enum == nil || n == nil {
		return nil, false
	}
	schema, name := parse.SplitName(n.Names)
	if _, known := emulation.Types[name]; schema == "pg_catalog" || schema == "" && (known || build.InGrammar(name)) {
		return nil, false
	}
	return t.Env.Enum(schema, name), len(n.ArrayBounds) > 0
}

// EnumShown returns the shown type of an expression of an enum or of its arrays, or "" if it is of another type.
func (t *Types) EnumShown(n *pg_query.Node) string {
	if t.Env.Enum == nil {
		return ""
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		if e, array := t.EnumNamed(e.TypeCast.TypeName); e != nil {
			return KindOfEnum(e, array)
		}
	case *pg_query.Node_AIndirection:
		return t.enumPart(e.AIndirection)
	case *pg_query.Node_AArrayExpr:
		return ArrayOfKind(t.EnumAmong(e.AArrayExpr.Elements))
	case *pg_query.Node_AExpr:
		switch _, op := parse.SplitName(e.AExpr.Name); {
		case e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF:
			return t.EnumShown(e.AExpr.Lexpr)
		case op == "||" && e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP:
			return ArrayOfKind(t.EnumAmong([]*pg_query.Node{e.AExpr.Lexpr, e.AExpr.Rexpr}))
		}
	case *pg_query.Node_SubLink:
		return t.EnumOfQuery(e.SubLink)
	case *pg_query.Node_FuncCall:
		return t.enumResult(e.FuncCall)
	case *pg_query.Node_ColumnRef:
		if kind := t.Column(e.ColumnRef); strings.HasPrefix(kind, EnumKind) || strings.HasPrefix(kind, EnumArrayKind) {
			return kind
		}
	default:
		return t.EnumAmong(trees.Choices(n))
	}
	return ""
}

// ArrayOfKind is the shown type of arrays of a shown type of enums.
func ArrayOfKind(kind string) string {
	if name, found := strings.CutPrefix(kind, EnumKind); found {
		return EnumArrayKind + name
	}
	return kind
}

// ElementOfKind is the shown type of the elements of arrays.
func ElementOfKind(kind string) string {
	if name, found := strings.CutPrefix(kind, EnumArrayKind); found {
		return EnumKind + name
	}
	return ""
}

// EnumAmong is the enum of the first expression that has one.
func (t *Types) EnumAmong(list []*pg_query.Node) string {
	for _, n := range list {
		if kind := t.EnumShown(n); kind != "" {
			return kind
		}
	}
	return ""
}

// enumPart is the shown type of an element or of a slice of an array.
func (t *Types) enumPart(x *pg_query.A_Indirection) string {
	kind := t.EnumShown(x.Arg)
	for _, i := range x.Indirection {
		switch at := i.GetAIndices(); {
		case at == nil:
			return ""
		case !at.IsSlice:
			return ElementOfKind(kind)
		}
	}
	return kind
}

// EnumOfQuery is the shown type of the value or of the array that a query in brackets is.
func (t *Types) EnumOfQuery(s *pg_query.SubLink) string {
	query := parse.FirstQuery(s.Subselect.GetSelectStmt())
	if len(query.GetTargetList()) != 1 {
		return ""
	}
	kind := t.EnumShown(query.TargetList[0].GetResTarget().GetVal())
	switch s.SubLinkType {
	case pg_query.SubLinkType_EXPR_SUBLINK, pg_query.SubLinkType_ANY_SUBLINK, pg_query.SubLinkType_ALL_SUBLINK:
		return kind
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		return ArrayOfKind(kind)
	}
	return ""
}

// enumResult is the shown type of a call's result.
func (t *Types) enumResult(f *pg_query.FuncCall) string {
	switch name := t.OriginalName(f); {
	case enumOrdered[name] && f.AggWithinGroup && len(f.AggOrder) == 1:
		return t.EnumShown(f.AggOrder[0].GetSortBy().GetNode())
	case enumSame[name]:
		if name == "array_append" || name == "array_prepend" {
			return ArrayOfKind(t.EnumAmong(f.Args))
		}
		return t.EnumAmong(f.Args)
	case enumArrays[name]:
		return ArrayOfKind(t.EnumAmong(f.Args))
	case enumElements[name]:
		return ElementOfKind(t.EnumAmong(f.Args))
	}
	return ""
}

// NoEnums are types that are no enums, though the grammar does not know their names.
var NoEnums = map[string]bool{"text": true, "uuid": true, "date": true, "bytea": true, "json": true, "pg_jsonb": true, "pg_oid": true, "pg_name": true}

// HasType reports whether a name without a schema is that of a type of PostgreSQL's own, or of one that PostgreSQL's grammar has.
func HasType(name string) bool {
	_, known := emulation.Types[name]
	_, looked := emulation.Lookups[name]
	return known || looked || build.InGrammar(name) || NoEnums[name]
}

// CheckLabels refuses a text that is no array of an enum's labels.
func (t *Types) CheckLabels(e *providers.Enum, s string, location int32) {
	if f, failed := constants.CheckArray(s); failed {
		t.NoteFault(location, f)
		return
	}
	items, _ := constants.ArrayItems(s)
	for _, item := range items {
		if label, ok := parse.TextConstant(item); ok {
			t.CheckLabel(e, label, location)
		}
	}
}

// CheckLabel refuses a text that is no label of an enum.
func (t *Types) CheckLabel(e *providers.Enum, label string, location int32) {
	if !slices.Contains(e.Labels, label) {
		t.NoteError(location, sqlstate.InvalidTextRepresent, "invalid input value for enum %s: %q", t.Env.ShownName(e.Schema, e.Name), label)
	}
}
