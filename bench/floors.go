package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// floor is the name of a target: a program that does one part of Sallyport's work and nothing else. With
// a value of audit.sync_changes behind it, the part is that of such a Sallyport.
const floor = "floor"

// recorded is in the name of a floor that also appends a line for each call, as a record does.
const recorded = ", recorded"

// floorOf is the floor of one of the line's Sallyports; nil if there is none.
func (l *line) floorOf(s *series) *series {
	variant, ok := strings.CutPrefix(s.Name, sallyport)
	if !ok {
		return nil
	}
	return l.target(floor + variant)
}

// before is the series of an older program, of one of the line's Sallyports; nil if there is none.
func (l *line) before(s *series) *series {
	variant, ok := strings.CutPrefix(s.Name, sallyport)
	if !ok {
		return nil
	}
	return l.target(before + variant)
}

// startFloors starts the floors of the parts that are measured.
func (s *servers) startFloors(ctx context.Context, o options) error {
	if _, err := os.Stat(o.floor); err != nil {
		s.problems = append(s.problems, "the program of the floors is not there, so they are left out: run `make bench`")
		return nil //nolint:nilerr // it is told
	}
	var err error
	if o.has(partSelect) {
		if s.targets[floor], err = s.startCopier(ctx, o.floor); err != nil {
			return err
		}
	}
	for _, value := range o.syncChanges {
		if !o.has(partTPCB) || s.targets[syncing(value)] == nil || value == "outcome" { // which no floor knows
			continue
		}
		name := floor + ", " + value
		if s.targets[name], err = s.startCopier(ctx, o.floor, "-flush", value); err != nil {
			return err
		}
	}
	if !o.has(partMCP) {
		return nil
	}
	for _, call := range toolCalls(o.scale) {
		if call.of[floor] == nil {
			continue
		}
		if s.floors[call.title], err = s.startAnswerer(ctx, o.floor, call, false); err == nil {
			s.floors[call.title+recorded], err = s.startAnswerer(ctx, o.floor, call, true)
		}
		if err != nil {
			return fmt.Errorf("the floor of %s: %w", call.title, err)
		}
	}
	return nil
}

// startCopier starts a program that copies bytes to and from PostgreSQL; with -flush it keeps intents.
func (s *servers) startCopier(ctx context.Context, program string, flush ...string) (*server, error) {
	child, err := s.startFloor(ctx, program, func(dir, address string) []string {
		args := append([]string{"copy", "-listen", address, "-to", fmt.Sprintf("127.0.0.1:%d", s.postgres.Port)}, flush...)
		if len(flush) > 0 {
			args = append(args, "-journal", filepath.Join(dir, "journal"))
		}
		return args
	})
	if err != nil {
		return nil, fmt.Errorf("the copier: %w", err)
	}
	return child, child.awaitPostgres(ctx)
}

// startAnswerer starts a program that answers a call as Sallyport does, and runs the call's statement
// before if there is one.
func (s *servers) startAnswerer(ctx context.Context, program string, call toolCall, records bool) (child *server, err error) {
	tool, arguments := call.of[sallyport]()
	client := &mcpClient{address: s.targets[sallyport].mcp}
	defer func() { err = errors.Join(err, client.close(ctx)) }()
	if err := errors.Join(client.initialize(ctx), client.call(tool, arguments)); err != nil {
		return nil, err
	}
	child, err = s.startFloor(ctx, program, func(dir, address string) []string {
		answer := filepath.Join(dir, "answer")
		err = os.WriteFile(answer, client.answer.Bytes(), 0o600)
		args := []string{"http", "-listen", address, "-answer", answer}
		if records {
			args = append(args, "-record", filepath.Join(dir, "record"))
		}
		if arguments["sql"] != nil {
			args = append(args, "-dsn", s.postgres.DSN(database))
		}
		return args
	})
	if err != nil {
		return nil, err
	}
	child.mcp = fmt.Sprintf("127.0.0.1:%d", child.port)
	return child, child.awaitMCP(ctx)
}

// startFloor starts the program of the floors with the arguments for a folder and an address.
func (s *servers) startFloor(ctx context.Context, program string, args func(dir, address string) []string) (*server, error) {
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := s.folder(floor)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), program, args(dir, fmt.Sprintf("127.0.0.1:%d", port))...) //nolint:gosec // the program that was built for this
	return start(cmd, dir, port)
}
