package duckdialect

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The columns of a view, and of a table that a query fills, have the types of the query's values. A result is described to the
// client by its text, but what reads the relation later sees the types that DuckDB keeps. So casts to varchar(n) and char(n)
// become casts to the types of such columns, and a computed numeric, which has no scale in Postgres, one to a decimal that
// stands for it.

// openUnscaled is the type of a computed number: a numeric without a scale where it is a decimal, the number's own otherwise.
const openUnscaled = rewrite.OpenPrecision - 7

// definingQuery is the query that a view has, or that fills a table.
func definingQuery(root *pg_query.Node) *pg_query.SelectStmt {
	if v := root.GetViewStmt(); v != nil {
		return v.Query.GetSelectStmt()
	}
	return root.GetCreateTableAsStmt().GetQuery().GetSelectStmt()
}

// noteResults notes the types that the results of a query must be given of which a relation is made, and those of the queries in its
// FROM. The tree is the client's.
func (t *translation) noteResults(s *pg_query.SelectStmt) {
	if s == nil {
		return
	}
	if !s.GetWithClause().GetRecursive() {
		for _, n := range s.GetWithClause().GetCtes() {
			t.noteResults(n.GetCommonTableExpr().GetCtequery().GetSelectStmt())
		}
	}
	if s.Larg != nil {
		if t.sameResults(s.Larg, s.Rarg) {
			t.noteResults(s.Larg)
			t.noteResults(s.Rarg)
		}
		return
	}
	for _, n := range s.FromClause {
		t.noteFrom(n)
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		if name := t.resultType(target.GetVal()); name != "" {
			t.typedResults = append(t.typedResults, typedResult{target, name})
		}
	}
}

// unscaled stands for the type of a computed number.
const unscaled = "numeric"

// resultType is the type that a result is given; "": its own.
func (t *translation) resultType(n *pg_query.Node) string {
	if to := n.GetTypeCast().GetTypeName(); to != nil && len(to.ArrayBounds) == 0 {
		schema, name := parse.SplitName(to.Names)
		if c, ok := writes.LimitOf(&t.Translation, to); ok {
			return writes.LimitName(c)
		}
		if name == "varchar" && (schema == "" || schema == "pg_catalog") && len(to.Typmods) == 0 {
			return writes.PlainVarchar
		}
	}
	if f := n.GetFuncCall(); f != nil && len(f.Args) == 1 && t.Shown(f.Args[0]) == "varchar" {
		if _, name := parse.SplitName(f.Funcname); name == "max" || name == "min" {
			return "text"
		}
	}
	if isUnscaled(n) && t.isNumber(n) {
		return unscaled
	}
	return ""
}

// sameResults reports whether the results of the parts of a UNION are given the same types.
func (t *translation) sameResults(a, b *pg_query.SelectStmt) bool {
	for a.Larg != nil {
		if !t.sameResults(a.Larg, a.Rarg) {
			return false
		}
		a = a.Larg
	}
	for b.Larg != nil {
		if !t.sameResults(b.Larg, b.Rarg) {
			return false
		}
		b = b.Larg
	}
	return slices.EqualFunc(a.TargetList, b.TargetList, func(a, b *pg_query.Node) bool {
		return t.resultType(a.GetResTarget().GetVal()) == t.resultType(b.GetResTarget().GetVal())
	})
}

// noteFrom notes the types of the results of the queries in an item of FROM.
func (t *translation) noteFrom(n *pg_query.Node) {
	if j := n.GetJoinExpr(); j != nil {
		t.noteFrom(j.Larg)
		t.noteFrom(j.Rarg)
		return
	}
	t.noteResults(n.GetRangeSubselect().GetSubquery().GetSelectStmt())
}

// typedResult is a result that is given the type of a column; or unscaled.
type typedResult struct {
	target *pg_query.ResTarget
	name   string
}

// typeResults casts the noted results to their types. The tree is translated.
func (t *translation) typeResults() {
	for _, r := range t.typedResults {
		if t.Changed = true; r.name != unscaled {
			r.target.Val = build.Cast(r.target.Val, build.PlainType(r.name))
			continue
		}
		t.Open++
		open := build.PlainType("numeric")
		open.Typmods = []*pg_query.Node{build.Number(openUnscaled), build.Number(t.Open)}
		r.target.Val = build.Cast(build.Call(rewrite.TypeMark, build.Number(t.Open), r.target.Val), open)
	}
}

// isUnscaled reports whether Postgres gives an expression no scale if it is a numeric: it is computed, and no choice of columns.
func isUnscaled(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AExpr, *pg_query.Node_FuncCall:
		return true
	case *pg_query.Node_AConst:
		return e.AConst.GetFval() != nil || e.AConst.GetIval() != nil
	case *pg_query.Node_TypeCast:
		_, name := parse.SplitName(e.TypeCast.TypeName.GetNames())
		return name == "numeric" && len(e.TypeCast.TypeName.Typmods) == 0
	case *pg_query.Node_CaseExpr:
		if e.CaseExpr.Defresult == nil || slices.ContainsFunc(trees.CaseResults(e.CaseExpr), func(n *pg_query.Node) bool { return n.GetAConst().GetIsnull() }) {
			return true
		}
	}
	for _, c := range trees.Choices(n) {
		if isUnscaled(c) {
			return true
		}
	}
	return false
}

// isNumber reports whether an expression computes with numbers of which one is a numeric.
func (t *translation) isNumber(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AConst:
		return e.AConst.GetFval() != nil
	case *pg_query.Node_AExpr:
		_, op := parse.SplitName(e.AExpr.Name)
		return e.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && arithmetic[op] && (t.isNumber(e.AExpr.Lexpr) || t.isNumber(e.AExpr.Rexpr))
	case *pg_query.Node_FuncCall:
		if t.OriginalName(e.FuncCall) == "avg" && len(e.FuncCall.Args) == 1 && inference.Numbers[t.Shown(e.FuncCall.Args[0])] {
			return true
		}
		if t.OriginalName(e.FuncCall) == "extract" {
			return true
		}
		return keepsNumber[t.OriginalName(e.FuncCall)] && len(e.FuncCall.Args) > 0 && t.isNumber(e.FuncCall.Args[0])
	case *pg_query.Node_ColumnRef, *pg_query.Node_TypeCast:
		return t.Shown(n) == "numeric"
	}
	for _, c := range trees.Choices(n) {
		if t.isNumber(c) {
			return true
		}
	}
	return false
}

// arithmetic are the operators of numbers that are numerics where one of them is.
var arithmetic = parse.WordSet(`+ - * / %`)

// keepsNumber are functions whose result is a numeric where their first argument is.
var keepsNumber = parse.WordSet(`sum max min abs round trunc ceil ceiling floor mod nullif lag lead first_value last_value nth_value generate_series`)
