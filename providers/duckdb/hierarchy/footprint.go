package hierarchy

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Footprint implements providers.Footprinter. It returns the sequences that an INSERT takes numbers from, by the defaults of the columns
// that it gives no values, and the tables that foreign keys carry an UPDATE or DELETE to. DuckDB has no triggers, rules or
// row security.
func (l *Listing) Footprint(ctx context.Context, changes []providers.Change) (providers.Footprint, error) {
	var found providers.Footprint
	if err := l.reach(ctx, changes, &found); err != nil {
		return found, err
	}
	for _, c := range changes {
		if c.Verb != "INSERT" {
			continue
		}
		names, err := l.findSequences(ctx, c)
		if err != nil {
			return found, err
		}
		found.Sequences = append(found.Sequences, names...)
	}
	slices.Sort(found.Cascades)
	found.Cascades = slices.Compact(found.Cascades)
	if len(found.Cascades) > providers.MaxFootprint {
		found.Cascades, found.More = found.Cascades[:providers.MaxFootprint], true
	}
	slices.Sort(found.Sequences)
	found.Sequences = slices.Compact(found.Sequences)
	if len(found.Sequences) > providers.MaxFootprint {
		found.Sequences, found.More = found.Sequences[:providers.MaxFootprint], true
	}
	return found, nil
}

func (l *Listing) findSequences(ctx context.Context, c providers.Change) ([]string, error) {
	schema := c.Schema
	if schema == "" {
		schema = l.schema
	}
	rows, err := l.list(ctx, `SELECT column_name, CAST(column_index AS VARCHAR), column_default FROM duckdb_columns()
		WHERE database_name = `+native.Text(l.database)+` AND lower(schema_name) = lower(`+native.Text(schema)+`)
		  AND lower(table_name) = lower(`+native.Text(c.Name)+`) AND contains(column_default, 'nextval')`)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, row := range rows {
		index, err := strconv.Atoi(row[1])
		if err == nil && index <= c.Leading || slices.ContainsFunc(c.Columns, func(name string) bool { return strings.EqualFold(name, row[0]) }) {
			continue
		}
		for _, name := range columndef.SequencesIn(row[2]) {
			names = append(names, strings.TrimPrefix(name, l.database+"."))
		}
	}
	return names, nil
}
