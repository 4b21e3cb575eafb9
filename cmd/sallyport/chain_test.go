package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// A Sallyport whose source is another Sallyport, with a Postgres server behind that.

// chain is two servers, one before the other.
type chain struct{ inner, outer *running }

// chained starts a server before a database, and another before that server.
func chained(t *testing.T, db, inner, outer, pooling string) chain {
	t.Helper()
	environ := []string{"SALLYPORT_APPROVALS_DESK=true", "SALLYPORT_APPROVALS_WAIT=30s", "SALLYPORT_APPROVALS_DENIED_FOR=0s"}
	source := func(dsn string) string {
		return configFileFor(t, "sources:\n- {name: shop, kind: postgres, pooling: "+pooling+", dsn: '"+dsn+"'}\n")
	}
	c := chain{inner: start(t, environ, "--config", source(db), "--mode", inner)}
	c.outer = start(t, environ, "--config", source("postgres://gateway@"+c.inner.pgwire+"/shop?sslmode=disable"), "--mode", outer)
	return c
}

// psql runs commands of psql in one session.
func (r *running) psql(t *testing.T, database string, commands ...string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(r.pgwire)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-X", "-A", "-t", "-h", "127.0.0.1", "-p", port, "-U", "alice", "-d", database}
	for _, command := range commands {
		args = append(args, "-c", command)
	}
	out, _ := exec.CommandContext(t.Context(), "psql", args...).CombinedOutput() // its errors are part of what it says
	return string(out)
}

// recorded are the statements of a session principal that a log has with an outcome.
func (r *running) recorded(t *testing.T, principal string) (texts []string) {
	t.Helper()
	for line := range strings.Lines(r.records(t)) {
		var record struct{ SQL, Principal, Application, Phase string }
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		if record.Principal == principal && record.SQL != "" && record.Phase != "outcome" {
			texts = append(texts, record.SQL)
		}
	}
	return texts
}

const furniture = `CREATE TABLE item (id int PRIMARY KEY, name text);
	INSERT INTO item SELECT n, 'item ' || n FROM generate_series(1, 3) n;
	CREATE VIEW dear AS SELECT * FROM item WHERE id > 1;
	CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2'`

// TestChain: a statement that both servers let through runs as it does before one server. Any other statement is
// refused by one of the two. The records of both servers agree.
func TestChain(t *testing.T) {
	t.Parallel() // it starts many processes, and waits for each
	server := pgtest.Start(t)
	reads := []string{
		"SELECT count(*) FROM item", "SELECT max(name) FROM dear", "SELECT twice(id) FROM item WHERE id = 3",
		"PREPARE p AS SELECT 40 + 2", "EXECUTE p", "BEGIN", "DECLARE c CURSOR FOR SELECT id FROM dear", "FETCH 1 FROM c", "COMMIT",
	}
	const answers = "3\nitem 3\n6\nPREPARE\n42\nBEGIN\nDECLARE CURSOR\n2\nCOMMIT\n"
	writes := []string{
		"INSERT INTO item VALUES (4, 'four')", "BEGIN", "UPDATE item SET name = 'five' WHERE id = 4", "ROLLBACK", "SELECT name FROM item WHERE id = 4",
		"DISCARD ALL", "INSERT INTO item VALUES (5, 'five')",
	}
	tries := []struct {
		inner, outer, pooling string
		writes                string // how each of writes begins
	}{
		{"full_access", "full_access", "transaction", "INSERT 0 1\nBEGIN\nUPDATE 1\nROLLBACK\nfour\nDISCARD ALL\nINSERT 0 1\n"},
		{"read_only", "full_access", "session", "the mode is read_only"},
		{"full_access", "read_only", "session", "the mode is read_only"},
		// The long form alone has the others.
		{"delete_safe", "delete_safe", "session", "INSERT 0 1\nBEGIN\nUPDATE 1\nROLLBACK\nfour\nDISCARD ALL\nINSERT 0 1\n"},
		{"full_access", "full_access", "session", "INSERT 0 1\nBEGIN\nUPDATE 1\nROLLBACK\nfour\nDISCARD ALL\nINSERT 0 1\n"},
		{"read_only", "delete_safe", "transaction", "the mode is read_only"},
		{"read_only", "read_only", "session", "the mode is read_only"},
		{"safe", "read_only", "session", "the mode is read_only"},
	}
	for _, try := range tries[:unlessLong(3, len(tries))] {
		t.Run(fmt.Sprintf("%s before %s, by %s", try.outer, try.inner, try.pooling), func(t *testing.T) {
			db := server.CreateDB(t)
			behind(t, db, furniture)
			c := chained(t, db, try.inner, try.outer, try.pooling)
			if got := c.outer.psql(t, "shop", reads...); got != answers {
				t.Errorf("reads: %s", got)
			}
			if got := c.outer.psql(t, "shop", `\d dear`); !strings.Contains(got, "name|text") {
				t.Errorf(`\d: %s`, got)
			}
			if got := c.outer.psql(t, "shop", `\copy (SELECT id FROM item WHERE id = 2) TO STDOUT`); got != "2\n" {
				t.Errorf("COPY: %s", got)
			}
			got := c.outer.psql(t, "shop", writes...)
			if refused := strings.HasPrefix(try.writes, "the mode"); !refused && got != try.writes || refused && strings.Count(got, try.writes) != 3 {
				t.Errorf("writes: %s", got)
			}
			c.agree(t, slices.Concat(reads, writes))
		})
	}
}

// agree compares the records of both servers: whatever ran at the inner one for a
// statement of the client is on record at the outer one, with the login of the DSN
// as its principal.
func (c chain) agree(t *testing.T, statements []string) {
	t.Helper()
	outer, inner := c.outer.recorded(t, "alice"), c.inner.recorded(t, "gateway")
	for _, sql := range statements {
		if !slices.Contains(outer, sql) {
			t.Errorf("%q is not on the outer record", sql)
		}
	}
	if wrong := c.inner.recorded(t, "alice"); len(wrong) > 0 {
		t.Errorf("the inner record has the outer's client as its principal: %q", wrong)
	}
	for _, sql := range statements {
		refused := strings.Contains(c.outer.records(t), `"decision":"refuse_immediate"`)
		if !refused && !slices.Contains(inner, sql) {
			t.Errorf("%q is not on the inner record", sql)
		}
	}
}

// TestChainAsks: a change that needs approval at both servers runs when both have approved it, and does not run if
// one of them has declined it. The long form asks with each pooling, the small one with that of sessions; TestChainExtended has the other.
func TestChainAsks(t *testing.T) {
	server := pgtest.Start(t)
	for _, pooling := range []string{"session", "transaction"}[:unlessLong(1, 2)] {
		t.Run(pooling, func(t *testing.T) {
			db := server.CreateDB(t)
			behind(t, db, furniture)
			c := chained(t, db, "safe", "safe", pooling)
			item := 0
			run := func(verbs ...string) string { // a statement that was declined is declined for a while, so each is another
				t.Helper()
				answer := make(chan string, 1)
				item++
				sql := fmt.Sprintf("DELETE FROM item WHERE id = %d", item)
				go func() { answer <- c.outer.psql(t, "shop", sql) }()
				for i, verb := range verbs {
					state := []string{c.outer.state, c.inner.state}[i]
					id := waitForRequest(t, state)
					if status, _, stderr := call(t, nil, "", "approvals", verb, id, "--state-dir", state, "-m", "because"); status != 0 {
						t.Fatal(stderr)
					}
				}
				return <-answer
			}
			if got := run("deny"); !strings.Contains(got, "because") {
				t.Errorf("declined by the outer: %s", got)
			}
			if got := run("approve", "deny"); !strings.Contains(got, "because") {
				t.Errorf("declined by the inner: %s", got)
			}
			if got := c.outer.psql(t, "shop", "SELECT count(*) FROM item"); got != "3\n" {
				t.Errorf("what was declined ran: %s", got)
			}
			if got := run("approve", "approve"); !strings.HasSuffix(got, "DELETE 1\n") {
				t.Errorf("approved: %s", got)
			}
		})
	}
}

// behind runs SQL at the server itself.
func behind(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

// TestChainEmbedded: an embedded source behind another server is refused by name.
func TestChainEmbedded(t *testing.T) {
	inner := start(t, nil)
	outer := sourceOf(t, "postgres://gateway@"+inner.pgwire+"/demo?sslmode=disable", "full_access")
	if got := outer.psql(t, "shop", "SELECT 1"); !strings.Contains(got, `is not reachable: it is another Sallyport, whose source is not a Postgres server`) {
		t.Errorf("%s", got)
	}
}

// TestChainMCP: a tool of the outer server reads and changes what the inner one lets
// through, and is told of the statement that the inner one refuses.
func TestChainMCP(t *testing.T) {
	server := pgtest.Start(t)
	db := server.CreateDB(t)
	behind(t, db, furniture)
	const update = "UPDATE item SET name = 'new' WHERE id = 1"
	for inner, want := range map[string]string{"full_access": `"tag":"UPDATE 1"`, "read_only": "the mode is read_only: UPDATE"} {
		c := chained(t, db, inner, "full_access", "session")
		for range 2 { // the second call finds the connection of the first
			if got := inSession(t, c.outer, toolCall("run_select_query", "SELECT twice(id) AS n FROM dear WHERE id = 2")); !strings.Contains(got, `[[4]]`) {
				t.Errorf("%s: %s", inner, got)
			}
			if got := inSession(t, c.outer, toolCall("run_mutation_query", update)); !strings.Contains(got, want) {
				t.Errorf("%s: %s", inner, got)
			}
		}
		if got := c.inner.recorded(t, "gateway"); !slices.Contains(got, update) {
			t.Errorf("the inner record of %s has no %q", inner, update)
		}
	}
}

// TestChainExtended: statements that are prepared by messages, pipelines, cancel
// requests, and a function that is replaced behind both servers. The long form has each pooling, the small one that of transactions.
func TestChainExtended(t *testing.T) {
	server := pgtest.Start(t)
	for _, pooling := range []string{"transaction", "session"}[:unlessLong(1, 2)] {
		db := server.CreateDB(t)
		behind(t, db, furniture)
		c := chained(t, db, "full_access", "full_access", pooling)
		conn, err := pgconn.Connect(t.Context(), "postgres://alice@"+c.outer.pgwire+"/shop?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Prepare(t.Context(), "q", "INSERT INTO item SELECT twice($1::int), 'made' RETURNING id", nil); err != nil {
			t.Fatal(err)
		}
		execute := func(arg, want string) {
			t.Helper()
			r := conn.ExecPrepared(t.Context(), "q", [][]byte{[]byte(arg)}, nil, nil).Read()
			if r.Err != nil || len(r.Rows) != 1 || string(r.Rows[0][0]) != want {
				t.Errorf("%s: %q %v, want %s", pooling, r.Rows, r.Err, want)
			}
		}
		execute("10", "20")
		execute("11", "22")
		behind(t, db, "CREATE OR REPLACE FUNCTION twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 3'")
		for deadline := 0; ; deadline++ { // what has changed is understood anew
			r := conn.ExecPrepared(t.Context(), "q", [][]byte{[]byte("100")}, nil, nil).Read()
			if r.Err == nil && string(r.Rows[0][0]) == "300" {
				break
			}
			if deadline == 10 {
				t.Fatalf("%s: %q %v", pooling, r.Rows, r.Err)
			}
		}
		batch := &pgconn.Batch{}
		batch.ExecParams("UPDATE item SET name = 'a' WHERE id = 1", nil, nil, nil, nil)
		batch.ExecParams("SELECT count(*) FROM item WHERE name = 'a'", nil, nil, nil, nil)
		if r, err := conn.ExecBatch(t.Context(), batch).ReadAll(); err != nil || string(r[1].Rows[0][0]) != "1" {
			t.Errorf("%s: %v", pooling, err)
		}
		answered, quiet := make(chan struct{}), make(chan struct{})
		go func() { // a request that comes before the statement runs cancels nothing
			defer close(quiet)
			for {
				select {
				case <-answered:
					return
				case <-time.After(300 * time.Millisecond):
					_ = conn.CancelRequest(t.Context())
				}
			}
		}()
		began := time.Now()
		_, err = conn.Exec(t.Context(), "SELECT pg_sleep(20)").ReadAll()
		close(answered)
		<-quiet
		var server *pgconn.PgError
		if !errors.As(err, &server) || server.Code != "57014" || time.Since(began) > 10*time.Second {
			t.Errorf("%s: cancelled after %v: %v", pooling, time.Since(began), err)
		}
		execute("5", "15")
	}
}

// TestReadOnlyFromTheStartup: a session that begins with default_transaction_read_only
// is told so, reads only until it asks for more, and returns to it.
func TestReadOnlyFromTheStartup(t *testing.T) {
	server := pgtest.Start(t)
	db := server.CreateDB(t)
	behind(t, db, furniture)
	r := sourceOf(t, db, "full_access")
	conn, err := pgconn.Connect(t.Context(), "postgres://alice@"+r.pgwire+"/shop?sslmode=disable&default_transaction_read_only=on")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	said := func(sql, code, access string) {
		t.Helper()
		_, err := conn.Exec(t.Context(), sql).ReadAll()
		var server *pgconn.PgError
		if errors.As(err, &server); code == "" && err != nil || code != "" && (server == nil || server.Code != code) {
			t.Errorf("%s: %v, want %q", sql, err, code)
		}
		if got := conn.ParameterStatus("default_transaction_read_only"); got != access {
			t.Errorf("after %s it is %q, want %q", sql, got, access)
		}
	}
	const insert = "INSERT INTO item VALUES (7, 'seven')"
	said("SELECT 1", "", "on")
	said(insert, "25006", "on")
	said("BEGIN", "", "on")
	said(insert, "25006", "on")
	said("ROLLBACK", "", "on")
	said("SET default_transaction_read_only = off", "", "off")
	said(insert, "", "off")
	for _, reset := range []string{"RESET default_transaction_read_only", "RESET ALL", "DISCARD ALL"} {
		said(reset, "", "on")
		said(insert, "25006", "on")
		said("SET default_transaction_read_only = off", "", "off")
		said("DELETE FROM item WHERE id = 7", "", "off")
	}
}

// TestOwnConnectionInPipeline: a statement that was prepared before the session's
// names became its own is judged again at its Bind, while the server is busy.
func TestOwnConnectionInPipeline(t *testing.T) {
	server := pgtest.Start(t)
	db := server.CreateDB(t)
	behind(t, db, furniture)
	r := sourceOf(t, db, "full_access")
	conn, err := pgconn.Connect(t.Context(), "postgres://alice@"+r.pgwire+"/shop?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for name, sql := range map[string]string{"mark": "SELECT set_config('application_name', 'x', false)", "wait": "SELECT pg_sleep(0.3)", "dear": "SELECT max(name) FROM dear"} {
		if _, err := conn.Prepare(t.Context(), name, sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	p := conn.StartPipeline(t.Context())
	next := func() string {
		t.Helper()
		answer, err := p.GetResults()
		if err != nil {
			t.Fatal(err)
		}
		if rows, ok := answer.(*pgconn.ResultReader); ok {
			if r := rows.Read(); r.Err != nil || len(r.Rows) != 1 {
				t.Fatal(r.Err)
			} else {
				return string(r.Rows[0][0])
			}
		}
		return ""
	}
	p.SendQueryPrepared("mark", nil, nil, nil)
	p.SendFlushRequest()
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != "x" {
		t.Fatal(got)
	}
	p.SendQueryPrepared("wait", nil, nil, nil)
	p.SendQueryPrepared("dear", nil, nil, nil)
	if err := p.Sync(); err != nil {
		t.Fatal(err)
	}
	next()
	if got := next(); got != "item 3" {
		t.Error(got)
	}
}

// TestOwnNamesAreReserved: a client cannot put another statement in the place of the
// one by which its own statements are compared in flight.
func TestOwnNamesAreReserved(t *testing.T) {
	server := pgtest.Start(t)
	db := server.CreateDB(t)
	behind(t, db, furniture)
	r := sourceOf(t, db, "delete_safe")
	conn, err := pgconn.Connect(t.Context(), "postgres://alice@"+r.pgwire+"/shop?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "SELECT twice(2)").ReadAll(); err != nil {
		t.Fatal(err)
	}
	result, err := conn.Exec(t.Context(), "SELECT name FROM pg_prepared_statements").ReadAll()
	if err != nil || len(result[0].Rows) == 0 {
		t.Fatalf("nothing is prepared: %v", err)
	}
	name := string(result[0].Rows[0][0])
	var refused *pgconn.PgError
	if _, err := conn.Prepare(t.Context(), name, "SELECT 1", nil); !errors.As(err, &refused) || refused.Code != "42939" {
		t.Errorf("Parse of %q: %v", name, err)
	}
	if err := conn.Deallocate(t.Context(), name); !errors.As(err, &refused) || refused.Code != "42939" {
		t.Errorf("Close of %q: %v", name, err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT twice(3)").ReadAll(); err != nil {
		t.Error(err)
	}
}
