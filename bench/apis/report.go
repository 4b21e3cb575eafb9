package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sallyportdb/sallyport/bench/versus"
)

// report is what was measured.
type report struct {
	*versus.Report
	lines   []*line
	options options
}

// line is a trial at a program, in all rounds.
type line struct {
	Trial, Program string
	Rounds         []numbers
	Median         numbers
}

func newReport(ctx context.Context, o options) *report {
	return &report{Report: versus.NewReport(ctx, o.Flags), options: o}
}

// add notes a round of a trial.
func (r *report) add(trial, program string, n numbers) {
	at := slices.IndexFunc(r.lines, func(l *line) bool { return l.Trial == trial && l.Program == program })
	if at < 0 {
		at, r.lines = len(r.lines), append(r.lines, &line{Trial: trial, Program: program})
	}
	l := r.lines[at]
	l.Rounds = append(l.Rounds, n)
	l.Median = numbers{}
	for what := range n {
		var all []float64
		for _, round := range l.Rounds {
			all = append(all, round[what])
		}
		l.Median[what] = median(all)
	}
	fmt.Printf("%s, %s: %s\n", trial, program, n)
}

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// String lists the numbers in the order of their names.
func (n numbers) String() string {
	var list []string
	for _, what := range slices.Sorted(maps.Keys(n)) {
		list = append(list, fmt.Sprintf("%s %.4g", what, n[what]))
	}
	return strings.Join(list, ", ")
}

// print writes the table.
func (r *report) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t)
	for _, l := range r.lines {
		fmt.Fprintf(t, "%s\t%s\t%s\n", l.Trial, l.Program, l.Median)
	}
	return t.Flush()
}

// keep prints the report, and keeps it.
func (r *report) keep() error {
	return r.Keep("apis", "APIs", fmt.Sprintf("medians of %d rounds, programs in turns", r.options.rounds), r.print,
		map[string]any{"rows": r.options.rows, "values": r.options.values, "lines": r.lines})
}
