package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/bench/wire"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const (
	startLimit = 60 * time.Second
	loadLimit  = 15 * time.Minute // of pgbench's tables
	stopLimit  = 15 * time.Second
	spare      = 100     // connections
	database   = "bench" // in PostgreSQL and PgBouncer, and the name of Sallyport's source
	tpcb       = "tpcb"  // another, larger one, for what writes
	embedded   = "files" // Sallyport's other source
)

// The names of targets.
const (
	direct    = "direct"
	pgbouncer = "PgBouncer"
	pgcat     = "pgcat"
	sallyport = "Sallyport"
	before    = "before" // the Sallyport of -before
)

// syncing is the name of a Sallyport with a value of audit.sync_changes.
func syncing(value string) string { return sallyport + ", " + value }

// servers are all that runs beside the clients.
type servers struct {
	dir, binary string
	older       string // the program of -before; empty: none
	connections int    // as many as there may be at once at one of them
	databases   []string
	postgres    *pgtest.Server
	targets     map[string]*server
	floors      map[string]*server // of tool calls, by their titles
	bouncer     string             // the program; empty: not installed
	made        int                // folders
	toolbox     string             // the program; empty: not installed
	copied      []byte             // the rows of table million, in CopyData messages
	notes       []string
	problems    []string
}

// startServers starts everything under dir. What it returns must be stopped,
// also after an error.
func startServers(ctx context.Context, dir string, o options) (*servers, error) {
	s := &servers{dir: dir, binary: o.binary, older: o.before, targets: map[string]*server{}, floors: map[string]*server{}, databases: []string{database}}
	if o.has(partTPCB) {
		s.databases = append(s.databases, tpcb)
	}
	s.connections = slices.Max(append(slices.Concat(o.clients, o.writers), o.connections)) + o.idle + spare
	if _, err := os.Stat(o.binary); err != nil {
		return s, fmt.Errorf("%w: run `make build` first", err)
	}
	if err := raiseFileLimit(); err != nil {
		return s, fmt.Errorf("the limit of open files: %w", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user if we are root
		return s, err
	}
	s.where()
	if err := s.startPostgres(ctx); err != nil {
		return s, err
	}
	if err := s.fill(ctx, o); err != nil {
		return s, err
	}
	return s, s.startTargets(ctx, o)
}

func (s *servers) startTargets(ctx context.Context, o options) error {
	var err error
	if s.bouncer, err = findBouncer(); err != nil {
		s.problems = append(s.problems, "PgBouncer is not installed, so it is left out: run `make deps`")
	} else if s.targets[pgbouncer], err = s.startBouncer(ctx, "session"); err != nil {
		return fmt.Errorf("PgBouncer: %w", err)
	}
	if o.pgcat != "" {
		if s.targets[pgcat], err = s.startPgcat(ctx, o.pgcat); err != nil {
			return fmt.Errorf("pgcat: %w", err)
		}
	}
	if s.targets[sallyport], err = s.startGateway(ctx, gateway{}); err != nil {
		return fmt.Errorf("sallyport: %w", err)
	}
	s.targets[sallyport].behind = s.postgres.PID()
	if o.before != "" {
		if s.targets[before], err = s.startGateway(ctx, gateway{program: o.before}); err != nil {
			return fmt.Errorf("sallyport before: %w", err)
		}
		s.targets[before].behind = s.postgres.PID()
	}
	if err := s.fillEmbedded(ctx, s.targets[sallyport], s.targets[before]); err != nil {
		return err
	}
	if o.has(partMCP) {
		if s.toolbox, err = findToolbox(); err != nil {
			s.problems = append(s.problems, "MCP Toolbox for Databases is not installed, so it is left out: run `make bench-deps`")
		} else if s.targets[toolbox], err = s.startToolbox(ctx); err != nil {
			return fmt.Errorf("toolbox: %w", err)
		}
	}
	if err := s.startSyncing(ctx, o); err != nil {
		return err
	}
	if err := s.startFloors(ctx, o); err != nil {
		return err
	}
	for _, on := range s.floors {
		on.behind = s.postgres.PID()
	}
	if on := s.targets[toolbox]; on != nil {
		on.behind = s.postgres.PID()
	}
	return nil
}

// fillEmbedded makes tables in the embedded source: the folder's files are read anew by each query, and these are not.
func (s *servers) fillEmbedded(ctx context.Context, servers ...*server) error {
	for _, on := range servers {
		if on == nil {
			continue
		}
		statements := []string{
			"CREATE TABLE kept AS SELECT * FROM airports",
			"CREATE TABLE keyed AS SELECT i AS id, 'the name of row ' || i AS name FROM generate_series(1, 3000) AS t(i)",
			"CREATE TABLE large AS SELECT i AS id, 'the name of row ' || i AS name FROM generate_series(1, 100000) AS t(i)",
		}
		if on != s.targets[before] { // The older program may not know copy_to (see configure), and its stored tables are not measured.
			statements = append(statements, "ALTER TABLE large ADD PRIMARY KEY (id)", "COPY (SELECT * FROM large) TO 'files/stored.parquet' (FORMAT parquet)")
		}
		if err := on.ask(ctx, embedded, statements...); err != nil {
			return err
		}
	}
	return nil
}

// startSyncing starts a Sallyport for each value of audit.sync_changes.
func (s *servers) startSyncing(ctx context.Context, o options) (err error) {
	if !o.has(partTPCB) {
		return nil
	}
	for _, value := range o.syncChanges {
		g := gateway{syncChanges: value}
		if !s.knows(ctx, g) {
			s.notes = append(s.notes, fmt.Sprintf("this server does not know audit.sync_changes: %s, so it is left out", value))
			continue
		}
		if s.targets[syncing(value)], err = s.startGateway(ctx, g); err != nil {
			return fmt.Errorf("sallyport with audit.sync_changes: %s: %w", value, err)
		}
		if o.before == "" {
			continue
		}
		g.program = o.before
		if s.targets[before+", "+value], err = s.startGateway(ctx, g); err != nil {
			return fmt.Errorf("sallyport before, with audit.sync_changes: %s: %w", value, err)
		}
	}
	return nil
}

func (s *servers) stop() error {
	var errs []error
	for _, group := range []map[string]*server{s.floors, s.targets} {
		for _, server := range group {
			if server != nil {
				errs = append(errs, server.stop())
			}
		}
	}
	if s.postgres != nil {
		errs = append(errs, s.postgres.Stop())
	}
	return errors.Join(errs...)
}

// where notes what disk the data is on.
func (s *servers) where() {
	out, err := exec.Command("stat", "-f", "-c", "%T", s.dir).Output() //nolint:noctx // it asks the kernel
	if err != nil {
		out = []byte("an unknown kind")
	}
	kind := string(out[:max(0, len(out)-1)])
	s.notes = append(s.notes, fmt.Sprintf("PostgreSQL's data and the record are on one disk (%s, file system %s); TMPDIR chooses another", filepath.Dir(s.dir), kind))
	if kind == "tmpfs" {
		s.problems = append(s.problems, "the data is in memory, so that fsync costs nothing: set TMPDIR to a folder on a disk")
	}
}

// startPostgres starts it with fsync on. Vacuum and checkpoints come when we
// want them.
func (s *servers) startPostgres(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	dir := filepath.Join(s.dir, "postgres")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	var err error
	s.postgres, err = pgtest.Launch(ctx, dir, pgtest.Options{Durable: true, Settings: map[string]string{
		// What is in front of it keeps backends that nobody uses just now.
		"max_connections": strconv.Itoa(3 * s.connections),
		"shared_buffers":  "512MB", "max_wal_size": "8GB", "checkpoint_timeout": "1h", "autovacuum": "off",
	}})
	if err == nil {
		s.targets[direct] = &server{port: s.postgres.Port}
	}
	return err
}

// fill makes the databases and their tables.
func (s *servers) fill(ctx context.Context, o options) error {
	ctx, cancel := context.WithTimeout(ctx, loadLimit)
	defer cancel()
	for _, name := range s.databases {
		scale := o.scale
		if name == tpcb {
			scale = o.tpcbScale
		}
		for _, args := range [][]string{{"createdb"}, {"pgbench", "-i", "-q", "-s", strconv.Itoa(scale)}} {
			args = append(args, "-h", "127.0.0.1", "-p", strconv.Itoa(s.postgres.Port), "-U", "postgres", name)
			if out, err := exec.CommandContext(ctx, filepath.Join(s.postgres.BinDir, args[0]), args[1:]...).CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %w\n%s", args[0], err, out)
			}
		}
	}
	if o.has(partTPCB) { // into memory, as a server that has run for a while has it
		if err := s.targets[direct].ask(ctx, tpcb, "CREATE EXTENSION pg_prewarm",
			"SELECT pg_prewarm('pgbench_accounts', 'read'), pg_prewarm('pgbench_accounts_pkey')"); err != nil {
			s.notes = append(s.notes, "TPC-B begins with cold tables: "+err.Error())
		}
	}
	if !o.has(partRows) {
		return nil
	}
	return s.fillRows(ctx, o.rows)
}

// fillRows makes the table that is read, and the one that is written.
func (s *servers) fillRows(ctx context.Context, rows int) error {
	const columns = "(id bigint, name text, amount float8, at timestamptz)"
	to := s.targets[direct]
	if err := to.ask(ctx, database, "CREATE TABLE million "+columns, "CREATE UNLOGGED TABLE taken "+columns); err != nil {
		return err
	}
	s.copied = wire.CopyMessages(copyText(rows))
	conn, err := to.dial(ctx, database)
	if err != nil {
		return err
	}
	_, err = conn.CopyIn("COPY million FROM STDIN", s.copied)
	return errors.Join(err, conn.Close(), to.ask(ctx, database, "VACUUM ANALYZE million"))
}

// copyText is rows of table million in COPY's text format.
func copyText(rows int) []byte {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var out []byte
	for i := range rows {
		out = strconv.AppendInt(out, int64(i), 10)
		out = append(out, "\tthe name of row "...)
		out = strconv.AppendInt(out, int64(i*7919%rows), 10)
		out = append(out, '\t')
		out = strconv.AppendFloat(out, float64(i)*0.25, 'f', -1, 64)
		out = append(out, '\t')
		out = start.Add(time.Duration(i)*time.Second).AppendFormat(out, "2006-01-02 15:04:05Z")
		out = append(out, '\n')
	}
	return out
}

// folder makes a new one for a child.
func (s *servers) folder(kind string) (string, error) {
	s.made++
	dir := filepath.Join(s.dir, fmt.Sprintf("%s-%d", kind, s.made))
	return dir, os.Mkdir(dir, 0o755)
}
