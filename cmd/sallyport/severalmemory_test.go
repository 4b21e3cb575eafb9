package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestSeveralMemory: a statement over several sources that needs more than limits.join_memory goes to disk, or ends with
// 53200 where it cannot; the process does not grow by what it reads. The small form reads 100 MB, the long one 300.
func TestSeveralMemory(t *testing.T) {
	rows, growth := unlessLong(500_000, 1_500_000), unlessLong(160, 256)
	s := newSpread(t, "limits: {join_memory: 64MB}\n")
	s.pg.Exec(t, s.crm, fmt.Sprintf("CREATE VIEW large AS SELECT i AS id, md5(i::text) || repeat('x', 168) AS name FROM generate_series(1, %d) i", rows))
	c := s.connect(t, "crm")
	if _, err := texts(t.Context(), c, "SELECT count(*) FROM customers c, files.public.costs"); err != nil { // the DuckDB is open
		t.Fatal(err)
	}
	before := resident(t)
	highest := highestOf(t)
	const join = " FROM large l JOIN files.public.costs k ON k.customer = 3"
	got, err := texts(t.Context(), c, "SELECT count(*), count(DISTINCT x.name), min(x.at) FROM (SELECT l.name, row_number() OVER (ORDER BY l.name) AS at"+join+") x")
	if err != nil || got[0] != fmt.Sprintf("%[1]d|%[1]d|1", rows) {
		t.Errorf("what goes to disk: %q %v", got, err)
	}
	var failed *pgconn.PgError
	if _, err := texts(t.Context(), c, "SELECT length(string_agg(l.name, ','))"+join); !errors.As(err, &failed) || failed.Code != "53200" || failed.Hint == "" {
		t.Errorf("what cannot: %v", err)
	}
	if got, err := texts(t.Context(), c, "SELECT count(*)"+join+" AND l.id < 5"); err != nil || got[0] != "4" {
		t.Errorf("afterwards: %q %v", got, err)
	}
	if most := highest(); most > before+growth<<20 {
		t.Errorf("%d MiB at most, %d MiB before", most>>20, before>>20)
	} else {
		t.Logf("%d MiB at most, %d MiB before", most>>20, before>>20)
	}
}

// highestOf has the kernel begin anew with the most memory that the process has, and returns what tells it.
func highestOf(t *testing.T) func() int {
	t.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Skip(err)
	}
	return func() int {
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		kilobytes := 0
		for line := range strings.Lines(string(status)) {
			if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				for _, d := range strings.TrimSpace(v) {
					if d < '0' || d > '9' {
						break
					}
					kilobytes = kilobytes*10 + int(d-'0')
				}
			}
		}
		return kilobytes << 10
	}
}
