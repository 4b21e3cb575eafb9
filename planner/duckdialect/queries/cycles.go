package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// SEARCH and CYCLE add columns to a recursive query that say how its rows were reached. The columns are written out here:
// the tree is still the client's.

// recursion is a recursive query with its two parts.
type recursion struct {
	t       *rewrite.Translation
	cte     *pg_query.CommonTableExpr
	first   *pg_query.SelectStmt // the rows that it begins with
	next    *pg_query.SelectStmt // the rows that follow from others
	columns []string
	self    string // the name that next has for the rows before
}

// writeSearches writes SEARCH and CYCLE of all queries out. A query of another form keeps them, and is refused.
func writeSearches(t *rewrite.Translation, root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		cte, ok := m.(*pg_query.CommonTableExpr)
		if !ok || cte.SearchClause == nil && cte.CycleClause == nil {
			return
		}
		if s := cte.Ctequery.GetSelectStmt(); s != nil && s.Larg == nil {
			t.NoteError(cte.Location, sqlstate.SyntaxError, "WITH query is not recursive")
			return
		}
		r, ok := recursionOf(t, cte)
		if !ok || !r.checkNames() {
			return
		}
		if s := cte.SearchClause; s != nil && r.search(s) {
			cte.SearchClause, t.Changed = nil, true
		}
		if c := cte.CycleClause; c != nil && r.cycle(c) {
			cte.CycleClause, t.Changed = nil, true
		}
	})
}

// checkNames refuses columns of SEARCH and CYCLE that the query does not have.
func (r *recursion) checkNames() bool {
	has := func(names []string, what string) bool {
		for i, name := range names {
			switch {
			case !slices.Contains(r.columns, name):
				r.t.NoteError(build.Nowhere, sqlstate.SyntaxError, "%s column %q not in WITH query column list", what, name)
			case slices.Contains(names[:i], name):
				r.t.NoteError(build.Nowhere, "42701", "%s column %q specified more than once", what, name)
			default:
				continue
			}
			return false
		}
		return true
	}
	c := r.cte.CycleClause
	if !has(parse.NameParts(r.cte.SearchClause.GetSearchColList()), "search") || !has(parse.NameParts(c.GetCycleColList()), "cycle") {
		return false
	}
	if c != nil && c.CycleMarkColumn == c.CyclePathColumn {
		r.t.NoteError(c.Location, sqlstate.SyntaxError, "cycle mark column name and cycle path column name are the same")
		return false
	}
	return true
}

// recursionOf takes a query apart whose parts list their columns.
func recursionOf(t *rewrite.Translation, cte *pg_query.CommonTableExpr) (*recursion, bool) {
	s := cte.Ctequery.GetSelectStmt()
	if s.GetLarg() == nil || s.Op != pg_query.SetOperation_SETOP_UNION {
		return nil, false
	}
	r := &recursion{t: t, cte: cte, first: s.Larg, next: s.Rarg, columns: parse.NameParts(cte.Aliascolnames)}
	for _, part := range []*pg_query.SelectStmt{s.Larg, s.Rarg} {
		if part.Larg != nil || len(part.TargetList) == 0 || len(part.GroupClause) > 0 || len(part.DistinctClause) > 0 ||
			slices.ContainsFunc(part.TargetList, func(n *pg_query.Node) bool { return !trees.IsSingleColumn(n) }) {
			return nil, false
		}
	}
	for i, n := range s.Larg.TargetList {
		if i >= len(r.columns) {
			name := n.GetResTarget().GetName()
			if name == "" {
				name, _ = resultcolumns.Name(n.GetResTarget().GetVal())
			}
			r.columns = append(r.columns, name)
		}
	}
	for _, n := range s.Rarg.FromClause {
		eachTable(n, func(table *pg_query.RangeVar) {
			if table.Relname == cte.Ctename && table.Schemaname == "" {
				r.self = parse.AliasOrName(table)
			}
		})
	}
	return r, r.self != "" && len(s.Rarg.TargetList) == len(r.columns)
}

// row returns ROW(…) of columns, as one part of the query computes them, behind others.
func (r *recursion) row(part *pg_query.SelectStmt, columns []*pg_query.Node, before ...*pg_query.Node) (*pg_query.Node, bool) {
	args := before
	for _, name := range parse.NameParts(columns) {
		i := slices.Index(r.columns, name)
		if i < 0 {
			return nil, false
		}
		args = append(args, proto.Clone(part.TargetList[i].GetResTarget().Val).(*pg_query.Node)) //nolint:forcetypeassert // a clone
	}
	return build.Row(args...), true
}

// before is a column of the row that a row follows from.
func (r *recursion) before(column string) *pg_query.Node {
	return pg_query.MakeColumnRefNode(build.Names(r.self, column), build.Nowhere)
}

// add adds a column to both parts.
func (r *recursion) add(name string, first, next *pg_query.Node) {
	r.first.TargetList = append(r.first.TargetList, pg_query.MakeResTargetNodeWithNameAndVal(name, first, build.Nowhere))
	r.next.TargetList = append(r.next.TargetList, pg_query.MakeResTargetNodeWithNameAndVal(name, next, build.Nowhere))
	if len(r.cte.Aliascolnames) > 0 {
		r.cte.Aliascolnames = append(r.cte.Aliascolnames, pg_query.MakeStrNode(name))
	}
}

// search adds the column that the rows are ordered by: the path to a row, or its depth and the row.
func (r *recursion) search(s *pg_query.CTESearchClause) bool {
	if s.SearchBreadthFirst {
		depth := build.Call("struct_extract", r.before(s.SearchSeqColumn), build.Number(1))
		first, ok := r.row(r.first, s.SearchColList, build.Cast(build.Number(0), build.PlainType("int8")))
		next, also := r.row(r.next, s.SearchColList, build.Cast(build.Binary("+", depth, build.Number(1)), build.PlainType("int8")))
		if ok && also {
			r.add(s.SearchSeqColumn, first, next)
		}
		return ok && also
	}
	first, ok := r.row(r.first, s.SearchColList)
	next, also := r.row(r.next, s.SearchColList)
	if ok && also {
		r.add(s.SearchSeqColumn, build.Array(first), build.Call("list_append", r.before(s.SearchSeqColumn), next))
	}
	return ok && also
}

// cycle adds the mark of a row that was reached before, and the path to a row. Nothing follows from a marked row.
func (r *recursion) cycle(c *pg_query.CTECycleClause) bool {
	first, ok := r.row(r.first, c.CycleColList)
	next, also := r.row(r.next, c.CycleColList)
	if !ok || !also {
		return false
	}
	again := proto.Clone(next).(*pg_query.Node) //nolint:forcetypeassert // a clone
	path := r.before(c.CyclePathColumn)
	r.add(c.CycleMarkColumn, c.CycleMarkDefault, build.Case(c.CycleMarkDefault, build.When(build.Call("list_contains", path, again), c.CycleMarkValue)))
	r.add(c.CyclePathColumn, build.Array(first), build.Call("list_append", path, next))
	open := build.Binary("<>", r.before(c.CycleMarkColumn), c.CycleMarkValue)
	if r.next.WhereClause != nil {
		open = build.And(r.next.WhereClause, open)
	}
	r.next.WhereClause = open
	return true
}
