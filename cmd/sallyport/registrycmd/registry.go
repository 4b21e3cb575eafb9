// Package registrycmd is the command sallyport registry: it lists the providers of a registry, pulls their
// documents into the folder that a server reads, and shows what the documents there have.
//
//	list, pull   registry.go, with what says how far a pull is
//	show         show.go
package registrycmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/registry"
	"github.com/sallyportdb/sallyport/shell/show"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Command is sallyport registry.
func Command(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "registry",
		Short: "List, pull and show provider documents, which make tables of APIs",
		Long: `Looks at the registry that --registry or the configuration names, and pulls
providers from it into the folder that the server reads. A server that runs knows
a provider that was pulled as soon as somebody names it.

docs/providers.md says what a registry is.`,
		Example: `  sallyport registry list --registry '{"url": "https://registry.example.com"}'
  sallyport registry pull github
  sallyport registry show github`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(listCommand(std, environ), pullCommand(std, environ), showCommand(std, environ))
	return cmd
}

// tool has the flags and parts that the commands share.
type tool struct {
	config   config.Config
	registry *registry.Registry
	out      io.Writer
	asJSON   bool
	progress *progressLine
}

// addFlags gives a command the flags that openTool reads.
func addFlags(cmd *cobra.Command) {
	cli.AddConfigFlags(cmd, "state-dir")
	cmd.Flags().String("registry", "", `where documents come from: `+"`JSON`"+` such as {"url": "https://registry.example.com"}`)
	cmd.Flags().String("format", "table", "table, json")
}

func openTool(cmd *cobra.Command, std cli.Streams, environ []string) (*tool, error) {
	format, err := cmd.Flags().GetString("format")
	if err != nil {
		return nil, err
	}
	if format != "table" && format != "json" {
		return nil, fmt.Errorf("--format: %q is none: table, json", format)
	}
	c, err := cli.LoadConfig(cmd, environ)
	if err != nil {
		return nil, err
	}
	t := &tool{config: c, out: std.Out, asJSON: format == "json", progress: newProgressLine(std.Err)}
	if c.StackQL.Registry.URL == "" {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "no registry is configured").
			WithHint(`Name one: --registry '{"url": "https://registry.example.com"}', or {"url": "file:///srv/registry"} for a folder of this machine.`)
	}
	t.registry, err = registry.Open(registry.Options{
		URL: c.StackQL.Registry.URL, Dist: c.StackQL.Registry.DistPrefix, Folder: sources.RegistryFolder(c), Progress: t.progress.download,
	})
	return t, err
}

// library opens the documents that are here.
func (t *tool) library() (*document.Library, error) {
	l, err := document.Open(document.Options{Folder: t.registry.Folder(), Cache: sources.DocumentCache(t.config)})
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.IOError, "the folder of provider documents cannot be read").
			WithHint("It holds src/<provider>/<version>; sallyport registry pull makes it.")
	}
	return l, nil
}

// here are the versions of the providers in the folder; none where there is no folder yet.
func (t *tool) here(ctx context.Context) map[string]string {
	found := map[string]string{}
	l, err := document.Open(document.Options{Folder: t.registry.Folder()})
	if err != nil {
		return found
	}
	defer l.Close() //nolint:errcheck // it was only read
	list, err := l.Providers(ctx)
	if err != nil {
		return found
	}
	for _, p := range list {
		if p.Problem == nil {
			found[p.Name] = p.Version
		}
	}
	return found
}

// printJSON prints a value for programs.
func (t *tool) printJSON(value any) error {
	encoder := json.NewEncoder(t.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printTable prints rows below their heads, aligned.
func (t *tool) printTable(rows ...[]string) error {
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		for i := range row {
			row[i] = show.Visible(row[i]) // documents are strangers' text
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}

func listCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [provider]",
		Short: "List the providers of the registry, or the versions of one",
		Long: `Lists the providers of the registry with their newest versions and the version
that is here already; of one provider all versions, the newest first.`,
		Example: `  sallyport registry list
  sallyport registry list github
  sallyport registry list --format json | jq -r '.[].provider'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := openTool(cmd, std, environ)
			if err != nil {
				return err
			}
			list, err := t.registry.List(cmd.Context())
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return t.list(cmd.Context(), list)
			}
			i := slices.IndexFunc(list, func(p providers.Published) bool { return strings.EqualFold(p.Provider, args[0]) })
			if i < 0 {
				return noProvider(args[0], list)
			}
			return t.versions(cmd.Context(), list[i])
		},
	}
	addFlags(cmd)
	return cmd
}

func noProvider(name string, list []providers.Published) error {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Provider
	}
	e := sqlstate.New(sqlstate.UndefinedObject, "the registry has no provider %q", show.Visible(name))
	return e.WithNearest(name, names, "sallyport registry list names its providers.")
}

// listedProvider is a provider of the registry, for programs.
type listedProvider struct {
	Provider string   `json:"provider"`
	Newest   string   `json:"newest"`
	Here     string   `json:"here,omitempty"`
	Versions []string `json:"versions,omitempty"`
}

func (t *tool) list(ctx context.Context, list []providers.Published) error {
	here := t.here(ctx)
	all, rows := make([]listedProvider, len(list)), [][]string{{"PROVIDER", "NEWEST", "HERE"}}
	for i, p := range list {
		all[i] = listedProvider{Provider: p.Provider, Newest: p.Newest(), Here: here[p.Provider]}
		rows = append(rows, []string{p.Provider, p.Newest(), here[p.Provider]})
	}
	if t.asJSON {
		return t.printJSON(all)
	}
	return t.printTable(rows...)
}

func (t *tool) versions(ctx context.Context, p providers.Published) error {
	here := t.here(ctx)[p.Provider]
	if t.asJSON {
		return t.printJSON(listedProvider{Provider: p.Provider, Newest: p.Newest(), Here: here, Versions: p.Versions})
	}
	rows := [][]string{{"VERSION", ""}}
	for _, v := range slices.Backward(p.Versions) {
		note := ""
		if v == here {
			note = "here"
		}
		rows = append(rows, []string{v, note})
	}
	return t.printTable(rows...)
}

func pullCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pull provider [version]",
		Short: "Fetch a provider's documents, checked and whole",
		Long: `Fetches a version of a provider, the newest where none is given, and puts it in
the place of the one that was there. What is refused or interrupted leaves what
was there before. A server that runs serves it without a restart.`,
		Example: `  sallyport registry pull github
  sallyport registry pull github v0.3.6
  sallyport registry pull aws --format json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := openTool(cmd, std, environ)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			version := ""
			if len(args) == 2 {
				version = args[1]
			}
			t.progress.say("asking the registry")
			got, err := t.registry.Pull(ctx, args[0], version)
			t.progress.clear()
			switch {
			case err != nil:
				return err
			case t.asJSON:
				return t.printJSON(struct {
					Provider string `json:"provider"`
					Version  string `json:"version"`
				}{args[0], got})
			}
			_, err = fmt.Fprintf(std.Out, "%s %s is here; sallyport registry show %[1]s tells what it has\n", show.Visible(args[0]), got)
			return err
		},
	}
	addFlags(cmd)
	return cmd
}

// progressLine is one line on a terminal that says how far something is. Elsewhere it says nothing.
type progressLine struct {
	w io.Writer // nil: it says nothing

	mu    sync.Mutex
	last  time.Time
	shown bool
}

// newProgressLine writes on standard error, so that what is piped stays as it is.
func newProgressLine(w io.Writer) *progressLine {
	if !cli.IsTerminal(w) {
		return &progressLine{}
	}
	return &progressLine{w: w}
}

// often is how often the line changes.
const often = 100 * time.Millisecond

func (p *progressLine) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || time.Since(p.last) < often {
		return
	}
	p.last, p.shown = time.Now(), true
	_, _ = fmt.Fprintf(p.w, "\r\x1b[K%s…", fmt.Sprintf(format, args...))
}

// download tells how much of a package has come; total -1: of an unknown size.
func (p *progressLine) download(done, total int64) {
	const mb = 1 << 20
	if total > 0 {
		p.say("%.1f of %.1f MiB", float64(done)/mb, float64(total)/mb)
		return
	}
	p.say("%.1f MiB", float64(done)/mb)
}

// clear takes the line away.
func (p *progressLine) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		_, _ = io.WriteString(p.w, "\r\x1b[K")
	}
}
