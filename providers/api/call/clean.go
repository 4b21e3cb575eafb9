package call

import (
	"strings"
	"unicode/utf8"
)

// clean makes a stranger's text fit for an error: one line, no control characters, no
// longer than limit bytes.
func clean(text string, limit int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return isControl(r) || r == ' ' }), " ")
	text = strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, text)
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// hidden reports whether a character changes how others are shown, or shows nothing.
func hidden(r rune) bool {
	return r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f
}
