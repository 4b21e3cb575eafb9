package postgres

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

const (
	// footprintIdle is how long a connection that looks up footprints stays open unused.
	footprintIdle = time.Minute
	// footprintCheck bounds the check of a kept connection. One that does not answer is replaced.
	footprintCheck = time.Second
)

// footprintConns lends connections that look up footprints and keeps one of them open: to connect and to plan
// the queries takes the server several times as long as to run them. Only the queries of this package run on
// it, outside transactions, and none of them leaves a trace in the session. A lookup must see what the login's
// next session would see, so a connection is kept as long as no setting has changed that a login begins with.
type footprintConns struct {
	p *Provider

	mu       sync.Mutex
	settings string         // settingsSQL's last answer; "": not asked yet
	idle     *footprintConn // nil: there is none
	timer    *time.Timer    // ends the idle connection
	ends     sync.WaitGroup // of idle connections that the timer closes
	closed   bool
}

// footprintConn is one such connection, which one lookup uses at a time.
type footprintConn struct {
	pg       *pgconn.PgConn
	settings string // settingsSQL's answer since before the login; "": it was lent once only
	born     time.Time
	prepared map[string]string // the names of prepared statements by text; nil: it is lent once only
}

// settingsSQL changes with every change of the settings that the login begins with. It fails if the login was
// dropped, and finds nothing where triggers run at each login: those may set anything.
const settingsSQL = `SELECT r.oid::text || ' ' || coalesce(pg_catalog.string_agg(s.xmin::text || ' ' || s.setdatabase::text || ' ' || s.setrole::text, ',' ORDER BY s.setdatabase, s.setrole), '')
FROM pg_catalog.pg_roles r JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
LEFT JOIN pg_catalog.pg_db_role_setting s ON s.setdatabase = ANY (ARRAY[0, d.oid]) AND s.setrole = ANY (ARRAY[0, r.oid])
WHERE r.rolname = session_user AND NOT EXISTS (SELECT FROM pg_catalog.pg_event_trigger WHERE evtevent = 'login')
GROUP BY r.oid`

// lend lends f a connection. If f fails on a kept one, f runs again on a new one: what it asks changes nothing.
func (k *footprintConns) lend(ctx context.Context, f func(context.Context, *footprintConn) error) error {
	ctx, cancel := context.WithTimeout(ctx, postureLimit)
	defer cancel()
	if c := k.take(); c != nil {
		current := c.check(ctx)
		var err error
		if current {
			err = f(ctx, c)
		}
		if current && err == nil {
			k.giveBack(ctx, c)
			return nil
		}
		closeOwn(ctx, c.pg)
		if err != nil && ctx.Err() != nil {
			return k.p.ownError(ctx, err)
		}
	}
	before := k.settingsBeforeLogin(ctx)
	pg, err := k.p.connectOwn(ctx, "footprint")
	if err != nil {
		return err
	}
	c := &footprintConn{pg: pg, born: time.Now()}
	if before != "" { // the connection is kept if they stay the same
		err = c.planOnce(ctx)
	}
	if err == nil {
		err = f(ctx, c)
	}
	if err != nil {
		closeOwn(ctx, pg)
		return k.p.ownError(ctx, err)
	}
	k.admit(ctx, c, before)
	return nil
}

// settingsBeforeLogin returns the settings that were read last. The first time the catalog's connection reads them, which the
// planner has opened before it asks for a footprint.
func (k *footprintConns) settingsBeforeLogin(ctx context.Context) string {
	k.mu.Lock()
	before := k.settings
	k.mu.Unlock()
	if before == "" {
		before, _ = k.p.catalog.Answer(ctx, query.Qualify(settingsSQL)) // unknown: the connection is not kept
	}
	return before
}

// planOnce has each query of the connection prepared, and planned when it first runs: to plan one takes longer than to run it,
// and the server would plan the first five runs anew.
func (c *footprintConn) planOnce(ctx context.Context) error {
	_, err := query.All(ctx, c.pg, "SET plan_cache_mode = force_generic_plan")
	if err == nil {
		c.prepared = map[string]string{}
	}
	return err
}

// admit keeps a new connection if the settings are still those that were read before it logged in.
func (k *footprintConns) admit(ctx context.Context, c *footprintConn, before string) {
	answer := c.askSettings(ctx)
	k.mu.Lock()
	k.settings = answer
	k.mu.Unlock()
	if answer == "" || answer != before {
		closeOwn(ctx, c.pg)
		return
	}
	c.settings = answer
	k.giveBack(ctx, c)
}

// take takes the kept connection; nil: there is none.
func (k *footprintConns) take() *footprintConn {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.idle
	if c != nil {
		k.idle = nil
		k.timer.Stop()
	}
	return c
}

// giveBack keeps the connection, unless another is kept or the provider is closed.
func (k *footprintConns) giveBack(ctx context.Context, c *footprintConn) {
	k.mu.Lock()
	keep := !k.closed && k.idle == nil && time.Since(c.born) < k.p.options.MaxLifetime
	if keep {
		k.idle = c
		k.timer = time.AfterFunc(min(footprintIdle, k.p.options.IdleTimeout), func() { k.expire(c) })
	}
	k.mu.Unlock()
	if !keep {
		closeOwn(ctx, c.pg)
	}
}

// expire closes c if it is still idle.
func (k *footprintConns) expire(c *footprintConn) {
	k.mu.Lock()
	idle := k.idle == c
	if idle {
		k.idle = nil
		k.ends.Add(1)
	}
	k.mu.Unlock()
	if idle {
		defer k.ends.Done()
		closeOwn(context.Background(), c.pg)
	}
}

// close closes the kept connection, and no other is kept.
func (k *footprintConns) close() {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	if c := k.take(); c != nil {
		closeOwn(context.Background(), c.pg)
	}
	k.ends.Wait()
}

// check reports whether a kept connection answers and is as a new one would be.
func (c *footprintConn) check(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, footprintCheck)
	defer cancel()
	return c.askSettings(ctx) == c.settings && pins.Hold(c.pg) == nil
}

// askSettings returns the answer to settingsSQL, or "".
func (c *footprintConn) askSettings(ctx context.Context) string {
	lines, err := c.all(ctx, settingsSQL)
	if err != nil || len(lines) != 1 {
		return ""
	}
	return lines[0][0]
}

// all reads a whole result as text. A connection that may be kept prepares its queries, which are few.
func (c *footprintConn) all(ctx context.Context, sql string, args ...string) ([][]string, error) {
	sql = query.Qualify(sql)
	if c.prepared == nil {
		return query.All(ctx, c.pg, sql, args...)
	}
	name, known := c.prepared[sql]
	if !known {
		name = "sallyport_" + strconv.Itoa(len(c.prepared))
		if _, err := c.pg.Prepare(ctx, name, sql, nil); err != nil {
			return nil, err
		}
		c.prepared[sql] = name
	}
	return query.AllPrepared(ctx, c.pg, name, args...)
}
