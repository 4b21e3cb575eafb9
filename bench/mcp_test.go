package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestMCPClient(t *testing.T) {
	json := func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		text := string(body)
		switch {
		case strings.Contains(text, `"initialize"`):
			w.Header().Set("Mcp-Session-Id", "s1")
			json(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"`+protocolVersion+`"}}`)
		case r.Header.Get("Mcp-Session-Id") != "s1":
			http.Error(w, "no session", http.StatusBadRequest)
		case strings.Contains(text, "notifications/initialized"):
			w.WriteHeader(http.StatusAccepted)
		case strings.Contains(text, `"streamed"`):
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, ": hello\n\ndata: {\"method\":\"notifications/progress\"}\n\nevent: message\ndata: {\"id\":3,\"result\":{\"content\":[]}}\n\n")
		case strings.Contains(text, `"unfinished"`):
			w.Header().Set("Content-Type", "text/event-stream")
		case strings.Contains(text, `"refused"`):
			json(w, `{"id":4,"result":{"isError":true,"content":[{"type":"text","text":"no"}]}}`)
		case strings.Contains(text, `"unknown"`):
			json(w, `{"id":5,"error":{"code":-32602,"message":"no such tool"}}`)
		default:
			json(w, `{"id":2,"result":{"content":[]}}`)
		}
	})
	server := httptest.NewServer(handler)
	defer server.Close()
	c := &mcpClient{address: strings.TrimPrefix(server.URL, "http://")}
	if err := c.initialize(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	for tool, want := range map[string]string{
		"plain": "", "streamed": "", "refused": `"text":"no"`, "unknown": "no such tool", "unfinished": "no result",
	} {
		err := c.call(tool, nil)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", tool, err)
		}
	}
	c.session = "gone"
	if err := c.call("plain", nil); err == nil || !strings.Contains(err.Error(), "400") {
		t.Errorf("without a session: %v", err)
	}
}
