package audit

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// write writes records behind the last, and waits for the disk where one of
// them has to. An item with neither an error nor a number could not be written,
// and the failure mode lets the statement pass.
func (l *Log) write(items []item) error {
	l.mu.Lock()
	l.append(items)
	l.mu.Unlock()
	last, dirty := uint64(0), false
	for i := range items {
		switch it := &items[i]; {
		case it.record.Seq == 0:
		case l.waits(it):
			last = it.record.Seq
		case !it.light || l.options.Reads != SyncNever:
			dirty = true
		}
	}
	if dirty {
		wake(l.dirty)
	}
	if last > 0 {
		if err := l.commit(last); err != nil {
			l.unsure(items, err)
		}
	}
	l.begun(items)
	for i := range items {
		if err := items[i].err; err != nil {
			return err
		}
	}
	return nil
}

// unsure refuses what waited for a flush that failed.
func (l *Log) unsure(items []item, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range items {
		it := &items[i]
		if !l.waits(it) || it.record.Seq == 0 || l.options.FailureMode.tolerates(it.light) {
			continue
		}
		if errors.Is(err, errSlow) {
			l.failed.add(l.now(), &it.record, err, false)
		}
		it.err, it.record.Seq = it.unwritten(err), 0
	}
}

// append writes records behind the last. The caller holds mu.
func (l *Log) append(items []item) {
	if l.closed {
		for i := range items {
			items[i].err = cmp.Or(items[i].err, error(sqlstate.New(sqlstate.AdminShutdown, "the audit log is closed")))
		}
		return
	}
	var err error // nothing more can be written
	stuck, mended, now := l.stuck(l.options.SyncTimeout), false, time.Time{}
	for i := 0; i < len(items) && err == nil; i++ {
		it := &items[i]
		if it.err != nil {
			continue
		}
		if stuck && l.waits(it) {
			it.cause = errSlow
			continue
		}
		if !mended {
			mended, err = true, l.mend()
			now = l.now().UTC()
		}
		if err == nil {
			if err = l.add(&it.record, now); errors.Is(err, errEncoding) {
				it.cause, err = err, nil
			}
		}
	}
	if err == nil {
		err = l.send()
	}
	written := false
	for i := range items {
		switch it := &items[i]; {
		case it.err != nil:
		case it.cause != nil:
			l.fail(it, it.cause)
		case it.record.Seq == 0 || it.record.Seq > l.head.Seq:
			l.fail(it, err)
		default:
			written = true
		}
	}
	if written && err == nil {
		_ = l.report() // the next record tries again
	}
}

// fail counts a record that could not be written, and refuses its statement
// unless the failure mode lets it pass. The caller holds mu.
func (l *Log) fail(it *item, err error) {
	it.record.Seq, it.cause = 0, nil
	tolerated := l.options.FailureMode.tolerates(it.light)
	if l.failed.count == 0 {
		l.logger.Error("cannot write audit records", "file", l.path, "error", err, "failure_mode", l.options.FailureMode)
	}
	if !it.counted {
		l.failed.add(l.now(), &it.record, err, tolerated)
	}
	if !tolerated {
		it.err = it.unwritten(err)
	}
}

// put writes one record to the file as it is. The caller holds mu, and nothing
// waits to be sent.
func (l *Log) put(r *Record) error {
	if err := l.add(r, l.now().UTC()); err != nil {
		return err
	}
	return l.send()
}

// add puts a record behind those that wait to be sent. Where it needs another
// file, or the buffer is full, those are sent first. The caller holds mu.
func (l *Log) add(r *Record, now time.Time) error {
	if len(l.out) == 0 {
		l.next = l.head
	}
	waiting := len(l.out)
	r.V, r.Seq, r.Time = SchemaVersion, l.next.Seq+1, now
	out, err := l.enc.line(l.out, r, l.next.Hash)
	if err != nil {
		r.Seq = 0
		return fmt.Errorf("%w: %w", errEncoding, err)
	}
	n := len(out) - waiting
	if full := l.file.full(waiting, n); full || waiting > maxOut {
		l.out = out[:waiting]
		if err := l.send(); err != nil {
			return err
		}
		if full {
			if err := l.rotate(); err != nil {
				return fmt.Errorf("rotating: %w", err)
			}
		}
		out = append(out[:0], out[waiting:]...)
	}
	l.out = out
	l.next = Head{Seq: r.Seq, Hash: HashLine(out[len(out)-n:])}
	return nil
}

// maxOut is how many bytes wait to be sent, beside one line.
const maxOut = 1 << 20

// send writes what waits to the file, and forgets it if that fails. The caller
// holds mu.
func (l *Log) send() error {
	out := l.out
	if l.out = out[:0]; cap(out) > maxOut {
		l.out = nil
	}
	if len(out) == 0 {
		return nil
	}
	if err := l.file.write(out); err != nil {
		return err
	}
	l.head = l.next
	return nil
}
