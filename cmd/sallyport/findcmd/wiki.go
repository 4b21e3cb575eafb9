package findcmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func wikiCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wiki",
		Short: "Search, read and write the pages that people write of the data",
		Args:  cobra.NoArgs,
	}
	var limit int
	search := &cobra.Command{
		Use:     "search WORDS",
		Short:   "Find pages by words",
		Example: `  sallyport wiki search "how is churn counted"`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error {
				return t.searchPages(ctx, strings.Join(args, " "), limit)
			})
		},
	}
	search.Flags().IntVarP(&limit, "limit", "n", find.DefaultLimit, "most results, up to 50")
	read := &cobra.Command{
		Use:     "read KEY",
		Short:   "Print a page",
		Example: `  sallyport wiki read finance/arr`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error { return t.readPage(ctx, args[0]) })
		},
	}
	addFlags(search)
	addFlags(read)
	cmd.AddCommand(search, read, wikiWriteCommand(std, environ))
	return cmd
}

func (t *tool) needWiki() error {
	if t.guide.HasWiki() {
		return nil
	}
	return sqlstate.New(sqlstate.ObjectNotInState, "there is no wiki").WithHint("Name a folder of Markdown pages: wiki.folder in the configuration.")
}

func (t *tool) searchPages(ctx context.Context, query string, limit int) error {
	if err := t.needWiki(); err != nil {
		return err
	}
	found, err := t.guide.SearchPages(ctx, query, limit)
	if err != nil {
		return err
	}
	if t.asJSON {
		return t.printJSON(map[string]any{"results": found})
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(t.std.Out, "No page found. Try other words, or fewer.")
		return err
	}
	var rows [][]string
	for _, p := range found {
		about := orEmpty(p.Summary)
		if about == "" {
			about = orEmpty(p.Snippet)
		}
		rows = append(rows, []string{p.Key, p.Title, about})
	}
	return t.printTable([]string{"key", "title", "about"}, rows)
}

func (t *tool) readPage(ctx context.Context, key string) error {
	if err := t.needWiki(); err != nil {
		return err
	}
	p, err := t.guide.Page(ctx, key)
	if err != nil {
		return err
	}
	if t.asJSON {
		return t.printJSON(p)
	}
	_, err = io.WriteString(t.std.Out, strings.TrimSuffix(render.Visible(p.Content), "\n")+"\n")
	return err
}
