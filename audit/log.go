package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say where a log is and what it keeps.
type Options struct {
	Dir        string // created if missing; nobody else may read it
	MaxSizeMB  int    // of one file; 0 is 100
	MaxBackups int    // old files kept; 0 keeps all
	MaxAgeDays int    // age of the oldest file kept; 0 keeps all
	Logger     hclog.Logger
	Now        func() time.Time // nil is time.Now
}

// Log is an open log. Its methods are safe for use by many goroutines.
type Log struct {
	logger hclog.Logger
	now    func() time.Time
	path   string
	lock   *os.File

	syncMu sync.Mutex // held by the one who flushes for all; taken before mu

	mu     sync.Mutex // guards the rest
	file   *file
	enc    *encoder
	seq    uint64 // of the last record written
	synced uint64 // records up to this one are durable, or in a doubt
	doubts []doubt
	failed failures
	notes  []string // what the log has to say about itself, before anything else
	syncs  int      // flushes so far
	closed bool

	dirty, stop, done chan struct{}
}

// Open opens the log in a directory, for one server at a time, and goes on
// after the last record it finds. 55P03: another server has it; 58030, 53100:
// it cannot be written.
func Open(o Options) (*Log, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, cannotOpen(err, o.Dir)
	}
	lock, err := lockDir(o.Dir)
	if err != nil {
		return nil, err
	}
	l := &Log{
		logger: o.Logger, now: o.Now, lock: lock, enc: newEncoder(),
		dirty: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}),
	}
	if l.logger == nil {
		l.logger = hclog.NewNullLogger()
	}
	if l.now == nil {
		l.now = time.Now
	}
	if err := l.begin(o); err != nil {
		lock.Close()
		return nil, err
	}
	go l.syncRegularly()
	return l, nil
}

// begin opens the file, finds the last sequence number and notes a torn line.
func (l *Log) begin(o Options) error {
	if info, err := os.Stat(o.Dir); err == nil && info.Mode().Perm()&0o077 != 0 {
		l.logger.Warn("others may enter the directory of the audit records", "dir", o.Dir, "mode", info.Mode())
	}
	file, torn, err := openFile(o)
	if err != nil {
		file.close()
		return cannotOpen(err, file.path)
	}
	l.file, l.path = file, file.path
	if l.seq, err = lastSeq(o.Dir); err != nil {
		file.close()
		return err
	}
	l.synced = l.seq
	if torn {
		l.notes = append(l.notes, noteTorn)
		if err := l.mend(); err != nil {
			file.close()
			return cannotOpen(err, file.path)
		}
	}
	return nil
}

// lastSeq returns the highest of the last sequence numbers of all files.
func lastSeq(dir string) (uint64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, cannotOpen(err, dir)
	}
	var last uint64
	for _, entry := range entries {
		if ok, _ := filepath.Match("audit*.jsonl", entry.Name()); !ok {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		lines, err := lastLines(path)
		if err != nil {
			return 0, cannotOpen(err, path)
		}
		var r struct{ Seq uint64 }
		for _, line := range lines {
			if json.Unmarshal(line, &r) == nil && r.Seq > 0 {
				break
			}
			r.Seq = 0
		}
		if r.Seq == 0 && len(lines) > 1 {
			return 0, sqlstate.New(sqlstate.IOError, "no audit record can be read at the end of %s", path).
				WithHint("Sequence numbers must go on where they ended. Find out what wrote to the file, then move it out of the directory.")
		}
		last = max(last, r.Seq)
	}
	return last, nil
}

// Path names the file that is written now.
func (l *Log) Path() string { return l.path }

// Write records the whole life of a read, or a refusal, in one record. The
// record is in the file when it returns, and durable within 100 ms. 58030,
// 53100: it could not be written, and the caller must not answer.
func (l *Log) Write(r Record) error {
	r.Phase, r.Intent, r.Note = PhaseCall, 0, ""
	_, err := l.appendSoon(&r)
	return err
}

// appendSoon writes one record and leaves its sync to the log's goroutine.
func (l *Log) appendSoon(r *Record) (uint64, error) {
	l.mu.Lock()
	seq, err := l.append(r)
	l.mu.Unlock()
	if err != nil {
		return 0, err
	}
	select {
	case l.dirty <- struct{}{}:
	default:
	}
	return seq, nil
}

// Entry is an intent that waits for its outcome.
type Entry struct {
	log   *Log
	brief Record
	seq   uint64
	light bool // of a read: what comes of it need not wait for the disk
	ended sync.Once
}

// Begin records the intent to run what is not a read, and returns when that is
// durable. 58030, 53100: it is not, and the caller must not run it.
func (l *Log) Begin(r Record) (*Entry, error) { return l.intent(r, false) }

// Announce records that a read has begun to return rows, for one whose record
// would otherwise come only at its end. It is Begin without waiting for the
// disk, and so is the entry's End.
func (l *Log) Announce(r Record) (*Entry, error) { return l.intent(r, true) }

func (l *Log) intent(r Record, light bool) (*Entry, error) {
	r.Phase, r.Intent, r.Note = PhaseIntent, 0, ""
	r.Rows, r.DurationMS, r.Error, r.SQLState, r.Truncated, r.Tag = nil, 0, "", "", "", ""
	e := &Entry{log: l, brief: r.brief(), light: light}
	var err error
	if e.seq, err = e.append(&r); err != nil {
		return nil, err
	}
	return e, nil
}

// append writes one of the entry's two records, and waits for the disk unless
// the entry is light.
func (e *Entry) append(r *Record) (uint64, error) {
	if e.light {
		return e.log.appendSoon(r)
	}
	return e.log.appendDurably(r)
}

// Seq is the intent's sequence number.
func (e *Entry) Seq() uint64 { return e.seq }

// End records what came of the intent, and returns when that is durable. 58030,
// 53100: it is not, and the caller must not say that the statement succeeded;
// the intent stands, and a note about the outcome follows when the log can be
// written again. An entry ends once; 55000 is the answer to a second call.
func (e *Entry) End(o Outcome) error {
	err := error(sqlstate.New(sqlstate.ObjectNotInState, "audit record %d has its outcome already", e.seq))
	e.ended.Do(func() {
		r := e.brief.With(o)
		r.Phase, r.Intent = PhaseOutcome, e.seq
		_, err = e.append(&r)
	})
	return err
}

// append writes one record behind the last. The caller holds mu.
func (l *Log) append(r *Record) (uint64, error) {
	if l.closed {
		return 0, sqlstate.New(sqlstate.AdminShutdown, "the audit log is closed")
	}
	err := l.mend()
	if err == nil {
		err = l.put(r)
	}
	if err != nil {
		if l.failed.add(l.now(), r, err); l.failed.count == 1 {
			l.logger.Error("cannot write audit records", "file", l.path, "error", err)
		}
		return 0, cannotWrite(err)
	}
	seq := l.seq
	l.report()
	return seq, nil
}

// put writes one record to the file as it is. The caller holds mu.
func (l *Log) put(r *Record) error {
	r.V, r.Seq, r.Time = SchemaVersion, l.seq+1, l.now().UTC()
	line, err := l.enc.line(r)
	if err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	if l.file.full(len(line)) {
		if err := l.rotate(); err != nil {
			return fmt.Errorf("rotating: %w", err)
		}
	}
	torn, err := l.file.write(line)
	if err == nil || torn {
		l.seq++ // a torn record keeps its number, for what is left of it may be whole
	}
	return err
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
		l.report()
	}
	l.closed = true
	last := l.seq
	l.mu.Unlock()
	close(l.stop)
	<-l.done
	err = errors.Join(err, l.commit(last))
	l.file.close()
	l.lock.Close()
	if err != nil {
		return cannotWrite(err)
	}
	return nil
}
