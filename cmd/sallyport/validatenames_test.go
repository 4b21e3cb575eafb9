//go:build unix

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// namesSchema is what the tests of names have at a source.
const namesSchema = `CREATE TABLE customers (id int PRIMARY KEY, name text, country text);
CREATE SCHEMA sales; CREATE TABLE sales.invoices (id int, total numeric);
CREATE VIEW big AS SELECT id, name FROM customers WHERE id > 100;`

// namesCases are texts about which validate says the same whether it asks the source
// or a saved catalog: the exit status, and what it prints.
var namesCases = []struct {
	sql    string
	status int
	want   []string
}{
	{"SELECT name FROM customers", 0, []string{"shop.public.customers"}},
	{"SELECT c.name FROM customers AS c FOR UPDATE OF c", 3, []string{"shop.public.customers"}},
	{"SELECT nme FROM customers", 5, []string{"42703", "name", "^"}},
	{"SELECT c.nme FROM customers c", 5, []string{"42703", "name"}},
	{"SELECT * FROM customer", 5, []string{`42P01`, `"customer" does not exist`, "Did you mean customers?", "1:15"}},
	{"SELECT * FROM pulic.customers", 5, []string{"42P01", "Did you mean public.customers?"}},
	{"SELECT * FROM invoices", 5, []string{"42P01", "Did you mean sales.invoices?"}},
	{"SELECT * FROM sales.invoice", 5, []string{"42P01", "Did you mean sales.invoices?"}},
	{"SELECT lowr(name) FROM customers", 5, []string{"42883", "lowr"}},
	{"DELETE FROM nope", 5, []string{"42P01"}},
	{"DELETE FROM customers", 3, []string{"class delete", "approval desk"}},
	{"UPDATE customers SET nme = 'x'", 5, []string{"42703", "Did you mean name?"}},
	{"INSERT INTO customers (id, nme) VALUES (1, 'x')", 5, []string{"42703", "Did you mean name?"}},
	{"DROP TABLE customer", 5, []string{"42P01", "Did you mean customers?"}},
	{"DROP TABLE IF EXISTS customer", 3, []string{"class delete"}},
	{"TRUNCATE customer", 5, []string{"42P01"}},
	{"ALTER TABLE customer ADD COLUMN x int", 5, []string{"42P01"}},
	{"CREATE INDEX ON customer (id)", 5, []string{"42P01"}},
	{"CREATE TABLE tree (id int PRIMARY KEY, parent int REFERENCES tree)", 3, []string{"class mutate"}},
	{"CREATE TABLE t (a int); SELECT b FROM t", 3, []string{"a statement before it may make or alter what it names"}},
	{"WITH t AS (SELECT 1 AS a) SELECT a FROM t", 0, nil},
	{"SELECT customers FROM customers", 0, nil},
	{"SELECT ctid, tableoid FROM customers ORDER BY id", 0, nil},
	{"SELECT name AS n FROM customers ORDER BY n", 0, nil},
	{"SELECT x FROM generate_series(1, 3) AS x", 0, nil},
	{"SELECT b.id, s.total FROM big b JOIN sales.invoices s USING (id)", 0, nil},
	{"SELECT k FROM (SELECT id AS k FROM customers) q", 0, nil},
	{"SELECT a FROM customers AS c (a, b, d)", 0, nil},
	{"SELECT relname FROM pg_class", 0, []string{"shop.pg_catalog.pg_class"}},
	{"SELECT table_name FROM information_schema.tables", 0, nil},
}

// sayNames runs the cases against a configuration and tells where the answer is not
// what it has to be.
func sayNames(t *testing.T, args ...string) {
	t.Helper()
	for _, test := range namesCases {
		status, stdout, stderr := call(t, []string{"HOME=" + t.TempDir()}, "", append(append([]string{"validate"}, args...), "--", test.sql)...)
		if status != test.status {
			t.Errorf("%s: status %d, want %d\n%s%s", test.sql, status, test.status, stdout, stderr)
			continue
		}
		for _, want := range test.want {
			if want == "1:15" {
				want = "LINE 1"
			}
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: no %q in\n%s", test.sql, want, stdout)
			}
		}
		if strings.Contains(stdout, "nobody can be asked") {
			t.Errorf("%s: the desk can be asked\n%s", test.sql, stdout)
		}
	}
}

// TestValidateNames: what is not there is an error with the nearest name, by the
// server's own word.
func TestValidateNames(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	runAt(t, dsn, namesSchema)
	sayNames(t, "--config", configFileFor(t, "sources:\n- {name: shop, kind: postgres, dsn: '"+dsn+"'}\n"))
}

// TestValidateOffline: the same answers from a saved catalog, while nothing listens
// where the source was; and the file has nothing that is secret.
func TestValidateOffline(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	runAt(t, dsn, namesSchema+`
		CREATE FUNCTION reads() RETURNS int LANGUAGE sql STABLE AS 'SELECT 1';
		CREATE FUNCTION writes() RETURNS int LANGUAGE sql AS $$DELETE FROM customers; SELECT 1 AS "key hunter2"$$;
		CREATE VIEW bad AS SELECT writes() AS n;
		CREATE TYPE mood AS ENUM ('happy'); CREATE TABLE moods (m mood DEFAULT 'happy')`)
	dir := t.TempDir()
	home := []string{"HOME=" + t.TempDir()}
	file := dir + "/shop.json"
	config := "sources:\n- {name: shop, kind: postgres, dsn: '" + dsn + "'}\n"
	if status, stdout, stderr := call(t, home, "", "catalog", "save", file, "--config", configFileFor(t, config)); status != 0 {
		t.Fatalf("%d %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"hunter2", "127.0.0.1", "postgres://", "happy"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q is in the file", secret)
		}
	}
	away := "sources:\n- {name: shop, kind: postgres, dsn: 'postgres://u@127.0.0.1:1/db'}\n"
	sayNames(t, "--config", configFileFor(t, away), "--catalog", file)
	for sql, want := range map[string]int{
		"SELECT reads()": 0, "SELECT writes()": 3, "SELECT * FROM bad": 3, "SELECT * FROM big": 0, "SELECT m FROM moods WHERE m = 'happy'": 0,
		"SELECT pg_terminate_backend(1)": 3, "SELECT 'happy'::mood": 0, "SELECT count(*), now() FROM customers": 0, "SELECT upper(name) || 'x' FROM customers": 0,
	} {
		status, stdout, stderr := call(t, home, "", "validate", "--config", configFileFor(t, away), "--catalog", file, sql)
		if status != want {
			t.Errorf("%s: status %d, want %d\n%s%s", sql, status, want, stdout, stderr)
		}
		online, _, _ := call(t, home, "", "validate", "--config", configFileFor(t, config), sql)
		if online != status {
			t.Errorf("%s: status %d, with the source %d", sql, status, online)
		}
	}
	for _, bad := range []string{"", "{}", `{"format":"sallyport catalog 1"}`, strings.Replace(string(text), `"made"`, `"mode"`, 1)} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, stdout, _ := call(t, home, "", "validate", "--catalog", file, "SELECT 1"); status != 1 {
			t.Errorf("%.40s: status %d %s", bad, status, stdout)
		}
	}
}
