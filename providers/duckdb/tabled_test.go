package duckdb

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// tabledSteps is what several sessions do. A step is a session, whether that session then reads the
// catalog from tables or from views, and a statement.
var tabledSteps = strings.TrimSpace(`
a tables SELECT 1
a tables CREATE TABLE t (i integer PRIMARY KEY, s text NOT NULL DEFAULT 'x', n numeric(8,2) CHECK (n > 0))
b tables CREATE SCHEMA other
b tables CREATE TABLE other.u (k integer, i integer REFERENCES other.u2(i))
b tables CREATE TABLE other.u2 (i integer PRIMARY KEY)
b tables CREATE TABLE other.u (k integer UNIQUE, i integer REFERENCES other.u2(i), tags text[])
a tables INSERT INTO t VALUES (1, 'a', 2), (2, 'b', 3)
a tables DELETE FROM t WHERE i = 1
a tables UPDATE t SET s = 'c'
a tables BEGIN
a tables SELECT count(*) FROM t
a views CREATE TABLE own (a integer)
b tables SELECT 1
a views ALTER TABLE own ADD COLUMN b text
a views INSERT INTO own VALUES (1, 'a')
a tables ROLLBACK
a tables BEGIN
a views CREATE VIEW v AS SELECT i, s FROM t
b tables CREATE INDEX other_k ON other.u (k)
a tables COMMIT
b tables COMMENT ON TABLE t IS 'about t'
b tables COMMENT ON COLUMN t.s IS 'about s'
a tables BEGIN
b tables CREATE TABLE later (i integer)
a views SELECT count(*) FROM t
a tables COMMIT
a tables BEGIN
a tables SELECT count(*) FROM t
b tables CREATE TABLE later2 (i integer)
a views SELECT count(*) FROM t
b tables DROP TABLE later2
a tables COMMIT
c tables CREATE TEMP TABLE mine (x integer)
a tables SELECT 1
c tables CREATE TABLE late (x integer)
c tables DISCARD ALL
a tables DROP VIEW v
a tables ALTER TABLE t RENAME TO renamed
b tables ALTER TABLE renamed RENAME COLUMN s TO title
b tables CREATE SEQUENCE counter
a tables SELECT nextval('counter')
a tables CREATE TYPE mood AS ENUM ('sad', 'ok')
a tables CREATE MACRO twice(x) AS x * 2
b tables CREATE TABLE moods (m mood, d integer DEFAULT nextval('counter'))
b tables DROP MACRO twice
b tables BEGIN
b tables SELECT count(*) FROM moods
b views CREATE MACRO three(x) AS x * 3
a tables SELECT 1
b tables COMMIT
a tables DROP TABLE other.u
a tables CREATE VIEW w AS SELECT 1 AS one
b tables CREATE OR REPLACE VIEW w AS SELECT 2 AS one, m, d FROM moods
a tables DROP VIEW w CASCADE
a tables DROP SCHEMA other CASCADE
`)

// coreRelations are compared in turn after the steps.
var coreRelations = []string{
	"cat.pg_namespace", "cat.pg_class", "cat.pg_attribute", "cat.pg_type", "cat.pg_constraint", "cat.pg_index", "cat.pg_proc", "cat.pg_description",
}

// TestTables compares the tables of the catalog with its views, row by row, in all sessions: some
// after each step of several sessions, all in one of them at the end. To plan a view takes longer than all else. So the
// session of a step compares one relation, the next one after each step, and pg_class where the step is a change of the
// catalog; each other session compares that relation after every second step. With -long all compare all.
func TestTables(t *testing.T) {
	p := open(t, Options{})
	idle, sessions := connect(t, p, providers.ConnOptions{}), map[string]*Conn{}
	for _, name := range []string{"a", "b", "c"} {
		sessions[name] = connect(t, p, providers.ConnOptions{})
	}
	must(t, sessions["a"], "SELECT count(*) FROM __pg.cat.pg_am")
	inBlock, views := false, viewAnswers{}
	for i, step := range strings.Split(tabledSteps, "\n") {
		name, rest, _ := strings.Cut(step, " ")
		reads, sql, _ := strings.Cut(rest, " ")
		if inBlock = inBlock || sql == "BEGIN"; inBlock || *long { // a block reads what was filled before it
			for _, relation := range coreRelations {
				idle.overTables(providers.Statement{SQL: "SELECT * FROM __pg." + relation, Verb: "SELECT"})
			}
		}
		inBlock = inBlock && sql != "COMMIT" && sql != "ROLLBACK"
		before := p.version.Load()
		_, err := try(sessions[name], sql)
		failing := strings.Contains(sql, "other.u2(i))") && !strings.Contains(sql, "tags")
		if (err != nil) != failing {
			t.Fatalf("%s: %v", step, err)
		}
		for j, other := range slices.Sorted(maps.Keys(sessions)) {
			c, relations := sessions[other], coreRelations[i%len(coreRelations):][:1] // in turn
			switch {
			case *long:
				relations = coreRelations
			case other == name && reads == "tables" && p.version.Load() != before:
				relations = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(relations), "cat.pg_class"))))
			case other != name && (i+j)%2 == 0: // each session sees every second step of the others
				continue
			}
			if over := compareTables(t, c, step, relations, views); other == name && over != (reads == "tables") {
				t.Errorf("%s: read from tables: %v", step, over)
			}
		}
	}
	var all []string
	for _, o := range pgcatalog.Get().Tables.All() {
		if o.Filled {
			all = append(all, o.Name)
		}
	}
	if len(all) < 40 {
		t.Errorf("only %d relations are tables: %v", len(all), all)
	}
	for _, name := range slices.Sorted(maps.Keys(sessions)) { // by now none of the sessions has anything of its own
		c, relations := sessions[name], all
		if name != "a" {
			relations = coreRelations
			compareTables(t, c, "at the end, by its own views", []string{"cat.pg_class"}, nil)
		}
		if !compareTables(t, c, "at the end", relations, views) {
			t.Error("views were read at the end")
		}
	}
}

// viewAnswers are what views have said at a moment to a session outside of a block and without temporary objects: others then see the same. At the end each
// session asks the view of pg_class itself.
type viewAnswers map[string][]string

// rows returns what the view of a relation says to a session.
func (v viewAnswers) rows(c *Conn, relation string) ([]string, error) {
	now, _ := c.provider.currentMoment()
	key := fmt.Sprint(relation, now)
	asOthers := c.tx.status == providers.Idle && !c.temporary
	if known, ok := v[key]; ok && asOthers {
		return known, nil
	}
	was := c.temporary
	c.readViews()
	a, err := query(c, providers.Statement{SQL: "SELECT /* views */ * FROM __pg." + relation, Verb: "SELECT", ReadOnly: true}, providers.Args{})
	c.temporary, c.own.broken = was, false
	slices.Sort(a.rows)
	if err == nil && v != nil && asOthers {
		v[key] = a.rows
	}
	return a.rows, err
}

// compareTables compares relations as a statement sees them with the views. It reports whether the
// statements were over tables.
func compareTables(t *testing.T, c *Conn, step string, relations []string, views viewAnswers) (over bool) {
	t.Helper()
	for i, relation := range relations {
		s := providers.Statement{SQL: "SELECT * FROM __pg." + relation, Verb: "SELECT", ReadOnly: true}
		_, _, tabled := c.overTables(s)
		if i > 0 && tabled != over {
			t.Errorf("%s: %s: over tables %v, unlike the others", step, relation, tabled)
		}
		over = tabled
		got, err := query(c, s, providers.Args{})
		if err != nil {
			t.Fatalf("%s: %s: %v", step, relation, err)
		}
		if !tabled { // the views would be compared with themselves
			continue
		}
		want, err := views.rows(c, relation)
		if err != nil {
			t.Fatalf("%s: %s: %v", step, relation, err)
		}
		slices.Sort(got.rows)
		if !slices.Equal(got.rows, want) {
			t.Errorf("%s: %s: %d rows from tables %v, %d rows from views\n%s", step, relation, len(got.rows), tabled, len(want),
				difference(got.rows, want))
		}
	}
	return over
}

// difference lists the rows that only one of two answers has.
func difference(got, want []string) string {
	var b strings.Builder
	for _, row := range got {
		if !slices.Contains(want, row) {
			b.WriteString("+ " + row + "\n")
		}
	}
	for _, row := range want {
		if !slices.Contains(got, row) {
			b.WriteString("- " + row + "\n")
		}
	}
	return b.String()
}

// TestBlocksFillWhatWasMissed: a relation that is filled too late for a transaction block is read from its view once. Behind the next
// change the first statement of a block fills it, too.
func TestBlocksFillWhatWasMissed(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	for i, want := range []bool{false, true} {
		must(t, c, fmt.Sprintf("CREATE TABLE t%d (i integer)", i))
		must(t, c, "BEGIN")
		if !compareTables(t, c, "the first statement of a block", []string{"cat.pg_class"}, nil) {
			t.Error("the first statement of a block read views")
		}
		if over := compareTables(t, c, "the second statement of a block", []string{"cat.pg_attribute"}, nil); over != want {
			t.Errorf("block %d: its second statement read tables: %v, want %v", i, over, want)
		}
		must(t, c, "ROLLBACK")
	}
}

// TestTablesAtOnce has sessions change the catalog while others read it: a statement never sees the
// tables of two moments. Each table is made with its view in one transaction.
func TestTablesAtOnce(t *testing.T) {
	p := open(t, Options{})
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 2 {
		c := connect(t, p, providers.ConnOptions{})
		readers.Go(func() {
			for ctx.Err() == nil {
				a, err := query(c, providers.Statement{Verb: "SELECT", ReadOnly: true, SQL: `SELECT
					(SELECT count(*) FROM __pg.cat.pg_class WHERE relkind = 'r' AND relname LIKE 'made%'),
					(SELECT count(*) FROM __pg.cat.pg_views('me', ['main']) WHERE viewname LIKE 'made%'),
					(SELECT count(*) FROM __pg.info.columns(['main']) WHERE table_name LIKE 'made%')`}, providers.Args{})
				if err != nil {
					t.Error(err)
					return
				}
				cells := strings.Split(a.rows[0], "|")
				if cells[0] != cells[1] || cells[2] != map[string]string{"0": "0", "1": "2"}[cells[0]] {
					t.Errorf("tables, views and columns: %s", a.rows[0])
				}
			}
		})
	}
	writer := connect(t, p, providers.ConnOptions{})
	for range 15 {
		for _, sql := range []string{
			"BEGIN", "CREATE TABLE made (i integer)", "CREATE VIEW made_view AS SELECT * FROM made", "COMMIT",
			"BEGIN", "DROP VIEW made_view", "DROP TABLE made", "COMMIT",
		} {
			if _, err := try(writer, sql); err != nil {
				t.Error(err)
			}
		}
	}
	stop()
	readers.Wait()
}

// TestRewrite replaces names of the catalog, and nothing else.
func TestRewrite(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT * FROM __pg.cat.pg_class":                          "SELECT * FROM __pt.tab.pg_class",
		`SELECT * FROM __pg.info."columns" c, __pg.cat.pg_am`:      `SELECT * FROM __pt.itab."columns" c, __pg.cat.pg_am`,
		"SELECT '__pg.cat.pg_class', __pg.cat.format_type(a, b)":   "SELECT '__pg.cat.pg_class', __pt.tab.format_type(a, b)",
		`SELECT E'\'__pg.cat.pg_class', "__pg.cat.pg_class"`:       `SELECT E'\'__pg.cat.pg_class', "__pg.cat.pg_class"`,
		"SELECT 1 -- __pg.cat.pg_class\n, x.__pg.cat.nothing":      "SELECT 1 -- __pg.cat.pg_class\n, x.__pg.cat.nothing",
		"SELECT __pg.cat.quote_ident('a'), __pg.cat.regclass_oid(": "SELECT __pg.cat.quote_ident('a'), __pt.tab.regclass_oid(",
		"SELECT __pg.cat.": "SELECT __pg.cat.",
	} {
		if got, _ := rewriteNames(sql, pgcatalog.Shared); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
	}
}

// TestTablesOfOthers: a statement does not run again over the views because tables are filled that it does not read.
func TestTablesOfOthers(t *testing.T) {
	p := open(t, Options{})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	over := func(c *Conn, relation string) tablesRead {
		t.Helper()
		_, read, err := c.preparedOver(providers.Statement{SQL: "SELECT count(*) FROM __pg.cat." + relation, Verb: "SELECT", ReadOnly: true})
		if err != nil || len(read.objects) == 0 {
			t.Fatalf("%s is not read from tables: %v", relation, err)
		}
		return read
	}
	read := over(c, "pg_namespace")
	if fills := p.tabled.fills.Load(); over(other, "pg_sequence").begun == 0 || p.tabled.fills.Load() == fills {
		t.Fatal("pg_sequence was filled before")
	}
	if p.tabled.wereReplaced(read) {
		t.Error("the tables count as replaced after others were filled")
	}
	must(t, other, "CREATE SCHEMA later")
	over(other, "pg_namespace")
	if !p.tabled.wereReplaced(read) {
		t.Error("the tables do not count as replaced")
	}
}

// TestSchemaIsMadeAgain: a schema that has the name of one that is gone has not its comment, nor its functions.
func TestSchemaIsMadeAgain(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	relations := []string{"cat._schema_comments", "cat.pg_proc", "cat.pg_description"}
	for _, step := range []string{
		"CREATE SCHEMA s", "COMMENT ON SCHEMA s IS 'of the first'", "CREATE MACRO s.twice(x) AS x * 2", "DROP SCHEMA s CASCADE", "CREATE SCHEMA s", "COMMENT ON SCHEMA s IS 'of the second'",
	} {
		if must(t, c, step); !compareTables(t, c, step, relations, nil) {
			t.Errorf("%s: the session reads the views", step)
		}
	}
	if comments := must(t, c, "SELECT comment FROM __pg.cat._schema_comments").rows; !slices.Equal(comments, []string{"of the second"}) {
		t.Errorf("the comments are %q", comments)
	}
}

// readViews has a session read the catalog's views, as one with temporary objects that cannot have tables of its own.
func (c *Conn) readViews() {
	c.temporary, c.temporaryAt, c.own.broken = true, c.provider.version.Load(), true
}
