package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// constraints reads the keys, checks and indexes of the table that where selects.
func (p *Provider) constraints(ctx context.Context, where string, d *providers.ResourceDetail) error {
	rows, err := p.queryAdmin(ctx, `SELECT constraint_type, array_to_string(constraint_column_names, chr(31)), coalesce(expression, ''),
		schema_name, coalesce(referenced_table, ''), array_to_string(coalesce(referenced_column_names, []), chr(31))
		FROM duckdb_constraints()`+where+` AND constraint_type <> 'NOT NULL' ORDER BY constraint_type <> 'PRIMARY KEY', constraint_index`)
	if err != nil {
		return err
	}
	for _, v := range rows {
		switch v[0] {
		case "PRIMARY KEY", "UNIQUE":
			d.Keys = append(d.Keys, providers.Key{Primary: v[0] == "PRIMARY KEY", Columns: columndef.SplitUnits(v[1])})
		case "CHECK":
			d.Checks = append(d.Checks, "CHECK ("+v[2]+")")
		case "FOREIGN KEY":
			d.References = append(d.References, providers.Foreign{Columns: columndef.SplitUnits(v[1]), Service: v[3], Resource: v[4], Others: columndef.SplitUnits(v[5])})
		}
	}
	rows, err = p.queryAdmin(ctx, `SELECT c.schema_name, c.table_name, array_to_string(c.constraint_column_names, chr(31)), array_to_string(c.referenced_column_names, chr(31))
		FROM duckdb_constraints() c WHERE c.database_name = `+native.Text(p.options.Name)+` AND c.constraint_type = 'FOREIGN KEY'
		AND EXISTS (FROM (FROM duckdb_tables()`+where+`) t WHERE t.schema_name = c.schema_name AND t.table_name = c.referenced_table) ORDER BY 1, 2, 3`)
	if err != nil {
		return err
	}
	for _, v := range rows {
		d.ReferencedBy = append(d.ReferencedBy, providers.Foreign{Columns: columndef.SplitUnits(v[3]), Service: v[0], Resource: v[1], Others: columndef.SplitUnits(v[2])})
	}
	rows, err = p.queryAdmin(ctx, `SELECT index_name, expressions, CAST(is_unique AS VARCHAR) FROM duckdb_indexes()`+where+` ORDER BY 1`)
	for _, v := range rows {
		d.Indexes = append(d.Indexes, providers.Index{Name: v[0], On: "(" + strings.Trim(v[1], "[]") + ")", Unique: v[2] == "true"})
	}
	return err
}

// Search implements providers.Hierarchy. 3F000: there is no such schema.
func (p *Provider) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	if service != "" {
		if err := p.checkService(ctx, service); err != nil {
			return nil, err
		}
	}
	services, err := p.Services(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := p.queryAdmin(ctx, `SELECT schema_name, table_name, column_name, coalesce(comment, '') FROM duckdb_columns()
		WHERE database_name = `+native.Text(p.options.Name)+` ORDER BY column_index`)
	if err != nil {
		return nil, err
	}
	columns := map[[2]string][]providers.ColumnDetail{}
	for _, v := range rows {
		of := [2]string{v[0], v[1]}
		columns[of] = append(columns[of], providers.ColumnDetail{Name: v[2], Description: v[3]})
	}
	var list []providers.Found
	for _, v := range services {
		if service != "" && !strings.EqualFold(service, v.Name) {
			continue
		}
		resources, err := p.Resources(ctx, v.Name)
		if err != nil {
			return nil, err
		}
		for _, r := range resources {
			if found, ok := providers.Match(v.Name, r, columns[[2]string{v.Name, r.Name}], patterns); ok {
				list = append(list, found)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b providers.Found) int {
		switch {
		case a.Named == b.Named:
			return 0
		case a.Named:
			return -1
		}
		return 1
	})
	return list[:min(len(list), providers.MostFound)], nil
}

// Refuses implements providers.Refuser: a provider without files can never read those of the
// machine.
func (p *Provider) Refuses(_ context.Context, function string) (string, error) {
	files := strings.HasPrefix(function, "read_") || strings.HasPrefix(function, "parquet_") || function == "glob" || function == "sniff_csv"
	if !files || p.options.Folder != "" || len(p.options.Views) > 0 {
		return "", nil
	}
	return "The source reads no files, whoever approves it: what it has are its tables.", nil
}
