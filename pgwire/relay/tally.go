package relay

import "slices"

// This file holds an approved execution to the rows that foreign keys carry it to, which its tag does
// not count. The server is asked, before the execution and behind it, how many rows the transaction
// has changed in the tables that the approval is for. Both questions are sent together with the
// execution, so they cost no round trip. The message that ends the execution is kept back until the
// second answer is known; held.go goes on from there.

// tallyStep says what the next answer belongs to.
type tallyStep byte

const (
	tallyBefore tallyStep = iota // the question before the execution
	tallyRuns                    // the execution
	tallyBehind                  // the question behind the execution
	tallyOver
)

// tally is what the server answers about the rows that an execution changes.
type tally struct {
	step           tallyStep
	closes         int // CloseCompletes that have answered the question so far
	before, behind [][]string
	end            []byte // the message that ended the execution
}

// withTally puts the two questions around the messages of an execution, if its approval covers more
// rows than its tag counts.
func (s *session) withTally(it *item, frames []byte) []byte {
	if it.run.Tally == nil {
		return frames
	}
	it.tally = &tally{}
	asks := s.relay.appendAsk(nil, *it.run.Tally)
	return slices.Concat(asks, frames, asks)
}

// asksServer reports whether the next answer belongs to a question.
func (t *tally) asksServer() bool {
	return t != nil && (t.step == tallyBefore || t.step == tallyBehind)
}

// isOver reports whether the second answer is known.
func (t *tally) isOver() bool { return t != nil && t.step == tallyOver }

// takeTally handles the answers to the questions, and the end of the execution between them. It reports
// whether a message belongs to these.
func (s *session) takeTally(it *item, kind byte, frame []byte) bool {
	t := it.tally
	switch {
	case t.asksServer():
		if kind == 'D' && t.step == tallyBefore {
			t.before = append(t.before, textRow(frame[headerSize:]))
		} else if kind == 'D' {
			t.behind = append(t.behind, textRow(frame[headerSize:]))
		}
		if kind == '3' {
			t.closes++
		}
		if t.closes == closesOfAsk {
			t.closes = 0
			t.step++
		}
		if t.isOver() {
			s.endTallied(it)
		}
		return true
	case t.step == tallyRuns && (kind == 'C' || kind == 'I' || kind == 's'):
		t.end, t.step = slices.Clone(frame), tallyBehind
		return true
	}
	return false
}

// endTallied ends an execution whose tally is known, or has the server undo it.
func (s *session) endTallied(it *item) {
	end := it.tally.end
	if end[0] == 's' {
		s.undoExecution(it, errInParts)
		return
	}
	if s.undoExcess(it, end) {
		return
	}
	s.recordEnd(it, end)
	s.emitToClient(end)
	s.markSafe(end[0])
}
