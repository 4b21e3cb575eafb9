package pgwire

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestTableLocks: what FOR UPDATE, FOR SHARE and LOCK TABLE promise is kept, on a real Postgres and on the embedded
// source, which locks tables where Postgres locks rows.
func TestTableLocks(t *testing.T) {
	for name, dsn := range map[string]string{
		"postgres": pgtest.Start(t).CreateDB(t),
		"embedded": "postgres://tester@" + serveDuckDB(t).addr + "/demo?sslmode=disable",
	} {
		t.Run(name, func(t *testing.T) {
			l := &lockers{t: t, a: dialLocker(t, dsn), b: dialLocker(t, dsn), embedded: name == "embedded"}
			l.run(l.a, "CREATE TABLE locked (id int PRIMARY KEY, n int)")
			l.run(l.a, "CREATE TABLE other (id int)")
			l.run(l.a, "INSERT INTO locked VALUES (1, 0), (2, 0)")
			t.Run("counts", l.counts)
			t.Run("waits", l.waits)
			t.Run("refused", l.refused)
			t.Run("deadlock", l.deadlock)
			t.Run("stale", l.stale)
		})
	}
}

// lockers are two sessions.
type lockers struct {
	t        *testing.T
	a, b     *pgx.Conn
	embedded bool
}

func dialLocker(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func (l *lockers) run(c *pgx.Conn, sql string) {
	l.t.Helper()
	if _, err := c.Exec(l.t.Context(), sql); err != nil {
		l.t.Fatalf("%s: %v", sql, err)
	}
}

func (l *lockers) fails(c *pgx.Conn, code, sql string) {
	l.t.Helper()
	_, err := c.Exec(l.t.Context(), sql)
	l.failedWith(err, code, sql)
}

func (l *lockers) failedWith(err error, code, sql string) {
	l.t.Helper()
	var told *pgconn.PgError
	if !errors.As(err, &told) || told.Code != code {
		l.t.Fatalf("%s: %v, want %s", sql, err, code)
	}
}

// counts: two sessions add one by what they have read under the lock, as mappers of objects do. No addition is lost, and
// nobody has to retry.
func (l *lockers) counts(t *testing.T) {
	const rounds = 30
	add := func(c *pgx.Conn) error {
		for range rounds {
			err := pgx.BeginFunc(t.Context(), c, func(tx pgx.Tx) error {
				var n int
				if err := tx.QueryRow(t.Context(), "SELECT n FROM locked WHERE id = $1 FOR UPDATE", 1).Scan(&n); err != nil {
					return err
				}
				_, err := tx.Exec(t.Context(), "UPDATE locked SET n = $1 WHERE id = 1", n+1)
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
	done := make(chan error, 1)
	go func() { done <- add(l.b) }()
	if err := errors.Join(add(l.a), <-done); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := l.a.QueryRow(t.Context(), "SELECT n FROM locked WHERE id = 1").Scan(&n); err != nil || n != 2*rounds {
		t.Fatalf("%d %v, want %d", n, err, 2*rounds)
	}
}

// waits: a statement of the other session waits until the transaction with the lock ends.
func (l *lockers) waits(t *testing.T) {
	for lock, waiting := range map[string]string{
		"SELECT id FROM locked WHERE id = 1 FOR UPDATE":                       "UPDATE locked SET n = n WHERE id = 1",
		"SELECT id FROM locked WHERE id = 2 FOR NO KEY UPDATE":                "UPDATE locked SET id = id WHERE id = 2",
		"SELECT id FROM locked FOR SHARE":                                     "SELECT id FROM locked FOR UPDATE",
		"LOCK TABLE locked IN SHARE MODE":                                     "INSERT INTO locked VALUES (3, 0) ON CONFLICT (id) DO NOTHING",
		"LOCK TABLE locked":                                                   "SELECT count(*) FROM locked",
		"LOCK TABLE other, locked IN EXCLUSIVE MODE":                          "TRUNCATE other",
		"UPDATE locked SET n = n WHERE id = 1":                                "SELECT id FROM locked WHERE id = 1 FOR SHARE",
		"SELECT a.id FROM locked a LEFT JOIN other o ON true FOR UPDATE OF a": "UPDATE locked SET n = n",
		"SELECT id FROM (SELECT id FROM locked) q FOR UPDATE":                 "MERGE INTO locked USING (VALUES (1)) v(i) ON id = i WHEN MATCHED THEN UPDATE SET n = n",
		"DECLARE c CURSOR FOR SELECT id FROM locked FOR UPDATE; FETCH c":      "ALTER TABLE locked ADD COLUMN IF NOT EXISTS m int",
	} {
		l.run(l.a, "BEGIN")
		l.run(l.a, lock)
		got := make(chan error, 1)
		go func() {
			_, err := l.b.Exec(t.Context(), waiting)
			got <- err
		}()
		select {
		case err := <-got:
			t.Errorf("%s does not wait for %s: %v", waiting, lock, err)
			got <- err
		case <-time.After(30 * time.Millisecond):
		}
		l.run(l.a, "COMMIT")
		if err := <-got; err != nil {
			t.Errorf("%s behind %s: %v", waiting, lock, err)
		}
	}
}

// refused: who does not want to wait gets 55P03, and the transaction has failed.
func (l *lockers) refused(*testing.T) {
	l.run(l.a, "BEGIN")
	l.run(l.a, "SELECT id FROM locked FOR UPDATE")
	l.fails(l.b, "55P03", "SELECT id FROM locked FOR UPDATE NOWAIT")
	l.run(l.b, "SET lock_timeout = '10ms'")
	l.fails(l.b, "55P03", "UPDATE locked SET n = 0")
	l.run(l.b, "RESET lock_timeout")
	l.run(l.b, "BEGIN")
	l.fails(l.b, "55P03", "LOCK TABLE locked NOWAIT")
	l.fails(l.b, "25P02", "SELECT 1")
	l.run(l.b, "ROLLBACK")
	if tag, err := l.b.Exec(l.t.Context(), "SELECT id FROM locked FOR UPDATE SKIP LOCKED"); err != nil || tag.RowsAffected() != 0 {
		l.t.Errorf("SKIP LOCKED: %v %v", tag, err)
	}
	l.run(l.b, "SELECT count(*) FROM locked") // readers do not wait
	l.run(l.a, "ROLLBACK")
	l.run(l.b, "SELECT id FROM locked FOR UPDATE NOWAIT")
}

// deadlock: of two sessions that wait for each other one goes on.
func (l *lockers) deadlock(t *testing.T) {
	l.run(l.a, "BEGIN; LOCK TABLE locked")
	l.run(l.b, "BEGIN; SELECT pg_advisory_xact_lock(5)")
	ended := make(chan error, 1)
	go func() {
		_, err := l.a.Exec(t.Context(), "SELECT pg_advisory_xact_lock(5)")
		_, _ = l.a.Exec(t.Context(), "ROLLBACK")
		ended <- err
	}()
	_, ofB := l.b.Exec(t.Context(), "SELECT count(*) FROM locked")
	l.run(l.b, "ROLLBACK")
	ofA := <-ended
	if (ofA == nil) == (ofB == nil) {
		t.Fatalf("%v and %v, want one error", ofA, ofB)
	}
	l.failedWith(errors.Join(ofA, ofB), "40P01", "the other's lock")
}

// stale: rows that were read before another session changed them are not locked. Postgres reads them again instead.
func (l *lockers) stale(*testing.T) {
	l.run(l.a, "BEGIN ISOLATION LEVEL REPEATABLE READ")
	l.run(l.a, "SELECT count(*) FROM locked")
	l.run(l.b, "UPDATE locked SET n = 77 WHERE id = 2")
	l.fails(l.a, "40001", "SELECT n FROM locked WHERE id = 2 FOR UPDATE")
	l.run(l.a, "ROLLBACK")
	l.run(l.a, "BEGIN")
	l.run(l.a, "SELECT count(*) FROM other")
	l.run(l.a, "SELECT n FROM locked WHERE id = 2 FOR UPDATE")
	l.run(l.a, "COMMIT")
	if !l.embedded {
		return
	}
	l.run(l.a, "CREATE VIEW seen AS SELECT id FROM locked")
	l.fails(l.a, "0A000", "SELECT id FROM seen FOR UPDATE")
	l.fails(l.a, "42P01", "BEGIN; LOCK TABLE nope")
	l.run(l.a, "ROLLBACK")
}
