package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/waittest"
)

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// fillFiles writes n records of 64 KiB: some 15 in a file of 1 MiB.
func fillFiles(t *testing.T, log *Log, n int) {
	t.Helper()
	for range n {
		if err := log.Write(Record{SQL: strings.Repeat("x", maxSQL)}); err != nil {
			t.Fatal(err)
		}
	}
}

func awaitFiles(t *testing.T, dir string, plain, zipped int) {
	t.Helper()
	waittest.Eventually(t, fmt.Sprintf("there were %d plain files and %d compressed ones", plain, zipped), func() bool {
		return len(glob(t, dir, "audit-*.jsonl")) == plain && len(glob(t, dir, "audit-*.jsonl.gz")) == zipped && len(glob(t, dir, "*.tmp")) == 0
	})
}

func TestCompress(t *testing.T) {
	o := Options{Dir: t.TempDir(), MaxSizeMB: 1, Compress: true}
	log := openInside(t, o)
	fillFiles(t, log, 40)
	awaitFiles(t, o.Dir, 0, 2)
	head := log.Head()
	if report := verified(t, log); report.Records != 40 || len(report.Files) != 3 {
		t.Errorf("report: %+v", report)
	}
	for _, path := range glob(t, o.Dir, "*.gz") {
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 || info.Size() > 100<<10 {
			t.Errorf("%s: %v, %d bytes (%v)", path, info.Mode(), info.Size(), err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}

	// The last record may be in a compressed file.
	if err := os.Rename(log.Path(), filepath.Join(o.Dir, "audit-2999-01-01T00-00-00.000.jsonl")); err != nil {
		t.Fatal(err)
	}
	log = openInside(t, o)
	awaitFiles(t, o.Dir, 0, 3)
	if log.Head() != head {
		t.Errorf("the head is %v, was %v", log.Head(), head)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	log = openInside(t, o)
	if log.Head() != head {
		t.Errorf("the head is %v, was %v", log.Head(), head)
	}
	fillFiles(t, log, 1)
	if report := verified(t, log); report.Records != 41 {
		t.Errorf("report: %+v", report)
	}
}

// A crash can leave a file beside its compressed form, or half of that.
func TestCompressAfterACrash(t *testing.T) {
	o := Options{Dir: t.TempDir(), MaxSizeMB: 1}
	log := openInside(t, o)
	fillFiles(t, log, 40)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	old := glob(t, o.Dir, "audit-*.jsonl")
	for path, text := range map[string]string{old[0] + ".gz": "half", old[1] + ".gz.tmp": "half"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if report, err := Verify(o.Dir, VerifyOptions{First: 1}); err != nil || !report.OK() || report.Records != 40 {
		t.Errorf("%+v, %v", report, err)
	}
	o.Compress = true
	log = openInside(t, o)
	awaitFiles(t, o.Dir, 0, 2)
	if report := verified(t, log); report.Records != 40 {
		t.Errorf("report: %+v", report)
	}
}

// Retention counts compressed files, and verification has no finding about the deleted ones.
func TestRetention(t *testing.T) {
	o := Options{Dir: t.TempDir(), MaxSizeMB: 1, MaxBackups: 2, Compress: true}
	log := openInside(t, o)
	fillFiles(t, log, 100)
	// A file that is compressed while lumberjack looks for old ones may stay
	// until it looks again.
	waittest.Eventually(t, "the old files were compressed, and no more than kept", func() bool {
		return len(glob(t, o.Dir, "audit-*")) <= 3 && len(glob(t, o.Dir, "audit-*.jsonl")) == 0
	})
	report, err := Verify(o.Dir, VerifyOptions{})
	if err != nil || !report.OK() || report.First.Seq < 30 || report.Last.Seq < 100 {
		t.Errorf("%+v, %v", report, err)
	}
	if want := (Absent{1, report.First.Seq - 1, Expired}); len(report.Absent) != 1 || report.Absent[0].Absent != want {
		t.Errorf("%+v, %v", report, err)
	}
	if report, err = Verify(o.Dir, VerifyOptions{First: 1}); err != nil || report.OK() || report.Findings[0].Kind != Missing {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestReopen: a file that was moved away is complete.
func TestReopen(t *testing.T) {
	log := openInside(t, Options{Dir: t.TempDir()})
	moved := log.Path() + ".1"
	for range 2 { // the second time nothing was moved
		fillFiles(t, log, 1)
		if err := log.Reopen(); err != nil {
			t.Fatal(err)
		}
	}
	if synced, last := log.durable(); synced != 2 || last != 2 {
		t.Errorf("%d of %d are durable, and nothing should have been noted", synced, last)
	}
	if err := os.Rename(log.Path(), moved); err != nil {
		t.Fatal(err)
	}
	if err := log.Write(Record{SQL: "into the file that was moved"}); err != nil {
		t.Fatal(err)
	}
	if err := log.Reopen(); err != nil {
		t.Fatal(err)
	}
	fillFiles(t, log, 1)
	report := verified(t, log)
	if len(report.Files) != 2 || report.Files[0].Last.Seq != 3 || report.Files[1].First.Seq != 4 || report.Records != 5 {
		t.Errorf("report: %+v", report)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := log.Reopen(); err != nil {
		t.Errorf("Reopen after Close: %v", err)
	}
}
