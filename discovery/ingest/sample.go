package ingest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// longest is how many characters of a value are read.
const longest = 200

// mostCells bounds how many values of one table are held in memory.
const mostCells = 500_000

// sampleOf returns the SELECT of a sample of so many rows: of random pages where the table is much
// larger than the sample and its source can do that (part), or else its first rows.
func sampleOf(connection string, t discovery.Table, columns []discovery.Column, rows int, random bool) (statement string, part bool) {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = sampledAs(c)
	}
	from := quoted(connection) + "." + quoted(t.Ref.DB) + "." + quoted(t.Ref.Name)
	if n := t.EstimatedRows; random && t.Kind == discovery.KindTable && n != nil && *n > 10*int64(rows) {
		percent := 200 * float64(rows) / float64(*n) // twice what is needed: rows are not even on pages
		from, part = from+" TABLESAMPLE SYSTEM ("+strconv.FormatFloat(percent, 'f', 6, 64)+")", true
	}
	return fmt.Sprintf("SELECT %s FROM %s LIMIT %d", strings.Join(list, ", "), from, rows), part
}

// sampledAs is how a column is read: its text, or whether it is NULL where its values say nothing as
// text or are large.
func sampledAs(c discovery.Column) string {
	name := quoted(c.Name)
	switch c.NormalizedType {
	case "text", "character varying", "character", "name", "citext":
		if len(c.Labels) > 0 {
			return name
		}
		return "left(" + name + "::text, " + strconv.Itoa(longest) + ")"
	}
	if plain(c) {
		return name
	}
	return name + " IS NULL"
}

// plain reports whether the values of a column are short and mean something as text.
func plain(c discovery.Column) bool {
	switch c.NormalizedType {
	case "text", "character varying", "character", "name", "citext", "uuid", "inet", "cidr", "macaddr", "interval":
		return true
	}
	return c.DimensionType != discovery.String
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
