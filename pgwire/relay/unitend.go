package relay

import (
	"context"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Where no transaction block is open, the server commits what a unit has done at the unit's Sync, at the end of a simple query or a
// function call, and in the midst of some statements. What is left to be compared by then is compared before, in the same transaction
// (ensureUnitCompared). The end may run code that was judged when it was declared: the query of a cursor WITH HOLD. So the end is judged
// right before it comes, when all before it is answered (ensureEndJudged). A simple query of one statement is sent as messages then, so
// that the end comes behind it by a Sync. What would commit in another way is refused.

// commitsUnit reports whether the end of the unit commits what the messages in it have done.
func (s *session) commitsUnit() bool {
	return s.unitSent && !s.copying && !s.skipping && s.failed == nil && s.isImplicit()
}

// holdsCode reports whether the end of the transaction runs code that has to be judged before.
func (s *session) holdsCode() bool { return s.relayed.Commit.Fresh(false, nil) != engine.Judged }

// endUnit notes that a simple query ends the transaction of the unit, as a Sync does. The server still skips up to the Sync if a message
// before the query fails, so the unit itself goes on.
func (s *session) endUnit() { s.unitSent, s.bound, s.setIn = false, false, 0 }

// ensureUnitCompared makes sure that what was bound in the unit and not executed is compared, since it was planned, and planning may have
// run code. It waits for comparisons whose snapshot may be too old.
func (s *session) ensureUnitCompared() bool {
	if s.unitSent && !s.skipping && !s.copying {
		for _, b := range s.unguarded {
			s.sendGuards(b, b.Guards(s.readsOnly(), nil))
		}
	}
	s.unguarded = nil
	return s.syncGuarded()
}

// ensureEndJudged makes sure that the end of an implicit transaction runs no code that was changed since it was judged: head.endErr says
// why it may not come. What is under way may take long, or leave such code.
func (s *session) ensureEndJudged() bool {
	if s.head.endJudged || s.head.err != nil || !s.commitsUnit() || s.holding == 0 && !s.holdsCode() {
		return true
	}
	if !s.ensureAnswered() || !s.ensureOwnNames(s.relayed.Commit.Fresh(false, nil) == engine.UnjudgedOwn) {
		return false
	}
	s.workBeside(func(ctx context.Context) {
		s.head.endErr = s.relayed.Judge(ctx, &s.relayed.Commit, "COMMIT", nil)
		s.head.endJudged = true
	})
	return false
}

// canEndLate reports whether a simple query, or a function call, can be sent so that the end of its transaction comes behind it, by a
// Sync.
func canEndLate(kind byte, b *engine.Batch) bool {
	return kind == request.Query && b.Statements == 1 && !b.Commits && !b.Begins && !b.Ends
}

// endsLate reports whether a simple query, or a function call, has to be sent so. The end of what was approved is judged, too.
func (s *session) endsLate(kind byte, b *engine.Batch, c *engine.Consent) bool {
	switch {
	case s.commitsUnit() && s.holdsCode():
		return canEndLate(kind, b)
	case c == nil || !s.isImplicit():
		return false
	}
	return canEndLate(kind, b) || kind == request.Query && b.Calls
}

// endsAtOnce reports whether a simple query does nothing before it ends the transaction of the messages before it.
func endsAtOnce(kind byte, b *engine.Batch) bool {
	return kind == request.Query && (b.Statements == 0 || b.Statements == 1 && b.Ends) // a COMMIT
}

// ensureUnitMayEnd makes sure that a simple query, or a function call, may end the transaction of the messages before it. done says,
// where ok is false, that the message is done with.
func (s *session) ensureUnitMayEnd(kind byte, it *item) (ok, done bool) {
	b := &it.batch
	if !s.unitSent || b.Statements == 1 && b.Ends && !b.Commits { // a ROLLBACK ends it otherwise
		return true, false
	}
	if !s.ensureUnitCompared() {
		return false, false
	}
	if b.Statements == 1 && b.Begins { // it goes on as a block
		return true, false
	}
	if !s.ensureEndJudged() {
		return false, false
	}
	err := s.head.endErr
	if err == nil && s.commitsUnit() && s.holdsCode() && !canEndLate(kind, b) && !endsAtOnce(kind, b) {
		err = errHoldsCode
	}
	if err == nil {
		return true, false
	}
	return false, s.refuseUnrun(kind, b, s.head.consent, err)
}

// ensureMayCommit makes sure that an execution, which has the approval c if it needs one, does not commit, in its midst, what the end of
// the unit has to be judged for. kind is the message that is refused otherwise: the Bind where a person would be asked, or the Execute.
func (s *session) ensureMayCommit(kind byte, b *engine.Batch, c *engine.Consent) (ok, done bool) {
	switch {
	case !b.Commits || b.Ends || !s.commitsUnit():
		return true, false
	case s.holding > 0 && !s.ensureAnswered():
		return false, false
	case s.relayed.Commit.Fresh(false, c) != engine.Judged:
		return false, s.refuseUnrun(kind, b, c, errHoldsCode)
	}
	return true, false
}

// errHoldsCode is the error of a statement that would commit a cursor WITH HOLD at a moment that the relay does not see.
var errHoldsCode = sqlstate.New(sqlstate.FeatureNotSupported, "the statement cannot commit what was approved before it in the same pipeline, or a cursor WITH HOLD that runs code of users").
	WithHint("Send a Sync before it.")

// errInUnit is the error of a simple query that is not for the source, behind messages whose transaction only the source can end.
var errInUnit = sqlstate.New(sqlstate.FeatureNotSupported, "a query that the source does not answer cannot commit the statements before it in the same pipeline").
	WithHint("Send a Sync before it.")

// ensureUnitOver makes sure that no unit is open whose transaction a simple query ends that the server is not sent. done says, where ok is
// false, that the query is refused.
func (s *session) ensureUnitOver() (ok, done bool) {
	if s.commitsUnit() && s.bound {
		return false, s.refuseMessage(request.Query, errInUnit)
	}
	return s.ensureAtRest(), false
}
