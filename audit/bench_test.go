package audit

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

func typical() Record {
	return Record{
		Door: "pgwire", Mode: "safe", Decision: Allow, Class: "read", Verb: "SELECT",
		SQL:        "SELECT abalance FROM pgbench_accounts WHERE aid = $1",
		ParamTypes: []string{"int4"}, Relations: []string{"pg.public.pgbench_accounts"},
		Principal: "postgres", Subject: "postgres", Application: "pgbench", Session: "42", RemoteAddr: "127.0.0.1:51234", Source: "pg",
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

// cpu reports the CPU time of a benchmark in all threads and in the kernel. On a machine that
// others use, wall time says little.
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
	e, r, line := newEncoder(), typical(), []byte(nil)
	b.ReportAllocs()
	cpu(b)
	for b.Loop() {
		var err error
		if line, err = e.line(line[:0], &r, Hash{1}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGroupCommit begins many changes at once, and compares with the disk's rate: a line
// appended, an fsync.
func BenchmarkGroupCommit(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(strconv.Itoa(writers), func(b *testing.B) {
			log, r := benchLog(b), typical()
			disk := diskRate(b)
			var next atomic.Int64
			var group sync.WaitGroup
			var mu sync.Mutex
			var all []time.Duration
			b.ResetTimer()
			cpu(b)
			for range writers {
				group.Go(func() {
					var took []time.Duration
					defer func() {
						mu.Lock()
						defer mu.Unlock()
						all = append(all, took...)
					}()
					for next.Add(1) <= int64(b.N) {
						start := time.Now()
						if _, err := log.Begin(Record{SQL: r.SQL, Class: "delete", Source: r.Source}); err != nil {
							b.Error(err)
						}
						took = append(took, time.Since(start))
					}
				})
			}
			group.Wait()
			b.StopTimer()
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-us")
			b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-us")
			rate := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rate, "records/s")
			b.ReportMetric(disk, "fsyncs/s-of-the-disk")
			b.ReportMetric(rate/disk, "records/disk-fsync")
			b.ReportMetric(float64(b.N)/float64(max(1, log.syncs)), "records/fsync")
		})
	}
}

// diskRate returns how often per second a line can be appended and made durable.
func diskRate(b *testing.B) float64 {
	f, err := os.OpenFile(filepath.Join(b.TempDir(), "f"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line, n, start := make([]byte, 400), 0, time.Now()
	for ; time.Since(start) < 500*time.Millisecond; n++ {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	return float64(n) / time.Since(start).Seconds()
}

// BenchmarkMillion records a million reads, rotated and compressed, and reports the memory of the
// log; Verify reads them all.
func BenchmarkMillion(b *testing.B) {
	const million = 1_000_000
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	for range b.N {
		dir, r := b.TempDir(), typical()
		log, err := Open(Options{Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		before := heap()
		for i := range million {
			if err := log.Write(r.With(Outcome{Rows: 1, Duration: time.Millisecond})); err != nil {
				b.Fatal(err)
			}
			if i == million/100 {
				b.ReportMetric(heap()-before, "MB-after-10000")
			}
		}
		b.ReportMetric(heap()-before, "MB-after-1000000")
		if err := log.Close(); err != nil {
			b.Fatal(err)
		}
		start, before := time.Now(), heap()
		report, err := Verify(dir, VerifyOptions{First: 1})
		if err != nil || !report.OK() || report.Records != million {
			b.Fatalf("%+v, %v", report, err)
		}
		b.ReportMetric(million/time.Since(start).Seconds(), "verified/s")
		b.ReportMetric(heap()-before, "MB-of-the-report")
	}
}

func BenchmarkVerify(b *testing.B) {
	dir, r := b.TempDir(), typical()
	log, err := Open(Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		if err := log.Write(r.With(Outcome{Rows: 1, Duration: time.Millisecond})); err != nil {
			b.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	cpu(b)
	if report, err := Verify(dir, VerifyOptions{First: 1}); err != nil || !report.OK() {
		b.Fatalf("%+v, %v", report, err)
	}
}

// BenchmarkWriteAll records eight reads by one write, as the relay does in a turn of its loop. An
// operation is one record.
func BenchmarkWriteAll(b *testing.B) {
	const size = 8
	log, r := benchLog(b), typical()
	var batch Batch
	cpu(b)
	for n := 0; b.Loop(); n++ {
		batch.Add(&r, Outcome{Rows: 1, Duration: time.Millisecond})
		if batch.Len() < size {
			continue
		}
		if err := log.WriteAll(&batch); err != nil {
			b.Fatal(err)
		}
		batch.Reset()
	}
}

// BenchmarkReads writes the records of reads eighteen at a time, as a turn of the relay with 64 clients does: each
// record made anew, and by its Form. The metric min-ns is of the fastest turn, for one record.
func BenchmarkReads(b *testing.B) {
	const turn = 18
	for _, formed := range []bool{false, true} {
		b.Run("form="+strconv.FormatBool(formed), func(b *testing.B) {
			log := benchLog(b)
			var who [turn]Record
			var forms [turn]*Form
			for i := range who {
				who[i] = typical()
				forms[i], _ = NewForm(&who[i])
			}
			d := realDisk()
			d.write = func(_ *os.File, lines []byte) (int, error) { return len(lines), nil }
			log.setDisk(d)
			var batch Batch
			fastest := time.Hour
			for b.Loop() {
				began := time.Now()
				for i := range turn {
					o := Outcome{Rows: 1, Duration: 123456, Tag: "SELECT 1"}
					if formed {
						batch.AddForm(forms[i], &o)
					} else {
						r := who[i]
						batch.Add(&r, o)
					}
				}
				if err := log.WriteAll(&batch); err != nil {
					b.Fatal(err)
				}
				batch.Reset()
				fastest = min(fastest, time.Since(began))
			}
			b.ReportMetric(float64(fastest.Nanoseconds())/turn, "min-ns")
		})
	}
}
