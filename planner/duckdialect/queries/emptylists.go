package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL's rows may have no columns, DuckDB's have one at least. A query without a select list gets a hidden column. The
// source drops the column from the result of a statement (providers.Statement.NoColumns). Stars do not mean it (emptystars.go),
// and where a table or a function would have it, the statement is refused.

// hiddenColumn is the name of the column of queries without columns.
const hiddenColumn = "__none"

// FillEmptyLists gives queries without columns a hidden column. It reports whether the statement is such a query. The tree is
// the client's.
func FillEmptyLists(t *rewrite.Translation, root *pg_query.Node) (empty bool) {
	if !hasEmptyList(t, root) {
		return false
	}
	e := &emptyLists{Translation: t, seen: map[*pg_query.SelectStmt]bool{}}
	e.visitStatement(root, &emptyScope{})
	s := root.GetSelectStmt()
	return s != nil && e.seen[s]
}

// hasEmptyList reports whether a select list of a statement is empty.
func hasEmptyList(t *rewrite.Translation, root *pg_query.Node) (found bool) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		found = found || ok && isEmptyList(s)
	})
	return found
}

func isEmptyList(s *pg_query.SelectStmt) bool {
	return len(s.TargetList) == 0 && len(s.ValuesLists) == 0 && s.Op == pg_query.SetOperation_SETOP_NONE
}

// emptyLists fills the empty select lists of a statement.
type emptyLists struct {
	*rewrite.Translation
	seen map[*pg_query.SelectStmt]bool // the queries that were visited: whether they have no columns
}

// emptyScope has the relations of a query by their names: whether they have no columns.
type emptyScope struct {
	outer *emptyScope
	with  map[string]bool
	from  map[string]bool
	order []string // the names of from, in the order of FROM; "": a relation that no name means
	merge bool     // a join merges columns
}

// within makes the scope of a query in another one.
func (sc *emptyScope) within() *emptyScope {
	return &emptyScope{outer: sc, with: map[string]bool{}, from: map[string]bool{}}
}

// hasEmpty reports whether a relation of FROM has no columns.
func (sc *emptyScope) hasEmpty() bool {
	for _, empty := range sc.from {
		if empty {
			return true
		}
	}
	return false
}

// isEmptyRow reports whether a name of FROM means a relation without columns.
func (sc *emptyScope) isEmptyRow(name string) bool {
	for ; sc != nil; sc = sc.outer {
		if empty, found := sc.from[name]; found {
			return empty
		}
	}
	return false
}

// isEmptyWith reports whether a name of WITH means a query without columns.
func (sc *emptyScope) isEmptyWith(name string) bool {
	for ; sc != nil; sc = sc.outer {
		if empty, found := sc.with[name]; found {
			return empty
		}
	}
	return false
}

// visitStatement visits a statement, or a part of one that is no query.
func (e *emptyLists) visitStatement(m proto.Message, sc *emptyScope) {
	switch s := m.(type) {
	case *pg_query.SelectStmt:
		if e.visitQuery(s, sc) && s.IntoClause != nil {
			e.refuseTable()
		}
		return
	case *pg_query.SubLink:
		e.visitSubquery(s, sc)
	case *pg_query.A_Expr:
		if s.Lexpr.GetRowExpr() != nil && e.visitQuery(s.Rexpr.GetSubLink().GetSubselect().GetSelectStmt(), sc) {
			e.NoteError(s.Location, sqlstate.SyntaxError, "subquery has too few columns")
		}
	case *pg_query.MultiAssignRef:
		if e.visitQuery(s.Source.GetSubLink().GetSubselect().GetSelectStmt(), sc) {
			e.NoteError(build.Nowhere, sqlstate.SyntaxError, "number of columns does not match number of values")
		}
	case *pg_query.ColumnRef:
		e.refuseReference(s, sc)
		return
	case *pg_query.CreateTableAsStmt:
		if e.visitQuery(s.Query.GetSelectStmt(), sc) {
			e.refuseTable()
		}
	case *pg_query.ViewStmt:
		if e.visitQuery(s.Query.GetSelectStmt(), sc) {
			e.NoteUnsupported(build.Nowhere, "a view without columns is not supported")
		}
	case *pg_query.InsertStmt:
		sc = sc.within()
		e.visitWith(s.WithClause, sc)
		if e.visitQuery(s.SelectStmt.GetSelectStmt(), sc) {
			e.fillInsert(s)
		}
	case *pg_query.UpdateStmt:
		sc = e.scopeOfChange(s.WithClause, sc, s.FromClause...)
	case *pg_query.DeleteStmt:
		sc = e.scopeOfChange(s.WithClause, sc, s.UsingClause...)
	case *pg_query.MergeStmt:
		sc = e.scopeOfChange(s.WithClause, sc, s.SourceRelation)
	}
	e.visitParts(m, sc)
}

// scopeOfChange is the scope of a change that reads other relations.
func (e *emptyLists) scopeOfChange(with *pg_query.WithClause, outer *emptyScope, from ...*pg_query.Node) *emptyScope {
	sc := outer.within()
	e.visitWith(with, sc)
	for _, n := range from {
		e.noteItem(n, sc)
	}
	return sc
}

// visitParts visits what a message is made of.
func (e *emptyLists) visitParts(m proto.Message, sc *emptyScope) {
	parse.Parts(m, func(child proto.Message) bool {
		e.visitStatement(child, sc)
		return true
	})
}

func (e *emptyLists) refuseTable() {
	e.NoteUnsupported(build.Nowhere, "a table without columns is not supported")
}

// fillInsert has an INSERT of rows without columns name one column, whose default is NULL: the source gives the others their defaults.
func (e *emptyLists) fillInsert(s *pg_query.InsertStmt) {
	if len(s.Cols) > 0 {
		e.NoteError(s.Cols[0].GetResTarget().GetLocation(), sqlstate.SyntaxError, "INSERT has more target columns than expressions")
		return
	}
	if e.Env.Columns != nil {
		for _, c := range e.Env.Columns(s.Relation.Schemaname, s.Relation.Relname) {
			if c.HasDefault || c.Generated || c.Identity != 0 || c.User != "" {
				continue
			}
			s.Cols = []*pg_query.Node{build.Target(nil, c.Name)}
			s.SelectStmt = build.Select(build.Subselect(s.SelectStmt, build.Alias("__rows")), build.Target(build.Null(), ""))
			return
		}
	}
	e.NoteUnsupported(build.Nowhere, "an INSERT of rows without columns into this table is not supported").WithHint("Name a column, and select its value.")
}

// visitSubquery visits a query in an expression. Only EXISTS takes one without columns.
func (e *emptyLists) visitSubquery(s *pg_query.SubLink, sc *emptyScope) {
	if !e.visitQuery(s.Subselect.GetSelectStmt(), sc) {
		return
	}
	switch row := s.Testexpr.GetRowExpr(); s.SubLinkType {
	case pg_query.SubLinkType_EXISTS_SUBLINK:
	case pg_query.SubLinkType_ANY_SUBLINK, pg_query.SubLinkType_ALL_SUBLINK:
		if row != nil && len(row.Args) == 0 {
			e.NoteUnsupported(s.Location, "cannot compare rows of zero length")
		}
		e.NoteError(s.Location, sqlstate.SyntaxError, "subquery has too few columns")
	default:
		e.NoteError(s.Location, sqlstate.SyntaxError, "subquery must return only one column")
	}
}

// visitQuery visits a query, and reports whether it has no columns.
func (e *emptyLists) visitQuery(s *pg_query.SelectStmt, outer *emptyScope) (empty bool) {
	return e.visitRecursive(s, outer, "")
}

// visitRecursive is visitQuery for a query of WITH RECURSIVE, whose second part may read it by its name.
func (e *emptyLists) visitRecursive(s *pg_query.SelectStmt, outer *emptyScope, name string) (empty bool) {
	if s == nil {
		return false
	}
	if empty, found := e.seen[s]; found {
		return empty
	}
	e.seen[s] = false
	sc := outer.within()
	e.visitWith(s.WithClause, sc)
	for _, n := range s.FromClause {
		e.noteItem(n, sc)
	}
	switch {
	case s.Op != pg_query.SetOperation_SETOP_NONE:
		empty = e.visitQuery(s.Larg, sc)
		if name != "" {
			sc.with[name] = empty
		}
		if e.visitQuery(s.Rarg, sc) != empty {
			e.NoteError(firstLocation(s.Rarg), sqlstate.SyntaxError, "each %s query must have the same number of columns", parse.SetOperations[s.Op])
		}
	case len(s.ValuesLists) == 0:
		e.expandStars(s, sc)
		empty = len(s.TargetList) == 0
	}
	e.seen[s] = empty
	if empty {
		e.checkClauses(s)
	}
	if e.visitParts(s, sc); empty && s.Op == pg_query.SetOperation_SETOP_NONE {
		s.TargetList = []*pg_query.Node{build.Target(build.Number(1), hiddenColumn)}
		e.Changed = true
	}
	return empty
}

// firstLocation is where the select list of a query begins.
func firstLocation(s *pg_query.SelectStmt) int32 {
	for _, leaf := range trees.Leaves(s) {
		for _, n := range leaf.TargetList {
			return n.GetResTarget().GetLocation()
		}
	}
	return build.Nowhere
}

// checkClauses refuses what the clauses of a query without columns take for one of its columns.
func (e *emptyLists) checkClauses(s *pg_query.SelectStmt) {
	if slices.ContainsFunc(s.DistinctClause, func(n *pg_query.Node) bool { return n.GetNode() == nil }) {
		e.NoteError(build.Nowhere, sqlstate.SyntaxError, "SELECT DISTINCT must have at least one column")
	}
	for _, n := range s.GroupClause {
		e.refusePosition(n, "GROUP BY")
	}
	for _, n := range s.DistinctClause {
		e.refusePosition(n, "DISTINCT ON")
	}
	for _, n := range s.SortClause {
		e.refusePosition(n.GetSortBy().GetNode(), "ORDER BY")
	}
}

// refusePosition refuses a number that means a column of the result.
func (e *emptyLists) refusePosition(n *pg_query.Node, clause string) {
	c := n.GetAConst()
	if _, isInt := c.GetVal().(*pg_query.A_Const_Ival); isInt {
		e.NoteError(c.Location, "42P10", "%s position %d is not in select list", clause, c.GetIval().GetIval())
	}
}

// visitWith visits the queries of WITH.
func (e *emptyLists) visitWith(w *pg_query.WithClause, sc *emptyScope) {
	for _, n := range w.GetCtes() {
		c := n.GetCommonTableExpr()
		s := c.GetCtequery().GetSelectStmt()
		name := ""
		if w.Recursive {
			name = c.Ctename
		}
		empty := e.visitRecursive(s, sc, name)
		if s == nil {
			e.visitStatement(c.GetCtequery(), sc)
		}
		if empty && len(c.Aliascolnames) > 0 {
			e.NoteError(c.Location, "42P10", "WITH query %q has 0 columns available but %d columns specified", c.Ctename, len(c.Aliascolnames))
		}
		sc.with[c.Ctename] = empty
	}
}
