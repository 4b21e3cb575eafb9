package scans

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/providers"
)

// A condition on one side of an equality holds for the other side: c.id = 7 AND o.customer = c.id implies
// o.customer = 7. The implied condition restricts the scan; nothing is added to the statement.

// equality is a condition own = other on columns of two tables.
type equality struct{ own, other *pg_query.Node }

// impliedConditions returns conditions on a table that follow from conditions on other tables.
func (t *taker) impliedConditions(r *relation) (list []*pg_query.Node) {
	var said []*pg_query.Node // conditions on any table that no row of NULLs fulfils
	for _, c := range t.certainConjuncts(r.level) {
		if e := c.node.GetAExpr(); e != nil && !c.gone {
			said = append(said, c.node)
		}
	}
	for _, same := range t.equalitiesOf(r) {
		for _, n := range said {
			if one := t.saidOfOther(r.level, n, same); one != nil {
				list = append(list, one)
			}
		}
	}
	return list
}

// certainConjuncts returns the conditions that each row of a level's result fulfils: those of WHERE and, if all joins are inner
// joins, those of ON.
func (t *taker) certainConjuncts(l *level) []*conjunct {
	list := slices.Clone(l.where)
	if slices.ContainsFunc(l.joins, func(j *join) bool { return j.expr.Jointype != pg_query.JoinType_JOIN_INNER }) {
		return list
	}
	for _, j := range l.joins {
		list = append(list, j.conds...)
	}
	return list
}

// equalitiesOf returns the equalities between a table's columns and columns of other tables of its level. Each restricts the
// table's rows.
func (t *taker) equalitiesOf(r *relation) (list []equality) { return t.equalitiesWith(r, t.columnAt) }

// equalitiesWith returns the equalities between a table's columns and the expressions that columnAt takes for columns of other
// tables.
func (t *taker) equalitiesWith(r *relation, columnAt func(*level, *pg_query.Node) (providers.TypedColumn, bool)) (list []equality) {
	conds := slices.Clone(r.level.where)
	for _, s := range r.path {
		if restrictsSide(s) {
			conds = append(conds, s.join.conds...)
		}
	}
	for _, c := range conds {
		e := c.node.GetAExpr()
		if e == nil || c.gone || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || len(e.Name) != 1 || e.Name[0].GetString_().GetSval() != "=" {
			continue
		}
		for _, one := range []equality{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
			own, is := t.columnOf(r, one.own)
			other, known := columnAt(r.level, one.other)
			if is && known && sameKind(own, other) {
				list = append(list, one)
			}
		}
	}
	return list
}

// columnAt returns the column of a table of a level that an expression is.
func (t *taker) columnAt(l *level, n *pg_query.Node) (providers.TypedColumn, bool) {
	ref := n.GetColumnRef()
	if ref == nil {
		return providers.TypedColumn{}, false
	}
	at, _ := t.resolveColumn(l, ref)
	if at == nil || at.level != l || at.relation == nil || at.relation.typed == nil {
		return providers.TypedColumn{}, false
	}
	return t.columnOf(at.relation, n)
}

// sameKind reports whether two columns compare and order values alike.
func sameKind(a, b providers.TypedColumn) bool {
	if a.Opaque || b.Opaque || a.Loose || b.Loose || a.Labels != nil || b.Labels != nil || a.Type == bpchar || b.Type == bpchar {
		return false
	}
	switch kind := kindOf[a.Type]; kind {
	case wholeNumbers, texts, uuids, days:
		return kind == kindOf[b.Type]
	}
	return false
}

// saidOfOther returns a condition on the other column as a condition on the table's own column, or nil if the condition is not on
// the other column.
func (t *taker) saidOfOther(l *level, n *pg_query.Node, same equality) *pg_query.Node {
	other, name := t.resolveColumn(l, same.other.GetColumnRef())
	is := func(side *pg_query.Node) bool {
		ref := side.GetColumnRef()
		if ref == nil {
			return false
		}
		at, called := t.resolveColumn(l, ref)
		return at == other && called == name
	}
	e := n.GetAExpr()
	if !is(e.Lexpr) && !is(e.Rexpr) || is(e.Lexpr) && is(e.Rexpr) {
		return nil
	}
	made := proto.Clone(n).(*pg_query.Node)
	if is(e.Lexpr) {
		made.GetAExpr().Lexpr = same.own
	} else {
		made.GetAExpr().Rexpr = same.own
	}
	return made
}
