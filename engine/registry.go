package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Registry is where provider documents come from. It is safe for concurrent use.
type Registry interface {
	// List lists the providers that there are, by name, with their versions, the oldest first.
	List(ctx context.Context) ([]providers.Published, error)
	// Pull brings a provider of a version, "" for the newest, and returns the version. 42704: there
	// is no such provider or version.
	Pull(ctx context.Context, provider, version string) (string, error)
	// Place says where it is, without secrets.
	Place() string
}

// registry returns the server's registry. 0A000: it has none.
func (s *Session) registry() (Registry, error) {
	if s.engine.config.Registry == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this server has no registry of provider documents").
			WithHint("It is started with one by --registry or the configuration's registry.")
	}
	return s.engine.config.Registry, nil
}

// Releases lists the providers of the registry, or the one of that name.
func (s *Session) Releases(ctx context.Context, provider string) ([]providers.Published, error) {
	r, err := s.registry()
	if err != nil {
		return nil, err
	}
	list, err := r.List(ctx)
	if err != nil || provider == "" {
		return list, err
	}
	i := slices.IndexFunc(list, func(one providers.Published) bool { return strings.EqualFold(one.Provider, provider) })
	if i < 0 {
		names := make([]string, len(list))
		for j, one := range list {
			names[j] = one.Provider
		}
		e := sqlstate.New(sqlstate.UndefinedObject, "the registry has no provider %q", provider)
		return nil, e.WithNearest(provider, names, "REGISTRY LIST names its providers.")
	}
	return list[i : i+1], nil
}

// PullProvider brings a provider from the registry, and says what it has brought.
func (s *Session) PullProvider(ctx context.Context, provider, version string) (string, error) {
	r, err := s.registry()
	if err != nil {
		return "", err
	}
	got, err := r.Pull(ctx, provider, version)
	if err != nil {
		return "", err
	}
	s.engine.find(ctx, true)
	for _, name := range s.engine.sources.load().names {
		if strings.EqualFold(name, provider) {
			return "provider " + name + ", version " + got + ", is here", nil
		}
	}
	return "provider " + provider + ", version " + got + ", is here; the server does not serve it: a source has its name, or the server's log says why", nil
}

// listReleases lists the newest version of each provider, or all of one.
func (s *Session) listReleases(ctx context.Context, name []string, table *listing) error {
	provider := ""
	if len(name) > 0 {
		provider = name[0]
	}
	list, err := s.Releases(ctx, provider)
	for _, r := range list {
		if provider != "" {
			table.add(r.Provider, strings.Join(r.Versions, ", "))
			continue
		}
		table.add(r.Provider, r.Newest())
	}
	return err
}
