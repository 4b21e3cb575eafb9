package findcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func entityCommand(std cli.Streams, environ []string) *cobra.Command {
	var columns []string
	cmd := &cobra.Command{
		Use:   "entity TABLE…",
		Short: "Show columns, keys and meaning of tables",
		Long: `Shows what the last snapshot has of tables: columns with their types, keys, comments,
descriptions and sampled values. Without --connection a table is looked for in all
connections, of which one has to have it.`,
		Example: `  sallyport entity airports
  sallyport entity --connection shop public.orders public.customers
  sallyport entity public.orders --columns customer_id,status --format json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error {
				connection, err := t.connection(cmd)
				if err != nil {
					return err
				}
				var asked []guide.Asked
				for _, name := range args {
					asked = append(asked, guide.Asked{Display: name, Columns: columns})
				}
				return t.entities(ctx, connection, asked)
			})
		},
	}
	addFlags(cmd)
	addConnectionFlag(cmd, "the connection that has the tables")
	cmd.Flags().StringSliceVar(&columns, "columns", nil, "only these `columns`")
	return cmd
}

// entities shows tables of a connection; with "" each is looked for in all of them.
func (t *tool) entities(ctx context.Context, connection string, asked []guide.Asked) error {
	var found []guide.Entity
	var failed error
	for _, a := range asked {
		list, err := t.entity(ctx, connection, a)
		found, failed = append(found, list...), errors.Join(failed, err)
	}
	if t.asJSON && len(found) > 0 {
		if err := t.printJSON(map[string]any{"entities": found}); err != nil {
			return err
		}
	} else {
		for i, e := range found {
			if i > 0 {
				fmt.Fprintln(t.std.Out)
			}
			if err := t.printEntity(e); err != nil {
				return err
			}
		}
	}
	if failed != nil {
		var last error
		for _, one := range failed.(interface{ Unwrap() []error }).Unwrap() { //nolint:errorlint // errors.Join made it
			if last != nil {
				cli.Explain(t.std.Err, last)
			}
			last = one
		}
		return last
	}
	return nil
}

func (t *tool) entity(ctx context.Context, connection string, a guide.Asked) ([]guide.Entity, error) {
	names := []string{connection}
	if connection == "" {
		names = t.view.Connections
	}
	var found []guide.Entity
	var first error
	for _, name := range names {
		list, _, err := t.guide.Entities(ctx, t.view, name, []guide.Asked{a})
		found = append(found, list...)
		code := sqlstate.CodeOf(err)
		if err != nil && (first == nil || sqlstate.CodeOf(first) == sqlstate.ObjectNotInState && code != sqlstate.ObjectNotInState) {
			first = err
		}
	}
	switch {
	case len(found) == 1:
		return found, nil
	case len(found) > 1:
		var where []string
		for _, e := range found {
			where = append(where, e.ConnectionID)
		}
		return nil, sqlstate.New(sqlstate.AmbiguousAlias, "%q is in several connections", a.Display).
			WithHint("Say which with --connection: %s.", strings.Join(where, ", "))
	}
	return nil, first
}

func (t *tool) printEntity(e guide.Entity) error {
	head := e.ConnectionID + ": " + e.Kind + " " + e.Display
	if e.EstimatedRows != nil {
		head += fmt.Sprintf(", about %d rows", *e.EstimatedRows)
	}
	text := cli.ScreenOf(t.std.Out).Paint("1", oneLine(head)) + "\n"
	if about := told(e.Description, e.Comment); about != "" {
		text += oneLine(about) + "\n"
	}
	if _, err := io.WriteString(t.std.Out, text+"\n"); err != nil {
		return err
	}
	var rows [][]string
	for _, c := range e.Columns {
		flags := []string{}
		if c.PrimaryKey {
			flags = append(flags, "primary key")
		} else if !c.Nullable {
			flags = append(flags, "not null")
		}
		if c.PII {
			flags = append(flags, "personal")
		}
		rows = append(rows, []string{c.Name, c.NativeType, strings.Join(flags, ", "), told(c.Description, c.Comment), strings.Join(c.Samples, ", ")})
	}
	if err := t.printTable([]string{"column", "type", "", "about", "samples"}, rows); err != nil {
		return err
	}
	var keys strings.Builder
	for _, k := range e.ForeignKeys {
		to := guide.TableRef{Catalog: k.ToCatalog, DB: k.ToDB, Name: k.ToTable}.Ref().Display()
		keys.WriteString(oneLine(k.FromColumn + " -> " + to + "." + k.ToColumn))
		if k.Guess != "" {
			keys.WriteString(oneLine(" (a guess: " + k.Guess + ")"))
		}
		keys.WriteString("\n")
	}
	for _, r := range e.ReferencedBy {
		keys.WriteString(oneLine(r.ToColumn + " <- " + r.Column()))
		if r.Guess != "" {
			keys.WriteString(oneLine(" (a guess: " + r.Guess + ")"))
		}
		keys.WriteString("\n")
	}
	if e.ReferencedByMore {
		keys.WriteString("… and more\n")
	}
	_, err := fmt.Fprintf(t.std.Out, "\n%sAs of %s.\n", keys.String(), e.Snapshot.ExtractedAt)
	return err
}

func told(description string, comment *string) string {
	if description != "" {
		return description
	}
	return orEmpty(comment)
}
