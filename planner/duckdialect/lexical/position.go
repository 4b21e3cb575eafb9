package lexical

import (
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Position translates a position in the translated text to one in the client's text, both 1-based
// and in characters: the same occurrence of the same word, with quotes or without. 0 means that there is none.
func Position(original, translated string, position int) int {
	word, nth := wordAt(translated, position)
	if word == "" {
		return 0
	}
	scan, err := pg_query.Scan(original)
	if err != nil {
		return 0
	}
	for _, token := range scan.Tokens {
		if strings.EqualFold(unquoted(original[token.Start:token.End]), word) {
			if nth--; nth == 0 {
				return utf8.RuneCountInString(original[:token.Start]) + 1
			}
		}
	}
	return 0
}

// unquoted returns a token without the quotes of a name: the translation writes a name that is a keyword, too, in quotes.
func unquoted(token string) string { return strings.Trim(token, `"`) }

// wordAt returns the token at a position, unquoted, and its number among equal tokens.
func wordAt(text string, position int) (word string, nth int) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return "", 0
	}
	offset := len(text)
	for i := range text {
		if position--; position == 0 {
			offset = i
			break
		}
	}
	for _, token := range scan.Tokens {
		if int(token.End) > offset {
			if int(token.Start) > offset {
				return "", 0
			}
			word = unquoted(text[token.Start:token.End])
			break
		}
	}
	for _, token := range scan.Tokens {
		if int(token.Start) > offset {
			break
		}
		if word != "" && strings.EqualFold(unquoted(text[token.Start:token.End]), word) {
			nth++
		}
	}
	return word, nth
}
