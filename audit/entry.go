package audit

import (
	"sync/atomic"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Entry is a recorded intent that has no outcome yet.
type Entry struct {
	log   *Log
	brief Record
	seq   uint64
	err   error
	light bool // a read was announced: its outcome does not wait for the disk
	ended atomic.Bool
}

// errPending is an entry's error until its batch is written: an entry that was never written must
// not run.
var errPending = sqlstate.New(sqlstate.InternalError, "the intent is not on record yet")

// Begin records the intent to run a statement that is not a read, and returns when the intent is
// durable. On an error (58030, 53100) the caller must not run the statement.
func (l *Log) Begin(r Record) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.Begin(&r))
}

// Announce records that a read has begun to return rows; the record of a long read would otherwise
// come only at its end. It waits for the disk only if Options.Reads says so, and so does the
// entry's End.
func (l *Log) Announce(r Record) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.intent(&r, item{light: true}))
}

// beginOne writes a batch of one entry.
func (l *Log) beginOne(b *Batch, e *Entry) (*Entry, error) {
	if err := l.WriteAll(b); err != nil {
		return nil, err
	}
	return e, nil
}

// completeEntries gives each entry of items its sequence number and its error.
func (l *Log) completeEntries(items []item) {
	for i := range items {
		it := &items[i]
		e := it.entry
		if e == nil {
			continue
		}
		e.log, e.seq = l, it.record.Seq
		if e.brief = it.record; e.seq > 0 { // an entry without an intent on record gets an outcome that repeats all of it
			e.brief = it.record.brief()
		}
		if it.err == nil && l.mayBeLost(it.firstIntent) {
			it.err = it.unwrittenError(errLost)
			_ = e.End(Outcome{Err: it.err}) // the intent has an outcome on record, too
		}
		e.err = it.err
	}
}

// mayBeLost reports whether intents of the transaction that begins with record first may have been lost.
func (l *Log) mayBeLost(first uint64) bool {
	if first == 0 || l.options.FailureMode.tolerates(false) {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return first <= l.doubtful
}

// Err returns, after WriteAll, why the statement must not run (58030, 53100). It returns nil if it may.
func (e *Entry) Err() error { return e.err }

// Seq returns the intent's sequence number, or 0 if the failure mode lets the statement run without
// a record.
func (e *Entry) Seq() uint64 { return e.seq }

// End records the outcome of a statement. It returns when the outcome is in the file, or durable if
// Options.Changes is SyncOutcome. On an error (58030, 53100) the caller must not report success:
// the intent stands, and a note about the missing outcome follows when the log can be written
// again. A second call returns 55000.
func (e *Entry) End(o Outcome) error {
	var b Batch
	b.End(e, o)
	return e.log.WriteAll(&b)
}

// fillOutcome fills an item with the entry's outcome.
func (e *Entry) fillOutcome(it *item, o *Outcome) {
	if e.ended.Swap(true) {
		it.err = sqlstate.New(sqlstate.ObjectNotInState, "audit record %d has its outcome already", e.seq)
		return
	}
	it.record, it.light, it.inGap = e.brief, e.light, e.seq == 0
	it.record.setOutcome(o, &it.rows)
	it.record.Phase, it.record.Intent = PhaseOutcome, e.seq
	if e.seq == 0 {
		it.record.Phase = PhaseCall
	}
	it.durable = !e.light && e.log.options.Changes == SyncOutcome
}
