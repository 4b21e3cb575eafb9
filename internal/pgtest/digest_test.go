package pgtest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// changes are made one after another, each on a connection of its own; the
// detector must name what is in found.
var changes = []struct{ name, sql, found string }{
	{"insert", "INSERT INTO t VALUES (2, 'b')", "table public.t changed"},
	{"update to as many rows", "UPDATE t SET b = 'c' WHERE a = 2", "table public.t changed"},
	{"delete", "DELETE FROM t WHERE a = 2", "table public.t changed"},
	{"a row of a partition", "INSERT INTO whole VALUES (1)", "table public.piece changed"},
	{"a write that was undone", "BEGIN; DELETE FROM t; ROLLBACK", "next transaction changed"},
	{"row locks", "BEGIN; SELECT * FROM t FOR UPDATE; ROLLBACK", "next transaction changed"},
	{"new table", "CREATE TABLE made (a int)", "table public.made is new"},
	{"new unlogged table", "CREATE UNLOGGED TABLE made2 (a int)", "table public.made2 is new"},
	{"dropped table", "DROP TABLE made, made2", "table public.made is gone"},
	{"temporary table", "CREATE TEMP TABLE passing (a int)", "table pg_catalog.pg_namespace changed"},
	{"materialized view", "REFRESH MATERIALIZED VIEW mv", "materialized view public.mv"},
	{"function replaced", "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 2'", "table pg_catalog.pg_proc changed"},
	{"view replaced", "CREATE OR REPLACE VIEW v AS SELECT 2 AS a", "table pg_catalog.pg_rewrite changed"},
	{"type", "ALTER TYPE mood ADD VALUE 'glad'", "table pg_catalog.pg_enum changed"},
	{"policy", "CREATE POLICY p ON t USING (true)", "table pg_catalog.pg_policy changed"},
	{"comment", "COMMENT ON TABLE t IS 'x'", "table pg_catalog.pg_description changed"},
	{"grant", "GRANT SELECT ON t TO PUBLIC", "table pg_catalog.pg_class changed"},
	{"statistics", "ANALYZE t", "table pg_catalog.pg_statistic changed"},
	{"role", "CREATE ROLE digest_role", "table pg_catalog.pg_authid changed"},
	{"membership", "GRANT pg_monitor TO digest_role", "table pg_catalog.pg_auth_members changed"},
	{"setting of a role", "ALTER ROLE digest_role SET work_mem = '1MB'", "table pg_catalog.pg_db_role_setting changed"},
	{"database", "CREATE DATABASE digest_db", "table pg_catalog.pg_database changed"},
	{"database gone", "DROP DATABASE digest_db", "table pg_catalog.pg_database changed"},
	{"nextval", "SELECT nextval('s')", "sequence public.s changed"},
	{"setval", "SELECT setval('s', 1, false)", "sequence public.s changed"},
	{"large object", "SELECT lo_from_bytea(0, 'x')", "table pg_catalog.pg_largeobject changed"},
	{"empty large object", "SELECT lo_create(0)", "table pg_catalog.pg_largeobject_metadata changed"},
	{"settings file", "ALTER SYSTEM SET work_mem = '5MB'", "file of settings postgresql.auto.conf changed"},
	{"reload", "SELECT pg_reload_conf(), pg_sleep(0.2)", "setting work_mem changed"},
	{"prepared transaction", "BEGIN; INSERT INTO t VALUES (9); PREPARE TRANSACTION 'x'", "prepared transaction x is new"},
	{"its end", "ROLLBACK PREPARED 'x'", "prepared transaction x is gone"},
	{"replication slot", "SELECT pg_create_physical_replication_slot('digest_slot')", "replication slot digest_slot is new"},
	{"its end", "SELECT pg_drop_replication_slot('digest_slot')", "replication slot digest_slot is gone"},
	{"replication origin", "SELECT pg_replication_origin_create('digest_origin')", "table pg_catalog.pg_replication_origin changed"},
	{"notification", "NOTIFY digest, 'hello'", "notification 1 is new: digest hello"},
	{"message in the log", "SELECT pg_logical_emit_message(true, 'p', 'x')", "is new: write-ahead log: message"},
	{"message outside of transactions", "SELECT pg_logical_emit_message(false, 'p', 'x')", "is new: write-ahead log: message"},
	{"number of a transaction", "SELECT pg_current_xact_id()", "next transaction changed"},
	{"restart of the log", "SELECT pg_switch_wal()", "write-ahead log file changed"},
	{"reset of statistics", "SELECT pg_stat_reset_shared('bgwriter')", "reset of statistics changed"},
	{"file in the data directory", "COPY t TO PROGRAM 'cat > dropped'", "file of the server dropped is new"},
	{"file in a watched folder", "COPY t TO '%dir%/out'", "file %dir%/out is new"},
	{"file overwritten", "COPY (SELECT 1) TO '%dir%/out'", "file %dir%/out changed"},
}

func detected(t *testing.T) (*Server, *Detector, string) {
	t.Helper()
	root, err := os.MkdirTemp("", "pgdigest")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(root); err != nil {
			t.Error(err)
		}
	})
	server, err := Launch(t.Context(), root, Options{Settings: map[string]string{
		"autovacuum": "off", "wal_level": "logical", "max_prepared_transactions": "5",
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	dir := t.TempDir()
	for path := dir; path != os.TempDir(); path = filepath.Dir(path) { // the server runs as somebody else
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	server.Exec(t, "postgres", `CREATE TABLE t (a int PRIMARY KEY, b text); INSERT INTO t VALUES (1, 'a'); CREATE SEQUENCE s;
		CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE VIEW v AS SELECT 1 AS a; CREATE TYPE mood AS ENUM ('sad');
		CREATE MATERIALIZED VIEW mv AS SELECT 1 AS a WITH NO DATA;
		CREATE TABLE whole (a int) PARTITION BY LIST (a); CREATE TABLE piece PARTITION OF whole FOR VALUES IN (1)`)
	return server, server.Detect(t, "postgres", Watch{Channels: []string{"digest"}, Dirs: []string{dir}}), dir
}

// TestDetector makes each change and has it found.
func TestDetector(t *testing.T) {
	server, d, dir := detected(t)
	before := d.Look(t)
	for _, c := range changes {
		server.Exec(t, "postgres", strings.ReplaceAll(c.sql, "%dir%", dir))
		after := d.Look(t)
		found, want := before.Diff(after), strings.ReplaceAll(c.found, "%dir%", dir)
		if !slices.ContainsFunc(found, func(line string) bool { return strings.HasPrefix(line, want) || strings.Contains(line, want) }) {
			t.Errorf("%s: %q is not among %q", c.name, want, found)
		}
		before = after
	}
}

// TestDetectorOfSessions: what holds only as long as a session does.
func TestDetectorOfSessions(t *testing.T) {
	server, d, _ := detected(t)
	for _, c := range []struct{ sql, found string }{
		{"SELECT pg_advisory_lock(42)", "advisory lock"},
		{"BEGIN; SELECT 1", "session in a transaction"},
	} {
		before := d.Look(t)
		conn, err := pgconn.Connect(t.Context(), server.DSN("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), c.sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
		found := before.Diff(d.Look(t))
		if len(found) != 1 || !strings.HasPrefix(found[0], c.found) {
			t.Errorf("%s: %q", c.sql, found)
		}
		before = d.Look(t)
		server.Exec(t, "postgres", "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = ''")
		if found = before.Diff(d.Look(t)); !slices.ContainsFunc(found, func(line string) bool { return strings.HasPrefix(line, "killed sessions changed") }) {
			t.Errorf("a killed session: %q", found)
		}
		_ = conn.Close(context.Background()) // it was killed
	}
}

// TestDetectorOfNothing: reading leaves no trace, and neither does looking.
func TestDetectorOfNothing(t *testing.T) {
	server, d, _ := detected(t)
	// Looking must not call what users wrote.
	server.Exec(t, "postgres", `CREATE FUNCTION evil(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''public.s''); RETURN $1; END';
		CREATE TABLE indexed (a int CHECK (evil(1) = 1)); CREATE INDEX ON indexed (a) WHERE evil(1) = 1`)
	server.Exec(t, "postgres", "SELECT count(*) FROM t") // whatever the first read does once
	before := d.Look(t)
	for range 3 {
		server.Exec(t, "postgres", "BEGIN; SELECT * FROM t, v, pg_class; SELECT count(*) FROM pg_proc; SET LOCAL work_mem = '1MB'; COMMIT; SHOW work_mem")
		if found := before.Diff(d.Look(t)); len(found) > 0 {
			t.Errorf("found %q", found)
		}
	}
}
