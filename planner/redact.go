package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// hidden stands in a record where a secret stood in the statement.
const hidden = "'<redacted>'"

// Redact returns a text fit for a record: what follows the word PASSWORD is
// taken out, as in CREATE ROLE … PASSWORD 'x' and OPTIONS (password 'x'). It
// works from the tokens, so that it serves for text that does not parse; text
// that cannot even be scanned keeps nothing after the word.
func Redact(text string) string {
	at := strings.Index(strings.ToLower(text), "password")
	if at < 0 {
		return text
	}
	if at > len(text) { // ToLower may change lengths of what is not ASCII
		at = 0
	}
	scan, err := pg_query.Scan(strings.ReplaceAll(text, "\x00", " "))
	if err != nil {
		return text[:at] + "password <redacted: the rest cannot be read>"
	}
	var b strings.Builder
	copied, armed := 0, false
	for _, t := range scan.Tokens {
		switch {
		case t.Token == pg_query.Token_SQL_COMMENT || t.Token == pg_query.Token_C_COMMENT:
		case armed && (t.Token == pg_query.Token_SCONST || t.Token == pg_query.Token_XCONST):
			b.WriteString(text[copied:t.Start])
			b.WriteString(hidden)
			copied, armed = int(t.End), false
		default:
			word := strings.Trim(text[t.Start:t.End], `"`)
			armed = strings.EqualFold(word, "password") || strings.EqualFold(word, "passwd") || armed && word == "="
		}
	}
	b.WriteString(text[copied:])
	return b.String()
}
