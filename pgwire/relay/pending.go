package relay

import (
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
)

// This file puts off the outcome of a statement that has run and is compared (guard.go): if the comparison fails, the server undoes the
// statement, and that is its outcome. Until then the answer is kept back. The outcome waits in the item of the comparison, or in that of
// the simple query that has the comparison in it.

// recordEnd records that a statement has ended.
func (s *session) recordEnd(it *item, frame []byte) {
	tag := ""
	if frame[0] == 'C' {
		if text, _, ok := request.Text(frame[headerSize:]); ok {
			if s.tag != string(text) {
				s.tag = string(text)
			}
			tag = s.tag
		}
	}
	if len(s.client.out)-s.safe > announceAfter { // announce long answers first, so that little is kept back for a comparison
		if s.announceRows(); s.phase != open {
			return
		}
	}
	ended := s.endStatement(it, tag)
	s.tellCut(ended)
	if ended.Dropped {
		s.noteDropped(ended.Name)
	}
	if ended.Declared != "" { // a portal of the name was closed before, by SQL or by a rollback
		s.portals.drop(ended.Declared)
	}
	s.blockOver = s.blockOver || it.traits.Ends
	s.altered = s.altered || it.traits.ChangesAllNames
	s.made = append(s.made, ended.Made...)
	if it.sets {
		s.setDone(it.traits)
	}
	s.settingsDone(it.traits)
}

// tellCut tells the client that a limit has kept rows back.
func (s *session) tellCut(ended engine.Ended) {
	if ended.Cut != "" {
		s.emitToClient(reply.Error(nil, 'N', reply.Shortened(ended.Cut)))
	}
}

// endStatement ends the statement that an item runs, and records that, or puts it off.
func (s *session) endStatement(it *item, tag string) engine.Ended {
	on := it.decides
	if len(it.ours) > 0 {
		on = it
	}
	if on == nil {
		ended := it.run.End(tag, nil, s.loop.now, &s.loop.ledger)
		s.changed = s.changed || ended.Changed && s.isImplicit()
		return ended
	}
	ended := it.run.Suspend(tag, s.loop.now, &on.pending)
	on.changes = on.changes || ended.Changed
	return ended
}

// decidePending records the outcomes that are pending in an item; err says why the statements were undone, or that nobody knows whether
// they were.
func (s *session) decidePending(it *item, err error) {
	_ = s.relayed.RecordPending(&it.pending, err, &s.loop.ledger)
	s.changed = s.changed || err == nil && it.changes && s.isImplicit()
	it.changes = false
}

// recordUndone records why what runs is undone, or will be: as the outcome of what is pending, or of a batch if nothing is. It returns
// what the client is told.
func (s *session) recordUndone(b *engine.Batch, err error) error {
	if p := s.undecided(); p != nil {
		return s.relayed.RecordPending(p, err, &s.loop.ledger)
	}
	return s.relayed.Record(b, err, &s.loop.ledger)
}

// undecided returns what is pending until the comparison under way is over; nil: nothing is.
func (s *session) undecided() *engine.Pending {
	for _, it := range s.queue.waiting() {
		if len(it.pending) > 0 {
			return &it.pending
		}
		if it.kind != waitGuard {
			return nil
		}
	}
	return nil
}
