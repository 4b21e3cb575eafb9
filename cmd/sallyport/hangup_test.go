//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/audit"
)

// TestHangup: whoever archives the record moves its file away, says SIGHUP, and
// finds a new one; nothing is lost between.
func TestHangup(t *testing.T) {
	r := start(t, nil)
	ask := func() {
		t.Helper()
		if status, _, stderr := r.sql(t, "SELECT 1"); status != 0 {
			t.Fatalf("status %d, %s", status, stderr)
		}
	}
	dir := filepath.Join(r.state, "audit")
	current, moved := filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "audit.jsonl.1")
	ask()
	if err := os.Rename(current, moved); err != nil {
		t.Fatal(err)
	}
	ask() // into the file that was moved, or a new one already
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if text, err := os.ReadFile(current); err == nil && strings.Contains(string(text), "the log goes on here") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no new file\n%s", r.err)
		}
	}
	ask()
	if status := r.stop(); status != 0 {
		t.Errorf("status %d\n%s", status, r.err)
	}
	report, err := audit.Verify(dir, audit.VerifyOptions{First: 1})
	if err != nil || !report.OK() || len(report.Files) != 2 || report.Records < 4 {
		t.Errorf("%+v, %v", report, err)
	}
}
