package duckdb

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// linesView is a view over the lines of a directory's files.
func linesView(dir string) View {
	return View{
		Name: "records", Description: "All that was written.", Dir: dir, Prefix: "log", Key: "n",
		Columns: []ViewColumn{{"n", "BIGINT", "The number."}, {"list", "VARCHAR[]", "The list."}, {"more", "JSON", "It's more."}},
	}
}

// TestViews: a view over a directory shows the files that exist when it is read, and gives access
// to nothing else.
func TestViews(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's [a] wide*name")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	current := write(t, filepath.Join(dir, "log.jsonl"), `{"n":3,"list":["a","b"],"unknown":1}`+"\n")
	write(t, filepath.Join(dir, "log-2.jsonl.gz.tmp"), `{"n":99}`+"\n")
	write(t, filepath.Join(dir, "other.jsonl"), `{"n":98}`+"\n")
	secret := write(t, filepath.Join(t.TempDir(), "log.jsonl"), `{"n":97}`+"\n")
	p := open(t, Options{Schema: "audit", Views: []View{linesView(dir)}})
	c := connect(t, p, providers.ConnOptions{ReadOnly: true})
	numbers := func(want ...string) {
		t.Helper()
		if got := must(t, c, "SELECT n FROM demo.audit.records ORDER BY n").rows; !slices.Equal(got, want) {
			t.Errorf("numbers %q, want %q", got, want)
		}
	}
	numbers("3")
	if got := must(t, c, "SHOW search_path").rows[0]; got != "audit" {
		t.Errorf("search_path %q", got)
	}
	if got := must(t, c, "SELECT n, list FROM records").rows; !slices.Equal(got, []string{"3|{a,b}"}) {
		t.Errorf("rows %q", got)
	}

	old := write(t, filepath.Join(dir, "log-1.jsonl"), `{"n":1}`+"\n"+`{"n":2}`+"\n")
	numbers("1", "2", "3")
	compress(t, old)
	numbers("1", "2", "3") // a crash can leave both
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	numbers("1", "2", "3")

	write(t, current, `{"n":3}`+"\n"+`{"n":4,"li`+"\n"+`{"n":5}`+"\n"+"\x00\x00\x00\n"+`[]`+"\n"+`{"n":"x"}`+"\n"+`{"n":6,"list"`)
	numbers("1", "2", "3", "5")
	write(t, current, "")
	numbers("1", "2")

	for sql, code := range map[string]sqlstate.Code{
		"INSERT INTO demo.audit.records VALUES (1, NULL)":      sqlstate.FeatureNotSupported,
		"CREATE TABLE demo.audit.t (a int)":                    sqlstate.ReadOnlyTransaction,
		"SELECT * FROM read_json('" + secret + "')":            sqlstate.InsufficientPrivilege,
		"SELECT * FROM read_json('" + dir + "/../secret')":     sqlstate.InsufficientPrivilege,
		"DROP VIEW demo.audit.records":                         sqlstate.ReadOnlyTransaction,
		"COPY (SELECT 1) TO '" + filepath.Join(dir, "x") + "'": sqlstate.InsufficientPrivilege,
	} {
		if _, err := try(c, strings.ReplaceAll(sql, "it's", "it''s")); sqlstate.CodeOf(err) != code {
			t.Errorf("%s: %v, want %s", sql, err, code)
		}
	}
	for _, sql := range []string{
		"EXPLAIN SELECT * FROM records", "EXPLAIN ANALYZE SELECT * FROM records",
		"SELECT definition FROM " + pgcatalog.Database + ".cat.pg_views(NULL, NULL)",
		"SELECT view_definition FROM " + pgcatalog.Database + ".info.views(NULL)",
	} {
		if all := strings.Join(must(t, c, sql).rows, "\n"); strings.Contains(all, "wide") || strings.Contains(all, "TestViews") {
			t.Errorf("%s tells where the files are:\n%s", sql, all)
		}
	}
}

func compress(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	zip := gzip.NewWriter(&b)
	if _, err := zip.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, path+".gz", b.String())
}

func TestViewOfAnOddDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "what?")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "log.jsonl"), "")
	_, err := Open(t.Context(), Options{Name: "demo", Schema: "audit", Views: []View{linesView(dir)}, TempDir: t.TempDir()})
	if sqlstate.CodeOf(err) != sqlstate.ConfigFileError || strings.Contains(err.Error(), "what") {
		t.Errorf("%v", err)
	}
}

func TestViewsAreDescribed(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "log.jsonl"), "")
	p := open(t, Options{Schema: "audit", Views: []View{linesView(dir)}})
	if got := p.Info().Default; got != "audit" {
		t.Errorf("default schema %q", got)
	}
	services, err := p.Services(t.Context())
	if err != nil || len(services) != 1 || services[0].Name != "audit" {
		t.Errorf("services %+v, %v", services, err)
	}
	d, err := p.Describe(t.Context(), "audit", "records")
	if err != nil || d.Kind != "view" || d.Description != "All that was written." {
		t.Fatalf("%+v, %v", d, err)
	}
	if d.Columns[0].Type != "bigint" || d.Columns[0].Description != "The number." || d.Columns[1].Type != "text[]" {
		t.Errorf("columns %+v", d.Columns)
	}
	catalog, err := p.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range []string{"", "audit", "demo"} {
		r, found := catalog.Relation(schema, "records")
		if !found || r.Kind != "foreign table" || len(r.Hidden) != 0 {
			t.Errorf("relation in %q: %v %+v", schema, found, r)
		}
	}
}

// TestLoadedViews: a view over a table that a session loads has its rows, with the types of the view's
// columns, and shows no session the rows of another.
func TestLoadedViews(t *testing.T) {
	view := View{
		Schema: "live", Name: "things", Description: "What is there.", Loaded: "live_things",
		Columns: []ViewColumn{{"n", "BIGINT", "The number."}, {"list", "VARCHAR[]", "The list."}, {"at", "TIMESTAMPTZ", "When."}},
	}
	p := open(t, Options{Schema: "audit", Views: []View{view}})
	a, b := connect(t, p, providers.ConnOptions{ReadOnly: true}), connect(t, p, providers.ConnOptions{ReadOnly: true})
	load := func(c *Conn, values ...string) {
		t.Helper()
		columns := []providers.Column{{Name: "n"}, {Name: "list"}, {Name: "at"}}
		row := providers.Row{}
		for _, v := range values {
			row = append(row, []byte(v))
		}
		if err := c.Drop("live_things"); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Load(t.Context(), "live_things", columns, &given{list: []providers.Row{row}}); err != nil {
			t.Fatal(err)
		}
	}
	load(a, "1", `["x","y, z"]`, "2026-03-04 05:06:07.5Z")
	load(b, "2", "[]", "2026-03-04 05:06:07Z")
	for range 2 {
		if got := must(t, a, "SELECT * FROM demo.live.things").rows; !slices.Equal(got, []string{`1|{x,"y, z"}|2026-03-04 05:06:07.5+00`}) {
			t.Errorf("rows %q", got)
		}
		if got := must(t, b, "SELECT n, list FROM things").rows; !slices.Equal(got, []string{"2|{}"}) {
			t.Errorf("rows %q", got)
		}
	}
	if got := must(t, a, "SHOW search_path").rows[0]; got != "audit, live" {
		t.Errorf("search_path %q", got)
	}
	if err := a.Drop("live_things"); err != nil {
		t.Fatal(err)
	}
	if got := must(t, a, "SELECT relname FROM pg_catalog.pg_class WHERE relname LIKE '%things'").rows; !slices.Equal(got, []string{"things"}) {
		t.Errorf("pg_class %q", got)
	}
}
