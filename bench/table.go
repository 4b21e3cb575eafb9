package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// table is one that stands in a Markdown file, between its marks, each on a
// line of its own. It is made of one result, whose file its last line names.
type table struct {
	begin, end string
	parts      []string
	markdown   func(r *report, path string) string
}

// relayedParts are measured between a client and PostgreSQL.
var relayedParts = []string{partSelect, partTPCB, partRows, partIdle, partConnect}

// tables are those of the README: what goes through to PostgreSQL, and calls of tools.
var tables = []table{
	{"<!-- bench -->\n", "<!-- /bench -->", relayedParts, (*report).markdownRelayed},
	{"<!-- bench of calls -->\n", "<!-- /bench of calls -->", []string{partMCP, partStart}, (*report).markdownCalls},
}

// printTable prints the tables that a kept report has as Markdown, or puts them into a file.
func printTable(path, readme string, out io.Writer) error {
	r, err := readReport(path)
	if err != nil {
		return err
	}
	var text string
	if readme != "" {
		read, err := os.ReadFile(readme)
		if err != nil {
			return err
		}
		text = string(read)
	}
	for _, t := range tables {
		switch {
		case !r.has(t.parts):
		case readme == "":
			text += t.markdown(r, path)
		default:
			if text, err = t.put(text, t.markdown(r, path)); err != nil {
				return fmt.Errorf("%s: %w", readme, err)
			}
		}
	}
	if readme == "" {
		_, err := io.WriteString(out, text)
		return err
	}
	return os.WriteFile(readme, []byte(text), 0o644)
}

// has says that one of the parts was measured.
func (r *report) has(parts []string) bool {
	return slices.ContainsFunc(r.Lines, func(l line) bool { return slices.Contains(parts, l.Part) })
}

// put puts a table between its marks of a text.
func (t table) put(text, rows string) (string, error) {
	before, rest, begins := strings.Cut(text, t.begin)
	_, after, ends := strings.Cut(rest, t.end)
	if !begins || !ends {
		return "", fmt.Errorf("the marks %s and %s are not there, each on a line of its own", strings.TrimSpace(t.begin), t.end)
	}
	return before + t.begin + rows + t.end + after, nil
}

// markdownRelayed is what goes through to PostgreSQL as a table with a row for each
// Sallyport, what it is compared with beside it.
func (r *report) markdownRelayed(path string) string {
	var b strings.Builder
	b.WriteString("| | direct | PgBouncer | floor | Sallyport | ÷ PgBouncer | ÷ floor | p99 ms: PgBouncer | floor | Sallyport | CPU µs: PgBouncer | floor | Sallyport | misses |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	for _, p := range r.printed() {
		for i := range r.Lines {
			l := &r.Lines[i]
			if l.Part != p.part || !slices.Contains(relayedParts, l.Part) {
				continue
			}
			for j := range l.Targets {
				if s := &l.Targets[j]; strings.HasPrefix(s.Name, sallyport) {
					row(&b, p, l, s)
				}
			}
		}
	}
	r.markdownSource(&b, path, fmt.Sprintf("%s and %s%s", short(r.Versions["postgres"]), short(r.Versions["pgbouncer"]), r.firstsApart()))
	return b.String()
}

// markdownCalls is the calls of tools as a table, and the start as a sentence.
func (r *report) markdownCalls(path string) string {
	var b strings.Builder
	r.markdownMCP(&b)
	r.markdownStart(&b)
	fmt.Fprintf(&b, "\n%s\n", aimsText)
	r.markdownSource(&b, path, short(r.Versions["postgres"]))
	return b.String()
}

// markdownSource says how a table's numbers were made, and where the rest of them is.
func (r *report) markdownSource(b *strings.Builder, path, with string) {
	fmt.Fprintf(b, "\nRates are a second. Medians of %d interleaved rounds%s of %d s, a ratio that of the rounds' ratios, on %d cores (%s), with %s; `make bench` makes them, and [%s](%s) has the rest.\n",
		r.Settings["rounds"], r.longRounds(), r.Settings["seconds"], r.Cores, r.CPU, with, filepath.Base(path), filepath.ToSlash(path))
}

// firstsApart says that first transactions are apart, if there are any. Older results have them among the others.
func (r *report) firstsApart() string {
	for i := range r.Lines {
		for j := range r.Lines[i].Targets {
			if r.Lines[i].Targets[j].Median.FirstP99Millis > 0 {
				return ", where p50 and p99 leave out each client's first transaction"
			}
		}
	}
	return ""
}

// row writes one row: Sallyport's numbers, and those of the other programs beside them.
func row(b *strings.Builder, p printed, l *line, s *series) {
	title := p.title + ", " + l.Name
	switch l.Part {
	case partRows, partConnect:
		title = l.Name
	case partIdle:
		title = p.title + " " + l.Name
		if s.Median.KiBEach > 0 {
			title += fmt.Sprintf(" (%.0f KiB each)", s.Median.KiBEach)
		}
	}
	if variant, ok := strings.CutPrefix(s.Name, sallyport+", "); ok {
		title += ", sync_changes " + variant
	}
	bouncer, least := l.target(pgbouncer), l.floorOf(s)
	cells := []string{
		title, thousands(count(l.target(direct))), thousands(count(bouncer)), thousands(count(least)), thousands(count(s)),
		ratio(s, bouncer), ratio(s, least), tail(bouncer), tail(least), tail(s), micros(bouncer), micros(least), micros(s), l.short(s),
	}
	if l.Part == partRows { // the time is that of a whole run
		cells[10], cells[11], cells[12] = "-", "-", "-"
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// markdownMCP writes the calls of tools as a table of their own, if there are any.
func (r *report) markdownMCP(b *strings.Builder) {
	first := true
	for i := range r.Lines {
		l := &r.Lines[i]
		s := l.target(sallyport)
		if l.Part != partMCP || s == nil {
			continue
		}
		if first {
			fmt.Fprintf(b, "| MCP over HTTP, %d connections | Toolbox | floor | Sallyport | ÷ Toolbox | ÷ floor | p50, p99 ms: Toolbox | Sallyport | CPU µs: Toolbox | floor | Sallyport | misses |\n"+
				"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n", r.Settings["connections"])
		}
		first = false
		other, least := l.target(toolbox), l.floorOf(s)
		fmt.Fprintf(b, "| %s |\n", strings.Join([]string{
			l.Name, thousands(count(other)), thousands(count(least)), thousands(count(s)), ratio(s, other), ratio(s, least),
			times(other), times(s), micros(other), micros(least), micros(s), l.short(s),
		}, " | "))
	}
}

// markdownStart tells of the start in a sentence, if it was measured.
func (r *report) markdownStart(b *strings.Builder) {
	for i := range r.Lines {
		l := &r.Lines[i]
		s := l.target(sallyport)
		if l.Part != partStart || s == nil || len(s.Samples) == 0 {
			continue
		}
		fmt.Fprintf(b, "\nA cold process gives its first answer after %.0f ms. Without DuckDB in use it then has %.0f MiB in memory, %.0f MiB of them its own and the rest its program's file.",
			s.Median.P50Millis, s.Median.KiBEach/1024, s.Median.OwnKiB/1024)
		if least := l.floorOf(s); least != nil && len(least.Samples) > 0 {
			fmt.Fprintf(b, " The same program takes %.0f ms to say its version alone.", least.Median.P50Millis)
		}
		if missed := l.short(s); missed != "" {
			fmt.Fprintf(b, " The aim that is missed: %s.", missed)
		}
		b.WriteString("\n")
	}
}

func micros(s *series) string {
	if s == nil {
		return "-"
	}
	return decimals(s.Median.CPUMicros, 1, s.Median.CPUMicros > 0)
}

func times(s *series) string {
	if s == nil || s.Median.P99Millis == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f, %.2f", s.Median.P50Millis, s.Median.P99Millis)
}

func tail(s *series) string {
	if s == nil || s.Median.P99Millis == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", s.Median.P99Millis)
}

// thousands puts commas between the digits of a number.
func thousands(text string) string {
	if strings.Trim(text, "0123456789") != "" {
		return text
	}
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// short is a program's name and version without what its packagers say.
func short(version string) string {
	version, _, _ = strings.Cut(strings.Replace(version, "postgres (PostgreSQL)", "PostgreSQL", 1), " (")
	if version == "" {
		return "no PgBouncer"
	}
	return version
}
