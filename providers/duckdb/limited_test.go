package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestLimitedTypesInTransactions uses lengths for the first time in transactions that have looked at the catalog before.
func TestLimitedTypesInTransactions(t *testing.T) {
	p := open(t, Options{})
	a, b := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	const look = "SELECT count(*) FROM duckdb_types()"
	read := func(c *Conn) string {
		t.Helper()
		return must(t, c, "SELECT string_agg(data_type, ',' ORDER BY column_index) FROM duckdb_columns() WHERE table_name = 't'").rows[0]
	}
	for range 2 { // what is rolled back can be made again
		must(t, a, "BEGIN")
		must(t, a, look)
		must(t, a, "CREATE TABLE t(a pg_varchar_7, b pg_bpchar_8)")
		must(t, a, "SAVEPOINT s")
		must(t, a, "DROP TABLE t")
		must(t, a, "ROLLBACK TO s")
		if got := read(a); got != "PG_VARCHAR_7,PG_BPCHAR_8" {
			t.Error(got)
		}
		refused(t, b, "40001", "CREATE TABLE u(a pg_varchar_7)")
		must(t, a, "ROLLBACK")
	}
	must(t, b, "CREATE TABLE u(a pg_varchar_7)")
	must(t, a, "BEGIN")
	must(t, a, look)
	must(t, b, "CREATE TABLE v(a pg_varchar_9)")
	refused(t, a, "40001", "CREATE TABLE t(a pg_varchar_9)")
	must(t, a, "ROLLBACK")
	must(t, a, "BEGIN")
	must(t, a, look)
	must(t, a, "CREATE TABLE t(a pg_varchar_9, b pg_bpchar_8)")
	must(t, a, "ALTER TABLE t ADD COLUMN c pg_varchar_11")
	must(t, a, "INSERT INTO t(b) VALUES ('x')")
	must(t, a, "COMMIT")
	if got := read(b); got != "PG_VARCHAR_9,PG_BPCHAR_8,PG_VARCHAR_11" {
		t.Error(got)
	}
	must(t, b, "CREATE TABLE w(a pg_varchar_11)")
	if got := must(t, b, "SELECT b = 'x   ' FROM t").rows[0]; got != "t" {
		t.Error(got)
	}
}
