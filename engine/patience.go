package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What a statement finds that was asked about before: a request outlives the call
// that made it.

// before is what somebody has said of the statements before: an approval of exactly
// these, which is used up, a denial that holds, or a grant that covers them; nil, nil:
// nothing. A refusal is on record.
func (q *question) before(ctx context.Context, digest string) (*Consent, error) {
	if c, err := q.given(ctx, digest); c != nil || err != nil {
		return c, err
	}
	if err := q.denied(digest); err != nil {
		return nil, err
	}
	return q.granted(ctx, digest)
}

// denied refuses what somebody has denied a moment ago.
func (q *question) denied(digest string) error {
	r, until, ok, err := q.session.engine.config.Approvals.Store.Denied(digest)
	c := &Consent{request: r}
	switch {
	case err != nil:
		return q.refuse(audit.NeedsApprovalUnavailable, c, err)
	case !ok:
		return nil
	}
	e := sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: %s said no (%s, %s), and that holds until %s",
		orSomebody(r.Approver), r.Channel, r.ID, until.Format(time.TimeOnly+" MST")).
		WithHint("Nothing was run, and nobody was asked again. Do without it, or ask the person who said no.")
	if r.Comment != "" {
		_ = e.WithDetail("The reason given: %s", approval.Visible(r.Comment))
	}
	return q.refuse(audit.NeedsApprovalDeclined, c, e)
}

// submit keeps a request for the statements, or finds the one that stands; found says
// that it stood already. A refusal is on record.
func (q *question) submit(ctx context.Context, digest string) (r approval.Request, found bool, err error) {
	r, found, err = q.session.engine.config.Approvals.Store.Standing(digest)
	if err == nil && (!found || r.Revealed().Hides) { // only then is it worth an estimate
		asked, impossible := q.asked(ctx, digest)
		if impossible != nil {
			return r, false, q.refuse(audit.NeedsApprovalImpossible, &Consent{}, impossible)
		}
		if found {
			r, err = q.remind(r.ID, asked)
		} else {
			r, found, err = q.keep(ctx, asked)
		}
	}
	if err == nil && found {
		q.attend(r.ID, true)
	} else if err == nil && r.InPlaceOf != "" {
		err = q.displaced(r.InPlaceOf)
	}
	if err != nil {
		return r, found, q.refuse(audit.NeedsApprovalUnavailable, &Consent{}, err)
	}
	return r, found, nil
}

// keep submits a new request.
func (q *question) keep(ctx context.Context, asked approval.Request) (r approval.Request, found bool, err error) {
	store := q.session.engine.config.Approvals.Store
	scope := q.scope(ctx)
	asked.Scope = &scope
	if used, ok := store.LastUsed(asked.Digest); ok { // its client may not have heard
		asked.Estimate.Note = noted(ranBefore(used), asked.Estimate.Note)
	}
	if r, found, err = store.Submit(asked); err == nil {
		q.session.engine.looks.keep(r.ID, q.looked())
	}
	return r, found, err
}

// remind gives a request that stands the texts with its secrets, which a restart has lost.
func (q *question) remind(id string, asked approval.Request) (approval.Request, error) {
	store := q.session.engine.config.Approvals.Store
	if err := store.Remember(asked.Digest, id, asked.Plain); err != nil {
		return approval.Request{}, err
	}
	q.session.engine.looks.keep(id, q.looked())
	return store.Get(id)
}

// ranBefore says that the very same statement was approved and used before.
func ranBefore(r approval.Request) string {
	return fmt.Sprintf("the same statement was approved before, and used at %s (%s)", r.Used.UTC().Format("15:04:05 MST"), r.ID)
}

func noted(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
}

// attend notes whether calls wait for a request, for whoever decides. It is no reason
// to refuse anything.
func (q *question) attend(id string, waits bool) {
	if err := q.session.engine.config.Approvals.Store.Attend(id, waits); err != nil {
		q.session.engine.log.Debug("it is not noted whether anybody waits for a request", "approval", id, "error", err)
	}
}

// displaced records that a request gave way, unless a call waits for it, which says
// so itself.
func (q *question) displaced(id string) error {
	s := q.session
	old, err := s.engine.config.Approvals.Store.Get(id)
	if err != nil || s.engine.asked.waits(id) {
		return err
	}
	rec := audit.Record{
		Door: old.Door, Tool: old.Tool, Mode: old.Mode, Decision: audit.NeedsApprovalCancelled, Approval: old.ID, Class: old.Class, Verb: old.Verb,
		SQL: old.SQL, Principal: old.Principal, Application: old.Application, Version: old.Version, Session: old.Session, RemoteAddr: old.RemoteAddr,
		Source: old.Source,
	}
	return s.engine.config.Log.Write(rec.With(audit.Outcome{Err: takenBack(old)}))
}

// takenBack is the error of a request that somebody else has taken back: another call
// that asked for the same, or one that it gave way to.
func takenBack(r approval.Request) error {
	why := r.Comment
	if why == "" {
		why = "the request was taken back"
	}
	return sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: %s (%s)", approval.Visible(why), r.ID).
		WithHint("Nothing was run. Run it again to ask again.")
}

// stays adds to an error of a call that stopped waiting what becomes of its request.
func stays(r approval.Request, e *sqlstate.Error) error {
	if r.State != approval.Pending && r.State != approval.Approved {
		return e
	}
	return e.WithHint("Nothing was run. Approval %s is %s until %s: the same statement finds it when it is sent again.",
		r.ID, r.State, r.Expires.UTC().Format(time.TimeOnly+" MST"))
}

// Desk reports whether somebody at the desk can approve, and whether the server's mode
// asks anybody about anything.
func (e *Engine) Desk() (desk, asks bool) {
	a := e.config.Approvals
	return a.Desk && a.Store != nil, e.config.Mode == gate.Safe || e.config.Mode == gate.DeleteSafe
}
