package pgwire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// TestCopyOfPgx copies with pgx, which sends binary, and looks at the record.
func TestCopyOfPgx(t *testing.T) {
	d := serveDuckDB(t)
	c := pgxConnect(t, d)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := c.Exec(ctx, "CREATE TABLE pg (i int, t text, n numeric(10,2), f float8, ts timestamptz, b bytea, a int[], d text DEFAULT 'none')")
	must(t, err)
	now := time.Date(2026, 1, 2, 3, 4, 5, 678000, time.UTC)
	rows := make([][]any, 5000)
	for i := range rows {
		rows[i] = []any{i, fmt.Sprint("row\t", i), "12.50", 1.5, now, []byte{0, byte(i)}, []int32{1, int32(i)}}
	}
	rows[7][1], rows[7][6] = nil, nil
	n, err := c.CopyFrom(ctx, pgx.Identifier{"pg"}, []string{"i", "t", "n", "f", "ts", "b", "a"}, pgx.CopyFromRows(rows))
	if err != nil || n != 5000 {
		t.Fatalf("CopyFrom: %d, %v", n, err)
	}
	var text, other string
	var null *string
	var list []int32
	var when time.Time
	must(t, c.QueryRow(ctx, "SELECT t, d, a, ts FROM pg WHERE i = 4999").Scan(&text, &other, &list, &when))
	if text != "row\t4999" || other != "none" || len(list) != 2 || list[1] != 4999 || !when.Equal(now) {
		t.Errorf("a row is %q %q %v %v", text, other, list, when)
	}
	if must(t, c.QueryRow(ctx, "SELECT t FROM pg WHERE i = 7").Scan(&null)); null != nil {
		t.Errorf("NULL came as %q", *null)
	}
	var out strings.Builder
	tag, err := c.PgConn().CopyTo(ctx, &out, "COPY (SELECT i, n FROM pg WHERE i < 3 ORDER BY i) TO STDOUT (FORMAT csv)")
	if err != nil || out.String() != "0,12.50\n1,12.50\n2,12.50\n" || tag.RowsAffected() != 3 {
		t.Errorf("CopyTo: %q, %v, %v", out.String(), tag, err)
	}
	var refused *pgconn.PgError
	if _, err := c.CopyFrom(ctx, pgx.Identifier{"pg"}, []string{"i"}, pgx.CopyFromFunc(func() ([]any, error) { return nil, errors.New("no more") })); !errors.As(err, &refused) || refused.Code != "57014" {
		t.Errorf("a client that gives up: %v", err)
	}
	got := records(t, d)
	for _, want := range []string{`"verb":"COPY"`, `"rows":5000`, `"class":"mutate"`, `"sqlstate":"57014"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the record has no %s:\n%s", want, got)
		}
	}
}

// TestCopyEndsCleanly: whatever ends a COPY FROM, nothing of it stays, and the session goes on.
func TestCopyEndsCleanly(t *testing.T) {
	d := serveDuckDB(t)
	c := connect(t, d.addr, "u", "demo")
	c.query("CREATE TABLE ends (i int)")
	begin := func(c *client) {
		t.Helper()
		c.Send(&pgproto3.Query{String: "COPY ends FROM STDIN"})
		c.flush()
		if m, ok := c.receive().(*pgproto3.CopyInResponse); !ok {
			t.Fatalf("not begun: %v", m)
		}
		c.Send(&pgproto3.CopyData{Data: []byte(strings.Repeat("1\n", 100_000))})
		c.flush()
	}
	empty := func(what string) {
		t.Helper()
		if got := c.query("SELECT count(*) FROM ends"); !strings.Contains(got, `DataRow "0"`) {
			t.Errorf("%s: %s", what, got)
		}
	}

	begin(c)
	cancelRequest(t, d.addr, c.key)
	if got := c.until(1); !strings.Contains(got, "57014") {
		t.Errorf("cancelled: %s", got)
	}
	empty("cancelled")

	begin(c) // and the client goes on sending, in the middle of a message
	data, err := (&pgproto3.CopyData{Data: []byte(strings.Repeat("2\n", 100_000))}).Encode(nil)
	must(t, err)
	_, err = c.conn.Write(data[:len(data)/2])
	must(t, err)
	cancelRequest(t, d.addr, c.key)
	if got := c.until(1); !strings.Contains(got, "57014") {
		t.Errorf("cancelled in a message: %s", got)
	}
	_, err = c.conn.Write(data[len(data)/2:])
	must(t, err)
	c.Send(&pgproto3.CopyDone{})
	empty("cancelled in a message")

	c.query("SET statement_timeout = '200ms'")
	begin(c)
	if got := c.until(1); !strings.Contains(got, "57014") || !strings.Contains(got, "statement timeout") {
		t.Errorf("timed out: %s", got)
	}
	c.query("RESET statement_timeout")
	empty("timed out")

	gone := connect(t, d.addr, "u", "demo")
	begin(gone)
	were := openSessions(d.Server)
	gone.conn.Close()
	eventually(t, "the session is over", func() bool { return openSessions(d.Server) == were-1 })
	empty("the client has left")

	lost := connect(t, d.addr, "u", "demo")
	begin(lost)
	lost.Send(&pgproto3.Query{String: "SELECT 1"})
	lost.flush()
	if got := lost.until(1); !strings.Contains(got, "unexpected message type 0x51 during COPY from stdin") || !strings.HasSuffix(got, "(closed)\n") {
		t.Errorf("another message: %s", got)
	}
	empty("another message")
}

// TestCopyJudged: COPY is let through, or not, as what it does.
func TestCopyJudged(t *testing.T) {
	p, err := duckdb.Open(context.Background(), duckdb.Options{Name: "demo", Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
	must(t, err)
	d := serveEngine(t, "", engine.Config{Mode: gate.ReadOnly, Sources: []providers.Provider{p}})
	c := connect(t, d.addr, "u", "demo")
	for sql, want := range map[string]string{
		"COPY (SELECT 1) TO STDOUT":                           `CopyData "1\n"`,
		"COPY pg_catalog.pg_class (relname) FROM STDIN":       "ErrorResponse ERROR 42501",
		"COPY nowhere FROM STDIN":                             "ErrorResponse ERROR 42501",
		"COPY (DELETE FROM nowhere RETURNING 1) TO STDOUT":    "ErrorResponse ERROR 42501",
		"COPY (SELECT 1) TO '/tmp/x'":                         "ErrorResponse ERROR 0A000",
		"COPY (SELECT 1) TO PROGRAM 'cat'":                    "ErrorResponse ERROR 0A000",
		"COPY (SELECT * FROM read_csv('/etc/x')) TO STDOUT":   "ErrorResponse ERROR 42501",
		"COPY nowhere FROM '/etc/passwd'":                     "ErrorResponse ERROR 0A000",
		"COPY nowhere FROM STDIN WHERE i > 1":                 "ErrorResponse ERROR 0A000",
		"EXPLAIN ANALYZE COPY (SELECT 1) TO STDOUT; SELECT 1": "ErrorResponse ERROR 42601",
	} {
		if got := c.query(sql); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

// TestCopyAsks: nobody has to send rows before a person has said yes.
func TestCopyAsks(t *testing.T) {
	c := sit(t, 20*time.Second)
	s := connect(t, c.addr, "u", "demo")
	s.Send(&pgproto3.Query{String: "COPY t FROM STDIN"})
	s.flush()
	if r := c.asked("COPY"); r.Class != "mutate" {
		t.Errorf("asked for %s", r.Class)
	}
	c.approve("COPY")
	for {
		m := s.receive()
		if _, ok := m.(*pgproto3.CopyInResponse); ok {
			break
		}
		if e, ok := m.(*pgproto3.ErrorResponse); ok {
			t.Fatal(show(e))
		}
	}
	if got := records(t, c.door); !strings.Contains(got, "COPY t FROM STDIN") {
		t.Errorf("no intent is on record before the rows come:\n%s", got)
	}
	s.Send(&pgproto3.CopyData{Data: []byte("10\n11\n")})
	s.Send(&pgproto3.CopyDone{})
	s.flush()
	if got := s.until(1); !strings.Contains(got, `CommandComplete "COPY 2"`) || c.left("demo") != "11" {
		t.Errorf("approved: %s", got)
	}
}

// TestCopyStreams: rows leave before the last is there, and an error comes behind them.
func TestCopyStreams(t *testing.T) {
	c := connect(t, serveDuckDB(t).addr, "u", "demo")
	c.Send(&pgproto3.Query{String: "COPY (SELECT 3 - i / 100000, 'row ' || (1 / (200000 - i))::text FROM generate_series(1, 3000000000) AS t(i)) TO STDOUT"})
	c.flush()
	if m, ok := c.receive().(*pgproto3.CopyOutResponse); !ok || len(m.ColumnFormatCodes) != 2 {
		t.Fatalf("not begun: %v", m)
	}
	rows := 0
	for {
		switch m := c.receive().(type) {
		case *pgproto3.CopyData:
			rows++
			continue
		case *pgproto3.ErrorResponse:
			if m.Code != "22012" || rows < 100_000 {
				t.Errorf("%s after %d rows", show(m), rows)
			}
		default:
			t.Errorf("then %s", show(m))
		}
		break
	}
	if got := c.until(1); got != "ReadyForQuery I\n" {
		t.Errorf("at the end: %s", got)
	}
}

// TestCopyIntoRoundedColumns copies texts into columns of times with a precision and intervals of fields, and of domains over them.
func TestCopyIntoRoundedColumns(t *testing.T) {
	c := pgxConnect(t, serveDuckDB(t))
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for _, sql := range []string{
		"CREATE DOMAIN cr_hours AS interval hour CHECK (value < interval '9 hours')", "CREATE DOMAIN cr_tenths AS timestamp(1)",
		"CREATE TABLE cr (a cr_hours, b interval minute to second, c interval day to second(1), d cr_tenths, e timestamp(0))",
	} {
		must(t, second(c.Exec(ctx, sql)))
	}
	copied := func(line string) error {
		return second(c.PgConn().CopyFrom(ctx, strings.NewReader(line), "COPY cr FROM STDIN"))
	}
	must(t, copied("5\t10:30\t1 10:30:01.26\t2020-01-01 10:00:00.77\t2020-01-01 10:00:00.5\n"))
	must(t, copied("119 minutes\t7\t7\t\\N\t\\N\n"))
	var e *pgconn.PgError
	if err := copied("9\t7\t7\t\\N\t\\N\n"); !errors.As(err, &e) || e.Code != "23514" {
		t.Errorf("what the domain does not take: %v", err)
	}
	var got string
	must(t, c.QueryRow(ctx, "SELECT string_agg(concat_ws(',', a, b, c, d, e), ';' ORDER BY a DESC) FROM cr").Scan(&got))
	if want := "05:00:00,00:10:30,1 day 10:30:01.3,2020-01-01 10:00:00.8,2020-01-01 10:00:01;01:00:00,00:00:07,00:00:07"; got != want {
		t.Errorf("the rows are\n%s, not\n%s", got, want)
	}
}

// second returns the error of a call that returns something else, too.
func second[T any](_ T, err error) error { return err }
