package duckdialect

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Patterns of SIMILAR TO, and regular expressions with the ends of words, which DuckDB's expressions do not tell apart.

// similarPattern translates a pattern of SIMILAR TO to a regular expression.
func similarPattern(s string) string {
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
			if i++; i < len(s) && isLetter(s[i]) && s[i] != '_' {
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

// wordEdges writes the beginnings and ends of words as edges of words, which they are beside a letter. It reports
// whether no other is left.
func wordEdges(pattern string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '\\' || i+1 == len(pattern) {
			b.WriteByte(pattern[i])
			continue
		}
		i++
		switch c := pattern[i]; {
		case c == 'm' && i+1 < len(pattern) && isWord(pattern[i+1]), c == 'M' && i > 1 && isWord(pattern[i-2]) && (i < 3 || pattern[i-3] != '\\'), c == 'y':
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

// edges rewrites a constant regular expression.
func (t *translation) edges(n *pg_query.Node) {
	s, ok := stringConst(n)
	if !ok {
		return
	}
	pattern, ok := wordEdges(s)
	if !ok {
		t.noteUnsupported(n.GetAConst().GetLocation(), `\m and \M that stand beside no letter are not supported`)
		return
	}
	if pattern != s {
		t.replaceNode(n, text(pattern))
	}
}

// similarPart is substring(x SIMILAR pattern ESCAPE e): what matches the part of the pattern between two e".
func (t *translation) similarPart(n *pg_query.Node, f *pg_query.FuncCall) bool {
	pattern, constant := stringConst(f.Args[1])
	escape, single := stringConst(f.Args[2])
	if !constant || !single {
		return false
	}
	parts := strings.Split(pattern, escape+`"`)
	if len(escape) != 1 || len(parts) != 3 {
		t.noteUnsupported(f.Location, "this pattern of substring is not supported")
		return true
	}
	for i, p := range parts {
		parts[i] = similarPattern(strings.ReplaceAll(strings.ReplaceAll(p, `\`, `\\`), escape, `\`))
	}
	parts[0] = strings.ReplaceAll(parts[0], ".*", ".*?") // as little as there is
	expression := "^(?:" + parts[0] + ")(" + parts[1] + ")(?:" + parts[2] + ")$"
	return t.replaceCall(n, "substring", call("pg__regexp_substr", f.Args[0], text(expression), number(1), number(1), text(""), number(1)))
}
