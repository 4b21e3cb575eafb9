// Package enums has the rules for values of enums.
//
// DuckDB orders the values of one enum as PostgreSQL does, but compares an enum with anything else as texts. So what has no
// type of its own beside an enum, a quoted constant or a parameter, is cast to the enum ([CastOperands], before the tree is
// walked; [Cast], for what is assigned to a column), and what PostgreSQL refuses beside an enum is refused: casts (enums.go),
// operators and functions (calls.go).
//
// Which expressions are of an enum says package inference.
package enums

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/queries"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// typeOfEnum is the name of an enum's type, or of its arrays.
func typeOfEnum(e *providers.Enum, array bool) *pg_query.TypeName {
	to := &pg_query.TypeName{Names: build.Names(e.Schema, e.Name), Typemod: -1, Location: build.Nowhere}
	if array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return to
}

// hasEnums reports whether a statement has to do with enums.
func hasEnums(t *inference.Types, root *pg_query.Node) bool {
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

// CastOperands casts constants and parameters beside an enum to the enum. The tree is the client's.
func CastOperands(t *inference.Types, root *pg_query.Node) {
	if !hasEnums(t, root) {
		return
	}
	queries.NameExpressions(&t.Translation, root)
	t.EachNode(root, func(n *pg_query.Node) { typeBesideEnum(t, n) })
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if s, ok := m.(*pg_query.SelectStmt); ok && t.Err == nil {
			typeEnumColumns(t, s)
		}
	})
}

// typeBesideEnum types the operands of an expression.
func typeBesideEnum(t *inference.Types, n *pg_query.Node) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		checkEnumCast(t, e.TypeCast)
	case *pg_query.Node_AExpr:
		enumOperator(t, n, e.AExpr)
	case *pg_query.Node_CaseExpr:
		if e.CaseExpr.Arg != nil {
			whens := []*pg_query.Node{e.CaseExpr.Arg}
			for _, w := range e.CaseExpr.Args {
				whens = append(whens, w.GetCaseWhen().GetExpr())
			}
			typeAlike(t, whens)
		}
		typeAlike(t, trees.Choices(n))
	case *pg_query.Node_CoalesceExpr, *pg_query.Node_MinMaxExpr:
		typeAlike(t, trees.Choices(n))
	case *pg_query.Node_AArrayExpr:
		typeAlike(t, e.AArrayExpr.Elements)
	case *pg_query.Node_FuncCall:
		enumCall(t, n, e.FuncCall)
	case *pg_query.Node_SubLink:
		if e.SubLink.Testexpr != nil {
			Cast(t, e.SubLink.Testexpr, t.EnumOfQuery(e.SubLink))
		}
	}
}

// typeAlike gives the values that one of several is chosen from the enum that one of them has.
func typeAlike(t *inference.Types, list []*pg_query.Node) {
	kind := t.EnumAmong(list)
	for _, n := range list {
		Cast(t, n, kind)
	}
}

// Cast casts a value without a type of its own to the enum of a shown type, or to its arrays.
func Cast(t *inference.Types, n *pg_query.Node, kind string) {
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
		t.CheckLabels(e, s, n.GetAConst().GetLocation())
	default:
		t.CheckLabel(e, s, n.GetAConst().GetLocation())
	}
	by := build.Cast(&pg_query.Node{Node: n.Node}, typeOfEnum(e, array))
	bindTexts(t, by.GetTypeCast(), array)
	t.ReplaceNode(n, by)
}

// bindTexts has the source read a parameter that is an array of an enum's as an array of texts.
func bindTexts(t *inference.Types, c *pg_query.TypeCast, array bool) {
	if p := c.Arg.GetParamRef(); p != nil && array {
		c.Arg, t.Texts = build.Cast(c.Arg, build.TextArray()), append(t.Texts, int(p.Number))
	}
}

// checkEnumCast refuses a cast of a constant that is no label, and a cast between an enum and another type than text.
func checkEnumCast(t *inference.Types, c *pg_query.TypeCast) {
	to, array := t.EnumNamed(c.TypeName)
	if to != nil {
		bindTexts(t, c, array)
		t.Enums = append(t.Enums, rewrite.ReadEnum{Shown: t.Env.ShownName(to.Schema, to.Name), Labels: to.Labels})
	}
	if s, quoted := parse.TextConstant(c.Arg); to != nil && quoted && !array {
		t.CheckLabel(to, s, c.Arg.GetAConst().GetLocation())
		return
	}
	from, fromArray := t.EnumOfKind(t.EnumShown(c.Arg))
	if from == nil || fromArray || len(c.TypeName.ArrayBounds) > 0 {
		return
	}
	_, name := parse.SplitName(c.TypeName.Names)
	if to == from || to == nil && (inference.SpelledNumbers[name] == "" || enumTexts[name]) {
		return
	}
	if to != nil {
		name = t.Env.ShownName(to.Schema, to.Name)
	} else {
		name = inference.SpelledNumbers[name]
	}
	t.NoteError(c.Location, "42846", "cannot cast type %s to %s", t.Env.ShownName(from.Schema, from.Name), name)
}
