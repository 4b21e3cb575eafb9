package relay

import (
	"slices"

	"github.com/sallyportdb/sallyport/engine"
)

// Binding plans a statement, and planning may run code of users: it evaluates what is
// called immutable. So a Bind of what may change something has an intent. An Execute
// of the same unit goes on with that record; where none comes, the record says at the
// unit's end that the statement was bound.

// binding is a Bind whose intent is on record, or a Describe (late.go).
type binding struct {
	run      engine.Run // done: the record has ended, or an execution has it
	tag      string     // of the record, where no execution has it
	answered bool
}

// boundTag stands in the record of a statement that was bound and not executed.
const boundTag = "BIND"

// judgedToBind sees to it that a statement means now what it meant when it was judged;
// false: that is being found out. What depends on the session is not planned by a Bind.
func (s *session) judgedToBind(st *statement) bool {
	b := &st.batch
	if b.Statements == 0 || b.OfSession || st.judged.Equal(s.loop.now) && s.sameNames(b) {
		return true
	}
	return s.fresh(b)
}

// bindIntended puts a Bind on record that may run code; false: it is being done.
func (s *session) bindIntended(st *statement, p *portal) bool {
	if !st.batch.RunsWhenBound {
		return true
	}
	if s.head.item == nil {
		s.head.item = s.loop.item(waitBind)
	}
	return s.intended(s.head.item, &st.batch, p.params, &p.args, p.consent)
}

// keepBinding keeps the record of a Bind that is sent.
func (s *session) keepBinding(it *item, p *portal) {
	if it.run.Done() {
		return
	}
	s.keepRecord(it, boundTag)
	p.binding = it.binding
}

// keepRecord keeps a record up to the end of the unit, or until an execution has it.
func (s *session) keepRecord(it *item, tag string) {
	it.binding = &binding{run: it.run, tag: tag}
	it.run = engine.Run{}
	s.bindings = append(s.bindings, it.binding)
}

// resumed has an execution go on with the record of its portal's Bind, if that is
// open and says what is executed.
func (s *session) resumed(p *portal, it *item) bool {
	b := p.binding
	p.binding = nil
	if b == nil || !it.run.Resume(&b.run, s.loop.now) {
		return false
	}
	s.head.intended = true
	return true
}

// bindAnswered notes that the server has bound or described a statement.
func (s *session) bindAnswered(it *item) {
	if it.binding != nil {
		it.binding.answered = true
		s.changed = s.changed || s.implicit() // the unit's end commits what it did
	}
}

// bindFailed ends the record of a Bind that was not carried out, if that is open.
func (s *session) bindFailed(it *item, err error) bool {
	if it.binding == nil || it.binding.run.Done() {
		return false
	}
	it.binding.run.End("", err, s.loop.now, &s.loop.ledger)
	return true
}

// endBindings ends the records of what was bound and not executed, or of all for the
// reason given.
func (s *session) endBindings(err error) {
	for _, b := range s.bindings {
		switch {
		case b.run.Done():
		case err != nil:
			b.run.End("", err, s.loop.now, &s.loop.ledger)
		case b.answered:
			b.run.End(b.tag, nil, s.loop.now, &s.loop.ledger)
		}
	}
	s.bindings = slices.DeleteFunc(s.bindings, func(b *binding) bool { return b.run.Done() })
}
