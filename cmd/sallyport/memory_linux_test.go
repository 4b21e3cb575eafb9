package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const usual = "100" // GOGC of a server whose environment says nothing

// smallServer is a server of a process of its own, with little memory for DuckDB.
type smallServer struct {
	t   *testing.T
	cmd *exec.Cmd
	// large is for statements that take much, beside for others.
	large, beside *pgconn.PgConn
	dial          func() *pgconn.PgConn
}

// gogc says when it collects garbage: the tests themselves are told to do so less often than the product does.
func newSmallServer(t *testing.T, gogc string) smallServer {
	t.Helper()
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
	cmd.Env = append(cmd.Env, "GOGC="+gogc)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := postgresAddress(t, out)
	dial := func() *pgconn.PgConn {
		conn, err := pgconn.Connect(t.Context(), "postgres://alice@"+address+"/demo?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	return smallServer{t, cmd, dial(), dial(), dial}
}

func (s smallServer) run(on *pgconn.PgConn, sql string) {
	s.t.Helper()
	if err := on.Exec(s.t.Context(), sql).Close(); err != nil {
		s.t.Fatalf("%.60s: %v", sql, err)
	}
}

// refuses sends a statement that must end with a code. The sessions go on, the other one while it runs, too.
func (s smallServer) refuses(sql, code string) {
	s.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- s.large.Exec(s.t.Context(), sql).Close() }()
	var err error
	for waiting := true; waiting; {
		s.run(s.beside, "SELECT count(*) FROM generate_series(1, 1000)")
		select {
		case err = <-ended:
			waiting = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	var told *pgconn.PgError
	if !errors.As(err, &told) || told.Code != code {
		s.t.Errorf("%.60s: %v, want %s", sql, err, code)
	}
	s.run(s.large, "SELECT 1")
}

// TestMemoryOfFunctions: functions in Go that make large values end with 53200. DuckDB's exception cannot pass them: it
// ended the process. The small form has lists and JSON: that texts do, TestMemoryOfLongTexts sees in its small form, too.
func TestMemoryOfFunctions(t *testing.T) {
	s := newSmallServer(t, usual)
	if *long {
		s.refuses("SELECT sum(length(lpad('x', 60000000 - n))) FROM generate_series(1, 2000) n", "53200")
	}
	s.refuses("SELECT sum(array_length(string_to_array(repeat('a,', n), ','), 1)) FROM generate_series(1000000, 1000199) n", "53200")
	s.refuses(`SELECT ('[' || repeat('{"a":1},', n) || '1]')::jsonb -> 5 FROM (VALUES (8000000)) v(n)`, "53200") // a constant would be tried twice
	s.run(s.large, fmt.Sprintf(`SELECT length(('[' || repeat('{"a":1},', %d) || '1]')::jsonb::text)`, unlessLong(500_000, 3_000_000)))
	s.hadAtMost(1700 << 10)
}

// TestMemoryOfLongTexts: functions in Go that fill DuckDB's buffers end with 53200, those that make texts of many parts with 54000
// before a text is made that is too long. The small form has half of the buffers, and two of the four ways to the text of an array.
func TestMemoryOfLongTexts(t *testing.T) {
	s := newSmallServer(t, usual)
	buffered := []string{ // values lie in DuckDB's buffers
		"SELECT max(s) FROM (SELECT lpad('x', n) AS s FROM generate_series(50000000, 50000050) n) t",
		"SELECT sum(length(quote_ident(repeat('\"', n)))) FROM generate_series(50000000, 50000050) n",
		"SELECT sum(length(s) + length(s || 'a')) FROM (SELECT repeat('x', n) AS s FROM generate_series(50000000, 50000050) n OFFSET 0) t",
		"SELECT max(string_to_array(repeat('a,', n), ',')) FROM generate_series(1000000, 1000199) n",
	}
	for _, sql := range buffered[:unlessLong(2, len(buffered))] {
		s.refuses(sql, "53200")
	}
	many := strings.Repeat(", 'a'", 60)
	for _, sql := range []string{
		"SELECT length(concat_ws(repeat(',', n)" + many + ")) FROM (VALUES (50000000)) v(n)",
		"SELECT length(concat(" + strings.Repeat("s, ", 60) + "s)) FROM (SELECT repeat('x', n) AS s FROM (VALUES (50000000)) v(n)) t",
		"SELECT length(format(repeat('%1$s', 10000), s)) FROM (SELECT repeat('x', n) AS s FROM (VALUES (1000000)) v(n)) t",
		"SELECT length(format(repeat('%1$1000000s', n), 'a')) FROM (VALUES (10000)) v(n)",
	} {
		s.refuses(sql, "54000")
	}
	s.refuses("SELECT 1 FROM generate_series(1, 10) WHERE sqrt(length(concat_ws(repeat(',', 5000000)"+many+"))) > 0", "54000") // computed before it runs
	s.run(s.large, "CREATE TABLE wide AS SELECT (SELECT array_agg(n::text) FROM generate_series(1, 1000) n)::char(10000000)[] AS c")
	ways := []string{"SELECT c FROM wide", "SELECT to_jsonb(c) FROM wide", "SELECT length(c::text) FROM wide", "SELECT length(concat(c, c)) FROM wide"}
	for _, sql := range ways[:unlessLong(2, len(ways))] {
		s.refuses(sql, "54000")
	}
	s.hadAtMost(1700 << 10)
}

// TestGarbageIsCollected: no statement is refused memory that is nobody's any more. This server collects no garbage by itself; the
// statements of this test make a multiple of what it may have.
func TestGarbageIsCollected(t *testing.T) {
	s := newSmallServer(t, "off")
	for range 16 {
		s.run(s.large, "SELECT length(concat(repeat('x', n), 'a')) FROM (VALUES (50000000)) v(n)")
	}
	s.hadAtMost(2000 << 10)
}

// TestFunctionsEnd: what DuckDB works on within one value, or while it plans, ends with the statement's time.
func TestFunctionsEnd(t *testing.T) {
	s := newSmallServer(t, usual)
	s.run(s.large, "SET statement_timeout = '500ms'")
	for _, sql := range []string{
		"SELECT count(*) FROM regexp_split_to_table(repeat('ab ', 4000000), ' ')",
		"SELECT repeat('a', 3000) LIKE repeat('%_a', 20) || 'b'",
		"SELECT repeat('a', n) ILIKE '%_a%_a%_a%_a%_a%_a%_a%_a%_ab' FROM generate_series(3000, 3010) n",
		"SELECT length(lpad('x', 1000000000, 'y'))",
		`SELECT length(('[' || repeat('{"a":1},', 7000000) || '1]')::jsonb::text)`,
	} {
		began := time.Now()
		err := s.large.Exec(t.Context(), sql).Close()
		var told *pgconn.PgError
		if err != nil && (!errors.As(err, &told) || told.Code != "57014" && told.Code != "54000") {
			t.Errorf("%.60s: %v", sql, err)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%.60s took %v", sql, took)
		}
	}
}

// TestLongStatementsTogether: statements that are long, or whose values are, run side by side. Other sessions go on, and
// the process keeps to its memory.
func TestLongStatementsTogether(t *testing.T) {
	s := newSmallServer(t, usual)
	join := func(all int, between, format string) string {
		parts := make([]string, unlessLong(all/8, all))
		for i := range parts {
			parts[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(parts, between)
	}
	s.run(s.large, "CREATE TABLE t AS SELECT g AS a, 'x' || g AS b FROM generate_series(1, 1000) g")
	var running []chan error
	for _, sql := range []string{
		"VALUES " + join(5000, ", ", "(%[1]d, 'a%[1]d', %[1]d.5)"),
		"INSERT INTO t VALUES " + join(5000, ", ", "(-%[1]d, 'a%[1]d')"),
		"SELECT " + join(2500, ", ", "a + %[1]d AS c%[1]d") + " FROM t LIMIT 1",
		"CREATE TEMP TABLE w (" + join(2500, ", ", "c%d numeric(10,2) DEFAULT 1.5") + ")",
		"SELECT count(*) FROM t WHERE " + join(2000, " OR ", "a > %[1]d000 OR b LIKE 'y%[1]d'"),
		"SELECT count(*) FROM t WHERE " + join(2000, " OR ", "(a = %[1]d AND b = 'x%[1]d')"),
		"SELECT count(*) FROM t WHERE a IN (" + join(50_000, ", ", "%d") + ")",
		"SELECT count(*) FROM t WHERE a = ANY('{" + join(50_000, ",", "%d") + "}'::int[])",
		fmt.Sprintf(`SELECT length(('[' || repeat('{"a":1},', %d) || '1]')::jsonb::text)`, unlessLong(600_000, 5_000_000)),
		fmt.Sprintf(`SELECT count(*) FROM jsonb_array_elements(('[' || repeat('{"a":1},', %d) || '1]')::jsonb)`, unlessLong(250_000, 2_000_000)), // of the long form alone it just has the memory
	} {
		for range 2 {
			conn, ended := s.dial(), make(chan error, 1)
			running = append(running, ended)
			go func() { ended <- conn.Exec(t.Context(), sql).Close() }()
		}
	}
	var slowest time.Duration
	for _, ended := range running {
		for waiting := true; waiting; {
			began := time.Now()
			s.run(s.beside, "SELECT count(*) FROM generate_series(1, 1000)")
			slowest = max(slowest, time.Since(began))
			select {
			case err := <-ended:
				var told *pgconn.PgError
				if err != nil && (!errors.As(err, &told) || told.Code != "53200") {
					t.Error(err)
				}
				waiting = false
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
	t.Logf("the slowest statement beside took %v", slowest)
	s.hadAtMost(unlessLong(1200, 2000) << 10) // the small form has some 600 MB
}

// TestMemoryHolds: statements whose values and plans would take many gigabytes end with 53200, or with 54000 before they begin; the
// server and the sessions beside them go on. What the process had at most is the kernel's word.
func TestMemoryHolds(t *testing.T) {
	s := newSmallServer(t, usual)
	var from []string
	for view := range 8 { // together they have more windows than one statement may
		var calls []string
		for i := range 150 {
			calls = append(calls, fmt.Sprintf("sum(n + %d) OVER (ORDER BY n + %d) AS c%d", i, 150*view+i, i))
		}
		from = append(from, fmt.Sprintf("w%d", view))
		s.run(s.large, fmt.Sprintf("CREATE VIEW w%d AS SELECT %s FROM (VALUES (1)) v(n)", view, strings.Join(calls, ", ")))
	}
	for _, sql := range []string{ // of which no value is made
		"SELECT length(repeat('x', 2000000000))",
		"SELECT length(repeat('x', n)) FROM (VALUES (2000000000)) v(n)",
		"SELECT length(replace(repeat('x', n), 'x', repeat('y', 1000))) FROM (VALUES (3000000)) v(n)",
	} {
		s.refuses(sql, "54000")
	}
	for _, sql := range []string{
		"SELECT length(string_agg(repeat('x', 1000000), '')) FROM generate_series(1, 3000)",
		"SELECT length(array_agg(n)::text) FROM generate_series(1, 80000000) n",
		"SELECT * FROM " + strings.Join(from, ", "),
	} {
		s.refuses(sql, "53200")
	}
	s.hadAtMost(1700 << 10) // 256 MB, 1 GiB, and what Go has
}

// hadAtMost fails if the process ever had more memory than that, in kB.
func (s smallServer) hadAtMost(limit int) {
	s.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	most, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil || most > limit {
		s.t.Errorf("the process had %d kB at most: %v", most, err)
	}
	s.t.Logf("the process had %d kB at most", most)
}
