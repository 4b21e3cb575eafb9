package mcp

import (
	"cmp"
	"context"
	"maps"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/progress"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// providerParam is the parameter that names the source of a call.
func providerParam(about string) arguments.Param {
	return arguments.Param{Name: "provider", Also: []string{"source", "database", "connection", "catalog", "datasource"}, About: about}
}

func (s *Server) sqlTools() []*tool {
	sql := arguments.SQL("One statement in PostgreSQL's SQL.")
	first := sql
	first.Required, first.Unless = false, "cursor"
	provider := providerParam("Where unqualified tables are; has a default.")
	rows := arguments.Param{
		Name: "row_limit", Also: []string{"limit", "max_rows", "maxRows", "page_size"},
		Integer: true, Min: 1, Max: s.limits.MaxRows, Start: s.limits.Rows, About: "Most rows to return.",
	}
	format := arguments.Param{Name: "format", Also: []string{"output_format"}, OneOf: s.formats(), About: "Form of the text."}
	cursor := arguments.Param{
		Name: "cursor", Also: []string{"next_cursor", "page_token"}, Handle: true,
		About: "From a truncated answer, instead of sql: its next page.",
	}
	selecting := []arguments.Param{first, provider, rows, format, cursor}
	if s.exporting {
		selecting = append(selecting, arguments.Param{
			Name: "export", Also: []string{"export_format", "export_as"}, OneOf: s.exportKinds(), Chosen: true,
			About: "Put the whole result into a file, a resource to read.",
		})
	}
	return []*tool{
		{
			name: "validate_select_query", title: "Validate a query", purpose: gate.SelectPurpose,
			about: "Check a statement without running it: names, class, effects, and what each mode says.\n" +
				`Example: {"sql": "SELECT count(*) FROM airports"}`,
			params: []arguments.Param{sql, provider},
			output: validationSchema, do: s.validateQuery,
		},
		{
			name: "run_select_query", title: "Run a read-only query", purpose: gate.SelectPurpose, runs: true,
			about: "Run one statement that only reads. Tables are provider.service.resource, or shorter within the default provider.\n" +
				`Example: {"sql": "SELECT state, count(*) AS n FROM airports GROUP BY state ORDER BY n DESC", "row_limit": 10}`,
			params: selecting,
			output: selectSchema, do: s.runSelect,
		},
		{
			name: "run_mutation_query", title: "Run a statement that changes data", purpose: gate.MutationPurpose, runs: true,
			about: "Run one INSERT, UPDATE, DELETE, MERGE, TRUNCATE or DDL statement, if the mode allows it. RETURNING gives rows back.\n" +
				`Example: {"sql": "INSERT INTO notes (id, body) VALUES (1, 'hello') RETURNING id"}`,
			params: []arguments.Param{sql, provider, rows, format},
			output: mutationSchema, do: s.runChange,
		},
		{
			name: "run_lifecycle_operation", title: "Run an operation", purpose: gate.LifecyclePurpose, runs: true,
			about: "Run one CALL, DO, or SELECT of a function with side effects, if the mode allows it.\n" +
				`Example: {"sql": "CALL refresh_totals('2026-01-31')"}`,
			params: []arguments.Param{sql, provider, rows, format},
			output: mutationSchema, do: s.runChange,
		},
	}
}

// formats are the legal values of format, the server's own first.
func (s *Server) formats() []string {
	if s.format == "json" {
		return []string{"json", "markdown"}
	}
	return []string{"markdown", "json"}
}

var (
	selectSchema = object([]string{"columns", "rows", "row_count", "truncated"}, namesOfType("array", "columns", "rows"), namesOfType("integer", "row_count"),
		namesOfType("boolean", "truncated"), namesOfType("string", "cursor", "next", "resource"))
	mutationSchema = object([]string{"tag", "columns", "rows", "row_count", "truncated"}, namesOfType("string", "tag", "next"), namesOfType("array", "columns", "rows"),
		namesOfType("integer", "row_count", "rows_affected"), namesOfType("boolean", "truncated"))
)

// runSelect reads: the first page of a query, or the next one of a cursor.
func (s *Server) runSelect(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	if c.args.Text("cursor") != "" {
		return s.nextPage(ctx, c)
	}
	if c.args.Text("export") != "" {
		return s.runExport(ctx, c)
	}
	set, err := s.run(ctx, c, restHeld)
	if err != nil {
		return nil, err
	}
	return s.answerPage(ctx, set, &cursor{limit: c.args.Int("row_limit"), format: s.formatOf(c)})
}

// runChange runs a statement that is no read, to its end.
func (s *Server) runChange(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	set, err := s.run(ctx, c, restRun)
	if err != nil {
		return nil, err
	}
	payload := rowsPayload{Tag: set.tag}
	if n, ok := providers.Affected(set.tag); ok && c.tool.purpose == gate.MutationPurpose {
		payload.Affected = &n
	}
	payload.of(set)
	payload.Next = nextAfterChange(set)
	return rowsAnswer(set, payload, s.formatOf(c))
}

// run takes the call's one statement through the engine. after says what becomes of rows that
// do not fit on one page.
func (s *Server) run(ctx context.Context, c *call, after rest) (set *resultSet, err error) {
	session, err := s.session(ctx, c)
	if err != nil {
		return nil, err
	}
	kept := false
	defer func() {
		err = session.Advised(c.sql(), err)
		if !kept {
			s.closeSession(session)
		}
	}()
	batch, err := session.Prepare(ctx, c.request())
	if err != nil {
		return nil, err
	}
	if len(batch) != 1 {
		return nil, s.record(ctx, c.tool.name, c.argsWithSQL(), errNoStatement())
	}
	limit := s.caps(c.rows(), s.formatOf(c))
	options := engine.Options{Alone: true}
	var place *held
	switch after {
	case restRun:
	case restCut:
		options.MaxRows = limit.Rows + 1 // one more tells that there are more
	default:
		limit = withAhead(limit)
		if place = s.holds.open(s.owner(ctx)); place == nil {
			after, options.MaxRows = restCut, limit.Rows+int64(limit.AheadRows)
		}
	}
	progress.Of(ctx).Begin(progress.Executing)
	// The statement outlives the call only if its result stays open; until that is known, the end of the
	// call ends it.
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end)
	defer func() {
		switch {
		case stop() && err == nil && set != nil && set.open: // nil: a panic
			place.session, place.result, place.end = session, set.result, end
			set.more, kept = place, true
			return
		case err == nil && set != nil && set.open: // the call ended meanwhile
			err = context.Cause(ctx)
		}
		if place != nil {
			s.holds.drop(place)
		}
		end()
	}()
	result, err := session.Execute(running, batch[0], providers.Args{}, options)
	if err != nil {
		return nil, batch[0].Suggest(ctx, err)
	}
	if set, err = readPage(ctx, result, render.Rows{}, limit, after); err != nil {
		return nil, batch[0].Suggest(ctx, err)
	}
	set.plain, set.result = hasNoWords(set.columns, c.sql()), result
	return set, nil
}

// caps returns the caps of a page. Text is for models, which pay for every byte of it: it has a narrower
// limit than structured content, and ends the page.
func (s *Server) caps(rows int64, format string) render.Caps {
	c := render.Caps{Rows: rows, Bytes: s.limits.Bytes, Text: s.limits.Text, Cell: s.limits.Cell}
	if format == "json" {
		c.Bytes, c.Text = min(c.Bytes, c.Text), 0
	}
	return c
}

// withAhead adds to the caps of a page how far rows are read ahead of it.
func withAhead(c render.Caps) render.Caps {
	c.AheadRows, c.AheadBytes, c.AheadTime = min(cursorRows, cursorPages*int(c.Rows)), cursorBytes, cursorTime
	return c
}

func (s *Server) formatOf(c *call) string {
	if format := c.args.Text("format"); format != "" {
		return format
	}
	return s.formats()[0]
}

func (c *call) request() engine.Request {
	return engine.Request{SQL: c.sql(), Purpose: c.tool.purpose, Single: true, Tool: c.tool.name, Args: c.given}
}

// rows is how many rows the call wants at most.
func (c *call) rows() int64 { return cmp.Or(c.args.Int("row_limit"), c.args.Int("maxRows")) }

// argsWithSQL is the arguments with the SQL, for a record that has no statement.
func (c *call) argsWithSQL() map[string]any {
	out := map[string]any{"sql": c.sql()}
	maps.Copy(out, c.given)
	return out
}

func errNoStatement() error {
	return sqlstate.New(sqlstate.SyntaxError, "there is no statement in this text").
		WithHint("Give exactly one statement in sql.")
}
