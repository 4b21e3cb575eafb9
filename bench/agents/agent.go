package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// era is a way to speak the protocol.
type era struct {
	name, version string
	sessions      bool
}

var eras = []era{
	{"2025", "2025-11-25", true},
	{"2026", "2026-07-28", false},
}

// agent is one client with one call at a time, and with a second connection if it
// listens.
type agent struct {
	era     era
	url     string
	http    *http.Client
	session string
	last    int
}

func newAgent(e era, address string) *agent {
	return &agent{era: e, url: "http://" + address + "/mcp", http: &http.Client{
		Transport: &http.Transport{MaxConnsPerHost: 2}, Timeout: time.Minute,
	}}
}

// errRefused is the answer to a call that the server did not take.
var errRefused = errors.New("refused")

// begin opens a session, where the era has them.
func (a *agent) begin(ctx context.Context) error {
	if !a.era.sessions {
		return nil
	}
	_, err := a.send(ctx, "initialize", map[string]any{
		"protocolVersion": a.era.version, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "agents", "version": "1"},
	}, nil)
	if err != nil {
		return err
	}
	return a.notify(ctx, "notifications/initialized")
}

// call calls a tool; what it says of the outcome of SQL is an error, too.
func (a *agent) call(ctx context.Context, tool string, arguments map[string]any) error {
	header := http.Header{"Mcp-Name": {tool}}
	answer, err := a.send(ctx, "tools/call", map[string]any{"name": tool, "arguments": arguments}, header)
	if err == nil && bytes.Contains(answer, []byte(`"isError":true`)) {
		return fmt.Errorf("%s: %.300s", tool, answer)
	}
	return err
}

func (a *agent) send(ctx context.Context, method string, params map[string]any, header http.Header) ([]byte, error) {
	a.last++
	if !a.era.sessions {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion":    a.era.version,
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
			"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "agents", "version": "1"},
		}
	}
	answer, err := a.post(ctx, map[string]any{"jsonrpc": "2.0", "id": a.last, "method": method, "params": params}, method, header)
	if err == nil && !bytes.Contains(answer, []byte(`"result":`)) {
		return nil, fmt.Errorf("%s: no result: %.300s", method, answer)
	}
	return answer, err
}

func (a *agent) notify(ctx context.Context, method string) error {
	_, err := a.post(ctx, map[string]any{"jsonrpc": "2.0", "method": method}, method, nil)
	return err
}

func (a *agent) post(ctx context.Context, message map[string]any, method string, header http.Header) ([]byte, error) {
	body, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if method != "initialize" {
		r.Header.Set("Mcp-Protocol-Version", a.era.version)
	}
	if !a.era.sessions {
		r.Header.Set("Mcp-Method", method)
	}
	if a.session != "" {
		r.Header.Set("Mcp-Session-Id", a.session)
	}
	response, err := a.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if id := response.Header.Get("Mcp-Session-Id"); id != "" {
		a.session = id
	}
	switch {
	case response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable:
		return nil, errRefused
	case response.StatusCode >= 300:
		return nil, fmt.Errorf("%s: %.300s", response.Status, answer)
	}
	return answer, err
}

// listen opens the stream on which a client of 2025 waits for what belongs to no call.
// It ends with ctx.
func (a *agent) listen(ctx context.Context) (end func() error, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", a.session)
	r.Header.Set("Mcp-Protocol-Version", a.era.version)
	response, err := (&http.Client{Transport: a.http.Transport}).Do(r)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("a stream: %s", response.Status), response.Body.Close())
	}
	return response.Body.Close, nil
}

func (a *agent) end() { a.http.CloseIdleConnections() }

// tally is what came of many calls. Safe for concurrent use.
type tally struct {
	mu       sync.Mutex
	answered []time.Duration
	refused  int
	failed   []error
}

func (t *tally) add(took time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err == nil:
		t.answered = append(t.answered, took)
	case errors.Is(err, errRefused):
		t.refused++
	default:
		t.failed = append(t.failed, err)
	}
}
