package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/config"
)

func checkConfigCommand(std streams, environ []string) *cobra.Command {
	var posture bool
	cmd := &cobra.Command{
		Use:   "check-config [file]",
		Short: "Read the configuration as srv would, and say what is wrong with it",
		Long: `Reads the configuration as srv would, with the same variables and flags, and
looks whether what it names is there: DSN variables and files, tokens,
certificates, folders. It changes nothing, and connects to nothing, but with --posture: then
it looks at each Postgres source, and tells what its login could do there if the
gate failed.

The exit status is 0 when all is well, and 1 after a list of mistakes.`,
		Example: `  sallyport check-config sallyport.yaml
  SALLYPORT_MODE=read_only sallyport check-config --config sallyport.yaml
  sallyport check-config --posture sallyport.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := cmd.Flags().Set("config", args[0]); err != nil {
					return err
				}
			}
			c, environ, err := loadServer(cmd, environ)
			if err == nil {
				err = checkThings(c, getenv(environ))
			}
			if err != nil {
				fmt.Fprintln(std.err, err)
				return errReported
			}
			if err := summarize(std, configFile(cmd, environ), c); err != nil || !posture {
				return err
			}
			return printPostures(cmd.Context(), c, environ, std.out)
		},
	}
	addConfigFlags(cmd, "mode", "state-dir", "pgwire-address", "mcp-address", "log-level", "log-format")
	addStackQLFlags(cmd)
	cmd.Flags().BoolVar(&posture, "posture", false, "connect to Postgres sources and tell what their logins could do")
	return cmd
}

// checkThings looks at what the configuration names outside of itself.
func checkThings(c config.Config, getenv func(string) string) error {
	var errs []error
	_, ours := loadPGTLS(c.PGWire.TLS)
	_, theirs := loadTLS("mcp.tls", c.MCP.TLS)
	_, users := pgUsers(c, getenv)
	errs = append(errs, ours, theirs, users, checkDesk(c, getenv), checkHooks(c, getenv))
	if c.StackQL.Transport != config.Stdio {
		errs = append(errs, c.CheckDoors())
	}
	for _, s := range c.Audit.Sinks {
		if _, err := newTarget(s, getenv, io.Discard); err != nil {
			errs = append(errs, err)
		}
	}
	for _, s := range c.Sources {
		if s.Folder != "" {
			if info, err := os.Stat(s.Folder); err != nil {
				errs = append(errs, fmt.Errorf("source %q: folder: %w", s.Name, err))
			} else if !info.IsDir() {
				errs = append(errs, fmt.Errorf("source %q: folder: %s is not a folder", s.Name, s.Folder))
			}
		}
		if s.Kind == config.Postgres {
			if _, err := s.ResolveDSN(getenv); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// loadTLS loads a door's certificate; nil where none is configured.
func loadTLS(key string, t config.TLS) (*tls.Config, error) {
	if !t.Enabled() {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(t.CertFile, t.KeyFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

func summarize(std streams, path string, c config.Config) error {
	if path == "" {
		path = "the defaults (no file)"
	}
	sources := "no sources: the sample data is served"
	if len(c.Sources) > 0 {
		list := make([]string, len(c.Sources))
		for i, s := range c.Sources {
			list[i] = fmt.Sprintf("%s (%s)", s.Name, s.Kind)
		}
		sources = "sources " + strings.Join(list, ", ") + "; the default is " + c.DefaultSource()
	}
	for _, notice := range c.Notices {
		fmt.Fprintf(std.err, "note: %s\n", notice)
	}
	approve := deciders(c)
	if approve == "" {
		approve = "nothing is asked in this mode"
	}
	if risk := selfApproval(c); risk != "" {
		approve += "\n  know: " + risk + " (approvals.elicitation)"
	}
	_, err := fmt.Fprintf(std.out, "%s: ok\nmode %s, Postgres on %s, MCP on %s%s\n%s\napprovals: %s\nstate in %s\n",
		path, c.Mode, c.PGWire.Address, c.MCP.Address, c.MCP.Path, sources, approve, c.StateDir)
	return err
}
