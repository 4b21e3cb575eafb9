package catalog_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
)

// TestBuiltinFunctionsAreShared: the functions that one instance reads for all are those of every other instance, whatever
// its options are.
func TestBuiltinFunctionsAreShared(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.json"), []byte(`[{"a": 1}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	var first map[string][]providers.Function
	for _, o := range []duckdb.Options{{Name: "first"}, {Name: "other", Folder: folder}, {Name: "file", Path: filepath.Join(t.TempDir(), "f.duckdb"), Threads: 1}} {
		functions, err := catalog.ListBuiltin(listerOf(t, o))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = functions
		}
		if len(functions) < 1000 || !reflect.DeepEqual(first, functions) {
			t.Errorf("%+v has %d names of functions of its own, the first instance %d", o, len(functions), len(first))
		}
		for _, relation := range []string{"columns", "views", "schemata", "pg_roles", "pg_settings"} { // which are macros that a session is told to
			if functions[relation] != nil {
				t.Errorf("%+v has a function %s, which is a relation", o, relation)
			}
		}
	}
}

// listerOf opens an instance, and returns what lists its objects.
func listerOf(t *testing.T, o duckdb.Options) catalog.Lister {
	t.Helper()
	p, err := duckdb.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	c, err := p.Connect(t.Context(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return func(sql string) (list [][]string, err error) {
		rows, err := c.Query(t.Context(), providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true}, providers.Args{})
		if err != nil {
			return nil, err
		}
		for {
			row, err := rows.Next()
			if errors.Is(err, io.EOF) {
				return list, nil
			}
			if err != nil {
				return nil, err
			}
			texts := make([]string, len(row))
			for i, cell := range row {
				texts[i] = string(cell)
			}
			list = append(list, texts)
		}
	}
}
