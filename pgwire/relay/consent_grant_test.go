package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
)

// TestRevokedGrantBetweenBindAndExecute: what was bound by a grant does not run when that has
// been revoked.
func TestRevokedGrantBetweenBindAndExecute(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	desk := courttest.Open(t, approval.Options{GrantMax: time.Hour})
	h := serve(t, c.dsn, func(s *settings) {
		s.engine.Mode, s.door.Ceiling = gate.Safe, gate.Safe
		s.engine.Approvals = desk.Approvals(longWait)
	})
	c = &court{house: h, t: t, desk: desk, store: desk.Store}
	s := c.enter()
	s.begin(query("DELETE FROM t WHERE n = 1"))
	r := c.asked("n = 1")
	_, g, err := desk.Store.Grant(r.ID, approval.Verdict{Approve: true, Approver: "ann", Channel: "desk", MaxRows: 5}, approval.Terms{For: time.Hour})
	check(t, err)
	s.demand("C(DELETE 1)ZI")
	s.demandQuery("BEGIN", "C(BEGIN)ZT")
	s.begin(parse("", "DELETE FROM t WHERE n = 2"), bind("p", ""), flush)
	if got := s.until('2'); got != "12" {
		t.Fatalf("Bind: %q", got)
	}
	_, err = desk.Store.Revoke(g.ID, "ann")
	check(t, err)
	if got := s.ask(execute("p")); !strings.Contains(got, "E(42501)") {
		t.Errorf("executed after the revoke: %q", got)
	}
	s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	c.demandRows("23456789")
}
