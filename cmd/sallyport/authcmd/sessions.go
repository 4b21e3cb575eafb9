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

func sessionsCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use: "sessions", Short: "What people have let programs do",
		Long: `A session is what came of one consent: the access and refresh tokens of one
program for one person.`,
		Example: "  sallyport auth sessions list\n  sallyport auth sessions revoke alice",
		Args:    cobra.NoArgs,
	}
	list := &cobra.Command{
		Use: "list", Short: "List those that have not ended",
		Example: "  sallyport auth sessions list",
		Args:    cobra.NoArgs,
		RunE: onStore(environ, func(ctx context.Context, s *server.Store, _ []string) error {
			sessions, err := s.Sessions(ctx)
			if err != nil {
				return err
			}
			var rows [][]string
			for _, one := range sessions {
				state := "open"
				if one.Revoked {
					state = "revoked"
				}
				rows = append(rows, []string{one.ID[:12], one.Subject, one.Client, stamp(one.Used), stamp(one.Expires), state, strings.Join(one.Scopes, " ")})
			}
			return table(std, []string{"SESSION", "SUBJECT", "CLIENT", "USED", "ENDS", "STATE", "SCOPES"}, rows)
		}),
	}
	revoke := &cobra.Command{
		Use: "revoke session|subject", Short: "End one, or all of a person",
		Long: `Ends a session, or all sessions of a person: refresh tokens and access tokens are
refused at once, and a browser of the person has to log in again.`,
		Example: "  sallyport auth sessions revoke 4XK1M0Z9QEAB\n  sallyport auth sessions revoke alice",
		Args:    cobra.ExactArgs(1),
		RunE: onStore(environ, func(ctx context.Context, s *server.Store, args []string) error {
			n, err := s.Revoke(ctx, args[0])
			if err == nil && n == 0 {
				err = sqlstate.New(sqlstate.UndefinedObject, "no session is open by the name %q", args[0]).WithHint("sallyport auth sessions list shows them.")
			}
			if err == nil {
				_, err = fmt.Fprintf(std.Out, "Ended %d.\n", n)
			}
			return err
		}),
	}
	for _, one := range []*cobra.Command{list, revoke} {
		cli.AddConfigFlags(one, "state-dir")
		cmd.AddCommand(one)
	}
	return cmd
}
