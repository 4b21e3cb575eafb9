package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// bareLabel has a label without AS written with it: DuckDB takes none of its keywords there, such as name, type and value.
func (t *translation) bareLabel(target *pg_query.ResTarget) {
	if t.changed || target.Name == "" || target.Val == nil {
		return
	}
	words := strings.Fields(strings.ToLower(t.text))
	for i := 1; i < len(words); i++ {
		if words[i-1] == "as" && strings.Trim(words[i], `",;)`) == strings.ToLower(target.Name) {
			return
		}
	}
	t.changed = true
}
