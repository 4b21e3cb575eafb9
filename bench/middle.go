package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// findBouncer returns PgBouncer's program.
func findBouncer() (string, error) {
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/pgbouncer")
	}
	return path, err
}

// startBouncer starts PgBouncer. It refuses to run as root.
func (s *servers) startBouncer(ctx context.Context, pooling string) (*server, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := s.folder("pgbouncer")
	if err != nil {
		return nil, err
	}
	var ini strings.Builder
	ini.WriteString("[databases]\n")
	for _, name := range s.databases {
		// auth_type any takes every user as the one of the database entry.
		fmt.Fprintf(&ini, "%s = host=127.0.0.1 port=%d user=postgres\n", name, s.postgres.Port)
	}
	fmt.Fprintf(&ini, `[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = %s
default_pool_size = %d
max_client_conn = %d
ignore_startup_parameters = extra_float_digits
log_connections = 0
log_disconnections = 0
logfile =
`, port, pooling, s.connections, s.connections)
	config := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(config, []byte(ini.String()), 0o644); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), s.bouncer, "-q", config) // ctx is for the start; stop ends it
	if cmd.SysProcAttr, err = unprivileged(); err != nil {
		return nil, err
	}
	b, err := start(cmd, dir, port)
	if err != nil {
		return nil, err
	}
	return b, b.awaitPostgres(ctx)
}

// gateway is what differs between one Sallyport and another; zero is the
// defaults.
type gateway struct {
	syncChanges string // audit.sync_changes
	pooling     string // of the sources
	alone       bool   // without the embedded source
	program     string // empty: that of -sallyport
}

// startGateway starts Sallyport with all sources.
func (s *servers) startGateway(ctx context.Context, g gateway) (*server, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	child, err := s.launchGateway(ctx, g)
	if err != nil {
		return nil, err
	}
	return child, child.awaitPostgres(ctx)
}

// launchGateway starts Sallyport, and does not wait until it answers.
func (s *servers) launchGateway(ctx context.Context, g gateway) (*server, error) {
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	mcp, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	config, err := s.configure(g, port, mcp)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), cmp.Or(g.program, s.binary), "srv", "--config", config)
	cmd.Env = s.environment()
	child, err := start(cmd, filepath.Dir(config), port)
	if err != nil {
		return nil, err
	}
	child.mcp = fmt.Sprintf("127.0.0.1:%d", mcp)
	return child, nil
}

// knows asks Sallyport whether it understands a configuration.
func (s *servers) knows(ctx context.Context, g gateway) bool {
	config, err := s.configure(g, 5432, 7878)
	if err != nil {
		return false
	}
	cmd := exec.CommandContext(ctx, s.binary, "check-config", "--config", config)
	cmd.Env = s.environment()
	return cmd.Run() == nil
}

func (s *servers) environment() []string {
	env := os.Environ()
	for _, name := range s.databases {
		env = append(env, "DSN_"+name+"="+s.postgres.DSN(name))
	}
	return env
}

// configure writes a configuration into a new folder, which is Sallyport's own.
func (s *servers) configure(g gateway, port, mcp int) (string, error) {
	dir, err := s.folder("sallyport")
	if err != nil {
		return "", err
	}
	sample := filepath.Join(dir, "files") // a copy, since a Parquet file is made in it
	if err := os.CopyFS(sample, os.DirFS("sample")); err != nil {
		return "", err
	}
	var audit, pooling string
	if g.syncChanges != "" {
		audit = fmt.Sprintf("audit: {sync_changes: %s}\n", g.syncChanges)
	}
	if g.pooling != "" {
		pooling = ", pooling: " + g.pooling
	}
	copies := ", copy_to: true"
	if g.program != "" { // an older program may not know copy_to
		copies = ""
	}
	own := fmt.Sprintf("  - {name: %s, kind: duckdb, folder: %s%s}\n", embedded, sample, copies)
	if g.alone {
		own = ""
	}
	var text strings.Builder
	fmt.Fprintf(&text, `mode: full_access
state_dir: %s
pgwire: {address: "127.0.0.1:%d", max_connections: %d}
mcp: {address: "127.0.0.1:%d"}
log: {level: warn}
%ssources:
%s`, filepath.Join(dir, "state"), port, s.connections, mcp, audit, own)
	for i, name := range s.databases {
		fmt.Fprintf(&text, "  - {name: %s, kind: postgres, default: %t, dsn_env: DSN_%s, max_connections: %d%s}\n", name, i == 0, name, s.connections, pooling)
	}
	config := filepath.Join(dir, "sallyport.yaml")
	return config, os.WriteFile(config, []byte(text.String()), 0o600)
}

// startPgcat starts pgcat, with its SQL parser off and a connection for each client.
func (s *servers) startPgcat(ctx context.Context, program string) (*server, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := s.folder("pgcat")
	if err != nil {
		return nil, err
	}
	var toml strings.Builder
	fmt.Fprintf(&toml, `[general]
host = "127.0.0.1"
port = %d
worker_threads = 2
prepared_statements_cache_size = 500
admin_username = "postgres"
admin_password = "any"
`, port)
	for _, name := range s.databases {
		fmt.Fprintf(&toml, `
[pools.%[1]s]
pool_mode = "session"
default_role = "primary"
query_parser_enabled = false

[pools.%[1]s.users.0]
username = "postgres"
auth_type = "trust"
password = "any"
pool_size = %[2]d

[pools.%[1]s.shards.0]
servers = [["127.0.0.1", %[3]d, "primary"]]
database = "%[1]s"
`, name, s.connections, s.postgres.Port)
	}
	config := filepath.Join(dir, "pgcat.toml")
	if err := os.WriteFile(config, []byte(toml.String()), 0o600); err != nil {
		return nil, err
	}
	child, err := start(exec.CommandContext(context.WithoutCancel(ctx), program, config), dir, port) //nolint:gosec // the program that the flag names
	if err != nil {
		return nil, err
	}
	return child, child.awaitPostgres(ctx)
}
