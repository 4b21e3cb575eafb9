package mcp

import (
	"encoding/json"
	"strconv"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/render"
)

// What direct answers have in them, appended to one buffer as the encoder would write it: TestPayload compares both.

// encoded is structured content with its JSON.
type encoded struct {
	value any
	json  []byte
}

// MarshalJSON implements json.Marshaler.
func (e encoded) MarshalJSON() ([]byte, error) { return e.json, nil }

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
	out = render.AppendString(append(out, `{"content":[{"type":"text","text":`...), text.Text)
	out = append(out, `}],"structuredContent":`...)
	out, err := appendStructured(out, r.StructuredContent)
	return append(out, "}}"...), err
}

// appendStructured appends structured content.
func appendStructured(out []byte, content any) ([]byte, error) {
	switch content := content.(type) {
	case encoded:
		return append(out, content.json...), nil
	case rowsPayload:
		return content.append(out), nil
	}
	structured, err := json.Marshal(content)
	return append(out, structured...), err
}

// append appends the payload as JSON. The rows are JSON as they were made; the encoder would read them again.
func (p *rowsPayload) append(out []byte) []byte {
	out = append(out, '{')
	text := func(name, value string) {
		if value != "" {
			out = append(render.AppendString(append(append(append(out, '"'), name...), `":`...), value), ',')
		}
	}
	text("tag", p.Tag)
	if p.Affected != nil {
		out = append(strconv.AppendInt(append(out, `"rows_affected":`...), *p.Affected, 10), ',')
	}
	out = append(out, `"columns":`...)
	if p.Columns == nil {
		out = append(out, "null"...)
	} else {
		out = append(out, '[')
		for i, c := range p.Columns {
			if i > 0 {
				out = append(out, ',')
			}
			out = render.AppendString(append(out, `{"name":`...), c.Name)
			out = append(render.AppendString(append(out, `,"type":`...), c.Type), '}')
		}
		out = append(out, ']')
	}
	out = append(out, `,"rows":`...)
	if len(p.Rows) == 0 {
		out = append(out, "null"...)
	} else {
		out = append(out, p.Rows...)
	}
	out = append(strconv.AppendInt(append(out, `,"row_count":`...), int64(p.RowCount), 10), ',')
	if p.Offset != 0 {
		out = append(strconv.AppendInt(append(out, `"offset":`...), p.Offset, 10), ',')
	}
	out = append(strconv.AppendBool(append(out, `"truncated":`...), p.Truncated), ',')
	text("cut_by", p.CutBy)
	if p.CutCells != 0 {
		out = append(strconv.AppendInt(append(out, `"cut_cells":`...), int64(p.CutCells), 10), ',')
	}
	text("cursor", p.Cursor)
	text("next", p.Next)
	text("resource", p.Resource)
	out[len(out)-1] = '}' // in the place of a comma
	return out
}
