package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine/rehearsal"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Approvals says how people are asked. The zero value asks nobody: then what needs an approval is
// refused.
type Approvals struct {
	Store *approval.Store // the engine does not close it
	// Desk says that requests can be decided at the desk. Without it only a client's own Approver is
	// asked.
	Desk bool
	// Elicitation says that clients may ask their own person, if they can. Only a Validator reads it;
	// an engine learns that from its clients.
	Elicitation bool
	// Wait is how long a statement waits for the desk before its client is told to come back later.
	// ElicitationWait is how long a client's own person has to answer; the default is a minute.
	Wait            time.Duration
	ElicitationWait time.Duration
	EstimateTimeout time.Duration
	// Rules decide on what statements use; nil: there are none. The Store has them, too.
	Rules *gate.Approvers
	// A statement may touch more rows than the approved estimate says: MarginPercent of it, or
	// MarginRows, whichever is more.
	MarginPercent, MarginRows int64
}

// Approver asks the person behind a client, in the way that the client's door has.
type Approver interface {
	// Ask returns what the person said of the request. ctx ends when somebody else has decided.
	Ask(ctx context.Context, r approval.Request) Answer
}

// Answer is what came of asking a client's person.
type Answer int

// The answers. The zero Answer says that the person could not be asked.
const (
	Unavailable Answer = iota // the desk has to decide
	Accepted
	Declined
	Cancelled // the question was dismissed
	NoAnswer  // the person did not answer in time
	Later     // the client has been given the question and will call again with the answer
	Gone      // the client went away while it was asked
)

// elicitation is the channel on record of an Approver's answer.
const elicitation = "elicitation"

// Undecided is the cause of the error for a client whose request is not decided yet. A door whose
// Approver answered Later finds the request in it.
type Undecided struct{ Request approval.Request }

func (u *Undecided) Error() string { return "approval " + u.Request.ID + " is undecided" }

// Consent is a person's approval of one execution. It was used up when it was claimed.
type Consent struct {
	request approval.Request
	waited  time.Duration
	// code is the code of users as it was approved; nil: the source runs none at the end of a transaction. replaces is what the session
	// had remembered by then, of which nothing was left to run.
	code, replaces *approvedCode
}

// addTo puts into a record that a person has approved, and who.
func (c *Consent) addTo(rec *audit.Record) {
	if c == nil {
		return
	}
	rec.Decision = audit.NeedsApprovalAccepted
	c.addApprover(rec)
}

// addApprover puts into a record who was asked, and how long the statement waited.
func (c *Consent) addApprover(rec *audit.Record) {
	rec.Approval, rec.Approver, rec.Channel = c.request.ID, c.request.Approver, c.request.Channel
	rec.WaitedMS = float64(c.waited.Microseconds()) / 1000
}

// mayAsk reports whether anybody can approve a statement of the session's.
func (s *Session) mayAsk() bool {
	a := s.engine.config.Approvals
	return a.Store != nil && (a.Desk || s.client.Approver != nil)
}

// whoDecides says, for hints, who can approve a statement of the session's; "": nobody.
func (s *Session) whoDecides() string {
	a := s.engine.config.Approvals
	return deciders(a.Desk && a.Store != nil, s.client.Approver != nil && a.Store != nil, "the person at this client")
}

func deciders(desk, client bool, person string) string {
	const atDesk = "somebody at the approval desk (sallyport approvals)"
	switch {
	case desk && client:
		return person + " or " + atDesk
	case desk:
		return atDesk
	case client:
		return person
	}
	return ""
}

// question asks people whether some statements may run with these parameters. One call uses it.
type question struct {
	session  *Session
	request  *Request
	plans    []*planner.Statement
	worst    *Statement // the statement whose decision is that of all plans
	args     providers.Args
	notice   func(*sqlstate.Error) // sends the client a notice; nil: the client gets none
	readings *Readings             // the settings by which a source reads text and values; nil: the engine runs the statements
	// revisions are the revisions of the code that each statement may run, as of the last digest.
	revisions []string
	committed string          // the revision of the session's own source, as of the last digest
	scoped    *approval.Scope // what the plans do; nil: it was not found out yet
	// rehearsed is what the calls among the plans would send, as of the last rehearsal.
	rehearsed []*rehearsal.Rehearsal
	// again plans the statements by what their names mean now, has the gate decide, and sets plans and
	// worst. A refusal is on record.
	again func(context.Context) error
}

// obtainConsent returns a person's approval: one that was given before, or one that it asks for. If it
// returns an error, that is on record. Errors: 42501: not approved, or not decided yet (then the cause
// is *Undecided); 57014: the client stopped waiting.
func (q *question) obtainConsent(ctx context.Context) (*Consent, error) {
	s := q.session
	if s.Status() == providers.Failed { // people are not asked about what cannot run
		return nil, q.refuseAsked(audit.RefuseImmediate, &Consent{}, errFailedTransaction())
	}
	if n := len(q.writtenText()); n > longestAsked {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, &Consent{}, sqlstate.New(sqlstate.ProgramLimitExceeded,
			"the statement is too long to be approved: %d KiB, and the limit is %d KiB", n>>10, longestAsked>>10).
			WithHint("Nobody can read that much before saying yes. Split it, or have it run in a mode that does not ask."))
	}
	started := time.Now()
	ctx, done := s.cancels.WithCancel(ctx)
	defer done()
	ctx, unbind := s.engine.untilEnding(ctx, s.client.Presence)
	defer unbind()
	if err := q.findImpossible(ctx); err != nil {
		return nil, q.refuseAsked(decisionOnFailing(err), &Consent{}, err)
	}
	digest, err := q.computeDigest(ctx)
	if err != nil {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, &Consent{}, err)
	}
	if c, err := q.findEarlier(ctx, digest); c != nil || err != nil {
		return c, err
	}
	r, again, err := q.submitRequest(ctx, digest)
	if err != nil {
		return nil, err
	}
	leave := s.engine.asked.countWaiting(r.ID)
	defer leave()
	defer s.entry.NoteWait(q.plans[0], started)()
	if !again {
		s.engine.log.Info("a person has to approve a statement", "approval", r.ID, "principal", r.Principal, "class", r.Class, "source", r.Source)
	}
	resume := s.client.pauseClient()
	answer, r, err := q.awaitDecision(ctx, r)
	c := &Consent{request: r, waited: time.Since(started)}
	switch {
	case err != nil:
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
	case r.State == approval.Approved && ctx.Err() == nil:
		if err := resume(ctx); err != nil {
			return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
		}
		return q.claimApproved(ctx, c, digest)
	}
	return nil, q.refuseUnapproved(ctx, c, answer, leave)
}

// pauseClient tells the client's door that a statement waits for a person.
func (c Client) pauseClient() (resume func(context.Context) error) {
	if c.Pause == nil {
		return func(context.Context) error { return nil }
	}
	return c.Pause()
}

// claimGiven uses up an approval that was given before; nil, nil: there is none.
func (q *question) claimGiven(ctx context.Context, digest string) (*Consent, error) {
	store := q.session.engine.config.Approvals.Store
	r, ok := store.Approved(digest)
	if !ok {
		return nil, nil //nolint:nilnil // as it says
	}
	if err := q.countedAgain(ctx, r); err != nil {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, &Consent{request: r}, err)
	}
	r, ok, err := store.Claim(digest)
	switch {
	case err != nil:
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, &Consent{}, err)
	case !ok:
		return nil, nil //nolint:nilnil // as it says
	}
	return q.refuseUncounted(&Consent{request: r})
}

// claimApproved uses up the approval that was given just now, unless the statements mean something
// else by now.
func (q *question) claimApproved(ctx context.Context, c *Consent, digest string) (*Consent, error) {
	if err := q.again(ctx); err != nil {
		return nil, err
	}
	q.scoped = nil
	if err := q.findImpossible(ctx); err != nil {
		return nil, q.refuseAsked(decisionOnFailing(err), c, err)
	}
	now, err := q.computeDigest(ctx)
	if err != nil {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
	}
	if _, err := q.refuseUncounted(c); err != nil {
		return nil, err
	}
	if now != digest {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, c.outdatedError())
	}
	if err := q.countedAgain(ctx, c.request); err != nil {
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
	}
	r, ok, err := q.session.engine.config.Approvals.Store.Claim(digest)
	switch {
	case err != nil:
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, err)
	case !ok:
		if now, err := q.session.engine.config.Approvals.Store.Get(c.request.ID); err == nil && now.State == approval.Withdrawn {
			return nil, q.refuseAsked(audit.NeedsApprovalCancelled, c, errTakenBack(now))
		}
		return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, sqlstate.New(sqlstate.InsufficientPrivilege,
			"approval %s was used by another call", c.request.ID).
			WithHint("An approval is for one execution. Run the statement again to ask for another."))
	}
	c.request = r
	return c, nil
}

// refuseUncounted refuses an approval for a number of rows where the source does not tell how many
// rows the statements touch.
func (q *question) refuseUncounted(c *Consent) (*Consent, error) {
	if c.request.MaxRows < 0 || q.onlyCalls() || len(q.plans) == 1 && tagCountsRows(q.plans[0]) {
		return c, nil
	}
	return nil, q.refuseAsked(audit.NeedsApprovalUnavailable, c, sqlstate.New(sqlstate.InsufficientPrivilege,
		"approval %s is for at most %d rows, and nobody can tell how many this touches", c.request.ID, c.request.MaxRows).
		WithHint("It can be approved only without a number of rows, or as statements of its own."))
}

// outdatedError is the error of an execution that is not what was approved any more.
func (c *Consent) outdatedError() error {
	return sqlstate.New(sqlstate.InsufficientPrivilege,
		"approval %s does not cover this: what the statement means, what it would send, or code that it may run, has changed since", c.request.ID).
		WithHint("Run it again to ask for another approval.")
}

// awaitDecision asks the client's person and waits for the desk, whoever decides first, within the
// time limit. It returns the request as it stands then.
func (q *question) awaitDecision(ctx context.Context, r approval.Request) (Answer, approval.Request, error) {
	s := q.session
	config := s.engine.config.Approvals
	answer := Unavailable
	if s.client.Approver != nil && config.Store.MayApprove(r, s.asApprover()) == nil {
		answer = q.askClient(ctx, r)
		if err := q.storeAnswer(answer, r.ID); err != nil {
			return answer, r, err
		}
	}
	now, err := config.Store.Get(r.ID)
	switch {
	case err != nil, now.State != approval.Pending, answer == Later, answer == Gone, ctx.Err() != nil:
		return answer, now, err
	case !config.Desk:
		return answer, now, config.Store.Withdraw(r.ID, "nobody could be asked, or nobody answered")
	}
	if config.Wait <= 0 || answer == NoAnswer { // the time to wait is over
		return answer, now, nil
	}
	q.noticeWaiting(r)
	limited, cancel := context.WithTimeout(ctx, config.Wait)
	defer cancel()
	if now, err = config.Store.Wait(limited, r.ID); err != nil && limited.Err() != nil {
		now, err = config.Store.Get(r.ID)
	}
	return answer, now, err
}

// timeToAnswer is how long a client's person has if the configuration does not say it.
const timeToAnswer = time.Minute

// askClient asks the client's person. It stops when the desk has decided.
func (q *question) askClient(ctx context.Context, r approval.Request) (answer Answer) {
	s := q.session
	limit := s.engine.config.Approvals.ElicitationWait
	if limit <= 0 {
		limit = timeToAnswer
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	decided := make(chan struct{})
	go func() {
		defer close(decided)
		defer cancel()
		_, _ = s.engine.config.Approvals.Store.Wait(ctx, r.ID) // the caller reads the request again
	}()
	defer func() {
		cancel()
		<-decided
		if p := recover(); p != nil {
			s.engine.log.Error("panic while asking for an approval", "session", s.client.ID, "panic", p, "stack", string(debug.Stack()))
			answer = Unavailable
		}
	}()
	return s.client.Approver.Ask(ctx, r)
}

// asApprover describes the client's own person as an approver.
func (s *Session) asApprover() approval.Approval {
	who := s.client.Principal
	return approval.Approval{Approver: who.Name, Channel: elicitation, Proven: who.Proof != auth.Unproven, Roles: who.Roles, Until: who.Expires}
}

// storeAnswer puts the answer of the client's person into the store. If the desk was faster, the
// desk's decision stands.
func (q *question) storeAnswer(answer Answer, id string) error {
	store := q.session.engine.config.Approvals.Store
	var err error
	switch answer {
	case Accepted, Declined:
		_, err = store.Decide(id, q.session.asApprover().Verdict(answer == Accepted))
	case Cancelled:
		err = store.Withdraw(id, "the question was dismissed")
	case Unavailable, NoAnswer, Later, Gone:
	}
	if sqlstate.CodeOf(err) == sqlstate.ObjectNotInState {
		if now, gone := store.Get(id); gone == nil && now.State == approval.Pending { // the request is still undecided, and this answer cannot decide it
			return err
		}
		return nil
	}
	return err
}

// refuseUnapproved ends a statement that was not approved. Each reason has its own message and its own
// decision on record. leave notes that this call does not wait for the request any more.
func (q *question) refuseUnapproved(ctx context.Context, c *Consent, answer Answer, leave func() (last bool)) error {
	r := c.request
	refused := func(format string, args ...any) *sqlstate.Error {
		return sqlstate.New(sqlstate.InsufficientPrivilege, "not approved: "+format, args...).WithHint("Nothing was run.")
	}
	switch {
	case r.State == approval.Denied:
		e := refused("%s said no (%s, %s)", orSomebody(r.Approver), r.Channel, r.ID)
		if r.Comment != "" {
			_ = e.WithDetail("The reason given: %s", approval.Visible(r.Comment))
		}
		return q.refuseAsked(audit.NeedsApprovalDeclined, c, e)
	case answer == Cancelled:
		return q.refuseAsked(audit.NeedsApprovalCancelled, c, refused("the question was dismissed (%s)", r.ID))
	case errors.Is(context.Cause(ctx), errEnding):
		return q.refuseAsked(audit.NeedsApprovalPending, c, undecidedAtEnd(c))
	case ctx.Err() != nil, answer == Gone:
		if leave() { // the request stays, and is found again when the same statement is sent again
			q.noteWaiting(r.ID, false)
		}
		if errors.Is(context.Cause(ctx), ErrCanceled) {
			return q.refuseAsked(audit.NeedsApprovalCancelled, c, withStaysHint(r, sqlstate.New(sqlstate.QueryCanceled, "canceling statement due to user request")))
		}
		return q.refuseAsked(audit.NeedsApprovalAbandoned, c, withStaysHint(r, sqlstate.New(sqlstate.QueryCanceled, "the client went away while approval %s was asked for", r.ID)))
	case r.State == approval.Pending && !q.session.engine.config.Approvals.Desk && answer == NoAnswer:
		return q.refuseAsked(audit.NeedsApprovalExpired, c, refused("nobody answered in time (%s)", r.ID))
	case r.State == approval.Pending && answer == Unavailable && !q.session.engine.config.Approvals.Desk:
		return q.refuseAsked(audit.NeedsApprovalUnavailable, c, refused("the client cannot ask anybody, and there is no approval desk"))
	case r.State == approval.Pending:
		if answer != Later && leave() {
			q.noteWaiting(r.ID, false)
		}
		e := sqlstate.Wrap(&Undecided{r}, sqlstate.InsufficientPrivilege, "approval %s is needed, and %s", r.ID, q.waitsFor(r))
		if used, ok := q.session.engine.config.Approvals.Store.LastUsed(r.Digest); ok {
			_ = e.WithDetail("Note that %s.", ranBefore(used))
		}
		return q.refuseAsked(audit.NeedsApprovalPending, c, e.WithHint(
			"A person approves it on the server's machine: sallyport approvals approve %s. Then run the same statement again, until %s.",
			r.ID, r.Expires.UTC().Format(time.TimeOnly+" MST")))
	case r.State == approval.Withdrawn:
		return q.refuseAsked(audit.NeedsApprovalCancelled, c, errTakenBack(r))
	}
	return q.refuseAsked(audit.NeedsApprovalExpired, c, refused("nobody decided in time (%s)", r.ID).WithHint("Run it again to ask again."))
}

// waitsFor says how many people have still to approve a request.
func (q *question) waitsFor(r approval.Request) string {
	if r.People < 2 {
		return "nobody has decided yet"
	}
	return fmt.Sprintf("%d of %d people have still to approve it", q.session.engine.config.Approvals.Store.Missing(r), r.People)
}

func orSomebody(name string) string {
	if name == "" {
		return "somebody"
	}
	return approval.Visible(name)
}

// refuseAsked records how asking has ended, and returns the client's error.
func (q *question) refuseAsked(decision audit.Decision, c *Consent, err error) error {
	s := q.session
	s.Fail()
	text := s.withoutSecrets(q.request.SQL)
	rec := s.describeRefusal(*q.request, text, q.worst.plan, q.worst.decision, decision)
	rec.ParamTypes, rec.Params = s.describeParams(q.writtenText(), q.request.ParamTypes, q.args, s.engine.config.RecordValues)
	c.addApprover(&rec)
	return s.recordRefusal(rec, text, err)
}

// noticeWaiting tells the client that people are asked, and who they are.
func (q *question) noticeWaiting(r approval.Request) {
	if q.notice == nil {
		return
	}
	e := sqlstate.New(sqlstate.SuccessfulCompletion, "approval %s is needed; waiting up to %v for it", r.ID, q.session.engine.config.Approvals.Wait).
		WithHint("A person approves it on the server's machine: sallyport approvals approve %s", r.ID)
	e.Severity = "NOTICE"
	q.notice(e)
}
