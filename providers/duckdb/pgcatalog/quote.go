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

// A view in DuckDB that stands for a view which is kept elsewhere contains these texts, followed by the real
// view's query. lookups.sql and catalog.sql find the query and the kind of view by them.
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
