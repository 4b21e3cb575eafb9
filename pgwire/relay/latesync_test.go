package relay_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestLateSyncIsJudged: the Sync behind a simple query that is compared runs users' code, because an execution before the query, in its
// unit, has declared a cursor WITH HOLD over it. The code is compared before the Sync is sent, and what the client sends meanwhile is
// judged as ever.
func TestLateSyncIsJudged(t *testing.T) {
	for name, replaced := range map[string]bool{"the same code": false, "other code": true} {
		t.Run(name, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, harmlessBody+"; CREATE TABLE u (a int)")
			client := c.enter()
			client.begin(parse("", "DECLARE h CURSOR WITH HOLD"+overUsers), bind("", ""), execute(""), flush)
			c.approve("DECLARE h")
			if got := client.until('C'); got != "12C(DECLARE CURSOR)" {
				t.Fatal(got)
			}
			want, release := "D(0)C(SELECT 1)ZI", lockTable(t, c.dsn, "u")
			client.begin(query("SELECT count(*) FROM u"), query("DELETE FROM t"))
			if c.runs(); replaced {
				direct(t, c.dsn, harmfulBody)
				want = "D(0)C(SELECT 1)E(55000)ZI"
			}
			release()
			client.demand(want)
			c.approve("DELETE FROM t")
			client.demand("C(DELETE 9)ZI")
		})
	}
}
