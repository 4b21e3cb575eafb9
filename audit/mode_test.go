package audit

import (
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// setDisk replaces the log's calls of the operating system.
func (l *Log) setDisk(d disk) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file.disk = d
}

func brokenDisk() disk {
	d := realDisk()
	d.write = func(*os.File, []byte) (int, error) { return 0, syscall.EIO }
	return d
}

func recordsOf(t *testing.T, log *Log) []*Record {
	t.Helper()
	text, err := os.ReadFile(log.Path())
	if err != nil {
		t.Fatal(err)
	}
	var all []*Record
	for line := range strings.Lines(string(text)) {
		if r, wrong := decode([]byte(line)); r != nil && wrong == "" {
			all = append(all, r)
		}
	}
	return all
}

func verified(t *testing.T, log *Log) *Report {
	t.Helper()
	report, err := Verify(log.options.Dir, VerifyOptions{First: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Errorf("findings: %+v", report.Findings)
	}
	return report
}

// TestFailureModes: which statements each mode lets pass, and that the gap is recorded.
func TestFailureModes(t *testing.T) {
	for mode, pass := range map[FailureMode]struct{ read, change bool }{
		Strict: {false, false}, StrictMutations: {true, false}, BestEffort: {true, true},
	} {
		t.Run(mode.String(), func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), FailureMode: mode})
			read, change := Record{Class: "read", SQL: "SELECT"}, Record{Class: "delete", SQL: "DELETE"}
			lostRead, err := log.Announce(read)
			if err != nil {
				t.Fatal(err)
			}
			lost, err := log.Begin(change)
			if err != nil {
				t.Fatal(err)
			}

			log.setDisk(brokenDisk())
			writing := log.Write(read)
			announced, announcing := log.Announce(read)
			begun, beginning := log.Begin(change)
			for what, got := range map[string]struct {
				err  error
				pass bool
			}{
				"Write": {writing, pass.read}, "Announce": {announcing, pass.read}, "Begin": {beginning, pass.change},
				"End of a read": {lostRead.End(Outcome{}), pass.read}, "End": {lost.End(Outcome{}), pass.change},
			} {
				if (got.err == nil) != got.pass || got.err != nil && sqlstate.CodeOf(got.err) != sqlstate.IOError {
					t.Errorf("%s: %v", what, got.err)
				}
			}
			if lost.End(Outcome{}) == nil {
				t.Error("it ends twice")
			}
			if (announced != nil) != pass.read || (begun != nil) != pass.change {
				t.Fatalf("entries: %v, %v", announced, begun)
			}

			log.setDisk(realDisk())
			late := 0 // statements that ran without an intent and end when records can be written again
			for _, entry := range []*Entry{announced, begun} {
				if entry == nil {
					continue
				}
				if err := entry.End(Outcome{Rows: 7}); err != nil || entry.Seq() != 0 {
					t.Errorf("the end of a statement without an intent: %v, seq %d", err, entry.Seq())
				}
				late++
			}
			if err := log.Write(read); err != nil {
				t.Fatal(err)
			}
			var gap *Gap
			for _, r := range recordsOf(t, log) {
				if r.Gap != nil && gap != nil {
					t.Errorf("a second gap: %+v", r.Gap)
				}
				if r.Gap != nil {
					gap = r.Gap
				}
				if r.Phase == PhaseCall && r.Rows != nil && *r.Rows == 7 {
					if late--; r.SQL == "" {
						t.Errorf("a late record tells nothing: %+v", r)
					}
				}
			}
			if gap == nil || late != 0 {
				t.Fatalf("gap %+v, %d late records missing", gap, late)
			}
			want := map[bool]map[string]int{true: {}, false: {}}
			want[pass.read]["read"], want[pass.change]["delete"] = 2, 1
			if !maps.Equal(gap.Unrecorded, want[true]) || !maps.Equal(gap.Refused, want[false]) {
				t.Errorf("unrecorded %v, refused %v, want %v", gap.Unrecorded, gap.Refused, want)
			}
			slices.Sort(gap.Outcomes)
			if !slices.Equal(gap.Outcomes, []uint64{1, 2}) || gap.OutcomesTotal != 2 || gap.Error != "input/output error" || !gap.Until.After(gap.Since) {
				t.Errorf("gap: %+v", gap)
			}
			if report := verified(t, log); len(report.Gaps) != 1 || len(report.Open) != 2 {
				t.Errorf("report: %+v", report)
			}
		})
	}
}

// A caller's mistake is an error in every mode.
func TestBestEffortIsNoExcuse(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), FailureMode: BestEffort})
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Begin(Record{}); sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("Begin after Close: %v", err)
	}
}

// TestSyncReads: when reads are durable.
func TestSyncReads(t *testing.T) {
	for policy, want := range map[ReadSync]uint64{SyncAlways: 2, SyncNever: 0} {
		log := openInside(t, Options{Dir: t.TempDir(), Reads: policy, SyncInterval: time.Millisecond})
		entry, err := log.Announce(Record{})
		if err == nil {
			err = entry.End(Outcome{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if policy == SyncNever {
			time.Sleep(50 * time.Millisecond) // it would have been flushed by now
		}
		if synced, last := log.durable(); synced != want || last != 2 {
			t.Errorf("%s: %d of %d are durable", policy, synced, last)
		}
		if head, err := log.Sync(); err != nil || head != log.Head() {
			t.Errorf("Sync: %v, %v", head, err)
		}
		if synced, last := log.durable(); synced != last {
			t.Errorf("%s: after Sync %d of %d are durable", policy, synced, last)
		}
	}
}

func TestWords(t *testing.T) {
	for _, mode := range []FailureMode{Strict, StrictMutations, BestEffort} {
		if got, err := ParseFailureMode(mode.String()); got != mode || err != nil {
			t.Errorf("%s: %v, %v", mode, got, err)
		}
	}
	for _, policy := range []ReadSync{SyncInterval, SyncAlways, SyncNever} {
		if got, err := ParseReadSync(policy.String()); got != policy || err != nil {
			t.Errorf("%s: %v, %v", policy, got, err)
		}
	}
	for _, policy := range []ChangeSync{SyncOutcome, SyncIntent, SyncCommit} {
		if got, err := ParseChangeSync(policy.String()); got != policy || err != nil {
			t.Errorf("%s: %v, %v", policy, got, err)
		}
	}
	if policy, err := ParseChangeSync("never"); policy != SyncOutcome || err == nil {
		t.Errorf("%v, %v", policy, err)
	}
	if mode, err := ParseFailureMode("bets_effort"); mode != Strict || err == nil {
		t.Errorf("%v, %v", mode, err)
	}
	if policy, err := ParseReadSync(""); policy != SyncAlways || err == nil {
		t.Errorf("%v, %v", policy, err)
	}
}

// slowDisk holds up every flush until it is released.
func slowDisk() (d disk, release func()) {
	gate := make(chan struct{})
	d = realDisk()
	d.sync = func(f *os.File) error {
		<-gate
		return f.Sync()
	}
	return d, func() { close(gate) }
}

// TestSlowDisk: a caller that needs durability waits for it, up to a limit.
func TestSlowDisk(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), SyncTimeout: time.Minute})
	d, release := slowDisk()
	log.setDisk(d)
	begun := make(chan error)
	go func() {
		_, err := log.Begin(Record{})
		begun <- err
	}()
	select {
	case err := <-begun:
		t.Fatalf("Begin did not wait: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	if err := log.Write(Record{}); err != nil {
		t.Errorf("a read waits for nobody: %v", err)
	}
	release()
	if err := <-begun; err != nil {
		t.Errorf("Begin: %v", err)
	}
	verified(t, log)
}

func TestHungDisk(t *testing.T) {
	for mode, pass := range map[FailureMode]bool{Strict: false, BestEffort: true} {
		t.Run(mode.String(), func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), FailureMode: mode, SyncTimeout: 500 * time.Millisecond})
			d, release := slowDisk()
			log.setDisk(d)
			for i := range 3 { // the first waits, the others fail at once
				_, err := log.Begin(Record{Class: "delete"})
				if (err == nil) != pass || err != nil && !strings.Contains(err.Error(), "the disk does not answer") {
					t.Errorf("Begin %d: %v", i, err)
				}
			}
			if _, last := log.durable(); last != 1 {
				t.Errorf("%d records were written behind one that hangs", last)
			}
			release()
			waittest.Eventually(t, "somebody heard that the disk answers", func() bool { synced, _ := log.durable(); return synced == 1 })
			entry, err := log.Begin(Record{Class: "delete"})
			if err == nil {
				err = entry.End(Outcome{})
			}
			if err != nil {
				t.Fatalf("the log did not recover: %v", err)
			}
			var gap *Gap
			for _, r := range recordsOf(t, log) {
				if r.Gap != nil {
					gap = r.Gap
				}
			}
			if gap == nil || gap.Error != "the disk does not answer" || pass && gap.Unrecorded["delete"] != 2 || !pass && gap.Refused["delete"] != 3 {
				t.Errorf("gap: %+v", gap)
			}
			verified(t, log)
		})
	}
}

// TestSyncChanges: which records of a change are durable when its caller goes on.
func TestSyncChanges(t *testing.T) {
	for policy, want := range map[ChangeSync]struct{ inside, commit, outcome uint64 }{
		SyncOutcome: {1, 2, 3}, SyncIntent: {1, 2, 2}, SyncCommit: {0, 2, 2},
	} {
		t.Run(policy.String(), func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), Changes: policy, SyncInterval: time.Hour})
			check := func(after string, want uint64) {
				t.Helper()
				if synced, _ := log.durable(); synced != want {
					t.Errorf("%d are durable after %s, not %d", synced, after, want)
				}
			}
			change, err := log.beginInTransaction(Record{Class: "update"})
			if err != nil {
				t.Fatal(err)
			}
			check("a change in a transaction", want.inside)
			commit, err := log.beginCommit(Record{Class: "session"}, change.Seq())
			if err != nil {
				t.Fatal(err)
			}
			check("the commit's intent", want.commit)
			if err := commit.End(Outcome{}); err != nil {
				t.Fatal(err)
			}
			check("the commit's outcome", want.outcome)
			if err := change.End(Outcome{}); err != nil {
				t.Fatal(err)
			}
			if entry := begun(t, log.Begin, "ddl"); entry != nil {
				check("an intent", entry.Seq())
			}
			verified(t, log)
		})
	}
}

// Outcomes that nobody waits for are flushed in time, though reads never are.
func TestSyncChangesSoon(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir(), Changes: SyncIntent, Reads: SyncNever, SyncInterval: time.Millisecond})
	if err := begun(t, log.Begin, "delete").End(Outcome{}); err != nil {
		t.Fatal(err)
	}
	waittest.Eventually(t, "the outcome became durable", func() bool { synced, _ := log.durable(); return synced == 2 })
}

// TestCommitAfterFailedSync: a flush that failed while a transaction was open may have lost intents
// of its changes. So the transaction cannot be committed, even if the log can be written again.
func TestCommitAfterFailedSync(t *testing.T) {
	for mode, pass := range map[FailureMode]bool{Strict: false, StrictMutations: false, BestEffort: true} {
		t.Run(mode.String(), func(t *testing.T) {
			log := openInside(t, Options{Dir: t.TempDir(), FailureMode: mode, Changes: SyncCommit, SyncInterval: time.Hour})
			change := begun(t, log.beginInTransaction, "update")
			log.breakSync()
			if _, err := log.Sync(); err == nil {
				t.Fatal("the fault did not show")
			}
			later := begun(t, log.beginInTransaction, "update") // of another transaction
			_, err := log.beginCommit(Record{Class: "session"}, change.Seq())
			if (err == nil) != pass || err != nil && sqlstate.CodeOf(err) != sqlstate.IOError {
				t.Errorf("the commit of what may be lost: %v", err)
			}
			for _, first := range []uint64{0, later.Seq()} {
				if _, err := log.beginCommit(Record{Class: "session"}, first); err != nil {
					t.Errorf("the commit of what is durable, from %d: %v", first, err)
				}
			}
			if !pass {
				all := recordsOf(t, log)
				if refused := all[len(all)-3]; refused.Phase != PhaseOutcome || refused.SQLState != string(sqlstate.IOError) {
					t.Errorf("the refusal is not on record: %+v", refused)
				}
			}
		})
	}
}

// beginInTransaction is Batch.BeginInTransaction for one statement.
func (l *Log) beginInTransaction(r Record) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.BeginInTransaction(&r))
}

// beginCommit is Batch.BeginCommit for one statement.
func (l *Log) beginCommit(r Record, first uint64) (*Entry, error) {
	var b Batch
	return l.beginOne(&b, b.BeginCommit(&r, first))
}
