package mcp

import (
	"encoding/json"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// FuzzMessage holds that what this package reads of a message is what the
// library reads of it: which method, which era, and that ids survive.
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
		m, refused := readMessage(text)
		if refused != nil {
			if refused.status != 400 || refused.message == "" {
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
		if m.modern() != mcpgo.IsModernProtocol(version) {
			t.Errorf("modern is %v, and the library reads version %q", m.modern(), version)
		}
		if number, ok := whole.ID.(float64); ok {
			if back, err := json.Marshal(int64(number)); err != nil || string(back) != string(m.ID) && string(m.ID) != "-0" && m.ID[0] != '0' {
				t.Errorf("id %s becomes %s", m.ID, back)
			}
		}
	})
}

// The end of a call does not make another of its id deaf: a client that counts
// anew may have two.
func TestCancelAfterAnother(t *testing.T) {
	var calls runningCalls
	ended := false
	first := calls.begin("s", json.RawMessage("7"), func() {})
	defer calls.begin("s", json.RawMessage("7"), func() { ended = true })()
	first()
	calls.cancel("t", &message{params: json.RawMessage(`{"requestId":7}`)})
	if ended {
		t.Error("another session cancelled it")
	}
	calls.cancel("s", &message{params: json.RawMessage(`{"requestId":7}`)})
	if !ended {
		t.Error("it cannot be cancelled any more")
	}
}
