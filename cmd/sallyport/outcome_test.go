package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

// TestOutcomeNotWritten: a statement that ran, and whose outcome cannot be
// written, is not the same error as one that was not run, at either door and
// whether the engine or the relay runs it.
func TestOutcomeNotWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "sources:\n  - {name: demo, kind: duckdb, default: true}\n  - {name: pg, kind: postgres, dsn_env: PG_DSN}\naudit: {sync_changes: outcome}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"PG_DSN=" + pgtest.Start(t).CreateDB(t)}, "--config", file, "--mode", "full_access")
	log := filepath.Join(r.state, "audit", "audit.jsonl")
	sql := func(args ...string) func(string) (string, bool) {
		return func(sql string) (string, bool) {
			status, stdout, stderr := r.sql(t, append(args, sql)...)
			return stdout + stderr, status != 0
		}
	}
	for _, door := range []struct {
		name, slow string
		ask        func(sql string) (told string, failed bool)
	}{
		{"pgwire", "INSERT INTO slow_pgwire SELECT sum(sin(i)) FROM range(40000000) r(i)", sql()},
		{"mcp", "INSERT INTO slow_mcp SELECT sum(sin(i)) FROM range(40000000) r(i)", newCaller(t, r)},
		{"relay", "INSERT INTO slow_relay SELECT 1 FROM pg_sleep(1)", sql("--source", "pg")},
	} {
		t.Run(door.name, func(t *testing.T) {
			if told, failed := door.ask("CREATE TABLE slow_" + door.name + " (n float8)"); failed {
				t.Fatal(told)
			}
			type answer struct {
				told   string
				failed bool
			}
			answered := make(chan answer, 1)
			go func() {
				told, failed := door.ask(door.slow)
				answered <- answer{told, failed}
			}()
			seq := intentOf(t, log, "INSERT INTO slow_"+door.name)
			time.Sleep(100 * time.Millisecond) // until it is on the disk too
			if err := os.Remove(log); err != nil {
				t.Fatal(err)
			}
			got := <-answered
			for _, want := range []string{"the statement ran, but its outcome cannot be written", fmt.Sprintf("Its intent is record %d of", seq), "Before you run it again", "58030"} {
				if !got.failed || !strings.Contains(got.told, want) {
					t.Errorf("it says %q\nwant %s", got.told, want)
				}
			}
			if told, failed := door.ask("SELECT count(*) AS n FROM slow_" + door.name); failed || !strings.Contains(told, "1") {
				t.Errorf("it did not run: %s", told)
			}
		})
	}
}

// intentOf waits until the intent of a statement is in the log, and returns its
// number.
func intentOf(t *testing.T, log, sql string) (seq int) {
	t.Helper()
	waittest.Eventually(t, "the intent of "+sql+" is in the log", func() bool {
		text, _ := os.ReadFile(log) // it may not be there
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, sql) && strings.Contains(line, `"phase":"intent"`) {
				_, err := fmt.Sscanf(line, `{"v":1,"seq":%d`, &seq)
				return err == nil
			}
		}
		return false
	})
	return seq
}
