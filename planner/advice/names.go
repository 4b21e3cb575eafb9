package advice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameAt returns the last part of the possibly qualified name that stands at a
// position of a text, folded by the parser's rules; "" if no name stands there. The
// position is 1-based and in characters.
func nameAt(text string, position int) string {
	text = textFrom(text, position)
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

// textFrom is a text from a position on, which is 1-based and in characters.
func textFrom(text string, position int) string {
	for i := 1; i < position && text != ""; i++ {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return text
}

// WordsAt returns the name that nameAt would, and the name behind it if only blanks are between: the
// writer may have meant one name.
func WordsAt(text string, position int) []string {
	text = textFrom(text, position)
	name := ""
	for {
		part, rest := leadingName(text)
		if part == "" {
			return nil
		}
		name, text = part, strings.TrimLeft(rest, " \t\r\n")
		if !strings.HasPrefix(text, ".") {
			break
		}
		text = strings.TrimLeft(text[1:], " \t\r\n")
	}
	if next, _ := leadingName(text); next != "" {
		return []string{name, next}
	}
	return []string{name}
}

// NameParts returns the parts of a possibly qualified name, folded by the parser's rules, or nil if
// the text is not a name.
func NameParts(text string) (parts []string) {
	for text = strings.TrimSpace(text); ; {
		part, rest := leadingName(text)
		if part == "" {
			return nil
		}
		parts = append(parts, part)
		if rest = strings.TrimSpace(rest); rest == "" {
			return parts
		}
		if !strings.HasPrefix(rest, ".") {
			return nil
		}
		text = strings.TrimSpace(rest[1:])
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
