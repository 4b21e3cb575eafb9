package catalog

import (
	"regexp"
	"testing"
)

// unqualified is what a client's search path would decide on: operators, types of casts, and functions. Inside of quotes stand none.
var unqualified = regexp.MustCompile(`(?i)[^'(] (=|<>|<|>|>=|<=|\|\||~|~\*|!~|\+|-|\*|/|%) [^']|\b(LIKE|ILIKE|IN|SIMILAR|BETWEEN|USING) |::[a-z]+\b(?:[^."a-z]|$)|(?:^|[^.\w])(?:pg_\w+|count|sum|min|max|md5|format|concat\w*|array_\w+|string_agg|unnest|current_\w+|octet_length)\(`)

// keywords are types that the grammar itself knows, which no search path decides on.
var keywords = regexp.MustCompile(`::(int|bigint|int\[\])\b`)

// TestOwnQueriesAreQualified: what runs on a client's connection names the schema of everything.
func TestOwnQueriesAreQualified(t *testing.T) {
	for name, sql := range map[string]string{
		"the guard": GuardText, "its question": comparedText, "prints": askPrints([]string{"r4 name.x", "c 1", "f x", "p 1", "t x", "y 1", "g"}).SQL,
		"the end": ownSQL, "its first question": pendingAloneSQL, "its guard": endGuardSQL,
	} {
		if found := unqualified.FindAllString(keywords.ReplaceAllString(sql, ""), -1); found != nil {
			t.Errorf("%s has %q", name, found)
		}
	}
	for _, sql := range []string{"SELECT a = b", "SELECT a || b", "SELECT a::text", "SELECT count(*)", "SELECT a NOT LIKE b"} {
		if !unqualified.MatchString(sql + " ") {
			t.Errorf("nothing is found in %s", sql)
		}
	}
}
