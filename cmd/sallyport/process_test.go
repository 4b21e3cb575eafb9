//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// processLimit is how long a process may take.
const processLimit = 5 * time.Minute

// process starts the test binary as the program.
func process(t *testing.T, as string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), processLimit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asSallyport+"="+as, "SALLYPORT_APPROVALS_DESK=false")
	if signal.Ignored(os.Interrupt) { // a shell starts in this way what runs in the background, and the process would ignore it, too
		taken := make(chan os.Signal, 1)
		signal.Notify(taken, os.Interrupt)
		t.Cleanup(func() { signal.Stop(taken) })
	}
	return cmd
}

// talk is what an MCP client sends to look around and to try something.
const talk = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"run_select_query","arguments":{"sql":"SELECT count(*) AS n FROM airports"}}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"run_mutation_query","arguments":{"sql":"DELETE FROM airports"}}}
`

// TestStdio: on standard output there is MCP and nothing else, and the end of
// standard input is the end.
func TestStdio(t *testing.T) {
	state := t.TempDir()
	cmd := process(t, "yes", "mcp", "--mcp.server.type=stdio", "--state-dir", state, "--log-level", "trace")
	cmd.Stdin = strings.NewReader(talk)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	answers := map[float64]string{}
	for line := range strings.Lines(out.String()) {
		var message struct {
			JSONRPC string `json:"jsonrpc"`
			ID      float64
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.JSONRPC != "2.0" {
			t.Errorf("not a message: %q", line)
		}
		answers[message.ID] = line
	}
	for id, want := range map[float64]string{1: `"serverInfo"`, 2: `"run_select_query"`, 3: `3376`, 4: `"isError":true`} {
		if !strings.Contains(answers[id], want) {
			t.Errorf("answer %v is %q, want %s in it", id, answers[id], want)
		}
	}
	if !strings.Contains(errs.String(), "standard input") {
		t.Errorf("no word on standard error: %q", errs.String())
	}
	records, err := os.ReadFile(filepath.Join(state, "audit", "audit.jsonl"))
	if err != nil || !strings.Contains(string(records), "DELETE FROM airports") {
		t.Errorf("records: %v %s", err, records)
	}
}

// TestStdioBesideAServer: a client may start one while another has the log.
func TestStdioBesideAServer(t *testing.T) {
	r := start(t, nil)
	var out, errs output
	status := run(t.Context(), []string{"mcp", "--mcp.server.type", "stdio", "--state-dir", r.state}, cli.Streams{In: strings.NewReader(talk), Out: &out, Err: &errs},
		[]string{"SALLYPORT_APPROVALS_DESK=false"})
	if status != 0 || !strings.Contains(out.String(), "3376") {
		t.Errorf("status %d\n%s\n%s", status, out.String(), errs.String())
	}
	if _, err := os.Stat(filepath.Join(r.state, "audit", "2", "audit.jsonl")); err != nil {
		t.Error(err)
	}
}

func TestMCPOverHTTPAlone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out, errs output
	ended := make(chan int, 1)
	state := newState(t)
	go func() {
		ended <- run(ctx, []string{"mcp", "--state-dir", state, "--mcp-address", "127.0.0.1:0"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, nil)
	}()
	eventually(t, "it greets", func() bool { return strings.Contains(out.String(), "mcpServers") }, &errs)
	if strings.Contains(out.String(), "Postgres") {
		t.Errorf("greeting:\n%s", out.String())
	}
	cancel()
	if status := <-ended; status != 0 {
		t.Errorf("status %d\n%s", status, errs.String())
	}
}

// TestSignals: the end of a server by its process's signals.
func TestSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			cmd := process(t, "yes", "srv", "--state-dir", newState(t), "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0")
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			cmd.Stderr = &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			await(t, out, "mcpServers")
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("%v\n%s", err, errs.String())
			}
		})
	}
}

// postgresAddress reads a server's greeting until it tells where the Postgres door is.
func postgresAddress(t *testing.T, out io.Reader) string {
	t.Helper()
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("no greeting: %v", err)
		}
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "Postgres" {
			return fields[1]
		}
	}
}

// TestSignalDrains: a statement that runs when SIGTERM comes may end, on the
// Postgres door as on the other, and new connections are told why they are refused.
func TestSignalDrains(t *testing.T) {
	t.Parallel() // it waits for statements of seconds
	server := pgtest.Start(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "mode: full_access\nsources:\n- {name: shop, kind: postgres, dsn_env: SHOP_DSN, default: true}\n- {name: files, kind: duckdb}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := process(t, "yes", "srv", "--config", file, "--state-dir", newState(t), "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, "SHOP_DSN="+server.DSN("postgres"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address := postgresAddress(t, out)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	holder, err := pgconn.Connect(ctx, server.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close(ctx)
	const lock = "SELECT pg_advisory_lock(7)"
	if _, err := holder.Exec(ctx, lock).ReadAll(); err != nil {
		t.Fatal(err)
	}
	// One statement waits for the holder's lock, the other for its client to read more than sockets buffer.
	refused, runs := make(chan struct{}), map[string]chan error{}
	for database, sql := range map[string]string{"shop": lock, "files": "SELECT repeat('x', 1000) FROM range(40000)"} {
		conn, err := pgconn.Connect(ctx, "postgres://alice@"+address+"/"+database+"?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		runs[database] = ended
		go func() {
			rows := conn.ExecParams(ctx, sql, nil, nil, nil, nil)
			for rows.NextRow() {
				<-refused
			}
			_, err := rows.Close()
			ended <- err
			_ = conn.Close(ctx) // the server may have closed it
		}()
	}
	look, err := pgconn.Connect(ctx, "postgres://alice@"+address+"/shop?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	courttest.Eventually(t, "both run", func() bool {
		const running = "SELECT count(*) FROM sallyport.sessions.open WHERE state = 'active' AND source IN ('shop', 'files')"
		all, err := look.Exec(ctx, running).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return string(all[0].Rows[0][0]) == "3" // with this one
	})
	if err := errors.Join(look.Close(ctx), cmd.Process.Signal(syscall.SIGTERM)); err != nil {
		t.Fatal(err)
	}
	courttest.Eventually(t, "a new connection is refused", func() bool {
		conn, err := pgconn.Connect(ctx, "postgres://alice@"+address+"/shop?sslmode=disable")
		if err == nil { // the signal is under way
			return conn.Close(ctx) != nil
		}
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Code != "57P01" {
			t.Errorf("a new connection: %v", err)
		}
		return true
	})
	if _, err := holder.Exec(ctx, "SELECT pg_advisory_unlock(7)").ReadAll(); err != nil {
		t.Error(err)
	}
	close(refused)
	for database, ended := range runs {
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", database, err)
		}
	}
	began := time.Now()
	if err := cmd.Wait(); err != nil || time.Since(began) > 5*time.Second {
		t.Errorf("after %v: %v\n%s", time.Since(began), err, errs.String())
	}
}

// hang is a server that does not come to its end.
func hang() {
	ctx, stop := cli.UntilSignal(context.Background())
	defer stop()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("stopping")
	time.Sleep(time.Minute) // longer than the test that kills it
}

// TestSecondSignal: it ends at once what the first could not.
func TestSecondSignal(t *testing.T) {
	cmd := process(t, "hang")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	await(t, lines, "ready")
	interrupt := func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
	}
	interrupt()
	await(t, lines, "stopping")
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		interrupt() // the first one's handler leaves a moment after "stopping"
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
				t.Errorf("ended with %v", err)
			}
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// noise is a program whose libraries print what nobody asked for.
func noise() {
	own, _, err := cli.Streams{Out: os.Stdout}.OwnStdout()
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(own, "message")
	fmt.Println("noise of Go")
	_, _ = syscall.Write(1, []byte("noise of C\n"))
	os.Exit(0)
}

func TestTakeStdout(t *testing.T) {
	cmd := process(t, "noise")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if out.String() != "message\n" || errs.String() != "noise of Go\nnoise of C\n" {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
}

// await reads lines until one holds the text.
func await(t *testing.T, r io.Reader, text string) {
	t.Helper()
	lines, ok := r.(*bufio.Reader)
	if !ok {
		lines = bufio.NewReader(r)
	}
	for {
		line, err := lines.ReadString('\n')
		if strings.Contains(line, text) {
			return
		}
		if err != nil {
			t.Fatalf("no %q: %v", text, err)
		}
	}
}
