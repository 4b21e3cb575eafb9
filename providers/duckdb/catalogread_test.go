package duckdb

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// catalogSteps are changes of names, some of which fail or are rolled back. Each leads from a catalog to the next one.
var catalogSteps = strings.Split(strings.TrimSpace(`
CREATE TABLE t (i integer PRIMARY KEY, s text NOT NULL DEFAULT 'a, PRIMARY KEY (s)', n numeric(8,2) CHECK (n > 0), "Odd ""x""" text)
CREATE TABLE keyed (a integer, "B" integer, c integer DEFAULT 3, PRIMARY KEY ("B", a), CHECK (a + "B" > 0))
CREATE TABLE folded ("Mixed" integer, PRIMARY KEY (mixed))
CREATE TABLE counted (id integer PRIMARY KEY, twice integer GENERATED ALWAYS AS (id * 2))
CREATE TABLE "moments" ("at" timestamp, day date, zoned timestamptz, tags text[], u uuid, x blob, pair STRUCT(a integer, b text), m MAP(text, integer))
CREATE SCHEMA other
CREATE TABLE other.t (j bigint)
CREATE TABLE unrelated (z integer)
CREATE INDEX t_s ON t (s)
CREATE UNIQUE INDEX t_lower ON t (lower(s))
INSERT INTO t VALUES (1, 'a', 2, 'b')
ALTER TABLE unrelated ADD COLUMN y text DEFAULT 'x'
ALTER TABLE unrelated ALTER COLUMN z SET NOT NULL
ALTER TABLE unrelated RENAME TO related
ALTER TABLE related RENAME COLUMN z TO zz
ALTER TABLE related ALTER COLUMN y TYPE varchar(9)
ALTER TABLE related ALTER COLUMN y SET DEFAULT upper('y')
ALTER TABLE related ADD PRIMARY KEY (zz)
ALTER TABLE related DROP COLUMN y
CREATE TABLE related (a integer)
DROP TABLE nothing
CREATE TYPE mood AS ENUM ('sad', 'ok')
CREATE TABLE moods (m mood, list mood[])
ALTER TYPE mood ADD VALUE 'fine'
CREATE TYPE mode AS ENUM ('sad', 'ok')
CREATE SEQUENCE s
CREATE TABLE drawn (i integer DEFAULT nextval('s'), drawn_i integer)
CREATE TABLE kept (p integer CHECK ('sallyport:{"kind":"t","name":"x","columns":["p"]}' IS NOT NULL), at3 timestamp)
CREATE TABLE again (a integer)
DROP TABLE again
CREATE TABLE again (another text)
DROP TABLE again
CREATE TABLE again (another integer, third integer)
BEGIN
CREATE TABLE mine (a integer PRIMARY KEY)
ALTER TABLE again ADD COLUMN b integer
ROLLBACK
BEGIN
ALTER TABLE again ADD COLUMN b integer
CREATE TABLE ours (a integer PRIMARY KEY)
COMMIT
CREATE TEMP TABLE ours (of_the_session text)
COMMENT ON TABLE again IS 'a comment'
CREATE TABLE children (i integer REFERENCES t, own integer UNIQUE)
CREATE TABLE a1 (a integer); CREATE TABLE a2 (a integer); CREATE TABLE a3 (a integer); CREATE TABLE a4 (a integer); CREATE TABLE a5 (a integer)
DROP TABLE a1, a2, a3
CREATE TABLE "Quoted""Name" ("Mixed" integer PRIMARY KEY, key text, "primary" integer)
CREATE TABLE "dotted.t" (a integer)
CREATE TABLE "spaced ' t" (a integer DEFAULT 3 NOT NULL)
CREATE SCHEMA "odd.S"
CREATE TABLE "odd.S"."T" (a integer)
CREATE MACRO double(x) AS x * 2
CREATE VIEW v AS SELECT i, s FROM t
CREATE VIEW over_v AS SELECT * FROM v
ALTER TABLE again ADD COLUMN c integer
CREATE OR REPLACE VIEW v AS SELECT i, s, n FROM t
SELECT * FROM over_v
CREATE TABLE late (a integer)
DROP VIEW over_v
DROP VIEW v
DROP SCHEMA other CASCADE
DROP TABLE children
DROP TABLE t
CREATE TABLE t (i text)
`), "\n")

// TestCatalogIsReadInParts: a catalog that takes from the one before is what it would be if all were read, after each
// change and after several, and has the primary keys that DuckDB lists.
func TestCatalogIsReadInParts(t *testing.T) {
	for _, every := range []int{1, 3} {
		p := open(t, Options{})
		c := connect(t, p, providers.ConnOptions{})
		took := 0
		for i, step := range catalogSteps {
			for _, sql := range strings.Split(step, "; ") {
				_, err := try(c, sql)
				if failing := strings.HasPrefix(sql, "CREATE TABLE related") || strings.HasPrefix(sql, "DROP TABLE nothing"); (err != nil) != failing {
					t.Errorf("%s: %v", sql, err)
				}
			}
			if i%every > 0 {
				continue
			}
			names, err := p.Catalog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			p.adminMu.Lock()
			whole, err := p.catalogSource().Read(p.listAdmin, catalog.Moment{Version: p.version.Load(), Macros: p.tabled.macros.Load(), Types: p.version.changesOf(ofTypes), Rest: p.version.changesOf(ofRest)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			keys, err := native.Collect(p.admin, `SELECT schema_name, table_name, array_to_string(constraint_column_names, chr(31)) FROM duckdb_constraints()
				WHERE database_name = 'demo' AND constraint_type = 'PRIMARY KEY'`)
			p.adminMu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(names, providers.Catalog(whole)) {
				t.Errorf("%s: the catalog is not what it is if all is read:\n%+v\nwant\n%+v", step, names, whole)
			}
			for _, row := range keys {
				r, known := names.Relation(row[0], row[1])
				if !known || !slices.Equal(r.Key, columndef.SplitUnits(row[2])) {
					t.Errorf("%s: the primary key of %s is %q and should be %q", step, row[1], r.Key, columndef.SplitUnits(row[2]))
				}
				took++
			}
		}
		if took < len(catalogSteps)/every {
			t.Errorf("only %d keys were compared", took)
		}
	}
}

// TestNewDatabaseHasNoMacros: what is taken for granted of a database in memory is so, whatever it is opened with, and is
// not once a macro was made or the database's file has one.
func TestNewDatabaseHasNoMacros(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "rows.csv")
	if err := os.WriteFile(file, []byte("a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]Options{
		"empty": {}, "tables": {Tables: map[string]string{"loaded": file}}, "folder": {Folder: dir}, "copies": {Folder: dir, CopyDir: t.TempDir()},
		"schema": {Schema: "other"}, "described": {Described: []providers.DescribedTable{{Schema: "s", Name: "t"}}}, "prepares": {PreparesCatalog: true},
	} {
		p := open(t, o)
		c := connect(t, p, providers.ConnOptions{})
		must(t, c, "CREATE TABLE made (i integer PRIMARY KEY, d text DEFAULT upper('x'))")
		must(t, c, "CREATE VIEW seen AS SELECT i FROM made")
		must(t, c, "CREATE SCHEMA more")
		must(t, c, "SELECT count(*) FROM __pg.cat.pg_class")
		if macros := p.tabled.macros.Load(); p.mayHaveMacros(macros) {
			t.Errorf("%s: %d changes of functions", name, macros)
		}
		rows, err := native.Collect(p.admin, "SELECT function_name FROM duckdb_functions() WHERE database_name = "+native.Text(p.options.Name))
		if err != nil || len(rows) > 0 {
			t.Errorf("%s: %v %v", name, rows, err)
		}
		if name == "empty" {
			must(t, c, "CREATE MACRO twice(x) AS x * 2")
			names, err := p.Catalog(t.Context())
			if err != nil || !p.mayHaveMacros(p.tabled.macros.Load()) || len(names.Functions("", "twice")) != 1 {
				t.Errorf("a macro is not found: %v", err)
			}
		}
	}
	kept := filepath.Join(dir, "kept.duckdb")
	for i, made := range []string{"", "CREATE MACRO twice(x) AS x * 2", "DROP MACRO twice", "CREATE MACRO rows_of() AS TABLE SELECT 1", ""} {
		p := open(t, Options{Path: kept})
		if had := i == 2 || i == 4; p.mayHaveMacros(0) != had {
			t.Errorf("opening %d: the file has macros: %v", i, had)
		}
		if made != "" {
			must(t, connect(t, p, providers.ConnOptions{}), made)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
