package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rowsPayload is the structured content of the tools that run SQL.
type rowsPayload struct {
	Tag       string          `json:"tag,omitempty"`
	Affected  *int64          `json:"rows_affected,omitempty"`
	Columns   []render.Column `json:"columns"`
	Rows      json.RawMessage `json:"rows"`
	RowCount  int             `json:"row_count"`
	Offset    int64           `json:"offset,omitempty"`
	Truncated bool            `json:"truncated"`
	CutBy     string          `json:"cut_by,omitempty"`
	CutCells  int             `json:"cut_cells,omitempty"`
	Cursor    string          `json:"cursor,omitempty"`
	Next      string          `json:"next,omitempty"`
	Resource  string          `json:"resource,omitempty"` // of an export
}

func (p *rowsPayload) of(set *resultSet) {
	p.Columns, p.Rows, p.RowCount = render.Columns(set.columns), set.page.Array(), set.page.Count()
	p.Truncated, p.CutBy, p.CutCells = set.cut != "", set.cut, set.page.CutCells()
}

// nextPage answers a call that only has a cursor. The call is recorded like one
// with SQL.
func (s *Server) nextPage(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	for _, name := range []string{"sql", "provider", "export"} {
		if c.args.Text(name) != "" {
			return nil, s.record(ctx, c.tool.name, c.argsWithSQL(), arguments.Invalid("argument %q does not go with %q", name, "cursor").
				WithHint("A cursor goes on with the query that it came from: give it alone, with another row_limit or format at most."))
		}
	}
	var set *resultSet
	var at *cursor
	var rows int64
	session, err := s.session(ctx, c)
	if err != nil {
		return nil, err
	}
	defer s.closeSession(session)
	err = session.Inspect(ctx, engine.Call{Tool: c.tool.name, Args: c.given, Rows: &rows}, func(ctx context.Context) error {
		var err error
		if at, err = s.cursors.take(c.args.Text("cursor"), s.owner(ctx)); err != nil {
			return err
		}
		if c.given["row_limit"] != nil {
			at.limit = c.args.Int("row_limit")
		}
		if format := c.args.Text("format"); format != "" {
			at.format = format
		}
		if set, err = s.pageOfCursor(ctx, at); err != nil {
			return err
		}
		rows = int64(set.page.Count())
		return nil
	})
	if err != nil {
		if at != nil && at.more != nil {
			s.holds.drop(at.more) // nobody has its cursor any more
		}
		return nil, err
	}
	return s.answerPage(ctx, set, at)
}

// pageOfCursor takes the next page off a cursor. If the rows in memory do not fill the page and the result
// is still open, it reads more rows.
func (s *Server) pageOfCursor(ctx context.Context, at *cursor) (set *resultSet, err error) {
	limit := withAhead(s.caps(at.limit, at.format))
	n, cut := at.rest.Fit(limit)
	open := at.more != nil && s.holds.take(at.more)
	switch {
	case open && cut == "":
		if set, err = s.pageOn(ctx, at, limit); err != nil {
			return nil, goneBy(err, at.given)
		}
	default:
		set = &resultSet{columns: at.columns, cut: cut, lost: at.lost || at.more != nil && !open}
		set.page, set.ahead = at.rest.Split(n)
		if open {
			set.more = at.more
		}
	}
	set.plain = at.plain
	return set, nil
}

// goneBy returns the error that ended a result, with a hint how to go on behind the rows that were handed
// out.
func goneBy(err error, given int64) error {
	e := *sqlstate.From(err)
	return e.WithHint("%s", goOn(given))
}

// goOn says how to get the rows behind those that were given, if there is no cursor.
func goOn(given int64) string {
	return fmt.Sprintf("To go on, run the statement again with ORDER BY a unique column and OFFSET %d; or filter, aggregate, or export it.", given)
}

func (s *Server) owner(ctx context.Context) owner {
	who := transport.From(ctx).Principal
	return owner{who.Name, transport.ClientOf(ctx).ID, who.Granted()}
}

// answerPage hands out a page of a query and keeps the rows after it. at says
// where the page is in its result.
func (s *Server) answerPage(ctx context.Context, set *resultSet, at *cursor) (*mcpgo.CallToolResult, error) {
	if set.cut == "" && set.lost {
		set.cut = "cursor"
	}
	p := rowsPayload{Offset: at.given}
	p.of(set)
	given := at.given + int64(p.RowCount)
	if set.ahead.Count() > 0 || set.more != nil {
		p.Cursor = s.cursors.add(&cursor{
			owner: s.owner(ctx), columns: set.columns, rest: set.ahead, more: set.more, given: given, lost: set.lost, plain: set.plain,
			limit: at.limit, format: at.format,
		})
	}
	switch {
	case set.more == nil:
	case p.Cursor == "": // no room
		s.holds.drop(set.more)
	default:
		s.holds.holdOpen(set.more)
	}
	p.Next = nextHint(set, p, given)
	return rowsAnswer(set, p, at.format)
}

// rowsAnswer is the text and the payload of rows.
func rowsAnswer(set *resultSet, p rowsPayload, format string) (*mcpgo.CallToolResult, error) {
	mark := render.Token()
	if format == "json" {
		text, err := jsonText(mark, p)
		return mcpgo.NewToolResultStructured(p, text), err
	}
	return mcpgo.NewToolResultStructured(p, markdownText(mark, set, p)), nil
}

// jsonText is the payload as text. Quotes keep values inside their strings; the
// marker before and after says the same to a reader who does not parse.
func jsonText(mark string, p rowsPayload) (string, error) {
	text, err := json.Marshal(struct {
		Data string `json:"data"`
		rowsPayload
		End string `json:"end"`
	}{mark, p, mark})
	return string(text), err
}

func markdownText(mark string, set *resultSet, p rowsPayload) string {
	var parts []string
	switch {
	case p.Tag != "" && p.Affected != nil:
		parts = append(parts, fmt.Sprintf("%s: %s affected.", p.Tag, render.Count(int(*p.Affected), "row")))
	case p.Tag != "":
		parts = append(parts, p.Tag+": done.")
	case p.Offset > 0 && p.RowCount == 1:
		parts = append(parts, fmt.Sprintf("Row %d.", p.Offset+1))
	case p.Offset > 0:
		parts = append(parts, fmt.Sprintf("Rows %d to %d.", p.Offset+1, p.Offset+int64(p.RowCount)))
	case p.RowCount == 0 && !p.Truncated:
		parts = append(parts, "No rows.")
	case len(set.columns) == 0:
		parts = append(parts, render.Count(p.RowCount, "row")+" without columns.")
	case p.RowCount != 1:
		parts = append(parts, render.Count(p.RowCount, "row")+".")
	}
	if set.page.Count() > 0 && len(set.columns) > 0 {
		var t render.Table
		t.Line(render.Names(set.columns))
		t.Write(set.page.Lines())
		if set.plain {
			parts = append(parts, strings.TrimSuffix(t.String(), "\n"))
		} else {
			parts = append(parts, render.Fence(mark, t.String()))
		}
	}
	if p.Next != "" {
		parts = append(parts, p.Next)
	}
	return strings.Join(parts, "\n")
}

// nextHint says how to get the rows behind a page.
func nextHint(set *resultSet, p rowsPayload, given int64) string {
	var said []string
	switch {
	case set.cut == "":
	case p.Cursor != "":
		said = append(said, fmt.Sprintf("Truncated after %s. Next page: {\"cursor\": %q}. Better: filter, aggregate or export.",
			render.Count(int(given), "row"), p.Cursor))
	default:
		said = append(said, fmt.Sprintf("Truncated after %s, and the rest is not kept. %s", render.Count(int(given), "row"), goOn(given)))
	}
	return strings.Join(append(said, shortened(set)...), " ")
}

// nextAfterChange says that a statement has run to its end although not all of its rows are shown.
func nextAfterChange(set *resultSet) string {
	var said []string
	if set.cut != "" {
		said = append(said, fmt.Sprintf("Truncated after %s: the statement ran to its end, and not all of its rows are here. run_select_query reads tables.",
			render.Count(set.page.Count(), "row")))
	}
	return strings.Join(append(said, shortened(set)...), " ")
}

func shortened(set *resultSet) []string {
	n := set.page.CutCells()
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s shortened; substr(column, start, length) reads the rest.", render.Count(n, "value"))}
}
