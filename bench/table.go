package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The table stands in a Markdown file between these marks.
const (
	tableBegin = "<!-- bench -->\n"
	tableEnd   = "<!-- /bench -->"
)

// printTable prints a kept report as Markdown, or puts it into a file.
func printTable(path, readme string, out io.Writer) error {
	r, err := readReport(path)
	if err != nil {
		return err
	}
	if readme == "" {
		_, err := io.WriteString(out, r.markdown(path))
		return err
	}
	text, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	changed, err := putTable(string(text), r.markdown(path))
	if err != nil {
		return fmt.Errorf("%s: %w", readme, err)
	}
	return os.WriteFile(readme, []byte(changed), 0o644)
}

// putTable puts a table between the marks of a text.
func putTable(text, table string) (string, error) {
	before, rest, begins := strings.Cut(text, tableBegin)
	_, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		return "", errors.New("the marks <!-- bench --> and <!-- /bench --> are not there, each on a line of its own")
	}
	return before + tableBegin + table + tableEnd + after, nil
}

// markdown is the report as a table with a row for each Sallyport, what it is
// compared with beside it. Its last line names the file that it is made of.
func (r *report) markdown(path string) string {
	var b strings.Builder
	b.WriteString("| | direct | PgBouncer | floor | Sallyport | ÷ PgBouncer | ÷ floor | p50, p99 ms: PgBouncer | floor | Sallyport | CPU µs: PgBouncer | floor | Sallyport | misses |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	for _, p := range r.printed() {
		for i := range r.Lines {
			l := &r.Lines[i]
			if l.Part != p.part || l.Part == partMCP || l.Part == partEmbedded || l.Part == partStart {
				continue
			}
			for j := range l.Targets {
				if s := &l.Targets[j]; strings.HasPrefix(s.Name, sallyport) {
					row(&b, p, l, s)
				}
			}
		}
	}
	r.markdownMCP(&b)
	r.markdownStart(&b)
	fmt.Fprintf(&b, "\n%s\n", aimsText)
	fmt.Fprintf(&b, "\nRates are a second. Medians of %d interleaved rounds%s of %d s, a ratio that of the rounds' ratios, on %d cores (%s), with %s and %s%s; `make bench` makes them, and [%s](%s) has the rest.\n",
		r.Settings["rounds"], r.longRounds(), r.Settings["seconds"], r.Cores, r.CPU, short(r.Versions["postgres"]), short(r.Versions["pgbouncer"]), r.firstsApart(),
		filepath.Base(path), filepath.ToSlash(path))
	return b.String()
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
		ratio(s, bouncer), ratio(s, least), times(bouncer), times(least), times(s), micros(bouncer), micros(least), micros(s), l.short(s),
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
			fmt.Fprintf(b, "\n| MCP over HTTP, %d connections | Toolbox | floor | Sallyport | ÷ Toolbox | ÷ floor | p50, p99 ms: Toolbox | Sallyport | CPU µs: Toolbox | floor | Sallyport | misses |\n"+
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
