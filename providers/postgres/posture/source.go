package posture

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// RoleSource are a server's facts for the script of a role.
type RoleSource struct {
	Database string
	Owners   []string // of the schemas and of what is in them
	Definers []string // SECURITY DEFINER functions that everybody may call
	Open     []string // other schemas in which everybody may create objects
}

const ownersSQL = `
WITH wanted AS (SELECT oid, nspowner FROM pg_catalog.pg_namespace WHERE nspname = ANY ($1::text[]))
SELECT DISTINCT pg_catalog.pg_get_userbyid(CASE WHEN r.rolname = 'pg_database_owner' THEN d.datdba ELSE r.oid END)
FROM (SELECT nspowner FROM wanted UNION SELECT c.relowner FROM pg_catalog.pg_class c JOIN wanted w ON w.oid = c.relnamespace
  WHERE c.relkind = ANY ('{r,p,v,m,f,S}')) owners(oid)
JOIN pg_catalog.pg_roles r ON r.oid = owners.oid
JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
ORDER BY 1`

const definersSQL = `
SELECT pg_catalog.format('%I.%I(%s)', n.nspname, p.proname, pg_catalog.pg_get_function_identity_arguments(p.oid))
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE p.prosecdef AND n.nspname <> ALL ('{pg_catalog,information_schema}') AND n.nspname NOT LIKE 'pg\_temp\_%'
  AND p.prorettype <> ALL (ARRAY['pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype])
  AND pg_catalog.has_function_privilege('public', p.oid, 'EXECUTE')
  AND (n.nspname = ANY ($1::text[]) OR pg_catalog.has_schema_privilege('public', n.oid, 'USAGE'))
ORDER BY 1`

const openSQL = `
SELECT nspname FROM pg_catalog.pg_namespace
WHERE pg_catalog.has_schema_privilege('public', oid, 'CREATE') AND nspname <> 'public' AND nspname <> ALL ($1::text[])
  AND nspname NOT LIKE 'pg\_temp\_%' AND nspname NOT LIKE 'pg\_toast%'
ORDER BY 1`

// ReadSource asks the server of a source. 3F000: there is no such schema.
func ReadSource(ctx context.Context, pg *pgconn.PgConn, name string, schemas []string) (*RoleSource, error) {
	var source RoleSource
	known, err := query.All(ctx, pg, "SELECT nspname FROM pg_catalog.pg_namespace ORDER BY 1")
	if err != nil {
		return nil, err
	}
	for _, s := range schemas {
		if query.Find(known, s) < 0 {
			return nil, query.Unknown(sqlstate.InvalidSchemaName, known, s, "schema %q does not exist in source %q", s, name)
		}
	}
	database, err := query.All(ctx, pg, "SELECT pg_catalog.current_database()")
	if err != nil {
		return nil, err
	}
	source.Database = database[0][0]
	for _, list := range []struct {
		sql  string
		into *[]string
	}{{ownersSQL, &source.Owners}, {definersSQL, &source.Definers}, {openSQL, &source.Open}} {
		lines, err := query.All(ctx, pg, query.Qualify(list.sql), query.Array(schemas))
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			*list.into = append(*list.into, line[0])
		}
	}
	return &source, nil
}
