package duckdb

import (
	"context"
	"errors"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Catalog returns the meaning of names. It is read again after DDL.
func (p *Provider) Catalog(ctx context.Context) (providers.Catalog, error) {
	if err := p.readNewFiles(); err != nil {
		return nil, err
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	version := p.version.Load()
	at := catalog.Moment{Version: version, Macros: p.tabled.macros.Load(), Types: p.version.changesOf(ofTypes), Rest: p.version.changesOf(ofRest)} // behind version: noteChange counts them in the other order
	if p.loaded != nil && p.loaded.Version() == version {
		return p.loaded, nil
	}
	if err := p.checkAdmin(ctx); err != nil {
		return nil, err
	}
	var s *catalog.Catalog
	err := p.atOneMoment(func() (err error) {
		src := p.catalogSource()
		src.NoMacros = !p.mayHaveMacros(at.Macros)
		s, err = src.Read(p.listAdmin, at, p.loaded)
		return err
	})
	if err != nil {
		return nil, p.translateError(err, "", nil)
	}
	for _, entry := range s.UnknownHarmless() {
		if !p.warned[entry] {
			p.warned[entry] = true
			p.log.Warn("a function that is declared harmless does not exist", "source", p.options.Name, "function", entry)
		}
	}
	p.loaded = s
	return s, nil
}

// CatalogIn returns the catalog for a session with its own search path.
func (p *Provider) CatalogIn(ctx context.Context, in providers.Surroundings) (providers.Catalog, error) {
	names, err := p.Catalog(ctx)
	if err != nil || in.Path == nil && in.Ask == nil && in.Temporaries == nil {
		return names, err
	}
	s := names.(*catalog.Catalog)
	if in.Ask != nil {
		if s, err = p.readOwn(ctx, s, in.Ask); err != nil {
			return nil, err
		}
	}
	if in.Path != nil {
		var path []string
		for _, schema := range in.Path {
			path = append(path, strings.ToLower(schema))
		}
		s = s.Within(path)
	}
	if in.Temporaries != nil {
		s = s.Beside(in.Temporaries)
	}
	return s, nil
}

// mayHaveMacros reports whether users may have made macros, at a count of changes of functions. A database in memory begins
// without, and so does a file in which none were found when it was opened.
func (p *Provider) mayHaveMacros(macros uint64) bool {
	return p.options.Path != "" && !p.noStoredMacros || macros > 0
}

// catalogSource is what the catalog is read of.
func (p *Provider) catalogSource() catalog.Source {
	return catalog.Source{Database: p.options.Name, Path: p.options.searchPath(), Harmless: p.options.Harmless, Views: p.views, AtOpen: p.atOpen}
}

// listAdmin lists objects on the admin connection. The caller holds adminMu.
func (p *Provider) listAdmin(sql string) ([][]string, error) {
	if strings.Contains(sql, "pragma_table_info(") { // of one table
		return native.Collect(p.admin, sql)
	}
	return collectKept(p.admin, p.adminPlans, sql)
}

// atOneMoment runs queries on the admin connection in one transaction, which only reads. The caller holds adminMu.
func (p *Provider) atOneMoment(queries func() error) error {
	if err := native.Run(p.admin, "BEGIN TRANSACTION"); err != nil {
		return err
	}
	err := queries()
	if end := native.Run(p.admin, "ROLLBACK"); err == nil {
		err = end
	}
	return err
}

var (
	_ providers.Surrounded  = (*Provider)(nil)
	_ providers.Pathed      = (*Conn)(nil)
	_ providers.UserPathed  = (*Provider)(nil)
	_ providers.Asking      = (*Conn)(nil)
	_ providers.Temporaried = (*Conn)(nil)
)

// checkAdmin returns why the admin connection cannot be used. The caller holds adminMu.
func (p *Provider) checkAdmin(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return sqlstate.From(ctx.Err())
	case p.broken.Load():
		return p.brokenError()
	case p.admin.Ptr == nil:
		return p.closedError()
	}
	return nil
}

// readAtOpen notes the relations that were in the database file when it was opened.
func (p *Provider) readAtOpen() (err error) {
	stored := false
	if p.atOpen, stored, err = p.catalogSource().Numbers(p.listAdmin); err != nil {
		return p.translateError(err, "", nil)
	}
	p.stored.Store(stored)
	return nil
}

// queryAdmin runs queries of this package on the admin connection. Several of them run in one transaction.
func (p *Provider) queryAdmin(ctx context.Context, queries ...string) (answers [][][]string, err error) {
	if err := p.readNewFiles(); err != nil {
		return nil, err
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	if err := p.checkAdmin(ctx); err != nil {
		return nil, err
	}
	collect := func() error {
		for _, sql := range queries {
			rows, err := native.Collect(p.admin, sql)
			if err != nil {
				return err
			}
			answers = append(answers, rows)
		}
		return nil
	}
	if len(queries) > 1 {
		err = p.atOneMoment(collect)
	} else {
		err = collect()
	}
	if err != nil {
		return nil, p.translateError(err, "", nil)
	}
	return answers, nil
}

// listed has the answers to our queries at a version of the catalog.
type listed struct {
	version uint64
	rows    map[string][][]string
}

// errSameNames says that the session has not changed the catalog in its open transaction.
var errSameNames = errors.New("the catalog is the one that is committed")

// Ask answers our queries between the client's. Only the session sees what its open transaction has made, so the catalog of
// a session that has changed names is read on the session's own connection. An answer is kept until any session changes
// the catalog.
func (c *Conn) Ask(ctx context.Context, queries ...providers.Query) ([][][]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.whyUnusable(ctx); err != nil {
		return nil, err
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return nil, err
	}
	if c.tx.catalog == 0 {
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

// readOwn reads the catalog as a session sees it.
func (p *Provider) readOwn(ctx context.Context, s *catalog.Catalog, ask providers.Asker) (*catalog.Catalog, error) {
	own, err := p.catalogSource().ReadOwn(func(sql string) ([][]string, error) {
		answers, err := ask(ctx, providers.Query{SQL: sql})
		if err != nil {
			return nil, err
		}
		return answers[0], nil
	}, s)
	switch {
	case errors.Is(err, errSameNames):
		return s, nil
	case err != nil:
		return nil, sqlstate.From(err)
	}
	return own, nil
}
