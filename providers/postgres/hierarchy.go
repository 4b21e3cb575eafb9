package postgres

import (
	"context"
	"strconv"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// servicesSQL lists the schemas that the role may use, the server's own last.
const servicesSQL = `
SELECT n.nspname, coalesce(pg_catalog.obj_description(n.oid, 'pg_namespace'), '')
FROM pg_catalog.pg_namespace n
WHERE pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp\_%'
ORDER BY n.nspname IN ('pg_catalog', 'information_schema'), n.nspname`

const resourcesSQL = `
SELECT c.relname, CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' ELSE 'table' END,
  coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''),
  CASE WHEN c.relkind IN ('r', 'm') THEN c.reltuples::bigint ELSE -1 END, c.oid
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
ORDER BY c.relname`

const columnsSQL = `
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), coalesce(pg_catalog.col_description(a.attrelid, a.attnum), ''),
  NOT a.attnotnull, coalesce(a.attnum = ANY (k.indkey), false), coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), '')
FROM pg_catalog.pg_attribute a
LEFT JOIN pg_catalog.pg_index k ON k.indrelid = a.attrelid AND k.indisprimary
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum`

// Services lists the schemas that the role may use.
func (p *Provider) Services(ctx context.Context) ([]providers.Service, error) {
	var services []providers.Service
	err := p.read(ctx, func(read reader) error {
		lines, err := read(servicesSQL)
		for _, v := range lines {
			services = append(services, providers.Service{Name: v[0], Description: v[1]})
		}
		return err
	})
	return services, err
}

// Resources lists a schema's tables and views. 3F000: there is no such schema,
// or the role may not use it.
func (p *Provider) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	var resources []providers.Resource
	err := p.read(ctx, func(read reader) error {
		if err := p.serviceExists(read, service); err != nil {
			return err
		}
		lines, err := read(resourcesSQL, service)
		for _, v := range lines {
			resources = append(resources, resource(v))
		}
		return err
	})
	return resources, err
}

// Describe tells of a table or view. 3F000: there is no such schema; 42P01:
// there is no such table in it.
func (p *Provider) Describe(ctx context.Context, service, name string) (providers.ResourceDetail, error) {
	var detail providers.ResourceDetail
	err := p.read(ctx, func(read reader) error {
		if err := p.serviceExists(read, service); err != nil {
			return err
		}
		lines, err := read(resourcesSQL, service)
		if err != nil {
			return err
		}
		i := find(lines, name)
		if i < 0 {
			return unknown(sqlstate.UndefinedTable, lines, name, "table or view %q does not exist in schema %q of source %q", name, service, p.options.Name)
		}
		detail.Resource = resource(lines[i])
		lines, err = read(columnsSQL, lines[i][4])
		for _, v := range lines {
			detail.Columns = append(detail.Columns, providers.ColumnDetail{
				Name: v[0], Type: v[1], Description: v[2], Nullable: v[3] == "t", Key: v[4] == "t", Default: v[5],
			})
		}
		return err
	})
	return detail, err
}

// reader runs one of the provider's own queries.
type reader func(sql string, args ...string) ([][]string, error)

// read lends f a connection of the pool.
func (p *Provider) read(ctx context.Context, f func(reader) error) error {
	pooled, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer pooled.Release()
	return f(func(sql string, args ...string) ([][]string, error) {
		lines, err := readAll(ctx, pooled.Conn().PgConn(), sql, args...)
		return lines, p.statementError(ctx, err)
	})
}

func (p *Provider) serviceExists(read reader, service string) error {
	lines, err := read(servicesSQL)
	if err != nil || find(lines, service) >= 0 {
		return err
	}
	return unknown(sqlstate.InvalidSchemaName, lines, service, "schema %q does not exist in source %q", service, p.options.Name)
}

func resource(v []string) providers.Resource {
	estimate, err := strconv.ParseInt(v[3], 10, 64)
	if err != nil {
		estimate = -1
	}
	return providers.Resource{Name: v[0], Kind: v[1], Description: v[2], Rows: estimate}
}

// find returns the line whose first value is name, or -1.
func find(lines [][]string, name string) int {
	for i, v := range lines {
		if v[0] == name {
			return i
		}
	}
	return -1
}

func unknown(code sqlstate.Code, lines [][]string, name, format string, args ...any) error {
	names := make([]string, len(lines))
	for i, v := range lines {
		names[i] = v[0]
	}
	e := sqlstate.New(code, format, args...)
	if nearest := providers.Nearest(name, names); nearest != "" {
		e = e.WithHint("Did you mean %q?", nearest)
	}
	return e
}
