package hierarchy

import (
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// Snapshot implements providers.Snapshotter. The catalog is read in one transaction.
func (l *Listing) Snapshot(ctx context.Context, choose func(service string) bool, each func(providers.SnapshotTable) error) error {
	parts, err := l.readSnapshot(ctx)
	if err != nil {
		return err
	}
	tables, index := []providers.SnapshotTable{}, map[[2]string]int{}
	for _, v := range parts[0] {
		if hiddenSchemas[v[0]] || choose != nil && !choose(v[0]) {
			continue
		}
		t := providers.SnapshotTable{Service: v[0], Resource: readResource(v[1:])}
		if strings.EqualFold(v[0], l.schema) && t.Kind == "view" {
			if rows, isFile := l.file(t.Name); isFile {
				t.Rows, t.Kind = rows, "file"
			}
		}
		index[[2]string{v[0], v[1]}] = len(tables)
		tables = append(tables, t)
	}
	for part, add := range []func(*providers.SnapshotTable, []string){addColumn, addConstraint, addIndex} {
		for _, v := range parts[part+1] {
			if i, ok := index[[2]string{v[0], v[1]}]; ok {
				add(&tables[i], v)
			}
		}
	}
	for _, t := range tables {
		if err := each(t); err != nil {
			return err
		}
	}
	return nil
}

// readSnapshot reads tables, columns, constraints and indexes. Each row begins with a schema and a
// table.
func (l *Listing) readSnapshot(ctx context.Context) (parts [][][]string, err error) {
	where := " WHERE database_name = " + native.Text(l.database)
	return l.query(ctx,
		`SELECT schema_name, table_name, 'table', coalesce(comment, ''), CAST(estimated_size AS VARCHAR) FROM duckdb_tables()`+where+`
			UNION ALL SELECT schema_name, view_name, 'view', coalesce(comment, ''), '-1' FROM duckdb_views()`+where+` AND NOT internal ORDER BY 1, 2`,
		`SELECT schema_name, table_name, column_name, data_type, coalesce(comment, ''), CAST(is_nullable AS VARCHAR), coalesce(column_default, '')
			FROM duckdb_columns()`+where+` AND `+providers.NotScaleColumn("column_name")+` ORDER BY 1, 2, column_index`,
		`SELECT schema_name, table_name, constraint_type, array_to_string(constraint_column_names, chr(31)), coalesce(referenced_table, ''),
			array_to_string(coalesce(referenced_column_names, []), chr(31)), coalesce(constraint_name, '')
			FROM duckdb_constraints()`+where+` ORDER BY constraint_type <> 'PRIMARY KEY', constraint_index`,
		`SELECT schema_name, table_name, index_name, expressions, CAST(is_unique AS VARCHAR) FROM duckdb_indexes()`+where+` ORDER BY index_name`)
}

func addColumn(t *providers.SnapshotTable, v []string) {
	_, _, _, typeName := pgcatalog.TypeOID(v[3])
	typeName, _, _ = strings.Cut(typeName, "(")
	t.Columns = append(t.Columns, providers.SnapshotColumn{
		Name: v[2], Native: v[3], Type: typeName, Kind: providers.KindOf(typeName), Comment: v[4],
		Nullable: v[5] == "true", Default: v[6], Labels: columndef.EnumLabels(v[3]),
	})
}

func addConstraint(t *providers.SnapshotTable, v []string) {
	columns := columndef.SplitUnits(v[3])
	switch v[2] {
	case "PRIMARY KEY", "UNIQUE":
		t.Keys = append(t.Keys, providers.Key{Primary: v[2] == "PRIMARY KEY", Columns: columns})
	case "FOREIGN KEY": // within a schema
		t.References = append(t.References, providers.NamedForeign{Name: v[6], Foreign: providers.Foreign{
			Columns: columns, Service: v[0], Resource: v[4], Others: columndef.SplitUnits(v[5]),
		}})
	}
}

func addIndex(t *providers.SnapshotTable, v []string) {
	t.Indexes = append(t.Indexes, providers.SnapshotIndex{
		Name: v[2], Columns: strings.Split(strings.Trim(v[3], "[]"), ", "), Unique: v[4] == "true",
	})
}
