package duckdb

import (
	"runtime"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestKeptPlansSeeRows runs a text, changes what it must find, and runs it again.
func TestKeptPlansSeeRows(t *testing.T) {
	for name, test := range map[string]struct{ set, sql, change, want string }{
		"a first row":        {"CREATE TABLE g(a text)", "SELECT a FROM g WHERE a = 'x'", "INSERT INTO g VALUES ('x')", "x"},
		"beyond the others":  {"CREATE TABLE g(a int); INSERT INTO g VALUES (1), (2)", "SELECT a FROM g WHERE a = 9", "INSERT INTO g VALUES (9)", "9"},
		"a key":              {"CREATE TABLE g(a int PRIMARY KEY)", "SELECT a FROM g WHERE a = 9", "INSERT INTO g VALUES (9)", "9"},
		"the first NULL":     {"CREATE TABLE g(a int, b int); INSERT INTO g VALUES (1, 1)", "SELECT a FROM g WHERE b IS NULL", "INSERT INTO g VALUES (2, NULL)", "2"},
		"by UPDATE":          {"CREATE TABLE g(a int); INSERT INTO g VALUES (1)", "SELECT a FROM g WHERE a = 9", "UPDATE g SET a = 9", "9"},
		"a join":             {"CREATE TABLE g(a int); CREATE TABLE h(a int); INSERT INTO g VALUES (1); INSERT INTO h VALUES (5)", "SELECT g.a FROM g JOIN h USING (a)", "INSERT INTO g VALUES (5)", "5"},
		"by INSERT … SELECT": {"CREATE TABLE g(a int)", "SELECT a FROM g WHERE a = 3", "INSERT INTO g SELECT 3", "3"},
		"by EXPLAIN ANALYZE": {"CREATE TABLE g(a int)", "SELECT a FROM g WHERE a = 3", "EXPLAIN ANALYZE INSERT INTO g VALUES (3)", "3"},
	} {
		for who, others := range map[string]bool{"its own": false, "another's": true} {
			for _, block := range []bool{false, true} {
				t.Run(name+", "+who, func(t *testing.T) {
					p := open(t, Options{})
					c := connect(t, p, providers.ConnOptions{})
					writer := c
					if others {
						writer = connect(t, p, providers.ConnOptions{})
					}
					for sql := range strings.SplitSeq(test.set, ";") {
						must(t, c, sql)
					}
					must(t, c, test.sql)
					must(t, c, test.sql)
					if block {
						must(t, writer, "BEGIN")
						must(t, writer, test.sql)
					}
					must(t, writer, test.change)
					if block {
						if got := must(t, writer, test.sql).rows; len(got) != 1 || got[0] != test.want {
							t.Errorf("in the block %q, want %s", got, test.want)
						}
						must(t, c, "SELECT 1")
						must(t, writer, "COMMIT")
					}
					if got := must(t, c, test.sql).rows; len(got) != 1 || got[0] != test.want {
						t.Errorf("%q, want %s", got, test.want)
					}
				})
			}
		}
	}
}

// TestKeptChangesSeeRows: a kept UPDATE changes rows that came later.
func TestKeptChangesSeeRows(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	must(t, c, "CREATE TABLE g(a int, b int)")
	for _, want := range []string{"UPDATE 0", "UPDATE 1"} {
		if tag := must(t, c, "UPDATE g SET b = 1 WHERE a = 7").tag; tag != want {
			t.Errorf("%s, want %s", tag, want)
		}
		must(t, c, "INSERT INTO g VALUES (7, 0)")
	}
}

// TestCostlyPlansAreForgotten: a text whose planning took much leaves no plan when it has run. The plans of others stay.
func TestCostlyPlansAreForgotten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what a plan takes is counted on Linux alone")
	}
	c := demo(t)
	must(t, c, "SELECT 1")
	const path = "ARRAY['public']::text[]"
	must(t, c, "SELECT __pg.cat.regclass_text("+path+", __pg.cat.regclass_oid("+path+", __pg.cat.pg_get_serial_sequence("+path+
		", __pg.cat.regclass_text("+path+", a.attrelid)::text, a.attname)))::text FROM __pg.cat.pg_attribute a WHERE attname = 'iata'")
	if len(c.prepared) != 1 {
		t.Errorf("%d plans are kept, want that of SELECT 1", len(c.prepared))
	}
}
