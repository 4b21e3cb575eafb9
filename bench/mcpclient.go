package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// mcpClient is as little of an MCP client as there can be: one session, one
// connection, one request at a time. It runs on the same cores as the server it
// measures, so it writes its requests by hand and does not take answers apart
// beyond what tells success from failure.
type mcpClient struct {
	address string
	session string
	ready   bool // the revision of the protocol is agreed on
	id      int
	conn    net.Conn
	in      *bufio.Reader
	out     []byte
	answer  bytes.Buffer
}

const protocolVersion = "2025-06-18"

// initialize connects and opens a session, if the server has them.
func (c *mcpClient) initialize(ctx context.Context) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.address)
	if err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return err
		}
	}
	c.conn, c.in = conn, bufio.NewReaderSize(conn, 64<<10)
	if err := c.request("initialize", map[string]any{
		"protocolVersion": protocolVersion, "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "sallyport-bench", "version": "1"},
	}); err != nil {
		return err
	}
	if !bytes.Contains(c.answer.Bytes(), []byte(`"protocolVersion":"`+protocolVersion+`"`)) {
		return fmt.Errorf("the server does not speak %s: %.300s", protocolVersion, c.answer.Bytes())
	}
	c.ready = true
	return c.send(http.MethodPost, map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

func (c *mcpClient) call(tool string, arguments map[string]any) error {
	if err := c.request("tools/call", map[string]any{"name": tool, "arguments": arguments}); err != nil {
		return err
	}
	if bytes.Contains(c.answer.Bytes(), []byte(`"isError":true`)) {
		return fmt.Errorf("%s: %.300s", tool, c.answer.Bytes())
	}
	return nil
}

// close ends the session and the connection.
func (c *mcpClient) close(context.Context) error {
	if c.conn == nil {
		return nil
	}
	if c.session != "" {
		if err := c.conn.SetDeadline(time.Now().Add(stopLimit)); err == nil {
			_ = c.send(http.MethodDelete, nil) // the server forgets idle ones, too
		}
	}
	return c.conn.Close()
}

// request posts a request and reads its answer, which must be a result.
func (c *mcpClient) request(method string, params any) error {
	c.id++
	if err := c.send(http.MethodPost, map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params}); err != nil {
		return err
	}
	if !bytes.Contains(c.answer.Bytes(), []byte(`"result":`)) {
		return fmt.Errorf("%s: no result: %.300s", method, c.answer.Bytes())
	}
	return nil
}

// send sends one message and reads what comes back into answer.
func (c *mcpClient) send(method string, message any) error {
	var body []byte
	if message != nil {
		var err error
		if body, err = json.Marshal(message); err != nil {
			return err
		}
	}
	c.out = fmt.Appendf(c.out[:0], "%s /mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\n",
		method, c.address, len(body))
	if c.session != "" {
		c.out = fmt.Appendf(c.out, "Mcp-Session-Id: %s\r\n", c.session)
	}
	if c.ready {
		c.out = fmt.Appendf(c.out, "Mcp-Protocol-Version: %s\r\n", protocolVersion)
	}
	c.out = append(append(c.out, "\r\n"...), body...)
	if _, err := c.conn.Write(c.out); err != nil {
		return err
	}
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return err
	}
	c.answer.Reset()
	_, err = io.Copy(&c.answer, res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return err
	}
	if id := res.Header.Get("Mcp-Session-Id"); id != "" {
		c.session = strings.Clone(id)
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("HTTP status %s: %.300s", res.Status, c.answer.Bytes())
	}
	return nil
}
