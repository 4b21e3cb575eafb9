package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// column is a head, and what stands below it for one target of a line.
type column struct {
	head string
	cell func(*line, *series) string
}

// printed says how a part is printed.
type printed struct {
	part, title string
	columns     []column
}

func (r *report) printed() []printed {
	var (
		rate = func(head string) column {
			return column{head, func(_ *line, s *series) string { return count(s) }}
		}
		spread    = column{"± %", func(_ *line, s *series) string { return decimals(100*s.Spread, 0, len(s.Samples) > 1) }}
		toDirect  = column{"÷ direct", func(l *line, s *series) string { return ratio(s, l.target(direct)) }}
		toBouncer = column{"÷ PgBouncer", func(l *line, s *series) string { return ratio(s, l.target(pgbouncer)) }}
		toFloor   = column{"÷ floor", func(l *line, s *series) string { return ratio(s, l.floorOf(s)) }}
		misses    = column{"misses", func(l *line, s *series) string { return l.short(s) }}
		p50       = column{"p50 ms", func(_ *line, s *series) string { return decimals(s.Median.P50Millis, 2, s.Median.P50Millis > 0) }}
		p99       = column{"p99 ms", func(_ *line, s *series) string { return decimals(s.Median.P99Millis, 2, s.Median.P99Millis > 0) }}
		firstP99  = column{"first p99", func(_ *line, s *series) string {
			return decimals(s.Median.FirstP99Millis, 2, s.Median.FirstP99Millis > 0)
		}}
		cpuMicros  = column{"CPU µs", func(_ *line, s *series) string { return decimals(s.Median.CPUMicros, 1, s.Median.CPUMicros > 0) }}
		bothMicros = column{"with PostgreSQL's", func(_ *line, s *series) string { return decimals(s.Median.BothMicros, 1, s.Median.BothMicros > 0) }}
		cpuMillis  = column{"CPU ms a run", func(_ *line, s *series) string { return decimals(s.Median.CPUMicros/1000, 0, s.Median.CPUMicros > 0) }}
		toToolbox  = column{"÷ Toolbox", func(l *line, s *series) string { return ratio(s, l.target(toolbox)) }}
		ofAlone    = column{"÷ without idle", func(_ *line, s *series) string { return decimals(s.Median.OfAlone, 2, s.Median.OfAlone > 0) }}
		kibEach    = column{"KiB each", func(_ *line, s *series) string { return decimals(s.Median.KiBEach, 1, s.Median.KiBEach > 0) }}
		mebibytes  = column{"MiB", func(_ *line, s *series) string { return decimals(s.Median.KiBEach/1024, 1, s.Median.KiBEach > 0) }}
		ownMiB     = column{"without its file", func(_ *line, s *series) string { return decimals(s.Median.OwnKiB/1024, 1, s.Median.OwnKiB > 0) }}
		millis     = column{"ms", func(_ *line, s *series) string { return decimals(s.Median.P50Millis, 0, s.Median.P50Millis > 0) }}
		toBefore   = column{"÷ before", func(l *line, s *series) string { return ratio(s, l.before(s)) }}
		ofBefore   = column{"CPU ÷ before", func(l *line, s *series) string {
			n := s.cpuRatio(l.before(s))
			return decimals(n, 3, n > 0)
		}}
		throughput = []column{spread, toDirect, toBouncer, toFloor, p50, p99, cpuMicros, misses}
		pgbenchs   = []column{rate("tps"), spread, toDirect, toBouncer, toFloor, p50, p99, firstP99, cpuMicros, misses}
	)
	calls := []column{rate("calls/s"), spread, toToolbox, toFloor, p50, p99, cpuMicros, bothMicros, misses}
	if r.Versions[before] != "" {
		pgbenchs, calls = append(pgbenchs, toBefore, ofBefore), append(calls, toBefore, ofBefore)
	}
	return []printed{
		{partSelect, "pgbench -S", pgbenchs},
		{partTPCB, fmt.Sprintf("pgbench, TPC-B, scale %d, durable", r.Settings["tpcb_scale"]), pgbenchs},
		{partRows, fmt.Sprintf("%d rows in one statement", r.Settings["rows"]), []column{rate("rows/s"), spread, toDirect, toBouncer, cpuMillis}},
		{partIdle, fmt.Sprintf("pgbench -S, simple, %d clients, beside", idleBusy), []column{rate("tps"), spread, toDirect, toBouncer, ofAlone, kibEach}},
		{partConnect, "sessions", append([]column{rate("a second")}, throughput...)},
		{partStart, "start and memory, without DuckDB in use", []column{millis, spread, cpuMillis, mebibytes, ownMiB, misses}},
		{partEmbedded, fmt.Sprintf("one row by the wire, %d connections", r.Settings["connections"]), []column{rate("rows/s"), spread, p50, p99, cpuMicros, bothMicros}},
		{partMCP, fmt.Sprintf("MCP over HTTP, %d connections", r.Settings["connections"]), calls},
	}
}

// longRounds tells how many rounds TPC-B and rows had, if that were fewer.
func (r *report) longRounds() string {
	n := r.Settings["long_rounds"]
	if n == 0 || n == r.Settings["rounds"] {
		return ""
	}
	return fmt.Sprintf(" (TPC-B and rows: %d)", n)
}

// print writes the report for people.
func (r *report) print(w io.Writer) error {
	fmt.Fprintf(w, "\n%s, %d cores (%s), took %s\n", r.Date, r.Cores, r.CPU, r.Took)
	for _, name := range []string{"sallyport", "postgres", "pgbouncer", "go", "kernel"} {
		if v := r.Versions[name]; v != "" {
			fmt.Fprintf(w, "  %s: %s\n", name, v)
		}
	}
	fmt.Fprintf(w, "medians of %d rounds%s of %d s, scale %d\n", r.Settings["rounds"], r.longRounds(), r.Settings["seconds"], r.Settings["scale"])
	tables := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, p := range r.printed() {
		r.printPart(tables, p)
	}
	if err := tables.Flush(); err != nil {
		return err
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "\n- %s\n", note)
	}
	for _, problem := range r.problems() {
		fmt.Fprintf(w, "\n! %s\n", problem)
	}
	return nil
}

// titleWidth and nameWidth make the first two columns flush left.
const (
	titleWidth = 42
	nameWidth  = 20
)

func (r *report) printPart(w io.Writer, p printed) {
	first := true
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Part != p.part {
			continue
		}
		if first {
			fmt.Fprintf(w, "\n%s%s\t", pad(p.title, titleWidth), pad("", nameWidth))
			for _, c := range p.columns {
				fmt.Fprintf(w, "%s\t", c.head)
			}
			fmt.Fprintln(w)
		}
		first = false
		for j := range l.Targets {
			s, title := &l.Targets[j], l.Name
			if j > 0 {
				title = ""
			}
			fmt.Fprintf(w, "%s%s\t", pad(title, titleWidth), pad(s.Name, nameWidth))
			for _, c := range p.columns {
				fmt.Fprintf(w, "%s\t", c.cell(l, s))
			}
			fmt.Fprintln(w)
		}
	}
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(1, width-utf8.RuneCountInString(text)))
}

func count(s *series) string {
	switch {
	case s == nil:
		return "-"
	case len(s.Samples) == 0:
		return "failed"
	}
	return fmt.Sprintf("%.0f", s.Median.PerSecond)
}

// ratio is empty for what stands for the whole itself.
func ratio(s, to *series) string {
	if s == to {
		return ""
	}
	n := s.ratio(to)
	return decimals(n, 2, n > 0)
}

// decimals prints a number that is known.
func decimals(n float64, places int, known bool) string {
	if !known {
		return "-"
	}
	return fmt.Sprintf("%.*f", places, n)
}
