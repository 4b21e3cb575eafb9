package catalog

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
)

// readKept reads which columns have collations of their own, of a table from its comment, of a view from what its query keeps, and the
// CHECK OPTION of a view.
func (l *listing) readKept() {
	if l.comment != "" {
		l.named = map[string]string{}
		for _, c := range providers.ReadKeptTable(l.comment).Columns {
			if c.Collation != "" {
				l.named[c.Name] = c.Collation
			}
		}
	}
	query := l.text
	if !strings.Contains(query, providers.ShownName) {
		return
	}
	if l.kind == "table" {
		k, _ := definition.StoredQuery(l.text)
		query = k.Query
	}
	shown, _ := providers.ParseShownQuery(query)
	l.numbered, l.checkOption = shown.Collations, shown.Check
}

// collationOf is the collation of a column where it is not that of the column's type; "": it is.
func (l *listing) collationOf(number int, name string) string {
	if number < len(l.numbered) && l.numbered[number] != "" {
		return l.numbered[number]
	}
	return l.named[name]
}
