package planner

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// hidden stands in a record where a secret stood in the statement.
const hidden = "'<redacted>'"

// longText is text that is not scanned for its secrets: what follows the first
// word about one is hidden.
const longText = 1 << 20

var (
	// secretWord is a word after which constants may be secrets.
	secretWord = regexp.MustCompile(`(?i)passwo|passwr|passphrase|(?:^|[^/\w])passwd\b|\bpwd\b|secret|credential`)
	// secretInside is a constant that holds one: a connection string.
	secretInside = regexp.MustCompile(`(?i)passw\w*\s*=|\bpwd\s*=|://[^/\s:@']*:[^@\s']+@`)
)

// Redact returns a text fit for a record. Once a statement speaks of passwords
// or secrets, every constant and comment from there to its end is taken out, as
// in CREATE ROLE … PASSWORD 'x', OPTIONS (password 'x') and INSERT INTO
// users (password) VALUES ('x'); a connection string with a password in it
// always is. It works from the tokens, so that it serves for text that does not
// parse; text that cannot be scanned keeps nothing after the word.
func Redact(text string) string {
	at := secretWord.FindStringIndex(text)
	inside := secretInside.FindStringIndex(text)
	if at == nil || inside != nil && inside[0] < at[0] {
		at = inside
	}
	if at == nil {
		return text
	}
	cut := text[:strings.LastIndexAny(text[:at[0]], "'\"$; \n")+1] + "<redacted: it speaks of a secret>"
	if len(text) > longText {
		return cut
	}
	scan, err := pg_query.Scan(strings.ReplaceAll(text, "\x00", " "))
	if err != nil {
		return cut
	}
	var b strings.Builder
	copied, armed := 0, false
	for _, t := range scan.Tokens {
		said := text[t.Start:t.End]
		secret := false
		switch t.Token {
		case pg_query.Token_SCONST, pg_query.Token_USCONST, pg_query.Token_XCONST, pg_query.Token_BCONST:
			armed = armed || secretWord.MatchString(said)
			secret = armed || secretInside.MatchString(said)
		case pg_query.Token_SQL_COMMENT, pg_query.Token_C_COMMENT:
			secret = armed || secretWord.MatchString(said) || secretInside.MatchString(said)
		case pg_query.Token_ASCII_59:
			armed = false
		default:
			armed = armed || secretWord.MatchString(said)
		}
		if secret {
			b.WriteString(text[copied:t.Start])
			b.WriteString(hidden)
			copied = int(t.End)
		}
	}
	b.WriteString(text[copied:])
	return b.String()
}
