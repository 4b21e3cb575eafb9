package findcmd

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/discovery/wiki"
	"github.com/sallyportdb/sallyport/shell/show"
)

func wikiWriteCommand(std cli.Streams, environ []string) *cobra.Command {
	var file string
	var replace bool
	cmd := &cobra.Command{
		Use:   "write KEY",
		Short: "Write a page",
		Long: `Writes a page of the wiki from standard input, or from --file: Markdown, with front
matter if you like. The key is the path of the page below the folder of the wiki,
without .md. A page that readers could not read as it is meant is refused, and the
page that is there stays unless you say --replace. Agents find the page at once.`,
		Example: `  sallyport wiki write finance/churn --file churn.md
  echo "Refunds are booked on the day of payment." | sallyport wiki write finance/refunds
  sallyport wiki write --replace finance/churn < churn.md`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error {
				return t.writePage(ctx, args[0], file, replace)
			})
		},
	}
	cmd.Flags().StringVar(&file, "file", "", "the file with the text; standard input without it")
	cmd.Flags().BoolVar(&replace, "replace", false, "write over the page that is there")
	addFlags(cmd)
	return cmd
}

func (t *tool) writePage(ctx context.Context, key, file string, replace bool) error {
	if err := t.needWiki(); err != nil {
		return err
	}
	text, err := t.pageText(file)
	if err != nil {
		return err
	}
	p, err := t.guide.WritePage(ctx, key, text, replace)
	if err != nil {
		return err
	}
	if t.asJSON {
		return t.printJSON(p)
	}
	_, err = fmt.Fprintf(t.std.Out, "Written: %s. sallyport wiki search finds it from now on.\n", show.Visible(p.Key))
	return err
}

// pageText is the text of a file, or of standard input; a little more than a page can have is enough.
func (t *tool) pageText(file string) (string, error) {
	in := t.std.In
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return "", fmt.Errorf("--file: %w", err)
		}
		defer f.Close()
		in = f
	} else if cli.IsTerminal(in) {
		fmt.Fprintln(t.std.Err, "Type the page, and end it with Ctrl-D on a line of its own.")
	}
	text, err := io.ReadAll(io.LimitReader(in, wiki.MaxPageBytes+1))
	if err != nil {
		return "", fmt.Errorf("the text of the page cannot be read: %w", err)
	}
	return string(text), nil
}
