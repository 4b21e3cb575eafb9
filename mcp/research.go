package mcp

import (
	"context"
	"slices"
	"strconv"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/findings"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// connectionID is the argument that names a source in the tools for research.
const connectionID = "connectionId"

// connectionParam is the connection that a call is about. It has no alias connectionName.
func connectionParam(required bool) arguments.Param {
	about := "A connection, by its id; none: all."
	if required {
		about = "The connection's id."
	}
	return arguments.Param{
		Name: connectionID, Also: []string{"connection_id", "connection", "provider", "source", "database"}, Required: required, About: about,
	}
}

// researchTools are the tools with which an agent finds its way.
func (s *Server) researchTools() []*tool {
	sql := arguments.SQL("One SELECT in PostgreSQL's SQL.")
	rows := arguments.Param{
		Name: "maxRows", Also: []string{"max_rows", "row_limit", "limit"}, Integer: true, Min: 1,
		Max: min(s.limits.MaxRows, maxSQLRows), Start: min(s.limits.MaxRows, defaultSQLRows), About: "Most rows to return.",
	}
	return append(s.findTools(), []*tool{
		{
			name: "connection_list", title: "Connection List", group: shapeTools, repeatable: true,
			about:  "List the connections: ids for connectionId, kinds, and which has been ingested.\nExample: {}",
			params: []arguments.Param{s.formatParam()},
			output: object([]string{"connections"}, namesOfType("array", "connections")), do: s.connectionList,
		},
		{
			name: "sql_execution", title: "SQL Execution", purpose: gate.SelectPurpose, group: shapeTools, runs: true, staged: true,
			about: "Run one SELECT on a connection. What changes anything is refused.\n" +
				`Example: {"connectionId": "shop", "sql": "SELECT state, count(*) FROM orders GROUP BY state", "maxRows": 50}`,
			params: []arguments.Param{connectionParam(true), sql, rows, s.formatParam()},
			output: executionSchema, do: s.sqlExecution,
		},
	}...)
}

// researchAnnotations returns the annotations of the tools for research. All of them only read, and stay
// within what the server and its connections know. There is no destructiveHint, which means nothing for a
// tool that only reads.
func (t *tool) researchAnnotations() mcpgo.ToolAnnotation {
	yes, no := true, false
	hints := mcpgo.ToolAnnotation{Title: t.title, ReadOnlyHint: &yes, OpenWorldHint: &no}
	if t.repeatable {
		hints.IdempotentHint = &yes
	}
	return hints
}

type connection struct {
	ID          string  `json:"connectionId"`
	Kind        string  `json:"kind"`
	Description string  `json:"description,omitempty"`
	Default     bool    `json:"default,omitempty"`
	Tables      *int    `json:"tables,omitempty"` // of the last snapshot; absent: it was never ingested
	ExtractedAt *string `json:"extractedAt,omitempty"`
	Profiled    int     `json:"profiledColumns,omitempty"`
}

type connections struct {
	Connections []connection `json:"connections"`
}

func (s *Server) connectionList(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	out := connections{[]connection{}}
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) error {
		s.engine.FindSources(ctx)
		known := session.Info()
		for _, p := range known.Sources {
			out.Connections = append(out.Connections, connection{
				ID: p.Name, Kind: p.Kind, Description: render.Shorten(p.Description, s.limits.Cell), Default: p.Name == known.Default,
			})
		}
		return s.addSnapshots(ctx, session, out.Connections)
	})
	if err != nil {
		return nil, err
	}
	names := []string{"connectionId", "kind", "default", "tables", "extractedAt", "description"}
	text := render.FilledTable(names, out.Connections, func(c connection) []string {
		tables := ""
		if c.Tables != nil {
			tables = strconv.Itoa(*c.Tables)
		}
		return []string{c.ID, c.Kind, yes(c.Default), tables, findings.TextOf(c.ExtractedAt), c.Description}
	})
	return s.shown(c, out, render.Fence(render.Token(), text)), nil
}

// addSnapshots says which of the connections were ingested.
func (s *Server) addSnapshots(ctx context.Context, session *engine.Session, list []connection) error {
	if !s.guide.HasTables() {
		return nil
	}
	known, err := s.guide.Connections(ctx, viewOf(session))
	for _, k := range known {
		i := slices.IndexFunc(list, func(c connection) bool { return c.ID == k.ID })
		if i >= 0 && k.Snapshot != nil {
			list[i].Tables, list[i].ExtractedAt, list[i].Profiled = &k.Tables, &k.Snapshot.ExtractedAt, k.Profiled
		}
	}
	return err
}
