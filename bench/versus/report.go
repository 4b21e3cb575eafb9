package versus

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Report is what all reports say first: when, where and of which programs.
type Report struct {
	Programs []Program
	started  time.Time
	load     string
	folder   string
}

// NewReport begins a report.
func NewReport(ctx context.Context, f Flags) *Report {
	return &Report{Programs: f.Programs(ctx), started: time.Now(), load: loadAverage(), folder: f.out}
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// Keep prints a report, with its title, how it was measured and its table, and keeps it as
// text and, with what is more to be known, as JSON. Files are named after the kind.
func (r *Report) Keep(kind, title, how string, table func(io.Writer) error, more map[string]any) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s: %d cores, load %s at the start, %s; %s.\n",
		title, r.started.Format(time.DateOnly), runtime.NumCPU(), r.load, runtime.Version(), how)
	versions := map[string]string{}
	for _, p := range r.Programs {
		fmt.Fprintf(&text, "%s: %s\n", p.Name, p.Version)
		versions[p.Name] = p.Version
	}
	if err := table(&text); err != nil {
		return err
	}
	if _, err := fmt.Print("\n" + text.String()); err != nil || r.folder == "" {
		return err
	}
	all := map[string]any{
		"started": r.started.UTC().Format(time.RFC3339), "took": time.Since(r.started).Round(time.Second).String(),
		"cores": runtime.NumCPU(), "load": r.load, "go": runtime.Version(), "programs": versions,
	}
	maps.Copy(all, more)
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	name := filepath.Join(r.folder, fmt.Sprintf("%s-%dcores-%s", r.started.Format(time.DateOnly), runtime.NumCPU(), kind))
	if err := os.WriteFile(name+".txt", []byte(text.String()), 0o644); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	return os.WriteFile(name+".json", append(data, '\n'), 0o644) //nolint:gosec // for everybody to read
}
