package pgwire

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/internal/courttest"
)

// psql runs the real psql against a door and returns what it printed.
func psql(t *testing.T, d *door, arguments ...string) (string, error) {
	t.Helper()
	host, port, err := net.SplitHostPort(d.addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "psql", append([]string{"-X", "-h", host, "-p", port, "-U", "tester", "-d", "main"}, arguments...)...)
	cmd.Env = append(os.Environ(), "PGCONNECT_TIMEOUT=10", "PAGER=cat", "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestPsql(t *testing.T) {
	d := serve(t)
	for _, c := range []struct {
		arguments []string
		want      []string
	}{
		{[]string{"-Atc", "SELECT 1, 'zwei', NULL"}, []string{"1|zwei|"}},
		{
			[]string{"-c", "CREATE TABLE people (id int PRIMARY KEY, name text NOT NULL)", "-c", "INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace')"},
			[]string{"CREATE TABLE", "INSERT 0 2"},
		},
		{[]string{"-Atc", "SELECT count(*) FROM people; SELECT name FROM people WHERE id = 2"}, []string{"2\nGrace"}},
		{[]string{"-c", "SELECT nope FROM people"}, []string{`ERROR:  column "nope" does not exist`, "LINE 1: SELECT nope FROM people", "               ^"}},
		{[]string{"-c", `\d people`}, []string{`Table "public.people"`, "not null", `"people_pkey" PRIMARY KEY`}},
		{[]string{"-c", `\dt`}, []string{"people", "(1 row)"}},
		{[]string{"-c", `\conninfo`}, []string{`connected to database "main" as user "tester"`}},
		{[]string{"-c", `\echo :SERVER_VERSION_NUM`}, []string{"150000"}},
		{[]string{"-v", "FETCH_COUNT=3", "-Atc", "SELECT * FROM generate_series(1, 8)"}, []string{"1\n2\n3\n4\n5\n6\n7\n8\n"}},
		{[]string{"-c", `SELECT $1::int + 1 AS n \bind 41 \g`}, nil}, // psql 16 and later
	} {
		t.Run(strings.Join(c.arguments, " "), func(t *testing.T) {
			out, _ := psql(t, d, c.arguments...) // it fails where the statement does
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("%q is missing in:\n%s", want, out)
				}
			}
		})
	}
	if out, _ := psql(t, d, "-c", `\l`); strings.Contains(out, "ERROR") {
		t.Errorf("\\l:\n%s", out)
	}
	if out, err := psql(t, d, "-d", "elsewhere"); err == nil || !strings.Contains(out, `database "elsewhere" does not exist`) || !strings.Contains(out, "HINT") {
		t.Errorf("another database: %v\n%s", err, out)
	}
}

// TestPsqlCtrlC interrupts psql as a person does.
func TestPsqlCtrlC(t *testing.T) {
	d := serve(t)
	host, port, _ := net.SplitHostPort(d.addr)
	cmd := exec.Command("psql", "-X", "-h", host, "-p", port, "-U", "tester", "-d", "main", "-c", "SELECT pg_sleep(60)")
	var out courttest.Log
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the statement runs", func() bool { return activity(t, d, "pg_sleep(60)") == 1 })
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it fails, as it should
	if !strings.Contains(out.String(), "canceling statement due to user request") {
		t.Errorf("psql said: %s", out.String())
	}
}

// activity counts the statements with that text that the database behind runs.
func activity(t *testing.T, d *door, text string) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c, err := pgx.Connect(ctx, d.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx) //nolint:errcheck // the test is over
	n := 0
	err = c.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%' || $1 || '%'", text).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// pgxConnect connects with pgx, which prefers binary and prepares.
func pgxConnect(t *testing.T, d *door, change ...func(*pgx.ConnConfig)) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(fmt.Sprintf("postgres://tester@%s/%s?sslmode=disable", d.addr, d.name))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(config)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

// TestPgx goes through all the ways in which pgx speaks.
func TestPgx(t *testing.T) {
	d := serve(t)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for _, mode := range []pgx.QueryExecMode{
		pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol,
	} {
		t.Run(mode.String(), func(t *testing.T) {
			c := pgxConnect(t, d, func(o *pgx.ConnConfig) { o.DefaultQueryExecMode = mode })
			if err := c.Ping(ctx); err != nil {
				t.Errorf("Ping: %v", err)
			}
			for range 2 { // the second time from its cache
				var n int
				var s string
				var when time.Time
				var list []string
				var price pgtype.Numeric
				err := c.QueryRow(ctx, "SELECT $1::int + 1, $2::text, '2026-01-31 12:00+00'::timestamptz, ARRAY['a', 'b'], 12.50::numeric", 41, "täxt").Scan(&n, &s, &when, &list, &price)
				if err != nil || n != 42 || s != "täxt" || when.Unix() != 1769860800 || !slices.Equal(list, []string{"a", "b"}) || price.Int.Cmp(big.NewInt(1250)) != 0 {
					t.Errorf("got %v %v %v %v %v, %v", n, s, when, list, price, err)
				}
			}
			var pgErr *pgconn.PgError
			if err := c.QueryRow(ctx, "SELECT 1/$1::int", 0).Scan(new(int)); !errors.As(err, &pgErr) || pgErr.Code != "22012" {
				t.Errorf("a division by zero: %v", err)
			}
		})
	}
	t.Run("batch", func(t *testing.T) {
		c := pgxConnect(t, d)
		var batch pgx.Batch
		for i := range 5 {
			batch.Queue("SELECT $1::int", i)
		}
		results := c.SendBatch(ctx, &batch)
		for i := range 5 {
			var n int
			if err := results.QueryRow().Scan(&n); err != nil || n != i {
				t.Errorf("result %d: %d, %v", i, n, err)
			}
		}
		if err := results.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("transaction", func(t *testing.T) {
		c := pgxConnect(t, d)
		tx, err := c.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(ctx, "CREATE TABLE gone (id int)"); err != nil {
			t.Fatal(err)
		}
		if err := tx.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exec(ctx, "SELECT * FROM gone"); err == nil {
			t.Error("the table is still there")
		}
	})
	t.Run("notice", func(t *testing.T) {
		var notices []string
		c := pgxConnect(t, d, func(o *pgx.ConnConfig) {
			o.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { notices = append(notices, n.Severity+" "+n.Message) }
		})
		if _, err := c.Exec(ctx, "DROP TABLE IF EXISTS never_made"); err != nil {
			t.Fatal(err)
		}
		if len(notices) != 1 || notices[0] != `NOTICE table "never_made" does not exist, skipping` {
			t.Errorf("notices: %q", notices)
		}
	})
	t.Run("protocol 3.2", func(t *testing.T) {
		c := pgxConnect(t, d, func(o *pgx.ConnConfig) { o.MinProtocolVersion, o.MaxProtocolVersion = "3.2", "3.2" })
		if n := len(c.PgConn().SecretKey()); n != 32 {
			t.Errorf("a key of %d bytes", n)
		}
		sleeping, stop := context.WithCancel(ctx)
		time.AfterFunc(100*time.Millisecond, stop)
		if _, err := c.Exec(sleeping, "SELECT pg_sleep(60)"); err == nil {
			t.Error("it was not cancelled")
		}
		eventually(t, "nothing runs", func() bool { return activity(t, d, "pg_sleep(60)") == 0 })
	})
}
