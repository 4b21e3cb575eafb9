package postgres_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestTextsFollowRenames: the text of a view, a rule or a policy has the names of what it reads. Where these are renamed the text is read again, also
// while something else keeps the answer about the relation: a closure that does not rest on what the text names.
func TestTextsFollowRenames(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`CREATE TABLE read_one (a int); CREATE FUNCTION called_one() RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE VIEW shown AS SELECT a, called_one() AS b FROM read_one; CREATE MATERIALIZED VIEW stored AS SELECT a FROM read_one;
		CREATE TABLE ruled (a int); CREATE RULE r AS ON INSERT TO ruled DO ALSO INSERT INTO read_one VALUES (called_one());
		CREATE TABLE policed (a int); ALTER TABLE policed ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON policed USING (a > called_one() AND a > (SELECT max(a) FROM read_one))`)
	names := []string{"shown", "stored", "ruled", "policed"}
	textOf := func(name string) string {
		t.Helper()
		catalog, err := p.Catalog(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r, known := catalog.Relation("public", name)
		closure, err := catalog.(providers.Lazy).Closure()
		if err != nil || !known {
			t.Fatal(known, err)
		}
		if holds, err := closure.Holds(t.Context()); err != nil || !holds {
			t.Errorf("%s: what was just read does not hold: %v", name, err)
		}
		var all []string
		for _, h := range r.Hidden {
			all = append(all, h.SQL)
		}
		return strings.Join(all, "\n")
	}
	for _, name := range names {
		if got := textOf(name); !strings.Contains(got, "read_one") {
			t.Fatalf("%s: %s", name, got)
		}
	}
	out.do("ALTER TABLE read_one RENAME TO read_two")
	p.Altered(nil)
	for _, name := range names {
		if got := textOf(name); !strings.Contains(got, "read_two") || strings.Contains(got, "read_one") {
			t.Errorf("%s is known as it was: %s", name, got)
		}
	}
	out.do("ALTER FUNCTION called_one() RENAME TO called_two")
	p.Altered(nil)
	for _, name := range names {
		if got := textOf(name); strings.Contains(got, "called_one") {
			t.Errorf("%s calls the function by its old name: %s", name, got)
		}
	}
}

// TestBodiesFollowRenames: so it is with the text of a body that the server keeps parsed, and with the defaults of parameters.
func TestBodiesFollowRenames(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	if number(out.do("SHOW server_version_num")) < 140000 {
		t.Skip("bodies are texts there")
	}
	out.do(`CREATE TABLE read_one (a int); CREATE FUNCTION called_one() RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE FUNCTION parsed(int DEFAULT called_one()) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM read_one; END`)
	textOf := func() (all string) {
		t.Helper()
		catalog, err := p.Catalog(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range catalog.Functions("public", "parsed") {
			for _, h := range f.Hidden {
				all += h.SQL + "\n"
			}
		}
		closure, err := catalog.(providers.Lazy).Closure()
		if err != nil {
			t.Fatal(err)
		}
		if holds, err := closure.Holds(t.Context()); err != nil || !holds {
			t.Errorf("what was just read does not hold: %v", err)
		}
		return all
	}
	if got := textOf(); !strings.Contains(got, "read_one") || !strings.Contains(got, "called_one") {
		t.Fatal(got)
	}
	for _, sql := range []string{"ALTER TABLE read_one RENAME TO read_two", "ALTER FUNCTION called_one() RENAME TO called_two"} {
		out.do(sql)
		p.Altered(nil)
		if was, got := strings.Fields(sql)[2], textOf(); strings.Contains(got, strings.TrimSuffix(was, "()")) {
			t.Errorf("after %s: %s", sql, got)
		}
	}
}
