package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shot is a read that a one-shot may run, whatever its text is.
func shot(sql string) providers.Statement {
	return providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}
}

// shoot runs a text in a session of its own, as a call does, and returns all
// values and the tag.
func shoot(ctx context.Context, t *testing.T, p providers.Provider, sql string, args providers.Args) (string, string, error) {
	t.Helper()
	c, err := p.Connect(ctx, providers.ConnOptions{ApplicationName: "agent", ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	args.Alone = true
	rows, err := c.Query(ctx, shot(sql), args)
	if err != nil {
		return "", "", err
	}
	var all []string
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(all, "\n"), rows.Tag(), nil
		}
		if err != nil {
			return strings.Join(all, "\n"), "", err
		}
		values := make([]string, len(row))
		for i, v := range row {
			values[i] = string(v)
		}
		all = append(all, strings.Join(values, ","))
	}
}

func TestOneShot(t *testing.T) {
	p, _ := fresh(t, postgres.Options{MaxConns: 1})
	const pid = "SELECT pg_backend_pid()"
	before, _, err := shoot(t.Context(), t, p, pid, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sql  string
		args providers.Args
		want string
		tag  string
	}{
		{"SELECT 1, NULL, ''", providers.Args{}, "1,,", "SELECT 1"},
		{"VALUES (1), (2)", providers.Args{MaxRows: 2}, "1\n2", "SELECT 2"},
		{"TABLE pg_catalog.pg_am LIMIT 0", providers.Args{MaxRows: 9}, "", "SELECT 0"},
		{"SELECT FROM generate_series(1, 3)", providers.Args{MaxRows: 9}, "\n\n", "SELECT 3"},
		{"SELECT $1::int + $2", providers.Args{Values: [][]byte{[]byte("1"), []byte("2")}, MaxRows: 1}, "3", "SELECT 1"},
		{"SELECT generate_series(1, 3000000)", providers.Args{MaxRows: 2}, "1\n2", "SELECT 2"},
		{"-- nothing", providers.Args{MaxRows: 2}, "", ""},
		{
			"SELECT current_setting('application_name'), current_setting('transaction_read_only'), current_setting('transaction_isolation')",
			providers.Args{},
			"sallyport: agent,on,repeatable read", "SELECT 1",
		},
	} {
		got, tag, err := shoot(t.Context(), t, p, test.sql, test.args)
		if err != nil || got != test.want || tag != test.tag {
			t.Errorf("%s: %q, tag %q, %v; want %q, tag %q", test.sql, got, tag, err, test.want, test.tag)
		}
	}
	for _, max := range []int64{0, 999, 1000, 1001, 2500, 3000, 3001} {
		got, _, err := shoot(t.Context(), t, p, "SELECT generate_series(1, 3000)", providers.Args{MaxRows: max})
		want := max
		if max == 0 || max > 3000 {
			want = 3000
		}
		if err != nil || strings.Count(got, "\n")+1 != int(want) || !strings.HasSuffix(got, fmt.Sprint(want)) {
			t.Errorf("at most %d: %d rows, %v", max, strings.Count(got, "\n")+1, err)
		}
	}
	if after, _, err := shoot(t.Context(), t, p, pid, providers.Args{}); after != before {
		t.Errorf("another connection was needed: %s, then %s, %v", before, after, err)
	}
}

func TestOneShotErrors(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	out.do("CREATE FUNCTION late(i int) RETURNS int LANGUAGE plpgsql AS 'BEGIN IF i > 1500 THEN RAISE EXCEPTION ''late''; END IF; RETURN i; END'")
	for _, max := range []int64{0, 5} {
		for sql, want := range map[string]string{
			"SELECT\n aa FROM pg_class":                 "42703 9",
			"SELECT 1; SELECT 2":                        "42601 0",
			"SELECT 1/0":                                "22012 0",
			"SELECT 1/(g-3) FROM generate_series(1,9)g": "22012 0",
			"DELETE FROM pg_class":                      "25006 0",
			"SELECT 1 WHERE":                            "42601 15",
			"SELECT 1 FRM":                              "",
		} {
			_, _, err := shoot(t.Context(), t, p, sql, providers.Args{MaxRows: max})
			got := ""
			if err != nil {
				got = fmt.Sprint(sqlstate.CodeOf(err), " ", sqlstate.From(err).Position)
			}
			if got != want {
				t.Errorf("%s: %s, want %s", sql, got, want)
			}
		}
	}
	got, _, err := shoot(t.Context(), t, p, "SELECT late(g) FROM generate_series(1, 3000) g", providers.Args{})
	if sqlstate.CodeOf(err) != "P0001" || strings.Count(got, "\n") < 999 {
		t.Errorf("%d rows, %v", strings.Count(got, "\n"), err)
	}
	if got, _, err := shoot(t.Context(), t, p, "SELECT 1", providers.Args{}); got != "1" {
		t.Errorf("after errors: %q, %v", got, err)
	}
}

// TestOneShotNotices: notices of the statement are heard, and none of ours.
func TestOneShotNotices(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do("CREATE FUNCTION tell() RETURNS int LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''told''; RETURN 1; END'")
	var heard []string
	c := connect(t, p, providers.ConnOptions{OnNotice: func(e *sqlstate.Error) { heard = append(heard, e.Message) }})
	rows, err := c.Query(t.Context(), shot("SELECT tell()"), providers.Args{Alone: true})
	for err == nil {
		_, err = rows.Next()
	}
	if strings.Join(heard, "|") != "told" || err != io.EOF {
		t.Errorf("heard %q, %v", heard, err)
	}
}

// TestOneShotPastReadOnly: no payload gets past, told as a read that is alone.
func TestOneShotPastReadOnly(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 2})
	out.do(`CREATE TABLE t (a int); INSERT INTO t VALUES (1);
		CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM t; RETURN 1; END';
		CREATE FUNCTION wipe_immutable() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN DELETE FROM t; RETURN 1; END';
		CREATE PROCEDURE commit_and_wipe() LANGUAGE plpgsql AS 'BEGIN COMMIT; DELETE FROM t; END'`)
	for name, payload := range pastReadOnly {
		for _, oneSession := range []bool{false, true} {
			c := connect(t, p, providers.ConnOptions{ReadOnly: true})
			for _, sql := range payload {
				rows, err := c.Query(t.Context(), shot(sql), providers.Args{Alone: true, MaxRows: 10})
				for err == nil {
					_, err = rows.Next() // most of them fail, and none may matter
				}
				if !oneSession {
					c.Conn.Close()
					c = connect(t, p, providers.ConnOptions{ReadOnly: true})
				}
			}
			c.Conn.Close()
			if got := out.do("SELECT count(*) FROM t"); got != "1" {
				t.Errorf("%s: %s rows are left, want 1", name, got)
				out.do("TRUNCATE t; INSERT INTO t VALUES (1)")
			}
		}
	}
	if got := out.do("SELECT count(*) FROM pg_class WHERE relname = 't2'"); got != "0" {
		t.Error("SELECT INTO made a table")
	}
}

// TestOneShotLeavesNothing: without a reset in between, neither the next
// one-shot nor the next session finds what one has done.
func TestOneShotLeavesNothing(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	out.do(`CREATE FUNCTION keep(sql text) RETURNS int LANGUAGE plpgsql AS 'BEGIN EXECUTE sql; RETURN 1; END'`)
	const state = `SELECT current_setting('work_mem') || current_setting('timezone') || current_setting('statement_timeout') || coalesce(current_setting('my.own', true), '') ||
		(SELECT count(*) FROM pg_cursors) || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) ||
		(SELECT count(*) FROM pg_listening_channels()) || current_user || session_user`
	const name, prepared = "SELECT current_setting('application_name')", "SELECT count(*) FROM pg_prepared_statements"
	want, _, err := shoot(t.Context(), t, p, state, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	pid, _, _ := shoot(t.Context(), t, p, "SELECT pg_backend_pid()", providers.Args{})
	for _, sql := range []string{
		"SELECT set_config('work_mem', '7MB', false), set_config('timezone', 'Asia/Tokyo', false), set_config('my.own', 'x', false)",
		"SELECT pg_advisory_lock(42), pg_advisory_lock(42), pg_advisory_lock_shared(43)",
		"SELECT pg_advisory_lock(42), 1/0",
		"SELECT set_config('statement_timeout', '1min', false)",
		"SELECT set_config('default_transaction_read_only', 'off', false)",
		"SELECT set_config('role', 'pg_monitor', false)",
		"SELECT set_config('session_authorization', 'pg_monitor', false)",
		"SET work_mem = '7MB'", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", "SET ROLE pg_monitor",
		"LISTEN news", "DECLARE c CURSOR WITH HOLD FOR SELECT 1", "PREPARE mine AS SELECT 1",
		"SELECT keep('PREPARE mine2 AS SELECT 1')", "SELECT keep('LISTEN news')", "SELECT keep('SET work_mem = ''7MB''')",
		"CREATE TEMP TABLE leak (a int)", "SELECT 1 AS a INTO TEMP leak2", "SELECT keep('CREATE TEMP TABLE leak3 (a int)')",
		"COMMIT", "ROLLBACK AND CHAIN", "COMMIT AND CHAIN", "PREPARE TRANSACTION 'x'",
	} {
		for _, max := range []int64{0, 10} {
			_, _, _ = shoot(t.Context(), t, p, sql, providers.Args{MaxRows: max}) // an error is as good
			if got := out.do("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"); got != "0" {
				t.Errorf("after %s: %s advisory locks are held", sql, got)
			}
			if got := out.do("SELECT state FROM pg_stat_activity WHERE pid = " + pid); got != "idle" {
				t.Errorf("after %s: the connection is %q", sql, got)
			}
			if got, _, err := shoot(t.Context(), t, p, state, providers.Args{}); got != want {
				t.Errorf("after %s the next one-shot finds %q, %v; want %q", sql, got, err, want)
			}
		}
		c := connect(t, p, providers.ConnOptions{ApplicationName: "psql"})
		if got := c.must(read(state)); got != want {
			t.Errorf("after %s the next session finds %q, want %q", sql, got, want)
		}
		if got := c.must(read(name)) + c.must(read(prepared)); got != "sallyport: psql0" {
			t.Errorf("after %s the session finds %q", sql, got)
		}
		if got := c.must(read("SELECT pg_backend_pid()")); got != pid {
			t.Errorf("after %s: another connection", sql)
			pid = got
		}
		c.Conn.Close()
	}
}

// TestOneShotDropsTheStatements: a statement that drops what one-shots keep
// prepared costs nothing but the saving.
func TestOneShotDropsTheStatements(t *testing.T) {
	p, _ := fresh(t, postgres.Options{MaxConns: 1})
	for range 3 {
		for _, sql := range []string{"DEALLOCATE ALL", "DEALLOCATE sallyport_end", "DEALLOCATE sallyport_begin", "SELECT 1"} {
			_, _, _ = shoot(t.Context(), t, p, sql, providers.Args{MaxRows: 10})
			if got, _, err := shoot(t.Context(), t, p, "SELECT 7", providers.Args{MaxRows: 10}); got != "7" {
				t.Errorf("after %s: %q, %v", sql, got, err)
			}
		}
	}
}

// TestOneShotWhereItCannotBe: a role that may not call what surrounds the
// statement reads all the same.
func TestOneShotWhereItCannotBe(t *testing.T) {
	for _, f := range []string{"current_setting(text)", "pg_advisory_unlock_all()"} {
		dsn := pgtest.Start(t).CreateDB(t)
		out := connectOutside(t, dsn)
		role := strings.ToLower("poor" + out.do("SELECT replace(gen_random_uuid()::text, '-', '')"))
		out.do("REVOKE EXECUTE ON FUNCTION pg_catalog." + f + " FROM PUBLIC; CREATE ROLE " + role + " LOGIN")
		p := open(t, postgres.Options{DSN: asUser(dsn, role), MaxConns: 1})
		for _, sql := range []string{"SELECT current_user", "SELECT current_user", "SELECT 1/0", "SELECT current_user"} {
			got, _, err := shoot(t.Context(), t, p, sql, providers.Args{MaxRows: 3})
			if got != role && sqlstate.CodeOf(err) != sqlstate.Code("22012") {
				t.Errorf("without %s, %s: %q, %v", f, sql, got, err)
			}
		}
	}
}

func asUser(dsn, user string) string {
	at := strings.Index(dsn, "@")
	return "postgres://" + user + dsn[at:]
}

// TestOneShotTimeout: the server has the statement's time too, and never more
// than the role's own.
func TestOneShotTimeout(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	for own, want := range map[string][2]time.Duration{
		"0": {50 * time.Second, 62 * time.Second}, "1h": {50 * time.Second, 62 * time.Second}, "4min": {50 * time.Second, 62 * time.Second},
		"7s": {7 * time.Second, 7 * time.Second}, "1500ms": {1500 * time.Millisecond, 1500 * time.Millisecond},
	} {
		p := open(t, postgres.Options{DSN: dsn + "&statement_timeout=" + own})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		got, _, err := shoot(ctx, t, p, "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'", providers.Args{MaxRows: 3})
		took, parsed := time.ParseDuration(got + "ms")
		if err != nil || parsed != nil || took < want[0] || took > want[1] {
			t.Errorf("with %s of its own: %q, %v, want %v", own, got, err, want)
		}
		if got, _, err := shoot(t.Context(), t, p, "SELECT current_setting('statement_timeout')", providers.Args{}); err != nil || own == "0" && got != "0" {
			t.Errorf("without a limit of ours: %q, %v", got, err)
		}
	}
	p := open(t, postgres.Options{DSN: dsn + "&statement_timeout=100"})
	if _, _, err := shoot(t.Context(), t, p, "SELECT pg_sleep(60)", providers.Args{}); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("the server's timeout: %v", err)
	}
}

// TestOneShotEndsEarly: who has enough rows, or bytes, ends the portal, and the
// server has nothing to cancel.
func TestOneShotEndsEarly(t *testing.T) {
	server := pgtest.Start(t)
	p := open(t, postgres.Options{DSN: server.CreateDB(t), MaxConns: 1})
	pid, _, _ := shoot(t.Context(), t, p, "SELECT pg_backend_pid()", providers.Args{})
	for _, max := range []int64{0, 5, 5000} {
		c := connect(t, p, providers.ConnOptions{})
		rows, err := c.Query(t.Context(), shot("SELECT generate_series(1, 3000000) AS g, repeat('x', 100)"), providers.Args{Alone: true, MaxRows: max})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := rows.Next(); err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
		c.Conn.Close()
	}
	if again, _, _ := shoot(t.Context(), t, p, "SELECT pg_backend_pid()", providers.Args{}); again != pid {
		t.Error("it cost a connection")
	}
	before := ""
	for line := range strings.Lines(server.Log()) {
		// What is on its way may take longer than Close waits, on a machine that is busy; then it is cancelled.
		if strings.Contains(line, "STATEMENT:  SELECT g, repeat") && !strings.Contains(before, "canceling statement due to user request") {
			t.Error("the server complains: " + before + line)
		}
		before = line
	}
}

func TestOneShotCancel(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	for _, sql := range []string{"SELECT pg_sleep(60)", "SELECT g, CASE WHEN g > 10 THEN pg_sleep(60) END FROM generate_series(1, 100) g"} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, _, err := shoot(ctx, t, p, sql, providers.Args{MaxRows: 201})
			ended <- err
		}()
		const running = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
		eventually(t, "it sleeps", func() bool { return out.do(running) == "1" })
		cancel()
		if err := <-ended; sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
			t.Errorf("%s: %v", sql, err)
		}
		if got := out.do(running); got != "0" {
			t.Errorf("%s still runs", sql)
		}
		if got, _, err := shoot(t.Context(), t, p, "SELECT 1", providers.Args{}); got != "1" {
			t.Errorf("after a cancellation: %q, %v", got, err)
		}
		c := connect(t, p, providers.ConnOptions{})
		if _, err := c.Query(ctx, shot("SELECT 1"), providers.Args{Alone: true}); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
			t.Errorf("after its context ended: %v", err)
		}
		c.Conn.Close()
	}
}

// TestOneShotLost: the server's process dies under it.
func TestOneShotLost(t *testing.T) {
	p, _ := fresh(t, postgres.Options{MaxConns: 1})
	for _, max := range []int64{0, 5} {
		_, _, err := shoot(t.Context(), t, p, "SELECT pg_terminate_backend(pg_backend_pid())", providers.Args{MaxRows: max})
		if sqlstate.CodeOf(err) != sqlstate.ConnectionFailure {
			t.Errorf("%v", err)
		}
		if got, _, err := shoot(t.Context(), t, p, "SELECT 1", providers.Args{}); got != "1" {
			t.Errorf("after a loss: %q, %v", got, err)
		}
	}
}
