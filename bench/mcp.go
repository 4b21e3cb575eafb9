package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// toolCall is a tool with arguments, new ones for each call.
type toolCall struct {
	title, tool string
	arguments   func() map[string]any
}

func toolCalls(scale int) []toolCall {
	return []toolCall{
		{"server_info", "server_info", func() map[string]any { return map[string]any{} }},
		{"run_select_query, one row of PostgreSQL", "run_select_query", func() map[string]any {
			return map[string]any{"provider": database, "sql": fmt.Sprintf("SELECT abalance FROM pgbench_accounts WHERE aid = %d", 1+pick(100_000*scale))}
		}},
		{"run_select_query, one row of DuckDB", "run_select_query", func() map[string]any {
			return map[string]any{"provider": embedded, "sql": fmt.Sprintf("SELECT name FROM kept LIMIT 1 OFFSET %d", pick(3000))}
		}},
		{"run_select_query, one row of a CSV file", "run_select_query", func() map[string]any {
			return map[string]any{"provider": embedded, "sql": fmt.Sprintf("SELECT name FROM airports LIMIT 1 OFFSET %d", pick(3000))}
		}},
	}
}

// pick returns a number from 0 to n-1.
func pick(n int) int { return rand.IntN(n) } //nolint:gosec // any row will do

func (s *servers) mcpLines(o options) (lines []line) {
	for _, call := range toolCalls(o.scale) {
		lines = append(lines, s.across(call.title, func(ctx context.Context, target string) (numbers, error) {
			return s.callTools(ctx, s.targets[target], call, o.connections, o.duration)
		}, sallyport))
	}
	return lines
}

// callTools calls one tool for a while, over several connections at once, each
// an MCP session of its own.
func (s *servers) callTools(ctx context.Context, on *server, call toolCall, connections int, d time.Duration) (numbers, error) {
	clients := make([]*mcpClient, connections)
	for i := range clients {
		clients[i] = &mcpClient{url: s.mcpURL, http: &http.Client{Transport: &http.Transport{}, Timeout: 30 * time.Second}}
		defer clients[i].close(ctx)
		if err := clients[i].initialize(ctx); err != nil {
			return numbers{}, fmt.Errorf("initialize: %w", err)
		}
		if err := clients[i].call(ctx, call); err != nil { // so that nobody pays for the first one
			return numbers{}, err
		}
	}
	return repeat(on, connections, d, func(worker int) error { return clients[worker].call(ctx, call) })
}

// mcpClient is as little of an MCP client as there can be: one session, one
// connection, one request at a time.
type mcpClient struct {
	url     string
	http    *http.Client
	session string
	id      int
}

const protocolVersion = "2025-06-18"

func (c *mcpClient) initialize(ctx context.Context) error {
	var result struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if err := c.request(ctx, "initialize", map[string]any{
		"protocolVersion": protocolVersion, "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "sallyport-bench", "version": "1"},
	}, &result); err != nil {
		return err
	}
	if result.ProtocolVersion != protocolVersion {
		return fmt.Errorf("the server speaks %q, not %s", result.ProtocolVersion, protocolVersion)
	}
	return c.send(ctx, map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}, nil)
}

func (c *mcpClient) call(ctx context.Context, call toolCall) error {
	var result struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	err := c.request(ctx, "tools/call", map[string]any{"name": call.tool, "arguments": call.arguments()}, &result)
	if err == nil && result.IsError {
		err = fmt.Errorf("%s: %+v", call.tool, result.Content)
	}
	return err
}

// close ends the session.
func (c *mcpClient) close(ctx context.Context) {
	if c.session != "" {
		if req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.url, nil); err == nil {
			c.header(req)
			if res, err := c.http.Do(req); err == nil {
				res.Body.Close()
			}
		}
	}
	c.http.CloseIdleConnections()
}

func (c *mcpClient) header(req *http.Request) {
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
		req.Header.Set("Mcp-Protocol-Version", protocolVersion)
	}
}

func (c *mcpClient) request(ctx context.Context, method string, params, result any) error {
	c.id++
	return c.send(ctx, map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params}, result)
}

// send posts one message and reads the answer to it, if it is to have one.
func (c *mcpClient) send(ctx context.Context, message, result any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	c.header(req)
	res, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if id := res.Header.Get("Mcp-Session-Id"); id != "" {
		c.session = id
	}
	if res.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 300))
		return fmt.Errorf("HTTP status %s: %s", res.Status, text)
	}
	if result == nil {
		_, err := io.Copy(io.Discard, res.Body)
		return err
	}
	answer, err := readAnswer(res)
	if err != nil {
		return err
	}
	if answer.Error != nil {
		return fmt.Errorf("%s (%d)", answer.Error.Message, answer.Error.Code)
	}
	return json.Unmarshal(answer.Result, result)
}

type answer struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// readAnswer reads a response: JSON, or a stream of events with the answer
// among them.
func readAnswer(res *http.Response) (a answer, err error) {
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		text, err := io.ReadAll(res.Body)
		if err != nil {
			return a, err
		}
		err = json.Unmarshal(text, &a)
		return a, err
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		if !ok {
			continue
		}
		a = answer{}
		if err := json.Unmarshal(data, &a); err != nil {
			return a, err
		}
		if a.Result != nil || a.Error != nil {
			_, err := io.Copy(io.Discard, res.Body) // so that the connection is used again
			return a, err
		}
	}
	if err := lines.Err(); err != nil {
		return a, err
	}
	return a, errors.New("the stream ended without an answer")
}
