package audit

import (
	"fmt"
	"path/filepath"

	"github.com/sallyportdb/sallyport/folder"
)

// Reopen opens the file at the log's path anew. It is for SIGHUP: a file that
// was moved away for archiving keeps what was written to it, all durable, and
// the log goes on in a new one. Where nothing was moved, nothing happens.
func (l *Log) Reopen() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	err := l.settle()
	l.file.stale = true
	if err == nil {
		err = l.mend()
	}
	if err != nil {
		return cannotWrite(err)
	}
	return nil
}

// reopen opens the file anew and makes sure that the log can go on in it: that
// it ends with the last record, or is new. Anything else is set aside, for
// nothing of ours may stand behind it. The caller holds mu.
func (l *Log) reopen() error {
	_ = l.settle() // what it could not flush is in doubt, and noted
	if err := l.relock(); err != nil {
		return err
	}
	l.first = nil
	left := l.file.size
	end, err := l.file.reopen()
	if err != nil {
		return err
	}
	switch {
	case end.bytes == 0:
		if l.head.Seq > 0 {
			l.first = append(l.first, note(Record{}, "the log goes on here; record %d is the last in the file before", l.head.Seq))
		}
		return nil
	case end.head == l.head && end.head.Seq > 0 && end.bytes >= left:
		return l.tear(end)
	case end.head.Seq > l.head.Seq && end.head == follow(l.file.open, left, end.bytes, l.head):
		l.head = end.head // a write that was called a failure, and was none, or not all of it
		return l.tear(end)
	case end.head.Seq == 0 && l.head.Seq == 0 && end.foreign == 1:
		return l.tear(end)
	}
	if err := l.file.setAside(); err != nil {
		return fmt.Errorf("setting aside a file that is not as it was left: %w", err)
	}
	l.first = append(l.first, note(Record{}, "%s was not as the log had left it, and was set aside; record %d is the last before it",
		filepath.Base(l.path), l.head.Seq))
	_, err = l.file.reopen()
	return err
}

// relock locks the directory anew where another one has its name by now: another
// server may have it, and two must not write one file. The caller holds mu.
func (l *Log) relock() error {
	held, err := l.lock.Stat()
	if err != nil {
		return err
	}
	if isAt(held, lockPath(l.options.Dir)) {
		return nil
	}
	lock, err := lockDir(l.options.Dir)
	if err != nil {
		return err
	}
	l.lock.Close()
	l.lock = lock
	_ = folder.Tell(lock, l.listening...) // it is for people
	return nil
}
