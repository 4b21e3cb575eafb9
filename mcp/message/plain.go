package message

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// PlainCall is a call of a tool whose message is written as nearly all clients write it: without blanks, each name once,
// arguments that are texts and whole numbers, and nothing in _meta but where progress is told.
type PlainCall struct {
	Name      string
	Arguments json.RawMessage // nil: there are none
	Given     map[string]any  // the arguments: strings, and json.Number
	// ProgressToken is the token in _meta in the decoder's form: a string or a float64; nil: there is none.
	ProgressToken any
}

// readPlain reads a plain call in one pass. It returns nil if the text is no plain call. Its result equals the decoder's:
// FuzzPlain compares both.
func readPlain(text []byte) *Message {
	if !utf8.Valid(text) {
		return nil
	}
	s := scanner{text: text}
	m := &Message{Plain: true, Method: mcpgo.MethodToolsCall, Call: &PlainCall{}}
	var version, method bool
	ok := s.object(func(name string) bool {
		switch {
		case name == "jsonrpc" && !version:
			version = true
			return s.word(`"` + mcpgo.JSONRPC_VERSION + `"`)
		case name == "id" && m.ID == nil:
			m.ID = s.id()
			return m.ID != nil
		case name == "method" && !method:
			method = true
			return s.word(`"tools/call"`)
		case name == "params" && m.Params == nil:
			from := s.at
			ok := s.params(m.Call)
			m.Params = s.text[from:s.at]
			return ok
		}
		return false
	})
	if !ok || s.at != len(text) || !version || !method || m.ID == nil || m.Params == nil {
		return nil
	}
	return m
}

// scanner reads a text without blanks from its beginning to its end.
type scanner struct {
	text []byte
	at   int
}

// next reports whether a byte stands next, and moves behind it.
func (s *scanner) next(b byte) bool {
	if s.at < len(s.text) && s.text[s.at] == b {
		s.at++
		return true
	}
	return false
}

// word moves behind a text that stands next.
func (s *scanner) word(w string) bool {
	if len(s.text)-s.at >= len(w) && string(s.text[s.at:s.at+len(w)]) == w {
		s.at += len(w)
		return true
	}
	return false
}

// object reads an object, whose values member reads.
func (s *scanner) object(member func(name string) bool) bool {
	if !s.next('{') {
		return false
	}
	if s.next('}') {
		return true
	}
	for {
		from := s.at
		name, ok := s.string()
		if !ok || bytes.IndexByte(s.text[from:s.at], '\\') >= 0 || !s.next(':') || !member(name) {
			return false
		}
		if !s.next(',') {
			return s.next('}')
		}
	}
}

// id reads the id of a message: a text without escapes, or a whole number.
func (s *scanner) id() json.RawMessage {
	from, ok := s.at, false
	if s.at < len(s.text) && s.text[s.at] == '"' {
		_, ok = s.string()
		ok = ok && bytes.IndexByte(s.text[from:s.at], '\\') < 0
	} else {
		ok = s.number() && s.at-from <= 15
	}
	if !ok {
		return nil
	}
	return s.text[from:s.at:s.at]
}

// number moves behind a whole number.
func (s *scanner) number() bool {
	s.next('-')
	from := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	n := s.at - from
	return n == 1 || n > 1 && n <= 18 && s.text[from] != '0'
}

// unescaped are the letters of the escapes that are read here.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// string reads a text. It fails at a text with \u, which the decoder has to read.
func (s *scanner) string() (string, bool) {
	if !s.next('"') {
		return "", false
	}
	var out []byte // the text before from, if it has escapes
	from := s.at
	for ; s.at < len(s.text); s.at++ {
		switch b := s.text[s.at]; {
		case b == '"':
			s.at++
			if out == nil {
				return string(s.text[from : s.at-1]), true
			}
			return string(append(out, s.text[from:s.at-1]...)), true
		case b < ' ':
			return "", false
		case b == '\\':
			if s.at+1 == len(s.text) || unescaped[s.text[s.at+1]] == 0 {
				return "", false
			}
			if out == nil {
				out = make([]byte, 0, len(s.text)-from)
			}
			out = append(append(out, s.text[from:s.at]...), unescaped[s.text[s.at+1]])
			s.at++
			from = s.at + 1
		}
	}
	return "", false
}

// params reads the parameters of a call.
func (s *scanner) params(c *PlainCall) bool {
	var named, meta bool
	return s.object(func(name string) (ok bool) {
		switch {
		case name == "name" && !named:
			named = true
			c.Name, ok = s.string()
			return ok
		case name == "arguments" && c.Given == nil:
			from := s.at
			c.Given = map[string]any{}
			ok = s.arguments(c.Given)
			c.Arguments = s.text[from:s.at:s.at]
			return ok
		case name == "_meta" && !meta:
			meta = true
			return s.meta(c)
		}
		return false
	}) && named
}

// meta reads the members that usual clients put into _meta. It fails at any other member, whose meaning is not known here.
func (s *scanner) meta(c *PlainCall) bool {
	var noted bool
	return s.object(func(name string) (ok bool) {
		from := s.at
		switch {
		case name == "progressToken" && c.ProgressToken == nil:
			if s.at < len(s.text) && s.text[s.at] == '"' {
				c.ProgressToken, ok = s.string()
				return ok
			}
			if !s.number() || s.at-from > 15 {
				return false
			}
			n, err := strconv.ParseInt(string(s.text[from:s.at]), 10, 64)
			c.ProgressToken = float64(n)
			return err == nil
		case name == "claudecode/toolUseId" && !noted:
			noted = true
			_, ok = s.string()
			return ok
		}
		return false
	})
}

// arguments reads an object of texts and whole numbers, each name once.
func (s *scanner) arguments(given map[string]any) bool {
	return s.object(func(name string) bool {
		if _, twice := given[name]; twice {
			return false
		}
		from := s.at
		if s.at < len(s.text) && s.text[s.at] == '"' {
			text, ok := s.string()
			given[name] = text
			return ok
		}
		ok := s.number()
		given[name] = json.Number(s.text[from:s.at])
		return ok
	})
}
