package postgres_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
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

// TestTextsFollowWhatTheyName: so it is where a schema, a type, an operator or a collation that a text names gets another name, or goes to another schema.
func TestTextsFollowWhatTheyName(t *testing.T) {
	const things = `CREATE SCHEMA other; CREATE SCHEMA further; CREATE TABLE other.read_one (a int);
		CREATE FUNCTION other.called(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1'; CREATE FUNCTION other.is_fine(int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT true';
		CREATE DOMAIN other.whole AS int CHECK (other.is_fine(VALUE)); CREATE OPERATOR other.<+> (LEFTARG = int, RIGHTARG = int, FUNCTION = pg_catalog.int4pl); CREATE COLLATION other.sorts FROM "C";
		CREATE VIEW of_table AS SELECT a FROM other.read_one; CREATE VIEW of_function AS SELECT other.called(1); CREATE VIEW of_type AS SELECT 1::other.whole AS a;
		CREATE VIEW of_operator AS SELECT 1 OPERATOR(other.<+>) 2; CREATE VIEW of_collation AS SELECT 'a' COLLATE other.sorts < 'b' AS a;
		CREATE TABLE ruled (a int); CREATE RULE r AS ON INSERT TO ruled DO ALSO INSERT INTO other.read_one VALUES (1);
		CREATE TABLE policed (a int); ALTER TABLE policed ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON policed USING (a > other.called(1));
		CREATE TABLE filled (a int DEFAULT other.called(1)); CREATE TABLE checked (a int CHECK (other.is_fine(a))); CREATE TABLE made (a int, b int GENERATED ALWAYS AS (other.called(a)) STORED);
		CREATE TABLE indexed (a int); CREATE INDEX ON indexed ((a + other.called(1))); CREATE TABLE parted (a int) PARTITION BY RANGE ((a + other.called(1)));
		CREATE TABLE partly (a int); CREATE INDEX ON partly (a) WHERE other.is_fine(a)`
	p, out := fresh(t, postgres.Options{})
	out.do(things)
	atomic := number(out.do("SHOW server_version_num")) >= 140000
	if atomic {
		out.do("CREATE FUNCTION parsed(int DEFAULT other.called(1)) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT 1::other.whole OPERATOR(other.<+>) 2; END")
	}
	textOf := func(name string) (all string) {
		t.Helper()
		catalog, err := p.Catalog(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var hidden []providers.Hidden
		if name == "parsed" {
			for _, f := range catalog.Functions("public", name) {
				hidden = append(hidden, f.Hidden...)
			}
		} else if r, known := catalog.Relation("public", name); known {
			hidden = r.Hidden
		}
		closure, err := catalog.(providers.Lazy).Closure()
		if err != nil {
			t.Fatal(err)
		}
		if holds, err := closure.Holds(t.Context()); err != nil || !holds {
			t.Errorf("%s: what was just read does not hold: %v", name, err)
		}
		for _, h := range hidden {
			all += h.SQL + "\n"
		}
		return all
	}
	names := []string{"of_table", "of_function", "of_type", "of_operator", "of_collation", "ruled", "policed", "filled", "checked", "made", "indexed", "parted", "partly"}
	if atomic {
		names = append(names, "parsed")
	}
	looked := map[string]bool{} // the relations whose text names something of the schema
	for _, name := range names {
		if looked[name] = strings.Contains(textOf(name), "other."); !looked[name] {
			t.Logf("%s tells no text that names something: %s", name, textOf(name))
		}
	}
	for _, step := range []struct{ sql, was string }{
		{"ALTER SCHEMA other RENAME TO renamed", "other."},
		{"ALTER DOMAIN renamed.whole RENAME TO part", "renamed.whole"},
		{"ALTER DOMAIN renamed.part SET SCHEMA further", "renamed.part"},
		{"ALTER OPERATOR renamed.<+> (int, int) SET SCHEMA further", "renamed.<+>"},
		{"ALTER COLLATION renamed.sorts RENAME TO orders", "renamed.sorts"},
		{"ALTER COLLATION renamed.orders SET SCHEMA further", "renamed.orders"},
		{"ALTER FUNCTION renamed.called(int) SET SCHEMA further", "renamed.called"},
		{"ALTER TABLE renamed.read_one SET SCHEMA further", "renamed.read_one"},
		{"ALTER FUNCTION renamed.is_fine(int) RENAME TO is_good", "is_fine"},
		{"ALTER SCHEMA further RENAME TO other", "further."},
	} {
		out.do(step.sql)
		p.Altered(nil)
		for _, name := range names {
			if got := textOf(name); strings.Contains(got, step.was) {
				t.Errorf("behind %s %s is known as it was: %s", step.sql, name, got)
			}
		}
	}
}

// TestSwappedSchemas: what was found in a schema is not what is found there when another schema has got the name.
func TestSwappedSchemas(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	for _, schema := range []string{"one", "two"} {
		out.do("CREATE SCHEMA " + schema + "; SET search_path = " + schema + `, pg_catalog; CREATE TABLE t (a int); CREATE FUNCTION f(int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE DOMAIN d AS int;
			CREATE OPERATOR <+> (LEFTARG = int, RIGHTARG = int, FUNCTION = pg_catalog.int4pl); CREATE COLLATION c FROM "C"; RESET search_path`)
	}
	pg := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()"))).pg
	for what, names := range map[string]providers.Names{
		"a table":     {Relations: []providers.Name{{Schema: "one", Name: "t"}}},
		"a function":  {Functions: []providers.Name{{Schema: "one", Name: "f"}}},
		"a type":      {Types: []providers.Name{{Schema: "one", Name: "d"}}},
		"an operator": {Operators: []providers.Name{{Schema: "one", Name: "<+>"}}},
		"a collation": {Types: []providers.Name{{Schema: "one", Name: "c"}}},
	} {
		c := closureOf(t, p, names)
		if !holds(t, c) || !guardHolds(t, p, pg, c) {
			t.Errorf("%s: the comparison fails without a change", what)
		}
		out.do("ALTER SCHEMA one RENAME TO three; ALTER SCHEMA two RENAME TO one; ALTER SCHEMA three RENAME TO two")
		if holds(t, c) || guardHolds(t, p, pg, c) {
			t.Errorf("%s: the swap went unseen", what)
		}
	}
}

// TestSchemaComesIntoPath: a schema that gets a name which the search path has counts as a change of what every statement names.
func TestSchemaComesIntoPath(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	out.do("CREATE TABLE t (a int); CREATE SCHEMA other; CREATE TABLE other.t (a int)")
	user := out.do("SELECT current_user")
	foundIn := func() string {
		t.Helper()
		catalog, err := p.Catalog(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r, _ := catalog.Relation("", "t")
		return r.Schema
	}
	c := closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "t"}}})
	if in := foundIn(); in != "public" || !holds(t, c) {
		t.Errorf("found in %s before", in)
	}
	for _, step := range []struct{ sql, in string }{
		{"ALTER SCHEMA other RENAME TO " + user, user},
		{"ALTER SCHEMA " + user + " RENAME TO other", "public"},
		{"CREATE SCHEMA " + user + " CREATE TABLE t (a int)", user},
		{"DROP SCHEMA " + user + " CASCADE", "public"},
		{"ALTER SCHEMA public RENAME TO was_public; ALTER SCHEMA other RENAME TO public", "public"},
	} {
		out.do(step.sql)
		if holds(t, c) {
			t.Errorf("%s went unseen", step.sql)
		}
		p.Altered(nil)
		if in := foundIn(); in != step.in {
			t.Errorf("behind %s found in %s", step.sql, in)
		}
		c = closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "t"}}})
	}
}
