package usertypes

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// The types of users that expressions have, as far as the text shows them.

// userTypeOfValue returns the domain or composite type of an expression, or of its elements where a column is an array, or nil if the text
// does not show one.
func (t *Rules) userTypeOfValue(n *pg_query.Node) *providers.UserType {
	if u, array := t.typeOfValue(n); !array || n.GetColumnRef() != nil {
		return u
	}
	return nil
}

// compositeOf returns the composite type of an expression, or nil if it is of another type, or the text does not show it.
func (t *Rules) compositeOf(n *pg_query.Node) *providers.UserType {
	if u, array := t.typeOfValue(n); u != nil && u.Kind == "c" && !array {
		return u
	}
	return nil
}

// typeOfValue returns the type of users of an expression, and whether the expression is an array of its values.
func (t *Rules) typeOfValue(n *pg_query.Node) (u *providers.UserType, array bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		return t.castTo(e.TypeCast.TypeName), len(e.TypeCast.TypeName.GetArrayBounds()) > 0
	case *pg_query.Node_ColumnRef:
		if u := cmp.Or(t.Unnested[e.ColumnRef], t.typeOfTableRow(n)); u != nil {
			return u, false
		}
		name := trees.LastField(n)
		return t.userColumns[name], t.userArrays[name]
	case *pg_query.Node_AIndirection:
		return t.typeOfPart(e.AIndirection.Arg, e.AIndirection.Indirection)
	case *pg_query.Node_FuncCall:
		return t.typeOfCall(e.FuncCall)
	case *pg_query.Node_AExpr:
		if e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
			return t.typeOfSome([]*pg_query.Node{e.AExpr.Lexpr})
		}
	case *pg_query.Node_AArrayExpr:
		if u, array := t.typeOfSome(e.AArrayExpr.Elements); u != nil && !array {
			return u, true
		}
	case *pg_query.Node_CoalesceExpr:
		return t.typeOfSome(e.CoalesceExpr.Args)
	case *pg_query.Node_CaseExpr:
		values := []*pg_query.Node{e.CaseExpr.Defresult}
		for _, when := range e.CaseExpr.Args {
			values = append(values, when.GetCaseWhen().GetResult())
		}
		return t.typeOfSome(values)
	case *pg_query.Node_SubLink:
		list := e.SubLink.Subselect.GetSelectStmt().GetTargetList()
		if e.SubLink.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK && len(list) == 1 {
			return t.typeOfValue(list[0].GetResTarget().GetVal())
		}
	}
	return nil, false
}

// pickingCalls are the functions that return a value of their first argument.
var pickingCalls = parse.WordSet(`first_value last_value nth_value lag lead`)

// arrayCalls are the functions that make an array of their first argument, or take it apart.
var arrayCalls = parse.WordSet(`unnest array_agg array_append`)

// typeOfCall returns the composite type of what a call returns.
func (t *Rules) typeOfCall(f *pg_query.FuncCall) (u *providers.UserType, array bool) {
	if u := t.packs[f]; u != nil || len(f.Args) == 0 {
		return u, false
	}
	_, name := parse.SplitName(f.Funcname)
	if !pickingCalls[name] && !arrayCalls[name] {
		return nil, false
	}
	u, array = t.typeOfSome(f.Args[:1])
	switch {
	case u == nil:
		return nil, false
	case pickingCalls[name]:
		return u, array
	case name == "unnest" && array && len(f.Args) == 1:
		return u, false
	case name == "array_agg" && !array, name == "array_append" && array:
		return u, true
	}
	return nil, false
}

// castTo returns the type of users that a cast is to: by its own name, or by the name of the STRUCT of a composite type.
func (t *Rules) castTo(n *pg_query.TypeName) *providers.UserType {
	schema, name := parse.SplitName(n.GetNames())
	if of, is := strings.CutPrefix(name, providers.RowTypePrefix); is && schema != "" && t.Env.Type != nil {
		return t.Env.Type(schema, of)
	}
	if u := t.TypeNamed(n); u != nil || !t.casts {
		return u
	}
	return t.RowType(n)
}

// typeOfSome returns the composite type of the first of some values whose text shows one. Of domains the result is of the type below.
func (t *Rules) typeOfSome(values []*pg_query.Node) (u *providers.UserType, array bool) {
	for _, v := range values {
		if u, array = t.typeOfValue(v); u != nil && u.Kind == "c" {
			return u, array
		}
	}
	return nil, false
}

// typeOfPart returns the type of users of a part of a value: a field of a row, or an element of an array.
func (t *Rules) typeOfPart(n *pg_query.Node, path []*pg_query.Node) (u *providers.UserType, array bool) {
	u, array = t.typeOfValue(n)
	for _, part := range path {
		field := part.GetString_()
		switch at := part.GetAIndices(); {
		case u == nil:
			return nil, false
		case at != nil && array:
			array = at.IsSlice
		case field == nil || array || u.Kind != "c":
			return nil, false
		default:
			i := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == field.Sval })
			if i < 0 {
				return nil, false
			}
			u, array = t.ByID(u.Fields[i].User), u.Fields[i].Dims > 0
		}
	}
	return u, array
}

// noteMadeColumns notes the columns of queries within the statement that are computed and of composite types. other are the names that
// something else has.
func (t *Rules) noteMadeColumns(root *pg_query.Node, other map[string]bool) {
	if !t.hasComposites() {
		return
	}
	type made struct {
		u     *providers.UserType
		array bool
	}
	for range deepestMade {
		found, several := map[string]made{}, map[string]bool{}
		t.EachMessage(root.ProtoReflect(), func(m any) {
			target, ok := m.(*pg_query.ResTarget)
			if !ok || t.isAssigned(target) || target.Val == nil {
				return
			}
			name := target.Name
			if name == "" {
				name, _ = resultcolumns.Name(target.Val)
			}
			u, array := t.typeOfValue(target.Val)
			if u == nil && target.Val.GetColumnRef() != nil && trees.LastField(target.Val) == name {
				return // the name of another column
			}
			if was, is := found[name]; is && was != (made{u, array}) {
				several[name] = true
			}
			found[name] = made{u, array}
		})
		added := false
		for name, m := range found {
			if m.u != nil && m.u.Kind == "c" && !several[name] && t.userColumns[name] == nil && (!other[name] || t.onlyMade(root, name)) {
				t.userColumns[name], t.userArrays[name], added = m.u, m.array, true
			}
		}
		if !added {
			return
		}
	}
}

// deepestMade is through how many queries in each other the types of computed columns are followed.
const deepestMade = 8

// onlyMade reports whether a name is that of columns of queries alone: no table of the statement has it, and no alias gives it.
func (t *Rules) onlyMade(root *pg_query.Node, name string) bool {
	only := true
	given := func(list []*pg_query.Node) bool {
		return slices.ContainsFunc(list, func(n *pg_query.Node) bool { return n.GetString_().GetSval() == name })
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			for _, c := range t.Env.Columns(m.Schemaname, m.Relname) {
				only = only && c.Name != name
			}
		case *pg_query.Alias:
			only = only && !given(m.Colnames)
		case *pg_query.CommonTableExpr:
			only = only && !given(m.Aliascolnames)
		case *pg_query.ColumnDef:
			only = only && m.Colname != name
		}
	})
	return only
}
