package relay

import (
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file holds an approved execution to the number of rows that was approved: the message that
// would end its transaction is kept back until its tag is known. A simple query would have ended its
// transaction by then, so it is sent as messages of the extended protocol with a Sync of the relay's
// own; of the extended protocol, the client's next message waits. Behind an execution that touched too
// much, the server is sent a message that it cannot understand, as for a refusal
// (session.refuseMessage): it undoes the execution, and skips what follows.

// errInParts is the error for a client that reads the answer to a change in parts. The server makes
// the whole change before the first part, and sends the tag with the last.
var errInParts = sqlstate.New(sqlstate.FeatureNotSupported, "rolled back: what was approved for a number of rows cannot be read in parts").
	WithHint("Execute it without a limit of rows.")

// sendHeld sends a simple query of one statement as messages, so that the statement can be undone.
func (s *session) sendHeld(it *item) {
	s.sendByMessages(it)
	s.holdNext(it)
	s.syncLater = true
}

// sendByMessages sends a simple query of one statement as the messages of the extended protocol that
// do the same, without their Sync.
func (s *session) sendByMessages(it *item) {
	it.kind, it.simple = waitExecute, true
	sql := []byte(it.batch.Request.SQL)
	patchText(sql, it.batch.Patches)
	b := appendParse(nil, "", string(sql))
	b, at := reply.Begin(b, request.Bind)
	b = reply.End(append(b, 0, 0, 0, 0, 0, 0, 0, 0), at)
	b, at = reply.Begin(b, request.Describe)
	b = reply.End(append(b, 'P', 0), at)
	b, at = reply.Begin(b, request.Execute)
	b = reply.End(append(b, 0, 0, 0, 0, 0), at)
	s.unitSent, s.bound = true, true
	s.sendToServer(it, s.withTally(it, b))
	s.statements.plain, s.statements.comingPlain = nil, nil // as after any simple query
	s.portals.plain, s.portals.comingPlain = nil, nil
}

// holdNext makes the client's next message wait until the tag of an execution is known.
func (s *session) holdNext(it *item) {
	it.held, s.quiet = true, true
	s.forwardToServer(emptyReply(request.Flush))
}

// undoExcess reports whether an execution has touched more than was approved, and has the server undo
// it then. Otherwise the execution goes on.
func (s *session) undoExcess(it *item, frame []byte) bool {
	tag, _, _ := request.Text(frame[headerSize:])
	var before, behind [][]string
	if it.tally != nil {
		before, behind = it.tally.before, it.tally.behind
	}
	if err := it.run.Exceeds(string(tag), before, behind); err != nil {
		s.undoExecution(it, err)
		return true
	}
	it.held = false
	return false
}

// undoExecution makes the server undo what it has just carried out, and tells the client why.
func (s *session) undoExecution(it *item, err error) {
	it.held = false
	it.run.End("", err, s.loop.now, &s.loop.ledger)
	s.head.recorded = true
	s.refuseMessage(request.Execute, err)
}

func appendClose(b []byte, kind byte, name string) []byte {
	b, at := reply.Begin(b, request.Close)
	return reply.End(reply.Text(append(b, kind), name), at)
}
