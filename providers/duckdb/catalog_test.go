package duckdb

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func catalogOf(t *testing.T, p *Provider) providers.Catalog {
	t.Helper()
	names, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestCatalogFunctions(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE SEQUENCE s")
	must(t, c, "CREATE MACRO mine(a) AS nextval('s')")
	must(t, c, "CREATE MACRO lower(a) AS a")
	must(t, c, `CREATE MACRO "+"(a, b) AS a`)
	must(t, c, "CREATE TYPE mood AS ENUM ('sad')")
	names := catalogOf(t, p)
	for _, test := range []struct {
		schema, name string
		builtin      bool
		volatility   providers.Volatility
		table        bool
		kind         byte
	}{
		{"", "UPPER", true, providers.Immutable, false, 'f'},
		{"pg_catalog", "upper", true, providers.Immutable, false, 'f'},
		{"", "now", true, providers.Stable, false, 'f'},
		{"", "nextval", true, providers.Volatile, false, 'f'},
		{"", "sum", true, providers.Immutable, false, 'a'},
		{"", "read_csv", true, providers.Volatile, true, 'f'},
		{"", "enable_profiling", true, providers.Volatile, true, 'f'},
		{"", "query", true, providers.Volatile, true, 'f'},
		{"", "format_type", true, providers.Stable, false, 'f'},
		{"", "mine", false, providers.Volatile, false, 'f'},
		{"public", "mine", false, providers.Volatile, false, 'f'},
	} {
		found := names.Functions(test.schema, test.name)
		if len(found) == 0 {
			t.Errorf("%s is not known", test.name)
			continue
		}
		f := found[0]
		if f.Builtin != test.builtin || f.Volatility != test.volatility || f.Table != test.table || f.Kind != test.kind {
			t.Errorf("%s: %+v", test.name, f)
		}
	}
	own := 0
	for _, f := range names.Functions("", "lower") {
		if !f.Builtin {
			own++
		}
	}
	if own != 1 {
		t.Errorf("%d candidates for lower are a user's, want 1", own)
	}
	for name, foreign := range map[string]bool{"+": true, "-": false, "//": false} {
		if got := len(names.Operators("", name)) > 0; got != foreign {
			t.Errorf("operator %s: foreign %v, want %v", name, got, foreign)
		}
	}
}

func sqlOf(r providers.Relation) string {
	if len(r.Hidden) == 0 {
		return ""
	}
	return r.Hidden[0].SQL
}

func TestCatalogRelations(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "file.csv"), "a\n1\n")
	p := open(t, Options{Folder: folder})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE t(i int)")
	must(t, c, `CREATE VIEW "as"("as (x", b) AS SELECT i, 'as' FROM t`)
	names := catalogOf(t, p)
	for _, test := range []struct {
		schema, name, kind, definition string
		builtin                        bool
	}{
		{"", "T", "table", "", false},
		{"public", "as", "view", "SELECT i, 'as' FROM demo.public.t", false},
		{"", "file", "foreign table", "", false},
		{"", "pg_class", "view", "", true},
		{"pg_catalog", "pg_class", "view", "", true},
		{"information_schema", "tables", "view", "", true},
	} {
		r, ok := names.Relation(test.schema, test.name)
		if !ok || r.Kind != test.kind || strings.TrimSpace(sqlOf(r)) != test.definition || r.Builtin != test.builtin {
			t.Errorf("%s: %+v, %v", test.name, r, ok)
		}
	}
	// A view that replaced a file's view does not count as a file.
	must(t, c, "CREATE OR REPLACE VIEW file AS SELECT 1::bigint AS a")
	if r, _ := catalogOf(t, p).Relation("", "file"); r.Kind != "view" || sqlOf(r) == "" {
		t.Errorf("the view that replaced a file's: %+v", r)
	}
	if catalogOf(t, p).Version() == names.Version() {
		t.Error("the version did not move")
	}
}

func TestHierarchy(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE SCHEMA other")
	must(t, c, "CREATE TABLE t(i int PRIMARY KEY, s text DEFAULT 'x', e decimal(4,1)[] NOT NULL)")
	must(t, c, "INSERT INTO t VALUES (1, 'a', [1])")
	must(t, c, "COMMENT ON TABLE t IS 'all of it'")
	must(t, c, "COMMENT ON COLUMN t.s IS 'a text'")
	services, err := p.Services(t.Context())
	if err != nil || len(services) != 2 || services[0].Name != "public" || services[1].Name != "other" {
		t.Errorf("services %+v, %v", services, err)
	}
	must(t, c, "CREATE TABLE main.hidden(i int)")
	if services, err = p.Services(t.Context()); err != nil || len(services) != 3 {
		t.Errorf("with a table in main: services %+v, %v", services, err)
	}
	resources, err := p.Resources(t.Context(), "public")
	if err != nil || len(resources) != 1 || resources[0] != (providers.Resource{Name: "t", Kind: "table", Description: "all of it", Rows: 1}) {
		t.Errorf("resources %+v, %v", resources, err)
	}
	detail, err := p.Describe(t.Context(), "public", "T")
	if err != nil || len(detail.Columns) != 3 {
		t.Fatalf("%+v, %v", detail, err)
	}
	want := []providers.ColumnDetail{
		{Name: "i", Type: "integer", Key: true},
		{Name: "s", Type: "text", Description: "a text", Nullable: true, Default: "'x'"},
		{Name: "e", Type: "numeric(4,1)[]"},
	}
	for i, column := range detail.Columns {
		if !reflect.DeepEqual(column, want[i]) {
			t.Errorf("column %+v, want %+v", column, want[i])
		}
	}
	for _, service := range []string{"pg_catalog", "information_schema", "cat", "__pg", "no"} {
		if _, err := p.Resources(t.Context(), service); sqlstate.CodeOf(err) != sqlstate.InvalidSchemaName {
			t.Errorf("Resources(%s): %v, want 3F000", service, err)
		}
	}
}

func TestFolder(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	write(t, filepath.Join(folder, "My Data-2024.csv"), "a,b\n1,x\n2,y\n")
	write(t, filepath.Join(folder, "2nd.tsv"), "a\tb\n1\tx\n")
	write(t, filepath.Join(folder, "j.json"), `[{"a": 1}, {"a": 2}]`)
	write(t, filepath.Join(folder, "nd.ndjson"), "{\"a\": 1}\n{\"a\": 2}\n")
	write(t, filepath.Join(folder, "same.csv"), "a\n1\n")
	write(t, filepath.Join(folder, "same.json"), `[{"a": 1}]`)
	write(t, filepath.Join(folder, "it's.csv"), "a\n1\n")
	write(t, filepath.Join(folder, "notes.txt"), "nothing")
	write(t, filepath.Join(folder, "wild[1].csv"), "a\n1\n")
	write(t, filepath.Join(folder, "broken.parquet"), "not parquet")
	write(t, filepath.Join(folder, ".hidden.csv"), "a\n1\n")
	if err := os.Symlink(write(t, filepath.Join(outside, "secret.csv"), "a\n1\n"), filepath.Join(folder, "link.csv")); err != nil {
		t.Fatal(err)
	}
	maker := demo(t)
	must(t, maker, "CREATE TABLE x AS SELECT 1 AS a")
	p := open(t, Options{Folder: folder})
	resources, err := p.Resources(t.Context(), "public")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range resources {
		names = append(names, r.Name)
	}
	if got, want := strings.Join(names, " "), "_2nd it_s j my_data_2024 nd same same_json"; got != want {
		t.Errorf("tables %s, want %s", got, want)
	}
	c := connect(t, p, providers.ConnOptions{})
	for name, want := range map[string]string{"my_data_2024": "2", "_2nd": "1", "j": "2", "nd": "2", "same_json": "1", "it_s": "1"} {
		if a := must(t, c, "SELECT count(*) FROM "+name); a.rows[0] != want {
			t.Errorf("%s has %s rows, want %s", name, a.rows[0], want)
		}
	}
	// A changed file is read anew; a deleted one is an error.
	write(t, filepath.Join(folder, "same.csv"), "a\n1\n2\n3\n")
	if a := must(t, c, "SELECT count(*) FROM same"); a.rows[0] != "3" {
		t.Errorf("the changed file has %s rows, want 3", a.rows[0])
	}
	if err := os.Remove(filepath.Join(folder, "same.csv")); err != nil {
		t.Fatal(err)
	}
	if e := refused(t, c, sqlstate.UndefinedFile, "SELECT count(*) FROM same"); strings.Contains(e.Error(), folder) {
		t.Errorf("the message tells of the folder: %v", e)
	}
}

func TestDatabaseFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.db")
	csv := write(t, filepath.Join(t.TempDir(), "t.csv"), "a\n1\n")
	for round := range 2 {
		p := open(t, Options{Name: "my-db", Path: path, Tables: map[string]string{"t": csv}})
		c := connect(t, p, providers.ConnOptions{})
		must(t, c, "INSERT INTO t VALUES (7)")
		if a := must(t, c, `SELECT count(*) FROM "my-db".public.t`); a.rows[0] != []string{"2", "3"}[round] {
			t.Errorf("round %d: %s rows", round, a.rows[0])
		}
		if round == 0 {
			must(t, c, "CREATE TABLE main.old AS SELECT 1 AS a")
		} else if a := must(t, c, "SELECT * FROM old"); a.rows[0] != "1" {
			t.Errorf("main's table has %q", a.rows)
		}
		c.Close()
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	text := write(t, filepath.Join(t.TempDir(), "x.txt"), "a database this is not, however long one looks at it")
	for name, o := range map[string]Options{
		"no name":          {},
		"a taken name":     {Name: "Memory"},
		"no database":      {Name: "x", Path: text},
		"no such folder":   {Name: "x", Folder: filepath.Join(t.TempDir(), "none")},
		"no such file":     {Name: "x", Tables: map[string]string{"t": "/none/none.csv"}},
		"no kind of file":  {Name: "x", Tables: map[string]string{"t": text}},
		"no temporary dir": {Name: "x", TempDir: "/none/none"},
	} {
		if name != "no temporary dir" {
			o.TempDir = t.TempDir()
		}
		want := sqlstate.ConfigFileError
		if name == "no database" { // so that the other sources are served
			want = sqlstate.DataCorrupted
		}
		_, err := Open(t.Context(), o)
		if sqlstate.CodeOf(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
			continue
		}
		if message := sqlstate.From(err).Message; strings.Contains(message, "none.csv") || strings.Contains(message, text) {
			t.Errorf("%s: the message tells a path: %s", name, message)
		}
	}
}

// TestHarmless: macros that the operator declared harmless are marked so.
func TestHarmless(t *testing.T) {
	p := open(t, Options{Harmless: []string{"public.Mine", "public.absent"}})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE MACRO mine(a) AS a")
	must(t, c, "CREATE MACRO other(a) AS a")
	names := catalogOf(t, p)
	for name, want := range map[string]bool{"mine": true, "other": false, "lower": false} {
		if f := names.Functions("", name); len(f) == 0 || f[0].Harmless != want {
			t.Errorf("%s: %+v, want harmless %v", name, f, want)
		}
	}
	if !p.warned["public.absent"] {
		t.Errorf("warned of %v", p.warned)
	}
}
