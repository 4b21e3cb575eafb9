package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/engine"
)

// TestOverdueIsOnRecord: a statement that the gateway ends for its time is on record, with the
// error that the client is told.
func TestOverdueIsOnRecord(t *testing.T) {
	t.Parallel() // it waits, most of the time
	flushed := func(sql string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), &pgproto3.Flush{}, execute(""), endUnit}
	}
	for _, test := range []struct{ name, sql string }{
		{"a read", "SELECT count(*) AS overdue FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"},
		{"a call", "SELECT 1 AS overdue FROM pg_sleep(30)"},
		{"a change", "UPDATE t SET i = 2 FROM pg_sleep(30) AS overdue"},
	} {
		for way, send := range map[string]func(string) []pgproto3.FrontendMessage{"simple": bySimple, "by messages": byMessages, "flushed": flushed} {
			t.Run(test.name+", "+way, func(t *testing.T) {
				g := serve(t, "", func(s *settings) { s.engine.Limits = engine.Limits{StatementTimeout: 300 * time.Millisecond} })
				direct(t, g.dsn, "CREATE TABLE t (i int); INSERT INTO t VALUES (1)")
				c := connect(t, g.addr)
				c.send(send(test.sql)...)
				if got := c.until(1); !strings.Contains(got, "57014") {
					t.Fatalf("the client was told %s", got)
				}
				found := ""
				for _, r := range g.outcomes(t) {
					if strings.Contains(r.SQL, "overdue") {
						found += brief(r) + " " + r.SQLState + " " + r.Error + "\n"
					}
				}
				if strings.Count(found, "\n") != 1 || !strings.Contains(found, " 57014 ") {
					t.Errorf("on record is %q", found)
				}
			})
		}
	}
}
