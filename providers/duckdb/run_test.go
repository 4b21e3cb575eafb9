package duckdb

import (
	"context"
	"io"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// slow is a statement that outlasts a test.
const slow = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3"

// within fails the test when f does not return in time.
func within(t testing.TB, limit time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatal("it hangs")
	}
}

// TestCancel cancels at every moment of a statement and checks that the next statement is not
// cancelled.
func TestCancel(t *testing.T) {
	c := demo(t)
	var slowest time.Duration
	for i := range 60 {
		ctx, cancel := context.WithCancel(context.Background())
		delay := time.Duration(rand.IntN(3000)) * time.Microsecond
		var canceled time.Time
		timer := time.AfterFunc(delay, func() { canceled = time.Now(); cancel() })
		within(t, 5*time.Second, func() {
			rows, err := c.Query(ctx, providers.Statement{SQL: slow, Verb: "SELECT"}, providers.Args{})
			if err == nil {
				_, err = read(rows)
			}
			if sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
				t.Errorf("round %d: %v, want 57014", i, err)
			}
		})
		if !timer.Stop() {
			slowest = max(slowest, time.Since(canceled))
		}
		cancel()
		if a := must(t, c, "SELECT 42"); a.rows[0] != "42" {
			t.Fatalf("round %d: the next statement answers %q", i, a.rows)
		}
	}
	t.Logf("the slowest cancellation took %v", slowest)
}

// A cancel at or after the end of its statement has no effect.
func TestLateCancel(t *testing.T) {
	c := demo(t)
	for i := range 300 {
		ctx, cancel := context.WithCancel(context.Background())
		rows, err := c.Query(ctx, providers.Statement{SQL: "SELECT 1", Verb: "SELECT"}, providers.Args{})
		if err != nil {
			t.Fatal(err)
		}
		go cancel()
		if _, err := read(rows); err != nil && sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
			t.Fatalf("round %d: %v", i, err)
		}
		cancel()
		must(t, c, "SELECT 2")
	}
	c.interrupt() // no statement is running
	must(t, c, "SELECT 3")
	if _, err := c.Describe(context.Background(), providers.Statement{SQL: "SELECT 4"}); err != nil {
		t.Error(err)
	}
}

// TestStreaming reads far more than the memory limit.
func TestStreaming(t *testing.T) {
	if testing.Short() {
		t.Skip("four million rows")
	}
	c := connect(t, open(t, Options{MemoryLimit: "96MB", Threads: 2}), providers.ConnOptions{})
	const count = 4_000_000 // 200 MB, twice the limit
	rows, err := c.Query(context.Background(), providers.Statement{
		SQL: "SELECT range, range * 2, 'a text that is longer than twelve bytes' FROM range(4000000)", Verb: "SELECT",
	}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for ; ; n++ {
		if _, err = rows.Next(); err != nil {
			break
		}
	}
	runtime.ReadMemStats(&after)
	if err != io.EOF || n != count {
		t.Errorf("%d rows, %v", n, err)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > count {
		t.Errorf("%d bytes were allocated for %d rows", allocated, count)
	}
}

func TestParallel(t *testing.T) {
	p := open(t, Options{})
	must(t, connect(t, p, providers.ConnOptions{}), "CREATE TABLE t(i int)")
	var workers sync.WaitGroup
	for n := range 8 {
		workers.Go(func() {
			opened, err := p.Connect(context.Background(), providers.ConnOptions{ReadOnly: n%2 == 0})
			if err != nil {
				t.Error(err)
				return
			}
			defer opened.Close()
			for i := range 30 {
				// More rows than DuckDB hands over at once.
				if _, err := try(opened, "SELECT range, [range], {'a': range} FROM range(3000) WHERE range < $1", "2100"); err != nil {
					t.Error(err)
					return
				}
				if n%2 == 1 {
					if _, err := try(opened, "INSERT INTO t SELECT range FROM range(100)"); err != nil {
						t.Error(err)
					}
				}
				if i%10 == 0 {
					if _, err := p.Catalog(context.Background()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	workers.Wait()
	if a := must(t, connect(t, p, providers.ConnOptions{}), "SELECT count(*) FROM t"); a.rows[0] != "12000" {
		t.Errorf("%s rows, want 12000", a.rows[0])
	}
}

// TestCloseUnderWay closes the provider while statements run and while results are half read.
func TestCloseUnderWay(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	p, err := Open(context.Background(), Options{Name: "demo", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	half, err := p.Connect(context.Background(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	halfRows, err := half.Query(context.Background(), providers.Statement{SQL: "SELECT * FROM range(10000000)"}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := halfRows.Next(); err != nil {
		t.Fatal(err)
	}
	started, ended := make(chan struct{}), make(chan error, 1)
	busy, err := p.Connect(context.Background(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		close(started)
		_, err := try(busy, slow)
		ended <- err
	}()
	<-started
	within(t, 5*time.Second, func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := <-ended; sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("the running statement ended with %v, want 57P01", err)
	}
	for {
		if _, err = halfRows.Next(); err != nil {
			break
		}
	}
	if sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("the half read result ended with %v, want 57P01", err)
	}
	for _, close := range []func() error{halfRows.Close, half.Close, busy.Close, p.Close} {
		if err := close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLongValue: a value over the limit is refused before it is copied.
func TestLongValue(t *testing.T) {
	c := connect(t, open(t, Options{MemoryLimit: "1GB"}), providers.ConnOptions{})
	_, err := try(c, "SELECT repeat('x', 100000000)")
	if e := sqlstate.From(err); err == nil || e.Code != sqlstate.ProgramLimitExceeded {
		t.Errorf("100 MB: %v", err)
	}
	if a := must(t, c, "SELECT length(repeat('x', 100000000))"); a.rows[0] != "100000000" {
		t.Errorf("its length: %q", a.rows)
	}
}
