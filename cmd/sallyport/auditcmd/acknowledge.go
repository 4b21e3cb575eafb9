package auditcmd

import (
	"errors"
	"fmt"
	"os/user"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func acknowledgeCommand(std cli.Streams, environ []string) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "acknowledge",
		Short: "Accept that records of the log are gone, so that the server starts",
		Long: `A server does not start with a log that does not have the head which was kept of
it: records were cut off, edited or deleted, or the whole log was. This notes in
the log what is missing and who accepted it; the log goes on behind the highest
number that it ever had, and the server starts.

It does not mend anything, and audit verify goes on telling what is not here. Put
back what was only moved away instead. The server must not be running.`,
		Example: `  sallyport audit acknowledge
  sallyport audit acknowledge --config sallyport.yaml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			place, c, err := placeOf(cmd, environ, dir)
			if err != nil {
				return err
			}
			o, err := records.Options(c, place, cli.NewLogger(c.Log, std.Err))
			if err != nil {
				return err
			}
			o.Logger = hclog.NewNullLogger() // what it would say is printed below
			if path, _, err := records.KeptHead(c, place); err == nil {
				o.HeadFile = path
			}
			return acknowledge(o, std)
		},
	}
	addLogFlags(cmd, &dir)
	return cmd
}

// acknowledge opens the log as the server does, and again with the
// acknowledgement where that is refused.
func acknowledge(o audit.Options, std cli.Streams) error {
	if o.HeadFile == "" {
		return errors.New("no head is kept of this log")
	}
	log, err := audit.Open(o)
	if err == nil {
		_, err = fmt.Fprintf(std.Out, "There is nothing to acknowledge: the log in %s is as it was left.\n", o.Dir)
		return errors.Join(err, log.Close())
	}
	var refused *sqlstate.Error
	if sqlstate.CodeOf(err) != sqlstate.DataCorrupted || !errors.As(err, &refused) {
		return err
	}
	if o.Acknowledge, err = personName(); err != nil {
		return err
	}
	if log, err = audit.Open(o); err != nil {
		return err
	}
	head := log.Head()
	if err := log.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.Out, "%s\nRecord %d notes that %s acknowledged it. The server may start.\n",
		strings.ToUpper(refused.Message[:1])+refused.Message[1:], head.Seq, o.Acknowledge)
	return err
}

// personName is the name of the user who runs this, as the system knows it.
func personName() (string, error) {
	me, err := user.Current()
	if err != nil {
		return "", fmt.Errorf("cannot tell who acknowledges: %w", err)
	}
	return me.Username, nil
}
