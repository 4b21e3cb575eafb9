package mcp

import (
	"context"
	"fmt"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
)

var describeSchema = object([]string{"name", "kind", "columns"}, with(
	typed("string", "name", "kind", "description"),
	schema{
		"rows": field("integer", "estimate"),
		"columns": listOf(object([]string{"name", "type", "nullable"}, with(
			typed("string", "name", "type", "default", "description"),
			typed("boolean", "nullable", "key"),
		)), ""),
		"truncated": field("boolean", "there are more columns"),
	},
))

type resource struct {
	Name        string           `json:"name"`
	Kind        string           `json:"kind"`
	Rows        *int64           `json:"rows,omitempty"`
	Description string           `json:"description,omitempty"`
	Columns     []resourceColumn `json:"columns"`
	Truncated   bool             `json:"truncated,omitempty"`
}

type resourceColumn struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Nullable    bool   `json:"nullable"`
	Key         bool   `json:"key,omitempty"`
	Default     string `json:"default,omitempty"`
	Description string `json:"description,omitempty"`
}

func (s *Server) describeResource(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var r resource
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		service := c.serviceOf(session)
		found, err := session.DescribeResource(ctx, c.args.text("provider"), service, c.args.text("resource"))
		if err != nil {
			return err
		}
		r = s.asResource(session.Source().Name+"."+service, found)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return mcpgo.NewToolResultStructured(r, r.text()), nil
}

func (s *Server) asResource(parent string, found providers.ResourceDetail) resource {
	r := resource{
		Name: parent + "." + found.Name, Kind: found.Kind, Rows: known(found.Rows),
		Description: shorten(found.Description, s.limits.Cell), Columns: []resourceColumn{},
	}
	size := len(r.Description)
	for _, column := range found.Columns {
		about, byDefault := shorten(column.Description, s.limits.Cell), shorten(column.Default, s.limits.Cell)
		size += len(column.Name) + len(column.Type) + len(about) + len(byDefault) + 16
		if size > s.limits.Bytes && len(r.Columns) > 0 {
			r.Truncated = true
			break
		}
		r.Columns = append(r.Columns, resourceColumn{column.Name, column.Type, column.Nullable, column.Key, byDefault, about})
	}
	return r
}

func (r resource) text() string {
	var t table
	t.head([]string{"column", "type", "null", "key", "default", "description"})
	for _, column := range r.Columns {
		t.line([]string{
			column.Name, column.Type, yes(column.Nullable), yes(column.Key), column.Default, column.Description,
		})
	}
	body := r.Kind + " " + escapeCell(r.Name)
	if r.Rows != nil {
		body += fmt.Sprintf(", about %s", count(int(*r.Rows), "row"))
	}
	if r.Description != "" {
		body += "\ncomment: " + escapeCell(r.Description)
	}
	text := fmt.Sprintf("%s.\n%s", count(len(r.Columns), "column"), fence(token(), body+"\n"+t.String()))
	if r.Truncated {
		text += fmt.Sprintf("\nTruncated: an answer holds %d columns of this one; information_schema.columns has them all.", len(r.Columns))
	}
	return text
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
