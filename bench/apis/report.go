package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report is what was measured.
type report struct {
	programs []program
	lines    []*line
	started  time.Time
	load     string
	options  options
}

type program struct{ name, path, version string }

// line is a trial at a program, in all rounds.
type line struct {
	Trial, Program string
	Rounds         []numbers
	Median         numbers
}

func newReport(ctx context.Context, o options) *report {
	r := &report{started: time.Now(), options: o, load: "unknown"}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		r.load, _, _ = strings.Cut(string(text), " ")
	}
	for text := range strings.SplitSeq(o.programs, ",") {
		name, path, named := strings.Cut(text, "=")
		if !named {
			name, path = filepath.Base(text), text
		}
		version := "unknown"
		if out, err := exec.CommandContext(ctx, path, "version").Output(); err == nil { //nolint:gosec // the program that is measured
			version, _, _ = strings.Cut(string(out), "\n")
		}
		r.programs = append(r.programs, program{name, path, version})
	}
	return r
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
	fmt.Fprintf(w, "APIs, %s: %d cores, load %s at the start, %s; medians of %d rounds, programs in turns.\n",
		r.started.Format(time.DateOnly), runtime.NumCPU(), r.load, runtime.Version(), r.options.rounds)
	for _, p := range r.programs {
		fmt.Fprintf(w, "%s: %s\n", p.name, p.version)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t)
	for _, l := range r.lines {
		fmt.Fprintf(t, "%s\t%s\t%s\n", l.Trial, l.Program, l.Median)
	}
	return t.Flush()
}

// keep prints the report and, with a folder, keeps it there.
func (r *report) keep(folder string) error {
	if err := r.print(os.Stdout); err != nil || folder == "" {
		return err
	}
	name := filepath.Join(folder, fmt.Sprintf("%s-%dcores-apis", r.started.Format(time.DateOnly), runtime.NumCPU()))
	var text strings.Builder
	if err := r.print(&text); err != nil {
		return err
	}
	versions := map[string]string{}
	for _, p := range r.programs {
		versions[p.name] = p.version
	}
	data, err := json.MarshalIndent(map[string]any{
		"started": r.started.UTC().Format(time.RFC3339), "cores": runtime.NumCPU(), "load": r.load, "go": runtime.Version(),
		"rows": r.options.rows, "values": r.options.values, "programs": versions, "lines": r.lines,
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".txt", []byte(text.String()), 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	return os.WriteFile(name+".json", append(data, '\n'), 0o644) //nolint:gosec // for everybody to read
}

// statusField reads a number of /proc/…/status.
func statusField(text, format string) (value float64) {
	for line := range strings.Lines(text) {
		if _, err := fmt.Sscanf(line, format, &value); err == nil {
			return value
		}
	}
	return 0
}
