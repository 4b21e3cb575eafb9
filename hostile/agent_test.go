package hostile

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// agent is a client of the MCP door.
type agent struct {
	url     string
	http    *http.Client
	session string
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mallory","version":"1"}}}`

func newAgent(t *testing.T, address string) *agent {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	a := &agent{url: "http://" + address + "/mcp", http: &http.Client{Transport: transport, Timeout: limit}}
	answer, _, err := a.post(hello, nil)
	must(t, err)
	if a.session = answer.Header.Get("Mcp-Session-Id"); a.session == "" {
		t.Fatal("initialize gave no session")
	}
	return a
}

// post sends one message with these headers, which replace the usual ones.
func (a *agent) post(message string, header map[string]string) (*http.Response, []byte, error) {
	r, err := http.NewRequest(http.MethodPost, a.url, strings.NewReader(message))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if a.session != "" {
		r.Header.Set("Mcp-Session-Id", a.session)
	}
	for name, value := range header {
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	answer, err := a.http.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer, body, err
}

// reply is the result of a tool's call.
type reply struct {
	Result struct {
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
		IsError           bool
		Meta              map[string]struct{ Code, Message string } `json:"_meta"`
	}
	Error *struct {
		Code    int
		Message string
	}
}

// call uses a tool.
func (a *agent) call(tool string, arguments map[string]any) (outcome, json.RawMessage) {
	message, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		return outcome{code: "no message", message: err.Error()}, nil
	}
	answer, body, err := a.post(string(message), nil)
	if err != nil {
		return outcome{code: "no answer", message: err.Error()}, nil
	}
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		return outcome{code: "no JSON", message: fmt.Sprintf("%s: %.200s", answer.Status, body)}, nil
	}
	if r.Error != nil {
		return outcome{code: "protocol", message: r.Error.Message}, nil
	}
	if !r.Result.IsError {
		return outcome{}, r.Result.StructuredContent
	}
	for _, e := range r.Result.Meta {
		return outcome{code: e.Code, message: e.Message}, nil
	}
	return outcome{code: "no code", message: r.Result.Content[0].Text}, nil
}
