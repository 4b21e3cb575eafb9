package main

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// sourceOf starts a server with one source.
func sourceOf(t *testing.T, dsn, mode string) *running {
	t.Helper()
	return start(t, nil, "--config", configFileFor(t, "sources:\n- {name: shop, kind: postgres, dsn: '"+dsn+"'}\n"), "--mode", mode)
}

// bouncer starts PgBouncer before a server, and returns the DSN of a database through
// it, for the login gateway.
func bouncer(t *testing.T, server *pgtest.Server, db, settings string) (dsn string) {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Fatal("PgBouncer is not installed: apt-get install pgbouncer")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	file := filepath.Join(t.TempDir(), "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n%s = host=127.0.0.1 port=%d user=gateway\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\n%s\n",
		db, server.Port, port, settings)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-q", file}
	if os.Geteuid() == 0 { // it refuses to be root's
		for folder := filepath.Dir(file); folder != os.TempDir() && len(folder) > 1; folder = filepath.Dir(folder) {
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		args = append([]string{"-u", "nobody"}, args...)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	courttest.Eventually(t, "PgBouncer listens", func() bool {
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return fmt.Sprintf("postgres://gateway@127.0.0.1:%d/%s?sslmode=disable", port, db)
}

// TestBeforePgBouncer: what docs/postgres.md says is needed before PgBouncer is
// needed, and enough.
func TestBeforePgBouncer(t *testing.T) {
	server := pgtest.Start(t)
	address, err := url.Parse(server.CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	db := strings.TrimPrefix(address.Path, "/")
	server.Exec(t, db, "CREATE ROLE gateway LOGIN; GRANT ALL ON SCHEMA public TO gateway; SET ROLE gateway; "+furniture)
	t.Cleanup(func() {
		server.Exec(t, "postgres", "REASSIGN OWNED BY gateway TO postgres; DROP OWNED BY gateway; DROP ROLE gateway")
	})
	t.Cleanup(func() { server.Exec(t, db, "DROP OWNED BY gateway") })

	const ignore = "ignore_startup_parameters = default_transaction_read_only, jit\n"
	says := func(settings, want string) {
		t.Helper()
		if got := sourceOf(t, bouncer(t, server, db, settings), "full_access").psql(t, "shop", "SELECT count(*) FROM item"); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", settings, got, want)
		}
	}
	says("pool_mode = session", "ignore_startup_parameters = default_transaction_read_only, jit")
	says(ignore+"pool_mode = session", "ALTER ROLE")
	server.Exec(t, "postgres", "ALTER ROLE gateway SET default_transaction_read_only = on")
	says(ignore+"pool_mode = transaction", "gives its connections to several sessions")

	r := sourceOf(t, bouncer(t, server, db, ignore+"pool_mode = session"), "full_access")
	for n := 1; n <= 2; n++ { // the second session gets the connection of the first
		got := r.psql(t, "shop", "SELECT twice(id) FROM dear WHERE id = 2", "PREPARE p AS SELECT 1", "INSERT INTO item VALUES (9, 'nine')", "DISCARD ALL",
			"BEGIN", "DELETE FROM item WHERE id = 9", "COMMIT", "SET search_path = pg_catalog", `\copy (SELECT 5) TO STDOUT`)
		if want := "4\nPREPARE\nINSERT 0 1\nDISCARD ALL\nBEGIN\nDELETE 1\nCOMMIT\nSET\n5\n"; got != want {
			t.Errorf("session %d: %s", n, got)
		}
	}
	if log := r.err.String(); strings.Contains(log, "cannot connect") {
		t.Errorf("log:\n%s", log)
	}
	reader := sourceOf(t, bouncer(t, server, db, ignore+"pool_mode = session"), "read_only")
	if got := reader.psql(t, "shop", "RESET ALL", "DISCARD ALL", "SHOW transaction_read_only", "DELETE FROM item"); !strings.HasPrefix(got, "RESET\nDISCARD ALL\non\nERROR:  refused") {
		t.Errorf("read_only: %s", got)
	}
}

// TestBeforeStandby: a hot standby answers reads by its catalog of the moment, and
// refuses what changes something.
func TestBeforeStandby(t *testing.T) {
	t.Parallel() // it waits for a standby
	server := pgtest.Start(t)
	address, err := url.Parse(server.CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	db := strings.TrimPrefix(address.Path, "/")
	server.Exec(t, db, furniture)
	standby := server.Standby(t)
	server.AwaitReplay(t)
	r := sourceOf(t, standby.DSN(db), "full_access")
	const write = "ERROR:  cannot execute INSERT in a read-only transaction\n"
	got := r.psql(t, "shop", "SELECT pg_is_in_recovery(), twice(2), count(*) FROM dear", "INSERT INTO item VALUES (9, 'nine')", "BEGIN",
		"SELECT 1", "INSERT INTO item VALUES (9, 'nine')", "ROLLBACK", "PREPARE p AS SELECT 6", "EXECUTE p", `\copy (SELECT 5) TO STDOUT`)
	if want := "t|4|2\n" + write + "BEGIN\n1\n" + write + "ROLLBACK\nPREPARE\n6\n5\n"; got != want {
		t.Errorf("%s", got)
	}
	// What the primary changes counts as soon as the standby has it.
	server.Exec(t, db, "CREATE OR REPLACE FUNCTION twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 3'; CREATE TABLE later (n int)")
	server.AwaitReplay(t)
	if got := r.psql(t, "shop", "SELECT twice(2)", "SELECT count(*) FROM later"); got != "6\n0\n" {
		t.Errorf("after a change: %s", got)
	}
	server.Exec(t, db, "CREATE OR REPLACE FUNCTION twice(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM item; RETURN 1; END'")
	server.AwaitReplay(t)
	reader := sourceOf(t, standby.DSN(db), "read_only")
	if got := reader.psql(t, "shop", "SELECT twice(2)"); !strings.Contains(got, "refused by the gate") {
		t.Errorf("a function that deletes: %s", got)
	}
}
