package lexical

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// HasCapitals reports whether the text has an unquoted name with capitals. Postgres and its parse tree
// fold it to lower case; DuckDB would keep the capitals in results and in the names of new objects.
func HasCapitals(text string) bool {
	if strings.IndexFunc(text, func(r rune) bool { return r >= 'A' && r <= 'Z' }) < 0 {
		return false
	}
	scan, err := pg_query.Scan(text)
	if err != nil {
		return true // the tree is right in any case
	}
	before := pg_query.Token_NUL
	for _, token := range scan.Tokens {
		word := text[token.Start:token.End]
		if word[0] != '"' && isName(token, word, before) && strings.ToLower(word) != word {
			return true
		}
		before = token.Token
	}
	return false
}

// isName reports whether a token is a name, not a keyword. A word that may be both is a name behind
// AS or a dot, and unless it is written in capitals alone.
func isName(token *pg_query.ScanToken, word string, before pg_query.Token) bool {
	if token.Token == pg_query.Token_IDENT {
		return true
	}
	switch token.KeywordKind {
	case pg_query.KeywordKind_UNRESERVED_KEYWORD, pg_query.KeywordKind_COL_NAME_KEYWORD, pg_query.KeywordKind_TYPE_FUNC_NAME_KEYWORD:
		return before == pg_query.Token_AS || before == pg_query.Token_ASCII_46 || strings.ToUpper(word) != word
	}
	return false
}
