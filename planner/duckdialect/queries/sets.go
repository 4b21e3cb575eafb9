package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Places in which no set may be.
const (
	inValues  = "VALUES"
	inAnother = "arguments of others, or in ORDER BY"
)

// checkSets refuses set-returning functions where PostgreSQL takes none, and where DuckDB has fewer or other rows.
func checkSets(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.SQLite || t.Env.Rewritten {
		return
	}
	s := setChecker{t}
	s.check(root.ProtoReflect(), "")
}

type setChecker struct{ t *rewrite.Translation }

// check checks a message of the tree. place is why no set may be there; "": one may.
func (s setChecker) check(m protoreflect.Message, place string) {
	if s.t.IsToEnd() || s.t.Err != nil {
		return
	}
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		s.query(n)
		return
	case *pg_query.UpdateStmt:
		s.list("UPDATE", n.TargetList...)
		s.list("WHERE", n.WhereClause)
		s.list("RETURNING", n.ReturningList...)
		s.list("", append(n.FromClause, withOf(n.WithClause))...)
		return
	case *pg_query.DeleteStmt:
		s.list("WHERE", n.WhereClause)
		s.list("RETURNING", n.ReturningList...)
		s.list("", append(n.UsingClause, withOf(n.WithClause))...)
		return
	case *pg_query.InsertStmt:
		s.list("RETURNING", n.ReturningList...)
		s.list("", n.SelectStmt, withOf(n.WithClause))
		return
	case *pg_query.JoinExpr:
		s.list("JOIN conditions", n.Quals)
		s.list("", n.Larg, n.Rarg)
		return
	case *pg_query.RangeFunction:
		for _, item := range n.Functions {
			for _, f := range item.GetList().GetItems() {
				if call := f.GetFuncCall(); call != nil {
					s.list(inAnother, call.Args...)
				}
			}
		}
		return
	case *pg_query.CaseExpr:
		place = "CASE"
	case *pg_query.CoalesceExpr:
		place = "COALESCE"
	case *pg_query.FuncCall:
		if _, name := parse.SplitName(n.Funcname); functionnames.ReturnsSet(name) {
			if place != "" {
				s.t.NoteUnsupported(n.Location, "set-returning functions are not allowed in %s", place).
					WithHint("You might be able to move the set-returning function into a LATERAL FROM item.")
			}
			place = inAnother
		}
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		s.check(child, place)
		return s.t.Err == nil
	})
}

// query checks a query.
func (s setChecker) query(n *pg_query.SelectStmt) {
	for _, arm := range []*pg_query.SelectStmt{n.Larg, n.Rarg} {
		if arm != nil {
			s.query(arm)
		}
	}
	s.list(inValues, n.ValuesLists...)
	s.list("WHERE", n.WhereClause)
	s.list("HAVING", n.HavingClause)
	s.list("LIMIT", n.LimitCount, n.LimitOffset)
	s.list(inAnother, n.SortClause...)
	s.list("DISTINCT ON", n.DistinctClause...)
	place := ""
	if len(n.DistinctClause) > 0 && n.DistinctClause[0].GetNode() != nil {
		place = "the select list of DISTINCT ON"
	}
	s.list(place, n.TargetList...)
	s.list("", n.FromClause...)
	s.list("", n.GroupClause...)
	s.list("", withOf(n.WithClause))
}

// list checks nodes.
func (s setChecker) list(place string, list ...*pg_query.Node) {
	for _, n := range list {
		if n != nil {
			s.check(n.ProtoReflect(), place)
		}
	}
}

// withOf is a WITH as a node; nil: there is none.
func withOf(clause *pg_query.WithClause) *pg_query.Node {
	if clause == nil {
		return nil
	}
	return &pg_query.Node{Node: &pg_query.Node_WithClause{WithClause: clause}}
}
