package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report is what is printed and kept.
type report struct {
	Date     string            `json:"date"`
	Took     string            `json:"took"`
	Cores    int               `json:"cores"`
	CPU      string            `json:"cpu"`
	Load     float64           `json:"load_before"` // the machine's, averaged over the minute before
	Others   float64           `json:"others"`      // cores that were busy between the measurements
	Versions map[string]string `json:"versions"`
	Settings map[string]int    `json:"settings"`
	Notes    []string          `json:"notes,omitempty"`
	Problems []string          `json:"problems,omitempty"`
	Lines    []line            `json:"lines"`
}

// line is one kind of work, at every target.
type line struct {
	Part    string   `json:"part"`
	Name    string   `json:"name"`
	Targets []series `json:"targets"`
	run     func(ctx context.Context, target string) (numbers, error)
}

// series is one measurement, over all rounds.
type series struct {
	Name    string   `json:"name"`
	Median  numbers  `json:"median"`
	Spread  float64  `json:"spread"` // of PerSecond: half of its range, as a part of the median
	Samples []sample `json:"samples"`
	Error   string   `json:"error,omitempty"` // the first one
}

// sample is what one round measured.
type sample struct {
	Round int `json:"round"`
	numbers
}

// numbers are 0 where they mean nothing. CPUMicros is what the server in the
// middle used for one transaction, call, run or connection.
type numbers struct {
	PerSecond      float64 `json:"per_second"`
	CPUMicros      float64 `json:"cpu_us,omitempty"`
	BothMicros     float64 `json:"both_us,omitempty"` // CPUMicros and what PostgreSQL used for it
	P50Millis      float64 `json:"p50_ms,omitempty"`
	P99Millis      float64 `json:"p99_ms,omitempty"`
	FirstP99Millis float64 `json:"first_p99_ms,omitempty"` // of the first transactions of pgbench's clients, which P50Millis and P99Millis leave out
	KiBEach        float64 `json:"kib_each,omitempty"`     // memory for an idle connection, or of the process
	OwnKiB         float64 `json:"own_kib,omitempty"`      // the part of the process's memory that is not its program's file
	OfAlone        float64 `json:"of_alone,omitempty"`     // PerSecond beside idle ones, of that without
}

func newReport(ctx context.Context, s *servers, o options, load float64) *report {
	lines := s.lines(ctx, o) // which may add notes
	r := &report{
		Date: time.Now().UTC().Format(time.RFC3339), Cores: runtime.NumCPU(), CPU: cpuModel(), Load: load,
		Versions: s.versions(ctx), Lines: lines,
		Settings: map[string]int{
			"rounds": o.rounds, "long_rounds": o.roundsOf(partTPCB), "seconds": int(o.duration.Seconds()), "scale": o.scale, "tpcb_scale": o.tpcbScale,
			"rows": o.rows, "idle": o.idle, "connections": o.connections,
		},
		Notes: s.notes, Problems: s.problems,
	}
	if r.Load > float64(r.Cores)/2 {
		r.Problems = append(r.Problems, fmt.Sprintf("the machine was busy before the run (load %.1f): these numbers are rough", r.Load))
	}
	return r
}

// add takes one round's measurement in. Of failures the first is kept.
func (s *series) add(round int, got numbers, err error) {
	if err != nil {
		if s.Error == "" {
			s.Error = err.Error()
		}
		return
	}
	s.Samples = append(s.Samples, sample{Round: round, numbers: got})
	of := func(field func(numbers) float64) []float64 {
		values := make([]float64, len(s.Samples))
		for i, one := range s.Samples {
			values[i] = field(one.numbers)
		}
		return values
	}
	rates := of(func(n numbers) float64 { return n.PerSecond })
	s.Median = numbers{
		PerSecond:      median(rates),
		CPUMicros:      median(of(func(n numbers) float64 { return n.CPUMicros })),
		BothMicros:     median(of(func(n numbers) float64 { return n.BothMicros })),
		P50Millis:      median(of(func(n numbers) float64 { return n.P50Millis })),
		P99Millis:      median(of(func(n numbers) float64 { return n.P99Millis })),
		FirstP99Millis: median(of(func(n numbers) float64 { return n.FirstP99Millis })),
		KiBEach:        median(of(func(n numbers) float64 { return n.KiBEach })),
		OwnKiB:         median(of(func(n numbers) float64 { return n.OwnKiB })),
		OfAlone:        median(of(func(n numbers) float64 { return n.OfAlone })),
	}
	if s.Median.PerSecond > 0 {
		s.Spread = (slices.Max(rates) - slices.Min(rates)) / 2 / s.Median.PerSecond
	}
}

// ratio is the ratio of the rates.
func (s *series) ratio(to *series) float64 {
	return s.ratioOf(to, func(n numbers) float64 { return n.PerSecond })
}

// cpuRatio is the ratio of the processor times.
func (s *series) cpuRatio(to *series) float64 {
	return s.ratioOf(to, func(n numbers) float64 { return n.CPUMicros })
}

// ratioOf is the median of the ratios of a number, of the rounds that both were measured in; 0 if there is
// none.
func (s *series) ratioOf(to *series, number func(numbers) float64) float64 {
	if s == nil || to == nil {
		return 0
	}
	var ratios []float64
	for _, a := range s.Samples {
		for _, b := range to.Samples {
			if of := number(b.numbers); a.Round == b.Round && of > 0 {
				ratios = append(ratios, number(a.numbers)/of)
			}
		}
	}
	return median(ratios)
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
func (l *line) target(name string) *series {
	for i := range l.Targets {
		if l.Targets[i].Name == name {
			return &l.Targets[i]
		}
	}
	return nil
}

// problems lists what went wrong, measurements included.
func (r *report) problems() []string {
	list := slices.Clone(r.Problems)
	for _, l := range r.Lines {
		for _, s := range l.Targets {
			if s.Error != "" {
				list = append(list, fmt.Sprintf("%s, %s, %s: %s", l.Part, l.Name, s.Name, s.Error))
			}
		}
	}
	return list
}

// complete says that something was measured, and nothing failed in any round.
func (r *report) complete() bool {
	for _, l := range r.Lines {
		for _, s := range l.Targets {
			if s.Error != "" || len(s.Samples) == 0 {
				return false
			}
		}
	}
	return len(r.Lines) > 0
}

// keep writes the report into a folder, as JSON and as printed. A second run of
// the same parts on one day takes the place of the first. keep returns the name of the JSON.
func (r *report) keep(dir string, parts []string, out io.Writer) (kept string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-%dcores", r.Date[:len("2006-01-02")], r.Cores)
	base := filepath.Join(dir, strings.Join(append([]string{name}, parts...), "-"))
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return "", err
	}
	var printed strings.Builder
	if err := r.print(&printed); err != nil {
		return "", err
	}
	err = errors.Join(os.WriteFile(base+".json", append(text, '\n'), 0o644),
		os.WriteFile(base+".txt", []byte(strings.TrimPrefix(printed.String(), "\n")), 0o644))
	if err == nil {
		fmt.Fprintf(out, "\nkept in %s.json and .txt\n", base)
	}
	return base + ".json", err
}

// readReport reads a kept report.
func readReport(path string) (*report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &report{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
