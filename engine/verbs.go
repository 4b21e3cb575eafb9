package engine

import (
	"context"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/engine/ownresult"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ownColumns are the columns of the dialect's own verbs, those that EXTENDED adds behind the bar. The
// names are StackQL's, as far as there is one for a thing.
var ownColumns = map[string]string{
	planner.ShowProviders: "name version | kind description",
	planner.ShowServices:  "id name title | description version preferred",
	planner.ShowResources: "name id | description title kind rows",
	planner.ShowMethods:   "MethodName RequiredParams SQLVerb | description",
	planner.ShowColumns:   "name type | description nullable key default",
	planner.ShowMethod:    "name type param_type | shape description",
	planner.ShowInsert:    "template",
	planner.ShowVersion:   "version | commit platform",
	planner.ShowReleases:  "provider version",
	planner.PullRelease:   "message",
}

// ownVerb returns the columns of one of the dialect's own verbs.
func (s *Session) ownVerb(p *planner.Statement) ([]providers.Column, bool) {
	if p.Control != planner.OwnVerb {
		return nil, false
	}
	if p.View != nil {
		return nil, true
	}
	plain, more, _ := strings.Cut(ownColumns[p.Show.What], " | ")
	names := strings.Fields(plain)
	if p.Show.Extended {
		names = append(names, strings.Fields(more)...)
	}
	if p.Show.What == planner.ShowReleases && len(p.Show.In) > 0 {
		names = []string{"provider", "versions"}
	}
	columns := make([]providers.Column, len(names))
	for i, n := range names {
		columns[i] = providers.Column{Name: n, Type: textOID, TypeMod: -1, Size: -1, TypeName: "text"}
	}
	return columns, true
}

const textOID = 25

// runOwnVerb answers one of the dialect's own verbs.
func (s *Session) runOwnVerb(ctx context.Context, p *planner.Statement) (providers.Rows, error) {
	if p.View != nil {
		return s.changeViews(ctx, p)
	}
	columns, _ := s.ownVerb(p)
	table := &ownresult.Rows{Head: columns}
	err := s.listOwn(ctx, p.Show, table)
	if err != nil {
		return nil, err
	}
	table.Command = p.Verb + " " + strconv.Itoa(len(table.Body))
	return table, nil
}

func (s *Session) listOwn(ctx context.Context, show *planner.Show, table *ownresult.Rows) error {
	match := likePattern(show.Like)
	switch show.What {
	case planner.ShowProviders:
		s.listSources(ctx, match, table)
	case planner.ShowVersion:
		i := s.engine.Info()
		table.Add(i.Version, i.Commit, runtime.GOOS+"/"+runtime.GOARCH)
	case planner.ShowReleases:
		return s.listReleases(ctx, show.In, table)
	case planner.PullRelease:
		message, err := s.PullProvider(ctx, show.In[0], show.Release)
		table.Add(message)
		return err
	default:
		rows, err := s.Sources().Show(ctx, show, match)
		for _, row := range rows {
			table.Add(row...)
		}
		return err
	}
	return nil
}

// listSources lists the sources that there are for the client.
func (s *Session) listSources(ctx context.Context, match func(string) bool, table *ownresult.Rows) {
	s.engine.FindSources(ctx)
	for _, i := range s.engine.Info().Sources {
		if s.engine.mayUse(s.client, i.Name) && match(i.Name) {
			table.Add(i.Name, i.Version, i.Kind, i.Description)
		}
	}
}

// likePattern matches as LIKE does, for % and _ alone.
func likePattern(pattern string) func(string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	glob := strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`, `%`, `*`, `_`, `?`).Replace(pattern)
	return func(name string) bool {
		ok, err := path.Match(glob, strings.ReplaceAll(name, "/", "_"))
		return err == nil && ok
	}
}

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

// findRegistry returns the server's registry. 0A000: it has none.
func (s *Session) findRegistry() (Registry, error) {
	if s.engine.config.Registry == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this server has no registry of provider documents").
			WithHint("It is started with one by --registry or the configuration's registry.")
	}
	return s.engine.config.Registry, nil
}

// Releases lists the providers of the registry, or the one of that name.
func (s *Session) Releases(ctx context.Context, provider string) ([]providers.Published, error) {
	r, err := s.findRegistry()
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
	r, err := s.findRegistry()
	if err != nil {
		return "", err
	}
	got, err := r.Pull(ctx, provider, version)
	if err != nil {
		return "", err
	}
	s.engine.findSources(ctx, true)
	for _, name := range s.engine.sources.Now().Names {
		if strings.EqualFold(name, provider) {
			return "provider " + name + ", version " + got + ", is here", nil
		}
	}
	return "provider " + provider + ", version " + got + ", is here; the server does not serve it: a source has its name, or the server's log says why", nil
}

// listReleases lists the newest version of each provider, or all of one.
func (s *Session) listReleases(ctx context.Context, name []string, table *ownresult.Rows) error {
	provider := ""
	if len(name) > 0 {
		provider = name[0]
	}
	list, err := s.Releases(ctx, provider)
	for _, r := range list {
		if provider != "" {
			table.Add(r.Provider, strings.Join(r.Versions, ", "))
			continue
		}
		table.Add(r.Provider, r.Newest())
	}
	return err
}
