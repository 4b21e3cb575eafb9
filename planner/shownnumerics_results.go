package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// block notes the numerics of queries that group by one: what is written in the place of such a numeric would not be grouped by.
func (w *shownNumerics) block(statement *pg_query.Node) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		if with, ok := m.(*pg_query.WithClause); ok {
			w.recursive = w.recursive || with.Recursive
		}
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || len(s.GroupClause) == 0 {
			return
		}
		all := slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool { return w.groupsNumeric(s, n) })
		for _, list := range [][]*pg_query.Node{s.TargetList, s.SortClause, {s.HavingClause}} {
			for _, n := range list {
				if n != nil {
					w.eachComputedOutside(n, func(part *pg_query.Node) {
						if kept := w.digits[part].Kept; !kept && all || kept && w.passed.IsOf(s, part) && w.staysGrouped(s, part) {
							w.blocked[part] = s
						}
					})
				}
			}
		}
	})
}

// groupsBy reports whether a query groups by a column.
func (w *shownNumerics) groupsBy(s *pg_query.SelectStmt, column *pg_query.Node) bool {
	return slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool {
		at := w.digits[n].Target
		return trees.SameExpression(n, column) || at > 0 && at <= len(s.TargetList) && trees.SameExpression(s.TargetList[at-1].GetResTarget().GetVal(), column)
	})
}

// staysGrouped reports whether a column of a query that groups stands beside its groups also within another expression: the query groups by it, or
// by what tells it, and by no expression that has the column in it.
func (w *shownNumerics) staysGrouped(s *pg_query.SelectStmt, column *pg_query.Node) bool {
	if w.groupsBy(s, column) {
		return true
	}
	within := false
	for _, by := range s.GroupClause {
		parse.EachMessage(groupedValue(s, by).ProtoReflect(), func(m proto.Message) {
			if ref, ok := m.(*pg_query.Node); ok && ref.GetColumnRef() != nil {
				within = within || w.passed.SameColumn(ref, column)
			}
		})
	}
	return !within
}

// groupsNumeric reports whether an item of GROUP BY is a numeric that is computed, or has one in it.
func (w *shownNumerics) groupsNumeric(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	return w.hasOwnDigits(groupedValue(s, n)) || n.GetGroupingSet() != nil && w.anyComputed()
}

// groupedValue is what an item of GROUP BY means: an item of the select list, by its place or its name, or the item itself.
func groupedValue(s *pg_query.SelectStmt, by *pg_query.Node) *pg_query.Node {
	if at, position := parse.IntConstant(by); position && at > 0 && int(at) <= len(s.TargetList) {
		return s.TargetList[at-1].GetResTarget().GetVal()
	}
	if fields := by.GetColumnRef().GetFields(); len(fields) == 1 {
		for _, target := range s.TargetList {
			if target.GetResTarget().GetName() == fields[0].GetString_().GetSval() {
				return target.GetResTarget().GetVal()
			}
		}
	}
	return by
}

// eachOutside calls f with the parts of an expression that stand outside of aggregates.
func eachOutside(n *pg_query.Node, f func(*pg_query.Node)) {
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			if _, name := parse.SplitName(m.Funcname); shownAggregates[name] && m.Over == nil {
				return true
			}
		case *pg_query.Node:
			f(m)
		}
		return parse.Parts(m, visit)
	}
	visit(n)
}

// eachComputedOutside calls f with the computed numerics of an expression that stand outside of aggregates.
func (w *shownNumerics) eachComputedOutside(n *pg_query.Node, f func(*pg_query.Node)) {
	eachOutside(n, func(part *pg_query.Node) {
		if w.hasOwnDigits(part) {
			f(part)
		}
	})
}

// hasOwnDigits reports whether a numeric may have other digits in each row, or is a quotient.
func (w *shownNumerics) hasOwnDigits(n *pg_query.Node) bool {
	d := w.digits[n]
	return d.Passes() || d.Quotient || d.Kept
}

// shownAggregates are those of values that a statement shows.
var shownAggregates = parse.WordSet(`sum avg max min string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg`)

// showResult notes the numerics of the statement's result, and the rows and arrays with some.
func (w *shownNumerics) showResult(statement *pg_query.Node) {
	s := statement.GetSelectStmt()
	list := w.returningOf(statement)
	if w.showPassed(statement) {
		s = statement.GetSelectStmt()
	} else if s.GetLarg() != nil {
		return
	} else if from := passedThrough(s); from != nil && len(w.given) == 0 {
		w.showResult(from)
		return
	}
	if s.GetIntoClause() != nil || len(s.GetValuesLists()) > 0 || isDistinct(s) {
		_, numerics := w.passed.ResultColumns(s)
		w.uncovered = w.uncovered || len(w.neededColumns(s, numerics)) > 0
		return
	}
	if s != nil {
		list = s.TargetList
	}
	for i, n := range list {
		if target := n.GetResTarget(); w.scaled[target.GetVal()] == nil && !w.given[target.GetVal()] { // the source shows the others: see keptScales
			w.showTarget(s, target, i)
		}
	}
}

// returningOf is what a statement that changes rows returns.
func (w *shownNumerics) returningOf(statement *pg_query.Node) []*pg_query.Node {
	var list *[]*pg_query.Node
	switch e := statement.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		list = &e.InsertStmt.ReturningList
	case *pg_query.Node_UpdateStmt:
		list = &e.UpdateStmt.ReturningList
	case *pg_query.Node_DeleteStmt:
		list = &e.DeleteStmt.ReturningList
	default:
		return nil
	}
	*list = w.expandReturned(*list)
	return *list
}

// showTarget notes a numeric of the result.
func (w *shownNumerics) showTarget(s *pg_query.SelectStmt, target *pg_query.ResTarget, place int) {
	shown := len(w.shown)
	switch {
	case w.showUnscaled(target.GetVal()):
	case !w.digits[target.GetVal()].Loose && !w.digits[target.GetVal()].Kept:
		w.show(target.GetVal(), false)
	case !w.showScaled(s, target.Val): // many rows are computed faster as they are
		w.show(target.Val, false)
	}
	if len(w.shown) == shown && w.scaled[target.GetVal()] == nil {
		w.uncovered = w.uncovered || w.digits[target.GetVal()].Lost
		return
	}
	if len(s.GetGroupClause()) > 0 && !w.readsInAggregates(target.Val) {
		w.shown = w.shown[:shown]
		delete(w.scaled, target.Val)
		return
	}
	for _, n := range s.GetSortClause() {
		if by := n.GetSortBy(); isSortedAs(by.Node, target.Name, place) {
			by.Node = proto.CloneOf(target.Val)
		}
	}
}

// showScaled notes a numeric of the result that is computed with columns without a scale, where that says how many digits it has.
func (w *shownNumerics) showScaled(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	scale, ok := w.scaleOf(n)
	if ok = ok && trees.Choices(n) == nil && w.blocked[n] == nil && len(s.GetGroupClause()) == 0 && !trees.IsVolatile(n.ProtoReflect()); ok {
		w.scaled[n] = scale
	}
	return ok
}

// showGrouped notes the numerics of the result that the statement groups by: each has the digits that it has in some row of its group.
func (w *shownNumerics) showGrouped(statement *pg_query.Node) {
	s := statement.GetSelectStmt()
	if len(s.GetGroupClause()) == 0 || s.IntoClause != nil || len(s.DistinctClause) > 0 {
		return
	}
	for i, n := range s.TargetList {
		target := n.GetResTarget()
		w.showGroupedHolder(s, i, target)
		scale, ok := w.scaleOfRow(target.GetVal())
		if !ok || !w.digits[target.Val].Written() || trees.IsVolatile(target.Val.ProtoReflect()) {
			continue
		}
		for at, by := range s.GroupClause {
			isOwn := w.digits[by].Target == i+1
			if !isOwn && !trees.SameExpression(by, target.Val) {
				continue
			}
			if isOwn {
				s.GroupClause[at] = proto.CloneOf(target.Val)
			}
			for _, n := range s.SortClause {
				if by := n.GetSortBy(); isSortedAs(by.Node, target.Name, i) {
					by.Node = proto.CloneOf(target.Val)
				}
			}
			w.scaled[target.Val] = build.Call(firstOfGroup, scale)
			break
		}
	}
}

// passedThrough is the query whose columns another one returns as they are, or nil: SELECT * or columns FROM (…), WITH … SELECT ….
func passedThrough(s *pg_query.SelectStmt) *pg_query.Node {
	if len(s.GetFromClause()) != 1 || s.IntoClause != nil || s.WhereClause != nil || s.HavingClause != nil ||
		len(s.DistinctClause)+len(s.GroupClause)+len(s.WindowClause)+len(s.LockingClause) > 0 || len(s.SortClause) > 1 {
		return nil
	}
	for _, n := range s.TargetList {
		if n.GetResTarget().GetVal().GetColumnRef() == nil {
			return nil
		}
	}
	for _, n := range s.SortClause {
		if by := n.GetSortBy(); by.Node.GetColumnRef() == nil && by.Node.GetAConst() == nil || len(by.UseOp) > 0 {
			return nil
		}
	}
	from := s.FromClause[0].GetRangeSubselect().GetSubquery()
	if name := s.FromClause[0].GetRangeVar(); name != nil && name.Schemaname == "" && len(s.WithClause.GetCtes()) == 1 && !s.WithClause.Recursive {
		if with := s.WithClause.Ctes[0].GetCommonTableExpr(); with.Ctename == name.Relname {
			from = with.Ctequery
		}
	} else if s.WithClause != nil {
		return nil
	}
	if of := from.GetSelectStmt(); of == nil || of.Larg != nil || of.SortClause != nil {
		return nil
	}
	return from
}

// showSet notes the numerics of a UNION ALL where the values of a column have digits of their own, and reports whether they show these.
func (w *shownNumerics) showSet(s *pg_query.SelectStmt) bool {
	leaves := unionAllLeaves(s, nil)
	if leaves == nil {
		return false
	}
	_, numerics := w.passed.ResultColumns(s)
	needed := map[int]bool{}
	for _, i := range w.neededColumns(s, numerics) {
		needed[i] = true
	}
	for i := range leaves[0].TargetList {
		if sortsBefore(s, leaves[0].TargetList[i].GetResTarget(), i) || w.passed.IsReal(s, i) {
			continue
		}
		column, differ := make([]*pg_query.Node, len(leaves)), false
		for at, leaf := range leaves {
			if len(leaf.TargetList) != len(leaves[0].TargetList) || !trees.IsSingleColumn(leaf.TargetList[i]) {
				return false
			}
			column[at] = leaf.TargetList[i].GetResTarget().GetVal()
			differ = differ || w.isComputed(column[at]) || len(s.SortClause) == 0 && w.isOwnHolder(column[at])
		}
		if !differ && !w.differ(column) && !w.haveScales(column) || slices.ContainsFunc(column, func(n *pg_query.Node) bool { _, ok := w.exact(n); return !ok }) {
			continue
		}
		w.shown = append(w.shown, column...)
		delete(needed, i)
	}
	return len(needed) == 0
}

// haveScales reports whether numerics have several numbers of digits, each of which is known.
func (w *shownNumerics) haveScales(list []*pg_query.Node) bool {
	scales := map[int]bool{}
	for _, n := range list {
		d := w.digits[n]
		if !w.isNoted(n) || d.Passes() || d.Scale < 0 {
			return false
		}
		scales[d.Scale] = true
	}
	return len(scales) > 1
}

// sortsBefore reports whether ORDER BY sorts by an item of the select list and then by others: equal numerics of any width are in the order of
// their digits.
func sortsBefore(s *pg_query.SelectStmt, target *pg_query.ResTarget, place int) bool {
	return len(s.SortClause) > 1 && slices.ContainsFunc(s.SortClause[:len(s.SortClause)-1], func(n *pg_query.Node) bool {
		by := n.GetSortBy().Node
		_, position := parse.IntConstant(by)
		return isSortedAs(by, target.Name, place) || !position && target.Name == ""
	})
}

// unionAllLeaves are the queries whose rows a UNION ALL has; nil: it has others.
func unionAllLeaves(s *pg_query.SelectStmt, list []*pg_query.SelectStmt) []*pg_query.SelectStmt {
	if s.Larg == nil {
		if len(s.ValuesLists)+len(s.DistinctClause)+len(s.GroupClause)+len(s.SortClause) > 0 || s.IntoClause != nil {
			return nil
		}
		return append(list, s)
	}
	if s.Op != pg_query.SetOperation_SETOP_UNION || !s.All {
		return nil
	}
	if list = unionAllLeaves(s.Larg, list); list == nil {
		return nil
	}
	return unionAllLeaves(s.Rarg, list)
}

// showUnscaled notes a numeric of so many digits that the engine's decimals of them are shown without zeros at their end.
func (w *shownNumerics) showUnscaled(n *pg_query.Node) bool {
	if !w.isUnscaled(n) {
		return false
	}
	w.scaled[n] = build.Number(int64(w.digits[n].Scale))
	return true
}

// isUnscaled reports whether a numeric has so many digits that the engine's decimals of them are shown without zeros at their end.
func (w *shownNumerics) isUnscaled(n *pg_query.Node) bool {
	d := w.digits[n]
	return !d.Passes() && d.Scale > 0 && providers.IsUnscaled(d.Scale) && n.GetAConst() == nil
}

// readsInAggregates reports whether the numerics of an expression that are read from others stand in aggregates.
func (w *shownNumerics) readsInAggregates(n *pg_query.Node) bool {
	inside := true
	w.eachComputedOutside(n, func(part *pg_query.Node) { inside = inside && part.GetTypeCast() == nil })
	return inside
}

// noteGrouped notes the arrays and ranges of queries that group by some.
func (w *shownNumerics) noteGrouped(statement *pg_query.Node) {
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || !slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool { return n.GetColumnRef() == nil || w.isTarget(s, n) }) {
			return
		}
		for _, list := range [][]*pg_query.Node{s.TargetList, s.SortClause, s.GroupClause, {s.HavingClause}} {
			for _, n := range list {
				if n != nil {
					eachOutside(n, func(part *pg_query.Node) { w.grouped[part] = !isAggregated(part) })
				}
			}
		}
	})
}

// isAggregated reports whether an expression is a call of an aggregate.
func isAggregated(n *pg_query.Node) bool {
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	return aggregatesRows[name] && n.GetFuncCall().Over == nil
}

// isTarget reports whether a name is that of an item of the select list which is no column.
func (w *shownNumerics) isTarget(s *pg_query.SelectStmt, n *pg_query.Node) bool {
	fields := n.GetColumnRef().GetFields()
	return len(fields) == 1 && slices.ContainsFunc(s.TargetList, func(t *pg_query.Node) bool {
		return t.GetResTarget().GetName() == fields[0].GetString_().GetSval() && t.GetResTarget().GetVal().GetColumnRef() == nil
	})
}
