package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A trigger that is deferred runs when its transaction ends, or at a SET CONSTRAINTS, by the code that it has then; so does the query of a
// cursor WITH HOLD. The person who approved the change has approved the code that there was. So the session remembers that code until the
// end of the transaction, and where the end may run some of it, compares: see changedSince. Cursors that the session has declared by SQL
// are compared more closely (cursors.go); a cursor that approved code has opened is only seen at the end.

// approvedCode is the code of users as it was at the first approval in the open transaction.
type approvedCode struct {
	providers.Code          // as the session saw it, without a Revision if that is committed; without a Path: by the login's own search path
	committed      string   // the revision that all sessions saw
	by             *Consent // of the first approved execution
	several        bool     // others have begun since
	restored       bool     // a failed transaction went back to a savepoint, which its status may not tell yet
}

// seen is the code as the session saw it: where that was not asked for, the session sees what all do.
func (a *approvedCode) seen() providers.Code {
	code := a.Code
	code.Revision = cmp.Or(code.Revision, a.committed)
	return code
}

// endingSource is the session's source, if the end of its transactions may run code of users.
func (s *Session) endingSource() (source providers.Ending, ok bool) {
	p, err := s.engine.sourceFor(s.client, s.source.Name)
	if err != nil {
		return nil, false
	}
	source, ok = p.(providers.Ending)
	return source, ok
}

// noteApproved notes that an approved execution begins, or goes on in another transaction than the one that it began in.
func (s *Session) noteApproved(c *Consent) {
	switch {
	case c == nil || c.code == nil:
	case s.approved == nil, s.Status() == providers.Idle, !s.approved.several && s.approved.by == c:
		s.approved = c.code
	case s.approved.by != c && c.replaces == s.approved && !s.approved.several: // nothing was left to run when it was approved
		s.approved = c.code
	case s.approved.by != c:
		s.approved.several = true
	}
}

// noteCode gives the approval of a statement that the engine runs the code that was approved. Such a statement is the first of its
// transaction that is.
func (q *question) noteCode(c *Consent) {
	s := q.session
	if _, ok := s.endingSource(); ok && c != nil && len(q.plans) == 1 && q.plans[0].Provider == s.source.Name && s.Status() == providers.Idle {
		c.code = &approvedCode{Code: providers.Code{Path: strings.Join(s.names.path, " ")}, committed: q.committed, by: c}
	}
}

// seesOwnCode reports whether the session may see other code than all sessions do.
func (s *Session) seesOwnCode() bool { return s.Status() != providers.Idle || s.names.hasTemporary() }

// seeCode is the code that there is when people are asked, without the revision that all sessions see. A batch of several statements
// is compared by the source while it runs, and needs all of it.
func (s *Session) seeCode(ctx context.Context, several bool) (code, replaces *approvedCode, err error) {
	source, ok := s.endingSource()
	if !ok || s.Status() == providers.Failed {
		return nil, nil, nil
	}
	code = &approvedCode{}
	code.Path = strings.Join(s.names.path, " ")
	if several {
		all, err := source.CommittedCode(ctx)
		if err != nil {
			return nil, nil, err
		}
		code.Deferring, code.Path = all.Deferring, cmp.Or(code.Path, all.Path)
	}
	ask := s.connectionAsker()
	if ask == nil || !s.seesOwnCode() {
		return code, nil, nil
	}
	seen, err := source.CodeAtEnd(ctx, ask, code.Deferring, s.cursors.Known(), true)
	if err != nil {
		return nil, nil, err
	}
	if code.Code = seen; !seen.Pending {
		replaces = s.approved
	}
	return code, replaces, nil
}

// endsCode reports whether a statement runs what was left for the end of the transaction: it ends the transaction, or has what was
// deferred run at once.
func endsCode(p *planner.Statement) bool {
	return p.Control == planner.Commit || p.Verb == prepareTransaction || p.Verb == "SET CONSTRAINTS"
}

// mayRunCode reports whether a statement may run what approved changes have left for the end of the open transaction. What has to be
// approved itself may do so in a function, and any change in a trigger.
func (s *Session) mayRunCode(p *planner.Statement, v gate.Verdict) bool {
	return s.approved != nil && p.Provider == s.source.Name && (endsCode(p) || v == gate.Ask || changesRows(p))
}

// changesRows reports whether a statement may run triggers, which may set constraints.
func changesRows(p *planner.Statement) bool {
	return p.Class == planner.Mutate || p.Class == planner.Delete
}

// approvedSince returns the error of a statement that would run other code than was approved. nil: the code is the same, or none is left.
func (s *Session) approvedSince(ctx context.Context) error {
	if s.approved == nil {
		return nil
	}
	status := s.Status()
	if status == providers.Failed && s.approved.restored {
		return errBehind
	}
	source, ok := s.endingSource()
	ask := s.connectionAsker()
	if !ok || ask == nil || status == providers.Idle || status == providers.Failed {
		return nil
	}
	same, pending, err := s.sameCode(ctx, source, ask)
	switch {
	case err != nil:
		return err
	case !pending: // what is approved later has its own code
		s.approved = nil
	case !same:
		return errApprovedSince
	}
	return nil
}

var errApprovedSince = sqlstate.New(sqlstate.ObjectNotInState, "what was approved has left code for the end of the transaction, and code was changed since it was approved").
	WithHint("Roll back, and run it again.")

// sameCode reports whether the end of the open transaction may run code of users (pending), and whether that is what was approved.
func (s *Session) sameCode(ctx context.Context, source providers.Ending, ask providers.Asker) (same, pending bool, err error) {
	now, err := source.CodeAtEnd(ctx, ask, "", s.cursors.Known(), false)
	if err != nil || !now.Pending && !now.Old {
		return false, false, err
	}
	all, err := source.CommittedCode(ctx)
	if err != nil {
		return false, false, err
	}
	if now, err = source.CodeAtEnd(ctx, ask, all.Deferring, s.cursors.Known(), true); err != nil || !now.Pending {
		return false, false, err
	}
	was := s.approved
	return all.Revision == was.committed && now.Revision == was.seen().Revision && now.Temporary == was.Temporary && now.Path == cmp.Or(was.Path, all.Path), true, nil
}

// errBehind is the error of a query that would run code of users at the end of a transaction, when others could have changed that code
// while the query ran.
var errBehind = sqlstate.New(sqlstate.FeatureNotSupported, "a query of several statements cannot end a transaction that has left code of users for its end").
	WithHint("Send the statements one by one.")

// endsBehind returns the error of a statement behind others of its query that ends the open transaction, or may have run what was left for
// the end, where that runs code that was judged before the query came.
func (s *Session) endsBehind(ctx context.Context, p *planner.Statement, asks bool) error {
	switch {
	case s.asksNobody() || p.Provider != s.source.Name || !endsCode(p) && (s.approved == nil || !changesRows(p)):
		return nil
	case s.commitsCode(p), s.approved != nil && s.Status() == providers.Failed: // it may go back to a savepoint
		return errBehind
	case s.approved == nil || asks: // an approved query is compared while it runs
		return nil
	}
	source, ok := s.endingSource()
	ask := s.connectionAsker()
	if !ok || ask == nil || s.Status() != providers.InTransaction {
		return nil
	}
	now, err := source.CodeAtEnd(ctx, ask, "", s.cursors.Known(), false)
	if err == nil && (now.Pending || now.Old) {
		err = errBehind
	}
	return err
}

// guardsOfEnd returns the comparisons of an approved query of several statements with the code that was approved: before each
// statement that may run what others have left, and at the end.
func (b *Batch) guardsOfEnd(c *Consent) (list []Guard) {
	source, ok := b.relayed.session.endingSource()
	if !ok || c.code == nil || len(b.plans) < 2 {
		return nil
	}
	sql, args := source.EndGuard(c.code.seen(), b.relayed.session.cursors.Known())
	left := b.relayed.session.approved != nil
	for i, p := range b.plans {
		last := i+1 == len(b.plans)
		left = left || p.Class != planner.Read && p.Class != planner.Session
		if last && p.Control != planner.NoControl && p.Control != planner.Savepoint {
			break
		}
		if last || endsCode(b.plans[i+1]) || mayEndInside(b.plans[i+1]) || left && changesRows(b.plans[i+1]) {
			list = append(list, Guard{SQL: sql, Args: args, After: i, End: p.Offset + len(p.Text)})
		}
	}
	return list
}

// mayEndInside reports whether a statement runs code of users that may end the transaction, or have run what was deferred.
func mayEndInside(p *planner.Statement) bool {
	return p.Class == planner.Exec && meaning.IsChangedBy(p) && (p.Verb == "DO" || p.Verb == "CALL" || p.OfUsers() || p.OfUnknown())
}

// inOrder sorts comparisons by their places.
func inOrder(list []Guard) []Guard {
	slices.SortStableFunc(list, func(a, b Guard) int { return a.After - b.After })
	return list
}

// leavesCode reports whether the end of the open transaction may run code that has to be judged before, beside what an execution with the
// approval own has left.
func (s *Session) leavesCode(own *Consent) bool {
	if s.asksNobody() {
		return false
	}
	return len(s.cursors.RunAtCommit()) > 0 || s.approved != nil && (own == nil || s.approved.several || s.approved.by != own)
}
