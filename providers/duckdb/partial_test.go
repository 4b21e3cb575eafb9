package duckdb

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestUniqueIndexOfSomeRows: a unique index with a condition or of an expression holds after the database was closed and
// opened again, when a transaction is rolled back to a savepoint, and when the table is made again.
func TestUniqueIndexOfSomeRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "d.duckdb")
	p, err := Open(t.Context(), Options{Name: "demo", Path: file})
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, p, providers.ConnOptions{})
	for _, sql := range []string{
		"CREATE TABLE u (id int PRIMARY KEY, email text, gone bool)",
		"CREATE UNIQUE INDEX u_live ON u ((CASE WHEN gone IS NULL THEN email END))",
		"CREATE UNIQUE INDEX u_lower ON u ((CASE WHEN id > 100 THEN lower(email) END))",
		"INSERT INTO u VALUES (1, 'a', NULL), (2, 'a', true), (101, 'B', NULL)",
	} {
		mustRun(t, c, sql)
	}
	twice := func(when string) {
		t.Helper()
		for sql, name := range map[string]string{"INSERT INTO u VALUES (9, 'a', NULL)": "u_live", "INSERT INTO u VALUES (109, 'b', true)": "u_lower"} {
			err := sqlstate.From(tryRun(t, c, sql))
			if err.Code != sqlstate.UniqueViolation || err.Constraint != name {
				t.Errorf("%s, %s: %v of %q: %s", when, sql, err, err.Constraint, err.Detail)
			}
		}
	}
	twice("at first")
	for _, sql := range []string{"BEGIN", "INSERT INTO u VALUES (3, 'c', NULL)", "SAVEPOINT s", "DELETE FROM u WHERE id = 1", "ROLLBACK TO s", "COMMIT"} {
		mustRun(t, c, sql)
	}
	twice("behind a savepoint")
	mustRun(t, c, "ALTER TABLE u ADD CONSTRAINT positive CHECK (id > 0)")
	twice("after ALTER TABLE")
	crashed := t.TempDir()
	for _, name := range []string{"d.duckdb", "d.duckdb.wal"} { // what a crash leaves behind
		data, err := os.ReadFile(filepath.Join(filepath.Dir(file), name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(crashed, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{file, file, filepath.Join(crashed, "d.duckdb")} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if p, err = Open(t.Context(), Options{Name: "demo", Path: file}); err != nil {
			t.Fatal(err)
		}
		c = connect(t, p, providers.ConnOptions{})
		twice("opened again")
		mustRun(t, c, "DELETE FROM u WHERE id = 3")
		mustRun(t, c, "INSERT INTO u VALUES (3, 'c', NULL)")
	}
	t.Cleanup(func() { _ = p.Close() })
}
