package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refreshLimit bounds one look at the catalog, and one fetch.
const refreshLimit = 20 * time.Second

// Looking at the catalog may take one part in workShare of the time in the long
// run, and workBurst at once, so that a server on which much changes is not kept
// busy with us. What it costs at most is that a look is believed for workShare
// times the TTL.
const (
	workShare = 20
	workBurst = 3 * time.Second
)

// catalog knows what names mean that statements have mentioned. It has a
// connection of its own, so that a full pool cannot hold it up and a client's
// transaction or search path cannot colour it. One caller uses that at a time, and
// the others wait.
type catalog struct {
	p       *Provider
	config  *pgconn.Config
	born    time.Time
	store   *store
	last    atomic.Pointer[look]
	changes atomic.Uint64 // what sessions of ours changed, counted
	changed atomic.Int64  // when something in use was last found changed; 0: never
	ahead   ahead

	mu   sync.Mutex
	line []*comparison

	turn     chan struct{} // holds a token while somebody uses the connection; guards what follows
	pg       *pgconn.PgConn
	prepared map[string]string // the names of statements that are prepared on it, by text
	plain    bool              // the connection keeps no prepared statements
	moment   string            // see momentSQL; of the last look
	work     time.Duration     // how much looking may take now
	rested   time.Duration     // when the last look ended
	warned   map[string]bool
	closed   bool
}

// look is a comparison of all that is in use with the server.
type look struct {
	began   time.Duration // since the catalog's birth
	took    time.Duration
	until   time.Duration // believed no longer
	changes uint64        // before it
}

func newCatalog(p *Provider, config *pgconn.Config) *catalog {
	c := &catalog{
		p: p, config: config.Copy(), turn: make(chan struct{}, 1), born: time.Now(), work: workBurst,
		store: newStore(), warned: map[string]bool{},
	}
	c.config.RuntimeParams["application_name"] = applicationName + ": catalog"
	// The planner thinks these queries long enough to compile; they are not.
	c.config.RuntimeParams["jit"] = "off"
	c.config.BuildContextWatcherHandler = cutAtOnce // whoever asked a server that does not answer may leave
	return c
}

// current has everything that is in use compared with the server, unless that was
// done no longer than the TTL ago (see workShare for the exception).
func (c *catalog) current(ctx context.Context) error {
	arrived := time.Since(c.born)
	if c.fresh(arrived) {
		return nil
	}
	return c.withTurn(ctx, func(ctx context.Context) error {
		if c.fresh(arrived) {
			return nil
		}
		return c.look(ctx)
	})
}

// compared has everything that is in use compared with the server since the call,
// or believes what it believes where comparing has had its share of time.
func (c *catalog) compared(ctx context.Context) error {
	arrived := time.Since(c.born)
	return c.withTurn(ctx, func(ctx context.Context) error {
		if c.fresh(arrived) && (c.work < 0 || c.last.Load().began >= arrived) {
			return nil
		}
		return c.look(ctx)
	})
}

// withTurn runs f when it is the caller's turn to use the connection.
func (c *catalog) withTurn(ctx context.Context, f func(context.Context) error) error {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return sqlstate.From(ctx.Err())
	}
	defer func() { <-c.turn }()
	ctx, cancel := context.WithTimeout(ctx, refreshLimit)
	defer cancel()
	return f(ctx)
}

// fresh reports whether the last look is to be believed at that time.
func (c *catalog) fresh(at time.Duration) bool {
	l := c.last.Load()
	return l != nil && l.changes == c.changes.Load() && at <= l.until
}

// expire makes the next look compare with the server: a session of ours has
// changed something. One that has begun already does not count.
func (c *catalog) expire() { c.changes.Add(1) }

// look compares what is in use with the server and says how long that is
// believed; the caller has the turn.
func (c *catalog) look(ctx context.Context) error {
	changes, began := c.changes.Load(), time.Since(c.born)
	if err := c.refresh(ctx, began); err != nil {
		return err
	}
	ended, ttl := time.Since(c.born), c.p.options.CatalogTTL
	until := began + ttl
	c.work = min(workBurst, c.work+(began-c.rested)/workShare) - (ended - began)
	if c.rested = ended; c.work < 0 {
		until = max(until, ended+min(-c.work, ttl)*workShare)
	}
	c.last.Store(&look{began: began, took: ended - began, until: until, changes: changes})
	return nil
}

// refresh compares, unless no transaction has ended since the last time.
func (c *catalog) refresh(ctx context.Context, now time.Duration) error {
	tags := c.store.inUse(now, c.p.options.CatalogKept)
	slices.Sort(tags)
	if len(tags) == 1 && c.globals() == nil { // nothing is known yet
		_, err := c.readGlobal(ctx)
		return err
	}
	if last := c.last.Load(); last != nil && last.changes == c.changes.Load() {
		lists, err := c.ask(ctx, ask(momentSQL))
		if err != nil {
			return err
		}
		if moment := lists[0][0][0]; moment != "" && moment == c.moment {
			return nil
		}
	}
	lists, err := c.ask(ctx, ask(momentSQL), ask(printsSQL, printArgs(tags)...))
	if err != nil {
		return err
	}
	c.moment = lists[0][0][0]
	c.note(marksOf(tags, lists[1]))
	return nil
}

// prints asks the server for the prints of some tags; the caller has the turn.
func (c *catalog) prints(ctx context.Context, tags map[string]bool) ([]mark, error) {
	list := slices.Sorted(maps.Keys(tags))
	lists, err := c.ask(ctx, ask(printsSQL, printArgs(list)...))
	if err != nil {
		return nil, err
	}
	return marksOf(list, lists[0]), nil
}

// learn fetches what is wanted into the store.
func (c *catalog) learn(ctx context.Context, w wants) (found *facts, err error) {
	err = c.withTurn(ctx, func(ctx context.Context) error {
		g, err := c.readGlobal(ctx)
		if err != nil || w.empty() {
			return err
		}
		if found, err = readFacts(c.patient(ctx), g, c.p.options.Harmless, w); err != nil {
			return c.failed(ctx, err)
		}
		if found.unread {
			c.p.options.Logger.Warn("definitions are locked by somebody and could not be read: what uses them counts as unproven until then", "source", c.p.options.Name)
		}
		c.store.learn(found)
		return nil
	})
	return found, err
}

// readGlobal returns what every statement may use, read anew if that has changed;
// the caller has the turn.
func (c *catalog) readGlobal(ctx context.Context) (*global, error) {
	if g := c.globals(); g != nil {
		return g, nil
	}
	c.hangUp() // the role's own search path may be what changed
	g, err := readGlobal(c.patient(ctx), c.p.options.Harmless)
	if err != nil {
		return nil, c.failed(ctx, err)
	}
	c.store.mu.Lock()
	c.store.global = g
	c.store.prints[globalTag] = g.print
	c.store.mu.Unlock()
	c.warn(g.unmatched)
	return g, nil
}

func (c *catalog) globals() *global {
	c.store.mu.Lock()
	defer c.store.mu.Unlock()
	return c.store.global
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

// patient makes the round trips of fetches on the catalog's own connection: it waits
// little for locks.
func (c *catalog) patient(ctx context.Context) roundTrip {
	return func(queries ...providers.Query) ([][][]string, error) {
		lists, err := c.ask(ctx, append([]providers.Query{ask(lockTimeoutSQL)}, queries...)...)
		if err != nil {
			return nil, err
		}
		return lists[1:], nil
	}
}

// ask runs queries in one flight, and once more on a new connection if the old
// one has died; the caller has the turn.
func (c *catalog) ask(ctx context.Context, queries ...providers.Query) ([][][]string, error) {
	for attempt := 1; ; attempt++ {
		if err := c.connect(ctx); err != nil {
			return nil, err
		}
		lists, err := c.flight(ctx, queries)
		var server *pgconn.PgError
		if err == nil || errors.As(err, &server) && !ends(server) && !c.forgets(server) {
			return lists, err
		}
		c.hangUp()
		if attempt == 2 || ctx.Err() != nil {
			return nil, c.failed(ctx, err)
		}
	}
}

// forgets reports whether the connection is one whose server changes, so that it
// keeps no prepared statements (a pooler by transaction stands in front of it).
func (c *catalog) forgets(err *pgconn.PgError) bool {
	if code := sqlstate.Code(err.Code); code != sqlstate.InvalidStatementName && code != sqlstate.DuplicatePrepared {
		return false
	}
	c.plain = true
	return true
}

// flight sends queries together, which makes them one transaction. Their texts are
// few, and stay prepared.
func (c *catalog) flight(ctx context.Context, queries []providers.Query) ([][][]string, error) {
	batch := &pgconn.Batch{}
	for _, q := range queries {
		args := make([][]byte, len(q.Args))
		for i, a := range q.Args {
			args[i] = []byte(a)
		}
		if c.plain {
			batch.ExecParams(q.SQL, args, nil, nil, nil)
			continue
		}
		name, known := c.prepared[q.SQL]
		if !known {
			name = "sallyport_" + strconv.Itoa(len(c.prepared))
			if _, err := c.pg.Prepare(ctx, name, q.SQL, nil); err != nil {
				return nil, err
			}
			c.prepared[q.SQL] = name
		}
		batch.ExecPrepared(name, args, nil, nil)
	}
	results, err := c.pg.ExecBatch(ctx, batch).ReadAll()
	if err != nil {
		return nil, err
	}
	lists := make([][][]string, len(results))
	for i, r := range results {
		lists[i] = make([][]string, len(r.Rows))
		for k, row := range r.Rows {
			lists[i][k] = texts(row)
		}
	}
	return lists, nil
}

// texts are values as text; NULL becomes "".
func texts(row [][]byte) []string {
	line := make([]string, len(row))
	for i, v := range row {
		line[i] = string(v)
	}
	return line
}

func (c *catalog) failed(ctx context.Context, err error) error {
	var ours *sqlstate.Error
	if errors.As(err, &ours) {
		return ours
	}
	e := sqlstate.From(c.p.statementError(ctx, err))
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return e
	}
	return sqlstate.Wrap(e, e.Code, "the catalog of source %q cannot be read: %s", c.p.options.Name, e.Message).
		WithHint("Without it no statement for this source can be judged. Try again.")
}

func (c *catalog) connect(ctx context.Context) error {
	if c.closed { // whoever asks, by whatever way
		return sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", c.p.options.Name)
	}
	if c.pg != nil && !c.pg.IsClosed() {
		return nil
	}
	pg, err := pgconn.ConnectConfig(ctx, c.config)
	if err == nil {
		if err = c.notShared(ctx, pg); err == nil {
			err = planOnce(ctx, pg)
		}
		if err == nil {
			c.pg, c.prepared = pg, map[string]string{}
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
	if g := c.globals(); g != nil {
		for _, schema := range g.path {
			if schema != "pg_catalog" {
				return schema
			}
		}
	}
	return "public"
}

// typeName spells a type for people; "" for a user's type that cannot be read
// now.
func (c *catalog) typeName(ctx context.Context, oid uint32, mod int32) string {
	if name := builtinTypeName(oid, mod); name != "" {
		return name
	}
	if name := c.store.typeName(oid); name != "" {
		return name
	}
	found, err := c.learn(ctx, wants{typeOIDs: []uint32{oid}})
	if err != nil {
		return ""
	}
	return found.names[oid]
}

// revisionSQL changes with users' code, and with what carries a change from table
// to table: foreign keys and heirs.
const revisionSQL = `
WITH temporary AS MATERIALIZED (
  SELECT oid FROM pg_catalog.pg_namespace WHERE nspname LIKE 'pg\_temp\_%' OR nspname LIKE 'pg\_toast%'
), relation AS MATERIALIZED (
  SELECT oid FROM pg_catalog.pg_class WHERE relkind IN ('r','p','v','m','f') AND relnamespace NOT IN (TABLE temporary)
), seen AS (
  SELECT 1 AS source, xmin AS changed FROM pg_catalog.pg_proc WHERE pronamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 3, xmin FROM pg_catalog.pg_rewrite WHERE ev_class IN (SELECT oid FROM relation)
  UNION ALL SELECT 4, xmin FROM pg_catalog.pg_operator WHERE oprnamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 6, xmin FROM pg_catalog.pg_constraint WHERE connamespace NOT IN (TABLE temporary)
  UNION ALL SELECT 7, xmin FROM pg_catalog.pg_cast
  UNION ALL SELECT 15, xmin FROM pg_catalog.pg_policy WHERE polrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 16, xmin FROM pg_catalog.pg_inherits WHERE inhrelid IN (SELECT oid FROM relation)
  UNION ALL SELECT 22, xmin FROM pg_catalog.pg_trigger WHERE NOT tgisinternal
)
SELECT pg_catalog.string_agg(source || ':' || n || ':' || s, ' ' ORDER BY source)
FROM (SELECT source, count(*) AS n, sum(changed::text::bigint) AS s FROM seen GROUP BY source) counts`

// Revision reads what users' code is now. It looks at the whole catalog: people
// are waited for much longer.
func (p *Provider) Revision(ctx context.Context) (revision string, err error) {
	err = p.catalog.withTurn(ctx, func(ctx context.Context) error {
		lists, err := p.catalog.ask(ctx, ask(revisionSQL))
		if err != nil {
			return p.catalog.failed(ctx, err)
		}
		revision = lists[0][0][0]
		return nil
	})
	return revision, err
}

// Check at compile time that the contract is met.
var (
	_ providers.Provider   = (*Provider)(nil)
	_ providers.Hierarchy  = (*Provider)(nil)
	_ providers.Revised    = (*Provider)(nil)
	_ providers.Surrounded = (*Provider)(nil)
	_ providers.Lazy       = (*view)(nil)
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
		lines = append(lines, texts(reader.Values()))
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
