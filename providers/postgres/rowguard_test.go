package postgres_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestLoginsThatPoliciesDoNotHold: a source for tenants is refused, for the pool and for backends, if its
// login sees rows that policies hide; until the login is mended, or is said to be meant.
func TestLoginsThatPoliciesDoNotHold(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	pg, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(t.Context())
	do := func(sql string) {
		t.Helper()
		if _, err := pg.Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		const all = "held_owner, held_plain, held_bypass, held_member, held_super, held_taker, held_far, held_between, held_maker, held_files"
		do("DROP OWNED BY " + all + "; DROP ROLE " + all)
	}()
	do(`CREATE ROLE held_plain LOGIN; CREATE ROLE held_owner LOGIN; CREATE ROLE held_bypass LOGIN BYPASSRLS; CREATE ROLE held_member LOGIN IN ROLE held_owner;
		CREATE ROLE held_super SUPERUSER; CREATE ROLE held_taker LOGIN NOINHERIT IN ROLE held_super; CREATE ROLE held_between NOINHERIT IN ROLE held_bypass;
		CREATE ROLE held_far LOGIN NOINHERIT IN ROLE held_between; CREATE ROLE held_maker LOGIN CREATEROLE; CREATE ROLE held_files LOGIN IN ROLE pg_read_server_files;
		CREATE TABLE items (tenant text); ALTER TABLE items ENABLE ROW LEVEL SECURITY; ALTER TABLE items OWNER TO held_owner`)
	refusal := func(role string, holds bool) (said string) {
		t.Helper()
		p := open(t, postgres.Options{DSN: strings.Replace(dsn, "postgres@", role+"@", 1), HoldsRows: holds})
		if b := p.BackendAtHand(providers.BackendOptions{}); b != nil {
			t.Error("a backend was at hand before the login was looked at")
		}
		c, err := p.Connect(t.Context(), providers.ConnOptions{})
		if err == nil {
			_ = c.Close()
		} else if e := sqlstate.From(err); e.Code != sqlstate.InsufficientPrivilege || !strings.Contains(e.Hint, "login_bypasses_policies") {
			t.Errorf("%s: %v, %s", role, err, e.Hint)
		} else {
			said = e.Message
		}
		b, err := p.Backend(t.Context(), providers.BackendOptions{})
		if (err == nil) != (said == "") {
			t.Errorf("%s: the backend says %v, and the pool %q", role, err, said)
		}
		if err == nil {
			b.Release(providers.Broken)
		}
		found, err := p.Posture(t.Context())
		if err != nil || (len(found.Risks) > 0 && found.Risks[0].Code == "refused") != (said != "") {
			t.Errorf("%s: %v %+v", role, err, found.Risks)
		}
		return said
	}
	const begins = `source "pg" is refused: it is for tenants, and row-level security does not hold its login `
	for role, want := range map[string]string{
		"postgres":    `"postgres", which is a superuser`,
		"held_bypass": `"held_bypass", which is BYPASSRLS`,
		"held_owner":  `"held_owner", which owns the table "items", whose row-level security is not forced on its owner`,
		"held_member": `"held_member", which owns the table "items", whose row-level security is not forced on its owner`,
		"held_plain":  "",
		"held_taker":  `"held_taker", which has the role "held_super", which is a superuser`,
		"held_far":    `"held_far", which has the role "held_bypass", which is BYPASSRLS`,
		"held_files":  `"held_files", which has the role "pg_read_server_files", which is open to files and programs of the server`,
		"held_maker":  makesRoles(t, pg),
	} {
		if want != "" {
			want = begins + want
		}
		if got := refusal(role, true); got != want {
			t.Errorf("%s: %s, want %s", role, got, want)
		}
		if got := refusal(role, false); got != "" {
			t.Errorf("%s: %s, although that is meant", role, got)
		}
	}
	do("ALTER TABLE items FORCE ROW LEVEL SECURITY")
	if got := refusal("held_owner", true); got != "" {
		t.Errorf("the owner of forced tables: %s", got)
	}
}

// makesRoles is what is wrong with a login that has CREATEROLE.
func makesRoles(t *testing.T, pg *pgconn.PgConn) string {
	t.Helper()
	if version := pg.ParameterStatus("server_version"); version >= "16" {
		return ""
	}
	return `"held_maker", which has CREATEROLE, and can make itself a member of the tables' owners`
}
