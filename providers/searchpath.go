package providers

import (
	"slices"
	"strings"
)

// A search path of a source that has one is the list of the schemas that its setting names and that exist, as
// current_schemas(false) says it. The first is the one where a name without a schema is made.

// The schemas that every search path has: where the setting does not name them, they come before all that it names.
const (
	CatalogSchema   = "pg_catalog"
	TemporarySchema = "pg_temp" // of the session, whatever its number is
)

// LookupPath returns the schemas of a search path in the order in which relations and types are looked for.
func LookupPath(path []string) []string {
	list := make([]string, 0, len(path)+2)
	for _, first := range []string{TemporarySchema, CatalogSchema} {
		if !slices.Contains(path, first) {
			list = append(list, first)
		}
	}
	return append(list, path...)
}

// IsTemporarySchema reports whether a name is that of the schema of a session's temporary relations at the embedded source,
// which shows it with a number.
func IsTemporarySchema(name string) bool {
	return strings.EqualFold(name, TemporarySchema) || strings.EqualFold(name, ShownTemporarySchema)
}

// ShownTemporarySchema is TemporarySchema as the catalogs of the embedded source show it.
const ShownTemporarySchema = "pg_temp_1"
