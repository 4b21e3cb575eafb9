package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const idleYAML = `roles:
  - name: analyst
    mode: read_only
    sources: [pg, gone]
    relations:
      allow:
        - "pg.public.orders"
        - "pg.public.order*"
        - "pg.public.ordres"
        - "gone.public.things"
      deny:
        - "pg.public.staff"
        - "pg.public.orders_old"
    columns:
      deny:
        - "pg.public.orders.emial"
        - "pg.public.orders.email"
        - "pg.public.*.email"
        - "pg.public.orders_old.email"
  - name: all
    mode: read_only
    catalogs: true
sources:
  - {name: pg, kind: postgres, dsn_env: SHOP_DSN}
  - {name: gone, kind: postgres, dsn: "postgres://nobody@127.0.0.1:1/x?connect_timeout=1"}
`

// TestIdleRules: check-config names each rule that changes nothing by its line, and what it could not ask.
func TestIdleRules(t *testing.T) {
	pg := pgtest.Start(t)
	dsn := pg.CreateDB(t)
	pg.Exec(t, databaseOf(t, dsn), "CREATE TABLE orders (id int, email text); CREATE TABLE orders_old (id int, email text); CREATE TABLE staff (id int)")
	file := filepath.Join(t.TempDir(), "sallyport.yaml")
	if err := os.WriteFile(file, []byte("state_dir: "+t.TempDir()+"\n"+idleYAML), 0o600); err != nil {
		t.Fatal(err)
	}
	covered := []string{
		"sallyport.yaml:8: role analyst: relations.allow[0], pg.public.orders, is covered by relations.allow[1], pg.public.order*",
		"sallyport.yaml:18: role analyst: columns.deny[1], pg.public.orders.email, is covered by columns.deny[2], pg.public.*.email",
		"sallyport.yaml:20: role analyst: columns.deny[3], pg.public.orders_old.email, is covered by relations.deny[1], pg.public.orders_old",
	}
	asked := []string{
		"sallyport.yaml:10: role analyst: relations.allow[2], pg.public.ordres, matches nothing in pg",
		"sallyport.yaml:13: role analyst: relations.deny[0], pg.public.staff, changes nothing: relations.allow has nothing that it matches",
		"sallyport.yaml:17: role analyst: columns.deny[0], pg.public.orders.emial, matches nothing: what the pattern matches has no column emial",
		"source gone was not asked which rules match nothing: ",
	}
	for _, test := range []struct {
		args        []string
		want, wants []string
	}{
		{[]string{"check-config"}, covered, asked},
		{[]string{"check-config", "--no-connect"}, covered, nil},
	} {
		status, stdout, stderr := call(t, []string{"SHOP_DSN=" + dsn}, "", append(test.args, "--config", file)...)
		want := append(append([]string{}, test.want...), test.wants...)
		for _, line := range want {
			if !strings.Contains(stderr, line) {
				t.Errorf("%v does not say %q", test.args, line)
			}
		}
		if n := strings.Count(stderr, "role analyst: ") + strings.Count(stderr, "was not asked"); status != 0 || n != len(want) {
			t.Errorf("%v: status %d, %d notes, want %d\n%s%s", test.args, status, n, len(want), stdout, stderr)
		}
	}
}
