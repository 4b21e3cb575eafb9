package duckdb

import (
	"errors"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestDuplicatesAreNamed: the error of a key that is there twice names table and constraint, as PostgreSQL's does; also
// within a transaction, which has failed then.
func TestDuplicatesAreNamed(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	runAll(t, c, `CREATE TABLE k(a int PRIMARY KEY, b int, c text, "D e" int, UNIQUE (b, c));CREATE UNIQUE INDEX own ON k("D e");CREATE INDEX other ON k(b);INSERT INTO k VALUES (1, 1, 'x', 1);CREATE TABLE single(a int PRIMARY KEY)`)
	for _, test := range []struct{ sql, constraint string }{
		{"INSERT INTO k VALUES (1, 2, 'y', 2)", "k_pkey"},
		{"INSERT INTO public.k(a, b, c) VALUES (2, 1, 'x')", "k_b_c_key"},
		{"INSERT INTO k SELECT 3, 3, 'z', 1", "own"},
		{"INSERT INTO single VALUES (4), (4)", "single_pkey"},
	} {
		table, _, _ := strings.Cut(test.constraint, "_")
		if table == "own" {
			table = "k"
		}
		for _, block := range []bool{false, true} {
			if block {
				must(t, c, "BEGIN")
			}
			_, err := try(c, test.sql)
			var e *sqlstate.Error
			if !errors.As(err, &e) || e.Code != sqlstate.UniqueViolation || e.Constraint != test.constraint || e.Table != table || e.Schema != "public" ||
				e.Message != `duplicate key value violates unique constraint "`+test.constraint+`"` {
				t.Errorf("%s: %v %+v %v", test.sql, err, e, e.Cause)
			}
			if block {
				must(t, c, "ROLLBACK")
			}
		}
	}
	must(t, c, "CREATE TEMP TABLE mine(a int PRIMARY KEY)")
	must(t, c, "INSERT INTO mine VALUES (1)")
	if _, err := try(c, "INSERT INTO mine VALUES (1)"); sqlstate.CodeOf(err) != sqlstate.UniqueViolation {
		t.Error(err)
	}
}
