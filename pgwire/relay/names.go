package relay

import (
	"bytes"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// What is run is judged by the statement that its name means. So the session
// must never believe of a name what is not so at the server, whatever fails on
// the way. Two rules see to that:
//
//   - A name gets its meaning when the server has confirmed it. Before that, only
//     messages of the same unit see it, for if it fails the server skips them.
//     A message of a later unit that needs it waits for the answer.
//   - What is not known is not passed on: neither a statement that SQL's PREPARE
//     made, nor a cursor of DECLARE. SQL's FETCH of a portal may run anything, and is
//     judged so.

// longestName is what the server looks at of a name.
// (NAMEDATALEN, pg_config_manual.h)
const longestName = 63

// naming gives a name a meaning, nil for none.
type naming[T any] struct {
	name string
	unit uint64
	to   T
}

// table is what names mean: the confirmed ones, and those that are under way.
type table[T any] struct {
	sure  map[string]T
	plain T // of the empty name
	// The last naming under way of each name.
	coming      map[string]*naming[T]
	comingPlain *naming[T]
}

// get returns what a name means to a message of a unit; ok is false where that
// has to be waited for.
func (t *table[T]) get(name []byte, unit uint64) (to T, ok bool) {
	n, to := t.comingPlain, t.plain
	if len(name) > 0 {
		n, to = t.coming[string(name)], t.sure[string(name)]
	}
	switch {
	case n == nil:
		return to, true
	case n.unit == unit:
		return n.to, true
	}
	return to, false
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

// end notes that a naming was confirmed, or that nothing came of it.
func (t *table[T]) end(n *naming[T], confirmed, gone bool) {
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
		delete(t.sure, n.name)
	default:
		if t.sure == nil {
			t.sure = map[string]T{}
		}
		t.sure[n.name] = n.to
	}
}

// clear forgets what was confirmed.
func (t *table[T]) clear() {
	var none T
	t.plain = none
	clear(t.sure)
}

// name notes what an item will mean when it is answered.
func (s *session) name(it *item, st *naming[*statement], p *naming[*portal]) {
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

// named notes that an item was answered, or will never be.
func (s *session) named(it *item, confirmed bool) {
	if n := it.statement; n != nil {
		it.statement = nil
		s.statements.end(n, confirmed, n.to == nil)
		if confirmed && n.name != "" {
			text := ""
			if n.to != nil {
				text = n.to.batch.SQL()
			}
			s.relayed.Prepared(n.name, text)
		}
	}
	if n := it.portal; n != nil {
		it.portal = nil
		s.portals.end(n, confirmed, n.to == nil)
		if confirmed && n.name != "" {
			s.relayed.PortalNamed(n.name)
		}
	}
}

// dropped follows a DEALLOCATE or DISCARD that the server has carried out; name is "" where
// it dropped all.
func (s *session) dropped(name string) {
	if name != "" {
		delete(s.statements.sure, name)
		if s.remote != nil {
			delete(s.remote.known, name) // SQL may have made another of that name
		}
		return
	}
	clear(s.statements.sure)
	if s.remote != nil {
		s.remote.known = nil
	}
}

// statementOf returns a prepared statement by its name; wait says that the
// answer to what comes before has to be waited for.
func (s *session) statementOf(name []byte) (st *statement, wait bool) {
	if len(name) > 0 && s.dropping > 0 && !s.settledFirst() {
		return nil, true
	}
	st, ok := s.statements.get(name, s.unit)
	return st, !ok && !s.settledFirst()
}

// portalOf is statementOf for portals.
func (s *session) portalOf(name []byte) (p *portal, wait bool) {
	p, ok := s.portals.get(name, s.unit)
	return p, !ok && !s.settledFirst()
}

func tooLongName(name []byte) *sqlstate.Error {
	return sqlstate.New(sqlstate.NameTooLong, "the name of a statement or portal is longer than %d bytes: %.20s…", longestName, name)
}

// owns reports whether a name is one that the relay gives to statements of its own.
func (r *Relay) owns(name []byte) bool { return bytes.HasPrefix(name, []byte(r.own)) }

func reservedName(name []byte) *sqlstate.Error {
	return sqlstate.New(sqlstate.ReservedName, "the name %q is the gateway's own", name).WithHint("Take another name.")
}
