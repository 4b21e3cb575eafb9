package main

import (
	"context"
	"crypto/tls"
	"errors"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire"
)

func srvCommand(std streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "srv",
		Short: "Serve MCP and the Postgres wire protocol over one engine",
		Long: `Serves MCP (streamable HTTP) and the Postgres wire protocol from one process.
Without a configuration it serves sample data from an embedded database: the
tables airports, birdstrikes and weather.

It says how to connect, and runs until SIGINT (Ctrl-C) or SIGTERM.`,
		Example: `  sallyport srv
  sallyport srv --mode read_only
  sallyport srv --config sallyport.yaml --log-level debug`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(cmd, environ)
			if err != nil {
				return err
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return serveBoth(ctx, c, std, environ)
		},
	}
	addConfigFlags(cmd, "mode", "state-dir", "pgwire-address", "mcp-address", "log-level", "log-format")
	return cmd
}

func serveBoth(ctx context.Context, c config.Config, std streams, environ []string) error {
	certificate, err := loadTLS("pgwire.tls", c.PGWire.TLS)
	if err != nil {
		return err
	}
	pgListener, err := listen(ctx, c.PGWire.Address, "--pgwire-address")
	if err != nil {
		return err
	}
	defer pgListener.Close()
	mcpListener, err := listenMCP(ctx, c.MCP)
	if err != nil {
		return err
	}
	defer mcpListener.Close()

	s, err := openServer(ctx, c, environ, newLogger(c.Log, std.err), std.out, audit.Open)
	if err != nil {
		return err
	}
	pg, err := s.newPGWire(certificate)
	if err != nil {
		return errors.Join(err, s.close())
	}
	m, err := s.newMCP()
	if err != nil {
		return errors.Join(err, s.close())
	}
	greet(std.out, s, pgListener, mcpListener)
	return s.serve(ctx, mcpDoor(m, mcpListener), door{
		"Postgres", func() error { return pg.Serve(context.WithoutCancel(ctx), pgListener) }, pg.Shutdown,
	})
}

// newPGWire makes the Postgres door. Everybody is who they say they are; on an
// address that others can reach, the operator has agreed to that in so many
// words.
func (s *server) newPGWire(certificate *tls.Config) (*pgwire.Server, error) {
	o := pgwire.Options{
		Engine: s.engine, Logger: s.logger.Named("pgwire"), TLS: certificate,
		Ceiling: gate.FullAccess, MaxConns: s.config.PGWire.MaxConnections,
		Trust: s.config.PGWire.AllowInsecure,
	}
	return pgwire.New(o)
}
