package duckdb

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/bysession"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/providers/duckdb/streams"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Conn is one DuckDB connection of one session. The session uses it from one goroutine. mu keeps
// Provider.Close from freeing handles while the session is inside of DuckDB.
type Conn struct {
	provider *Provider
	options  providers.ConnOptions
	settings pgsettings.Session
	binder   parameter.Binder
	keys     *knownKeys // of the source and the session; nil: they are not known
	// unfollowed tells when the keys were looked up for a running change that no key follows; nil while no such change runs.
	unfollowed *commits.Since
	carried    int64         // rows that the actions of foreign keys have changed
	excluded   int           // tables that keepExcluded has made
	drop       *dropping     // the DROP or ALTER that is running
	memory     memory.Counts // of the calls of the session's statement

	handle sync.Mutex // guards conn against an interrupt while it is freed
	conn   lib.Connection

	closing      atomic.Bool // Close has begun
	mu           sync.Mutex
	closed       bool
	tx           transaction
	running      *result       // the open result
	styled       vector.Styles // the forms in which the session shows values
	formed       bool          // the functions know them, or the time zone
	path         sessionPath
	temporaries  temporaries
	temporary    bool   // the session may have temporary objects: see seesTemporary
	temporaryAt  uint64 // of the catalog when it was seen to have some
	hadTemporary bool   // it has had some: the connection is for no other session
	own          ownTables
	loads        []string // tables that Load has made, and that are not certain to be gone
	prepared     map[string]*prepared
	preparedKeys []string                         // the keys of prepared, in the order in which they are dropped
	supplied     *supplied.Values                 // the constants of the lookup that runs; nil: there was none yet
	alone        map[string]uint64                // lookups that share no plan, by their keys, and the version of the catalog
	control      map[string]lib.PreparedStatement // see runKept
	views        []string                         // that Stream has made
	streams      *streams.Session
	published    map[string]string // the variables of publish
	told         toldSettings      // what the functions that read settings know
	folded       map[string]bool   // see computeFolded
	wrote        uint64            // statements that may have changed rows, and what Load has put into tables
	seeded       bool              // the session may have set the seed of random()
	onCommit     onCommits         // see cutOnCommit
	listed       listed            // see Ask
	// watchPlanning interrupts DuckDB while it plans a statement that has to end; nil if nothing is watched.
	watchPlanning func() (limited context.Context, unwatch func())
	unsaid        bool // the statement that runs is not the client's, but a part of it
}

func newConn(p *Provider, o providers.ConnOptions) *Conn {
	c := &Conn{
		provider: p,
		options:  o,
		settings: newSettings(p, o),
		tx:       transaction{status: providers.Idle},
		prepared: map[string]*prepared{},
		control:  map[string]lib.PreparedStatement{},
		streams:  p.streams.NewSession(),
	}
	c.path.own, _ = c.settings.Get("search_path")
	c.path.setting, c.path.schemas = c.path.own, p.options.searchPath()
	return c
}

// describeWithHidden is Describe, with the hidden column of rows without columns.
func (c *Conn) describeWithHidden(ctx context.Context, s providers.Statement) (providers.Description, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkUsable(ctx); err != nil {
		return providers.Description{}, err
	}
	if answeredHere(s) {
		return c.describeControl(s), nil
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return providers.Description{}, err
	}
	c.tx.described = c.tx.status == providers.InTransaction
	if err := c.applySearchPath(); err != nil {
		return providers.Description{}, err
	}
	if err := c.publishSettings(s.SQL); err != nil {
		return providers.Description{}, err
	}
	if err := c.refuseInBlock(s); err != nil {
		return providers.Description{}, err
	}
	s, err := c.nameConflict(s)
	if err != nil {
		return providers.Description{}, err
	}
	if err := c.refuseHidden(s); err != nil {
		return providers.Description{}, err
	}
	if len(s.Setval) > 0 {
		return providers.Description{Columns: setvalColumns(s.Setval)}, nil
	}
	if len(s.Parts) > 0 {
		return c.describeChanges(s)
	}
	if _, alters := definition.ParseAlteration(s.SQL); alters || strings.HasPrefix(verb(s), "TRUNCATE") || splitDrop(s) != nil || hasLike(s) || len(s.Before) > 0 || len(s.After) > 0 {
		return providers.Description{}, nil
	}
	if _, err := c.freshenFiles(ctx, s); err != nil {
		return providers.Description{}, err
	}
	p := c.keptDescription(s)
	if p == nil {
		if p, _, err = c.preparedWithin(ctx, s); err != nil {
			return providers.Description{}, err
		}
	}
	d := providers.Description{Params: make([]uint32, len(p.params))}
	for i, q := range p.params {
		d.Params[i] = q.OID
	}
	if p.returns {
		d.Columns = p.columns
	}
	return d, nil
}

// queryWithHidden is Query, with the hidden column of rows without columns.
func (c *Conn) queryWithHidden(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkUsable(ctx); err != nil {
		return nil, err
	}
	if verb := controlVerb(s); verb != "" {
		return c.runControl(verb, s)
	}
	c.seeded = c.seeded || !s.ReadOnly && strings.Contains(strings.ToLower(s.SQL), "seed")
	if err := c.tx.refuseIfFailed(); err != nil {
		return nil, err
	}
	if s.Setting == nil {
		if err := c.refuseStyled(s); err != nil {
			c.tx.markFailed()
			return nil, err
		}
	}
	writes, before := c.tx.writes, pgsettings.Saved{}
	if len(s.Sets) > 0 {
		before = c.settings.Snapshot()
	}
	rows, err := c.runQuery(ctx, s, args)
	if err != nil {
		if len(s.Sets) > 0 && c.tx.status == providers.Idle {
			c.settings.Restore(before)
			if applying := c.applySettings(); applying != nil {
				err = errors.Join(err, applying)
			}
		}
		c.tx.markFailed()
		if e := (*sqlstate.Error)(nil); errors.As(err, &e) {
			if earlier := c.findEarlierBreach(ctx, e, s, args); earlier != nil {
				*e = *earlier
			}
			c.nameBroken(ctx, e, s)
		}
		if sqlstate.CodeOf(err) == sqlstate.ReadOnlyTransaction {
			c.tx.writes = writes // nothing was changed
			return nil, errReadOnly(changingVerb(s))
		}
		return nil, err
	}
	return rows, nil
}

func (c *Conn) runQuery(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if isDiscard(s) {
		return c.runDiscard(s)
	}
	if s.Setting != nil {
		return c.runSetting(s)
	}
	if err := c.checkQuery(ctx, s, args); err != nil {
		return nil, err
	}
	if c.mayCascade(s) {
		return c.runCascading(ctx, s, args)
	}
	if err := c.refuseInBlock(s); err != nil {
		return nil, err
	}
	if isPlainRead(s) {
		return c.runOne(ctx, s, args)
	}
	s, err := c.expandLike(s)
	if err != nil {
		return nil, err
	}
	if cut, drops, found := cutOnCommit(s); found {
		return c.runOnCommit(ctx, cut, args, drops)
	}
	if err := c.checkNames(s); err != nil {
		return nil, err
	}
	if c.emptiesAtCommit(s) || c.serializesAlone(s) {
		return c.runInOne(ctx, s, args)
	}
	if s, err = c.nameConflict(s); err != nil {
		return nil, err
	}
	if rows, done, err := c.runSpecial(ctx, s, args); done || err != nil {
		return rows, err
	}
	if r, err := c.deletesReferred(s); err != nil {
		return nil, err
	} else if r != nil && r.isNeeded() {
		return c.deleteReferred(ctx, s, args, r)
	}
	if makesComposite(s) {
		return c.runComposite(ctx, s, args)
	}
	if d, ok := definition.Parse(s.SQL); ok {
		return c.runDefines(ctx, s, args, d)
	}
	return c.runKeyed(ctx, s, args)
}

// checkNames looks at the names of a statement: what they hide, and which ones are taken.
func (c *Conn) checkNames(s providers.Statement) error {
	if err := c.forgetOnCommit(s); err != nil {
		return err
	}
	if err := c.refuseHidden(s); err != nil {
		return err
	}
	return c.refuseNamesake(s)
}

// followSettings has DuckDB know the session's settings, with those that the statement sets.
func (c *Conn) followSettings(s providers.Statement, args providers.Args) error {
	if err := c.applySearchPath(); err != nil {
		return err
	}
	if err := c.publishSettings(s.SQL); err != nil {
		return err
	}
	return c.setBefore(s, args)
}

// isPlainRead reports whether a statement is a SELECT that only reads, and is one statement to DuckDB, too. Nothing of what
// follows in query concerns it: that is of definitions, changes and the functions that change something.
func isPlainRead(s providers.Statement) bool {
	return s.ReadOnly && s.Verb == "SELECT" && s.Routine == nil && len(s.Setval) == 0 && len(s.Parts) == 0 && len(s.Before) == 0 && len(s.After) == 0 &&
		s.Warning == "" && s.Notice == "" && s.ChangedView == ""
}

// runKeyed runs a statement, and what foreign keys make of it.
func (c *Conn) runKeyed(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	for {
		looked := c.provider.keys.Defining.Snapshot()
		change, err := c.followedByKeys(s)
		if err != nil {
			return nil, err
		}
		if change != nil {
			return c.runFollowed(ctx, s, args, change)
		}
		rows, err := c.runUnkeyed(ctx, s, args, looked)
		if !errors.Is(err, errKeysMoved) {
			return rows, err
		}
		select {
		case <-ctx.Done():
			return nil, sqlstate.From(ctx.Err())
		case <-time.After(definesPause):
		}
	}
}

// runMeant runs a statement whose objects were looked at.
func (c *Conn) runMeant(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if len(s.Before) > 0 || len(s.After) > 0 || s.Warning != "" || s.Notice != "" {
		return c.runParts(ctx, s, slices.Concat(s.Before, []string{s.SQL}, s.After), args)
	}
	if a, ok := definition.ParseAlteration(s.SQL); ok && (a.Action == definition.RenameTable || a.Action == definition.RenameColumn) {
		return c.runRenamingTable(ctx, s, args, a)
	}
	if mayFreeSequences(s) {
		return c.runFreeing(ctx, s, args)
	}
	return c.runDefinition(ctx, s, args)
}

// runOne runs a statement that is one statement to DuckDB, too. A read that takes little memory and finds none,
// because others have taken it all, is tried again for a while. The rows of streams can be read once, so that is not
// tried again.
func (c *Conn) runOne(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	for until := time.Now().Add(memoryWait); ; {
		c.memory.Reset()
		rows, err := c.tryOne(ctx, s, args)
		crowded := sqlstate.CodeOf(err) == sqlstate.OutOfMemory && s.ReadOnly && c.tx.status == providers.Idle && c.memory.Small() && !c.streams.HasAny()
		if !crowded || time.Now().After(until) {
			return rows, err
		}
		select {
		case <-ctx.Done():
			return nil, sqlstate.From(ctx.Err())
		case <-time.After(memoryPause):
		}
	}
}

// How long a small read waits for memory, and between two tries.
const memoryWait, memoryPause = 3 * time.Second, 50 * time.Millisecond

// tryOne runs the statement once.
func (c *Conn) tryOne(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	reads, err := c.freshenFiles(ctx, s)
	if err != nil {
		return nil, err
	}
	seeks, began := c.readsHeld(s, args), time.Time{}
	if seeks {
		if rows := c.heldRows(ctx, s, args); rows != nil {
			return rows, nil
		}
		began = time.Now()
	}
	asked := s
	if valued, ok := c.lookupWithValues(s, args); ok {
		s, args.Values, args.Formats = valued, nil, nil
	}
	p, r, err := c.startOverCatalog(ctx, s, args, func(p *prepared) (*result, error) {
		if err := c.refuseWrite(p, s); err != nil {
			return nil, err
		}
		return c.startStatement(ctx, p, s, args, reads)
	})
	if err != nil {
		return nil, err
	}
	if p.kind == lib.StatementTypeExplain {
		return r.planRows()
	}
	if seeks {
		c.noteSeek(asked, r, time.Since(began))
	}
	return r, nil
}

// startOverCatalog prepares a statement over the tables of the catalog, if it can, and starts it. It starts it again over the views
// if one of the tables was replaced meanwhile. It returns what it started.
func (c *Conn) startOverCatalog(ctx context.Context, s providers.Statement, args providers.Args, start func(*prepared) (*result, error)) (*prepared, *result, error) {
	p, read, err := c.preparedWithin(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	if p, err = c.exactFor(p, s, args); err != nil {
		return nil, nil, err
	}
	r, err := start(p)
	if (c.provider.tabled.wereReplaced(read) || p.fixed && err != nil) && c.tx.status != providers.Failed {
		if r != nil {
			r.endWith(nil)
		}
		if p.fixed {
			c.dropFixed()
		}
		if p, err = c.preparedWith(s, args); err == nil {
			r, err = start(p)
		}
	}
	return p, r, err
}

// startStatement binds the arguments and starts the statement.
func (c *Conn) startStatement(ctx context.Context, p *prepared, s providers.Statement, args providers.Args, reads []fileRead) (*result, error) {
	if err := c.binder.Bind(p.stmt, p.params, args); err != nil {
		return nil, err
	}
	if c.running != nil { // of a part of the same statement
		c.running.endWith(nil)
	}
	if p.lookup {
		if err := c.supplyConstants(s); err != nil {
			return nil, c.provider.translateError(err, "", nil)
		}
	}
	c.provider.bySession.Draws.BeginStatement(c.conn)
	c.tx.used = true
	if !s.ReadOnly && p.kind != lib.StatementTypeSelect { // what nextval does is not undone
		c.changesRows()
		if c.tx.status == providers.InTransaction {
			c.noteChanges(p.kind, s)
		}
	}
	return c.startResult(ctx, p, s, true, reads)
}

// checkUsable closes the open result and returns why the connection cannot be used. A statement begins with it.
func (c *Conn) checkUsable(ctx context.Context) error {
	c.provider.tabled.asked.Add(1)
	if c.running != nil {
		c.running.endWith(nil)
	}
	return c.whyUnusable(ctx)
}

// whyUnusable returns why the connection cannot be used, or nil if it can.
func (c *Conn) whyUnusable(ctx context.Context) error {
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

// Status returns the transaction status after the last statement.
func (c *Conn) Status() providers.TxStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tx.status
}

// Close rolls back an open transaction and ends the connection, with its temporary tables and
// settings.
func (c *Conn) Close() error {
	if !c.giveBack() {
		c.disconnect()
	}
	c.provider.removeConn(c)
	return nil
}

// disconnect ends the connection from any goroutine. It interrupts a running statement.
func (c *Conn) disconnect() {
	c.closing.Store(true)
	c.streams.Interrupt()
	stop := c.interruptUntilStopped()
	c.mu.Lock()
	stop()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if c.tx.status != providers.Idle {
		c.provider.blocks.Add(-1)
		for _, k := range c.tx.kept {
			k.Free()
		}
		c.tx.kept = nil
		c.endLimited(false)
	}
	c.closed = true
	if c.running != nil {
		c.running.endWith(c.provider.closedError())
	}
	for _, p := range c.prepared {
		p.destroy()
	}
	destroyAll(c.control)
	c.prepared, c.control = nil, nil
	c.streams.Forget()
	c.handle.Lock()
	defer c.handle.Unlock()
	if c.formed {
		c.provider.bySession.ShowForm(c.conn, bysession.Form{})
	}
	c.provider.bySession.TellSettings(c.conn, nil)
	lib.Disconnect(&c.conn)
	c.supplied.Close()
	c.dropOwnTables()
}
