package federation

import (
	"context"
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
)

// described is a scanner whose resources are the tables s.numbers and s.letters.
type described struct{ numbers }

func (described) Described(_ context.Context, since uint64) ([]providers.DescribedTable, uint64, error) {
	if since == 1 {
		return nil, 1, nil
	}
	of := func(name string) providers.DescribedTable {
		return providers.DescribedTable{Schema: "s", Name: name, Columns: []providers.DescribedColumn{{Name: "i", Type: "bigint"}}}
	}
	return []providers.DescribedTable{of("numbers"), of("letters")}, 1, nil
}

// TestViewsAlone: where only views have changed the catalog stays, and shows the views that there are.
func TestViewsAlone(t *testing.T) {
	var views []providers.DescribedTable
	opened := 0
	f := New(Options{
		Scanners: []providers.Scanner{described{}},
		Views:    func() ([]providers.DescribedTable, error) { return views, nil },
		OpenCatalog: func(ctx context.Context, source string, tables []providers.DescribedTable) (providers.Provider, error) {
			opened++
			return duckdb.Open(ctx, duckdb.Options{Name: source, Threads: 1, Described: tables})
		},
	})
	s := f.Sources()[0].(*source)
	t.Cleanup(func() { _ = s.Close() })
	view := func(name, column string) providers.DescribedTable {
		return providers.DescribedTable{Schema: "public", Name: name, Query: "SELECT 1", Columns: []providers.DescribedColumn{{Name: column, Type: "text"}}}
	}
	clash := view("NUMBERS", "x")
	clash.Schema = "s"
	for _, c := range []struct {
		views []providers.DescribedTable
		shown []string
	}{
		{nil, nil},
		{[]providers.DescribedTable{view("a", "x"), view("b", "x")}, []string{"public.a.x", "public.b.x"}},
		{[]providers.DescribedTable{view("a", "y")}, []string{"public.a.y"}},
		{[]providers.DescribedTable{view("a", "y"), view("A", "z"), clash}, []string{"public.a.y"}},
		{nil, nil},
	} {
		views = c.views
		shown := append([]string{"s.letters.i", "s.numbers.i"}, c.shown...)
		slices.Sort(shown)
		now, err := s.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := columnsShown(t, now.duck); !slices.Equal(got, shown) {
			t.Errorf("%q, not %q", got, shown)
		}
		if err := s.give(now); err != nil {
			t.Fatal(err)
		}
	}
	if opened != 1 {
		t.Errorf("%d catalogs were made", opened)
	}
}

// columnsShown are the columns of all tables and views.
func columnsShown(t *testing.T, duck providers.Provider) (list []string) {
	t.Helper()
	c, err := duck.Connect(t.Context(), providers.ConnOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	rows, err := c.Query(t.Context(), providers.Statement{Verb: "SELECT", ReadOnly: true, SQL: `SELECT schema_name || '.' || table_name || '.' || column_name FROM duckdb_columns()
		WHERE database_name = 'n' AND NOT internal AND column_name <> '_' ORDER BY 1`}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for {
		row, err := rows.Next()
		if err != nil {
			return list
		}
		list = append(list, string(row[0]))
	}
}
