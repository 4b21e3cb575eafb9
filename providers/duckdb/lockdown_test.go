package duckdb

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// write makes a file.
func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLockdown tries each way out of the instance, without the gate before it.
func TestLockdown(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	inside := write(t, filepath.Join(folder, "in.csv"), "a\n1\n")
	secret := write(t, filepath.Join(outside, "secret.csv"), "a\nhunter2\n")
	before := stdout(t)
	p := open(t, Options{Folder: folder})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE t(i int)")

	target := filepath.Join(outside, "out")
	for _, sql := range []string{
		"SELECT * FROM read_csv('" + secret + "')",
		"SELECT * FROM '" + secret + "'",
		"SELECT * FROM read_text('/etc/passwd')",
		"SELECT * FROM read_blob('/etc/passwd')",
		"SELECT * FROM glob('/etc/*')",
		"SELECT * FROM read_csv('" + folder + "/../" + filepath.Base(outside) + "/secret.csv')",
		"SELECT * FROM parquet_metadata('/etc/passwd')",
		"SELECT * FROM sniff_csv('" + secret + "')",
		"SELECT * FROM read_csv('https://example.com/x.csv')",
		"COPY t TO '" + target + "'",
		"COPY t TO '" + filepath.Join(folder, "out.csv") + "'",
		"COPY t FROM '" + secret + "'",
		"COPY t TO STDOUT",
		"COPY (SELECT 1) TO '/dev/stdout'",
		"EXPORT DATABASE '" + target + "'",
		"IMPORT DATABASE '" + target + "'",
		"ATTACH '" + target + ".db' AS x",
		"ATTACH '" + filepath.Join(folder, "x.db") + "' AS x",
		"ATTACH ':memory:' AS x",
		"DETACH demo",
		"COPY FROM DATABASE demo TO memory",
		"USE memory",
		"INSTALL httpfs", "LOAD httpfs", "LOAD '" + target + "'", "UPDATE EXTENSIONS",
		"CREATE SECRET s (TYPE s3)",
		"SET memory_limit = '900GB'", "SET threads = 99", "SET temp_directory = '/tmp'",
		"SET enable_external_access = true", "SET lock_configuration = false",
		"SET errors_as_json = false",
		"RESET memory_limit",
		"PRAGMA enable_profiling", "PRAGMA memory_limit = '1GB'", "PRAGMA database_list",
		"CALL enable_profiling()", "SELECT * FROM enable_profiling()",
		`SELECT * FROM "Enable_Profiling" ()`, "FROM enable_logging(storage='stdout')",
		"CALL enable_logging(storage='stdout')", "SELECT * FROM truncate_duckdb_logs()",
		"SELECT write_log('x')",
		"SELECT * FROM query('SELECT 1')", "FROM query /* */ ('SELECT 1')", "SELECT * FROM query_table('t')",
		"SELECT * FROM json_execute_serialized_sql('{}')", "PRAGMA json_execute_serialized_sql('{}')",
		"SELECT * FROM duckdb_secrets()", "SELECT getenv('HOME')",
		"PREPARE x AS SELECT 1", "EXECUTE x", "DEALLOCATE x",
		"SELECT 1; SELECT 2", "SELECT 1\x00",
		"CHECKPOINT '" + target + "'",
		"", ";", "-- nothing",
	} {
		a, err := try(c, sql)
		if err == nil {
			t.Errorf("%s ran: %q", sql, a.rows)
			continue
		}
		e := sqlstate.From(err)
		public := e.Message + e.Detail + e.Hint
		for _, path := range []string{folder, outside, "/etc", os.TempDir()} {
			if strings.Contains(public, path) {
				t.Errorf("%s: the message tells of %s: %s", sql, path, public)
			}
		}
	}
	if a := must(t, c, "SELECT * FROM read_csv('"+inside+"')"); a.rows[0] != "1" {
		t.Errorf("a file of the folder has %q", a.rows)
	}
	if a := must(t, c, `SELECT * FROM "in"`); a.rows[0] != "1" {
		t.Errorf("the folder's view has %q", a.rows)
	}
	for _, path := range []string{target, target + ".db", filepath.Join(folder, "x.db"), filepath.Join(folder, "out.csv")} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was written", path)
		}
	}
	if printed := before(); printed != "" {
		t.Errorf("standard output got %q", printed)
	}
}

// stdout captures what the process prints on file descriptor 1 until the returned function is
// called.
func stdout(t *testing.T) func() string {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "stdout")
	if err != nil {
		t.Fatal(err)
	}
	restore := redirect(t, file)
	return func() string {
		restore()
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

// A read-only statement cannot write, whatever its verb claims.
func TestReadOnlyStatements(t *testing.T) {
	c := demo(t)
	must(t, c, "CREATE TABLE t(i int)")
	for _, sql := range []string{
		"INSERT INTO t VALUES (1)", "UPDATE t SET i = 1", "DELETE FROM t", "DROP TABLE t", "CREATE TEMP TABLE x(i int)",
	} {
		_, err := query(c, providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
		if sqlstate.CodeOf(err) != sqlstate.ReadOnlyTransaction {
			t.Errorf("%s: %v, want 25006", sql, err)
		}
	}
}

// TestReadOnlyPlans: a session that may only read is shown the plan of a change, and nothing of it
// runs: what EXPLAIN ANALYZE runs is refused.
func TestReadOnlyPlans(t *testing.T) {
	p := open(t, Options{})
	writer := connect(t, p, providers.ConnOptions{})
	must(t, writer, "CREATE TABLE t(i int)")
	must(t, writer, "CREATE SEQUENCE s")
	must(t, writer, "INSERT INTO t VALUES (1), (2)")
	reader := connect(t, p, providers.ConnOptions{ReadOnly: true})
	for _, sql := range []string{
		"DELETE FROM t WHERE i = 1", "UPDATE t SET i = nextval('s')", "INSERT INTO t SELECT nextval('s') FROM t",
	} {
		if a := must(t, reader, "EXPLAIN "+sql); len(a.rows) == 0 {
			t.Errorf("%s has no plan", sql)
		}
		for _, analyze := range []string{"EXPLAIN ANALYZE ", "explain /**/ analyze ", "EXPLAIN (ANALYZE) "} {
			if _, err := query(reader, providers.Statement{SQL: analyze + sql, Verb: "EXPLAIN", ReadOnly: true}, providers.Args{}); err == nil {
				t.Errorf("%s%s ran", analyze, sql)
			}
		}
	}
	if a := must(t, writer, "SELECT sum(i), count(*) FROM t"); a.rows[0] != "3|2" {
		t.Errorf("t has %s", a.rows[0])
	}
	if a := must(t, writer, "SELECT nextval('s')"); a.rows[0] != "1" {
		t.Errorf("the sequence is at %s", a.rows[0])
	}
}

func TestReadOnlySession(t *testing.T) {
	p := open(t, Options{})
	writer := connect(t, p, providers.ConnOptions{})
	must(t, writer, "CREATE TABLE t(i int)")
	must(t, writer, "CREATE SEQUENCE s")
	reader := connect(t, p, providers.ConnOptions{ReadOnly: true})
	for range 2 {
		for _, sql := range []string{
			"INSERT INTO t VALUES (1)", "SELECT nextval('s')", "CREATE TABLE u(i int)", "EXPLAIN ANALYZE INSERT INTO t VALUES (1)",
		} {
			refused(t, reader, sqlstate.ReadOnlyTransaction, sql)
			must(t, reader, "ROLLBACK")
		}
		must(t, reader, "SELECT * FROM t")
		must(t, reader, "BEGIN READ WRITE")
	}
	must(t, reader, "ROLLBACK")
	refused(t, reader, sqlstate.InsufficientPrivilege, "SET default_transaction_read_only = off")
	if a := must(t, reader, "SHOW transaction_read_only"); a.rows[0] != "on" {
		t.Errorf("transaction_read_only is %s, want on", a.rows[0])
	}
	if a := must(t, writer, "SELECT count(*) FROM t"); a.rows[0] != "0" {
		t.Errorf("t has %s rows, want 0", a.rows[0])
	}
}

func TestMemoryLimit(t *testing.T) {
	c := connect(t, open(t, Options{MemoryLimit: "64MB", Threads: 1}), providers.ConnOptions{})
	refused(t, c, sqlstate.OutOfMemory, "SELECT list(range) FROM range(50000000)")
	if a := must(t, c, "SELECT 1"); a.rows[0] != "1" {
		t.Errorf("after it: %q", a.rows)
	}
	_, err := Open(context.Background(), Options{Name: "x", MemoryLimit: "plenty", TempDir: t.TempDir()})
	if sqlstate.CodeOf(err) != sqlstate.ConfigFileError {
		t.Errorf("memory limit plenty: %v, want F0000", err)
	}
}
