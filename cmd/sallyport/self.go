package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// selfSource is the source that tells of the server itself, and its service.
const (
	selfSource  = "sallyport"
	selfService = "audit"
)

// self is the source sallyport: the audit log as the table audit.records. An
// embedded DuckDB reads the log's files as they are when a statement runs. It is
// opened by the first who asks for it, so that a start costs nothing, and lets
// nobody write. It may read the log's directory and nothing else.
type self struct {
	dir, temp string
	logger    hclog.Logger

	mu     sync.Mutex
	opened *duckdb.Provider
	closed bool
}

var (
	_ providers.Provider  = (*self)(nil)
	_ providers.Hierarchy = (*self)(nil)
)

// newSelf makes the source of the log in dir. It opens nothing.
func newSelf(dir, temp string, logger hclog.Logger) *self {
	return &self{dir: dir, temp: temp, logger: logger}
}

// Info is known without opening anything.
func (s *self) Info() providers.Info {
	return providers.Info{
		Name: selfSource, Kind: selfSource, Description: "Sallyport itself: the records of what was asked, by whom, and what came of it",
		Dialect: providers.DuckDB, Version: version, Default: selfService,
	}
}

// open returns what reads the log. F0000: the log cannot be read.
func (s *self) open(ctx context.Context) (*duckdb.Provider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q has been closed", selfSource)
	}
	if s.opened != nil {
		return s.opened, nil
	}
	dir, err := filepath.Abs(s.dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.ConfigFileError, "the directory of the audit log cannot be opened")
	}
	p, err := duckdb.Open(ctx, duckdb.Options{
		Name: selfSource, Schema: selfService, TempDir: s.temp, Logger: s.logger,
		MemoryLimit: "512MB", Threads: 2, // it must not take the machine from those that serve
		Views: []duckdb.View{{
			Name: "records", Description: "One row for each record of the audit log, old files too; docs/audit.md explains them",
			Dir: dir, Prefix: "audit", Key: "seq", Columns: recordColumns,
		}},
	})
	if err != nil {
		return nil, fmt.Errorf("the audit log cannot be read: %w", err)
	}
	s.opened = p
	return p, nil
}

// Connect gives a connection that can only read.
func (s *self) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	o.ReadOnly = true
	return p.Connect(ctx, o)
}

// Catalog, Services, Resources, Describe and Search are DuckDB's.
func (s *self) Catalog(ctx context.Context) (providers.Catalog, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Catalog(ctx)
}

// Services lists audit.
func (s *self) Services(ctx context.Context) ([]providers.Service, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Services(ctx)
}

// Resources lists records.
func (s *self) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Resources(ctx, service)
}

// Describe tells of its columns.
func (s *self) Describe(ctx context.Context, service, resource string) (providers.ResourceDetail, error) {
	p, err := s.open(ctx)
	if err != nil {
		return providers.ResourceDetail{}, err
	}
	return p.Describe(ctx, service, resource)
}

// Search searches them.
func (s *self) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Search(ctx, service, patterns)
}

// Close closes what was opened.
func (s *self) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.opened == nil {
		return nil
	}
	return s.opened.Close()
}
