package guides

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
)

// ForCommand lends f the guide of the configuration that a command's flags name, and tells it whether
// --format asks for JSON.
func ForCommand(cmd *cobra.Command, std cli.Streams, environ []string, f func(ctx context.Context, c config.Config, opened *Opened, asJSON bool) error) (err error) {
	format, err := cmd.Flags().GetString("format")
	if err != nil {
		return err
	}
	if format != "table" && format != "json" {
		return fmt.Errorf("--format: %q is none: table, json", format)
	}
	c, err := cli.LoadConfig(cmd, environ)
	if err != nil {
		return err
	}
	if err := cli.MakeStateDir(c.StateDir, cli.NewLogger(config.Log{Level: "off"}, std.Err)); err != nil {
		return err
	}
	ctx, stop := cli.UntilSignal(cmd.Context())
	defer stop()
	opened, err := Open(ctx, c, nil)
	if err != nil {
		return err
	}
	defer func() {
		if closed := opened.Close(); err == nil {
			err = closed
		}
	}()
	return f(ctx, c, opened, format == "json")
}
