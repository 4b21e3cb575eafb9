package definitions

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// setOperation analyses UNION, INTERSECT and EXCEPT: transformSetOperationStmt.
func (s *scope) setOperation(n *pg_query.SelectStmt, self *withItem) {
	s.q.set = s.setTree(n, true, self)
	for _, c := range s.q.set.columns {
		s.q.targets = append(s.q.targets, &target{expr: c.value(), name: c.name})
	}
	for _, by := range n.SortClause {
		made := s.setSort(by.GetSortBy())
		s.q.sort = append(s.q.sort, made)
	}
	s.limits(n)
}

// setSort is an item of ORDER BY: a name or a number of the result's columns.
func (s *scope) setSort(by *pg_query.SortBy) *sortItem {
	if by.Node.GetColumnRef() == nil && by.Node.GetAConst() == nil {
		s.refuse("ORDER BY of a UNION")
	}
	list := s.sorted([]*pg_query.Node{{Node: &pg_query.Node_SortBy{SortBy: by}}}, true)
	if list[0].number == 0 {
		s.refuse("ORDER BY of a UNION")
	}
	return list[0]
}

// setTree analyses an operation, or a query that stands in one.
func (s *scope) setTree(n *pg_query.SelectStmt, top bool, self *withItem) *setOperation {
	leaf := n.Op == pg_query.SetOperation_SETOP_NONE
	if !top && (len(n.SortClause) > 0 || n.LimitCount != nil || n.LimitOffset != nil || n.WithClause != nil) {
		leaf = true
	}
	if leaf {
		q := s.selects(n, s, false, nil)
		return &setOperation{leaf: q, columns: q.columns()}
	}
	made := &setOperation{all: n.All, op: parse.SetOperations[n.Op] + " "}
	made.left = s.setTree(n.Larg, false, nil)
	if top && self != nil {
		self.setColumns(s.analysis, made.left.columns)
	}
	made.right = s.setTree(n.Rarg, false, nil)
	l, r := made.left.columns, made.right.columns
	if len(l) != len(r) {
		s.places = append(s.places, firstPlace(n.Rarg, 0))
		s.fail(sqlstate.SyntaxError, "", "each %s query must have the same number of columns", strings.TrimSpace(made.op))
	}
	for i := range l {
		common := s.needCommonType(strings.TrimSpace(made.op), []*node{{typ: l[i].typ}, {typ: r[i].typ, at: max(firstPlace(n.Rarg, i), 0)}})
		c := column{name: l[i].name, typ: common, mod: -1}
		if l[i].typ == r[i].typ && l[i].mod == r[i].mod {
			c.mod = l[i].mod
		}
		made.left.unify(s.analysis, i, common)
		made.right.unify(s.analysis, i, common)
		s.noteLeaf(n.Larg, i, l[i].typ, common)
		s.noteLeaf(n.Rarg, i, r[i].typ, common)
		all := n.All && n.Op == pg_query.SetOperation_SETOP_UNION
		c.coll = s.commonCollation([]*node{made.left.columnNode(i), made.right.columnNode(i)}, all)
		if !all {
			s.groupable(common, firstPlace(n.Larg, i))
		}
		made.columns = append(made.columns, c)
	}
	return made
}

// unify gives a constant of no type the type of the column.
func (o *setOperation) unify(a *analysis, i int, common uint32) {
	if o.columns[i].typ != unknownOID {
		if !a.canCoerce([]uint32{o.columns[i].typ}, []uint32{common}, implicit) {
			a.refuse("columns of several types")
		}
		return
	}
	if o.leaf == nil || o.leaf.set != nil {
		return
	}
	if t := o.leaf.targets[i]; t.expr.kind == constant {
		*t.expr = *a.toCommon(t.expr, common)
	}
}

// firstPlace is where a column of a query stands: that of its first SELECT.
func firstPlace(n *pg_query.SelectStmt, column int) int32 {
	if first := parse.FirstQuery(n); column < len(first.TargetList) {
		return startOf(first.TargetList[column].GetResTarget().GetVal())
	}
	return -1
}
