package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const userObjects = `
CREATE EXTENSION citext; CREATE EXTENSION hstore;
CREATE SCHEMA evil;
CREATE TABLE t (a int, b text); CREATE MATERIALIZED VIEW mv AS SELECT 1 AS one; CREATE SEQUENCE s; CREATE INDEX ti ON t (a);
CREATE VIEW evil.v AS SELECT lower(b) AS l FROM t;
CREATE FUNCTION evil.lower(varchar) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1::text';
CREATE FUNCTION public.tally(a int, b int DEFAULT 1, VARIADIC c int[] DEFAULT '{}') RETURNS int LANGUAGE plpgsql STABLE SECURITY DEFINER AS 'BEGIN RETURN 1; END';
CREATE PROCEDURE public.job() LANGUAGE sql AS 'SELECT 1';
CREATE AGGREGATE public.agg(int) (SFUNC = int4pl, STYPE = int);
CREATE FUNCTION evil.plus(int, int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE OPERATOR evil.+ (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.plus);
CREATE OPERATOR public.@+@ (LEFTARG = int, RIGHTARG = int, FUNCTION = int4pl);
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN plain AS int NOT NULL;
CREATE DOMAIN checked AS int CHECK (VALUE > 0);
CREATE DOMAIN over_checked AS checked;
CREATE TYPE pair AS (a int, b mood);
CREATE TYPE bad_pair AS (a int, b checked);
CREATE TABLE holds (c checked);
CREATE TYPE plain_range AS RANGE (SUBTYPE = int);
CREATE TYPE box2 AS (a int);
CREATE FUNCTION to_box2(text) RETURNS box2 LANGUAGE sql AS 'SELECT ROW(1)::box2';
CREATE CAST (mood AS box2) WITH INOUT;
CREATE TYPE box3 AS (a int);
CREATE FUNCTION to_box3(mood) RETURNS box3 LANGUAGE sql AS 'SELECT ROW(1)::box3';
CREATE CAST (pair AS box3) WITH INOUT;
`

func TestCatalogNames(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(userObjects)
	names, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	relations := map[string]string{}
	for _, n := range [][2]string{{"", "t"}, {"", "mv"}, {"", "s"}, {"", "ti"}, {"", "v"}, {"evil", "v"}, {"", "pg_class"}, {"information_schema", "tables"}, {"", "tables"}} {
		r, ok := names.Relation(n[0], n[1])
		relations[n[0]+"."+n[1]] = fmt.Sprintf("%v %s builtin=%v %s", ok, r.Kind, r.Builtin, strings.ReplaceAll(strings.Join(strings.Fields(sqlOf(r.Hidden)), " "), "t.b", "b"))
	}
	for name, want := range map[string]string{
		".t": "true table builtin=false ", ".mv": "true materialized view builtin=false SELECT 1 AS one;", ".s": "true sequence builtin=false ",
		".ti": "true index builtin=false ", ".v": "false  builtin=false ", ".tables": "false  builtin=false ",
		"evil.v":    "true view builtin=false SELECT lower(b) AS l FROM public.t;",
		".pg_class": "true table builtin=true ", "information_schema.tables": "true view builtin=true ",
	} {
		if relations[name] != want {
			t.Errorf("relation %s: %q, want %q", name, relations[name], want)
		}
	}

	for _, test := range []struct{ schema, name, want string }{
		{"", "lower", "pg_catalog.lower f builtin=true v=2 1-1 internal definer=false ext="}, // and not evil's
		{"evil", "lower", "evil.lower f builtin=false v=2 1-1 sql definer=false ext="},
		{"", "tally", "public.tally f builtin=false v=1 1--1 plpgsql definer=true ext="},
		{"", "job", "public.job p builtin=false v=0 0-0 sql definer=false ext="},
		{"", "agg", "public.agg a builtin=false v=2 1-1 internal definer=false ext="},
		{"", "hstore_to_json", "public.hstore_to_json f builtin=false v=2 1-1 c definer=false ext=hstore"},
		{"", "row_number", "pg_catalog.row_number w builtin=true v=2 0-0 internal definer=false ext="},
		{"information_schema", "_pg_expandarray", "information_schema._pg_expandarray f builtin=true v=2 1-1 sql definer=false ext="},
		{"evil", "upper", ""},
	} {
		got := map[string]bool{}
		for _, f := range names.Functions(test.schema, test.name) {
			if f.Builtin && test.name == "lower" && f.MaxArgs != 1 {
				continue
			}
			got[fmt.Sprintf("%s.%s %c builtin=%v v=%d %d-%d %s definer=%v ext=%s", f.Schema, f.Name, f.Kind, f.Builtin, f.Volatility, f.MinArgs, f.MaxArgs, f.Language, f.Definer, f.Extension)] = true
		}
		if len(got) > 1 || test.want != "" && !got[test.want] || test.want == "" && len(got) != 0 {
			t.Errorf("function %s.%s: %v, want %q", test.schema, test.name, got, test.want)
		}
	}
}

func sqlOf(hidden []providers.Hidden) string {
	var all []string
	for _, h := range hidden {
		all = append(all, h.SQL)
	}
	return strings.Join(all, "; ")
}

// closureOf asks the catalog about some names and returns what the answers rest on.
func closureOf(t *testing.T, p *postgres.Provider, names providers.Names) providers.Closure {
	t.Helper()
	catalog := catalogOf(t, p).(providers.Lazy)
	catalog.Prefetch(names)
	for _, n := range names.Relations {
		catalog.Relation(n.Schema, n.Name)
	}
	for _, n := range names.Functions {
		catalog.Functions(n.Schema, n.Name)
	}
	for _, n := range names.Types {
		catalog.Type(n.Schema, n.Name)
	}
	for _, n := range names.Operators {
		catalog.Operators(n.Schema, n.Name)
	}
	closure, err := catalog.Closure()
	if err != nil {
		t.Fatal(err)
	}
	return closure
}

func holds(t *testing.T, c providers.Closure) bool {
	t.Helper()
	same, err := c.Holds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return same
}

// followedNames are the names that followedChanges change the meaning of.
func followedNames() providers.Names {
	named := func(list ...string) (names []providers.Name) {
		for _, n := range list {
			schema, name, found := strings.Cut(n, ".")
			if !found {
				schema, name = "", n
			}
			names = append(names, providers.Name{Schema: schema, Name: name})
		}
		return names
	}
	return providers.Names{
		Relations: named("t", "v", "public.v", "t2", "s2.t", "s2.heir", "public.t2"), Functions: named("f", "g", "public.agg", "citext_eq"),
		Types: named("d", "public.d", "public.pair", "citext"), Operators: named("@@@", "public.@@@"),
	}
}

// followedChanges are changes of what followedNames mean, one behind the other.
func followedChanges(out *outside) []string {
	out.do("CREATE SCHEMA s2; CREATE SEQUENCE seq; CREATE TABLE t2 (a2 int, b int); CREATE FUNCTION f(t2) RETURNS int LANGUAGE sql AS 'SELECT 1'")
	db := out.do("SELECT current_database()")
	return []string{
		"CREATE TABLE t (a int)", "CREATE VIEW v AS SELECT a FROM t", "CREATE OR REPLACE VIEW v AS SELECT a + 0 AS a FROM t",
		"CREATE FUNCTION f() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1'", "ALTER FUNCTION f() VOLATILE", "ALTER FUNCTION f() RENAME TO g",
		"CREATE OPERATOR @@@ (RIGHTARG = int, FUNCTION = int4abs)", "DROP OPERATOR @@@ (NONE, int)", "CREATE DOMAIN d AS int",
		"ALTER DOMAIN d ADD CHECK (VALUE > 0)", "CREATE EXTENSION citext", "ALTER EXTENSION citext DROP FUNCTION citext_eq(citext, citext)",
		"ALTER TABLE t SET SCHEMA s2", "ALTER DATABASE " + db + " SET search_path = s2", "DROP VIEW public.v",
		"ALTER TABLE s2.t RENAME COLUMN a TO b", "ALTER TABLE s2.t ALTER b SET DEFAULT 1", "ALTER TABLE s2.t ALTER b SET DEFAULT 2",
		"ALTER TABLE s2.t ADD CHECK (b > 0)", "CREATE INDEX ti ON s2.t ((b + 1))", "CREATE POLICY p ON s2.t USING (b > 1)",
		"ALTER TABLE s2.t ENABLE ROW LEVEL SECURITY", "ALTER POLICY p ON s2.t USING (b > 2)", "CREATE RULE r AS ON INSERT TO s2.t DO ALSO NOTHING",
		"ALTER TABLE s2.t DISABLE RULE r", "CREATE STATISTICS public.st ON b, a2 FROM public.t2", "CREATE TABLE s2.heir (b int CONSTRAINT t_b_check CHECK (b > 0))", "ALTER TABLE s2.heir INHERIT s2.t",
		"ALTER TABLE s2.heir NO INHERIT s2.t", "CREATE TYPE public.pair AS (a int)", "ALTER TYPE public.pair RENAME ATTRIBUTE a TO b",
		"ALTER DOMAIN public.d SET DEFAULT 3", "CREATE AGGREGATE public.agg(int) (SFUNC = int4pl, STYPE = int)",
		"CREATE OR REPLACE AGGREGATE public.agg(int) (SFUNC = int4mul, STYPE = int)",
		"CREATE OPERATOR public.@@@ (LEFTARG = int, RIGHTARG = int, FUNCTION = int4lt)",
		"CREATE OPERATOR CLASS public.oc FOR TYPE public.pair USING btree AS FUNCTION 1 btrecordcmp(record, record)",
		"CREATE CAST (public.t2 AS int) WITH FUNCTION public.f(public.t2)",
	}
}

// TestCatalogFollows: when others change an object that was named, the catalog shows the change; other changes
// leave the catalog as it is.
func TestCatalogFollows(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	names := followedNames()
	for _, sql := range followedChanges(out) {
		before := closureOf(t, p, names)
		if !holds(t, before) {
			t.Fatalf("before %s", sql)
		}
		out.do(sql)
		if holds(t, before) {
			t.Errorf("%s went unseen", sql)
		}
		if again := closureOf(t, p, names); again == before || before.Believed() {
			t.Errorf("after %s the old answers are believed", sql)
		}
	}
	out.do("ANALYZE s2.t") // it notes that t has no heirs any more
	if r, ok := catalogOf(t, p).Relation("", "t"); !ok || r.Schema != "s2" {
		t.Errorf("by the new search path t is %+v, %v", r, ok)
	}
	last := closureOf(t, p, names)
	for _, sql := range []string{
		"INSERT INTO s2.t SELECT generate_series(1, 1000)", "ANALYZE s2.t", "CREATE TEMP TABLE temporary (a int)",
		"CREATE TEMP VIEW tv AS SELECT 1", "SELECT count(*) FROM s2.t",
		"UPDATE s2.t SET b = 5", "DELETE FROM s2.t", "VACUUM s2.t", "VACUUM FREEZE s2.t", "CREATE INDEX ON temporary ((a + 1))", "DROP TABLE temporary",
		"SELECT nextval('public.seq')", "CREATE DOMAIN pg_temp.td AS int CHECK (VALUE > 0) DEFAULT 4",
		"CREATE TABLE public.other (a int)", "CREATE OR REPLACE FUNCTION public.other() RETURNS int LANGUAGE sql AS 'SELECT 1'",
	} {
		out.do(sql)
		if !holds(t, last) {
			t.Errorf("%s is taken for a change", sql)
			last = closureOf(t, p, names)
		}
	}
	if again := closureOf(t, p, names); again != last {
		t.Error("the same answers rest on something else")
	}
}

// TestCatalogFollowsOwn: what a session of ours changes is seen together with names that
// nobody has asked for before, in one flight.
func TestCatalogFollowsOwn(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Hour})
	names := followedNames()
	for i, sql := range followedChanges(out) {
		before := closureOf(t, p, names)
		out.do(sql)
		p.Altered(nil)
		more := names
		more.Relations = append(slices.Clone(names.Relations), providers.Name{Name: fmt.Sprintf("none%d", i)})
		if again := closureOf(t, p, more); !holds(t, again) {
			t.Errorf("after %s what is known is not what is there", sql)
		}
		if before.Believed() || holds(t, before) {
			t.Errorf("after %s the old answers are believed", sql)
		}
	}
	if r, ok := catalogOf(t, p).Relation("", "t"); !ok || r.Schema != "s2" {
		t.Errorf("by the new search path t is %+v, %v", r, ok)
	}
}

// TestLooksAlong: behind a change of ours, names that nobody has asked for before cost one
// round trip.
func TestLooksAlong(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Hour})
	out.do("CREATE TABLE kept (a int)")
	closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "kept"}}, Types: []providers.Name{{Name: "int4"}}})
	transactions := func() int { // each flight is one, and so is this question
		return number(postgres.CatalogAnswers(t, p, "SELECT DISTINCT split_part(virtualtransaction, '/', 2) FROM pg_catalog.pg_locks WHERE pid = pg_backend_pid()"))
	}
	for i := range 5 {
		p.Altered(nil)
		before := transactions()
		closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: fmt.Sprintf("new%d", i)}}})
		if flights := transactions() - before - 1; i > 0 && flights != 1 { // the first prepares what it sends
			t.Errorf("%d flights", flights)
		}
	}
}

// TestCatalogInFlight: a transaction that began before the last look and ends
// after it is seen, and so is what a session of ours does while a look is on.
func TestCatalogInFlight(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	other := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()")))
	for i := range 20 {
		name := fmt.Sprintf("f%d", i)
		out.do("BEGIN; CREATE FUNCTION " + name + "() RETURNS int LANGUAGE sql AS 'SELECT 1'")
		other.do("SELECT pg_current_xact_id()") // younger, and over
		if len(catalogOf(t, p).Functions("", name)) > 0 {
			t.Fatal("a function is seen before it is there")
		}
		if i%2 == 0 {
			other.do("SELECT pg_current_xact_id()")
		}
		out.do("COMMIT")
		if len(catalogOf(t, p).Functions("", name)) == 0 {
			t.Fatalf("function %s went unseen", name)
		}
	}
}

// TestCatalogUnderDDL: what is dropped while the catalog is read does not fail
// the reading, and the reading does not fail who drops it, as a deadlock would.
func TestCatalogUnderDDL(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	other := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()")))
	done := make(chan error)
	go func() {
		_, err := other.pg.Exec(t.Context(), `DO $$ BEGIN FOR i IN 1..50 LOOP
			CREATE TABLE dropped (a int DEFAULT 1, b int CHECK (b > 0)); CREATE VIEW v AS SELECT a FROM dropped; CREATE INDEX i ON dropped ((a + 1));
			CREATE FUNCTION f(int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE RULE r AS ON INSERT TO dropped DO ALSO NOTHING;
			COMMIT; PERFORM pg_sleep(0.01); DROP FUNCTION f; DROP TABLE dropped CASCADE; COMMIT;
		END LOOP; END $$`).ReadAll()
		done <- err
	}()
	looks := 0
	for {
		select {
		case err := <-done:
			if err != nil || looks == 0 {
				t.Errorf("after %d looks: %v", looks, err)
			}
			return
		default:
			catalogOf(t, p)
			looks++
		}
	}
}

// TestCatalogGivesWay: DDL that holds one table and waits for another, which the reading of the catalog has
// locked, is not the transaction that a deadlock ends.
func TestCatalogGivesWay(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Nanosecond})
	out.do(`DO $$ BEGIN FOR i IN 1..300 LOOP
		EXECUTE format('CREATE TABLE t%s (a int); CREATE VIEW v%s AS SELECT * FROM t%s', i, i, i);
	END LOOP; END $$`)
	other := connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()")))
	done := make(chan error)
	go func() {
		_, err := other.pg.Exec(t.Context(), `DO $$ DECLARE i int; BEGIN FOR n IN 1..20 LOOP FOR k IN 1..300 LOOP
			i := CASE n % 2 WHEN 0 THEN k ELSE 301 - k END;
			EXECUTE format('LOCK TABLE t%s IN ACCESS EXCLUSIVE MODE', i);
			IF k % 60 = 0 THEN EXECUTE format('ALTER TABLE t%s ADD b%s int', i, n); COMMIT; END IF;
		END LOOP; END LOOP; END $$`).ReadAll()
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
			catalogOf(t, p)
		}
	}
}

// TestCatalogApart: the catalog needs no place in the pool, and many callers
// at once share its connection and its answers.
func TestCatalogApart(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxConns: 1})
	out.do("CREATE TABLE t (a int)")
	c := connect(t, p, providers.ConnOptions{})
	c.must(read("BEGIN"))
	closures := make([]providers.Closure, 16)
	var callers sync.WaitGroup
	for i := range closures {
		callers.Go(func() {
			closures[i] = closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "t"}}})
		})
	}
	callers.Wait()
	for _, one := range closures {
		if one == nil || one != closures[0] {
			t.Errorf("closures %v", closures)
		}
	}
	if n := out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sallyport: catalog' AND datname = current_database()"); n != "1" {
		t.Errorf("%s connections read the catalog", n)
	}
}

func TestHierarchyDetails(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`CREATE SCHEMA shop; COMMENT ON SCHEMA shop IS 'what we sell'; CREATE SCHEMA hidden;
		CREATE TYPE shop.state AS ENUM ('new', 'old');
		CREATE TABLE shop.item (id bigint GENERATED ALWAYS AS IDENTITY, part int DEFAULT 1, price numeric(10,2) NOT NULL DEFAULT 0.5,
			at timestamptz(3), tags text[], st shop.state, gone int, PRIMARY KEY (id, part));
		ALTER TABLE shop.item DROP COLUMN gone;
		COMMENT ON TABLE shop.item IS 'things'; COMMENT ON COLUMN shop.item.price IS 'in euro';
		INSERT INTO shop.item (price) SELECT 1 FROM generate_series(1, 500); ANALYZE shop.item;
		CREATE MATERIALIZED VIEW shop.totals AS SELECT sum(price) FROM shop.item;
		CREATE VIEW shop.cheap AS SELECT * FROM shop.item WHERE price < 1; COMMENT ON VIEW shop.cheap IS 'bargains';
		CREATE TABLE shop.log (d date) PARTITION BY RANGE (d);
		DROP ROLE IF EXISTS hierarchy_reader; CREATE ROLE hierarchy_reader LOGIN; GRANT USAGE ON SCHEMA shop TO hierarchy_reader`)
	db := out.do("SELECT current_database()")
	reader := open(t, postgres.Options{DSN: strings.Replace(pgtest.Start(t).DSN(db), "postgres@", "hierarchy_reader@", 1)})

	services, err := reader.Services(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, s := range services {
		told = append(told, s.Name+": "+s.Description)
	}
	if got, want := strings.Join(told, "; "), "public: standard public schema; shop: what we sell; information_schema: ; pg_catalog: system catalog schema"; got != want {
		t.Errorf("services %s, want %s", got, want)
	}
	resources, err := p.Resources(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	told = nil
	for _, r := range resources {
		told = append(told, fmt.Sprintf("%s, %s: %s, %d", r.Name, r.Kind, r.Description, r.Rows))
	}
	want := "cheap, view: bargains, -1; item, table: things, 500; log, table: , -1; totals, materialized view: , -1"
	if got := strings.Join(told, "; "); got != want {
		t.Errorf("resources %s, want %s", got, want)
	}
	detail, err := p.Describe(t.Context(), "shop", "item")
	if err != nil {
		t.Fatal(err)
	}
	want = "[{id bigint  false true generated always as identity true []} {part integer  false true 1 false []} {price numeric(10,2) in euro false false 0.5 false []} " +
		"{at timestamp(3) with time zone  true false  false []} {tags text[]  true false  false []} {st shop.state  true false  false [new old]}]"
	if got := fmt.Sprint(detail.Columns); got != want {
		t.Errorf("columns\n%s, want\n%s", got, want)
	}
	// What may be done with each, by whom: grants on columns count, and so does what
	// a view can do.
	out.do("GRANT SELECT, DELETE ON shop.item TO hierarchy_reader; GRANT INSERT (d) ON shop.log TO hierarchy_reader; GRANT ALL ON shop.totals TO hierarchy_reader")
	for _, test := range []struct {
		by         *postgres.Provider
		name, want string
	}{
		{p, "item", "[select insert update delete truncate]"},
		{p, "cheap", "[select insert update delete]"},
		{p, "totals", "[select]"},
		{p, "log", "[select insert update delete truncate]"},
		{reader, "item", "[select delete]"},
		{reader, "cheap", "[]"},
		{reader, "totals", "[select]"},
		{reader, "log", "[insert]"},
	} {
		detail, err := test.by.Describe(t.Context(), "shop", test.name)
		if got := fmt.Sprint(detail.Verbs); err != nil || got != test.want || detail.Verbs == nil {
			t.Errorf("%s: %s %v, want %s", test.name, got, err, test.want)
		}
	}
	_, err = reader.Resources(t.Context(), "hidden")
	if sqlstate.CodeOf(err) != sqlstate.InvalidSchemaName {
		t.Errorf("a schema that the role may not use: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
	out.do("DROP OWNED BY hierarchy_reader; DROP ROLE hierarchy_reader")
}
