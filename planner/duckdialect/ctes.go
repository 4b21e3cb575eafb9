package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The name of a relation means a common table expression only where that is in scope. Elsewhere it
// means a table, or DuckDB's own catalog, which no client may read. So references are found by
// scope, not by name.

// scopes finds the references to common table expressions.
type scopes struct {
	t     *translation
	names []string // in scope, innermost last; in lower case, because DuckDB's names have no case
	later []string // later ones of the same recursive list: DuckDB does not see them yet
}

// visit walks a message.
func (s *scopes) visit(m protoreflect.Message) {
	outer := len(s.names)
	switch m := m.Interface().(type) {
	case *pg_query.RangeVar:
		s.reference(m)
		return
	case interface{ GetWithClause() *pg_query.WithClause }:
		s.with(m.GetWithClause())
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		s.visit(child)
		return true
	}, "with_clause")
	s.names = s.names[:outer]
}

// with walks a list of common table expressions. Each sees the ones before it and, in a recursive
// list, itself.
func (s *scopes) with(clause *pg_query.WithClause) {
	for i, n := range clause.GetCtes() {
		cte, outer := n.GetCommonTableExpr(), len(s.later)
		name := strings.ToLower(cte.GetCtename())
		if clause.Recursive {
			s.names = append(s.names, name)
			for _, later := range clause.Ctes[i+1:] {
				s.later = append(s.later, strings.ToLower(later.GetCommonTableExpr().GetCtename()))
			}
		}
		s.visit(cte.ProtoReflect())
		s.later = s.later[:outer]
		if !clause.Recursive {
			s.names = append(s.names, name)
		}
	}
}

// reference notes what a relation's name means.
func (s *scopes) reference(r *pg_query.RangeVar) {
	if r.Schemaname != "" {
		return
	}
	name := strings.ToLower(r.Relname)
	for i := len(s.later) - 1; i >= 0; i-- {
		if s.later[i] == name {
			s.t.NoteUnsupported(r.Location, "a common table expression cannot use one that is defined after it").
				WithHint("Put %q before the expression that uses it.", r.Relname)
			return
		}
	}
	for _, known := range s.names {
		if known == name {
			s.t.ctes[r] = true
			return
		}
	}
}

// refuseChange refuses an INSERT, UPDATE, DELETE or MERGE in WITH, where DuckDB takes only queries.
func (t *translation) refuseChange(cte *pg_query.CommonTableExpr) {
	verb := trees.VerbOfChange(cte.GetCtequery())
	if cte.GetCtequery().GetMergeStmt() != nil {
		verb = "MERGE"
	}
	if verb == "" {
		return
	}
	t.NoteUnsupported(cte.Location, "%s in WITH is not supported", verb).
		WithHint("Send the %s … RETURNING by itself, in a transaction with the statement that uses its rows.", verb)
}
