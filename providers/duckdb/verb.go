package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
)

// verb returns the statement's verb, from its first words if the planner gave none.
func verb(s providers.Statement) string {
	if s.Verb != "" {
		return strings.ToUpper(s.Verb)
	}
	words := lexical.Scan(s.SQL).Words
	if len(words) == 0 {
		return ""
	}
	switch words[0] {
	case "CREATE", "ALTER", "DROP":
		for _, word := range words {
			if slices.Contains(objectKinds, word) {
				return words[0] + " " + word
			}
		}
	}
	return words[0]
}

// objectKinds are the objects of CREATE, ALTER and DROP.
var objectKinds = []string{"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "TYPE", "FUNCTION", "MACRO"}
