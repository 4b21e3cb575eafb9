package duckdb

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// keptFiles lists a folder's files, with their permissions.
func keptFiles(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestKept: the Postgres catalog is built by the first start and attached by the second, and both
// answer the same.
func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	questions := []string{
		"SELECT relname, relkind, relnatts FROM __pg.cat.pg_class WHERE relname IN ('made', 'seen', 'pg_class', 'columns') ORDER BY relname",
		"SELECT count(*), min(proname) FROM __pg.cat.pg_proc",
		"SELECT table_name, column_name, data_type FROM __pg.info.columns WHERE table_schema = 'public' ORDER BY 1, 2",
		"SELECT __pg.cat.format_type(23, -1), __pg.cat.quote_ident('a b')",
	}
	ask := func(attached bool) []string {
		p := open(t, Options{Cache: folder})
		if got := p.emulation.statements == nil && p.options.keepIn == ""; attached && !got {
			t.Error("it was built again")
		}
		c := connect(t, p, providers.ConnOptions{})
		must(t, c, "CREATE TABLE made (a int, b text)")
		must(t, c, "CREATE VIEW seen AS SELECT a FROM made")
		var answers []string
		for _, q := range questions {
			answers = append(answers, must(t, c, q).rows...)
		}
		c.Close()
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		return answers
	}
	first := ask(false)
	files := keptFiles(t, folder)
	if len(files) != 1 {
		t.Fatalf("kept: %q", files)
	}
	file := filepath.Join(folder, files[0])
	for range 2 {
		if again := ask(true); len(again) < 4 || !slices.Equal(again, first) {
			t.Errorf("kept %q, built %q", again, first)
		}
	}

	// What is damaged, or what others could have written, is not used. It is made again.
	for what, spoil := range map[string]func() error{
		"damaged":  func() error { return os.WriteFile(file, []byte("nothing"), 0o600) },
		"cut":      func() error { return os.Truncate(file, 4096) },
		"writable": func() error { return os.Chmod(file, 0o666) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if again := ask(false); !slices.Equal(again, first) {
			t.Errorf("%s: %q, built %q", what, again, first)
		}
		if again := ask(true); !slices.Equal(again, first) {
			t.Errorf("%s and made again: %q, built %q", what, again, first)
		}
	}

	// A folder that others can write to is not used at all.
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	before := keptFiles(t, folder)
	if again := ask(false); !slices.Equal(again, first) {
		t.Errorf("in an open folder: %q", again)
	}
	if after := keptFiles(t, folder); !slices.Equal(after, before) {
		t.Errorf("an open folder was written to: %q", after)
	}
}
