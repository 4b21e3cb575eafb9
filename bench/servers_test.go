package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServers runs pgbench for a second each against a real PostgreSQL and a
// real PgBouncer.
func TestServers(t *testing.T) {
	dir, err := os.MkdirTemp("", "sallyport-bench")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := &servers{}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	})
	if s.postgres, err = startPostgres(t.Context(), filepath.Join(dir, "postgres"), 1); err != nil {
		t.Fatal(err)
	}
	targets := []string{direct}
	if s.bouncer, err = startBouncer(t.Context(), filepath.Join(dir, "pgbouncer"), s.postgres.Port); err == nil {
		targets = append(targets, pgbouncer)
	} else if !errors.Is(err, exec.ErrNotFound) {
		t.Fatal(err)
	}
	for _, target := range targets {
		one, err := s.pgbench(t.Context(), target, "prepared", 2, time.Second)
		if err != nil || one.PerSecond <= 0 {
			t.Errorf("%s: %+v, %v", target, one, err)
		}
		if _, err := os.Stat("/proc/self/stat"); err == nil && target != direct && one.CPUMicros <= 0 {
			t.Errorf("%s used no CPU time: %+v", target, one)
		}
	}
	if _, err := s.pgbench(t.Context(), direct, "telepathic", 1, time.Second); err == nil {
		t.Error("a failed pgbench is a measurement")
	}
}

func TestNoBinary(t *testing.T) {
	err := run(t.Context(), options{rounds: 1, binary: filepath.Join(t.TempDir(), "sallyport")}, os.Stderr)
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("%v", err)
	}
}

// A server that ends at once is an error with its last words.
func TestServerEnds(t *testing.T) {
	s, err := start(exec.Command("sh", "-c", "echo I cannot; exit 1"), t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.awaitPostgres(t.Context()); err == nil || !strings.Contains(err.Error(), "I cannot") {
		t.Errorf("%v", err)
	}
	if err := s.stop(); err != nil {
		t.Errorf("stopping what has ended: %v", err)
	}
}
