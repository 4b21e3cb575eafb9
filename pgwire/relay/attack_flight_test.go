package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// TestChangesInFlight: every form of a change of rows is compared in flight, also one within a query, an EXPLAIN or an EXECUTE. The
// statement waits for a lock when the view is replaced that it reads.
func TestChangesInFlight(t *testing.T) {
	forms := map[string]func(c *client, sql string) []pgproto3.FrontendMessage{
		"simple":   func(_ *client, sql string) []pgproto3.FrontendMessage { return []pgproto3.FrontendMessage{query(sql)} },
		"extended": func(c *client, sql string) []pgproto3.FrontendMessage { return append(c.extended(sql, 0), endUnit) },
	}
	for form, messages := range forms {
		for name, sql := range map[string]string{
			"a change":                   "INSERT INTO kept SELECT a FROM viewed",
			"a change that WITH has":     "WITH i AS (INSERT INTO kept SELECT a FROM viewed RETURNING a) SELECT a FROM i",
			"a change that is explained": "EXPLAIN (ANALYZE) INSERT INTO kept SELECT a FROM viewed",
			"rows that are locked":       "SELECT k.a, v.a FROM kept k, viewed v FOR UPDATE OF k",
			"EXECUTE":                    "EXECUTE c",
		} {
			for _, block := range []string{"", "BEGIN"} {
				t.Run(form+", "+name+" "+block, func(t *testing.T) {
					g := serve(t, "", func(s *settings) {
						s.engine.Mode, s.door.Ceiling, s.source.CatalogTTL = gate.DeleteSafe, gate.DeleteSafe, time.Minute
					})
					direct(t, g.dsn, "CREATE TABLE kept (a text); CREATE FUNCTION writes() RETURNS text VOLATILE LANGUAGE sql AS 'INSERT INTO kept VALUES (1); SELECT 1'; CREATE VIEW viewed AS SELECT 'open'::text AS a")
					c := connect(t, g.addr)
					c.query("PREPARE c AS INSERT INTO kept SELECT a FROM viewed")
					c.query(sql)
					pid := c.value("SELECT pg_backend_pid()")
					if block != "" {
						c.query(block)
					}
					before := direct(t, g.dsn, "SELECT count(*) FROM kept")
					holder, err := pgconn.Connect(t.Context(), g.dsn)
					check(t, err)
					defer holder.Close(t.Context()) //nolint:errcheck // it was to hold a lock
					askOn(t, holder, "BEGIN; LOCK TABLE kept")
					c.send(messages(c, sql)...)
					eventually(t, "the statement waits", func() bool {
						return direct(t, g.dsn, "SELECT count(*) FROM pg_catalog.pg_locks WHERE NOT granted AND pid = "+pid) == "1"
					})
					direct(t, g.dsn, "CREATE OR REPLACE VIEW viewed AS SELECT writes() AS a")
					askOn(t, holder, "COMMIT")
					// Where the relay has waited for the Parse the statement is judged again.
					if got := c.until(1); !strings.Contains(got, "40001") && !(form == "extended" && strings.Contains(got, "42501")) {
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
