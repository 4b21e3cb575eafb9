package scans

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// finishQuery completes a query that gives an input its values: with conditions that restrict the
// item that it reads, and with the common table expressions that it names.
func (t *taker) finishQuery(r *relation, in *input) {
	s := in.query.GetSelectStmt()
	l := r.level
	if in.feed != nil {
		l = in.feed.level
		var kept []*conjunct
		for _, c := range l.where {
			if items, ok := t.itemsOf(l, c.node); !c.gone && ok && len(items) == 1 && items[0] == in.feed && plain(c.node) {
				kept = append(kept, c)
			}
		}
		s.WhereClause = all(kept)
	}
	t.addWith(s, l.with)
}

// plain reports whether a condition is one on values alone.
func plain(n *pg_query.Node) bool {
	ok := true
	each(n.ProtoReflect(), func(m any) {
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
	each(n.ProtoReflect(), func(m any) {
		if ref, ok := m.(*pg_query.RangeVar); ok && ref.Schemaname == "" {
			found[ref.Relname] = true
		}
	})
	return found
}

// pushLimit gives a scan the LIMIT of its query, where nothing else looks at the rows.
func (t *taker) pushLimit(r *relation) {
	s := r.level.stmt
	if len(r.level.items) != 1 || s.LimitCount == nil || s.LimitOption != pg_query.LimitOption_LIMIT_OPTION_COUNT ||
		len(s.SortClause)+len(s.GroupClause)+len(s.DistinctClause)+len(s.WindowClause) > 0 || s.HavingClause != nil ||
		all(r.level.where) != nil || s.FromClause[0].GetRangeVar() != r.ref {
		return
	}
	for _, n := range s.TargetList {
		if !plain(n) || calls(n) {
			return // an aggregate, or a function that makes rows
		}
	}
	count, ok := number(s.LimitCount)
	skipped, known := int64(0), true
	if s.LimitOffset != nil {
		skipped, known = number(s.LimitOffset)
	}
	if ok && known && count >= 0 && skipped >= 0 {
		r.limit = max(count+skipped, 1) // 0 would mean all
	}
}

// calls reports whether an expression calls a function.
func calls(n *pg_query.Node) (found bool) {
	each(n.ProtoReflect(), func(m any) {
		_, is := m.(*pg_query.FuncCall)
		found = found || is
	})
	return found
}

// number reads an integer.
func number(n *pg_query.Node) (int64, bool) {
	v, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Ival)
	if !ok {
		return 0, false
	}
	return int64(v.Ival.Ival), true
}
