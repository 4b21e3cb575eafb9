package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/shell"
)

// sqlOptions are the flags of the sql command.
type sqlOptions struct {
	address, source, user, sslmode, format string
	csv, json                              bool
	steps                                  []shell.Step
}

// statusNoConnection is the exit status where the server cannot be reached, or
// goes away.
const statusNoConnection cli.ExitStatus = 2

func sqlCommand(std cli.Streams, environ []string) *cobra.Command {
	var o sqlOptions
	cmd := &cobra.Command{
		Use:   "sql [statement]",
		Short: "Run SQL against a running server, or open a shell",
		Long: `Connects to a running server by the Postgres wire protocol, so that no psql is
needed. With a statement, -c or -f it runs that and ends. Without it reads
statements up to each semicolon: on a terminal as a shell (\? helps), else from
standard input, as from a file, until the first error.

The commands are psql's, as far as they are here: \d, \dt, \x, \timing, \copy and
more; \? lists them. They work in files and with -c too.

Where a server wants a password, it is taken from PGPASSWORD or ~/.pgpass. What is
larger than the screen goes through $PAGER (less, if it is not set; cat for none).
The shell remembers statements in sql_history in the state directory, but none
that begins with a space or holds a secret.

The exit status is 0 if all went well, 1 if a statement or a command failed, and 2
if the server could not be reached or the connection was lost.`,
		Example: `  sallyport sql "SELECT state, count(*) FROM airports GROUP BY 1 ORDER BY 2 DESC LIMIT 5"
  sallyport sql --csv "SELECT * FROM weather" > weather.csv
  sallyport sql --address db.internal:5466 --source shop
  sallyport sql -c '\dt' -c '\d airports'
  sallyport sql -f report.sql --json
  sallyport sql < report.sql`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSQL(cmd.Context(), o, args, std, environ)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.address, "address", "a", "127.0.0.1:5466", "the server's `host:port`")
	f.StringVarP(&o.source, "source", "s", "", "the `name` of the source that unqualified tables belong to (default: the server's)")
	f.StringVarP(&o.user, "user", "u", "", "the `name` to connect as (default: yours)")
	f.StringVar(&o.sslmode, "sslmode", "prefer", "as libpq has it: disable, prefer, require, verify-full…")
	f.VarP(stepFlag{&o.steps, func(text string) shell.Step { return shell.Step{Text: text} }}, "command", "c", "run this `statement`, or command of the shell; may be repeated")
	f.VarP(stepFlag{&o.steps, func(path string) shell.Step { return shell.Step{File: path} }}, "file", "f", "run the statements of this `file` (- is standard input), up to the first that fails; may be repeated")
	f.StringVar(&o.format, "format", "table", "table, csv, json")
	f.BoolVar(&o.csv, "csv", false, "the same as --format csv")
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	cmd.MarkFlagsMutuallyExclusive("format", "csv", "json")
	return cmd
}

// stepFlag is a flag that adds something to run, in the order of the flags.
type stepFlag struct {
	steps *[]shell.Step
	step  func(string) shell.Step
}

func (f stepFlag) Set(text string) error {
	*f.steps = append(*f.steps, f.step(text))
	return nil
}

func (f stepFlag) String() string { return "" }

func (f stepFlag) Type() string { return "string" }

func runSQL(ctx context.Context, o sqlOptions, args []string, std cli.Streams, environ []string) error {
	env := cli.Getenv(environ)
	switch {
	case o.csv:
		o.format = "csv"
	case o.json:
		o.format = "json"
	}
	for _, s := range o.steps {
		if _, err := os.Stat(s.File); err != nil && slices.Contains([]string{"table", "csv", "json"}, s.File) {
			return fmt.Errorf("-f names a file of statements, and there is none named %s: --format %s is the format", s.File, s.File)
		}
	}
	if len(args) == 1 {
		o.steps = append(o.steps, shell.Step{Text: args[0]})
	}
	for _, name := range []string{env("USER"), "sallyport"} {
		if o.user == "" {
			o.user = name
		}
	}
	history := ""
	if dir, err := cli.DefaultStateDir(environ); err == nil {
		history = filepath.Join(dir, "sql_history")
	}
	err := shell.Run(ctx, shell.Options{
		Address: o.address, Source: o.source, User: o.user, SSLMode: o.sslmode,
		Steps: o.steps, Format: o.format, In: std.In, Out: std.Out, Err: std.Err, Getenv: env,
		Version: cli.Version(), HistoryFile: history,
		Secret: func(text string) bool {
			return redact.Plain().Executed(text, redact.Known{Columns: redact.Harmless}).Text != text
		},
	})
	switch {
	case errors.Is(err, shell.ErrNoConnection):
		return statusNoConnection
	case errors.Is(err, shell.ErrFailed):
		return cli.ErrReported
	}
	return err
}
