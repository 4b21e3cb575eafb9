package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// What a rule adds to an INSERT is told to the approver, and the approval does not
// say that a number of rows holds it.
func TestConsentToRule(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, "CREATE TABLE ruled (n int); CREATE RULE wipe AS ON INSERT TO ruled DO ALSO DELETE FROM t")
	s := c.enter()
	const insert = "INSERT INTO ruled VALUES (1)"
	s.begin(query(insert))
	r := c.asked(insert)
	if r.MaxRows != -1 || r.Estimate.Rows != -1 || !strings.Contains(r.Estimate.Note, "DELETE in rule wipe on public.ruled") {
		t.Errorf("asked: held to %d rows, %+v", r.MaxRows, r.Estimate)
	}
	_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true, MaxRows: 3})
	check(t, err)
	s.demand("E(42501)ZI")
	c.demandRows("123456789")
	s.begin(query("INSERT INTO ruled VALUES (2)"))
	c.approve("VALUES (2)")
	s.demand("C(INSERT 0 1)ZI")
	c.demandRows("none")
}
