package duckdb

import (
	"errors"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// racedUnique defines a deferrable UNIQUE of a table u: u_a_key.
var racedUnique = providers.Statement{
	SQL: "CREATE TABLE u (a int)", Verb: "CREATE TABLE",
	After: []string{"CREATE INDEX u_a_key ON u (a)", "COMMENT ON INDEX u_a_key IS '" + providers.KeptIndex{
		Keys: []providers.KeptIndexKey{{Column: "a"}}, Columns: []string{"a"}, Constraint: "u", Deferrable: true, Deferred: true,
	}.Text() + "'"},
}

// TestUniqueMeanwhile: of two transactions that give two rows the same deferrable key, at most one commits.
func TestUniqueMeanwhile(t *testing.T) {
	for name, steps := range map[string]struct{ one, two, end []string }{
		"two blocks insert":                   {[]string{"BEGIN", "INSERT INTO u VALUES (9)"}, []string{"BEGIN", "INSERT INTO u VALUES (9)", "COMMIT"}, []string{"COMMIT"}},
		"a statement inserts beside a block":  {[]string{"BEGIN", "INSERT INTO u VALUES (9)"}, []string{"INSERT INTO u VALUES (9)"}, []string{"COMMIT"}},
		"a block inserts, another one sets":   {[]string{"BEGIN", "UPDATE u SET a = 9 WHERE a = 1"}, []string{"BEGIN", "INSERT INTO u VALUES (9)", "COMMIT"}, []string{"COMMIT"}},
		"the snapshot is older than the rows": {[]string{"BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT * FROM u"}, []string{"INSERT INTO u VALUES (9)"}, []string{"INSERT INTO u VALUES (9)", "COMMIT"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, Options{})
			one, two := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
			rows, err := one.Query(t.Context(), racedUnique, providers.Args{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := readAll(rows, "no rows"); err != nil {
				t.Fatal(err)
			}
			mustRun(t, one, "INSERT INTO u VALUES (1), (2)")
			var failed error
			for _, sql := range steps.one {
				mustRun(t, one, sql)
			}
			for _, sql := range steps.two {
				failed = errors.Join(failed, tryRun(t, two, sql))
			}
			for _, sql := range steps.end {
				failed = errors.Join(failed, tryRun(t, one, sql))
			}
			if one.Status() != providers.Idle {
				mustRun(t, one, "ROLLBACK")
			}
			if code := sqlstate.CodeOf(failed); code != sqlstate.SerializationFailure && code != sqlstate.UniqueViolation {
				t.Errorf("one failed with %v", failed)
			}
			left, err := two.collectText("SELECT count(*)::varchar FROM u WHERE a = 9")
			if err != nil || left[0][0] != "1" {
				t.Errorf("%v rows have the key: %v", left, err)
			}
		})
	}
}
