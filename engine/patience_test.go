package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What somebody has denied is denied for a while, with the reason, and nobody is asked
// again; for somebody else, or in other words, it is a question of its own.
func TestDeniedForAWhile(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond, func(o *approval.Options) { o.Denied = time.Hour })
	c.given(t, "duck", three)
	const sql = "DELETE FROM t"
	var undecided *engine.Undecided
	if _, err := run(t.Context(), c.session(t, "duck", "alice", nil), anything(sql)); !errors.As(err, &undecided) {
		t.Fatal(err)
	}
	id := undecided.Request.ID
	if _, err := c.store.Decide(id, approval.Verdict{Approver: "root", Channel: "desk", Comment: "use the archive"}); err != nil {
		t.Fatal(err)
	}
	before := len(c.store.List())
	var asked []approval.Request
	_, err := run(t.Context(), c.session(t, "duck", "alice", says(engine.Accepted, &asked)), anything(sql))
	e := sqlstate.From(err)
	if e == nil || e.Code != sqlstate.InsufficientPrivilege || !strings.Contains(e.Message, "root said no (desk, "+id+"), and that holds until ") ||
		e.Detail != "The reason given: use the archive" || len(asked) != 0 || len(c.store.List()) != before {
		t.Errorf("%+v, asked %+v", e, asked)
	}
	if rec := last(t, c.records(t), sql); rec.Decision != audit.NeedsApprovalDeclined || rec.Approval != id || rec.Approver != "root" {
		t.Errorf("recorded: %+v", rec)
	}
	for principal, sql := range map[string]string{"bob": sql, "alice": sql + " WHERE n > 0"} {
		if _, err := run(t.Context(), c.session(t, "duck", principal, nil), anything(sql)); !errors.As(err, &undecided) || undecided.Request.ID == id {
			t.Errorf("%s, %s: %v", principal, sql, err)
		}
	}
}

// Undecided requests never block new ones: the oldest is withdrawn. The withdrawal is on record, written by the
// call that waits for it, or else by the call that displaced it.
func TestUndecidedRequestsGiveWay(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond, func(o *approval.Options) { o.MaxPending = 3 })
	c.given(t, "duck", three)
	var ids []string
	for n := range 5 {
		var undecided *engine.Undecided
		sql := fmt.Sprintf("DELETE FROM t WHERE n = %d", n)
		if _, err := run(t.Context(), c.session(t, "duck", "alice", nil), anything(sql)); !errors.As(err, &undecided) {
			t.Fatal(err)
		}
		ids = append(ids, undecided.Request.ID)
	}
	states := map[string]approval.State{}
	for _, r := range c.store.List() {
		states[r.ID] = r.State
	}
	for n, id := range ids {
		want := approval.Pending
		if n < 2 {
			want = approval.Withdrawn
		}
		if states[id] != want {
			t.Errorf("request %d is %s, want %s", n, states[id], want)
		}
	}
	rec := last(t, c.records(t), "DELETE FROM t WHERE n = 0")
	if rec.Decision != audit.NeedsApprovalCancelled || rec.Approval != ids[0] || !strings.Contains(rec.Error, "gave way to "+ids[3]+`: 3 requests of "alice"`) {
		t.Errorf("recorded: %+v", rec)
	}
}

// Who asks for what ran a moment ago is told so, and so is the approver: its client may
// not have heard.
func TestAskedAgainAfterItRan(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond)
	c.given(t, "duck", three)
	const sql = "UPDATE t SET n = n + 1"
	id := ""
	for range 2 {
		r := c.asks(t, "duck", "alice", sql)
		if r == nil {
			t.Fatal("it ran")
		}
		if before := id != "" && strings.Contains(r.Estimate.Note, "was approved before, and used at ") && strings.Contains(r.Estimate.Note, id); before != (id != "") {
			t.Errorf("note: %s", r.Estimate.Note)
		}
		if id != "" {
			return
		}
		id = r.ID
		if _, err := c.store.Decide(id, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"}); err != nil {
			t.Fatal(err)
		}
		if c.asks(t, "duck", "alice", sql) != nil {
			t.Error("what was approved asks")
		}
	}
}
