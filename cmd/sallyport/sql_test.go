package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// TestSQLTranscript runs the sql command against a real PostgreSQL and
// compares what it prints. A case is its arguments or its standard input.
func TestSQLTranscript(t *testing.T) {
	server := pgtest.Start(t)
	address := fmt.Sprintf("127.0.0.1:%d", server.Port)
	environ := []string{"USER=postgres"}
	var got strings.Builder
	for _, test := range []struct {
		stdin string
		args  []string
	}{
		{"", []string{"SELECT 1 AS n, 'a' AS text, NULL AS nothing, true AS yes"}},
		{"", []string{"SELECT * FROM (VALUES (1, 'one'), (10, 'ten'), (NULL, 'né')) t(number, name)"}},
		{"", []string{"SELECT 1 WHERE false"}},
		{"", []string{"SELECT"}},
		{"", []string{"SELECT FROM generate_series(1, 2); SELECT WHERE false"}},
		{"", []string{"--csv", "SELECT FROM generate_series(1, 2)"}},
		{"", []string{"--format", "json", "SELECT FROM generate_series(1, 2); SELECT WHERE false"}},
		{"\\x\nSELECT FROM generate_series(1, 2);", nil},
		{"", []string{"CREATE TEMP TABLE t (n int); INSERT INTO t SELECT generate_series(1, 3); SELECT sum(n) FROM t"}},
		{"", []string{`SELECT E'two\nlines\tand \x1b[31mred' AS "odd ""name"""`}},
		{"", []string{"--csv", `SELECT 'a,b' AS "x,y", 'say "hi"' AS q, '' AS empty, NULL AS nothing, 1.50 AS n, ' pad' AS p; SELECT 2 AS second`}},
		{"", []string{"--format", "json", `SELECT 1 AS n, 1.50 AS d, 'NaN'::float8 AS nan, true AS b, NULL AS z, '{"a": [1]}'::jsonb AS j, '<"é">' AS s, date '2024-02-29' AS day`}},
		{"", []string{"--format", "json", "SELECT generate_series(1, 2) AS n; SELECT 1 AS none WHERE false"}},
		{"", []string{"--csv", "CREATE TEMP TABLE quiet ()"}},
		{"", []string{"SELECT nope"}},
		{"", []string{"SELECT 1;\nSELECT * FORM t"}},
		{"", []string{"SELECT 'abc'::int"}},
		{"", []string{"SELECT n, 1/(n - 3) AS q FROM generate_series(1, 5) n"}},
		{"", []string{"DO $$ BEGIN RAISE NOTICE 'look here' USING HINT = 'there'; END $$"}},
		{"SELECT 1 AS a;\n-- nothing\n;SELECT 2\n AS b", nil},
		{"SELECT 1 AS a; SELECT boom; SELECT 3 AS never", nil},
		{"", nil},
	} {
		args := append([]string{"sql", "--address", address, "--source", "postgres"}, test.args...)
		status, stdout, stderr := call(t, environ, test.stdin, args...)
		fmt.Fprintf(&got, "== %q %q\n%s", test.args, test.stdin, stdout)
		if stderr != "" {
			fmt.Fprintf(&got, "-- stderr\n%s", stderr)
		}
		fmt.Fprintf(&got, "-- status %d\n\n", status)
	}
	compare(t, "sql.txt", got.String())
}

// TestSQLCommandsTranscript runs the shell's commands against a real PostgreSQL. A
// case is its arguments or its standard input; the files are in one folder.
func TestSQLCommandsTranscript(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE commands")
	server.Exec(t, "commands", `
		CREATE TABLE customers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text UNIQUE NOT NULL, born date, CHECK (born > '1900-01-01'));
		CREATE TABLE orders (id bigint PRIMARY KEY, customer int NOT NULL REFERENCES customers ON DELETE CASCADE, total numeric(10, 2) DEFAULT 0,
			taxed numeric GENERATED ALWAYS AS (total * 1.2) STORED);
		COMMENT ON TABLE orders IS 'what was sold'; COMMENT ON COLUMN orders.total IS 'in euros';
		CREATE INDEX ON orders (customer);
		CREATE VIEW large_orders AS SELECT 100 AS least;
		CREATE SCHEMA sales; CREATE SCHEMA "Odd Schema"; CREATE TABLE "Odd Schema"."T.1" (n int);
		CREATE TABLE events (day date) PARTITION BY RANGE (day); CREATE TABLE events_2026 PARTITION OF events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
		CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END'; CREATE TRIGGER noted BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION note();
		INSERT INTO customers (email) VALUES ('a@example.com'), (E'tab\there')`)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"two.sql":   "SELECT 1 AS one;\n\\i DIR/inner.sql\nSELECT boom;\nSELECT 'never';\n",
		"inner.sql": "-- of a file in a file\nSELECT 2 AS two\n\\g\n",
		"loop.sql":  "\\i DIR/loop.sql\n",
		"dump.sql":  "CREATE TABLE restored (n int, word text);\nCOPY restored FROM stdin;\n1\tone; -- no statement\n2\t\\N\n\\.\n\nSELECT * FROM restored ORDER BY n;\n",
		"rows.csv":  "n,word\n3,three\n4,\"fo\"\"ur\"\n",
		"bad.csv":   "n,word\nx,y\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(text, "DIR", dir)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got strings.Builder
	for _, test := range []struct {
		stdin string
		args  []string
	}{
		{"", []string{`\dt`}},
		{"", []string{`\d`}},
		{"", []string{`\dt+ ord*`}},
		{"", []string{`\dt "Odd Schema".*`}},
		{"", []string{`\dv`}},
		{"", []string{`\di orders*`}},
		{"", []string{`\d customers`}},
		{"", []string{`\d+ orders`}},
		{"", []string{`\d+ large_orders`}},
		{"", []string{`\d events`}},
		{"", []string{`\d commands.public.orders_pkey`}},
		{"", []string{`\d "Odd Schema"."T.1"`}},
		{"", []string{`\d nothing`}},
		{"", []string{`\d a.b.c.d`}},
		{"", []string{"--json", `\dt orders`}},
		{"", []string{`\dn sal*`}},
		{"", []string{"-c", `\x`, "-c", "SELECT id, email, born FROM customers; SELECT 1 WHERE false"}},
		{"", []string{"-c", `\x auto`, "-c", `\timing off`, "-c", "SELECT 1 AS narrow"}},
		{"", []string{`\x sideways`}},
		{"", []string{`\dance`}},
		{"", []string{"-f", "DIR/two.sql", "-c", "SELECT 'never'"}},
		{"", []string{"-f", "DIR/loop.sql"}},
		{"", []string{"-f", "DIR/none.sql"}},
		{"", []string{"-f", "csv", "SELECT 1"}},
		{"", []string{"-f", "DIR/dump.sql"}},
		{"SELECT 1 AS piped;\n", []string{"-f", "-"}},
		{"", []string{"COPY (VALUES (1, 'a;b'), (2, NULL)) TO STDOUT"}},
		{"", []string{"SELECT 1 AS before; COPY (SELECT 2) TO STDOUT; SELECT 3 AS behind"}},
		{"", []string{"--csv", "COPY (SELECT 'rows' AS alone) TO STDOUT (FORMAT csv, HEADER)"}},
		{"5\tfive\n6\tsix\n", []string{"COPY restored FROM STDIN"}},
		{"", []string{`\copy restored from 'DIR/rows.csv' (format csv, header)`}},
		{"", []string{`\copy restored from DIR/bad.csv csv header`}},
		{"", []string{`\copy restored from DIR/none.csv`}},
		{"", []string{"-c", `\copy (select n, 'to; from' as word from restored order by n) to 'DIR/it''s.csv' csv header`, "-c", `\! cat`}},
		{"", []string{`\copy restored to stdout csv`}},
		{"", []string{`\copy restored to program 'cat'`}},
		{"", []string{`\copy restored`}},
		{"\\copy restored (n) from stdin\n7\n\\.\nSELECT count(*), sum(n) FROM restored;\n", nil},
		{"SELECT 1 AS a\n\\g DIR/a.txt\n\\o DIR/b.txt\nSELECT 2 AS b;\n\\o\nSELECT 3 AS c \\gx\n\\p\n\\r\n\\e\n", nil},
		{"SELECT 4 AS d;\n\\q\nSELECT 'never';\n", nil},
		{"SELECT 1; SELECT pg_terminate_backend(pg_backend_pid()); SELECT 'never';", nil},
		{"", []string{"-c", `\c postgres`, "-c", "SELECT current_database()", "-c", `\c nowhere`}},
	} {
		args := []string{"sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "--source", "commands"}
		for _, a := range test.args {
			args = append(args, strings.ReplaceAll(a, "DIR", dir))
		}
		status, stdout, stderr := call(t, []string{"USER=postgres"}, strings.ReplaceAll(test.stdin, "DIR", dir), args...)
		fmt.Fprintf(&got, "== %q %q\n%s", test.args, test.stdin, stdout)
		if stderr != "" {
			fmt.Fprintf(&got, "-- stderr\n%s", stderr)
		}
		fmt.Fprintf(&got, "-- status %d\n\n", status)
	}
	for _, name := range []string{"it's.csv", "a.txt", "b.txt"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		fmt.Fprintf(&got, "== %s %v\n%s\n", name, err, content)
	}
	text := strings.NewReplacer(dir, "DIR", fmt.Sprint(server.Port), "PORT").Replace(got.String())
	compare(t, "sqlcommands.txt", text)
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("not as in %s; see the difference with -update and git diff\n%s", path, got)
	}
}

// TestLargeTable: widths are fixed after a while, and no row is lost.
func TestLargeTable(t *testing.T) {
	server := pgtest.Start(t)
	status, stdout, stderr := call(t, []string{"USER=postgres"}, "", "sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port),
		"--source", "postgres", "SELECT n, 'x' FROM generate_series(1, 2500) n")
	if status != 0 || !strings.HasSuffix(stdout, "\n 2500 | x\n(2500 rows)\n\n") || strings.Count(stdout, "\n") != 2504 {
		t.Errorf("status %d, %d lines %s", status, strings.Count(stdout, "\n"), stderr)
	}
}

func TestSQLNoSuchSource(t *testing.T) {
	server := pgtest.Start(t)
	status, stdout, stderr := call(t, []string{"USER=postgres"}, "", "sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port), "-s", "nowhere", "SELECT 1")
	if status != 2 || stdout != "" || stderr != "FATAL:  database \"nowhere\" does not exist (3D000)\n" {
		t.Errorf("%d %q %q", status, stdout, stderr)
	}
}

func TestSQLNoServer(t *testing.T) {
	status, stdout, stderr := call(t, []string{"USER=postgres"}, "", "sql", "--address", "127.0.0.1:1", "SELECT 1")
	if want := "sallyport: cannot connect to 127.0.0.1:1: connect: connection refused\n  Is the server running? Start it with: sallyport srv\n"; status != 2 || stdout != "" || stderr != want {
		t.Errorf("%d %q %q", status, stdout, stderr)
	}
}

// TestSQLCommandsOfServers: the commands work on the embedded source, and on a
// PostgreSQL behind the server.
func TestSQLCommandsOfServers(t *testing.T) {
	demo := start(t, nil)
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE relayed")
	server.Exec(t, "relayed", "CREATE TABLE sold (id int PRIMARY KEY, total numeric); INSERT INTO sold VALUES (1, 9.5)")
	relayed := sourceOf(t, server.DSN("relayed"), "full_access")
	file := filepath.Join(t.TempDir(), "rows.csv")
	for _, test := range []struct {
		on   *running
		args []string
		want string
	}{
		{demo, []string{`\dt`}, "\n public | birdstrikes | table | alice\n"},
		{demo, []string{`\d airports`}, "\n latitude  | double precision |          |\n"},
		{demo, []string{`\l`}, "\n sallyport | dev     | sallyport |"},
		{demo, []string{`\dn`}, "\n public |"},
		{demo, []string{"-c", `\c sallyport`, "-c", "SELECT count(*) >= 0 AS some FROM sallyport.audit.records"}, "\n t\n(1 row)"},
		{relayed, []string{`\d sold`}, "\n    \"sold_pkey\" PRIMARY KEY btree (id)\n"},
		{relayed, []string{"-c", `\copy sold to '` + file + `'`, "-c", "DELETE FROM sold", "-c", `\copy sold from ` + file, "-c", "TABLE sold"}, "COPY 1\nDELETE 1\nCOPY 1\n id | total\n----+-------\n  1 |   9.5\n"},
	} {
		if status, stdout, stderr := test.on.sql(t, test.args...); status != 0 || stderr != "" || !strings.Contains(stdout, test.want) {
			t.Errorf("%q: status %d\n%s%s", test.args, status, stdout, stderr)
		}
	}
}

// TestSQLCopyAmongNotices: a server with much to say while rows are sent to it is
// listened to.
func TestSQLCopyAmongNotices(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE notices")
	server.Exec(t, "notices", `CREATE TABLE loud (n int);
		CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '%', repeat('x', 1000); RETURN new; END $$;
		CREATE TRIGGER loud BEFORE INSERT ON loud FOR EACH ROW EXECUTE FUNCTION shout()`)
	const rows = 10_000 // 10 MB of notices: more than sockets hold
	status, stdout, stderr := call(t, []string{"USER=postgres"}, strings.Repeat("1\n", rows), "sql", "--address", fmt.Sprintf("127.0.0.1:%d", server.Port),
		"--source", "notices", "COPY loud FROM STDIN")
	if status != 0 || stdout != fmt.Sprintf("COPY %d\n", rows) || strings.Count(stderr, "NOTICE:  x") != rows {
		t.Errorf("status %d, %q, %d notices", status, stdout, strings.Count(stderr, "NOTICE:  x"))
	}
}
