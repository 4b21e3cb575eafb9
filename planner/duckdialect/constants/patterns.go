package constants

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
)

// Patterns of SIMILAR TO.

// SimilarPattern translates a pattern of SIMILAR TO to a regular expression.
func SimilarPattern(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '[':
			end := bracketEnd(s, i)
			b.WriteString(strings.ReplaceAll(s[i:end], `\`, `\\`))
			i = end - 1
		case '%':
			b.WriteString(".*")
		case '_':
			b.WriteByte('.')
		case '.', '^', '$':
			b.WriteString(`\` + string(c))
		case '(':
			b.WriteString("(?:")
		case '\\':
			if i++; i < len(s) && lexical.IsLetter(s[i]) && s[i] != '_' {
				b.WriteString(`\` + s[i:i+1]) // Postgres hands it to its regular expressions
			} else if i < len(s) {
				b.WriteString(regexp.QuoteMeta(s[i : i+1]))
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// bracketEnd is the end of a class that begins at a place; within it percent signs and underscores are themselves.
func bracketEnd(s string, i int) int {
	first := i + 1
	if first < len(s) && s[first] == '^' {
		first++
	}
	for at := first + 1; at < len(s); at++ {
		if strings.HasPrefix(s[at:], "[:") {
			if end := strings.Index(s[at:], ":]"); end > 0 {
				at += end + 1
				continue
			}
		}
		if s[at] == ']' {
			return at + 1
		}
	}
	return len(s)
}
