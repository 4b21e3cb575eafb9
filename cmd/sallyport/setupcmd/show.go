package setupcmd

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// contextLines are shown around what a diff changes.
const contextLines = 3

// list says what is changed where.
func (p *plan) list(w io.Writer) {
	if len(p.changes) == 0 && p.remove {
		fmt.Fprintln(w, "Setup has written nothing.")
	}
	for _, c := range p.changes {
		fmt.Fprintf(w, "%-10s%-24s%s\n", c.verb(), strings.Join(c.agents, ", "), c.file)
		if c.kept != "" {
			fmt.Fprintf(w, "%-10s%s\n", "", c.kept)
		} else if strings.HasPrefix(c.what, "entry") {
			fmt.Fprintf(w, "%-10s%s\n", "", c.what)
		}
	}
	p.tell(w)
}

func (c *change) verb() string {
	switch {
	case !c.changes():
		return "keep"
	case c.before == nil:
		return "create"
	case c.after == nil:
		return "delete"
	}
	return "change"
}

// tell prints the notes, and what the user puts into files.
func (p *plan) tell(w io.Writer) {
	for _, n := range p.notes {
		fmt.Fprintf(w, "note: %s\n", n)
	}
	for _, s := range p.snippets {
		fmt.Fprintf(w, "\n%s: put this into %s\n(to remove it later: %s)\n\n%s", s.agent.title, s.file, s.remove, indented(s.text))
	}
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}

// printFiles prints what files would hold.
func (p *plan) printFiles(w io.Writer) {
	for _, c := range p.changes {
		switch {
		case c.kept != "":
			fmt.Fprintf(w, "# %s %s\n", c.file, c.kept)
		case c.after == nil:
			fmt.Fprintf(w, "# %s is deleted\n", c.file)
		case c.record.Kind == kindKey && !p.remove:
			fmt.Fprintf(w, "# %s, at %s\n%s\n", c.file, strings.Join(c.record.Path, "."), pretty(c.record.Value))
		case !isText(c.after):
			fmt.Fprintf(w, "# %s: a ZIP file with the skill\n\n", c.file)
		default:
			fmt.Fprintf(w, "# %s\n%s\n", c.file, c.after)
		}
	}
	p.tell(w)
}

// printDiffs prints what changes.
func (p *plan) printDiffs(w io.Writer) {
	screen := cli.ScreenOf(w)
	for _, c := range p.changes {
		if !c.changes() {
			why := c.kept
			if why == "" {
				why = "is as it should be"
			}
			fmt.Fprintf(w, "# %s %s\n", c.file, why)
			continue
		}
		for line := range strings.Lines(diff(c)) {
			colour := ""
			switch {
			case strings.HasPrefix(line, "+"):
				colour = "32"
			case strings.HasPrefix(line, "-"):
				colour = "31"
			case strings.HasPrefix(line, "@@"):
				colour = "36"
			}
			fmt.Fprintln(w, screen.Paint(colour, strings.TrimSuffix(line, "\n")))
		}
	}
	p.tell(w)
}

func isText(content []byte) bool { return utf8.Valid(content) && !bytes.Contains(content, []byte{0}) }

// diff is a change as patch reads it. All that setup changes in a file is in one place, so
// there is one hunk.
func diff(c *change) string {
	from, to := c.file, c.file
	if c.before == nil {
		from = "/dev/null"
	}
	if c.after == nil {
		to = "/dev/null"
	}
	head := fmt.Sprintf("--- %s\n+++ %s\n", from, to)
	if !isText(c.before) || !isText(c.after) {
		return head + fmt.Sprintf("@@ binary: %d bytes, before %d @@\n", len(c.after), len(c.before))
	}
	a, b := linesOf(c.before), linesOf(c.after)
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	end := 0
	for end < min(len(a), len(b))-same && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	start, tail := max(0, same-contextLines), min(end, contextLines)
	old, new := a[same:len(a)-end], b[same:len(b)-end]
	var out strings.Builder
	fmt.Fprintf(&out, "%s@@ -%s +%s @@\n", head, span(start, same-start+len(old)+tail), span(start, same-start+len(new)+tail))
	for _, part := range []struct {
		sign  string
		lines []string
	}{{" ", a[start:same]}, {"-", old}, {"+", new}, {" ", a[len(a)-end : len(a)-end+tail]}} {
		for _, line := range part.lines {
			out.WriteString(part.sign + strings.TrimSuffix(line, "\n") + "\n")
			if !strings.HasSuffix(line, "\n") {
				out.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	return out.String()
}

func linesOf(content []byte) []string { return slices.Collect(strings.Lines(string(content))) }

func span(start, lines int) string {
	if lines == 0 {
		return fmt.Sprintf("%d,0", start)
	}
	return fmt.Sprintf("%d,%d", start+1, lines)
}

// after says what is left to do.
func (s *setup) after(p *plan) {
	w := s.std.Out
	if s.remove {
		return
	}
	for _, a := range p.agents {
		if a.note != "" {
			fmt.Fprintf(w, "\n%s: %s\n", a.title, a.note)
		}
	}
	byHTTP := slices.ContainsFunc(p.agents, func(a agent) bool { return a.name != "claude-desktop" })
	if byHTTP && s.server.token {
		fmt.Fprintf(w, "\nThe clients take the token from the variable %s of their environment.\n", tokenVariable)
	}
	if byHTTP && !s.runs {
		fmt.Fprintf(w, "\nThe MCP server is not running: sallyport mcp start starts it.\n")
	}
}
