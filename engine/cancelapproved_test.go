package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// TestCancelledAsApproved: a call that is cancelled, or whose client leaves, at the moment in which a person approves it, runs nothing, and
// its record says so. The same is true of the later statements of a batch, and at the end of a transaction.
func TestCancelledAsApproved(t *testing.T) {
	for _, source := range bothSources {
		for _, how := range []string{"the client leaves", "a cancel request"} {
			for _, sql := range []string{
				"DELETE FROM t RETURNING n", "BEGIN; DELETE FROM t; COMMIT", "DELETE FROM t; DELETE FROM t", "CREATE TABLE other AS SELECT n FROM t",
			} {
				c := newCourt(t, gate.Safe, true, 20*time.Second)
				c.given(t, source, three)
				ctx, cancel := context.WithCancel(t.Context())
				var s *engine.Session
				s = c.session(t, source, "alice", approver(func(context.Context, approval.Request) engine.Answer {
					if how == "a cancel request" {
						s.Cancel()
					} else {
						cancel()
					}
					return engine.Accepted
				}))
				batch, err := s.Prepare(ctx, anything(sql))
				if err != nil {
					t.Fatalf("%s: %s: %v", source, sql, err)
				}
				err = s.ExecuteAll(ctx, batch, func(_ *engine.Statement, r *engine.Result) error {
					var rows strings.Builder
					return drain(&rows, r)
				})
				cancel()
				intents, outcomes := 0, 0
				for _, r := range c.records(t) {
					switch r.Phase { //nolint:exhaustive // the others are not counted
					case audit.PhaseIntent:
						intents++
					case audit.PhaseOutcome:
						outcomes++
					}
				}
				if intents != outcomes {
					t.Errorf("%s, %s, %s: %d intents, %d outcomes", source, how, sql, intents, outcomes)
				}
				if got := c.scalar(t, source, "SELECT string_agg(n::text, ',' ORDER BY n) FROM t"); got != "1,2,3" {
					t.Errorf("%s, %s: %s runs (%v): %s", source, how, sql, err, got)
				} else if err == nil {
					t.Errorf("%s, %s: %s has no error", source, how, sql)
				}
			}
		}
	}
}
