package pgcatalog_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var update = flag.Bool("update", false, "write the golden files anew")

// env is the session of the tests.
var env = rewrite.Env{Catalog: "demo", Schema: "public", User: "alice", Database: "demo", ServerVersion: "15.0"}

// query is a statement that a real client sent.
type query struct {
	From, SQL string
}

func queries(t *testing.T) []query {
	t.Helper()
	data, err := os.ReadFile("testdata/queries.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []query
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// translate translates a statement to DuckDB's SQL.
func translate(text string) (string, error) {
	tree, err := pg_query.Parse(text)
	if err != nil {
		return "", err
	}
	out, _, err := duckdialect.Translate(tree, text, env)
	return out, err
}

// run executes every statement of a text, or prepares it if it has parameters.
func run(conn providers.Conn, text string) error {
	parts, err := pg_query.SplitWithParser(text, true)
	if err != nil {
		return err
	}
	for _, part := range parts {
		out, err := translate(part)
		if err != nil {
			return err
		}
		if session(out) {
			continue
		}
		if err := runOne(conn, out); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	return nil
}

// session reports statements that the session handles, not DuckDB.
func session(text string) bool {
	word, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(text)), " ")
	return strings.Contains(" SET SHOW RESET BEGIN COMMIT ROLLBACK ", " "+strings.TrimSuffix(word, ";")+" ")
}

func runOne(conn providers.Conn, text string) error {
	statement := providers.Statement{SQL: text}
	if strings.Contains(text, "$1") {
		_, err := conn.Describe(context.Background(), statement)
		return err
	}
	rows, err := conn.Query(context.Background(), statement, providers.Args{})
	if err != nil {
		return err
	}
	defer rows.Close()
	return providers.ReadToEnd(rows)
}

// connect returns a connection to an embedded source.
func connect(t *testing.T) providers.Conn {
	t.Helper()
	provider, err := duckdb.Open(t.Context(), duckdb.Options{Name: "demo", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { provider.Close() })
	conn, err := provider.Connect(t.Context(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestCorpus runs statements of real clients. The failures are in a golden file with their reasons,
// and that file may only shrink.
func TestCorpus(t *testing.T) {
	conn := connect(t)
	sample(t, conn)
	var failures strings.Builder
	total, failed := 0, 0
	for _, q := range queries(t) {
		total++
		if err := run(conn, q.SQL); err != nil {
			failed++
			if testing.Verbose() {
				t.Logf("%s\n%s\n%v\n\n", q.From, q.SQL, err)
			}
			fmt.Fprintf(&failures, "%s: %s\n    %s\n", q.From, oneLine(q.SQL), reason(err))
		}
	}
	got := fmt.Sprintf("%d of %d statements fail.\n\n%s", failed, total, failures.String())
	golden(t, "testdata/failures.txt", got)
}

// golden compares a text with a file, or writes the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the difference\n%s", file, got)
	}
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 120 {
		s = s[:120] + "…"
	}
	return s
}

// reason returns the first line of an error.
func reason(err error) string {
	var e *sqlstate.Error
	if errors.As(err, &e) {
		return e.Error()
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

// sample makes the tables that the corpus uses.
func sample(t *testing.T, conn providers.Conn) {
	t.Helper()
	for _, s := range []string{
		"CREATE SCHEMA app",
		"CREATE TYPE app.mood AS ENUM ('sad', 'ok', 'happy')",
		"CREATE SEQUENCE app.orders_id_seq",
		"CREATE TABLE app.customer (id integer PRIMARY KEY, email text NOT NULL UNIQUE, balance numeric(12,2) DEFAULT 0 CHECK (balance >= 0), created timestamptz, tags text[], meta json, mood app.mood)",
		"CREATE TABLE app.orders (id bigint PRIMARY KEY DEFAULT nextval('app.orders_id_seq'), customer_id integer REFERENCES app.customer(id), placed date, total numeric(10,2))",
		"CREATE INDEX orders_placed_idx ON app.orders (placed)",
		"CREATE VIEW app.v_orders AS SELECT o.id, c.email FROM app.orders o JOIN app.customer c ON c.id = o.customer_id",
		"CREATE TABLE pgbench_accounts (aid integer PRIMARY KEY, bid integer, abalance integer, filler text)",
		"COMMENT ON TABLE app.customer IS 'people who buy'",
		"COMMENT ON COLUMN app.customer.email IS 'where to write'",
		"INSERT INTO app.customer (id, email) VALUES (1, 'a@example.org')",
		"CREATE MACRO app.f(a, b) AS a + b",
	} {
		if err := runOne(conn, s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
}
