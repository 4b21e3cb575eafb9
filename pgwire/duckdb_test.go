package pgwire

import (
	"context"
	"errors"
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

// serveDuckDB starts a door over the embedded source, which answers in text
// alone: what clients want in binary is made here.
func serveDuckDB(t *testing.T) *door {
	t.Helper()
	p, err := duckdb.Open(context.Background(), duckdb.Options{Name: "demo", Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return serveSource(t, "", p)
}

// TestDuckDBBinary reads with pgx, which asks for binary.
func TestDuckDBBinary(t *testing.T) {
	d := serveDuckDB(t)
	c := pgxConnect(t, d)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var (
		yes   bool
		small int16
		n     int64
		f     float64
		text  string
		raw   []byte
		day   time.Time
		when  time.Time
		list  []int32
		price string
	)
	err := c.QueryRow(ctx, `SELECT true, 1::smallint, $1::bigint, 1.5::double precision, 'täxt'::text, '\x00ff'::bytea,
		'2026-01-31'::date, '2026-01-31 12:00:00.25+00'::timestamptz, ARRAY[1, NULL, 3]::int[] IS NULL, 12.50::numeric(8,2)::text`, int64(1)<<40).
		Scan(&yes, &small, &n, &f, &text, &raw, &day, &when, new(bool), &price)
	if err != nil {
		t.Fatal(err)
	}
	if !yes || small != 1 || n != 1<<40 || f != 1.5 || text != "täxt" || string(raw) != "\x00\xff" ||
		day.Format(time.DateOnly) != "2026-01-31" || when.UnixMilli() != 1769860800250 || price != "12.50" {
		t.Errorf("got %v %v %v %v %v %q %v %v %v", yes, small, n, f, text, raw, day, when, price)
	}
	if err := c.QueryRow(ctx, "SELECT ARRAY[1, 2, 3]::int[]").Scan(&list); err != nil || len(list) != 3 || list[2] != 3 {
		t.Errorf("an array: %v, %v", list, err)
	}
	var pgErr *pgconn.PgError
	if _, err := c.Exec(ctx, "SELECT nope"); !errors.As(err, &pgErr) || pgErr.Code != "42703" {
		t.Errorf("a column that does not exist: %v", err)
	}
}

// TestDuckDBPortals reads two results bit by bit in one transaction.
func TestDuckDBPortals(t *testing.T) {
	c := connect(t, serveDuckDB(t).addr, "u", "demo")
	c.query("BEGIN")
	c.Send(&pgproto3.Parse{Query: "SELECT i FROM generate_series(1, 5) AS t(i)"})
	c.Send(&pgproto3.Bind{DestinationPortal: "a"})
	c.Send(&pgproto3.Bind{DestinationPortal: "b"})
	for _, portal := range []string{"a", "b", "a", "b", "a", "b"} {
		c.Send(&pgproto3.Execute{Portal: portal, MaxRows: 2})
	}
	c.Send(&pgproto3.Sync{})
	c.flush()
	const half = "DataRow \"1\"\nDataRow \"2\"\nPortalSuspended\n"
	const rest = "DataRow \"3\"\nDataRow \"4\"\nPortalSuspended\n"
	const last = "DataRow \"5\"\nCommandComplete \"SELECT 1\"\n"
	if got, want := c.until(1), "ParseComplete\nBindComplete\nBindComplete\n"+half+half+rest+rest+last+last+"ReadyForQuery T\n"; got != want {
		t.Errorf("got %s", got)
	}
	if got := c.query("COMMIT"); !strings.HasSuffix(got, "ReadyForQuery I\n") {
		t.Errorf("COMMIT: %s", got)
	}
}

// endless runs until it is cancelled.
const endless = "SELECT count(*) FROM generate_series(1, 100000000000) AS t(i) WHERE i % 7 = 3"

// TestDuckDBCancel: by a cancel request, and by leaving.
func TestDuckDBCancel(t *testing.T) {
	d := serveDuckDB(t)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := pgxConnect(t, d)
	ended := make(chan error, 1)
	go func() {
		_, err := c.Exec(ctx, endless)
		ended <- err
	}()
	var err error
	for running := true; running; { // until it had begun
		if err := c.PgConn().CancelRequest(ctx); err != nil {
			t.Fatal(err)
		}
		select {
		case err = <-ended:
			running = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Code != "57014" {
		t.Errorf("it ended with %v", err)
	}
	if err := c.Ping(ctx); err != nil {
		t.Errorf("afterwards: %v", err)
	}

	raw := connect(t, d.addr, "u", "demo")
	raw.Send(&pgproto3.Query{String: endless})
	raw.flush()
	raw.conn.Close()
	eventually(t, "the session of the client that left is gone", func() bool { return openSessions(d.Server) == 1 })
}

// TestDuckDBNotUTF8: what is no text is refused, and nothing is put in its place.
func TestDuckDBNotUTF8(t *testing.T) {
	d := serveDuckDB(t)
	c := pgxConnect(t, d).PgConn()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for _, bad := range []string{"\xff", "\xc0\xaf", "\xed\xa0\x80", "a\x00b"} {
		for name, got := range map[string]*pgconn.Result{
			"text":   c.ExecParams(ctx, "SELECT '"+strings.ReplaceAll(bad, "\x00", "\xff")+"'", nil, nil, nil, nil).Read(),
			"value":  c.ExecParams(ctx, "SELECT $1::text", [][]byte{[]byte(bad)}, []uint32{25}, nil, nil).Read(),
			"binary": c.ExecParams(ctx, "SELECT $1::text", [][]byte{[]byte(bad)}, []uint32{25}, []int16{1}, nil).Read(),
		} {
			var pgErr *pgconn.PgError
			if !errors.As(got.Err, &pgErr) || pgErr.Code != "22021" {
				t.Errorf("%q as %s: %v, %q", bad, name, got.Err, got.Rows)
			}
		}
	}
}

// TestDuckDBStartupSettings: what drivers set when they connect is carried out as the
// SET that it is, or refused.
func TestDuckDBStartupSettings(t *testing.T) {
	p, err := duckdb.Open(context.Background(), duckdb.Options{Name: "demo", Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	d := serveEngine(t, "", engine.Config{Mode: gate.ReadOnly, Sources: []providers.Provider{p}})
	for _, s := range [][2]string{
		{"statement_timeout", "7s"},
		{"lock_timeout", "3s"},
		{"idle_in_transaction_session_timeout", "1min"},
		{"default_transaction_read_only", "on"},
		{"row_security", "off"},
		{"work_mem", "64MB"},
		{"default_transaction_isolation", "repeatable read"},
	} {
		for _, parameters := range [][2]string{s, {"options", "-c " + s[0] + "=" + strings.ReplaceAll(s[1], " ", `\ `)}} {
			got := opening(t, d.addr, startupPacket(protocol30, "user", "u", "database", "demo", parameters[0], parameters[1]))
			if !strings.Contains(got, "ReadyForQuery I") {
				t.Errorf("%v: %s", parameters, got)
			}
		}
		c := pgxConnect(t, d, func(c *pgx.ConnConfig) { c.RuntimeParams[s[0]] = s[1] })
		var value string
		if err := c.QueryRow(context.Background(), "SHOW "+s[0]).Scan(&value); err != nil || value != s[1] {
			t.Errorf("%s is %q, %v", s[0], value, err)
		}
	}
	for _, s := range [][3]string{
		{"default_transaction_read_only", "off", "42501"}, {"role", "other", "22023"}, {"session_replication_role", "replica", "42501"},
	} {
		if got := opening(t, d.addr, startupPacket(protocol30, "user", "u", "database", "demo", s[0], s[1])); !strings.Contains(got, "FATAL "+s[2]) {
			t.Errorf("%v: %s", s, got)
		}
	}
}
