package audit

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

func typical() Record {
	return Record{
		Door: "pgwire", Mode: "safe", Decision: Allow, Class: "read", Verb: "SELECT",
		SQL:        "SELECT abalance FROM pgbench_accounts WHERE aid = $1",
		ParamTypes: []string{"int4"}, Relations: []string{"pg.public.pgbench_accounts"},
		Principal: "postgres", Application: "pgbench", Session: "42", RemoteAddr: "127.0.0.1:51234", Source: "pg",
	}
}

func benchLog(b *testing.B) *Log {
	log, err := Open(Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { log.Close() })
	b.ReportAllocs()
	return log
}

// cpu reports the CPU that a benchmark uses, in all threads and in the kernel:
// on a machine that others use too, the clock says little.
func cpu(b *testing.B) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	b.Cleanup(func() { b.ReportMetric(float64(used()-before)/float64(max(1, b.N)), "cpu-ns/op") })
}

func BenchmarkWrite(b *testing.B) {
	log, r := benchLog(b), typical()
	cpu(b)
	for b.Loop() {
		if err := log.Write(r.With(Outcome{Rows: 1, Duration: time.Millisecond})); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	e, r := newEncoder(), typical()
	b.ReportAllocs()
	cpu(b)
	for b.Loop() {
		if _, err := e.line(&r, Hash{1}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBeginEnd is an intent and its outcome: two durable records. Compare
// with two of BenchmarkFsync.
func BenchmarkBeginEnd(b *testing.B) {
	for _, bench := range []struct {
		name    string
		writers int
	}{{"1", 1}, {"8", 8}, {"64", 64}} {
		b.Run(bench.name, func(b *testing.B) {
			log, r := benchLog(b), typical()
			work := make(chan struct{})
			var group sync.WaitGroup
			for range bench.writers {
				group.Go(func() {
					for range work {
						entry, err := log.Begin(r)
						if err == nil {
							err = entry.End(Outcome{Rows: 1})
						}
						if err != nil {
							b.Error(err)
						}
					}
				})
			}
			for b.Loop() {
				work <- struct{}{}
			}
			close(work)
			group.Wait()
			b.ReportMetric(2*float64(b.N)/float64(max(1, log.syncs)), "records/fsync")
		})
	}
}

// BenchmarkFsync is the disk's own rate: append a line, fsync.
func BenchmarkFsync(b *testing.B) {
	f, err := os.OpenFile(filepath.Join(b.TempDir(), "f"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line := make([]byte, 400)
	for b.Loop() {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}
