package approval

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Grant is a person's yes to more than one run: of a principal's statements that do no
// more than its Scope says, each to at most MaxRows rows, until it expires or has been
// used so many times. Each use is on disk before the statement runs.
type Grant struct {
	ID        string    `json:"id"` // "gr-" and what ids have
	Principal string    `json:"principal"`
	Source    string    `json:"source"`
	Scope     Scope     `json:"scope"`
	MaxRows   int64     `json:"max_rows"`        // of each statement
	Times     int       `json:"times,omitempty"` // 0: as often as there is time
	Uses      int       `json:"uses"`
	Request   string    `json:"request"` // that it was given with, which is its first use
	Approver  string    `json:"approver"`
	Channel   string    `json:"channel"`
	Comment   string    `json:"comment,omitempty"`
	Created   time.Time `json:"created"`
	Expires   time.Time `json:"expires"`
	LastUsed  time.Time `json:"last_used,omitzero"`
	Revoked   time.Time `json:"revoked,omitzero"`
	RevokedBy string    `json:"revoked_by,omitempty"`
}

// Scope is what a statement does, by what the gate found and not by its text.
type Scope struct {
	Verbs     []string          `json:"verbs,omitempty"` // INSERT, UPDATE, DELETE: what it does to rows
	Relations []CoveredRelation `json:"relations,omitempty"`
	// Why says why no grant can cover it; "": one can.
	Why string `json:"why,omitempty"`
}

// CoveredRelation is a relation of a Scope.
type CoveredRelation struct {
	Name  string `json:"name"`            // source.schema.table
	Print string `json:"print"`           // what it is at its source: a table that gets the name of another has another
	Write bool   `json:"write,omitempty"` // its rows are changed
}

// Terms are what a person grants with an approval.
type Terms struct {
	For   time.Duration
	Times int      // 0: as often as there is time
	Verbs []string // none: those of the request
}

// grantable are the verbs that a grant may be for.
var grantable = []string{"INSERT", "UPDATE", "DELETE"}

// State is where a grant is in its life at a time: "open", "revoked", "used up" or
// "expired".
func (g Grant) State(now time.Time) string {
	switch {
	case !g.Revoked.IsZero():
		return "revoked"
	case g.Times > 0 && g.Uses >= g.Times:
		return "used up"
	case !now.Before(g.Expires):
		return "expired"
	}
	return "open"
}

// covers reports whether a statement does nothing that the scope does not say.
func (s Scope) covers(done Scope) bool {
	if s.Why != "" || done.Why != "" || len(done.Verbs) == 0 || len(done.Relations) == 0 {
		return false
	}
	for _, verb := range done.Verbs {
		if !slices.Contains(s.Verbs, verb) {
			return false
		}
	}
	return !slices.ContainsFunc(done.Relations, func(r CoveredRelation) bool {
		return !slices.ContainsFunc(s.Relations, func(may CoveredRelation) bool {
			return may.Name == r.Name && may.Print == r.Print && (may.Write || !r.Write)
		})
	})
}

// Grant approves a pending request as Decide does, and grants its principal more of the
// same. Its errors are those of Decide; 22023: the terms are none, or no grant can cover the
// request.
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
	next := e.Request
	next.State, next.Decided, next.Expires = Approved, g.Created, g.Created.Add(s.options.Valid)
	next.Approver, next.Channel, next.Comment, next.MaxRows, next.Grant = v.Approver, v.Channel, v.Comment, g.MaxRows, g.ID
	next.Left = time.Time{}
	if err := s.announce(g, "granted"); err != nil {
		return Request{}, Grant{}, err
	}
	if err := writeGrant(s.options.Dir, g); err != nil {
		return Request{}, Grant{}, err
	}
	if err := s.put(e, next); err != nil {
		_ = removeFile(s.options.Dir, g.ID+grantSuffix) // nobody has used it: it is not in memory
		return Request{}, Grant{}, err
	}
	s.grants = append(s.grants, g)
	s.pruneGrants()
	s.prune()
	return next, g, nil
}

// grantOf is the grant of a request by these terms.
func (s *Store) grantOf(r Request, v Verdict, t Terms) (Grant, error) {
	invalid := func(hint, format string, args ...any) (Grant, error) {
		return Grant{}, sqlstate.New(sqlstate.InvalidParameterValue, format, args...).WithHint("%s", hint)
	}
	g := Grant{
		ID: "gr-" + strings.TrimPrefix(s.newID(), "ap-"), Principal: r.Principal, Source: r.Source, MaxRows: r.MaxRows, Times: t.Times, Uses: 1,
		Request: r.ID, Approver: v.Approver, Channel: v.Channel, Comment: v.Comment, Created: s.now(),
	}
	if v.MaxRows != 0 {
		g.MaxRows = v.MaxRows
	}
	g.Expires, g.LastUsed = g.Created.Add(t.For), g.Created
	once := "Approve it for this one run instead."
	switch {
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

// Granted reports whether a principal has any grant for a source that is open.
func (s *Store) Granted(principal, source string) bool {
	if s.enter() != nil {
		return false
	}
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.grants, func(g Grant) bool {
		return g.Principal == principal && g.Source == source && g.State(s.now()) == "open"
	})
}

// UseGrant uses a grant for a statement that does what done says and is thought to
// touch so many rows (-1: not known), the oldest that covers it, and reports whether
// there was one. The use is on disk before UseGrant returns.
func (s *Store) UseGrant(principal, source string, done Scope, rows int64) (Grant, bool, error) {
	if err := s.enter(); err != nil {
		return Grant{}, false, err
	}
	defer s.mu.Unlock()
	for i := range s.grants {
		g := &s.grants[i]
		if g.Principal != principal || g.Source != source || g.State(s.now()) != "open" || rows > g.MaxRows || !g.Scope.covers(done) {
			continue
		}
		next := *g
		next.Uses, next.LastUsed = next.Uses+1, s.now()
		if err := writeGrant(s.options.Dir, next); err != nil {
			return Grant{}, false, err
		}
		*g = next
		return next, true, nil
	}
	return Grant{}, false, nil
}

// Revoke ends a grant. What has begun under it goes on. 42704: there is none of that
// id; 55000: it is over.
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
	if state := g.State(s.now()); state != "open" {
		return *g, sqlstate.New(sqlstate.ObjectNotInState, "grant %s is %s already", id, state).WithHint("Nothing can run by it.")
	}
	// Whatever the disk says, nothing uses it from now on.
	g.Revoked, g.RevokedBy = s.now(), by
	if err := writeGrant(s.options.Dir, *g); err != nil {
		return *g, sqlstate.Wrap(err, sqlstate.CodeOf(err), "grant %s is revoked until the server restarts: %s", id, sqlstate.From(err).Message).
			WithHint("Free the disk and revoke it again.")
	}
	return *g, s.announce(*g, "revoked")
}

// Revoked reports whether there is a grant of that id that was revoked.
func (s *Store) Revoked(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.grants, func(g Grant) bool { return g.ID == id && !g.Revoked.IsZero() })
}

// Grants returns all grants that are kept, the newest last.
func (s *Store) Grants() []Grant {
	if s.enter() != nil {
		return nil
	}
	defer s.mu.Unlock()
	return slices.Clone(s.grants)
}

// announce has a grant recorded before it counts.
func (s *Store) announce(g Grant, what string) error {
	if s.options.OnGrant == nil {
		return nil
	}
	return s.options.OnGrant(g, what)
}

// pruneGrants forgets the oldest of those that are over.
func (s *Store) pruneGrants() {
	now := s.now()
	over := 0
	for _, g := range s.grants {
		if g.State(now) != "open" {
			over++
		}
	}
	s.grants = slices.DeleteFunc(s.grants, func(g Grant) bool {
		if over <= s.options.Keep || g.State(now) == "open" {
			return false
		}
		over--
		if err := removeFile(s.options.Dir, g.ID+grantSuffix); err != nil {
			s.options.Logger.Warn("cannot remove an old grant", "id", g.ID, "error", err)
		}
		return true
	})
}

func sortGrants(list []Grant) {
	slices.SortFunc(list, func(a, b Grant) int { return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID)) })
}

// Text is what a grant is for, for people.
func (g Grant) Text() string { return g.Kind() + fmt.Sprintf(", at most %d rows each", g.MaxRows) }

// Kind is what a grant is for, without its numbers.
func (g Grant) Kind() string {
	var writes, reads []string
	for _, r := range g.Scope.Relations {
		if r.Write {
			writes = append(writes, r.Name)
		} else {
			reads = append(reads, r.Name)
		}
	}
	text := strings.Join(g.Scope.Verbs, ", ") + " of " + strings.Join(writes, ", ")
	if len(reads) > 0 {
		text += ", reading " + strings.Join(reads, ", ")
	}
	return text
}
