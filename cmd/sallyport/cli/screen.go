package cli

import (
	"io"
	"os"
	"unicode/utf8"

	"golang.org/x/term"
)

// Screen says how text is shown where it is written to: on a terminal in colours and in
// lines that are not longer than its own, elsewhere as it is.
type Screen struct {
	colour bool
	width  int // 0: there is no terminal, and no line is cut
}

// ScreenOf is the screen that w writes to.
func ScreenOf(w io.Writer) Screen {
	s := Screen{colour: isColoured(w)}
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			s.width = width
		}
	}
	return s
}

// Paint shows a text in the colour of an ANSI code; "": in none.
func (s Screen) Paint(code, text string) string {
	if !s.colour || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Cut shortens a line to the terminal's width.
func (s Screen) Cut(line string) string {
	if s.width > 0 && utf8.RuneCountInString(line) > s.width {
		return string([]rune(line)[:s.width-1]) + "…"
	}
	return line
}
