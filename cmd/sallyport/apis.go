package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/federation"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api"
	"github.com/sallyportdb/sallyport/providers/api/auth"
	apicall "github.com/sallyportdb/sallyport/providers/api/call"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/transform"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// apis are the sources that are APIs.
type apis struct {
	configured map[string]providers.Provider // by name
	registry   []providers.Provider          // those of --registry, by name
}

// apiParts are what the sources of APIs are made of, and what has to be closed with them.
type apiParts struct {
	config    config.Config
	getenv    func(string) string
	logger    hclog.Logger
	libraries map[string]*document.Library // by folder
	clients   []*apicall.Client
	scanners  []providers.Scanner

	transformer *transform.Transformer
	overrides   auth.Overrides
}

// openAPIs makes the sources that are APIs, over one DuckDB that is opened when it is needed. No
// document is read but the list of --registry.
func openAPIs(ctx context.Context, c config.Config, getenv func(string) string, temp string, logger hclog.Logger) (apis, error) {
	p := &apiParts{config: c, getenv: getenv, logger: logger, libraries: map[string]*document.Library{}, transformer: transform.New(transform.Limits{})}
	out := apis{configured: map[string]providers.Provider{}}
	var err error
	if p.overrides, err = auth.ParseOverrides([]byte(c.StackQL.Auth.Reveal())); err != nil {
		return out, fmt.Errorf("--auth: %w", err)
	}
	for _, s := range c.Sources {
		if s.Kind == config.API {
			if err := p.add(s); err != nil {
				return out, errors.Join(ofSource(s.Name, err), p.close())
			}
		}
	}
	own := len(p.scanners)
	if err := p.addRegistry(ctx); err != nil {
		return out, errors.Join(err, p.close())
	}
	f := federation.New(federation.Options{
		Scanners: p.scanners, Close: p.close,
		Open: func(ctx context.Context) (providers.Provider, error) {
			return duckdb.Open(ctx, duckdb.Options{Name: "apis", TempDir: temp, Logger: logger.Named("apis")})
		},
	})
	for i, source := range f.Sources() {
		if i < own {
			out.configured[source.Info().Name] = source
		} else {
			out.registry = append(out.registry, source)
		}
	}
	return out, nil
}

// add adds one source.
func (p *apiParts) add(s config.Source) error {
	library, err := p.library(s.Registry)
	if err != nil {
		return err
	}
	client, err := apicall.New(apicall.Options{
		Limits: p.limits(), Network: apicall.Network{Allow: s.AllowAddresses}, Hosts: s.AllowHosts, Getenv: p.getenv, UserAgent: "Sallyport/" + version,
	})
	if err != nil {
		return err
	}
	p.clients = append(p.clients, client)
	p.scanners = append(p.scanners, api.New(api.Options{
		Name: s.Name, Description: s.Description, Provider: s.Provider, Library: library, Client: client,
		Transformer: p.transformer, Overrides: p.overrides, Environment: auth.Environment{File: p.config.StackQL.EnvFile}, Loopback: slices.Contains(s.AllowAddresses, "127.0.0.1"),
	}))
	return nil
}

// limits are those of StackQL's flags; 0 is the default.
func (p *apiParts) limits() apicall.Limits {
	s := p.config.StackQL
	return apicall.Limits{Pages: s.PageLimit, Rows: int64(s.MaxResults), Answer: s.APITimeout, Concurrent: s.Concurrency, PerHost: s.Concurrency}
}

// library opens a registry's folder, once.
func (p *apiParts) library(folder string) (*document.Library, error) {
	if l := p.libraries[folder]; l != nil {
		return l, nil
	}
	l, err := document.Open(document.Options{Folder: folder, Cache: filepath.Join(p.config.StateDir, "documents")})
	if err == nil {
		p.libraries[folder] = l
	}
	return l, err
}

// sourceName is what a source may be called.
var sourceName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// addRegistry adds every provider of the folder of --registry that no source has the name of.
func (p *apiParts) addRegistry(ctx context.Context) error {
	folder := p.config.StackQL.Registry.Folder
	if folder == "" {
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
		taken := slices.ContainsFunc(p.config.Sources, func(s config.Source) bool { return s.Name == one.Name })
		switch {
		case one.Problem != nil:
			p.logger.Warn("a provider of the registry is left out", "folder", one.Folder, "error", one.Problem)
		case !sourceName.MatchString(one.Name) || one.Name == selfSource:
			p.logger.Warn("a provider of the registry is left out: its name is not one for a source", "folder", one.Folder, "name", one.Name)
		case !taken:
			if err := p.add(config.Source{Name: one.Name, Kind: config.API, Registry: folder}); err != nil {
				return ofSource(one.Name, err)
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
