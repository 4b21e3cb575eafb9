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

// Looking at the catalog may take one part in workShare of the time in the long
// run, and workBurst at once, so that a server on which much changes is not kept
// busy with us. What it costs at most is that a look is believed for workShare
// times the TTL.
const (
	workShare = 20
	workBurst = 3 * time.Second
)

// loads bounds how often one look tries to read the catalog.
const loads = 5

// catalog keeps the snapshot of what names mean. It has a connection of its
// own, so that a full pool cannot hold it up and a client's transaction or
// search path cannot colour it. One caller refreshes at a time, and the others
// wait for it.
type catalog struct {
	p       *Provider
	config  *pgconn.Config
	born    time.Time
	last    atomic.Pointer[look]
	changes atomic.Uint64 // what sessions of ours changed, counted
	ahead   ahead

	turn        chan struct{} // holds a token while somebody refreshes; guards what follows
	pg          *pgconn.PgConn
	version     uint64
	moment      string // see momentSQL; of the fingerprint
	fingerprint string
	work        time.Duration // how much looking may take now
	rested      time.Duration // when the last look ended
	warned      map[string]bool
	closed      bool
}

// look is a comparison with the server.
type look struct {
	*snapshot
	began   time.Duration // since the catalog's birth
	took    time.Duration
	until   time.Duration // believed no longer
	changes uint64        // before it
}

func newCatalog(p *Provider, config *pgconn.Config) *catalog {
	c := &catalog{p: p, config: config.Copy(), turn: make(chan struct{}, 1), born: time.Now(), work: workBurst, warned: map[string]bool{}}
	c.config.RuntimeParams["application_name"] = applicationName + ": catalog"
	// The planner thinks these queries long enough to compile; they are not.
	c.config.RuntimeParams["jit"] = "off"
	c.config.BuildContextWatcherHandler = cutAtOnce // whoever asked a server that does not answer may leave
	return c
}

// current returns the snapshot, compared with the server no longer than the
// TTL ago (see workShare for the exception).
func (c *catalog) current(ctx context.Context) (*snapshot, error) {
	arrived := time.Since(c.born)
	if s := c.fresh(arrived); s != nil {
		return s, nil
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, sqlstate.From(ctx.Err())
	}
	defer func() { <-c.turn }()
	if s := c.fresh(arrived); s != nil {
		return s, nil
	}
	if c.closed {
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", c.p.options.Name)
	}
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	return c.look(ctx)
}

// compared returns the snapshot, compared with the server since the call, or
// what is believed where comparing has had its share of time.
func (c *catalog) compared(ctx context.Context) (*snapshot, error) {
	arrived := time.Since(c.born)
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, sqlstate.From(ctx.Err())
	}
	defer func() { <-c.turn }()
	if s := c.fresh(arrived); s != nil && (c.work < 0 || c.last.Load().began >= arrived) {
		return s, nil
	}
	if c.closed {
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", c.p.options.Name)
	}
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	return c.look(ctx)
}

// fresh returns the snapshot if it is one to believe for who arrived then.
func (c *catalog) fresh(arrived time.Duration) *snapshot {
	l := c.last.Load()
	if l == nil || l.changes != c.changes.Load() || arrived > l.until {
		return nil
	}
	return l.snapshot
}

// expire makes the next look compare with the server: a session of ours has
// changed something. One that has begun already does not count.
func (c *catalog) expire() { c.changes.Add(1) }

// look compares with the server and says how long that is believed.
func (c *catalog) look(ctx context.Context) (*snapshot, error) {
	changes, began := c.changes.Load(), time.Since(c.born)
	s, err := c.refresh(ctx)
	if err != nil {
		return nil, err
	}
	ended, ttl := time.Since(c.born), c.p.options.CatalogTTL
	until := began + ttl
	c.work = min(workBurst, c.work+(began-c.rested)/workShare) - (ended - began)
	if c.rested = ended; c.work < 0 {
		until = max(until, ended+min(-c.work, ttl)*workShare)
	}
	c.last.Store(&look{snapshot: s, began: began, took: ended - began, until: until, changes: changes})
	return s, nil
}

// refresh compares, and loads anew where something changed: on a connection of
// its own, because the role's search_path may be what changed.
func (c *catalog) refresh(ctx context.Context) (*snapshot, error) {
	last := c.last.Load()
	if last != nil && c.moment != "" {
		if found, err := c.probe(ctx, momentSQL); err != nil {
			return nil, err
		} else if found[0] == c.moment {
			return last.snapshot, nil
		}
	}
	found, err := c.probe(ctx, fingerprintSQL)
	if err != nil {
		return nil, err
	}
	if last != nil && found[0] == c.fingerprint {
		c.moment = found[1]
		return last.snapshot, nil
	}
	began := time.Now()
	s, err := c.load(ctx, last != nil)
	if err != nil {
		return nil, err
	}
	c.version++
	s.version, c.fingerprint, c.moment = c.version, found[0], found[1]
	s.revision = codeOf(found[0])
	if s.unread > 0 { // the next look reads it again
		c.fingerprint, c.moment = "", ""
		c.p.options.Logger.Warn("definitions are locked by somebody and could not be read: what uses them counts as unproven until then",
			"source", c.p.options.Name, "tables", s.unread)
	}
	c.p.options.Logger.Debug("read the catalog", "source", c.p.options.Name, "version", s.version,
		"functions", len(s.functions), "relations", len(s.relations), "took", time.Since(began))
	c.warn(s.unmatched)
	return s, nil
}

// load reads all, and again where that fails: something may have been dropped
// under its eyes.
func (c *catalog) load(ctx context.Context, anew bool) (*snapshot, error) {
	for attempt := 1; ; attempt++ {
		if anew || attempt > 1 {
			c.hangUp()
		}
		if err := c.connect(ctx); err != nil {
			return nil, err
		}
		s, err := load(ctx, c.pg, c.p.options.Harmless)
		if err == nil {
			return s, nil
		}
		if attempt == loads || locked(err) || ctx.Err() != nil {
			c.hangUp()
			return nil, c.failed(ctx, err)
		}
	}
}

// warn tells of entries of the allow-list that name no function, once each.
func (c *catalog) warn(unmatched []string) {
	for _, entry := range unmatched {
		if !c.warned[entry] {
			c.warned[entry] = true
			c.p.options.Logger.Warn("a function that is declared harmless does not exist", "source", c.p.options.Name, "function", entry)
		}
	}
}

// probe reads one line, on a new connection if the old one has died.
func (c *catalog) probe(ctx context.Context, sql string) ([]string, error) {
	for attempt := 1; ; attempt++ {
		if err := c.connect(ctx); err != nil {
			return nil, err
		}
		lines, err := readAll(ctx, c.pg, sql)
		if err == nil {
			return lines[0], nil
		}
		c.hangUp()
		if attempt == 2 || ctx.Err() != nil {
			return nil, c.failed(ctx, err)
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

// hangUp closes the connection and waits a moment until nothing of it is left.
func (c *catalog) hangUp() {
	if c.pg == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
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
	c.expire()
	c.hangUp()
}

// defaultSchema is where unqualified names belong, as far as is known.
func (c *catalog) defaultSchema() string {
	if s := c.last.Load(); s != nil {
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
	if s := c.last.Load(); s != nil {
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
