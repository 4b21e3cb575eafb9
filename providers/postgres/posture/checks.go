package posture

import "fmt"

// check looks for one risk. Its SQL lists the objects of the risk, a name in each row, or NULL if there
// is nothing to name. All checks ask about session_user: a role that has become another by its settings
// can go back.
type check struct {
	code, what string
	advice     string // what to do; "": use a better role
	since      int    // the first major version that the SQL can run on
	writing    bool
	sql        string
}

const superuser = "superuser"

// mineSQL are the roles whose rights the role has or can take on, itself
// included.
const mineSQL = `WITH mine AS (
  SELECT oid, rolname FROM pg_catalog.pg_roles WHERE pg_catalog.pg_has_role(session_user, oid, 'MEMBER')
), schema AS (
  SELECT oid, nspname, nspowner FROM pg_catalog.pg_namespace WHERE nspname NOT LIKE 'pg\_temp\_%' AND nspname NOT LIKE 'pg\_toast%'
), callable AS (
  SELECT p.oid, p.prolang, p.prosecdef, p.pronamespace, p.proowner
  FROM pg_catalog.pg_proc p JOIN schema s ON s.oid = p.pronamespace
  WHERE pg_catalog.has_function_privilege(session_user, p.oid, 'EXECUTE') AND pg_catalog.has_schema_privilege(session_user, s.oid, 'USAGE')
    AND p.prorettype <> ALL (SELECT oid FROM pg_catalog.pg_type WHERE typname = ANY ('{trigger,event_trigger,fdw_handler,language_handler}'))
    AND 2281 <> ALL (p.proargtypes::oid[]) -- internal: nobody can pass one
)
`

// query returns the check as a part of one query of all checks: code, count, names.
func (c check) query() string {
	return fmt.Sprintf("SELECT '%s'::text, pg_catalog.count(*), pg_catalog.array_to_json((pg_catalog.array_agg(name ORDER BY name))[1:5]) FROM (%s) AS found(name)", c.code, c.sql)
}

// unlessSuperuser keeps a check's query from running for a superuser, from whom all follows: the names of all functions
// of a server take it a third of a second.
const unlessSuperuser = " WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = session_user AND rolsuper)"

func attribute(name string) string {
	return "SELECT NULL::text FROM pg_catalog.pg_roles WHERE rolname = session_user AND " + name
}

// reaching are extensions whose functions reach other servers, files, the operating system, or
// jobs that run later.
const reaching = `'dblink', 'adminpack', 'lo', 'plsh', 'plproxy', 'http', 'pgsql_http', 'pg_net', 'pg_cron', 'pg_background', 'pglogical',
  'pg_surgery', 'pg_dirtyread', 'aws_s3', 'aws_lambda', 'azure_storage', 'azure_ai', 'google_ml_integration'`

// checks are all checks, the gravest risk first.
var checks = []check{
	{code: superuser, what: "the role is a superuser: files, programs and every table of the server are open to it", sql: attribute("rolsuper")},
	{
		code: "server_access", what: "the role may run programs or use files on the server",
		sql: `SELECT rolname::text FROM mine WHERE rolname = ANY ('{pg_execute_server_program,pg_read_server_files,pg_write_server_files}')`,
	},
	{code: "bypassrls", what: "row-level security does not hold the role (BYPASSRLS)", sql: attribute("rolbypassrls")},
	{code: "createrole", what: "the role may create and change other roles (CREATEROLE)", sql: attribute("rolcreaterole")},
	{code: "replication", what: "the role may read the whole server by replication (REPLICATION)", sql: attribute("rolreplication")},
	{code: "createdb", what: "the role may create databases (CREATEDB)", sql: attribute("rolcreatedb")},
	{
		code: "predefined_role", what: "the role is a member of roles that stand above tables and sessions",
		sql: `SELECT rolname::text FROM mine WHERE rolname LIKE 'pg\_%' AND rolname <> session_user
  AND rolname <> ALL ('{pg_execute_server_program,pg_read_server_files,pg_write_server_files}')`,
	},
	{
		code: "member", what: "the role has the rights of others, or can take them on by SET ROLE",
		sql: `SELECT rolname::text FROM mine WHERE rolname NOT LIKE 'pg\_%' AND rolname <> session_user`,
	},
	{
		code: "owner", what: "the role owns objects, and may drop and alter what it owns",
		sql: `SELECT 'database ' || pg_catalog.quote_ident(datname) FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database() AND datdba = ANY (SELECT oid FROM mine)
  UNION ALL SELECT 'schema ' || pg_catalog.quote_ident(nspname) FROM schema WHERE nspowner = ANY (SELECT oid FROM mine)
  UNION ALL SELECT 'table ' || c.oid::regclass::text FROM pg_catalog.pg_class c JOIN schema s ON s.oid = c.relnamespace
    WHERE c.relkind = ANY ('{r,p,v,m,f,S}') AND c.relowner = ANY (SELECT oid FROM mine)
  UNION ALL SELECT 'function ' || p.oid::regprocedure::text FROM pg_catalog.pg_proc p JOIN schema s ON s.oid = p.pronamespace WHERE p.proowner = ANY (SELECT oid FROM mine)`,
	},
	{
		code: "untrusted_code", what: "the role may call functions in languages that run outside of the database's rules",
		advice: "REVOKE EXECUTE on them FROM PUBLIC, and grant it to those who need them",
		sql: `SELECT c.oid::regprocedure::text FROM callable c JOIN pg_catalog.pg_language l ON l.oid = c.prolang
  WHERE NOT l.lanpltrusted AND l.lanname <> ALL ('{internal,c}')`,
	},
	{
		code: "extension", what: "the role may call extensions that reach out of the database, or around its rules",
		advice: "REVOKE EXECUTE on their functions FROM PUBLIC, as the script of sallyport role-sql does, or drop them where they are not used",
		sql: `SELECT e.extname::text FROM pg_catalog.pg_extension e
  WHERE e.extname = ANY (ARRAY[` + reaching + `]) AND EXISTS (
    SELECT FROM pg_catalog.pg_depend d JOIN callable c ON c.oid = d.objid
    WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.refclassid = 'pg_catalog.pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e')`,
	},
	{
		code: "definer", what: "the role may call SECURITY DEFINER functions, which run with the rights of their owners",
		advice: "look at each; REVOKE EXECUTE FROM PUBLIC on those that are not meant for it",
		sql: `SELECT c.oid::regprocedure::text FROM callable c JOIN schema s ON s.oid = c.pronamespace
  WHERE c.prosecdef AND s.nspname <> ALL ('{pg_catalog,information_schema}')`,
	},
	{
		code: "granted_function", what: "the role may call functions that its server keeps from everybody unless they are granted",
		advice: "REVOKE EXECUTE on them from the role and from PUBLIC",
		sql: `SELECT c.oid::regprocedure::text FROM callable c JOIN pg_catalog.pg_init_privs i ON i.objoid = c.oid AND i.classoid = 'pg_catalog.pg_proc'::regclass
  WHERE NOT EXISTS (SELECT FROM pg_catalog.aclexplode(i.initprivs) a WHERE a.grantee = 0 AND a.privilege_type = 'EXECUTE')`,
	},
	{
		code: "large_objects", what: "the role may create and change large objects, before PostgreSQL 16 even in read-only transactions",
		advice: "REVOKE EXECUTE on the lo_ functions FROM PUBLIC, as the script of sallyport role-sql does",
		sql: `SELECT c.oid::regprocedure::text FROM callable c JOIN pg_catalog.pg_proc p ON p.oid = c.oid WHERE p.pronamespace = (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = 'pg_catalog')
  AND p.proname = ANY (ARRAY[` + largeObjectWriters + `])`,
	},
	{
		code: "foreign_server", what: "the role may reach other servers through foreign data wrappers",
		advice: "REVOKE USAGE on them from the role and from PUBLIC, and drop its user mappings",
		sql: `SELECT 'server ' || pg_catalog.quote_ident(f.srvname) FROM pg_catalog.pg_foreign_server f WHERE pg_catalog.has_server_privilege(session_user, f.oid, 'USAGE')
    OR EXISTS (SELECT FROM pg_catalog.pg_user_mappings m WHERE m.srvid = f.oid AND (m.umuser = 0 OR m.umuser = ANY (SELECT oid FROM mine)))
  UNION ALL SELECT 'wrapper ' || pg_catalog.quote_ident(fdwname) FROM pg_catalog.pg_foreign_data_wrapper
    WHERE pg_catalog.has_foreign_data_wrapper_privilege(session_user, oid, 'USAGE')`,
	},
	{
		code: "parameter", since: 15, what: "the role may change settings that are kept for superusers",
		advice: "REVOKE SET, ALTER SYSTEM ON PARAMETER … from the role and from PUBLIC",
		sql:    `SELECT parname FROM pg_catalog.pg_parameter_acl WHERE pg_catalog.has_parameter_privilege(session_user, parname, 'SET, ALTER SYSTEM')`,
	},
	{
		code: "path_create", what: "the role may create objects in schemas of its search path, where they can stand in for others",
		advice: "REVOKE CREATE ON SCHEMA … FROM PUBLIC, as the script of sallyport role-sql does",
		sql: `SELECT pg_catalog.quote_ident(nspname) FROM schema
  WHERE nspname = ANY (pg_catalog.current_schemas(false)) AND pg_catalog.has_schema_privilege(session_user, oid, 'CREATE')`,
	},
	{
		code: "schema_create", what: "the role may create objects in schemas",
		advice: "REVOKE CREATE ON SCHEMA … from the role and from PUBLIC",
		sql: `SELECT pg_catalog.quote_ident(nspname) FROM schema
  WHERE nspname <> ALL (pg_catalog.current_schemas(false)) AND nspowner <> ALL (SELECT oid FROM mine) AND pg_catalog.has_schema_privilege(session_user, oid, 'CREATE')`,
	},
	{
		code: "database_create", what: "the role may create schemas in the database",
		sql: `SELECT NULL::text WHERE pg_catalog.has_database_privilege(session_user, pg_catalog.current_database(), 'CREATE')`,
	},
	{
		code: "database_temp", what: "the role may create temporary tables, whose names hide others",
		advice: "REVOKE TEMPORARY ON DATABASE … FROM PUBLIC, as the script of sallyport role-sql does",
		sql:    `SELECT NULL::text WHERE pg_catalog.has_database_privilege(session_user, pg_catalog.current_database(), 'TEMPORARY')`,
	},
	{
		code: "write", writing: true, what: "the role may change tables, in a mode that lets no change through",
		sql: `SELECT c.oid::regclass::text FROM pg_catalog.pg_class c JOIN schema s ON s.oid = c.relnamespace
  WHERE c.oid >= 16384 AND c.relowner <> ALL (SELECT oid FROM mine) AND CASE
    WHEN c.relkind = ANY ('{r,p,v,m,f}') THEN
      pg_catalog.has_table_privilege(session_user, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') OR pg_catalog.has_any_column_privilege(session_user, c.oid, 'INSERT, UPDATE')
    WHEN c.relkind = 'S' THEN pg_catalog.has_sequence_privilege(session_user, c.oid, 'USAGE, UPDATE')
    ELSE false END`,
	},
}

// largeObjectWriters are the functions of the server that change large
// objects. They are everybody's by default.
const largeObjectWriters = `'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite'`
