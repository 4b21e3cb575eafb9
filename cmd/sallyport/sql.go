package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// sqlOptions are the flags of the sql command.
type sqlOptions struct {
	address, source, user, sslmode, format string
}

func sqlCommand(std streams, environ []string) *cobra.Command {
	var o sqlOptions
	cmd := &cobra.Command{
		Use:   "sql [statement]",
		Short: "Run SQL against a running server, or open a shell",
		Long: `Connects to a running server by the Postgres wire protocol, so that no psql is
needed. With an argument it runs that and ends; the exit status is 1 if it
failed. Without one it reads statements up to each semicolon: on a terminal as
a shell (\? helps), else from standard input until the first error.

Where a server wants a password, it is taken from PGPASSWORD or ~/.pgpass.`,
		Example: `  sallyport sql "SELECT state, count(*) FROM airports GROUP BY 1 ORDER BY 2 DESC LIMIT 5"
  sallyport sql --format csv "SELECT * FROM weather" > weather.csv
  sallyport sql --address db.internal:5466 --source shop
  sallyport sql < report.sql`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSQL(cmd.Context(), o, args, std, environ)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.address, "address", "a", "127.0.0.1:5466", "the server's `host:port`")
	f.StringVarP(&o.source, "source", "s", "", "the `name` of the source that unqualified tables belong to (default: the server's)")
	f.StringVarP(&o.user, "user", "u", "", "the `name` to connect as (default: yours)")
	f.StringVar(&o.sslmode, "sslmode", "prefer", "as libpq has it: disable, prefer, require, verify-full…")
	f.StringVarP(&o.format, "format", "f", "table", "table, csv, json")
	return cmd
}

func runSQL(ctx context.Context, o sqlOptions, args []string, std streams, environ []string) error {
	out, err := newFormat(o.format, std.out)
	if err != nil {
		return err
	}
	c, err := newSQLClient(o, std.err, getenv(environ))
	if err != nil {
		return err
	}
	c.out = out
	if err := c.connect(ctx); err != nil {
		return err
	}
	defer c.close()
	if len(args) == 1 {
		if !c.run(ctx, args[0]) {
			return errReported
		}
		return nil
	}
	if in, ok := std.in.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		history := ""
		if dir, err := defaultStateDir(environ); err == nil {
			history = filepath.Join(dir, "sql_history")
		}
		return newShell(c, in, std.out, history).run(ctx)
	}
	return script(ctx, c, std.in)
}

// script runs statements until the first error.
func script(ctx context.Context, c *sqlClient, in io.Reader) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("cannot read standard input: %w", err)
	}
	for rest := string(text); ; {
		statement, after, complete := cutStatement(rest)
		if !complete {
			statement = rest
		}
		if !blank(statement) && !c.run(ctx, statement) {
			return errReported
		}
		if !complete {
			return nil
		}
		rest = after
	}
}

// sqlClient is a connection to a server and where its answers go.
type sqlClient struct {
	config *pgconn.Config
	conn   *pgconn.PgConn
	out    format
	err    io.Writer
}

func newSQLClient(o sqlOptions, errs io.Writer, getenv func(string) string) (*sqlClient, error) {
	host, port, err := net.SplitHostPort(o.address)
	if err != nil {
		return nil, fmt.Errorf("--address: %q is not host:port", o.address)
	}
	if o.user == "" {
		o.user = getenv("USER")
	}
	if o.user == "" {
		o.user = "sallyport"
	}
	var settings []string
	for _, s := range [][2]string{
		{"host", host},
		{"port", port},
		{"user", o.user},
		{"sslmode", o.sslmode},
		{"connect_timeout", "10"},
		{"application_name", "sallyport sql"},
	} {
		quoted := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s[1])
		settings = append(settings, s[0]+"='"+quoted+"'")
	}
	cfg, err := pgconn.ParseConfig(strings.Join(settings, " "))
	if err != nil {
		return nil, fmt.Errorf("cannot connect: %w", err)
	}
	cfg.Database = o.source // and not the environment's
	c := &sqlClient{config: cfg, err: errs}
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { printError(errs, (*pgconn.PgError)(n), "") }
	cfg.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: 5 * time.Second}
	}
	return c, nil
}

func (c *sqlClient) connect(ctx context.Context) error {
	conn, err := pgconn.ConnectConfig(ctx, c.config)
	if err == nil {
		c.conn = conn
		return nil
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		printError(c.err, refused, "")
		return errReported
	}
	address := net.JoinHostPort(c.config.Host, strconv.Itoa(int(c.config.Port)))
	var network *net.OpError
	if errors.As(err, &network) {
		return fmt.Errorf("cannot connect to %s: %w\n  Is the server running? Start it with: sallyport srv", address, network.Err)
	}
	return fmt.Errorf("cannot connect to %s: %w", address, err)
}

func (c *sqlClient) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.conn.Close(ctx) // the process is about to end, or to connect again
}

// run runs one text, which may hold several statements, prints what it
// returns, and reports whether it went well. An interrupt cancels it.
func (c *sqlClient) run(ctx context.Context, sql string) bool {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	if c.conn.IsClosed() {
		if err := c.connect(ctx); err != nil {
			c.report(err, sql)
			return false
		}
	}
	results := c.conn.Exec(ctx, sql)
	for results.NextResult() {
		if err := c.print(results.ResultReader()); err != nil {
			_ = results.Close() // the first error is the one to tell
			c.report(err, sql)
			return false
		}
	}
	if err := results.Close(); err != nil {
		c.report(err, sql)
		return false
	}
	return true
}

func (c *sqlClient) print(r *pgconn.ResultReader) error {
	fields := r.FieldDescriptions()
	if len(fields) > 0 {
		if err := c.out.begin(fields); err != nil {
			return err
		}
	}
	for r.NextRow() {
		if err := c.out.row(r.Values()); err != nil {
			return err
		}
	}
	tag, err := r.Close()
	if err != nil {
		return errors.Join(err, c.out.end("", len(fields) > 0))
	}
	return c.out.end(tag.String(), len(fields) > 0)
}

func (c *sqlClient) report(err error, sql string) {
	var pgErr *pgconn.PgError
	switch {
	case errors.Is(err, errReported):
	case errors.As(err, &pgErr):
		printError(c.err, pgErr, sql)
	default:
		fmt.Fprintf(c.err, "sallyport: %v\n", err)
	}
}
