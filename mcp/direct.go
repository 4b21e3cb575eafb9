package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// Most calls come from clients of the 2025 revisions, in the plainest form, for a tool that only reads. They are
// answered without the library, which parses a message six times and builds the answer through reflection. Checks,
// records and answers are the same: TestDirect compares both ways. All other messages go through the library.

// toolCall is a call as its message has it.
type toolCall struct {
	id   json.RawMessage // of the message, if it is answered without the library
	tool *tool
	args json.RawMessage

	plain map[string]any      // the arguments, if the message's reader has taken them apart
	token mcpgo.ProgressToken // of a call that is answered without the library; nil: the client asks for no reports

	isRead bool // what follows is known
	values arguments.Values
	given  map[string]any
	err    error
}

// read reads the arguments, once: a call is asked whether they are well formed before it has its turn.
func (d *toolCall) read() (arguments.Values, map[string]any, error) {
	if !d.isRead {
		if d.plain != nil {
			d.values, d.given, d.err = arguments.Of(d.tool.params, d.plain)
		} else {
			d.values, d.given, d.err = arguments.Read(d.tool.params, d.args)
		}
		d.isRead = true
	}
	return d.values, d.given, d.err
}

// readDirect returns the call in a message, or nil if the library has to answer the message, because it has _meta,
// another method, a tool that may ask a person, or an unknown name.
func (s *Server) readDirect(m *message.Message) *toolCall {
	if d, ok := m.Kept.(*toolCall); ok {
		return d
	}
	if c := m.Call; c != nil {
		t := s.byName[c.Name]
		if t == nil || !t.purpose.ReadOnly() {
			return nil
		}
		d := &toolCall{id: m.ID, tool: t, args: c.Arguments, plain: c.Given, token: c.ProgressToken}
		m.Kept = d
		return d
	}
	if m.Method != mcpgo.MethodToolsCall || !m.IsCall() || !m.Plain {
		return nil
	}
	var params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	decoder := json.NewDecoder(bytes.NewReader(m.Params))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&params) != nil {
		return nil
	}
	t := s.byName[params.Name]
	if t == nil || !t.purpose.ReadOnly() || len(params.Arguments) > 0 && params.Arguments[0] != '{' {
		return nil
	}
	d := &toolCall{id: m.ID, tool: t, args: params.Arguments}
	m.Kept = d
	return d
}

// direct returns the function that answers a message without the library, or nil if the library has to
// answer it.
func (s *Server) direct(m *message.Message) func(context.Context, http.ResponseWriter) {
	d := s.readDirect(m)
	if d == nil {
		return nil
	}
	return func(ctx context.Context, w http.ResponseWriter) { s.answerDirect(ctx, w, d) }
}

// answerDirect runs a call and writes its answer.
func (s *Server) answerDirect(ctx context.Context, w http.ResponseWriter, d *toolCall) {
	s.directs.Add(1)
	running, stop := s.progressing(ctx, d.tool.name, d.token)
	result := s.call(running, d, mcpgo.MultiRoundTripParams{})
	stop() // no report of progress follows the answer
	text, err := appendAnswer(make([]byte, 0, 1<<10), d.id, result)
	if err != nil {
		s.log.Error("an answer could not be written", "tool", d.tool.name, "error", err)
		text, _ = json.Marshal(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(d.id), mcpgo.INTERNAL_ERROR, "internal error", nil))
	}
	w.Header().Set("Content-Type", "application/json")
	if len(text) > 1<<10 { // net/http sets the length of a shorter answer by itself
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(text) // the client may be gone
}
