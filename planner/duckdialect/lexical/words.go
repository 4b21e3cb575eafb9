package lexical

import (
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// words are keywords of DuckDB's that are plain names in Postgres.
var words = parse.WordSet(`anti asof at by columns describe generated glob lambda map pivot pivot_longer pivot_wider positional qualify semi show struct
	summarize try_cast unpack unpivot`)

// callable are those of them that name functions, too. COLUMNS (…) is none, but all columns of a relation: in quotes it is a
// function's name, as in Postgres, and DuckDB has none of that name.
var callable = parse.WordSet(`glob map struct try_cast unpack`)

// byFollows are the keywords that BY follows as a keyword.
var byFollows = parse.WordSet(`order group partition increment owned`)

// HasWords reports whether a text may use one of the words as a name without quotes.
func HasWords(text string) bool {
	before := ""
	for i := 0; i < len(text); i++ {
		if !isWord(text[i]) || i > 0 && (isWord(text[i-1]) || text[i-1] == '"') {
			continue
		}
		end := i
		for end < len(text) && isWord(text[end]) {
			end++
		}
		word := strings.ToLower(text[i:end])
		if isWordAsName(word, text[end:]) && (word != "by" || !byFollows[before]) {
			return true
		}
		before, i = word, end
	}
	return false
}

// isWordAsName reports whether a word that a text goes on behind is one of the words, as a name.
func isWordAsName(word, rest string) bool {
	return words[word] && !(callable[word] && strings.HasPrefix(rest, "("))
}

// QuoteWords puts those names into quotes. In the deparser's text keywords are in capitals.
func QuoteWords(sql string) string {
	var b strings.Builder
	last := 0
	for i := 0; i < len(sql); i++ {
		c := sql[i]
		if c == '\'' || c == '"' {
			escapes := c == '\'' && i > 0 && sql[i-1] == 'E' && (i < 2 || !isWord(sql[i-2]))
			if end := quotedEnd(sql, i, escapes); end > 0 {
				i = end
			}
			continue
		}
		if !isWord(c) {
			continue
		}
		end := i
		for end < len(sql) && isWord(sql[end]) {
			end++
		}
		if isWordAsName(sql[i:end], sql[end:]) {
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
