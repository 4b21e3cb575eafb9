package relay

import (
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file holds an approved execution to the number of rows that was approved:
// what may end its transaction is kept back until its tag is known. A simple
// query would have ended it by then, so it is sent as messages that a Sync of ours
// ends; of the extended protocol the client's next message waits. What went beyond
// is followed by an error, as a refusal in a transaction is (session.refuse): so
// the server undoes it, and skips what it would skip.

// errInParts is told a client that reads the answer to a change in parts: the
// server makes the whole change for the first, and its tag comes with the last.
var errInParts = sqlstate.New(sqlstate.FeatureNotSupported, "rolled back: what was approved for a number of rows cannot be read in parts").
	WithHint("Execute it without a limit of rows.")

// sendHeld sends a simple query of one statement by messages, so that it can be
// undone.
func (s *session) sendHeld(it *item) {
	s.sendByMessages(it)
	s.hold(it)
}

// sendByMessages sends a simple query of one statement as the messages of the
// extended protocol that do the same, without their Sync.
func (s *session) sendByMessages(it *item) {
	sql := []byte(it.batch.SQL())
	it.batch.Patch(sql)
	b := appendParse(nil, "", string(sql))
	b, at := reply.Begin(b, request.Bind)
	b = reply.End(append(b, 0, 0, 0, 0, 0, 0, 0, 0), at)
	b, at = reply.Begin(b, request.Describe)
	b = reply.End(append(b, 'P', 0), at)
	b, at = reply.Begin(b, request.Execute)
	b = reply.End(append(b, 0, 0, 0, 0, 0), at)
	s.send(it, s.withTally(it, b))
	s.statements.plain, s.statements.comingPlain = nil, nil // as by any simple query
	s.portals.plain, s.portals.comingPlain = nil, nil
}

// hold has the client's next message wait until the tag of an execution is known.
func (s *session) hold(it *item) {
	it.held, s.quiet = true, true
	s.forward(reply0(request.Flush))
}

// exceeds reports whether an execution has gone beyond its approval, and has it
// undone then. What has not is let go on.
func (s *session) exceeds(it *item, frame []byte) bool {
	tag, _, _ := request.Text(frame[headerSize:])
	var before, behind [][]string
	if it.tally != nil {
		before, behind = it.tally.before, it.tally.behind
	}
	if err := it.run.Exceeds(string(tag), before, behind); err != nil {
		s.undo(it, err)
		return true
	}
	it.held = false
	if it.kind == waitQuery {
		s.forward(appendClose(nil, 'P', ""))
		s.forward(reply0(request.Sync))
	}
	return false
}

// undo makes the server take back what it has just carried out, and tells the
// client why.
func (s *session) undo(it *item, err error) {
	it.held = false
	it.run.End("", err, s.loop.now, &s.loop.ledger)
	if it.kind != waitQuery {
		s.refuse(request.Execute, err)
		return
	}
	it.instead, it.overdue = err, false
	s.forward(appendParse(nil, refusedName, refusedText))
	s.forward(reply0(request.Sync))
}

// failedHeld ends what sendHeld began, if it fails by itself.
func (s *session) failedHeld(it *item) {
	if it.held && it.kind == waitQuery {
		s.forward(reply0(request.Sync))
	}
	it.held, it.tally = false, nil
}

func appendClose(b []byte, kind byte, name string) []byte {
	b, at := reply.Begin(b, request.Close)
	return reply.End(reply.Text(append(b, kind), name), at)
}
