package postgres_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

const hiddenRelations = `
CREATE FUNCTION own(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE FUNCTION is_own(int, int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT true';
CREATE TABLE plain (a int, b text CHECK (length(b) < 9), "Odd name" date, gone int, PRIMARY KEY (a));
ALTER TABLE plain DROP COLUMN gone; CREATE INDEX ON plain (lower(b)) WHERE a > 0;
CREATE VIEW seen AS SELECT a FROM plain;
CREATE MATERIALIZED VIEW kept AS SELECT a FROM plain;
CREATE TABLE ruled (a int);
CREATE RULE on_insert AS ON INSERT TO ruled DO ALSO DELETE FROM plain;
CREATE RULE on_update AS ON UPDATE TO ruled DO INSTEAD NOTHING;
CREATE RULE "_RETURN2" AS ON DELETE TO ruled DO INSTEAD SELECT own(1);
CREATE RULE off AS ON DELETE TO ruled DO INSTEAD NOTHING; ALTER TABLE ruled DISABLE RULE off;
CREATE TABLE policed (a int); ALTER TABLE policed ENABLE ROW LEVEL SECURITY;
CREATE POLICY a ON policed USING (own(a) > 0) WITH CHECK (a > (SELECT min(a) FROM plain));
CREATE POLICY r ON policed FOR SELECT USING (true);
CREATE POLICY i ON policed FOR INSERT WITH CHECK (a > 1);
CREATE POLICY u ON policed FOR UPDATE USING (a > 2);
CREATE POLICY d ON policed FOR DELETE USING (a > 3);
CREATE TABLE unpoliced (a int); CREATE POLICY a ON unpoliced USING (own(a) > 0);
CREATE DOMAIN positive AS int CHECK (own(VALUE) > 0) DEFAULT own(7);
CREATE TABLE filled (id int GENERATED ALWAYS AS IDENTITY, s serial, a int DEFAULT own(1), g int GENERATED ALWAYS AS (own(1)) STORED, p positive, l positive[]);
CREATE TABLE folded (a int CHECK (own(a) > 0), b int CONSTRAINT built_in CHECK (b > 0));
CREATE INDEX folded_index ON folded (own(a), b) WHERE own(b) > 0;
CREATE OPERATOR ~~~ (LEFTARG = int, RIGHTARG = int, FUNCTION = is_own);
CREATE INDEX folded_where ON folded (a) WHERE a ~~~ 1;
CREATE STATISTICS folded_stats ON own(a), b FROM folded;
CREATE TABLE parted (a int) PARTITION BY RANGE (own(a));
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE TYPE row2 AS (m mood);
CREATE FUNCTION to_mood(int) RETURNS mood LANGUAGE sql AS 'SELECT NULL::public.mood';
CREATE FUNCTION from_mood(mood) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION mood_date(mood) RETURNS date LANGUAGE sql AS 'SELECT current_date';
CREATE TYPE row3 AS (a int); CREATE FUNCTION to_row3(bigint) RETURNS row3 LANGUAGE sql AS 'SELECT NULL::public.row3';
CREATE CAST (bigint AS row3) WITH FUNCTION to_row3(bigint) AS IMPLICIT; CREATE TABLE to_moods (r row3, b bigint); CREATE TABLE bigints (b bigint);
CREATE TABLE moods (m mood); CREATE TABLE deep_moods (m row2[]);
CREATE CAST (mood AS int) WITH FUNCTION from_mood(mood) AS IMPLICIT;
CREATE CAST (mood AS date) WITH FUNCTION mood_date(mood);
CREATE FUNCTION moods_text(moods) RETURNS text LANGUAGE sql AS 'SELECT ''''';
CREATE CAST (moods AS text) WITH FUNCTION moods_text(moods) AS ASSIGNMENT;
CREATE TYPE odd AS (a int);
CREATE FUNCTION odd_compare(odd, odd) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 0';
CREATE OPERATOR CLASS odd_ops FOR TYPE odd USING btree AS FUNCTION 1 odd_compare(odd, odd);
CREATE TABLE odds (o odd); CREATE INDEX ON odds (o odd_ops);
`

func TestHiddenInRelations(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	setup := hiddenRelations
	version := number(out.do("SHOW server_version_num"))
	if version < 140000 {
		setup = strings.Replace(setup, "CREATE STATISTICS folded_stats ON own(a), b FROM folded;", "", 1)
	}
	out.do(setup)
	out.do("DROP ROLE IF EXISTS hidden_reader; CREATE ROLE hidden_reader LOGIN")
	defer out.do("DROP ROLE hidden_reader")
	dsn := pgtest.Start(t).DSN(out.do("SELECT current_database()"))
	reader := open(t, postgres.Options{DSN: strings.Replace(dsn, "postgres@", "hidden_reader@", 1)})
	for _, p := range []*postgres.Provider{p, reader} { // it takes no rights
		checkHiddenRelations(t, catalogOf(t, p), version)
	}
	own := &recorder{t: t, pg: connectOutside(t, dsn).pg, sent: map[string]bool{}}
	(&outside{t, own.pg}).do("SET search_path = 870") // the OID of a function, lower(text), which it must not be taken for
	names, err := p.CatalogIn(t.Context(), providers.Surroundings{Path: []string{"pg_catalog", "public"}, Ask: own.ask})
	if err != nil {
		t.Fatal(err)
	}
	checkHiddenRelations(t, names, version)
}

func checkHiddenRelations(t *testing.T, names providers.Catalog, version int) {
	t.Helper()
	const check = "check positive_check of domain public.positive: SELECT (public.own(VALUE) > 0)"
	const implicit = "cast from public.mood to integer calls public.from_mood"
	for name, want := range map[string]string{
		"plain": "", "kept": "materialized view public.kept: SELECT a FROM public.plain; U", "unpoliced": "",
		"seen": "view public.seen: SELECT a FROM public.plain;", "to_moods": "cast from bigint to public.row3 calls public.to_row3", "bigints": "",
		"ruled": `rule _RETURN2 on public.ruled: CREATE RULE "_RETURN2" AS ON DELETE TO public.ruled DO INSTEAD SELECT public.own(1) AS own; D
			rule on_insert on public.ruled: CREATE RULE on_insert AS ON INSERT TO public.ruled DO DELETE FROM public.plain; I
			rule on_update on public.ruled: CREATE RULE on_update AS ON UPDATE TO public.ruled DO INSTEAD NOTHING; U`,
		"policed": `policy a on public.policed: SELECT ((public.own(a) > 0)), ((a > ( SELECT min(plain.a) AS min FROM public.plain))) R I U D
			policy d on public.policed: SELECT ((a > 3)) D
			policy i on public.policed: SELECT ((a > 1)) I
			policy r on public.policed: SELECT (true) R I U D
			policy u on public.policed: SELECT ((a > 2)) I U`,
		"filled": `default of public.filled.a: SELECT public.own(1) I U
			default of public.filled.s: SELECT nextval('public.filled_s_seq'::regclass) I U
			default of domain public.positive of public.filled.p: SELECT public.own(7) I U
			generated column public.filled.g: SELECT public.own(1) I U
			` + check,
		"folded": `check folded_a_check of public.folded: SELECT (public.own(a) > 0) (folded)
			index public.folded_index of public.folded: SELECT public.own(a), (public.own(b) > 0) (folded)
			index public.folded_where of public.folded: SELECT (a OPERATOR(public.~~~) 1) (folded)
			statistics folded_stats of public.folded: SELECT public.own(a) (folded)`,
		"parted":      `partition key of public.parted: SELECT public.own(a) (folded)`,
		"moods":       implicit + "\ncast from public.moods to text calls public.moods_text",
		"deep_moods":  implicit,
		"odds":        `operator class of an index of public.odds calls public.odd_compare`,
		"pg_class":    "",
		"pg_settings": "", // the server's own are believed, their rules are not read
	} {
		if version < 140000 {
			want = strings.Replace(want, "\n\t\t\tstatistics folded_stats of public.folded: SELECT public.own(a) (folded)", "", 1)
		}
		r, known := names.Relation("", name)
		if got := strings.ReplaceAll(text(r.Hidden), "SELECT plain.a FROM", "SELECT a FROM"); !known || sorted(got) != sorted(dedent(want)) {
			t.Errorf("%s: %v, hides\n%s, want\n%s", name, known, sorted(got), sorted(dedent(want)))
		}
	}
	for name, want := range map[string]string{
		"plain": "a b Odd name", "seen": "a", "kept": "a", "pg_namespace": "oid nspname nspowner nspacl", "plain_pkey": "",
	} {
		if r, _ := names.Relation("", name); strings.Join(r.Columns, " ") != want {
			t.Errorf("%s has the columns %q, want %q", name, r.Columns, want)
		}
	}
}

// TestChildren: of partitions and heirs those are told that hide something or
// are foreign.
func TestChildren(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(`CREATE FUNCTION own(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
		CREATE EXTENSION postgres_fdw; CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw;
		CREATE TABLE parted (a int, b int) PARTITION BY LIST (a);
		CREATE TABLE one PARTITION OF parted FOR VALUES IN (1);
		CREATE TABLE two PARTITION OF parted FOR VALUES IN (2) PARTITION BY LIST (b);
		CREATE TABLE two_plain PARTITION OF two FOR VALUES IN (1);
		CREATE FOREIGN TABLE two_far PARTITION OF two FOR VALUES IN (2) SERVER far;
		CREATE TABLE three PARTITION OF parted (b DEFAULT own(3)) FOR VALUES IN (3);
		ALTER TABLE three ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON three USING (own(a) > 0);
		CREATE TABLE parent (a int); CREATE TABLE heir (c int) INHERITS (parent); CREATE TABLE heir2 (d int) INHERITS (heir, parent);
		CREATE INDEX heir2_index ON heir2 (own(a))`)
	names := catalogOf(t, p)
	for name, want := range map[string]string{
		"parted": "two{}(two_far{})", "one": "", "two": "two_far{}", "three": "",
		"parent": "heir{}(heir2{index public.heir2_index of public.heir2: SELECT public.own(a) (folded)}) " +
			"heir2{index public.heir2_index of public.heir2: SELECT public.own(a) (folded)}",
		"heir": "heir2{index public.heir2_index of public.heir2: SELECT public.own(a) (folded)}",
	} {
		r, _ := names.Relation("", name)
		if got := tree(r.Children); got != want {
			t.Errorf("%s has the children %s, want %s", name, got, want)
		}
	}
}

func tree(children []*providers.Relation) string {
	var list []string
	for _, c := range children {
		s := c.Name + "{" + text(c.Hidden) + "}"
		if below := tree(c.Children); below != "" {
			s += "(" + below + ")"
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}
