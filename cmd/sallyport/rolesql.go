package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/providers/postgres/posture"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A role has room for the two pools of one server (max_connections,
// mcp_max_connections), and for the connections that read
// the catalog and look at the posture.
const (
	clientConnections = 100
	mcpConnections    = 10
	ownConnections    = 2
)

func roleSQLCommand(std cli.Streams, environ []string) *cobra.Command {
	var source string
	role := posture.Role{}
	cmd := &cobra.Command{
		Use:   "role-sql --role name --schema schema",
		Short: "Print the SQL that makes a least-privilege Postgres role",
		Long: `Prints an SQL script that makes a login which may read (with --write: change)
the tables of the given schemas, those made later included, and can do nothing
else even if the gate in front of it failed. A superuser runs it with psql, and
may run it again. It has no password in it: psql's \password sets one.

It connects to the source, if there is one, to learn who owns the tables and
what else is open to everybody. Without one, or when it is not reachable, the
script says in comments what is to be filled in.`,
		Example: `  sallyport role-sql --role sallyport_shop --schema public --schema sales > role.sql
  sallyport role-sql --config sallyport.yaml --source shop --role sallyport_shop --schema sales
  psql -X -v ON_ERROR_STOP=1 -d shop -f role.sql`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := cli.LoadConfig(cmd, environ)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return roleSQL(ctx, c, source, role, std, environ)
		},
	}
	cli.AddConfigFlags(cmd)
	f := cmd.Flags()
	f.StringVarP(&source, "source", "s", "", "the `name` of the source to ask (default: the server's, if that is Postgres)")
	f.StringVar(&role.Name, "role", "", "the `name` of the role")
	f.StringArrayVar(&role.Schemas, "schema", nil, "a `schema` that the role is to read; may be given again")
	f.BoolVar(&role.Write, "write", false, "the role may insert, update and delete too")
	f.IntVar(&role.Connections, "connections", 0, "at most so many at once (default: what one server takes)")
	for _, name := range []string{"role", "schema"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flags are above
		}
	}
	return cmd
}

func roleSQL(ctx context.Context, c config.Config, source string, role posture.Role, std cli.Streams, environ []string) error {
	found, err := postgresSource(c, source)
	if err != nil {
		return err
	}
	if role.Timeout = c.Limits.StatementTimeout; role.Timeout <= 0 {
		role.Timeout = 5 * time.Minute
	}
	clients, calls := clientConnections, mcpConnections
	if found != nil {
		clients, calls = cmp.Or(found.MaxConnections, clients), cmp.Or(found.MCPMaxConnections, calls)
	}
	if role.Connections <= 0 {
		role.Connections = clients + calls + ownConnections
	}
	if _, err := role.Script(); err != nil {
		return err // before anybody is asked
	}
	if found != nil {
		role.Source, err = askSource(ctx, *found, role.Schemas, environ)
		switch code := sqlstate.CodeOf(err); {
		case code == sqlstate.InvalidSchemaName:
			return err
		case err != nil:
			cli.Explain(std.Err, err)
			fmt.Fprintln(std.Err, "  The script is made without it: look for OWNER in it.")
		}
	}
	script, err := role.Script()
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.Out, script)
	return err
}

// postgresSource finds the source to ask; nil for none.
func postgresSource(c config.Config, name string) (*config.Source, error) {
	var names []string
	for _, s := range c.Sources {
		if s.Name == name || name == "" && s.Name == c.DefaultSource() && s.Kind == config.Postgres {
			if s.Kind != config.Postgres {
				return nil, fmt.Errorf("--source: %q is no Postgres server: its kind is %s", name, s.Kind)
			}
			return &s, nil
		}
		names = append(names, s.Name)
	}
	if name != "" {
		return nil, fmt.Errorf("--source: there is no source %q%s", name, config.Suggest(name, names, "sources"))
	}
	return nil, nil
}

func askSource(ctx context.Context, s config.Source, schemas []string, environ []string) (found *posture.RoleSource, err error) {
	if logins := s.Logins(); len(logins) > 0 { // they have the same needs
		s = logins[0]
	}
	dsn, err := s.ResolveDSN(cli.Getenv(environ))
	if err != nil {
		return nil, err
	}
	p, err := postgres.Open(ctx, postgres.Options{Name: s.Name, DSN: dsn.Reveal(), Logger: hclog.NewNullLogger()})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	return p.RoleSource(ctx, schemas)
}
