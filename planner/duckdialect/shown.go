package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Postgres's numerics have a scale each, DuckDB's one for a column. A value of the outermost select list that nothing
// compares is only shown, so it can be the text that Postgres shows, of a type that the client sees as numeric.

// openShown is the type of what is shown: numerics as texts, and the argument's own otherwise.
const openShown = rewrite.OpenPrecision - 6

// showDigits shows the values of a query's select list with the digits that each has. The tree is translated.
func (t *translation) showDigits(s *pg_query.SelectStmt) {
	if !t.Env.Shown || s == nil || s.Larg != nil || s.IntoClause != nil || len(s.DistinctClause) > 0 || len(s.ValuesLists) > 0 {
		return
	}
	for i, n := range s.TargetList {
		target := n.GetResTarget()
		shown := t.shownForm(target.GetVal())
		if shown == nil || t.groupsBy(s.GroupClause, i, target) {
			continue
		}
		sorted, ok := sortsBy(s, i, target.Name)
		if !ok {
			continue
		}
		for _, by := range sorted {
			by.Node = proto.Clone(target.Val).(*pg_query.Node) //nolint:forcetypeassert // a clone
		}
		target.Val, t.Changed = shown, true
	}
}

// groupsBy reports whether GROUP BY may mean a value of the select list, or a part of it.
func (t *translation) groupsBy(group []*pg_query.Node, place int, target *pg_query.ResTarget) bool {
	value := target.Val
	computed := value.GetAExpr() != nil || value.GetFuncCall() != nil || value.GetTypeCast() != nil // of which only arithmetic is taken apart
	for _, n := range group {
		if at, ok := parse.IntConstant(n); ok && at != int64(place+1) {
			continue
		}
		if e := n.GetAExpr(); e != nil && computed && !t.Env.Numerics[e.Location] {
			continue
		}
		if n.GetColumnRef() == nil { // an expression, which the value may have in it
			return true
		}
		if fields := n.GetColumnRef().GetFields(); len(fields) == 1 && fields[0].GetString_().GetSval() == target.Name {
			return true
		}
	}
	return false
}

// sortsBy finds where ORDER BY means a value of the select list. ok: that is certain.
func sortsBy(s *pg_query.SelectStmt, place int, name string) (found []*pg_query.SortBy, ok bool) {
	for _, n := range s.SortClause {
		by := n.GetSortBy()
		at, position := parse.IntConstant(by.GetNode())
		fields := by.GetNode().GetColumnRef().GetFields()
		switch {
		case position && hasStar(s.TargetList):
			return nil, false
		case position && at == int64(place+1), len(fields) == 1 && fields[0].GetString_().GetSval() == name:
			found = append(found, by)
		case position, fields != nil:
		case mentionsColumn(by.GetNode(), name):
			return nil, false
		}
	}
	return found, true
}

func hasStar(list []*pg_query.Node) bool {
	return slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !trees.IsSingleColumn(n) })
}

// mentionsColumn reports whether an expression has a column of this name, or one that it may be.
func mentionsColumn(n *pg_query.Node, name string) bool {
	found := false
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.ColumnRef); ok && len(ref.Fields) == 1 && ref.Fields[0].GetString_().GetSval() == name {
			found = true
		}
	})
	return found
}

// shownForm returns a value as it is shown, or nil if it is shown as it is, as are choices that the translation made.
func (t *translation) shownForm(n *pg_query.Node) *pg_query.Node {
	if computed := t.shownComputed(n); computed != nil {
		return computed
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_FuncCall:
		if _, name := parse.SplitName(e.FuncCall.Funcname); shownCalls[name] != "" {
			return build.Call(shownCalls[name], e.FuncCall.Args...)
		}
	case *pg_query.Node_TypeCast:
		if shown := t.shownNumerics(e.TypeCast); shown != nil {
			return shown
		}
		if kind := t.Shown(n); kind == "text" || kind == "varchar" {
			if _, name := parse.SplitName(e.TypeCast.Arg.GetFuncCall().GetFuncname()); name == aggregates.MomentCall {
				return build.Cast(t.shownForm(e.TypeCast.Arg), e.TypeCast.TypeName)
			}
		}
	case *pg_query.Node_AArrayExpr:
		return t.shownArray(e.AArrayExpr)
	case *pg_query.Node_CoalesceExpr:
		if e.CoalesceExpr.Location == build.Nowhere || !t.showsChoice(e.CoalesceExpr.Args) {
			return nil
		}
		open := t.openShown()
		var cases []*pg_query.Node
		for _, a := range e.CoalesceExpr.Args {
			cases = append(cases, build.When(build.Not(build.IsNull(a)), t.shownChoice(a, open)))
		}
		return typedChoice(n, build.Case(build.Null(), cases...), open)
	case *pg_query.Node_MinMaxExpr:
		if e.MinMaxExpr.Location == build.Nowhere || !t.showsChoice(e.MinMaxExpr.Args) {
			return nil
		}
		open := t.openShown()
		var cases []*pg_query.Node
		for _, a := range e.MinMaxExpr.Args {
			cases = append(cases, build.When(build.Binary("=", a, n), t.shownChoice(a, open)))
		}
		return typedChoice(n, build.Case(build.Null(), cases...), open)
	case *pg_query.Node_CaseExpr:
		if e.CaseExpr.Location == build.Nowhere || !t.showsChoice(trees.CaseResults(e.CaseExpr)) {
			return nil
		}
		open := t.openShown()
		shown := proto.Clone(n).(*pg_query.Node) //nolint:forcetypeassert // a clone
		by := shown.GetCaseExpr()
		for _, w := range by.Args {
			w.GetCaseWhen().Result = t.shownChoice(w.GetCaseWhen().Result, open)
		}
		if by.Defresult != nil {
			by.Defresult = t.shownChoice(by.Defresult, open)
		}
		return typedChoice(n, shown, open)
	}
	return nil
}

// shownCalls are the functions whose result is shown with other digits than those that it is computed with.
var shownCalls = map[string]string{aggregates.MomentCall: "pg__shown_moment", "pg__to_number": "pg__shown_to_number", "pg__julian": "pg__shown_julian"}

// shownArray returns an array of constant numbers, integers and numeric columns with the digits that each has, or nil if it has others.
func (t *translation) shownArray(a *pg_query.A_ArrayExpr) *pg_query.Node {
	columns, scales, elements := 0, map[int]bool{}, make([]*pg_query.Node, len(a.Elements))
	for i, n := range a.Elements {
		written, constant := trees.Number(n)
		switch {
		case constant:
			_, fraction, _ := strings.Cut(written, ".")
			scales[len(fraction)] = true
			elements[i] = build.Cast(build.Text(written), build.PlainType("pg_numeric"))
		case n.GetAConst().GetIsnull():
			elements[i] = n
		case t.isNumericColumn(n):
			columns++
			elements[i] = build.Call("pg__shown", n)
		case integerTypes[t.Inferred(n)]:
			scales[0] = true
			elements[i] = build.Cast(build.Cast(n, build.PlainType("varchar")), build.PlainType("pg_numeric"))
		default:
			return nil
		}
	}
	if len(scales)+columns < 2 {
		return nil
	}
	return build.Array(elements...)
}

// shownNumerics returns constants that are cast to an array of numerics without a scale with the digits that each has, or nil if it
// has others, or DuckDB shows their digits.
func (t *translation) shownNumerics(c *pg_query.TypeCast) *pg_query.Node {
	_, name := parse.SplitName(c.TypeName.GetNames())
	if name != "numeric" || len(c.TypeName.ArrayBounds) != 1 || numerics.WrittenPrecision(c.TypeName) || t.Env.SQLite {
		return nil
	}
	elements, zeros := make([]*pg_query.Node, len(c.Arg.GetAArrayExpr().GetElements())), false
	for i, n := range c.Arg.GetAArrayExpr().GetElements() {
		s, ok := trees.Number(n)
		if text, quoted := parse.TextConstant(n); quoted {
			s, ok = text, trees.Decimal.MatchString(text)
		}
		switch {
		case n.GetAConst().GetIsnull():
			elements[i] = n
		case !ok:
			return nil
		default:
			elements[i] = build.Cast(build.Text(s), build.PlainType("pg_numeric"))
			zeros = zeros || strings.Contains(s, ".") && strings.HasSuffix(s, "0")
		}
	}
	if !zeros {
		return nil
	}
	return build.Array(elements...)
}

// isNumericColumn reports whether an expression is a column of type numeric.
func (t *translation) isNumericColumn(n *pg_query.Node) bool {
	return n.GetColumnRef() != nil && t.Shown(n) == "numeric"
}

// openShown makes an open type.
func (t *translation) openShown() *pg_query.TypeName {
	t.Open++
	open := build.PlainType("numeric")
	open.Typmods = []*pg_query.Node{build.Number(openShown), build.Number(t.Open)}
	return open
}

// typedChoice has the source find the type of a choice; the first case never happens.
func typedChoice(n, shown *pg_query.Node, open *pg_query.TypeName) *pg_query.Node {
	never := &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{
		Val: &pg_query.A_Const_Boolval{Boolval: &pg_query.Boolean{}}, Location: build.Nowhere,
	}}}
	return build.Case(shown, build.When(never, build.Cast(build.Call(rewrite.TypeMark, open.Typmods[1], n), open)))
}

// shownChoice returns a branch of a CASE in the form in which results show it.
func (t *translation) shownChoice(n *pg_query.Node, open *pg_query.TypeName) *pg_query.Node {
	if s, ok := trees.Number(n); ok {
		return build.Cast(build.Text(s), open)
	}
	if n.GetAConst() != nil {
		return n
	}
	t.Open++
	return build.Cast(build.Call("pg__shown", build.Call(rewrite.TypeMark, build.Number(t.Open), n)), open)
}

// countCalls are functions whose result is no numeric.
var countCalls = parse.WordSet(`count row_number rank dense_rank ntile length`)

// showsChoice reports whether values that one is chosen of may be numerics with several scales: constants beside others, or
// constants of several scales.
func (t *translation) showsChoice(choices []*pg_query.Node) bool {
	constants, others, columns, integers, scales := 0, 0, 0, 0, map[int]bool{}
	for _, n := range choices {
		written, constant := trees.Number(n)
		switch {
		case constant:
			constants++
			_, fraction, _ := strings.Cut(written, ".")
			scales[len(fraction)] = true
		case n.GetAConst().GetIsnull():
		case n.GetAConst() != nil, n.GetParamRef() != nil, !repeatable(n), n.GetFuncCall() != nil && countCalls[t.OriginalName(n.GetFuncCall())]:
			return false
		default:
			switch kind := t.Shown(n); {
			case integerTypes[kind]:
				integers++
			case kind != "" && kind != "numeric":
				return false
			}
			if others++; t.isNumericColumn(n) {
				columns++
			}
		}
	}
	if integers == others && len(scales) == 1 && scales[0] {
		return false
	}
	return constants > 0 && others > 0 || columns > 1 || len(scales) > 1 || integers > 0 && others > integers
}

// repeatable reports whether an expression can be written twice: it has no subquery and no function that changes.
func repeatable(n *pg_query.Node) bool {
	ok := !trees.IsVolatile(n.ProtoReflect())
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m.(type) {
		case *pg_query.SubLink, *pg_query.ParamRef:
			ok = false
		}
	})
	return ok
}
