package audit

import (
	"errors"
	"os"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say where a log is and what it keeps.
type Options struct {
	Dir        string // created if missing; only its owner may read it
	MaxSizeMB  int    // of one file; 0 is 100
	MaxBackups int    // old files kept; 0 keeps all
	MaxAgeDays int    // age of the oldest file kept; 0 keeps all
	Compress   bool   // old files

	FailureMode  FailureMode
	Reads        ReadSync
	Changes      ChangeSync
	SyncInterval time.Duration // how long a record may wait for a flush; 0 is 500 ms
	// HeadFile is the file, outside of Dir, that the log's head is kept in; "" keeps none. The key
	// that signs it is in the same directory.
	HeadFile string
	// Against are heads that were kept elsewhere. The log must have them.
	Against []Head
	// Acknowledge names the person who accepts that records are missing. If it is "", a log without
	// one of its heads is not opened.
	Acknowledge string

	// SyncTimeout is how long a caller waits for a flush; 0 is 10 s.
	SyncTimeout time.Duration

	Logger hclog.Logger
	Now    func() time.Time // nil is time.Now
}

// Log is an open log. Its methods are safe for use by many goroutines.
type Log struct {
	logger  hclog.Logger
	now     func() time.Time
	options Options
	path    string
	lock    *os.File
	keeper  *keeper
	old     *oldFiles

	mu        sync.Mutex // guards the rest
	listening []string   // see Listening
	file      *file
	enc       *encoder
	head      Head   // the last record in the file
	out       []byte // lines to write
	next      Head   // the last record in out, if out is not empty
	failed    failures
	fileNotes []Record // notes about the current file, for its next lines
	dueNotes  []Record // other notes that are due
	closed    bool
	kept      Kept // what the keeper may write
	flusher

	stopFlushing, flushingDone chan struct{}
	keepingDone                chan struct{} // closed when keepHeads has ended
}

// Open opens the log in a directory and continues it behind the last record. 55P03: another server
// has the directory; 58030, 53100: it cannot be written; XX001: the log does not have a head that
// was kept of it.
func Open(o Options) (*Log, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, cannotOpen(err, o.Dir)
	}
	lock, err := lockDir(o.Dir)
	if err != nil {
		return nil, err
	}
	if o.SyncInterval <= 0 {
		o.SyncInterval = 500 * time.Millisecond
	}
	if o.SyncTimeout <= 0 {
		o.SyncTimeout = 10 * time.Second
	}
	l := &Log{
		logger: o.Logger, now: o.Now, options: o, lock: lock, enc: newEncoder(), flusher: newFlusher(),
		stopFlushing: make(chan struct{}), flushingDone: make(chan struct{}), keepingDone: make(chan struct{}),
	}
	if l.logger == nil {
		l.logger = hclog.NewNullLogger()
	}
	if l.now == nil {
		l.now = time.Now
	}
	if l.keeper, err = openKeeper(o.HeadFile); err == nil {
		err = l.openFile()
	}
	if err != nil {
		l.keeper.close()
		lock.Close()
		return nil, err
	}
	go l.flushRegularly()
	go l.keepHeads()
	l.old = l.tendOld()
	return l, nil
}

// openFile opens the file, finds the last record and compares the log with its heads.
func (l *Log) openFile() error {
	o := l.options
	if info, err := os.Stat(o.Dir); err == nil && info.Mode().Perm()&0o077 != 0 {
		l.logger.Warn("others may enter the directory of the audit records", "dir", o.Dir, "mode", info.Mode())
	}
	l.file = newFile(o)
	l.path = l.file.path
	end, err := l.file.reopen()
	if err == nil && end.head.Seq == 0 && end.foreign > 1 {
		err = unreadable(l.path)
	}
	if err == nil {
		l.head, err = lastHead(o.Dir, end.head)
	}
	if err == nil {
		err = l.noteTornLine(end)
	}
	if err == nil {
		err = l.compareWithHeads()
	}
	l.synced = l.head.Seq
	if err == nil {
		err = l.mendFile()
	}
	if err != nil {
		l.file.close()
	}
	if err != nil && sqlstate.CodeOf(err) != sqlstate.DataCorrupted {
		err = cannotOpen(err, l.path)
	}
	return err
}

func unreadable(path string) error {
	return sqlstate.New(sqlstate.IOError, "no audit record can be read at the end of %s", path).
		WithHint("Sequence numbers must go on where they ended. Find out what wrote to the file, then move it out of the directory.")
}

// Path returns the path of the current file.
func (l *Log) Path() string { return l.path }

// Listening writes into the lock file where this process listens, for people who find the directory
// in use.
func (l *Log) Listening(addresses ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listening = addresses
	_ = folder.Tell(l.lock, addresses...) // nothing depends on it
}

// Head returns the last record. It may not be durable yet.
func (l *Log) Head() Head {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head
}

// Sync makes all records durable and returns the last one. A head may be published then: a power
// cut cannot lose it.
func (l *Log) Sync() (Head, error) {
	head := l.Head()
	if err := l.awaitDurable(head.Seq); err != nil {
		return Head{}, cannotWrite(err)
	}
	return head, nil
}

// Write writes the one record of a read or a refusal. When it returns, the record is in the file,
// and durable if Options.Reads is SyncAlways. On an error (58030, 53100) the caller must not
// answer.
func (l *Log) Write(r Record) error {
	it := item{record: r, light: true}
	it.record.Phase = PhaseCall
	it.record.unstamp()
	return l.write([]item{it})
}

// Close flushes the log and unlocks the directory. Later calls fail with 57P01.
func (l *Log) Close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	err := l.mendFile()
	if err == nil {
		_ = l.noteGap() // the callers of the records that it counts got their errors when these failed
	}
	l.closed = true
	last := l.head.Seq
	l.mu.Unlock()
	slow := l.awaitDurable(last)
	err = errors.Join(err, slow)
	close(l.stopFlushing)
	if errors.Is(slow, errSlow) {
		return cannotWrite(err) // the flush that hangs still uses the files
	}
	<-l.flushingDone
	<-l.keepingDone
	l.old.close()
	l.mu.Lock()
	l.file.close()
	l.mu.Unlock()
	l.keeper.close()
	_ = folder.Release(l.lock) // nothing depends on it
	if err != nil {
		return cannotWrite(err)
	}
	return nil
}
