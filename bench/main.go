// Bench measures the server against what it stands in front of, and says it in
// ratios: numbers of one run, on one machine, taken in turns. It asserts
// nothing.
//
//	make bench                            # about three minutes
//	go run ./bench -rounds 9 -seconds 10  # longer, steadier
//	go run ./bench -only mcp
//
// It starts a temporary PostgreSQL with pgbench's tables, PgBouncer in front of
// it (session pooling), and bin/sallyport with that PostgreSQL and an embedded
// DuckDB as its sources, records on. Then, in rounds:
//
//   - pgbench -S, simple and prepared, at each number of clients, directly,
//     through PgBouncer and through Sallyport;
//   - MCP tool calls over HTTP from several connections at once.
//
// Every number is the median of the rounds. The CPU columns are what the
// process in the middle used for one transaction or call, user and system
// time; the machine is shared by clients, PostgreSQL and the server, so on few
// cores that is what limits the rest. Results are kept in bench/results.
//
// PgBouncer is left out where it is not installed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type options struct {
	rounds, seconds, scale int
	clients                []int
	connections            int
	only                   string
	binary, out            string
	load                   float64 // of the machine, before anything was started
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := parse(os.Args[1:], os.Stderr)
	if err == nil {
		err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		stop()
		os.Exit(1)
	}
}

func parse(args []string, errors io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(errors)
	flags.IntVar(&o.rounds, "rounds", 3, "rounds; every number is their median")
	flags.IntVar(&o.seconds, "seconds", 3, "seconds of each measurement")
	flags.IntVar(&o.scale, "scale", 1, "pgbench's scale: 100,000 rows each")
	flags.IntVar(&o.connections, "connections", 8, "connections of MCP clients")
	clients := flags.String("clients", "1,8", "numbers of pgbench clients")
	flags.StringVar(&o.only, "only", "", "pgbench or mcp; both if empty")
	flags.StringVar(&o.binary, "sallyport", filepath.Join("bin", "sallyport"), "the server's program")
	flags.StringVar(&o.out, "out", filepath.Join("bench", "results"), "folder of the results; nothing is kept if empty")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for _, text := range strings.Split(*clients, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return o, fmt.Errorf("-clients: %q is not a number of clients", text)
		}
		o.clients = append(o.clients, n)
	}
	if o.rounds < 1 || o.seconds < 1 || o.scale < 1 || o.connections < 1 {
		return o, fmt.Errorf("-rounds, -seconds, -scale and -connections must be at least 1")
	}
	if o.only != "" && o.only != "pgbench" && o.only != "mcp" {
		return o, fmt.Errorf("-only: %q is neither pgbench nor mcp", o.only)
	}
	return o, nil
}

// run starts the servers, measures, and prints and keeps the report.
func run(ctx context.Context, o options, out io.Writer) error {
	dir, err := os.MkdirTemp("", "sallyport-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	started := time.Now()
	o.load = loadAverage()
	s, err := startServers(ctx, dir, o)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	r := newReport(ctx, s, o)
	r.measure(ctx, s, o, out)
	if err := s.stop(); err != nil {
		r.Problems = append(r.Problems, err.Error())
	}
	if err := ctx.Err(); err != nil {
		return errors.New("interrupted; nothing is kept")
	}
	r.Took = time.Since(started).Round(time.Second).String()
	if err := r.print(out); err != nil {
		return err
	}
	if o.out != "" {
		if err := r.keep(o.out, out); err != nil {
			return err
		}
	}
	if !r.complete() {
		return errors.New("not everything could be measured; the report says why")
	}
	return nil
}

// measure takes all measurements in turns, so that a slow minute of the machine
// falls on everybody.
func (r *report) measure(ctx context.Context, s *servers, o options, out io.Writer) {
	each := time.Duration(o.seconds) * time.Second
	for round := range o.rounds {
		fmt.Fprintf(out, "round %d of %d\n", round+1, o.rounds)
		for i := range r.Pgbench {
			line := &r.Pgbench[i]
			for j := range line.Targets {
				at := &line.Targets[(round+j)%len(line.Targets)]
				sample, err := s.pgbench(ctx, at.Name, line.Protocol, line.Clients, each)
				at.add(sample, err)
			}
		}
		for i := range r.MCP {
			line := &r.MCP[(round+i)%len(r.MCP)]
			sample, err := s.callTools(ctx, line.call, o.connections, each)
			line.add(sample, err)
		}
		if ctx.Err() != nil {
			return
		}
	}
}
