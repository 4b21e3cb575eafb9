package duckdb

import (
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// TestStreamWaits: a statement that waits for rows costs nothing, where DuckDB has one thread.
func TestStreamWaits(t *testing.T) {
	p := open(t, Options{Threads: 1})
	p.emulation.building.Wait()
	c := connect(t, p, providers.ConnOptions{ReadOnly: true})
	for _, sql := range []string{"SELECT i FROM a", "SELECT count(*) FROM a"} {
		(&endless{pause: 20 * time.Millisecond, most: 50}).stream(t, c, "a")
		before, began := cpu(t), time.Now()
		all(c, t.Context(), reading(sql))
		if used, took := cpu(t)-before, time.Since(began); used > took/2 {
			t.Errorf("%s: %v of CPU in %v", sql, used, took)
		}
		if err := c.Drop("a"); err != nil {
			t.Error(err)
		}
	}
}

// cpu is what this process has computed.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
