package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net"

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
	certificate, err := loadPGTLS(c.PGWire.TLS)
	if err != nil {
		return err
	}
	users, err := pgUsers(c, getenv(environ))
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
	pg, err := s.newPGWire(certificate, users)
	if err != nil {
		return errors.Join(err, s.close())
	}
	m, err := s.newMCP()
	if err != nil {
		return errors.Join(err, s.close())
	}
	greet(std.out, s, pgListener, mcpListener)
	return s.serve(ctx, mcpDoor(m, mcpListener), s.pgDoor(ctx, pg, pgListener))
}

// pgDoor is the Postgres door on a listener.
func (s *server) pgDoor(ctx context.Context, pg *pgwire.Server, l net.Listener) door {
	return door{
		name:  "Postgres",
		serve: func() error { return pg.Serve(context.WithoutCancel(ctx), l) },
		shut:  pg.Shutdown,
		renew: func() error {
			certificate, err := loadPGTLS(s.config.PGWire.TLS)
			if err == nil {
				pg.SetTLS(certificate)
			}
			return err
		},
	}
}

// newPGWire makes the Postgres door. Without users everybody is who they say;
// on an address that others can reach, the operator has agreed to that in so
// many words.
func (s *server) newPGWire(certificate *tls.Config, users []pgwire.User) (*pgwire.Server, error) {
	secret, err := pgSecret(s.config)
	if err != nil {
		return nil, err
	}
	return pgwire.New(pgwire.Options{
		Engine: s.engine, Logger: s.logger.Named("pgwire"), TLS: certificate, TLSRequired: s.config.PGWire.TLSRequired(),
		Ceiling: gate.FullAccess, MaxConns: s.config.PGWire.MaxConnections,
		Users: users, Secret: secret, Trust: s.config.PGWire.AllowInsecure,
		IdleTimeout: s.config.PGWire.IdleTimeout, IdleInTransaction: s.config.PGWire.IdleInTransactionTimeout,
	})
}
