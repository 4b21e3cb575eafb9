package lexical

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Quote puts a name in double quotes.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// QuoteText puts a text in single quotes.
func QuoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// QuoteIfNeeded puts a name in double quotes that would be read otherwise without them.
func QuoteIfNeeded(name string) string {
	if simpleName(name, 0) == len(name) && !HasCapitals(name) {
		return name
	}
	return Quote(name)
}

// QuoteRelation returns the name of a relation, quoted, with its schema where the name has one.
func QuoteRelation(r *pg_query.RangeVar) string {
	name := Quote(r.GetRelname())
	if r.GetSchemaname() != "" {
		name = Quote(r.Schemaname) + "." + name
	}
	return name
}

// CommentOn is the statement that gives an object, whose name has these parts, a comment, or takes it away where that is empty.
func CommentOn(what string, name []string, comment string) string {
	quoted := make([]string, len(name))
	for i, part := range name {
		quoted[i] = Quote(part)
	}
	text := "NULL"
	if comment != "" {
		text = QuoteText(comment)
	}
	return "COMMENT ON " + what + " " + strings.Join(quoted, ".") + " IS " + text
}
