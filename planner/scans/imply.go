package scans

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/providers"
)

// What a statement says of one side of an equality holds for the other: c.id = 7 AND o.customer = c.id says
// o.customer = 7. The implied condition restricts the scan; nothing is added to the statement.

// equality is a condition own = other on columns of two tables.
type equality struct{ own, other *pg_query.Node }

// implied are conditions on a table that follow from those on others.
func (t *taker) implied(r *relation) (list []*pg_query.Node) {
	var said []*pg_query.Node // of any table, whose rows of NULL do not fulfil it
	for _, c := range t.certain(r.level) {
		if e := c.node.GetAExpr(); e != nil && !c.gone {
			said = append(said, c.node)
		}
	}
	for _, same := range t.equalities(r) {
		for _, n := range said {
			if one := t.said(r.level, n, same); one != nil {
				list = append(list, one)
			}
		}
	}
	return list
}

// certain are the conditions that each row of a level's result fulfils: those of WHERE and, if all joins are
// inner joins, those of ON.
func (t *taker) certain(l *level) []*conjunct {
	list := slices.Clone(l.where)
	if slices.ContainsFunc(l.joins, func(j *join) bool { return j.expr.Jointype != pg_query.JoinType_JOIN_INNER }) {
		return list
	}
	for _, j := range l.joins {
		list = append(list, j.conds...)
	}
	return list
}

// equalities are those of a table's columns with columns of other tables of its level, which restrict its rows.
func (t *taker) equalities(r *relation) (list []equality) { return t.equalitiesWith(r, t.columnAt) }

// equalitiesWith are those with what columnAt takes for a column of another table.
func (t *taker) equalitiesWith(r *relation, columnAt func(*level, *pg_query.Node) (providers.TypedColumn, bool)) (list []equality) {
	conds := slices.Clone(r.level.where)
	for _, s := range r.path {
		if restricts(s) {
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

// columnAt is the column that an expression is, of a table of that level.
func (t *taker) columnAt(l *level, n *pg_query.Node) (providers.TypedColumn, bool) {
	ref := n.GetColumnRef()
	if ref == nil {
		return providers.TypedColumn{}, false
	}
	at, _ := t.resolve(l, ref)
	if at == nil || at.level != l || at.relation == nil || at.relation.typed == nil {
		return providers.TypedColumn{}, false
	}
	return t.columnOf(at.relation, n)
}

// sameKind reports whether what is equal to a value of one column is so in the other, and ordered alike.
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

// said returns a condition on the other column as one on the table's own, or nil if it is on something else.
func (t *taker) said(l *level, n *pg_query.Node, same equality) *pg_query.Node {
	other, name := t.resolve(l, same.other.GetColumnRef())
	is := func(side *pg_query.Node) bool {
		ref := side.GetColumnRef()
		if ref == nil {
			return false
		}
		at, called := t.resolve(l, ref)
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
