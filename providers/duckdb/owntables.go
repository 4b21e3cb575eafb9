package duckdb

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// A session with temporary objects sees another catalog than the others. The views tell what it sees; DuckDB expands and
// binds them in seconds of a processor where many are nested, as in pg_depend. So such a session has tables of its own, in a
// space of the emulation's that its own connection fills, since no other connection sees its temporary objects. The space is
// dropped when the session has no temporary objects any more. The session reads the views in a transaction block, and while
// as many others have a space as may.

// ownTables are the tables of the catalog that one session reads. The session's Conn guards them.
type ownTables struct {
	number int // of the space, if open
	space  pgcatalog.Space
	open   bool
	broken bool // the session reads the views
	made   map[*pgcatalog.Object]made
	fills  uint64
}

// spaces are the numbers of the spaces that sessions have. They are guarded by tabled.mu.
type spaces struct {
	next int
	free []int
}

// takeNumber returns a number, and false if all are taken.
func (s *spaces) takeNumber() (number int, ok bool) {
	if last := len(s.free) - 1; last >= 0 {
		number, s.free = s.free[last], s.free[:last]
		return number, true
	}
	if s.next == pgcatalog.MostSessions {
		return 0, false
	}
	s.next++
	return s.next - 1, true
}

// overOwnTables is overTables for a session with temporary objects.
func (c *Conn) overOwnTables(s providers.Statement) (over providers.Statement, read tablesRead, ok bool) {
	own, p := &c.own, c.provider
	if own.broken || c.tx.status != providers.Idle || c.running != nil || !c.openOwnTables() {
		return s, tablesRead{}, false
	}
	sql, direct := rewriteNames(s.SQL, own.space)
	now, stands := p.currentMoment()
	if len(direct) == 0 || !stands {
		return s, tablesRead{}, false
	}
	if stale := staleObjects(own.made, withNeeds(direct), now); len(stale) > 0 && !c.fillOwnTables(stale, now) {
		return s, tablesRead{}, false
	}
	s.SQL, s.Constants = sql, nil
	return s, tablesRead{begun: own.fills}, true
}

// openOwnTables makes the space of the session's tables, unless it is there. It reports whether there is one.
func (c *Conn) openOwnTables() bool {
	own, t := &c.own, &c.provider.tabled
	if own.open {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.broken || c.provider.isClosed() || c.provider.openTabled() != nil || c.provider.attachEmulation() != nil {
		return false
	}
	number, ok := t.spaces.takeNumber()
	if !ok {
		return false
	}
	own.number, own.space, own.made = number, pgcatalog.SessionSpace(number), map[*pgcatalog.Object]made{}
	if err := runTogether(t.conn, own.space.Open()); err != nil {
		c.stopOwnTables(err)
		return false
	}
	own.open = true
	return true
}

// fillOwnTables makes objects, and reports whether they are of the moment now. The names in their statements mean what they mean
// to the connection that fills the tables of all, whatever the session's search path is.
func (c *Conn) fillOwnTables(stale []*pgcatalog.Object, now moment) bool {
	own, p := &c.own, c.provider
	own.fills++
	elsewhere := !slices.Equal(c.path.schemas, p.options.searchPath())
	var err error
	if elsewhere {
		err = p.setSearchPath(c.conn, append(p.options.searchPath(), lastSchema))
	}
	if err == nil {
		err = makeObjects(c.conn, stale, own.space)
	}
	if elsewhere {
		if back := p.setSearchPath(c.conn, append(toDuckDB(c.path.schemas), lastSchema)); back != nil {
			c.path.known, err = false, back
		}
	}
	if err != nil {
		c.stopOwnTables(err)
		return false
	}
	return p.noteMade(own.made, stale, made{moment: now})
}

// stopOwnTables ends the use of the session's tables.
func (c *Conn) stopOwnTables(err error) {
	c.own.broken = true
	c.provider.log.Error("the Postgres catalog of a session with temporary objects is not kept as tables, so it is slow", "source", c.provider.options.Name, "error", err)
}

// dropOwnTables drops the space of the session's tables, if there is one.
func (c *Conn) dropOwnTables() {
	if !c.own.open {
		return
	}
	t := &c.provider.tabled
	t.mu.Lock()
	defer t.mu.Unlock()
	c.own.open = false
	if t.broken {
		return
	}
	for _, sql := range c.own.space.Close() {
		if native.Run(t.conn, sql) != nil { // the number is not used again
			return
		}
	}
	t.spaces.free = append(t.spaces.free, c.own.number)
}
