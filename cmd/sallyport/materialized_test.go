package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMaterializedViews: what a query of APIs returns is kept until it is read anew, the server ends or the view is
// dropped; nobody is asked for it meanwhile.
func TestMaterializedViews(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "full_access")
	run := func(sql string) string { return r.onForge(t, sql) }
	for _, test := range []struct {
		sql, want string
		asks      bool
	}{
		{"CREATE MATERIALIZED VIEW kept AS SELECT name, stars, topics, created_at FROM (SELECT name, stars, topics, createdat AS created_at FROM repos.repos WHERE org = 'acme') x", "", true},
		{"SELECT name, stars FROM kept ORDER BY stars", "name,stars\nsite,5\ncore,9", false},
		{"SELECT pg_typeof(stars) AS s, pg_typeof(created_at) AS c FROM kept LIMIT 1", "s,c\nbigint,timestamp with time zone", false},
		{"SELECT k.name FROM kept k WHERE topics ->> 0 = 'web'", "name\nsite", false},
		{"SELECT o.name, k.stars FROM repos.orgs o JOIN kept k ON k.name = 'core' WHERE o.plan = 'paid'", "name,stars\nbeta,9", true},
		{"SELECT r.name FROM kept k JOIN repos.repos r ON r.name = k.name WHERE org = 'beta' ORDER BY 1", "name\ncore\nsite", true},
		{"WITH kept AS (SELECT 1 AS one) SELECT * FROM kept", "one\n1", false},
		{"EXPLAIN SELECT * FROM kept", "kept", false},
		{"CREATE MATERIALIZED VIEW kept AS SELECT name FROM repos.repos WHERE org = 'beta'", `relation "kept" already exists`, false},
		{"CREATE MATERIALIZED VIEW IF NOT EXISTS kept AS SELECT name FROM repos.repos WHERE org = 'beta'", "", false},
		{"CREATE OR REPLACE MATERIALIZED VIEW kept (n, s) AS SELECT name, stars FROM repos.repos WHERE org = 'acme'", "", true},
		{"SELECT n FROM kept WHERE s > 5", "n\ncore", false},
		{"REFRESH MATERIALIZED VIEW kept", "", true},
		{"REFRESH MATERIALIZED VIEW CONCURRENTLY kept", "", true},
		{"SELECT count(*) AS n FROM kept", "n\n2", false},
		{"CREATE VIEW over_kept AS SELECT max(s) AS most FROM kept", "", false},
		{"SELECT * FROM over_kept", "most\n9", false},
		{"CREATE MATERIALIZED VIEW kept_of_kept AS SELECT most FROM over_kept", "", false},
		{"SELECT * FROM kept_of_kept", "most\n9", false},
		{"CREATE MATERIALIZED VIEW later AS SELECT name FROM repos.repos WHERE org = 'acme' WITH NO DATA", "", false},
		{"SELECT * FROM later", `materialized view "later" has not been populated`, false},
		{"REFRESH MATERIALIZED VIEW later", "", true},
		{"SELECT count(*) AS n FROM later", "n\n2", false},
		{"REFRESH MATERIALIZED VIEW later WITH NO DATA", "", false},
		{"SELECT * FROM later", "55000", false},
		{"CREATE MATERIALIZED VIEW whole AS SELECT * FROM repos.orgs", "", true},
		{"SELECT * FROM whole ORDER BY name", "name,plan\nacme,free\nbeta,paid", false},
		{"CREATE MATERIALIZED VIEW constant AS SELECT 1 AS a, 'x' AS b", "", false},
		{"SELECT * FROM constant", "a,b\n1,x", false},
		{"CREATE MATERIALIZED VIEW broken AS SELECT name FROM repos.repos WHERE org = 'broken'", "you may not see this", true},
		{"SELECT * FROM broken", "42P01", false},
		{"CREATE MATERIALIZED VIEW lacking AS SELECT name FROM repos.repos", "42P10", false},
		{"CREATE MATERIALIZED VIEW twice AS SELECT name, name FROM repos.orgs", "42701", false},
		{"CREATE MATERIALIZED VIEW self AS SELECT * FROM self", "names itself", false},
		{"CREATE MATERIALIZED VIEW v AS SELECT name FROM repos.orgs WHERE name = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'", "may be a secret", false},
		{"BEGIN; CREATE MATERIALIZED VIEW v AS SELECT 1 AS a", "25001", false},
		{"BEGIN; CREATE MATERIALIZED VIEW v AS SELECT name FROM repos.orgs", "25001", false},
		{"REFRESH MATERIALIZED VIEW over_kept", "42809", false},
		{"REFRESH MATERIALIZED VIEW nothing", "42P01", false},
		{"DROP VIEW kept", "42809", false},
		{"DROP MATERIALIZED VIEW over_kept", "42809", false},
		{"CREATE OR REPLACE VIEW kept AS SELECT 1 AS a", "42809", false},
		{"CREATE OR REPLACE MATERIALIZED VIEW over_kept AS SELECT 1 AS a", "42809", false},
		{"DROP MATERIALIZED VIEW whole", "", false},
		{"SELECT * FROM whole", "42P01", false},
		{"DROP MATERIALIZED VIEW whole", `materialized view "whole" does not exist`, false},
		{"DROP MATERIALIZED VIEW IF EXISTS whole", "", false},
		{"DELETE FROM kept", "", false},
		{"SELECT * FROM kept.anything", "42P01", false},
	} {
		got, asked := run(test.sql), f.requests()
		if got != test.want && (test.want == "" || !strings.Contains(got, test.want)) && !strings.HasPrefix(test.sql, "DELETE") {
			t.Errorf("%s\n%s\nwant %s", test.sql, got, test.want)
		}
		if strings.HasPrefix(test.sql, "DELETE") && !strings.Contains(got, "ERROR") {
			t.Errorf("%s\n%s", test.sql, got)
		}
		if (len(asked) > 0) != test.asks {
			t.Errorf("%s asked %q", test.sql, asked)
		}
	}
	records := r.records(t)
	for _, want := range []string{`"verb":"CREATE MATERIALIZED VIEW"`, `"verb":"REFRESH MATERIALIZED VIEW"`, `"verb":"DROP MATERIALIZED VIEW"`, `"relations":["forge.kept"]`} {
		if !strings.Contains(records, want) {
			t.Errorf("no %s on record", want)
		}
	}
	for line := range strings.Lines(records) {
		if strings.Contains(line, `"verb":"REFRESH MATERIALIZED VIEW"`) && strings.Contains(line, `"outcome":"ok"`) && strings.Contains(line, "kept") && !strings.Contains(line, `/v1/orgs/acme/repos`) {
			t.Errorf("without its requests: %s", line)
		}
	}
	// The views outlive the server, their rows do not; and reading them is a read, refreshing a change.
	state := r.state
	r.stop()
	r = startForge(t, f, "", "--mode", "full_access", "--state-dir", state)
	if got := run("SELECT * FROM kept"); !strings.Contains(got, "has not been populated") || !strings.Contains(got, "REFRESH MATERIALIZED VIEW") {
		t.Errorf("after a restart: %s", got)
	}
	if got := run("REFRESH MATERIALIZED VIEW kept"); got != "" {
		t.Errorf("after a restart: %s", got)
	}
	if got := run("SELECT n FROM kept WHERE s = 5"); got != "n\nsite" {
		t.Errorf("after a restart: %s", got)
	}
	r.stop()
	r = startForge(t, f, "", "--mode", "read_only", "--state-dir", state)
	for _, sql := range []string{"REFRESH MATERIALIZED VIEW kept", "CREATE MATERIALIZED VIEW w AS SELECT 1 AS a", "DROP MATERIALIZED VIEW kept"} {
		if got := run(sql); !strings.Contains(got, "refused by the gate") {
			t.Errorf("%s in read_only: %s", sql, got)
		}
	}
}

// TestMaterializedViewsAreJudged: a view whose query changes something is judged by that, when it is made and when
// its rows are read anew, and a person approves the requests; to read what is kept is a read.
func TestMaterializedViewsAreJudged(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "full_access")
	for _, sql := range []string{"CREATE MATERIALIZED VIEW gone AS SELECT * FROM odd.everything", "REFRESH MATERIALIZED VIEW gone", "SELECT * FROM gone"} {
		if status, _, stderr := r.sql(t, "-s", "forge", sql); status != 0 {
			t.Errorf("%s: %s", sql, stderr)
		}
	}
	if asked := f.requests(); len(asked) != 2 || asked[0] != "DELETE /v1/everything" {
		t.Errorf("asked %q", asked)
	}
	for line := range strings.Lines(r.records(t)) {
		if want := `"class":"delete"`; strings.Contains(line, `MATERIALIZED VIEW"`) && strings.Contains(line, `"class"`) && !strings.Contains(line, want) {
			t.Errorf("no %s: %s", want, line)
		}
	}
	state := r.state
	r.stop()
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	text := "sources: [{name: forge, kind: api, registry: " + registryFor(t, f) + ", allow_addresses: [127.0.0.1]}]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r = start(t, []string{"SALLYPORT_APPROVALS_DESK=true", "SALLYPORT_APPROVALS_WAIT=1ms"}, "--config", file, "--mode", "safe", "--state-dir", state)
	for _, sql := range []string{"REFRESH MATERIALIZED VIEW gone", "CREATE MATERIALIZED VIEW small AS SELECT name FROM forge.repos.repos WHERE org = 'acme'"} {
		if _, _, stderr := r.sql(t, "-s", "forge", sql); !strings.Contains(stderr, "approv") {
			t.Fatal(stderr)
		}
		if asked := f.requests(); len(asked) > 0 {
			t.Errorf("%s asked %q before it was approved", sql, asked)
		}
		_, found, _ := r.sql(t, "--csv", "SELECT id FROM sallyport.approvals.requests WHERE state = 'pending' AND sql LIKE '"+sql[:20]+"%'")
		id := strings.TrimSpace(strings.TrimPrefix(found, "id\n"))
		if _, shown, _ := call(t, nil, "", "approvals", "show", id, "--state-dir", state); strings.HasPrefix(sql, "REFRESH") && !strings.Contains(shown, "DELETE") {
			t.Errorf("the approval of %s does not show what would be sent: %s", sql, shown)
		}
		if status, _, stderr := call(t, nil, "", "approvals", "approve", id, "--state-dir", state); status != 0 {
			t.Fatal(stderr)
		}
		if status, _, stderr := r.sql(t, "-s", "forge", sql); status != 0 {
			t.Errorf("%s: %s", sql, stderr)
		}
		if asked := f.requests(); len(asked) == 0 {
			t.Errorf("%s asked nobody", sql)
		}
	}
	if _, stdout, stderr := r.sql(t, "--csv", "-s", "forge", "SELECT * FROM small ORDER BY name"); stdout != "name\ncore\nsite\n" {
		t.Error(stdout, stderr)
	}
}
