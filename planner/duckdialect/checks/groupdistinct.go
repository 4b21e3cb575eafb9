package checks

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// mostGroupingSets is how many grouping sets PostgreSQL takes.
const mostGroupingSets = 4096

// distinctGroups leaves DISTINCT of GROUP BY out. Where there may be several grouping sets alike, it writes out those that there are. Expressions
// of grouping sets that are one are spelled in one way.
func (t *checker) distinctGroups(s *pg_query.SelectStmt) {
	distinct := s.GroupDistinct
	if distinct {
		s.GroupDistinct, t.Changed = false, true
	}
	if !slices.ContainsFunc(s.GroupClause, func(n *pg_query.Node) bool { return n.GetGroupingSet() != nil }) {
		return
	}
	e := &setExpander{targets: s.TargetList, one: len(s.FromClause) == 1 && s.FromClause[0].GetJoinExpr() == nil}
	if distinct {
		t.writeSets(s, e)
	} else {
		e.spellAlike(s.GroupClause)
		t.Changed = t.Changed || e.spelled
	}
	if e.doubtful {
		t.NoteUnsupported(build.Nowhere, "grouping sets that spell an expression in several ways are not supported").WithHint("Spell each expression in one way.")
	}
}

// writeSets writes the grouping sets of a query out, each once.
func (t *checker) writeSets(s *pg_query.SelectStmt, e *setExpander) {
	all := [][]*pg_query.Node{nil}
	for _, n := range s.GroupClause {
		if all = e.product(all, e.setsOf(n)); len(all) > mostGroupingSets {
			t.NoteError(n.GetGroupingSet().GetLocation(), sqlstate.StatementTooComplex, "too many grouping sets present (maximum %d)", mostGroupingSets)
			return
		}
	}
	var distinct [][]*pg_query.Node
	for _, set := range all {
		if !slices.ContainsFunc(distinct, func(o []*pg_query.Node) bool { return e.hasAll(o, set) && e.hasAll(set, o) }) {
			distinct = append(distinct, set)
		}
	}
	content := make([]*pg_query.Node, len(distinct))
	for i, set := range distinct {
		switch len(set) {
		case 0:
			content[i] = groupingSet(pg_query.GroupingSetKind_GROUPING_SET_EMPTY)
		case 1:
			content[i] = set[0]
		default:
			content[i] = &pg_query.Node{Node: &pg_query.Node_RowExpr{RowExpr: &pg_query.RowExpr{Args: set, RowFormat: pg_query.CoercionForm_COERCE_IMPLICIT_CAST, Location: build.Nowhere}}}
		}
	}
	s.GroupClause = []*pg_query.Node{groupingSet(pg_query.GroupingSetKind_GROUPING_SET_SETS, content...)}
}

// groupingSet makes a grouping set.
func groupingSet(kind pg_query.GroupingSetKind, content ...*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_GroupingSet{GroupingSet: &pg_query.GroupingSet{Kind: kind, Content: content, Location: build.Nowhere}}}
}

// setExpander writes grouping sets out as lists of expressions.
type setExpander struct {
	targets  []*pg_query.Node
	one      bool // the query reads one relation, whose columns need no qualification
	met      []*pg_query.Node
	spelled  bool // an expression was spelled as another
	doubtful bool // two expressions may be one
}

// setsOf are the sets that an item of GROUP BY stands for.
func (e *setExpander) setsOf(n *pg_query.Node) (sets [][]*pg_query.Node) {
	set := n.GetGroupingSet()
	if set == nil {
		return [][]*pg_query.Node{membersOf(n)}
	}
	switch set.Kind {
	case pg_query.GroupingSetKind_GROUPING_SET_ROLLUP:
		for i := len(set.Content); i >= 0; i-- {
			sets = append(sets, membersOfAll(set.Content[:i]))
		}
	case pg_query.GroupingSetKind_GROUPING_SET_CUBE:
		const most = 12 // 4096 sets
		if len(set.Content) > most {
			return make([][]*pg_query.Node, mostGroupingSets+1)
		}
		for bits := range 1 << len(set.Content) {
			var of []*pg_query.Node
			for i, c := range set.Content {
				if bits>>i&1 == 1 {
					of = append(of, c)
				}
			}
			sets = append(sets, membersOfAll(of))
		}
	case pg_query.GroupingSetKind_GROUPING_SET_SETS:
		for _, c := range set.Content {
			sets = append(sets, e.setsOf(c)...)
		}
	default:
		sets = [][]*pg_query.Node{nil}
	}
	return sets
}

// bracketed is the row of expressions that stand in brackets without ROW; nil: an expression is none.
func bracketed(n *pg_query.Node) *pg_query.RowExpr {
	if row := n.GetRowExpr(); row.GetRowFormat() == pg_query.CoercionForm_COERCE_IMPLICIT_CAST {
		return row
	}
	return nil
}

// membersOf are the expressions of an element of a grouping set, which brackets may hold together.
func membersOf(n *pg_query.Node) []*pg_query.Node {
	if row := bracketed(n); row != nil {
		return row.Args
	}
	return []*pg_query.Node{n}
}

// membersOfAll are the expressions of several elements.
func membersOfAll(elements []*pg_query.Node) (set []*pg_query.Node) {
	for _, n := range elements {
		set = append(set, membersOf(n)...)
	}
	return set
}

// product is each of some sets with each of others.
func (e *setExpander) product(left, right [][]*pg_query.Node) (sets [][]*pg_query.Node) {
	if len(left)*len(right) > mostGroupingSets {
		return make([][]*pg_query.Node, mostGroupingSets+1)
	}
	for _, l := range left {
		for _, r := range right {
			set := slices.Clone(l)
			for _, n := range r {
				n = e.firstOf(n)
				if !e.has(set, n) {
					set = append(set, n)
				}
			}
			sets = append(sets, set)
		}
	}
	return sets
}

// has reports whether a set has an expression, which may be given by its place in the select list.
func (e *setExpander) has(set []*pg_query.Node, n *pg_query.Node) bool {
	n = e.expressionOf(n)
	return slices.ContainsFunc(set, func(o *pg_query.Node) bool {
		o = e.expressionOf(o)
		if trees.SameExpression(o, n) {
			return true
		}
		alike := spelledAlike(o, n)
		e.doubtful = e.doubtful || alike && !e.one || e.isLabelOf(o, n) || e.isLabelOf(n, o)
		return alike
	})
}

// firstOf is the expression that was met first of those that are one: DuckDB takes expressions that are spelled otherwise for others.
func (e *setExpander) firstOf(n *pg_query.Node) *pg_query.Node {
	for _, o := range e.met {
		if e.has([]*pg_query.Node{o}, n) {
			return o
		}
	}
	e.met = append(e.met, n)
	return n
}

// spellAlike spells the expressions of grouping sets that are one in one way.
func (e *setExpander) spellAlike(list []*pg_query.Node) {
	for i, n := range list {
		switch row := bracketed(n); {
		case n.GetGroupingSet() != nil:
			e.spellAlike(n.GetGroupingSet().Content)
		case row != nil:
			e.spellAlike(row.Args)
		default:
			if first := e.firstOf(n); first != n && !trees.SameExpression(first, n) {
				list[i], e.spelled = proto.CloneOf(first), true
			}
		}
	}
}

// spelledAlike reports whether two expressions differ at most in which of their columns have the names of relations.
func spelledAlike(a, b *pg_query.Node) bool {
	a, b = proto.CloneOf(a), proto.CloneOf(b)
	var columns [2][]*pg_query.ColumnRef
	for i, n := range []*pg_query.Node{a, b} {
		trees.EachColumn(n.ProtoReflect(), func(c *pg_query.ColumnRef) { columns[i] = append(columns[i], c) })
	}
	if len(columns[0]) != len(columns[1]) {
		return false
	}
	for i, c := range columns[0] {
		if o := columns[1][i]; len(c.Fields) == 1 || len(o.Fields) == 1 {
			c.Fields, o.Fields = c.Fields[len(c.Fields)-1:], o.Fields[len(o.Fields)-1:]
		}
	}
	return trees.SameExpression(a, b)
}

// isLabelOf reports whether a name is one that the select list gives to an expression. It may be the name of a column, too.
func (e *setExpander) isLabelOf(name, n *pg_query.Node) bool {
	return len(name.GetColumnRef().GetFields()) == 1 && slices.ContainsFunc(e.targets, func(target *pg_query.Node) bool {
		r := target.GetResTarget()
		return r.GetName() == trees.LastField(name) && (trees.SameExpression(r.Val, n) || spelledAlike(r.Val, n))
	})
}

// expressionOf is what an expression of GROUP BY means: a whole number is a place in the select list.
func (e *setExpander) expressionOf(n *pg_query.Node) *pg_query.Node {
	if place, ok := parse.IntConstant(n); ok && place > 0 && int(place) <= len(e.targets) {
		return e.targets[place-1].GetResTarget().GetVal()
	}
	return n
}

// hasAll reports whether a set has all expressions of another.
func (e *setExpander) hasAll(set, other []*pg_query.Node) bool {
	return !slices.ContainsFunc(other, func(n *pg_query.Node) bool { return !e.has(set, n) })
}
