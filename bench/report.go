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
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// report is what is printed and kept.
type report struct {
	Date     string            `json:"date"`
	Took     string            `json:"took"`
	Cores    int               `json:"cores"`
	CPU      string            `json:"cpu"`
	Load     float64           `json:"load_before"` // the machine's, averaged over the minute before
	Versions map[string]string `json:"versions"`
	Settings map[string]int    `json:"settings"`
	Pgbench  []pgbenchLine     `json:"pgbench,omitempty"`
	MCP      []mcpLine         `json:"mcp,omitempty"`
	Problems []string          `json:"problems,omitempty"`
}

// pgbenchLine is one kind of work, at every target.
type pgbenchLine struct {
	Protocol string   `json:"protocol"`
	Clients  int      `json:"clients"`
	Targets  []series `json:"targets"`
}

// mcpLine is one tool call.
type mcpLine struct {
	series
	call toolCall
}

// series is one measurement, over all rounds.
type series struct {
	Name      string   `json:"name"`
	PerSecond float64  `json:"per_second"` // medians
	CPUMicros float64  `json:"cpu_us,omitempty"`
	P50Millis float64  `json:"p50_ms,omitempty"`
	P99Millis float64  `json:"p99_ms,omitempty"`
	Samples   []sample `json:"samples"`
	Error     string   `json:"error,omitempty"`
}

// sample is what one round measured. CPUMicros is what the server in the middle
// used for one transaction or call; 0 where nothing is in the middle, or the
// system does not tell.
type sample struct {
	PerSecond float64 `json:"per_second"`
	CPUMicros float64 `json:"cpu_us,omitempty"`
	P50Millis float64 `json:"p50_ms,omitempty"`
	P99Millis float64 `json:"p99_ms,omitempty"`
}

const (
	direct    = "direct"
	pgbouncer = "pgbouncer"
	sallyport = "sallyport"
)

func newReport(ctx context.Context, s *servers, o options) *report {
	r := &report{
		Date: time.Now().UTC().Format(time.RFC3339), Cores: runtime.NumCPU(), CPU: cpuModel(), Load: o.load,
		Versions: s.versions(ctx, o.binary),
		Settings: map[string]int{
			"rounds": o.rounds, "seconds": o.seconds, "scale": o.scale, "mcp_connections": o.connections,
		},
		Problems: s.problems,
	}
	if r.Load > float64(r.Cores)/2 {
		r.Problems = append(r.Problems, fmt.Sprintf("the machine was busy before the run (load %.1f): these numbers are rough", r.Load))
	}
	targets := []series{{Name: direct}}
	if s.bouncer != nil {
		targets = append(targets, series{Name: pgbouncer})
	}
	targets = append(targets, series{Name: sallyport})
	if o.only != "mcp" {
		for _, protocol := range []string{"simple", "prepared"} {
			for _, n := range o.clients {
				r.Pgbench = append(r.Pgbench, pgbenchLine{Protocol: protocol, Clients: n, Targets: slices.Clone(targets)})
			}
		}
	}
	if o.only != "pgbench" {
		for _, call := range toolCalls(o.scale) {
			r.MCP = append(r.MCP, mcpLine{series: series{Name: call.title}, call: call})
		}
	}
	return r
}

// add takes one round's measurement in. Of failures the first is kept.
func (s *series) add(one sample, err error) {
	if err != nil {
		if s.Error == "" {
			s.Error = err.Error()
		}
		return
	}
	s.Samples = append(s.Samples, one)
	of := func(field func(sample) float64) float64 {
		values := make([]float64, len(s.Samples))
		for i, one := range s.Samples {
			values[i] = field(one)
		}
		return median(values)
	}
	s.PerSecond = of(func(one sample) float64 { return one.PerSecond })
	s.CPUMicros = of(func(one sample) float64 { return one.CPUMicros })
	s.P50Millis = of(func(one sample) float64 { return one.P50Millis })
	s.P99Millis = of(func(one sample) float64 { return one.P99Millis })
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}

// target returns one of the line's series, nil if it is not there.
func (l *pgbenchLine) target(name string) *series {
	for i := range l.Targets {
		if l.Targets[i].Name == name {
			return &l.Targets[i]
		}
	}
	return nil
}

// print writes the report for people.
func (r *report) print(w io.Writer) error {
	fmt.Fprintf(w, "\n%s, %d cores (%s), took %s\n", r.Date, r.Cores, r.CPU, r.Took)
	for _, name := range []string{"sallyport", "postgres", "pgbouncer", "go", "kernel"} {
		if v := r.Versions[name]; v != "" {
			fmt.Fprintf(w, "  %s: %s\n", name, v)
		}
	}
	fmt.Fprintf(w, "medians of %d rounds of %d s, scale %d\n", r.Settings["rounds"], r.Settings["seconds"], r.Settings["scale"])
	tables := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	r.printPgbench(tables)
	r.printMCP(tables)
	if err := tables.Flush(); err != nil {
		return err
	}
	for _, problem := range r.problems() {
		fmt.Fprintf(w, "\n! %s\n", problem)
	}
	return nil
}

// titleWidth makes the first column, alone, flush left.
const titleWidth = 40

func (r *report) printPgbench(w io.Writer) {
	if len(r.Pgbench) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-*s\tdirect\tPgBouncer\tSallyport\t÷ direct\t÷ PgBouncer\tPgBouncer CPU µs\tSallyport CPU µs\t\n",
		titleWidth, "pgbench -S, transactions/s")
	for i := range r.Pgbench {
		line := &r.Pgbench[i]
		title := fmt.Sprintf("%s, %d client", line.Protocol, line.Clients)
		if line.Clients != 1 {
			title += "s"
		}
		d, b, s := line.target(direct), line.target(pgbouncer), line.target(sallyport)
		fmt.Fprintf(w, "%-*s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", titleWidth, title,
			count(d), count(b), count(s), ratio(s, d), ratio(s, b), cpu(b), cpu(s))
	}
}

func (r *report) printMCP(w io.Writer) {
	if len(r.MCP) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-*s\tcalls/s\tp50 ms\tp99 ms\tSallyport CPU µs\t\n",
		titleWidth, fmt.Sprintf("MCP over HTTP, %d connections", r.Settings["mcp_connections"]))
	for i := range r.MCP {
		line := &r.MCP[i].series
		fmt.Fprintf(w, "%-*s\t%s\t%s\t%s\t%s\t\n", titleWidth, line.Name, count(line), millisText(line.P50Millis), millisText(line.P99Millis), cpu(line))
	}
}

func count(s *series) string {
	switch {
	case s == nil:
		return "-"
	case len(s.Samples) == 0:
		return "failed"
	}
	return fmt.Sprintf("%.0f", s.PerSecond)
}

func ratio(a, b *series) string {
	if a == nil || b == nil || a.PerSecond == 0 || b.PerSecond == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", a.PerSecond/b.PerSecond)
}

func cpu(s *series) string {
	if s == nil || s.CPUMicros == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", s.CPUMicros)
}

func millisText(ms float64) string {
	if ms == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", ms)
}

// problems lists what went wrong, measurements included.
func (r *report) problems() []string {
	list := slices.Clone(r.Problems)
	for i := range r.Pgbench {
		for _, s := range r.Pgbench[i].Targets {
			if s.Error != "" {
				list = append(list, fmt.Sprintf("pgbench %s, %d clients, %s: %s", r.Pgbench[i].Protocol, r.Pgbench[i].Clients, s.Name, s.Error))
			}
		}
	}
	for i := range r.MCP {
		if r.MCP[i].Error != "" {
			list = append(list, fmt.Sprintf("MCP, %s: %s", r.MCP[i].Name, r.MCP[i].Error))
		}
	}
	return list
}

// complete says that every measurement has a number.
func (r *report) complete() bool {
	for i := range r.Pgbench {
		for _, s := range r.Pgbench[i].Targets {
			if len(s.Samples) == 0 {
				return false
			}
		}
	}
	return !slices.ContainsFunc(r.MCP, func(l mcpLine) bool { return len(l.Samples) == 0 })
}

// keep writes the report into a folder, as JSON and as printed. A second run of
// a day takes the place of the first.
func (r *report) keep(dir string, out io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	base := filepath.Join(dir, fmt.Sprintf("%s-%dcores", r.Date[:len("2006-01-02")], r.Cores))
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	var printed strings.Builder
	if err := r.print(&printed); err != nil {
		return err
	}
	err = errors.Join(os.WriteFile(base+".json", append(text, '\n'), 0o644),
		os.WriteFile(base+".txt", []byte(strings.TrimPrefix(printed.String(), "\n")), 0o644))
	if err == nil {
		fmt.Fprintf(out, "\nkept in %s.json and .txt\n", base)
	}
	return err
}

// versions asks every program for its own.
func (s *servers) versions(ctx context.Context, binary string) map[string]string {
	ask := func(program string, args ...string) string {
		out, err := exec.CommandContext(ctx, program, args...).Output()
		if err != nil {
			return "unknown"
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return first
	}
	v := map[string]string{
		"sallyport": ask(binary, "version"),
		"postgres":  ask(filepath.Join(s.postgres.BinDir, "postgres"), "--version"),
		"go":        runtime.Version(),
		"kernel":    ask("uname", "-sr"),
	}
	if s.bouncer != nil {
		v["pgbouncer"] = ask(s.bouncer.cmd.Path, "--version")
	}
	return v
}

// loadAverage is the machine's load of the last minute, 0 where the system does
// not tell.
func loadAverage() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return load
}

// cpuModel is the processor's name where the system tells.
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
