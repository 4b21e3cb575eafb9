package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Enums. DuckDB orders the values of one enum as Postgres does, but compares an enum with anything else as texts. So what
// has no type of its own beside an enum, a quoted constant or a parameter, is cast to the enum, and what Postgres refuses
// beside an enum is refused.

// typeOfEnum is the name of an enum's type, or of its arrays.
func typeOfEnum(e *providers.Enum, array bool) *pg_query.TypeName {
	to := &pg_query.TypeName{Names: build.Names(e.Schema, e.Name), Typemod: -1, Location: build.Nowhere}
	if array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return to
}

// hasEnums reports whether a statement has to do with enums.
func (t *translation) hasEnums(root *pg_query.Node) bool {
	if t.Env.Enum == nil || t.Env.SQLite {
		return false
	}
	for _, kind := range t.ColumnTypes {
		if strings.HasPrefix(kind, inference.EnumKind) || strings.HasPrefix(kind, inference.EnumArrayKind) {
			return true
		}
	}
	found := len(t.EnumNames) > 0
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if n, ok := m.(*pg_query.TypeName); ok && !found {
			e, _ := t.EnumNamed(n)
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
			t.typeAsEnum(e.SubLink.Testexpr, t.EnumOfQuery(e.SubLink))
		}
	}
}

// typeAlike gives the values that one of several is chosen from the enum that one of them has.
func (t *translation) typeAlike(list []*pg_query.Node) {
	kind := t.EnumAmong(list)
	for _, n := range list {
		t.typeAsEnum(n, kind)
	}
}

// typeAsEnum casts a value without a type of its own to the enum of a shown type, or to its arrays.
func (t *translation) typeAsEnum(n *pg_query.Node, kind string) {
	e, array := t.EnumOfKind(kind)
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
	to, array := t.EnumNamed(c.TypeName)
	if to != nil {
		t.bindTexts(c, array)
	}
	if s, quoted := parse.TextConstant(c.Arg); to != nil && quoted && !array {
		t.checkLabel(to, s, c.Arg.GetAConst().GetLocation())
		return
	}
	from, fromArray := t.EnumOfKind(t.EnumShown(c.Arg))
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
