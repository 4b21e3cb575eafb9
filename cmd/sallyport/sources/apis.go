package sources

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api"
	"github.com/sallyportdb/sallyport/providers/api/auth"
	apicall "github.com/sallyportdb/sallyport/providers/api/call"
	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/transform"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/views"
)

// apis are the sources that are APIs.
type apis struct {
	configured map[string]providers.Provider // by name
	registry   []providers.Provider          // those of --registry, by name
	parts      *apiParts
}

// apiParts are the parts that the sources of APIs share, and close at the end.
type apiParts struct {
	config    config.Config
	getenv    func(string) string
	logger    hclog.Logger
	libraries map[string]*document.Library // by folder
	clients   []*apicall.Client
	scanners  []providers.Scanner

	transformer *transform.Transformer
	overrides   auth.Overrides
	federation  *federation.Federation
	known       map[string]bool // providers of --registry that were looked at
}

// openAPIs makes the sources that are APIs, over one DuckDB that is opened when it is needed. No
// document is read but the list of --registry.
func openAPIs(ctx context.Context, c config.Config, getenv func(string) string, temp string, logger hclog.Logger) (apis, error) {
	p := &apiParts{config: c, getenv: getenv, logger: logger, libraries: map[string]*document.Library{}, transformer: transform.New(transform.Limits{}), known: map[string]bool{}}
	out := apis{parts: p, configured: map[string]providers.Provider{}}
	var err error
	if p.overrides, err = auth.ParseOverrides([]byte(c.StackQL.Auth.Reveal())); err != nil {
		return out, fmt.Errorf("--auth: %w", err)
	}
	for _, s := range c.Sources {
		if s.Kind == config.API {
			if err := p.add(s); err != nil {
				return out, errors.Join(Blame(s.Name, err), p.close())
			}
		}
	}
	own := len(p.scanners)
	if err := p.addRegistry(ctx, true); err != nil {
		return out, errors.Join(err, p.close())
	}
	kept := views.Open(c.StateDir)
	p.federation = federation.New(federation.Options{
		Views:    func() ([]providers.DescribedTable, error) { return describedViews(kept) },
		Scanners: p.scanners, Close: p.close,
		Limits: federation.Limits{Rows: c.Limits.APIMaxRows, Bytes: c.Limits.APIMaxBytes, Time: c.Limits.APITimeout},
		Open: func(ctx context.Context) (providers.Provider, error) {
			// One thread, the caller's: see the package comment of providers/duckdb on rows from elsewhere.
			return duckdb.Open(ctx, duckdb.Options{Name: "apis", Threads: 1, MemoryLimit: c.Limits.JoinMemory, TempDir: temp, Logger: logger.Named("apis")})
		},
		OpenCatalog: func(ctx context.Context, source string, tables []providers.DescribedTable) (providers.Provider, error) {
			return duckdb.Open(ctx, duckdb.Options{Name: source, Threads: 1, TempDir: temp, Described: tables, Logger: logger.Named("catalog")})
		},
	})
	for i, source := range p.federation.Sources() {
		if i < own {
			out.configured[source.Info().Name] = source
		} else {
			out.registry = append(out.registry, source)
		}
	}
	return out, nil
}

// describedViews are the views over APIs as catalogs show them.
func describedViews(kept *views.Store) ([]providers.DescribedTable, error) {
	list, err := kept.List()
	if err != nil {
		return nil, err
	}
	var tables []providers.DescribedTable
	for _, v := range list {
		one := providers.DescribedTable{Schema: planner.ViewSchema, Name: v.Name, Query: v.SQL, Materialized: v.Materialized}
		for _, c := range v.Shape {
			one.Columns = append(one.Columns, providers.DescribedColumn{Name: c.Name, Type: c.Type})
		}
		tables = append(tables, one)
	}
	return tables, nil
}

// add adds one source.
func (p *apiParts) add(s config.Source) error {
	library, err := p.library(s.Registry)
	if err != nil {
		return err
	}
	client, err := apicall.New(apicall.Options{
		Limits: p.limits(), Network: network.Rules{Allow: s.AllowAddresses}, Hosts: s.AllowHosts, Getenv: p.getenv, UserAgent: "Sallyport/" + cli.Version(),
	})
	if err != nil {
		return err
	}
	p.clients = append(p.clients, client)
	p.scanners = append(p.scanners, api.New(api.Options{
		Name: s.Name, Description: s.Description, Provider: s.Provider, Library: library, Client: client,
		Transformer: p.transformer, Overrides: p.overrides, Environment: auth.Environment{File: p.config.StackQL.EnvFile}, Loopback: slices.Contains(s.AllowAddresses, "127.0.0.1"),
		View: planner.ViewColumns,
	}))
	return nil
}

// limits are the limits of requests, from StackQL's flags; 0 is the default.
func (p *apiParts) limits() apicall.Limits {
	s := p.config.StackQL
	return apicall.Limits{Pages: s.PageLimit, Rows: int64(s.MaxResults), Answer: s.APITimeout, Concurrent: s.Concurrency, PerHost: s.Concurrency}
}

// DocumentCache is where what documents say is kept.
func DocumentCache(c config.Config) string { return filepath.Join(c.StateDir, "documents") }

// library opens a registry's folder, once.
func (p *apiParts) library(folder string) (*document.Library, error) {
	if l := p.libraries[folder]; l != nil {
		return l, nil
	}
	l, err := document.Open(document.Options{Folder: folder, Cache: DocumentCache(p.config)})
	if err == nil {
		p.libraries[folder] = l
	}
	return l, err
}

// sourceName matches the names that a source may have.
var sourceName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// Find returns sources of the providers that came into the folder of --registry since it was last looked
// at. It is not safe for concurrent use.
func (p *apiParts) Find(ctx context.Context) (found []providers.Provider, err error) {
	before := len(p.scanners)
	err = p.addRegistry(ctx, false)
	for _, s := range p.scanners[before:] {
		source, e := p.federation.Add(s)
		if e != nil {
			return found, errors.Join(err, e)
		}
		found = append(found, source)
	}
	return found, err
}

// addRegistry adds every provider of the folder of --registry that no source has the name of and that was
// not looked at before.
func (p *apiParts) addRegistry(ctx context.Context, first bool) error {
	folder := p.config.StackQL.Registry.Folder
	if folder == "" {
		return nil
	}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		if !first {
			return nil
		}
		p.logger.Warn("--registry: there is no such folder, so no API is a source", "folder", folder)
		return nil
	}
	library, err := p.library(folder)
	if err != nil {
		return fmt.Errorf("--registry: %w", err)
	}
	list, err := library.Providers(ctx)
	if err != nil {
		return fmt.Errorf("--registry: %w", err)
	}
	for _, one := range list {
		key := one.Name
		if one.Problem != nil {
			key = "src/" + one.Folder // it may be mended
		}
		if p.known[key] {
			continue
		}
		p.known[key] = true
		taken := slices.ContainsFunc(p.config.Sources, func(s config.Source) bool { return s.Name == one.Name })
		switch {
		case one.Problem != nil:
			p.logger.Warn("a provider of the registry is left out", "folder", one.Folder, "error", one.Problem)
		case !sourceName.MatchString(one.Name) || one.Name == SelfName:
			p.logger.Warn("a provider of the registry is left out: its name is not one for a source", "folder", one.Folder, "name", one.Name)
		case !taken:
			if err := p.add(config.Source{Name: one.Name, Kind: config.API, Registry: folder}); err != nil {
				return Blame(one.Name, err)
			}
		}
	}
	return nil
}

// close closes what the sources share.
func (p *apiParts) close() error {
	var errs []error
	for _, c := range p.clients {
		c.Close()
	}
	for _, l := range p.libraries {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
