package approval

import (
	"fmt"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file has what a statement finds when it is sent again, and which request is withdrawn when a
// principal has too many.

// Standing returns the pending request of that digest, if there is one.
func (s *Store) Standing(digest string) (Request, bool, error) {
	if err := s.enter(); err != nil {
		return Request{}, false, err
	}
	defer s.mu.Unlock()
	if e := s.standing(digest); e != nil {
		return e.Request, true, nil
	}
	return Request{}, false, nil
}

func (s *Store) standing(digest string) *entry {
	for _, e := range s.order {
		if e.State == Pending && e.Digest == digest {
			return e
		}
	}
	return nil
}

// Remember gives a pending request the texts with its secrets, which a restart has lost. digest proves
// that they are of the same statement. Errors are those of Get; 55000: they are of another statement.
func (s *Store) Remember(digest, id string, plain *Plain) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	e, err := s.find(id)
	switch {
	case err != nil:
		return err
	case e.Digest != digest:
		return sqlstate.New(sqlstate.ObjectNotInState, "%s is not about this statement", id)
	case e.State == Pending && e.Hides && e.Plain == nil:
		next := e.Request
		next.Plain = plain
		s.show(e, next)
	}
	return nil
}

// Denied returns the newest denial of that digest that still holds, and until when it does.
func (s *Store) Denied(digest string) (r Request, until time.Time, ok bool, err error) {
	if err := s.enter(); err != nil {
		return Request{}, time.Time{}, false, err
	}
	defer s.mu.Unlock()
	now := s.now()
	for _, e := range s.order {
		if e.State != Denied || e.Digest != digest || e.Decided.Before(r.Decided) {
			continue
		}
		if end := e.Decided.Add(s.options.Denied); now.Before(end) {
			r, until, ok = e.Request, end, true
		}
	}
	return r, until, ok, nil
}

// LastUsed returns the newest approval of that digest that was used, if it is still kept.
func (s *Store) LastUsed(digest string) (r Request, ok bool) {
	if s.enter() != nil {
		return Request{}, false
	}
	defer s.mu.Unlock()
	for _, e := range s.order {
		if e.State == Used && e.Digest == digest && (!ok || e.Used.After(r.Used)) {
			r, ok = e.Request, true
		}
	}
	return r, ok
}

// Attend notes whether a call waits for a pending request. For a request that is decided it does
// nothing.
func (s *Store) Attend(id string, waits bool) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	e, err := s.find(id)
	if err != nil || e.State != Pending || e.Left.IsZero() == waits {
		return err
	}
	next := e.Request
	if next.Left = (time.Time{}); !waits {
		next.Left = s.now()
	}
	return s.put(e, next)
}

// makeRoom withdraws one of a principal's pending requests for the request next, if there are too
// many: the oldest that no call waits for, or else the oldest. It returns the withdrawn request's id.
func (s *Store) makeRoom(principal, next string) (gone string, err error) {
	var oldest, left *entry
	pending := 0
	for _, e := range s.order {
		if e.State != Pending || e.Principal != principal {
			continue
		}
		if pending++; oldest == nil {
			oldest = e
		}
		if left == nil && !e.Left.IsZero() {
			left = e
		}
	}
	if pending < s.options.MaxPending {
		return "", nil
	}
	if left != nil {
		oldest = left
	}
	r := oldest.Request
	r.State, r.Decided = Withdrawn, s.now()
	r.Comment = fmt.Sprintf("it gave way to %s: %d requests of %q waited already", next, pending, principal)
	if err := s.put(oldest, r); err != nil {
		return "", err
	}
	return r.ID, nil
}

// Of returns a principal's request of that id; 42704: there is none, or it belongs to another
// principal.
func (s *Store) Of(principal, id string) (Request, error) {
	r, err := s.Get(id)
	if err != nil || r.Principal != principal { // one answer for both, word for word
		return Request{}, sqlstate.New(sqlstate.UndefinedObject, "there is no approval request %q", id).WithHint("Ask without an id for the newest of your own.")
	}
	return r, nil
}
