package pgwire

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestLongAlternatives: an OR of eight times as many pairs takes about eight times the processor's time, not sixty-four
// times, and finds the same.
func TestLongAlternatives(t *testing.T) {
	c := pgxConnect(t, serveDuckDB(t))
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	if _, err := c.Exec(ctx, "CREATE TABLE pairs AS SELECT g AS a, 'x' || g AS b FROM generate_series(1, 100) g UNION ALL SELECT NULL, 'x5'"); err != nil {
		t.Fatal(err)
	}
	taken := func(n int) time.Duration {
		var alternatives []string
		for i := range n {
			alternatives = append(alternatives, fmt.Sprintf("(a = %d AND b = 'x%d')", i, i))
		}
		or := strings.Join(alternatives, " OR ")
		before := processorTime(t)
		var found, unknown int
		query := "SELECT count(*), (SELECT count(*) FROM pairs WHERE (" + or + ") IS NULL) FROM pairs WHERE " + or
		if err := c.QueryRow(ctx, query).Scan(&found, &unknown); err != nil {
			t.Fatal(err)
		}
		if found != 100 || unknown != 1 {
			t.Errorf("%d pairs found %d rows, and %d unknown", n, found, unknown)
		}
		return processorTime(t) - before
	}
	const n = 300
	once := min(taken(n), taken(n+1))
	if often := taken(8 * n); often > 20*once+100*time.Millisecond {
		t.Errorf("%d pairs take %v, %d take %v", n, once, 8*n, often)
	}
}

// processorTime is what this process has taken.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
