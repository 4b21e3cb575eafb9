package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// The server locks tables to spell out what uses them, and so can wait for
// somebody's DDL, or be waited for. A deadlock costs whoever has waited for
// deadlock_timeout when it is there, and that must not be the DDL. So we wait a
// fraction of it alone, and hold what we have no longer than the rest: a
// statement that keeps its locks spells out only a few objects.
const (
	lockTimeoutSQL = `SELECT pg_catalog.set_config('lock_timeout', greatest(1, least(100, setting::int / 4))::text, false)
FROM pg_catalog.pg_settings WHERE name = 'deadlock_timeout'`
	atOnce = 50

	// lockPatience bounds how long one load tries to get its locks, and pauses of
	// firstPause to lastPause lie between the attempts.
	lockPatience = 15 * time.Second
	firstPause   = 10 * time.Millisecond
	lastPause    = 500 * time.Millisecond
	// losses bounds how often a statement is tried whose objects vanish.
	losses = 5

	deadlock sqlstate.Code = "40P01"
)

// patient reads, again where somebody's DDL was in the way.
func patient(ctx context.Context, pg *pgconn.PgConn) reader {
	end := time.Now().Add(lockPatience)
	return func(sql string, args ...string) ([][]string, error) {
		pause, lost := firstPause, 0
		for {
			lines, err := readAll(ctx, pg, sql, args...)
			switch {
			case gone(err):
				lost++
			case !locked(err):
				return lines, err
			}
			if lost == losses || time.Now().After(end) {
				return nil, err
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return nil, err
			}
			pause = min(2*pause, lastPause)
		}
	}
}

// locked reports whether somebody else has a lock that the statement needs.
func locked(err error) bool { return isCode(err, sqlstate.LockNotAvailable, deadlock) }

// gone reports whether something vanished that the statement saw.
func gone(err error) bool { return isCode(err, sqlstate.InternalError) }

func isCode(err error, codes ...sqlstate.Code) bool {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return false
	}
	for _, code := range codes {
		if server.Code == string(code) {
			return true
		}
	}
	return false
}
