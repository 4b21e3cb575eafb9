package pgwire

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestHeldRowsByTheWire: a row that a client asks for again and again is the row as it is, whatever has changed meanwhile: the
// rows, the table, what the name means to the session, the session's transaction.
func TestHeldRowsByTheWire(t *testing.T) {
	d := serveDuckDB(t)
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeSimpleProtocol, pgx.QueryExecModeExec, pgx.QueryExecModeDescribeExec} {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		t.Cleanup(cancel)
		c, w := pgxConnect(t, d), pgxConnect(t, d)
		run := func(on *pgx.Conn, statements ...string) {
			t.Helper()
			for _, sql := range statements {
				if _, err := on.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol); err != nil {
					t.Fatalf("%s: %v", sql, err)
				}
			}
		}
		run(w, "DROP SCHEMA IF EXISTS other CASCADE", "DROP TABLE IF EXISTS k", "CREATE TABLE k AS SELECT i AS id, 'first ' || i AS v FROM generate_series(1, 3000) AS t(i)",
			"CREATE SCHEMA other", "CREATE TABLE other.k AS SELECT 7 AS id, 'other' AS v")
		ask := func(times int, want string) {
			t.Helper()
			for range times {
				for _, sql := range []string{"SELECT v FROM k WHERE id = $1", "SELECT v FROM k WHERE id = 7"} {
					args := []any{mode, 7}
					if sql[len(sql)-1] == '7' {
						args = args[:1]
					}
					got := "none"
					if err := c.QueryRow(ctx, sql, args...).Scan(&got); err != nil && !errors.Is(err, pgx.ErrNoRows) {
						got = err.Error()
					}
					if got != want {
						t.Fatalf("%v, %s: %q, want %q", mode, sql, got, want)
					}
				}
			}
		}
		ask(100, "first 7")
		run(w, "UPDATE k SET v = 'second' WHERE id = 7")
		ask(100, "second")
		run(w, "BEGIN", "UPDATE k SET v = 'third' WHERE id = 7")
		ask(100, "second")
		run(w, "COMMIT")
		ask(100, "third")
		run(c, "BEGIN")
		ask(1, "third")
		run(w, "DELETE FROM k WHERE id = 7")
		ask(100, "third")
		run(c, "COMMIT")
		ask(100, "none")
		run(c, "SET search_path = other, public")
		ask(100, "other")
		run(c, "RESET search_path", "CREATE TEMP TABLE k AS SELECT 7 AS id, 'own' AS v")
		ask(100, "own")
		run(c, "DROP TABLE k")
		ask(100, "none")
		run(w, "ALTER TABLE k RENAME TO renamed", "CREATE TABLE k AS SELECT 7 AS id, 'fourth' AS v")
		ask(100, "fourth")
		run(w, "TRUNCATE k", "COPY (SELECT 1) TO STDOUT")
		ask(100, "none")
		run(w, "DROP TABLE renamed")
	}
}
