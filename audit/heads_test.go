package audit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keptLog opens a log that keeps its head, and returns the options to open it again.
func keptLog(t *testing.T) (o Options, open func(records int) *Log) {
	t.Helper()
	dir := t.TempDir()
	o = Options{Dir: filepath.Join(dir, "audit"), HeadFile: filepath.Join(dir, "heads", "audit.head"), SyncInterval: 5 * time.Millisecond}
	return o, func(records int) *Log {
		log := openInside(t, o)
		for range records {
			if err := log.Write(Record{SQL: "SELECT 1"}); err != nil {
				t.Fatal(err)
			}
		}
		return log
	}
}

func mustClose(t *testing.T, log *Log) {
	t.Helper()
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
}

func mustKeep(t *testing.T, path string) Kept {
	t.Helper()
	kept, err := ReadKept(path)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// TestHeadIsKept: a head is stored at the start, soon after a record, and at the end; its directory
// is for the owner alone.
func TestHeadIsKept(t *testing.T) {
	o, open := keptLog(t)
	log := open(0)
	if kept := mustKeep(t, o.HeadFile); kept != (Kept{}) {
		t.Errorf("of an empty log: %+v", kept)
	}
	if err := log.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	waittest.Eventually(t, "the log's head was kept", func() bool { return mustKeep(t, o.HeadFile).Head == log.Head() })
	for range 100 {
		if err := log.Write(Record{}); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, log)
	if kept := mustKeep(t, o.HeadFile); kept.Head != log.Head() || kept.Head.Seq != 101 {
		t.Errorf("%+v is kept of %v", kept, log.Head())
	}
	for _, name := range []string{"", "key", "audit.head"} {
		info, err := os.Stat(filepath.Join(filepath.Dir(o.HeadFile), name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if _, err := ReadKept(o.HeadFile + "2"); !errors.Is(err, ErrNotKept) {
		t.Errorf("of another log: %v", err)
	}
}

// TestHeadClaimsWhatIsDurable: the stored head never names a record that an fsync did not make
// durable, because a power cut may lose it.
func TestHeadClaimsWhatIsDurable(t *testing.T) {
	o, open := keptLog(t)
	log := open(0)
	if _, err := log.Begin(Record{}); err != nil {
		t.Fatal(err)
	}
	durable := log.Head()
	log.mu.Lock()
	log.file.disk.sync = func(*os.File) error { return errors.New("no") }
	log.mu.Unlock()
	if _, err := log.Begin(Record{}); err == nil {
		t.Fatal("the fault did not show")
	}
	time.Sleep(50 * time.Millisecond) // a head that can be kept is kept by then
	if kept := mustKeep(t, o.HeadFile).Head; kept.Seq > durable.Seq {
		t.Errorf("%v is kept, and %v is durable", kept, durable)
	}
	log.mu.Lock()
	log.file.disk = realDisk()
	log.mu.Unlock()
	mustClose(t, log)

	// A power cut takes what is behind the kept head, and half of a record.
	log = open(3)
	mustClose(t, log)
	text, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	log = open(5)
	log.mu.Lock()
	log.file.disk.sync = func(*os.File) error { return errors.New("no") } // nothing more is kept
	log.mu.Unlock()
	_ = log.Close() // it says that it could not flush
	now, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	kept := mustKeep(t, o.HeadFile).Head
	for lines := strings.SplitAfter(string(now[len(text):]), "\n"); ; lines = lines[:len(lines)-1] {
		if Number([]byte(lines[len(lines)-1])) > kept.Seq && len(lines) > 1 {
			continue
		}
		now = append(text, strings.Join(lines, "")...)
		break
	}
	if err := os.WriteFile(log.Path(), append(now, `{"v":1,"seq":9`...), 0o600); err != nil {
		t.Fatal(err)
	}
	mustClose(t, open(1))
}

// TestLossIsAcknowledged: the log goes on behind the highest number even if its last line is torn,
// and its notes explain the missing records to Verify.
func TestLossIsAcknowledged(t *testing.T) {
	o, open := keptLog(t)
	log := open(20)
	mustClose(t, log)
	text, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(log.Path(), []byte(strings.Join(lines[:15], "")+lines[15][:30]), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Open(o)
	if sqlstate.CodeOf(err) != sqlstate.DataCorrupted || !strings.Contains(err.Error(), "the log ends with record 15, and records 16 to 20 are not here") {
		t.Fatalf("%v", err)
	}
	accept := o
	accept.Acknowledge = "ada"
	log = openInside(t, accept)
	if head := log.Head(); head.Seq != 21 {
		t.Errorf("head %v", head)
	}
	mustClose(t, log)
	mustClose(t, open(2))
	report, err := Verify(o.Dir, VerifyOptions{Kept: []Head{mustKeep(t, o.HeadFile).Head}})
	if err != nil || !report.OK() || report.Torn != 1 || report.Last.Seq != 23 ||
		strings.Join(report.Incomplete, "; ") != "records 16 to 20 are not here (acknowledged by record 21)" {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestArchivedFileIsNoLoss: the current file is moved away while the server runs, and the server is
// killed before it stores a newer head.
func TestArchivedFileIsNoLoss(t *testing.T) {
	o, open := keptLog(t)
	log := open(5)
	mustClose(t, log)
	kept, err := os.ReadFile(o.HeadFile)
	if err != nil {
		t.Fatal(err)
	}
	log = open(0)
	if err := os.Rename(log.Path(), filepath.Join(t.TempDir(), "archived")); err != nil {
		t.Fatal(err)
	}
	if err := log.Reopen(); err != nil {
		t.Fatal(err)
	}
	mustClose(t, log)
	if err := os.WriteFile(o.HeadFile, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	mustClose(t, open(1))
}

// TestExpiredIsToldOnce: each note includes all earlier deletions, across starts; files that a
// person deleted are not among them.
func TestExpiredIsToldOnce(t *testing.T) {
	o, _ := keptLog(t)
	o.MaxSizeMB, o.MaxBackups = 1, 2
	for range 3 {
		log := openInside(t, o)
		fillFiles(t, log, 60)
		awaitFiles(t, o.Dir, o.MaxBackups, 0) // a log that closes does not look for old files first
		mustClose(t, log)
	}
	report, err := Verify(o.Dir, VerifyOptions{Kept: []Head{mustKeep(t, o.HeadFile).Head}})
	if err != nil || !report.OK() || len(report.Incomplete) > 0 || len(report.Absent) != 1 || report.Absent[0].Absent != (Absent{1, report.First.Seq - 1, Expired}) {
		t.Fatalf("%+v, %v", report, err)
	}
	if err := os.Remove(filepath.Join(o.Dir, report.Files[0].Name)); err != nil {
		t.Fatal(err)
	}
	first := report.Files[1].First.Seq
	report, err = Verify(o.Dir, VerifyOptions{})
	if err != nil || !report.OK() || len(report.Absent) != 2 || report.Absent[1].Why != "" || report.Absent[1].To != first-1 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestMovedFolderIsNotShared: if the directory is moved away under a server and another one is made
// in its place, neither a second server nor the first may write there beside the other.
func TestMovedFolderIsNotShared(t *testing.T) {
	o, open := keptLog(t)
	log := open(3)
	if err := os.Rename(o.Dir, o.Dir+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(o.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(o); sqlstate.CodeOf(err) != sqlstate.LockNotAvailable {
		t.Errorf("a second server with the same heads: %v", err)
	}
	other := o
	other.HeadFile = filepath.Join(t.TempDir(), "heads", "audit.head")
	second := openInside(t, other)
	if err := second.Write(Record{}); err != nil {
		t.Fatal(err)
	}
	if err := log.Reopen(); sqlstate.CodeOf(err) == sqlstate.SuccessfulCompletion {
		t.Error("the first server writes to the folder of the second")
	}
	mustClose(t, second)
	if err := log.Write(Record{}); err != nil {
		t.Errorf("the folder is free, and the first server does not go on: %v", err)
	}
}

// TestTwoErrors: "was not run" and "ran, but is not recorded" are two errors, and the second names
// the intent.
func TestTwoErrors(t *testing.T) {
	_, open := keptLog(t)
	log := open(3)
	begin := func() *Entry {
		entry, err := log.Begin(Record{Class: "mutate"})
		if err != nil {
			t.Fatal(err)
		}
		return entry
	}
	ran, failed := begin(), begin()
	log.mu.Lock()
	log.file.disk.write = func(*os.File, []byte) (int, error) { return 0, syscall.ENOSPC }
	log.mu.Unlock()
	_, notRun := log.Begin(Record{Class: "mutate"})
	implied := log.Write(Record{Class: "session", Verb: "COMMIT"}.With(Outcome{Tag: "COMMIT"}))
	for _, test := range []struct {
		err                   error
		message, detail, hint string
	}{
		{notRun, "cannot write the audit record: no space", "", "was not run"},
		{log.Write(Record{Class: "read"}), "cannot write the audit record: no space", "", "Nothing is answered without a record"},
		{ran.End(Outcome{}), "the statement ran, but its outcome cannot be written", "Its intent is record 4 of", "Before you run it again"},
		{failed.End(Outcome{Err: sqlstate.New(sqlstate.QueryCanceled, "too slow")}), "the statement may have run, and its outcome cannot be written", "Its intent is record 5 of the audit log. It ended with: too slow (SQLSTATE 57014)", "Before you run it again"},
		{implied, "the transaction was committed", "", "Before you repeat it"},
	} {
		e := sqlstate.From(test.err)
		if e.Code != sqlstate.DiskFull || !strings.Contains(e.Message, test.message) || !strings.Contains(e.Detail, test.detail) || !strings.Contains(e.Hint, test.hint) {
			t.Errorf("%v, detail %q, hint %q; want %q, %q, %q", e, e.Detail, e.Hint, test.message, test.detail, test.hint)
		}
	}
	if err := log.Ready(); sqlstate.CodeOf(err) != sqlstate.DiskFull {
		t.Errorf("ready on a full disk: %v", err)
	}
	log.mu.Lock()
	log.file.disk = realDisk()
	log.mu.Unlock()
	if err := log.Ready(); err != nil {
		t.Errorf("ready with space again: %v", err)
	}
	if notes, _ := readNotes(t, log.Path()); len(notes) != 1 || !strings.Contains(notes[0], "outcomes missing: 2, of the intents [4 5]") {
		t.Errorf("notes: %q", notes)
	}
}
