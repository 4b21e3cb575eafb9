package duckdb

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parquet"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What is written as Parquet reads as what it was, with its types.
func TestWriteParquet(t *testing.T) {
	dir := t.TempDir()
	csv, written := filepath.Join(dir, "it's.csv"), filepath.Join(dir, "it's.parquet")
	text := "i,n,t,d,ts,b,raw,odd\n" +
		"1,12.50,\"a,\"\"b\"\"\nc\",2024-02-29,2024-02-29 12:00:00+00,t,\\xdeadbeef,NaN\n" +
		",,\"\",,,f,,1.5\n"
	if err := os.WriteFile(csv, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	columns := []parquet.Column{{Name: "i", OID: 20}, {Name: "n", OID: 1700, Whole: 2, Scale: 2}, {Name: "a \"t\"", OID: 25}, {Name: "d", OID: 1082}, {Name: "ts", OID: 1184}, {Name: "b", OID: 16}, {Name: "raw", OID: 17}, {Name: "odd", OID: 1700}}
	if err := parquet.Write(t.Context(), columns, csv, written); err != nil {
		t.Fatal(err, sqlstate.From(err).Cause)
	}
	p := open(t, Options{Name: "files", Folder: dir})
	answers, err := p.queryAdmin(t.Context(), `SELECT CAST(r AS VARCHAR) || ' ' || CAST(typeof(n) AS VARCHAR) || ' ' || typeof(ts) FROM read_parquet(`+native.Text(written)+`) r ORDER BY i NULLS LAST`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range answers[0] {
		got = append(got, row[0])
	}
	const want = `{'i': 1, 'n': 12.50, 'a "t"': 'a,"b"` + "\nc" + `', 'd': 2024-02-29, 'ts': '2024-02-29 12:00:00+00', 'b': true, 'raw': \xdeadbeef, 'odd': NaN} DECIMAL(4,2) TIMESTAMP WITH TIME ZONE` +
		"\n" + `{'i': NULL, 'n': NULL, 'a "t"': '', 'd': NULL, 'ts': NULL, 'b': false, 'raw': NULL, 'odd': 1.5} DECIMAL(4,2) TIMESTAMP WITH TIME ZONE`
	if strings.Join(got, "\n") != want {
		t.Errorf("read as\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}

	if err := os.WriteFile(csv, []byte("d\ninfinity?\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := parquet.Write(t.Context(), []parquet.Column{{Name: "d", OID: 1082}}, csv, filepath.Join(dir, "x")); sqlstate.CodeOf(err) != sqlstate.DataException {
		t.Errorf("a date that is none: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := parquet.Write(ended, []parquet.Column{{Name: "d", OID: 25}}, csv, filepath.Join(dir, "y")); err != nil && sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("cancelled: %v", err)
	}
}
