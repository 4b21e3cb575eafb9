package relay_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// TestComparisonFails: a statement has run, and then the comparison behind it fails, which undoes it. Its client gets that error in the
// place of the answer, and it is the statement's one outcome.
func TestComparisonFails(t *testing.T) {
	ends := map[string]struct{ sql, answer, code string }{
		"cancelled":  {"SELECT pg_cancel_backend(", "ERROR 57014 canceling statement due to user request | Z ", "57014"},
		"terminated": {"SELECT pg_terminate_backend(", "FATAL 57P01 terminating connection due to administrator command | closed", "57P01"},
	}
	forms := map[string]func(c *client, sql string) []pgproto3.FrontendMessage{
		"simple":   func(_ *client, sql string) []pgproto3.FrontendMessage { return []pgproto3.FrontendMessage{query(sql)} },
		"extended": func(c *client, sql string) []pgproto3.FrontendMessage { return append(c.extended(sql, 0), endUnit) },
		"several": func(_ *client, sql string) []pgproto3.FrontendMessage {
			return []pgproto3.FrontendMessage{query(sql + "; SELECT 1")}
		},
	}
	for name, end := range ends {
		for form, messages := range forms {
			for _, block := range []string{"", "BEGIN"} {
				for kind, sql := range map[string]string{
					"change": "INSERT INTO kept VALUES (1)", "read": "SELECT i FROM kept",
					"long read": "SELECT repeat('x', 1000000) FROM kept LIMIT 1", // a part of its row leaves before the comparison
				} {
					if kind != "change" && block == "" {
						continue // it runs in a transaction that can only read, and is not compared
					}
					t.Run(name+", "+form+", "+kind+" "+block, func(t *testing.T) {
						g := serveDeleteSafe(t, "CREATE TABLE kept (i int)")
						c := connect(t, g.addr)
						for range 2 { // relay and server know the table by then
							c.send(messages(c, sql+" -- before")...)
							c.until(1)
						}
						direct(t, g.dsn, "INSERT INTO kept VALUES (0)")
						before := direct(t, g.dsn, "SELECT count(*) FROM kept")
						pid, status := c.value("SELECT pg_backend_pid()"), "I"
						if block != "" {
							c.query(block)
							status = "E"
						}
						holder := connectHolder(t, g.dsn)
						hold := func(sql string) string { t.Helper(); return askOn(t, holder, sql) }
						hold("BEGIN; LOCK TABLE pg_catalog.pg_class")
						c.send(messages(c, sql)...)
						eventually(t, "the server compares", func() bool {
							return hold("SELECT count(*) FROM pg_catalog.pg_locks WHERE NOT granted AND pid = "+pid) == "1"
						})
						hold(end.sql + pid + ")")
						want := end.answer
						if name == "cancelled" {
							want += status
						}
						if got := c.until(1); got != want {
							t.Errorf("the client got %s", got)
						}
						hold("COMMIT")
						check(t, g.stop(t.Context()))
						if list := g.outcomesOf(t, sql); len(list) != 1 || list[0].SQLState != end.code {
							t.Errorf("outcomes: %+v", list)
						}
						if now := direct(t, g.dsn, "SELECT count(*) FROM kept"); now != before {
							t.Errorf("%s rows, and %s before", now, before)
						}
					})
				}
			}
		}
	}
}
