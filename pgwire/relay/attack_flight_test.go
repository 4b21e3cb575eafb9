package relay_test

import (
	"strings"
	"testing"
)

// TestChangesInFlight: every form of a change of rows is compared in flight, also one within a query, an EXPLAIN or an EXECUTE. The
// statement waits for a lock when the view is replaced that it reads.
func TestChangesInFlight(t *testing.T) {
	for _, form := range []string{"simple", "extended"} {
		for name, sql := range map[string]string{
			"a change":                   "INSERT INTO kept SELECT a FROM viewed",
			"a change that WITH has":     "WITH i AS (INSERT INTO kept SELECT a FROM viewed RETURNING a) SELECT a FROM i",
			"a change that is explained": "EXPLAIN (ANALYZE) INSERT INTO kept SELECT a FROM viewed",
			"rows that are locked":       "SELECT k.a, v.a FROM kept k, viewed v FOR UPDATE OF k",
			"EXECUTE":                    "EXECUTE c",
		} {
			for _, block := range []string{"", "BEGIN"} {
				t.Run(form+", "+name+" "+block, func(t *testing.T) {
					g := serveDeleteSafe(t, "CREATE TABLE kept (a text); CREATE FUNCTION writes() RETURNS text VOLATILE LANGUAGE sql AS 'INSERT INTO kept VALUES (1); SELECT 1'; CREATE VIEW viewed AS SELECT 'open'::text AS a")
					c := connect(t, g.addr)
					c.query("PREPARE c AS INSERT INTO kept SELECT a FROM viewed")
					c.query(sql)
					pid := c.begin(block)
					before := direct(t, g.dsn, "SELECT count(*) FROM kept")
					got := swapBeneath(t, g, c, pid, "BEGIN; LOCK TABLE kept", "CREATE OR REPLACE VIEW viewed AS SELECT writes() AS a", makingForms[form](c, sql))
					// Where the relay has waited for the Parse the statement is judged again.
					if !strings.Contains(got, "40001") && !(form == "extended" && strings.Contains(got, "42501")) {
						t.Errorf("the client got %s", got)
					}
					c.query("ROLLBACK")
					check(t, g.stop(t.Context()))
					if now := direct(t, g.dsn, "SELECT count(*) FROM kept"); now != before {
						t.Errorf("%s rows, and %s before", now, before)
					}
				})
			}
		}
	}
}
