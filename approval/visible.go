package approval

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// odd are characters that are letters or marks to Unicode and show nothing, or
// an empty cell (fillers, joiners, variation selectors, the blank of Braille), or
// strike other characters out.
var odd = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0334, Hi: 0x0338, Stride: 1},
		{Lo: 0x034f, Hi: 0x034f, Stride: 1},
		{Lo: 0x115f, Hi: 0x1160, Stride: 1},
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
		{Lo: 0x180b, Hi: 0x180f, Stride: 1},
		{Lo: 0x20d0, Hi: 0x20f0, Stride: 1},
		{Lo: 0x2800, Hi: 0x2800, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xfe00, Hi: 0xfe0f, Stride: 1},
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1},
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1},
		{Lo: 0xe0000, Hi: 0xe0fff, Stride: 1},
	},
}

// Visible returns text as a person should see it before saying yes to it: what
// steers a terminal, turns the direction of writing, or shows nothing is spelled
// as <U+202E>, and a byte that is no character as <0xFF>. Line ends and tabs
// stay: the caller sets the text off from its surroundings, line by line.
func Visible(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<0x%02X>", text[0])
		case r == '\n', r == '\t', seen(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
		text = text[size:]
	}
	return b.String()
}

const (
	// blankRun is how many blanks of a line stay; indentRun, of its beginning.
	blankRun, indentRun = 16, 40
	// emptyRun is how many empty lines stay.
	emptyRun = 1
)

// Folded is Visible with runs of blanks and of empty lines spelled, <3000 blanks>, so that
// they push nothing off the screen.
func Folded(text string) string {
	var b strings.Builder
	empty := 0
	tell := func() {
		if empty > emptyRun {
			fmt.Fprintf(&b, "<%d empty lines>\n", empty)
		} else {
			b.WriteString(strings.Repeat("\n", empty))
		}
		empty = 0
	}
	lines := strings.Split(Visible(text), "\n")
	for i, line := range lines {
		if strings.Trim(line, " \t") == "" && i > 0 && i < len(lines)-1 {
			empty++
			continue
		}
		tell()
		foldLine(&b, line)
		if i < len(lines)-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// foldLine writes a line without its long runs of blanks.
func foldLine(b *strings.Builder, line string) {
	most := indentRun
	for len(line) > 0 {
		rest := strings.TrimLeft(line, " \t")
		if n := len(line) - len(rest); n > most {
			fmt.Fprintf(b, "<%d blanks>", n)
		} else {
			b.WriteString(line[:n])
		}
		most = blankRun
		end := strings.IndexAny(rest, " \t")
		if end < 0 {
			end = len(rest)
		}
		b.WriteString(rest[:end])
		line = rest[end:]
	}
}

// seen reports whether a character shows as itself: letters, marks, numbers,
// punctuation and symbols do.
func seen(r rune) bool { return unicode.IsPrint(r) && !unicode.Is(odd, r) }
