package postgres_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/providers/postgres/posture"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// login makes a role for the test and returns the DSN for it.
func login(t *testing.T, out *outside, dsn, name string) string {
	t.Helper()
	out.do("CREATE ROLE " + name + " LOGIN")
	t.Cleanup(func() {
		pg, err := pgconn.Connect(context.Background(), dsn)
		if err != nil {
			t.Error(err)
			return
		}
		defer pg.Close(context.Background())
		if _, err := pg.Exec(context.Background(), "DROP OWNED BY "+name+" CASCADE; DROP ROLE "+name).ReadAll(); err != nil {
			t.Error(err)
		}
	})
	return strings.Replace(dsn, "postgres://postgres@", "postgres://"+name+"@", 1)
}

// risksOf examines a login. What the version of the server tells depends on
// the machine: it is left out.
func risksOf(t *testing.T, dsn string) (risks map[string]providers.Risk, p providers.Posture) {
	t.Helper()
	p, err := open(t, postgres.Options{DSN: dsn}).Posture(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	risks = map[string]providers.Risk{}
	for _, r := range p.Risks {
		if r.What == "" || r.Advice == "" || r.Count < 1 || r.Count < len(r.Names) {
			t.Errorf("%+v", r)
		}
		if !slices.Contains([]string{"outdated", "end_of_life", "cve_2024_10978"}, r.Code) {
			risks[r.Code] = r
		}
	}
	return risks, p
}

// TestPosture provokes each risk, one after another, in a role that has none
// but those of PUBLIC.
func TestPosture(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	out := connectOutside(t, dsn)
	app := login(t, out, dsn, "posture_app")
	login(t, out, dsn, "posture_other")
	database := out.do("SELECT current_database()")
	out.do(`CREATE SCHEMA app; CREATE TABLE app.t (a int); CREATE SEQUENCE app.s;
		REVOKE CREATE ON SCHEMA public FROM PUBLIC; REVOKE TEMPORARY ON DATABASE ` + database + ` FROM PUBLIC;
		DO $$ DECLARE f regprocedure; BEGIN FOR f IN SELECT oid FROM pg_proc WHERE proname ~ '^(lo_|lowrite)' AND pronamespace = 'pg_catalog'::regnamespace
			LOOP EXECUTE 'REVOKE EXECUTE ON FUNCTION ' || f || ' FROM PUBLIC'; END LOOP; END $$;
		CREATE EXTENSION file_fdw; CREATE EXTENSION postgres_fdw; CREATE EXTENSION tablefunc; CREATE SERVER remote FOREIGN DATA WRAPPER postgres_fdw`)

	if risks, p := risksOf(t, app); len(risks) > 0 || len(p.Unknown) > 0 || p.Role != "posture_app" || p.Version == "" {
		t.Fatalf("without a right: %+v", p)
	}
	for _, test := range []struct {
		code, do, undo string
		names          []string
	}{
		{"bypassrls", "ALTER ROLE posture_app BYPASSRLS", "ALTER ROLE posture_app NOBYPASSRLS", nil},
		{"createrole", "ALTER ROLE posture_app CREATEROLE", "ALTER ROLE posture_app NOCREATEROLE", nil},
		{"createdb", "ALTER ROLE posture_app CREATEDB", "ALTER ROLE posture_app NOCREATEDB", nil},
		{"replication", "ALTER ROLE posture_app REPLICATION", "ALTER ROLE posture_app NOREPLICATION", nil},
		{
			"server_access", "GRANT pg_execute_server_program, pg_read_server_files TO posture_app", "REVOKE pg_execute_server_program, pg_read_server_files FROM posture_app",
			[]string{"pg_execute_server_program", "pg_read_server_files"},
		},
		{"predefined_role", "GRANT pg_signal_backend TO posture_app", "REVOKE pg_signal_backend FROM posture_app", []string{"pg_signal_backend"}},
		{ // by SET ROLE alone
			"member", "GRANT posture_other TO posture_app; ALTER ROLE posture_app NOINHERIT",
			"REVOKE posture_other FROM posture_app; ALTER ROLE posture_app INHERIT",
			[]string{"posture_other"},
		},
		{ // the settings of the login do not hide what it is
			"member", "GRANT posture_other TO posture_app; ALTER ROLE posture_app SET role = posture_other",
			"ALTER ROLE posture_app RESET role; REVOKE posture_other FROM posture_app",
			[]string{"posture_other"},
		},
		{"owner", "ALTER TABLE app.t OWNER TO posture_app", "ALTER TABLE app.t OWNER TO postgres", []string{"table app.t"}},
		{"owner", `CREATE SCHEMA "Own" AUTHORIZATION posture_app`, `DROP SCHEMA "Own"`, []string{`schema "Own"`}},
		{
			"owner", "CREATE FUNCTION app.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION app.f() OWNER TO posture_app", "DROP FUNCTION app.f()",
			[]string{"function app.f()"},
		},
		{
			"definer", "GRANT USAGE ON SCHEMA app TO posture_app; CREATE FUNCTION app.up(int) RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
			"DROP FUNCTION app.up; REVOKE USAGE ON SCHEMA app FROM posture_app",
			[]string{"app.up(integer)"},
		},
		{"extension", "CREATE EXTENSION dblink", "DROP EXTENSION dblink", []string{"dblink"}},
		{
			"granted_function", "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO posture_app", "REVOKE EXECUTE ON FUNCTION pg_read_file(text) FROM posture_app",
			[]string{"pg_read_file(text)"},
		},
		{"large_objects", "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC", "REVOKE EXECUTE ON FUNCTION lo_create(oid) FROM PUBLIC", []string{"lo_create(oid)"}},
		{"foreign_server", "GRANT USAGE ON FOREIGN SERVER remote TO posture_app", "REVOKE USAGE ON FOREIGN SERVER remote FROM posture_app", []string{"server remote"}},
		{"foreign_server", "CREATE USER MAPPING FOR PUBLIC SERVER remote", "DROP USER MAPPING FOR PUBLIC SERVER remote", []string{"server remote"}},
		{
			"foreign_server", "GRANT USAGE ON FOREIGN DATA WRAPPER file_fdw TO posture_app", "REVOKE USAGE ON FOREIGN DATA WRAPPER file_fdw FROM posture_app",
			[]string{"wrapper file_fdw"},
		},
		{"path_create", "GRANT CREATE ON SCHEMA public TO PUBLIC", "REVOKE CREATE ON SCHEMA public FROM PUBLIC", []string{"public"}},
		{"schema_create", "GRANT CREATE ON SCHEMA app TO posture_app", "REVOKE CREATE ON SCHEMA app FROM posture_app", []string{"app"}},
		{"database_create", "GRANT CREATE ON DATABASE $DB TO posture_app", "REVOKE CREATE ON DATABASE $DB FROM posture_app", nil},
		{"database_temp", "GRANT TEMPORARY ON DATABASE $DB TO PUBLIC", "REVOKE TEMPORARY ON DATABASE $DB FROM PUBLIC", nil},
		{"write", "GRANT INSERT ON app.t TO posture_app", "REVOKE INSERT ON app.t FROM posture_app", []string{"app.t"}},
		{"write", "GRANT UPDATE (a) ON app.t TO PUBLIC", "REVOKE UPDATE (a) ON app.t FROM PUBLIC", []string{"app.t"}},
		{"write", "GRANT USAGE ON SEQUENCE app.s TO posture_app", "REVOKE USAGE ON SEQUENCE app.s FROM posture_app", []string{"app.s"}},
	} {
		out.do(strings.ReplaceAll(test.do, "$DB", database))
		risks, p := risksOf(t, app)
		if r := risks[test.code]; len(risks) != 1 || !slices.Equal(r.Names, test.names) || r.Writing != (test.code == "write") || len(p.Unknown) > 0 {
			t.Errorf("%s: %+v", test.do, p)
		}
		out.do(strings.ReplaceAll(test.undo, "$DB", database))
	}
	if risks, p := risksOf(t, dsn); len(risks) != 1 || risks["superuser"].Code == "" {
		t.Errorf("of the superuser, from whom all follows: %+v", p)
	}
}

// TestPostureDegrades: what a server does not answer is not known, and the rest
// is.
func TestPostureDegrades(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	out := connectOutside(t, dsn)
	app := login(t, out, dsn, "posture_degraded")
	out.do("REVOKE SELECT ON pg_catalog.pg_init_privs FROM PUBLIC; REVOKE EXECUTE ON FUNCTION pg_catalog.has_server_privilege(name, oid, text) FROM PUBLIC")
	risks, p := risksOf(t, app)
	if !slices.Equal(p.Unknown, []string{"granted_function", "foreign_server"}) || risks["large_objects"].Count == 0 || risks["database_temp"].Count == 0 {
		t.Errorf("%+v", p)
	}
}

// TestPostureNotReachable: an error with a code, in time, and no connection is
// left behind.
func TestPostureNotReachable(t *testing.T) {
	p := open(t, postgres.Options{DSN: "postgres://u:hunter2@127.0.0.1:1/db?sslmode=disable"})
	if _, err := p.Posture(t.Context()); sqlstate.CodeOf(err) != sqlstate.UnableToConnect || strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
	p, out := fresh(t, postgres.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Posture(ctx); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := p.Posture(t.Context()); err != nil {
		t.Error(err)
	}
	eventually(t, "its connection is gone", func() bool {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sallyport: posture' AND datname = current_database()") == "0"
	})
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := p.Posture(t.Context()); sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("closed: %v", err)
	}
}

// psql runs a script as the superuser.
func psql(t *testing.T, server *pgtest.Server, dsn, script string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(server.BinDir, "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", dsn, "-f", file).CombinedOutput()
	return string(out), err
}

// attempt runs statements one by one on a connection of its own and returns the
// code of the last one's error, "" for none. A role's limit of connections counts
// sessions that are about to end, so it is given a while.
func attempt(t *testing.T, dsn string, statements ...string) (code string) {
	t.Helper()
	var pg *pgconn.PgConn
	eventually(t, "it can connect", func() bool {
		var err error
		pg, err = pgconn.Connect(t.Context(), dsn)
		var full *pgconn.PgError
		if errors.As(err, &full) && full.Code == "53300" {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		return true
	})
	defer pg.Close(context.Background())
	for _, sql := range statements {
		code = ""
		if _, err := pg.Exec(t.Context(), sql).ReadAll(); err != nil {
			var server *pgconn.PgError
			if !errors.As(err, &server) {
				t.Fatal(err)
			}
			code = server.Code
		}
	}
	return code
}

// TestRoleScript runs the script through psql, twice, and sees that the role
// reads and does nothing else; with hostile names.
func TestRoleScript(t *testing.T) {
	const schema, readWrite = `sa"les $sallyport$ '\ ü`, "SET default_transaction_read_only = off"
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	out := connectOutside(t, dsn)
	maker := login(t, out, dsn, "role_maker")
	quoted := `"sa""les $sallyport$ '\ ü"`
	out.do(`CREATE SCHEMA ` + quoted + ` AUTHORIZATION role_maker; CREATE EXTENSION dblink; CREATE EXTENSION lo; CREATE EXTENSION postgres_fdw;
		CREATE SCHEMA open; GRANT CREATE ON SCHEMA open TO PUBLIC`)
	if code := attempt(t, maker, "CREATE TABLE "+quoted+".t (a serial); ", "INSERT INTO "+quoted+".t VALUES (1)"); code != "" {
		t.Fatal(code)
	}
	source, err := open(t, postgres.Options{DSN: dsn}).RoleSource(t.Context(), []string{schema, "public"})
	if err != nil || !slices.Equal(source.Owners, []string{"postgres", "role_maker"}) || !slices.Equal(source.Open, []string{"open"}) || len(source.Definers) > 0 {
		t.Fatalf("%+v %v", source, err)
	}
	for _, test := range []struct {
		name  string
		write bool
		asked *posture.RoleSource
	}{{`read"er \`, false, source}, {"role_offline", false, nil}, {"role_writer", true, source}} {
		role := posture.Role{Name: test.name, Schemas: []string{schema, "public"}, Write: test.write, Connections: 3, Timeout: time.Minute, Source: test.asked}
		script, err := role.Script()
		if err != nil {
			t.Fatal(err)
		}
		name := `"` + strings.ReplaceAll(test.name, `"`, `""`) + `"`
		database := out.do("SELECT current_database()")
		t.Cleanup(func() { server.Exec(t, database, "DROP OWNED BY "+name+" CASCADE; DROP ROLE "+name) })
		for range 2 {
			if said, err := psql(t, server, dsn, script); err != nil || said != "" {
				t.Fatalf("%v %s\n%s", err, said, script)
			}
		}
		as := strings.Replace(dsn, "postgres://postgres@", "postgres://"+strings.NewReplacer(`"`, "%22", `\`, "%5C", " ", "%20").Replace(test.name)+"@", 1)
		later := "later_" + strings.Trim(test.name, `"\ `)[:4] + map[bool]string{true: "w", false: "r"}[test.write]
		out.do("SET ROLE role_maker; CREATE TABLE " + quoted + `."` + later + `" AS SELECT 7 AS x; RESET ROLE`)

		lacking := "42501"
		changes := map[bool]string{true: "", false: lacking}[test.write]
		madeLater := map[bool]string{true: "", false: lacking}[test.asked != nil]
		for _, try := range []struct {
			code string
			sql  []string
		}{
			{"", []string{"SELECT a FROM t"}}, // by the search path
			{madeLater, []string{`SELECT x FROM "` + later + `"`}},
			{map[bool]string{true: "", false: "25006"}[test.write], []string{"INSERT INTO t VALUES (2)"}},
			{changes, []string{readWrite, "INSERT INTO t VALUES (2)"}},
			{changes, []string{readWrite, "DELETE FROM t WHERE a = 2"}},
			{changes, []string{readWrite, "SELECT nextval('t_a_seq')"}},
			{lacking, []string{readWrite, "TRUNCATE t"}},
			{lacking, []string{readWrite, "CREATE TABLE public.x ()"}},
			{lacking, []string{readWrite, "CREATE TABLE " + quoted + ".x ()"}},
			{lacking, []string{readWrite, "CREATE SCHEMA x"}},
			{lacking, []string{readWrite, "CREATE TEMP TABLE x ()"}},
			{lacking, []string{readWrite, "SELECT lo_create(0)"}},
			{lacking, []string{readWrite, "SELECT lo_from_bytea(0, 'x')"}},
			{lacking, []string{"SELECT public.dblink('dbname=x', 'SELECT 1')"}},
			{lacking, []string{"SELECT pg_read_file('postgresql.conf')"}},
			{lacking, []string{"SET ROLE role_maker"}},
		} {
			if code := attempt(t, as, try.sql...); code != try.code {
				t.Errorf("%s: %q: %q, want %q", test.name, try.sql, code, try.code)
			}
		}
		out.do("REVOKE CREATE ON SCHEMA open FROM PUBLIC") // the script only tells of it
		eventually(t, "its sessions have ended", func() bool {
			return out.do("SELECT count(*) FROM pg_stat_activity WHERE usename = '"+strings.ReplaceAll(test.name, "'", "''")+"'") == "0"
		})
		risks, p := risksOf(t, as)
		if delete(risks, "write"); len(risks) > 0 || len(p.Unknown) > 0 {
			t.Errorf("the posture of the role: %+v", p)
		}
		if test.write != slices.ContainsFunc(p.Risks, func(r providers.Risk) bool { return r.Writing }) {
			t.Errorf("what the role may write: %+v", p)
		}
	}
}

// TestRoleScriptStops: a role that is more than a login, or another database,
// is left as it is.
func TestRoleScriptStops(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	out := connectOutside(t, dsn)
	login(t, out, dsn, "role_more")
	login(t, out, dsn, "role_group")
	source := &posture.RoleSource{Database: "elsewhere", Owners: []string{"postgres"}}
	for _, test := range []struct {
		do, undo, says string
		source         *posture.RoleSource
	}{
		{"ALTER ROLE role_more CREATEDB", "ALTER ROLE role_more NOCREATEDB", "more than a login", nil},
		{"GRANT role_group TO role_more", "REVOKE role_group FROM role_more", "member of others", nil},
		{"CREATE TABLE mine (); ALTER TABLE mine OWNER TO role_more", "DROP TABLE mine", "owns objects", nil},
		{"SELECT 1", "SELECT 1", "the script is for elsewhere", source},
	} {
		out.do(test.do)
		script, err := posture.Role{Name: "role_more", Schemas: []string{"public"}, Connections: 1, Source: test.source}.Script()
		if err != nil {
			t.Fatal(err)
		}
		if said, err := psql(t, server, dsn, script); err == nil || !strings.Contains(said, test.says) {
			t.Errorf("%s: %v %s", test.do, err, said)
		}
		if got := out.do("SELECT coalesce(rolconfig::text, '') FROM pg_roles WHERE rolname = 'role_more'"); got != "" {
			t.Errorf("%s: it has settings now: %s", test.do, got)
		}
		out.do(test.undo)
	}
}

func TestRoleNames(t *testing.T) {
	good := posture.Role{Name: "r", Schemas: []string{"public"}}
	for what, change := range map[string]func(*posture.Role){
		"no name":         func(r *posture.Role) { r.Name = "" },
		"a public role":   func(r *posture.Role) { r.Name = "public" },
		"a system role":   func(r *posture.Role) { r.Name = "pg_monitor" },
		"a long name":     func(r *posture.Role) { r.Name = strings.Repeat("r", 64) },
		"two lines":       func(r *posture.Role) { r.Name = "r\nDROP TABLE t" },
		"a NUL":           func(r *posture.Role) { r.Schemas = []string{"a\x00b"} },
		"no schema":       func(r *posture.Role) { r.Schemas = nil },
		"an empty one":    func(r *posture.Role) { r.Schemas = []string{""} },
		"the catalog":     func(r *posture.Role) { r.Schemas = []string{"pg_catalog"} },
		"the information": func(r *posture.Role) { r.Schemas = []string{"information_schema"} },
	} {
		r := good
		change(&r)
		if script, err := r.Script(); sqlstate.CodeOf(err) != sqlstate.InvalidParameterValue || script != "" {
			t.Errorf("%s: %v %s", what, err, script)
		}
	}
	if _, err := good.Script(); err != nil {
		t.Error(err)
	}
	p, _ := fresh(t, postgres.Options{})
	if _, err := p.RoleSource(t.Context(), []string{"publik"}); sqlstate.CodeOf(err) != sqlstate.InvalidSchemaName || !strings.Contains(sqlstate.From(err).Hint, `"public"`) {
		t.Errorf("no such schema: %v", err)
	}
}

// TestPostureByPathOfUsers: the search path decides on nothing in what a login could do, nor in the script that a superuser runs.
func TestPostureByPathOfUsers(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	out := connectOutside(t, dsn)
	as := login(t, out, dsn, "role_path")
	out.do(hidesAll + "; GRANT USAGE ON SCHEMA evil TO PUBLIC; CREATE EXTENSION dblink")
	out.do("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = evil, pg_catalog, public', current_database()); END $$")
	if _, p := risksOf(t, as); len(p.Unknown) > 0 || len(p.Risks) == 0 {
		t.Errorf("what is not known: %+v", p)
	}
	source, err := open(t, postgres.Options{DSN: dsn}).RoleSource(t.Context(), []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	script, err := posture.Role{Name: "role_by_path", Schemas: []string{"public"}, Connections: 1, Timeout: time.Minute, Source: source}.Script()
	if err != nil {
		t.Fatal(err)
	}
	database := out.do("SELECT current_database()")
	t.Cleanup(func() { server.Exec(t, database, `DROP OWNED BY role_by_path CASCADE; DROP ROLE role_by_path`) })
	if said, err := psql(t, server, dsn, script); err != nil || said != "" {
		t.Errorf("%v %s", err, said)
	}
}
