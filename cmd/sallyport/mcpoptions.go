package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/export"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/providers/duckdb/parquet"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// mcpOptions are the MCP door's, as configured.
func (s *server) mcpOptions() mcp.Options {
	c, limits := s.config.MCP, s.config.Limits
	o := mcp.Options{
		Engine: s.engine, Guide: s.guide.Guide, Logger: s.logger.Named("mcp"), Path: c.Path,
		Principal: c.Principal, AllowAnonymous: c.AllowInsecure, Resource: resourceOf(s.config.Auth, s.identity.tokens), Also: s.identity.handlers(), ToolRates: toolRates(s.config.Auth),
		AllowedHosts: append(c.BoundHost(), c.AllowedHosts...), StateDir: s.config.StateDir, AllowedOrigins: c.AllowedOrigins, MaxBodyBytes: c.MaxBodyBytes,
		Profile: c.Profile, EnabledTools: c.EnabledTools, EnabledPrompts: c.EnabledPrompts, EnabledResources: c.EnabledResources,
		NoInstructions: !c.Instructions, Format: c.Format, ArgumentErrors: c.ArgumentErrors,
		Ready:       func(context.Context) error { return s.record.Ready() },
		Elicitation: s.config.Approvals.Elicitation, Approvals: s.asks.store, Parquet: writeParquet,
		ExportsDir:      filepath.Join(s.config.StateDir, "exports"),
		DeskOnlyClients: s.config.Approvals.DeskOnlyClients, DeskOnlyPrincipals: s.config.Approvals.DeskOnlyPrincipals,
		Limits: mcp.Limits{
			MaxRows: limits.MCPMaxRows, Bytes: int(limits.MCPMaxBytes), Text: limits.MCPMaxTextBytes,
			Limits: transport.Limits{
				Calls: c.MaxCalls, ClientCalls: c.MaxCallsPerClient, Waiting: c.MaxWaitingCalls, Turn: c.QueueWait,
				Connections: c.MaxConnections,
				Sessions:    c.MaxSessions, Idle: c.SessionIdleTimeout,
				Streams: c.MaxStreams, ClientStreams: c.MaxStreamsPerClient,
				Read: c.ReadTimeout, Write: c.WriteTimeout, Keepalive: c.Keepalive, Resume: c.ResumeWindow,
			},
		},
	}
	if c.Token != "" {
		o.Tokens = []transport.Token{{Principal: c.Principal, Secret: []byte(c.Token.Reveal())}}
	}
	return o
}

// writeParquet is how the MCP door's exports become Parquet.
func writeParquet(ctx context.Context, columns []export.Column, csv, written string) error {
	list := make([]parquet.Column, len(columns))
	for i, c := range columns {
		list[i] = parquet.Column(c)
	}
	return parquet.Write(ctx, list, csv, written)
}

// checkMCP refuses what the MCP door would not publish by these names, and says
// which setting is wrong, and where.
func checkMCP(c config.Config) error {
	var errs []error
	for _, list := range []struct {
		key     string
		options mcp.Options
	}{
		{"mcp.profile", mcp.Options{Profile: c.MCP.Profile}},
		{"mcp.enabled_tools", mcp.Options{EnabledTools: c.MCP.EnabledTools}},
		{"mcp.enabled_prompts", mcp.Options{EnabledPrompts: c.MCP.EnabledPrompts}},
		{"mcp.enabled_resources", mcp.Options{EnabledResources: c.MCP.EnabledResources}},
	} {
		err := mcp.Check(list.options)
		if err == nil && list.key == "mcp.enabled_tools" && c.MCP.Profile != "" && len(errs) == 0 {
			err = mcp.Check(mcp.Options{Profile: c.MCP.Profile, EnabledTools: c.MCP.EnabledTools})
		}
		if err != nil {
			coded := sqlstate.From(err)
			errs = append(errs, fmt.Errorf("%s: %s: %s; %s", c.Origin[list.key], list.key, strings.TrimPrefix(coded.Message, "mcp: "), lowerFirst(coded.Hint)))
		}
	}
	return errors.Join(errs...)
}

func lowerFirst(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToLower(s[:1]) + s[1:]
}
