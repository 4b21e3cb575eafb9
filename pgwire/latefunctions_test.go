package pgwire

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestFunctionsPreparedBefore: a CREATE FUNCTION that was prepared before check_function_bodies was set is made by the setting of the time
// when it runs, as a Postgres server does it.
func TestFunctionsPreparedBefore(t *testing.T) {
	d := serveDuckDB(t)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	real, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	must(t, err)
	defer real.Close(ctx) //nolint:errcheck // the test is over
	ours, err := pgconn.Connect(ctx, fmt.Sprintf("postgres://u@%s/demo?sslmode=disable", d.addr))
	must(t, err)
	defer ours.Close(ctx) //nolint:errcheck // the test is over
	for name, play := range map[string][]string{
		"on, then off": {"CREATE TABLE lpb_t (n int)", "SET check_function_bodies = on", "", "SET check_function_bodies = off", "DROP TABLE lpb_t"},
		"off, then on": {"SET check_function_bodies = off", "", "SET check_function_bodies = on"},
		"off":          {"SET check_function_bodies = off", "", "SELECT 1"},
	} {
		run := func(c *pgconn.PgConn) string {
			must(t, c.Exec(ctx, "DROP FUNCTION IF EXISTS lpb_f(); DROP TABLE IF EXISTS lpb_t").Close())
			for _, sql := range play {
				if sql == "" {
					_, err = c.Prepare(ctx, name, "CREATE FUNCTION lpb_f() RETURNS int LANGUAGE sql AS 'SELECT n FROM lpb_t'", nil)
				} else {
					err = c.Exec(ctx, sql).Close()
				}
				must(t, err)
			}
			var failed *pgconn.PgError
			if e := c.ExecPrepared(ctx, name, nil, nil, nil).Read().Err; errors.As(e, &failed) {
				return failed.Code
			} else if e != nil {
				return e.Error()
			}
			return "made"
		}
		if got, want := run(ours), run(real); got != want {
			t.Errorf("%s: %s, and a Postgres server: %s", name, got, want)
		}
	}
}
