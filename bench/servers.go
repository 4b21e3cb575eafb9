package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const (
	startLimit = 60 * time.Second
	stopLimit  = 15 * time.Second
	database   = "bench" // in PostgreSQL and PgBouncer, and the name of Sallyport's source
	embedded   = "files" // Sallyport's other source
)

// servers are all that runs beside the clients.
type servers struct {
	postgres *pgtest.Server
	bouncer  *server // nil: not installed
	gateway  *server
	mcpURL   string
	problems []string
}

// server is a child with a port for Postgres clients.
type server struct {
	cmd  *exec.Cmd
	port int
	log  string        // file
	done chan struct{} // closed when it has ended
}

// startServers starts everything under dir. What it returns must be stopped,
// also after an error.
func startServers(ctx context.Context, dir string, o options) (*servers, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	s := &servers{}
	if _, err := os.Stat(o.binary); err != nil {
		return s, fmt.Errorf("%w: run `make build` first", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user if we are root
		return s, err
	}
	var err error
	if s.postgres, err = startPostgres(ctx, filepath.Join(dir, "postgres"), o.scale); err != nil {
		return s, err
	}
	s.bouncer, err = startBouncer(ctx, filepath.Join(dir, "pgbouncer"), s.postgres.Port)
	if errors.Is(err, exec.ErrNotFound) {
		s.problems = append(s.problems, "PgBouncer is not installed, so its column is empty: run `make deps`")
	} else if err != nil {
		return s, fmt.Errorf("PgBouncer: %w", err)
	}
	if err := s.startGateway(ctx, filepath.Join(dir, "sallyport"), o.binary); err != nil {
		return s, fmt.Errorf("sallyport: %w", err)
	}
	return s, nil
}

func (s *servers) stop() error {
	var errs []error
	for _, server := range []*server{s.gateway, s.bouncer} {
		if server != nil {
			errs = append(errs, server.stop())
		}
	}
	if s.postgres != nil {
		errs = append(errs, s.postgres.Stop())
	}
	return errors.Join(errs...)
}

func startPostgres(ctx context.Context, dir string, scale int) (*pgtest.Server, error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	pg, err := pgtest.Launch(ctx, dir, pgtest.Options{Settings: map[string]string{"max_connections": "200"}})
	if err != nil {
		return nil, err
	}
	for _, args := range [][]string{
		{"createdb", "-h", "127.0.0.1", "-p", strconv.Itoa(pg.Port), "-U", "postgres", database},
		{"pgbench", "-i", "-q", "-s", strconv.Itoa(scale), "-h", "127.0.0.1", "-p", strconv.Itoa(pg.Port), "-U", "postgres", database},
	} {
		if out, err := exec.CommandContext(ctx, filepath.Join(pg.BinDir, args[0]), args[1:]...).CombinedOutput(); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w\n%s", args[0], err, out), pg.Stop())
		}
	}
	return pg, nil
}

// startBouncer starts PgBouncer. It refuses to run as root.
func startBouncer(ctx context.Context, dir string, postgres int) (*server, error) {
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		if path, err = exec.LookPath("/usr/sbin/pgbouncer"); err != nil {
			return nil, exec.ErrNotFound
		}
	}
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	ini := fmt.Sprintf(`[databases]
%s = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 100
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
log_connections = 0
log_disconnections = 0
logfile =
`, database, postgres, port)
	// auth_type any takes every user as the one of the database entry.
	ini = strings.Replace(ini, "\n[pgbouncer]", " user=postgres\n[pgbouncer]", 1)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	config := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(config, []byte(ini), 0o644); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), path, "-q", config) // ctx is for the start; stop ends it
	if cmd.SysProcAttr, err = unprivileged(); err != nil {
		return nil, err
	}
	b, err := start(cmd, dir, port)
	if err != nil {
		return nil, err
	}
	return b, b.awaitPostgres(ctx)
}

// startGateway starts Sallyport with both sources.
func (s *servers) startGateway(ctx context.Context, dir, binary string) error {
	wire, err := freePort(ctx)
	if err != nil {
		return err
	}
	mcp, err := freePort(ctx)
	if err != nil {
		return err
	}
	sample, err := filepath.Abs("sample")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	config := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf(`mode: full_access
state_dir: %s
pgwire: {address: "127.0.0.1:%d"}
mcp: {address: "127.0.0.1:%d"}
log: {level: warn}
sources:
  - {name: %s, kind: postgres, default: true, dsn_env: BENCH_DSN, max_connections: 100}
  - {name: %s, kind: duckdb, folder: %s}
`, filepath.Join(dir, "state"), wire, mcp, database, embedded, sample)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), binary, "srv", "--config", config)
	cmd.Env = append(os.Environ(), "BENCH_DSN="+s.postgres.DSN(database))
	if s.gateway, err = start(cmd, dir, wire); err != nil {
		return err
	}
	s.mcpURL = fmt.Sprintf("http://127.0.0.1:%d/mcp", mcp)
	if err := s.gateway.awaitPostgres(ctx); err != nil {
		return err
	}
	// The folder's files are read anew by each query; this table is not.
	return s.gateway.ask(ctx, embedded, "CREATE TABLE kept AS SELECT * FROM airports")
}

// start starts a child whose output goes to a file in dir. Its goroutine ends
// with it, and stop waits for both.
func start(cmd *exec.Cmd, dir string, port int) (*server, error) {
	s := &server{cmd: cmd, port: port, log: filepath.Join(dir, "log"), done: make(chan struct{})}
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.done)
		_ = cmd.Wait()
	}()
	return s, nil
}

// stop asks the child to end, and ends it if it does not.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.NewTimer(stopLimit)
	defer timer.Stop()
	select {
	case <-s.done:
		return nil
	case <-timer.C:
	}
	err := fmt.Errorf("%s did not stop within %s and was killed", filepath.Base(s.cmd.Path), stopLimit)
	if e := s.cmd.Process.Kill(); e != nil && !errors.Is(e, os.ErrProcessDone) {
		return errors.Join(err, e)
	}
	<-s.done
	return err
}

// awaitPostgres returns when a Postgres client gets an answer. The child is
// stopped if there is none.
func (s *server) awaitPostgres(ctx context.Context) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.ask(ctx, database, "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("it ended: %s", s.tail())
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("no answer: %w: %s", err, s.tail()), s.stop())
		case <-tick.C:
		}
	}
}

// ask runs a statement as a Postgres client.
func (s *server) ask(ctx context.Context, database, sql string) error {
	conn, err := pgconn.Connect(ctx, fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.port, database))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql).ReadAll()
	return errors.Join(err, conn.Close(ctx))
}

// tail is the end of what the child said.
func (s *server) tail() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}

// cpuTime is what the child has used so far, 0 where the system does not tell.
func (s *server) cpuTime() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	return parseCPU(string(text))
}

// parseCPU reads user and system time, in ticks of 10 ms, from a line of
// /proc/*/stat. The program's name, in parentheses, may hold anything.
func parseCPU(stat string) time.Duration {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

func freePort(ctx context.Context) (int, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// unprivileged runs a child as somebody else if we are root.
func unprivileged() (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
