package lexical

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Quote puts a name in double quotes.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// QuoteIfNeeded puts a name in double quotes that would be read otherwise without them.
func QuoteIfNeeded(name string) string {
	if SimpleName(name, 0) == len(name) && !HasCapitals(name) {
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
