package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A request outlives the call that made it: the same statement finds the request, and its decision,
// when it is sent again.

// findEarlier returns an approval that was given before: for exactly these statements, and then it is
// used up; or by a grant that covers them. nil, nil: there is none. A denial that still holds is an
// error. Errors are on record.
func (q *question) findEarlier(ctx context.Context, digest string) (*Consent, error) {
	if c, err := q.claimGiven(ctx, digest); c != nil || err != nil {
		return c, err
	}
	if err := q.refuseDenied(digest); err != nil {
		return nil, err
	}
	return q.useGrant(ctx, digest)
}

// refuseDenied refuses statements that a person has denied a moment ago.
func (q *question) refuseDenied(digest string) error {
	r, until, ok, err := q.session.engine.config.Approvals.Store.Denied(digest)
	c := &Consent{request: r}
	switch {
	case err != nil:
		return q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
	case !ok:
		return nil
	}
	e := sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: %s said no (%s, %s), and that holds until %s",
		orSomebody(r.Approver), r.Channel, r.ID, until.Format(time.TimeOnly+" MST")).
		WithHint("Nothing was run, and nobody was asked again. Do without it, or ask the person who said no.")
	if r.Comment != "" {
		_ = e.WithDetail("The reason given: %s", approval.Visible(r.Comment))
	}
	return q.refuseAsked(audit.NeedsApprovalDeclined, c, e)
}

// submitRequest makes a request for the statements, or returns the request that they have already (found). A
// refusal is on record.
func (q *question) submitRequest(ctx context.Context, digest string) (r approval.Request, found bool, err error) {
	r, found, err = q.session.engine.config.Approvals.Store.Standing(digest)
	if err == nil && (!found || r.Revealed().Hides) { // otherwise the request has its estimate
		asked, impossible := q.composeRequest(ctx, digest)
		if impossible != nil {
			return r, false, q.refuseAsked(audit.NeedsApprovalImpossible, &Consent{}, impossible)
		}
		if found {
			r, err = q.rememberPlain(r.ID, asked)
		} else {
			r, found, err = q.submitNew(ctx, asked)
		}
	}
	if err == nil && found {
		q.noteWaiting(r.ID, true)
	} else if err == nil && r.InPlaceOf != "" {
		err = q.recordDisplaced(r.InPlaceOf)
	}
	if err != nil {
		return r, found, q.refuseAsked(audit.NeedsApprovalUnavailable, &Consent{}, err)
	}
	return r, found, nil
}

// submitNew makes a new request.
func (q *question) submitNew(ctx context.Context, asked approval.Request) (r approval.Request, found bool, err error) {
	store := q.session.engine.config.Approvals.Store
	scope := q.grantScope(ctx)
	asked.Scope = &scope
	if used, ok := store.LastUsed(asked.Digest); ok { // its client may not have got the answer
		asked.Estimate.Note = joinNotes(ranBefore(used), asked.Estimate.Note)
	}
	if r, found, err = store.Submit(asked); err == nil {
		q.session.engine.looks.add(r.ID, q.lookInfo())
	}
	return r, found, err
}

// rememberPlain gives a request the texts with its secrets, which the server has forgotten by a
// restart.
func (q *question) rememberPlain(id string, asked approval.Request) (approval.Request, error) {
	store := q.session.engine.config.Approvals.Store
	if err := store.Remember(asked.Digest, id, asked.Plain); err != nil {
		return approval.Request{}, err
	}
	q.session.engine.looks.add(id, q.lookInfo())
	return store.Get(id)
}

// ranBefore says that the same statement was approved and used before.
func ranBefore(r approval.Request) string {
	return fmt.Sprintf("the same statement was approved before, and used at %s (%s)", r.Used.UTC().Format("15:04:05 MST"), r.ID)
}

func joinNotes(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
}

// noteWaiting notes in the request whether calls wait for it, for whoever decides. A failure is only
// logged.
func (q *question) noteWaiting(id string, waits bool) {
	if err := q.session.engine.config.Approvals.Store.Attend(id, waits); err != nil {
		q.session.engine.log.Debug("it is not noted whether anybody waits for a request", "approval", id, "error", err)
	}
}

// recordDisplaced records that a request was withdrawn to make room for another. A call that waits for the
// withdrawn request records that itself.
func (q *question) recordDisplaced(id string) error {
	s := q.session
	old, err := s.engine.config.Approvals.Store.Get(id)
	if err != nil || s.engine.asked.isAwaited(id) {
		return err
	}
	rec := audit.Record{
		Door: old.Door, Tool: old.Tool, Mode: old.Mode, Decision: audit.NeedsApprovalCancelled, Approval: old.ID, Class: old.Class, Verb: old.Verb,
		SQL: old.SQL, Principal: old.Principal, Application: old.Application, Version: old.Version, Session: old.Session, RemoteAddr: old.RemoteAddr,
		Source: old.Source,
	}
	return s.engine.config.Log.Write(rec.With(audit.Outcome{Err: errTakenBack(old)}))
}

// errTakenBack is the error of a request that was withdrawn by another call.
func errTakenBack(r approval.Request) error {
	why := r.Comment
	if why == "" {
		why = "the request was taken back"
	}
	return sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: %s (%s)", approval.Visible(why), r.ID).
		WithHint("Nothing was run. Run it again to ask again.")
}

// withStaysHint adds to the error of a call that stopped waiting what becomes of its request.
func withStaysHint(r approval.Request, e *sqlstate.Error) error {
	if r.State != approval.Pending && r.State != approval.Approved {
		return e
	}
	return e.WithHint("Nothing was run. Approval %s is %s until %s: the same statement finds it when it is sent again.",
		r.ID, r.State, r.Expires.UTC().Format(time.TimeOnly+" MST"))
}

// Desk reports whether the desk can approve, and whether the server's mode asks people about anything.
func (e *Engine) Desk() (desk, asks bool) {
	a := e.config.Approvals
	return a.Desk && a.Store != nil, e.config.Mode == gate.Safe || e.config.Mode == gate.DeleteSafe
}

// asked counts, for each request, the calls that wait for it.
type asked struct {
	mu    sync.Mutex
	calls map[string]int
}

// countWaiting counts a call until leave is called. leave reports whether the call was the last one; a second
// leave does nothing.
func (a *asked) countWaiting(id string) (leave func() (last bool)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calls == nil {
		a.calls = map[string]int{}
	}
	a.calls[id]++
	left := false
	return func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		if left {
			return false
		}
		left = true
		if a.calls[id]--; a.calls[id] > 0 {
			return false
		}
		delete(a.calls, id)
		return true
	}
}

// isAwaited reports whether a call waits for a request.
func (a *asked) isAwaited(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[id] > 0
}

// errEnding is the cause of a wait that StopAsking has ended.
var errEnding = errors.New("the server ends")

// StopAsking ends every wait for a person's approval, with an error that says why: the server shuts
// down. Requests stay for the next server on the same state directory.
func (e *Engine) StopAsking() { e.stopAsking() }

// errGone is the cause of a wait whose client has gone.
var errGone = errors.New("the client is gone")

// untilEnding returns a context that also ends with StopAsking, and when the client is gone.
func (e *Engine) untilEnding(ctx, client context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(e.asking, func() { cancel(errEnding) })
	stopClient := func() bool { return true }
	if client != nil {
		stopClient = context.AfterFunc(client, func() { cancel(errGone) })
	}
	return ctx, func() {
		stop()
		stopClient()
		cancel(nil)
	}
}

// undecidedAtEnd is the error of a statement that was not decided when the server shut down.
func undecidedAtEnd(c *Consent) error {
	return sqlstate.Wrap(&Undecided{c.request}, sqlstate.AdminShutdown, "the server is shutting down, and nobody has decided about approval %s", c.request.ID).
		WithHint("Nothing was run. Run the same statement again when the server is back.")
}
