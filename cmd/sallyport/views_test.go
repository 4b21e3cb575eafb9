package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestViews: a view over APIs is read as if its client had written its query, outlives the server, and
// is made and dropped as the mode allows.
func TestViews(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "full_access")
	run := func(sql string) string { return r.onForge(t, sql) }
	for _, test := range []struct{ sql, want string }{
		{"CREATE VIEW acme AS SELECT name, stars FROM repos.repos WHERE org = 'acme'", ""},
		{"SELECT * FROM acme ORDER BY stars", "name,stars\nsite,5\ncore,9"},
		{"SELECT a.name FROM acme AS a WHERE a.stars > 5", "name\ncore"},
		{"CREATE VIEW acme AS SELECT 1 AS a FROM repos.repos WHERE org = 'x'", `relation "acme" already exists`},
		{"CREATE VIEW counted (n, most) AS SELECT count(*), max(stars) FROM acme", ""},
		{"SELECT most, n FROM counted", "most,n\n9,2"},
		{"WITH acme AS (SELECT 1 AS only) SELECT * FROM acme", "only\n1"},
		{"SELECT * FROM acme JOIN counted ON most = stars", "name,stars,n,most\ncore,9,2,9"},
		{"CREATE OR REPLACE VIEW acme AS SELECT name, stars FROM repos.repos WHERE org = 'acme' AND name = 'site'", ""},
		{"SELECT most, n FROM counted", "most,n\n5,1"},
		{"CREATE VIEW v AS SELECT * FROM v", `names itself`},
		{"CREATE VIEW v AS SELECT name FROM repos.repos WHERE org > 1", "42703"},
		{"CREATE VIEW v AS SELECT * FROM repos.nothing", "42P01"},
		{"CREATE VIEW v AS SELECT * FROM nothing", "42P01"},
		{"CREATE VIEW s.v AS SELECT 1 AS a", "0A000"},
		{"CREATE TEMP VIEW v AS SELECT 1 AS a", "0A000"},
		{"CREATE VIEW v AS SELECT name FROM repos.repos WHERE org = 'acme' AND name = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'", "may be a secret"},
		{"BEGIN; CREATE VIEW v AS SELECT 1 AS a", "25001"},
		{"SELECT name FROM acme FOR UPDATE", "cannot be locked"},
		{"DROP VIEW nothing", `view "nothing" does not exist`},
		{"DROP VIEW IF EXISTS nothing", ""},
	} {
		if got := run(test.sql); got != test.want && (test.want == "" || !strings.Contains(got, test.want)) {
			t.Errorf("%s\n%s\nwant %s", test.sql, got, test.want)
		}
	}
	if got := run("SELECT name, nothing FROM acme"); !strings.Contains(got, `"nothing" does not exist`) {
		t.Errorf("%s", got)
	}
	records := r.records(t)
	for _, want := range []string{`"verb":"CREATE VIEW"`, `"class":"mutate"`, `"relations":["forge.repos.repos"]`, `"verb":"DROP VIEW"`} {
		if !strings.Contains(records, want) {
			t.Errorf("no %s on record", want)
		}
	}
	// The state outlives the server, and what it may do depends on the mode.
	r.stop()
	text, err := os.ReadFile(filepath.Join(r.state, "views.json"))
	if err != nil || !strings.Contains(string(text), "forge.repos.repos") || strings.Contains(string(text), "ghp_") {
		t.Errorf("%v %s", err, text)
	}
	if info, err := os.Stat(filepath.Join(r.state, "views.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	state := r.state
	r = startForge(t, f, "", "--mode", "read_only", "--state-dir", state)
	if got := run("SELECT * FROM acme"); got != "name,stars\nsite,5" {
		t.Errorf("after a restart: %s", got)
	}
	for _, sql := range []string{"DROP VIEW acme", "CREATE VIEW w AS SELECT 1 AS a", "CREATE OR REPLACE VIEW acme AS SELECT 1 AS a"} {
		if got := run(sql); !strings.Contains(got, "refused by the gate") {
			t.Errorf("%s in read_only: %s", sql, got)
		}
	}
	if got := run("SELECT * FROM acme"); got != "name,stars\nsite,5" {
		t.Errorf("after refusals: %s", got)
	}
}

// TestViewsAreApproved: a person is asked before a view is made, and sees its text.
func TestViewsAreApproved(t *testing.T) {
	f := newForge(t)
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "sources: [{name: forge, kind: api, registry: " + registryFor(t, f) + ", allow_addresses: [127.0.0.1]}]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, []string{"SALLYPORT_APPROVALS_DESK=true", "SALLYPORT_APPROVALS_WAIT=1ms"}, "--config", file, "--mode", "safe")
	const create = "CREATE VIEW small AS SELECT name FROM forge.repos.repos WHERE org = 'acme'"
	if _, _, stderr := r.sql(t, "-s", "forge", create); !strings.Contains(stderr, "approv") {
		t.Fatal(stderr)
	}
	_, found, _ := r.sql(t, "--csv", "SELECT id FROM sallyport.approvals.requests WHERE state = 'pending' AND sql LIKE 'CREATE VIEW small%'")
	id := strings.TrimSpace(strings.TrimPrefix(found, "id\n"))
	if status, _, stderr := call(t, nil, "", "approvals", "approve", id, "--state-dir", r.state); status != 0 {
		t.Fatal(stderr)
	}
	if status, _, stderr := r.sql(t, "-s", "forge", create); status != 0 {
		t.Fatal(stderr)
	}
	if _, stdout, stderr := r.sql(t, "--csv", "SELECT name, owner, sql LIKE 'SELECT name FROM forge.repos.repos %' AS s FROM sallyport.views.defined"); stdout != "name,owner,s\nsmall,alice,t\n" {
		t.Error(stdout, stderr)
	}
	if _, stdout, stderr := r.sql(t, "--csv", "-s", "forge", "SELECT * FROM small"); stdout != "name\nsite\ncore\n" {
		t.Error(stdout, stderr)
	}
}

// TestViewsAreJudged: a view whose scan changes something is no read, and making views is approved as
// any change.
func TestViewsAreJudged(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "full_access")
	if status, _, stderr := r.sql(t, "-s", "forge", "CREATE VIEW harmless AS SELECT * FROM forge.odd.everything"); status != 0 {
		t.Fatal(stderr)
	}
	r.stop()
	r = startForge(t, f, "", "--mode", "read_only", "--state-dir", r.state)
	f.requests()
	if status, stdout, stderr := r.sql(t, "-s", "forge", "SELECT * FROM harmless"); status != 1 || !strings.Contains(stderr, "refused by the gate") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	if asked := f.requests(); len(asked) > 0 {
		t.Errorf("%q was asked", asked)
	}
}

// onForge runs a statement in a session of the source forge, and returns what is printed: rows as CSV, or the error.
func (r *running) onForge(t *testing.T, sql string) string {
	t.Helper()
	_, stdout, stderr := r.sql(t, "--csv", "-s", "forge", sql)
	return strings.TrimSpace(stdout + stderr)
}

// TestViewsInCatalogs: psql, BI tools and information_schema find views over APIs, with their columns and queries, and
// may name them as the catalogs do.
func TestViewsInCatalogs(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "full_access")
	run := func(sql string) string { return r.onForge(t, sql) }
	for _, sql := range []string{
		"CREATE VIEW acme AS SELECT name, stars, createdat AS made FROM repos.repos WHERE org = 'acme'",
		"CREATE VIEW counted (n) AS SELECT count(*) FROM public.acme",
		"CREATE MATERIALIZED VIEW orgs AS SELECT name FROM repos.orgs",
		"CREATE VIEW any_org AS SELECT * FROM repos.repos",
	} {
		if got := run(sql); got != "" {
			t.Errorf("%s: %s", sql, got)
		}
	}
	f.requests()
	const listed = `SELECT n.nspname, c.relname, c.relkind FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('v','m','') AND n.nspname !~ '^pg_toast' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2`
	for _, test := range []struct{ sql, want string }{
		{listed, "nspname,relname,relkind\npublic,acme,v\npublic,any_org,v\npublic,counted,v\npublic,orgs,m"},
		{"SELECT table_schema, table_name, view_definition FROM information_schema.views WHERE table_name IN ('acme', 'orgs')", "table_schema,table_name,view_definition\npublic,acme,\" SELECT name, stars, createdat AS made FROM forge.repos.repos WHERE org = 'acme';\""},
		{"SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'acme' ORDER BY ordinal_position", "column_name,data_type\nname,text\nstars,bigint\nmade,timestamp with time zone"},
		{"SELECT column_name FROM information_schema.columns WHERE table_name = 'counted'", "column_name\nn"},
		{"SELECT pg_get_viewdef('public.counted'::regclass) AS d", "d\n\" SELECT count(*) FROM acme;\""},
		{"SELECT matviewname, definition FROM pg_matviews", "matviewname,definition\norgs,\" SELECT name FROM forge.repos.orgs;\""},
		{"SELECT viewname FROM pg_views WHERE schemaname = 'public' ORDER BY 1", "viewname\nacme\nany_org\ncounted"},
		{"SELECT table_type FROM information_schema.tables WHERE table_name = 'acme'", "table_type\nVIEW"},
	} {
		if got := run(test.sql); got != strings.TrimSpace(test.want) {
			t.Errorf("%s\n%s\nwant %s", test.sql, got, test.want)
		}
	}
	if asked := f.requests(); len(asked) > 0 {
		t.Errorf("%q was asked", asked)
	}
	for _, test := range []struct{ sql, want string }{
		{`SELECT "public"."acme"."name" FROM "public"."acme" ORDER BY stars`, "name\nsite\ncore"},
		{`SELECT n FROM forge.public.counted`, "n\n2"},
		{`SELECT name FROM public.orgs AS o ORDER BY o.name`, "name\nacme\nbeta"},
		{`SELECT public.orgs.name FROM public.orgs LIMIT 1`, "name\nacme"},
		{"SELECT name, kind FROM sallyport.views.defined WHERE name >= 'counted' ORDER BY name", "name,kind\ncounted,view\norgs,materialized view"},
		{"DROP VIEW counted", ""},
		{"SELECT viewname FROM pg_views WHERE schemaname = 'public' ORDER BY 1", "viewname\nacme\nany_org"},
	} {
		if got := run(test.sql); got != test.want {
			t.Errorf("%s\n%s\nwant %s", test.sql, got, test.want)
		}
	}
}
