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
	if it.copies {
		it.copies = false
		s.queue.drop(s.loop, waitCopyEnd)
	}
	if len(s.client.out)-s.safe > announceAfter { // what is kept back until a comparison has passed is short
		if s.announceRows(); s.phase != open {
			return
		}
	}
	ended := s.endStatement(it, tag)
	if ended.Cut != "" {
		s.emitToClient(reply.Error(nil, 'N', reply.Shortened(ended.Cut)))
	}
	if ended.Dropped {
		s.noteDropped(ended.Name)
	}
	s.blockOver = s.blockOver || it.traits.Ends
	s.altered = s.altered || it.traits.ChangesAllNames
	s.made = append(s.made, ended.Made...)
	if it.sets {
		s.setDone(it.traits)
	}
	s.settingsDone(it.traits)
}

// endStatement ends the statement that an item runs, and records that, or puts it off.
func (s *session) endStatement(it *item, tag string) engine.Ended {
	on := it.decides
	if len(it.ours) > 0 {
		on = it
	}
	if it.run.Pending = nil; on != nil {
		it.run.Pending = &on.pending
	}
	ended := it.run.End(tag, nil, s.loop.now, &s.loop.ledger)
	if on == nil {
		s.changed = s.changed || ended.Changed && s.isImplicit()
	} else {
		on.changes = on.changes || ended.Changed
	}
	return ended
}

// decidePending records the outcomes that are pending in an item; err says why the statements were undone, or that nobody knows whether
// they were.
func (s *session) decidePending(it *item, err error) {
	if it.pending.Open {
		_ = s.relayed.Record(nil, &it.pending, err, &s.loop.ledger)
	}
	s.changed = s.changed || err == nil && it.changes && s.isImplicit()
	it.changes = false
}

// undecided returns what is pending until the comparison under way is over; nil: nothing is.
func (s *session) undecided() *engine.Pending {
	for _, it := range s.queue.items[s.queue.head:] {
		if it.pending.Open {
			return &it.pending
		}
		if it.kind != waitGuard {
			return nil
		}
	}
	return nil
}
