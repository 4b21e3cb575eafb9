package duckdb

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

var _ providers.Footprinter = (*Provider)(nil)

// nextval finds the sequences in an expression as DuckDB spells it. It also matches other
// constants, so that nothing is found inside of them.
var nextval = regexp.MustCompile(`\bnextval\('((?:[^']|'')*)'\)|'(?:[^']|'')*'`)

// Footprint returns the sequences that an INSERT takes numbers from, by the defaults of the columns
// that it gives no values, and the tables that foreign keys carry an UPDATE or DELETE to. DuckDB has no triggers, rules or
// row security.
func (p *Provider) Footprint(ctx context.Context, changes []providers.Change) (providers.Footprint, error) {
	var found providers.Footprint
	for _, c := range changes {
		if c.Verb != "INSERT" {
			carried, err := p.carriedTo(ctx, c)
			if err != nil {
				return found, err
			}
			found.Cascades = append(found.Cascades, carried...)
			continue
		}
		names, err := p.sequences(ctx, c)
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

func (p *Provider) sequences(ctx context.Context, c providers.Change) ([]string, error) {
	schema := c.Schema
	if schema == "" {
		schema = p.options.Schema
	}
	rows, err := p.queryAdmin(ctx, `SELECT column_name, CAST(column_index AS VARCHAR), column_default FROM duckdb_columns()
		WHERE database_name = `+native.Text(p.options.Name)+` AND lower(schema_name) = lower(`+native.Text(schema)+`)
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
		for _, match := range nextval.FindAllStringSubmatch(row[2], -1) {
			if name := strings.ReplaceAll(match[1], "''", "'"); name != "" {
				names = append(names, strings.TrimPrefix(name, p.options.Name+"."))
			}
		}
	}
	return names, nil
}

// carriedTo lists the tables to which the actions of foreign keys carry a change, and from there to others.
func (p *Provider) carriedTo(ctx context.Context, change providers.Change) (names []string, err error) {
	if change.Verb != "UPDATE" && change.Verb != "DELETE" && change.Verb != "MERGE" {
		return nil, nil
	}
	rows, err := p.queryAdmin(ctx, `SELECT schema_name, table_name, constraint_text FROM duckdb_constraints() WHERE constraint_type = 'CHECK'
		AND database_name = `+native.Text(p.options.Name)+` AND contains(constraint_text, `+native.Text("'"+providers.KeptMark)+`)`)
	if err != nil {
		return nil, err
	}
	schema := change.Schema
	if schema == "" {
		schema = p.options.Schema
	}
	type step struct{ schema, table, verb string }
	reached := []step{{schema, change.Name, change.Verb}}
	for i := 0; i < len(reached); i++ {
		for _, row := range rows {
			k, _, _, ok := keptIn(row[2])
			if !ok || k.Kind != "f" || !strings.EqualFold(k.Schema, reached[i].schema) || !strings.EqualFold(k.Table, reached[i].table) {
				continue
			}
			for _, next := range carries(k, reached[i].verb) {
				if to := (step{row[0], row[1], next}); !slices.Contains(reached, to) {
					reached, names = append(reached, to), append(names, native.Ident(row[0])+"."+native.Ident(row[1]))
				}
			}
		}
	}
	return names, nil
}

// carries returns what a key does to the rows that refer, when those that they refer to are changed.
func carries(k providers.KeptConstraint, verb string) (verbs []string) {
	if verb != "UPDATE" {
		switch k.Delete {
		case "c":
			verbs = append(verbs, "DELETE")
		case "n", "d":
			verbs = append(verbs, "UPDATE")
		}
	}
	if verb != "DELETE" && (k.Update == "c" || k.Update == "n" || k.Update == "d") {
		verbs = append(verbs, "UPDATE")
	}
	return verbs
}
