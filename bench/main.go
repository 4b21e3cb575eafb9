// Bench measures the server against what it stands in front of, and says it in
// ratios: numbers of one run, on one machine, taken in turns. It asserts
// nothing.
//
//	make bench                             # some fifteen minutes
//	make bench-smoke                       # all of it, small: does it run?
//	go run ./bench -only select,rows       # parts of it
//	go run ./bench -rounds 9 -duration 10s # longer, steadier
//	go run ./bench -table bench/results/….json -readme README.md
//
// It starts a temporary PostgreSQL, PgBouncer in front of it, and bin/sallyport
// in front of it, with its record on and everything else as it is by default;
// all three listen on the loopback. The parts, each at every target in turn, in
// rounds:
//
//   - select: pgbench -S by each protocol and number of clients;
//   - tpcb: pgbench's mix of updates, PostgreSQL's fsync on and the record
//     durable, for each value of audit.sync_changes that the server knows. A
//     CHECKPOINT and a VACUUM of the small tables go before each measurement;
//   - rows: a million rows out, as text, in binary and by COPY, and in by COPY
//     (to an unlogged table, so that the disk is not what is measured), with a
//     client that only counts frames;
//   - idle: a fresh server, pgbench -S at 8 clients without and then with idle
//     connections, and what those take of the server's memory. With session
//     pooling, and with transaction pooling where the server knows it;
//   - connect: connect, SELECT 1, disconnect, from several clients at once;
//   - start: a fresh server without DuckDB in use, from its process to its first
//     answer, and its memory;
//   - mcp: tool calls over HTTP from several connections at once;
//   - embedded: one row by the wire, of PostgreSQL, of a table of the embedded engine,
//     of a CSV file.
//
// Every number is the median of the rounds, ± half of their range; a ratio is
// the median of the ratios of each round. Latencies are pgbench's own log, a
// sample of it for what only reads. CPU is what the process in the middle used,
// user and system time, without what connecting took; the machine is shared by
// clients, PostgreSQL and the server, so on few cores that is what limits the
// rest. Results are kept in bench/results.
//
// PgBouncer is left out where it is not installed. What goes wrong in one row
// is noted, the others are measured, and the exit status is 1.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := parse(os.Args[1:], os.Stderr)
	switch {
	case err != nil:
	case o.table != "":
		err = printTable(o.table, o.readme, os.Stdout)
	default:
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

// run starts the servers, measures, and prints and keeps the report.
func run(ctx context.Context, o options, out io.Writer) error {
	dir, err := os.MkdirTemp("", "sallyport-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	started, load := time.Now(), loadAverage()
	s, err := startServers(ctx, dir, o)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	r := newReport(ctx, s, o, load)
	r.measure(ctx, o, out)
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
		kept, err := r.keep(o.out, o.only, out)
		if err == nil && o.readme != "" {
			err = printTable(kept, o.readme, out)
		}
		if err != nil {
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
func (r *report) measure(ctx context.Context, o options, out io.Writer) {
	var busy []float64
	for round := range o.rounds {
		fmt.Fprintf(out, "round %d of %d\n", round+1, o.rounds)
		for i := range r.Lines {
			line := &r.Lines[i]
			if round >= o.roundsOf(line.Part) {
				continue
			}
			for j := range line.Targets {
				at := &line.Targets[(round+j)%len(line.Targets)]
				busy = append(busy, others())
				got, err := line.run(ctx, at.Name)
				if ctx.Err() != nil {
					return
				}
				at.add(round, got, err)
			}
		}
	}
	r.Others = median(busy)
	if r.Others > othersMatter*float64(r.Cores) {
		r.Problems = append(r.Problems, fmt.Sprintf("others used %.1f of %d cores between the measurements: these numbers are rough", r.Others, r.Cores))
	}
}

// othersMatter is the part of the machine that others may use before it is said.
const othersMatter = 0.1
