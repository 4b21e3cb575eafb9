package relay

import (
	"slices"

	"github.com/sallyportdb/sallyport/engine"
)

// An attempt to run a statement by the extended protocol has up to four messages in its unit: Parse, Describe, Bind and the first
// Execute. It has one outcome on record, and each of the messages may be what decides it: the gate refuses one, or the server fails
// one. So all that belongs to an attempt carries its number, and the outcome is entered in one of two places: refuseMessage enters that
// of the message in hand, which is then known of the messages before it that are under way (noteRecorded); failAttempt enters that of a
// message under way, in the record of what was to run behind it if there is one. Work beside the loop that records a refusal says so in
// head.recorded, before the loop goes on with the session.

// attempt is an attempt to run a statement. The zero attempt is none.
type attempt struct{ number, unit uint64 }

// attemptIn returns the attempt that a message of this unit belongs to: the one that is open if it is of this unit, or a new one.
func (s *session) attemptIn(open *attempt) uint64 {
	if open.number == 0 || open.unit != s.unit {
		s.attempts++
		*open = attempt{number: s.attempts, unit: s.unit}
	}
	return open.number
}

// noteRecorded notes that the outcome of the message in hand is on record: it is that of the messages under way that belong to the same
// attempt.
func (s *session) noteRecorded() {
	s.head.recorded = true
	if s.head.attempt == 0 {
		return
	}
	for _, it := range s.queue.waiting() {
		it.recorded = it.recorded || it.attempt == s.head.attempt
	}
}

// recordHead records why the message in hand is not carried out, unless that is on record, and returns what the client is told.
func (s *session) recordHead(err error) error {
	if s.head.recorded {
		return err
	}
	b := s.head.of
	if b == nil {
		b = &engine.Batch{}
	}
	err = s.relayed.Refuse(b, err)
	s.noteRecorded()
	return err
}

// failAttempt records why the server has not carried out a message of an attempt: as the outcome of what was to run behind it, if the
// intent of that is on record; as a record of its own if not, and if the outcome is not on record yet.
func (s *session) failAttempt(it *item, err error) {
	if it.attempt != 0 {
		for _, behind := range s.queue.waiting() {
			if behind.attempt != it.attempt {
				continue
			}
			if s.bindFailed(behind, err) || s.runFailed(behind, err) {
				return
			}
		}
		if s.head.attempt == it.attempt && s.head.intended && s.runFailed(s.head.item, err) {
			return
		}
	}
	if it.recorded {
		return
	}
	_ = s.relayed.Record(it.of, err, &s.loop.ledger)
	if it.attempt != 0 && s.head.attempt == it.attempt {
		s.head.recorded = true
	}
}

// intendsAttempt reports whether the intent of an attempt is being written of which messages are under way. Their answers wait for that:
// an error among them is the outcome of that intent.
func (s *session) intendsAttempt() bool {
	return s.intending && slices.ContainsFunc(s.queue.waiting(), func(it *item) bool { return it.attempt != 0 && it.attempt == s.head.attempt })
}

// runFailed ends an execution that was not carried out, if its intent is on record.
func (s *session) runFailed(it *item, err error) bool {
	if !it.run.Open || it.run.Unrecorded {
		return false
	}
	it.run.End("", err, s.loop.now, &s.loop.ledger)
	return true
}
