package audit

import (
	"fmt"
	"path/filepath"

	"github.com/sallyportdb/sallyport/folder"
)

// Reopen opens the file at the log's path anew, for SIGHUP. If the file was moved away for
// archiving, all its records are made durable and the log goes on in a new file. If it was not
// moved, the log goes on in it.
func (l *Log) Reopen() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	err := l.flushBeforeSwitch()
	l.file.stale = true
	if err == nil {
		err = l.mendFile()
	}
	if err != nil {
		return cannotWrite(err)
	}
	return nil
}

// reopen opens the file anew and checks that it is empty or ends with the last record. Any other
// file is set aside, because no record of this log may stand behind foreign lines. The caller holds
// mu.
func (l *Log) reopen() error {
	_ = l.flushBeforeSwitch() // records that could not be flushed are in doubt, and a note says so
	if err := l.relock(); err != nil {
		return err
	}
	l.fileNotes = nil
	left := l.file.size
	end, err := l.file.reopen()
	if err != nil {
		return err
	}
	switch {
	case end.bytes == 0:
		if l.head.Seq > 0 {
			l.fileNotes = append(l.fileNotes, newNote(Record{}, "the log goes on here; record %d is the last in the file before", l.head.Seq))
		}
		return nil
	case end.head == l.head && end.head.Seq > 0 && end.bytes >= left:
		return l.noteTornLine(end)
	case end.head.Seq > l.head.Seq && end.head == followChain(l.file.open, left, end.bytes, l.head):
		l.head = end.head // a write that was reported as failed had written some lines
		return l.noteTornLine(end)
	case end.head.Seq == 0 && l.head.Seq == 0 && end.foreign == 1:
		return l.noteTornLine(end)
	}
	if err := l.file.setAside(); err != nil {
		return fmt.Errorf("setting aside a file that is not as it was left: %w", err)
	}
	l.fileNotes = append(l.fileNotes, newNote(Record{}, "%s was not as the log had left it, and was set aside; record %d is the last before it",
		filepath.Base(l.path), l.head.Seq))
	_, err = l.file.reopen()
	return err
}

// relock locks the directory anew if the lock file was replaced, so that two servers cannot write
// one file. The caller holds mu.
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
	_ = folder.Tell(lock, l.listening...) // nothing depends on it
	return nil
}
