package catalog

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// This file finds a pooler that gives one connection of the server to several clients, for a transaction each
// (PgBouncer with pool_mode = transaction). Settings of one session then apply to another, so names could mean
// something else than when they were judged. A pooler by session does no harm, and another gateway keeps settings
// apart.

// markSetting carries the mark: it means nothing to what the catalog is asked.
const markSetting = "cursor_tuple_fraction"

// ErrShared says that settings of one connection appear in another.
var ErrShared = errors.New("the pooler before it gives its connections to several sessions")

// lookShared is how often shared looks, because a pooler may give two connections of ours different connections of the
// server for a while, as other sessions come and go.
const lookShared = 5

// shared reports whether a pooler shares connections among sessions: a setting of one connection shows in another, or
// the process that answers a connection changes. If the process that greeted the connection answers it, there is no
// pooler.
func (c *Catalog) shared(ctx context.Context, pg *pgconn.PgConn) (bool, error) {
	first, err := askOne(ctx, pg, askPID)
	if err != nil || first == strconv.FormatUint(uint64(pg.PID()), 10) {
		return false, err
	}
	var random [2]byte
	_, _ = rand.Read(random[:]) // it never fails
	mark := markOf(int(random[0])<<8 | int(random[1]))
	config := c.options.Config.Copy()
	other, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer other.Close(ctx) //nolint:errcheck // it was only asked
	found := false
	for range lookShared {
		if _, err := query.All(ctx, pg, "SET "+markSetting+" = "+mark); err != nil {
			return false, err
		}
		seen, err := askOne(ctx, other, "SELECT pg_catalog.current_setting('"+markSetting+"')")
		if err != nil {
			return false, err
		}
		now, err := askOne(ctx, pg, askPID)
		if err != nil {
			return false, err
		}
		if found = seen == mark || now != first; found {
			break
		}
	}
	_, err = query.All(ctx, pg, "RESET "+markSetting)
	return found, err
}

const askPID = "SELECT pg_catalog.pg_backend_pid()"

// askOne asks for one value.
func askOne(ctx context.Context, pg *pgconn.PgConn, sql string) (string, error) {
	lines, err := query.All(ctx, pg, sql)
	if err != nil || len(lines) == 0 {
		return "", err
	}
	return lines[0][0], nil
}

// markOf is a value of markSetting that the server shows exactly as it was set: the server shows six digits, and no 0
// at the end.
func markOf(n int) string { return fmt.Sprintf("0.1%04d7", n%10_000) }

// notShared checks a new connection for a pooler that shares connections.
func (c *Catalog) notShared(ctx context.Context, pg *pgconn.PgConn) error {
	if err := c.options.Check(pg); err != nil {
		return err
	}
	shared, err := c.shared(ctx, pg)
	if err == nil && shared {
		return ErrShared
	}
	return err
}

// planOnce has the server plan the comparison once for a connection, because to plan it takes longer than to run it.
// If the first comparison were of few marks, the server would plan each comparison anew.
func planOnce(ctx context.Context, pg *pgconn.PgConn) error {
	_, err := query.All(ctx, pg, "SET plan_cache_mode = force_generic_plan")
	return err
}
