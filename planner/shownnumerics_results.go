package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// block notes the numerics of queries that group by one: what is written in the place of such a numeric would not be grouped by.
func (w *shownNumerics) block(statement *pg_query.Node) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || !slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool { return w.groupsNumeric(s, n) }) {
			return
		}
		for _, list := range [][]*pg_query.Node{s.TargetList, s.SortClause, {s.HavingClause}} {
			for _, n := range list {
				if n != nil {
					w.eachOutside(n, func(part *pg_query.Node) { w.blocked[part] = true })
				}
			}
		}
	})
}

// groupsNumeric reports whether an item of GROUP BY is a numeric that is computed, or has one in it.
func (w *shownNumerics) groupsNumeric(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	if at, ok := parse.IntConstant(n); ok && at > 0 && int(at) <= len(s.TargetList) {
		n = s.TargetList[at-1].GetResTarget().GetVal()
		return w.digits[n].Written()
	}
	if fields := n.GetColumnRef().GetFields(); len(fields) == 1 {
		for _, target := range s.TargetList {
			if target.GetResTarget().GetName() == fields[0].GetString_().GetSval() {
				return w.digits[target.GetResTarget().GetVal()].Written()
			}
		}
	}
	return w.digits[n].Written() || n.GetGroupingSet() != nil && w.anyComputed()
}

// eachOutside calls f with the computed numerics of an expression that stand outside of aggregates.
func (w *shownNumerics) eachOutside(n *pg_query.Node, f func(*pg_query.Node)) {
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			if _, name := parse.SplitName(m.Funcname); shownAggregates[name] && m.Over == nil {
				return true
			}
		case *pg_query.Node:
			if w.digits[m].Written() {
				f(m)
			}
		}
		return parse.Parts(m, visit)
	}
	visit(n)
}

// shownAggregates are those of values that a statement shows.
var shownAggregates = parse.WordSet(`sum avg max min string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg`)

// showResult notes the numerics of the statement's result, and the rows and arrays with some.
func (w *shownNumerics) showResult(statement *pg_query.Node) {
	s := statement.GetSelectStmt()
	list := s.GetTargetList()
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		list = e.InsertStmt.ReturningList
	case *pg_query.Node_UpdateStmt:
		list = e.UpdateStmt.ReturningList
	case *pg_query.Node_DeleteStmt:
		list = e.DeleteStmt.ReturningList
	}
	if s.GetLarg() != nil || s.GetIntoClause() != nil || len(s.GetDistinctClause())+len(s.GetValuesLists()) > 0 {
		return
	}
	for i, n := range list {
		target := n.GetResTarget()
		shown := len(w.shown)
		switch {
		case !w.digits[target.GetVal()].Loose:
			w.show(target.GetVal(), false)
		case !w.showScaled(s, target.Val): // many rows are computed faster as they are
			w.show(target.Val, false)
		}
		if len(w.shown) == shown && w.scaled[target.GetVal()] == nil {
			continue
		}
		if len(s.GetGroupClause()) > 0 && !w.readsInAggregates(target.Val) || target.Val.GetSubLink() != nil {
			w.shown = w.shown[:shown]
			delete(w.scaled, target.Val)
			continue
		}
		for _, n := range s.GetSortClause() {
			by := n.GetSortBy()
			at, position := parse.IntConstant(by.Node)
			fields := by.Node.GetColumnRef().GetFields()
			if position && at == int64(i+1) || len(fields) == 1 && target.Name != "" && fields[0].GetString_().GetSval() == target.Name {
				by.Node = proto.CloneOf(target.Val)
			}
		}
	}
}

// showScaled notes a numeric of the result that is computed with columns without a scale, where that says how many digits it has.
func (w *shownNumerics) showScaled(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	scale, ok := w.scaleOf(n)
	if ok = ok && !w.blocked[n] && len(s.GetGroupClause()) == 0 && !trees.IsVolatile(n.ProtoReflect()); ok {
		w.scaled[n] = scale
	}
	return ok
}

// readsInAggregates reports whether the numerics of an expression that are read from others stand in aggregates.
func (w *shownNumerics) readsInAggregates(n *pg_query.Node) bool {
	inside := true
	w.eachOutside(n, func(part *pg_query.Node) { inside = inside && part.GetTypeCast() == nil })
	return inside
}
