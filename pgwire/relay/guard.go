package relay

import (
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file has the server compare what a statement was understood by, in the flight
// of the statement: right behind it, when it holds the locks of what it uses, and
// before its transaction may commit. A statement of ours does that, and fails where
// something has changed since: then the server takes back what the statement did, and
// the client is told an error in the place of its answer, which is kept back until
// then. Of a large answer the beginning may have left; what it reads may be what its
// reader may read, and what it wrote is taken back all the same.

// guards are the parameters of the comparisons that a batch needs now.
func (s *session) guards(b *engine.Batch, consent *engine.Consent) [][]string {
	if consent != nil || b.Len() == 0 {
		return nil
	}
	backed := !s.relayed.MayWrite() || s.access == readOnly && s.status == byte(providers.Idle)
	return b.Guards(backed)
}

// sendGuards sends the comparisons of a batch that was sent before.
func (s *session) sendGuards(b *engine.Batch, list [][]string) {
	for _, args := range list {
		it := s.loop.item(waitGuard)
		batch := *b // it may be recycled before the answer comes
		it.own, it.of, it.closes = true, &batch, 1
		var out []byte
		if !s.remote.guarded {
			it.closes = 2
			out = appendParse(appendClose(out, 'S', s.relay.guardName), s.relay.guardName, s.relayed.Source().Guard())
		}
		out, at := reply.Begin(out, request.Bind)
		out = append(reply.Text(reply.Text(out, s.relay.guardName), s.relay.guardName), 0, 0, byte(len(args)>>8), byte(len(args)))
		for _, arg := range args {
			out = append(out, byte(len(arg)>>24), byte(len(arg)>>16), byte(len(arg)>>8), byte(len(arg)))
			out = append(out, arg...)
		}
		out = reply.End(append(out, 0, 0), at)
		out, at = reply.Begin(out, request.Execute)
		out = reply.End(append(reply.Text(out, s.relay.guardName), 0, 0, 0, 0), at)
		s.unitSent = true
		s.send(it, appendClose(out, 'P', s.relay.guardName))
		s.guarding = append(s.guarding, it.unit)
	}
}

// sendGuarded sends a simple query of one statement by messages, with the
// comparisons behind it and a Sync of ours.
func (s *session) sendGuarded(it *item, list [][]string) {
	sql := []byte(it.batch.SQL())
	it.batch.Patch(sql)
	it.kind, it.simple = waitExecute, true
	out := appendParse(nil, "", string(sql))
	out, at := reply.Begin(out, request.Bind)
	out = reply.End(append(out, 0, 0, 0, 0, 0, 0, 0, 0), at)
	out, at = reply.Begin(out, request.Describe)
	out = reply.End(append(out, 'P', 0), at)
	out, at = reply.Begin(out, request.Execute)
	out = reply.End(append(out, 0, 0, 0, 0, 0), at)
	s.send(it, out)
	s.sendGuards(&it.batch, list)
	s.statements.plain, s.statements.comingPlain = nil, nil // as by any simple query
	s.portals.plain, s.portals.comingPlain = nil, nil
	s.sync(reply0(request.Sync))
}

// guarded reports whether the answers of a unit wait for a comparison.
func (s *session) guarded(it *item) bool { return len(s.guarding) > 0 && s.guarding[0] == it.unit }

// guardPassed deals with a part of the answer to a comparison; it reports whether
// that was the last.
func (s *session) guardPassed(it *item, kind byte) bool {
	switch kind {
	case '1':
		s.remote.guarded = true
	case '3':
		it.closes--
	}
	return it.closes == 0
}

// guardOver is called for every comparison that leaves the queue.
func (s *session) guardOver() { s.guarding = s.guarding[1:] }

// guardFailed tells the client that what a statement names has changed, in the
// place of its answer. The server skips the rest of the unit.
func (s *session) guardFailed(it *item, e *sqlstate.Error) {
	var err error = e
	switch e.Code {
	case sqlstate.InvalidTextRepresent:
		err = s.relayed.Moved()
	case sqlstate.InvalidStatementName, sqlstate.DuplicatePrepared:
		s.remote.guarded = false
		err = s.relayed.Moved()
	}
	s.failed = sqlstate.From(err)
	s.relayed.Failed(it.of, err, &s.loop.ledger)
	s.client.out = s.client.out[:s.safe]
	s.emit(reply.Error(nil, 'E', told(err)))
	s.safe = len(s.client.out)
	if it.unit == s.unit { // its Sync has not come yet
		s.skipping, s.unitSent = true, true
	}
	s.skipRest()
}
