package audit

import (
	"sync/atomic"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Entry is an intent that waits for its outcome.
type Entry struct {
	log   *Log
	brief Record
	seq   uint64
	err   error
	light bool // of a read: what comes of it need not wait for the disk
	ended atomic.Bool
}

// errPending is the fate of an intent before its batch is written: fail closed.
var errPending = sqlstate.New(sqlstate.InternalError, "the intent is not on record yet")

// Begin records the intent to run what is not a read, and returns when that is
// durable. 58030, 53100: it is not, and the caller must not run it.
func (l *Log) Begin(r Record) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.Begin(&r))
}

// BeginInTransaction is Begin for a statement inside of a transaction that only
// a later statement can commit, where a rollback undoes all that it does: one
// that changes rows of tables. Where Options.Changes is SyncCommit it does not
// wait for the disk, and the caller must begin whatever makes the transaction
// permanent (COMMIT, PREPARE TRANSACTION) by BeginCommit. Then no change can
// become permanent before its intent is durable: the commit's own intent stands
// behind it in the chain.
func (l *Log) BeginInTransaction(r Record) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.BeginInTransaction(&r))
}

// BeginCommit is Begin for what makes a transaction permanent; first is the Seq
// of the first of its entries that BeginInTransaction returned, 0 where there is
// none. It returns when all records from first to its own are durable. 58030:
// some may not be, for a flush between failed; the caller must roll back.
func (l *Log) BeginCommit(r Record, first uint64) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.BeginCommit(&r, first))
}

// Announce records that a read has begun to return rows, for one whose record
// would otherwise come only at its end. It is Begin for a read: it waits for
// the disk only where Options.Reads says so, and so does the entry's End.
func (l *Log) Announce(r Record) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.intent(&r, item{light: true}))
}

// beginOne writes the batch of one entry.
func (l *Log) beginOne(b *Batch, e *Entry) (*Entry, error) {
	if err := l.WriteAll(b); err != nil {
		return nil, err
	}
	return e, nil
}

// begun tells the entries of items what has become of them.
func (l *Log) begun(items []item) {
	for i := range items {
		it := &items[i]
		e := it.entry
		if e == nil {
			continue
		}
		e.log, e.seq = l, it.record.Seq
		if e.brief = it.record; e.seq > 0 { // else its outcome, should that go through, tells all
			e.brief = it.record.brief()
		}
		if it.err == nil && l.lost(it.first) {
			it.err = it.unwritten(errLost)
			_ = e.End(Outcome{Err: it.err}) // that it failed is on record, too
		}
		e.err = it.err
	}
}

// lost reports whether intents of a transaction that begins with record first may
// have been lost.
func (l *Log) lost(first uint64) bool {
	if first == 0 || l.options.FailureMode.tolerates(false) {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return first <= l.doubtful
}

// Err says, once the entry's batch is written, why what it is the intent of must
// not run: 58030, 53100; nil: it may.
func (e *Entry) Err() error { return e.err }

// Seq is the intent's sequence number; 0 where the failure mode let the
// statement run without one.
func (e *Entry) Seq() uint64 { return e.seq }

// End records what came of the intent, and returns when that is in the file, or
// durable where Options.Changes is SyncOutcome. 58030, 53100: it is not, and
// the caller must not say that the statement succeeded; the intent stands, and
// a note about the outcome follows when the log can be written again. An entry
// ends once; 55000 is the answer to a second call.
func (e *Entry) End(o Outcome) error {
	var b Batch
	b.End(e, o)
	return e.log.WriteAll(&b)
}

// end makes it the record of the entry's outcome.
func (e *Entry) end(it *item, o *Outcome) {
	if e.ended.Swap(true) {
		it.err = sqlstate.New(sqlstate.ObjectNotInState, "audit record %d has its outcome already", e.seq)
		return
	}
	it.record, it.light, it.counted = e.brief, e.light, e.seq == 0
	it.record.end(o, &it.rows)
	it.record.Phase, it.record.Intent = PhaseOutcome, e.seq
	if e.seq == 0 {
		it.record.Phase = PhaseCall
	}
	it.wait = !e.light && e.log.options.Changes == SyncOutcome
}
