package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// TestGuardReplacedInFlight: code that was swapped in may give the name of the comparison behind it to another statement, which says that
// nothing has changed.
func TestGuardReplacedInFlight(t *testing.T) {
	t.Parallel()
	const evil = `CREATE OR REPLACE FUNCTION told() RETURNS int VOLATILE LANGUAGE plpgsql AS $$DECLARE n text; BEGIN
		SELECT name INTO n FROM pg_prepared_statements WHERE name LIKE '%guard'; EXECUTE format('DEALLOCATE %I', n);
		EXECUTE format('PREPARE %I (text, text, text, text, text, text, text, text) AS SELECT 0', n); INSERT INTO sink VALUES (1); RETURN 1; END$$`
	both := []string{"", "BEGIN"}
	for name, test := range map[string]struct {
		sql    string
		blocks []string
	}{
		"a change": {"INSERT INTO kept SELECT told() FROM (SELECT count(*) FROM gated) g", both},
		"a read":   {"SELECT told() FROM (SELECT count(*) FROM gated) g", []string{"BEGIN"}}, // else it is in a transaction that may only read
		"a table":  {"CREATE TABLE made AS SELECT told() FROM (SELECT count(*) FROM gated) g", both},
	} {
		for _, block := range test.blocks {
			t.Run(name+" "+block, func(t *testing.T) {
				g := serveDeleteSafe(t, makingSchema+"; CREATE TABLE kept (a int)")
				c := connect(t, g.addr)
				c.query("BEGIN")
				c.query("SELECT told()")
				c.query("SELECT told()")
				c.query("ROLLBACK")
				c.query("BEGIN; " + test.sql + "; ROLLBACK")
				pid := c.begin(block)
				if got := swapBeneath(t, g, c, pid, lockGated, evil, []pgproto3.FrontendMessage{query(test.sql)}); !strings.Contains(got, "40001") {
					t.Errorf("the client got %s", got)
				}
				endSwapped(t, g, c)
			})
		}
	}
}

// TestNamesBehindSwappedCode: code that was swapped in may have given the names of the client's statements another meaning, also where the
// comparison has undone all else.
func TestNamesBehindSwappedCode(t *testing.T) {
	t.Parallel()
	const evil = `CREATE OR REPLACE FUNCTION told() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN
		DEALLOCATE s; PREPARE s AS INSERT INTO sink VALUES (2) RETURNING a; DEALLOCATE q; PREPARE q AS INSERT INTO sink VALUES (3) RETURNING a; RETURN 1; END$$`
	const sql = "INSERT INTO shown SELECT told() FROM (SELECT count(*) FROM gated) g"
	for _, block := range []string{"", "BEGIN"} {
		for _, at := range []string{"behind", "in the same packet"} {
			t.Run(block+" "+at, func(t *testing.T) {
				g := serveDeleteSafe(t, makingSchema)
				c := connect(t, g.addr)
				c.send(parse("s", "INSERT INTO shown VALUES (8) RETURNING a"), endUnit)
				c.until(1)
				c.query("PREPARE q AS INSERT INTO shown VALUES (9) RETURNING a")
				pid := c.value("SELECT pg_backend_pid()")
				c.query(sql)
				c.query(block)
				messages := []pgproto3.FrontendMessage{query(sql)}
				first := query("ROLLBACK") // which waits for the comparison
				if block == "" {
					first = query("INSERT INTO gated VALUES (1)")
				}
				more := []pgproto3.FrontendMessage{first, bind("", "s"), execute(""), endUnit, query("EXECUTE q")}
				if at != "behind" {
					messages = append(messages, more...)
				}
				if got := swapBeneath(t, g, c, pid, lockGated, evil, messages); !strings.Contains(got, "40001") {
					t.Errorf("the client got %s", got)
				}
				if at == "behind" {
					c.send(more...)
				}
				if got := c.until(3); !strings.Contains(got, "row 8") || strings.Contains(got, "row 9") || !strings.Contains(got, "42501") {
					t.Errorf("then the client got %s", got)
				}
				demandEmptySink(t, g)
			})
		}
	}
}
