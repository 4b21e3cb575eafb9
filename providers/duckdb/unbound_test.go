package duckdb

import (
	"context"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

func TestUnbound(t *testing.T) {
	c := connect(t, open(t, Options{Name: "demo"}), providers.ConnOptions{})
	d, err := c.Describe(context.Background(), providers.Statement{
		SQL:  "SELECT relname, relnatts FROM __pg.cat.pg_class WHERE oid = __pg.cat.regclass_oid(ARRAY['public']::text[], $1) AND relname <> $2",
		Verb: "SELECT", ReadOnly: true, ParamTypes: []uint32{2205},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Columns) != 2 || d.Columns[0].Name != "relname" || d.Columns[1].Type != 21 {
		t.Errorf("the columns are %v", d.Columns)
	}
}

// TestOIDLists: asyncpg reads the parts of an array type from such a column.
func TestOIDLists(t *testing.T) {
	c := connect(t, open(t, Options{Name: "demo"}), providers.ConnOptions{})
	a := must(t, c, "SELECT list(oid) AS typeoids, count(*) AS n FROM __pg.cat.pg_type WHERE typname = 'int4'")
	if a.columns[0].Type != 1028 || a.rows[0] != "{23}|1" {
		t.Errorf("got %v %v", a.columns, a.rows)
	}
	if a := must(t, c, "SELECT [1::bigint] AS typeoids"); a.columns[0].Type != 1016 {
		t.Errorf("without the catalog: %v", a.columns)
	}
}
