package engine

import (
	"context"
	"path"
	"runtime"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
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
	table := &listing{columns: columns}
	err := s.listOwn(ctx, p.Show, table)
	if err != nil {
		return nil, err
	}
	table.tag = p.Verb + " " + strconv.Itoa(len(table.rows))
	return table, nil
}

func (s *Session) listOwn(ctx context.Context, show *planner.Show, table *listing) error {
	match := likePattern(show.Like)
	switch show.What {
	case planner.ShowProviders:
		s.listSources(ctx, match, table)
	case planner.ShowVersion:
		i := s.engine.Info()
		table.add(i.Version, i.Commit, runtime.GOOS+"/"+runtime.GOARCH)
	case planner.ShowReleases:
		return s.listReleases(ctx, show.In, table)
	case planner.PullRelease:
		message, err := s.PullProvider(ctx, show.In[0], show.Release)
		table.add(message)
		return err
	default:
		rows, err := s.Sources().Show(ctx, show, match)
		for _, row := range rows {
			table.add(row...)
		}
		return err
	}
	return nil
}

// listSources lists the sources that there are for the client.
func (s *Session) listSources(ctx context.Context, match func(string) bool, table *listing) {
	s.engine.FindSources(ctx)
	for _, i := range s.engine.Info().Sources {
		if s.engine.mayUse(s.client, i.Name) && match(i.Name) {
			table.add(i.Name, i.Version, i.Kind, i.Description)
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
