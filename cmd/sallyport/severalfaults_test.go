package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/courttest"
)

// TestSeveralFaults: a source that fails, is late, or does not say the truth, fails the statement with its name, and
// nothing else.
func TestSeveralFaults(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	s.pg.Exec(t, s.ops, "CREATE VIEW late AS SELECT 1 AS id FROM pg_sleep(60); CREATE TABLE one AS SELECT 1 AS one; ALTER DATABASE "+s.ops+" SET statement_timeout = '400ms'")
	c := s.connect(t, "crm")
	for _, test := range []struct{ name, sql, want string }{
		{"a source with a limit of its own", "SELECT c.id FROM customers c JOIN ops.public.late l ON l.id = c.id", `57014 source "ops": canceling statement due to statement timeout reading ops.public.late`},
		{"an API that says another type", "SELECT r.stars, o.one FROM forge.repos.repos r, ops.public.one o WHERE r.org = 'lies'", `of the column "stars" of forge.repos.repos.list is no bigint reading forge.repos.repos`},
		{"an API that refuses", "SELECT r.stars, o.one FROM forge.repos.repos r, ops.public.one o WHERE r.org = 'broken'", `42501`},
		{"an API that goes away in an answer", "SELECT r.stars, o.one FROM forge.repos.repos r, ops.public.one o WHERE r.org = 'dies'", `08006`},
		{"a value that does not fit", "SELECT sum(x.n) FROM (SELECT c.raw AS n FROM customers c UNION ALL SELECT o.total FROM ops.public.orders o) x, crm.public.huge h WHERE h.n > 0", `22P02 column "n": invalid input syntax for type numeric(38,10): "1000000000000000000000000000000" reading crm.public.huge`},
	} {
		if strings.Contains(test.sql, "huge") {
			s.pg.Exec(t, s.crm, "CREATE TABLE huge AS SELECT 1e30::numeric AS n")
		}
		_, err := texts(t.Context(), c, test.sql)
		var failed *pgconn.PgError
		if !errors.As(err, &failed) {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := failed.Code + " " + failed.Message + " " + failed.Where; !strings.Contains(got, test.want) || !strings.Contains(got, "reading ") {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	if _, err := texts(t.Context(), c, "SET statement_timeout = '300ms'"); err != nil {
		t.Fatal(err)
	}
	s.pg.Exec(t, s.crm, "CREATE VIEW late AS SELECT 1 AS id FROM pg_sleep(60)")
	var failed *pgconn.PgError
	if _, err := texts(t.Context(), c, "SELECT count(*) FROM late l, files.public.costs"); !errors.As(err, &failed) || failed.Code != "57014" {
		t.Errorf("the session's limit: %v", err)
	}
	courttest.Eventually(t, "nothing runs at the sources", func() bool { return s.busy(t) == "0" })
}

// TestSeveralChanged: what a table is may change between the plan and the scan, while a statement waits for its lock. The
// statement runs if it would be sent and judged alike, and else fails; it never reads another thing than it was judged by.
func TestSeveralChanged(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.crm, "DROP VIEW rich")
	c := s.connect(t, "ops")
	changer, err := pgx.Connect(t.Context(), s.pg.DSN(s.crm))
	if err != nil {
		t.Fatal(err)
	}
	defer changer.Close(context.WithoutCancel(t.Context()))
	for _, test := range []struct{ change, want, later string }{ // later: what another try gives
		{"ALTER TABLE customers ADD COLUMN later int", "cust 7", "cust 7"},
		{"ALTER TABLE customers ALTER COLUMN name TYPE varchar(90)", "40001", "cust 7"},
		{"ALTER TABLE customers ALTER COLUMN name TYPE bytea USING 'x'", "40001", `\x78`},
		{"ALTER TABLE customers RENAME COLUMN name TO title", "40001 42703", "42703"},
		{"ALTER TABLE customers RENAME TO clients", "40001 42P01", "42P01"},
	} {
		sql := "SELECT c.name FROM crm.public.customers c JOIN orders o ON o.customer = c.id WHERE c.id = 7 LIMIT 1"
		if strings.Contains(test.change, "clients") {
			sql = strings.Replace(sql, "c.name", "c.vc", 1)
		}
		first := func() string {
			got, err := texts(context.WithoutCancel(t.Context()), c, sql)
			var failed *pgconn.PgError
			switch {
			case errors.As(err, &failed):
				return failed.Code
			case err != nil || len(got) == 0:
				return fmt.Sprint("no row ", err)
			}
			return got[0]
		}
		if _, err := texts(t.Context(), changer, "BEGIN; "+test.change); err != nil {
			t.Fatal(err)
		}
		ended := make(chan string, 1)
		go func() { ended <- first() }()
		watch, err := pgx.Connect(t.Context(), s.pg.DSN("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		courttest.Eventually(t, "a scan waits for the lock", func() bool {
			got, err := texts(t.Context(), watch, "SELECT count(*) FROM pg_stat_activity WHERE datname = '"+s.crm+"' AND wait_event_type = 'Lock'")
			return err == nil && got[0] != "0"
		})
		_ = watch.Close(t.Context())
		if _, err := texts(t.Context(), changer, "COMMIT"); err != nil {
			t.Fatal(err)
		}
		if got := <-ended; !strings.Contains(test.want, got) {
			t.Errorf("%s: %s, want %s", test.change, got, test.want)
		}
		if got := first(); got != test.later {
			t.Errorf("%s, again: %s, want %s", test.change, got, test.later)
		}
	}
}

// TestSeveralMoving: while a function that a view of the statement calls is replaced all the time, the statement is
// planned again, and then runs or says that it may be run again; when nothing moves any more, it runs. The long form does so three times.
func TestSeveralMoving(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.crm, "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT n * 2 + 0'; CREATE VIEW doubled AS SELECT id, twice(id) AS n FROM customers")
	c := s.connect(t, "ops")
	mover, err := pgx.Connect(t.Context(), s.pg.DSN(s.crm))
	if err != nil {
		t.Fatal(err)
	}
	defer mover.Close(context.WithoutCancel(t.Context()))
	moving, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		n := 0
		tick := time.NewTicker(2 * time.Millisecond) // oftener than a statement is planned
		defer tick.Stop()
		for ; moving.Err() == nil; n++ {
			<-tick.C
			_, err := texts(t.Context(), mover, fmt.Sprintf("CREATE OR REPLACE FUNCTION twice(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT n * 2 + 0 * %d'", n))
			if err != nil {
				t.Error(err)
				break
			}
		}
		ended <- n
	}()
	const sql = "SELECT d.n FROM crm.public.doubled d JOIN orders o ON o.customer = d.id AND o.id = 3 WHERE d.id = 22"
	ran, again := 0, 0
	for range unlessLong(1, 3) {
		got, err := texts(t.Context(), c, sql)
		var failed *pgconn.PgError
		switch {
		case errors.As(err, &failed) && failed.Code == "40001":
			again++
		case err != nil || len(got) != 1 || got[0] != "44":
			t.Errorf("%q %v", got, err)
		default:
			ran++
		}
	}
	stop()
	t.Logf("%d times it ran, %d times it was told to run again; the function was replaced %d times", ran, again, <-ended)
	if got, err := texts(t.Context(), c, sql); err != nil || len(got) != 1 || got[0] != "44" {
		t.Errorf("at the end: %q %v", got, err)
	}
}

// TestSeveralSettles: a statement whose view calls a function that is replaced all the time, and then no more, is planned
// again with pauses until it runs. Without the pauses all tries are over before the function rests.
func TestSeveralSettles(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.crm, "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT n * 2 + 0'; CREATE VIEW doubled AS SELECT id, twice(id) AS n FROM customers")
	c := s.connect(t, "ops")
	mover, err := pgx.Connect(t.Context(), s.pg.DSN(s.crm))
	if err != nil {
		t.Fatal(err)
	}
	defer mover.Close(context.WithoutCancel(t.Context()))
	moved, rests := make(chan struct{}), make(chan int, 1)
	go func() {
		n := 0
		for began := time.Now(); n < 20 || time.Since(began) < 1200*time.Millisecond; n++ {
			if _, err := texts(t.Context(), mover, fmt.Sprintf("CREATE OR REPLACE FUNCTION twice(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT n * 2 + 0 * %d'", n)); err != nil {
				t.Error(err)
				break
			}
			if n == 0 {
				close(moved)
			}
		}
		rests <- n
	}()
	<-moved
	got, err := texts(t.Context(), c, "SELECT d.n FROM crm.public.doubled d JOIN orders o ON o.customer = d.id AND o.id = 3 WHERE d.id = 22")
	if err != nil || len(got) != 1 || got[0] != "44" {
		t.Errorf("%q %v", got, err)
	}
	t.Logf("the function was replaced %d times", <-rests)
}

// cancels is how often TestSeveralCancels cancels: `make faults` does so 1,000 times.
var cancels = flag.Int("cancels", 50, "how many statements over several sources are canceled")

// TestSeveralCancels: statements that are canceled at any moment leave no goroutine, no connection, no statement that
// runs at its source, and no memory.
func TestSeveralCancels(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.ops, "CREATE VIEW endless AS SELECT i AS id, 'n' || i AS name FROM generate_series(1, 100000) k, generate_series(1, 100000) i")
	c := s.connect(t, "crm")
	statements := []string{
		"SELECT count(*) FROM customers c JOIN ops.public.endless e ON e.id = c.id",
		"SELECT e.name FROM ops.public.endless e JOIN files.public.costs k ON k.customer = e.id",
		"SELECT max(e.name) FROM ops.public.endless e, ops.public.orders o, forge.repos.repos r WHERE r.org = 'things' AND e.id = r.id AND o.id = e.id",
		"SELECT count(*) FROM ops.public.endless a JOIN ops.public.endless b ON a.id = b.id JOIN customers c ON c.id = a.id",
	}
	cancel := func(i int) {
		ended := make(chan error, 1)
		running, over := context.WithCancel(t.Context())
		go func() { // a request that comes before its statement cancels nothing
			var err error
			for wait := time.Duration(rand.IntN(60)); running.Err() == nil && err == nil; wait = 10 { //nolint:gosec // any moment will do
				time.Sleep(wait * time.Millisecond)
				err = c.PgConn().CancelRequest(context.WithoutCancel(t.Context()))
			}
			ended <- err
		}()
		_, err := texts(t.Context(), c, statements[i%len(statements)])
		over()
		sent := <-ended
		var failed *pgconn.PgError
		if !errors.As(err, &failed) || failed.Code != "57014" || strings.Contains(failed.Message, "timeout") || sent != nil {
			t.Fatalf("%d: %v, %v", i, err, sent)
		}
	}
	for i := range 12 {
		cancel(i)
	}
	runtime.GC()
	goroutines, connections, memory := runtime.NumGoroutine(), s.connections(t), resident(t)
	for i := range *cancels {
		cancel(i)
	}
	courttest.Eventually(t, "nothing runs at the sources", func() bool { return s.busy(t) == "0" })
	courttest.Eventually(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= goroutines+3 })
	if now := s.connections(t); now > connections+4 { // what cancels at a Postgres breaks its connection, and the pool makes another one
		t.Errorf("%d connections to the sources, %d before", now, connections)
	}
	runtime.GC()
	if now := resident(t); now > memory+128<<20 {
		t.Errorf("%d MiB, %d MiB before", now>>20, memory>>20)
	}
	t.Logf("%d cancels: %d goroutines (%d before), %d connections (%d), %d MiB (%d)", *cancels, runtime.NumGoroutine(), goroutines, s.connections(t), connections, resident(t)>>20, memory>>20)
	if got, err := texts(t.Context(), c, "SELECT count(*) FROM customers c JOIN ops.public.orders o ON o.customer = c.id"); err != nil || got[0] != "2814" {
		t.Errorf("afterwards: %q %v", got, err)
	}
}

// connections is how many the sources have.
func (s *spread) connections(t *testing.T) int {
	t.Helper()
	watch, err := pgx.Connect(t.Context(), s.pg.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close(context.WithoutCancel(t.Context()))
	got, err := texts(t.Context(), watch, "SELECT count(*) FROM pg_stat_activity WHERE datname IN ('"+s.crm+"', '"+s.ops+"')")
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(got[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// resident is the memory of the process, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	content, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(content))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
