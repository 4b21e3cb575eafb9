// Package auditcmd is the command sallyport audit: it reads the audit log without
// asking a server, and while one writes it.
//
//	verify         verify.go: the chain, the heads, and what has no outcome
//	acknowledge    acknowledge.go: a person accepts what verify finds
//	tail           tail.go, print.go
//	query          query.go: SQL over the records, by an engine of its own
//
// audit.go finds the log that a command reads.
package auditcmd

import (
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
)

// Command is sallyport audit.
func Command(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Verify, follow and query the audit log",
		Long: `Reads the audit log of the configuration, or the one in --dir, without asking
a server. All of it works while a server writes that log.`,
		Example: `  sallyport audit verify
  sallyport audit tail -f --refused
  sallyport audit query "SELECT class, count(*) FROM records GROUP BY 1"`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(verifyCommand(std, environ), acknowledgeCommand(std, environ), tailCommand(std, environ), queryCommand(std, environ))
	return cmd
}

// addLogFlags gives a command the flags that say which log it reads.
func addLogFlags(cmd *cobra.Command, dir *string) {
	cli.AddConfigFlags(cmd, "state-dir")
	cmd.Flags().StringVar(dir, "dir", "", "the log's `directory` (default: the configuration's)")
}

// placeOf returns what every audit command needs first: the directory of the log, which
// is dir or else the configuration's, and the configuration, if there is one.
func placeOf(cmd *cobra.Command, environ []string, dir string) (string, config.Config, error) {
	c, err := cli.LoadConfig(cmd, environ)
	switch {
	case err == nil && dir == "":
		return c.AuditDir(), c, nil
	case err == nil || dir != "" && cli.ConfigFile(cmd, environ) == "": // there may be no home
		return dir, c, nil
	}
	return "", c, err
}
