package lexical

import (
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// words are keywords of DuckDB's that are plain names in Postgres.
var words = parse.WordSet(`anti asof at by describe lambda pivot pivot_longer pivot_wider positional qualify semi show summarize unpivot`)

// HasWords reports whether a text may use one of the words as a name without quotes. By is left out:
// it is in every ORDER BY.
func HasWords(text string) bool {
	for i := 0; i < len(text); i++ {
		if !IsWord(text[i]) || i > 0 && (IsWord(text[i-1]) || text[i-1] == '"') {
			continue
		}
		end := i
		for end < len(text) && IsWord(text[end]) {
			end++
		}
		if word := strings.ToLower(text[i:end]); words[word] && word != "by" {
			return true
		}
		i = end
	}
	return false
}

// QuoteWords puts those names into quotes. In the deparser's text keywords are in capitals.
func QuoteWords(sql string) string {
	var b strings.Builder
	last := 0
	for i := 0; i < len(sql); i++ {
		c := sql[i]
		if c == '\'' || c == '"' {
			escapes := c == '\'' && i > 0 && sql[i-1] == 'E' && (i < 2 || !IsWord(sql[i-2]))
			if end := quotedEnd(sql, i, escapes); end > 0 {
				i = end
			}
			continue
		}
		if !IsWord(c) {
			continue
		}
		end := i
		for end < len(sql) && IsWord(sql[end]) {
			end++
		}
		if words[sql[i:end]] {
			b.WriteString(sql[last:i] + `"` + sql[i:end] + `"`)
			last = end
		}
		i = end - 1
	}
	if last == 0 {
		return sql
	}
	return b.String() + sql[last:]
}
