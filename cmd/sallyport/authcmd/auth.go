// Package authcmd is the command sallyport auth: the keys, clients and sessions of the authorization
// server that is built in, and hashes of passwords.
//
//	auth.go      the commands, and the store that they open
//	clients.go   list, add, remove
//	sessions.go  list, revoke
//
// The commands open the store of a state directory, or the Postgres that several servers share, beside the
// servers that run, which notice within a second what they change.
package authcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/auth/server"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/shell/show"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Command is sallyport auth. readPassword asks for a password without showing it.
func Command(std cli.Streams, environ []string, readPassword func(cli.Streams) (string, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "auth",
		Short: "Keys, clients and sessions of the built-in authorization server",
		Long: `Shows and changes what the built-in authorization server (auth.server of the
configuration) keeps in its state directory, or in the Postgres of auth.server.store.
Servers that run notice within a second. docs/identity.md begins at nothing.`,
		Example: `  sallyport auth hash
  sallyport auth sessions list
  sallyport auth sessions revoke alice
  sallyport auth clients add desktop --redirect-uri http://127.0.0.1/callback
  sallyport auth keys rotate`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(hashCommand(std, readPassword), keysCommand(std, environ), clientsCommand(std, environ), sessionsCommand(std, environ))
	return cmd
}

func hashCommand(std cli.Streams, readPassword func(cli.Streams) (string, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "hash",
		Short: "Make what the configuration keeps of a password",
		Long: `Asks for a password, twice and without showing it, and prints its hash (argon2id):
what auth.server.users[].password_hash takes. Where standard input is no terminal,
its first line is the password.`,
		Example: `  sallyport auth hash
  sallyport auth hash < password.txt`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			password, err := readPassword(std)
			if err != nil {
				return err
			}
			hash, err := server.HashPassword(password)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(std.Out, hash)
			return err
		},
	}
}

func keysCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use: "keys", Short: "The keys that sign access tokens",
		Example: "  sallyport auth keys list\n  sallyport auth keys rotate",
		Args:    cobra.NoArgs,
	}
	list := &cobra.Command{
		Use: "list", Short: "List the keys; the first one signs",
		Example: "  sallyport auth keys list --state-dir /var/lib/sallyport",
		Args:    cobra.NoArgs,
		RunE: onStore(environ, func(ctx context.Context, s *server.Store, _ []string) error {
			keys, err := s.Keys(ctx)
			if err != nil {
				return err
			}
			var rows [][]string
			for i, k := range keys {
				rows = append(rows, []string{k.ID, stamp(k.Created), map[bool]string{true: "signs", false: "verifies"}[i == 0]})
			}
			return table(std, []string{"KEY", "MADE", "USE"}, rows)
		}),
	}
	rotate := &cobra.Command{
		Use: "rotate", Short: "Sign with a new key from now on",
		Long: `Makes a new key, which signs when all servers know it: two seconds later. Access tokens that the old one has
signed stay good until they end, and it is published as long. It happens by
itself after 90 days.`,
		Example: "  sallyport auth keys rotate",
		Args:    cobra.NoArgs,
		RunE: onStore(environ, func(ctx context.Context, s *server.Store, _ []string) error {
			k, err := s.RotateKey(ctx)
			if err == nil {
				_, err = fmt.Fprintf(std.Out, "Key %s signs in two seconds.\n", k.ID)
			}
			return err
		}),
	}
	for _, one := range []*cobra.Command{list, rotate} {
		cli.AddConfigFlags(one, "state-dir")
		cmd.AddCommand(one)
	}
	return cmd
}

// onStore opens the store for a command.
func onStore(environ []string, do func(context.Context, *server.Store, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		c, err := cli.LoadConfig(cmd, environ)
		if err != nil {
			return err
		}
		dsn, err := c.Auth.Server.Store.ResolveDSN(cli.Getenv(environ))
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(c.StateDir, server.FileName)); dsn == "" && errors.Is(err, os.ErrNotExist) {
			return sqlstate.New(sqlstate.UndefinedFile, "the built-in authorization server has never run with the state directory %s", c.StateDir).
				WithHint("Name the server's with --state-dir, or start the server with auth.server.enabled: true.")
		}
		s, err := server.Open(cmd.Context(), c.StateDir, dsn.Reveal())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		return do(cmd.Context(), s, args)
	}
}

func stamp(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

func table(std cli.Streams, heading []string, rows [][]string) error {
	w := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{heading}, rows...) {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, show.Visible(cell))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
