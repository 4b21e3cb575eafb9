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
}

// Options of DECLARE, nodes/parsenodes.h.
const (
	binaryCursor = 1
	scrollCursor = 2
)

// planDeclare plans a DECLARE as its query.
func (p *Planner) planDeclare(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	d := one.Raw.Stmt.GetDeclareCursorStmt()
	switch {
	case d.Options&binaryCursor != 0:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "BINARY cursors are not supported")
	case d.Options&scrollCursor != 0:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "SCROLL cursors are not supported").
			WithHint("A cursor of the embedded engine reads forward only.")
	case d.Query.GetSelectStmt() == nil:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DECLARE CURSOR of this kind of statement is not supported")
	}
	text, err := Deparsed(one, d.Query, "the query of this cursor")
	if err != nil {
		return nil, err
	}
	st, err := p.planInstead(ctx, one, text, scope, before)
	if err != nil {
		return nil, err
	}
	st.Verb, st.Cursor = "DECLARE CURSOR", cursorOf(one.Raw.Stmt)
	return st, nil
}

// planFetch plans a FETCH or MOVE as the query of its cursor.
func (p *Planner) planFetch(ctx context.Context, one parse.Statement, scope *Scope, before *batchState) (*Statement, error) {
	f := one.Raw.Stmt.GetFetchStmt()
	declared, ok := before.cursors.declared[f.Portalname]
	if !ok {
		return nil, sqlstate.New(sqlstate.InvalidCursorName, "cursor %q does not exist", f.Portalname)
	}
	if f.Direction != pg_query.FetchDirection_FETCH_FORWARD && (f.Direction != pg_query.FetchDirection_FETCH_RELATIVE || f.HowMany != 1) || f.HowMany < 0 {
		return nil, sqlstate.New(sqlstate.ObjectNotInState, "cursor can only scan forward").
			WithHint("A cursor of the embedded engine reads forward only.")
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
	st.Fetch = &Fetch{Cursor: f.Portalname, Rows: f.HowMany, Move: f.Ismove}
	if st.Verb = "FETCH"; f.Ismove {
		st.Verb = "MOVE"
	}
	for i := range st.Effects {
		st.Effects[i].Offset = one.Offset
	}
	return st, nil
}
