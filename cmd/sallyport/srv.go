package main

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire"
)

func srvCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "srv",
		Short: "Serve MCP and the Postgres wire protocol over one engine",
		Long: `Serves MCP (streamable HTTP) and the Postgres wire protocol from one process.
Without a configuration it serves sample data from an embedded database: the
tables airports, birdstrikes and weather.

It says how to connect, and runs until SIGINT (Ctrl-C) or SIGTERM. With
--mcp.server.type=stdio it speaks MCP to the one client that started it, as mcp
does, and ends with it; with reverse_proxy it stands before the Postgres server
that backend.dsn of --mcp.config names.`,
		Example: `  sallyport srv
  sallyport srv --mode read_only
  sallyport srv --config sallyport.yaml --log-level debug
  sallyport srv --mcp.server.type=reverse_proxy --mcp.config proxy.yaml`,
		Args: cobra.NoArgs,
		RunE: serveUntilSignal(serveBoth, std, environ),
	}
	cli.AddConfigFlags(cmd, "mode", "state-dir", "pgwire-address", "mcp-address", "log-level", "log-format")
	cli.AddStackQLFlags(cmd)
	return cmd
}

func serveBoth(ctx context.Context, c config.Config, std cli.Streams, environ []string) error {
	certificate, err := loadPGTLS(c.PGWire.TLS)
	if err != nil {
		return err
	}
	users, err := pgUsers(c, cli.Getenv(environ))
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	way, err := openWay(ctx, c, std)
	if err != nil {
		return byWhom(err, c)
	}
	defer way.close()
	listener, err := listen(ctx, c.PGWire.Address, "--pgwire-address")
	if err != nil {
		return byWhom(err, c)
	}
	defer listener.Close()

	s, err := openServing(ctx, c, std, environ, way.page, records.OpenShared)
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
	s.record.Listening(addressesOf(listener, way.listener)...)
	if way.listener == nil {
		welcome := func() {
			s.logger.Info("serving MCP on standard input and output", "mode", c.Mode, "postgres", reach(listener), "records", s.record.Path())
		}
		return s.serve(ctx, welcome, stdioDoor(ctx, end, m, std.In, way.out), s.pgDoor(ctx, pg, listener))
	}
	welcome := func() { greet(way.page, s, listener, way.listener) }
	return s.serve(ctx, welcome, mcpDoor(m, way.listener), s.pgDoor(ctx, pg, listener))
}

// addressesOf is where listeners listen; nil listens nowhere.
func addressesOf(listeners ...net.Listener) (list []string) {
	for _, l := range listeners {
		if l != nil {
			list = append(list, l.Addr().String())
		}
	}
	return list
}

// way is how MCP comes in and what that leaves of standard output: on a
// listener, and there is a page to greet on; or on standard input and output,
// where out is for MCP alone.
type way struct {
	listener  net.Listener
	page, out io.Writer
	close     func()
}

func openWay(ctx context.Context, c config.Config, std cli.Streams) (way, error) {
	if c.StackQL.Transport == config.Stdio {
		out, release, err := std.OwnStdout()
		return way{out: out, close: release}, err
	}
	if err := c.CheckDoors(); err != nil {
		return way{}, err
	}
	l, err := listenMCP(ctx, c.MCP, "--mcp-address")
	if err != nil {
		return way{}, err
	}
	return way{listener: l, page: std.Out, close: func() { _ = l.Close() }}, nil
}

// pgDoor is the Postgres door on a listener.
func (s *server) pgDoor(ctx context.Context, pg *pgwire.Server, l net.Listener) door {
	return door{
		name:  "Postgres",
		serve: func() error { return pg.Serve(context.WithoutCancel(ctx), l) },
		shut: func(ctx context.Context) error { // it says last words when the grace is over
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace+closing/2)
			defer cancel()
			return pg.Shutdown(ctx)
		},
		renew: func() error {
			certificate, err := loadPGTLS(s.config.PGWire.TLS)
			if err == nil {
				pg.SetTLS(certificate)
			}
			return err
		},
	}
}

// newPGWire makes the Postgres door. Without users any name is believed; on an address that
// other machines can reach, the configuration must allow that explicitly.
func (s *server) newPGWire(certificate *tls.Config, users []pgwire.User) (*pgwire.Server, error) {
	secret, err := pgSecret(s.config)
	if err != nil {
		return nil, err
	}
	tokens, err := pgTokens(s.config, s.identity.tokens)
	if err != nil {
		return nil, err
	}
	return pgwire.New(pgwire.Options{
		Engine: s.engine, Logger: s.logger.Named("pgwire"), TLS: certificate, TLSRequired: s.config.PGWire.TLSRequired(),
		Ceiling: gate.FullAccess, MaxConns: s.config.PGWire.MaxConnections,
		Users: users, Tokens: tokens, Secret: secret, Trust: s.config.PGWire.Trusted(),
		IdleTimeout: s.config.PGWire.IdleTimeout, IdleInTransaction: s.config.PGWire.IdleInTransactionTimeout,
		DrainTimeout: grace,
	})
}
