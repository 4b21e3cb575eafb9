package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// toolbox is the name of a target: MCP Toolbox for Databases.
const toolbox = "Toolbox"

// findToolbox returns Toolbox's program: the one in the path, or the one that
// `make bench-deps` has installed.
func findToolbox() (string, error) {
	if path, err := exec.LookPath("toolbox"); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("bench/toolbox/node_modules/@toolbox-sdk/server-*/bin/toolbox")
	if err == nil && len(found) == 0 {
		err = errors.New("it is not installed")
	}
	if err != nil {
		return "", err
	}
	return filepath.Abs(found[0])
}

// startToolbox starts it with one tool, which runs any SQL on the database.
func (s *servers) startToolbox(ctx context.Context) (*server, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := s.folder("toolbox")
	if err != nil {
		return nil, err
	}
	config := filepath.Join(dir, "tools.yaml")
	text := fmt.Sprintf(`sources:
  bench: {kind: postgres, host: 127.0.0.1, port: "%d", database: %s, user: postgres, password: any}
tools:
  execute_sql: {kind: postgres-execute-sql, source: bench, description: runs SQL}
`, s.postgres.Port, database)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), s.toolbox, "--config", config, "--port", fmt.Sprint(port), //nolint:gosec // the program that findToolbox found
		"--disable-version-check", "--disable-reload", "--log-level", "WARN")
	child, err := start(cmd, dir, port)
	if err != nil {
		return nil, err
	}
	child.mcp = fmt.Sprintf("127.0.0.1:%d", port)
	return child, child.awaitMCP(ctx)
}

// awaitMCP returns when an MCP client gets an answer.
func (s *server) awaitMCP(ctx context.Context) error {
	return s.await(ctx, func() error {
		client := &mcpClient{address: s.mcp}
		return errors.Join(client.initialize(ctx), client.close(ctx))
	})
}
