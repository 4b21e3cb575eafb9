// Package findcmd has the commands by which people find their way. They show what the MCP tools
// of the same names tell agents:
//
//	sallyport connection list, test   connection.go
//	sallyport discover                discover.go
//	sallyport entity                  entity.go
//	sallyport dictionary              dictionary.go
//	sallyport wiki search, read       wiki.go
//	sallyport wiki write              wikiwrite.go
//
// They read the snapshots in the state directory, and files; only connection test asks sources, and only
// wiki write changes anything.
package findcmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/guides"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/shell/show"
)

// Commands are the commands of this package.
func Commands(std cli.Streams, environ []string) []*cobra.Command {
	return []*cobra.Command{
		connectionCommand(std, environ), discoverCommand(std, environ), entityCommand(std, environ),
		dictionaryCommand(std, environ), wikiCommand(std, environ),
	}
}

// tool has the parts that the commands share.
type tool struct {
	config  config.Config
	guide   *guides.Opened
	view    guide.View
	std     cli.Streams
	environ []string
	asJSON  bool
}

// addFlags gives a command the flags that run reads.
func addFlags(cmd *cobra.Command) {
	cli.AddConfigFlags(cmd, "state-dir")
	cmd.Flags().String("format", "table", "table, json")
}

// addConnectionFlag gives a command the flag of one connection.
func addConnectionFlag(cmd *cobra.Command, usage string) {
	cmd.Flags().StringP("connection", "s", "", usage)
}

// run lends a command its tool.
func run(cmd *cobra.Command, std cli.Streams, environ []string, f func(ctx context.Context, t *tool) error) error {
	return guides.ForCommand(cmd, std, environ, func(ctx context.Context, c config.Config, opened *guides.Opened, asJSON bool) error {
		names, err := opened.Names(ctx, c)
		if err != nil {
			return err
		}
		t := &tool{config: c, guide: opened, view: guide.View{Connections: names}, std: std, environ: environ, asJSON: asJSON}
		t.warn(ctx)
		return f(ctx, t)
	})
}

// mostWarnings is how many mistakes in files are told.
const mostWarnings = 20

// warn tells of mistakes in what people have written: the answers do not have it.
func (t *tool) warn(ctx context.Context) {
	problems, err := t.guide.Problems(ctx)
	if err != nil {
		return // the command will say so
	}
	for i, p := range problems {
		if i == mostWarnings {
			fmt.Fprintf(t.std.Err, "… and %d more\n", len(problems)-i)
			break
		}
		fmt.Fprintln(t.std.Err, "warning: "+show.Visible(p.String()))
	}
}

// connection returns the connection that the flag names, which must exist, or "" if the flag is not given.
func (t *tool) connection(cmd *cobra.Command) (string, error) {
	name, err := cmd.Flags().GetString("connection")
	if err != nil || name == "" {
		return "", err
	}
	for _, known := range t.view.Connections {
		if known == name {
			return name, nil
		}
	}
	return "", fmt.Errorf("--connection: there is no connection %q%s", name, config.Suggest(name, t.view.Connections, "connections"))
}

// printJSON prints a value for programs.
func (t *tool) printJSON(value any) error {
	encoder := json.NewEncoder(t.std.Out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// printTable prints rows below their heads, aligned. A column that is empty in all rows is
// left out, and the last one ends where the screen does.
func (t *tool) printTable(heads []string, rows [][]string) error {
	kept := make([]bool, len(heads))
	for _, row := range rows {
		for i, cell := range row {
			kept[i] = kept[i] || cell != ""
		}
	}
	var aligned strings.Builder
	w := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	for n, row := range append([][]string{heads}, rows...) {
		var cells []string
		for i, cell := range row {
			if kept[i] {
				cells = append(cells, oneLine(cell))
			}
		}
		if n == 0 && len(rows) == 0 {
			break
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t")); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return t.printLines(aligned.String())
}

// printLines prints the lines of a table: its head stands out on a terminal.
func (t *tool) printLines(text string) error {
	screen := cli.ScreenOf(t.std.Out)
	n := 0
	for line := range strings.Lines(text) {
		line = screen.Cut(strings.TrimRight(line, " \n"))
		if n == 0 {
			line = screen.Paint("1", line)
		}
		n++
		if _, err := io.WriteString(t.std.Out, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// oneLine is a stranger's text on one line.
func oneLine(text string) string {
	return show.Visible(strings.Join(strings.Fields(text), " "))
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
