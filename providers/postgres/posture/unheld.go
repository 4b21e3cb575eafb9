package posture

import (
	"context"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// Unheld is a login that row-level security does not hold. The zero Unheld says that policies hold the login.
type Unheld struct {
	Login string
	Why   string // the reason, in the gateway's words, with a name of the server's in it
}

// unheldSQL has a row for each reason why policies do not hold the login, gravest first. A superuser
// has every role, so that the login's own attributes come before those of its roles. From PostgreSQL 16 on
// CREATEROLE gives out only the roles that it has made.
const unheldSQL = `WITH mine AS (
  SELECT oid, rolname, rolsuper, rolbypassrls, rolcreaterole, rolname = session_user AS self
  FROM pg_catalog.pg_roles WHERE pg_catalog.pg_has_role(session_user, oid, 'MEMBER')
)
SELECT session_user, why, name FROM (
  SELECT CASE WHEN rolsuper THEN 1 ELSE 2 END + CASE WHEN self THEN 0 ELSE 2 END,
    CASE WHEN self THEN 'is' ELSE 'has the role %, which is' END || CASE WHEN rolsuper THEN ' a superuser' ELSE ' BYPASSRLS' END, rolname::text
  FROM mine WHERE rolsuper OR rolbypassrls
  UNION ALL SELECT 5, 'owns the table %, whose row-level security is not forced on its owner', c.oid::regclass::text
  FROM pg_catalog.pg_class c WHERE c.relkind = ANY ('{r,p}') AND c.relrowsecurity AND NOT c.relforcerowsecurity AND c.relowner = ANY (SELECT oid FROM mine)
  UNION ALL SELECT 6, 'has the role %, which is open to files and programs of the server', rolname::text
  FROM mine WHERE rolname = ANY ('{pg_execute_server_program,pg_write_server_files,pg_read_server_files}')
  UNION ALL SELECT CASE WHEN self THEN 7 ELSE 8 END, CASE WHEN self THEN 'has' ELSE 'has the role %, which has' END || ' CREATEROLE, and can make itself a member of the tables'' owners', rolname::text
  FROM mine WHERE rolcreaterole AND current_setting('server_version_num')::int < 160000
) AS found(rank, why, name) ORDER BY rank, name LIMIT 1`

// LookUnheld finds out whether policies of rows hold the login of a connection.
func LookUnheld(ctx context.Context, pg *pgconn.PgConn) (Unheld, error) {
	lines, err := query.All(ctx, pg, query.Qualify(unheldSQL))
	if err != nil || len(lines) == 0 {
		return Unheld{}, err
	}
	return Unheld{Login: lines[0][0], Why: strings.Replace(lines[0][1], "%", strconv.Quote(lines[0][2]), 1)}, nil
}
