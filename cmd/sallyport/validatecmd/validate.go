// Package validatecmd is the gate without a server: the command sallyport validate,
// which says what the gate makes of statements and runs none, and sallyport catalog,
// which saves the catalog of a source for it.
//
//	validate.go    the command, and its exit status
//	beside.go      [Beside]: an engine that judges, over sources that a server may have open too
//	report.go      what is printed: text or JSON
//	catalog.go     sallyport catalog save
package validatecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What validate's exit status says of the worst statement.
const (
	statusAsk     cli.ExitStatus = 3
	statusDenied  cli.ExitStatus = 4
	statusUnclear cli.ExitStatus = 5
)

// validateOptions are the flags of validate, without the flags of the configuration.
type validateOptions struct {
	source, file, format, catalog string
	who                           whoami.Who
}

// ValidateCommand is sallyport validate.
func ValidateCommand(std cli.Streams, environ []string) *cobra.Command {
	var o validateOptions
	cmd := &cobra.Command{
		Use:   "validate [SQL]",
		Short: "Say what the gate makes of statements, and run nothing",
		Long: `Reads SQL as a server with this configuration would, and prints for each
statement its class, every effect that gives it that class with its place in
the text, what it names, and the decision in each of the four modes. It runs
nothing: a source prepares the statements, so that unknown tables and columns are
errors. It needs no server, and may run beside one. With --catalog it needs no source
either, but a file of sallyport catalog save, and types are not checked.

The SQL is the argument, a file (-f), or standard input.

The exit status is about the worst statement, in the mode of the configuration
or of --mode:

  0  it would be allowed
  1  something else went wrong: a wrong flag, a source that is not reachable
  3  it would need approval
  4  it would be refused
  5  the text cannot be understood: a syntax error, no such function, too large

With --format json each statement is one object on one line: statement (from
1), sql, verb, class, source, mode, verdict (allow, ask, deny: in that mode),
effects (class, what, reason, position, line, column), relations, functions,
and decisions (mode, verdict, reason, hint). Text that cannot be understood is
one object with error (code, message, detail, hint, position, line, column).
Places count characters from 1, and are left out where there is none.`,
		Example: `  sallyport validate "WITH d AS (DELETE FROM airports RETURNING *) SELECT * FROM d"
  sallyport validate --mode read_only -f report.sql && echo "it only reads"
  sallyport validate --config sallyport.yaml --as alice "SELECT * FROM shop.public.customers"
  git show HEAD:migration.sql | sallyport validate --config sallyport.yaml --source shop --format json -`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := cli.LoadConfig(cmd, environ)
			if err != nil {
				return err
			}
			out, err := newReport(o.format, std.Out)
			if err != nil {
				return err
			}
			text, err := statements(o.file, args, std.In, c.Limits.MaxSQLBytes)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			v, err := openFor(ctx, c, o.catalog, environ)
			if err != nil {
				return err
			}
			return validate(ctx, v, c.Mode, o, text, out)
		},
	}
	cli.AddConfigFlags(cmd, "mode")
	o.addFlags(cmd)
	return cmd
}

func (o *validateOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.source, "source", "s", "", "the `name` of the source that unqualified tables belong to (default: the server's)")
	cmd.Flags().StringVarP(&o.file, "file", "f", "", "the `file` with the SQL")
	o.who.AddFlags(cmd, "judge as for this `principal`, whose roles narrow the gate")
	cmd.Flags().StringVar(&o.catalog, "catalog", "", "a `file` that sallyport catalog save has made: the source is not asked")
	cmd.Flags().StringVar(&o.format, "format", "text", "text, json")
}

// statements returns the SQL to look at, from the one place that was named. A text that is
// longer than any server reads is cut just behind that limit.
func statements(file string, args []string, in io.Reader, most int) (string, error) {
	switch {
	case file != "" && len(args) > 0:
		return "", errors.New("SQL is given in an argument and in a file (-f): give only one of them")
	case file != "" && file != "-":
		f, err := os.Open(file)
		if err != nil {
			return "", fmt.Errorf("cannot read the SQL: %w", err)
		}
		defer f.Close()
		in = f
	case len(args) > 0 && args[0] != "-":
		return args[0], nil
	case file == "" && len(args) == 0:
		if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			return "", errors.New(`there is no SQL to look at
  As an argument:    sallyport validate "SELECT 1"
  From a file:       sallyport validate -f report.sql
  On standard input: sallyport validate < report.sql`)
		}
	}
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err != nil {
		return "", fmt.Errorf("cannot read the SQL: %w", err)
	}
	return string(text), nil
}

func validate(ctx context.Context, v *Beside, mode string, o validateOptions, text string, out report) (err error) {
	defer func() { err = errors.Join(err, v.Close()) }()
	var found []engine.Validation
	if o.who.Name == "" {
		if o.source, err = v.choose(o.source); err != nil {
			return err
		}
		found, err = v.engine.Validate(ctx, o.source, text)
	} else {
		found, err = v.engine.ValidateAs(ctx, o.who.Principal(), o.source, text)
	}
	if sqlstate.CodeOf(err) == sqlstate.InsufficientPrivilege { // the principal may not even ask
		return err
	}
	if err == nil && len(found) == 0 {
		err = sqlstate.New(sqlstate.SyntaxError, "there is no statement in the text")
	}
	if err != nil {
		if !unclear(err) {
			return err
		}
		return errors.Join(out.failure(text, sqlstate.From(err)), statusUnclear)
	}
	worst := gate.Allow.String()
	for i, s := range found {
		slices.Sort(s.Relations)
		s.Relations = slices.Compact(s.Relations) // a relation that is read and written is listed twice
		verdict := verdictIn(mode, s)
		if severity[verdict] > severity[worst] {
			worst = verdict
		}
		if err := out.statement(entry{number: i + 1, of: len(found), text: text, mode: mode, verdict: verdict, Validation: s}); err != nil {
			return err
		}
	}
	if status := severity[worst]; status != 0 {
		return status
	}
	return nil
}

// severity is the exit status of each verdict that has one.
var severity = map[string]cli.ExitStatus{
	gate.Allow.String(): 0,
	gate.Ask.String():   statusAsk,
	gate.Deny.String():  statusDenied,
}

// verdictIn is the verdict on a statement in a mode: deny, unless another is found.
func verdictIn(mode string, v engine.Validation) string {
	for _, d := range v.Verdicts {
		if _, known := severity[d.Verdict]; known && d.Mode == mode {
			return d.Verdict
		}
	}
	return gate.Deny.String()
}

// unclear reports whether an error is about the text (names, syntax, limits, encoding,
// unsupported features) and not about a source or the machine.
func unclear(err error) bool {
	code := string(sqlstate.CodeOf(err))
	return slices.ContainsFunc([]string{"42", "54", "22", "0A", "3D", "3F"}, func(class string) bool { return strings.HasPrefix(code, class) })
}
