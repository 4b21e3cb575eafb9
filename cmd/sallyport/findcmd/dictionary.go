package findcmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/discovery/guide"
)

func dictionaryCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dictionary VALUE…",
		Short: "Find the columns that hold values, by samples",
		Long: `Looks for values, or parts of them, among the sampled values of columns. A miss does not
mean that a value is not there: only a few values of each column are sampled.`,
		Example: `  sallyport dictionary "Acme Corp"
  sallyport dictionary --connection shop paid refunded`,
		Args: cobra.RangeArgs(1, guide.MaxValues),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error {
				connection, err := t.connection(cmd)
				if err != nil {
					return err
				}
				found, err := t.guide.Look(ctx, t.view, connection, args)
				if err != nil {
					return err
				}
				return t.printDictionary(found)
			})
		},
	}
	addFlags(cmd)
	addConnectionFlag(cmd, "look in the connection of this `name` alone")
	return cmd
}

func (t *tool) printDictionary(d guide.Dictionary) error {
	if t.asJSON {
		return t.printJSON(d)
	}
	var rows [][]string
	for _, r := range d.Results {
		for _, m := range r.Matches {
			distinct := ""
			if m.Cardinality != nil {
				distinct = strconv.FormatInt(*m.Cardinality, 10)
			}
			rows = append(rows, []string{r.Value, m.ConnectionID, m.SourceName + "." + m.ColumnName, m.MatchedValue, distinct})
		}
		if len(r.Matches) == 0 {
			rows = append(rows, []string{r.Value, "", "not in the samples", "", ""})
		}
	}
	if err := t.printTable([]string{"value", "connection", "column", "matched", "about so many values"}, rows); err != nil {
		return err
	}
	if d.Note != "" {
		_, err := fmt.Fprintln(t.std.Err, d.Note)
		return err
	}
	return nil
}
