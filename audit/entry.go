package audit

import (
	"sync"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Entry is an intent that waits for its outcome.
type Entry struct {
	log   *Log
	brief Record
	seq   uint64
	light bool // of a read: what comes of it need not wait for the disk
	ended sync.Once
}

// Begin records the intent to run what is not a read, and returns when that is
// durable. 58030, 53100: it is not, and the caller must not run it.
func (l *Log) Begin(r Record) (*Entry, error) { return l.intent(r, false) }

// Announce records that a read has begun to return rows, for one whose record
// would otherwise come only at its end. It is Begin for a read: it waits for
// the disk only where Options.Reads says so, and so does the entry's End.
func (l *Log) Announce(r Record) (*Entry, error) { return l.intent(r, true) }

func (l *Log) intent(r Record, light bool) (*Entry, error) {
	r.Phase = PhaseIntent
	r.Rows, r.DurationMS, r.Error, r.SQLState, r.Truncated, r.Tag = nil, 0, "", "", "", ""
	r.unstamp()
	e := &Entry{log: l, light: light}
	seq, err := l.record(&r, light, false)
	if err != nil {
		return nil, err
	}
	if e.seq = seq; seq > 0 {
		e.brief = r.brief()
	} else {
		e.brief = r // its outcome, should that go through, tells all
	}
	return e, nil
}

// Seq is the intent's sequence number; 0 where the failure mode let the
// statement run without one.
func (e *Entry) Seq() uint64 { return e.seq }

// End records what came of the intent, and returns when that is durable. 58030,
// 53100: it is not, and the caller must not say that the statement succeeded;
// the intent stands, and a note about the outcome follows when the log can be
// written again. An entry ends once; 55000 is the answer to a second call.
func (e *Entry) End(o Outcome) error {
	err := error(sqlstate.New(sqlstate.ObjectNotInState, "audit record %d has its outcome already", e.seq))
	e.ended.Do(func() {
		r := e.brief.With(o)
		if r.Phase, r.Intent = PhaseOutcome, e.seq; e.seq == 0 {
			r.Phase = PhaseCall
		}
		_, err = e.log.record(&r, e.light, e.seq == 0)
	})
	return err
}
