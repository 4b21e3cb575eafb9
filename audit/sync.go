package audit

import (
	"fmt"
	"time"
)

// syncEvery is how long a record that nobody waits for may stay volatile.
const syncEvery = 100 * time.Millisecond

const noteTorn = "the line before this one was torn, by a crash or a failed write; it counts only if it is whole"

// doubt is a range of records that a flush did not make durable. Later flushes
// say nothing about them: the kernel drops what it failed to write.
type doubt struct {
	from, to uint64
	err      error
}

// failures are the records that could not be written since the last that could.
type failures struct {
	count int
	since time.Time
	err   error
	ends  []uint64 // intents whose outcome is among them; the first few
}

func (f *failures) add(now time.Time, r *Record, err error) {
	if f.count == 0 {
		f.since = now.UTC()
	}
	f.count++
	f.err = err
	if r.Phase == PhaseOutcome && len(f.ends) < 100 {
		f.ends = append(f.ends, r.Intent)
	}
}

// note puts the failures in words, for a record.
func (f *failures) note() string {
	text := fmt.Sprintf("%d records could not be written since %s (%v); their statements were refused, or not answered",
		f.count, f.since.Format(time.RFC3339Nano), reason(f.err))
	if len(f.ends) > 0 {
		text += fmt.Sprintf("; among them the outcomes of the intents %d", f.ends)
	}
	return text
}

// appendDurably writes one record and waits until it is durable.
func (l *Log) appendDurably(r *Record) (uint64, error) {
	l.mu.Lock()
	seq, err := l.append(r)
	l.mu.Unlock()
	if err != nil {
		return 0, err
	}
	if err := l.commit(seq); err != nil {
		return 0, cannotWrite(err)
	}
	return seq, nil
}

// commit returns when record seq is durable. Whoever holds syncMu flushes for
// all that was written until then; who waited for it mostly finds it done.
func (l *Log) commit(seq uint64) error {
	l.syncMu.Lock()
	defer l.syncMu.Unlock()
	l.mu.Lock()
	if done, err := l.settled(seq); done {
		l.mu.Unlock()
		return err
	}
	file, last := l.file.sync, l.seq
	l.mu.Unlock()

	err := flush(file, l.path)

	l.mu.Lock()
	defer l.mu.Unlock()
	l.syncs++
	if done, err := l.settled(seq); done { // by a rotation, which closed our file
		return err
	}
	if err != nil {
		l.doubt(err)
		return err
	}
	l.synced = last
	return nil
}

// settled says that the fate of a record is known. The caller holds mu.
func (l *Log) settled(seq uint64) (done bool, err error) {
	for _, d := range l.doubts {
		if d.from <= seq && seq <= d.to {
			return true, d.err
		}
	}
	return seq <= l.synced, nil
}

// doubt is called when a flush failed: all records that it was to make durable
// are in doubt, and the next one goes to another file. The caller holds mu.
func (l *Log) doubt(err error) {
	if l.synced < l.seq {
		l.doubts = append(l.doubts, doubt{from: l.synced + 1, to: l.seq, err: err})
		l.doubts = l.doubts[max(0, len(l.doubts)-16):] // nobody waits for older ones
		l.notes = append(l.notes, fmt.Sprintf("the records %d to %d may not be durable (%v)",
			l.synced+1, l.seq, reason(err)))
		l.synced = l.seq
	}
	l.file.stale = true
	l.logger.Error("cannot make audit records durable", "file", l.path, "error", err)
}

// settle flushes the file before it is left for another. The caller holds mu.
func (l *Log) settle() error {
	if l.synced == l.seq {
		return nil
	}
	err := flush(l.file.sync, l.path)
	l.syncs++
	if err != nil {
		l.doubt(err)
		return err
	}
	l.synced = l.seq
	return nil
}

// rotate goes on in the next file. The caller holds mu.
func (l *Log) rotate() error {
	if err := l.settle(); err != nil {
		return err
	}
	return l.file.rotate()
}

// mend does what earlier failures left to do, before the next record. What it
// cannot do stays to be done. The caller holds mu.
func (l *Log) mend() error {
	if l.file.stale {
		_ = l.settle() // what it could not flush is in doubt, and noted
		torn, err := l.file.reopen()
		if err != nil {
			return err
		}
		if torn {
			l.notes = append(l.notes, noteTorn)
		}
	}
	for len(l.notes) > 0 {
		if err := l.put(&Record{Phase: PhaseNote, Note: l.notes[0]}); err != nil {
			return err
		}
		l.logger.Warn("audit: " + l.notes[0])
		l.notes = l.notes[1:]
	}
	return nil
}

// report notes, behind a record that went through, those before it that did
// not. Should that fail, the next record has another try. The caller holds mu.
func (l *Log) report() {
	if l.failed.count == 0 {
		return
	}
	note := l.failed.note()
	if err := l.put(&Record{Phase: PhaseNote, Note: note}); err == nil {
		l.logger.Warn("audit: " + note)
		l.failed = failures{}
	}
}

// syncRegularly flushes what nobody waits for, until stop.
func (l *Log) syncRegularly() {
	defer close(l.done)
	timer := time.NewTimer(syncEvery)
	defer timer.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-l.dirty:
		}
		timer.Reset(syncEvery)
		select {
		case <-l.stop:
			return
		case <-timer.C:
		}
		l.mu.Lock()
		last := l.seq
		l.mu.Unlock()
		_ = l.commit(last) // a failure is logged, noted, and mended by the next record
	}
}
