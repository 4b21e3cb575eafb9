// Package hierarchy lists what a source of DuckDB has, for those who find their way in it, and tells what a change of rows would
// reach: schemas, tables and views with their columns, keys and indexes ([Listing.Services], [Listing.Resources],
// [Listing.Describe], [Listing.Search], [Listing.Snapshot]), the sequences and the tables that foreign keys carry a change to
// ([Listing.Footprint]).
//
// All of it is read from DuckDB's own listings, of what is committed, when it is asked for; nothing is kept. What names mean
// to the statements of a session is package catalog's.
package hierarchy

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Listing lists a source.
type Listing struct {
	database string // the source's
	schema   string // of unqualified names
	query    Query
	file     FileRows
}

// Query runs queries of ours over what is committed, and returns the rows of each. Several see one snapshot.
type Query func(ctx context.Context, queries ...string) ([][][]string, error)

// FileRows reports whether a name is a file's, and how many rows it has, or -1 if that is not known.
type FileRows func(name string) (rows int64, isFile bool)

// New returns the listing of a database whose unqualified names are of a schema.
func New(database, schema string, query Query, file FileRows) Listing {
	return Listing{database: database, schema: schema, query: query, file: file}
}

// list runs one query.
func (l *Listing) list(ctx context.Context, sql string) ([][]string, error) {
	answers, err := l.query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return answers[0], nil
}

// hiddenSchemas are the schemas of the Postgres catalog and of DuckDB's own.
var hiddenSchemas = map[string]bool{"information_schema": true, "pg_catalog": true}

// Services lists the schemas. DuckDB's main is listed if it contains something.
func (l *Listing) Services(ctx context.Context) ([]providers.Service, error) {
	name := native.Text(l.database)
	rows, err := l.list(ctx, `
		SELECT s.schema_name, coalesce(s.comment, '')
		FROM duckdb_schemas() s
		WHERE s.database_name = `+name+`
		  AND (s.schema_name <> 'main'
		       OR EXISTS (FROM duckdb_tables() t WHERE t.database_name = `+name+` AND t.schema_name = 'main')
		       OR EXISTS (FROM duckdb_views() v WHERE v.database_name = `+name+` AND v.schema_name = 'main' AND NOT v.internal))
		ORDER BY s.schema_name <> `+native.Text(l.schema)+`, s.schema_name`)
	if err != nil {
		return nil, err
	}
	var services []providers.Service
	for _, row := range rows {
		if !hiddenSchemas[row[0]] {
			services = append(services, providers.Service{Name: row[0], Description: row[1]})
		}
	}
	return services, nil
}

// Resources lists the tables and views of a schema.
func (l *Listing) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	if err := l.checkService(ctx, service); err != nil {
		return nil, err
	}
	rows, err := l.list(ctx, l.resourceQuery(service)+" ORDER BY 1")
	if err != nil {
		return nil, err
	}
	resources := make([]providers.Resource, len(rows))
	for i, row := range rows {
		resources[i] = readResource(row)
		if strings.EqualFold(service, l.schema) && row[1] == "view" {
			resources[i].Rows, _ = l.file(row[0])
		}
	}
	return resources, nil
}

// checkService returns an error if there is no such schema, with a similar name as a hint.
func (l *Listing) checkService(ctx context.Context, service string) error {
	services, err := l.Services(ctx)
	if err != nil {
		return err
	}
	names := make([]string, len(services))
	for i, s := range services {
		if names[i] = s.Name; strings.EqualFold(s.Name, service) {
			return nil
		}
	}
	return sqlstate.New(sqlstate.InvalidSchemaName, "schema %q does not exist", service).WithNearest(service, names, "")
}

// resourceQuery selects the name, kind, description and size of a schema's tables and views.
func (l *Listing) resourceQuery(service string) string {
	where := " WHERE database_name = " + native.Text(l.database) + " AND lower(schema_name) = lower(" + native.Text(service) + ")"
	return `SELECT * FROM (
		SELECT table_name AS name, 'table', coalesce(comment, ''), CAST(estimated_size AS VARCHAR) FROM duckdb_tables()` + where + `
		UNION ALL
		SELECT view_name, 'view', coalesce(comment, ''), '-1' FROM duckdb_views()` + where + ` AND NOT internal)`
}

func readResource(row []string) providers.Resource {
	size, err := strconv.ParseInt(row[3], 10, 64)
	if err != nil {
		size = -1
	}
	description := row[2]
	if row[1] == "table" {
		description = providers.ReadKeptTable(description).Comment
	}
	return providers.Resource{Name: row[0], Kind: row[1], Description: description, Rows: size}
}

// Describe describes a table or view and its columns.
func (l *Listing) Describe(ctx context.Context, service, resource string) (providers.ResourceDetail, error) {
	var d providers.ResourceDetail
	resources, err := l.Resources(ctx, service)
	if err != nil {
		return d, err
	}
	names := make([]string, len(resources))
	for i, r := range resources {
		if names[i] = r.Name; strings.EqualFold(r.Name, resource) {
			d.Resource = r
		}
	}
	if d.Name == "" {
		e := sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", service+"."+resource)
		return d, e.WithNearest(resource, names, "")
	}
	where := ` WHERE database_name = ` + native.Text(l.database) +
		` AND lower(schema_name) = lower(` + native.Text(service) + `) AND lower(table_name) = lower(` + native.Text(resource) + `)`
	if err := l.readConstraints(ctx, where, &d); err != nil {
		return d, err
	}
	rows, err := l.list(ctx, `SELECT column_name, data_type, coalesce(comment, ''), CAST(is_nullable AS VARCHAR),
		coalesce(column_default, '') FROM duckdb_columns()`+where+` AND `+providers.NotScaleColumn("column_name")+` ORDER BY column_index`)
	if err != nil {
		return d, err
	}
	for _, row := range rows {
		_, _, _, typeName := pgcatalog.TypeOID(row[1])
		d.Columns = append(d.Columns, providers.ColumnDetail{
			Name: row[0], Type: typeName, Description: row[2],
			Nullable: row[3] == "true", Default: row[4],
			Key:    slices.ContainsFunc(d.Keys, func(k providers.Key) bool { return k.Primary && slices.Contains(k.Columns, row[0]) }),
			Labels: columndef.EnumLabels(row[1]),
		})
	}
	return d, nil
}

// readConstraints reads the keys, checks and indexes of the table that where selects.
func (l *Listing) readConstraints(ctx context.Context, where string, d *providers.ResourceDetail) error {
	rows, err := l.list(ctx, `SELECT constraint_type, array_to_string(constraint_column_names, chr(31)), coalesce(expression, ''),
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
	rows, err = l.list(ctx, `SELECT c.schema_name, c.table_name, array_to_string(c.constraint_column_names, chr(31)), array_to_string(c.referenced_column_names, chr(31))
		FROM duckdb_constraints() c WHERE c.database_name = `+native.Text(l.database)+` AND c.constraint_type = 'FOREIGN KEY'
		AND EXISTS (FROM (FROM duckdb_tables()`+where+`) t WHERE t.schema_name = c.schema_name AND t.table_name = c.referenced_table) ORDER BY 1, 2, 3`)
	if err != nil {
		return err
	}
	for _, v := range rows {
		d.ReferencedBy = append(d.ReferencedBy, providers.Foreign{Columns: columndef.SplitUnits(v[3]), Service: v[0], Resource: v[1], Others: columndef.SplitUnits(v[2])})
	}
	rows, err = l.list(ctx, `SELECT index_name, expressions, CAST(is_unique AS VARCHAR) FROM duckdb_indexes()`+where+` ORDER BY 1`)
	for _, v := range rows {
		d.Indexes = append(d.Indexes, providers.Index{Name: v[0], On: "(" + strings.Trim(v[1], "[]") + ")", Unique: v[2] == "true"})
	}
	return err
}
