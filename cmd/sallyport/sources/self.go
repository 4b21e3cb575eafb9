package sources

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// SelfName is the source that tells of the server itself, and selfService its service.
const (
	SelfName    = "sallyport"
	selfService = "audit"
)

// Self is the source sallyport: the audit log as the table audit.records, and tables of the
// server's state in memory (see Live). An embedded DuckDB reads the log's files as they are
// when a statement runs. It is opened with the first use, so that a start costs nothing. It
// cannot write, and can read nothing but the log's directory.
type Self struct {
	dir, temp string
	logger    hclog.Logger
	live      *Live

	mu     sync.Mutex
	opened *duckdb.Provider
	closed bool
}

var (
	_ providers.Provider  = (*Self)(nil)
	_ providers.Hierarchy = (*Self)(nil)
)

// NewSelf makes the source of the log in dir, and of live; nil: it shows nothing beside the log. It opens
// nothing.
func NewSelf(dir, temp string, live *Live, logger hclog.Logger) *Self {
	if live == nil {
		live = &Live{}
	}
	return &Self{dir: dir, temp: temp, live: live, logger: logger}
}

// Info is known without opening anything.
func (s *Self) Info() providers.Info {
	return providers.Info{
		Name: SelfName, Kind: SelfName, Description: "Sallyport itself: the records of what was asked, by whom, and what came of it; requests for approval; open sessions",
		Dialect: providers.DuckDB, Version: cli.Version(), Default: selfService,
	}
}

// open returns what reads the log. F0000: the log cannot be read.
func (s *Self) open(ctx context.Context) (*duckdb.Provider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, sqlstate.New(sqlstate.AdminShutdown, "source %q has been closed", SelfName)
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
		Name: SelfName, Schema: selfService, TempDir: s.temp, Logger: s.logger,
		MemoryLimit: "512MB", Threads: 2, // it must not take the machine from those that serve
		Views: append([]duckdb.View{{
			Name: "records", Description: "One row for each record of the audit log, old files too; docs/audit.md explains them",
			Dir: dir, Prefix: "audit", Key: "seq", Columns: recordColumns, Readers: recordReaders(),
		}}, liveViews()...),
	})
	if err != nil {
		return nil, fmt.Errorf("the audit log cannot be read: %w", err)
	}
	s.opened = p
	return p, nil
}

// Connect gives a connection that can only read.
func (s *Self) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	o.ReadOnly = true
	c, err := p.Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	return &selfConn{Conn: c.(*duckdb.Conn), live: s.live, principal: o.Principal}, nil
}

// Catalog is DuckDB's.
func (s *Self) Catalog(ctx context.Context) (providers.Catalog, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Catalog(ctx)
}

// Services lists audit, approvals, sessions and views.
func (s *Self) Services(ctx context.Context) ([]providers.Service, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Services(ctx)
}

// Resources lists the tables of one.
func (s *Self) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Resources(ctx, service)
}

// Describe tells of the columns of one.
func (s *Self) Describe(ctx context.Context, service, resource string) (providers.ResourceDetail, error) {
	p, err := s.open(ctx)
	if err != nil {
		return providers.ResourceDetail{}, err
	}
	return p.Describe(ctx, service, resource)
}

// Search searches them.
func (s *Self) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return p.Search(ctx, service, patterns)
}

// Close closes what was opened.
func (s *Self) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.opened == nil {
		return nil
	}
	return s.opened.Close()
}
