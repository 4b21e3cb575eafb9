package audit

// Batch gathers the ends of statements, in their order, for Log.WriteAll, which
// records them by one write. The zero Batch is empty. One that is used again,
// after Reset, allocates nothing for reads. It is for one goroutine at a time.
type Batch struct{ items []item }

// item is a record on its way to the file.
type item struct {
	record  Record // its Seq is 0 until it is written
	rows    int64
	light   bool   // of a read, a refusal, or what a session says about itself
	wait    bool   // it must be durable before the caller goes on; see Log.waits
	inside  bool   // of a transaction whose commit may wait in its place
	counted bool   // it is among the failures already
	entry   *Entry // that it begins
	first   uint64 // of the transaction that it commits
	err     error  // the caller's answer
	cause   error  // why it alone cannot be written
}

// Add adds the record of a read or a refusal, as Log.Write takes it, with its
// outcome. It keeps nothing of r but what r's slices and maps share.
func (b *Batch) Add(r *Record, o Outcome) {
	it := b.grow()
	*it = item{record: *r, light: true}
	it.record.Phase = PhaseCall
	it.record.unstamp()
	it.record.end(&o, &it.rows)
}

// Begin adds the intent to run what is not a read, as Log.Begin takes it. When
// the batch is written, Entry.Err says whether that may run.
func (b *Batch) Begin(r *Record) *Entry { return b.intent(r, item{wait: true}) }

// BeginInTransaction is Begin, for what Log.BeginInTransaction takes.
func (b *Batch) BeginInTransaction(r *Record) *Entry {
	return b.intent(r, item{wait: true, inside: true})
}

// BeginCommit is Begin, for what Log.BeginCommit takes.
func (b *Batch) BeginCommit(r *Record, first uint64) *Entry {
	return b.intent(r, item{wait: true, first: first})
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

// End adds the outcome of an entry, which has ended with that, whatever becomes
// of the batch. See Entry.End for what happens when it cannot be written.
func (b *Batch) End(e *Entry, o Outcome) {
	it := b.grow()
	*it = item{}
	e.end(it, &o)
}

func (b *Batch) grow() *item {
	if n := len(b.items); n < cap(b.items) {
		b.items = b.items[:n+1]
	} else {
		b.items = append(b.items, item{})
	}
	return &b.items[len(b.items)-1]
}

// Len is how many were added.
func (b *Batch) Len() int { return len(b.items) }

// Err says, after WriteAll, whether the statement that was added as number i,
// from 0, may be answered with what came of it.
func (b *Batch) Err(i int) error { return b.items[i].err }

// Reset empties the batch.
func (b *Batch) Reset() { b.items = b.items[:0] }

// WriteAll records a batch, once: one lock and, up to 1 MiB of lines and where
// the file is not full, one write(2). The records are in the file when it
// returns, one behind the other, and durable, all by one flush, as
// Options.Reads and Options.Changes say; Waits tells whether it may have
// to wait for that. The error is the first of Batch.Err: 58030, 53100 of those
// that could not be written and that the failure mode does not let pass. A write
// that fails is a failure of all that it should have written.
func (l *Log) WriteAll(b *Batch) error { return l.write(b.items) }

// Waits reports whether WriteAll has to wait for the disk, which an event loop
// must not.
func (l *Log) Waits(b *Batch) bool {
	for i := range b.items {
		if l.waits(&b.items[i]) {
			return true
		}
	}
	return false
}

// waits reports whether a record has to be durable before the caller goes on.
func (l *Log) waits(it *item) bool {
	return it.wait && !(it.inside && l.options.Changes == SyncCommit) || l.options.Reads == SyncAlways
}
