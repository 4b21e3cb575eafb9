package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/sallyportdb/sallyport/bench/versus"
)

type report struct {
	*versus.Report
	rows  []row
	calls int
}

func newReport(ctx context.Context, o options) *report {
	return &report{Report: versus.NewReport(ctx, o.Flags), calls: o.calls}
}

// trial starts a program, makes one trial at it, and stops it.
func (r *report) trial(ctx context.Context, dir string, p versus.Program, f func(*server) (row, error)) error {
	s, err := start(ctx, p.Path, dir)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	out, err := f(s)
	out.Program = p.Name
	out.MiB, _ = s.Memory()
	if err = errors.Join(err, s.Stop()); err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	r.rows = append(r.rows, out)
	fmt.Printf("%s, %s %s, %d agents: %d of %d refused, p99 %.0f ms\n", p.Name, out.Trial, out.Era, out.Agents, out.Refused, out.Calls, out.P99)
	if out.firstErr != nil {
		fmt.Printf("  %d failed: %v\n", out.Failed, out.firstErr)
	}
	return nil
}

// print writes the table.
func (r *report) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\ntrial\tera\tagents\tprogram\tcalls\trefused\t%\tfailed\tp50 ms\tp99 ms\tlongest ms\tserver MiB\t")
	for _, row := range r.rows {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%d\t%d\t%.1f\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t\n", row.Trial, row.Era, row.Agents, row.Program, row.Calls,
			row.Refused, 100*float64(row.Refused)/float64(max(1, row.Calls)), row.Failed, row.P50, row.P99, row.Longest, row.MiB)
	}
	return t.Flush()
}

// keep prints the report, and keeps it.
func (r *report) keep() error {
	return r.Keep("agents", "Many agents", fmt.Sprintf("each agent %d calls, one after the other", r.calls), r.print,
		map[string]any{"calls": r.calls, "rows": r.rows})
}
