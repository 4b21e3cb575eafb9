package postgres

import (
	"context"
	"errors"
	"slices"
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

	// lockPatience bounds how long all of one load waits for locks, and pauses of
	// firstPause to lastPause lie between the attempts. What is locked longer stays
	// unread, and nothing is proven of it: the gate must not wait as long as
	// somebody's VACUUM FULL takes.
	lockPatience = time.Second
	firstPause   = 10 * time.Millisecond
	lastPause    = 500 * time.Millisecond
	// losses bounds how often a statement is tried whose objects vanish.
	losses = 5

	deadlock sqlstate.Code = "40P01"
)

// lockedSQL lists the tables that nobody can read just now, or soon: a reader
// stands in line behind those who wait.
const lockedSQL = `SELECT DISTINCT relation FROM pg_catalog.pg_locks
WHERE locktype = 'relation' AND mode = 'AccessExclusiveLock' AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())`

// spell reads what the server spells out of the objects that are given, a few
// at a time, and one by one where some are locked. Those that stay locked are
// unread.
func (l *loader) spell(sql string, objects []string, use func([]string), unread func(object string)) {
	for few := range slices.Chunk(objects, atOnce) {
		lines, err := l.attempt(sql, array(few))
		switch {
		case err == nil:
		case locked(err) && len(few) > 1:
			for _, one := range few {
				l.spell(sql, []string{one}, use, unread)
			}
		case locked(err):
			l.unread++
			unread(few[0])
		default:
			l.err = err
		}
		for _, line := range lines {
			use(line)
		}
	}
}

// sparing reads by a statement that spells out what belongs to tables, but not
// to those in its array: the locked ones.
func (l *loader) sparing(sql string, use func([]string)) {
	lines, err := l.attempt(sql, "{}")
	for tries := 0; locked(err) && tries < losses; tries++ {
		tables := l.first(lockedSQL)
		lines, err = l.attempt(sql, array(tables))
		l.unread += len(tables)
	}
	if l.err == nil {
		l.err = err
	}
	for _, line := range lines {
		use(line)
	}
}

// attempt reads unless something has failed before.
func (l *loader) attempt(sql string, args ...string) ([][]string, error) {
	if l.err != nil {
		return nil, l.err
	}
	return l.run(sql, args...)
}

// patient reads, again where somebody's DDL was in the way.
func patient(ctx context.Context, pg *pgconn.PgConn) reader {
	waited := time.Duration(0)
	return func(sql string, args ...string) ([][]string, error) {
		pause, lost := firstPause, 0
		for {
			began := time.Now()
			lines, err := readAll(ctx, pg, sql, args...)
			switch {
			case gone(err):
				lost++
			case !locked(err):
				return lines, err
			}
			if locked(err) {
				waited += time.Since(began) + pause
			}
			if lost == losses || waited > lockPatience {
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
