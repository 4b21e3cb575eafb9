package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sample"
)

// demoSource is the source of a server that was given none.
const demoSource = "demo"

// openSources opens the configured sources in their order, or the sample data
// where there are none.
func openSources(ctx context.Context, c config.Config, getenv func(string) string, logger hclog.Logger) ([]providers.Provider, error) {
	temp := tempDir(c)
	if err := os.MkdirAll(temp, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make a folder for temporary files: %w", err)
	}
	apis, err := openAPIs(ctx, c, getenv, temp, logger)
	if err != nil {
		return nil, err
	}
	if len(c.Sources) == 0 && len(apis.registry) > 0 {
		return apis.registry, nil
	}
	if len(c.Sources) == 0 {
		demo, err := openDemo(ctx, c.StateDir, temp, logger)
		return []providers.Provider{demo}, err
	}
	var sources []providers.Provider
	for _, s := range c.Sources {
		if s.Kind == config.API {
			sources = append(sources, apis.configured[s.Name])
			continue
		}
		p, err := openSource(ctx, s, getenv, temp, logger.Named(s.Name))
		if err != nil {
			return nil, errors.Join(ofSource(s.Name, err), closeSources(sources))
		}
		sources = append(sources, p)
	}
	return append(sources, apis.registry...), nil
}

// tempDir is where sources put what does not fit in memory.
func tempDir(c config.Config) string { return filepath.Join(c.StateDir, "tmp") }

// ofSource names the source that an error is about, if the error does not.
func ofSource(name string, err error) error {
	prefix := fmt.Sprintf("source %q", name)
	if strings.HasPrefix(err.Error(), prefix) {
		return err
	}
	return fmt.Errorf("%s: %w", prefix, err)
}

func openSource(ctx context.Context, s config.Source, getenv func(string) string, temp string, logger hclog.Logger) (providers.Provider, error) {
	switch s.Kind {
	case config.DuckDB:
		return duckdb.Open(ctx, duckdb.Options{
			Name: s.Name, Description: s.Description, Path: s.Path, Folder: s.Folder,
			MemoryLimit: s.MemoryLimit, Threads: s.Threads, TempDir: temp, Harmless: s.HarmlessFunctions, Logger: logger,
		})
	case config.Postgres:
		dsn, err := s.ResolveDSN(getenv)
		if err != nil {
			return nil, err
		}
		return postgres.Open(ctx, postgres.Options{
			Name: s.Name, Description: s.Description, DSN: dsn.Reveal(), Harmless: s.HarmlessFunctions, Logger: logger,
			MaxConns: s.MCPMaxConnections, MaxBackends: s.MaxConnections, MaxWait: s.MaxWait, Pooling: pooling(s),
			MaxIdle: s.MaxIdle, IdleTimeout: s.IdleTimeout, MaxLifetime: s.MaxLifetime, ServerReset: s.ServerReset,
			CompareReads: s.CompareReads,
		})
	}
	if s.Kind == config.API {
		one, err := openAPIs(ctx, config.Config{Sources: []config.Source{s}, StateDir: temp}, getenv, temp, logger)
		return one.configured[s.Name], err
	}
	return nil, fmt.Errorf("unknown kind %q", s.Kind)
}

func pooling(s config.Source) providers.Pooling {
	if s.Pooling == config.Transaction {
		return providers.TransactionPooling
	}
	return providers.SessionPooling
}

func openDemo(ctx context.Context, stateDir, temp string, logger hclog.Logger) (providers.Provider, error) {
	tables, err := sample.Write(filepath.Join(stateDir, "sample"))
	if err != nil {
		return nil, err
	}
	return duckdb.Open(ctx, duckdb.Options{
		Name: demoSource, Description: "Sample data: US airports, bird strikes, and Seattle's weather; in memory",
		Tables: tables, TempDir: temp, Logger: logger.Named(demoSource),
	})
}

func closeSources(sources []providers.Provider) error {
	var errs []error
	for _, p := range sources {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}
