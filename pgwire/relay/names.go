package relay

import (
	"bytes"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An Execute is judged by the statement that its portal's name means. So the session must never
// believe that a name means something else than at the server, whatever fails on the way. Two rules
// ensure that:
//
//	  - A name gets its meaning when the server has confirmed it. Before that, only messages of
//	    the same unit use it, since the server skips them if it fails. A message of a later unit
//	    that needs the name waits for the answer.
//	  - A name that is not known is not passed on: neither a statement that SQL's PREPARE made,
//	    nor a cursor of DECLARE. SQL's FETCH from a portal of the protocol's may run anything, and
//	    is judged so.

// longestName is how many bytes of a name the server looks at (NAMEDATALEN, pg_config_manual.h).
const longestName = 63

// naming gives a name a meaning; nil takes it away.
type naming[T any] struct {
	name string
	unit uint64
	to   T
}

// table holds what names mean: those that are confirmed, and those under way.
type table[T any] struct {
	sure  map[string]T
	plain T // what the empty name means
	// The name that was found last among the confirmed ones; "": there is none. It saves the map's
	// look-ups.
	found   string
	foundTo T
	// The last naming under way of each name.
	coming      map[string]*naming[T]
	comingPlain *naming[T]
}

// get returns what a name means to a message of a unit; ok is false if that is not known before the
// server answers.
func (t *table[T]) get(name []byte, unit uint64) (to T, ok bool) {
	n, to := t.comingPlain, t.plain
	if len(name) > 0 {
		n, to = t.named(name)
	}
	switch {
	case n == nil:
		return to, true
	case n.unit == unit:
		return n.to, true
	}
	return to, false
}

// named returns what a name means that is not empty, and the naming of it that is under way.
func (t *table[T]) named(name []byte) (n *naming[T], to T) {
	if len(t.coming) > 0 {
		n = t.coming[string(name)]
	}
	if t.found == string(name) {
		return n, t.foundTo
	}
	to, ok := t.sure[string(name)]
	if ok {
		t.found, t.foundTo = string(name), to
	}
	return n, to
}

// drop forgets a confirmed name.
func (t *table[T]) drop(name string) {
	t.forgetFound()
	delete(t.sure, name)
}

func (t *table[T]) forgetFound() {
	var none T
	t.found, t.foundTo = "", none
}

// begin notes that a naming is under way.
func (t *table[T]) begin(n *naming[T]) {
	if n.name == "" {
		t.comingPlain = n
		return
	}
	if t.coming == nil {
		t.coming = map[string]*naming[T]{}
	}
	t.coming[n.name] = n
}

// endNaming notes that the server has confirmed a naming, or that the naming has failed.
func (t *table[T]) endNaming(n *naming[T], confirmed, gone bool) {
	switch {
	case n.name == "" && t.comingPlain == n:
		t.comingPlain = nil
	case n.name != "" && t.coming[n.name] == n:
		delete(t.coming, n.name)
	}
	if !confirmed {
		return
	}
	switch {
	case n.name == "":
		t.plain = n.to
	case gone:
		t.drop(n.name)
	default:
		if t.sure == nil {
			t.sure = map[string]T{}
		}
		t.forgetFound()
		t.sure[n.name] = n.to
	}
}

// clear forgets all confirmed names.
func (t *table[T]) clear() {
	var none T
	t.plain = none
	t.dropNamed()
}

// dropNamed forgets all confirmed names but the empty one.
func (t *table[T]) dropNamed() {
	if len(t.sure) > 0 {
		t.forgetFound()
		clear(t.sure)
	}
}

// beginNaming notes what a name will mean when an item is answered.
func (s *session) beginNaming(it *item, st *naming[*statement], p *naming[*portal]) {
	if st != nil {
		st.unit = s.unit
		it.statement = st
		s.statements.begin(st)
	}
	if p != nil {
		p.unit = s.unit
		it.portal = p
		s.portals.begin(p)
	}
}

// beginPortal notes that a name will mean a new portal when an item is answered.
func (s *session) beginPortal(it *item, name string, p *portal) {
	p.naming = naming[*portal]{name: name, to: p}
	s.beginNaming(it, nil, &p.naming)
}

// endNaming notes that an item was answered, or never will be.
func (s *session) endNaming(it *item, confirmed bool) {
	if n := it.statement; n != nil {
		it.statement = nil
		s.statements.endNaming(n, confirmed, n.to == nil)
		if confirmed && n.name != "" {
			text := ""
			if n.to != nil {
				text = n.to.batch.Request.SQL
			}
			ours := it.kind == waitLocal || it.global != ""
			s.relayed.Named(false, n.name, text, ours)
		}
	}
	if n := it.portal; n != nil {
		it.portal = nil
		if confirmed && n.name == "" && s.portals.plain != n.to {
			s.retirePortal(s.portals.plain)
		}
		s.portals.endNaming(n, confirmed, n.to == nil)
		if confirmed && n.name != "" {
			s.relayed.Named(true, n.name, "", false)
		}
	}
}

// noteDropped follows a DEALLOCATE or DISCARD that the server has carried out. name is "" if it dropped
// all statements.
func (s *session) noteDropped(name string) {
	if name != "" {
		s.statements.drop(name)
		if s.remote != nil {
			delete(s.remote.known, name) // SQL may have prepared another statement of that name
		}
		return
	}
	s.statements.dropNamed()
	if s.remote != nil {
		s.remote.known = nil
	}
}

// statementOf returns a prepared statement by its name. wait says that the server's answers decide.
func (s *session) statementOf(name []byte) (st *statement, wait bool) {
	if len(name) > 0 && (s.dropping > 0 || s.doubtsNames()) && !s.ensureAnswered() {
		return nil, true
	}
	st, ok := s.statements.get(name, s.unit)
	return st, !ok && !s.ensureAnswered()
}

// portalOf is statementOf for portals. A portal is not known any more behind code that may have closed it and opened a cursor of its name.
func (s *session) portalOf(name []byte) (p *portal, wait bool) {
	if len(name) > 0 && s.declaring > 0 && !s.ensureAnswered() {
		return nil, true
	}
	p, ok := s.portals.get(name, s.unit)
	if p != nil && len(name) > 0 && p.unread != s.unread && !p.of.local {
		p = nil
	}
	return p, !ok && !s.ensureAnswered()
}

// noPortal is the error of an Execute whose portal portalOf does not find.
func (s *session) noPortal(name []byte) *sqlstate.Error {
	err := reply.NoPortal(string(name))
	if p, _ := s.portals.get(name, s.unit); p != nil {
		_ = err.WithHint("Code has run since it was bound that may have closed it. Bind it again.")
	}
	return err
}

// noteUnread notes that the server will run code that nobody has read: no name means behind it what it meant before, that of the
// comparison included.
func (s *session) noteUnread() {
	s.unread++
	s.remote.guarded = false
}

// mayBeAnother reports whether code has run since a statement was prepared that may have prepared another one of its name.
func (s *session) mayBeAnother(st *statement, name string) bool {
	return name != "" && st.unread != s.unread
}

func tooLongName(name []byte) *sqlstate.Error {
	return sqlstate.New(sqlstate.NameTooLong, "the name of a statement or portal is longer than %d bytes: %.20s…", longestName, name)
}

// isOwnName reports whether the relay gives such a name to statements of its own.
func (r *Relay) isOwnName(name []byte) bool { return bytes.HasPrefix(name, []byte(r.own)) }

func reservedName(name []byte) *sqlstate.Error {
	return sqlstate.New(sqlstate.ReservedName, "the name %q is the gateway's own", name).WithHint("Take another name.")
}
