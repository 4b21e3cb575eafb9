package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// What most calls are, a tool that only reads, asked for by a client of the 2025
// revisions in the plainest form, is answered without the library: it takes a
// message apart six times, and puts the answer together through reflection. What
// is checked, recorded and answered is the same: TestDirect compares the answers
// of both ways. Any other message takes the library's way.

// toolCall is a call as its message has it.
type toolCall struct {
	id   json.RawMessage // of the message, if it is answered without the library
	tool *tool
	args json.RawMessage

	isRead bool // what follows is known
	values arguments.Values
	given  map[string]any
	err    error
}

// read reads the arguments, once: a call is asked whether they are well formed before it has its turn.
func (d *toolCall) read() (arguments.Values, map[string]any, error) {
	if !d.isRead {
		d.values, d.given, d.err = arguments.Read(d.tool.params, d.args)
		d.isRead = true
	}
	return d.values, d.given, d.err
}

// readDirect returns the call that a message is, nil if it has anything that
// wants the library: _meta, another method, a tool that might ask somebody, a name
// that is none.
func (s *Server) readDirect(m *message.Message) *toolCall {
	if d, ok := m.Kept.(*toolCall); ok {
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

// direct returns what answers a message without the library, nil where there is no such
// answer.
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
	result := s.call(ctx, d, mcpgo.MultiRoundTripParams{})
	text, err := appendAnswer(nil, d.id, result)
	if err != nil {
		s.log.Error("an answer could not be written", "tool", d.tool.name, "error", err)
		text, _ = json.Marshal(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(d.id), mcpgo.INTERNAL_ERROR, "internal error", nil))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(text) // the client may be gone
}

// appendAnswer appends the answer to a call.
func appendAnswer(out []byte, id json.RawMessage, r *mcpgo.CallToolResult) ([]byte, error) {
	text, isText := mcpgo.TextContent{}, len(r.Content) == 1
	if isText {
		text, isText = r.Content[0].(mcpgo.TextContent)
	}
	out = append(append(append(out, `{"jsonrpc":"2.0","id":`...), id...), `,"result":`...)
	if !isText || text.Type != mcpgo.ContentTypeText || r.StructuredContent == nil || text.Annotations != nil || text.Meta != nil || r.Meta != nil || r.IsError || r.ResultType != "" ||
		len(r.InputRequests) > 0 || r.RequestState != "" || len(r.RawStructuredContent) > 0 {
		result, err := json.Marshal(r)
		return append(append(out, result...), '}'), err
	}
	said, err := json.Marshal(text.Text)
	if err != nil {
		return nil, err
	}
	out = append(append(append(out, `{"content":[{"type":"text","text":`...), said...), `}],"structuredContent":`...)
	if out, err = appendStructured(out, r.StructuredContent); err != nil {
		return nil, err
	}
	return append(out, "}}"...), nil
}

// appendStructured appends structured content. Rows are JSON as they were made; the encoder would read
// them again.
func appendStructured(out []byte, content any) ([]byte, error) {
	rows, isRows := content.(rowsPayload)
	all := rows.Rows
	if isRows {
		rows.Rows = json.RawMessage("0")
		content = rows
	}
	structured, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	before, after, ok := bytes.Cut(structured, []byte(`"rows":0`))
	if !isRows || !ok || len(all) == 0 {
		return append(out, structured...), nil
	}
	return append(append(append(append(out, before...), `"rows":`...), all...), after...), nil
}
