package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery/ingest"
	"github.com/sallyportdb/sallyport/discovery/remote"
	"github.com/sallyportdb/sallyport/ownersocket"
)

func ingestCommand(std cli.Streams, environ []string) *cobra.Command {
	var r remote.Request
	var format string
	var comments bool
	cmd := &cobra.Command{
		Use:   "ingest [connection…]",
		Short: "Take snapshots and profiles of what the sources have",
		Long: `Takes a snapshot of each source (or of those that are named): schemas, tables,
columns, types, keys, comments. Then it profiles the tables that are new or have
changed: one SELECT of some thousand rows each, which is judged and recorded like
anybody's. Columns that are described as personal are never sampled.

A server that runs on the state directory does the work; without one the command
does it itself. Servers use a new snapshot at once. Interrupted, it goes on where it
was the next time.

With --write-comments it writes the descriptions that people and tools have given
to the tables of a Postgres source into its comments instead, in the server's mode:
in mode safe a person has to approve each.`,
		Example: `  sallyport ingest --config sallyport.yaml
  sallyport ingest crm --no-profile
  sallyport ingest --format json crm warehouse
  sallyport ingest --write-comments --dry-run crm
  sallyport ingest status`,
		RunE: func(cmd *cobra.Command, args []string) error {
			show, err := newIngestShow(format, std)
			if err != nil {
				return err
			}
			if r.Connections = args; comments && len(args) == 0 {
				return errors.New("--write-comments needs the name of a connection")
			}
			if r.DryRun && !comments {
				return errors.New("--dry-run is for --write-comments: a snapshot changes nothing at its source")
			}
			c, err := cli.LoadConfig(cmd, environ)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return ingestBy(ctx, c, environ, std, r, comments, show)
		},
	}
	cli.AddConfigFlags(cmd, "mode", "state-dir", "log-level")
	cmd.Flags().BoolVar(&r.NoProfile, "no-profile", false, "only the snapshot: no table is read")
	cmd.Flags().BoolVar(&r.Anew, "anew", false, "profile tables that have not changed, too")
	cmd.Flags().BoolVar(&comments, "write-comments", false, "write descriptions into the source's comments")
	cmd.Flags().BoolVar(&r.DryRun, "dry-run", false, "with --write-comments: only show the statements")
	cmd.Flags().StringVarP(&format, "format", "f", "table", "table, json")
	cmd.AddCommand(ingestStatusCommand(std, environ), ingestReportCommand(std, environ))
	return cmd
}

// ingestBy has the server of the state directory do it, or does it itself.
func ingestBy(ctx context.Context, c config.Config, environ []string, std cli.Streams, r remote.Request, comments bool, show *ingestShow) error {
	client, err := remote.Find(ctx, c.StateDir)
	switch {
	case err == nil:
		show.by("the server at " + client.Socket())
		if comments {
			err = client.Comments(ctx, r, show.line)
		} else {
			err = client.Ingest(ctx, r, show.line)
		}
	case errors.Is(err, remote.ErrNobody):
		err = ingestHere(ctx, c, environ, std, r, comments, show)
	}
	if ended := show.showResults(); err == nil {
		err = ended
	}
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted: what was whole is kept, and the next run goes on from there")
	}
	return err
}

// ingestHere makes the engine, with a record of its own, and does the work by it.
func ingestHere(ctx context.Context, c config.Config, environ []string, std cli.Streams, r remote.Request, comments bool, show *ingestShow) (err error) {
	if c.Log.Level == "info" {
		c.Log.Level = "error" // the command shows what it does, and the server warns
	}
	logger := cli.NewLogger(c.Log, std.Err)
	s, err := openServer(ctx, c, environ, logger, nil, records.OpenOwn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	i, err := newIngestion(c, s.engine, s.guide, logger.Named("discovery"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.close()) }()
	show.by("records in " + s.record.Path())
	who := ownersocket.UserName(os.Geteuid())
	if comments {
		return i.WriteComments(ctx, who, r, func(c ingest.Comment) { show.line(remote.Line{Comment: &c}) })
	}
	results, err := i.Ingest(ctx, who, r, func(p ingest.Progress) { show.line(remote.Line{Progress: &p}) })
	if err == nil {
		show.line(remote.Line{Results: results})
	}
	return err
}
