package scans

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// finishQuery completes the query whose rows are the values of an input: it adds the conditions on the item that
// the query reads, and the common table expressions that the query names.
func (t *taker) finishQuery(r *relation, in *input) {
	s := in.query.GetSelectStmt()
	l := r.level
	if in.feed != nil {
		l = in.feed.level
		var kept []*conjunct
		for _, c := range l.where {
			if items, ok := t.itemsOf(l, c.node); !c.gone && ok && len(items) == 1 && items[0] == in.feed && isSelfContained(c.node) {
				kept = append(kept, c)
			}
		}
		s.WhereClause = joinConjuncts(kept)
	}
	t.addWith(s, l.with)
}

// isSelfContained reports whether an expression has neither parameters nor subqueries.
func isSelfContained(n *pg_query.Node) bool {
	ok := true
	eachMessage(n.ProtoReflect(), func(m any) {
		switch m.(type) {
		case *pg_query.ParamRef, *pg_query.SubLink:
			ok = false
		}
	})
	return ok
}

// addWith gives a query the common table expressions in scope that it names.
func (t *taker) addWith(s *pg_query.SelectStmt, with []*pg_query.WithClause) {
	clause := &pg_query.WithClause{Location: -1}
	var list []*pg_query.Node // in scope, innermost last
	for _, w := range with {
		clause.Recursive = clause.Recursive || w.Recursive
		list = append(list, w.Ctes...)
	}
	wanted := namesOfRelations(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}})
	for _, n := range slices.Backward(list) {
		cte := n.GetCommonTableExpr()
		if wanted[cte.Ctename] {
			delete(wanted, cte.Ctename) // one further out is hidden by it
			clause.Ctes = append([]*pg_query.Node{n}, clause.Ctes...)
			for name := range namesOfRelations(cte.Ctequery) {
				if name != cte.Ctename {
					wanted[name] = true
				}
			}
		}
	}
	if len(clause.Ctes) > 0 {
		s.WithClause = clause
	}
}

// namesOfRelations are the relations without a schema that a query names.
func namesOfRelations(n *pg_query.Node) map[string]bool {
	found := map[string]bool{}
	eachMessage(n.ProtoReflect(), func(m any) {
		if ref, ok := m.(*pg_query.RangeVar); ok && ref.Schemaname == "" {
			found[ref.Relname] = true
		}
	})
	return found
}

// pushLimit gives a scan the LIMIT of its query, where nothing but ORDER BY looks at the rows.
func (t *taker) pushLimit(r *relation) {
	count := mostWanted(r)
	switch {
	case count == 0:
	case len(r.level.stmt.SortClause) == 0:
		r.limit = count
	case r.method.Orders:
		if r.order = t.orderOf(r); r.order != nil {
			r.top = count
		}
	}
}

// mostWanted returns how many rows of its only relation a query takes, apart from their order, or 0 if it may take all.
func mostWanted(r *relation) int64 {
	s := r.level.stmt
	if len(r.level.items) != 1 || s.LimitCount == nil || s.LimitOption != pg_query.LimitOption_LIMIT_OPTION_COUNT ||
		len(s.GroupClause)+len(s.DistinctClause)+len(s.WindowClause) > 0 || s.HavingClause != nil ||
		joinConjuncts(r.level.where) != nil || s.FromClause[0].GetRangeVar() != r.ref {
		return 0
	}
	for _, n := range s.TargetList {
		if !isSelfContained(n) || callsFunction(n) {
			return 0 // an aggregate, or a function that makes rows
		}
	}
	count, ok := intConstant(s.LimitCount)
	skipped, known := int64(0), true
	if s.LimitOffset != nil {
		skipped, known = intConstant(s.LimitOffset)
	}
	if !ok || !known || count < 0 || skipped < 0 {
		return 0
	}
	return max(count+skipped, 1)
}

// orderOf returns the ORDER BY of a relation's query as an order of the method's columns, or nil if it is none.
func (t *taker) orderOf(r *relation) (list []providers.Order) {
	for _, n := range r.level.stmt.SortClause {
		by := n.GetSortBy()
		ref := by.GetNode().GetColumnRef()
		if ref == nil || by.SortbyDir == pg_query.SortByDir_SORTBY_USING {
			return nil
		}
		at, name := t.resolveColumn(r.level, ref)
		column := slices.IndexFunc(r.method.Columns, func(c providers.Column) bool { return strings.EqualFold(c.Name, name) })
		if at != r.item || column < 0 || len(ref.Fields) == 1 && t.isRenamed(r, name) {
			return nil
		}
		list = append(list, providers.Order{
			Column: r.method.Columns[column].Name, Descending: by.SortbyDir == pg_query.SortByDir_SORTBY_DESC,
			NullsFirst: parse.NullsFirst(by.SortbyDir, by.SortbyNulls),
		})
	}
	return list
}

// isRenamed reports whether a name in ORDER BY means something of the target list that is not the column of that name.
func (t *taker) isRenamed(r *relation, name string) bool {
	return slices.ContainsFunc(r.level.stmt.TargetList, func(n *pg_query.Node) bool {
		target := n.GetResTarget()
		if !strings.EqualFold(target.GetName(), name) {
			return false
		}
		ref := target.GetVal().GetColumnRef()
		if ref == nil {
			return true
		}
		at, shown := t.resolveColumn(r.level, ref)
		return at != r.item || !strings.EqualFold(shown, name)
	})
}

// callsFunction reports whether an expression calls a function.
func callsFunction(n *pg_query.Node) (found bool) {
	eachMessage(n.ProtoReflect(), func(m any) {
		_, is := m.(*pg_query.FuncCall)
		found = found || is
	})
	return found
}

// intConstant reads an integer.
func intConstant(n *pg_query.Node) (int64, bool) {
	v, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Ival)
	if !ok {
		return 0, false
	}
	return int64(v.Ival.Ival), true
}
