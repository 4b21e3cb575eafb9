package findcmd

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/cmd/sallyport/validatecmd"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// testLimit bounds the test of one connection.
const testLimit = 20 * time.Second

func connectionCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "connection",
		Short: "List the sources, and test whether they answer",
		Args:  cobra.NoArgs,
	}
	list := &cobra.Command{
		Use:     "list",
		Short:   "List the configured sources, and which were ingested",
		Example: `  sallyport connection list --config sallyport.yaml`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error { return t.listConnections(ctx) })
		},
	}
	test := &cobra.Command{
		Use:   "test [CONNECTION…]",
		Short: "Connect to sources and run SELECT 1",
		Long: `Connects to the named sources, or to all, runs SELECT 1, and says how long that took. The exit
status is 1 where one does not answer.`,
		Example: `  sallyport connection test
  sallyport connection test shop --config sallyport.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, std, environ, func(ctx context.Context, t *tool) error { return t.testConnections(ctx, args) })
		},
	}
	addFlags(list)
	addFlags(test)
	cmd.AddCommand(list, test)
	return cmd
}

// connection is a line of the list.
type connection struct {
	ID          string  `json:"connectionId"`
	Kind        string  `json:"kind"`
	Description string  `json:"description,omitempty"`
	Default     bool    `json:"default,omitempty"`
	Tables      *int    `json:"tables"` // null: it was never ingested
	Profiled    int     `json:"profiledColumns"`
	ExtractedAt *string `json:"extractedAt"`
}

func (t *tool) listConnections(ctx context.Context) error {
	known, err := t.guide.Connections(ctx, t.view)
	if err != nil {
		return err
	}
	var list []connection
	for _, k := range known {
		c := connection{ID: k.ID, Kind: "gone", Default: k.ID == t.config.DefaultSource()}
		if len(t.config.Sources) == 0 && k.ID == sources.Demo {
			c.Kind, c.Description = config.DuckDB, "Sample data"
		}
		for _, s := range t.config.Sources {
			if s.Name == k.ID {
				c.Kind, c.Description = s.Kind, s.Description
			}
		}
		if k.Snapshot != nil {
			c.Tables, c.Profiled, c.ExtractedAt = &k.Tables, k.Profiled, &k.Snapshot.ExtractedAt
		}
		list = append(list, c)
	}
	if t.asJSON {
		return t.printJSON(map[string]any{"connections": list})
	}
	var rows [][]string
	for _, c := range list {
		byDefault, tables, profiled, at := "", "", "", "never: sallyport ingest "+c.ID
		if c.Default {
			byDefault = "yes"
		}
		if c.Tables != nil {
			tables, profiled, at = strconv.Itoa(*c.Tables), strconv.Itoa(c.Profiled), *c.ExtractedAt
		}
		rows = append(rows, []string{c.ID, c.Kind, byDefault, tables, profiled, at, c.Description})
	}
	return t.printTable([]string{"connection", "kind", "default", "tables", "profiled columns", "ingested", "description"}, rows)
}

// tested is what a test has shown.
type tested struct {
	ID      string  `json:"connectionId"`
	OK      bool    `json:"ok"`
	Version string  `json:"version,omitempty"`
	Millis  float64 `json:"milliseconds"`
	Error   string  `json:"error,omitempty"`
	Hint    string  `json:"hint,omitempty"`
}

func (t *tool) testConnections(ctx context.Context, names []string) error {
	beside, err := validatecmd.OpenBeside(ctx, t.config, t.environ)
	if err != nil {
		return err
	}
	defer beside.Close() //nolint:errcheck // it was only read
	all := beside.Sources()
	if len(names) == 0 {
		names = all
	}
	var list []tested
	failed := 0
	for _, name := range names {
		one := tested{ID: name}
		limited, cancel := context.WithTimeout(ctx, testLimit)
		began := time.Now()
		version, err := beside.Probe(limited, name)
		cancel()
		one.Millis = float64(time.Since(began).Microseconds()) / 1000
		if one.OK, one.Version = err == nil, version; err != nil {
			failed++
			coded := sqlstate.From(err)
			one.Error, one.Hint = coded.Message, coded.Hint
		}
		list = append(list, one)
	}
	if err := t.printTests(list); err != nil {
		return err
	}
	if failed > 0 {
		return cli.ExitStatus(1)
	}
	return nil
}

func (t *tool) printTests(list []tested) error {
	if t.asJSON {
		return t.printJSON(map[string]any{"connections": list})
	}
	var rows [][]string
	for _, one := range list {
		state, about := "ok", one.Version
		if !one.OK {
			state, about = "failed", one.Error
			if one.Hint != "" {
				about += ". " + one.Hint
			}
		}
		rows = append(rows, []string{one.ID, state, fmt.Sprintf("%.1f ms", one.Millis), about})
	}
	return t.printTable([]string{"connection", "state", "took", "about"}, rows)
}
