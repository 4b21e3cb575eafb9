//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// configFileFor writes a configuration and returns its path.
func configFileFor(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestValidateTranscript: what validate prints, and its exit status.
func TestValidateTranscript(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "two.sql")
	if err := os.WriteFile(file, []byte("-- a comment\nSELECT 1;\n\tDROP TABLE weather"), 0o600); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, test := range []struct {
		stdin string
		args  []string
	}{
		{"", []string{"SELECT name FROM airports WHERE lower(name) = 'x'"}},
		{"", []string{"WITH d AS (\n  DELETE FROM airports RETURNING *\n) SELECT * FROM d"}},
		{"", []string{"--mode", "read_only", "-f", file}},
		{"", []string{"--mode", "full_access", "-f", file}},
		{"", []string{"--mode", "delete_safe", "INSERT INTO weather SELECT * FROM weather"}},
		{"SELECT 'é', 1; DELETE FROM airports", []string{"--format", "json", "-"}},
		{"BEGIN; SELECT 1; COMMIT", nil},
		{"", []string{"SELECT *\nFORM airports"}},
		{"", []string{"--format", "json", "SELECT *\nFORM airports"}},
		{"", []string{"SELECT * FROM nowhere.main.t"}},
		{"", []string{"--", "-- nothing"}},
		{"", []string{"SHOW PROVIDERS"}},
		{"", []string{"SELECT 1", "SELECT 2"}},
		{"", []string{"-f", file, "SELECT 1"}},
		{"", []string{"-f", "none.sql"}},
		{"", []string{"--source", "dmo", "SELECT 1"}},
		{"", []string{"--format", "xml", "SELECT 1"}},
		{"", []string{"--mode", "none", "SELECT 1"}},
	} {
		status, stdout, stderr := call(t, []string{"HOME=" + home}, test.stdin, append([]string{"validate"}, test.args...)...)
		fmt.Fprintf(&got, "== %q %q\n%s", test.args, test.stdin, stdout)
		if stderr != "" {
			fmt.Fprintf(&got, "-- stderr\n%s", stderr)
		}
		fmt.Fprintf(&got, "-- status %d\n\n", status)
	}
	compare(t, "validate.txt", strings.ReplaceAll(got.String(), home, "HOME"))
	if entries, _ := os.ReadDir(home); len(entries) != 1 {
		t.Errorf("validate left something behind: %v", entries)
	}
}

// TestValidateStatus: the worst statement decides, in each mode, as the gate
// does; and the two formats agree.
func TestValidateStatus(t *testing.T) {
	texts := map[string]string{
		"read": "SELECT 1", "session": "BEGIN", "mutate": "CREATE TABLE t (a int)", "delete": "DROP TABLE IF EXISTS t", "exec": "VACUUM",
	}
	config := configFileFor(t, "sources:\n- {name: shop, kind: postgres, dsn: '"+pgtest.Start(t).CreateDB(t)+"'}\n")
	want := map[gate.Verdict]int{gate.Allow: 0, gate.Ask: 3, gate.Deny: 4}
	for _, m := range gate.Modes {
		for class, text := range texts {
			status, stdout, stderr := call(t, []string{"HOME=" + t.TempDir()}, "SELECT 1;"+text+";SELECT 2", "validate", "--config", config, "--mode", m.String(), "--format", "json")
			var s struct {
				Statement            int
				Class, Mode, Verdict string
				Decisions            []struct{ Mode, Verdict string }
			}
			lines := strings.Split(strings.TrimSpace(stdout), "\n")
			if len(lines) != 3 {
				t.Fatalf("%s in %s: %s%s", text, m, stdout, stderr)
			}
			if err := json.Unmarshal([]byte(lines[1]), &s); err != nil || s.Statement != 2 || s.Class != class || len(s.Decisions) != len(gate.Modes) {
				t.Errorf("%s in %s: %v %s", text, m, err, lines[1])
			}
			for i, d := range s.Decisions {
				if d.Mode == m.String() && (d.Verdict != s.Verdict || s.Mode != m.String() || gate.Modes[i] != m) {
					t.Errorf("%s in %s: %+v", text, m, s)
				}
			}
			verdicts := map[string]gate.Verdict{"allow": gate.Allow, "ask": gate.Ask, "deny": gate.Deny}
			if v, ok := verdicts[s.Verdict]; !ok || status != want[v] {
				t.Errorf("%s in %s: %s, and status %d", text, m, s.Verdict, status)
			}
		}
	}
}

// TestValidateBesideAServer: the same state directory, and a database file that
// the server keeps to itself.
func TestValidateBesideAServer(t *testing.T) {
	dir := t.TempDir()
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	config := configFileFor(t, "state_dir: "+dir+"/state\nsources:\n- {name: shop, kind: postgres, dsn: '"+dsn+"'}\n"+
		"- {name: db, kind: duckdb, path: "+dir+"/file.db}\n- {name: down, kind: postgres, dsn: 'postgres://u@127.0.0.1:1/db'}\n")
	validate := func(args ...string) (int, string, string) {
		return call(t, nil, "", append([]string{"validate", "--config", config}, args...)...)
	}
	if status, stdout, stderr := validate("--source", "db", "SELECT 1"); status != 0 {
		t.Errorf("before there is a server: %d %s%s", status, stdout, stderr)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("validate left something behind: %v", entries)
	}
	r := start(t, nil, "--config", config)
	before := r.records(t)
	locked := process(t, "yes", "validate", "--config", config, "--source", "db", "SELECT 1") // first: a process that closes a file gives up its locks
	var exit *exec.ExitError
	if out, err := locked.CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "validate_select_query") {
		t.Errorf("%v %s", err, out)
	}
	if status, stdout, stderr := validate("SELECT * FROM pg_class; DROP TABLE IF EXISTS t"); status != 3 || !strings.Contains(stdout, "class delete, on shop") {
		t.Errorf("%d %s%s", status, stdout, stderr)
	}
	if status, stdout, stderr := validate("--source", "down", "SELECT a FROM t"); status != 1 || stdout != "" || !strings.Contains(stderr, `source "down" is not reachable`) {
		t.Errorf("%d %s%s", status, stdout, stderr)
	}
	if after := r.records(t); after != before {
		t.Errorf("it wrote into the server's records: %s", after)
	}
	if status, stdout, stderr := r.sql(t, "--csv", "SELECT 1 AS n"); status != 0 || stdout != "n\n1\n" {
		t.Errorf("the server: %d %s%s", status, stdout, stderr)
	}
}

func TestHelpOfValidateAndRoleSQL(t *testing.T) {
	for command, word := range map[string]string{"validate": "would need approval", "role-sql": `\password`} {
		status, stdout, _ := call(t, nil, "", command, "--help")
		if status != 0 || !strings.Contains(stdout, "Examples:\n  ") || !strings.Contains(stdout, word) {
			t.Errorf("%s --help: status %d\n%s", command, status, stdout)
		}
	}
}
