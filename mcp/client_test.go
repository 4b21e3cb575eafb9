package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"transcript","version":"1"}}}`

// client sends one message and returns the answer, "" for none.
type client func(message string) string

// overHTTP is a client of the 2025 revisions, with a session.
func (d *door) overHTTP(t *testing.T) client {
	t.Helper()
	b := browser(t)
	answer := d.post(t, b, hello, nil)
	session := answer.header.Get("Mcp-Session-Id")
	if session == "" {
		t.Fatalf("initialize gave no session: %s", answer.body)
	}
	return func(message string) string {
		return d.post(t, b, message, http.Header{"Mcp-Session-Id": {session}}).message(t)
	}
}

// overStdio is a client on a pipe.
func (d *door) overStdio(t *testing.T) client {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- d.ServeStdio(context.Background(), in, out)
		out.Close()
	}()
	lines := bufio.NewReader(answers)
	t.Cleanup(func() {
		requests.Close()
		rest, _ := io.ReadAll(lines)
		if err := <-served; err != nil || len(rest) > 0 {
			t.Errorf("at end of input: %v, and %q was still written", err, rest)
		}
	})
	send := func(message string) string {
		_, err := io.WriteString(requests, message+"\n")
		must(t, err)
		answer, err := lines.ReadString('\n')
		must(t, err)
		return strings.TrimSuffix(answer, "\n")
	}
	send(hello)
	return send
}

// modern is a client of the revision that has no sessions.
func (d *door) modern(t *testing.T) client {
	t.Helper()
	b := browser(t)
	return func(message string) string {
		message, header := asModern(t, message)
		return d.post(t, b, message, header).message(t)
	}
}

// asModern adds to a request what revision 2026-07-28 wants of it.
func asModern(t *testing.T, message string) (string, http.Header) {
	t.Helper()
	var m struct {
		Version string         `json:"jsonrpc"`
		ID      any            `json:"id,omitempty"`
		Method  string         `json:"method"`
		Params  map[string]any `json:"params"`
	}
	must(t, json.Unmarshal([]byte(message), &m))
	if m.Params == nil {
		m.Params = map[string]any{}
	}
	m.Params["_meta"] = map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "modern", "version": "2"},
	}
	header := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {m.Method}}
	if name, ok := m.Params["name"].(string); ok {
		header.Set("Mcp-Name", name)
	} else if uri, ok := m.Params["uri"].(string); ok {
		header.Set("Mcp-Name", uri)
	}
	text, err := json.Marshal(m)
	must(t, err)
	return string(text), header
}

type answer struct {
	status int
	header http.Header
	body   string
}

// message is what was answered. An answer that takes long comes as a stream of events, the last of which it is.
func (a answer) message(t testing.TB) string {
	t.Helper()
	if a.header.Get("Content-Type") != "text/event-stream" {
		return a.body
	}
	all := events(t, a)
	if len(all) == 0 {
		t.Fatalf("a stream without an answer: %.300q", a.body)
	}
	return all[len(all)-1]
}

func (d *door) post(t testing.TB, b *http.Client, message string, header http.Header) answer {
	t.Helper()
	return d.do(t, b, "POST", message, header)
}

func (d *door) do(t testing.TB, b *http.Client, method, message string, header http.Header) answer {
	t.Helper()
	r, err := http.NewRequest(method, d.url, strings.NewReader(message))
	must(t, err)
	r.Header = header.Clone()
	if r.Header == nil {
		r.Header = http.Header{}
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
		r.Header.Del("Host")
	}
	if r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	response, err := b.Do(r)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return answer{response.StatusCode, response.Header, strings.TrimSuffix(string(body), "\n")}
}

func callMessage(id any, tool, arguments string) string {
	quoted, _ := json.Marshal(id)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, quoted, tool, arguments)
}

// outcome is a tool's result, as clients see it.
type outcome struct {
	Text       string
	Structured json.RawMessage
	IsError    bool
	Meta       json.RawMessage
	Protocol   string // the error of the protocol, if it was one
}

func parse(t *testing.T, body string) outcome {
	t.Helper()
	var m struct {
		Result struct {
			Content []struct {
				Type string
				Text string
			}
			StructuredContent json.RawMessage
			IsError           bool
			Meta              json.RawMessage `json:"_meta"`
		}
		Error json.RawMessage
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatalf("%v in %q", err, body)
	}
	o := outcome{Structured: m.Result.StructuredContent, IsError: m.Result.IsError, Meta: m.Result.Meta, Protocol: string(m.Error)}
	for _, c := range m.Result.Content {
		o.Text += c.Text
	}
	return o
}

func (c client) call(t *testing.T, tool, arguments string) outcome {
	t.Helper()
	return parse(t, c(callMessage(1, tool, arguments)))
}
