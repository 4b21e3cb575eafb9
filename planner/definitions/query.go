package definitions

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// selects analyses a query: transformSelectStmt and its kin. types: constants of no type become texts. self is the query of a
// recursive WITH that is being analysed.
func (a *analysis) selects(n *pg_query.SelectStmt, parent *scope, types bool, self *withItem) *query {
	s := &scope{analysis: a, parent: parent, q: &query{}}
	if a.passing != nil {
		a.passing.queries[n] = s.q
	}
	if n.IntoClause != nil || len(n.LockingClause) > 0 && !a.checks {
		a.refuse("a clause of the query")
	}
	s.withs(n.WithClause)
	switch {
	case n.Op != pg_query.SetOperation_SETOP_NONE:
		s.setOperation(n, self)
	case len(n.ValuesLists) > 0:
		s.valuesQuery(n)
	default:
		s.basic(n, types)
	}
	s.collateQuery()
	return s.q
}

// withs analyses WITH.
func (s *scope) withs(w *pg_query.WithClause) {
	if w == nil {
		return
	}
	s.q.recursive = w.Recursive
	if w.Recursive {
		s.hidden = map[string]bool{}
		for _, n := range w.Ctes {
			s.hidden[n.GetCommonTableExpr().GetCtename()] = true
		}
	}
	for _, n := range w.Ctes {
		c := n.GetCommonTableExpr()
		statement := c.GetCtequery().GetSelectStmt()
		if statement == nil || c.SearchClause != nil || c.CycleClause != nil {
			s.refuse("a query of WITH")
		}
		made := &withItem{name: c.Ctename, names: names(c.Aliascolnames), tree: c}
		switch c.Ctematerialized {
		case pg_query.CTEMaterialize_CTEMaterializeAlways:
			made.materialized = "MATERIALIZED "
		case pg_query.CTEMaterialize_CTEMaterializeNever:
			made.materialized = "NOT MATERIALIZED "
		}
		if w.Recursive {
			s.with = append(s.with, made)
			made.query = s.selects(statement, s, true, made)
			first := made.columns
			made.setColumns(s.analysis, made.query.columns())
			s.checkRecursive(made, first, statement)
			s.checkRecursiveCollations(made, first)
		} else {
			made.query = s.selects(statement, s, true, nil)
			made.setColumns(s.analysis, made.query.columns())
			s.with = append(s.with, made)
		}
		s.q.with = append(s.q.with, made)
	}
}

// checkRecursive fails where the columns of a recursive query have other types than those of its first part have.
func (s *scope) checkRecursive(made *withItem, first []column, statement *pg_query.SelectStmt) {
	for i, c := range first {
		if i < len(made.columns) && (c.typ != made.columns[i].typ || c.mod != made.columns[i].mod) {
			if hasAggregate(statement.GetRarg()) { // which is refused first, in other words
				s.refuse("an aggregate of a recursive query")
			}
			s.fail(sqlstate.DatatypeMismatch, "Cast the output of the non-recursive term to the correct type.",
				"recursive query %q column %d has type %s in non-recursive term but type %s overall", made.name, i+1, s.errorTypeOf(c), s.errorTypeOf(made.columns[i]))
		}
	}
}

// hasAggregate reports whether a query calls one of the common aggregates.
func hasAggregate(query *pg_query.SelectStmt) (found bool) {
	parse.EachMessage(query.ProtoReflect(), func(m proto.Message) {
		f, ok := m.(*pg_query.FuncCall)
		found = found || ok && f.Over == nil && (f.AggStar || slices.Contains([]string{"sum", "avg", "min", "max", "count"}, names(f.Funcname)[len(f.Funcname)-1]))
	})
	return found
}

// setColumns notes the columns of a query of WITH.
func (w *withItem) setColumns(a *analysis, list []column) {
	w.columns = make([]column, len(list))
	for i, c := range list {
		if c.typ == unknownOID {
			c.typ, c.coll = textOID, defaultCollation
		}
		if i < len(w.names) {
			c.name = w.names[i]
		}
		w.columns[i] = c
	}
	if len(w.names) > len(list) {
		a.refuse("a query of WITH")
	}
}

// valuesQuery analyses VALUES.
func (s *scope) valuesQuery(n *pg_query.SelectStmt) {
	width := len(n.ValuesLists[0].GetList().GetItems())
	columns := make([][]*node, width)
	for _, row := range n.ValuesLists {
		items := row.GetList().GetItems()
		if len(items) != width {
			s.refuse("VALUES")
		}
		for i, v := range items {
			columns[i] = append(columns[i], s.expression(v))
		}
	}
	s.q.values = make([][]*node, len(n.ValuesLists))
	r := &relation{kind: valuesList, name: "*VALUES*", inFrom: true, query: s.q}
	for i, list := range columns {
		s.together("VALUES", list)
		for k, v := range list {
			s.q.values[k] = append(s.q.values[k], v)
		}
		r.columns = append(r.columns, column{"column" + itoa(i+1), list[0].typ, commonMod(list), s.commonCollation(list, true)})
	}
	s.q.from, s.q.relations = append(s.q.from, r), append(s.q.relations, r)
	s.items = append(s.items, itemOf(r, r.name))
	for i, c := range r.columns {
		s.q.targets = append(s.q.targets, &target{expr: r.columnAt(i), name: c.name})
	}
	s.q.sort = s.sorted(n.SortClause, true)
	s.limits(n)
}

// basic analyses SELECT.
func (s *scope) basic(n *pg_query.SelectStmt, types bool) {
	s.from(n.FromClause)
	s.written = windowsOf(n.WindowClause)
	s.targets(n.TargetList)
	if n.WhereClause != nil {
		s.q.where = s.toBoolean("WHERE", s.expression(n.WhereClause))
	}
	if n.HavingClause != nil {
		s.q.having = s.toBoolean("HAVING", s.expression(n.HavingClause))
	}
	s.q.sort = s.sorted(n.SortClause, true)
	s.grouped(n)
	switch {
	case len(n.DistinctClause) == 1 && n.DistinctClause[0].GetNode() == nil:
		s.q.distinct = true
		s.checkDistinctOrder(n.SortClause)
		s.distinctTargets(n.TargetList)
	case len(n.DistinctClause) > 0:
		for _, d := range n.DistinctClause {
			by := s.bySQL92(d, false).expr
			s.groupable(by.typ, placeOf(d))
			s.q.distinctOn = append(s.q.distinctOn, by)
		}
	}
	s.limits(n)
	s.windows()
	if types {
		for _, t := range s.q.targets {
			if t.expr.typ == unknownOID {
				*t.expr = *s.coerce(t.expr, textOID, -1, implicit, implicitCast)
			}
		}
	}
	s.checkMerged()
}

// checkMerged refuses merged columns whose names PostgreSQL would make unique among all relations.
func (s *scope) checkMerged() {
	for _, r := range s.q.relations {
		if r.kind != joined || r.join != " FULL JOIN " || len(r.using) == 0 {
			continue
		}
		for _, name := range r.using {
			for _, other := range s.q.relations {
				if other.kind == joined || r.contains(other) {
					continue
				}
				for _, c := range other.columns {
					if c.name == name {
						s.refuse("a merged column of a name that others have")
					}
				}
			}
		}
	}
}

// contains reports whether a relation is part of a join.
func (r *relation) contains(other *relation) bool {
	return r == other || r.kind == joined && (r.left.contains(other) || r.right.contains(other))
}

// limits analyses LIMIT and OFFSET.
func (s *scope) limits(n *pg_query.SelectStmt) {
	if n.LimitOffset != nil {
		s.q.offset = s.toBigint("OFFSET", s.expression(n.LimitOffset))
		s.refuseVariables("OFFSET", s.q.offset)
	}
	if n.LimitCount != nil {
		if c := n.LimitCount.GetAConst(); c != nil && c.Isnull {
			s.q.limitAll = true
		} else {
			s.q.limit = s.toBigint("LIMIT", s.expression(n.LimitCount))
			s.refuseVariables("LIMIT", s.q.limit)
		}
	}
	s.q.withTies = n.LimitOption == pg_query.LimitOption_LIMIT_OPTION_WITH_TIES
}

// sorted analyses ORDER BY. Where sql92 is set, names and numbers of the select list are meant first.
func (s *scope) sorted(list []*pg_query.Node, sql92 bool) (out []*sortItem) {
	for _, n := range list {
		by := n.GetSortBy()
		made := &sortItem{}
		if sql92 {
			made = s.bySQL92(by.Node, false)
		} else {
			made.expr = s.expression(by.Node)
		}
		if made.expr.typ == unknownOID {
			*made.expr = *s.coerce(made.expr, textOID, -1, implicit, implicitCast)
		}
		switch by.SortbyDir {
		case pg_query.SortByDir_SORTBY_DESC:
			made.descending = true
		case pg_query.SortByDir_SORTBY_USING:
			s.refuse("USING of ORDER BY")
		}
		s.orderable(made.expr.typ, placeOf(by.Node))
		made.nullsFirst = parse.NullsFirst(by.SortbyDir, by.SortbyNulls)
		out = append(out, made)
	}
	return out
}

// bySQL92 is findTargetlistEntrySQL92: a name or a number of the select list, or an expression.
func (s *scope) bySQL92(n *pg_query.Node, grouping bool) *sortItem {
	if ref := n.GetColumnRef(); ref != nil && len(ref.Fields) == 1 && ref.Fields[0].GetString_() != nil {
		name := ref.Fields[0].GetString_().Sval
		if !grouping || s.findColumn(name, true) == nil {
			for i, t := range s.q.targets {
				if t.name == name {
					s.checkAmbiguous(name, map[bool]string{false: "ORDER BY", true: "GROUP BY"}[grouping], t.expr)
					return &sortItem{expr: t.expr, number: i + 1}
				}
			}
		}
	}
	if c := n.GetAConst(); c != nil {
		i, ok := c.Val.(*pg_query.A_Const_Ival)
		if !ok || int(i.Ival.GetIval()) < 1 || int(i.Ival.GetIval()) > len(s.q.targets) {
			s.refuse("a constant of ORDER BY or GROUP BY")
		}
		return &sortItem{expr: s.q.targets[i.Ival.GetIval()-1].expr, number: int(i.Ival.GetIval())}
	}
	return &sortItem{expr: s.expression(n)}
}

// grouped analyses GROUP BY.
func (s *scope) grouped(n *pg_query.SelectStmt) {
	s.q.groupDistinct = n.GroupDistinct
	var list []*pg_query.Node
	for _, g := range n.GroupClause {
		if row := g.GetRowExpr(); row != nil && row.RowFormat == pg_query.CoercionForm_COERCE_IMPLICIT_CAST {
			list = append(list, row.Args...)
			continue
		}
		list = append(list, g)
	}
	sets := false
	for _, g := range list {
		sets = sets || g.GetGroupingSet() != nil
	}
	for _, g := range list {
		if set := g.GetGroupingSet(); set != nil {
			s.q.groupingSets = append(s.q.groupingSets, s.groupingSet(set))
			continue
		}
		made := s.groupedBy(g)
		if sets {
			s.q.groupingSets = append(s.q.groupingSets, &groupingSet{exprs: []*node{made}})
			continue
		}
		repeated := false
		for _, other := range s.q.group {
			repeated = repeated || other == made || other.kind == variable && made.kind == variable && other.rel == made.rel && other.column == made.column
		}
		if !repeated {
			s.q.group = append(s.q.group, made)
		}
	}
}

func (s *scope) groupedBy(n *pg_query.Node) *node {
	item := s.bySQL92(n, true)
	made := item.expr
	if s.digits != nil && item.number > 0 && made.typ == numericOID {
		d := s.digitsOf(made)
		d.Target = item.number
		s.digits[n] = d
	}
	if made.typ == unknownOID {
		*made = *s.coerce(made, textOID, -1, implicit, implicitCast)
	}
	s.groupable(made.typ, placeOf(n))
	return made
}

// groupingSet analyses ROLLUP, CUBE and GROUPING SETS.
func (s *scope) groupingSet(n *pg_query.GroupingSet) *groupingSet {
	made := &groupingSet{}
	switch n.Kind {
	case pg_query.GroupingSetKind_GROUPING_SET_EMPTY:
		return made
	case pg_query.GroupingSetKind_GROUPING_SET_ROLLUP:
		made.word = "ROLLUP("
	case pg_query.GroupingSetKind_GROUPING_SET_CUBE:
		made.word = "CUBE("
	case pg_query.GroupingSetKind_GROUPING_SET_SETS:
		made.word = "GROUPING SETS ("
	default:
		s.refuse("GROUP BY")
	}
	for _, c := range n.Content {
		switch {
		case c.GetGroupingSet() != nil:
			inner := s.groupingSet(c.GetGroupingSet())
			if inner.word == made.word {
				s.refuse("sets of groups in each other")
			}
			made.sets = append(made.sets, inner)
		case c.GetRowExpr() != nil && c.GetRowExpr().RowFormat == pg_query.CoercionForm_COERCE_IMPLICIT_CAST:
			set := &groupingSet{}
			for _, e := range c.GetRowExpr().Args {
				set.exprs = append(set.exprs, s.groupedBy(e))
			}
			made.sets = append(made.sets, set)
		default:
			made.sets = append(made.sets, &groupingSet{exprs: []*node{s.groupedBy(c)}})
		}
	}
	return made
}
