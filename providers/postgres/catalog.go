package postgres

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refreshLimit bounds one look at the catalog.
const refreshLimit = 20 * time.Second

// catalog keeps the snapshot of what names mean. It has a connection of its
// own, so that a full pool cannot hold it up and a client's transaction or
// search path cannot colour it. One caller refreshes at a time, and the others
// wait for it.
type catalog struct {
	p       *Provider
	config  *pgconn.Config
	now     atomic.Pointer[snapshot]
	checked atomic.Int64 // when now was last compared with the server (Unix ns); 0: compare at once

	turn        chan struct{} // holds a token while somebody refreshes; guards what follows
	pg          *pgconn.PgConn
	version     uint64
	fingerprint string
	closed      bool
}

func newCatalog(p *Provider, config *pgconn.Config) *catalog {
	c := &catalog{p: p, config: config.Copy(), turn: make(chan struct{}, 1)}
	c.config.RuntimeParams["application_name"] = applicationName + ": catalog"
	// The planner thinks these queries long enough to compile; they are not.
	c.config.RuntimeParams["jit"] = "off"
	// A view's definition waits for whoever alters its tables: not for long.
	c.config.RuntimeParams["lock_timeout"] = "3s"
	return c
}

// current returns the snapshot, compared with the server no longer than the
// TTL ago.
func (c *catalog) current(ctx context.Context) (*snapshot, error) {
	if s := c.fresh(); s != nil {
		return s, nil
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, sqlstate.From(ctx.Err())
	}
	defer func() { <-c.turn }()
	if s := c.fresh(); s != nil {
		return s, nil
	}
	if c.closed {
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", c.p.options.Name)
	}
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	began := time.Now()
	if err := c.refresh(ctx); err != nil {
		return nil, err
	}
	c.checked.Store(began.UnixNano())
	return c.now.Load(), nil
}

func (c *catalog) fresh() *snapshot {
	if time.Since(time.Unix(0, c.checked.Load())) > c.p.options.CatalogTTL {
		return nil
	}
	return c.now.Load()
}

// expire makes the next look compare with the server: a session of ours has
// changed something.
func (c *catalog) expire() { c.checked.Store(0) }

// refresh compares, and loads anew where something changed: on a connection of
// its own, because the role's search_path may be what changed.
func (c *catalog) refresh(ctx context.Context) error {
	fingerprint, err := c.probe(ctx)
	if err != nil {
		return err
	}
	if c.now.Load() != nil && fingerprint == c.fingerprint {
		return nil
	}
	if c.now.Load() != nil {
		c.hangUp()
		if err := c.connect(ctx); err != nil {
			return err
		}
	}
	began := time.Now()
	s, err := load(ctx, c.pg, c.p.options.Harmless)
	if err != nil {
		c.hangUp()
		return c.failed(ctx, err)
	}
	c.version++
	s.version, c.fingerprint = c.version, fingerprint
	c.now.Store(s)
	c.p.options.Logger.Debug("read the catalog", "source", c.p.options.Name, "version", s.version,
		"functions", len(s.functions), "relations", len(s.relations), "took", time.Since(began))
	return nil
}

// probe reads the fingerprint, on a new connection if the old one has died.
func (c *catalog) probe(ctx context.Context) (string, error) {
	for attempt := 1; ; attempt++ {
		if err := c.connect(ctx); err != nil {
			return "", err
		}
		lines, err := readAll(ctx, c.pg, fingerprintSQL)
		if err == nil {
			return lines[0][0], nil
		}
		c.hangUp()
		if attempt == 2 || ctx.Err() != nil {
			return "", c.failed(ctx, err)
		}
	}
}

func (c *catalog) failed(ctx context.Context, err error) error {
	e := sqlstate.From(c.p.statementError(ctx, err))
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return e
	}
	return sqlstate.Wrap(e, e.Code, "the catalog of source %q cannot be read: %s", c.p.options.Name, e.Message).
		WithHint("Without it no statement for this source can be judged. Try again.")
}

func (c *catalog) connect(ctx context.Context) error {
	if c.pg != nil && !c.pg.IsClosed() {
		return nil
	}
	pg, err := pgconn.ConnectConfig(ctx, c.config)
	if err == nil {
		if err = c.p.check(pg); err == nil {
			c.pg = pg
			return nil
		}
		_ = pg.Close(ctx) // it is of no use
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return sqlstate.From(ctx.Err())
	}
	e := c.p.connectError(err)
	c.p.options.Logger.Warn("cannot connect", "source", c.p.options.Name, "code", string(e.Code), "cause", e.Cause)
	return e
}

// hangUp closes the connection and waits until nothing of it is left.
func (c *catalog) hangUp() {
	if c.pg == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), chore)
	defer cancel()
	_ = c.pg.Close(ctx) // it is of no use any more
	select {
	case <-c.pg.CleanupDone():
	case <-ctx.Done():
	}
	c.pg = nil
}

func (c *catalog) close() {
	c.turn <- struct{}{} // no longer than refreshLimit
	defer func() { <-c.turn }()
	c.closed = true
	c.checked.Store(0)
	c.hangUp()
}

// defaultSchema is where unqualified names belong, as far as is known.
func (c *catalog) defaultSchema() string {
	if s := c.now.Load(); s != nil {
		for _, schema := range s.path {
			if schema != "pg_catalog" {
				return schema
			}
		}
	}
	return "public"
}

// typeName spells a type for people; "" for a user's type that has not been
// seen yet.
func (c *catalog) typeName(oid uint32, mod int32) string {
	if name := builtinTypeName(oid, mod); name != "" {
		return name
	}
	if s := c.now.Load(); s != nil {
		return s.typeNames[oid]
	}
	return ""
}

// Check at compile time that the contract is met.
var (
	_ providers.Provider  = (*Provider)(nil)
	_ providers.Hierarchy = (*Provider)(nil)
	_ providers.Catalog   = (*snapshot)(nil)
)

// readAll reads a whole result as text; NULL becomes "".
func readAll(ctx context.Context, pg *pgconn.PgConn, sql string, args ...string) ([][]string, error) {
	values := make([][]byte, len(args))
	for i, a := range args {
		values[i] = []byte(a)
	}
	var lines [][]string
	reader := pg.ExecParams(ctx, sql, values, nil, nil, nil)
	for reader.NextRow() {
		line := make([]string, len(reader.Values()))
		for i, v := range reader.Values() {
			line[i] = string(v)
		}
		lines = append(lines, line)
	}
	_, err := reader.Close()
	return lines, err
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
