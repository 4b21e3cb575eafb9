package engine_test

import (
	"strings"
	"testing"
)

// suspectColumns are the columns of PostgreSQL's own catalog, and the results of its functions, whose names say that there may be secrets in them, or
// what others have sent.
const suspectColumns = `WITH suspect(word) AS (VALUES ('conninfo|passw|option|config|query|setting|statement|secret|ident$|gid|client_|_dn$|principal|host|addr|val$|vals$|values|bounds|elems$|initoption|user_name|sys_name|last_value|sourcefile|map_name|error$'))
SELECT c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid, suspect
WHERE a.attnum > 0 AND c.relkind IN ('r', 'v') AND c.relnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) AND a.attname ~ word
UNION SELECT p.proname || '().' || o.name FROM pg_proc p, unnest(p.proargnames, p.proargmodes) o(name, mode), suspect
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.pronargs = 0 AND o.mode IN ('o', 't') AND o.name ~ word ORDER BY 1`

// TestCatalogColumnsAreDecidedOn: each column of the source's own catalog that may show secrets, or what others have sent, is decided on in
// columns.txt, and a role that browses reads exactly those that may be shown: by name, in a whole row and by another name.
func TestCatalogColumnsAreDecidedOn(t *testing.T) {
	e := pgShop(t, "m4rk3r")
	admin, browser := enter(t, e, "admin"), enter(t, e, "browser")
	decided := decisionsOf(t, "columns.txt")
	list, err := undone(t, admin, suspectColumns)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(list) {
		if !strings.Contains(name, ".") { // the head and the end of the result
			continue
		}
		refused, known := decided[name]
		if !known {
			t.Errorf("%s: nobody has decided whether a role that browses may read it", name)
		}
		delete(decided, name)
		relation, column, _ := strings.Cut(name, ".")
		schema := "pg_catalog."
		if _, err := undone(t, admin, "SELECT FROM pg_catalog."+relation+" LIMIT 0"); err != nil {
			schema = "information_schema."
		}
		for _, sql := range []string{
			"SELECT " + column + " FROM " + relation, "SELECT r." + column + " FROM " + schema + relation + " r", "SELECT count(*) FROM " + schema + relation + " WHERE " + column + " IS NULL",
			"SELECT * FROM " + relation, "SELECT r FROM " + relation + " r", "SELECT to_jsonb(r) FROM " + relation + " r",
		} {
			sql = strings.Replace(sql, "FROM "+relation, "FROM "+schema+relation, 1)
			whole := !strings.Contains(sql, column)
			if _, err := undone(t, browser, sql+" LIMIT 3"); refused && !refusedByGate(err) || !refused && !whole && refusedByGate(err) {
				t.Errorf("%s (refused: %v): %v", sql, refused, err)
			}
		}
	}
	for name := range decided {
		t.Errorf("%s: there is no such column", name)
	}
}
