package auditcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/shell/show"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func queryCommand(std cli.Streams, environ []string) *cobra.Command {
	var dir, format string
	cmd := &cobra.Command{
		Use:   "query sql",
		Short: "Query the audit log by SQL",
		Long: `Runs SQL over the table records: one row for each record of the audit log, old
and compressed files too. A server offers the same table to its clients as
sallyport.audit.records; this needs no server, and leaves no record of itself.
It only reads. DESCRIBE records lists the columns; docs/audit.md explains them.`,
		Example: `  sallyport audit query "SELECT principal, class, count(*), sum(rows) FROM records GROUP BY 1, 2 ORDER BY 3 DESC"
  sallyport audit query "SELECT time, principal, sql, error FROM records WHERE decision <> 'allow' ORDER BY seq DESC LIMIT 20"
  sallyport audit query --format csv "SELECT * FROM records WHERE time > now() - interval '1 day'" > day.csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, c, err := placeOf(cmd, environ, dir)
			if err != nil {
				return err
			}
			out, err := show.New(format, std.Out)
			if err != nil {
				return err
			}
			if files, err := audit.Files(dir); err != nil {
				return fmt.Errorf("cannot read the audit log: %w", err)
			} else if len(files) == 0 {
				return fmt.Errorf("there is no audit log in %s", dir)
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return query(ctx, c, dir, args[0], out, std.Err)
		},
	}
	addLogFlags(cmd, &dir)
	cmd.Flags().StringVarP(&format, "format", "f", "table", "table, csv, json")
	return cmd
}

// query runs SQL by an engine of its own in mode read_only, which takes the
// way of every other statement. What that engine records is thrown away: who may
// read the log's files need not ask anybody.
func query(ctx context.Context, c config.Config, dir, sql string, out show.Format, errs io.Writer) (err error) {
	temp, err := os.MkdirTemp("", "sallyport-")
	if err != nil {
		return fmt.Errorf("cannot make a folder for temporary files: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	record, err := audit.Open(audit.Options{Dir: filepath.Join(temp, "audit"), Reads: audit.SyncNever})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, record.Close()) }()
	e, err := engine.New(engine.Config{
		Version: cli.Version(), Mode: gate.ReadOnly, Log: record,
		Sources: []providers.Provider{sources.NewSelf(dir, temp, nil, hclog.NewNullLogger())},
		Limits:  engine.Limits{MaxSQLBytes: c.Limits.MaxSQLBytes},
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	s, err := e.Open(ctx, engine.Client{Door: "audit query", Principal: auth.Fixed("audit query", auth.Local), Ceiling: gate.ReadOnly})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	batch, err := s.Prepare(ctx, engine.Request{SQL: sql, Purpose: gate.AnyPurpose})
	if err == nil {
		err = s.ExecuteAll(ctx, batch, func(_ *engine.Statement, r *engine.Result) error { return printResult(r, out) })
	}
	if err != nil {
		e := sqlstate.From(err)
		show.Error(errs, &pgconn.PgError{
			Severity: "ERROR", Code: string(e.Code), Message: e.Message, Detail: e.Detail, Hint: e.Hint, Position: int32(e.Position),
		}, sql)
		return cli.ErrReported
	}
	return nil
}

// printResult prints what a statement returns.
func printResult(r *engine.Result, out show.Format) error {
	var fields []pgconn.FieldDescription
	for _, c := range r.Columns() {
		fields = append(fields, pgconn.FieldDescription{Name: c.Name, DataTypeOID: c.Type})
	}
	if len(fields) > 0 {
		if err := out.Begin(fields); err != nil {
			return err
		}
	}
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out.End(r.Tag(), len(fields) > 0)
		}
		if err != nil {
			return errors.Join(err, out.End("", len(fields) > 0))
		}
		if err := out.Row(row); err != nil {
			return err
		}
	}
}
