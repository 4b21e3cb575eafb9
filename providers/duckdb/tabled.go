package duckdb

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// tabled keeps the answers of the Postgres catalog as tables. A statement that names relations of
// the catalog reads tables in their place while these say the same:
//
//   - A table is filled by the first statement that names it after DDL of any session has changed
//     what it says.
//   - A session that may have temporary objects has tables of its own (owntables.go).
//   - While a session changes the catalog, and for a session that has changed the catalog in its open transaction,
//     statements read the views.
//   - A statement must not read tables of two moments. begun counts the fills of each table; if one
//     of a statement's tables began to be filled after they were found current and before the statement had its
//     snapshot, the statement runs again, over the views.
//   - In a transaction block tables are read if no catalog has changed since its beginning, and if
//     they were filled before the transaction first read their database. So the first statement of a block
//     fills what earlier blocks have missed, too.
type tabled struct {
	changing atomic.Int64  // statements that are changing the catalog
	sizes    atomic.Uint64 // changes of rows
	macros   atomic.Uint64 // the part of Provider.version that functions depend on
	fills    atomic.Uint64 // the transactions that fill tables
	begun    begunFills
	asked    atomic.Uint64 // statements that have begun

	stop      context.CancelFunc // of the goroutine that prepares the catalog; nil: there is none
	preparing sync.WaitGroup

	mu     sync.Mutex // guards what follows
	conn   lib.Connection
	broken bool
	made   map[*pgcatalog.Object]made
	missed []*pgcatalog.Object // what statements of blocks named when it was too late to fill it
	spaces spaces
}

// made is the moment at which an object was made, and the number of that fill.
type made struct {
	moment moment
	fill   uint64 // tabled.fills at that time
}

// begunFills counts how often each object was begun to be made.
type begunFills struct {
	mu sync.Mutex
	of map[*pgcatalog.Object]uint64
}

// addFill counts a fill of objects, which are about to be made.
func (f *begunFills) addFill(objects []*pgcatalog.Object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of == nil {
		f.of = map[*pgcatalog.Object]uint64{}
	}
	for _, o := range objects {
		f.of[o]++
	}
}

// fillsOf returns how often objects were begun to be made, all together.
func (f *begunFills) fillsOf(objects []*pgcatalog.Object) (n uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range objects {
		n += f.of[o]
	}
	return n
}

// tablesRead are the objects that a statement over the catalog's tables reads, none if it reads the views, and how many fills
// of the objects had begun when they were found current.
type tablesRead struct {
	objects []*pgcatalog.Object
	begun   uint64
}

// wereReplaced reports whether one of the objects was begun to be made anew since they were found current.
func (t *tabled) wereReplaced(r tablesRead) bool {
	return len(r.objects) > 0 && t.begun.fillsOf(r.objects) != r.begun
}

// moment is what tables depend on.
type moment struct {
	version, macros, sizes uint64
	kinds                  [kindCount]uint64
}

// currentMoment returns the present moment, and whether no session is changing the catalog.
func (p *Provider) currentMoment() (m moment, stands bool) {
	m = moment{p.version.Load(), p.tabled.macros.Load(), p.tabled.sizes.Load(), p.version.changesByKind()}
	return m, p.tabled.changing.Load() == 0 && p.version.Load() == m.version
}

// isUpToDate reports whether a table that was filled at a moment says the same as its view does now.
func isUpToDate(o *pgcatalog.Object, then, now moment) bool {
	same := func(depends bool, k kinds) bool { return !depends || then.changesOf(k) == now.changesOf(k) }
	return same(o.Views, ofViews) && same(o.Types, ofTypes) && same(o.Schemas, ofSchemas) && same(o.Rest, ofRest) && (!o.Functions || then.macros == now.macros) &&
		(!o.Sizes || then.sizes == now.sizes)
}

// overTables returns the statement with tables in the place of the views of the catalog, if that can
// be, and what it then reads. The caller asks whether these tables were replaced when the statement runs.
func (c *Conn) overTables(s providers.Statement) (over providers.Statement, read tablesRead, ok bool) {
	if !strings.Contains(s.SQL, pgcatalog.Database+".") {
		return s, tablesRead{}, false
	}
	t := &c.provider.tabled
	inBlock, first := c.tx.status == providers.InTransaction, c.tx.emulation == 0
	if inBlock && first {
		c.tx.emulation = 1 // no fill is sure to be seen
	}
	if verb(s) != "SELECT" || inBlock && (c.tx.catalog != 0 || !c.tx.stands) {
		return s, tablesRead{}, false
	}
	if c.seesTemporary() {
		return c.overOwnTables(s)
	}
	c.dropOwnTables()
	sql, direct := rewriteNames(s.SQL, pgcatalog.Shared)
	if len(direct) == 0 {
		return s, tablesRead{}, false
	}
	named := withNeeds(direct)
	t.mu.Lock()
	defer t.mu.Unlock()
	now, stands := c.provider.currentMoment()
	if !stands || inBlock && (now.version != c.tx.began.version || now.macros != c.tx.began.macros) {
		return s, tablesRead{}, false
	}
	needed := named
	if inBlock && first {
		needed = addMissing(needed, t.missed)
	}
	if stale := staleObjects(t.made, needed, now); len(stale) > 0 {
		if inBlock && !first {
			t.missed = addMissing(t.missed, stale)
			return s, tablesRead{}, false
		}
		if !c.provider.fillObjects(stale, now) {
			return s, tablesRead{}, false
		}
	}
	if inBlock && first {
		c.tx.emulation = t.fills.Load() + 1
	}
	if inBlock && slices.ContainsFunc(named, func(o *pgcatalog.Object) bool { return t.made[o].fill >= c.tx.emulation }) {
		t.missed = addMissing(t.missed, named)
		return s, tablesRead{}, false
	}
	s.SQL, s.Constants = sql, nil
	return s, tablesRead{named, t.begun.fillsOf(named)}, true
}

// preparedOver prepares a statement over the catalog's tables if it can, else over its views. It returns what the statement
// reads of the tables that are filled. A statement that cannot be prepared over tables gets its error from the views.
func (c *Conn) preparedOver(s providers.Statement) (p *prepared, read tablesRead, err error) {
	if tabled, read, ok := c.overTables(s); ok {
		if p = c.preparedCatalog(tabled, read.begun); p != nil {
			return p, read, nil
		}
		if p, err = c.preparedFor(tabled); err == nil && p.kind == lib.StatementTypeSelect {
			return p, read, nil
		}
	}
	if c.readsFixedRows(s) {
		if p = c.preparedCatalog(s, 0); p != nil {
			return p, tablesRead{}, nil
		}
	}
	p, err = c.preparedFor(s)
	return p, tablesRead{}, err
}

// readsFixedRows reports whether a statement names relations of the emulation, and none of the live part.
func (c *Conn) readsFixedRows(s providers.Statement) bool {
	if !strings.Contains(s.SQL, pgcatalog.Database+".") || verb(s) != "SELECT" || c.attachNamed(s.SQL) != nil {
		return false
	}
	_, live := rewriteNames(s.SQL, pgcatalog.Shared)
	return len(live) == 0
}

// rewriteNames puts the names of the tables of a space in the place of the names of views, and returns the objects that the
// text then names.
func rewriteNames(sql string, in pgcatalog.Space) (string, []*pgcatalog.Object) {
	var b strings.Builder
	var named []*pgcatalog.Object
	last := 0
	eachEmulated(sql, func(start, end int, name string) {
		o := pgcatalog.Get().Tables.Find(name)
		if o == nil {
			return
		}
		schema, _, _ := strings.Cut(name, ".")
		b.WriteString(sql[last:start-len(pgcatalog.Database+".")] + in.Schema(schema))
		last = start + strings.IndexByte(sql[start:], '.')
		named = append(named, o)
	})
	b.WriteString(sql[last:])
	return b.String(), named
}

// withNeeds returns objects together with the objects that they need, each once.
func withNeeds(named []*pgcatalog.Object) (all []*pgcatalog.Object) {
	for _, o := range named {
		all = addMissing(addMissing(all, o.Needs), []*pgcatalog.Object{o})
	}
	return all
}

// addMissing appends to objects those of others that are not among them.
func addMissing(objects, others []*pgcatalog.Object) []*pgcatalog.Object {
	for _, o := range others {
		if !slices.Contains(objects, o) {
			objects = append(objects, o)
		}
	}
	return objects
}

// dottedName reads schema.name at i; the name can be quoted.
func dottedName(sql string, i int) (name string, end int) {
	if i >= len(sql) || !lexical.IsNameStart(sql[i]) {
		return "", i
	}
	dot := lexical.NameEnd(sql, i)
	if dot+1 >= len(sql) || sql[dot] != '.' {
		return "", dot
	}
	if end = lexical.SkipQuoted(sql, dot+1); end > dot+1 {
		return sql[i:dot+1] + strings.Trim(sql[dot+1:end], `"`), end
	}
	if !lexical.IsNameStart(sql[dot+1]) {
		return "", dot
	}
	end = lexical.NameEnd(sql, dot+1)
	return sql[i:end], end
}

// runTogether runs statements in a transaction of their own.
func runTogether(conn lib.Connection, statements []string) error {
	for _, sql := range slices.Concat([]string{"BEGIN TRANSACTION"}, statements, []string{"COMMIT"}) {
		if err := native.Run(conn, sql); err != nil {
			_ = native.Run(conn, "ROLLBACK") // the statement's error is the one to tell
			return err
		}
	}
	return nil
}

// staleObjects returns the objects that are not what their views are now, if those that were made are as made says.
func staleObjects(made map[*pgcatalog.Object]made, named []*pgcatalog.Object, now moment) []*pgcatalog.Object {
	var stale []*pgcatalog.Object
	for _, o := range named {
		if f, known := made[o]; !known || o.Filled && !isUpToDate(o, f.moment, now) {
			stale = append(stale, o)
		}
	}
	return stale
}

// fillObjects makes objects, and reports whether they are of the moment now. The caller holds mu.
func (p *Provider) fillObjects(stale []*pgcatalog.Object, now moment) bool {
	t := &p.tabled
	if t.broken || p.isClosed() {
		return false
	}
	if err := p.openTabled(); err != nil {
		t.stopUsing(p, err)
		return false
	}
	if p.attachEmulation() != nil { // the statement is told so when it names the views
		return false
	}
	fill := t.fills.Add(1)
	t.begun.addFill(stale)
	if err := makeObjects(t.conn, stale, pgcatalog.Shared); err != nil {
		t.stopUsing(p, err)
		return false
	}
	return p.noteMade(t.made, stale, made{now, fill})
}

// makeObjects makes objects in a space.
func makeObjects(conn lib.Connection, objects []*pgcatalog.Object, in pgcatalog.Space) error {
	statements := make([]string, len(objects))
	for i, o := range objects {
		statements[i] = o.Create(in)
	}
	return runTogether(conn, statements)
}

// noteMade notes among those that were made the objects that have been made at a moment, and reports whether it still is that
// moment: if not, it is not known of which one the rows of tables are.
func (p *Provider) noteMade(all map[*pgcatalog.Object]made, objects []*pgcatalog.Object, at made) bool {
	then, stands := p.currentMoment()
	stands = stands && then.version == at.moment.version && then.macros == at.moment.macros
	for _, o := range objects {
		if stands || !o.Filled {
			all[o] = at
		} else {
			delete(all, o)
		}
	}
	return stands
}

// stopUsing ends the use of tables.
func (t *tabled) stopUsing(p *Provider, err error) {
	t.broken = true
	p.log.Error("the Postgres catalog is not kept as tables, so it is slow", "source", p.options.Name, "error", err)
}

// openTabled opens the connection that fills tables. The caller holds mu.
func (p *Provider) openTabled() error {
	t := &p.tabled
	if t.made != nil {
		return nil
	}
	if err := p.openConnection(&t.conn); err != nil {
		return err
	}
	t.made = map[*pgcatalog.Object]made{}
	return nil
}

// close closes the connection that fills tables.
func (t *tabled) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.broken = true
	if t.conn.Ptr != nil {
		lib.Disconnect(&t.conn)
	}
}
