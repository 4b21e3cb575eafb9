package duckdb

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

// hiddenSchemas are the schemas of the Postgres catalog and of DuckDB's own.
var hiddenSchemas = map[string]bool{"information_schema": true, "pg_catalog": true}

// queryAdmin runs a query of this package on the admin connection.
func (p *Provider) queryAdmin(ctx context.Context, sql string) ([][]string, error) {
	if err := p.readNewFiles(); err != nil {
		return nil, err
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	if err := p.checkAdmin(ctx); err != nil {
		return nil, err
	}
	rows, err := native.Collect(p.admin, sql)
	if err != nil {
		return nil, p.translate(err, "", nil)
	}
	return rows, nil
}

// Services lists the schemas. DuckDB's main is listed if it contains something.
func (p *Provider) Services(ctx context.Context) ([]providers.Service, error) {
	name := native.Text(p.options.Name)
	rows, err := p.queryAdmin(ctx, `
		SELECT s.schema_name, coalesce(s.comment, '')
		FROM duckdb_schemas() s
		WHERE s.database_name = `+name+`
		  AND (s.schema_name <> 'main'
		       OR EXISTS (FROM duckdb_tables() t WHERE t.database_name = `+name+` AND t.schema_name = 'main')
		       OR EXISTS (FROM duckdb_views() v WHERE v.database_name = `+name+` AND v.schema_name = 'main' AND NOT v.internal))
		ORDER BY s.schema_name <> `+native.Text(p.options.Schema)+`, s.schema_name`)
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
func (p *Provider) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	if err := p.checkService(ctx, service); err != nil {
		return nil, err
	}
	rows, err := p.queryAdmin(ctx, p.resourceQuery(service)+" ORDER BY 1")
	if err != nil {
		return nil, err
	}
	resources := make([]providers.Resource, len(rows))
	for i, row := range rows {
		resources[i] = readResource(row)
		if strings.EqualFold(service, p.options.Schema) && row[1] == "view" {
			resources[i].Rows = p.files.rows(row[0])
		}
	}
	return resources, nil
}

// checkService returns an error if there is no such schema, with a similar name as a hint.
func (p *Provider) checkService(ctx context.Context, service string) error {
	services, err := p.Services(ctx)
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
func (p *Provider) resourceQuery(service string) string {
	where := " WHERE database_name = " + native.Text(p.options.Name) + " AND lower(schema_name) = lower(" + native.Text(service) + ")"
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
	return providers.Resource{Name: row[0], Kind: row[1], Description: row[2], Rows: size}
}

// Describe describes a table or view and its columns.
func (p *Provider) Describe(ctx context.Context, service, resource string) (providers.ResourceDetail, error) {
	var d providers.ResourceDetail
	resources, err := p.Resources(ctx, service)
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
	where := ` WHERE database_name = ` + native.Text(p.options.Name) +
		` AND lower(schema_name) = lower(` + native.Text(service) + `) AND lower(table_name) = lower(` + native.Text(resource) + `)`
	if err := p.constraints(ctx, where, &d); err != nil {
		return d, err
	}
	rows, err := p.queryAdmin(ctx, `SELECT column_name, data_type, coalesce(comment, ''), CAST(is_nullable AS VARCHAR),
		coalesce(column_default, '') FROM duckdb_columns()`+where+` ORDER BY column_index`)
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
