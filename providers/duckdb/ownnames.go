package duckdb

import (
	"context"
	"errors"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What an open transaction has made is seen by its session alone, so the catalog of a session that has changed names is read
// on the session's own connection.

var _ providers.Asking = (*Conn)(nil)

// listed has the answers to queries of ours at a version of the catalog.
type listed struct {
	version uint64
	rows    map[string][][]string
}

// errSameNames tells that the session has not changed the catalog in its open transaction.
var errSameNames = errors.New("the catalog is the one that is committed")

// Ask answers queries of ours between the client's. An answer stays until the catalog changes, by whomever.
func (c *Conn) Ask(ctx context.Context, queries ...providers.Query) ([][][]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.whyUnusable(ctx); err != nil {
		return nil, err
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return nil, err
	}
	if !c.tx.catalog {
		return nil, errSameNames
	}
	if version := c.provider.version.Load(); c.listed.rows == nil || c.listed.version != version && c.running == nil { // what others commit changes nothing here
		c.listed = listed{version: version, rows: map[string][][]string{}}
	}
	answers := make([][][]string, len(queries))
	for i, q := range queries {
		rows, known := c.listed.rows[q.SQL]
		if !known {
			if c.running != nil {
				c.running.endWith(nil)
			}
			var err error
			if rows, err = c.collectText(q.SQL); err != nil {
				return nil, err
			}
			c.listed.rows[q.SQL] = rows
		}
		answers[i] = rows
	}
	return answers, nil
}

// loadOwn reads the catalog into s as a session sees it.
func (p *Provider) loadOwn(ctx context.Context, s *snapshot, ask providers.Asker) error {
	list := func(sql string) ([][]string, error) {
		answers, err := ask(ctx, providers.Query{SQL: sql})
		if err != nil {
			return nil, err
		}
		return answers[0], nil
	}
	own := *s
	own.relations, own.types, own.enums = map[string]providers.Relation{}, nil, nil
	switch err := p.loadRelations(&own, list); {
	case errors.Is(err, errSameNames):
		return nil
	case err != nil:
		return sqlstate.From(err)
	}
	*s = own
	return nil
}

// lister runs a statement of our own that lists objects.
type lister func(sql string) ([][]string, error)

// load reads what there is.
func (p *Provider) load(s *snapshot, list lister) error {
	if err := p.loadFunctions(s, list); err != nil {
		return err
	}
	return p.loadRelations(s, list)
}
