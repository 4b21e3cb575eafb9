package federation

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/providers"
)

// given is how many rows the scans of "forever" have returned.
var given atomic.Int64

// forever are the numbers without an end.
type forever struct {
	counting
	closed bool
}

func (f *forever) Next() (providers.Row, error) {
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	f.at++
	given.Add(1)
	return providers.Row{fmt.Append(nil, f.at)}, nil
}

// Close fails a test in which a scan is closed twice.
func (f *forever) Close() error {
	if f.closed {
		panic("closed twice")
	}
	f.closed = true
	return nil
}

// TestStops: a scan ends when the statement does, whatever ends it, and its requests are told.
func TestStops(t *testing.T) {
	c := open(t, false, Limits{Scans: 1, Rows: 1 << 40, Bytes: 1 << 50})
	run1(t.Context(), c, "SELECT 1 FROM a", nil, scanOf("up", "a", constant("1")))
	c.(providers.Requested).Requests()
	goroutines := runtime.NumGoroutine()
	scans := []providers.Scan{scanOf("forever", "a", constant("1")), scanOf("forever", "b", constant("2"))}
	s := providers.Statement{Verb: "SELECT", ReadOnly: true, Scans: scans}
	for name, end := range map[string]func() string{
		"limit": func() string { return run1(t.Context(), c, "SELECT i FROM a LIMIT 3", nil, scans[0]) },
		"limit of a filter": func() string {
			return run1(t.Context(), c, "SELECT i FROM a WHERE i % 5 = 1 LIMIT 2", nil, scans[0])
		},
		"limit of two, where there is a place for one": func() string {
			return run1(t.Context(), c, "(SELECT i FROM a LIMIT 9) UNION ALL (SELECT i FROM b LIMIT 9)", nil, scans...)
		},
		"close": func() string {
			s.SQL, s.Scans = "SELECT i FROM a", scans[:1]
			rows, err := c.Query(t.Context(), s, providers.Args{})
			if err != nil {
				return err.Error()
			}
			row, err := rows.Next()
			if err != nil {
				return err.Error()
			}
			text := string(row[0])
			if err := rows.Close(); err != nil {
				return err.Error()
			}
			return text
		},
		"a statement that comes before the end": func() string {
			s.SQL, s.Scans = "SELECT i FROM a", scans[:1]
			rows, err := c.Query(t.Context(), s, providers.Args{})
			if err != nil {
				return err.Error()
			}
			defer rows.Close()
			row, err := rows.Next()
			if err != nil {
				return err.Error()
			}
			text := string(row[0])
			if got := run1(t.Context(), c, "SELECT 7", nil); got != "7" {
				return got
			}
			return text
		},
		"cancel": func() string {
			ctx := cancelWhenGiven(t)
			if got := run1(ctx, c, "SELECT max(i) FROM a", nil, scans[0]); !strings.HasPrefix(got, "57014") {
				return got
			}
			return "1"
		},
		"cancel while rows are loaded": func() string {
			ctx := cancelWhenGiven(t)
			if got := run1(ctx, c, "SELECT max(x.i) FROM a x, a y", nil, scans[0]); !strings.HasPrefix(got, "57014") {
				return got
			}
			return "1"
		},
	} {
		given.Store(0)
		if got := end(); got != "1" {
			t.Errorf("%s: %s", name, got)
		}
		sent := c.(providers.Requested).Requests()
		if len(sent) != 1 || sent[0].Path != "/forever" {
			t.Errorf("%s: requests %v", name, sent)
		}
		if n := given.Load(); strings.HasPrefix(name, "limit") && n > 20_000 {
			t.Errorf("%s: %d rows", name, n)
		}
	}
	waittest.Eventually(t, fmt.Sprintf("there are %d goroutines as before", goroutines), func() bool { return runtime.NumGoroutine() <= goroutines })
}

// cancelWhenGiven is a context that ends when a scan has returned rows.
func cancelWhenGiven(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for given.Load() == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(30 * time.Millisecond) // the scan is in the middle of its rows
	}()
	return ctx
}
