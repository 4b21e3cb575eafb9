package approvalscmd

import (
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/approval"
)

// lookedAt is a request with what was looked up for it, for programs.
type lookedAt struct {
	approval.Request
	Look approval.Look `json:"look,omitzero"`
}

// widestValue is how much of a value a sample shows, in characters.
const widestValue = 40

// look prints a plan, and samples of rows.
func (p *printer) look(l approval.Look) {
	if len(l.Plan) > 0 {
		p.printf("\n  the source's plan:\n")
		p.block("  : ", strings.Join(l.Plan, "\n"))
	}
	for _, s := range l.Samples {
		p.printf("\n  %s\n", oneLine(s.Verb+" "+s.Relation+heading(s)))
		p.rows(s)
	}
	if len(l.Notes) > 0 {
		p.printf("\n")
	}
	for _, note := range l.Notes {
		p.field("note", note)
	}
}

func heading(s approval.Sample) string {
	switch {
	case len(s.Before) == 0:
		return ": no rows"
	case s.Verb == "INSERT":
		return ", some of the rows to come:"
	case len(s.After) > 0:
		return ", some rows, and what they become:"
	}
	return ", some of the rows to go:"
}

// rows prints the rows of a sample as a table; what an UPDATE makes of a value stands
// behind an arrow.
func (p *printer) rows(s approval.Sample) {
	lines := [][]string{s.Columns}
	for i, before := range s.Before {
		line := make([]string, len(before))
		for n, v := range before {
			line[n] = p.value(v)
		}
		for n, column := range s.Set {
			for at, name := range s.Columns {
				if name == column && i < len(s.After) && n < len(s.After[i]) && at < len(line) {
					line[at] += " → " + p.value(s.After[i][n])
				}
			}
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(s.Columns))
	for _, line := range lines {
		for n, v := range line {
			widths[n] = max(widths[n], utf8.RuneCountInString(v))
		}
	}
	for _, line := range lines {
		if len(s.Before) == 0 {
			return
		}
		var text strings.Builder
		for n, v := range line {
			text.WriteString(v + strings.Repeat(" ", widths[n]-utf8.RuneCountInString(v)+2))
		}
		p.printf("  : %s\n", p.Cut(strings.TrimRight(text.String(), " ")))
	}
}

// value is one value in a line.
func (p *printer) value(v string) string {
	if v = oneLine(v); utf8.RuneCountInString(v) > widestValue {
		return string([]rune(v)[:widestValue]) + "…"
	}
	return v
}
