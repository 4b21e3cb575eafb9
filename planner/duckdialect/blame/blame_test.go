package blame

import (
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestComplete: an error says what its statement shows, and stays as it is where the statement does not tell. The messages of PostgreSQL
// are those of TestSameStatements.
func TestComplete(t *testing.T) {
	for _, test := range []struct {
		code                sqlstate.Code
		message, sql, wants string
		position, placed    int
	}{
		{"42703", `column "x" does not exist`, "INSERT INTO s.t (a, x) VALUES (1, 2)", `column "x" of relation "t" does not exist`, 0, 21},
		{"42703", `column "x" does not exist`, "UPDATE t SET x = 1", `column "x" of relation "t" does not exist`, 0, 14},
		{"42703", `column "x" does not exist`, "UPDATE t SET x = x + 1", `column "x" does not exist`, 18, 18},
		{"42703", `column "x" does not exist`, "SELECT e.x FROM t e", `column e.x does not exist`, 8, 8},
		{"42703", `column "x" does not exist`, "SELECT x FROM t e", `column "x" does not exist`, 8, 8},
		{"42703", `column "VALUE" does not exist`, "SELECT VALUE FROM t", `column "value" does not exist`, 8, 8},
		{"42703", `column "VALUE" does not exist`, `SELECT "VALUE" FROM t`, `column "VALUE" does not exist`, 8, 8},
		{"42P01", `relation "VALUE" does not exist`, "SELECT * FROM VALUE", `relation "value" does not exist`, 15, 15},
		{"42703", `column "x" does not exist`, "ALTER TABLE t DROP COLUMN x", `column "x" of relation "t" does not exist`, 0, 0},
		{"42703", `column "x" does not exist`, "ALTER TABLE t ADD CHECK (x > 1)", `column "x" does not exist`, 0, 0},
		{"42703", `column "x" named in key does not exist`, "ALTER TABLE t ADD PRIMARY KEY (x)", `column "x" of relation "t" does not exist`, 0, 0},
		{"42703", `column "x" named in key does not exist`, "CREATE TABLE t (a int, PRIMARY KEY (x))", `column "x" named in key does not exist`, 0, 0},
		{"42701", `column "a" already exists`, "CREATE TABLE t (a int, a int)", `column "a" specified more than once`, 0, 0},
		{"42701", `column "a" already exists`, "ALTER TABLE t RENAME b TO a", `column "a" of relation "t" already exists`, 0, 0},
		{"42P01", `missing FROM-clause entry for table "t"`, "SELECT t.a FROM t x", `invalid reference to FROM-clause entry for table "t"`, 8, 8},
		{"42P01", `missing FROM-clause entry for table "t"`, "SELECT t.a FROM u x", `missing FROM-clause entry for table "t"`, 8, 8},
		{"42P01", `relation "v" does not exist`, "DROP VIEW u, v", `view "v" does not exist`, 0, 0},
		{"42P01", `relation "v" does not exist`, "SELECT * FROM v", `relation "v" does not exist`, 15, 15},
		{"42803", `column "b" must appear in the GROUP BY clause or be used in an aggregate function`, "SELECT b FROM t AS x GROUP BY a", `column "x.b" must appear in the GROUP BY clause or be used in an aggregate function`, 8, 8},
		{"42803", `column "b" must appear in the GROUP BY clause or be used in an aggregate function`, "SELECT b FROM t, u GROUP BY a", `column "b" must appear in the GROUP BY clause or be used in an aggregate function`, 8, 8},
		{"42803", "aggregate functions are not allowed in WHERE", "SELECT 1 FROM a JOIN b ON count(*) > 1", "aggregate functions are not allowed in JOIN conditions", 27, 27},
		{"42P20", "window functions are not allowed here", "UPDATE t SET a = row_number() OVER ()", "window functions are not allowed in UPDATE", 0, 18},
		{"42P10", "ORDER BY position is not in the select list", "SELECT a, b FROM t ORDER BY 1, 5", "ORDER BY position 5 is not in select list", 0, 32},
		{"42P10", "ORDER BY position is not in the select list", "SELECT * FROM t ORDER BY 4, 5", "ORDER BY position is not in the select list", 0, 0},
		{"2201W", "LIMIT and OFFSET must not be negative", "SELECT 1 LIMIT -1", "LIMIT must not be negative", 0, 0},
		{"2201W", "LIMIT and OFFSET must not be negative", "SELECT 1 LIMIT 1 OFFSET -1", "OFFSET must not be negative", 0, 0},
		{"2201W", "LIMIT and OFFSET must not be negative", "SELECT 1 LIMIT $1 OFFSET $2", "LIMIT and OFFSET must not be negative", 0, 0},
		{"42601", "each query of a set operation must have the same number of columns", "SELECT 1 UNION (SELECT 1 EXCEPT SELECT 1, 2)", "each EXCEPT query must have the same number of columns", 0, 0},
		{"42601", "subquery must return only one column", "SELECT 1 IN (SELECT 1, 2)", "subquery has too many columns", 0, 0},
		{"42601", "subquery must return only one column", "SELECT (SELECT 1, 2)", "subquery must return only one column", 0, 0},
	} {
		e := sqlstate.New(test.code, "%s", test.message).At(test.position)
		if Complete(e, test.sql); e.Message != test.wants || e.Position != test.placed {
			t.Errorf("%s:\n\tit says %q at %d", test.sql, e.Message, e.Position)
		}
	}
}
