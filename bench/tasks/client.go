package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// client is a client on the pipes of a server that it has started.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	id  int
}

// connect starts a server and shakes hands.
func connect(ctx context.Context, s server) (*client, error) {
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...) //nolint:gosec // the programs that are compared
	cmd.Env = append(os.Environ(), s.env...)
	cmd.WaitDelay = 10 * time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &client{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	if _, err := c.request("initialize", map[string]any{
		"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "tasks", "version": "1"},
	}); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, c.write(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

func (c *client) write(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.in.Write(append(text, '\n'))
	return err
}

// request sends a request and returns its result.
func (c *client) request(method string, params any) (json.RawMessage, error) {
	c.id++
	if err := c.write(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		var m struct {
			ID     *int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if json.Unmarshal(line, &m) != nil || m.ID == nil || *m.ID != c.id {
			continue // a notification, or a word to the log
		}
		if m.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		return m.Result, nil
	}
}

// call calls a tool. What goes wrong in it is text, too.
func (c *client) call(tool string, arguments map[string]any) (text string, failed bool, err error) {
	result, err := c.request("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return err.Error(), true, nil //nolint:nilerr // a model reads it
	}
	var r struct {
		IsError bool
		Content []struct{ Text string }
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return "", false, err
	}
	var all []string
	for _, part := range r.Content {
		all = append(all, part.Text)
	}
	return strings.Join(all, "\n"), r.IsError, nil
}

// toolsOf is the list of tools as a client gets it.
func toolsOf(list json.RawMessage) string {
	var r struct{ Tools json.RawMessage }
	if json.Unmarshal(list, &r) != nil {
		return ""
	}
	return string(r.Tools)
}

// close ends the server.
func (c *client) close() error {
	err := c.in.Close()
	done := make(chan struct{})
	go func() {
		_ = c.cmd.Wait() // its exit code says nothing here
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		err = errors.Join(err, c.cmd.Process.Kill())
		<-done
	}
	return err
}
