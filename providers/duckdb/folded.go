package duckdb

import (
	"cmp"
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// foldedKept is how many queries of constants a connection remembers.
const foldedKept = 256

// computeFolded computes constants that PostgreSQL computes before it reads a row: their error is the statement's. Constants that DuckDB
// does not take are the statement's own affair. Names of objects are looked up each time.
func (c *Conn) computeFolded(ctx context.Context, sql string) error {
	if sql == "" || c.folded[sql] {
		return nil
	}
	s, prepares := providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, false
	_, _, err := c.startOverCatalog(ctx, s, providers.Args{}, func(p *prepared) (*result, error) {
		prepares = true
		return nil, c.computeOnce(ctx, p, s)
	})
	if err != nil && !prepares && strings.HasPrefix(string(sqlstate.CodeOf(err)), "42") {
		return nil
	}
	if err == nil && !strings.Contains(sql, pgcatalog.Database+".") {
		if len(c.folded) >= foldedKept || c.folded == nil {
			c.folded = map[string]bool{}
		}
		c.folded[sql] = true
	}
	return err
}

// computeOnce runs a query of constants. The streams of the connection are left for the statement.
func (c *Conn) computeOnce(ctx context.Context, p *prepared, s providers.Statement) error {
	rows, err := c.startResult(ctx, p, s, false, nil)
	if err != nil {
		return err
	}
	_, err = readAll(rows, "constants")
	return err
}

// checkQuery finds what fails before a statement runs.
func (c *Conn) checkQuery(ctx context.Context, s providers.Statement, args providers.Args) error {
	if err := c.followSettings(s, args); err != nil {
		return err
	}
	if err := cmp.Or(c.refuseUsedType(s), c.checkDraws(s.SQL)); err != nil {
		return err
	}
	if err := c.computeFolded(ctx, s.Folded); err != nil || s.Alone == "" || c.unsaid {
		return err
	}
	return c.upkeepBlock(s.Alone)
}
