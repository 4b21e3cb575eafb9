package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// bench is one trial at a program.
type bench struct {
	options  options
	mock     *mock
	registry string
	dir      string
	program  string

	own     string // the server's folder
	address string
	cmd     *exec.Cmd
	done    chan struct{} // closed when it has ended
}

const startLimit = time.Minute

// connect connects to the server, and starts it where it does not run. The first statement opens what
// all statements need.
func (b *bench) connect(ctx context.Context) (*pgx.Conn, error) {
	if b.cmd == nil {
		if err := b.start(ctx); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, "postgres://bench@"+b.address+"/mock?sslmode=disable")
		if err == nil {
			_, err = conn.Exec(ctx, "SELECT 1")
			return conn, err
		}
		select {
		case <-b.done:
			return nil, errors.Join(err, b.tail())
		case <-ctx.Done():
			return nil, errors.Join(err, b.tail())
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
	mcp := ""
	for _, address := range []*string{&b.address, &mcp} {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		*address = l.Addr().String()
		if err := l.Close(); err != nil {
			return err
		}
	}
	config := filepath.Join(b.own, "sallyport.yaml")
	text := fmt.Sprintf("sources:\n  - {name: mock, kind: api, registry: %q, allow_addresses: [127.0.0.1]}\n", b.registry)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(b.own, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	b.cmd = exec.CommandContext(context.WithoutCancel(ctx), b.program, "srv", "--config", config, "--state-dir", filepath.Join(b.own, "state"), //nolint:gosec // the program that is measured
		"--mcp-address", mcp, "--pgwire-address", b.address)
	b.cmd.Stdout, b.cmd.Stderr = log, log
	if err := b.cmd.Start(); err != nil {
		return err
	}
	done, cmd := make(chan struct{}), b.cmd
	b.done = done
	go func() {
		defer close(done)
		_ = cmd.Wait()
	}()
	return nil
}

func (b *bench) tail() error {
	text, err := os.ReadFile(filepath.Join(b.own, "log"))
	if err != nil {
		return err
	}
	return errors.New(string(text[max(0, len(text)-2000):]))
}

// halt stops the server; the next connect starts it again over the same state.
func (b *bench) halt() error {
	if b.cmd == nil {
		return nil
	}
	err := b.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-b.done:
	case <-time.After(startLimit):
		err = errors.Join(errors.New("the server did not stop"), b.cmd.Process.Kill())
	}
	b.cmd = nil
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

// peak is the most that the server has had in RAM, in MiB; 0 where the system does not tell.
func (b *bench) peak() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	return statusField(string(text), "VmHWM: %f kB") / 1024
}

// cpu is what the server has computed, in milliseconds.
func (b *bench) cpu() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", b.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	const tick = 10 // milliseconds, on every Linux that this runs on
	var user, system float64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return 0
	}
	return (user + system) * tick
}
