package scans

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// tellConditions gives a scan the conditions on columns of its answer, for an API that can be told them. They stay
// in the statement.
func (t *taker) tellConditions(r *relation) (list []providers.Condition) {
	if !r.method.Pushes {
		return nil
	}
	add := func(conds []*conjunct) {
		for _, c := range conds {
			if one, ok := t.toldCondition(r, c.node); ok && !c.gone {
				list = append(list, one)
			}
		}
	}
	add(r.level.where)
	for _, s := range r.path {
		if restrictsSide(s) {
			add(s.join.conds)
		}
	}
	return list
}

// reversed are the operators with their sides exchanged.
var reversed = map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// toldCondition returns a comparison of a column with a constant or a parameter, as the API is told it.
func (t *taker) toldCondition(r *relation, n *pg_query.Node) (c providers.Condition, ok bool) {
	e := n.GetAExpr()
	if e == nil || len(e.Name) != 1 {
		return c, false
	}
	operator := e.Name[0].GetString_().GetSval()
	column, other := e.Lexpr, e.Rexpr
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		if column.GetColumnRef() == nil {
			column, other, operator = e.Rexpr, e.Lexpr, reversed[operator]
		}
		if reversed[operator] == "" {
			return c, false
		}
	case pg_query.A_Expr_Kind_AEXPR_LIKE:
		pattern, is := other.GetAConst().GetVal().(*pg_query.A_Const_Sval)
		if !is || operator != "~~" {
			return c, false
		}
		prefix, rest, _ := strings.Cut(pattern.Sval.Sval, "%")
		if rest != "" || prefix == "" || !strings.HasSuffix(pattern.Sval.Sval, "%") || strings.ContainsAny(prefix, `_\`) {
			return c, false
		}
		operator, other = "startswith", pg_query.MakeAConstStrNode(prefix, -1)
	default:
		return c, false
	}
	ref := column.GetColumnRef()
	value, constant := Constant(other)
	if ref == nil || !constant || value.Param == 0 && value.Text == nil {
		return c, false
	}
	at, name := t.resolveColumn(r.level, ref)
	if at != r.item {
		return c, false
	}
	for _, column := range r.method.Columns {
		if strings.EqualFold(column.Name, name) {
			if value.Param > 0 && value.Type == 0 {
				value.Type = column.Type
			}
			return providers.Condition{Column: column.Name, Operator: operator, Value: value}, true
		}
	}
	return c, false
}
