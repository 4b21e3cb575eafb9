package hostile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/pgwire"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// limit bounds every wait; nothing should take a tenth of it.
const limit = 30 * time.Second

// poolSize is how many connections a source has: few, so that sessions get connections that other sessions have
// used.
const poolSize = 10

// maxText bounds a text here, so that one beyond it is still short.
const maxText = 256 << 10

// server is the Postgres of this package's tests.
var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(withServer(m)) }

// withServer runs the tests with a server that writes nothing by itself.
func withServer(m *testing.M) (status int) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "hostile:", err)
			status = 1
		}
	}
	dir, err := pgtest.Dir()
	if err != nil {
		fail(err)
		return status
	}
	defer func() { fail(os.RemoveAll(dir)) }()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	started, err := pgtest.Launch(ctx, dir, pgtest.Options{Settings: map[string]string{
		"autovacuum": "off", "wal_level": "logical", "max_prepared_transactions": "5", "max_connections": "200",
	}})
	if err != nil {
		fail(err)
		return status
	}
	server = started
	defer func() { fail(started.Stop()) }()
	return m.Run()
}

// house has a database, sources on it, and both doors in every mode.
type house struct {
	file    *file
	db      string
	sources []string // "su" and "ro", or "duck"
	rooms   map[gate.Mode]*room
	look    func(testing.TB) pgtest.Digest
}

// room is the program in one mode.
type room struct {
	mode   gate.Mode
	engine *engine.Engine
	wire   string // address
	mcp    *agent
}

// open builds a house for a file. All of it ends with the test.
func open(t *testing.T, f *file) *house {
	t.Helper()
	h := &house{file: f, rooms: map[gate.Mode]*room{}}
	var sources []providers.Provider
	if f.duck {
		sources = h.openDuck(t)
	} else {
		sources = h.openPostgres(t)
	}
	for i, mode := range gate.Modes {
		h.rooms[mode] = h.room(t, mode, sources, i == 0)
	}
	return h
}

const roles = `DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hostile_ro') THEN
		CREATE ROLE hostile_ro LOGIN; CREATE ROLE hostile_other; GRANT hostile_other TO hostile_ro;
	END IF; END $$`

// grants give the unprivileged role all that a careless operator would: the
// gate has to hold without the role's help.
const grants = `DO $$ DECLARE s text; BEGIN
	FOR s IN SELECT nspname FROM pg_namespace WHERE oid >= 16384 OR nspname = 'public' LOOP
		EXECUTE format('GRANT ALL ON SCHEMA %1$I TO hostile_ro; GRANT ALL ON ALL TABLES IN SCHEMA %1$I TO hostile_ro, hostile_other;
			GRANT ALL ON ALL SEQUENCES IN SCHEMA %1$I TO hostile_ro; GRANT ALL ON ALL ROUTINES IN SCHEMA %1$I TO hostile_ro', s);
	END LOOP; END $$`

func (h *house) openPostgres(t *testing.T) []providers.Provider {
	t.Helper()
	h.sources = []string{"su", "ro"}
	dsn := server.CreateDB(t)
	h.db = strings.TrimSuffix(dsn[strings.LastIndex(dsn, "/")+1:], "?sslmode=disable")
	out := filepath.Join(server.Dir, "data", "out_"+h.db)
	server.Exec(t, h.db, "COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; mkdir "+out+"'")
	server.Exec(t, h.db, roles)
	for _, sql := range h.file.setup {
		server.Exec(t, h.db, h.fill(sql))
	}
	server.Exec(t, h.db, grants)
	var sources []providers.Provider
	for _, role := range h.sources {
		o := postgres.Options{Name: role, DSN: dsn, MaxConns: poolSize}
		if role == "ro" {
			o.DSN = strings.Replace(dsn, "postgres@", "hostile_ro@", 1)
		}
		if h.file.eager {
			o.CatalogTTL = time.Nanosecond
		}
		p, err := postgres.Open(context.Background(), o)
		must(t, err)
		sources = append(sources, p)
	}
	d := server.Detect(t, h.db, pgtest.Watch{Channels: []string{"hostile", "c"}, Dirs: []string{out}})
	h.look = d.Look
	return sources
}

// fill puts what differs from run to run into a text.
func (h *house) fill(sql string) string {
	return strings.NewReplacer("%db%", h.db, "%out%", filepath.Join(server.Dir, "data", "out_"+h.db)).Replace(sql)
}

// room opens the doors of one mode. The engine of the first closes the sources,
// which all of them share.
func (h *house) room(t *testing.T, mode gate.Mode, sources []providers.Provider, first bool) *room {
	t.Helper()
	log, err := audit.Open(audit.Options{Dir: t.TempDir()})
	must(t, err)
	t.Cleanup(func() { must(t, log.Close()) })
	e, err := engine.New(engine.Config{Version: "test", Mode: mode, Sources: sources, Log: log, Limits: engine.Limits{MaxSQLBytes: maxText}})
	must(t, err)
	if first {
		t.Cleanup(func() { must(t, e.Close()) })
	}
	r := &room{mode: mode, engine: e}

	wire, err := pgwire.New(pgwire.Options{Engine: e, Logger: hclog.NewNullLogger(), Ceiling: mode})
	must(t, err)
	r.wire = serve(t, func(l net.Listener) error { return wire.Serve(context.Background(), l) }, wire.Shutdown)
	agents, err := mcp.New(mcp.Options{Engine: e})
	must(t, err)
	r.mcp = newAgent(t, serve(t, agents.Serve, agents.Shutdown))
	return r
}

// serve runs a door until the end of the test and returns its address.
func serve(t *testing.T, run func(net.Listener) error, shut func(context.Context) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ended := make(chan error, 1)
	go func() { ended <- run(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		must(t, shut(ctx))
		must(t, <-ended)
	})
	return l.Addr().String()
}

// traces is what sessions of a source find that was left by those before them:
// settings that differ from the server's own, prepared statements, listening,
// open cursors. Operators are the server's own, whatever users have defined.
const traces = `SELECT concat_ws(' ', current_user, session_user, current_setting('search_path'),
	(SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE source OPERATOR(pg_catalog.=) ANY (ARRAY['session', 'interactive'])),
	(SELECT count(*) FROM pg_prepared_statements), (SELECT count(*) FROM pg_cursors WHERE name OPERATOR(pg_catalog.<>) ''),
	(SELECT string_agg(c, ',') FROM pg_listening_channels() c))`

// leftovers asks every connection of every source what it finds.
func (h *house) leftovers(t *testing.T, r *room) string {
	t.Helper()
	if h.file.duck {
		return ""
	}
	var found []string
	for _, source := range h.sources {
		var held []io.Closer
		for range poolSize {
			s, err := r.engine.Open(t.Context(), engine.Client{Door: "test", Principal: auth.Fixed("test", auth.Local), Source: source, Ceiling: gate.ReadOnly})
			must(t, err)
			batch, err := s.Prepare(t.Context(), engine.Request{SQL: traces, Purpose: gate.AnyPurpose})
			must(t, err)
			result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{})
			must(t, err)
			row, err := result.Next()
			must(t, err)
			found = append(found, source+": "+string(row[0]))
			held = append(held, result, s)
		}
		for _, c := range held {
			must(t, c.Close())
		}
	}
	slices.Sort(found)
	return strings.Join(slices.Compact(found), "\n")
}

// openDuck opens an embedded database over a folder with one file.
func (h *house) openDuck(t *testing.T) []providers.Provider {
	t.Helper()
	h.sources = []string{"duck"}
	folder, outside := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "inside.csv"), []byte("a,b\n1,x\n2,y\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(outside, "secret.csv"), []byte("a\nhunter2\n"), 0o600))
	p, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck", Folder: folder, MemoryLimit: "512MB", Threads: 1, TempDir: t.TempDir()})
	must(t, err)
	conn, err := p.Connect(t.Context(), providers.ConnOptions{})
	must(t, err)
	t.Cleanup(func() { must(t, conn.Close()) })
	for i, sql := range h.file.setup {
		verb := strings.Join(strings.Fields(sql)[:2], " ")
		_, err := ask(t.Context(), conn, providers.Statement{SQL: sql, Verb: verb})
		if err != nil {
			t.Fatalf("setup %d: %v", i+1, err)
		}
	}
	h.look = func(tb testing.TB) pgtest.Digest { return duckDigest(tb, conn, folder, outside) }
	return []providers.Provider{p}
}

// ask runs a statement at a source itself, past the gate.
func ask(ctx context.Context, conn providers.Conn, s providers.Statement) (found [][]string, err error) {
	rows, err := conn.Query(ctx, s, providers.Args{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		var line []string
		for _, v := range row {
			line = append(line, string(v))
		}
		found = append(found, line)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
