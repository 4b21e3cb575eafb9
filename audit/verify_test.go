package audit_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	firstFile  = "audit-2026-01-01T00-00-00.000.jsonl"
	secondFile = "audit-2026-01-02T00-00-00.000.jsonl.gz"
	lastFile   = "audit.jsonl"
)

// sixCalls records an intent, a read, the outcome, a refusal, an intent
// without an outcome, and a read.
func sixCalls(t *testing.T, log *audit.Log, text string) {
	t.Helper()
	entry, err := log.Begin(audit.Record{Class: "delete", SQL: "DELETE " + text})
	if err != nil {
		t.Fatal(err)
	}
	write := func(r audit.Record) {
		if err := log.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	write(audit.Record{Class: "read", SQL: "SELECT " + text})
	if err := entry.End(audit.Outcome{Rows: 1}); err != nil {
		t.Fatal(err)
	}
	write(audit.Record{Class: "delete", Decision: audit.RefuseImmediate}.With(audit.Outcome{Err: sqlstate.New(sqlstate.InsufficientPrivilege, "no")}))
	if _, err := log.Begin(audit.Record{Class: "exec", SQL: "CALL " + text}); err != nil {
		t.Fatal(err)
	}
	write(audit.Record{Class: "read", SQL: "TABLE " + text})
}

// threeFiles makes a log of 20 records: 1 to 6 in the first file, 7 to 13 in the second, which is
// compressed, and 14 to 20 in the last. The second and the third file begin with a note.
func threeFiles(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	now := clock
	log := open(t, audit.Options{Dir: dir, Now: func() time.Time { now = now.Add(time.Second); return now }})
	for _, name := range []string{firstFile, strings.TrimSuffix(secondFile, ".gz"), ""} {
		sixCalls(t, log, text)
		if name == "" {
			break
		}
		if err := os.Rename(log.Path(), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if err := log.Reopen(); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(dir, strings.TrimSuffix(secondFile, ".gz"))
	content, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	rewrite(t, dir, secondFile, bytes.SplitAfter(content, []byte("\n")))
	if err := os.Remove(plain); err != nil {
		t.Fatal(err)
	}
	return dir
}

func rewrite(t *testing.T, dir, name string, lines [][]byte) {
	t.Helper()
	text := bytes.Join(lines, nil)
	if strings.HasSuffix(name, ".gz") {
		var zipped bytes.Buffer
		w := gzip.NewWriter(&zipped)
		w.Write(text)
		w.Close()
		text = zipped.Bytes()
	}
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func readLines(t *testing.T, dir, name string) [][]byte {
	t.Helper()
	f, err := audit.OpenFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	return lines[:len(lines)-1]
}

// in changes the lines of a file.
func in(name string, change func(lines [][]byte) [][]byte) func(*testing.T, string) {
	return func(t *testing.T, dir string) { rewrite(t, dir, name, change(readLines(t, dir, name))) }
}

func edit(line int, from, to string) func([][]byte) [][]byte {
	return func(lines [][]byte) [][]byte {
		lines[line-1] = bytes.Replace(lines[line-1], []byte(from), []byte(to), 1)
		return lines
	}
}

func verify(t *testing.T, dir string, o audit.VerifyOptions) *audit.Report {
	t.Helper()
	report, err := audit.Verify(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// short returns a finding in a few words.
func short(f audit.Finding) string {
	text := fmt.Sprintf("%s %s:%d", f.Kind, f.File, f.Line)
	if f.LastLine > 0 {
		text += fmt.Sprintf("-%d", f.LastLine)
	}
	return fmt.Sprintf("%s seq %d after %d", text, f.Seq, f.After.Seq)
}

func TestVerify(t *testing.T) {
	dir := threeFiles(t, "t")
	report := verify(t, dir, audit.VerifyOptions{First: 1})
	if !report.OK() || len(report.Findings) > 0 {
		t.Errorf("findings: %+v", report.Findings)
	}
	var files []string
	for _, f := range report.Files {
		files = append(files, fmt.Sprintf("%s %d-%d (%d)", f.Name, f.First.Seq, f.Last.Seq, f.Records))
	}
	if want := []string{firstFile + " 1-6 (6)", secondFile + " 7-13 (7)", lastFile + " 14-20 (7)"}; !slices.Equal(files, want) {
		t.Errorf("files: %q", files)
	}
	if report.Records != 20 || report.First.Seq != 1 || report.Last.Seq != 20 || !report.Last.Time.Equal(clock.Add(20*time.Second)) {
		t.Errorf("report: %+v", report)
	}
	var open []uint64
	for _, mark := range report.Open {
		open = append(open, mark.Seq)
	}
	if !slices.Equal(open, []uint64{5, 12, 19}) {
		t.Errorf("intents without outcome: %d", open)
	}
	log := openLog(t, dir)
	if head := log.Head(); head != report.Head {
		t.Errorf("the log's head is %v, the report's %v", head, report.Head)
	}
}

func openLog(t *testing.T, dir string) *audit.Log { return open(t, audit.Options{Dir: dir}) }

// TestTampering changes a log in every way that Verify can find without a head.
func TestTampering(t *testing.T) {
	other := threeFiles(t, "another")
	for _, test := range []struct {
		name   string
		change func(*testing.T, string)
		want   []string
	}{
		{"a byte", in(firstFile, edit(4, "delete", "Delete")), []string{"changed " + firstFile + ":4 seq 4 after 3"}},
		{"a byte of the first record", in(firstFile, edit(1, "DELETE", "SELECT")), []string{"changed " + firstFile + ":1 seq 1 after 0"}},
		{"a byte at the end of a file", in(secondFile, edit(7, "TABLE", "tABLE")), []string{"changed " + secondFile + ":7 seq 13 after 12"}},
		{"a number of rows", in(firstFile, edit(3, `"rows":1`, `"rows":0`)), []string{"changed " + firstFile + ":3 seq 3 after 2"}},
		{"white space", in(firstFile, edit(2, `,"phase"`, `, "phase"`)), []string{"changed " + firstFile + ":2 seq 2 after 1"}},
		{"a time", in(secondFile, edit(3, "2026-03-04", "2026-03-05")), []string{"changed " + secondFile + ":3 seq 9 after 8"}},
		{"the hash in a record", in(firstFile, edit(4, `"prev":"`, `"prev":"0000`)), []string{
			"bad_record " + firstFile + ":4 seq 4 after 2", "changed " + firstFile + ":4 seq 4 after 2",
		}},
		{"no record any more", in(firstFile, edit(4, `"seq"`, `"see"`)), []string{
			"no_record " + firstFile + ":4 seq 0 after 2", "missing " + firstFile + ":5 seq 4 after 2",
		}},
		{"no JSON any more", in(firstFile, edit(4, `{`, `[`)), []string{
			"no_record " + firstFile + ":4 seq 0 after 2", "missing " + firstFile + ":5 seq 4 after 2",
		}},
		{"an unknown field", in(firstFile, edit(4, `"v":1`, `"v":1,"w":2`)), []string{
			"bad_record " + firstFile + ":4 seq 4 after 2", "changed " + firstFile + ":4 seq 4 after 2",
		}},
		{"a line deleted", in(firstFile, func(l [][]byte) [][]byte { return slices.Delete(l, 3, 4) }), []string{
			"missing " + firstFile + ":4 seq 4 after 2",
		}},
		{"the outcome deleted and the rest renumbered", in(firstFile, func(l [][]byte) [][]byte {
			l = edit(5, `"seq":5`, `"seq":4`)(edit(4, `"seq":4`, `"seq":3`)(l))
			return slices.Delete(l, 2, 3)
		}), []string{"changed " + firstFile + ":3 seq 3 after 1", "missing " + firstFile + ":5 seq 5 after 1"}},
		{"the first lines deleted", in(firstFile, func(l [][]byte) [][]byte { return l[2:] }), []string{
			"missing " + firstFile + ":1 seq 1 after 0",
		}},
		{"the last lines of a file deleted", in(firstFile, func(l [][]byte) [][]byte { return l[:3] }), []string{
			"missing " + secondFile + ":1 seq 4 after 2",
		}},
		{"the end of a file cut off", in(firstFile, func(l [][]byte) [][]byte { l[5] = l[5][:50]; return l }), []string{
			"no_record " + firstFile + ":6 seq 0 after 4", "missing " + secondFile + ":1 seq 6 after 4",
		}},
		{"two lines exchanged", in(firstFile, func(l [][]byte) [][]byte { l[2], l[3] = l[3], l[2]; return l }), []string{
			"misplaced " + firstFile + ":3 seq 4 after 1", "missing " + firstFile + ":5 seq 4 after 2",
		}},
		{"a line twice", in(firstFile, func(l [][]byte) [][]byte { return slices.Insert(l, 3, l[2]) }), []string{
			"misplaced " + firstFile + ":4 seq 3 after 2",
		}},
		{"a line of another log in its place", in(firstFile, func(l [][]byte) [][]byte {
			l[3] = readLines(t, other, firstFile)[3]
			return l
		}), []string{"changed " + firstFile + ":4 seq 4 after 2"}},
		{"a line of another log between", in(firstFile, func(l [][]byte) [][]byte {
			return slices.Insert(l, 4, readLines(t, other, lastFile)[3])
		}), []string{"misplaced " + firstFile + ":5 seq 17 after 3"}},
		{"a line written by hand between", in(firstFile, func(l [][]byte) [][]byte {
			return slices.Insert(l, 4, []byte("2026: nothing happened\n"))
		}), []string{"no_record " + firstFile + ":5 seq 0 after 3"}},
		{"the beginning of another log", in(firstFile, func(l [][]byte) [][]byte {
			return append(slices.Clone(readLines(t, other, firstFile)[:3]), l[3:]...)
		}), []string{"changed " + firstFile + ":3 seq 3 after 2"}},
		{"a file of another log", func(t *testing.T, dir string) {
			rewrite(t, dir, secondFile, readLines(t, other, secondFile))
		}, []string{"changed " + firstFile + ":6 seq 6 after 5", "changed " + secondFile + ":7 seq 13 after 12"}},
		{"the current file of another log", func(t *testing.T, dir string) {
			rewrite(t, dir, lastFile, readLines(t, other, lastFile))
		}, []string{"changed " + secondFile + ":7 seq 13 after 12"}},
		{"a file deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, secondFile)) }, []string{
			"missing " + lastFile + ":1 seq 7 after 5",
		}},
		{"the first file deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, firstFile)) }, []string{
			"missing " + secondFile + ":1 seq 1 after 0",
		}},
		{"a file emptied", func(t *testing.T, dir string) { rewrite(t, dir, secondFile, nil) }, []string{
			"missing " + lastFile + ":1 seq 7 after 5",
		}},
		{"a file twice", func(t *testing.T, dir string) {
			rewrite(t, dir, "audit-2026-01-03T00-00-00.000.jsonl", readLines(t, dir, firstFile))
		}, []string{"misplaced audit-2026-01-03T00-00-00.000.jsonl:1-6 seq 1 after 5"}},
		{"a file that is no gzip", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, secondFile), []byte("gone"), 0o600)
		}, []string{"unreadable " + secondFile + ":0 seq 0", "missing " + lastFile + ":1 seq 7 after 5"}},
		{"a file that is something else", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, "audit-notes.jsonl"), []byte("what\nis\nthis\n"), 0o600)
		}, []string{"unreadable audit-notes.jsonl:1 seq 0 after 12"}},
		{"a note of a torn line where there is none", in(lastFile, edit(1, `"note":`, `"torn":{"bytes":3,"sha256":"x"},"note":`)), []string{
			"changed " + lastFile + ":1 seq 14 after 12", "changed " + lastFile + ":1 seq 14 after 13",
		}},
		{"an outcome twice", in(firstFile, func(l [][]byte) [][]byte {
			l[3] = bytes.Replace(l[2], []byte(`"seq":3`), []byte(`"seq":4`), 1)
			return l
		}), []string{"pairing " + firstFile + ":4 seq 4 after 2", "changed " + firstFile + ":4 seq 4 after 2"}},
		{"an outcome of no intent", in(firstFile, edit(3, `"intent":1`, `"intent":2`)), []string{
			"pairing " + firstFile + ":3 seq 3 after 2", "changed " + firstFile + ":3 seq 3 after 2",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := threeFiles(t, "t")
			test.change(t, dir)
			report := verify(t, dir, audit.VerifyOptions{First: 1})
			var got []string
			for _, f := range report.Findings {
				got = append(got, short(f))
				if f.What == "" || f.File == "" {
					t.Errorf("%+v says nothing", f)
				}
				t.Log(short(f), "|", f.What)
			}
			if report.OK() || !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// Changes that only a head kept elsewhere shows.
func TestVerifyAgainst(t *testing.T) {
	original := threeFiles(t, "t")
	head := verify(t, original, audit.VerifyOptions{}).Head
	if parsed, err := audit.ParseHead(head.String()); err != nil || parsed != head {
		t.Fatalf("%v came back as %v (%v)", head, parsed, err)
	}
	early, err := audit.ParseHead("5:" + sha(string(readLines(t, original, firstFile)[4])))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func(*testing.T, string)
		head   audit.Head
		want   string // "": it is there
	}{
		{"nothing", func(*testing.T, string) {}, head, ""},
		{"nothing, an early head", func(*testing.T, string) {}, early, ""},
		{"more was written", func(t *testing.T, dir string) { sixCalls(t, openLog(t, dir), "more") }, head, ""},
		{"the last record changed", in(lastFile, edit(7, "TABLE", "tABLE")), head, "record 20 at audit.jsonl:7 has another hash"},
		{"the last record deleted", in(lastFile, func(l [][]byte) [][]byte { return l[:6] }), head, "the log ends with record 19"},
		{"the last record torn", in(lastFile, func(l [][]byte) [][]byte { l[6] = l[6][:40]; return l }), head, "the log ends with record 19"},
		{"cut off, and written on", func(t *testing.T, dir string) {
			in(lastFile, func(l [][]byte) [][]byte { return l[:5] })(t, dir)
			sixCalls(t, openLog(t, dir), "more")
		}, head, "record 20 at audit.jsonl:7 has another hash"},
		{"the whole log written anew", func(t *testing.T, dir string) {
			for _, name := range []string{firstFile, secondFile, lastFile} {
				os.Remove(filepath.Join(dir, name))
			}
			for range 4 {
				sixCalls(t, openLog(t, dir), "another")
				verify(t, dir, audit.VerifyOptions{First: 1})
				break
			}
		}, early, "record 5 at audit.jsonl:5 has another hash"},
		{"old files deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, firstFile)) }, early, "older than the oldest that was kept, 7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := threeFiles(t, "t")
			test.change(t, dir)
			if report := verify(t, dir, audit.VerifyOptions{}); !report.OK() {
				t.Fatalf("it shows from within: %+v", report.Findings)
			}
			report := verify(t, dir, audit.VerifyOptions{Against: []audit.Head{test.head}})
			if got := report.Against[0]; got.Found != (test.want == "") || !strings.Contains(got.What, test.want) || report.OK() != got.Found {
				t.Errorf("%+v, findings %+v", got, report.Findings)
			}
		})
	}
}

// A log that was cut at any byte of its last lines verifies once a server has continued it.
func TestVerifyTorn(t *testing.T) {
	original := threeFiles(t, "t")
	text := bytes.Join(readLines(t, original, lastFile), nil)
	for cut := len(text) - 240; cut <= len(text); cut += 3 {
		dir := t.TempDir()
		rewrite(t, dir, firstFile, readLines(t, original, firstFile))
		rewrite(t, dir, secondFile, readLines(t, original, secondFile))
		rewrite(t, dir, lastFile, [][]byte{text[:cut]})
		if report := verify(t, dir, audit.VerifyOptions{}); !report.OK() {
			t.Fatalf("cut at %d: %+v", cut, report.Findings)
		} else if end := text[cut-1]; end != '\n' && end != '}' && report.Unended == 0 {
			t.Fatalf("cut at %d: nothing is said of the last line: %+v", cut, report)
		}
		log, err := audit.Open(audit.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if err := log.Write(full()); err != nil {
			t.Fatal(err)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		report := verify(t, dir, audit.VerifyOptions{First: 1})
		torn := 0
		if text[cut-1] != '\n' {
			torn = 1
		}
		if !report.OK() || report.Torn != torn {
			t.Fatalf("cut at %d: %d torn, %+v", cut, report.Torn, report.Findings)
		}
		if torn == 0 || cut%10 > 0 {
			continue
		}
		// The torn line itself cannot be changed any more.
		changed := bytes.Clone(text[:cut])
		changed[cut-10] ^= 1
		all, err := os.ReadFile(filepath.Join(dir, lastFile))
		if err != nil {
			t.Fatal(err)
		}
		rewrite(t, dir, lastFile, [][]byte{changed, all[cut:]})
		if report := verify(t, dir, audit.VerifyOptions{}); report.OK() || report.Findings[0].Kind != audit.Changed {
			t.Fatalf("cut at %d, and what was torn is changed: %+v", cut, report.Findings)
		}
	}
}

// A server that writes and rotates does not disturb verification.
func TestVerifyWhileWriting(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir, MaxSizeMB: 1, Compress: true})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 300 { // ten files
			if err := log.Write(audit.Record{SQL: strings.Repeat("x", 30_000)}); err != nil {
				t.Error(err)
			}
		}
	}()
	o, rounds := audit.VerifyOptions{First: 1}, 0
	for writing := true; writing; rounds++ {
		select {
		case <-done:
			writing = false
		default:
		}
		report := verify(t, dir, o)
		if !report.OK() {
			t.Fatalf("findings: %+v", report.Findings)
		}
		if report.Head.Seq > 0 {
			o.Against = []audit.Head{report.Head}
		}
	}
	if head := log.Head(); o.Against[0] != head || rounds < 2 {
		t.Errorf("the last of %d verifications found %v, the log is at %v", rounds, o.Against[0], head)
	}
}

func TestParseHead(t *testing.T) {
	hash := sha("")
	for _, text := range []string{"", "5", "5:", ":" + hash, "0:" + hash, "-1:" + hash, "5:" + hash[1:], "5:" + hash + "00", "x:" + hash, "5:zz" + hash[2:]} {
		if head, err := audit.ParseHead(text); err == nil {
			t.Errorf("%q is %v", text, head)
		}
	}
	if head, err := audit.ParseHead(" 5:" + hash + "\n"); err != nil || !regexp.MustCompile(`^5:e3b0c442`).MatchString(head.String()) {
		t.Errorf("%v, %v", head, err)
	}
}
