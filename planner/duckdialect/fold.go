package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// folds reports whether the text has an unquoted name with capitals. Postgres
// folds it to lower case, and so does the parse tree; DuckDB would keep it as it
// is, in results and in what is created.
func folds(text string) bool {
	if strings.IndexFunc(text, func(r rune) bool { return r >= 'A' && r <= 'Z' }) < 0 {
		return false
	}
	scan, err := pg_query.Scan(text)
	if err != nil {
		return true // the tree knows better
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

// isName reports whether a token is a name rather than a word of the grammar.
// Words that may be both are names after AS and a dot, and where they are not
// written all in capitals.
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
