package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/progress"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// How many rows sql_execution returns.
const (
	defaultSQLRows = 1_000
	maxSQLRows     = 10_000
)

var executionSchema = object([]string{"headers", "rows", "rowCount"}, namesOfType("array", "headers", "headerTypes", "rows"),
	namesOfType("integer", "rowCount"), namesOfType("boolean", "truncated"), namesOfType("string", "next"))

// executionPayload is the structured content of sql_execution.
type executionPayload struct {
	Headers   []string        `json:"headers"`
	Types     []string        `json:"headerTypes,omitempty"` // absent where the source does not tell them all
	Rows      json.RawMessage `json:"rows"`
	RowCount  int             `json:"rowCount"`
	Truncated bool            `json:"truncated,omitempty"`
	Next      string          `json:"next,omitempty"`
}

// sqlExecution runs a read by the way of run_select_query and answers in one piece: what
// does not fit is cut, and no cursor goes on.
func (s *Server) sqlExecution(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	progress.Of(ctx).Begin(progress.Validating)
	set, err := s.run(ctx, c, restCut)
	if err != nil {
		return nil, err
	}
	shown := rowsPayload{}
	shown.of(set)
	if set.lost && set.cut == "" {
		set.cut, shown.Truncated = "rows", true
	}
	if shown.Truncated {
		shown.Next = fmt.Sprintf("Truncated after %s. Filter, aggregate, or ask for fewer columns.", render.Count(shown.RowCount, "row"))
	}
	for _, said := range shortened(set) {
		shown.Next = joinTexts(shown.Next, said)
	}
	payload := executionPayload{
		Headers: []string{}, Rows: shown.Rows, RowCount: shown.RowCount, Truncated: shown.Truncated, Next: shown.Next,
	}
	for _, column := range shown.Columns {
		payload.Headers, payload.Types = append(payload.Headers, column.Name), append(payload.Types, column.Type)
	}
	if slices.Contains(payload.Types, "") {
		payload.Types = nil
	}
	text := markdownText(render.Token(), set, shown)
	progress.Of(ctx).Begin(progress.Stage{At: 1, Text: "Fetched " + render.Count(shown.RowCount, "row")})
	return s.shown(c, payload, text), nil
}

func joinTexts(text, more string) string {
	if text == "" {
		return more
	}
	return text + " " + more
}
