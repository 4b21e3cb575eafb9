// Package message reads the messages of clients of MCP before the library does, and
// answers those that do not get as far as the library.
//
//	message.go     [Read]: a message, or why the text is none
//	plain.go       the same in one pass, of calls as nearly all clients write them
//	denial.go      [Denial]: the answer to a request that is refused, as HTTP and JSON-RPC
//	refusals.go    [Refusals]: counts denials, for the log
package message

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/strictjson"
)

// maxDepth bounds how deep a message may nest. What tools take is flat.
const maxDepth = 128

// Message is the part of a message that the door must know before the library sees it. Its
// fields are decoded as the library decodes them: a text that two decoders read differently
// could pass the door as one message and be carried out as another.
type Message struct {
	ID      json.RawMessage
	Method  mcpgo.MCPMethod
	version string // the protocol's revision that the message names
	Params  json.RawMessage
	Plain   bool // see isPlain
	// Call are the parts of a plain call; nil: the message is no plain call.
	Call *PlainCall
	// Kept are the decoded Params, which the first reader keeps for the next. A message has one reader at a time.
	Kept any
	// Authorization is _meta.authorization, in which a client without headers sends its token.
	Authorization string
}

// Modern reports whether a message says that it is of revision 2026-07-28 or
// later.
func (m *Message) Modern() bool { return mcpgo.IsModernProtocol(m.version) }

// IsCall reports whether a message wants an answer.
func (m *Message) IsCall() bool { return m.Method != "" && len(m.ID) > 0 && string(m.ID) != "null" }

// Read reads one message, or returns why the text is no message. The message that it
// returns has an id even then, if the text has a valid one.
func Read(text []byte) (*Message, *Denial) {
	text = bytes.TrimSpace(text)
	if m := readPlain(text); m != nil {
		return m, nil
	}
	return readAny(text)
}

// readAny reads a message in any form.
func readAny(text []byte) (*Message, *Denial) {
	m := &Message{}
	switch {
	case len(text) > 0 && text[0] == '[':
		return m, malformed(mcpgo.INVALID_REQUEST, "batches are not part of the protocol: send one message at a time")
	case tooDeep(text):
		return m, malformed(mcpgo.INVALID_REQUEST, "the message nests deeper than %d levels", maxDepth)
	case !json.Valid(text):
		return m, malformed(mcpgo.PARSE_ERROR, "the message is not JSON")
	case text[0] != '{':
		return m, malformed(mcpgo.INVALID_REQUEST, "the message is not a JSON-RPC message")
	}
	var head struct {
		RPC    json.RawMessage `json:"jsonrpc"`
		ID     json.RawMessage `json:"id"`
		Method mcpgo.MCPMethod `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	err := json.Unmarshal(text, &head)
	if !isID(head.ID) {
		return m, malformed(mcpgo.INVALID_REQUEST, "the id of a message is a string or a whole number")
	}
	if m.ID, m.Method = head.ID, head.Method; err != nil || m.Method == "" && m.ID == nil {
		return m, malformed(mcpgo.INVALID_REQUEST, "the message is not a JSON-RPC message")
	}
	if refused := misread(text, m.Method, head.Params); refused != nil {
		return m, refused
	}
	if m.Params, m.Plain = head.Params, isPlain(text); m.Plain {
		m.Plain = string(head.RPC) == `"`+mcpgo.JSONRPC_VERSION+`"`
		return m, nil
	}
	var era struct {
		Params struct {
			Meta *mcpgo.Meta `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(text, &era) == nil {
		m.version = era.Params.Meta.ProtocolVersion()
		if era.Params.Meta != nil {
			m.Authorization, _ = era.Params.Meta.AdditionalFields["authorization"].(string)
		}
	}
	return m, nil
}

// misread refuses a text that the decoder would read otherwise than it is written. The arguments
// of a tool are left to the call itself (readArguments), so that the model and the record get
// the error.
func misread(text []byte, method mcpgo.MCPMethod, params json.RawMessage) *Denial {
	err := strictjson.Check(text)
	if err == nil {
		return nil
	}
	var call struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	if method == mcpgo.MethodToolsCall && json.Unmarshal(params, &call) == nil && strictjson.Check(call.Arguments) != nil {
		return nil
	}
	return malformed(mcpgo.PARSE_ERROR, "the message cannot be read: %v", err)
}

// isID reports whether an id is absent or valid. A number must be whole, and no larger
// than a double can hold exactly, since the library makes a double of it. A text must be
// UTF-8, since the answer repeats it.
func isID(id json.RawMessage) bool {
	if len(id) == 0 || id[0] == '"' || string(id) == "null" {
		return utf8.Valid(id)
	}
	digits := bytes.TrimPrefix(id, []byte("-"))
	return len(digits) > 0 && len(digits) <= 15 && len(bytes.Trim(digits, "0123456789")) == 0
}

// tooDeep reports whether brackets nest too deep. A text that is not JSON may
// be taken for too deep: it is refused in any case.
func tooDeep(text []byte) bool {
	if bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) <= maxDepth {
		return false
	}
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// isPlain reports whether a message has no _meta and no second params. The decoder compares
// names of members without regard to case, in which two letters beyond ASCII equal s and k,
// and reads escapes; so a plain message has neither these letters nor escapes of letters.
func isPlain(text []byte) bool {
	for _, odd := range []string{`\u`, "\u017f", "\u212a"} {
		if bytes.Contains(text, []byte(odd)) {
			return false
		}
	}
	return countFold(text, "_meta") == 0 && countFold(text, `"params"`) == 1
}

// countFold counts an ASCII name in a text, in any case.
func countFold(text []byte, name string) (n int) {
	first, last := name[0], []byte(name)
	for rest := text; ; {
		i := bytes.IndexByte(rest, first)
		if i < 0 || len(rest)-i < len(name) {
			return n
		}
		if bytes.EqualFold(rest[i:i+len(name)], last) {
			n++
		}
		rest = rest[i+1:]
	}
}
