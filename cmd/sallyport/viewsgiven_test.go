package main

import (
	"slices"
	"strings"
	"testing"
)

// TestViewsAreGiven: a condition of the statement gives what a view reads its inputs, where the view's own text
// does not; what the view says stays a condition.
func TestViewsAreGiven(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "full_access")
	run := func(sql string) string { return r.onForge(t, sql) }
	for _, sql := range []string{
		"CREATE VIEW every AS SELECT * FROM repos.repos",
		"CREATE VIEW names AS SELECT name, stars FROM repos.repos",
		"CREATE VIEW shown AS SELECT org, name FROM repos.repos",
		"CREATE VIEW renamed (n, s) AS SELECT name, stars FROM repos.repos",
		"CREATE VIEW counted AS SELECT count(*) AS n, max(stars) AS most FROM repos.repos",
		"CREATE VIEW popular AS SELECT * FROM names WHERE stars > 5",
		"CREATE VIEW acme AS SELECT name, stars FROM repos.repos WHERE org = 'acme'",
		"CREATE VIEW acme_shown AS SELECT org, name FROM repos.repos WHERE org = 'acme'",
		"CREATE VIEW both_of AS SELECT a.name FROM repos.repos a JOIN repos.repos b ON a.name = b.name",
	} {
		if got := run(sql); got != "" {
			t.Errorf("%s: %s", sql, got)
		}
	}
	if asked := f.requests(); len(asked) > 0 {
		t.Errorf("CREATE VIEW asked %q", asked)
	}
	for _, test := range []struct{ sql, want, asked string }{
		{"SELECT name, stars FROM every WHERE org = 'acme' ORDER BY stars", "name,stars\nsite,5\ncore,9", "/v1/orgs/acme/repos"},
		{"SELECT * FROM names WHERE org = 'beta' AND stars > 5", "name,stars\ncore,9", "/v1/orgs/beta/repos"},
		{"SELECT * FROM names AS x WHERE x.org IN ('a', 'b') ORDER BY name", "name,stars\ncore,9\ncore,9\nsite,5\nsite,5", "/v1/orgs/b/repos"},
		{"SELECT * FROM shown WHERE org = 'beta' ORDER BY name", "org,name\nbeta,core\nbeta,site", "/v1/orgs/beta/repos"},
		{"SELECT n FROM renamed WHERE org = 'beta' ORDER BY s", "n\nsite\ncore", "/v1/orgs/beta/repos"},
		{"SELECT * FROM counted WHERE org = 'beta'", "n,most\n2,9", "/v1/orgs/beta/repos"},
		{"SELECT name FROM popular WHERE org = 'beta'", "name\ncore", "/v1/orgs/beta/repos"},
		{"SELECT x.name FROM both_of x WHERE org = 'beta' ORDER BY 1", "name\ncore\nsite", "/v1/orgs/beta/repos"},
		{"SELECT o.name, v.name FROM repos.orgs o JOIN shown v ON v.org = o.name ORDER BY 1, 2", "name,name\nacme,core\nacme,site\nbeta,core\nbeta,site", "/v1/orgs/acme/repos"},
		{"SELECT n.name FROM acme a JOIN names n ON a.name = n.name WHERE n.org = 'beta' ORDER BY 1", "name\ncore\nsite", "/v1/orgs/beta/repos"},
		// What the view itself says counts.
		{"SELECT * FROM acme WHERE org = 'beta'", `42703`, ""},
		{"SELECT * FROM acme_shown WHERE org = 'beta'", "org,name", "/v1/orgs/acme/repos"},
		{"SELECT * FROM acme_shown WHERE org = 'acme' ORDER BY name", "org,name\nacme,core\nacme,site", "/v1/orgs/acme/repos"},
		// What is lacking is named.
		{"SELECT * FROM names", `"org"`, ""},
		{"SELECT * FROM names", `the view names reads other resources`, ""},
		{"SELECT * FROM names WHERE org = 'a' OR stars > 5", `42P10`, ""},
	} {
		got, asked := run(test.sql), f.requests()
		if got != test.want && (!strings.Contains(got, test.want) || test.asked != "") {
			t.Errorf("%s\n%s\nwant %s", test.sql, got, test.want)
		}
		if (len(asked) > 0) != (test.asked != "") || test.asked != "" && !slices.ContainsFunc(asked, func(one string) bool { return strings.HasPrefix(one, "GET "+test.asked) }) {
			t.Errorf("%s asked %q", test.sql, asked)
		}
	}
}
