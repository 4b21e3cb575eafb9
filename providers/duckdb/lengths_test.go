package duckdb

import (
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestLimitedTypesStay: columns of limited length are what they were when the file is opened again.
func TestLimitedTypesStay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.db")
	p := open(t, Options{Path: file})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE kept (v pg_varchar_37, c pg_bpchar_4)")
	must(t, c, "INSERT INTO kept VALUES ('it', 'ab')")
	must(t, c, "CREATE VIEW shown AS SELECT CAST('x' AS pg_varchar_77) AS v")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	c = connect(t, open(t, Options{Path: file}), providers.ConnOptions{})
	got := must(t, c, "SELECT upper(v), v, c, c = 'ab  ' FROM kept")
	if got.rows[0] != "IT|it|ab  |t" || got.columns[1].TypeName != "character varying(37)" || got.columns[2].TypeMod != 8 {
		t.Errorf("the row is %q, its columns %+v", got.rows, got.columns)
	}
	if got := must(t, c, "SELECT v FROM shown"); got.rows[0] != "x" || got.columns[0].TypeName != "character varying(77)" {
		t.Errorf("the view has %q, its columns %+v", got.rows, got.columns)
	}
	must(t, c, "INSERT INTO kept VALUES (pg__hold_varchar('x', 37), pg__hold_bpchar('y  ', 4))")
	refused(t, c, sqlstate.Code("22001"), "INSERT INTO kept (c) VALUES (pg__hold_bpchar('longer', 4))")
}
