package main

import (
	"github.com/sallyportdb/sallyport/mcp"
)

// mcpOptions are the MCP door's, as configured.
func (s *server) mcpOptions() mcp.Options {
	c, limits := s.config.MCP, s.config.Limits
	o := mcp.Options{
		Engine: s.engine, Logger: s.logger.Named("mcp"), Path: c.Path,
		Principal: c.Principal, AllowAnonymous: c.AllowInsecure,
		AllowedHosts: c.AllowedHosts, AllowedOrigins: c.AllowedOrigins, MaxBodyBytes: c.MaxBodyBytes,
		Limits: mcp.Limits{
			MaxRows: limits.MCPMaxRows, Bytes: int(limits.MCPMaxBytes),
			Calls: c.MaxCalls, ClientCalls: c.MaxCallsPerClient,
			Sessions: c.MaxSessions, Idle: c.SessionIdleTimeout,
			Streams: c.MaxStreams, ClientStreams: c.MaxStreamsPerClient,
			Read: c.ReadTimeout, Write: c.WriteTimeout, Keepalive: c.Keepalive, Resume: c.ResumeWindow,
		},
	}
	if c.Token != "" {
		o.Tokens = []mcp.Token{{Principal: c.Principal, Secret: []byte(c.Token.Reveal())}}
	}
	return o
}
