package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
)

// agent is a client of the MCP door.
type agent struct {
	ledger  *ledger
	random  *rand.Rand
	http    *http.Client
	url     string
	session string // empty: it must introduce itself first
}

func newAgent(l *ledger, r *rand.Rand) *agent {
	return &agent{ledger: l, random: r, http: &http.Client{Transport: &http.Transport{}, Timeout: patience}}
}

// connect begins a session. The client's name is in its records.
func (a *agent) connect(ctx context.Context, port int, application string) error {
	a.url, a.session = fmt.Sprintf("http://127.0.0.1:%d/mcp", port), ""
	return a.post(ctx, "initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": application, "version": "1"},
	}, &struct{}{})
}

func (a *agent) close() { a.http.CloseIdleConnections() }

// errNoAnswer says that nothing is known of what was asked.
var errNoAnswer = errors.New("no answer")

// post sends a request and reads its result.
func (a *agent) post(ctx context.Context, method string, params, result any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if a.session != "" {
		r.Header.Set("Mcp-Session-Id", a.session)
	}
	answer, err := a.http.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if body, err = io.ReadAll(answer.Body); err != nil {
		return err
	}
	if id := answer.Header.Get("Mcp-Session-Id"); id != "" {
		a.session = id
	}
	message := struct{ Result any }{result}
	if json.Unmarshal(body, &message) != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: %s: %.200s", errNoAnswer, answer.Status, body)
	}
	return nil
}

// act calls a tool. Where it got no answer it begins anew.
func (a *agent) act(ctx context.Context) bool {
	c := change{kind: "run_mutation_query", door: "mcp", source: shop}
	tool, text := c.kind, "INSERT INTO soak (id) VALUES ('%s')"
	switch a.random.IntN(10) {
	case 0:
		text += " RETURNING at"
	case 1:
		text = "WITH gone AS (DELETE FROM soak WHERE id = 'nobody') INSERT INTO soak (id) SELECT '%s'"
	case 2:
		text = "INSERT INTO soak (id) SELECT '%s' WHERE 1/(SELECT 0) = 1"
	case 3:
		tool, c.kind = "run_select_query", "refused"
	case 4:
		tool, c.kind, c.reads, text = "run_select_query", "reading", true, "SELECT '%s'"
	case 5:
		c.source = files
	}
	return a.call(ctx, a.ledger.add(c), tool, text)
}

// call calls a tool with the SQL of a change, and notes what it was told.
func (a *agent) call(ctx context.Context, c *change, tool, text string) bool {
	var result struct {
		IsError bool
		Meta    map[string]struct{ Code string } `json:"_meta"`
		Content []struct{ Text string }
	}
	err := a.post(ctx, "tools/call", map[string]any{
		"name": tool, "arguments": map[string]any{"sql": fmt.Sprintf(text, c.id), "provider": c.source},
	}, &result)
	a.ledger.tell(func() {
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			c.code = forgotten
		case err != nil || len(result.Content) == 0:
		case !result.IsError:
			if c.answered = true; !c.reads {
				c.fate = done
			}
		default:
			for _, e := range result.Meta {
				c.code = e.Code
			}
			if definite(c.code) {
				c.fate, c.refused = never, c.kind == "refused"
			}
		}
	})
	return err == nil
}
