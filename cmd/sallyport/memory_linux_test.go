package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestMemoryHolds: statements whose values and plans would take many gigabytes end with 53200; the
// server and the sessions beside them go on. What the process had at most is the kernel's word.
func TestMemoryHolds(t *testing.T) {
	state := t.TempDir()
	config := filepath.Join(state, "sallyport.yaml")
	if err := os.WriteFile(config, []byte(`mode: full_access
state_dir: `+state+`
pgwire: {address: "127.0.0.1:0"}
mcp: {address: "127.0.0.1:0"}
sources: [{name: demo, kind: duckdb, path: ":memory:", memory_limit: 256MB}]
`), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := process(t, "yes", "srv", "--config", config)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	address := postgresAddress(t, out)
	dial := func() *pgconn.PgConn {
		conn, err := pgconn.Connect(t.Context(), "postgres://alice@"+address+"/demo?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	large, beside := dial(), dial()
	run := func(on *pgconn.PgConn, sql string) {
		if err := on.Exec(t.Context(), sql).Close(); err != nil {
			t.Fatalf("%.60s: %v", sql, err)
		}
	}

	var from []string
	for view := range 8 { // together they have more windows than one statement may
		var calls []string
		for i := range 150 {
			calls = append(calls, fmt.Sprintf("sum(n + %d) OVER (ORDER BY n + %d) AS c%d", i, 150*view+i, i))
		}
		from = append(from, fmt.Sprintf("w%d", view))
		run(large, fmt.Sprintf("CREATE VIEW w%d AS SELECT %s FROM (VALUES (1)) v(n)", view, strings.Join(calls, ", ")))
	}
	for _, sql := range []string{
		"SELECT length(repeat('x', 2000000000))",
		"SELECT length(repeat('x', n)) FROM (VALUES (2000000000)) v(n)",
		"SELECT length(string_agg(repeat('x', 1000000), '')) FROM generate_series(1, 3000)",
		"SELECT length(array_agg(n)::text) FROM generate_series(1, 80000000) n",
		"SELECT length(replace(repeat('x', 3000000), 'x', repeat('y', 1000)))",
		"SELECT * FROM " + strings.Join(from, ", "),
	} {
		ended := make(chan error, 1)
		go func() { ended <- large.Exec(t.Context(), sql).Close() }()
		var err error
		for waiting := true; waiting; {
			run(beside, "SELECT count(*) FROM generate_series(1, 1000)")
			select {
			case err = <-ended:
				waiting = false
			case <-time.After(10 * time.Millisecond):
			}
		}
		var told *pgconn.PgError
		if !errors.As(err, &told) || told.Code != "53200" {
			t.Errorf("%.60s: %v, want 53200", sql, err)
		}
		run(large, "SELECT 1")
	}

	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	most, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil || most > 1700<<10 { // 256 MB, 1 GiB, and what Go has
		t.Errorf("the process had %d kB at most: %v", most, err)
	}
}
