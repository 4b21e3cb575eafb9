package audit

// Batch gathers records in order for Log.WriteAll, which writes them by one write(2): calls,
// intents and outcomes. The zero Batch is empty. A Batch that is reused after Reset allocates
// nothing for reads. One goroutine at a time uses a Batch.
type Batch struct{ items []item }

// item is a record on its way to the file.
type item struct {
	form          *Form // set: of record only Seq counts, until spell is called
	rows          int64
	millis        float64 // with form: the outcome
	tag           string
	truncated     string
	light         bool   // a read, a refusal, or a note of the session itself
	durable       bool   // the record must be durable before the caller goes on; see Log.mustBeDurable
	inTransaction bool   // the statement is in a transaction, and the commit may wait in its place
	inGap         bool   // the record is counted in Log.failed
	entry         *Entry // set for an intent: the entry that it begins
	firstIntent   uint64 // set for a commit: Seq of the first intent of the transaction
	err           error  // what the caller is answered
	cause         error  // why this record alone cannot be written
	record        Record // Seq is 0 until the record is written
}

// Add adds the record of a read or a refusal, with its outcome, as Log.Write does. r is copied; its
// slices and maps are shared.
func (b *Batch) Add(r *Record, o Outcome) {
	it := b.grow()
	*it = item{record: *r, light: true}
	it.record.Phase = PhaseCall
	it.record.unstamp()
	it.record.setOutcome(&o, &it.rows)
}

// Begin adds an intent, as Log.Begin does. After WriteAll, Entry.Err says whether the statement may
// run.
func (b *Batch) Begin(r *Record) *Entry { return b.intent(r, item{durable: true}) }

// BeginInTransaction adds the intent of a statement that changes rows of tables inside of a
// transaction, where only a later statement can commit and a rollback undoes all of it. If
// Options.Changes is SyncCommit, WriteAll does not wait for this record, and the caller must begin the
// statement that makes the transaction permanent (COMMIT, PREPARE TRANSACTION) by BeginCommit. No
// change can then become permanent before its intent is durable, because the commit's intent stands
// behind it in the chain.
func (b *Batch) BeginInTransaction(r *Record) *Entry {
	return b.intent(r, item{durable: true, inTransaction: true})
}

// BeginCommit adds the intent of a statement that makes a transaction permanent. first is the Seq
// of the transaction's first entry that BeginInTransaction returned, or 0. WriteAll returns when
// all records from first to this one are durable. Entry.Err is 58030 if a flush of some of them
// failed; the caller must roll back.
func (b *Batch) BeginCommit(r *Record, first uint64) *Entry {
	return b.intent(r, item{durable: true, firstIntent: first})
}

func (b *Batch) intent(r *Record, how item) *Entry {
	it := b.grow()
	*it = how
	it.record, it.entry = *r, &Entry{light: how.light, err: errPending}
	r = &it.record
	r.Phase = PhaseIntent
	r.Rows, r.DurationMS, r.Error, r.SQLState, r.Truncated, r.Tag = nil, 0, "", "", "", ""
	r.unstamp()
	return it.entry
}

// End adds the outcome of an entry. The entry has ended even if the batch cannot be written; see
// Entry.End.
func (b *Batch) End(e *Entry, o Outcome) {
	it := b.grow()
	*it = item{}
	e.fillOutcome(it, &o)
}

func (b *Batch) grow() *item {
	if n := len(b.items); n < cap(b.items) {
		b.items = b.items[:n+1]
	} else {
		b.items = append(b.items, item{})
	}
	return &b.items[len(b.items)-1]
}

// Len returns the number of records in the batch.
func (b *Batch) Len() int { return len(b.items) }

// Err returns, after WriteAll, why the statement of record i must not be answered. It returns nil if it may be. i
// counts from 0.
func (b *Batch) Err(i int) error { return b.items[i].err }

// Reset empties the batch.
func (b *Batch) Reset() { b.items = b.items[:0] }

// WriteAll writes the records of a batch, in order, by one write(2) (more where they exceed 1 MiB
// or the file is full). When it returns, the records are in the file, and durable if Options.Reads
// or Options.Changes demand that. Waits reports whether it may wait for the disk. The error is the
// first one of Batch.Err: 58030 or 53100, of a record that was not written and that the failure
// mode does not tolerate. If the write fails, all its records have failed.
func (l *Log) WriteAll(b *Batch) error { return l.write(b.items) }

// WriteThen does what WriteAll does, and does not wait for the disk: it calls then, with what WriteAll would
// return, when WriteAll would return. That is before WriteThen returns if nothing has to be durable, and else
// on a goroutine of the log, which then must not hold up. The batch is the log's until then.
func (l *Log) WriteThen(b *Batch, then func(error)) {
	last := l.put(b.items)
	if last == 0 {
		then(l.completed(b.items, nil))
		return
	}
	l.whenDurable(last, func(err error) { then(l.completed(b.items, err)) })
}

// Waits reports whether WriteAll has to wait for the disk. An event loop must not call it then.
func (l *Log) Waits(b *Batch) bool {
	for i := range b.items {
		if l.mustBeDurable(&b.items[i]) {
			return true
		}
	}
	return false
}

// WaitsInTransaction reports whether WriteAll has to wait for the disk for what BeginInTransaction adds.
func (l *Log) WaitsInTransaction() bool {
	return l.mustBeDurable(&item{durable: true, inTransaction: true})
}

// mustBeDurable reports whether a record must be durable before the caller goes on.
func (l *Log) mustBeDurable(it *item) bool {
	return it.durable && !(it.inTransaction && l.options.Changes == SyncCommit) || l.options.Reads == SyncAlways
}
