package constants

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
)

// Patterns of SIMILAR TO, and regular expressions with the ends of words, which DuckDB's expressions do not tell apart.

// SimilarPattern translates a pattern of SIMILAR TO to a regular expression.
func SimilarPattern(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
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

// WordEdges writes the beginnings and ends of words as edges of words, which they are beside a letter. It reports
// whether no other is left.
func WordEdges(pattern string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '\\' || i+1 == len(pattern) {
			b.WriteByte(pattern[i])
			continue
		}
		i++
		switch c := pattern[i]; {
		case c == 'm' && i+1 < len(pattern) && lexical.IsWord(pattern[i+1]), c == 'M' && i > 1 && lexical.IsWord(pattern[i-2]) && (i < 3 || pattern[i-3] != '\\'), c == 'y':
			b.WriteString(`\b`)
		case c == 'm', c == 'M':
			return "", false
		case c == 'Y':
			b.WriteString(`\B`)
		case c == 'Z':
			b.WriteString(`\z`)
		default:
			b.WriteString(pattern[i-1 : i+1])
		}
	}
	return b.String(), true
}
