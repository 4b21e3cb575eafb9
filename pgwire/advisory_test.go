package pgwire

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestAdvisoryLocks: two sessions keep each other out, on a real Postgres and on the embedded source.
func TestAdvisoryLocks(t *testing.T) {
	for name, dsn := range map[string]string{
		"postgres": pgtest.Start(t).CreateDB(t),
		"embedded": "postgres://tester@" + serveDuckDB(t).addr + "/demo?sslmode=disable",
	} {
		t.Run(name, func(t *testing.T) { keepOut(t, dsn) })
	}
}

func keepOut(t *testing.T, dsn string) {
	ctx := t.Context()
	dial := func() *pgx.Conn {
		c, err := pgx.Connect(ctx, dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close(ctx) })
		return c
	}
	a, b := dial(), dial()
	try := func(c *pgx.Conn, sql string, want bool, args ...any) {
		t.Helper()
		var got bool
		if err := c.QueryRow(ctx, sql, args...).Scan(&got); err != nil || got != want {
			t.Fatalf("%s: %v %v, want %v", sql, got, err, want)
		}
	}
	run := func(c *pgx.Conn, sql string) {
		t.Helper()
		if _, err := c.Exec(ctx, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	failsWith := func(err error, code string) {
		t.Helper()
		var told *pgconn.PgError
		if !errors.As(err, &told) || told.Code != code {
			t.Fatalf("%v, want %s", err, code)
		}
	}

	try(a, "SELECT pg_try_advisory_lock($1)", true, int64(7))
	try(b, "SELECT pg_try_advisory_lock($1)", false, int64(7))
	try(b, "SELECT pg_try_advisory_lock_shared(7)", false)
	try(b, "SELECT pg_try_advisory_lock(0, 7)", true) // another lock
	try(b, "SELECT pg_advisory_unlock(7)", false)     // not its own
	run(b, "SET statement_timeout = '100ms'")
	_, err := b.Exec(ctx, "SELECT pg_advisory_lock(7)")
	failsWith(err, "57014")
	run(b, "SET statement_timeout = 0")

	// One waits until the other gives the lock back, ends its transaction, or leaves.
	waits := func(end func()) {
		t.Helper()
		got := make(chan error, 1)
		go func() {
			_, err := b.Exec(ctx, "SELECT pg_advisory_lock(7)")
			got <- err
		}()
		select {
		case err := <-got:
			t.Fatalf("a lock of another session was given: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
		end()
		if err := <-got; err != nil {
			t.Fatal(err)
		}
		try(b, "SELECT pg_advisory_unlock(7)", true)
	}
	waits(func() { try(a, "SELECT pg_advisory_unlock(7)", true) })
	run(a, "BEGIN")
	run(a, "SELECT pg_advisory_xact_lock(7)")
	waits(func() { run(a, "ROLLBACK") })
	run(a, "SELECT pg_advisory_lock(7)")
	waits(func() { _ = a.Close(ctx) })

	// Two that wait for each other.
	a = dial()
	run(a, "SELECT pg_advisory_lock(1)")
	run(b, "SELECT pg_advisory_lock(2)")
	ended := make(chan error, 1)
	go func() {
		_, err := a.Exec(ctx, "SELECT pg_advisory_lock(2)")
		if err != nil {
			_, _ = a.Exec(ctx, "SELECT pg_advisory_unlock_all()")
		}
		ended <- err
	}()
	_, ofB := b.Exec(ctx, "SELECT pg_advisory_lock(1)")
	if ofB != nil {
		run(b, "SELECT pg_advisory_unlock_all()")
	}
	ofA := <-ended
	if (ofA == nil) == (ofB == nil) {
		t.Fatalf("%v and %v, want one error", ofA, ofB)
	}
	failsWith(errors.Join(ofA, ofB), "40P01")
}
