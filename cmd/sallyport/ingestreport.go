package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/guides"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/discovery/ingest"
)

// secondsUTC writes a time in UTC for people.
const secondsUTC = "2006-01-02 15:04:05 UTC"

// The states of a connection, as its last run has left it.
const (
	neverIngested      = "never"
	ingestedOK         = "ok"
	ingestedInPart     = "incomplete" // some tables are not profiled
	ingestionHasFailed = "failed"
)

func ingestStatusCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Tell which snapshot each connection has, and how its last run went",
		Long: `Lists the connections with their current snapshots, and how the last run of each
went: ok, incomplete (some tables are not profiled), failed, or never. A run that
failed leaves the snapshot that was there. The command only reads.`,
		Example: `  sallyport ingest status --config sallyport.yaml
  sallyport ingest status --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withReports(cmd, std, environ, func(k known, asJSON bool) error { return printStatus(std.Out, k, asJSON) })
		},
	}
	addReportFlags(cmd)
	return cmd
}

func ingestReportCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report [CONNECTION…]",
		Short: "Show what the last run of each connection has taken, and what failed",
		Long: `Shows for each connection, or for those that are named, the last run of the command
or of a server: when it began, what it has taken, how long that took, and what has
failed and why. The command only reads.`,
		Example: `  sallyport ingest report
  sallyport ingest report crm --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withReports(cmd, std, environ, func(k known, asJSON bool) error { return printReports(std, k, args, asJSON) })
		},
	}
	addReportFlags(cmd)
	return cmd
}

func addReportFlags(cmd *cobra.Command) {
	cli.AddConfigFlags(cmd, "state-dir")
	cmd.Flags().StringP("format", "f", "table", "table, json")
}

// known is what the state directory has of the connections.
type known struct {
	connections []guide.Connection
	reports     map[string]ingest.Result // of the last runs
}

// withReports reads what is known for a command.
func withReports(cmd *cobra.Command, std cli.Streams, environ []string, f func(k known, asJSON bool) error) error {
	return guides.ForCommand(cmd, std, environ, func(ctx context.Context, c config.Config, opened *guides.Opened, asJSON bool) error {
		k, err := readKnown(ctx, c, opened)
		if err != nil {
			return err
		}
		return f(k, asJSON)
	})
}

func readKnown(ctx context.Context, c config.Config, opened *guides.Opened) (k known, err error) {
	names, err := opened.Names(ctx, c)
	if err != nil {
		return k, err
	}
	if k.reports, err = ingest.Reports(ctx, opened.Store); err != nil {
		return k, err
	}
	k.connections, err = opened.Connections(ctx, guide.View{Connections: names})
	return k, err
}

// state says how the last run of a connection went.
func (k known) state(c guide.Connection) string {
	switch last := k.reports[c.ID]; {
	case last.Error != "":
		return ingestionHasFailed
	case last.Failed > 0 || last.Left > 0:
		return ingestedInPart
	case c.Snapshot == nil:
		return neverIngested
	}
	return ingestedOK
}

// ingestStatus is a line of ingest status.
type ingestStatus struct {
	Connection string     `json:"connection"`
	State      string     `json:"state"`
	Tables     *int       `json:"tables"` // null: there is no snapshot
	Profiled   int        `json:"profiled_columns"`
	LastRun    *time.Time `json:"last_run"` // null: none is known
	SyncID     *string    `json:"sync_id"`
}

func printStatus(out io.Writer, k known, asJSON bool) error {
	list := []ingestStatus{}
	for _, c := range k.connections {
		one := ingestStatus{Connection: c.ID, State: k.state(c), Profiled: c.Profiled}
		if c.Snapshot != nil {
			one.Tables, one.SyncID = &c.Tables, &c.Snapshot.SyncID
		}
		if last, ran := k.reports[c.ID]; ran {
			one.LastRun = &last.Began
		}
		list = append(list, one)
	}
	if asJSON {
		return json.NewEncoder(out).Encode(map[string]any{"connections": list})
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CONNECTION\tSTATE\tTABLES\tPROFILED COLUMNS\tLAST RUN\tSNAPSHOT")
	for _, one := range list {
		tables, ran, sync := "-", "-", "-"
		if one.Tables != nil {
			tables, sync = strconv.Itoa(*one.Tables), *one.SyncID
		}
		if one.LastRun != nil {
			ran = one.LastRun.Format(secondsUTC)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", one.Connection, one.State, tables, one.Profiled, ran, sync)
	}
	return w.Flush()
}

// printReports shows the last runs as the runs themselves do.
func printReports(std cli.Streams, k known, names []string, asJSON bool) error {
	all := make([]string, len(k.connections))
	for i, c := range k.connections {
		all[i] = c.ID
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("there is no connection %q%s", name, config.Suggest(name, all, "connections"))
		}
	}
	results := []ingest.Result{}
	for _, name := range all {
		if last, ran := k.reports[name]; ran && (len(names) == 0 || slices.Contains(names, name)) {
			results = append(results, last)
		}
	}
	if asJSON {
		return json.NewEncoder(std.Out).Encode(map[string]any{"results": results})
	}
	if len(results) == 0 {
		_, err := fmt.Fprintln(std.Out, "No run is known. sallyport ingest takes a snapshot.")
		return err
	}
	(&ingestShow{out: std.Out, results: results, dated: true}).table()
	return nil
}
