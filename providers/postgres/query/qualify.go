package query

import (
	"regexp"
	"strings"
	"sync"
)

// Where a query of ours finds the server's own operators, types and functions is decided by the search path: on a session's own
// connection that of its client, in which schemas of users may come before pg_catalog. And an operator of users for the very types of
// two operands is preferred to one of the server's for others: "oid < 16384" has none of the server's. So each is named with its schema.

var (
	// ownOperators are the operators of our queries, between spaces. None of them stands beside one of other precedence without
	// brackets.
	ownOperators = strings.NewReplacer(
		" = ", " OPERATOR(pg_catalog.=) ", " <> ", " OPERATOR(pg_catalog.<>) ", " < ", " OPERATOR(pg_catalog.<) ", " > ", " OPERATOR(pg_catalog.>) ",
		" >= ", " OPERATOR(pg_catalog.>=) ", " <= ", " OPERATOR(pg_catalog.<=) ", " || ", " OPERATOR(pg_catalog.||) ",
		" + ", " OPERATOR(pg_catalog.+) ", " & ", " OPERATOR(pg_catalog.&) ", " && ", " OPERATOR(pg_catalog.&&) ",
		" ~ ", " OPERATOR(pg_catalog.~) ", " ILIKE ", " OPERATOR(pg_catalog.~~*) ", " NOT LIKE ", " OPERATOR(pg_catalog.!~~) ", " LIKE ", " OPERATOR(pg_catalog.~~) ",
	)
	ownTypes     = regexp.MustCompile(`::(text|oid|name|bool|int2|json|regclass|regtype|regprocedure|regnamespace)\b`)
	ownFunctions = regexp.MustCompile(`(^|[^.\w])(count|sum|current_setting)\(`)

	// qualifiedTexts has the queries that were qualified before: there are few.
	qualifiedTexts sync.Map
)

// Qualify writes the schema of the server's own objects into a query.
func Qualify(sql string) string {
	if known, ok := qualifiedTexts.Load(sql); ok {
		return known.(string)
	}
	text := ownTypes.ReplaceAllString(ownOperators.Replace(sql), "::pg_catalog.$1")
	text = ownFunctions.ReplaceAllString(text, "${1}pg_catalog.$2(")
	qualifiedTexts.Store(sql, text)
	return text
}
