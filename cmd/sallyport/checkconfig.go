package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/config"
)

func checkConfigCommand(std cli.Streams, environ []string) *cobra.Command {
	var posture, offline bool
	cmd := &cobra.Command{
		Use:   "check-config [file]",
		Short: "Read the configuration as srv would, and say what is wrong with it",
		Long: `Reads the configuration as srv would, with the same variables and flags, and
looks whether what it names is there and can be used: DSN variables and files,
tokens, passwords, certificates, folders. All mistakes are listed, each with the
place where it was set. It changes nothing.

If there are roles, it asks the sources for the names of their tables and columns,
and tells which rules match nothing, or say what another rule of the role says
already. A source has five seconds to answer. --no-connect asks no source.

With --posture it looks at each Postgres source, and tells what its login could do
there if the gate failed.

A port or a state directory that is in use is no mistake, and is noted: the server
may be running.

The exit status is 0 when all is well, and 1 after a list of mistakes.`,
		Example: `  sallyport check-config sallyport.yaml
  SALLYPORT_MODE=read_only sallyport check-config --config sallyport.yaml
  sallyport check-config --no-connect sallyport.yaml
  sallyport check-config --posture sallyport.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := cmd.Flags().Set("config", args[0]); err != nil {
					return err
				}
			}
			c, environ, err := checkConfig(cmd, environ)
			if err != nil {
				fmt.Fprintln(std.Err, err)
				return cli.ErrReported
			}
			if err := summarize(cmd.Context(), std, cli.ConfigFile(cmd, environ), c); err != nil {
				return err
			}
			if err := noteIdleRules(cmd.Context(), std, c, environ, offline); err != nil || !posture {
				return err
			}
			return printPostures(cmd.Context(), c, environ, std.Out)
		},
	}
	cli.AddConfigFlags(cmd, "mode", "state-dir", "pgwire-address", "mcp-address", "log-level", "log-format")
	cli.AddStackQLFlags(cmd)
	cmd.Flags().BoolVar(&offline, "no-connect", false, "connect to no source to find out which rules of roles match nothing")
	cmd.Flags().BoolVar(&posture, "posture", false, "connect to Postgres sources and tell what their logins could do")
	return cmd
}

// checkConfig loads the configuration, and finds all that is wrong with it and with
// what it names.
func checkConfig(cmd *cobra.Command, environ []string) (config.Config, []string, error) {
	environ, notice, unread := cli.WithEnvFile(cmd, environ)
	c, err := cli.LoadConfig(cmd, environ)
	if notice != "" {
		c.Notices = append(c.Notices, notice)
	}
	things := things{c: c, getenv: cli.Getenv(environ)}
	var mistakes *config.Mistakes
	if errors.As(err, &mistakes) {
		things.broken = mistakes.Broken
	} else if err != nil {
		return c, environ, errors.Join(unread, err)
	}
	return c, environ, errors.Join(append([]error{unread, err}, things.check()...)...)
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

func summarize(ctx context.Context, std cli.Streams, path string, c config.Config) error {
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
	for _, notice := range append(c.Notices, inUse(ctx, c)...) {
		fmt.Fprintf(std.Err, "note: %s\n", notice)
	}
	if _, err := whoami.Policy(c); err != nil {
		fmt.Fprintln(std.Err, err)
		return cli.ErrReported
	}
	approve := deciders(c)
	if approve == "" {
		approve = "nothing is asked in this mode"
	}
	if risk := selfApproval(c); risk != "" {
		approve += "\n  know: " + risk + " (approvals.elicitation)"
	}
	_, err := fmt.Fprintf(std.Out, "%s: ok\nmode %s, Postgres on %s, MCP on %s%s\n%s\napprovals: %s\nstate in %s\n",
		path, c.Mode, c.PGWire.Address, c.MCP.Address, c.MCP.Path, sources, approve, c.StateDir)
	return err
}
