package duckdb

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Conn is one DuckDB connection of one session. Its session uses it from one
// goroutine; mu keeps Provider.Close out while that is inside DuckDB.
type Conn struct {
	provider *Provider
	options  providers.ConnOptions
	settings settings
	types    *pgtype.Map // for binary parameters, made when first needed

	handle sync.Mutex // guards conn against an interrupt while it is freed
	conn   lib.Connection

	ending  atomic.Bool // it is being closed
	mu      sync.Mutex
	closed  bool
	tx      transaction
	running *result // the result that is being read
	path    string  // the search_path that DuckDB has
	kept    map[string]*prepared
	order   []string // the keys of kept, oldest first
}

func newConn(p *Provider, o providers.ConnOptions) *Conn {
	c := &Conn{
		provider: p,
		options:  o,
		settings: newSettings(p, o),
		tx:       transaction{status: providers.Idle},
		kept:     map[string]*prepared{},
	}
	c.path, _ = c.settings.get("search_path")
	return c
}

// Describe prepares s and runs nothing.
func (c *Conn) Describe(ctx context.Context, s providers.Statement) (providers.Description, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.ready(ctx); err != nil {
		return providers.Description{}, err
	}
	if verb := controlVerb(s); verb != "" || s.Setting != nil || discards(s) {
		return c.describeControl(s), nil
	}
	if err := c.tx.refuse(); err != nil {
		return providers.Description{}, err
	}
	if err := c.provider.emulated(ctx, s.SQL); err != nil {
		return providers.Description{}, err
	}
	if dropped(s) != nil {
		return providers.Description{}, nil
	}
	p, err := c.statement(s)
	if err != nil {
		return providers.Description{}, err
	}
	d := providers.Description{Params: make([]uint32, len(p.params))}
	for i, q := range p.params {
		d.Params[i] = q.oid
	}
	if p.returns {
		d.Columns = p.columns
	}
	return d, nil
}

// Query runs s.
func (c *Conn) Query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	if verb := controlVerb(s); verb != "" {
		return c.control(verb, s)
	}
	if err := c.tx.refuse(); err != nil {
		return nil, err
	}
	rows, err := c.query(ctx, s, args)
	if err != nil {
		c.tx.fail()
		return nil, err
	}
	return rows, nil
}

func (c *Conn) query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if discards(s) {
		return c.discard(s)
	}
	if s.Setting != nil {
		return c.setting(s)
	}
	if err := c.provider.emulated(ctx, s.SQL); err != nil {
		return nil, err
	}
	if parts := dropped(s); parts != nil {
		return c.severally(ctx, s, parts)
	}
	p, err := c.statement(s)
	if err != nil {
		return nil, err
	}
	if err := c.bind(p, args); err != nil {
		return nil, err
	}
	c.tx.used = true
	if !s.ReadOnly {
		c.tx.writes++
	}
	r, err := c.start(ctx, p, s)
	if err != nil {
		return nil, err
	}
	if p.kind == lib.StatementTypeExplain {
		return r.plan()
	}
	return r, nil
}

// ready ends what was still being read, and says why the connection cannot be
// used.
func (c *Conn) ready(ctx context.Context) error {
	if c.running != nil {
		c.running.end(nil)
	}
	switch {
	case c.closed:
		return c.provider.closedError()
	case c.provider.broken.Load():
		return c.provider.brokenError()
	case ctx.Err() != nil:
		return sqlstate.From(ctx.Err())
	}
	return nil
}

// Status is the transaction status after the last statement.
func (c *Conn) Status() providers.TxStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tx.status
}

// Close rolls back what is open and ends the connection. Temporary tables and
// settings end with it.
func (c *Conn) Close() error {
	c.shut()
	c.provider.forget(c)
	return nil
}

// shut ends the connection from any goroutine, interrupting what runs on it.
func (c *Conn) shut() {
	c.ending.Store(true)
	stop := c.interruptUntilStopped()
	c.mu.Lock()
	stop()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	if c.running != nil {
		c.running.end(c.provider.closedError())
	}
	for _, p := range c.kept {
		p.destroy()
	}
	c.kept = nil
	c.handle.Lock()
	defer c.handle.Unlock()
	lib.Disconnect(&c.conn)
}

// interrupt asks DuckDB to end what runs on the connection.
func (c *Conn) interrupt() {
	c.handle.Lock()
	defer c.handle.Unlock()
	if c.conn.Ptr != nil {
		lib.Interrupt(c.conn)
	}
}

// interruptUntilStopped interrupts the connection until the function that it
// returns is called; that one waits for the last interrupt. DuckDB forgets an
// interrupt that arrives before its statement has begun, so one is not enough.
func (c *Conn) interruptUntilStopped() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		const first, longest = time.Millisecond, 100 * time.Millisecond
		for wait := first; ; wait = min(2*wait, longest) {
			c.interrupt()
			select {
			case <-done:
				return
			case <-time.After(wait):
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// unlessEnding is e, or that the source is closed where that is why DuckDB was
// interrupted.
func (c *Conn) unlessEnding(e *sqlstate.Error) error {
	if e.Code == sqlstate.QueryCanceled && c.ending.Load() {
		return c.provider.closedError()
	}
	return e
}

// watch interrupts the connection when ctx ends. The function that it returns
// ends the watch: after it no interrupt comes from here.
func (c *Conn) watch(ctx context.Context) (unwatch func()) {
	var stop func()
	started := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		stop = c.interruptUntilStopped()
		close(started)
	})
	return func() {
		if !cancel() {
			<-started
			stop()
		}
	}
}

// notice tells the session of a warning.
func (c *Conn) notice(code sqlstate.Code, message string) {
	if level, _ := c.settings.get("client_min_messages"); c.options.OnNotice == nil || level == "error" {
		return
	}
	e := sqlstate.New(code, "%s", message)
	e.Severity = "WARNING"
	c.options.OnNotice(e)
}

// verb is the statement's verb; a statement without one is read by its first
// word.
func verb(s providers.Statement) string {
	if s.Verb != "" {
		return strings.ToUpper(s.Verb)
	}
	words := scan(s.SQL).words
	if len(words) == 0 {
		return ""
	}
	switch words[0] {
	case "CREATE", "ALTER", "DROP":
		for _, word := range words {
			if slices.Contains(objectKinds, word) {
				return words[0] + " " + word
			}
		}
	}
	return words[0]
}

// objectKinds are what CREATE, ALTER and DROP are about.
var objectKinds = []string{"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "TYPE", "FUNCTION", "MACRO"}
