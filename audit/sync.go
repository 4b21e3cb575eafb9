package audit

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

// flusher is the part of a log that makes records durable. Log.mu guards it.
type flusher struct {
	synced   uint64 // records up to this one are durable, or in a doubt
	doubts   []doubt
	doubtful uint64        // the last record that was ever in a doubt
	syncs    int           // flushes so far
	round    chan struct{} // closed when the next flush has ended
	since    time.Time     // when the flush under way began; zero: there is none
	under    chan struct{} // closed when the flush under way has ended
	upTo     uint64        // the last record that it makes durable

	urgent, dirty chan struct{} // somebody waits; something was written
	news          chan struct{} // there is a head to be kept
}

func newFlusher() flusher {
	return flusher{round: make(chan struct{}), urgent: make(chan struct{}, 1), dirty: make(chan struct{}, 1), news: make(chan struct{}, 1)}
}

// doubt is a range of records that a flush did not make durable. Later flushes
// say nothing about them: the kernel drops what it failed to write.
type doubt struct {
	Range
	err error
}

// settled says that the fate of a record is known.
func (f *flusher) settled(seq uint64) (done bool, err error) {
	for _, d := range f.doubts {
		if d.From <= seq && seq <= d.To {
			return true, d.err
		}
	}
	return seq <= f.synced, nil
}

// stuck says that a flush takes too long, so that it is no use to wait for the
// next.
func (f *flusher) stuck(timeout time.Duration) bool {
	return !f.since.IsZero() && time.Since(f.since) > timeout
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// commit returns when record seq is durable. All who wait at the same time
// share one flush.
func (l *Log) commit(seq uint64) error {
	timeout := time.NewTimer(l.options.SyncTimeout)
	defer timeout.Stop()
	for {
		l.mu.Lock()
		done, err := l.settled(seq)
		round, mine := l.round, seq <= l.upTo
		if mine {
			round = l.under
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
		case <-l.done:
			return errors.New("the log is closed")
		case <-timeout.C:
			return errSlow
		}
	}
}

// flushRegularly flushes what somebody waits for at once, and the rest when
// the interval is over, until stop.
func (l *Log) flushRegularly() {
	defer close(l.done)
	timer := time.NewTimer(l.options.SyncInterval)
	defer timer.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-l.urgent:
			runtime.Gosched() // those whom the last flush released write first
			l.flush()
			continue
		case <-l.dirty:
		}
		timer.Reset(l.options.SyncInterval)
		select {
		case <-l.stop:
			return
		case <-l.urgent:
		case <-timer.C:
		}
		l.flush()
	}
}

// flush makes durable all that was written until now. A failure is noted, and
// mended by the next record.
func (l *Log) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.under, l.upTo = l.round, l.head.Seq
	l.round = make(chan struct{})
	defer func() {
		close(l.under)
		l.upTo = 0
	}()
	if l.synced == l.head.Seq {
		return
	}
	disk, open, size, head := l.file.disk, l.file.open, l.file.size, l.head
	l.since = time.Now()
	l.mu.Unlock()

	moved, err := disk.flush(open, l.path, size)

	l.mu.Lock()
	l.since = time.Time{}
	l.syncs++
	switch {
	case l.synced >= head.Seq: // by a rotation, which closed our file
	case err != nil:
		l.doubt(err)
	default:
		l.synced = head.Seq
		l.reached(head)
		l.file.stale = l.file.stale || moved && l.file.open == open
	}
}

// doubt is called when a flush failed: all records that it was to make durable
// are in doubt, and the next one goes to a file that is opened anew. The caller
// holds mu.
func (l *Log) doubt(err error) {
	if l.synced < l.head.Seq {
		d := doubt{Range{l.synced + 1, l.head.Seq}, err}
		l.doubtful = d.To
		l.doubts = append(l.doubts, d)
		l.doubts = l.doubts[max(0, len(l.doubts)-16):] // nobody waits for older ones
		l.notes = append(l.notes, note(Record{NotDurable: &d.Range},
			"the records %d to %d may not be durable (%v)", d.From, d.To, reason(err)))
		l.synced = l.head.Seq
	}
	l.file.stale = true
	l.logger.Error("cannot make audit records durable", "file", l.path, "error", err)
}

// settle flushes the file before it is left for another. The caller holds mu.
func (l *Log) settle() error {
	if l.synced == l.head.Seq {
		return nil
	}
	_, err := l.file.disk.flush(l.file.open, l.path, l.file.size)
	l.syncs++
	if err != nil {
		l.doubt(err)
		return err
	}
	l.synced = l.head.Seq
	l.reached(l.head)
	return nil
}

// rotate goes on in the next file. Where the old one cannot be moved it goes on
// in that, and tries again later. The caller holds mu.
func (l *Log) rotate() error {
	if err := l.settle(); err != nil {
		return err
	}
	var aside error
	if l.file.named() { // else it was moved already
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
		l.logger.Error("cannot rotate the audit log, which grows on", "file", l.path, "error", aside)
		return nil
	}
	l.old.wake()
	return nil
}
