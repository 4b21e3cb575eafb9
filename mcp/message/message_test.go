package message

import (
	"encoding/json"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// FuzzMessage: this package and the library read the same method, era and id from a message.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"ID":"x","Method":"initialize","PARAMS":{"_META":{}}}`, `{"id":-0,"method":"a","method":"b"}`,
		`{"id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}},"params":{}}`,
		`{"id":1,"method":"ping","params":[]}`, `[]`, ``, `{"id":999999999999999}`, `{"id":1e3,"method":"x"}`, `{"id":"\ud800","method":"x"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, refused := Read(text)
		if refused != nil {
			if refused.Status != 400 || refused.Message == "" {
				t.Errorf("refused with %+v", refused)
			}
			return
		}
		var whole struct {
			ID     any             `json:"id"`
			Method mcpgo.MCPMethod `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if err := json.Unmarshal(text, &whole); err != nil || whole.Method != m.Method {
			t.Fatalf("method %q, and the library reads %q, %v", m.Method, whole.Method, err)
		}
		var params struct {
			Params struct {
				Meta *mcpgo.Meta `json:"_meta"`
			} `json:"params"`
		}
		version := ""
		if json.Unmarshal(text, &params) == nil {
			version = params.Params.Meta.ProtocolVersion()
		}
		if m.Modern() != mcpgo.IsModernProtocol(version) {
			t.Errorf("modern is %v, and the library reads version %q", m.Modern(), version)
		}
		if number, ok := whole.ID.(float64); ok {
			if back, err := json.Marshal(int64(number)); err != nil || string(back) != string(m.ID) && string(m.ID) != "-0" && m.ID[0] != '0' {
				t.Errorf("id %s becomes %s", m.ID, back)
			}
		}
	})
}

// However a message spells its _meta, or gives its parameters twice, it is not
// taken for a plain one.
func TestNotPlain(t *testing.T) {
	for message, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`:                              true,
		`{"id":1,"method":"tools/call","params":{"name":"x","arguments":{"sql":"SELECT \"a\"\n\t\\ 'ä'"}}}`: true,
		`{"id":1,"method":"tools/call"}`:                                                                             false,
		`{"id":1,"method":"tools/call","params":{"_meta":{}}}`:                                                       false,
		`{"id":1,"method":"tools/call","params":{"_MeTa":{}}}`:                                                       false,
		`{"id":1,"method":"tools/call","params":{"\u005fmeta":{}}}`:                                                  false,
		`{"id":1,"method":"tools/call","params":{"_meta":{"a":1}},"params":{"name":"x"}}`:                            false,
		`{"id":1,"method":"tools/call","params":{"name":"x"},"PARAMS":{"name":"y"}}`:                                 false,
		`{"id":1,"method":"tools/call","params":{"name":"x"},"paramſ":{"name":"y"}}`:                                 false,
		`{"id":1,"method":"tools/call","par\u0061ms":{"name":"x"},"params":{"name":"y"}}`:                            false,
		`{"id":1,"method":"tools/call","params":{"name":"x","arguments":{"sql":"SELECT 1 AS \"_meta\", 'params'"}}}`: false,
	} {
		if got := isPlain([]byte(message)); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
}
