package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// TestHeldCascades: the number that is approved has in it what foreign keys carry the
// statement to; that is counted again before it runs, and the statement's own rows are
// held to their part of it.
func TestHeldCascades(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, `CREATE TABLE hub (id int PRIMARY KEY, old bool); CREATE TABLE spoke (hub int REFERENCES hub ON DELETE CASCADE);
INSERT INTO hub SELECT i, i <= 10 FROM generate_series(1, 20) AS i; INSERT INTO spoke SELECT (i - 1) % 20 + 1 FROM generate_series(1, 200) AS i`)
	s := c.enter()
	const sql = "DELETE FROM hub WHERE old"
	ask := func(meanwhile string) string {
		s.begin(query(sql))
		r := c.asked("DELETE")
		if r.Estimate.Rows != 110 || r.MaxRows != 121 {
			t.Errorf("approved are %d rows: %+v", r.MaxRows, r.Estimate)
		}
		if meanwhile != "" {
			direct(t, c.dsn, meanwhile)
		}
		_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true})
		check(t, err)
		return s.ready()
	}
	if got := ask("INSERT INTO spoke SELECT 1 FROM generate_series(1, 50)"); got != "E(42501)ZI" {
		t.Errorf("more rows by a key: %q", got)
	}
	direct(t, c.dsn, "DELETE FROM spoke WHERE ctid IN (SELECT ctid FROM spoke WHERE hub = 1 LIMIT 50)")
	// The approval was not used up: it is there for the next one.
	s.begin(query(sql))
	if got := s.ready(); got != "C(DELETE 10)ZI" {
		t.Errorf("as it was approved: %q", got)
	}
	if left := direct(t, c.dsn, "SELECT count(*) FROM spoke"); left != "100" {
		t.Errorf("%s rows are left", left)
	}
}

// TestImpossibleInTheRelay: what can only fail is told at once, and the session goes on.
func TestImpossibleInTheRelay(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	s := c.enter()
	for _, begin := range []string{"", "BEGIN"} {
		end := "ZI"
		if begin != "" {
			s.query(begin)
			end = "ZE"
		}
		if got := s.query("DELETE FROM t WHERE nope = 1"); got != "E(42703)"+end {
			t.Errorf("%q", got)
		}
		if begin != "" {
			s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
		}
		if got := s.ask(parse("", "DELETE FROM t WHERE n = 'x'"), bind("", ""), execute("")); !strings.HasSuffix(got, "E(22P02)ZI") {
			t.Errorf("by messages: %q", got)
		}
		s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	}
	if list := c.store.List(); len(list) != 0 {
		t.Errorf("people were asked: %+v", list)
	}
}
