package audit

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// write writes records behind the last and waits for the disk if one of them must be durable. An
// item that ends with neither an error nor a sequence number was not written, and the failure mode
// lets its statement pass.
func (l *Log) write(items []item) error {
	last := l.put(items)
	if last == 0 {
		return l.completed(items, nil)
	}
	return l.completed(items, l.awaitDurable(last))
}

// put writes records behind the last, and returns the last of them that must be durable before the caller
// goes on, or 0.
func (l *Log) put(items []item) (last uint64) {
	l.mu.Lock()
	l.append(items)
	l.mu.Unlock()
	dirty := false
	for i := range items {
		switch it := &items[i]; {
		case it.record.Seq == 0:
		case l.mustBeDurable(it):
			last = it.record.Seq
		case !it.light || l.options.Reads != SyncNever:
			dirty = true
		}
	}
	if dirty {
		wake(l.dirty)
	}
	return last
}

// completed ends the writing of records: unflushed is why those that must be durable may not be. It returns the
// first item's error.
func (l *Log) completed(items []item, unflushed error) error {
	if unflushed != nil {
		l.failUnflushed(items, unflushed)
	}
	l.completeEntries(items)
	for i := range items {
		if err := items[i].err; err != nil {
			return err
		}
	}
	return nil
}

// failUnflushed fails the items that waited for a flush that failed.
func (l *Log) failUnflushed(items []item, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range items {
		it := &items[i]
		if !l.mustBeDurable(it) || it.record.Seq == 0 || l.options.FailureMode.tolerates(it.light) {
			continue
		}
		it.spell()
		if errors.Is(err, errSlow) {
			l.failed.addRecord(l.now(), &it.record, err, false)
		}
		it.err, it.record.Seq = it.unwrittenError(err), 0
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
	var err error // set: nothing more can be written
	stuck, mended, now := l.stuck(l.options.SyncTimeout), false, time.Time{}
	for i := 0; i < len(items) && err == nil; i++ {
		it := &items[i]
		if it.err != nil {
			continue
		}
		if stuck && l.mustBeDurable(it) {
			it.cause = errSlow
			continue
		}
		if !mended {
			mended, err = true, l.mendFile()
			now = l.now().UTC()
		}
		if err == nil {
			if err = l.addLine(it, now); errors.Is(err, errEncoding) {
				it.cause, err = err, nil
			}
		}
	}
	if err == nil {
		err = l.writeOut()
	}
	written := false
	for i := range items {
		switch it := &items[i]; {
		case it.err != nil:
		case it.cause != nil:
			l.failItem(it, it.cause)
		case it.record.Seq == 0 || it.record.Seq > l.head.Seq:
			l.failItem(it, err)
		default:
			written = true
		}
	}
	if written && err == nil {
		_ = l.noteGap() // the next record tries again
	}
}

// failItem counts a record that was not written. Unless the failure mode tolerates that, the item gets
// an error. The caller holds mu.
func (l *Log) failItem(it *item, err error) {
	it.spell()
	it.record.Seq, it.cause = 0, nil
	tolerated := l.options.FailureMode.tolerates(it.light)
	if l.failed.count == 0 {
		l.logger.Error("cannot write audit records", "file", l.path, "error", err, "failure_mode", l.options.FailureMode)
	}
	if !it.inGap {
		l.failed.addRecord(l.now(), &it.record, err, tolerated)
	}
	if !tolerated {
		it.err = it.unwrittenError(err)
	}
}

// writeNow writes one record to the file at once. The caller holds mu, and l.out is empty.
func (l *Log) writeNow(r *Record) error {
	if err := l.addLine(&item{record: *r}, l.now().UTC()); err != nil {
		return err
	}
	return l.writeOut()
}

// addLine appends a record's line to l.out. If the line needs the next file, or l.out is full, l.out is
// written first. The caller holds mu.
func (l *Log) addLine(it *item, now time.Time) error {
	r := &it.record
	if len(l.out) == 0 {
		l.next = l.head
	}
	waiting := len(l.out)
	r.V, r.Seq, r.Time = SchemaVersion, l.next.Seq+1, now
	out, err := l.enc.itemLine(l.out, it, l.next.Hash)
	if err != nil {
		r.Seq = 0
		return fmt.Errorf("%w: %w", errEncoding, err)
	}
	n := len(out) - waiting
	if full := l.file.full(waiting, n); full || waiting > maxOut {
		l.out = out[:waiting]
		if err := l.writeOut(); err != nil {
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

// maxOut bounds l.out, in bytes, beside one line.
const maxOut = 1 << 20

// writeOut writes l.out to the file. If that fails, the lines are dropped. The caller holds mu.
func (l *Log) writeOut() error {
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
