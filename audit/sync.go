package audit

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

// flusher is the part of a Log that makes records durable. Log.mu guards it.
type flusher struct {
	synced       uint64 // records up to this one are durable or in a doubt
	doubts       []doubt
	doubtful     uint64        // the last record of all doubts so far
	syncs        int           // flushes so far
	nextFlush    chan struct{} // closed when the next flush has ended
	runningSince time.Time     // when the running flush began; zero: none is running
	runningFlush chan struct{} // closed when the running flush has ended
	runningTo    uint64        // the last record of the running flush

	urgent, dirty chan struct{} // a caller waits for a flush; a record was written
	news          chan struct{} // there is a head to keep
}

func newFlusher() flusher {
	return flusher{nextFlush: make(chan struct{}), urgent: make(chan struct{}, 1), dirty: make(chan struct{}, 1), news: make(chan struct{}, 1)}
}

// doubt is a range of records that a flush failed to make durable. The success of a later flush
// does not include them: the kernel drops what it failed to write.
type doubt struct {
	Range
	err error
}

// durabilityOf reports whether it is known that a record is durable, or that it may not be.
func (f *flusher) durabilityOf(seq uint64) (done bool, err error) {
	for _, d := range f.doubts {
		if d.From <= seq && seq <= d.To {
			return true, d.err
		}
	}
	return seq <= f.synced, nil
}

// stuck reports whether the running flush takes too long, so that waiting for the next one is no
// use.
func (f *flusher) stuck(timeout time.Duration) bool {
	return !f.runningSince.IsZero() && time.Since(f.runningSince) > timeout
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// awaitDurable returns when record seq is durable. All callers that wait at the same time share one
// flush.
func (l *Log) awaitDurable(seq uint64) error {
	timeout := time.NewTimer(l.options.SyncTimeout)
	defer timeout.Stop()
	for {
		l.mu.Lock()
		done, err := l.durabilityOf(seq)
		round, mine := l.nextFlush, seq <= l.runningTo
		if mine {
			round = l.runningFlush
		}
		l.mu.Unlock()
		if done {
			return err
		}
		if !mine {
			wake(l.urgent)
		}
		select {
		case <-round:
		case <-l.flushingDone:
			return errors.New("the log is closed")
		case <-timeout.C:
			return errSlow
		}
	}
}

// flushRegularly flushes at once when a caller waits, else at the end of the interval, until stop.
func (l *Log) flushRegularly() {
	defer close(l.flushingDone)
	timer := time.NewTimer(l.options.SyncInterval)
	defer timer.Stop()
	for {
		select {
		case <-l.stopFlushing:
			return
		case <-l.urgent:
			runtime.Gosched() // let the callers that the last flush released write first
			l.flush()
			continue
		case <-l.dirty:
		}
		timer.Reset(l.options.SyncInterval)
		select {
		case <-l.stopFlushing:
			return
		case <-l.urgent:
		case <-timer.C:
		}
		l.flush()
	}
}

// flush makes all records that were written so far durable. If it fails, they are in doubt and a
// note is due.
func (l *Log) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runningFlush, l.runningTo = l.nextFlush, l.head.Seq
	l.nextFlush = make(chan struct{})
	defer func() {
		close(l.runningFlush)
		l.runningTo = 0
	}()
	if l.synced == l.head.Seq {
		return
	}
	disk, open, size, head := l.file.disk, l.file.open, l.file.size, l.head
	l.runningSince = time.Now()
	l.mu.Unlock()

	moved, err := disk.flush(open, l.path, size)

	l.mu.Lock()
	l.runningSince = time.Time{}
	l.syncs++
	switch {
	case l.synced >= head.Seq: // a rotation flushed and closed this file
	case err != nil:
		l.doubtUnflushed(err)
	default:
		l.synced = head.Seq
		l.setDurableHead(head)
		l.file.stale = l.file.stale || moved && l.file.open == open
	}
}

// doubtUnflushed puts all records of a failed flush in doubt. The next record goes to a file that is opened
// anew. The caller holds mu.
func (l *Log) doubtUnflushed(err error) {
	if l.synced < l.head.Seq {
		d := doubt{Range{l.synced + 1, l.head.Seq}, err}
		l.doubtful = d.To
		l.doubts = append(l.doubts, d)
		l.doubts = l.doubts[max(0, len(l.doubts)-16):] // nobody waits for older ones
		l.dueNotes = append(l.dueNotes, newNote(Record{NotDurable: &d.Range},
			"the records %d to %d may not be durable (%v)", d.From, d.To, reason(err)))
		l.synced = l.head.Seq
	}
	l.file.stale = true
	l.logger.Error("cannot make audit records durable", "file", l.path, "error", err)
}

// flushBeforeSwitch flushes the file before the log leaves it for another. The caller holds mu.
func (l *Log) flushBeforeSwitch() error {
	if l.synced == l.head.Seq {
		return nil
	}
	_, err := l.file.disk.flush(l.file.open, l.path, l.file.size)
	l.syncs++
	if err != nil {
		l.doubtUnflushed(err)
		return err
	}
	l.synced = l.head.Seq
	l.setDurableHead(l.head)
	return nil
}

// rotate begins the next file. If the old one cannot be moved, the log goes on in it and tries
// again later. The caller holds mu.
func (l *Log) rotate() error {
	if err := l.flushBeforeSwitch(); err != nil {
		return err
	}
	var aside error
	if l.file.named() { // else somebody moved it already
		aside = l.file.setAside()
	}
	end, err := l.file.reopen()
	if err != nil {
		return errors.Join(aside, err)
	}
	if end.bytes > 0 && end.head != l.head {
		l.file.stale = true
		return fmt.Errorf("the file that was begun is not empty: %w", aside)
	}
	if aside != nil {
		l.file.max = end.bytes + l.file.max/8
		l.logger.Error("cannot rotate the audit log; its file grows beyond its limit", "file", l.path, "error", aside)
		return nil
	}
	l.old.wake()
	return nil
}
