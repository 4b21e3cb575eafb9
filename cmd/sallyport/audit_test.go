package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
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
	if status, stdout, _ := verify(); status != 0 || !strings.Contains(stdout, "ok: 6 records") {
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
		!strings.Contains(stdout, "  after record 3 of 2") || !strings.Contains(stdout, "NOT AS IT WAS WRITTEN: 1 finding") {
		t.Errorf("changed: status %d\n%s%s", status, stdout, stderr)
	}
	if status, stdout, _ := verify("--format", "json"); status != 2 || json.Unmarshal([]byte(stdout), &report) != nil || report.Total != 1 {
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
