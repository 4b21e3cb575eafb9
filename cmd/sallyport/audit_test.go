package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

// logOf runs a server, asks it a few things, and returns the directory of its
// log, with seven records.
func logOf(t *testing.T) string {
	t.Helper()
	r := start(t, nil, "--mode", "full_access")
	for _, sql := range []string{
		"SELECT count(*) FROM airports",
		"CREATE TABLE notes (text text)",
		"INSERT INTO notes VALUES ('it''s \x1b[31mred')",
		"SELECT 1/0",
		"SELECT 'a secret' FROM nowhere",
	} {
		r.sql(t, sql)
	}
	if status := r.stop(); status != 0 {
		t.Fatalf("status %d\n%s", status, r.err)
	}
	return filepath.Join(r.state, "audit")
}

// edit changes the log's file.
func edit(t *testing.T, dir string, change func(lines []string) []string) {
	t.Helper()
	path := filepath.Join(dir, "audit.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := change(strings.SplitAfter(string(text), "\n"))
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAuditVerify(t *testing.T) {
	dir := logOf(t)
	verify := func(args ...string) (int, string, string) {
		t.Helper()
		return call(t, nil, "", append([]string{"audit", "verify", "--dir", dir}, args...)...)
	}
	status, stdout, stderr := verify()
	if status != 0 || stderr != "" || !strings.Contains(stdout, "\nok: 7 records, 1 of 2") || !strings.HasSuffix(stdout, " in 1 file\n") {
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	var report audit.Report
	status, stdout, _ = verify("--format", "json")
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != 0 || report.Records != 7 {
		t.Fatalf("status %d, %v\n%s", status, err, stdout)
	}
	head := report.Head.String()
	file := filepath.Join(t.TempDir(), "head")
	if err := os.WriteFile(file, []byte("2026-03-04T09:12:55Z "+head+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, against := range []string{head, file} {
		if status, stdout, _ := verify("--against", against); status != 0 || !strings.Contains(stdout, "record 7 is as it was") {
			t.Errorf("against %s: status %d\n%s", against, status, stdout)
		}
	}

	edit(t, dir, func(lines []string) []string { return lines[:6] })
	if status, stdout, _ := verify(); status != 2 || !strings.Contains(stdout, "the log ends with record 6") {
		t.Errorf("cut off at its end: status %d\n%s", status, stdout)
	}
	if status, stdout, _ := verify("--against", file); status != 2 || !strings.Contains(stdout, "not_in_log: the head 7:") {
		t.Errorf("cut off at its end, against a head: status %d\n%s", status, stdout)
	}
	edit(t, dir, func(lines []string) []string {
		lines[3] = strings.Replace(lines[3], "INSERT", "SELECT", 1)
		return lines
	})
	status, stdout, stderr = verify()
	if status != 2 || stderr != "" || !strings.HasPrefix(stdout, "audit.jsonl:4: changed: record 5 (audit.jsonl:5) was written behind another record 4 than this one") ||
		!strings.Contains(stdout, "  after record 3 of 2") || !strings.Contains(stdout, "NOT AS IT WAS WRITTEN: 2 findings") {
		t.Errorf("changed: status %d\n%s%s", status, stdout, stderr)
	}
	if status, stdout, _ := verify("--format", "json"); status != 2 || json.Unmarshal([]byte(stdout), &report) != nil || report.Total != 2 {
		t.Errorf("changed: status %d\n%s", status, stdout)
	}
}

// TestAuditVerifyBesideAServer: the log may be verified while it is written.
func TestAuditVerifyBesideAServer(t *testing.T) {
	r := start(t, nil)
	if status, _, stderr := r.sql(t, "SELECT 1"); status != 0 {
		t.Fatal(stderr)
	}
	status, stdout, stderr := call(t, nil, "", "audit", "verify", "--state-dir", r.state)
	if status != 0 || !strings.Contains(stdout, "\nok: 1 record, ") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	if status, stdout, stderr := r.sql(t, "SELECT 1"); status != 0 {
		t.Errorf("the server afterwards: %d %s %s", status, stdout, stderr)
	}
}

func TestAuditVerifyMistakes(t *testing.T) {
	empty := t.TempDir()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--dir", empty}, "there is no audit log in " + empty},
		{[]string{"--dir", filepath.Join(empty, "none")}, "cannot read the audit log: open "},
		{[]string{"--against", "nonsense"}, `--against: "nonsense" is neither a head`},
		{[]string{"--against", empty}, "is a directory"},
		{[]string{"--format", "jsn"}, `--format: "jsn" is not a valid value; did you mean "json"?`},
		{[]string{"--agianst", "1"}, `unknown flag: --agianst; did you mean "--against"?`},
	} {
		status, stdout, stderr := call(t, []string{"HOME=" + empty}, "", append([]string{"audit", "verify"}, test.args...)...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: status %d\n%s%swant %s", test.args, status, stdout, stderr, test.want)
		}
	}
}

// refuse has a second server refuse something, as record 8.
func refuse(t *testing.T, dir string) {
	t.Helper()
	r := start(t, nil, "--state-dir", filepath.Dir(dir))
	if status, _, stderr := r.sql(t, "DELETE FROM airports"); status != 1 {
		t.Fatal(stderr)
	}
	if status := r.stop(); status != 0 {
		t.Fatal(r.err)
	}
}

// steady takes out of a text what is different each time.
func steady(text string) string {
	for _, r := range [][2]string{
		{`20\d\d-\d\d-\d\d( |T)\d\d:\d\d:\d\d(\.\d+)?`, "2026-03-04${1}05:06:07"},
		{`[ \d]{3}\d\.\d ms`, "   1.2 ms"},
		{`[0-9a-f]{64}`, "<hash>"},
	} {
		text = regexp.MustCompile(r[0]).ReplaceAllString(text, r[1])
	}
	return text
}

// TestAuditTranscript: what reading the log prints, and the exit status.
func TestAuditTranscript(t *testing.T) {
	dir := logOf(t)
	refuse(t, dir)
	var got strings.Builder
	for _, args := range [][]string{
		{"tail"},
		{"tail", "-n", "2"},
		{"tail", "--refused"},
		{"tail", "--class", "mutate,delete", "-n", "3"},
		{"tail", "--principal", "alice", "--door", "pgwire", "--source", "demo", "--decision", "allow", "-n", "1"},
		{"tail", "--principal", "bob"},
		{"tail", "--since", "2199-01-01"},
		{"tail", "--since", "1h", "--class", "read"},
		{"tail", "--door", "psql"},
		{"tail", "--since", "yesterday"},
		{"query", "SELECT class, decision, count(*) AS n, sum(rows) FROM records GROUP BY 1, 2 ORDER BY 3 DESC, 1"},
		{"query", "-f", "json", "SELECT i.seq, i.sql, o.rows FROM records i JOIN records o ON o.intent = i.seq ORDER BY 1"},
		{"query", "-f", "csv", "SELECT time::date > '2026-01-01' AS recent, v, relations FROM sallyport.audit.records WHERE seq = 1"},
		{"query", "SELECT nope FROM records"},
		{"query", "DELETE FROM records"},
		{"query", "SELECT * FROM read_text('/etc/passwd')"},
	} {
		status, stdout, stderr := call(t, nil, "", slices.Concat([]string{"audit"}, args, []string{"--dir", dir})...)
		fmt.Fprintf(&got, "== %q\n%s", args, steady(stdout))
		if stderr != "" {
			fmt.Fprintf(&got, "-- stderr\n%s", stderr)
		}
		fmt.Fprintf(&got, "-- status %d\n\n", status)
	}
	compare(t, "audit.txt", got.String())

	_, stdout, _ := call(t, nil, "", "audit", "tail", "--dir", dir, "--format", "json", "-n", "-1")
	if file, err := os.ReadFile(filepath.Join(dir, "audit.jsonl")); err != nil || stdout != string(file) {
		t.Errorf("as JSON it is not the file: %v\n%s", err, stdout)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(files) != 2 {
		t.Errorf("reading left something behind: %q", files)
	}
}

// TestAuditTailFollows: on it goes, into the next file too, until it is told.
func TestAuditTailFollows(t *testing.T) {
	r := start(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out, errs output
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"audit", "tail", "-f", "-n", "0", "--refused", "--state-dir", r.state}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, nil)
	}()
	for i, sql := range []string{"DELETE FROM airports", "DROP TABLE weather"} {
		r.sql(t, "SELECT 1")
		waittest.Eventually(t, "the refusal of "+sql+" is told", func() bool {
			r.sql(t, sql) // the first may come before the follower
			return strings.Contains(out.String(), sql)
		}, &out, &errs)
		if i == 0 {
			path := filepath.Join(r.state, "audit", "audit.jsonl")
			if err := os.Rename(path, strings.Replace(path, "audit.jsonl", "audit-moved.jsonl", 1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if strings.Contains(out.String(), "SELECT 1") {
		t.Errorf("not filtered:\n%s", out.String())
	}
	cancel()
	if status := <-ended; status != 0 {
		t.Errorf("status %d, %s", status, errs.String())
	}
}

// TestAuditTailOfOldFiles: the last records of all files, not of the last file.
func TestAuditTailOfOldFiles(t *testing.T) {
	dir := logOf(t)
	edit(t, dir, func(lines []string) []string {
		if err := os.WriteFile(filepath.Join(dir, "audit-1.jsonl"), []byte(strings.Join(lines[:4], "")), 0o600); err != nil {
			t.Fatal(err)
		}
		return lines[4:]
	})
	for args, want := range map[string]string{
		"-n 5": "3 4 5 6 7", "-n 2": "6 7", "-n 100": "1 2 3 4 5 6 7", "-n -1": "1 2 3 4 5 6 7", "-n 0": "", "-n 2 --class mutate": "4 5",
		"-n 3 --class mutate": "3 4 5", "-n 1 --class read": "7", "--since 1h --class read": "1 6 7",
	} {
		status, stdout, stderr := call(t, nil, "", append([]string{"audit", "tail", "--dir", dir}, strings.Fields(args)...)...)
		var got []string
		for line := range strings.Lines(stdout) {
			got = append(got, strings.Fields(line)[0])
		}
		if status != 0 || strings.Join(got, " ") != want {
			t.Errorf("%s: status %d, records %q, want %s\n%s", args, status, got, want, stderr)
		}
	}
}
