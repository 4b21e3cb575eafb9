package duckdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// TestPathsHidden: neither the definition nor the plan of a view over a file shows its path.
func TestPathsHidden(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a long name, that a plan breaks over lines because it is wide", "it's")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "numbers.csv"), "a\n1\n")
	write(t, filepath.Join(folder, "others.csv"), "a\n1\n")
	c := connect(t, open(t, Options{Folder: folder}), providers.ConnOptions{ReadOnly: true})
	for _, sql := range []string{
		"SELECT definition FROM " + pgcatalog.Database + ".cat.pg_views(NULL, NULL)",
		"SELECT view_definition FROM " + pgcatalog.Database + ".info.views(NULL)",
		"EXPLAIN ANALYZE SELECT * FROM numbers",
		"EXPLAIN ANALYZE SELECT * FROM numbers JOIN others USING (a)",
		"EXPLAIN SELECT * FROM numbers",
	} {
		all := strings.Join(must(t, c, sql).rows, "\n")
		for _, part := range []string{"it's", "it''s", "a long", "name,", "wide", "TestPathsHidden"} {
			if strings.Contains(all, part) {
				t.Errorf("%s: %q is told:\n%s", sql, part, all)
			}
		}
		if !strings.Contains(strings.ToLower(all), "csv") {
			t.Errorf("%s: nothing left:\n%s", sql, all)
		}
	}
}
