package pgwire

import (
	"fmt"
	"strings"
	"testing"
)

// TestOrigins: the columns of a result say which columns of which tables they are, where they are any's.
func TestOrigins(t *testing.T) {
	c := pgxConnect(t, serveDuckDB(t))
	for _, sql := range []string{"CREATE TABLE a (i int PRIMARY KEY, n text)", "CREATE TABLE b (i int, a int)", "CREATE VIEW v AS SELECT n FROM a", "INSERT INTO a VALUES (1, 'x')"} {
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	names := map[uint32]string{0: "none"}
	for _, name := range []string{"a", "b", "v"} {
		var oid uint32
		if err := c.QueryRow(t.Context(), "SELECT oid FROM pg_class WHERE relname = '"+name+"'").Scan(&oid); err != nil {
			t.Fatal(err)
		}
		names[oid] = name
	}
	for sql, want := range map[string]string{
		"SELECT * FROM a":                                   "a1 a2",
		"SELECT n, i + 1, x.i, 'k' FROM a x":                "a2 none0 a1 none0",
		"SELECT y.*, x.n FROM a x JOIN b AS y ON x.i = y.a": "b1 b2 a2",
		"SELECT n, a FROM a JOIN b ON a.i = b.a":            "a2 b2",
		"SELECT * FROM v":                                   "v1",
		"SELECT * FROM a JOIN b USING (i)":                  "none0 none0 none0",
		"WITH a AS (SELECT 1 AS i) SELECT i FROM a":         "none0",
		"SELECT i FROM a UNION SELECT i FROM b":             "none0",
		"SELECT i FROM (SELECT i FROM a) s":                 "none0",
		"UPDATE a SET n = 'y' RETURNING n, *":               "a2 a1 a2",
	} {
		described, err := c.Prepare(t.Context(), "", sql)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		var got []string
		for _, f := range described.Fields {
			got = append(got, fmt.Sprint(names[f.TableOID], f.TableAttributeNumber))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, not %s", sql, got, want)
		}
	}
}
