package main

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// rowsBy runs a query and returns its rows, values separated by bars.
func rowsBy(t *testing.T, conn *pgx.Conn, sql string) string {
	t.Helper()
	results, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	var lines []string
	for _, row := range results[0].Rows {
		values := make([]string, len(row))
		for i, v := range row {
			values[i] = string(v)
		}
		lines = append(lines, strings.Join(values, "|"))
	}
	return strings.Join(lines, "\n")
}

func connectAs(t *testing.T, r *running, user, database string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), "postgres://"+user+"@"+r.pgwire+"/"+database+"?sslmode=disable&application_name=test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

// TestLiveSessions: the sessions of both doors are a table, of which everybody sees their own rows,
// without the secrets of what runs.
func TestLiveSessions(t *testing.T) {
	r := start(t, nil, "--mode", "full_access")
	alice, other, bob := connectAs(t, r, "alice", "demo"), connectAs(t, r, "alice", "sallyport"), connectAs(t, r, "bob", "demo")
	const all = "SELECT door, principal, application, state, source, verb, remote_addr IS NOT NULL AND since <= started FROM sallyport.sessions.open ORDER BY since"
	want := "pgwire|alice|test|idle|demo||\npgwire|alice|test|active|sallyport|SELECT|t"
	if got := rowsBy(t, other, all); got != want {
		t.Errorf("alice sees\n%s\nwant\n%s", got, want)
	}
	if got := rowsBy(t, other, "SELECT count(*) FROM open"); got != "2" {
		t.Errorf("unqualified: %s", got)
	}
	rowsBy(t, alice, "BEGIN")
	if got := rowsBy(t, other, "SELECT state FROM sallyport.sessions.open WHERE source = 'demo'"); got != "idle in transaction" {
		t.Errorf("a transaction is open, and the state is %q", got)
	}
	if got := rowsBy(t, bob, "SELECT principal, sql FROM sallyport.sessions.open WHERE 'secret' <> ''"); !strings.HasPrefix(got, "bob|SELECT principal, sql") || strings.Contains(got, "alice") {
		t.Errorf("bob sees %q", got)
	}
	if got := rowsBy(t, other, "SELECT count(*) FROM sessions.open o JOIN audit.records r ON r.session = o.id"); got == "0" {
		t.Errorf("sessions and records have nothing in common")
	}
	for range 2 { // rows are those of the moment
		if got := rowsBy(t, other, "SELECT count(*) FROM sallyport.sessions.open"); got != "2" {
			t.Errorf("%s sessions", got)
		}
	}
	if err := alice.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for rowsBy(t, other, "SELECT count(*) FROM sallyport.sessions.open") != "1" {
		if t.Context().Err() != nil {
			t.Fatal("the session of alice stays")
		}
	}
	var text string
	if err := other.QueryRow(t.Context(), "SELECT state FROM sallyport.sessions.open WHERE application = $1", "test").Scan(&text); err != nil || text != "active" {
		t.Errorf("with a parameter: %q, %v", text, err)
	}
	for _, sql := range []string{"DROP VIEW sallyport.sessions.open", "DELETE FROM sallyport.sessions.open", "INSERT INTO sallyport.sessions.open (id) VALUES ('1')"} {
		if _, err := other.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s has run", sql)
		}
	}
}

// TestLiveOfOneAfterAnother: rows that were loaded for one principal are gone when another principal gets the
// connection, in whatever state the first one has left it.
func TestLiveOfOneAfterAnother(t *testing.T) {
	r := start(t, nil)
	const all = "SELECT string_agg(DISTINCT principal, ',') FROM sallyport.sessions.open"
	for i, leave := range [][]string{nil, {"BEGIN", "SELECT 1", "ROLLBACK"}, {"BEGIN", all, "ROLLBACK"}, {"DISCARD ALL"}} {
		for _, user := range []string{"alice", "bob"} {
			conn := connectAs(t, r, user, "sallyport")
			for _, sql := range append([]string{all}, leave...) {
				if got := rowsBy(t, conn, sql); sql == all && got != user {
					t.Fatalf("%d: %s sees the sessions of %s", i, user, got)
				}
			}
			if got := rowsBy(t, conn, "SELECT count(*) = count(DISTINCT id) FROM sallyport.sessions.open"); got != "t" {
				t.Errorf("%d: %s sees a session twice", i, user)
			}
			if err := conn.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			for rowsBy(t, connectAs(t, r, user, "demo"), "SELECT count(*) FROM sallyport.sessions.open WHERE source = 'sallyport' AND state <> 'active'") != "0" && t.Context().Err() == nil {
			}
		}
	}
}

// TestLiveSessionsByMCP: a session of MCP is there between its calls and while one runs.
func TestLiveSessionsByMCP(t *testing.T) {
	r := start(t, nil)
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent","version":"7"}}}`
	session, _ := post(t, r.mcp, "", initialize)
	_, answer := post(t, r.mcp, session, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_select_query","arguments":{"sql":"SELECT door, application, version, state, id, count(*) OVER () AS n FROM sallyport.sessions.open","format":"json"}}}`)
	for _, want := range []string{`"agent"`, `"active"`, `"mcp"`, session[:14] + `\",1]]`} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %s in %s", want, answer)
		}
	}
	if strings.Contains(answer, session) {
		t.Errorf("the whole id of the session is told: %s", answer)
	}
	for tool, wants := range map[string][]string{
		`"list_services","arguments":{"provider":"sallyport"}`:                                                 {"approvals", "audit", "sessions"},
		`"list_resources","arguments":{"provider":"sallyport","service":"sessions"}`:                           {"open"},
		`"describe_resource","arguments":{"provider":"sallyport","service":"approvals","resource":"requests"}`: {"estimated_rows", "without the secrets"},
	} {
		_, answer := post(t, r.mcp, session, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":`+tool+`}}`)
		for _, want := range wants {
			if !strings.Contains(answer, want) {
				t.Errorf("%s: no %s in %s", tool, want, answer)
			}
		}
	}
}

// TestLiveRequests: what waits for a person and what was decided is a table, of which everybody sees
// their own rows.
func TestLiveRequests(t *testing.T) {
	r := start(t, []string{"SALLYPORT_APPROVALS_DESK=true", "SALLYPORT_APPROVALS_WAIT=1ms"}, "--mode", "safe")
	alice, bob := connectAs(t, r, "alice", "demo"), connectAs(t, r, "bob", "demo")
	if _, err := alice.Exec(t.Context(), "CREATE TABLE t (a int)"); err == nil || !strings.Contains(err.Error(), "approv") {
		t.Fatalf("it was not asked about: %v", err)
	}
	const all = "SELECT state, principal, door, source, verb, sql, reason <> '', created < expires, relations, decided IS NULL FROM sallyport.approvals.requests"
	if got := rowsBy(t, alice, all); !strings.HasPrefix(got, "pending|alice|pgwire|demo|CREATE TABLE|CREATE TABLE t (a int)|t|t|{\"writes demo.") {
		t.Errorf("alice sees %q", got)
	}
	if got := rowsBy(t, bob, all); got != "" {
		t.Errorf("bob sees %q", got)
	}
	for sql, want := range map[string]string{
		"SHOW SERVICES IN sallyport":            "approvals|approvals|approvals",
		"SHOW RESOURCES IN sallyport.approvals": "requests|sallyport.approvals.requests",
		"SHOW RESOURCES IN sallyport.sessions":  "open|sallyport.sessions.open",
	} {
		if got := rowsBy(t, alice, sql); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}
