package audit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// These tests look inside of the log: they break its descriptor, or check which records are
// durable.

func openInside(t *testing.T, o Options) *Log {
	t.Helper()
	log, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return log
}

func (l *Log) durable() (synced, last uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.synced, l.head.Seq
}

// breakSync makes fsync fail on the file as it is open now.
func (l *Log) breakSync() {
	l.mu.Lock()
	defer l.mu.Unlock()
	broken := l.file.open.File
	l.file.disk.sync = func(f *os.File) error {
		if f == broken {
			return syscall.EIO
		}
		return f.Sync()
	}
}

func readNotes(t *testing.T, path string) (notes []string, last Record) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		last = Record{}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		if last.Phase == PhaseNote {
			notes = append(notes, last.Note)
		}
	}
	return notes, last
}

func TestDurability(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	entry, err := log.Begin(Record{})
	if err != nil {
		t.Fatal(err)
	}
	if synced, last := log.durable(); synced != 1 || last != 1 {
		t.Errorf("after Begin %d of %d are durable", synced, last)
	}
	if err := entry.End(Outcome{}); err != nil {
		t.Fatal(err)
	}
	if synced, last := log.durable(); synced != 2 || last != 2 {
		t.Errorf("after End %d of %d are durable", synced, last)
	}
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	waittest.Eventually(t, "all three records became durable", func() bool {
		synced, last := log.durable()
		return synced == 3 && last == 3
	})
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if synced, last := log.durable(); synced != 4 || last != 4 {
		t.Errorf("after Close %d of %d are durable", synced, last)
	}
}

// The descriptor is that of the current file before and after each rotation, and the old file is
// durable by then.
func TestSyncFollowsRotation(t *testing.T) {
	dir := t.TempDir()
	log := openInside(t, Options{Dir: dir, MaxSizeMB: 1})
	files := 0
	var before os.FileInfo
	for i := range 45 { // 64 KiB each: two rotations
		if err := log.Write(Record{SQL: strings.Repeat("x", maxSQL)}); err != nil {
			t.Fatal(err)
		}
		log.mu.Lock()
		synced, file := log.synced, log.file
		mine, err := file.open.Stat()
		if err != nil {
			t.Fatal(err)
		}
		named, err := os.Stat(log.path)
		if err != nil {
			t.Fatal(err)
		}
		if !os.SameFile(mine, named) || mine.Size() != file.size {
			t.Fatalf("after record %d: the descriptor has %d bytes, the file %d, the log thinks %d",
				i+1, mine.Size(), named.Size(), file.size)
		}
		if before != nil && !os.SameFile(before, mine) {
			files++
			if synced < uint64(i) {
				t.Errorf("rotated before record %d with only %d durable", i+1, synced)
			}
		}
		before = mine
		log.mu.Unlock()
	}
	if files != 2 {
		t.Errorf("%d rotations", files)
	}
	if _, err := log.Begin(Record{}); err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl"))
	if err != nil || len(old) != 2 {
		t.Errorf("old files: %v (%v)", old, err)
	}
	for _, path := range old {
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 || info.Size() >= 1<<20 {
			t.Errorf("%s: %v, %d bytes (%v)", path, info.Mode(), info.Size(), err)
		}
	}
}

// A rotation never lands on the name of an older file.
func TestRotationKeepsOldFiles(t *testing.T) {
	dir := t.TempDir()
	log := openInside(t, Options{Dir: dir})
	for range 5 {
		if err := log.Write(Record{}); err != nil {
			t.Fatal(err)
		}
		log.mu.Lock()
		err := log.rotate()
		log.mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
	}
	if old, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl")); err != nil || len(old) != 5 {
		t.Errorf("old files: %v (%v)", old, err)
	}
}

func TestMaxBackups(t *testing.T) {
	dir := t.TempDir()
	log := openInside(t, Options{Dir: dir, MaxSizeMB: 1, MaxBackups: 2})
	for range 80 {
		if err := log.Write(Record{SQL: strings.Repeat("x", maxSQL)}); err != nil {
			t.Fatal(err)
		}
	}
	waittest.Eventually(t, "two old files were left", func() bool {
		old, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl"))
		return err == nil && len(old) == 2
	})
}

func TestSyncFails(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	entry, err := log.Begin(Record{})
	if err != nil {
		t.Fatal(err)
	}
	log.breakSync()
	if _, err := log.Begin(Record{SQL: "never runs"}); sqlstate.CodeOf(err) != sqlstate.IOError {
		t.Fatalf("Begin with a broken fsync: %v", err)
	}
	if err := entry.End(Outcome{}); err != nil {
		t.Fatalf("the log did not recover: %v", err)
	}
	notes, last := readNotes(t, log.Path())
	if len(notes) != 1 || !strings.Contains(notes[0], "records 2 to 2 may not be durable") {
		t.Errorf("notes: %q", notes)
	}
	if last.Phase != PhaseOutcome || last.Intent != 1 || last.Seq != 4 {
		t.Errorf("the last record: %+v", last)
	}
	log.breakSync()
	if err := entry.log.Close(); sqlstate.CodeOf(err) != sqlstate.SuccessfulCompletion {
		t.Errorf("Close with nothing left to flush: %v", err)
	}
}

// All callers that wait for one flush share its failure; none may take the next flush's success for
// its own.
func TestSyncFailsForAll(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	begun, release := make(chan struct{}), make(chan struct{})
	log.mu.Lock()
	log.file.disk.sync = func(f *os.File) error {
		close(begun)
		<-release
		return syscall.EIO
	}
	log.mu.Unlock()
	results := make(chan error)
	for range 8 {
		go func() {
			_, err := log.Begin(Record{})
			results <- err
		}()
	}
	waittest.Eventually(t, "all writers have written", func() bool { _, last := log.durable(); return last == 8 })
	<-begun
	log.mu.Lock()
	log.file.disk.sync = (*os.File).Sync
	log.mu.Unlock()
	close(release)
	for range 8 {
		if err := <-results; sqlstate.CodeOf(err) != sqlstate.IOError {
			t.Errorf("Begin: %v", err)
		}
	}
	if _, err := log.Begin(Record{}); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestRegularSyncFails(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	log.breakSync()
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	waittest.Eventually(t, "the log noticed that the flush has failed", func() bool {
		log.mu.Lock()
		defer log.mu.Unlock()
		return len(log.doubts) == 1
	})
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	if notes, last := readNotes(t, log.Path()); len(notes) != 1 || last.Seq != 3 {
		t.Errorf("notes %q, last %+v", notes, last)
	}
}

func TestFileTaken(t *testing.T) {
	for name, test := range map[string]struct {
		take func(string) error
		lost bool
		note string
	}{
		"deleted": {os.Remove, true, "the log goes on here; record 2 is the last"},
		"moved":   {func(path string) error { return os.Rename(path, path+".away") }, false, "the log goes on here; record 2 is the last"},
		"replaced": {
			func(path string) error { os.Remove(path); return os.WriteFile(path, []byte("{}"), 0o644) }, true,
			"audit.jsonl was not as the log had left it, and was set aside",
		},
		"cut short": {func(path string) error { return os.Truncate(path, 10) }, true, "was set aside"},
		"emptied":   {func(path string) error { return os.Truncate(path, 0) }, true, "was set aside"},
	} {
		t.Run(name, func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir()})
			if _, err := log.Begin(Record{SQL: strings.Repeat("x", 1000)}); err != nil {
				t.Fatal(err)
			}
			if err := test.take(log.Path()); err != nil {
				t.Fatal(err)
			}
			_, err := log.Begin(Record{})
			if test.lost && sqlstate.CodeOf(err) != sqlstate.IOError || !test.lost && err != nil {
				t.Fatalf("Begin into a file that is %s: %v", name, err)
			}
			entry, err := log.Begin(Record{})
			if err != nil {
				t.Fatal(err)
			}
			read, last := readNotes(t, log.Path())
			notes := strings.Join(read, "\n")
			if last.Seq != entry.Seq() || !strings.Contains(notes, test.note) ||
				test.lost != strings.Contains(notes, "records 2 to 2 may not be durable") {
				t.Errorf("notes %q, last %+v", notes, last)
			}
			report, err := Verify(log.options.Dir, VerifyOptions{First: 1})
			if err != nil || report.OK() == test.lost {
				t.Errorf("findings %+v (%v)", report.Findings, err)
			}
		})
	}
}

// TestConcurrent records from many goroutines across rotations.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	log := openInside(t, Options{Dir: dir, MaxSizeMB: 1})
	const writers, each = 32, 20
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for range each {
				if err := log.Write(Record{SQL: strings.Repeat("r", 1000)}); err != nil {
					t.Error(err)
				}
				entry, err := log.Begin(Record{SQL: strings.Repeat("w", 3000)})
				if err != nil {
					t.Error(err)
					return
				}
				if synced, _ := log.durable(); synced < entry.Seq() {
					t.Errorf("intent %d is not durable, only %d", entry.Seq(), synced)
				}
				if err := entry.End(Outcome{Rows: int64(entry.Seq())}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if log.syncs >= 2*writers*each {
		t.Errorf("%d flushes for %d intents and outcomes: nobody shared", log.syncs, 2*writers*each)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}

	old, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl"))
	if err != nil || len(old) == 0 {
		t.Fatalf("old files %v (%v)", old, err)
	}
	seq, intents := uint64(0), map[uint64]bool{}
	for _, path := range append(old, log.Path()) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var r Record
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if seq++; r.Seq != seq {
				t.Fatalf("seq %d after %d", r.Seq, seq-1)
			}
			switch r.Phase {
			case PhaseIntent:
				intents[r.Seq] = true
			case PhaseOutcome:
				if !intents[r.Intent] || uint64(*r.Rows) != r.Intent {
					t.Errorf("an outcome of %d rows for intent %d", *r.Rows, r.Intent)
				}
				delete(intents, r.Intent)
			}
		}
	}
	if seq != 3*writers*each || len(intents) != 0 {
		t.Errorf("%d records, intents without outcome: %v", seq, intents)
	}
}

// The kernel reports a failed fsync once. A later flush of the same file must not succeed, until
// the file is opened anew.
func TestSyncFailsOnce(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	d, told := realDisk(), false
	d.sync = func(f *os.File) error {
		if told {
			return f.Sync()
		}
		told = true
		return syscall.EIO
	}
	log.setDisk(d)
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	log.mu.Lock()
	open := log.file.open
	log.mu.Unlock()
	for range 2 {
		if _, err := d.flush(open, log.path, 0); err == nil {
			t.Error("a flush is a success on a file that has lost something")
		}
	}
	if _, err := log.Begin(Record{}); sqlstate.CodeOf(err) != sqlstate.IOError {
		t.Errorf("Begin: %v", err)
	}
	if _, err := log.Begin(Record{}); err != nil {
		t.Errorf("the log did not recover: %v", err)
	}
	if notes, _ := readNotes(t, log.Path()); len(notes) != 1 || !strings.Contains(notes[0], "records 1 to 2 may not be durable") {
		t.Errorf("notes: %q", notes)
	}
}

// A disk that hangs does not block Close.
func TestCloseOnHungDisk(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), SyncTimeout: 20 * time.Millisecond})
	d, release := slowDisk()
	log.setDisk(d)
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); sqlstate.CodeOf(err) != sqlstate.IOError || !strings.Contains(err.Error(), "the disk does not answer") {
		t.Errorf("Close: %v", err)
	}
	release()
	<-log.flushingDone
}
