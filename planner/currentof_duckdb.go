package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/changes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// UPDATE and DELETE … WHERE CURRENT OF a cursor of the engine change the row that the cursor stands on. The query of such a cursor has
// DuckDB's name of the row as its last column, which FETCH does not return. The change is planned with CurrentRow in the place of the
// name, which the engine replaces when the change runs.

// CurrentOf is the cursor whose row a statement changes.
type CurrentOf struct {
	Cursor string
	There  string // a query of the source that returns a row if that row is there
	// Last is a query of DuckDB's name of the newest row of the table; "": other rows may follow from the change.
	Last string
}

// CurrentRow stands for DuckDB's name of the row in a statement with a CurrentOf.
const CurrentRow = "8765432109876543210"

// currentOf is the name of the cursor in WHERE CURRENT OF of an UPDATE or a DELETE; "": there is none.
func currentOf(n *pg_query.Node) string {
	where := n.GetUpdateStmt().GetWhereClause()
	if d := n.GetDeleteStmt(); d != nil {
		where = d.WhereClause
	}
	return where.GetCurrentOfExpr().GetCursorName()
}

// planCurrentOf plans a change of the row that a cursor stands on.
func (p *Planner) planCurrentOf(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	cursor := currentOf(one.Raw.Stmt)
	declared, ok := before.cursors.declared[cursor]
	if !ok {
		return nil, sqlstate.New(sqlstate.InvalidCursorName, "cursor %q does not exist", cursor)
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil {
		return nil, err
	}
	n := proto.CloneOf(one.Raw.Stmt)
	target := n.GetUpdateStmt().GetRelation()
	if d := n.GetDeleteStmt(); d != nil {
		target = d.Relation
	}
	if c := target.GetCatalogname(); c != "" && c != src.Info.Name && c != scope.Database {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "WHERE CURRENT OF of a table of another source is not supported")
	}
	if err := checkCurrentOf(declared, cursor, target, src); err != nil {
		return nil, err
	}
	if strings.Contains(one.Text, CurrentRow) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the number %s is not supported in a statement with WHERE CURRENT OF", CurrentRow)
	}
	where := build.Binary("=", build.Column(parse.AliasOrName(target), rowid), build.Numeral(CurrentRow))
	if d := n.GetDeleteStmt(); d != nil {
		d.WhereClause = where
	} else {
		n.GetUpdateStmt().WhereClause = where
	}
	plan := func(n *pg_query.Node) (*Statement, error) {
		text, err := parse.Deparsed(one, n, "a change of the row of a cursor")
		if err != nil {
			return nil, err
		}
		return p.planAs(ctx, one, text, scope, before)
	}
	from := &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: proto.CloneOf(target)}}
	there := build.Select(from, build.Target(build.Number(1), ""))
	there.GetSelectStmt().WhereClause = proto.CloneOf(where)
	looks, err := plan(there)
	if err != nil {
		return nil, err
	}
	st, err := plan(n)
	if err != nil {
		return nil, err
	}
	st.CurrentOf = &CurrentOf{Cursor: cursor, There: looks.SQL}
	if st.Verb == "UPDATE" && !setsKeys(n.GetUpdateStmt(), src) {
		newest := build.Call("max", build.Column(parse.AliasOrName(target), rowid))
		last, err := plan(build.Select(proto.CloneOf(from), build.Target(newest, "")))
		if err != nil {
			return nil, err
		}
		st.CurrentOf.Last = last.SQL
	}
	return st, nil
}

// setsKeys reports whether an UPDATE sets columns to which foreign keys may refer.
func setsKeys(s *pg_query.UpdateStmt, src Source) bool {
	table, _ := meantRelation(src.Catalog, s.Relation.GetSchemaname(), s.Relation.GetRelname())
	keys := slices.Clone(table.Key)
	for _, k := range table.UniqueKeys {
		keys = append(keys, k.Columns...)
	}
	return slices.ContainsFunc(s.TargetList, func(n *pg_query.Node) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return strings.EqualFold(key, n.GetResTarget().GetName()) })
	})
}

// checkCurrentOf returns the error of a change of the row of a cursor, by the cursor's DECLARE: 24000 if the cursor has no
// row of the table, 0A000 if it may have one in PostgreSQL.
func checkCurrentOf(declared declaredCursor, cursor string, target *pg_query.RangeVar, src Source) error {
	list, err := parse.Statements(declared.sql)
	if err != nil || len(list) != 1 {
		return sqlstate.Wrap(err, sqlstate.InternalError, "the cursor's query cannot be read")
	}
	q := list[0].Raw.Stmt.GetDeclareCursorStmt().GetQuery().GetSelectStmt()
	locks := len(q.GetLockingClause()) > 0
	otherRows := len(q.GetDistinctClause()) > 0 || len(q.GetGroupClause()) > 0 || len(q.GetFromClause()) > 1 || len(q.GetFromClause()) == 1 && q.FromClause[0].GetJoinExpr() != nil
	table := pointedTable(q, src)
	changed, known := meantRelation(src.Catalog, target.GetSchemaname(), target.GetRelname())
	switch {
	case !known || changed.Kind != "table" || changed.Builtin:
		return sqlstate.New(sqlstate.FeatureNotSupported, "WHERE CURRENT OF of a relation that is no table is not supported")
	case table != nil && !sameRelation(table, &changed) && locks:
		return sqlstate.New(sqlstate.InvalidCursorState, "cursor %q does not have a FOR UPDATE/SHARE reference to table %q", cursor, changed.Spelled)
	case table != nil && !sameRelation(table, &changed), !locks && otherRows:
		return sqlstate.New(sqlstate.InvalidCursorState, "cursor %q is not a simply updatable scan of table %q", cursor, changed.Spelled)
	case table == nil || !declared.points:
		return sqlstate.New(sqlstate.FeatureNotSupported, "WHERE CURRENT OF is not supported for the query of cursor %q", cursor).
			WithHint("The embedded engine knows the rows of queries of one table: SELECT … FROM table [WHERE …] [FOR UPDATE], with ORDER BY of a key, or FOR UPDATE.")
	}
	return nil
}

// sameRelation reports whether two relations are one.
func sameRelation(a, b *providers.Relation) bool {
	return a.Schema == b.Schema && a.Name == b.Name && a.ID == b.ID
}

// pointedTable is the table whose rows the rows of a cursor are; nil: the query is not one of rows of one table.
func pointedTable(q *pg_query.SelectStmt, src Source) *providers.Relation {
	if q == nil || q.Op > pg_query.SetOperation_SETOP_NONE || len(q.DistinctClause)+len(q.ValuesLists)+len(q.WindowClause) > 0 || q.WithClause != nil ||
		len(q.FromClause) != 1 || computes(q) || slices.ContainsFunc(q.SortClause, isBeyond(len(q.TargetList))) {
		return nil
	}
	from := q.FromClause[0].GetRangeVar()
	_, isAPI := src.Catalog.(providers.Methods)
	if from == nil || isAPI || src.Info.Name == providers.Several || from.Catalogname != "" && from.Catalogname != src.Info.Name || len(from.GetAlias().GetColnames()) > 0 {
		return nil
	}
	table, known := meantRelation(src.Catalog, from.Schemaname, from.Relname)
	if !known || !changes.HasPlaces(&table) || len(q.LockingClause) == 0 && !sortsByKey(q.SortClause, &table) {
		return nil
	}
	return &table
}

// sortsByKey reports whether an ORDER BY is the order of an index of a key, if there is one. Another order is one of a sort, whose rows are those
// of no table to PostgreSQL.
func sortsByKey(list []*pg_query.Node, table *providers.Relation) bool {
	keys := [][]string{table.Key}
	for _, k := range table.UniqueKeys {
		keys = append(keys, k.Columns)
	}
	follows := func(key []string) bool {
		for i, n := range list {
			by := n.GetSortBy()
			name := parse.NameParts(by.GetNode().GetColumnRef().GetFields())
			if i >= len(key) || len(name) == 0 || !strings.EqualFold(name[len(name)-1], key[i]) || len(by.UseOp) > 0 ||
				by.SortbyNulls > pg_query.SortByNulls_SORTBY_NULLS_DEFAULT || by.SortbyDir != list[0].GetSortBy().SortbyDir {
				return false
			}
		}
		return true
	}
	return len(list) == 0 || slices.ContainsFunc(keys, follows)
}

// isBeyond returns what reports whether an item of ORDER BY is a number beyond those of so many columns, which could mean the
// source's name of the row.
func isBeyond(columns int) func(*pg_query.Node) bool {
	return func(n *pg_query.Node) bool {
		at, isNumber := parse.IntConstant(n.GetSortBy().GetNode())
		return isNumber && int(at) > columns
	}
}

// withRow is the query of a cursor with DuckDB's name of the row as its last column.
func withRow(query *pg_query.Node) *pg_query.Node {
	query = proto.CloneOf(query)
	q := query.GetSelectStmt()
	q.TargetList = append(q.TargetList, build.Target(build.Column(parse.AliasOrName(q.FromClause[0].GetRangeVar()), rowid), "pg__row"))
	return query
}
