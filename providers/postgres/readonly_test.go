package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// pastReadOnly are ways to end or lift a read-only transaction. Each is told to
// the provider as a read, as if the gate had been fooled, on a superuser's
// connection.
var pastReadOnly = map[string][]string{
	"several statements":       {"COMMIT; DELETE FROM t"},
	"after begin":              {"BEGIN", "COMMIT; DELETE FROM t", "DELETE FROM t"},
	"end":                      {"BEGIN", "END", "DELETE FROM t"},
	"abort":                    {"BEGIN", "ABORT", "DELETE FROM t"},
	"commit and no chain":      {"BEGIN", "COMMIT WORK AND NO CHAIN", "DELETE FROM t"},
	"set transaction":          {"BEGIN", "SET TRANSACTION READ WRITE", "DELETE FROM t", "COMMIT"},
	"set transaction first":    {"SET TRANSACTION READ WRITE", "DELETE FROM t"},
	"set local":                {"BEGIN", "SET LOCAL transaction_read_only = off", "DELETE FROM t", "COMMIT"},
	"set":                      {"BEGIN", "SET transaction_read_only = off", "DELETE FROM t", "COMMIT"},
	"commit and chain":         {"BEGIN", "COMMIT AND CHAIN", "SET TRANSACTION READ WRITE", "DELETE FROM t", "COMMIT"},
	"rollback and chain":       {"BEGIN", "SELECT 1/0", "ROLLBACK AND CHAIN", "SET TRANSACTION READ WRITE", "DELETE FROM t", "COMMIT"},
	"begin read write":         {"BEGIN READ WRITE", "DELETE FROM t", "COMMIT"},
	"start read write":         {"START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ WRITE", "DELETE FROM t", "COMMIT"},
	"begin twice":              {"BEGIN", "BEGIN READ WRITE", "DELETE FROM t", "COMMIT"},
	"set_config":               {"SELECT set_config('default_transaction_read_only', 'off', false)", "DELETE FROM t"},
	"set_config in begin":      {"BEGIN", "SELECT set_config('default_transaction_read_only', 'off', false)", "COMMIT", "DELETE FROM t"},
	"set_config and begin":     {"SELECT set_config('default_transaction_read_only', 'off', false)", "BEGIN", "DELETE FROM t", "COMMIT"},
	"set_config in one":        {"SELECT set_config('transaction_read_only', 'off', true), wipe()"},
	"set default":              {"SET default_transaction_read_only = off", "DELETE FROM t"},
	"session characteristics":  {"SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", "DELETE FROM t"},
	"reset":                    {"RESET ALL", "DELETE FROM t"},
	"discard":                  {"DISCARD ALL", "DELETE FROM t"},
	"prepare":                  {"PREPARE p AS DELETE FROM t", "EXECUTE p"},
	"prepare in begin":         {"BEGIN", "PREPARE p AS DELETE FROM t", "COMMIT", "EXECUTE p"},
	"cursor with hold":         {"BEGIN", "DECLARE c CURSOR WITH HOLD FOR SELECT wipe()", "COMMIT", "FETCH ALL FROM c"},
	"savepoint":                {"BEGIN", "SAVEPOINT a", "SET TRANSACTION READ WRITE", "ROLLBACK TO a", "SET TRANSACTION READ WRITE", "ROLLBACK TO a", "DELETE FROM t", "COMMIT"},
	"do with commit":           {"DO $$ BEGIN COMMIT; DELETE FROM t; END $$"},
	"call with commit":         {"CALL commit_and_wipe()"},
	"function":                 {"SELECT wipe()"},
	"common table expression":  {"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d"},
	"select into":              {"SELECT * INTO t2 FROM t", "DELETE FROM t"},
	"explain analyze":          {"EXPLAIN ANALYZE DELETE FROM t"},
	"for update":               {"SELECT * FROM t FOR UPDATE", "DELETE FROM t"},
	"immutable says the label": {"EXPLAIN SELECT wipe_immutable()"},
}

func TestPastReadOnly(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`CREATE TABLE t (a int); INSERT INTO t VALUES (1);
		CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM t; RETURN 1; END';
		CREATE FUNCTION wipe_immutable() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN DELETE FROM t; RETURN 1; END';
		CREATE PROCEDURE commit_and_wipe() LANGUAGE plpgsql AS 'BEGIN COMMIT; DELETE FROM t; END'`)
	for name, payload := range pastReadOnly {
		for _, readOnly := range []bool{true, false} {
			if !readOnly && strings.HasPrefix(payload[0], "BEGIN") || !readOnly && strings.HasPrefix(payload[0], "START") {
				continue // a session that may write has transactions that may
			}
			t.Run(name, func(t *testing.T) {
				c := session{T: t}
				var err error
				if c.Conn, err = p.Connect(t.Context(), providers.ConnOptions{ReadOnly: readOnly}); err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				for _, sql := range payload {
					if sql == "BEGIN" && !readOnly {
						break
					}
					_, _, _ = c.run(t.Context(), read(sql)) // most of them fail, and none may matter
				}
				c.Close()
				if got := out.do("SELECT count(*) FROM t"); got != "1" {
					t.Errorf("read-only %v: %s rows are left, want 1", readOnly, got)
					out.do("TRUNCATE t; INSERT INTO t VALUES (1)")
				}
			})
		}
	}
	if got := out.do("SELECT count(*) FROM pg_class WHERE relname = 't2'"); got != "0" {
		t.Error("SELECT INTO made a table")
	}
}

// TestWritesEndWithTheStatement: after a write, however it ended, the session
// reads only again.
func TestWritesEndWithTheStatement(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`CREATE TABLE t (a int UNIQUE DEFERRABLE INITIALLY DEFERRED);
		CREATE FUNCTION slow() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN 1; END'`)
	c := connect(t, p, providers.ConnOptions{})
	check := func(after string) {
		t.Helper()
		if e := c.fails(sqlstate.ReadOnlyTransaction, read("INSERT INTO t VALUES (99)")); e == nil {
			t.Errorf("after %s the session writes", after)
		}
	}
	check("nothing")
	c.must(write("INSERT INTO t VALUES (1), (2)"))
	check("a write")
	c.fails(sqlstate.UniqueViolation, write("INSERT INTO t VALUES (1)")) // found at the end, after the tag
	check("a write that failed at its end")
	c.fails(sqlstate.UndefinedTable, write("INSERT INTO nowhere VALUES (1)"))
	check("a write that failed")
	c.fails(sqlstate.SyntaxError, write("INSERT INTO t VALUES (3); INSERT INTO t VALUES (4)"))
	check("several statements")
	for _, sql := range []string{
		"VACUUM t", "CREATE INDEX CONCURRENTLY ON t (a)", "REINDEX TABLE CONCURRENTLY t", "DISCARD ALL",
		"SET work_mem = '5MB'", "SET default_transaction_read_only = off", "DO $$ BEGIN COMMIT; INSERT INTO t VALUES (5); COMMIT; END $$",
	} {
		c.must(write(sql))
		check(sql)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, _, err := c.run(ctx, write("INSERT INTO t SELECT slow()")); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("cancelled: %v", err)
	}
	check("a cancellation")

	rows, err := c.Query(t.Context(), write("INSERT INTO t SELECT g FROM generate_series(100, 5000) g RETURNING a"), providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Next(); err != nil {
		t.Fatal(err)
	}
	if err := rows.Close(); err != nil { // a write is not undone because nobody reads on
		t.Error(err)
	}
	check("an early Close")
	if got := out.do("SELECT count(*) FROM t"); got != "4904" {
		t.Errorf("%s rows, want 1, 2, 5 and 100 to 5000", got)
	}
}

// TestBeginModes asks the server what a BEGIN came to.
func TestBeginModes(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	for _, test := range []struct {
		begin    string
		readOnly bool
		want     string
	}{
		{"BEGIN", false, "off read committed"},
		{"BEGIN", true, "on read committed"},
		{"BEGIN READ ONLY", false, "on read committed"},
		{"BEGIN ISOLATION LEVEL SERIALIZABLE", false, "off serializable"},
		{"BEGIN ISOLATION LEVEL REPEATABLE READ, READ WRITE", true, "on repeatable read"},
	} {
		c := connect(t, p, providers.ConnOptions{ReadOnly: test.readOnly})
		c.must(read(test.begin))
		got := c.must(read("SELECT current_setting('transaction_read_only') || ' ' || current_setting('transaction_isolation')"))
		if got != test.want {
			t.Errorf("%s, read-only %v: %q, want %q", test.begin, test.readOnly, got, test.want)
		}
		c.Conn.Close()
	}
}
