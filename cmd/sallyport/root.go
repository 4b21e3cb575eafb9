package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sallyportdb/sallyport/cmd/sallyport/approvalscmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/auditcmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/authcmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/findcmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/registrycmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/setupcmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/validatecmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/config"
)

// run is the program: it returns the exit status, which is 0 or 1 but where a
// command says more by it.
func run(ctx context.Context, args []string, std cli.Streams, environ []string) int {
	root := &cobra.Command{
		Use:   "sallyport",
		Short: "One governed server with two front doors: MCP and the Postgres wire protocol",
		Example: `  sallyport srv                             # sample data, both doors, mode safe
  sallyport srv --config sallyport.yaml     # your own sources
  sallyport sql "SELECT count(*) FROM airports"`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		srvCommand(std, environ),
		mcpCommand(std, environ),
		sqlCommand(std, environ),
		whoami.Command(std, environ),
		ingestCommand(std, environ),
		validatecmd.ValidateCommand(std, environ),
		validatecmd.CatalogCommand(std, environ),
		auditcmd.Command(std, environ),
		authcmd.Command(std, environ, readPassword),
		approvalscmd.Command(std, environ),
		registrycmd.Command(std, environ),
		setupcmd.Command(std, environ),
		roleSQLCommand(std, environ),
		scramVerifierCommand(std),
		checkConfigCommand(std, environ),
		versionCommand(std),
	)
	root.AddCommand(findcmd.Commands(std, environ)...)
	root.Version = cli.VersionLine()
	root.SetVersionTemplate("{{.Version}}")
	root.SetFlagErrorFunc(suggestFlag)
	root.SetArgs(cli.CommandFirst(args))
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	if err := root.ExecuteContext(ctx); err != nil {
		var status cli.ExitStatus
		if errors.As(err, &status) {
			return int(status)
		}
		if !errors.Is(err, cli.ErrReported) {
			cli.Explain(std.Err, err)
		}
		return 1
	}
	return 0
}

// suggestFlag names the nearest flag where an unknown one was given.
func suggestFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return fmt.Errorf("%w%s", err, config.Suggest("--"+unknown.GetSpecifiedName(), names, "flags"))
}

func versionCommand(std cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(std.Out, cli.VersionLine())
			return err
		},
	}
}
