package planner

import (
	"context"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no cursors of SQL; the engine keeps them. A DECLARE there is planned as its query, and
// so is each FETCH and MOVE: they are judged by what they read, by today's catalog.

// Fetch is what a FETCH or MOVE reads.
type Fetch struct {
	Cursor string
	Rows   int64 // at most
	Move   bool  // past them
	// Way is how a cursor that scrolls is read; it has Rows of either sign.
	Way Way
}

// Way is a direction of FETCH and MOVE.
type Way int

// The directions. Absolute and Relative are of one row.
const (
	Forward Way = iota
	Backward
	Absolute
	Relative
)

// ways are the directions of the grammar.
var ways = map[pg_query.FetchDirection]Way{
	pg_query.FetchDirection_FETCH_FORWARD: Forward, pg_query.FetchDirection_FETCH_BACKWARD: Backward,
	pg_query.FetchDirection_FETCH_ABSOLUTE: Absolute, pg_query.FetchDirection_FETCH_RELATIVE: Relative,
}

// Options of DECLARE, nodes/parsenodes.h.
const (
	binaryCursor      = 1
	scrollCursor      = 2
	noScrollCursor    = 4
	insensitiveCursor = 8
	holdCursor        = 0x20
)

// planDeclare plans a DECLARE as its query.
func (p *Planner) planDeclare(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	d := one.Raw.Stmt.GetDeclareCursorStmt()
	switch {
	case d.Options&binaryCursor != 0:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "BINARY cursors are not supported")
	case d.Query.GetSelectStmt() == nil:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DECLARE CURSOR of this kind of statement is not supported")
	case len(d.Query.GetSelectStmt().GetLockingClause()) == 0:
	case d.Options&scrollCursor != 0:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DECLARE SCROLL CURSOR ... FOR UPDATE is not supported").WithDetail("Scrollable cursors must be READ ONLY.")
	case d.Options&holdCursor != 0:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DECLARE CURSOR WITH HOLD ... FOR UPDATE is not supported").WithDetail("Holdable cursors must be READ ONLY.")
	case d.Options&insensitiveCursor != 0:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DECLARE INSENSITIVE CURSOR ... FOR UPDATE is not valid").WithDetail("Insensitive cursors must be READ ONLY.")
	}
	src, err := scope.Source(ctx, scope.Default)
	if err != nil {
		return nil, err
	}
	plan := func(query *pg_query.Node) (*Statement, error) {
		text, err := parse.Deparsed(one, query, "the query of this cursor")
		if err != nil {
			return nil, err
		}
		return p.planInstead(ctx, one, text, scope, before)
	}
	var st *Statement
	points := pointedTable(d.Query.GetSelectStmt(), src) != nil
	if points {
		st, err = plan(withRow(d.Query))
	}
	if !points || err != nil { // what cannot be read with the name of the row may still be read without it
		points = false
		st, err = plan(d.Query)
	}
	if err != nil {
		return nil, err
	}
	if len(st.Parts) > 0 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DECLARE CURSOR must not contain data-modifying statements in WITH")
	}
	st.Verb, st.Cursor = "DECLARE CURSOR", cursorOf(one.Raw.Stmt)
	st.Cursor.Scrolls, st.Cursor.Points = scrolling(d, src.Catalog), points
	return st, nil
}

// planFetch plans a FETCH or MOVE as the query of its cursor.
func (p *Planner) planFetch(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	f := one.Raw.Stmt.GetFetchStmt()
	declared, ok := before.cursors.declared[f.Portalname]
	if !ok {
		return nil, sqlstate.New(sqlstate.InvalidCursorName, "cursor %q does not exist", f.Portalname)
	}
	list, err := parse.Statements(declared.sql)
	if err != nil || len(list) != 1 {
		return nil, sqlstate.Wrap(err, sqlstate.InternalError, "the cursor's query cannot be read")
	}
	st, err := p.planDeclare(ctx, list[0], scope, before)
	if err != nil {
		return nil, err
	}
	st.Text, st.Offset, st.Cursor, st.Fetches = one.Text, one.Offset, nil, []string{f.Portalname}
	st.Fetch = &Fetch{Cursor: f.Portalname, Rows: f.HowMany, Move: f.Ismove, Way: ways[f.Direction]}
	if st.Verb = "FETCH"; f.Ismove {
		st.Verb = "MOVE"
	}
	for i := range st.Effects {
		st.Effects[i].Offset = one.Offset
	}
	return st, nil
}
