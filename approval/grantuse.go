package approval

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Giving, using and revoking grants. Disk, memory and record agree, also if writing one of them fails.

// Grant approves a pending request as Decide does, and grants its principal more of the
// same. Its errors are the errors of Decide; 22023: the terms make no sense, or no grant can
// cover the request.
func (s *Store) Grant(id string, v Verdict, t Terms) (Request, Grant, error) {
	if err := s.enter(); err != nil {
		return Request{}, Grant{}, err
	}
	defer s.mu.Unlock()
	e, err := s.find(id)
	if err != nil {
		return Request{}, Grant{}, err
	}
	if e.State != Pending {
		return e.Request, Grant{}, notPending(e.Request)
	}
	if e.Revealed().Hides {
		return e.Request, Grant{}, unseen(e.Request)
	}
	g, err := s.grantOf(e.Request, v, t)
	if err != nil {
		return Request{}, Grant{}, err
	}
	if err := s.MayApprove(e.Request, g.By); err != nil {
		return e.Request, Grant{}, err
	}
	next := e.Request
	next.Given = append(slices.Clone(next.Given), g.By)
	next.State, next.Decided, next.Expires = Approved, g.Created, g.Created.Add(s.options.Valid)
	next.Approver, next.Channel, next.Comment, next.MaxRows, next.Grant = v.Approver, v.Channel, v.Comment, g.MaxRows, g.ID
	if g.TotalRows > 0 {
		next.MaxRows = g.Rows
	}
	next.Left = time.Time{}
	if err := s.announce(g, "granted"); err != nil {
		return Request{}, Grant{}, err
	}
	// The request's file makes the grant valid. A grant that its request does not name does not count,
	// and is removed when the store is opened.
	err = writeGrant(s.options.Dir, g)
	if err == nil {
		err = s.put(e, next)
	}
	if err != nil {
		s.takeBack(g)
		return Request{}, Grant{}, err
	}
	s.grants = append(s.grants, g)
	s.pruneGrants()
	s.prune()
	return next, g, nil
}

// takeBack removes a grant that is on record and could not be kept.
func (s *Store) takeBack(g Grant) {
	g.Revoked, g.RevokedBy = s.now(), "the server: it could not be kept"
	if err := errors.Join(removeFile(s.options.Dir, g.ID+grantSuffix), s.announce(g, "revoked")); err != nil {
		s.options.Logger.Error("a grant that could not be kept was not taken back whole; nothing can run by it", "id", g.ID, "error", err)
	}
}

// grantOf is the grant of a request by these terms.
func (s *Store) grantOf(r Request, v Verdict, t Terms) (Grant, error) {
	invalid := func(hint, format string, args ...any) (Grant, error) {
		return Grant{}, sqlstate.New(sqlstate.InvalidParameterValue, format, args...).WithHint("%s", hint)
	}
	g := Grant{
		ID: "gr-" + strings.TrimPrefix(s.newID(), "ap-"), Principal: r.Principal, Source: r.Source, MaxRows: r.MaxRows, Times: t.Times, Uses: 1,
		TotalRows: t.TotalRows, Request: r.ID, Approver: v.Approver, Channel: v.Channel, Comment: v.Comment, Created: s.now(),
	}
	if v.MaxRows != 0 {
		g.MaxRows = v.MaxRows
	}
	g.By = v.approval(g.Created)
	g.Expires, g.LastUsed = g.Created.Add(t.For), g.Created
	g.Rows = g.rowsHeldTo(r.Estimate)
	once := "Approve it for this one run instead."
	switch {
	case s.people(r) > 1:
		return invalid(once, "%s needs %d people, and a grant is one person's", r.ID, s.people(r))
	case s.options.GrantMax <= 0:
		return invalid(once, "this server gives no grants (approvals.grant_max is 0)")
	case r.Scope == nil || r.Scope.Why != "":
		why := "it is not known what it does"
		if r.Scope != nil {
			why = r.Scope.Why
		}
		return invalid(once, "no grant can cover what %s asks for: %s", r.ID, why)
	case t.For <= 0 || t.For > s.options.GrantMax:
		return invalid("approvals.grant_max sets the limit.", "a grant is for a time of at most %v, and not for %v", s.options.GrantMax, t.For)
	case t.Times < 0 || t.Times == 1:
		return invalid(once, "a grant is for at least 2 statements, this one included, and not for %d", t.Times)
	case g.MaxRows < 0 || v.MaxRows < 0:
		return invalid("Say how many rows each statement may touch: --max-rows.", "a grant needs a number of rows, and the request has none")
	}
	switch {
	case t.TotalRows < 0:
		return invalid("Give a number of rows above 0, or none.", "a grant cannot be for %d rows in all", t.TotalRows)
	case t.TotalRows > 0 && g.Rows > t.TotalRows:
		return invalid("Say more: --total-rows.", "the first statement alone may touch %d rows, and the grant is for %d in all", g.Rows, t.TotalRows)
	}
	g.Scope = Scope{Verbs: slices.Clone(r.Scope.Verbs), Relations: slices.Clone(r.Scope.Relations)}
	for _, verb := range t.Verbs {
		verb = strings.ToUpper(verb)
		if !slices.Contains(grantable, verb) {
			return invalid("A grant is for INSERT, UPDATE and DELETE.", "a grant cannot be for %q", verb)
		}
		if !slices.Contains(g.Scope.Verbs, verb) {
			g.Scope.Verbs = append(g.Scope.Verbs, verb)
		}
	}
	return g, nil
}

// Granted reports whether a principal has an open grant for a source.
func (s *Store) Granted(principal, source string) bool {
	if s.enter() != nil {
		return false
	}
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.grants, func(g Grant) bool {
		return g.Principal == principal && g.Source == source && g.State(s.now()) == "open"
	})
}

// rowsHeldTo is how many rows a statement of that estimate is held to, which is also its part of a total:
// the number that was counted, or the number that each statement may touch.
func (g Grant) rowsHeldTo(e Estimate) int64 {
	if g.TotalRows == 0 || e.Rows < 0 || e.By != "count" && e.By != "values" && e.By != "requests" {
		return g.MaxRows
	}
	return min(e.Rows, g.MaxRows)
}

// UseGrant uses a grant for a statement that does what done says and would touch what e says: the
// oldest grant that covers it. It reports whether there is one. The MaxRows of the returned grant is
// what the statement has to be held to. The use, and its rows, are on disk before UseGrant returns. A grant
// whose approver could not approve the statement now does not cover it.
func (s *Store) UseGrant(principal, source string, done Scope, facts Facts, e Estimate) (Grant, bool, error) {
	if err := s.enter(); err != nil {
		return Grant{}, false, err
	}
	defer s.mu.Unlock()
	asked := Request{Principal: principal, Source: source, Facts: facts, Estimate: e}
	if s.people(asked) > 1 {
		return Grant{}, false, nil
	}
	for i := range s.grants {
		g := &s.grants[i]
		if s.refusal(asked, g.By) != "" {
			continue
		}
		if g.Principal != principal || g.Source != source || g.State(s.now()) != "open" || e.Rows > g.MaxRows || !g.Scope.covers(done) {
			continue
		}
		rows := g.rowsHeldTo(e)
		if g.TotalRows > 0 && rows > g.TotalRows-g.Rows {
			continue
		}
		next := *g
		next.Uses, next.LastUsed = next.Uses+1, s.now()
		if g.TotalRows > 0 {
			next.Rows += rows
		}
		if err := writeGrant(s.options.Dir, next); err != nil {
			if back := writeGrant(s.options.Dir, *g); back != nil { // on disk a use may count that was not made, and never the other way round
				s.options.Logger.Error("a use of a grant could not be written", "id", g.ID, "error", err, "again", back)
			}
			return Grant{}, false, err
		}
		*g = next
		next.MaxRows = rows
		return next, true, nil
	}
	return Grant{}, false, nil
}

// owed says what is still to be done about a revoked grant.
type owed struct{ write, tell bool }

// Revoke ends a grant. A statement that runs under it goes on. 42704: there is no grant of that id;
// 55000: it is over. After any other error the grant is not used either; what could not be written or
// recorded is tried again, by another Revoke and every minute.
func (s *Store) Revoke(id, by string) (Grant, error) {
	if err := s.enter(); err != nil {
		return Grant{}, err
	}
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.grants, func(g Grant) bool { return g.ID == id })
	if at < 0 {
		return Grant{}, sqlstate.New(sqlstate.UndefinedObject, "there is no grant %q", id).
			WithHint("`sallyport approvals grants list --all` shows those that are kept.")
	}
	g := &s.grants[at]
	if _, more := s.owed[id]; !more {
		if state := g.State(s.now()); state != "open" {
			return *g, sqlstate.New(sqlstate.ObjectNotInState, "grant %s is %s already", id, state).WithHint("Nothing can run by it.")
		}
		// From now on nothing uses the grant, whatever the disk says.
		g.Revoked, g.RevokedBy = s.now(), by
		s.owed[id] = owed{write: true, tell: true}
	}
	return *g, s.finishRevoking(*g)
}

// finishRevoking writes and records that a grant is revoked, as far as that was not done.
func (s *Store) finishRevoking(g Grant) error {
	left := s.owed[g.ID]
	var unwritten, untold error
	if left.write {
		unwritten = writeGrant(s.options.Dir, g)
	}
	if left.tell {
		untold = s.announce(g, "revoked")
	}
	if left = (owed{unwritten != nil, untold != nil}); left == (owed{}) {
		delete(s.owed, g.ID)
		return nil
	}
	s.owed[g.ID] = left
	if unwritten == nil {
		return sqlstate.Wrap(untold, sqlstate.CodeOf(untold), "grant %s is revoked, and that is not on record yet: %s", g.ID, sqlstate.From(untold).Message).
			WithHint("The server tries again every minute, and when the grant is revoked again.")
	}
	return sqlstate.Wrap(errors.Join(unwritten, untold), sqlstate.CodeOf(unwritten), "grant %s is revoked until the server restarts: %s", g.ID, sqlstate.From(unwritten).Message).
		WithHint("Free space on the disk. The server tries again every minute, and when the grant is revoked again.")
}

// finishAllRevoking calls finishRevoking for all grants.
func (s *Store) finishAllRevoking() {
	for _, g := range s.grants {
		if _, more := s.owed[g.ID]; more {
			if err := s.finishRevoking(g); err != nil {
				s.options.Logger.Warn("a grant was revoked, and that is not kept yet", "id", g.ID, "error", err)
			}
		}
	}
}

// Revoked reports whether a grant of that id was revoked.
func (s *Store) Revoked(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.grants, func(g Grant) bool { return g.ID == id && !g.Revoked.IsZero() })
}

// announce puts a grant on record.
func (s *Store) announce(g Grant, what string) error {
	if s.options.OnGrant == nil {
		return nil
	}
	return s.options.OnGrant(g, what)
}
