package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The questions of psql's \dt, \d and \dn, and of information_schema, in the words of psql 15.
const (
	psqlTables = `SELECT n.nspname as "Schema", c.relname as "Name", CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' END as "Type"
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r','p','') AND n.nspname <> 'pg_catalog' AND n.nspname !~ '^pg_toast' AND n.nspname <> 'information_schema' AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1,2`
	psqlNamed = `SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname OPERATOR(pg_catalog.~) '^(boxes)$' COLLATE pg_catalog.default AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 2, 3`
	columnsOf = `SELECT table_catalog, table_schema, column_name, data_type FROM information_schema.columns WHERE table_name = 'boxes' ORDER BY ordinal_position`
)

// TestAPICatalog: clients find an API's resources where they look for tables, in a transaction block, too, and as soon as
// the document has them. Nothing is requested.
func TestAPICatalog(t *testing.T) {
	b := newBoxes(t)
	server, file := startBoxes(t, b, "mode: read_only\n")
	ask := func(sql string, want ...string) {
		t.Helper()
		status, out, stderr := server.sql(t, "--source", "own", "-c", sql)
		for _, one := range want {
			if !strings.Contains(out+stderr, one) {
				t.Errorf("%s\ndoes not say %q, but (%d)\n%s%s", sql, one, status, out, stderr)
			}
		}
	}
	ask(psqlTables, " s      | boxes     | table", " s      | builds    | table", "(4 rows)")
	ask(psqlNamed, "| s       | boxes", "(1 row)")
	ask(columnsOf, " own           | s            | id          | text", "| size        | bigint", "| tags        | json", "| sealed      | boolean", "(5 rows)")
	ask("SELECT obj_description('s.boxes'::regclass)", "WHERE gives rack")
	ask("SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema')", " s\n", "(1 row)")
	ask("BEGIN; SELECT count(*) AS n FROM information_schema.tables WHERE table_schema = 's'; SELECT 1/0; COMMIT", " 4\n", "division by zero")
	ask("SELECT * FROM pg_class c, own.s.boxes b WHERE b.rack = 'r'", "0A000", "cannot be named in one statement")
	ask("SELECT datname FROM pg_database WHERE datname = current_database()", " own\n")
	slow := filepath.Join(t.TempDir(), "timeout.sql")
	heavy := "SET statement_timeout = '300ms';\nSELECT count(*) FROM pg_class a, pg_attribute b, pg_attribute c, pg_attribute d WHERE a.oid <> b.attnum + c.attnum + d.attnum;\n"
	if err := os.WriteFile(slow, []byte(heavy), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out, stderr := server.sql(t, "--source", "own", "--file", slow); status == 0 || !strings.Contains(stderr, "57014") {
		t.Errorf("statement_timeout: %s%s", out, stderr)
	}
	if sent := b.requests(); len(sent) > 0 {
		t.Errorf("sent: %q", sent)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "    builds:\n", "    BUILDS:\n", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	ask(psqlTables, " s      | BUILDS    | table", "(4 rows)")
}
