package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// comparesRanges reports whether a statement may compare ranges of numerics, or do more with them than is known to need no comparison of the
// engine's.
func (w *shownNumerics) comparesRanges(statement *pg_query.Node) (found bool) {
	if !w.holdsRanges() {
		return true
	}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		found = found || w.comparesIn(m)
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			found = found || w.tellsRangesApart(m)
		case *pg_query.JoinExpr:
			found = found || m.IsNatural || len(m.UsingClause) > 0
		case *pg_query.InsertStmt, *pg_query.UpdateStmt, *pg_query.DeleteStmt, *pg_query.MergeStmt, *pg_query.IntoClause, *pg_query.ParamRef:
			found = true
		}
	})
	return found
}

// comparesIn reports whether a part of an expression may compare ranges.
func (w *shownNumerics) comparesIn(m proto.Message) bool {
	switch m := m.(type) {
	case *pg_query.A_Expr:
		return !w.passesOperands(m)
	case *pg_query.FuncCall:
		return !w.passesArguments(m)
	case *pg_query.TypeCast:
		_, name := parse.SplitName(m.TypeName.GetNames())
		return w.mayHoldRange(m.Arg) && !ofText[name] && name != "numrange" && name != "nummultirange"
	case *pg_query.WindowDef:
		return slices.ContainsFunc(append(sortedBy(m.OrderClause), m.PartitionClause...), w.mayHoldRange)
	case *pg_query.MinMaxExpr:
		return slices.ContainsFunc(m.Args, w.mayHoldRange)
	case *pg_query.CaseExpr:
		return m.Arg != nil && w.mayHoldRange(m.Arg)
	case *pg_query.SubLink:
		return m.Testexpr != nil && w.mayHoldRange(m.Testexpr)
	}
	return false
}

// holdsRanges reports whether the statement has a range of numerics.
func (w *shownNumerics) holdsRanges() bool {
	for n := range w.holders {
		if w.isRange(n) {
			return true
		}
	}
	return false
}

// mayHoldRange reports whether a value is a range of numerics, or may have one in it.
func (w *shownNumerics) mayHoldRange(n *pg_query.Node) bool {
	return w.isRange(n) || w.holders[n] == definitions.OtherHolder || n.GetRowExpr() != nil || n.GetAArrayExpr() != nil && slices.ContainsFunc(n.GetAArrayExpr().Elements, w.mayHoldRange) ||
		slices.ContainsFunc(n.GetList().GetItems(), w.mayHoldRange)
}

// tellsRangesApart reports whether a query groups, sorts or compares its rows by ranges.
func (w *shownNumerics) tellsRangesApart(s *pg_query.SelectStmt) bool {
	if len(s.DistinctClause) > 0 || s.Larg != nil && !(s.Op == pg_query.SetOperation_SETOP_UNION && s.All) {
		return true
	}
	sorted := sortedBy(s.SortClause)
	if len(sorted) > 0 && s.LimitOption != pg_query.LimitOption_LIMIT_OPTION_WITH_TIES {
		sorted = sorted[:len(sorted)-1] // the zeros stand behind what the last one sorts by
	}
	for _, n := range append(sorted, s.GroupClause...) {
		at, position := parse.IntConstant(n)
		fields := n.GetColumnRef().GetFields()
		switch {
		case w.mayHoldRange(n) || n.GetGroupingSet() != nil, position && (s.Larg != nil || len(s.ValuesLists) > 0):
			return true
		case position:
			if slices.ContainsFunc(s.TargetList, func(n *pg_query.Node) bool { return !trees.IsSingleColumn(n) }) || at < 1 || int(at) > len(s.TargetList) || w.mayHoldRange(s.TargetList[at-1].GetResTarget().GetVal()) {
				return true
			}
		case len(fields) == 1:
			if s.Larg != nil || len(s.ValuesLists) > 0 || slices.ContainsFunc(s.TargetList, func(t *pg_query.Node) bool {
				return nameOfTarget(t.GetResTarget()) == fields[0].GetString_().GetSval() && w.mayHoldRange(t.GetResTarget().GetVal())
			}) {
				return true
			}
		}
	}
	return false
}

// nameOfTarget is what an item of a select list is called.
func nameOfTarget(target *pg_query.ResTarget) string {
	if target.GetName() != "" {
		return target.Name
	}
	name, _ := resultcolumns.Name(target.GetVal())
	return name
}

// sortedBy are the values that a list sorts by.
func sortedBy(list []*pg_query.Node) []*pg_query.Node {
	values := make([]*pg_query.Node, len(list))
	for i, n := range list {
		values[i] = n.GetSortBy().GetNode()
	}
	return values
}

var (
	// passingOperators are the operators of ranges that read the zeros of no bound.
	passingOperators = parse.WordSet(`+ - * @> <@ && << >> -|- &< &>`)
	// passingFunctions are such functions, and those that keep or show a value as it is.
	passingFunctions = parse.WordSet(`numrange nummultirange multirange range_merge range_agg range_intersect_agg lower upper isempty lower_inc upper_inc lower_inf upper_inf unnest
		array_agg to_json to_jsonb json_build_object jsonb_build_object json_build_array jsonb_build_array json_agg jsonb_agg json_object_agg jsonb_object_agg row_to_json array_to_json
		concat concat_ws format count any_value first_value last_value nth_value lag lead pg_typeof num_nulls num_nonnulls`)
)

// passesOperands reports whether an operator compares no ranges.
func (w *shownNumerics) passesOperands(e *pg_query.A_Expr) bool {
	_, op := parse.SplitName(e.Name)
	compares := func(n *pg_query.Node) bool {
		switch {
		case n == nil || e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && op == "||":
			return false
		case e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && passingOperators[op]:
			return !w.isRange(n) && w.mayHoldRange(n) // an array of ranges
		}
		return w.mayHoldRange(n)
	}
	return !compares(e.Lexpr) && !compares(e.Rexpr)
}

// passesArguments reports whether a function compares no ranges.
func (w *shownNumerics) passesArguments(f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if passingFunctions[name] && !f.AggDistinct && !slices.ContainsFunc(sortedBy(f.AggOrder), w.mayHoldRange) {
		return true
	}
	return !slices.ContainsFunc(append(sortedBy(f.AggOrder), f.Args...), w.mayHoldRange)
}
