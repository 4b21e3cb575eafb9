package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Of two transactions, one that makes a row refer to a second row and one that deletes that second row, at most
// one commits, in either order.
func TestKeysOfTwoTransactions(t *testing.T) {
	key := "CHECK (" + "'" + providers.KeptConstraint{Kind: "f", Name: "c_p_fkey", Columns: []string{"p"}, Table: "p", Delete: "a", Update: "a"}.Text() + "' IS NOT NULL)"
	for _, order := range [][2]string{
		{"INSERT INTO c VALUES (1)", "DELETE FROM p WHERE id = 1"},
		{"DELETE FROM p WHERE id = 1", "INSERT INTO c VALUES (1)"},
		{"UPDATE c SET p = 1", "UPDATE p SET id = 7 WHERE id = 1"},
		{"INSERT INTO c VALUES (1)", "TRUNCATE p, c"},
	} {
		p := open(t, Options{})
		one, two := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
		for _, sql := range []string{"CREATE TABLE p (id int PRIMARY KEY)", "CREATE TABLE c (p int, " + key + ")", "INSERT INTO p VALUES (1), (2)", "INSERT INTO c VALUES (2)", "BEGIN", order[0]} {
			mustRun(t, one, sql)
		}
		mustRun(t, two, "BEGIN")
		mustRun(t, two, "SELECT count(*) FROM c")
		first := order[1]
		err := tryRun(t, two, first)
		mustRun(t, one, "COMMIT")
		if err == nil {
			err = tryRun(t, two, "COMMIT")
		}
		if code := sqlstate.CodeOf(err); code != sqlstate.SerializationFailure && code != sqlstate.ForeignKeyViolation {
			t.Errorf("%s beside %s: %v", first, order[0], err)
		}
	}
}

func TestAssignedColumns(t *testing.T) {
	for sql, want := range map[string]string{
		`UPDATE t SET a = 1, "B" = CASE WHEN x THEN 1 ELSE 2 END, c = f(d, e) WHERE z = 1`:                     "a,B,c",
		`UPDATE t SET (a, b) = (SELECT 1, 2), c = ARRAY[1, 2] FROM u WHERE q = 1 RETURNING r, s`:               "a,b,c",
		`INSERT INTO t (x, y) VALUES (1, 2) ON CONFLICT (x) DO UPDATE SET y = excluded.y, w = 2 WHERE t.v > 1`: "y,w",
		`DELETE FROM t WHERE a = 1`: "",
		`WITH q AS (SELECT 1 AS a) UPDATE t SET d = a IS DISTINCT FROM 1, e = 2 FROM q`: "d,e",
	} {
		if got := strings.Join(definition.AssignedColumns(sql), ","); got != want {
			t.Errorf("%s sets %s, want %s", sql, got, want)
		}
	}
}

func tryRun(t *testing.T, c *Conn, sql string) error {
	t.Helper()
	_, err := query(c, providers.Statement{SQL: sql}, providers.Args{})
	return err
}

func mustRun(t *testing.T, c *Conn, sql string) {
	t.Helper()
	if err := tryRun(t, c, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Those who approve a change are told where foreign keys carry it.
func TestFootprintOfKeys(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	key := func(table, deletes string) string {
		return "CHECK ('" + providers.KeptConstraint{Kind: "f", Name: "k", Columns: []string{"r"}, Table: table, Others: []string{"id"}, Delete: deletes, Update: "a"}.Text() + "' IS NOT NULL)"
	}
	for _, sql := range []string{
		"CREATE TABLE p (id int PRIMARY KEY)", "CREATE TABLE c (id int PRIMARY KEY, r int, " + key("p", "c") + ")",
		"CREATE TABLE g (id int PRIMARY KEY, r int, " + key("c", "n") + ")", "CREATE TABLE h (id int PRIMARY KEY, r int, " + key("g", "c") + ")",
	} {
		mustRun(t, c, sql)
	}
	for verb, want := range map[string]int{"DELETE": 2, "UPDATE": 0} {
		found, err := p.Footprint(t.Context(), []providers.Change{{Verb: verb, Name: "p"}})
		if err != nil || len(found.Cascades) != want {
			t.Errorf("%s of p is carried to %v (%v), want %d tables", verb, found.Cascades, err, want)
		}
	}
}
