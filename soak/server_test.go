package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// The names of the sources.
const (
	shop  = "shop"  // PostgreSQL
	files = "files" // DuckDB
)

// build builds the program, with the race detector where the test has it.
func build(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "sallyport")
	flags := "-s -w"
	if _, err := exec.LookPath("ld.mold"); err == nil {
		flags += " -extldflags=-fuse-ld=mold" // as the Makefile links tests: two thirds of the processor time
	}
	args := []string{"build", "-ldflags", flags, "-o", path}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-race" && s.Value == "true" {
				args = append(args, "-race")
			}
		}
	}
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-10*time.Second)) // so that the test can say what has not ended
		defer cancel()
	}
	began, build := time.Now(), exec.CommandContext(ctx, "go", append(args, "github.com/sallyportdb/sallyport/cmd/sallyport")...)
	build.WaitDelay = time.Second // for the compilers, which have its output, too
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("go build, after %v: %v (it compiles everything where GOFLAGS are not those of the tests)\n%s", time.Since(began).Round(time.Second), err, out)
	}
	t.Logf("go %v", args)
	return path
}

// server is the program, in one life after another.
type server struct {
	binary, dir, dsn string
	wire, mcp        int // ports
	log              string
	starting         time.Duration // spent, in all lives
	cmd              *exec.Cmd
	done             chan error
}

// newServer writes the configuration. records is the folder of the audit log.
func newServer(binary, dir, dsn, records string) (*server, error) {
	s := &server{binary: binary, dir: dir, dsn: dsn, wire: freePort(), mcp: freePort(), log: filepath.Join(dir, "server.log")}
	text := fmt.Sprintf(`mode: full_access
state_dir: %s
pgwire: {address: "127.0.0.1:%d"}
mcp: {address: "127.0.0.1:%d"}
log: {level: warn}
audit: {dir: %s, max_size_mb: 1, parameters: values}
sources:
  - {name: %s, kind: postgres, default: true, dsn_env: SOAK_DSN, max_connections: 60}
  - {name: %s, kind: duckdb, path: %s}
`, filepath.Join(dir, "state"), s.wire, s.mcp, records, shop, files, filepath.Join(dir, "files.db"))
	return s, os.WriteFile(filepath.Join(dir, "sallyport.yaml"), []byte(text), 0o600)
}

// start begins a life, and returns when a client gets an answer.
func (s *server) start() error {
	defer func(began time.Time) { s.starting += time.Since(began) }(time.Now())
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = exec.Command(s.binary, "srv", "--config", filepath.Join(s.dir, "sallyport.yaml"))
	s.cmd.Env = append(os.Environ(), "SOAK_DSN="+s.dsn)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.done = make(chan error, 1)
	go func(cmd *exec.Cmd, done chan<- error) { done <- cmd.Wait() }(s.cmd, s.done)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if err := s.ask(shop, "SELECT 1"); err == nil {
			return nil
		}
		select {
		case err := <-s.done:
			s.done <- err
			return fmt.Errorf("the server did not start: %w\n%s", err, s.tail())
		default:
		}
	}
	return fmt.Errorf("the server does not answer\n%s", s.tail())
}

// ask runs a statement as a client.
func (s *server) ask(source, sql string) error {
	_, err := query(fmt.Sprintf("postgres://soak@127.0.0.1:%d/%s?sslmode=disable", s.wire, source), sql)
	return err
}

// end sends a signal and waits for the end of a life. After SIGTERM an error
// says that it did not end well.
func (s *server) end(signal syscall.Signal) error {
	if err := s.cmd.Process.Signal(signal); err != nil {
		return fmt.Errorf("the server has ended by itself: %w\n%s", err, s.tail())
	}
	select {
	case err := <-s.done:
		s.done <- err
		var exit *exec.ExitError
		if signal == syscall.SIGKILL && errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
			return nil
		}
		if signal == syscall.SIGKILL {
			return fmt.Errorf("the server had ended by itself: %v\n%s", s.cmd.ProcessState, s.tail())
		}
		if err != nil {
			return fmt.Errorf("%v: the server ended: %w\n%s", signal, err, s.tail())
		}
		return nil
	case <-time.After(30 * time.Second):
		_ = s.cmd.Process.Kill()
		err := <-s.done
		s.done <- err
		return fmt.Errorf("%v: the server did not end\n%s", signal, s.tail())
	}
}

// quit has the server write the stacks of its goroutines to its log, and end.
func (s *server) quit() { _ = s.cmd.Process.Signal(syscall.SIGQUIT) }

// tail is the last that the server said.
func (s *server) tail() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-4000):])
}

// query runs a statement on a connection of its own and returns the rows, in
// text.
func query(dsn, sql string) ([][][]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgconn.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil || len(results) == 0 {
		return nil, err
	}
	return results[len(results)-1].Rows, nil
}

// freePort finds a port that no client will have by chance while the server is
// down: one below those that the system gives to them.
func freePort() int {
	for {
		port := 12_000 + rand.IntN(18_000)
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			return port
		}
	}
}
