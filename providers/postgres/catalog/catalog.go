// Package catalog tells what names mean at a PostgreSQL server.
//
// [Catalog.View] is the catalog as one statement sees it (view.go). A view fetches what
// the statement names and all that this uses (learn.go; fetch.go and its like say by which
// queries; global.go: what any statement may use), and remembers what its answers rest
// on: a closure of marks, each with a print that changes when the object does (prints.go,
// closure.go). Answers are kept for others while some statement needs them (store.go), and
// compared with the server (catalog.go: when; ahead.go: ahead of time; made.go: when not). A closure can also
// be compared by the server itself, in the flight of the statement (guard.go).
//
// A [Catalog] has one connection of its own, which the callers use in turn; what only a
// session's own connection sees is asked there. The provider tells it how to look at a
// connection and how to word errors ([Options]).
//
// inventory.go lists everything that has a name; types.go names the server's own types;
// shared.go finds a pooler that gives one connection to several sessions.
package catalog

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refreshLimit bounds one look at the catalog, and one fetch.
const refreshLimit = 20 * time.Second

// Looking at the catalog may take one part in workShare of the time in the long run, and workBurst at once, so that
// looks do not keep a server busy on which much changes. If looks take more, a look is believed for up to workShare
// times the TTL.
const (
	workShare = 20
	workBurst = 3 * time.Second
)

// Catalog knows what names mean that statements have mentioned. It has a connection of its own, so that it need not
// wait for a full pool, and no client's transaction or search path changes what it reads. One caller uses the
// connection at a time, and the others wait.
type Catalog struct {
	options Options
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
	login    string // see global.login; "": it was not read yet
	closed   bool
}

// look is a comparison of all that is in use with the server.
type look struct {
	began   time.Duration // since the catalog's birth
	took    time.Duration
	until   time.Duration // believed no longer
	changes uint64        // before it
}

// Options describe the source of a catalog, and have the functions of its provider that the catalog calls.
type Options struct {
	Name         string
	Config       *pgconn.Config // of connections of its own
	Harmless     []string       // functions that only read, as the operator says
	TTL          time.Duration  // how long what was compared is believed
	Kept         time.Duration  // how long what nobody asks for is compared
	CompareReads bool           // reads are compared in their flight, whatever was compared before
	Logger       hclog.Logger

	Check          func(*pgconn.PgConn) error // looks at a new connection
	ConnectError   func(error) *sqlstate.Error
	StatementError func(context.Context, error) error
	LoginChanged   func()            // the login begins with another search path than the connections that are open did
	Run            func(func()) bool // runs something until Stop is closed; false: it is closed
	Stop           <-chan struct{}
}

// New makes a catalog that knows nothing yet.
func New(o Options) *Catalog {
	return &Catalog{
		options: o, turn: make(chan struct{}, 1), born: time.Now(), work: workBurst,
		store: newStore(), warned: map[string]bool{},
	}
}

// current compares everything that is in use with the server, unless that was done within the TTL (workShare says when
// a comparison is believed for longer).
func (c *Catalog) current(ctx context.Context) error {
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

// Compare compares everything that is in use with the server. A comparison that began before the call counts only if
// comparing has used up its share of the time.
func (c *Catalog) Compare(ctx context.Context) error {
	arrived := time.Since(c.born)
	return c.withTurn(ctx, func(ctx context.Context) error {
		if c.fresh(arrived) && (c.work < 0 || c.last.Load().began >= arrived) {
			return nil
		}
		return c.look(ctx)
	})
}

// withTurn runs f when the connection is the caller's to use.
func (c *Catalog) withTurn(ctx context.Context, f func(context.Context) error) error {
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

// fresh reports whether the last look is believed at a time.
func (c *Catalog) fresh(at time.Duration) bool {
	l := c.last.Load()
	return l != nil && l.changes == c.changes.Load() && at <= l.until
}

// Expire makes the next look compare with the server, because a session of ours has changed something. A look that
// has begun already does not count.
func (c *Catalog) Expire() { c.changes.Add(1) }

// look compares what is in use with the server. The caller has the turn.
func (c *Catalog) look(ctx context.Context) error {
	changes, began := c.changes.Load(), time.Since(c.born)
	if err := c.refresh(ctx, began); err != nil {
		return err
	}
	c.believe(changes, began)
	return nil
}

// believe notes that a look that began at a time has ended, and for how long the look is believed. The caller has the
// turn.
func (c *Catalog) believe(changes uint64, began time.Duration) {
	ended, ttl := time.Since(c.born), c.options.TTL
	until := began + ttl
	c.work = min(workBurst, c.work+(began-c.rested)/workShare) - (ended - began)
	if c.rested = ended; c.work < 0 {
		until = max(until, ended+min(-c.work, ttl)*workShare)
	}
	c.last.Store(&look{began: began, took: ended - began, until: until, changes: changes})
}

// refresh compares the prints, unless no transaction has ended since the last comparison.
func (c *Catalog) refresh(ctx context.Context, now time.Duration) error {
	tags := c.store.inUse(now, c.options.Kept)
	slices.Sort(tags)
	if len(tags) == 1 && c.globals() == nil { // nothing is known yet
		_, err := c.readGlobal(ctx)
		return err
	}
	if last := c.last.Load(); last != nil && last.changes == c.changes.Load() {
		lists, err := c.runQueries(ctx, queryOf(momentSQL))
		if err != nil {
			return err
		}
		if moment := lists[0][0][0]; moment != "" && moment == c.moment {
			return nil
		}
	}
	lists, err := c.runQueries(ctx, queryOf(momentSQL), askPrints(tags))
	if err != nil {
		return err
	}
	c.moment = lists[0][0][0]
	c.note(marksOf(tags, lists[1]))
	return nil
}

// prints asks the server for the prints of some tags. The caller has the turn.
func (c *Catalog) prints(ctx context.Context, tags map[string]bool) ([]mark, error) {
	list := slices.Sorted(maps.Keys(tags))
	lists, err := c.runQueries(ctx, askPrints(list))
	if err != nil {
		return nil, err
	}
	return marksOf(list, lists[0]), nil
}

// runQueries runs queries in one flight, and runs them again on a new connection if the old connection has died. The
// caller has the turn.
func (c *Catalog) runQueries(ctx context.Context, queries ...providers.Query) ([][][]string, error) {
	for attempt := 1; ; attempt++ {
		if err := c.connect(ctx); err != nil {
			return nil, err
		}
		lists, err := c.flight(ctx, queries)
		var server *pgconn.PgError
		if err == nil || errors.As(err, &server) && !query.EndsSession(server) && !c.forgets(server) {
			return lists, err
		}
		c.hangUp()
		if attempt == 2 || ctx.Err() != nil {
			return nil, c.readError(ctx, err)
		}
	}
}

// forgets reports whether an error shows that prepared statements do not last on this connection: a pooler in
// transaction mode stands in front of the server.
func (c *Catalog) forgets(err *pgconn.PgError) bool {
	if code := sqlstate.Code(err.Code); code != sqlstate.InvalidStatementName && code != sqlstate.DuplicatePrepared {
		return false
	}
	c.plain = true
	return true
}

// flight sends queries together, which makes them one transaction. There are few texts, so each stays prepared.
func (c *Catalog) flight(ctx context.Context, queries []providers.Query) ([][][]string, error) {
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
			lists[i][k] = query.Texts(row)
		}
	}
	return lists, nil
}

func (c *Catalog) readError(ctx context.Context, err error) error {
	var ours *sqlstate.Error
	if errors.As(err, &ours) {
		return ours
	}
	e := sqlstate.From(c.options.StatementError(ctx, err))
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return e
	}
	return sqlstate.Wrap(e, e.Code, "the catalog of source %q cannot be read: %s", c.options.Name, e.Message).
		WithHint("Without it no statement for this source can be judged. Try again.")
}

func (c *Catalog) connect(ctx context.Context) error {
	if c.closed { // whoever asks, by whatever way
		return sqlstate.New(sqlstate.AdminShutdown, "source %q is closed", c.options.Name)
	}
	if c.pg != nil && !c.pg.IsClosed() {
		return nil
	}
	pg, err := pgconn.ConnectConfig(ctx, c.options.Config)
	if err == nil {
		if err = c.notShared(ctx, pg); err == nil {
			err = planOnce(ctx, pg)
		}
		if err == nil {
			c.pg, c.prepared = pg, map[string]string{}
			return nil
		}
		_ = pg.Close(ctx) // it cannot be prepared for our queries
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return sqlstate.From(ctx.Err())
	}
	e := c.options.ConnectError(err)
	c.options.Logger.Warn("cannot connect", "source", c.options.Name, "code", string(e.Code), "cause", e.Cause)
	return e
}

// hangUp closes the connection, and waits a moment until its goroutine has ended.
func (c *Catalog) hangUp() {
	if c.pg == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), query.Farewell)
	defer cancel()
	_ = c.pg.Close(ctx) // an error changes nothing: it is given up
	select {
	case <-c.pg.CleanupDone():
	case <-ctx.Done():
	}
	c.pg = nil
}

// Close closes the connection. No query can be sent after that.
func (c *Catalog) Close() {
	c.turn <- struct{}{} // no longer than refreshLimit
	defer func() { <-c.turn }()
	c.closed = true
	c.Expire()
	c.hangUp()
}

// DefaultSchema is where unqualified names belong, as far as is known.
func (c *Catalog) DefaultSchema() string {
	if g := c.globals(); g != nil {
		for _, schema := range g.path {
			if schema != "pg_catalog" {
				return schema
			}
		}
	}
	return "public"
}

// TypeName spells a type for people. It returns "" for a type of users that cannot be read now.
func (c *Catalog) TypeName(ctx context.Context, oid uint32, mod int32) string {
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

// Answer asks the server for one value, on the catalog's connection. The value is empty where the query finds nothing.
func (c *Catalog) Answer(ctx context.Context, sql string) (value string, err error) {
	err = c.withTurn(ctx, func(ctx context.Context) error {
		lists, err := c.runQueries(ctx, queryOf(sql))
		if err != nil {
			return c.readError(ctx, err)
		}
		if len(lists[0]) > 0 {
			value = lists[0][0][0]
		}
		return nil
	})
	return value, err
}
