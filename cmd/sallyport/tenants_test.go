package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestTwoTenants is a server as docs/identity.md has it: a source whose policies rest on who asks, one with
// a login for each tenant, and one for all.
func TestTwoTenants(t *testing.T) {
	pg := pgtest.Start(t)
	db := databaseOf(t, pg.CreateDB(t))
	for _, role := range []string{"two_shop", "two_acme", "two_globex"} {
		pg.Exec(t, db, fmt.Sprintf("DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%[1]s') THEN CREATE ROLE %[1]s LOGIN; END IF; END $$", role))
	}
	pg.Exec(t, db, `CREATE TABLE items (tenant text, v text); INSERT INTO items VALUES ('acme', 'acme-item'), ('globex', 'globex-item');
		ALTER TABLE items ENABLE ROW LEVEL SECURITY; GRANT SELECT ON items TO two_shop;
		CREATE POLICY per_tenant ON items USING (tenant = current_setting('sallyport.tenant', true));
		CREATE SCHEMA two_acme AUTHORIZATION two_acme; CREATE TABLE two_acme.bills AS SELECT 'acme-bill' AS v; ALTER TABLE two_acme.bills OWNER TO two_acme;
		CREATE SCHEMA two_globex AUTHORIZATION two_globex; CREATE TABLE two_globex.bills AS SELECT 'globex-bill' AS v; ALTER TABLE two_globex.bills OWNER TO two_globex`)
	as := func(role string) string { return strings.Replace(pg.DSN(db), "postgres@", role+"@", 1) }
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf(`mode: full_access
pgwire:
  users:
    - {name: ana, password_env: PW, tenant: acme, roles: [analyst]}
    - {name: gus, password_env: PW, tenant: globex}
    - {name: nan, password_env: PW}
    - {name: lea, password_env: PW, tenant: globex, roles: [lead]}
    - {name: own, password_env: PW, roles: [lead]}
roles:
  - {name: lead, mode: full_access, catalogs: true, records: true}
  - {name: plain, mode: full_access, catalogs: true}
default_role: plain
sources:
  - {name: files, kind: duckdb, folder: %q}
  - {name: shop, kind: postgres, dsn: %q, tenants: ["*"], identity: [subject, tenant, roles]}
  - name: ledger
    kind: postgres
    tenants: [acme, globex]
    per_principal:
      - {tenants: [acme], dsn: %q}
      - {tenants: [globex], dsn: %q}
`, abs(t, "../../sample"), as("two_shop"), as("two_acme"), as("two_globex"))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"PW=pw"}, "--config", file)
	_, port, err := net.SplitHostPort(r.pgwire)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ user, source, sql, want string }{
		{"ana", "shop", "SELECT v FROM items", "acme-item"},
		{"gus", "shop", "SELECT v FROM items", "globex-item"},
		{"ana", "shop", "SELECT current_setting('sallyport.subject') || current_setting('sallyport.roles')", "anaanalyst"},
		{"ana", "ledger", "SELECT v FROM bills", "acme-bill"},
		{"gus", "ledger", "SELECT v FROM bills", "globex-bill"},
		{"gus", "ledger", "SELECT v FROM two_acme.bills", "permission denied for schema two_acme"},
		{"gus", "ledger", "SELECT v FROM acme_bills", `"acme_bills" does not exist`},
		{"ana", "files", "SELECT v FROM shop.public.items", "acme-item"},
		{"gus", "files", "SELECT v FROM shop.public.items", "globex-item"},
		{"ana", "files", "SELECT i.v || b.v FROM shop.public.items i, ledger.two_acme.bills b", "acme-itemacme-bill"},
		{"gus", "files", "SELECT i.v || b.v FROM shop.public.items i, ledger.two_globex.bills b", "globex-itemglobex-bill"},
		{"nan", "files", "SELECT v FROM shop.public.items", `there is no source "shop"`},
		{"nan", "shop", "SELECT 1", `database "shop" does not exist`},
		{"nan", "ledger", "SELECT 1", `database "ledger" does not exist`},
		{"nan", "files", "SHOW PROVIDERS", "files|"},
		{"nan", "files", "SELECT string_agg(datname, ',' ORDER BY datname) FROM pg_database", "files,sallyport"},
		{"gus", "files", "SELECT string_agg(DISTINCT principal, ',') FROM sallyport.audit.records", "gus"},
		{"gus", "sallyport", "SELECT count(*) > 3, count(seq), count(prev), count(intent), count(DISTINCT tenant) FROM records", "t|0|0|0|1"},
		{"gus", "sallyport", "SELECT count(*) FROM records r FULL JOIN (TABLE audit.records) s ON false WHERE concat(r.sql, s.sql) LIKE '%acme-item%' OR s.principal <> 'gus'", "0"},
		{"gus", "sallyport", "CREATE TEMP TABLE live_reader (everything text, principal text, tenant text)", "ERROR"},
		{"gus", "sallyport", "SELECT everything, principal FROM live_reader", "does not exist"},
		{"lea", "files", "SELECT string_agg(DISTINCT principal, ',' ORDER BY principal), count(seq) FROM sallyport.audit.records", "gus|0"},
		{"gus", "files", "SELECT * FROM sallyport.views.defined", "has what all tenants do"},
		{"gus", "files", "SELECT string_agg(DISTINCT principal, ',') FROM sallyport.sessions.open", "gus"},
		{"nan", "files", "SELECT string_agg(DISTINCT principal, ',') FROM sallyport.audit.records", "nan"},
		{"own", "files", "SELECT string_agg(DISTINCT principal, ',' ORDER BY principal), min(seq) FROM sallyport.audit.records WHERE principal <> 'own' AND phase <> 'note'", "ana,gus,lea,nan|"},
	} {
		cmd := exec.CommandContext(t.Context(), "psql", "-XAt", "-c", c.sql, "host=127.0.0.1 port="+port+" user="+c.user+" dbname="+c.source)
		cmd.Env = append(os.Environ(), "PGPASSWORD=pw")
		out, _ := cmd.CombinedOutput() // an error is in it
		if got := strings.TrimSpace(string(out)); got != c.want && (len(c.want) < 5 || !strings.Contains(got, c.want)) || c.user == "nan" && strings.Contains(strings.ReplaceAll(got, `"shop"`, ""), "shop|") {
			t.Errorf("%s at %s: %s: %s, want %s", c.user, c.source, c.sql, got, c.want)
		}
	}
}
