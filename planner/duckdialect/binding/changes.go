package binding

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// insert binds an INSERT, and returns the columns that it returns; nil: they are not all known. What ON CONFLICT names is left as
// it is.
func (b *binder) insert(s *pg_query.InsertStmt, outer *level) []string {
	l := &level{outer: outer}
	b.with(s.WithClause, l)
	b.statement(s.SelectStmt, l)
	l.items = []*item{b.table(s.Relation)}
	b.nodes(s.ReturningList, l)
	return b.returned(s.ReturningList, l)
}

// changeRows binds an UPDATE, DELETE or MERGE, and returns the columns that it returns; nil: they are not all known.
func (b *binder) changeRows(n *pg_query.Node, outer *level) []string {
	l := &level{outer: outer}
	switch s := n.GetNode().(type) {
	case *pg_query.Node_UpdateStmt:
		u := s.UpdateStmt
		b.with(u.WithClause, l)
		u.ReturningList = b.change(l, u.Relation, u.FromClause, u.ReturningList, u.TargetList, []*pg_query.Node{u.WhereClause})
		return b.returned(u.ReturningList, l)
	case *pg_query.Node_DeleteStmt:
		d := s.DeleteStmt
		b.with(d.WithClause, l)
		d.ReturningList = b.change(l, d.Relation, d.UsingClause, d.ReturningList, []*pg_query.Node{d.WhereClause})
		return b.returned(d.ReturningList, l)
	case *pg_query.Node_MergeStmt:
		b.merge(s.MergeStmt, l)
	}
	return nil
}

// returned returns the columns of what is RETURNING; nil: nothing is, or they are not all known.
func (b *binder) returned(list []*pg_query.Node, l *level) []string {
	if len(list) == 0 {
		return nil
	}
	return b.columnsOf(&pg_query.SelectStmt{TargetList: list}, l)
}

// change binds an UPDATE or DELETE, and returns what is RETURNING.
func (b *binder) change(l *level, of *pg_query.RangeVar, from, returning []*pg_query.Node, lists ...[]*pg_query.Node) []*pg_query.Node {
	target := b.table(of)
	target.lateralOnly = true // and not OK
	l.items = []*item{target}
	b.from(from, l)
	target.lateralOnly = false
	returning = b.expandStars(returning, l)
	for _, list := range append(lists, returning) {
		b.nodes(list, l)
	}
	return returning
}

// merge binds a MERGE. What is done where nothing matches sees the source alone.
func (b *binder) merge(m *pg_query.MergeStmt, l *level) {
	b.with(m.WithClause, l)
	source := b.fromItem(m.SourceRelation, l)
	target := []*item{b.table(m.Relation)}
	for _, it := range source {
		if it.name == target[0].name && it.rowSeen {
			b.fail(-1, sqlstate.New("42712", "name %q specified more than once", it.name).WithDetail("The name is used both as MERGE target table and data source."))
		}
	}
	both := append(target, source...)
	l.items = both
	b.nodes([]*pg_query.Node{m.JoinCondition}, l)
	for _, n := range m.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		if l.items, l.hidden = both, nil; when.MatchKind != pg_query.MergeMatchKind_MERGE_WHEN_MATCHED {
			l.items, l.hidden = source, target
		}
		b.nodes([]*pg_query.Node{when.Condition}, l)
		b.nodes(when.TargetList, l)
		b.nodes(when.Values, l)
	}
}
