package federation

import (
	"context"
	"errors"
	"reflect"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement that asks the Postgres catalog about relations runs in a DuckDB of its source's own, in which each resource
// is a table without rows. It is made when the first such statement comes, and anew when the documents have changed. Where only views
// over APIs have changed, these alone are made anew.

// shelf is the catalog of one source. It is locked for as long as a catalog is made; a caller that waits may give up.
type shelf struct {
	lock    chan struct{} // of one place
	current *catalogs     // nil: none was made
	closed  bool
}

func newShelf() shelf { return shelf{lock: make(chan struct{}, 1)} }

func (s *shelf) unlock() { <-s.lock }

// catalogs is a DuckDB with the tables of one version of the documents. It is closed when it is no shelf's any more and
// the last connection to it is closed.
type catalogs struct {
	duck    providers.Provider
	version uint64
	views   []providers.DescribedTable
	users   int // connections, and the shelf
}

// take returns the catalog of the documents as they are now. give gives it back.
func (s *source) take(ctx context.Context) (*catalogs, error) {
	describer, ok := s.scanner.(providers.Describer)
	if !ok || s.federation.options.OpenCatalog == nil {
		return nil, nil
	}
	select {
	case s.shelf.lock <- struct{}{}:
		defer s.shelf.unlock()
	case <-ctx.Done():
		return nil, sqlstate.From(ctx.Err())
	}
	since, views := uint64(0), []providers.DescribedTable(nil)
	if s.federation.options.Views != nil {
		var err error
		if views, err = s.federation.options.Views(); err != nil {
			return nil, err
		}
	}
	if s.shelf.current != nil && s.shelf.current.show(views) {
		since = s.shelf.current.version
	}
	list, version, err := describer.Described(ctx, since)
	switch {
	case err != nil:
		return nil, err
	case s.shelf.closed:
		return nil, errClosed()
	case list != nil:
		duck, err := s.federation.options.OpenCatalog(ctx, s.Info().Name, append(list, views...))
		if err != nil {
			return nil, err
		}
		if old := s.shelf.current; old != nil {
			err = old.leave()
		}
		s.shelf.current = &catalogs{duck: duck, version: version, views: views, users: 1}
		if err != nil {
			return nil, err
		}
	}
	s.shelf.current.users++
	return s.shelf.current, nil
}

// viewShower is a catalog that can replace its views.
type viewShower interface {
	ShowViews(views []providers.DescribedTable) error
}

// show has a catalog show views, and reports whether it does. The caller has the shelf locked.
func (c *catalogs) show(views []providers.DescribedTable) bool {
	if reflect.DeepEqual(c.views, views) {
		return true
	}
	shower, ok := c.duck.(viewShower)
	if !ok || shower.ShowViews(views) != nil {
		return false
	}
	c.views = views
	return true
}

// leave counts one user less. The caller has the shelf locked.
func (c *catalogs) leave() error {
	if c.users--; c.users > 0 {
		return nil
	}
	return c.duck.Close()
}

func (s *source) give(c *catalogs) error {
	s.shelf.lock <- struct{}{}
	defer s.shelf.unlock()
	return c.leave()
}

// closeShelf ends the use of the source's catalog.
func (s *source) closeShelf() error {
	s.shelf.lock <- struct{}{}
	defer s.shelf.unlock()
	s.shelf.closed = true
	if s.shelf.current == nil {
		return nil
	}
	return s.shelf.current.leave()
}

// cataloged is a connection to a source's catalog.
type cataloged struct {
	providers.Conn
	of *catalogs
}

// forCatalog returns the connection on which a statement about the catalog runs, or nil if the statement is none, or the
// source does not tell of its resources.
func (c *conn) forCatalog(ctx context.Context, s providers.Statement) (providers.Conn, error) {
	reader, ok := c.Streamer.(providers.CatalogReader)
	if !ok || c.Status() == providers.Failed {
		return nil, nil
	}
	tables, functions := reader.ReadsCatalog(s)
	if !tables && !functions {
		return nil, nil
	}
	if s.Verb != "SELECT" && s.Verb != "EXPLAIN" || len(s.Scans) > 0 || s.Call != nil {
		if !tables {
			return nil, nil
		}
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "resources of APIs and tables of the Postgres catalog cannot be named in one statement, nor the catalog in %s", s.Verb).
			WithHint("Ask the catalog by a SELECT of its own.")
	}
	now, err := c.source.take(ctx)
	if err != nil || now == nil {
		return nil, err
	}
	if c.catalog.of == now {
		return c.catalog.Conn, c.source.give(now)
	}
	if err := c.leaveCatalog(); err != nil {
		return nil, errors.Join(err, c.source.give(now))
	}
	one, err := now.duck.Connect(ctx, providers.ConnOptions{ApplicationName: c.options.ApplicationName, Principal: c.options.Principal, ReadOnly: true, OnNotice: c.options.OnNotice})
	if err != nil {
		return nil, errors.Join(err, c.source.give(now))
	}
	c.catalog = cataloged{one, now}
	return one, nil
}

// queryCatalog runs a statement about the catalog, no longer than the session's statement_timeout.
func (c *conn) queryCatalog(ctx context.Context, on providers.Conn, s providers.Statement, args providers.Args) (providers.Rows, error) {
	ctx, cancel := c.Limited(ctx)
	rows, err := on.Query(ctx, s, args)
	if err != nil {
		cancel()
		return nil, err
	}
	return &catalogRows{rows, cancel}, nil
}

// catalogRows are rows with a limit of time.
type catalogRows struct {
	providers.Rows
	cancel context.CancelFunc
}

// Next returns the next row.
func (r *catalogRows) Next() (providers.Row, error) {
	row, err := r.Rows.Next()
	if err != nil {
		r.cancel()
	}
	return row, err
}

// Close ends the rows.
func (r *catalogRows) Close() error {
	defer r.cancel()
	return r.Rows.Close()
}

// leaveCatalog closes the connection to the catalog.
func (c *conn) leaveCatalog() error {
	if c.catalog.of == nil {
		return nil
	}
	err := c.catalog.Close()
	err = errors.Join(err, c.source.give(c.catalog.of))
	c.catalog = cataloged{}
	return err
}

// Close gives both connections back.
func (c *conn) Close() error {
	if c.added != nil { // what was not committed is taken back
		_ = c.added.endTransaction(false)
		c.added = nil
	}
	return errors.Join(c.leaveCatalog(), c.Streamer.Close())
}
