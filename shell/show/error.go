package show

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// Error prints a server's error or notice as psql does, with the line of the
// statement that it is about and a caret below the place.
func Error(w io.Writer, e *pgconn.PgError, sql string) {
	severity := e.Severity
	if severity == "" {
		severity = "ERROR"
	}
	fmt.Fprintf(w, "%s:  %s", severity, Visible(e.Message))
	if e.Code != "" && e.Code != "00000" {
		fmt.Fprintf(w, " (%s)", Visible(e.Code))
	}
	fmt.Fprintln(w)
	if line := PointAt(sql, int(e.Position)); line != "" {
		fmt.Fprintln(w, line)
	}
	for _, field := range [][2]string{{"DETAIL", e.Detail}, {"HINT", e.Hint}, {"CONTEXT", e.Where}} {
		if field[1] != "" {
			fmt.Fprintf(w, "%s:  %s\n", field[0], Visible(field[1]))
		}
	}
}

// width is how much of a long line is shown around the place.
const width = 70

// PointAt shows the line that holds a position (1-based, in characters), with
// a caret below it; "" without a position.
func PointAt(sql string, position int) string {
	if position < 1 || position > utf8.RuneCountInString(sql)+1 {
		return ""
	}
	runes := []rune(sql)
	number, start := 1, 0
	for i, r := range runes[:position-1] {
		if r == '\n' {
			number, start = number+1, i+1
		}
	}
	end := start
	for end < len(runes) && runes[end] != '\n' {
		end++
	}
	column, before, after := position-1-start, "", ""
	if column > width/2 && end-start > width {
		cut := min(column-width/2, end-start-width)
		start, column, before = start+cut, column-cut, "…"
	}
	if end-start > width {
		end, after = start+width, "…"
	}
	label := fmt.Sprintf("LINE %d: %s", number, before)
	line := strings.Map(func(r rune) rune {
		if hidden(r) {
			return ' ' // a blank for each, so that the caret stays below its place
		}
		return r
	}, string(runes[start:end]))
	return label + line + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(label)+column) + "^"
}
