package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestTextsAreTheSessionsOwn: what people are shown of a session's transaction are
// its own statements, whatever other sessions send meanwhile.
func TestTextsAreTheSessionsOwn(t *testing.T) {
	g := sit(t, gate.DeleteSafe, longWait)
	const locked = "SELECT at FROM t WHERE n = %d FOR UPDATE"
	other := g.enter()
	other.query("BEGIN")
	for n := 1; n <= 3; n++ { // the form of the statement is known, its numbers are not
		other.query(fmt.Sprintf(locked, n))
	}
	other.query("ROLLBACK")
	c := g.enter()
	c.query("BEGIN")
	const mine = "SELECT at FROM t WHERE n = 7 FOR UPDATE"
	if got := c.query(mine); !strings.Contains(got, "C(SELECT 1)") {
		t.Fatal(got)
	}
	for range 20 { // no longer than the text of c's
		other.query("SELECT at FROM t WHERE at = 'secret'")
	}
	c.begin(query("DELETE FROM t WHERE n = 7"))
	r := g.asked("DELETE FROM t")
	if want := "-- run in this transaction before: " + mine; !strings.Contains(r.SQL, want) || strings.Contains(r.SQL, "secret") {
		t.Errorf("people are shown\n%s\nwithout\n%s", r.SQL, want)
	}
	g.approve("DELETE FROM t")
	if got := c.ready(); !strings.Contains(got, "C(DELETE 1)") {
		t.Error(got)
	}
}
