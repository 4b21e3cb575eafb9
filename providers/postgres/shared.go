package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// This file finds a pooler that gives one connection of the server to several of its
// clients, a transaction each (PgBouncer with pool_mode = transaction). What one
// session sets is then in force for another: names would mean something else than
// they were judged by. A pooler by session is of no harm, and another gateway keeps
// settings apart.

// markSetting carries the mark: it means nothing to what the catalog is asked.
const markSetting = "cursor_tuple_fraction"

// errShared says that settings of one connection appear in another.
var errShared = errors.New("the pooler before it gives its connections to several sessions")

// shared reports whether what is set on a connection can be seen from another. Where
// the process that answers is the one that the connection was greeted by, no pooler
// stands between.
func (c *catalog) shared(ctx context.Context, pg *pgconn.PgConn) (bool, error) {
	lines, err := readAll(ctx, pg, "SELECT pg_catalog.pg_backend_pid()")
	if err != nil || len(lines) == 1 && lines[0][0] == strconv.FormatUint(uint64(pg.PID()), 10) {
		return false, err
	}
	var random [2]byte
	_, _ = rand.Read(random[:]) // it never fails
	mark := fmt.Sprintf("0.1%05d", int(random[0])<<8|int(random[1]))
	config := c.config.Copy()
	other, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer other.Close(ctx) //nolint:errcheck // it was only asked
	if _, err := readAll(ctx, pg, "SET "+markSetting+" = "+mark); err != nil {
		return false, err
	}
	lines, err = readAll(ctx, other, "SELECT pg_catalog.current_setting('"+markSetting+"')")
	if err != nil {
		return false, err
	}
	seen := len(lines) == 1 && lines[0][0] == mark
	_, err = readAll(ctx, pg, "RESET "+markSetting)
	return seen, err
}

// notShared looks at a new connection.
func (c *catalog) notShared(ctx context.Context, pg *pgconn.PgConn) error {
	if err := c.p.check(pg); err != nil {
		return err
	}
	shared, err := c.shared(ctx, pg)
	if err == nil && shared {
		return errShared
	}
	return err
}

// planOnce has the comparison with the server planned once for a connection: to plan it
// takes longer than to run it, and after a first comparison of little the server would
// plan each one anew.
func planOnce(ctx context.Context, pg *pgconn.PgConn) error {
	_, err := readAll(ctx, pg, "SET plan_cache_mode = force_generic_plan")
	return err
}
