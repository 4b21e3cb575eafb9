package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

// program is a server to be tried.
type program struct{ name, path, version string }

type report struct {
	programs []program
	rows     []row
	started  time.Time
	took     time.Duration
	calls    int
	load     string
}

func newReport(ctx context.Context, o options) *report {
	r := &report{started: time.Now(), calls: o.calls, load: loadAverage()}
	for _, text := range o.programs {
		name, path, named := strings.Cut(text, "=")
		if !named {
			name, path = filepath.Base(text), text
		}
		version := "unknown"
		if out, err := exec.CommandContext(ctx, path, "version").Output(); err == nil {
			version, _, _ = strings.Cut(string(out), "\n")
		}
		r.programs = append(r.programs, program{name, path, version})
	}
	return r
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// trial starts a program, makes one trial at it, and stops it.
func (r *report) trial(ctx context.Context, dir string, p program, f func(*server) (row, error)) error {
	s, err := start(ctx, p.path, dir)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	out, err := f(s)
	out.Program, out.MiB = p.name, s.memory()
	if err = errors.Join(err, s.stop()); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	r.rows = append(r.rows, out)
	fmt.Printf("%s, %s %s, %d agents: %d of %d refused, p99 %.0f ms\n", p.name, out.Trial, out.Era, out.Agents, out.Refused, out.Calls, out.P99)
	if out.firstErr != nil {
		fmt.Printf("  %d failed: %v\n", out.Failed, out.firstErr)
	}
	return nil
}

// print writes the table.
func (r *report) print(w io.Writer) error {
	fmt.Fprintf(w, "\nMany agents, %s: %d cores, load %s at the start, %s; each agent %d calls, one after the other.\n",
		r.started.Format(time.DateOnly), runtime.NumCPU(), r.load, runtime.Version(), r.calls)
	for _, p := range r.programs {
		fmt.Fprintf(w, "%s: %s\n", p.name, p.version)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\ntrial\tera\tagents\tprogram\tcalls\trefused\t%\tfailed\tp50 ms\tp99 ms\tlongest ms\tserver MiB\t")
	for _, row := range r.rows {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%d\t%d\t%.1f\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t\n", row.Trial, row.Era, row.Agents, row.Program, row.Calls,
			row.Refused, 100*float64(row.Refused)/float64(max(1, row.Calls)), row.Failed, row.P50, row.P99, row.Longest, row.MiB)
	}
	return t.Flush()
}

// keep prints the report and, with a folder, keeps it there.
func (r *report) keep(folder string) error {
	if err := r.print(os.Stdout); err != nil || folder == "" {
		return err
	}
	name := filepath.Join(folder, fmt.Sprintf("%s-%dcores-agents", r.started.Format(time.DateOnly), runtime.NumCPU()))
	var text strings.Builder
	if err := r.print(&text); err != nil {
		return err
	}
	versions := map[string]string{}
	for _, p := range r.programs {
		versions[p.name] = p.version
	}
	data, err := json.MarshalIndent(map[string]any{
		"started": r.started.UTC().Format(time.RFC3339), "took": r.took.Round(time.Second).String(), "cores": runtime.NumCPU(), "load": r.load,
		"go": runtime.Version(), "calls": r.calls, "programs": versions, "rows": r.rows,
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".txt", []byte(strings.TrimPrefix(text.String(), "\n")), 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	return os.WriteFile(name+".json", append(data, '\n'), 0o644) //nolint:gosec // for everybody to read
}
