package duckdb

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

var (
	update = flag.Bool("update", false, "make the image of the Postgres catalog anew")
	long   = flag.Bool("long", false, "the long form of tests that have one: make long")
)

// TestImage holds that the file of the Postgres catalog has what its statements make, and nothing else. Else each process
// would make it, in seconds, or believe what is in no statement.
func TestImage(t *testing.T) {
	made, err := makeImage()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		packed, err := packImage(made)
		if err == nil {
			err = os.WriteFile("image.zst", packed, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		packedImage = packed
	}
	if !imageIsCurrent() {
		t.Fatal("image.zst is not of these statements and this DuckDB: run go generate ./providers/duckdb")
	}
	kept, err := unpackImage()
	if err != nil {
		t.Fatal(err)
	}
	got, want := readImage(t, kept), readImage(t, made)
	for what, rows := range want {
		if !slices.Equal(got[what], rows) {
			t.Errorf("%s of image.zst are not what the statements make: run go generate ./providers/duckdb\n%s", what, difference(got[what], rows))
		}
	}
	if len(got) != len(want) || len(want["views"]) < 200 || len(want["macros"]) < 200 || len(want["tables"]) < 15 {
		t.Errorf("%d lists, not %d; %d views, %d macros, %d tables", len(got), len(want), len(want["views"]), len(want["macros"]), len(want["tables"]))
	}
}

// readImage lists what an image has.
func readImage(t *testing.T, image []byte) map[string][]string {
	dir := t.TempDir()
	path := filepath.Join(dir, "image")
	if err := os.WriteFile(path, image, 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, Options{writes: dir})
	if err := native.Run(p.admin, "ATTACH "+native.Text(path)+" AS "+pgcatalog.Database+" (READ_ONLY)"); err != nil { // not hidden
		t.Fatal(err)
	}
	all := map[string][]string{}
	list := func(what, sql string) {
		rows, err := native.Collect(p.admin, sql)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			all[what] = append(all[what], strings.Join(row, " | "))
		}
		slices.Sort(all[what])
	}
	const in = " WHERE database_name = '" + pgcatalog.Database + "'"
	list("views", "SELECT schema_name, view_name, sql FROM duckdb_views()"+in+" AND NOT internal")
	list("tables", "SELECT schema_name, table_name, sql FROM duckdb_tables()"+in)
	list("macros", "SELECT schema_name, function_name, function_type, macro_definition, parameters::varchar FROM duckdb_functions()"+in+" AND NOT internal")
	list("schemas", "SELECT schema_name FROM duckdb_schemas()"+in)
	list("objects besides", "SELECT type_name FROM duckdb_types()"+in+" AND NOT internal UNION ALL SELECT index_name FROM duckdb_indexes()"+in+" UNION ALL SELECT sequence_name FROM duckdb_sequences()"+in)
	for _, part := range pgcatalog.Get().Parts() {
		if part.Kind == "table" {
			list("rows of "+part.Name, "SELECT t::varchar FROM "+pgcatalog.Database+"."+part.Name+" t")
		}
	}
	return all
}

// TestCatalogIsNotMade: an instance reads the Postgres catalog of the program's file, which is attached to those alone that
// name it, and whoever names it once does not attach it again.
func TestCatalogIsNotMade(t *testing.T) {
	if !imageIsCurrent() {
		t.Fatal("the catalog is made by statements: run go generate ./providers/duckdb")
	}
	for range 2 {
		p := open(t, Options{})
		c := connect(t, p, providers.ConnOptions{})
		must(t, c, "SELECT 1")
		if p.emulation.attached.Load() && sharedImage() != nil {
			t.Error("it is attached to an instance that nobody has asked for it")
		}
		for range 2 {
			must(t, c, "BEGIN")
			if a := must(t, c, "SELECT count(*) FROM __pg.cat.pg_am"); len(a.rows) != 1 || a.rows[0] == "0" {
				t.Errorf("pg_am has %q rows", a.rows)
			}
			must(t, c, "COMMIT")
		}
	}
	if shared := sharedImage(); shared != nil {
		content, err := os.ReadFile(shared.path)
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := unpackImage(); err != nil || !bytes.Equal(content, kept) {
			t.Errorf("instances read another file than the program's: %d bytes, not %d, %v", len(content), len(kept), err)
		}
		if err := os.WriteFile(shared.path, []byte("x"), 0o600); err == nil { // also for root
			t.Error("the file can be changed")
		}
	}
}

// TestCatalogOfAFile: where there are no files in memory, the catalog is read from a file.
func TestCatalogOfAFile(t *testing.T) {
	dir := t.TempDir()
	p := open(t, Options{writes: dir})
	if err := p.attachFile(dir); err != nil {
		t.Fatal(err)
	}
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE t (a int)")
	if a := must(t, c, "SELECT relname::varchar FROM __pg.cat.pg_class WHERE relname IN ('t', 'pg_class')"); len(a.rows) != 2 {
		t.Errorf("pg_class has %q", a.rows)
	}
}
