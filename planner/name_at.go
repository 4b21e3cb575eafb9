package planner

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NameAt returns the last part of the possibly qualified name that stands at a
// position of a text, folded by the parser's rules; "" if no name stands there. The
// position is 1-based and in characters.
func NameAt(text string, position int) string {
	for i := 1; i < position && text != ""; i++ {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	name := ""
	for {
		part, rest := leadingName(text)
		if part == "" {
			return name
		}
		name = part
		if rest = strings.TrimLeft(rest, " \t\r\n"); !strings.HasPrefix(rest, ".") {
			return name
		}
		text = strings.TrimLeft(rest[1:], " \t\r\n")
	}
}

// leadingName splits off the name that a text begins with.
func leadingName(text string) (name, rest string) {
	if strings.HasPrefix(text, `"`) {
		var out strings.Builder
		for rest = text[1:]; ; {
			before, after, closed := strings.Cut(rest, `"`)
			if !closed {
				return "", ""
			}
			out.WriteString(before)
			if !strings.HasPrefix(after, `"`) {
				return out.String(), after
			}
			out.WriteByte('"')
			rest = after[1:]
		}
	}
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end]), text[end:]
}
