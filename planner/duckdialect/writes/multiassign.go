package writes

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// SET (a, b) = ROW(x, y) becomes a = x, b = y, and SET (a, b) = (SELECT x, y …) becomes a = (SELECT x …), b = (SELECT y …): DuckDB
// sets one column at a time.

// isDivisible reports whether each column of a query can be had by a query of its own: the row is the same each time.
func isDivisible(s *pg_query.SelectStmt) bool {
	limited := s.LimitCount != nil || s.LimitOffset != nil
	return (!limited || len(s.SortClause) > 0) && len(s.LockingClause) == 0 && !trees.IsVolatile(s.ProtoReflect())
}

// DivideSet gives each column of SET (…) = … a value of its own. with is the WITH of the statement.
func DivideSet(t *rewrite.Translation, targets []*pg_query.Node, with *pg_query.WithClause) {
	for _, n := range targets {
		target := n.GetResTarget()
		several := target.GetVal().GetMultiAssignRef()
		if several == nil {
			continue
		}
		query, row := several.Source.GetSubLink().GetSubselect().GetSelectStmt(), several.Source.GetRowExpr()
		width, known := len(row.GetArgs()), row != nil
		if query != nil {
			width, known = WidthOf(t, query, with)
		}
		switch {
		case row == nil && query == nil:
			t.NoteUnsupported(target.Location, "source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression")
		case known && width != int(several.Ncolumns):
			t.NoteError(target.Location, sqlstate.SyntaxError, "number of columns does not match number of values")
		case row != nil:
			target.Val, t.Changed = row.Args[several.Colno-1], true
		case !known || !isDivisible(query):
			t.NoteUnsupported(build.Nowhere, "SET (…) = (SELECT …) is not supported").WithHint("Give each column a query of its own.")
		default:
			target.Val, t.Changed = divideQuery(several), true
		}
	}
}

// divideQuery is the query of one column.
func divideQuery(several *pg_query.MultiAssignRef) *pg_query.Node {
	own := proto.CloneOf(several.Source)
	list := own.GetSubLink().GetSubselect().GetSelectStmt()
	if len(list.GroupClause) > 0 && len(list.SortClause) == 0 && list.LimitCount == nil && len(list.DistinctClause) == 0 && list.Larg == nil && list.WithClause == nil {
		list.TargetList = list.TargetList[several.Colno-1 : several.Colno]
		return own
	}
	if len(list.SortClause) > 0 { // which of the rows that sort alike comes first is the same for each column
		for i := range several.Ncolumns {
			list.SortClause = append(list.SortClause, &pg_query.Node{Node: &pg_query.Node_SortBy{SortBy: &pg_query.SortBy{
				Node: build.Number(int64(i) + 1), SortbyDir: pg_query.SortByDir_SORTBY_DEFAULT, SortbyNulls: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT, Location: build.Nowhere,
			}}})
		}
	}
	own.GetSubLink().Subselect = columnOf(list, int(several.Ncolumns), int(several.Colno))
	return own
}

// columnOf selects one column of a query.
func columnOf(query *pg_query.SelectStmt, width, column int) *pg_query.Node {
	const rows = "__assigned"
	from := build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}, build.Alias(rows, numbered(width)...))
	return build.Select(from, pg_query.MakeResTargetNodeWithVal(build.Column(rows, "__"+strconv.Itoa(column)), build.Nowhere))
}

// numbered are names for so many columns.
func numbered(width int) []string {
	names := make([]string, width)
	for i := range names {
		names[i] = "__" + strconv.Itoa(i+1)
	}
	return names
}

// WidthOf counts the columns of a query: its text tells them, or the table of which it selects all columns. A name may also be one of the
// WITH that is around the query.
func WidthOf(t *rewrite.Translation, s *pg_query.SelectStmt, with *pg_query.WithClause) (count int, known bool) {
	if count, known = trees.CountColumns(s); known || t.Env.Columns == nil {
		return count, known
	}
	s = parse.FirstQuery(s)
	if len(s.TargetList) != 1 || len(s.FromClause) != 1 || s.WithClause != nil || with != nil {
		return 0, false
	}
	if inner := s.FromClause[0].GetRangeSubselect(); inner != nil {
		return WidthOf(t, inner.GetSubquery().GetSelectStmt(), with)
	}
	table := s.FromClause[0].GetRangeVar()
	if table == nil {
		return 0, false
	}
	count = len(t.Env.Columns(table.Schemaname, table.Relname))
	return count, count > 0
}
