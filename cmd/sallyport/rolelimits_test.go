package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const limitsYAML = `
mode: full_access
sources:
- {name: pg, kind: postgres, dsn_env: SHOP_DSN}
- {name: demo, kind: duckdb}
mcp: {principal: agent}
roles:
- {name: frugal, members: [carol, agent], mode: full_access, catalogs: true, limits: {cost: 100}}
- {name: slow, members: [dave], mode: full_access, catalogs: true, limits: {statements_per_minute: 3}}
- {name: free, members: [erin], mode: full_access, catalogs: true}
- {name: both, members: [erin], mode: full_access, catalogs: true, limits: {cost: 1, statements_per_minute: 1}}
`

// startLimits runs a server over a Postgres with a large table and a small one.
func startLimits(t *testing.T) *running {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `CREATE TABLE large (id int PRIMARY KEY, v text); INSERT INTO large SELECT i, 'v' FROM generate_series(1, 20000) i;
		CREATE TABLE small (id int PRIMARY KEY, v text); INSERT INTO small VALUES (1, 'a'); CREATE FUNCTION noted(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN i; END';
		ANALYZE`).ReadAll(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte(limitsYAML), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, []string{"SHOP_DSN=" + dsn}, "--config", file)
}

func codeOf(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return fmt.Sprint(err)
}

// TestCostOfRoles: a statement whose plan costs more than the role allows does not run, whatever it hides in, at
// both doors, with values and without; what is cheap runs.
func TestCostOfRoles(t *testing.T) {
	r := startLimits(t)
	conn, err := r.wire(t, "carol")
	if err != nil {
		t.Fatal(err)
	}
	simple := func(sql string) error {
		_, err := conn.Exec(t.Context(), sql).ReadAll()
		return err
	}
	for _, sql := range []string{
		"SELECT count(*) FROM large", "SELECT 1; SELECT count(*) FROM large", "EXPLAIN ANALYZE SELECT count(*) FROM large",
		"EXPLAIN (ANALYZE true) SELECT count(*) FROM large", "COPY large TO STDOUT", "COPY (SELECT * FROM large) TO STDOUT",
		"CREATE TABLE copied AS SELECT * FROM large", "SELECT * INTO copied FROM large", "UPDATE large SET v = 'w'", "DELETE FROM large WHERE v = 'v'",
		"INSERT INTO small SELECT id + 1, v FROM large", "WITH x AS (DELETE FROM large RETURNING id) SELECT count(*) FROM x",
		"SET enable_seqscan = off; SELECT count(*) FROM large", "SELECT count(*) FROM pg.public.large",
		"SELECT count(*) FROM pg.public.large l JOIN demo.public.airports a ON a.city = l.v",
	} {
		if err := simple(sql); codeOf(err) != "54000" || !strings.Contains(err.Error(), `the role "frugal" allows 100`) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, set := range []string{"SET seq_page_cost = 0", "SET cpu_tuple_cost = 0", "SET cpu_operator_cost = 0"} {
		if err := simple(set); err != nil {
			t.Fatal(err)
		}
	}
	if err := simple("SELECT count(*) FROM large"); codeOf(err) != "54000" {
		t.Errorf("settings make the plan cheap: %v", err)
	}
	for sql, code := range map[string]string{
		"PREPARE p AS SELECT count(*) FROM large; EXECUTE p":                                                "0A000",
		"BEGIN; DECLARE c CURSOR FOR SELECT * FROM large":                                                   "54000",
		"BEGIN; ALTER TABLE small RENAME TO large2; ALTER TABLE large RENAME TO small; SELECT * FROM small": "0A000",
	} {
		err := simple(sql)
		if got := codeOf(err); got != code {
			t.Errorf("%s: %v", sql, err)
		}
		_ = simple("ROLLBACK")
	}
	for _, sql := range []string{
		"SELECT * FROM small", "SELECT * FROM large WHERE id = 7", "EXPLAIN SELECT count(*) FROM large", "INSERT INTO small VALUES (2, 'b')",
		"BEGIN; SELECT v FROM large WHERE id = 3; COMMIT", "SELECT iata FROM demo.public.airports LIMIT 1", "CREATE TABLE made (i int)", "COPY small TO STDOUT",
	} {
		if err := simple(sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	bound := func(sql, value string) error {
		return conn.ExecParams(t.Context(), sql, [][]byte{[]byte(value)}, nil, nil, nil).Read().Err
	}
	if err := bound("SELECT * FROM large WHERE id > $1::int", "19999"); err != nil {
		t.Error(err)
	}
	if err := bound("SELECT * FROM large WHERE id > $1::int", "1"); codeOf(err) != "54000" {
		t.Errorf("a value that makes the plan expensive: %v", err)
	}
	if _, err := conn.Prepare(t.Context(), "s", "SELECT * FROM large WHERE id > $1", nil); err != nil {
		t.Fatal(err)
	}
	for value, code := range map[string]string{"19999": "<nil>", "2": "54000"} {
		if err := conn.ExecPrepared(t.Context(), "s", [][]byte{[]byte(value)}, nil, nil).Read().Err; codeOf(err) != code {
			t.Errorf("%s: %v", value, err)
		}
	}
	free, err := r.wire(t, "erin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := free.Exec(t.Context(), "SELECT count(*) FROM large; SELECT 1").ReadAll(); err != nil {
		t.Errorf("one of the roles has no limit: %v", err)
	}
	session, _ := post(t, r.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	for sql, want := range map[string]string{"SELECT count(*) FROM pg.public.large": "54000", "SELECT * FROM pg.public.small": `"isError":false`} {
		given, _ := json.Marshal(map[string]string{"sql": sql})
		_, answer := post(t, r.mcp, session, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_select_query","arguments":%s}}`, given))
		if !strings.Contains(answer, want) && !(want != "54000" && !strings.Contains(answer, "isError\":true")) {
			t.Errorf("MCP: %s: %s", sql, answer)
		}
	}
}

// TestPaceOfRoles: a principal runs as many statements a minute as its role allows, in all of its sessions together.
func TestPaceOfRoles(t *testing.T) {
	r := startLimits(t)
	one, err := r.wire(t, "dave")
	if err != nil {
		t.Fatal(err)
	}
	other, err := r.wire(t, "dave")
	if err != nil {
		t.Fatal(err)
	}
	run := func(c *pgconn.PgConn, sql string) error {
		_, err := c.Exec(t.Context(), sql).ReadAll()
		return err
	}
	for _, sql := range []string{"BEGIN", "SET work_mem = '4MB'", "SELECT 1", "COMMIT", "SELECT 2"} {
		if err := run(one, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if err := other.ExecParams(t.Context(), "SELECT 3", nil, nil, nil, nil).Read().Err; err != nil {
		t.Fatal(err)
	}
	for _, c := range []*pgconn.PgConn{one, other} {
		var e *pgconn.PgError
		if err := run(c, "SELECT 4"); !errors.As(err, &e) || e.Code != "53400" || !strings.Contains(e.Message, `the role "slow" allows 3`) || !strings.Contains(e.Hint, "Try again in") {
			t.Errorf("%v", err)
		}
		if err := c.ExecParams(t.Context(), "SELECT 5", nil, nil, nil, nil).Read().Err; codeOf(err) != "53400" {
			t.Errorf("%v", err)
		}
	}
	if records := r.records(t); !strings.Contains(records, "53400") {
		t.Error("the refusals are not on record")
	}
}
