package catalog

import (
	"context"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/providers"
)

// learn fetches what is wanted, and stores it.
func (c *Catalog) learn(ctx context.Context, w wants) (found *facts, err error) {
	err = c.withTurn(ctx, func(ctx context.Context) error {
		since := c.store.newest()
		g, err := c.readGlobal(ctx)
		if err != nil || w.empty() {
			return err
		}
		if found, err = readFacts(c.patient(ctx), g, c.options.Harmless, w); err != nil {
			return c.readError(ctx, err)
		}
		c.keepFacts(found, since)
		return nil
	})
	return found, err
}

func (c *Catalog) keepFacts(found *facts, since uint64) {
	if found.unread {
		c.options.Logger.Warn("definitions are locked by somebody and could not be read: what uses them counts as unproven until then", "source", c.options.Name)
	}
	c.store.learn(found, since)
}

// lookAndLearn does the work of current and learn in one flight if a session of ours has changed something since the
// last look, because a statement after such a change needs both. Otherwise it does nothing, and the caller calls them.
func (c *Catalog) lookAndLearn(ctx context.Context, w wants) error {
	return c.withTurn(ctx, func(ctx context.Context) error {
		changes, since, began, g := c.changes.Load(), c.store.newest(), time.Since(c.born), c.globals()
		if last := c.last.Load(); g == nil || last == nil || last.changes == changes {
			return nil
		}
		tags := slices.Sorted(slices.Values(c.store.inUse(began, c.options.Kept)))
		ask, looked := c.patient(ctx), false
		found, err := readFacts(func(queries ...providers.Query) ([][][]string, error) {
			if looked {
				return ask(queries...)
			}
			lists, err := ask(append([]providers.Query{queryOf(momentSQL), askPrints(tags)}, queries...)...)
			if err != nil {
				return nil, err
			}
			looked = true
			c.moment = lists[0][0][0]
			c.note(marksOf(tags, lists[1]))
			c.believe(changes, began)
			return lists[2:], nil
		}, g, c.options.Harmless, w)
		if err != nil {
			return c.readError(ctx, err)
		}
		if c.globals() == g { // otherwise the answers rest on what has changed
			c.keepFacts(found, since)
		}
		return nil
	})
}

// readGlobal returns what every statement may use. It reads it again if that has changed. The caller has the turn.
func (c *Catalog) readGlobal(ctx context.Context) (*global, error) {
	if g := c.globals(); g != nil {
		return g, nil
	}
	c.hangUp() // the role's own search path may be what changed
	g, err := readGlobal(c.patient(ctx), c.options.Harmless)
	if err != nil {
		return nil, c.readError(ctx, err)
	}
	if c.login != "" && c.login != g.login {
		c.options.LoginChanged() // before anybody is told of the new path
	}
	c.login = g.login
	c.store.mu.Lock()
	c.store.global = g
	c.store.prints[globalTag] = g.print
	c.store.mu.Unlock()
	c.warn(g.unmatched)
	return g, nil
}

func (c *Catalog) globals() *global {
	c.store.mu.Lock()
	defer c.store.mu.Unlock()
	return c.store.global
}

// Schemas is the print of what every statement may use, which has the schemas. It was compared with the server as lately as answers are.
func (c *Catalog) Schemas(ctx context.Context) (string, error) {
	err := c.current(ctx)
	if err == nil && c.globals() == nil {
		_, err = c.learn(ctx, wants{})
	}
	return c.SchemasAtHand(), err
}

// SchemasAtHand is that of the last comparison; "": something in it has changed since it was read.
func (c *Catalog) SchemasAtHand() string {
	if g := c.globals(); g != nil {
		return g.print
	}
	return ""
}

// warn logs each entry of the allow-list that names no function, once.
func (c *Catalog) warn(unmatched []string) {
	for _, entry := range unmatched {
		if !c.warned[entry] {
			c.warned[entry] = true
			c.options.Logger.Warn("a function that is declared harmless does not exist", "source", c.options.Name, "function", entry)
		}
	}
}

// patient makes the round trips of fetches on the catalog's own connection, and waits for locks for a short time.
func (c *Catalog) patient(ctx context.Context) roundTrip {
	return func(queries ...providers.Query) ([][][]string, error) {
		lists, err := c.runQueries(ctx, append([]providers.Query{queryOf(lockTimeoutSQL)}, queries...)...)
		if err != nil {
			return nil, err
		}
		return lists[1:], nil
	}
}
