package authcmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/auth/server"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func clientsCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use: "clients", Short: "The programs that are registered",
		Long: `Programs that may ask for tokens, beside those of the configuration
(auth.server.clients) and those that publish a document of their own.`,
		Example: "  sallyport auth clients list\n  sallyport auth clients add desktop --redirect-uri http://127.0.0.1/callback\n  sallyport auth clients remove desktop",
		Args:    cobra.NoArgs,
	}
	list := &cobra.Command{
		Use: "list", Short: "List them, and how they came",
		Example: "  sallyport auth clients list",
		Args:    cobra.NoArgs,
		RunE: onStore(environ, func(ctx context.Context, s *server.Store, _ []string) error {
			clients, err := s.StoredClients(ctx)
			if err != nil {
				return err
			}
			var rows [][]string
			for _, c := range clients {
				rows = append(rows, []string{c.ID, c.Name, stamp(c.Created), c.Origin, strings.Join(c.Redirects, " ")})
			}
			return table(std, []string{"CLIENT", "NAME", "SINCE", "ORIGIN", "REDIRECTS"}, rows)
		}),
	}
	remove := &cobra.Command{
		Use: "remove id", Short: "Remove one, and end its sessions",
		Example: "  sallyport auth clients remove desktop",
		Args:    cobra.ExactArgs(1),
		RunE: onStore(environ, func(ctx context.Context, s *server.Store, args []string) error {
			found, err := s.RemoveClient(ctx, args[0])
			if err == nil && !found {
				err = sqlstate.New(sqlstate.UndefinedObject, "there is no client %q in the store", args[0]).
					WithHint("sallyport auth clients list shows them. A client of the configuration is removed there.")
			}
			if err == nil {
				_, err = fmt.Fprintf(std.Out, "Removed %s and ended its sessions.\n", args[0])
			}
			return err
		}),
	}
	for _, one := range []*cobra.Command{list, addCommand(std, environ), remove} {
		cli.AddConfigFlags(one, "state-dir")
		cmd.AddCommand(one)
	}
	return cmd
}

func addCommand(std cli.Streams, environ []string) *cobra.Command {
	var c server.Client
	add := &cobra.Command{
		Use: "add id", Short: "Register one",
		Example: "  sallyport auth clients add desktop --name 'Our desktop agent' --redirect-uri http://127.0.0.1/callback --scope data:read",
		Args:    cobra.ExactArgs(1),
	}
	add.RunE = onStore(environ, func(ctx context.Context, s *server.Store, args []string) error {
		c.ID = args[0]
		if err := c.Check(); err != nil {
			return sqlstate.New(sqlstate.InvalidParameterValue, "%v", err).WithHint("Give --redirect-uri: http://127.0.0.1/PATH for a program on people's machines (any port), or https://.")
		}
		if err := s.AddClient(ctx, c, server.OriginOperator); err != nil {
			return err
		}
		_, err := fmt.Fprintf(std.Out, "Registered %s.\n", c.ID)
		return err
	})
	add.Flags().StringVar(&c.Name, "name", "", "how people are told of it")
	add.Flags().StringSliceVar(&c.Redirects, "redirect-uri", nil, "a `url` where answers may go, letter for letter; the port of a loopback address is free")
	add.Flags().StringSliceVar(&c.Scopes, "scope", nil, "a `scope` that it may have (default: any that its person has)")
	return add
}
