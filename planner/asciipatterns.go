package planner

import (
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// asciiPattern writes a regular expression with the letters, digits and blanks of ASCII for its classes of characters, as the collations C
// and POSIX know them. ok is false for what may still mean other characters by those collations. folded: the case of letters is ignored, and
// the pattern is one for texts in small letters.
func asciiPattern(text string, folded bool) (written string, ok bool) {
	if strings.HasPrefix(text, "***") || folded && !isASCII(text) {
		return "", false
	}
	p := patternWriter{text: text, folded: folded}
	for p.at < len(text) {
		if !p.writeNext() {
			return "", false
		}
	}
	if folded {
		return asciiLower(p.b.String()), true
	}
	return p.b.String(), true
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
}

// patternWriter writes a pattern.
type patternWriter struct {
	text   string
	at     int
	folded bool
	b      strings.Builder
}

// copyBytes takes so many bytes as they are.
func (p *patternWriter) copyBytes(n int) bool {
	p.b.WriteString(p.text[p.at : p.at+n])
	p.at += n
	return true
}

// replaceBytes puts a text in the place of so many bytes.
func (p *patternWriter) replaceBytes(n int, by string) bool {
	p.b.WriteString(by)
	p.at += n
	return true
}

// The characters of the classes. Digits are those of ASCII by every collation.
var (
	asciiClasses = map[string]string{
		"digit": "[:digit:]", "alpha": "A-Za-z", "alnum": "A-Za-z0-9", "upper": "A-Z", "lower": "a-z", "space": " \t\n\v\f\r", "blank": " \t", "xdigit": "0-9A-Fa-f",
	}
	asciiEscapes = map[byte]string{'s': " \t\n\v\f\r", 'w': "A-Za-z0-9_"}
)

// writeNext writes what is next.
func (p *patternWriter) writeNext() bool {
	rest := p.text[p.at:]
	switch {
	case rest[0] == '\\':
		return p.writeEscape()
	case rest[0] == '[':
		return p.writeBracketed()
	case strings.HasPrefix(rest, "(?"):
		return len(rest) > 2 && strings.IndexByte(":=!<", rest[2]) >= 0 && p.copyBytes(2) // others are options
	}
	return p.copyBytes(1)
}

// writeEscape writes an escape outside of brackets.
func (p *patternWriter) writeEscape() bool {
	if p.at+1 == len(p.text) {
		return false
	}
	c := p.text[p.at+1]
	if p.folded && c|0x20 == 'd' {
		return p.replaceBytes(2, map[bool]string{true: "[0-9]", false: "[^0-9]"}[c == 'd'])
	}
	if class := asciiEscapes[c|0x20]; class != "" && parse.Letter(c) {
		if c < 'a' {
			class = "^" + class
		}
		return p.replaceBytes(2, "["+class+"]")
	}
	if p.folded {
		return !parse.Letter(c) && p.copyBytes(2) // the letter would become a small one
	}
	return (!parse.Letter(c) || strings.IndexByte("dDAZnrtfv", c) >= 0) && p.copyBytes(2)
}

// writeBracketed writes a set of characters.
func (p *patternWriter) writeBracketed() bool {
	p.copyBytes(1)
	for _, first := range "^]" {
		if p.at < len(p.text) && rune(p.text[p.at]) == first {
			p.copyBytes(1)
		}
	}
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch {
		case rest[0] == ']':
			return p.copyBytes(1)
		case strings.HasPrefix(rest, "[:"):
			name, _, closed := strings.Cut(rest[2:], ":]")
			class := asciiClasses[name]
			if !closed || class == "" || p.folded && (name == "upper" || name == "lower") {
				return false
			}
			p.replaceBytes(len(name)+4, class)
		case strings.HasPrefix(rest, "[.") || strings.HasPrefix(rest, "[="):
			return false
		case rest[0] == '\\':
			if !p.writeEscapeWithin(rest) {
				return false
			}
		case p.folded && len(rest) > 2 && rest[1] == '-' && rest[2] != ']' && !isFoldedRange(rest[0], rest[2]):
			return false
		default:
			p.copyBytes(1)
		}
	}
	return false
}

// writeEscapeWithin writes an escape in brackets.
func (p *patternWriter) writeEscapeWithin(rest string) bool {
	if len(rest) == 1 {
		return false
	}
	if class := asciiEscapes[rest[1]]; class != "" {
		return p.replaceBytes(2, class)
	}
	return (!parse.Letter(rest[1]) || !p.folded && strings.IndexByte("dnrtfv", rest[1]) >= 0) && p.copyBytes(2)
}

// isFoldedRange reports whether a range of characters has either no letters, or is one of letters of one case.
func isFoldedRange(from, to byte) bool {
	within := func(least, greatest byte) bool { return from >= least && to <= greatest }
	return within('a', 'z') || within('A', 'Z') || within(0, 'A'-1) || within('z'+1, 0x7f)
}
