package validatecmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/shell/show"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// entry is a statement to report.
type entry struct {
	number, of    int
	text          string // that it stands in
	mode, verdict string // the verdict that counts
	engine.Validation
}

// report prints what validate found: each statement, or why there is none.
type report interface {
	statement(e entry) error
	failure(text string, e *sqlstate.Error) error
}

// excerpt is how many characters of a statement are shown.
const excerpt = 70

func newReport(format string, w io.Writer) (report, error) {
	switch format {
	case "text":
		return textReport{cli.ScreenOf(w), w}, nil
	case "json":
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		return jsonReport{out}, nil
	}
	return nil, fmt.Errorf("--format: %q is not a valid value; valid values: text, json", format)
}

// textReport is for people.
type textReport struct {
	cli.Screen
	w io.Writer
}

// colours of verdicts: green, yellow, red.
var colours = map[string]string{"allow": "32", "ask": "33", "deny": "31"}

// verdict is a verdict in its colour, followed by blanks to the width of the longest.
func (r textReport) verdict(word string) string {
	return r.Paint(colours[word], word) + strings.Repeat(" ", max(0, 5-len(word)))
}

func (r textReport) statement(e entry) error {
	var out strings.Builder
	if e.number > 1 {
		out.WriteByte('\n')
	}
	title := fmt.Sprintf("Statement %d of %d: %s, class %s, on %s", e.number, e.of, show.Visible(e.Verb), e.Class, show.Visible(e.Source))
	fmt.Fprintf(&out, "%s\n", r.Paint("1", title))
	fmt.Fprintf(&out, "  text       %s\n", show.Visible(shorten(e.SQL, excerpt)))
	for _, names := range []struct {
		label string
		list  []string
	}{{"relations", e.Relations}, {"functions", e.Functions}} {
		if len(names.list) > 0 {
			fmt.Fprintf(&out, "  %-9s  %s\n", names.label, show.Visible(strings.Join(names.list, ", ")))
		}
	}
	for _, line := range [][2]string{{"checked", e.Checked}, {"unchecked", e.Unchecked}} {
		if line[1] != "" {
			fmt.Fprintf(&out, "  %-9s  %s\n", line[0], show.Visible(line[1]))
		}
	}
	label := "effects"
	for _, f := range e.Effects {
		line, column := lineAndColumn(e.text, f.Position)
		fmt.Fprintf(&out, "  %-9s  %-7s  %s", label, f.Class, show.Visible(f.What))
		if line > 0 {
			fmt.Fprintf(&out, " at %d:%d", line, column)
		}
		if f.Reason != "" {
			fmt.Fprintf(&out, ": %s", show.Visible(f.Reason))
		}
		out.WriteByte('\n')
		if excerpt := show.PointAt(e.text, f.Position); excerpt != "" {
			for row := range strings.Lines(excerpt) {
				fmt.Fprintf(&out, "%22s%s", "", row)
			}
			out.WriteByte('\n')
		}
		label = ""
	}
	label = "decisions"
	for _, d := range e.Verdicts {
		mark := " "
		if d.Mode == e.mode {
			mark = "*"
		}
		line := fmt.Sprintf("  %-9s %s%-11s  %s  %s", label, mark, d.Mode, r.verdict(d.Verdict), show.Visible(d.Hint))
		fmt.Fprintln(&out, strings.TrimRight(line, " "))
		label = ""
	}
	_, err := io.WriteString(r.w, out.String())
	return err
}

func (r textReport) failure(text string, e *sqlstate.Error) error {
	fmt.Fprint(r.w, r.Paint("1", "The text cannot be understood"), "\n")
	show.Error(r.w, &pgconn.PgError{
		Code: string(e.Code), Message: e.Message, Detail: e.Detail, Hint: e.Hint, Position: int32(e.Position),
	}, text)
	return nil
}

// shorten cuts a text to a number of characters.
func shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// lineAndColumn is where a position (1-based, in characters) is in a text; 0
// and 0 without one.
func lineAndColumn(text string, position int) (line, column int) {
	runes := []rune(text)
	if position < 1 || position > len(runes)+1 {
		return 0, 0
	}
	before := string(runes[:position-1])
	return strings.Count(before, "\n") + 1, len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
}

// jsonReport is for programs: one object a line. The field names are promised.
type jsonReport struct{ out *json.Encoder }

type jsonPlace struct {
	Position int `json:"position,omitempty"`
	Line     int `json:"line,omitempty"`
	Column   int `json:"column,omitempty"`
}

type jsonEffect struct {
	Class  string `json:"class"`
	What   string `json:"what"`
	Reason string `json:"reason,omitempty"`
	jsonPlace
}

type jsonDecision struct {
	Mode    string `json:"mode"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Hint    string `json:"hint,omitempty"`
}

type jsonStatement struct {
	Statement int            `json:"statement"`
	SQL       string         `json:"sql"`
	Verb      string         `json:"verb"`
	Class     string         `json:"class"`
	Source    string         `json:"source"`
	Mode      string         `json:"mode"`
	Verdict   string         `json:"verdict"`
	Checked   string         `json:"checked,omitempty"`
	Unchecked string         `json:"unchecked,omitempty"`
	Effects   []jsonEffect   `json:"effects"`
	Relations []string       `json:"relations"`
	Functions []string       `json:"functions"`
	Decisions []jsonDecision `json:"decisions"`
}

type jsonFailure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Detail  string `json:"detail,omitempty"`
	Hint    string `json:"hint,omitempty"`
	jsonPlace
}

func (r jsonReport) statement(e entry) error {
	s := jsonStatement{
		Statement: e.number, SQL: e.SQL, Verb: e.Verb, Class: e.Class, Source: e.Source, Mode: e.mode, Verdict: e.verdict,
		Checked: e.Checked, Unchecked: e.Unchecked,
		Effects:   []jsonEffect{},
		Relations: append([]string{}, e.Relations...),
		Functions: append([]string{}, e.Functions...),
		Decisions: []jsonDecision{},
	}
	for _, f := range e.Effects {
		s.Effects = append(s.Effects, jsonEffect{f.Class, f.What, f.Reason, placeOf(e.text, f.Position)})
	}
	for _, d := range e.Verdicts {
		s.Decisions = append(s.Decisions, jsonDecision{d.Mode, d.Verdict, d.Reason, d.Hint})
	}
	return r.out.Encode(s)
}

func (r jsonReport) failure(text string, e *sqlstate.Error) error {
	return r.out.Encode(map[string]jsonFailure{"error": {string(e.Code), e.Message, e.Detail, e.Hint, placeOf(text, e.Position)}})
}

func placeOf(text string, position int) jsonPlace {
	line, column := lineAndColumn(text, position)
	if line == 0 {
		return jsonPlace{}
	}
	return jsonPlace{position, line, column}
}
