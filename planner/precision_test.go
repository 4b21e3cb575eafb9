package planner_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var (
	regressDir   = flag.String("regress", "", "the `folder` src/test/regress of the sources of the PostgreSQL that is installed; with regress.so in it where it was built")
	regressFiles = flag.String("regress-files", "", "the files of -regress to run, by name and with commas, behind test_setup; default: all")
)

// precision runs PostgreSQL's regression tests and compares the class of each statement with what
// the statement has changed.
type precision struct {
	provider *postgres.Provider
	planner  *planner.Planner
	files    []string
	file     string // that runs
	out      *os.File
	sessions sync.WaitGroup // whose backends may still work
	open     atomic.Int32   // of these
	results  []result
}

// result is what came of one query.
type result struct {
	file, text    string
	verdict       verdict
	before, after byte // the status of the transaction
	changed       []string
	failure       string
}

const lookSQL = `SELECT pg_catalog.pg_current_wal_insert_lsn(), coalesce(pg_catalog.pg_current_xact_id_if_assigned()::text, ''),
  (SELECT pg_catalog.string_agg(coalesce(CASE WHEN pg_catalog.has_sequence_privilege(oid, 'SELECT') THEN pg_catalog.pg_sequence_last_value(oid) END, -1)::text, ' ' ORDER BY oid)
    FROM pg_catalog.pg_class WHERE relkind = 'S' AND relpersistence <> 't'),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND pid = pg_catalog.pg_backend_pid()),
  (SELECT pg_catalog.md5(pg_catalog.string_agg(name || setting, ' ')) FROM pg_catalog.pg_settings WHERE source IN ('session', 'client') AND name NOT IN ('role', 'transaction_isolation', 'transaction_read_only', 'transaction_deferrable')),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_cursors WHERE name <> '') || ' ' || (SELECT pg_catalog.count(*) FROM pg_catalog.pg_prepared_statements) || ' ' || (SELECT pg_catalog.count(*) FROM pg_catalog.pg_listening_channels()),
  (SELECT pg_catalog.count(*) FROM pg_catalog.pg_largeobject_metadata), pg_catalog.current_setting('search_path'),
  CASE WHEN pg_catalog.pg_current_xact_id_if_assigned() IS NULL THEN pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text ELSE '' END`

var lookNames = []string{"log", "inner", "sequences", "advisory", "settings", "kept", "lo", "path", "outer"}

var (
	// changesSession matches what may change the settings; some of it may stand before the first query
	// of a transaction, and a look would be that query.
	changesSession = regexp.MustCompile(`(?is)^\s*(begin|start|set|reset|savepoint|rollback|commit|end|abort|discard)\b`)
	// obvious matches statements whose class does not depend on the search path.
	obvious = regexp.MustCompile(`(?is)^\s*(begin|start|set|savepoint|commit|end|rollback|abort|release|reset)\b`)
	// meantToRead matches statements that read if what they call and use does.
	meantToRead = regexp.MustCompile(`(?is)^[\s(]*(select|with|values|table|explain|show|fetch|execute|copy\b.*\bto\b)\b`)
)

// TestPrecision runs the files of PostgreSQL's regression tests by psql. No statement of class read
// may change anything, and of the statements that read and change nothing at least 99 % must have
// class read or session, but for those that are refused on purpose: see refusedOnPurpose.
// Changes inside of a transaction that has changed something before are known only in part.
func TestPrecision(t *testing.T) {
	if *regressDir == "" {
		t.Skip("for -regress: see `make precision`")
	}
	server := launchRegress(t)
	p, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: server.DSN("regression"), CatalogTTL: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close() //nolint:errcheck // its changes have been compared
	r := &precision{provider: p, planner: planner.New(0)}
	if *differentialLog != "" {
		if r.out, err = os.Create(*differentialLog); err != nil {
			t.Fatal(err)
		}
		defer r.out.Close()
	}
	address := r.listen(t, fmt.Sprintf("127.0.0.1:%d", server.Port))
	r.files = regressSchedule(t)
	for _, file := range r.files {
		began := time.Now()
		r.file = file
		r.psql(t, server, address)
		r.sessions.Wait()
		t.Log(file, time.Since(began).Round(time.Millisecond))
	}
	r.report(t)
}

// launchRegress starts a server as PostgreSQL's own driver of these tests does.
func launchRegress(t *testing.T) *pgtest.Server {
	t.Helper()
	dir, err := os.MkdirTemp("", "precision")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	for _, sub := range []string{"results", "testtablespace"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, sub), 0o777); err != nil { //nolint:gosec // PostgreSQL writes there as somebody else
			t.Fatal(err)
		}
	}
	server, err := pgtest.Launch(t.Context(), dir, pgtest.Options{Settings: map[string]string{
		"autovacuum": "off", "checkpoint_timeout": "1h", "max_wal_size": "4GB", "max_prepared_transactions": "2",
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	for _, sql := range []string{
		"CREATE DATABASE regression TEMPLATE template0",
		"ALTER DATABASE regression SET lc_messages TO 'C'; ALTER DATABASE regression SET bytea_output TO 'hex'; ALTER DATABASE regression SET timezone_abbreviations TO 'Default'",
	} {
		cmd := exec.Command(filepath.Join(server.BinDir, "psql"), "-Xqd", server.DSN("postgres"), "-c", sql) //nolint:gosec // the server's own program
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return server
}

// regressSchedule lists the files in the order in which PostgreSQL runs them.
func regressSchedule(t *testing.T) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(*regressDir, "parallel_schedule"))
	if err != nil {
		t.Fatal(err)
	}
	chosen := strings.Split(*regressFiles, ",")
	for line := range strings.Lines(string(text)) {
		if names, ok := strings.CutPrefix(line, "test:"); ok {
			for name := range strings.FieldsSeq(names) {
				if *regressFiles == "" || name == "test_setup" || slices.Contains(chosen, name) {
					list = append(list, name)
				}
			}
		}
	}
	return list
}

// listen serves every psql that connects. When a psql connects anew, its new connection comes before the old one
// ends.
func (r *precision) listen(t *testing.T, server string) (address string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var accepting sync.WaitGroup
	t.Cleanup(func() { _ = ln.Close(); accepting.Wait(); r.sessions.Wait() })
	accepting.Go(func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			r.open.Add(1)
			r.sessions.Go(func() { r.serve(t.Context(), client, server); r.open.Add(-1) })
		}
	})
	return ln.Addr().String()
}

func (r *precision) serve(ctx context.Context, client net.Conn, address string) {
	defer client.Close() //nolint:errcheck // it was read to its end
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close() //nolint:errcheck // it was read to its end
	s := &watchedSession{
		precision: r, client: client, server: server,
		fromClient: bufio.NewReader(client), fromServer: bufio.NewReader(server), toClient: bufio.NewWriter(client),
		prepared: map[string]string{},
	}
	_ = s.serve(ctx) // psql prints what it was not answered
	_ = s.toClient.Flush()
	_ = client.Close()
	_, _ = server.Write([]byte{'X', 0, 0, 0, 4})
	_, _ = io.Copy(io.Discard, s.fromServer) // until the backend has dropped its temporary tables
}

// psql runs one file.
func (r *precision) psql(t *testing.T, server *pgtest.Server, address string) {
	t.Helper()
	host, port, _ := net.SplitHostPort(address)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(server.BinDir, "psql"), "-Xaq", "-v", "HIDE_TABLEAM=on", "-v", "HIDE_TOAST_COMPRESSION=on", //nolint:gosec // the server's own program
		"-f", filepath.Join(*regressDir, "sql", r.file+".sql"))
	cmd.Dir = *regressDir
	cmd.Env = append(os.Environ(), "PGHOST="+host, "PGPORT="+port, "PGUSER=postgres", "PGDATABASE=regression", "PGSSLMODE=disable", "PGGSSENCMODE=disable",
		"PGTZ=PST8PDT", "PGDATESTYLE=Postgres, MDY", "PGOPTIONS=-c intervalstyle=postgres_verbose -c statement_timeout=30s -c lock_timeout=5s -c jit=off",
		"PG_ABS_SRCDIR="+*regressDir, "PG_ABS_BUILDDIR="+server.Dir, "PG_LIBDIR="+*regressDir, "PG_DLSUFFIX=.so", "PAGER=cat", "LC_ALL=C.UTF-8")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", r.file, err, out[max(0, len(out)-400):])
	}
}

// judged notes what came of a query.
func (r *precision) judged(text string, v verdict, before, after byte, changed []string, failure string) {
	one := result{r.file, strings.Join(strings.Fields(text), " "), v, before, after, changed, strings.Join(strings.Fields(failure), " ")}
	r.results = append(r.results, one)
	if r.out != nil {
		fmt.Fprintf(r.out, "%s\t%s\t%c%c\t%s\t%s\t%s\t%s\n", one.file, v.class, before, after, strings.Join(changed, " "), one.failure,
			strings.Join(strings.Fields(v.reason), " "), one.text)
	}
}

// refusedOnPurpose matches the reasons why a statement is more than a read although it changed
// nothing this time; docs/gate.md names them all.
var refusedOnPurpose = regexp.MustCompile(strings.Join([]string{
	// Functions of users: only SQL and PL/pgSQL are read, and never these statements.
	`what it runs is not known`, `runs with the rights of its owner`, `runs under settings of its own`,
	`EXECUTE of SQL that is built at run time`, `(OPEN|FETCH|MOVE|CLOSE) of a cursor`, `\((INSERT|UPDATE|DELETE|MERGE|TRUNCATE|CREATE|DROP|SET|RESET|CALL|COMMIT|ROLLBACK|SAVEPOINT)\b[^)]* at line`,
	`it changes the session`,
	// Built-in functions with effects, or that run what a text says.
	`it changes a sequence`, `it writes an index`, `it writes large objects`, `it uses a large object`, `it uses up a transaction number`, `it only waits`, `that outlives the statement`,
	`it opens a large object`, `it (reads|writes|reads or writes) (a file|files) of the database server`, `it runs the hash functions`, `input functions of users' types`,
	`it makes a session write`, `it runs SQL given as text`, `that it is told by name`, `statistics`, `it ends`, `it sends`, `write-ahead log`, `replication`,
	// Statements that would have changed something with other rows.
	`^(INSERT|UPDATE|DELETE|MERGE|CREATE|SELECT … INTO|FOR (UPDATE|SHARE|NO KEY UPDATE|KEY SHARE))\b`, `it locks rows`,
	// Cursors that the session's DECLARE does not explain.
	`code has run since it was declared`, `it was not declared in this session by SQL`, `runs code of users when the transaction commits`,
	// standard_conforming_strings = off, which no session of ours can have.
	`^error: syntax error at or near "'`,
}, "|"))

// frees matches a read that gives something of its own session back, which counts as no change.
var frees = regexp.MustCompile(`(?i)^select pg_advisory_unlock`)

// report compares what was said with what was seen.
func (r *precision) report(t *testing.T) {
	t.Helper()
	reads, purpose, refused := 0, 0, 0
	reasons, examples := map[string]int{}, map[string]string{}
	for _, one := range r.results {
		changed := slices.DeleteFunc(slices.Clone(one.changed), func(what string) bool {
			// Reading prunes dead rows. The file temp has tables that every COMMIT empties (ON COMMIT DELETE ROWS).
			return what == "log" || what == "outer" && one.file == "temp"
		})
		reading := one.verdict.class == planner.Read || one.verdict.class == planner.Session
		switch {
		case len(changed) > 0 && one.verdict.class == planner.Read && !frees.MatchString(one.text):
			t.Errorf("%s: classed read, but changed %v: %s", one.file, changed, one.text)
		case one.failure != "" || one.after == 'E' || len(changed) > 0 || !meantToRead.MatchString(one.text) || one.before == 'E':
		case reading:
			reads++
		case refusedOnPurpose.MatchString(one.verdict.reason):
			reads++
			purpose++
		default:
			reads++
			refused++
			reasons[one.verdict.reason]++
			examples[one.verdict.reason] = one.file + ": " + one.text
		}
	}
	for _, why := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return reasons[b] - reasons[a] }) {
		t.Logf("%4d × %s\n        %s", reasons[why], why, examples[why])
	}
	t.Logf("%d statements of %d files; %d reads changed nothing: %d refused on purpose, %d misjudged (%.2f %% right of what is not refused on purpose)",
		len(r.results), len(r.files), reads, purpose, refused, 100-100*float64(refused)/float64(max(1, reads-purpose)))
	if *regressFiles == "" && reads < 10_000 {
		t.Errorf("only %d reads ran: the test has lost its statements", reads)
	}
	if refused*100 > reads-purpose {
		t.Errorf("%d of %d reads are misjudged, more than 1 %%", refused, reads-purpose)
	}
}
