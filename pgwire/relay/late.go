package relay

import (
	"slices"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
)

// Parsing reads constants, and that may run users' code: the checks of a domain that an array, a row
// or a range is made of. What such code may change has to be approved and on record before it runs. So
// the server is not sent such a Parse. The relay answers it, and sends a Parse of its own before each
// Bind or Describe of the statement.

// describedTag is the tag, on record, of a statement that was only described.
const describedTag = "DESCRIBE"

// isLate reports whether the server gets a statement only when it is bound or described.
func (st *statement) isLate() bool { return st.late || st.batch.RunsWhenParsed }

// parseLate answers a Parse whose text is not sent to the server yet.
func (s *session) parseLate(name string, st *statement) bool {
	if ok, done := s.ensureLocalTurn(request.Parse); !ok {
		return done
	}
	if was, _ := s.statements.get([]byte(name), s.unit); name != "" && was != nil {
		return s.refuseMessage(request.Parse, reply.StatementExists(name))
	}
	st.late = true
	s.loop.dropItem(s.head.item)
	s.head = head{}
	s.beginNaming(s.oweItem(emptyReply('1')), &naming[*statement]{name: name, to: st}, nil)
	s.payClient()
	return true
}

// describeStatement handles the Describe of a statement. It is judged as a Bind is, because a server whose names have other meanings by now
// parses the statement again, and that may run code.
func (s *session) describeStatement(st *statement, name string, frame []byte) bool {
	if ok, done := s.ensureBackend(request.Describe, &st.batch); !ok {
		return done
	}
	b := &st.batch
	s.head.of, s.head.attempt = b, s.attemptIn(&st.attempt)
	if !s.ensureUnitAccess(st) || !s.ensureBindJudged(st) {
		return false
	}
	late := st.isLate()
	switch {
	case s.head.err != nil:
		return s.refuseMessage(request.Describe, s.head.err)
	case !late && !s.mayBeAnother(st, name):
		s.head = head{}
		s.sendDescribe(st, nil, name, frame)
		s.compareAtEnd(st)
		return true
	case late && b.Asks:
		return s.refuseMessage(request.Describe, engine.ErrDescribes)
	}
	if s.head.item == nil {
		s.head.item = s.loop.newItem(waitDescribe)
	}
	it := s.head.item
	if late && b.Changes && !s.ensureIntent(it, engine.Start{Batch: b}) {
		return false
	}
	if s.head.err != nil {
		return s.refuseMessage(request.Describe, s.head.err)
	}
	if it.run.Open {
		s.keepRecord(it, describedTag)
	}
	it.of, it.attempt = b, s.head.attempt
	s.head = head{}
	s.noteLeftByBind(b)
	anew := s.prepareAnew(st)
	defer s.closeApproved(anew)
	frame = withName(frame, len(frame), 1, name, anew)
	s.unitSent, s.bound = true, true
	s.sendToServer(it, frame)
	s.compareAtEnd(st)
	return true
}

// compareAtEnd compares what a statement was judged by at the end of the unit, unless that happens
// earlier: the server has parsed the statement, and may have run users' code.
func (s *session) compareAtEnd(st *statement) {
	if st.batch.OfUsers && !slices.Contains(s.unguarded, &st.batch) {
		s.unguarded = append(s.unguarded, &st.batch)
	}
}
