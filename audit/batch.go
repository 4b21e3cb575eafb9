package audit

// Batch gathers the ends of statements, in their order, for Log.WriteAll, which
// records them by one write. The zero Batch is empty. One that is used again,
// after Reset, allocates nothing for reads. It is for one goroutine at a time.
type Batch struct{ items []item }

// item is a record on its way to the file.
type item struct {
	record  Record // its Seq is 0 until it is written
	rows    int64
	light   bool  // of a read, a refusal, or what a session says about itself
	wait    bool  // it must be durable before the caller goes on
	counted bool  // it is among the failures already
	err     error // the caller's answer
	cause   error // why it alone cannot be written
}

// Add adds the record of a read or a refusal, as Log.Write takes it, with its
// outcome. It keeps nothing of r but what r's slices and maps share.
func (b *Batch) Add(r *Record, o Outcome) {
	it := b.grow()
	it.record = *r
	it.record.Phase = PhaseCall
	it.record.unstamp()
	it.record.end(&o, &it.rows)
	it.light, it.wait, it.counted, it.err, it.cause = true, false, false, nil, nil
}

// End adds the outcome of an entry, which has ended with that, whatever becomes
// of the batch. See Entry.End for what happens when it cannot be written.
func (b *Batch) End(e *Entry, o Outcome) {
	it := b.grow()
	it.err, it.cause = nil, nil
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
// Options.Reads and Options.Changes say; WriteAllWaits tells whether it may have
// to wait for that. The error is the first of Batch.Err: 58030, 53100 of those
// that could not be written and that the failure mode does not let pass. A write
// that fails is a failure of all that it should have written.
func (l *Log) WriteAll(b *Batch) error {
	if l.options.Reads == SyncAlways {
		for i := range b.items {
			b.items[i].wait = true
		}
	}
	return l.write(b.items)
}

// WriteAllWaits reports whether WriteAll may wait for the disk, which an event
// loop must not.
func (l *Log) WriteAllWaits() bool {
	return l.options.Reads == SyncAlways || l.options.Changes == SyncOutcome
}

// TransactionWaits reports whether BeginInTransaction waits for the disk.
func (l *Log) TransactionWaits() bool { return l.options.Changes != SyncCommit }
