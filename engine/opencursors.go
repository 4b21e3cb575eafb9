package engine

import (
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A source with DuckDB's dialect has no cursors. Its sessions keep the results of the queries that
// were declared, and FETCH and MOVE read on in them. A connection has only one open result, so the
// rest of a cursor is read into memory before the connection is used for anything else.

// maxParked bounds the rows of a cursor that are read into memory, in bytes.
const maxParked = 16 << 20

// maxCursors is how many cursors a session may have open.
const maxCursors = 1000

// openCursor is the result of a cursor's query.
type openCursor struct {
	name    string
	columns []providers.Column
	rows    providers.Rows     // the source's; nil: it was read to its end
	cancel  context.CancelFunc // cancels the source's result
	parked  []providers.Row    // rows that were read into memory
	err     error              // why there are no more rows; nil: there may be
	// scrolls: parked are all of its rows, and the one at place, counted from 1, was read last. At 0 it stands before the
	// first.
	scrolls bool
	place   int64
}

// answersCursor reports whether a statement is about a cursor that the engine keeps.
func (s *Session) answersCursor(p *planner.Statement) bool {
	return s.KeepsPrepared() && p.Provider == s.source.Name &&
		(p.Fetch != nil || p.Cursor != nil && (p.Verb == "DECLARE CURSOR" || p.Verb == "CLOSE CURSOR"))
}

// HasCursor reports whether the session may have a cursor of that name.
func (s *Session) HasCursor(name string) bool { return !s.KeepsPrepared() || s.opened[name] != nil }

// declares reports whether a statement is the DECLARE of a cursor that the engine keeps.
func (s *Session) declares(p *planner.Statement) bool {
	return s.answersCursor(p) && p.Fetch == nil && !p.Cursor.Gone
}

// describeCursor describes what a FETCH returns.
func (s *Session) describeCursor(p *planner.Statement) (d providers.Description) {
	if p.Fetch != nil && !p.Fetch.Move && s.opened[p.Fetch.Cursor] != nil {
		d.Columns = s.opened[p.Fetch.Cursor].columns
	}
	return d
}

// runCursor runs DECLARE, FETCH, MOVE and CLOSE.
func (s *Session) runCursor(ctx context.Context, st *Statement, args providers.Args) (providers.Rows, error) {
	p := st.plan
	switch {
	case p.Fetch != nil && s.opened[p.Fetch.Cursor] == nil:
		return nil, errNoCursor(p.Fetch.Cursor)
	case p.Fetch != nil:
		return s.fetch(ctx, p.Fetch)
	case p.Cursor.Gone && p.Cursor.Name == "":
		return &listing{tag: "CLOSE CURSOR ALL"}, nil
	case p.Cursor.Gone && s.opened[p.Cursor.Name] == nil:
		return nil, errNoCursor(p.Cursor.Name)
	case p.Cursor.Gone:
		return &listing{tag: "CLOSE CURSOR"}, nil
	}
	return s.declare(ctx, st, args)
}

func errNoCursor(name string) error {
	return sqlstate.New(sqlstate.InvalidCursorName, "cursor %q does not exist", name)
}

// declare begins the query of a cursor.
func (s *Session) declare(ctx context.Context, st *Statement, args providers.Args) (providers.Rows, error) {
	name, idle := st.plan.Cursor.Name, s.Status() == providers.Idle
	switch {
	case s.opened[name] != nil:
		return nil, sqlstate.New(sqlstate.DuplicateCursor, "cursor %q already exists", name)
	case idle && !st.plan.Cursor.Hold:
		return nil, sqlstate.New(sqlstate.NoActiveTransaction, "DECLARE CURSOR can only be used in transaction blocks")
	case len(s.opened) >= maxCursors:
		return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "this session has too many cursors").WithHint("Close those that are no longer needed.")
	}
	conn, err := s.conn(ctx, st.plan.Provider, false)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx)) // the cursor outlives the DECLARE
	defer context.AfterFunc(ctx, cancel)()
	text := st.text()
	text.Verb, text.Cursor = "SELECT", true
	rows, err := conn.Query(life, text, providers.Args{Values: args.Values, Formats: args.Formats})
	if err != nil {
		cancel()
		return nil, err
	}
	c := &openCursor{name: name, columns: rows.Columns(), rows: rows, cancel: cancel, scrolls: st.plan.Scrolls}
	if s.opened == nil {
		s.opened = map[string]*openCursor{}
	}
	s.opened[name] = c
	if idle || c.scrolls {
		c.park() // outside of a transaction nothing keeps the snapshot
	}
	return &listing{tag: "DECLARE CURSOR"}, nil
}

// fetch runs FETCH and MOVE.
func (s *Session) fetch(ctx context.Context, f *planner.Fetch) (providers.Rows, error) {
	c := s.opened[f.Cursor]
	s.parkOthers(c)
	if c.scrolls {
		return c.scroll(f)
	}
	out := &fetched{cursor: c, left: f.Rows, stop: context.AfterFunc(ctx, c.cancel)}
	if !f.Move {
		out.verb, out.columns = "FETCH", c.columns
		return out, nil
	}
	for {
		if _, err := out.Next(); errors.Is(err, io.EOF) {
			return &listing{tag: "MOVE " + strconv.FormatInt(out.count, 10)}, out.Close()
		} else if err != nil {
			return nil, errors.Join(err, out.Close())
		}
	}
}

// fetched is the part of a cursor that one FETCH reads.
type fetched struct {
	cursor      *openCursor
	verb        string
	columns     []providers.Column
	left, count int64
	stop        func() bool // the FETCH's end does not cancel the cursor
}

func (f *fetched) Columns() []providers.Column { return f.columns }

func (f *fetched) Tag() string { return f.verb + " " + strconv.FormatInt(f.count, 10) }

func (f *fetched) Next() (providers.Row, error) {
	if f.left == 0 {
		return nil, io.EOF
	}
	row, err := f.cursor.next()
	if err == nil {
		f.left--
		f.count++
	}
	return row, err
}

func (f *fetched) Close() error {
	f.stop()
	return nil
}

// next returns the cursor's next row, io.EOF after the last.
func (c *openCursor) next() (providers.Row, error) {
	if len(c.parked) > 0 {
		row := c.parked[0]
		c.parked = c.parked[1:]
		return row, nil
	}
	if c.rows == nil {
		return nil, c.err
	}
	row, err := c.rows.Next()
	if err != nil {
		c.closeResult(err)
	}
	return row, err
}

// closeResult closes the source's result.
func (c *openCursor) closeResult(why error) {
	if c.rows != nil {
		_ = c.rows.Close() // no more rows are needed
		c.rows, c.err = nil, why
	}
	c.cancel()
}

// park reads the rest of the cursor into memory.
func (c *openCursor) park() {
	for bytes := int64(0); c.rows != nil; {
		row, err := c.rows.Next()
		if err == nil && bytes > maxParked {
			err = sqlstate.New(sqlstate.ProgramLimitExceeded, "cursor %q had more than %d MiB of rows left when another statement ran", c.name, maxParked>>20).
				WithHint("Read it to its end, or close it, before another statement.")
		}
		if err != nil {
			c.closeResult(err)
			return
		}
		kept := make(providers.Row, len(row))
		for i, v := range row {
			if v != nil {
				kept[i] = append([]byte{}, v...)
			}
			bytes += int64(len(v)) + 24
		}
		c.parked = append(c.parked, kept)
	}
}

// parkCursors makes the connection free for another statement.
func (s *Session) parkCursors() { s.parkOthers(nil) }

func (s *Session) parkOthers(reads *openCursor) {
	for _, c := range s.opened {
		if c != reads {
			c.park()
		}
	}
}

// followCursors closes the cursors that the session does not have any more.
func (s *Session) followCursors() {
	for name, c := range s.opened {
		if _, ok := s.cursors.SQL(name); !ok {
			c.closeResult(io.EOF)
			delete(s.opened, name)
		}
	}
}
