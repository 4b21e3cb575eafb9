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
