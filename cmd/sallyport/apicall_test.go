package main

import (
	"strings"
	"testing"
)

// TestCallOfThreeParts: in a session of an API its name can be left out of CALL, and the gate judges the
// method as with the whole name.
func TestCallOfThreeParts(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	f := newForge(t)
	r := startForge(t, f, "", "--mode", "read_only")
	for _, test := range []struct{ sql, want string }{
		{"CALL repos.users.get(name => 'acme')", "Acme Inc"},
		{"SELECT 1 AS a; CALL repos.users.get(name => 'acme'); SELECT 2 AS b", "Acme Inc"},
		{"CALL repos.users.get('acme')", "an input needs its name"},
		{"CALL repos.users.nothing(name => 'acme')", "42883"},
		{"CALL repos.repos.remove(owner => 'acme', repo => 'site')", "refused by the gate"},
	} {
		_, stdout, stderr := r.sql(t, "-s", "forge", test.sql)
		if !strings.Contains(stdout+stderr, test.want) {
			t.Errorf("%s\n%s%swant %s", test.sql, stdout, stderr, test.want)
		}
	}
	if asked := f.requests(); len(asked) != 2 || asked[0] != "GET /v1/users/acme" {
		t.Errorf("%q was asked", asked)
	}
}
