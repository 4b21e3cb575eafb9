package show

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible escapes what would move the cursor or end the line: data may come
// from strangers, and a terminal obeys.
func Visible(s string) string { return escape(s, "") }

// VisibleLines is Visible for a text of several lines, whose line ends and tabs
// stay.
func VisibleLines(s string) string { return escape(s, "\n\t") }

func escape(s, but string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)): // a byte that is no text: some terminals obey \x9b
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !hidden(r) || strings.ContainsRune(but, r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }
