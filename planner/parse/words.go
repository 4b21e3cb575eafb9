package parse

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Strings returns the values of the nodes that are strings: the parts of a name.
func Strings(nodes []*pg_query.Node) []string {
	words := make([]string, 0, 3)
	for _, n := range nodes {
		if s := n.GetString_(); s != nil {
			words = append(words, s.Sval)
		}
	}
	return words
}

// WordSet makes a set of words that are separated by blanks.
func WordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
