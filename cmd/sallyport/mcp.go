package main

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/daemoncmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/mcp"
)

func mcpCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve MCP alone, on HTTP or on standard input and output",
		Long: `Serves MCP without the Postgres door, until it is ended; mcp start does so in
the background. With --mcp.server.type=stdio, as with mcp stdio, it speaks to the one
client that started it: standard output carries MCP messages and nothing else,
everything that is to be told goes to standard error, and it ends when standard input
closes.

Several may run at once: each keeps records of its own, in a folder of its own
below the audit log's where that is taken.`,
		Example: `  sallyport mcp --mcp.server.type=stdio
  sallyport mcp --mcp.server.type=http --mcp-address 127.0.0.1:9000
  sallyport mcp --mcp.server.type=reverse_proxy --mcp.config proxy.yaml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, environ, err := loadServer(cmd, environ)
			if err != nil {
				return err
			}
			for _, flag := range []string{"pgsrv.address", "pgsrv.port", "pgsrv.tls"} {
				if cmd.Flags().Changed(flag) {
					c.Notices = append(c.Notices, "--"+flag+" has no effect: mcp has no Postgres door, srv has")
				}
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if c.StackQL.Transport == config.Stdio {
				return serveStdio(ctx, c, std, environ)
			}
			return serveHTTP(ctx, c, std, environ, httpServing{flag: "--mcp-address", grace: grace})
		},
	}
	cli.AddConfigFlags(cmd, "mode", "state-dir", "mcp-address", "log-level", "log-format")
	cli.AddStackQLFlags(cmd)
	cmd.AddCommand(stdioCommand(std, environ))
	cmd.AddCommand(daemoncmd.Commands(std, environ, daemoncmd.Program{Load: loadServer, Serve: serveDaemon})...)
	return cmd
}

// stdioCommand is mcp --mcp.server.type=stdio by a name of its own.
func stdioCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stdio",
		Short: "Serve MCP on standard input and output, to the client that starts it",
		Long: `Speaks MCP to the one client that started it: standard output carries MCP messages
and nothing else, everything that is to be told goes to standard error, and it ends
when standard input closes. It may run beside the server of mcp start, with records in
a folder of its own; a DuckDB file can be open in one of them alone.`,
		Example: `  sallyport mcp stdio
  sallyport mcp stdio --config sallyport.yaml --env.file secrets.env`,
		Args: cobra.NoArgs,
		RunE: serveUntilSignal(serveStdio, std, environ),
	}
	cli.AddConfigFlags(cmd, "mode", "state-dir", "log-level", "log-format")
	cli.AddStackQLFlags(cmd)
	return cmd
}

// httpServing is what the commands that serve MCP over HTTP do differently.
type httpServing struct {
	flag      string               // sets the address
	grace     time.Duration        // of clients, when the server ends
	listening func(net.Addr) error // is told the address; nil: nobody wants to know
}

// serveDaemon serves the server of mcp start: its clients have less time to end, so that stop
// need not kill it.
func serveDaemon(ctx context.Context, c config.Config, std cli.Streams, environ []string, listening func(net.Addr) error) error {
	return serveHTTP(ctx, c, std, environ, httpServing{flag: "--port", grace: daemoncmd.StopPatience - closing - time.Second, listening: listening})
}

func serveStdio(ctx context.Context, c config.Config, std cli.Streams, environ []string) error {
	out, release, err := std.OwnStdout()
	if err != nil {
		return err
	}
	defer release()
	s, err := openServing(ctx, c, std, environ, nil, records.OpenOwn)
	if err != nil {
		return err
	}
	m, err := s.newMCP()
	if err != nil {
		return errors.Join(err, s.close())
	}
	s.logger.Info("serving MCP on standard input and output", "mode", c.Mode, "records", s.record.Path())
	err = m.ServeStdio(ctx, std.In, out)
	if errors.Is(err, context.Canceled) {
		err = nil // asked to end
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	return errors.Join(err, m.Shutdown(stopCtx), s.close())
}

func serveHTTP(ctx context.Context, c config.Config, std cli.Streams, environ []string, how httpServing) error {
	listener, err := listenMCP(ctx, c.MCP, how.flag)
	if err != nil {
		return byWhom(err, c)
	}
	defer listener.Close()
	s, err := openServing(ctx, c, std, environ, std.Out, records.OpenOwn)
	if err != nil {
		return err
	}
	m, err := s.newMCP()
	if err != nil {
		return errors.Join(err, s.close())
	}
	s.record.Listening(addressesOf(listener)...)
	s.grace = how.grace
	if how.listening != nil {
		if err := how.listening(listener.Addr()); err != nil {
			return errors.Join(err, s.close())
		}
	}
	return s.serve(ctx, func() { greet(std.Out, s, nil, listener) }, mcpDoor(m, listener))
}

// listenMCP opens the address of the MCP door, which a flag sets, with TLS where configured.
func listenMCP(ctx context.Context, c config.MCP, flag string) (net.Listener, error) {
	secure := &tlsListener{files: c.TLS}
	if c.TLS.Enabled() {
		if err := secure.renew(); err != nil {
			return nil, err
		}
	}
	listener, err := listen(ctx, c.Address, flag)
	if err != nil || !c.TLS.Enabled() {
		return listener, err
	}
	secure.Listener = tls.NewListener(listener, &tls.Config{
		MinVersion:         tls.VersionTLS12,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return secure.current.Load(), nil },
	})
	return secure, nil
}

// tlsListener is a listener whose certificate can be read anew while it listens.
type tlsListener struct {
	net.Listener
	files   config.TLS
	current atomic.Pointer[tls.Config]
}

// renew reads the certificate; what cannot be read changes nothing.
func (l *tlsListener) renew() error {
	c, err := loadTLS("mcp.tls", l.files)
	if err == nil {
		c.NextProtos = []string{"http/1.1"}
		l.current.Store(c)
	}
	return err
}

// stdioDoor is the MCP door on standard input and output, for a server that has
// another door too: when the client is gone, so is the server.
func stdioDoor(ctx context.Context, end context.CancelFunc, m *mcp.Server, in io.Reader, out io.Writer) door {
	shut := make(chan struct{})
	return door{
		name: "MCP",
		serve: func() error {
			err := m.ServeStdio(ctx, in, out)
			if err != nil && !errors.Is(err, context.Canceled) {
				return err
			}
			end()
			<-shut
			return nil
		},
		shut: func(ctx context.Context) error {
			end()
			close(shut)
			return m.Shutdown(ctx)
		},
	}
}
