package mcp

import (
	"context"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/engine/inspect"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var describeSchema = object([]string{"name", "kind", "columns"}, namesOfType("string", "name", "kind", "description"), namesOfType("integer", "rows"),
	namesOfType("array", "columns", "keys", "references", "referenced_by", "checks", "indexes"))

type resource struct {
	Name         string           `json:"name"`
	Kind         string           `json:"kind"`
	Rows         *int64           `json:"rows,omitempty"`
	Description  string           `json:"description,omitempty"`
	Columns      []resourceColumn `json:"columns"`
	Keys         []key            `json:"keys,omitempty"`
	References   []foreign        `json:"references,omitempty"`
	ReferencedBy []foreign        `json:"referenced_by,omitempty"`
	Checks       []string         `json:"checks,omitempty"`
	Indexes      []index          `json:"indexes,omitempty"`
	Truncated    bool             `json:"truncated,omitempty"`
}

type resourceColumn struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Nullable    bool     `json:"nullable"`
	Key         bool     `json:"key,omitempty"` // of the primary key
	Default     string   `json:"default,omitempty"`
	Values      []string `json:"values,omitempty"` // of an enum
	Description string   `json:"description,omitempty"`
}

type key struct {
	Primary bool     `json:"primary,omitempty"`
	Columns []string `json:"columns"`
}

type foreign struct {
	Columns  []string `json:"columns"`
	Resource string   `json:"resource"`
	Others   []string `json:"other_columns"`
	OnDelete string   `json:"on_delete,omitempty"`
	// Undeclared says why a key is shown that the source does not declare.
	Undeclared string `json:"undeclared,omitempty"`
}

type index struct {
	Name   string `json:"name"`
	On     string `json:"on"`
	Unique bool   `json:"unique,omitempty"`
}

func (s *Server) describeResource(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var r resource
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		found, err := session.Sources().Locate(ctx, c.args.Text("provider"), c.args.Text("service"), c.args.Text("resource"))
		if err != nil {
			return s.hintFinding(err)
		}
		r = s.asResource(found)
		s.addKnown(ctx, session, found, &r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.shown(c, r, r.text()), nil
}

// hintFinding adds to an error about a name how names are found, if no name is near.
func (s *Server) hintFinding(err error) error {
	e := *sqlstate.From(err)
	if (e.Code == sqlstate.UndefinedTable || e.Code == sqlstate.InvalidSchemaName) && e.Hint == "" && s.offered["list_resources"] {
		return e.WithHint("list_resources with a word as filter searches names, columns and comments.")
	}
	return err
}

// fullName is the name of a resource as SQL can take it.
func fullName(at inspect.Located) string {
	return inspect.Spelled(at.Source, at.Service, at.Name)
}

// mostConstraints is how many keys, checks, indexes and values of an enum an answer has
// of each.
const mostConstraints = 100

func (s *Server) asResource(found inspect.Located) resource {
	r := resource{
		Name: fullName(found), Kind: found.Kind, Rows: knownRows(found.Rows),
		Description: render.Shorten(found.Description, s.limits.Cell), Columns: []resourceColumn{},
	}
	size := len(r.Description)
	for _, column := range found.Columns {
		about, byDefault := render.Shorten(column.Description, s.limits.Cell), render.Shorten(column.Default, s.limits.Cell)
		values := fitNames(column.Labels, s.limits.Cell)
		size += len(column.Name) + len(column.Type) + len(about) + len(byDefault) + len(strings.Join(values, ", ")) + 16
		if size > s.limits.Bytes && len(r.Columns) > 0 {
			r.Truncated = true
			break
		}
		r.Columns = append(r.Columns, resourceColumn{column.Name, column.Type, column.Nullable, column.Key, byDefault, values, about})
	}
	for _, k := range found.Keys[:min(len(found.Keys), mostConstraints)] {
		r.Keys = append(r.Keys, key(k))
	}
	r.References, r.ReferencedBy = foreigns(found.References), foreigns(found.ReferencedBy)
	for _, c := range found.Checks[:min(len(found.Checks), mostConstraints)] {
		r.Checks = append(r.Checks, render.Shorten(c, s.limits.Cell))
	}
	for _, i := range found.Indexes[:min(len(found.Indexes), mostConstraints)] {
		r.Indexes = append(r.Indexes, index{i.Name, render.Shorten(i.On, s.limits.Cell), i.Unique})
	}
	return r
}

func foreigns(list []providers.Foreign) (out []foreign) {
	for _, f := range list[:min(len(list), mostConstraints)] {
		out = append(out, foreign{Columns: f.Columns, Resource: inspect.Spelled(f.Service, f.Resource), Others: f.Others, OnDelete: f.OnDelete})
	}
	return out
}

func (r resource) text() string {
	body := render.EscapeCell(r.Kind + " " + r.Name)
	if r.Rows != nil {
		body += fmt.Sprintf(", about %s", render.Count(int(*r.Rows), "row"))
	}
	if r.Description != "" {
		body += "\ncomment: " + render.EscapeCell(r.Description)
	}
	body += "\n" + render.FilledTable([]string{"column", "type", "null", "default", "values", "description"}, r.Columns, func(c resourceColumn) []string {
		null := ""
		if !c.Nullable {
			null = "no"
		}
		return []string{c.Name, c.Type, null, c.Default, strings.Join(c.Values, ", "), c.Description}
	})
	for _, line := range r.constraints() {
		body += render.EscapeCell(line) + "\n"
	}
	text := render.Fence(render.Token(), body)
	if r.Truncated {
		text += fmt.Sprintf("\nTruncated: an answer holds %d columns of this one; information_schema.columns has them all.", len(r.Columns))
	}
	return text
}

// constraints are the keys, checks and indexes, a line each.
func (r resource) constraints() (lines []string) {
	for _, k := range r.Keys {
		kind := "unique"
		if k.Primary {
			kind = "primary key"
		}
		lines = append(lines, kind+" "+inBrackets(k.Columns))
	}
	for _, f := range r.References {
		line := "foreign key " + inBrackets(f.Columns) + " references " + f.Resource + " " + inBrackets(f.Others)
		if f.OnDelete != "" {
			line += " on delete " + f.OnDelete
		}
		if f.Undeclared != "" {
			line += " (" + f.Undeclared + ")"
		}
		lines = append(lines, line)
	}
	for _, f := range r.ReferencedBy {
		line := "referenced by " + f.Resource + " " + inBrackets(f.Others) + " to " + inBrackets(f.Columns)
		if f.OnDelete != "" {
			line += " on delete " + f.OnDelete
		}
		lines = append(lines, line)
	}
	lines = append(lines, r.Checks...)
	for _, i := range r.Indexes {
		kind := "index "
		if i.Unique {
			kind = "unique index "
		}
		lines = append(lines, kind+i.Name+": "+i.On)
	}
	return lines
}

func inBrackets(names []string) string { return "(" + strings.Join(names, ", ") + ")" }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
