package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The build sets these with -ldflags.
var (
	version = "dev"
	commit  = ""
)

// errReported ends a command that has said already what went wrong.
var errReported = errors.New("reported")

// exitStatus ends a command that has said all there is to say with a status of
// its own.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// run is the program: it returns the exit status, which is 0 or 1 but where a
// command says more by it.
func run(ctx context.Context, args []string, std streams, environ []string) int {
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
		validateCommand(std, environ),
		catalogCommand(std, environ),
		auditCommand(std, environ),
		approvalsCommand(std, environ),
		roleSQLCommand(std, environ),
		scramVerifierCommand(std),
		checkConfigCommand(std, environ),
		versionCommand(std),
	)
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}")
	root.SetFlagErrorFunc(suggestFlag)
	root.SetArgs(commandFirst(args))
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	if err := root.ExecuteContext(ctx); err != nil {
		var status exitStatus
		if errors.As(err, &status) {
			return int(status)
		}
		if !errors.Is(err, errReported) {
			explain(std.err, err)
		}
		return 1
	}
	return 0
}

// explain prints an error for the person at the terminal, who is the operator
// and may see its cause too.
func explain(w io.Writer, err error) {
	var coded *sqlstate.Error
	if !errors.As(err, &coded) {
		fmt.Fprintf(w, "sallyport: %v\n", err)
		return
	}
	suffix := fmt.Sprintf(" (SQLSTATE %s)", coded.Code) // a code is for programs
	fmt.Fprintf(w, "sallyport: %s\n", strings.Replace(err.Error(), suffix, "", 1))
	if coded.Cause != nil {
		fmt.Fprintf(w, "  cause: %v\n", coded.Cause)
	}
	if coded.Detail != "" {
		fmt.Fprintf(w, "  %s\n", coded.Detail)
	}
	if coded.Hint != "" {
		fmt.Fprintf(w, "  %s\n", coded.Hint)
	}
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

func versionCommand(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(std.out, versionLine())
			return err
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("sallyport %s (commit %s, %s, %s/%s)\n", version, commitOrUnknown(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// commitOrUnknown is the commit the binary was built from: what the build set,
// or what the Go tool stamped.
func commitOrUnknown() string {
	if commit != "" {
		return commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "unknown"
}
