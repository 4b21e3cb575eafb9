package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What a rule adds to an INSERT is told to the approver, and the approval does not
// say that a number of rows holds it.
func TestRuleThatDeletes(t *testing.T) {
	for _, test := range []struct{ name, rule, adds string }{
		{"delete", "ON INSERT TO t DO ALSO DELETE FROM kept", "DELETE in rule wipe on public.t"},
		{"update", "ON INSERT TO t DO ALSO UPDATE kept SET n = 0", "UPDATE in rule wipe on public.t"},
		{"conditional", "ON INSERT TO t WHERE new.n > 0 DO ALSO DELETE FROM kept", "DELETE in rule wipe on public.t"},
		{"instead", "ON INSERT TO t DO INSTEAD DELETE FROM kept", "DELETE in rule wipe on public.t"},
		{"several", "ON INSERT TO t DO ALSO (DELETE FROM kept WHERE n > 5; DELETE FROM kept)", "DELETE in rule wipe on public.t"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCourt(t, gate.Safe, true, 20*time.Second)
			c.given(t, "pg", "CREATE TABLE t (n int);;CREATE TABLE kept AS SELECT n FROM generate_series(1, 200) n;;CREATE RULE wipe AS "+test.rule)
			var asked []approval.Request
			s := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
			if _, err := run(t.Context(), s, anything("INSERT INTO t VALUES (1)")); err != nil {
				t.Fatal(err)
			}
			r := asked[0]
			if r.MaxRows != -1 || r.Estimate.Rows != -1 || !strings.Contains(r.Estimate.Note, test.adds) || !strings.Contains(r.Estimate.Note, "no number of rows holds it") {
				t.Errorf("asked: held to %d rows, %+v", r.MaxRows, r.Estimate)
			}
			// An approver who asks for a bound gets a refusal, and no more than that.
			s = c.session(t, "pg", "bob", nil)
			c.given(t, "pg", "DELETE FROM kept;;INSERT INTO kept SELECT n FROM generate_series(1, 200) n")
			decided := c.decide(t, approval.Verdict{Approve: true, Approver: "ann", Channel: "desk", MaxRows: 1})
			_, err := run(t.Context(), s, anything("INSERT INTO t VALUES (1)"))
			decided()
			if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege || !strings.Contains(err.Error(), "nobody can tell") {
				t.Errorf("%v", err)
			}
			if got := c.scalar(t, "pg", "SELECT count(*) FROM kept WHERE n > 0"); got != "200" {
				t.Errorf("%s rows are left", got)
			}
		})
	}
}
