package hierarchy

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// reaching finds the tables that changes reach over the foreign keys.
type reaching struct {
	keys    []foreignkey.Key
	columns [][]string // that each of found.Reached has set; nil: any
	found   *providers.Footprint
}

// reach finds the tables to which the actions of foreign keys carry changes, and from there to others.
func (l *Listing) reach(ctx context.Context, changes []providers.Change, found *providers.Footprint) error {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c providers.Change) bool { return c.Verb != "UPDATE" && c.Verb != "DELETE" && c.Verb != "MERGE" })
	if len(changes) == 0 {
		return nil
	}
	keys, err := l.committedKeys(ctx)
	if err != nil || len(keys) == 0 {
		return err
	}
	r := &reaching{keys: keys, found: found}
	for _, c := range changes {
		schema := c.Schema
		if schema == "" {
			schema = l.schema
		}
		r.add(schema, c.Name, c.Verb, c.Columns, providers.Named)
	}
	for r.carry() {
	}
	if len(found.Cascades) == 0 { // the named relations alone are known without their source
		found.Reached = nil
		return nil
	}
	return l.identify(ctx, found.Reached)
}

// committedKeys lists the foreign keys that all sessions see.
func (l *Listing) committedKeys(ctx context.Context) (keys []foreignkey.Key, err error) {
	rows, err := l.list(ctx, `SELECT schema_name, table_name, constraint_text FROM duckdb_constraints() WHERE constraint_type = 'CHECK'
		AND database_name = `+native.Text(l.database)+` AND contains(constraint_text, `+native.Text("'"+providers.KeptMark)+`) ORDER BY table_oid, constraint_index`)
	for _, row := range rows {
		if k, _, _, ok := definition.KeptIn(row[2]); ok && k.Kind == "f" {
			keys = append(keys, foreignkey.Key{Database: l.database, OwnSchema: row[0], OwnTable: row[1], KeptConstraint: k})
		}
	}
	return keys, err
}

// add notes that a table is reached, and returns its place; grows says that this is news.
func (r *reaching) add(schema, table, verb string, columns []string, how providers.ReachedHow) (place int, grows bool) {
	if len(columns) == 0 {
		columns = nil
	}
	place = slices.IndexFunc(r.found.Reached, func(one providers.Reached) bool {
		return one.Verb == verb && strings.EqualFold(one.Schema, schema) && strings.EqualFold(one.Name, table)
	})
	if place < 0 {
		r.found.Reached = append(r.found.Reached, providers.Reached{
			Schema: schema, Name: table, Quoted: native.ShownIdent(schema) + "." + native.ShownIdent(table), Verb: verb, How: how, Rows: -1,
		})
		r.columns = append(r.columns, columns)
		return len(r.columns) - 1, true
	}
	for _, column := range columns {
		if r.columns[place] != nil && !slices.Contains(r.columns[place], column) {
			r.columns[place], grows = append(slices.Clone(r.columns[place]), column), true
		}
	}
	if columns == nil && r.columns[place] != nil {
		r.columns[place], grows = nil, true
	}
	return place, grows
}

// carry follows each key from each relation once, and reports whether that has led to something new.
func (r *reaching) carry() (grows bool) {
	for from := range r.found.Reached {
		for _, k := range r.keys {
			one := r.found.Reached[from]
			if !strings.EqualFold(k.Schema, one.Schema) || !strings.EqualFold(k.Table, one.Name) {
				continue
			}
			for _, verb := range r.carries(k, from) {
				to, more := r.add(k.OwnSchema, k.OwnTable, verb, k.Columns, providers.Carried)
				grows = grows || more
				r.link(to, providers.Link{From: from, Name: k.Name, Columns: k.Columns, Referenced: k.Others})
				r.found.Cascades = append(r.found.Cascades, r.found.Reached[to].Quoted)
			}
		}
	}
	return grows
}

// link notes that a key leads to a relation.
func (r *reaching) link(to int, link providers.Link) {
	links := &r.found.Reached[to].Links
	if !slices.ContainsFunc(*links, func(l providers.Link) bool { return l.From == link.From && l.Name == link.Name }) {
		*links = append(*links, link)
	}
}

// carries returns what a foreign key does to the referring rows when the rows that they refer to are changed.
func (r *reaching) carries(k foreignkey.Key, from int) (verbs []string) {
	verb := r.found.Reached[from].Verb
	if verb != "UPDATE" {
		switch k.Delete {
		case "c":
			verbs = append(verbs, "DELETE")
		case "n", "d":
			verbs = append(verbs, "UPDATE")
		}
	}
	sets := foreignkey.Change{Sets: r.columns[from], Whole: r.columns[from] == nil}
	if verb != "DELETE" && (k.Update == "c" || k.Update == "n" || k.Update == "d") && sets.Touches(k.Others) {
		verbs = append(verbs, "UPDATE")
	}
	return verbs
}

// identify adds what the source knows of reached tables. What is no table of its own, or has a column that is called
// like the place of a row, is not counted.
func (l *Listing) identify(ctx context.Context, reached []providers.Reached) error {
	rows, err := l.list(ctx, `SELECT schema_name, table_name, CAST(table_oid AS VARCHAR), CAST(estimated_size AS VARCHAR) FROM duckdb_tables() t
		WHERE database_name = `+native.Text(l.database)+` AND NOT EXISTS (SELECT 1 FROM duckdb_columns() c WHERE c.table_oid = t.table_oid
		  AND c.database_oid = t.database_oid AND lower(c.column_name) = 'rowid')`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		for i := range reached {
			one := &reached[i]
			if !strings.EqualFold(one.Schema, row[0]) || !strings.EqualFold(one.Name, row[1]) {
				continue
			}
			one.Kind = 'r'
			if one.ID, err = strconv.ParseUint(row[2], 10, 64); err != nil {
				return err
			}
			if one.Rows, err = strconv.ParseInt(row[3], 10, 64); err != nil {
				return err
			}
		}
	}
	return nil
}
