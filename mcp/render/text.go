package render

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Token returns a new random marker, which no row can contain but by chance. It is digits, which cost
// models the fewest tokens.
func Token() string {
	var random [8]byte
	_, _ = rand.Read(random[:])                                // never fails, as its documentation promises
	n := binary.LittleEndian.Uint64(random[:]) % 1_000_000_000 // some numbers are more likely than others by 5 in 10^11
	text := strconv.AppendUint(make([]byte, 0, 10), n+1_000_000_000, 10)
	return string(text[1:])
}

// Fence puts text that came from a source between two lines with a marker of this answer
// alone, so that nothing in the text can pose as its end.
func Fence(mark, text string) string {
	return "[data " + mark + "]\n" + strings.TrimSuffix(text, "\n") + "\n[end " + mark + "]"
}

// Table writes a line for the names and one for each row, with | between values.
type Table struct {
	strings.Builder
}

// FilledTable writes a table of the first column, and of the columns that have a value in any
// line.
func FilledTable[T any](names []string, lines []T, cells func(T) []string) string {
	filled := make([]bool, len(names))
	filled[0] = true
	for _, line := range lines {
		for i, cell := range cells(line) {
			filled[i] = filled[i] || cell != ""
		}
	}
	pick := func(all []string) (some []string) {
		for i, cell := range all {
			if filled[i] {
				some = append(some, cell)
			}
		}
		return some
	}
	var t Table
	t.Line(pick(names))
	for _, line := range lines {
		t.Line(pick(cells(line)))
	}
	return t.String()
}

// Line writes one line of cells.
func (t *Table) Line(cells []string) {
	var line []byte
	for i, cell := range cells {
		if i > 0 {
			line = append(line, '|')
		}
		line = append(line, EscapeCell(cell)...)
	}
	t.Write(append(line, '\n'))
}

// appendValueCell appends a value as a cell. Most values are short and plain, and need no
// change.
func appendValueCell(line []byte, oid uint32, value []byte, limit int) []byte {
	plain := len(value) > 0 && (limit <= 0 || len(value) <= limit) && oid != oidBool && string(value) != "NULL"
	for i := 0; plain && i < len(value); i++ {
		plain = value[i] >= ' ' && value[i] < 0x7f && value[i] != '|'
	}
	if !plain {
		return append(line, EscapeCell(cellText(oid, value, limit))...)
	}
	return append(line, value...)
}

// cellText returns a value as the table shows it. NULL stands without quotes; the text NULL
// and the empty text have quotes, so that the three differ.
func cellText(oid uint32, value []byte, limit int) string {
	switch {
	case value == nil:
		return "NULL"
	case oid == oidBool && string(value) == "t":
		return "true"
	case oid == oidBool && string(value) == "f":
		return "false"
	case len(value) == 0:
		return `""`
	case string(value) == "NULL":
		return `"NULL"`
	}
	if text, cut := cutCell(value, limit); cut {
		return text
	}
	return string(value)
}

// EscapeCell keeps a value inside its cell and shows what could hide in it:
// a pipe is escaped, control characters are shown as their pictures (a newline
// as ␊), and characters without a shape, such as those that turn the direction
// of text or carry hidden letters, as \u{…}.
func EscapeCell(text string) string {
	plain := true
	for _, r := range text {
		if r == '|' || r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			plain = false
			break
		}
	}
	if plain {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		switch {
		case r == '|':
			// A backslash before the pipe would escape the escape.
			for j := i - 1; j >= 0 && text[j] == '\\'; j-- {
				out.WriteByte('\\')
			}
			out.WriteString(`\|`)
		case r < 0x20:
			out.WriteRune(0x2400 + r)
		case r == 0x7f:
			out.WriteRune(0x2421)
		case r == ' ', unicode.IsPrint(r):
			out.WriteRune(r)
		default:
			fmt.Fprintf(&out, `\u{%x}`, r)
		}
	}
	return out.String()
}

// Visible makes text from a source safe to stand on lines of its own: line ends and tabs stay, and
// characters that hide text, or turn its direction, are spelled out.
func Visible(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\n', r == '\t', unicode.IsPrint(r) && r != unicode.ReplacementChar:
			out.WriteRune(r)
		case r < 0x20:
			out.WriteRune(0x2400 + r)
		case r == 0x7f:
			out.WriteRune(0x2421)
		default:
			fmt.Fprintf(&out, `\u{%x}`, r)
		}
	}
	return out.String()
}

// MaxMessage bounds each part of an error's text, since a source may quote a whole row in
// it.
const MaxMessage = 2000

// OneLine makes text from a source safe to stand on a line of the gateway's own text.
func OneLine(text string) string {
	return strings.ReplaceAll(EscapeCell(Shorten(text, MaxMessage)), `\|`, "|")
}

// Count returns a number and a noun: "1 row", "2 rows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
