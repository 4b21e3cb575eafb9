// Package sources opens what a configuration names as sources: Postgres servers,
// DuckDB files and folders, APIs, the sample data where there is no other, and the
// server's own tables. It alone knows every kind of source.
//
//	sources.go      Open, for a server; OpenOne and OpenDemo, for a command without one
//	unopened.go     a source that cannot be opened, which does not keep the others from being served
//	apis.go         sources of provider documents, over one DuckDB
//	registry.go     where provider documents come from
//	self.go         the source sallyport: the audit log as a table
package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sample"
)

// Demo is the source of a server that was given none.
const Demo = "demo"

// Opened are the sources of a server.
type Opened struct {
	List       []providers.Provider
	Finder     engine.Finder // finds those that come later; nil: none do
	federation *federation.Federation
}

// Several is the source of statements over several of the sources. The caller closes it.
func (o *Opened) Several() providers.Provider {
	return o.federation.Several(slices.DeleteFunc(slices.Clone(o.List), func(p providers.Provider) bool { return p.Info().Kind == config.API })...)
}

// Open opens the configured sources in their order, or the sample data
// where there are none.
func Open(ctx context.Context, c config.Config, getenv func(string) string, logger hclog.Logger) (o Opened, err error) {
	temp := TempDir(c)
	if err := os.MkdirAll(temp, 0o700); err != nil {
		return o, fmt.Errorf("cannot make a folder for temporary files: %w", err)
	}
	apis, err := openAPIs(ctx, c, getenv, temp, logger)
	if err != nil {
		return o, err
	}
	if o.federation = apis.parts.federation; c.StackQL.Registry.Folder != "" {
		o.Finder = apis.parts
	}
	o.List, err = openConfigured(ctx, c, getenv, temp, apis, logger)
	return o, err
}

// openConfigured opens the sources that are no APIs, and lists all.
func openConfigured(ctx context.Context, c config.Config, getenv func(string) string, temp string, apis apis, logger hclog.Logger) ([]providers.Provider, error) {
	if len(c.Sources) == 0 && len(apis.registry) > 0 {
		return apis.registry, nil
	}
	if len(c.Sources) == 0 {
		demo, err := OpenDemo(ctx, Places{State: c.StateDir, Temp: temp}, logger)
		if unusable(err) {
			return []providers.Provider{Unopened{Name: Demo, Kind: config.DuckDB, Err: tellUnusable(logger, Demo, err)}}, nil
		}
		return []providers.Provider{demo}, err
	}
	var sources []providers.Provider
	for _, s := range c.Sources {
		if s.Kind == config.API {
			sources = append(sources, apis.configured[s.Name])
			continue
		}
		p, err := OpenOne(ctx, s, getenv, Places{State: c.StateDir, Temp: temp}, logger.Named(s.Name))
		if unusable(err) {
			p, err = Unopened{Name: s.Name, Kind: s.Kind, Err: tellUnusable(logger, s.Name, err)}, nil
		}
		if err != nil {
			return nil, errors.Join(Blame(s.Name, err), Close(sources))
		}
		sources = append(sources, p)
	}
	return append(sources, apis.registry...), nil
}

// TempDir is where sources put what does not fit in memory.
func TempDir(c config.Config) string { return filepath.Join(c.StateDir, "tmp") }

// Blame names the source that an error is about, if the error does not.
func Blame(name string, err error) error {
	prefix := fmt.Sprintf("source %q", name)
	if strings.HasPrefix(err.Error(), prefix) {
		return err
	}
	return fmt.Errorf("%s: %w", prefix, err)
}

// Places are where sources keep files.
type Places struct {
	State string // what outlives the server; "": nothing does
	Temp  string
}

// database is the file of an embedded source's tables; "" keeps them in memory.
func (p Places) database(s config.Source) (string, error) {
	switch {
	case s.Path == config.Memory || s.Path == "" && p.State == "":
		return "", nil
	case s.Path != "":
		return s.Path, nil
	}
	path := DatabaseIn(p.State, s.Name)
	return path, os.MkdirAll(filepath.Dir(path), 0o700)
}

// DatabaseIn is the file of an embedded source that has no path, in the state directory.
func DatabaseIn(state, source string) string { return filepath.Join(state, "tables", source+".duckdb") }

// copies returns the folder of columnar copies of files, or "" if there are none.
func (p Places) copies() string {
	if p.State == "" {
		return ""
	}
	return filepath.Join(p.State, "copies")
}

// OpenOne opens one configured source.
func OpenOne(ctx context.Context, s config.Source, getenv func(string) string, in Places, logger hclog.Logger) (providers.Provider, error) {
	switch s.Kind {
	case config.DuckDB:
		path, err := in.database(s)
		if err != nil {
			return nil, fmt.Errorf("cannot make a folder for its tables: %w", err)
		}
		return duckdb.Open(ctx, duckdb.Options{
			Name: s.Name, Description: s.Description, Path: path, Forgets: s.Path == config.Memory,
			Folder: s.Folder, CopyDir: in.copies(), Copies: s.Copies, MakesFiles: s.CopyTo,
			MemoryLimit: s.MemoryLimit, Threads: s.Threads, TempDir: in.Temp, Harmless: s.HarmlessFunctions, Logger: logger,
			PreparesCatalog: true,
		})
	case config.Postgres:
		if len(s.PerPrincipal) > 0 {
			return openLogins(ctx, s, getenv, logger)
		}
		o, err := postgresOptions(s, getenv, logger)
		if err != nil {
			return nil, err
		}
		return postgres.Open(ctx, o)
	}
	if s.Kind == config.API {
		one, err := openAPIs(ctx, config.Config{Sources: []config.Source{s}, StateDir: in.Temp}, getenv, in.Temp, logger)
		return one.configured[s.Name], err
	}
	return nil, fmt.Errorf("unknown kind %q", s.Kind)
}

// postgresOptions are those of a Postgres server.
func postgresOptions(s config.Source, getenv func(string) string, logger hclog.Logger) (postgres.Options, error) {
	dsn, err := s.ResolveDSN(getenv)
	o := postgres.Options{
		Name: s.Name, Description: s.Description, DSN: dsn.Reveal(), Harmless: s.HarmlessFunctions, Logger: logger,
		MaxConns: s.MCPMaxConnections, MaxBackends: s.MaxConnections, MaxWait: s.MaxWait, Pooling: pooling(s),
		MaxIdle: s.MaxIdle, IdleTimeout: s.IdleTimeout, MaxLifetime: s.MaxLifetime, ServerReset: s.ServerReset,
		CompareReads: s.CompareReads, HoldsRows: s.HoldsRows(),
	}
	for _, told := range s.Identity {
		o.Tell = append(o.Tell, providers.Told(told))
	}
	return o, err
}

// openLogins opens a Postgres server where principals have logins of their own.
func openLogins(ctx context.Context, s config.Source, getenv func(string) string, logger hclog.Logger) (providers.Provider, error) {
	var list []postgres.Login
	for i, one := range s.Logins() {
		o, err := postgresOptions(one, getenv, logger)
		if err != nil {
			return nil, err
		}
		o.HoldsRows = s.HoldsRows()
		list = append(list, postgres.Login{Tenants: s.PerPrincipal[i].Tenants, Roles: s.PerPrincipal[i].Roles, Options: o})
	}
	return postgres.OpenLogins(ctx, list)
}

func pooling(s config.Source) providers.Pooling {
	if s.Pooling == config.Transaction {
		return providers.TransactionPooling
	}
	return providers.SessionPooling
}

// OpenDemo opens the sample data. Its files lie in the state directory, or in the folder for
// temporary files.
func OpenDemo(ctx context.Context, in Places, logger hclog.Logger) (providers.Provider, error) {
	tables, err := sample.Write(filepath.Join(cmp.Or(in.State, in.Temp), "sample"))
	if err != nil {
		return nil, err
	}
	path, err := in.database(config.Source{Name: Demo})
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder for its tables: %w", err)
	}
	return duckdb.Open(ctx, duckdb.Options{
		Name: Demo, Description: "Sample data: US airports, bird strikes, and Seattle's weather",
		Path: path, Tables: tables, Columns: sample.Columns, TempDir: in.Temp, PreparesCatalog: true, Logger: logger.Named(Demo),
	})
}

// Close closes sources.
func Close(sources []providers.Provider) error {
	var errs []error
	for _, p := range sources {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}
