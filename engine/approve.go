package engine

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Approvals is how people are asked. The zero value asks nobody, and what needs
// an approval is refused.
type Approvals struct {
	Store *approval.Store // the engine does not close it
	// Desk says that somebody may decide over the desk; without it only a client's
	// own Approver is asked.
	Desk bool
	// Elicitation says that clients which can ask their own person are let to. An
	// engine finds that out from its clients; a Validator, which has none, tells of it.
	Elicitation bool
	// Wait is how long a statement waits for the desk before its client is told that
	// it will have to come again. ElicitationWait is how long a client's own person
	// has; default a minute.
	Wait            time.Duration
	ElicitationWait time.Duration
	EstimateTimeout time.Duration
	// MarginPercent and MarginRows, the larger of them, are what a statement may
	// touch beyond the estimate that was approved.
	MarginPercent, MarginRows int64
}

// Approver asks the person behind a client, by the means of the client's door.
type Approver interface {
	// Ask returns what the person said of the request. It ends with ctx, which
	// ends when somebody else has decided.
	Ask(ctx context.Context, r approval.Request) Answer
}

// Answer is what came of asking a client's person.
type Answer int

// The answers. The zero Answer is that nobody could be asked.
const (
	Unavailable Answer = iota // the desk has to decide
	Accepted
	Declined
	Cancelled // the question was dismissed
	NoAnswer  // in time
	Later     // the client has been given the question and will call again with the answer
	Gone      // the client went away while it was asked
)

// elicitation is the channel of an Approver.
const elicitation = "elicitation"

// Undecided is the cause of the error that a client is told whose request nobody
// has decided yet. A door whose Approver answered Later finds the request here.
type Undecided struct{ Request approval.Request }

func (u *Undecided) Error() string { return "approval " + u.Request.ID + " is undecided" }

// Consent is a person's approval of one execution, used up by it.
type Consent struct {
	request approval.Request
	waited  time.Duration
}

// into puts who approved into a record.
func (c *Consent) into(rec *audit.Record) {
	if c == nil {
		return
	}
	rec.Decision = audit.NeedsApprovalAccepted
	c.of(rec)
}

func (c *Consent) of(rec *audit.Record) {
	rec.Approval, rec.Approver, rec.Channel = c.request.ID, c.request.Approver, c.request.Channel
	rec.WaitedMS = float64(c.waited.Microseconds()) / 1000
}

// mayAsk reports whether there is anybody who could approve a statement of this
// session's.
func (s *Session) mayAsk() bool {
	a := s.engine.config.Approvals
	return a.Store != nil && (a.Desk || s.client.Approver != nil)
}

// whoDecides says, for hints, who could approve a statement of this session's; "":
// nobody.
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

// question is what people are asked: may these statements run, with these
// parameters?
type question struct {
	session  *Session
	request  *Request
	plans    []*planner.Statement
	worst    *Statement // of the plans, whose decision is that of all
	args     providers.Args
	notice   func(*sqlstate.Error) // to the client; nil: it gets none
	readings *Readings             // by which a source reads the text and the values; nil: by its own
	// revisions are those of the code that each statement may run, as of the last
	// digest.
	revisions []string
	scoped    *approval.Scope // what plans do, once it was asked for
	// rehearsed is what the calls among plans would send, as of the last look.
	rehearsed []*rehearsal
	// again understands the statements anew, by what their names mean now, and sets plans
	// and worst. What it refuses is on record.
	again func(context.Context) error
}

// consent gets a person's approval: one that was given before, or else somebody
// is asked. What is refused, and whatever else ends here, is on record when it
// returns.
// Errors: 42501: not approved, or nobody has decided yet (*Undecided is the cause
// then); 57014: the client stopped waiting.
func (q *question) consent(ctx context.Context) (*Consent, error) {
	s := q.session
	if s.Status() == providers.Failed { // nobody is asked for what cannot run
		return nil, q.refuse(audit.RefuseImmediate, &Consent{}, errFailedTransaction())
	}
	if n := len(q.text()); n > longestAsked {
		return nil, q.refuse(audit.NeedsApprovalUnavailable, &Consent{}, sqlstate.New(sqlstate.ProgramLimitExceeded,
			"the statement is too long to be approved: %d KiB, and the limit is %d KiB", n>>10, longestAsked>>10).
			WithHint("Nobody can read that much before saying yes. Split it, or have it run in a mode that does not ask."))
	}
	started := time.Now()
	ctx, done := s.waiting(ctx)
	defer done()
	ctx, unbind := s.engine.untilEnding(ctx, s.client.Presence)
	defer unbind()
	if err := q.impossible(ctx); err != nil {
		return nil, q.refuse(failing(err), &Consent{}, err)
	}
	digest, err := q.digest(ctx)
	if err != nil {
		return nil, q.refuse(audit.NeedsApprovalUnavailable, &Consent{}, err)
	}
	if c, err := q.before(ctx, digest); c != nil || err != nil {
		return c, err
	}
	r, again, err := q.submit(ctx, digest)
	if err != nil {
		return nil, err
	}
	leave := s.engine.asked.enter(r.ID)
	defer leave()
	defer s.doing.wait(q.plans[0], started)()
	if !again {
		s.engine.log.Info("a person has to approve a statement", "approval", r.ID, "principal", r.Principal, "class", r.Class, "source", r.Source)
	}
	resume := s.client.pause()
	answer, r, err := q.ask(ctx, r)
	c := &Consent{request: r, waited: time.Since(started)}
	switch {
	case err != nil:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, c, err)
	case r.State == approval.Approved && ctx.Err() == nil:
		if err := resume(ctx); err != nil {
			return nil, q.refuse(audit.NeedsApprovalUnavailable, c, err)
		}
		return q.use(ctx, c, digest)
	}
	return nil, q.unapproved(ctx, c, answer, leave)
}

// pause tells the client's door that a statement waits for a person.
func (c Client) pause() (resume func(context.Context) error) {
	if c.Pause == nil {
		return func(context.Context) error { return nil }
	}
	return c.Pause()
}

// given uses up an approval that was given before; nil: there is none.
func (q *question) given(ctx context.Context, digest string) (*Consent, error) {
	store := q.session.engine.config.Approvals.Store
	r, ok := store.Approved(digest)
	if !ok {
		return nil, nil //nolint:nilnil // as it says
	}
	if err := q.countedAgain(ctx, r); err != nil {
		return nil, q.refuse(audit.NeedsApprovalUnavailable, &Consent{request: r}, err)
	}
	r, ok, err := store.Claim(digest)
	switch {
	case err != nil:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, &Consent{}, err)
	case !ok:
		return nil, nil //nolint:nilnil // as it says
	}
	return q.held(&Consent{request: r})
}

// use takes the approval that was given, unless the statements mean something
// else by now than what was approved.
func (q *question) use(ctx context.Context, c *Consent, digest string) (*Consent, error) {
	if err := q.again(ctx); err != nil {
		return nil, err
	}
	q.scoped = nil
	if err := q.impossible(ctx); err != nil {
		return nil, q.refuse(failing(err), c, err)
	}
	now, err := q.digest(ctx)
	if err != nil {
		return nil, q.refuse(audit.NeedsApprovalUnavailable, c, err)
	}
	if _, err := q.held(c); err != nil {
		return nil, err
	}
	if now != digest {
		return nil, q.refuse(audit.NeedsApprovalUnavailable, c, c.outdated())
	}
	if err := q.countedAgain(ctx, c.request); err != nil {
		return nil, q.refuse(audit.NeedsApprovalUnavailable, c, err)
	}
	r, ok, err := q.session.engine.config.Approvals.Store.Claim(digest)
	switch {
	case err != nil:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, c, err)
	case !ok:
		return nil, q.refuse(audit.NeedsApprovalUnavailable, c, sqlstate.New(sqlstate.InsufficientPrivilege,
			"approval %s was used by another call", c.request.ID).
			WithHint("An approval is for one execution. Run the statement again to ask for another."))
	}
	c.request = r
	return c, nil
}

// held refuses an approval for a number of rows where nobody can tell how many the
// statements touch.
func (q *question) held(c *Consent) (*Consent, error) {
	if c.request.MaxRows < 0 || q.onlyCalls() || len(q.plans) == 1 && counted(q.plans[0]) {
		return c, nil
	}
	return nil, q.refuse(audit.NeedsApprovalUnavailable, c, sqlstate.New(sqlstate.InsufficientPrivilege,
		"approval %s is for at most %d rows, and nobody can tell how many this touches", c.request.ID, c.request.MaxRows).
		WithHint("It can be approved only without a number of rows, or as statements of its own."))
}

// outdated is the error of what is not what was approved any more.
func (c *Consent) outdated() error {
	return sqlstate.New(sqlstate.InsufficientPrivilege,
		"approval %s does not cover this: what the statement means, what it would send, or code that it may run, has changed since", c.request.ID).
		WithHint("Run it again to ask for another approval.")
}

// ask has the request decided: by the client's person, and by the desk, whoever
// is first, within the time. What it returns is the request as it stands then.
func (q *question) ask(ctx context.Context, r approval.Request) (Answer, approval.Request, error) {
	s := q.session
	config := s.engine.config.Approvals
	answer := Unavailable
	if s.client.Approver != nil {
		answer = q.askClient(ctx, r)
		if err := q.settle(answer, r.ID); err != nil {
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
	q.tell(r)
	limited, cancel := context.WithTimeout(ctx, config.Wait)
	defer cancel()
	if now, err = config.Store.Wait(limited, r.ID); err != nil && limited.Err() != nil {
		now, err = config.Store.Get(r.ID)
	}
	return answer, now, err
}

// timeToAnswer is what a client's person has where nothing else is configured.
const timeToAnswer = time.Minute

// askClient asks the client's person until the desk has decided.
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
		_, _ = s.engine.config.Approvals.Store.Wait(ctx, r.ID) // whatever it is, the request is looked at again
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

// settle puts the answer of the client's person into the store. If the desk was
// faster, its decision stands.
func (q *question) settle(answer Answer, id string) error {
	store, who := q.session.engine.config.Approvals.Store, q.session.client.Principal
	var err error
	switch answer {
	case Accepted, Declined:
		_, err = store.Decide(id, approval.Verdict{Approve: answer == Accepted, Approver: who, Channel: elicitation})
	case Cancelled:
		err = store.Withdraw(id, "the question was dismissed")
	case Unavailable, NoAnswer, Later, Gone:
	}
	if sqlstate.CodeOf(err) == sqlstate.ObjectNotInState {
		if now, gone := store.Get(id); gone == nil && now.State == approval.Pending { // it was not decided, and cannot be by this answer
			return err
		}
		return nil
	}
	return err
}

// unapproved ends a statement that nobody has approved, each reason with its own
// words and its own decision on record. leave says that this call does not wait for
// the request any more.
func (q *question) unapproved(ctx context.Context, c *Consent, answer Answer, leave func() (last bool)) error {
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
		return q.refuse(audit.NeedsApprovalDeclined, c, e)
	case answer == Cancelled:
		return q.refuse(audit.NeedsApprovalCancelled, c, refused("the question was dismissed (%s)", r.ID))
	case errors.Is(context.Cause(ctx), errEnding):
		return q.refuse(audit.NeedsApprovalPending, c, undecidedAtEnd(c))
	case ctx.Err() != nil, answer == Gone:
		if leave() { // the request stays: the same statement finds it when it is sent again
			q.attend(r.ID, false)
		}
		if errors.Is(context.Cause(ctx), errCanceled) {
			return q.refuse(audit.NeedsApprovalCancelled, c, stays(r, sqlstate.New(sqlstate.QueryCanceled, "canceling statement due to user request")))
		}
		return q.refuse(audit.NeedsApprovalAbandoned, c, stays(r, sqlstate.New(sqlstate.QueryCanceled, "the client went away while approval %s was asked for", r.ID)))
	case r.State == approval.Pending && !q.session.engine.config.Approvals.Desk && answer == NoAnswer:
		return q.refuse(audit.NeedsApprovalExpired, c, refused("nobody answered in time (%s)", r.ID))
	case r.State == approval.Pending && answer == Unavailable && !q.session.engine.config.Approvals.Desk:
		return q.refuse(audit.NeedsApprovalUnavailable, c, refused("the client cannot ask anybody, and there is no approval desk"))
	case r.State == approval.Pending:
		if answer != Later && leave() {
			q.attend(r.ID, false)
		}
		e := sqlstate.Wrap(&Undecided{r}, sqlstate.InsufficientPrivilege, "approval %s is needed, and nobody has decided yet", r.ID)
		if used, ok := q.session.engine.config.Approvals.Store.LastUsed(r.Digest); ok {
			_ = e.WithDetail("Know that %s.", ranBefore(used))
		}
		return q.refuse(audit.NeedsApprovalPending, c, e.WithHint(
			"A person approves it on the server's machine: sallyport approvals approve %s. Then run the same statement again, until %s.",
			r.ID, r.Expires.UTC().Format(time.TimeOnly+" MST")))
	case r.State == approval.Withdrawn:
		return q.refuse(audit.NeedsApprovalCancelled, c, takenBack(r))
	}
	return q.refuse(audit.NeedsApprovalExpired, c, refused("nobody decided in time (%s)", r.ID).WithHint("Run it again to ask again."))
}

func orSomebody(name string) string {
	if name == "" {
		return "somebody"
	}
	return approval.Visible(name)
}

// refuse records how asking ended and returns what to tell the client.
func (q *question) refuse(decision audit.Decision, c *Consent, err error) error {
	s := q.session
	s.Fail()
	text := s.safe(q.request.SQL)
	rec := s.refusal(*q.request, text, q.worst.plan, q.worst.decision, decision)
	rec.ParamTypes, rec.Params = s.bound(q.text(), q.request.ParamTypes, q.args, s.engine.config.RecordValues)
	c.of(&rec)
	return s.recordRefusal(rec, text, err)
}

// tell tells the client that somebody is asked, and what they can do.
func (q *question) tell(r approval.Request) {
	if q.notice == nil {
		return
	}
	e := sqlstate.New(sqlstate.SuccessfulCompletion, "approval %s is needed; waiting up to %v for it", r.ID, q.session.engine.config.Approvals.Wait).
		WithHint("A person approves it on the server's machine: sallyport approvals approve %s", r.ID)
	e.Severity = "NOTICE"
	q.notice(e)
}
