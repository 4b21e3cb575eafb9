package relay

import "slices"

// This file holds an approved execution to the rows that foreign keys carry it to, which
// its tag does not tell of: the server says before it and behind it how many rows the
// transaction has changed in the tables that the approval is for. Both questions go with
// the execution in one flight, so they cost no round trip. The message that ends the
// execution is kept until the second answer is known (held.go goes on from there).

// tallyStep says whose answer comes next.
type tallyStep byte

const (
	tallyBefore tallyStep = iota // of the question before the execution
	tallyRuns                    // of the execution
	tallyBehind                  // of the question behind it
	tallyOver
)

// tally is what the server says of the rows that an execution changes.
type tally struct {
	step           tallyStep
	closes         int // CloseCompletes that have answered the question so far
	before, behind [][]string
	end            []byte // the message that ended the execution
}

// withTally puts the questions for the tally around what an execution is sent as, if its
// approval holds more rows than the execution's tag tells of.
func (s *session) withTally(it *item, frames []byte) []byte {
	q, needed := it.run.Tally()
	if !needed {
		return frames
	}
	it.tally = &tally{}
	asks := s.relay.appendAsk(appendClose(nil, 'S', s.relay.own), q) // an error may have left the statement there
	return slices.Concat(asks, frames, asks)
}

// closesOfAsk are the CloseCompletes of a question: two of its statement, one of its portal.
const closesOfAsk = 3

// asks reports whether the answer that comes next is to a question.
func (t *tally) asks() bool { return t != nil && (t.step == tallyBefore || t.step == tallyBehind) }

// isOver reports whether the second answer is known.
func (t *tally) isOver() bool { return t != nil && t.step == tallyOver }

// tallies deals with the answers to the questions, and with the end of the execution
// between them; it reports whether a message was such.
func (s *session) tallies(it *item, kind byte, frame []byte) bool {
	t := it.tally
	switch {
	case t.asks():
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

// endTallied lets an execution end whose tally is known, or has it undone.
func (s *session) endTallied(it *item) {
	end := it.tally.end
	if end[0] == 's' {
		s.undo(it, errInParts)
		return
	}
	if s.exceeds(it, end) {
		return
	}
	s.ended(it, end)
	s.emit(end)
	s.settled(end[0])
}
