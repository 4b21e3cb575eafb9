package main

import (
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/config"
)

func auditCommand(std streams, environ []string) *cobra.Command {
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
	cmd.AddCommand(auditVerifyCommand(std, environ), auditAcknowledgeCommand(std, environ), auditTailCommand(std, environ), auditQueryCommand(std, environ))
	return cmd
}

// addAuditFlags gives a command the flags that say which log it reads.
func addAuditFlags(cmd *cobra.Command, dir *string) {
	addConfigFlags(cmd, "state-dir")
	cmd.Flags().StringVar(dir, "dir", "", "the log's `directory` (default: the configuration's)")
}

// auditPlace is how every audit command begins: the directory of the log to read,
// which is dir or else the configuration's, and the configuration, as far as there is
// one.
func auditPlace(cmd *cobra.Command, environ []string, dir string) (string, config.Config, error) {
	c, err := loadConfig(cmd, environ)
	switch {
	case err == nil && dir == "":
		return c.AuditDir(), c, nil
	case err == nil || dir != "" && configFile(cmd, environ) == "": // there may be no home
		return dir, c, nil
	}
	return "", c, err
}
