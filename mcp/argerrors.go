package mcp

import (
	"context"
	"encoding/json"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How wrong arguments of a tool are answered.
const (
	// ArgumentErrorsAuto answers as the client's revision of the protocol says: until 2025-06-18 with an
	// error of the protocol, since 2025-11-25 with a result that the model reads.
	ArgumentErrorsAuto     = "auto"
	ArgumentErrorsResult   = "result"   // a result with isError
	ArgumentErrorsProtocol = "protocol" // JSON-RPC's -32602
)

// wellFormed refuses a call with wrong arguments, if the client's revision answers those with an error of
// the protocol. For other clients, the result of the call says what is wrong.
func (s *Server) wellFormed(ctx context.Context, m *message.Message) *message.Denial {
	if m.Method != mcpgo.MethodToolsCall || !s.deniesArguments(ctx, m) {
		return nil
	}
	d := s.readDirect(m)
	if d == nil {
		var params struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if json.Unmarshal(m.Params, &params) != nil {
			return nil // the library refuses it
		}
		d = &toolCall{tool: s.byName[params.Name], args: params.Arguments}
	}
	t := d.tool
	if t == nil || !s.mayUse(ctx, t.name) {
		return nil // the answer is then that there is no such tool
	}
	_, given, err := d.read()
	if err == nil {
		return nil
	}
	if err := s.record(ctx, t.name, arguments.Recordable(t.params, given), err); err != nil {
		said := sqlstate.From(err)
		text := said.Message
		if said.Hint != "" {
			text += ". " + said.Hint
		}
		return message.Invalid(text)
	}
	return nil
}

// deniesArguments reports whether wrong arguments of a message are an error of the protocol.
func (s *Server) deniesArguments(ctx context.Context, m *message.Message) bool {
	switch s.argumentErrors {
	case ArgumentErrorsProtocol:
		return true
	case ArgumentErrorsResult:
		return false
	}
	revision := transport.Revision(ctx)
	return !m.Modern() && revision != "" && revision < mcpgo.ProtocolVersion20251125
}
