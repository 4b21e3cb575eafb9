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

const rolesYAML = `
mode: full_access
sources:
- {name: pg, kind: postgres, dsn_env: SHOP_DSN}
roles:
- name: analyst
  members: [alice, local]
  mode: full_access
  sources: [pg]
  relations: {allow: ["pg.shop.*"], deny: ["pg.shop.hidden"]}
  columns: {deny: ["pg.shop.users.secret", "pg.shop.base.secret", "pg.shop.parts.secret", "pg.shop.rows.secret", "pg.shop.made.secret"]}
- name: clerk
  members: [bob]
  mode: read_only
  relations: {allow: ["pg.shop.orders"]}
  tools: [run_select_query]
  limits: {rows: 2}
`

// startRoles runs a server over a Postgres with the tables of a shop.
func startRoles(t *testing.T) *running {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	script, err := os.ReadFile("../../engine/testdata/roles/pg.sql")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), strings.ReplaceAll(string(script), "MARKER", "'zqmark'")).ReadAll(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte(rolesYAML), 0o600); err != nil {
		t.Fatal(err)
	}
	return start(t, []string{"SHOP_DSN=" + dsn}, "--config", file)
}

func (r *running) wire(t *testing.T, user string) (*pgconn.PgConn, error) {
	t.Helper()
	return r.wireTelling(t, user, nil)
}

// wireTelling is wire for a client that heeds notices.
func (r *running) wireTelling(t *testing.T, user string, heed pgconn.NoticeHandler) (*pgconn.PgConn, error) {
	t.Helper()
	c, err := pgconn.ParseConfig("postgres://" + user + "@" + r.pgwire + "/pg?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	c.OnNotice = heed
	conn, err := pgconn.ConnectConfig(t.Context(), c)
	if err == nil {
		t.Cleanup(func() { _ = conn.Close(t.Context()) })
	}
	return conn, err
}

func listOf(t *testing.T, file string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../engine/testdata/roles", file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// refused reports whether an error is a refusal of the gate.
func refused(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "42501" && strings.HasPrefix(e.Message, "refused by the gate")
}

// TestRolesAtBothDoors: the relay refuses each way to what a role denies, by both protocols, and MCP does; what the
// role allows runs.
func TestRolesAtBothDoors(t *testing.T) {
	r := startRoles(t)
	conn, err := r.wire(t, "alice")
	if err != nil {
		t.Fatal(err)
	}
	session, _ := post(t, r.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	ask := func(tool string, args any) string {
		t.Helper()
		given, _ := json.Marshal(args)
		_, answer := post(t, r.mcp, session, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, given))
		return answer
	}
	for _, sql := range listOf(t, "refused.txt") {
		if _, err := conn.Exec(t.Context(), sql).ReadAll(); !refused(err) {
			t.Errorf("simple: %s: %v", sql, err)
		}
		if _, err := conn.Prepare(t.Context(), "", sql, nil); !refused(err) {
			t.Errorf("extended: %s: %v", sql, err)
		}
		if strings.HasPrefix(sql, "SELECT") {
			if answer := ask("run_select_query", map[string]string{"sql": sql}); !strings.Contains(answer, "42501") {
				t.Errorf("MCP: %s: %s", sql, answer)
			}
		}
	}
	for _, sql := range listOf(t, "allowed.txt") {
		if _, err := conn.Exec(t.Context(), "BEGIN; "+sql+"; ROLLBACK").ReadAll(); err != nil {
			t.Errorf("%s: %v", sql, err)
			_, _ = conn.Exec(t.Context(), "ROLLBACK").ReadAll()
		}
	}
	if _, err := conn.Exec(t.Context(), "COPY shop.users (id, name) TO STDOUT").ReadAll(); refused(err) {
		t.Error(err)
	}
	for tool, args := range map[string]map[string]string{
		"list_resources": {"provider": "pg", "service": "shop"}, "describe_resource": {"provider": "pg", "service": "shop", "resource": "users"},
	} {
		answer := ask(tool, args)
		if strings.Contains(answer, "pg.shop.hidden") || strings.Contains(answer, `"secret"`) || strings.Contains(answer, "\\nsecret|") || !strings.Contains(answer, "users") {
			t.Errorf("%s: %s", tool, answer)
		}
	}
	if answer := ask("describe_resource", map[string]string{"provider": "pg", "service": "shop", "resource": "hidden"}); strings.Contains(answer, "value") {
		t.Error(answer)
	}
	_, denied := conn.Exec(t.Context(), "SELECT * FROM shop.hidden").ReadAll()
	_, absent := conn.Exec(t.Context(), "SELECT * FROM shop.nohere").ReadAll()
	if strings.ReplaceAll(fmt.Sprint(denied), "hidden", "nohere") != fmt.Sprint(absent) {
		t.Errorf("of a relation that is denied: %v\nof one that is not there: %v", denied, absent)
	}
}

// TestRolesOfOthers: who has no role gets no session, and its refusal is on record; limits and tools are those of
// the role.
func TestRolesOfOthers(t *testing.T) {
	r := startRoles(t)
	if _, err := r.wire(t, "mallory"); err == nil || !strings.Contains(err.Error(), "has no role") {
		t.Errorf("a principal without a role comes in: %v", err)
	}
	if records := r.records(t); !strings.Contains(records, `"principal":"mallory"`) || !strings.Contains(records, "has no role") {
		t.Errorf("the refusal is not on record: %s", records)
	}
	conn, err := r.wire(t, "bob")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"SELECT id FROM shop.users", "DELETE FROM shop.orders", "SELECT * FROM sallyport.audit.records"} {
		if _, err := conn.Exec(t.Context(), sql).ReadAll(); err == nil {
			t.Errorf("%s runs", sql)
		}
	}
	rows, err := conn.Exec(t.Context(), "SELECT id FROM shop.orders").ReadAll()
	if err != nil || len(rows) != 1 || len(rows[0].Rows) != 2 {
		t.Errorf("the role may have two rows: %v %v", rows, err)
	}
}

// TestWhoami: the commands say what holds, and why.
func TestWhoami(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "state_dir: " + t.TempDir() + "\nroles:\n- {name: analyst, members: [ada], mode: read_only, sources: [demo], relations: {deny: [demo.public.weather, shop.public.t]}, columns: {deny: [demo.public.airports.city]}}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"whoami", "--as", "ada"}, 0, "it is among roles[].members"},
		{[]string{"whoami", "--as", "bob"}, 0, "bob has no role"},
		{[]string{"whoami", "--as", "bob", "--roles", "analyst"}, 0, "its token names it"},
		{[]string{"validate", "--as", "ada", "SELECT * FROM airports"}, 4, "* may read a column of airports"},
		{[]string{"validate", "--as", "ada", "SELECT iata FROM airports"}, 0, "allow"},
		{[]string{"validate", "--as", "ada", "SELECT * FROM weather"}, 4, `the relation "weather" is not for you`},
		{[]string{"validate", "--as", "bob", "SELECT 1"}, 1, "has no role"},
		{[]string{"check-config"}, 0, "role analyst: relations.deny[1], shop.public.t, matches nothing: the role has no such source"},
	} {
		status, stdout, stderr := call(t, nil, "", append(test.args, "--config", file)...)
		if status != test.status || !strings.Contains(stdout+stderr, test.want) {
			t.Errorf("%v: status %d\n%s%s", test.args, status, stdout, stderr)
		}
	}
}

// TestErrorsAtBothDoorsShowNothingHidden is TestErrorsShowNothingHidden for the relay, by both protocols, and for MCP.
func TestErrorsAtBothDoorsShowNothingHidden(t *testing.T) {
	r := startRoles(t)
	told := ""
	conn, err := r.wireTelling(t, "alice", func(_ *pgconn.PgConn, n *pgconn.Notice) { told = fmt.Sprintf("%+v", *n) })
	if err != nil {
		t.Fatal(err)
	}
	session, _ := post(t, r.mcp, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	for _, sql := range listOf(t, "errors.txt") {
		check := func(how string, err error) {
			t.Helper()
			var e *pgconn.PgError
			if errors.As(err, &e) {
				told += fmt.Sprintf("%+v", *e)
			}
			if refused(err) || told == "" || strings.Contains(told, "zqmark") || strings.Contains(told, "hidden") || strings.Contains(told, "secret") {
				t.Errorf("%s: %s: %v %s", how, sql, err, told)
			}
			told = ""
			if _, err := conn.Exec(t.Context(), "ROLLBACK").ReadAll(); err != nil {
				t.Fatal(err)
			}
		}
		_, err := conn.Exec(t.Context(), "BEGIN; "+sql+"; ROLLBACK").ReadAll()
		check("simple", err)
		_, err = conn.Exec(t.Context(), "BEGIN").ReadAll()
		if err == nil {
			err = conn.ExecParams(t.Context(), sql, nil, nil, nil, nil).Read().Err
		}
		check("extended", err)
		given, _ := json.Marshal(map[string]string{"sql": sql})
		tool := "run_mutation_query"
		if strings.HasPrefix(sql, "SELECT") {
			tool = "run_select_query"
		}
		if strings.HasPrefix(sql, "DROP") || strings.Contains(sql, "noisy") {
			continue // another tool's, and what changes the tables for the tests to come
		}
		_, answer := post(t, r.mcp, session, fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, given))
		if answer = strings.NewReplacer(sql, "", "upsecret", "").Replace(answer); !strings.Contains(answer, "isError") || strings.Contains(answer, "zqmark") || strings.Contains(answer, "hidden") || strings.Contains(answer, "secret") {
			t.Errorf("MCP: %s: %s", sql, answer)
		}
	}
	_, answer := post(t, r.mcp, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_select_query","arguments":{"sql":"SELECT error FROM sallyport.audit.records"}}}`)
	if strings.Contains(answer, "zqmark") || strings.Contains(answer, "hidden") {
		t.Errorf("the record tells %s", answer)
	}
}
