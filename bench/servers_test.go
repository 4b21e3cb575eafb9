package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMeasurements takes every measurement that needs no Sallyport, in small,
// at a real PostgreSQL and a real PgBouncer.
func TestMeasurements(t *testing.T) {
	dir, err := os.MkdirTemp("", "sallyport-bench")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	o := options{
		only: []string{partSelect, partTPCB, partRows, partIdle, partConnect}, duration: time.Second, scale: 1, tpcbScale: 1,
		clients: []int{1}, writers: []int{2}, protocols: []string{"prepared"}, tpcbProtocols: []string{"prepared"}, rows: 10_000, idle: 20, connections: 2,
	}
	s := &servers{dir: dir, binary: filepath.Join(dir, "none"), connections: 50, databases: []string{database, tpcb}, targets: map[string]*server{}}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	})
	if err := s.startPostgres(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.fill(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if s.bouncer, err = findBouncer(); err == nil {
		if s.targets[pgbouncer], err = s.startBouncer(t.Context(), "session"); err != nil {
			t.Fatal(err)
		}
	}
	whole, short := o, o // pgbench takes whole seconds, the others do not
	whole.only = []string{partSelect, partTPCB, partIdle}
	short.only, short.duration = []string{partRows, partConnect}, 100*time.Millisecond
	_, noProc := os.Stat("/proc/self/stat")
	for _, l := range slices.Concat(s.lines(t.Context(), whole), s.lines(t.Context(), short)) {
		for _, target := range l.Targets {
			if target.Name == sallyport {
				continue
			}
			one, err := l.run(t.Context(), target.Name)
			if err != nil || one.PerSecond <= 0 {
				t.Errorf("%s, %s: %+v, %v", l.Name, target.Name, one, err)
			}
			if l.Part != partRows && (one.P50Millis <= 0 || one.P99Millis < one.P50Millis) {
				t.Errorf("%s, %s: latencies %+v", l.Name, target.Name, one)
			}
			told := noProc == nil && target.Name != direct && l.Part == partSelect
			for again := 0; told && one.CPUMicros <= 0 && again < 5; again++ { // it is told in ticks of 10 ms, which a busy machine may not give it in a second
				if one, err = l.run(t.Context(), target.Name); err != nil {
					t.Fatal(err)
				}
			}
			if told && one.CPUMicros <= 0 {
				t.Errorf("%s, %s used no CPU time: %+v", l.Name, target.Name, one)
			}
		}
	}
	if _, err := s.pgbench(t.Context(), s.targets[direct], load{database: database, script: "telepathic", protocol: "simple", clients: 1, logged: 1}, time.Second); err == nil {
		t.Error("a failed pgbench is a measurement")
	}
	if idle, err := open(t.Context(), &server{port: 1}, database, 3); err == nil || len(idle) > 0 {
		t.Errorf("%d connections to nobody, %v", len(idle), err)
	}
}

func TestNoBinary(t *testing.T) {
	o, err := parse([]string{"-sallyport", filepath.Join(t.TempDir(), "sallyport")}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), o, os.Stderr); err == nil || !strings.Contains(err.Error(), "make build") {
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

// One that never answers is stopped.
func TestServerIsDumb(t *testing.T) {
	s, err := start(exec.Command("sleep", "60"), t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := s.awaitPostgres(ctx); err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("%v", err)
	}
	select {
	case <-s.Ended:
	default:
		t.Error("it is still there")
	}
}
