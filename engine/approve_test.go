package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestApprovedAtTheDesk(t *testing.T) {
	for _, source := range bothSources {
		t.Run(source, func(t *testing.T) {
			c := newCourt(t, gate.Safe, true, 20*time.Second)
			c.given(t, source, three)
			s := c.session(t, source, "alice", nil)
			decided := c.decide(t, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"})
			const sql = "DELETE FROM t WHERE n < 3"
			if out, err := run(t.Context(), s, anything(sql)); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			r := decided()
			if r.Principal != "alice" || r.SQL != sql || r.Class != "delete" || r.Estimate.Rows != 2 || r.Estimate.By != "count" || r.MaxRows != 3 {
				t.Errorf("asked: %+v", r)
			}
			if got := c.scalar(t, source, "SELECT count(*) FROM t"); got != "1" {
				t.Errorf("%s rows are left", got)
			}
			rec := last(t, c.records(t), sql)
			if rec.Decision != audit.NeedsApprovalAccepted || rec.Approver != "root" || rec.Channel != "desk" || rec.Approval != r.ID || rec.WaitedMS <= 0 {
				t.Errorf("recorded: %+v", rec)
			}
			if after, err := c.store.Get(r.ID); err != nil || after.State != approval.Used {
				t.Errorf("after: %+v, %v", after, err)
			}
		})
	}
}

func TestNotApproved(t *testing.T) {
	tests := []struct {
		name     string
		answer   engine.Answer
		desk     bool
		decision audit.Decision
		state    approval.State
		said     string
	}{
		{"declined", engine.Declined, true, audit.NeedsApprovalDeclined, approval.Denied, "said no"},
		{"dismissed", engine.Cancelled, true, audit.NeedsApprovalCancelled, approval.Withdrawn, "dismissed"},
		{"no answer, no desk", engine.NoAnswer, false, audit.NeedsApprovalExpired, approval.Withdrawn, "nobody answered"},
		{"no answer, a desk", engine.NoAnswer, true, audit.NeedsApprovalPending, approval.Pending, "nobody has decided yet"},
		{"cannot ask, no desk", engine.Unavailable, false, audit.NeedsApprovalUnavailable, approval.Withdrawn, "cannot ask anybody"},
		{"cannot ask, a desk", engine.Unavailable, true, audit.NeedsApprovalPending, approval.Pending, "nobody has decided yet"},
		{"later", engine.Later, false, audit.NeedsApprovalPending, approval.Pending, "nobody has decided yet"},
		{"what no Approver says", engine.Answer(99), false, audit.NeedsApprovalPending, approval.Withdrawn, "nobody has decided yet"},
	}
	c := newCourt(t, gate.Safe, true, 200*time.Millisecond)
	c.given(t, "duck", three)
	without := newCourt(t, gate.Safe, false, 200*time.Millisecond)
	without.given(t, "duck", three)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := c
			if !test.desk {
				c = without
			}
			var asked []approval.Request
			s := c.session(t, "duck", test.name, says(test.answer, &asked))
			const sql = "DELETE FROM t"
			_, err := run(t.Context(), s, anything(sql))
			if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege || !strings.Contains(err.Error(), test.said) || len(asked) != 1 {
				t.Fatalf("%v, asked %d times", err, len(asked))
			}
			var undecided *Undecided
			if pending := test.decision == audit.NeedsApprovalPending; errors.As(err, &undecided) != pending {
				t.Errorf("undecided: %v", undecided)
			}
			if rec := last(t, c.records(t), sql); rec.Decision != test.decision || rec.Approval != asked[0].ID {
				t.Errorf("recorded: %+v", rec)
			}
			if r, err := c.store.Get(asked[0].ID); err != nil || r.State != test.state {
				t.Errorf("the request: %+v, %v", r, err)
			}
			if got := c.scalar(t, "duck", "SELECT count(*) FROM t"); got != "3" {
				t.Errorf("%s rows are left", got)
			}
		})
	}
}

type Undecided = engine.Undecided

// What was approved for one statement, principal, source or parameter lets no
// other run, and the same only once.
func TestApprovalIsBound(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond)
	c.given(t, "pg", three)
	const sql = "DELETE FROM t WHERE n = $1"
	try := func(source, principal, sql, value string) error {
		s := c.session(t, source, principal, nil)
		batch, err := s.Prepare(t.Context(), engine.Request{SQL: sql, ParamTypes: []uint32{23}, Purpose: gate.AnyPurpose})
		if err != nil {
			return err
		}
		result, err := s.Execute(t.Context(), batch[0], providers.Args{Values: [][]byte{[]byte(value)}}, engine.Options{})
		if err != nil {
			return err
		}
		var out strings.Builder
		return drain(&out, result)
	}
	err := try("pg", "alice", sql, "1")
	var undecided *engine.Undecided
	if !errors.As(err, &undecided) {
		t.Fatalf("%v", err)
	}
	if got := undecided.Request.Params; len(got) != 1 || got[0] != "'1'" {
		t.Errorf("the parameters that people see: %q", got)
	}
	if err := try("pg", "alice", sql, "1"); !errors.As(err, &undecided) || len(c.store.List()) != 3 {
		t.Errorf("asked again: %v, %d requests", err, len(c.store.List()))
	}
	if _, err := c.store.Decide(undecided.Request.ID, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"}); err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]func() error{
		"parameter": func() error { return try("pg", "alice", sql, "2") },
		"principal": func() error { return try("pg", "bob", sql, "1") },
		"text":      func() error { return try("pg", "alice", sql+" OR true", "1") },
		"comment":   func() error { return try("pg", "alice", sql+" /**/", "1") },
	} {
		if err := other(); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if err := try("pg", "alice", sql, "1"); err != nil {
		t.Errorf("what was approved: %v", err)
	}
	if err := try("pg", "alice", sql, "1"); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
		t.Errorf("the same once more: %v", err)
	}
	if got := c.scalar(t, "pg", "SELECT string_agg(n::text, ',' ORDER BY n) FROM t"); got != "2,3" {
		t.Errorf("left: %s", got)
	}
}

// Code that is replaced after the approval is not what was approved.
func TestApprovalOfCode(t *testing.T) {
	c := newCourt(t, gate.DeleteSafe, true, 50*time.Millisecond)
	c.given(t, "pg", three+`;; CREATE PROCEDURE p() LANGUAGE sql AS 'DELETE FROM t WHERE n = 1'`)
	s := c.session(t, "pg", "alice", nil)
	var undecided *engine.Undecided
	if _, err := run(t.Context(), s, anything("CALL p()")); !errors.As(err, &undecided) {
		t.Fatal(err)
	}
	if _, err := c.store.Decide(undecided.Request.ID, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"}); err != nil {
		t.Fatal(err)
	}
	var asked []approval.Request
	other := c.session(t, "pg", "owner", says(engine.Accepted, &asked))
	if _, err := run(t.Context(), other, anything("CREATE OR REPLACE PROCEDURE p() LANGUAGE sql AS 'DELETE FROM t'")); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t.Context(), s, anything("CALL p()")); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
		t.Errorf("another body ran: %v", err)
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM t"); got != "3" {
		t.Errorf("%s rows are left", got)
	}
}

// More rows than were approved: it is undone.
func TestMoreThanApproved(t *testing.T) {
	for _, source := range bothSources {
		t.Run(source, func(t *testing.T) {
			c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
			c.given(t, source, three)
			grows := approver(func(ctx context.Context, r approval.Request) engine.Answer {
				other := c.session(t, source, "other", nil)
				if _, err := run(ctx, other, anything("INSERT INTO t SELECT 1 FROM range(20) r(i)")); err != nil {
					if _, err = run(ctx, other, anything("INSERT INTO t SELECT 1 FROM generate_series(1, 20)")); err != nil {
						t.Error(err)
					}
				}
				return engine.Accepted
			})
			s := c.session(t, source, "alice", grows)
			const sql = "DELETE FROM t WHERE n = 1"
			_, err := run(t.Context(), s, anything(sql))
			if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege || !strings.Contains(err.Error(), "rolled back: it touched 21 rows") {
				t.Fatalf("%v", err)
			}
			if got := c.scalar(t, source, "SELECT count(*) FROM t"); got != "23" {
				t.Errorf("%s rows are left", got)
			}
			rec := c.records(t)
			if out := rec[len(rec)-2]; out.Phase != audit.PhaseOutcome || !strings.Contains(out.Error, "rolled back") {
				t.Errorf("recorded: %+v", out)
			}
			if source == "duck" {
				return // what others add is not seen in a transaction that has begun
			}
			// Inside of a transaction of the client's it fails that.
			s = c.session(t, source, "bob", grows)
			for _, step := range []struct{ sql, code string }{
				{"BEGIN", ""}, {"INSERT INTO t VALUES (7)", ""}, {sql, "42501"}, {"SELECT 1", "25P02"}, {"COMMIT", ""},
			} {
				if _, err := run(t.Context(), s, anything(step.sql)); string(codeOf(err)) != step.code {
					t.Errorf("%s: %v", step.sql, err)
				}
			}
			if got := c.scalar(t, source, "SELECT count(*) FROM t WHERE n = 7"); got != "0" {
				t.Errorf("%s of the failed transaction's rows are there", got)
			}
		})
	}
}

func codeOf(err error) sqlstate.Code {
	if err == nil {
		return ""
	}
	return sqlstate.CodeOf(err)
}

// A client that goes away, or gives up waiting, leaves a request that says so; what is
// approved meanwhile runs once, when the same statement comes again.
func TestAskerGoesAway(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "duck", three)
	for name, test := range map[string]struct {
		end      func(s *engine.Session, cancel context.CancelFunc)
		decision audit.Decision
	}{
		"gone":     {func(_ *engine.Session, cancel context.CancelFunc) { cancel() }, audit.NeedsApprovalAbandoned},
		"canceled": {func(s *engine.Session, _ context.CancelFunc) { s.Cancel() }, audit.NeedsApprovalCancelled},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var s *engine.Session
		var id string
		s = c.session(t, "duck", name, approver(func(asking context.Context, r approval.Request) engine.Answer {
			id = r.ID
			test.end(s, cancel)
			<-asking.Done()
			return engine.NoAnswer
		}))
		_, err := run(ctx, s, anything("DELETE FROM t"))
		cancel()
		if sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
			t.Errorf("%s: %v", name, err)
		}
		if rec := last(t, c.records(t), "DELETE FROM t"); rec.Decision != test.decision {
			t.Errorf("%s: recorded %+v", name, rec)
		}
		if r, err := c.store.Get(id); err != nil || r.State != approval.Pending || r.Left.IsZero() {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		// Who comes again finds it waiting, and then approved.
		var asked []approval.Request
		if _, err := run(t.Context(), c.session(t, "duck", name, says(engine.Later, &asked)), anything("DELETE FROM t")); err == nil || len(asked) != 1 || asked[0].ID != id {
			t.Errorf("%s, again: %v, asked %+v", name, err, asked)
		}
		if r, err := c.store.Decide(id, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"}); err != nil || !r.Left.IsZero() {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if _, err := run(t.Context(), c.session(t, "duck", name, nil), anything("DELETE FROM t")); err != nil {
			t.Errorf("%s, approved: %v", name, err)
		}
		if rec := last(t, c.records(t), "DELETE FROM t"); rec.Decision != audit.NeedsApprovalAccepted || rec.Approval != id {
			t.Errorf("%s: recorded %+v", name, rec)
		}
	}
}

// When one of two calls that wait for a request ends, the request stays for the other.
func TestOneOfTwoGoesAway(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "duck", three)
	stays, goes := c.session(t, "duck", "alice", nil), c.session(t, "duck", "alice", nil)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	errs := make(chan error, 2)
	start := func(ctx context.Context, s *engine.Session, waiting int) {
		go func() {
			_, err := run(ctx, s, anything("DELETE FROM t"))
			errs <- err
		}()
		courttest.Eventually(t, "the statement waits", func() bool { return c.engine.Waiting() >= waiting })
	}
	start(t.Context(), stays, 1)
	start(ctx, goes, 2)
	leave()
	if err := <-errs; sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Fatalf("who went: %v", err)
	}
	decided := c.decide(t, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"})
	if err := <-errs; err != nil {
		t.Errorf("who stayed: %v", err)
	}
	decided()
}

// A number of rows binds no statement that does not tell how many it touches.
func TestRowsThatNobodyCounts(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "pg", three)
	decided := c.decide(t, approval.Verdict{Approve: true, Approver: "root", Channel: "desk", MaxRows: 5})
	_, err := run(t.Context(), c.session(t, "pg", "alice", nil), anything("TRUNCATE t"))
	decided()
	if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege || !strings.Contains(err.Error(), "nobody can tell") {
		t.Errorf("%v", err)
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM t"); got != "3" {
		t.Errorf("%s rows are left", got)
	}
}

// Of two that wait for one approval, one runs.
func TestOneApprovalTwoClients(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "pg", three)
	errs := make(chan error, 2)
	for range 2 {
		s := c.session(t, "pg", "alice", nil)
		go func() {
			_, err := run(t.Context(), s, anything("UPDATE t SET n = n + 1"))
			errs <- err
		}()
	}
	decided := c.decide(t, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"})
	first := <-errs
	decided()
	if first != nil {
		first, errs = <-errs, make(chan error, 1)
		errs <- errors.New("the loser came first")
	}
	// The other one either waited for the same approval, or asks anew, and nobody answers.
	var second error
	courttest.Eventually(t, "the other one ends", func() bool {
		for _, waiting := range c.store.List() {
			if waiting.State == approval.Pending {
				if err := c.store.Withdraw(waiting.ID, "the test is over"); err != nil {
					t.Error(err)
				}
			}
		}
		select {
		case second = <-errs:
			return true
		default:
			return false
		}
	})
	if first != nil || second == nil {
		t.Errorf("%v and %v", first, second)
	}
	if got := c.scalar(t, "pg", "SELECT sum(n) FROM t"); got != "9" {
		t.Errorf("the sum is %s", got)
	}
}

// A batch is approved as a whole, once.
func TestBatchIsApproved(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "pg", three)
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
	const sql = "INSERT INTO t VALUES (4); DELETE FROM t WHERE n < 3; SELECT 1"
	batch, err := s.Prepare(t.Context(), anything(sql))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error {
		var out strings.Builder
		return drain(&out, r)
	}); err != nil {
		t.Fatal(err)
	}
	if len(asked) != 1 || asked[0].SQL != sql || asked[0].Class != "delete" || asked[0].MaxRows != -1 {
		t.Errorf("asked: %+v", asked)
	}
	if got := c.scalar(t, "pg", "SELECT sum(n) FROM t"); got != "7" {
		t.Errorf("the sum is %s", got)
	}
}

// Nobody is asked for what cannot run.
func TestNoQuestionInAFailedTransaction(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "pg", three)
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
	for _, step := range []struct{ sql, code string }{{"BEGIN", ""}, {"SELECT 1/0", "22012"}, {"DELETE FROM t", "25P02"}, {"ROLLBACK", ""}} {
		if _, err := run(t.Context(), s, anything(step.sql)); string(codeOf(err)) != step.code {
			t.Errorf("%s: %v", step.sql, err)
		}
	}
	if len(asked) != 0 {
		t.Errorf("asked: %+v", asked)
	}
}
