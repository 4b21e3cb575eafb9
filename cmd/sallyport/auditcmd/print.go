package auditcmd

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/shell/show"
)

// tailPrinter prints records, one line each: in columns, or as they stand in
// the log.
type tailPrinter struct {
	cli.Screen
	w   *bufio.Writer
	raw bool
}

func newTailPrinter(w io.Writer, raw bool) *tailPrinter {
	return &tailPrinter{Screen: cli.ScreenOf(w), w: bufio.NewWriterSize(w, 32<<10), raw: raw}
}

func (p *tailPrinter) flush() error { return p.w.Flush() }

// print prints one record. Errors of writing stay with p.w.
func (p *tailPrinter) print(line []byte, r audit.Record) error {
	if p.raw {
		_, err := p.w.Write(line)
		return err
	}
	who, where := r.Principal, r.Source
	if r.Door != "" {
		where += "/" + r.Door
	}
	text := fmt.Sprintf("%6d %s %-7s %-7s %-7s %-10s %-14s %6s %9s  %s",
		r.Seq, r.Time.UTC().Format(time.DateTime), r.Phase, told(r.Decision), show.Visible(r.Class),
		show.Visible(who), show.Visible(where), rowsOf(r), duration(r), said(r))
	text = p.Paint(colourOf(r), p.Cut(strings.TrimRight(text, " ")))
	_, err := fmt.Fprintln(p.w, text)
	return err
}

// told is the decision in short.
func told(d audit.Decision) string {
	if d == audit.RefuseImmediate {
		return "refuse"
	}
	if d == audit.NeedsApprovalUnavailable {
		return "ask"
	}
	return show.Visible(strings.TrimPrefix(string(d), "needs_approval_"))
}

// refused reports whether a decision let nothing through.
func refused(d audit.Decision) bool {
	return d != "" && d != audit.Allow && d != audit.NeedsApprovalAccepted
}

func rowsOf(r audit.Record) string {
	if r.Rows == nil {
		return ""
	}
	return strconv.FormatInt(*r.Rows, 10)
}

func duration(r audit.Record) string {
	if r.Phase == audit.PhaseIntent || r.Phase == audit.PhaseNote || r.DurationMS == 0 {
		return ""
	}
	return strconv.FormatFloat(r.DurationMS, 'f', 1, 64) + " ms"
}

// said is the statement or the call, and the error if it ended in one.
func said(r audit.Record) string {
	parts := []string{}
	if r.Phase == audit.PhaseOutcome {
		parts = append(parts, fmt.Sprintf("of %d", r.Intent))
	}
	for _, text := range []string{r.Note, r.Tool, r.SQL} {
		if text != "" {
			parts = append(parts, show.Visible(text))
		}
	}
	if r.SQL == "" && r.Verb != "" {
		parts = append(parts, show.Visible(r.Verb))
	}
	if r.Error != "" {
		parts = append(parts, "ERROR "+show.Visible(r.SQLState)+": "+show.Visible(r.Error))
	}
	if r.Truncated != "" {
		parts = append(parts, "(cut: "+show.Visible(r.Truncated)+")")
	}
	return strings.Join(parts, "  ")
}

// colourOf is an ANSI code: red for what was refused, yellow for what failed,
// cyan for what the log says of itself, bold for what changes something.
func colourOf(r audit.Record) string {
	switch {
	case r.Phase == audit.PhaseNote:
		return "36"
	case refused(r.Decision):
		return "31"
	case r.Error != "":
		return "33"
	case r.Phase == audit.PhaseIntent || r.Phase == audit.PhaseOutcome:
		return "1"
	}
	return ""
}
