package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// stateOf is a state directory whose log has seven records in an old file and one
// in the current one.
func stateOf(t *testing.T) (state string) {
	t.Helper()
	dir := logOf(t)
	if err := os.Rename(filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "audit-1.jsonl")); err != nil {
		t.Fatal(err)
	}
	refuse(t, dir)
	return filepath.Dir(dir)
}

// rebuild writes a log's current file anew, with a chain that is right in itself.
func rebuild(t *testing.T, dir string) {
	t.Helper()
	edit(t, dir, func(lines []string) []string {
		prev := ""
		for i, line := range lines {
			var r audit.Record
			if json.Unmarshal([]byte(line), &r) != nil {
				continue
			}
			if i == 0 {
				prev = r.Prev
			}
			r.Prev, r.Principal = prev, "nobody"
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			lines[i] = string(text) + "\n"
			prev = audit.HashLine([]byte(lines[i])).String()
		}
		return lines
	})
}

// TestVerifyMissesNothing: whatever is gone or rebuilt, verify does not say ok, a
// server does not start where its log does not have the kept head, and starts when
// that was acknowledged.
func TestVerifyMissesNothing(t *testing.T) {
	t.Parallel() // it waits for the disk
	whole := stateOf(t)
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, state string) {
			if err := os.RemoveAll(filepath.Join(state, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	current := func(change func(lines []string) []string) func(*testing.T, string) {
		return func(t *testing.T, state string) { edit(t, filepath.Join(state, "audit"), change) }
	}
	for _, test := range []struct {
		name   string
		do     func(*testing.T, string)
		status int
		told   string
		after  string // what verify says when the loss is acknowledged; "": it needs no acknowledgement
	}{
		{"nothing", func(*testing.T, string) {}, 0, "\nok: 8 records", ""},
		{"oldest file", remove("audit/audit-1.jsonl"), 3, "NOT COMPLETE: records 1 to 7 are not here", ""},
		{"current file", remove("audit/audit.jsonl"), 2, "the log ends with record 7", "record 8 is not here (acknowledged by record 9)"},
		{"current file emptied", current(func([]string) []string { return nil }), 2, "the log ends with record 7", "record 8 is not here (acknowledged by record 9)"},
		{"last record edited", current(func(lines []string) []string {
			lines[0] = strings.Replace(lines[0], "DELETE", "SELECT", 1)
			return lines
		}), 2, "has another hash", "record 8 was not as it was written when the server started (note in record 9)"},
		{"rebuilt", func(t *testing.T, state string) { rebuild(t, filepath.Join(state, "audit")) }, 2, "has another hash", "record 8 was not as it was written"},
		{"all", remove("audit"), 2, "it was cut off behind that, or never had record 8", "records 1 to 8 are not here (acknowledged by record 9)"},
		{"heads", remove("heads"), 3, "NOT COMPLETE: it was not compared with a head", ""},
		{"key", remove("heads/key"), 3, "does not fit to its key", "\nok: 10 records"},
		{"head changed", func(t *testing.T, state string) {
			path := filepath.Join(state, "heads", "audit.head")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(`{"n":`), []byte(`{"n":1`)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, 3, "does not fit to its key", "\nok: 10 records"},
	} {
		t.Run(test.name, func(t *testing.T) {
			state := t.TempDir()
			if out, err := exec.CommandContext(t.Context(), "cp", "-a", whole+"/.", state).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			test.do(t, state)
			verify := func(args ...string) (int, string) {
				status, stdout, stderr := call(t, nil, "", append([]string{"audit", "verify", "--state-dir", state}, args...)...)
				return status, stdout + stderr
			}
			if status, told := verify(); status != test.status || !strings.Contains(told, test.told) {
				t.Errorf("verify: status %d\n%s\nwant %d, %s", status, told, test.status, test.told)
			}
			if test.after == "" {
				startsAndStops(t, state)
				return
			}
			status, _, stderr := serveBriefly(t, state)
			if status != 1 || !strings.Contains(stderr, "is not as it was left") || !strings.Contains(stderr, "sallyport audit acknowledge") {
				t.Fatalf("it should not start: status %d\n%s", status, stderr)
			}
			if status, stdout, stderr := call(t, nil, "", "audit", "acknowledge", "--state-dir", state); status != 0 || !strings.Contains(stdout, "The server may start") {
				t.Fatalf("acknowledge: status %d\n%s%s", status, stdout, stderr)
			}
			startsAndStops(t, state)
			if status, told := verify(); (status != 3) != strings.Contains(test.after, "ok") || !strings.Contains(told, test.after) {
				t.Errorf("verify afterwards: status %d\n%s\nwant %s", status, told, test.after)
			}
			if status, told := verify("--known", "9"); status != 0 {
				t.Errorf("verify of what is known: status %d\n%s", status, told)
			}
			if status, stdout, stderr := call(t, nil, "", "audit", "acknowledge", "--state-dir", state); status != 0 || !strings.Contains(stdout, "nothing to acknowledge") {
				t.Errorf("acknowledge again: status %d\n%s%s", status, stdout, stderr)
			}
		})
	}
}

func startsAndStops(t *testing.T, state string) {
	t.Helper()
	r := start(t, nil, "--state-dir", state)
	if status, _, stderr := r.sql(t, "SELECT 1"); status != 0 {
		t.Error(stderr)
	}
	if status := r.stop(); status != 0 {
		t.Error(r.err)
	}
}

// serveBriefly runs a server that should not start, or not for long.
func serveBriefly(t *testing.T, state string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	var out, errs output
	args = append([]string{"srv", "--state-dir", state, "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0"}, args...)
	status = run(ctx, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, []string{"SALLYPORT_APPROVALS_DESK=false"})
	return status, out.String(), errs.String()
}

// TestPublishedHeadIsCompared: without the kept head, the published one is enough
// to refuse a start, and to find a loss.
func TestPublishedHeadIsCompared(t *testing.T) {
	file := filepath.Join(t.TempDir(), "published")
	environ := []string{"SALLYPORT_AUDIT_PUBLISH_HEAD_FILE=" + file, "SALLYPORT_APPROVALS_DESK=false"}
	r := start(t, environ)
	r.sql(t, "SELECT 1")
	if status := r.stop(); status != 0 {
		t.Fatal(r.err)
	}
	if status, stdout, stderr := call(t, environ, "", "audit", "verify", "--state-dir", r.state); status != 0 {
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	for _, name := range []string{"audit", "heads"} {
		if err := os.RemoveAll(filepath.Join(r.state, name)); err != nil {
			t.Fatal(err)
		}
	}
	if status, stdout, _ := call(t, environ, "", "audit", "verify", "--state-dir", r.state); status != 2 || !strings.Contains(stdout, "not_in_log") {
		t.Errorf("status %d\n%s", status, stdout)
	}
	var out, errs output
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	status := run(ctx, []string{"srv", "--state-dir", r.state, "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0"},
		cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, environ)
	if status != 1 || !strings.Contains(errs.String(), "record 1 is not here") {
		t.Errorf("it should not start: status %d\n%s", status, errs.String())
	}
	if status, stdout, stderr := call(t, environ, "", "audit", "acknowledge", "--state-dir", r.state); status != 0 {
		t.Fatalf("%s%s", stdout, stderr)
	}
	again := start(t, environ, "--state-dir", r.state)
	if status := again.stop(); status != 0 {
		t.Error(again.err)
	}
}

// TestLossUnderTheServer: what is removed from a log while it is written is told,
// by its notes and as not complete.
func TestLossUnderTheServer(t *testing.T) {
	for name, do := range map[string]func(path string) error{
		"removed":   os.Remove,
		"truncated": func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, nil, "--mode", "full_access")
			r.sql(t, "CREATE TABLE notes (n int)")
			if err := do(filepath.Join(r.state, "audit", "audit.jsonl")); err != nil {
				t.Fatal(err)
			}
			for i := range 2 { // the first may be refused: its records are gone
				r.sql(t, fmt.Sprintf("INSERT INTO notes VALUES (%d)", i))
			}
			status, stdout, stderr := call(t, nil, "", "audit", "verify", "--state-dir", r.state)
			if status == 0 || !strings.Contains(stdout, "note: record ") || !strings.Contains(stdout, "not here") && !strings.Contains(stdout, "missing") {
				t.Errorf("status %d\n%s%s", status, stdout, stderr)
			}
			t.Log(stdout)
		})
	}
}

// TestKillIsNoLoss: a server that is killed leaves a log that is ahead of its
// head, and the next one starts and says nothing.
func TestKillIsNoLoss(t *testing.T) {
	state := t.TempDir()
	for range 3 {
		cmd := process(t, "yes", "srv", "--state-dir", state, "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0")
		var out, errs output
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		greeting := regexp.MustCompile(`Postgres +(\S+)\n(?s:.*)mcpServers.*\n`)
		eventually(t, "the server greets", func() bool { return greeting.MatchString(out.String()) }, &out, &errs)
		r := running{pgwire: greeting.FindStringSubmatch(out.String())[1]}
		for range 20 {
			if status, _, stderr := r.sql(t, "SELECT 1"); status != 0 {
				t.Fatal(stderr)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
	}
	status, stdout, stderr := call(t, nil, "", "audit", "verify", "--state-dir", state)
	if status != 0 || !strings.Contains(stdout, "ok: 60 records") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}

// TestOpenStateDirectory: a state directory that others may write to is told.
func TestOpenStateDirectory(t *testing.T) {
	state := t.TempDir()
	if err := os.Chmod(state, 0o777); err != nil {
		t.Fatal(err)
	}
	r := start(t, nil, "--state-dir", state)
	if !strings.Contains(r.err.String(), "others may write to the state directory") {
		t.Error(r.err)
	}
}

// TestOwnLogsKeepTheirHeads: processes that MCP clients start beside a server keep
// logs and heads of their own, and publish to one file.
func TestOwnLogsKeepTheirHeads(t *testing.T) {
	environ := []string{"SALLYPORT_APPROVALS_DESK=false", "SALLYPORT_AUDIT_PUBLISH_HEAD_FILE=" + filepath.Join(t.TempDir(), "published")}
	r := start(t, environ)
	for range 2 {
		r.sql(t, "SELECT 1")
		var out, errs output
		if status := run(t.Context(), []string{"mcp", "--mcp.server.type", "stdio", "--state-dir", r.state}, cli.Streams{In: strings.NewReader(talk), Out: &out, Err: &errs}, environ); status != 0 {
			t.Fatalf("status %d\n%s", status, errs.String())
		}
	}
	if status := r.stop(); status != 0 {
		t.Fatal(r.err)
	}
	for _, dir := range []string{"audit", "audit/2"} {
		status, stdout, stderr := call(t, environ, "", "audit", "verify", "--state-dir", r.state, "--dir", filepath.Join(r.state, dir))
		if status != 0 {
			t.Errorf("%s: status %d\n%s%s", dir, status, stdout, stderr)
		}
	}
	again := start(t, environ, "--state-dir", r.state)
	if status := again.stop(); status != 0 {
		t.Error(again.err)
	}
}
