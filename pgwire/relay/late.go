package relay

import (
	"slices"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
)

// Parsing reads constants, and that may run code of users: the checks of a domain that an
// array, a row or a range is made of. What they may change has to be approved, and to be
// on record, before. So the server is not given such a statement when the client prepares
// it: the Parse is answered here, and each Bind and Describe that may be sent brings a
// Parse of its own.

// describedTag stands in the record of a statement that was described alone.
const describedTag = "DESCRIBE"

// isLate reports whether the server is given a statement only when it is used.
func (st *statement) isLate() bool { return st.late || st.batch.RunsWhenParsed }

// parseLate answers a Parse whose text the server is not given yet.
func (s *session) parseLate(name string, st *statement) bool {
	if ok, done := s.between(request.Parse); !ok {
		return done
	}
	if was, _ := s.statements.get([]byte(name), s.unit); name != "" && was != nil {
		return s.fail(request.Parse, reply.StatementExists(name))
	}
	st.late = true
	s.loop.drop(s.head.item)
	s.head = head{}
	s.name(s.owed(reply0('1')), &naming[*statement]{name: name, to: st}, nil)
	s.pay()
	return true
}

// describeLate deals with the Describe of a statement that the server may be given for
// it: that is judged as a Bind would be.
func (s *session) describeLate(st *statement, name string, frame []byte) bool {
	if ok, done := s.have(request.Describe); !ok {
		return done
	}
	if !s.start(st) || !s.judgedToBind(st) {
		return false
	}
	b := &st.batch
	switch {
	case s.head.err != nil:
		return s.refuse(request.Describe, s.head.err)
	case !st.isLate():
		s.head = head{}
		s.sendDescribe(st, 'S', name, frame)
		s.compareAtEnd(st)
		return true
	case b.Asks:
		return s.refuse(request.Describe, s.relayed.Undescribed(b))
	}
	if s.head.item == nil {
		s.head.item = s.loop.item(waitDescribe)
	}
	it := s.head.item
	if b.Changes && !s.intended(it, b, 0, nil, nil) {
		return false
	}
	if s.head.err != nil {
		return s.refuse(request.Describe, s.head.err)
	}
	if !it.run.Done() {
		s.keepRecord(it, describedTag)
	}
	s.head = head{}
	it.of = b
	anew := s.prepareAnew(st)
	defer s.closeApproved(anew)
	frame = renamed(frame, len(frame), 1, name, anew)
	s.unitSent, s.bound = true, true
	s.send(it, frame)
	s.compareAtEnd(st)
	return true
}

// compareAtEnd has what a statement was understood by compared at the end of the unit,
// unless that is done before: the server was given it, and ran code of users perhaps.
func (s *session) compareAtEnd(st *statement) {
	if st.batch.OfUsers && !slices.Contains(s.unguarded, &st.batch) {
		s.unguarded = append(s.unguarded, &st.batch)
	}
}
