package audit

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// countingDisk counts writes and flushes.
func countingDisk() (d disk, writes, syncs *int) {
	writes, syncs = new(int), new(int)
	d = realDisk()
	d.write = func(f *os.File, lines []byte) (int, error) { *writes++; return f.Write(lines) }
	d.sync = func(f *os.File) error { *syncs++; return f.Sync() }
	return d, writes, syncs
}

func begun(t *testing.T, begin func(Record) (*Entry, error), class string) *Entry {
	t.Helper()
	entry, err := begin(Record{Class: class})
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// TestWriteAll: calls and outcomes are written in order, by one write.
func TestWriteAll(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), Changes: SyncIntent})
	read, change := begun(t, log.Announce, "read"), begun(t, log.Begin, "delete")
	d, writes, _ := countingDisk()
	log.setDisk(d)

	var b Batch
	for round := range 2 {
		b.Reset()
		r := Record{Class: "read", SQL: "first", Seq: 99, Note: "of the caller's"}
		b.Add(&r, Outcome{Rows: 3})
		r.SQL = "second"
		b.Add(&r, Outcome{Err: sqlstate.New(sqlstate.InsufficientPrivilege, "no")})
		b.End(read, Outcome{Rows: 4})
		b.End(change, Outcome{Rows: 5})
		b.End(change, Outcome{Rows: 6})
		err := log.WriteAll(&b)
		if sqlstate.CodeOf(err) != sqlstate.ObjectNotInState || b.Len() != 5 {
			t.Errorf("WriteAll: %v", err)
		}
		for i := range b.Len() {
			if (b.Err(i) != nil) != (i == 4 || round == 1 && i >= 2) {
				t.Errorf("round %d, number %d: %v", round, i, b.Err(i))
			}
		}
	}
	if *writes != 2 {
		t.Errorf("%d writes for 2 batches", *writes)
	}
	var got []string
	for _, r := range recordsOf(t, log)[2:] {
		rows := "-"
		if r.Rows != nil {
			rows = string(rune('0' + *r.Rows))
		}
		got = append(got, strings.Join([]string{string(r.Phase), r.SQL, rows, r.SQLState}, " "))
	}
	want := []string{"call first 3 ", "call second - 42501", "outcome  4 ", "outcome  5 ", "call first 3 ", "call second - 42501"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if report := verified(t, log); len(report.Open) != 0 || report.Records != 8 {
		t.Errorf("report: %+v", report)
	}
	if err := log.WriteAll(&Batch{}); err != nil || *writes != 2 {
		t.Errorf("an empty batch: %v, %d writes", err, *writes)
	}
}

// TestWriteAllFails: a failed write fails all records, and each passes as the failure mode says.
func TestWriteAllFails(t *testing.T) {
	for mode, pass := range map[FailureMode]struct{ read, change bool }{
		Strict: {false, false}, StrictMutations: {true, false}, BestEffort: {true, true},
	} {
		t.Run(mode.String(), func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), FailureMode: mode})
			change, head := begun(t, log.Begin, "delete"), log.Head()
			log.setDisk(brokenDisk())
			var b Batch
			b.Add(&Record{Class: "read"}, Outcome{})
			b.End(change, Outcome{})
			b.Add(&Record{Class: "session"}, Outcome{})
			err := log.WriteAll(&b)
			if (err == nil) != pass.change || err != nil && sqlstate.CodeOf(err) != sqlstate.IOError {
				t.Errorf("WriteAll: %v", err)
			}
			for i, pass := range []bool{pass.read, pass.change, pass.read} {
				if (b.Err(i) == nil) != pass {
					t.Errorf("number %d: %v", i, b.Err(i))
				}
			}
			if log.Head() != head {
				t.Errorf("the head is %v, was %v", log.Head(), head)
			}
			if change.End(Outcome{}) == nil {
				t.Error("it ends twice")
			}
			log.setDisk(realDisk())
			b.Reset()
			b.Add(&Record{Class: "read"}, Outcome{})
			b.Add(&Record{Class: "read"}, Outcome{})
			if err := log.WriteAll(&b); err != nil {
				t.Fatalf("the log did not recover: %v", err)
			}
			all := recordsOf(t, log)
			gap := all[len(all)-1].Gap
			if len(all) != 4 || gap == nil || !slices.Equal(gap.Outcomes, []uint64{1}) || len(gap.Refused)+len(gap.Unrecorded) != 2 {
				t.Errorf("%d records, gap %+v", len(all), gap)
			}
			verified(t, log)
		})
	}
}

// TestWriteAllTorn: the whole lines that a failed write left count, and the log goes on behind
// them.
func TestWriteAllTorn(t *testing.T) {
	for name, test := range map[string]struct {
		left    func(lines []byte) []byte
		records uint64
		torn    int
	}{
		"nothing":            {func([]byte) []byte { return nil }, 0, 0},
		"half a line":        {func(l []byte) []byte { return l[:len(l)/6] }, 0, 1},
		"two and a half":     {func(l []byte) []byte { return l[:len(l)*5/6] }, 2, 1},
		"all but its end":    {func(l []byte) []byte { return l[:len(l)-1] }, 3, 1},
		"all":                {func(l []byte) []byte { return l }, 3, 0},
		"what nobody wrote":  {func([]byte) []byte { return make([]byte, 5000) }, 0, 1},
		"another's record":   {func([]byte) []byte { return []byte(`{"seq":2,"prev":"x"}` + "\n") }, 0, 0},
		"all, and another's": {func(l []byte) []byte { return append(slices.Clone(l), `{"seq":5,"prev":"x"}`+"\n"...) }, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir()})
			begun(t, log.Begin, "delete")
			d := realDisk()
			d.write = func(f *os.File, lines []byte) (int, error) {
				if _, err := f.Write(test.left(lines)); err != nil {
					t.Error(err)
				}
				return 0, syscall.EIO // it cannot be cut off either
			}
			log.setDisk(d)
			var b Batch
			for range 3 {
				b.Add(&Record{Class: "read", SQL: strings.Repeat("x", 1000)}, Outcome{})
			}
			if log.WriteAll(&b) == nil || b.Err(0) == nil || b.Err(2) == nil {
				t.Fatal("the fault did not show")
			}
			log.setDisk(realDisk())
			entry := begun(t, log.Begin, "delete")
			set := strings.Contains(name, "another's") // aside
			report, err := Verify(log.options.Dir, VerifyOptions{First: 1})
			if err != nil || report.OK() == set || report.Torn != test.torn {
				t.Errorf("findings %+v, %d torn (%v)", report.Findings, report.Torn, err)
			}
			notes := uint64(test.torn)
			if set {
				notes = 1
			}
			if entry.Seq() != 1+test.records+notes+1 {
				t.Errorf("the log goes on at %d", entry.Seq())
			}
		})
	}
}

// TestWriteAllRotates: a batch that does not fit in the file continues in the next one; one that is
// larger than a file takes several.
func TestWriteAllRotates(t *testing.T) {
	dir := t.TempDir()
	log := openInside(t, Options{Dir: dir, MaxSizeMB: 1})
	d, writes, _ := countingDisk()
	log.setDisk(d)
	var b Batch
	for range 45 { // 64 KiB each
		b.Add(&Record{SQL: strings.Repeat("x", maxSQL)}, Outcome{})
	}
	if err := log.WriteAll(&b); err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl"))
	if err != nil || len(old) != 2 || *writes != 3 {
		t.Errorf("%d writes, old files: %v (%v)", *writes, old, err)
	}
	if report := verified(t, log); report.Records != 45 {
		t.Errorf("%d records", report.Records)
	}
}

// If a rotation in the middle of a batch fails, the rest of the batch fails; the records in the
// file are not reported as missing.
func TestWriteAllRotationFails(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), MaxSizeMB: 1})
	d := realDisk()
	d.sync = func(*os.File) error { return syscall.EIO }
	log.setDisk(d)
	var b Batch
	for range 20 {
		b.Add(&Record{Class: "read", SQL: strings.Repeat("x", maxSQL)}, Outcome{})
	}
	if err := log.WriteAll(&b); sqlstate.CodeOf(err) != sqlstate.IOError {
		t.Errorf("WriteAll: %v", err)
	}
	written := int(log.Head().Seq)
	for i := range b.Len() {
		if (b.Err(i) == nil) != (i < written) {
			t.Errorf("%d are written; number %d: %v", written, i, b.Err(i))
		}
	}
	log.setDisk(realDisk())
	if err := log.Write(Record{}); err != nil {
		t.Fatalf("the log did not recover: %v", err)
	}
	if report := verifiedFiles(t, log); written == 0 || written == 20 || int(report.Records) != written+3 || len(report.Gaps) != 1 {
		t.Errorf("%d written, report %+v", written, report)
	}
	gap := recordsOf(t, log)
	if got := gap[len(gap)-1].Gap; got == nil || got.Refused["read"] != 20-written {
		t.Errorf("gap %+v of %d", got, 20-written)
	}
}

// verifiedFiles verifies a log that has a note about records in doubt.
func verifiedFiles(t *testing.T, log *Log) *Report {
	t.Helper()
	report, err := Verify(log.options.Dir, VerifyOptions{First: 1})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestWriteAllSyncs: callers that need durability share one flush.
func TestWriteAllSyncs(t *testing.T) {
	for name, test := range map[string]struct {
		reads   ReadSync
		changes ChangeSync
		change  bool
		durable bool
	}{
		"reads always": {SyncAlways, SyncIntent, false, true},
		"outcome":      {SyncNever, SyncOutcome, true, true},
		"a read alone": {SyncNever, SyncOutcome, false, false},
		"intent":       {SyncNever, SyncIntent, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), Reads: test.reads, Changes: test.changes, SyncInterval: time.Hour})
			var b Batch
			if test.change {
				b.End(begun(t, log.Begin, "delete"), Outcome{})
			}
			d, _, syncs := countingDisk()
			log.setDisk(d)
			for range 3 {
				b.Add(&Record{Class: "read"}, Outcome{})
			}
			if waits := log.Waits(&b); waits != test.durable {
				t.Errorf("it waits: %t", waits)
			}
			if err := log.WriteAll(&b); err != nil {
				t.Fatal(err)
			}
			log.mu.Lock() // a flush that woke late has nothing to do
			got := *syncs
			log.mu.Unlock()
			if synced, last := log.durable(); (synced == last) != test.durable || (got == 1) != test.durable {
				t.Errorf("%d of %d are durable by %d flushes", synced, last, got)
			}
		})
	}
}

// TestIntents: the intents of a batch are written by one write and flushed by one flush, and each
// has its own error.
func TestIntents(t *testing.T) {
	for name, test := range map[string]struct {
		changes ChangeSync
		begin   func(*Batch, *Record) *Entry
		waits   bool
	}{
		"intent":                {SyncIntent, (*Batch).Begin, true},
		"inside, intent":        {SyncIntent, (*Batch).BeginInTransaction, true},
		"inside, commit":        {SyncCommit, (*Batch).BeginInTransaction, false},
		"not inside, commit":    {SyncCommit, (*Batch).Begin, true},
		"the commit, by commit": {SyncCommit, func(b *Batch, r *Record) *Entry { return b.BeginCommit(r, 1) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), Reads: SyncNever, Changes: test.changes, SyncInterval: time.Hour})
			d, writes, syncs := countingDisk()
			log.setDisk(d)
			var b Batch
			r := Record{Class: "mutate", SQL: "a"}
			first, second := test.begin(&b, &r), test.begin(&b, &r)
			if first.Err() == nil || first.Seq() != 0 {
				t.Errorf("an intent that is not written: %d, %v", first.Seq(), first.Err())
			}
			if log.Waits(&b) != test.waits {
				t.Errorf("it waits: %t", !test.waits)
			}
			if err := log.WriteAll(&b); err != nil {
				t.Fatal(err)
			}
			log.mu.Lock()
			got := *syncs
			log.mu.Unlock()
			if *writes != 1 || (got == 1) != test.waits {
				t.Errorf("%d writes, %d flushes", *writes, got)
			}
			if first.Seq() != 1 || second.Seq() != 2 || first.Err() != nil || second.Err() != nil {
				t.Errorf("%d, %v; %d, %v", first.Seq(), first.Err(), second.Seq(), second.Err())
			}
			if err := errors.Join(second.End(Outcome{Rows: 1}), first.End(Outcome{Rows: 2})); err != nil {
				t.Error(err)
			}
			if report := verified(t, log); len(report.Open) != 0 || report.Records != 4 {
				t.Errorf("report: %+v", report)
			}
		})
	}
}

// TestIntentsFail: no statement of a batch that is not durable may run. A commit must not run if
// its transaction's intents may be lost, even if its own intent is durable.
func TestIntentsFail(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), Changes: SyncCommit, SyncInterval: time.Hour})
	change := begun(t, log.beginInTransaction, "mutate")
	d := realDisk()
	d.sync = func(*os.File) error { return syscall.EIO }
	log.setDisk(d)
	var b Batch
	r := Record{Class: "mutate"}
	entries := []*Entry{b.Begin(&r), b.BeginInTransaction(&r), b.BeginCommit(&r, change.Seq())}
	if err := log.WriteAll(&b); sqlstate.CodeOf(err) != sqlstate.IOError {
		t.Errorf("WriteAll: %v", err)
	}
	for i, want := range []bool{true, false, true} { // the second need not be durable yet
		if err := entries[i].Err(); (sqlstate.CodeOf(err) == sqlstate.IOError) != want {
			t.Errorf("number %d: %v", i, err)
		}
	}
	log.setDisk(realDisk())
	b.Reset()
	late, other := b.BeginCommit(&r, change.Seq()), b.BeginCommit(&r, 0)
	if err := log.WriteAll(&b); sqlstate.CodeOf(err) != sqlstate.IOError || sqlstate.CodeOf(late.Err()) != sqlstate.IOError || other.Err() != nil {
		t.Errorf("a commit of what may be lost: %v, %v; another: %v", err, late.Err(), other.Err())
	}
}

// TestWriteAllMemory: a batch of reads allocates nothing.
func TestWriteAllMemory(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), Reads: SyncNever})
	r := typical()
	var b Batch
	allocated := testing.AllocsPerRun(100, func() {
		b.Reset()
		for range 8 {
			b.Add(&r, Outcome{Rows: 1, Duration: time.Millisecond})
		}
		if err := log.WriteAll(&b); err != nil {
			t.Error(err)
		}
	})
	if allocated >= 1 {
		t.Errorf("%v allocations", allocated)
	}
}
