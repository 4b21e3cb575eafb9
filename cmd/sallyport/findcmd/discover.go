package findcmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func discoverCommand(std cli.Streams, environ []string) *cobra.Command {
	var limit int
	var kinds []string
	cmd := &cobra.Command{
		Use:   "discover WORDS",
		Short: "Find tables, columns and wiki pages by words",
		Long: `Finds what answers a question, best first: tables and columns of what was ingested,
and pages of the wiki. It searches names, comments, descriptions and sampled values.`,
		Example: `  sallyport discover "airports by state"
  sallyport discover --connection shop --kind table revenue
  sallyport discover "churn" --format json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error {
				connection, err := t.connection(cmd)
				if err != nil {
					return err
				}
				if len(t.config.Wiki.Folder) == 0 && !t.guide.Ingested(ctx) {
					return nothingIngested()
				}
				r := find.Request{Query: strings.Join(args, " "), Connection: connection, Limit: limit}
				for _, k := range kinds {
					r.Kinds = append(r.Kinds, find.Kind(k))
				}
				return t.discover(ctx, r)
			})
		},
	}
	addFlags(cmd)
	addConnectionFlag(cmd, "look in the connection of this `name` alone")
	cmd.Flags().IntVarP(&limit, "limit", "n", find.DefaultLimit, "most results, up to 50")
	cmd.Flags().StringSliceVarP(&kinds, "kind", "k", nil, "only these `kinds`: wiki, table, column")
	return cmd
}

func nothingIngested() error {
	return sqlstate.New(sqlstate.ObjectNotInState, "nothing was ingested yet").WithHint("Run: sallyport ingest")
}

func (t *tool) discover(ctx context.Context, r find.Request) error {
	refs, err := t.guide.Discover(ctx, t.view, r)
	if err != nil {
		return err
	}
	if t.asJSON {
		return t.printJSON(map[string]any{"refs": refs})
	}
	if len(refs) == 0 {
		_, err := fmt.Fprintln(t.std.Out, "Nothing found. Try other words, or fewer.")
		return err
	}
	var rows [][]string
	for _, ref := range refs {
		name := ref.ID
		if ref.TableRef != nil {
			if name = ref.TableRef.Ref().Display(); ref.ColumnName != "" {
				name += "." + ref.ColumnName
			}
		}
		about := orEmpty(ref.Summary)
		if about == "" {
			about = orEmpty(ref.Snippet)
		}
		rows = append(rows, []string{ref.Kind, ref.ConnectionID, name, ref.MatchedOn, about})
	}
	return t.printTable([]string{"kind", "connection", "name", "found by", "about"}, rows)
}
