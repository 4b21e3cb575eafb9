// Package wording writes the text of a request for an approval, as the client's form shows it to a person.
//
// [Of] returns the whole text, cut to a length that a person reads. The client wrote the SQL and the names in it; the text is
// written so that none of them can pose as the gateway's words.
package wording

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// Bounds of the text. A person must be able to read it to its end.
const (
	shownName  = 200  // characters of one name or value
	shownNote  = 4000 // characters of a note
	shownList  = 10   // relations, parameters, triggers …
	shownHead  = 3000 // bytes of the beginning of SQL that is cut
	shownTail  = 1000 // bytes of its end
	sqlMargin  = "  | "
	lineRoom   = 20 // bytes that a line end counts as: thousands of empty lines would hide the text behind them
	shownWhole = shownHead + shownTail

	shownRequests = 3   // HTTP requests that are shown whole
	shownLine     = 300 // characters of a line of a request
)

// Of returns the question that a person is asked. The SQL comes last. The client wrote the SQL
// and the names in it, so these stand on lines of their own, behind a margin, and characters
// that hide text, or turn its direction, are made visible.
func Of(r approval.Request) string {
	r = r.Revealed()
	var m strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&m, format+"\n", args...) }
	line("Approve this %s on %s?", plain(r.Verb), plain(r.Source))
	line("")
	who := plain(r.Principal)
	if r.Application != "" {
		who += " with " + strings.TrimSpace(plain(r.Application)+" "+plain(r.Version))
	}
	line("Asked by: %s", who)
	line("Class: %s", plain(r.Class))
	line("Would touch: %s", touches(r.Estimate))
	if r.MaxRows >= 0 && r.Sends != nil {
		line("Bound: just these requests are sent; what has been sent is not taken back")
	} else if r.MaxRows >= 0 {
		line("Bound: rolled back if it touches more than %s", rowCount(r.MaxRows))
	} else {
		line("Bound: none, it is not held to a number of rows")
	}
	list := func(label string, values []string) {
		if len(values) > 0 {
			line("%s: %s", label, plainList(values))
		}
	}
	list("Relations", r.Relations)
	list("Changes", changedRelations(r.Estimate))
	list("Drops too", r.Estimate.Dropped)
	list("Triggers that fire", r.Estimate.Triggers)
	list("Carried on by foreign keys to", r.Estimate.Cascades)
	list("Sequences that advance", r.Estimate.Sequences)
	if r.Estimate.Note != "" {
		line("Note: %s", inLine(r.Estimate.Note, shownNote))
	}
	if r.Reason != "" {
		line("Why you are asked: %s", inLine(r.Reason, shownNote))
	}
	if r.People > 1 {
		line("People who have to approve: %d, you and others", r.People)
	}
	line("Request: %s, until %s; also at the desk: sallyport approvals show %s", r.ID, r.Expires.UTC().Format(time.TimeOnly+" MST"), r.ID)
	for i, p := range r.Params {
		if i == shownList {
			line("… and %d parameters more, which the desk shows", len(r.Params)-i)
			break
		}
		line("$%d = %s", i+1, plain(p))
	}
	m.WriteString(sending(r.Sends) + code(r))
	return m.String()
}

// code writes the SQL of a request, and the code that it runs.
func code(r approval.Request) string {
	var m strings.Builder
	m.WriteString("SQL:\n" + withMargin(cmp.Or(r.Canonical, r.SQL)))
	if r.Canonical != "" && r.Other {
		m.WriteString("As it was written:\n" + withMargin(r.SQL))
	}
	for _, c := range r.Estimate.Code {
		m.WriteString(plain(c.Name) + ":\n" + withMargin(c.Text))
	}
	return m.String()
}

// sending writes the requests that go to APIs: the first few, and the number of the others.
func sending(s *approval.Sends) string {
	if s == nil {
		return ""
	}
	var m strings.Builder
	for i, o := range s.First[:min(len(s.First), shownRequests)] {
		fmt.Fprintf(&m, "Request %d of %d:\n", i+1, s.Count)
		short, whole := approval.Shortened(approval.Folded(o.Text()), shownLine)
		m.WriteString(withMargin(short))
		if len(whole) > 0 {
			fmt.Fprintf(&m, "… the desk shows the cut lines whole …\n")
		}
	}
	if rest := len(s.First) - shownRequests; rest > 0 {
		fmt.Fprintf(&m, "… and these %d, which the desk shows whole:\n", rest)
		for _, o := range s.First[shownRequests:] {
			line, _, _ := strings.Cut(o.Line, "?")
			fmt.Fprintf(&m, "%s%s\n", sqlMargin, plain(line))
		}
	}
	for i, l := range s.More {
		if i == shownList {
			fmt.Fprintf(&m, "… and more to %d other addresses, which the desk lists\n", len(s.More)-i)
			break
		}
		fmt.Fprintf(&m, "… and %d more: %s\n", l.Count, plain(l.Line))
	}
	return m.String()
}

// changedRelations writes the relations whose rows are changed, with the number of rows of each, if that says more than the
// total.
func changedRelations(e approval.Estimate) (list []string) {
	if len(e.Touched) == 1 && e.Touched[0].Rows == e.Rows && e.Touched[0].Way == "" {
		return nil
	}
	for _, t := range e.Touched {
		text := t.Verb + " " + t.Relation
		switch {
		case t.By == "plan":
			text += " (about " + rowCount(t.Rows) + ")"
		case t.Rows >= 0:
			text += " (" + rowCount(t.Rows) + ")"
		}
		if t.Way != "" {
			text += " by " + t.Way
		}
		list = append(list, text)
	}
	return list
}

func touches(e approval.Estimate) string {
	switch {
	case e.Rows < 0:
		return "it is not known how many rows"
	case e.By == "requests":
		return render.Count(int(e.Rows), "request") + " to an API"
	case e.By == "values":
		return rowCount(e.Rows) + ", written out in the statement"
	case e.By == "plan":
		return "about " + rowCount(e.Rows) + ", as the source's planner guesses"
	case e.By == "table":
		return rowCount(e.Rows) + ", all of the tables'"
	}
	return "about " + rowCount(e.Rows) + ", by counting"
}

func rowCount(n int64) string { return render.Count(int(n), "row") }

// plain returns text from a source as a part of one line.
func plain(text string) string { return inLine(text, shownName) }

// inLine returns text from a source as a part of one line, cut to a limit, and says how much is left out.
func inLine(text string, limit int) string {
	text = approval.Visible(text)
	if n := utf8.RuneCountInString(text); n > limit {
		text = string([]rune(text)[:limit]) + fmt.Sprintf("… (%d characters more, which the desk shows)", n-limit)
	}
	return strings.NewReplacer("\n", "<U+000A>", "\t", "<U+0009>").Replace(text)
}

func plainList(values []string) string {
	shown := make([]string, 0, shownList+1)
	for i, v := range values {
		if i == shownList {
			shown = append(shown, fmt.Sprintf("and %d more, which the desk shows", len(values)-i))
			break
		}
		shown = append(shown, plain(v))
	}
	return strings.Join(shown, ", ")
}

// withMargin returns the SQL with a margin before every line. SQL that is too long is cut in
// the middle, with a line that says so.
func withMargin(sql string) string {
	text := approval.Folded(sql)
	if headOf(text, shownWhole) == len(text) {
		return behind(text)
	}
	head := headOf(text, shownHead)
	tail := len(text) - tailOf(text[head:], shownTail)
	sum := sha256.Sum256([]byte(sql))
	return behind(text[:head]) +
		fmt.Sprintf("… %d of %d bytes are left out here; SHA-256 of the whole SQL: %s; the desk shows all of it …\n",
			tail-head, len(text), hex.EncodeToString(sum[:])) +
		behind(text[tail:])
}

func behind(text string) string {
	return sqlMargin + strings.ReplaceAll(text, "\n", "\n"+sqlMargin) + "\n"
}

// cost returns how many bytes of the bounds a character counts as.
func cost(r rune, size int) int {
	if r == '\n' {
		return lineRoom
	}
	return size
}

// headOf returns how many bytes at the beginning of a text fit.
func headOf(text string, room int) int {
	for i, r := range text {
		if room -= cost(r, utf8.RuneLen(r)); room < 0 {
			return i
		}
	}
	return len(text)
}

// tailOf returns how many bytes at the end of a text fit.
func tailOf(text string, room int) int {
	rest := text
	for rest != "" {
		r, size := utf8.DecodeLastRuneInString(rest)
		if room -= cost(r, size); room < 0 {
			break
		}
		rest = rest[:len(rest)-size]
	}
	return len(text) - len(rest)
}
