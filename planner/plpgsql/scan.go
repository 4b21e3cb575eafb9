package plpgsql

import (
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// token is a token of a body, without comments.
type token struct {
	kind       pg_query.Token
	text       string // as written; "" is the end of the body
	word       string // an unquoted word in lower case, else ""
	name       string // an identifier, quoted or not, else ""
	start, end int
}

// maxName is the length at which the server cuts names.
const maxName = 63

// scan splits a body into tokens.
func scan(body string) ([]token, error) {
	result, err := pg_query.Scan(body)
	if err != nil {
		return nil, fmt.Errorf("its body cannot be read: %w", err)
	}
	list := make([]token, 0, len(result.Tokens))
	for _, t := range result.Tokens {
		if t.Token == pg_query.Token_SQL_COMMENT || t.Token == pg_query.Token_C_COMMENT {
			continue
		}
		start, end := int(t.Start), int(t.End)
		if start < 0 || end > len(body) || start >= end {
			return nil, fmt.Errorf("its body cannot be read: a token is not inside of it")
		}
		one := token{kind: t.Token, text: body[start:end], start: start, end: end}
		switch first := one.text[0]; {
		case first == '"' && t.Token == pg_query.Token_IDENT:
			one.name = strings.ReplaceAll(one.text[1:len(one.text)-1], `""`, `"`)
		case t.Token == pg_query.Token_IDENT || t.KeywordKind != pg_query.KeywordKind_NO_KEYWORD:
			one.word = lower(one.text)
			one.name = one.word
		}
		if len(one.name) > maxName {
			return nil, fmt.Errorf("the name %.20s… in its body is too long", one.name)
		}
		list = append(list, one)
	}
	return list, nil
}

// lower folds a word as the server does: ASCII letters alone.
func lower(word string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, word)
}

// reserved are PL/pgSQL's reserved keywords. They can name a variable only in quotes.
var reserved = parse.WordSet(`all begin by case declare else end execute for foreach from if in into loop not null or
	strict then to using when while`)
