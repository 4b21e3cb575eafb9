package mcp

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Busy is how many messages are being answered.
func (s *Server) Busy() int { return s.calls.busy() }

// AddPanic offers a tool that panics.
func (s *Server) AddPanic(name, says string) error {
	return s.register([]*tool{{
		name: name, output: object(nil, schema{}),
		do: func(context.Context, *call) (*mcpgo.CallToolResult, error) { panic(says) },
	}})
}
