package pgcatalog

import (
	"strconv"
	"strings"
)

// literal quotes a string constant for DuckDB.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// quote quotes a name for DuckDB.
func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// itoa is strconv.Itoa under a short name.
func itoa(i int) string { return strconv.Itoa(i) }

// What DuckDB's text of a view is to hold where the view stands for one that is kept elsewhere: its query, and
// its kind. lookups.sql and catalog.sql read it there.
const (
	describedView         = "'sallyport view' = "
	describedMaterialized = "'sallyport materialized view' = "
)

// DescribedAs is a condition, for the query of a view without rows, that has the catalogs show another query.
func DescribedAs(query string, materialized bool) string {
	kind := describedView
	if materialized {
		kind = describedMaterialized
	}
	return kind + "'" + strings.ReplaceAll(strings.ReplaceAll(query, "\x00", ""), "'", "''") + "'"
}
