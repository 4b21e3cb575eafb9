package duckdb

import (
	"slices"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
)

// maxIdle is how many connections are kept for sessions to come.
const maxIdle = 16

// idle is a connection that a session has given back unchanged, with its prepared statements.
type idle struct {
	conn     lib.Connection
	prepared map[string]*prepared
	keys     []string
	control  map[string]lib.PreparedStatement
	supplied *supplied.Values
}

func (i idle) close() {
	for _, p := range i.prepared {
		p.destroy()
	}
	destroyAll(i.control)
	lib.Disconnect(&i.conn)
	i.supplied.Close()
}

// giveBack keeps the connection for another session. It reports false if the session has left
// something of its own in it, or still uses it.
func (c *Conn) giveBack() bool {
	if !c.mu.TryLock() {
		return false
	}
	defer c.mu.Unlock()
	if c.running != nil {
		c.running.endWith(nil)
	}
	if c.closed || !c.asNew() || c.provider.broken.Load() {
		return false
	}
	c.handle.Lock()
	defer c.handle.Unlock()
	p := c.provider
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.idle) == maxIdle {
		return false
	}
	p.bySession.TellSettings(c.conn, nil)
	p.idle = append(p.idle, idle{c.conn, c.prepared, c.preparedKeys, c.control, c.supplied})
	c.conn, c.prepared, c.preparedKeys, c.control, c.supplied, c.closed = lib.Connection{}, nil, nil, nil, nil, true
	return true
}

// asNew reports whether the connection is the same as a new one. It is not if it has had temporary objects, even after
// DISCARD has dropped those that it knows of, if rows were loaded for its session, or if its session began with settings.
// The caller holds mu.
func (c *Conn) asNew() bool {
	begun := c.settings.Zone != time.UTC || c.Styled() || c.path.setting != c.path.own || !slices.Equal(c.path.schemas, c.provider.options.searchPath())
	return !begun && !c.provider.bySession.Draws.HasAny(c.conn) && c.tx.status == providers.Idle && !c.hadTemporary && !c.seeded && len(c.settings.Values) == 0 && len(c.views) == 0 && len(c.loads) == 0
}

func destroyAll(kept map[string]lib.PreparedStatement) {
	for _, stmt := range kept {
		lib.DestroyPrepare(&stmt)
	}
}
