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
	Dir        string // created if missing; nobody else may read it
	MaxSizeMB  int    // of one file; 0 is 100
	MaxBackups int    // old files kept; 0 keeps all
	MaxAgeDays int    // age of the oldest file kept; 0 keeps all
	Compress   bool   // old files

	FailureMode  FailureMode
	Reads        ReadSync
	Changes      ChangeSync
	SyncInterval time.Duration // of SyncInterval; 0 is 500 ms
	// HeadFile is where the log's head is kept, outside of Dir; "" keeps none. Its
	// directory has the key that it is signed with.
	HeadFile string
	// Against are heads that were kept elsewhere and that the log must have.
	Against []Head
	// Acknowledge names the person who accepts that records are missing; "": a
	// log that does not have the heads that were kept is not opened.
	Acknowledge string

	// SyncTimeout is how long a caller waits for a disk that does not answer;
	// 0 is 10 s.
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
	head      Head   // the last record written
	out       []byte // lines that wait to be written
	next      Head   // the last record in out, if there is one
	failed    failures
	first     []Record // what the next records must say of the file they are in
	notes     []Record // what the log has to say about itself beside that
	closed    bool
	kept      Kept // what may be kept of the log by now
	flusher

	stop, done chan struct{}
	keeping    chan struct{} // closed when the goroutine that keeps heads has ended
}

// Open opens the log in a directory, for one server at a time, and goes on
// after the last record it finds. 55P03: another server has it; 58030, 53100:
// it cannot be written; XX001: it does not have a head that was kept of it.
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
		stop: make(chan struct{}), done: make(chan struct{}), keeping: make(chan struct{}),
	}
	if l.logger == nil {
		l.logger = hclog.NewNullLogger()
	}
	if l.now == nil {
		l.now = time.Now
	}
	if l.keeper, err = openKeeper(o.HeadFile); err == nil {
		err = l.begin()
	}
	if err != nil {
		l.keeper.close()
		lock.Close()
		return nil, err
	}
	go l.flushRegularly()
	go l.keepRegularly()
	l.old = l.tendOld()
	return l, nil
}

// begin opens the file and finds the last record.
func (l *Log) begin() error {
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
		err = l.tear(end)
	}
	if err == nil {
		err = l.recall()
	}
	l.synced = l.head.Seq
	if err == nil {
		err = l.mend()
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

// Path names the file that is written now.
func (l *Log) Path() string { return l.path }

// Listening has who finds the log's directory taken told where this process listens.
func (l *Log) Listening(addresses ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listening = addresses
	_ = folder.Tell(l.lock, addresses...) // it is for people
}

// Head is the last record, which may not be durable yet.
func (l *Log) Head() Head {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head
}

// Sync makes all records durable and returns the last of them: a head that is
// published must not be lost by a power cut.
func (l *Log) Sync() (Head, error) {
	head := l.Head()
	if err := l.commit(head.Seq); err != nil {
		return Head{}, cannotWrite(err)
	}
	return head, nil
}

// Write records the whole life of a read, or a refusal, in one record. The
// record is in the file when it returns, and durable as Options.Reads says.
// 58030, 53100: it could not be written, and the caller must not answer.
func (l *Log) Write(r Record) error {
	it := item{record: r, light: true}
	it.record.Phase = PhaseCall
	it.record.unstamp()
	return l.write([]item{it})
}

// Close flushes what was written and frees the directory. What comes later is
// refused with 57P01.
func (l *Log) Close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	err := l.mend()
	if err == nil {
		_ = l.report() // the records that it counts were refused when they came
	}
	l.closed = true
	last := l.head.Seq
	l.mu.Unlock()
	slow := l.commit(last)
	err = errors.Join(err, slow)
	close(l.stop)
	if errors.Is(slow, errSlow) {
		return cannotWrite(err) // the flush that hangs keeps what it needs
	}
	<-l.done
	<-l.keeping
	l.old.close()
	l.mu.Lock()
	l.file.close()
	l.mu.Unlock()
	l.keeper.close()
	_ = folder.Release(l.lock) // what it says is for people
	if err != nil {
		return cannotWrite(err)
	}
	return nil
}
