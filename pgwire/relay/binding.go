package relay

import (
	"slices"

	"github.com/sallyportdb/sallyport/engine"
)

// Binding plans a statement, and planning may run users' code: it evaluates functions that are called
// immutable. So the intent of what may change something is on record before its Bind. An Execute of
// the same unit goes on with that record. If no Execute comes, the record says at the unit's end that
// the statement was bound.

// binding is a Bind whose intent is on record, or a Describe (late.go).
type binding struct {
	run      engine.Run // done: the record has ended, or an execution goes on with it
	tag      string     // the tag on record if no execution goes on with it
	answered bool
}

// boundTag is the tag, on record, of a statement that was bound and not executed.
const boundTag = "BIND"

// ensureBindJudged makes sure that a statement means what it meant when it was judged. A Bind does not
// plan an EXECUTE or a FETCH, so such a statement is judged when it is executed.
func (s *session) ensureBindJudged(st *statement) bool {
	b := &st.batch
	if b.Statements == 0 || b.Named || st.judged.Equal(s.loop.now) && s.sameNames(b) {
		return true
	}
	return s.ensureFresh(b)
}

// ensureBindIntent puts the intent of a Bind on record that may run code.
func (s *session) ensureBindIntent(st *statement, p *portal) bool {
	if !st.batch.RunsWhenBound {
		return true
	}
	if s.head.item == nil {
		s.head.item = s.loop.newItem(waitBind)
	}
	return s.ensureIntent(s.head.item, engine.Start{Batch: &st.batch, Params: p.params, Args: &p.args, Consent: p.consent})
}

// keepBinding keeps the record of a Bind that is about to be sent.
func (s *session) keepBinding(it *item, p *portal) {
	if !it.run.Open {
		return
	}
	s.keepRecord(it, boundTag)
	p.binding = it.binding
}

// keepRecord keeps a record open until the end of the unit, or until an execution goes on with it.
func (s *session) keepRecord(it *item, tag string) {
	it.binding = &binding{run: it.run, tag: tag}
	it.run = engine.Run{}
	s.bindings = append(s.bindings, it.binding)
}

// takeBinding returns the record of the portal's Bind, for its first execution, or nil if there is none.
func (p *portal) takeBinding() *engine.Run {
	b := p.binding
	if p.binding = nil; b == nil {
		return nil
	}
	return &b.run
}

// bindAnswered notes that the server has bound or described a statement.
func (s *session) bindAnswered(it *item) {
	if it.binding != nil {
		it.binding.answered = true
		s.changed = s.changed || s.isImplicit() // the unit's end commits what it did
	}
}

// bindFailed ends the record of a Bind that was not carried out, if the record is open.
func (s *session) bindFailed(it *item, err error) bool {
	if it.binding == nil || !it.binding.run.Open {
		return false
	}
	it.binding.run.End("", err, s.loop.now, &s.loop.ledger)
	return true
}

// endBindings ends the records of the Binds that were answered and not executed; with an error, the
// records of all Binds.
func (s *session) endBindings(err error) {
	for _, b := range s.bindings {
		switch {
		case !b.run.Open:
		case err != nil:
			b.run.End("", err, s.loop.now, &s.loop.ledger)
		case b.answered:
			b.run.End(b.tag, nil, s.loop.now, &s.loop.ledger)
		}
	}
	s.bindings = slices.DeleteFunc(s.bindings, func(b *binding) bool { return !b.run.Open })
}
