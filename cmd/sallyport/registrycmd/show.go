package registrycmd

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/shell/show"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func showCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show provider",
		Short: "Show what a provider that is here has: its services, and how it signs in",
		Long: `Shows what the documents of a provider have that is in the registry's folder: its
version, how it signs in, its services with how many resources each has, and what
in the documents could not be read, by line. The server need not run.`,
		Example: `  sallyport registry show github
  sallyport registry show github --format json | jq '.services | length'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := openTool(cmd, std, environ)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			shown, err := t.readProvider(ctx, args[0])
			t.progress.clear()
			switch {
			case err != nil:
				return err
			case t.asJSON:
				return t.printJSON(shown)
			}
			return t.print(shown)
		},
	}
	addFlags(cmd)
	return cmd
}

// shownProvider is a provider that is here, for programs.
type shownProvider struct {
	Provider  string            `json:"provider"`
	Version   string            `json:"version"`
	Title     string            `json:"title,omitempty"`
	Auth      string            `json:"auth,omitempty"`
	Settings  map[string]string `json:"auth_settings,omitempty"` // names of variables and headers
	Services  []shownService    `json:"services"`
	Resources int               `json:"resources"`
	Problems  []string          `json:"problems,omitempty"`
}

type shownService struct {
	Service   string `json:"service"`
	Resources int    `json:"resources"`
	Title     string `json:"title,omitempty"`
	Problem   string `json:"problem,omitempty"`
}

// readProvider reads the documents of a provider, all services.
func (t *tool) readProvider(ctx context.Context, name string) (*shownProvider, error) {
	l, err := t.library()
	if err != nil {
		return nil, err
	}
	defer l.Close() //nolint:errcheck // it was only read
	p, problems, err := l.Provider(ctx, name)
	switch {
	case errors.Is(err, document.ErrUnknown):
		return nil, sqlstate.New(sqlstate.UndefinedObject, "the provider %q is not here", show.Visible(name)).
			WithHint("sallyport registry pull %s fetches it; sallyport registry list names those that there are.", show.Visible(name))
	case err != nil:
		return nil, sqlstate.Wrap(err, sqlstate.DataException, "the document of %q cannot be read: %v", show.Visible(name), err)
	}
	out := &shownProvider{Provider: p.Name, Version: p.Version, Title: p.Title, Services: []shownService{}}
	if p.Auth != nil {
		out.Auth, out.Settings = p.Auth.Type, p.Auth.Settings
	}
	for _, problem := range problems {
		out.Problems = append(out.Problems, problem.Error())
	}
	for i, ref := range p.Services {
		if err := ctx.Err(); err != nil {
			return nil, sqlstate.From(err)
		}
		t.progress.say("reading service %d of %d, %s", i+1, len(p.Services), show.Visible(ref.Name))
		one := shownService{Service: ref.Name, Title: ref.Title}
		list, err := l.Summaries(p, ref.Name)
		if err != nil {
			one.Problem = err.Error()
		} else if _, problems, err := l.Service(p, ref.Name); err == nil {
			for _, problem := range problems {
				out.Problems = append(out.Problems, problem.Error())
			}
		}
		one.Resources = len(list)
		out.Resources += len(list)
		out.Services = append(out.Services, one)
	}
	return out, nil
}

func (t *tool) print(p *shownProvider) error {
	head := [][]string{{"provider", p.Provider}, {"version", p.Version}}
	if p.Title != "" {
		head = append(head, []string{"title", p.Title})
	}
	if p.Auth != "" {
		how := []string{p.Auth}
		for _, key := range slices.Sorted(maps.Keys(p.Settings)) {
			if key != "type" {
				how = append(how, key+" "+p.Settings[key])
			}
		}
		head = append(head, []string{"auth", strings.Join(how, ", ")})
	}
	head = append(head, []string{"services", strconv.Itoa(len(p.Services))}, []string{"resources", strconv.Itoa(p.Resources)}, []string{""})
	if err := t.printTable(head...); err != nil {
		return err
	}
	rows := [][]string{{"SERVICE", "RESOURCES", "TITLE"}}
	for _, s := range p.Services {
		if s.Problem != "" {
			s.Title = "cannot be read: " + s.Problem
		}
		rows = append(rows, []string{s.Service, strconv.Itoa(s.Resources), s.Title})
	}
	for _, problem := range p.Problems {
		rows = append(rows, []string{"problem: " + problem})
	}
	return t.printTable(rows...)
}
