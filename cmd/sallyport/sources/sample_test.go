package sources

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sample"
)

// TestSampleColumns: the tables of the sample data have the columns and rows that DuckDB finds in the files by itself.
func TestSampleColumns(t *testing.T) {
	files, err := sample.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	open := func(o duckdb.Options) providers.Provider {
		o.Name, o.TempDir, o.Logger = Demo, t.TempDir(), hclog.NewNullLogger()
		p, err := duckdb.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Close() })
		return p
	}
	demo, err := OpenDemo(t.Context(), Places{Temp: t.TempDir()}, hclog.NewNullLogger())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Close() })
	found := open(duckdb.Options{Tables: files})
	for name := range files {
		got, want := tableOf(t, demo, name), tableOf(t, found, name)
		if len(want) < 1000 || !slices.Equal(got, want) {
			t.Errorf("%s has %d rows of %s, DuckDB finds %d of %s", name, len(got)-1, got[0], len(want)-1, want[0])
		}
	}
}

// tableOf are the columns of a table with their types, then its rows.
func tableOf(t *testing.T, p providers.Provider, name string) (list []string) {
	t.Helper()
	c, err := p.Connect(t.Context(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	rows, err := c.Query(t.Context(), providers.Statement{SQL: "SELECT * FROM " + name}, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var columns []string
	for _, column := range rows.Columns() {
		columns = append(columns, column.Name+" "+column.TypeName)
	}
	list = append(list, fmt.Sprint(columns))
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%q", row))
	}
}
