package posture

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Role is a login that Script makes: one that may read, or change, the tables
// of some schemas and do nothing else.
type Role struct {
	Name        string
	Schemas     []string
	Write       bool // tables may be changed too
	Connections int  // the most connections at a time
	Timeout     time.Duration
	// Source are the facts that the server was asked for; nil: the server could not be asked.
	Source *RoleSource
}

// maxName is how many bytes of a name PostgreSQL keeps.
const maxName = 63

// check refuses names that no role can have, and roles that the script cannot make.
func (r Role) check() error {
	if err := checkName("role", r.Name); err != nil {
		return err
	}
	if strings.HasPrefix(r.Name, "pg_") || r.Name == "public" || r.Name == "none" {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%q cannot be the name of a role: PostgreSQL keeps it for itself", r.Name)
	}
	if len(r.Schemas) == 0 {
		return sqlstate.New(sqlstate.InvalidParameterValue, "there is no schema that the role is to read")
	}
	for _, s := range r.Schemas {
		if err := checkName("schema", s); err != nil {
			return err
		}
		if strings.HasPrefix(s, "pg_") || s == "information_schema" {
			return sqlstate.New(sqlstate.InvalidParameterValue, "the schema %q is the server's own, and every role reads it", s)
		}
	}
	return nil
}

func checkName(what, name string) error {
	switch {
	case name == "":
		return sqlstate.New(sqlstate.InvalidParameterValue, "the name of a %s is empty", what)
	case len(name) > maxName:
		return sqlstate.New(sqlstate.InvalidParameterValue, "the name of the %s %.20q… is longer than %d bytes", what, name, maxName)
	case strings.ContainsFunc(name, unicode.IsControl):
		return sqlstate.New(sqlstate.InvalidParameterValue, "the name of the %s %q has control characters", what, name)
	}
	return nil
}

// Script returns the SQL that makes the role, for psql and a superuser. It may run several times. The
// error 22023 means that a name is not valid.
func (r Role) Script() (string, error) {
	if err := r.check(); err != nil {
		return "", err
	}
	var b strings.Builder
	r.head(&b)
	r.login(&b)
	r.database(&b)
	r.schemas(&b)
	r.defaults(&b)
	r.functions(&b)
	b.WriteString("COMMIT;\n")
	r.rest(&b)
	return b.String(), nil
}

func (r Role) head(b *strings.Builder) {
	may := "read"
	if r.Write {
		may = "read and change"
	}
	fmt.Fprintf(b, `-- A login for Sallyport that may %s tables in: %s. Nothing else.
-- Run it as a superuser, connected to the database it is for; it may be run again:
--   psql -X -v ON_ERROR_STOP=1 -d %s -f this_file.sql

BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;
`, may, comment(strings.Join(r.Schemas, ", ")), r.databaseWord())
	if r.Source != nil {
		database := literal(r.Source.Database)
		fmt.Fprintf(b, "\n-- Not in another database.\n%s\n", do(fmt.Sprintf(`BEGIN
  IF pg_catalog.current_database() <> %[1]s THEN
    RAISE EXCEPTION 'this is the database %%, and the script is for %%', pg_catalog.current_database(), %[1]s;
  END IF;
END`, database)))
	}
}

// login writes the SQL of the role and its settings. The script stops if the role exists already with more
// rights than this role is to have.
func (r Role) login(b *strings.Builder) {
	name := ident(r.Name)
	fmt.Fprintf(b, `
-- The login. One that is there already must be no more than this.
%s
ALTER ROLE %s LOGIN NOINHERIT CONNECTION LIMIT %d;
`, do(fmt.Sprintf(`BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = %[1]s) THEN
    CREATE ROLE %[2]s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOREPLICATION NOBYPASSRLS;
  ELSIF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = %[1]s AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)) THEN
    RAISE EXCEPTION 'the role %% exists and is more than a login: choose another name', %[1]s;
  ELSIF EXISTS (SELECT FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles r ON r.oid = m.member WHERE r.rolname = %[1]s) THEN
    RAISE EXCEPTION 'the role %% exists and is a member of others: choose another name', %[1]s;
  ELSIF EXISTS (SELECT FROM pg_catalog.pg_shdepend d JOIN pg_catalog.pg_roles r ON r.oid = d.refobjid
      WHERE d.refclassid = 'pg_catalog.pg_authid'::regclass AND d.deptype = 'o' AND r.rolname = %[1]s) THEN
    RAISE EXCEPTION 'the role %% exists and owns objects: choose another name', %[1]s;
  END IF;
END`, literal(r.Name), name)), name, r.Connections)
	setting := func(name, value string) { fmt.Fprintf(b, "ALTER ROLE %s SET %s = %s;\n", ident(r.Name), name, value) }
	if r.Write {
		fmt.Fprintf(b, "ALTER ROLE %s RESET default_transaction_read_only;\n", name)
	} else {
		setting("default_transaction_read_only", "on")
	}
	path := []string{"pg_catalog"}
	for _, s := range r.Schemas {
		path = append(path, ident(s))
	}
	setting("search_path", strings.Join(path, ", "))
	setting("statement_timeout", literal(fmt.Sprintf("%dms", r.Timeout.Milliseconds())))
	setting("idle_in_transaction_session_timeout", "'5min'")
	setting("lock_timeout", "'10s'")
}

func (r Role) database(b *strings.Builder) {
	b.WriteString(`
-- The database: connect, and no temporary tables. The latter is PUBLIC's right,
-- so it is taken from all: GRANT TEMPORARY … TO those who need them.
`)
	statements := []string{"REVOKE ALL ON DATABASE %[1]s FROM %[2]s", "REVOKE TEMPORARY ON DATABASE %[1]s FROM PUBLIC", "GRANT CONNECT ON DATABASE %[1]s TO %[2]s"}
	if r.Source != nil {
		for _, s := range statements {
			fmt.Fprintf(b, s+";\n", ident(r.Source.Database), ident(r.Name))
		}
		return
	}
	lines := []string{"BEGIN"}
	for _, s := range statements {
		if !strings.Contains(s, "%[2]s") {
			lines = append(lines, fmt.Sprintf("  EXECUTE pg_catalog.format('%s', pg_catalog.current_database());", fmt.Sprintf(s, "%I")))
			continue
		}
		lines = append(lines, fmt.Sprintf("  EXECUTE pg_catalog.format('%s', pg_catalog.current_database(), %s);", fmt.Sprintf(s, "%I", "%I"), literal(r.Name)))
	}
	fmt.Fprintln(b, do(strings.Join(append(lines, "END"), "\n")))
}

// rights writes the GRANTs on tables and sequences.
func (r Role) rights() (tables, sequences string) {
	if r.Write {
		return "SELECT, INSERT, UPDATE, DELETE", "SELECT, USAGE"
	}
	return "SELECT", "SELECT"
}

func (r Role) schemas(b *strings.Builder) {
	b.WriteString("\n-- Nobody makes objects where others look names up.\n")
	fmt.Fprintln(b, do(`BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'public') THEN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  END IF;
END`))
	tables, sequences := r.rights()
	for _, s := range r.Schemas {
		fmt.Fprintf(b, `
-- What the role may do in %[1]s.
REVOKE CREATE ON SCHEMA %[2]s FROM PUBLIC;
REVOKE ALL ON SCHEMA %[2]s FROM %[3]s;
REVOKE ALL ON ALL TABLES IN SCHEMA %[2]s FROM %[3]s;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA %[2]s FROM %[3]s;
GRANT USAGE ON SCHEMA %[2]s TO %[3]s;
GRANT %[4]s ON ALL TABLES IN SCHEMA %[2]s TO %[3]s;
GRANT %[5]s ON ALL SEQUENCES IN SCHEMA %[2]s TO %[3]s;
`, comment(s), ident(s), ident(r.Name), tables, sequences)
	}
}

// defaults writes the default rights on future tables, for each role that makes them.
func (r Role) defaults(b *strings.Builder) {
	b.WriteString("\n-- Tables that are made later, by those who own the ones there are.\n")
	tables, sequences := r.rights()
	owners, prefix := []string{"OWNER"}, "-- "
	if r.Source != nil {
		owners, prefix = nil, ""
		for _, o := range r.Source.Owners {
			owners = append(owners, ident(o))
		}
	} else {
		b.WriteString("-- Put the role that makes tables for OWNER, and take the dashes away. One of these for each such role:\n")
	}
	for _, o := range owners {
		for _, s := range r.Schemas {
			for _, kind := range []struct{ what, rights string }{{"TABLES", tables}, {"SEQUENCES", sequences}} {
				common := fmt.Sprintf("%sALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA %s ", prefix, o, ident(s))
				fmt.Fprintf(b, "%[1]sREVOKE ALL ON %[2]s FROM %[3]s;\n%[1]sGRANT %[4]s ON %[2]s TO %[3]s;\n", common, kind.what, ident(r.Name), kind.rights)
			}
		}
	}
}

func (r Role) functions(b *strings.Builder) {
	b.WriteString(`
-- Functions that everybody may call unless it is forbidden, and that change
-- things in read-only transactions, or reach out of the database: large objects,
-- dblink and the like. It is PUBLIC's right too: GRANT EXECUTE … TO those who
-- need them. Only their owner, the superuser, can do this.
`)
	fmt.Fprintln(b, do(`DECLARE
  f pg_catalog.regprocedure;
BEGIN
  FOR f IN
    SELECT p.oid FROM pg_catalog.pg_proc p
    WHERE pg_catalog.has_function_privilege('public', p.oid, 'EXECUTE') AND (
      p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace AND p.proname IN (`+largeObjectWriters+`)
      OR EXISTS (
        SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
        WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid
          AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.deptype = 'e'
          AND e.extname IN (`+reaching+`)))
  LOOP
    EXECUTE 'REVOKE EXECUTE ON ROUTINE ' || f || ' FROM PUBLIC';
  END LOOP;
END`)+"\n")
}

// rest writes what a person has to decide or to do.
func (r Role) rest(b *strings.Builder) {
	if r.Source != nil && len(r.Source.Definers) > 0 {
		b.WriteString("\n-- These functions run with the rights of their owners, and everybody may call\n-- them, so this role too. Look at each; this takes it from all:\n")
		for _, f := range r.Source.Definers {
			fmt.Fprintf(b, "-- REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC;\n", comment(f))
		}
	}
	if r.Source != nil && len(r.Source.Open) > 0 {
		b.WriteString("\n-- Everybody may create objects in these schemas too:\n")
		for _, s := range r.Source.Open {
			fmt.Fprintf(b, "-- REVOKE CREATE ON SCHEMA %s FROM PUBLIC;\n", comment(ident(s)))
		}
	}
	fmt.Fprintf(b, `
-- Advisory locks and notifications are everybody's as well. Sallyport counts them
-- as execution; taking them from PUBLIC also takes them from applications that
-- use them, so these lines are here to choose from:
-- REVOKE EXECUTE ON FUNCTION pg_catalog.pg_advisory_lock(bigint), pg_catalog.pg_advisory_lock(integer, integer) FROM PUBLIC;
-- REVOKE EXECUTE ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint), pg_catalog.pg_advisory_lock_shared(integer, integer) FROM PUBLIC;
-- REVOKE EXECUTE ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint), pg_catalog.pg_try_advisory_lock(integer, integer) FROM PUBLIC;
-- REVOKE EXECUTE ON FUNCTION pg_catalog.pg_notify(text, text) FROM PUBLIC;

-- The password is not in this file. In psql this asks for it and sends the server
-- nothing but a hash of it (password_encryption has to be scram-sha-256):
--   \password %s
-- Then put the role into the source's DSN, and look at the result:
--   sallyport check-config --posture
`, comment(ident(r.Name)))
}

// databaseWord returns the name of the database as a word of a shell.
func (r Role) databaseWord() string {
	if r.Source == nil {
		return "DATABASE"
	}
	return "'" + comment(strings.ReplaceAll(r.Source.Database, "'", `'\''`)) + "'"
}

// do returns a DO statement. No text in the body can end it early.
func do(body string) string {
	tag := "$sallyport$"
	for n := 2; strings.Contains(body, tag); n++ {
		tag = fmt.Sprintf("$sallyport%d$", n)
	}
	return "DO " + tag + "\n" + body + "\n" + tag + ";"
}

// ident quotes a name.
func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// literal quotes a text, so that the server reads it alike whatever its
// standard_conforming_strings.
func literal(text string) string {
	quoted := "'" + strings.ReplaceAll(strings.ReplaceAll(text, "'", "''"), `\`, `\\`) + "'"
	if strings.Contains(text, `\`) {
		return "E" + quoted
	}
	return quoted
}

// comment keeps a text on the line of its comment.
func comment(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, text)
}
