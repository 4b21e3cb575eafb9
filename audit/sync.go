package audit

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// flusher is the part of a Log that makes records durable. Log.mu guards it.
type flusher struct {
	synced       uint64 // records up to this one are durable or in a doubt
	doubts       []doubt
	doubtful     uint64    // the last record of all doubts so far
	syncs        int       // flushes so far
	waiters      []*waiter // the callers that wait for a flush
	runningSince time.Time // when the running flush began; zero: none is running
	runningTo    uint64    // the last record of the running flush
	flushed      bool      // no flush follows

	urgent, dirty chan struct{} // a caller waits for a flush; a record was written
	news          chan struct{} // there is a head to keep
}

func newFlusher() flusher {
	return flusher{urgent: make(chan struct{}, 1), dirty: make(chan struct{}, 1), news: make(chan struct{}, 1)}
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

// waiter is a caller that waits until a record is durable.
type waiter struct {
	seq      uint64
	answer   func(error)
	timeout  *time.Timer
	answered bool // Log.mu guards it
}

var errLogClosed = errors.New("the log is closed")

// whenDurable calls answer once, when record seq is durable or it is known that it may not be. All callers
// that wait at the same time share one flush. answer must not wait: the flusher calls it, or a timer after
// Options.SyncTimeout.
func (l *Log) whenDurable(seq uint64, answer func(error)) {
	w := &waiter{seq: seq, answer: answer}
	l.mu.Lock()
	done, err := l.durabilityOf(seq)
	if !done && l.flushed {
		done, err = true, errLogClosed
	}
	urgent := seq > l.runningTo
	if !done {
		w.timeout = time.AfterFunc(l.options.SyncTimeout, func() { l.giveUp(w) })
		l.waiters = append(l.waiters, w)
	}
	l.mu.Unlock()
	switch {
	case done:
		answer(err)
	case urgent:
		wake(l.urgent)
	}
}

// awaitDurable returns when record seq is durable.
func (l *Log) awaitDurable(seq uint64) error {
	answer := make(chan error, 1)
	l.whenDurable(seq, func(err error) { answer <- err })
	return <-answer
}

// giveUp answers a caller that has waited for too long.
func (l *Log) giveUp(w *waiter) {
	l.mu.Lock()
	answered := w.answered
	w.answered = true
	l.waiters = slices.DeleteFunc(l.waiters, func(other *waiter) bool { return other == w })
	l.mu.Unlock()
	if !answered {
		w.answer(errSlow)
	}
}

// answerWaiters answers the callers whose records a flush has decided about, or all of them if no flush
// follows.
func (l *Log) answerWaiters(last bool) {
	type decided struct {
		*waiter
		err error
	}
	var ready []decided
	l.mu.Lock()
	l.flushed = l.flushed || last
	l.waiters = slices.DeleteFunc(l.waiters, func(w *waiter) bool {
		done, err := l.durabilityOf(w.seq)
		if !done && last {
			done, err = true, errLogClosed
		}
		if done {
			w.answered = true
			ready = append(ready, decided{w, err})
		}
		return done
	})
	l.mu.Unlock()
	for _, w := range ready {
		w.timeout.Stop()
		w.answer(w.err)
	}
}

// flushRegularly flushes at once when a caller waits, else at the end of the interval, until stop.
func (l *Log) flushRegularly() {
	defer close(l.flushingDone)
	defer l.answerWaiters(true)
	timer := time.NewTimer(l.options.SyncInterval)
	defer timer.Stop()
	for {
		select {
		case <-l.stopFlushing:
			return
		case <-l.urgent:
			runtime.Gosched() // let the callers that the last flush released write first
			l.flush()
			l.answerWaiters(false)
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
		l.answerWaiters(false)
	}
}

// flush makes all records that were written so far durable. If it fails, they are in doubt and a
// note is due.
func (l *Log) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runningTo = l.head.Seq
	defer func() { l.runningTo = 0 }()
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
