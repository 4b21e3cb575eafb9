package definitions

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// assignTargets analyses the targets of SET.
func (s *scope) assignTargets(r *relation, targets []*pg_query.Node) {
	for _, t := range targets {
		set := t.GetResTarget()
		if several := set.Val.GetMultiAssignRef(); several.GetColno() == 1 && s.digits != nil {
			s.assignedQuery(several.Source.GetSubLink().GetSubselect().GetSelectStmt())
		}
		if set.Val.GetSetToDefault() != nil || set.Val.GetMultiAssignRef() != nil {
			continue
		}
		c := s.columnNamed(r, set.Name)
		if len(set.Indirection) > 0 {
			s.assignPart(c, set.Indirection, set.Val)
			continue
		}
		s.assign(c, set.Val)
	}
}

// assignedQuery finds the digits of what a query returns whose row is assigned. What is not known of the query is not known of the statement alone.
func (s *scope) assignedQuery(n *pg_query.SelectStmt) {
	if n != nil {
		reachesEnd(func() { s.selects(n, s, true, nil) })
	}
}

// conflict analyses DO UPDATE of an INSERT, whose expressions see the table, and the proposed row under a name of its own.
func (s *scope) conflict(r *relation, n *pg_query.InsertStmt) {
	if own := n.Relation.GetAlias().GetAliasname(); own != "" && own != n.Relation.Relname && namesTable(n.OnConflictClause, n.Relation.Relname) {
		s.refuse("a table by the name that its alias hides")
	}
	excluded := &pg_query.RangeVar{Schemaname: n.Relation.Schemaname, Relname: n.Relation.Relname, Inh: true, Alias: &pg_query.Alias{Aliasname: "excluded"}}
	_, _, items := s.table(excluded)
	s.items = append(s.items, items...)
	s.assignTargets(r, n.OnConflictClause.TargetList)
	s.where(n.OnConflictClause.WhereClause)
}

// merge analyses MERGE. What it inserts sees the source alone.
func (a *analysis) merge(n *pg_query.MergeStmt) {
	both, r := a.changes(n.Relation, n.WithClause)
	both.from([]*pg_query.Node{n.SourceRelation})
	both.collateAlone(both.expression(n.JoinCondition)) // which PostgreSQL 15 does not coerce
	source := &scope{analysis: a, q: &query{}}
	source.withs(n.WithClause)
	source.from([]*pg_query.Node{n.SourceRelation})
	for _, w := range n.MergeWhenClauses {
		when, s := w.GetMergeWhenClause(), both
		if when.MatchKind != pg_query.MergeMatchKind_MERGE_WHEN_MATCHED {
			s = source
		}
		if when.Condition != nil {
			s.collateAlone(s.toBoolean("WHEN", s.expression(when.Condition)))
		}
		if when.CommandType != pg_query.CmdType_CMD_INSERT {
			s.assignTargets(r, when.TargetList)
			continue
		}
		s.assignMerged(r, when)
	}
}

// assignMerged analyses the values that a MERGE inserts.
func (s *scope) assignMerged(r *relation, when *pg_query.MergeWhenClause) {
	for i, v := range when.Values {
		if v.GetSetToDefault() != nil {
			continue
		}
		switch listed := len(when.TargetList) > 0; {
		case listed && i < len(when.TargetList) && isPart(when.TargetList[i]):
			target := when.TargetList[i].GetResTarget()
			s.assignPart(s.columnNamed(r, target.Name), target.Indirection, v)
		case listed && i < len(when.TargetList):
			s.assign(s.columnNamed(r, when.TargetList[i].GetResTarget().Name), v)
		case !listed && i < len(r.columns):
			s.assign(r.columns[i], v)
		}
	}
}

// namesTable reports whether a clause has columns with the name of a table before them.
func namesTable(clause *pg_query.OnConflictClause, table string) (found bool) {
	parse.EachMessage(clause.ProtoReflect(), func(m proto.Message) {
		ref, ok := m.(*pg_query.ColumnRef)
		found = found || ok && len(ref.Fields) > 1 && ref.Fields[0].GetString_().GetSval() == table
	})
	return found
}
