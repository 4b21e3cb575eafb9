package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/bench/versus"
)

// bench is one trial at a program.
type bench struct {
	options  options
	mock     *mock
	registry string
	dir      string
	program  string

	own    string // the server's folder
	server *versus.Child
}

// connect connects to the server, and starts it where it does not run. The first statement opens what
// all statements need.
func (b *bench) connect(ctx context.Context) (*pgx.Conn, error) {
	if b.server == nil {
		if err := b.start(ctx); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, versus.StartLimit)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, "postgres://bench@"+b.server.Wire+"/mock?sslmode=disable")
		if err == nil {
			_, err = conn.Exec(ctx, "SELECT 1")
			return conn, err
		}
		select {
		case <-b.server.Ended:
			return nil, b.server.Failed(err)
		case <-ctx.Done():
			return nil, b.server.Failed(err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// start starts the program over the mock.
func (b *bench) start(ctx context.Context) error {
	var err error
	if b.own == "" {
		if b.own, err = os.MkdirTemp(b.dir, "server"); err != nil {
			return err
		}
	}
	config := filepath.Join(b.own, "sallyport.yaml")
	text := fmt.Sprintf("sources:\n  - {name: mock, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", b.registry)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	b.server, err = versus.Start(ctx, b.program, b.own, "--config", config)
	return err
}

// halt stops the server; the next connect starts it again over the same state.
func (b *bench) halt() error {
	if b.server == nil {
		return nil
	}
	err := b.server.Stop()
	b.server = nil
	return err
}

// stop stops the server and removes what it has written.
func (b *bench) stop() error {
	err := b.halt()
	if b.own != "" {
		err = errors.Join(err, os.RemoveAll(b.own))
	}
	return err
}

// peak is the most that the server has had in RAM, in MiB.
func (b *bench) peak() float64 {
	_, peak := b.server.Memory()
	return peak
}
