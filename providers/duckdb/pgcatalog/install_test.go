package pgcatalog_test

import (
	"database/sql"
	"slices"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// open returns an embedded database with the emulation installed.
func open(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	var aliases []string // here without their names: the driver of database/sql cannot make those
	for _, a := range pgcatalog.Aliases() {
		aliases = append(aliases, "CREATE TYPE memory.main."+a.Name+" AS "+a.Base)
	}
	aliases = append(aliases, "CREATE MACRO memory.main.pg__definition(query, pretty) AS NULL::VARCHAR",
		"CREATE MACRO memory.main.pg__reads(query) AS NULL::VARCHAR",
		"CREATE MACRO memory.main.pg__check_option(query) AS NULL::VARCHAR",
		"CREATE MACRO memory.main.pg__rule(expression, columns, pretty) AS NULL::VARCHAR", // these are computed in Go
		"CREATE MACRO memory.main.pg__array_size(list, dimension) AS NULL::INTEGER", "CREATE MACRO memory.main.pg__array_dims(list) AS NULL::VARCHAR",
		"CREATE MACRO memory.main.pg__array_text(list, separator, instead) AS NULL::VARCHAR", "CREATE MACRO memory.main.pg__cardinality(list) AS NULL::INTEGER",
		"CREATE MACRO memory.main.pg__width_bucket(x, low, high, n) AS NULL::INTEGER", "CREATE MACRO memory.main.pg__numeric_bucket(x, low, high, n) AS NULL::INTEGER",
		"CREATE MACRO memory.main.pg__trunc_div(x, y) AS NULL::VARCHAR",
		"CREATE MACRO memory.main.pg__size_pretty(size) AS size || ' bytes'") // the tables here have no more than some bytes
	for _, s := range slices.Concat(aliases, []string{
		"ATTACH ':memory:' AS demo", "CREATE SCHEMA demo.public", "SET search_path = 'demo.public,memory.main'",
		"SET integer_division = true", "SET default_null_order = 'nulls_last_on_asc_first_on_desc'", "SET TimeZone = 'UTC'",
	}, pgcatalog.AttachTables(pgcatalog.Place{Name: "demo"}), []string{"ATTACH ':memory:' AS " + pgcatalog.Database + " (HIDDEN)"}, pgcatalog.Make()) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v\n%.2000s", err, s)
		}
	}
	return db
}

func TestInstall(t *testing.T) {
	db := open(t)
	var n int
	if err := db.QueryRow("select count(*) from __pg.cat.pg_type").Scan(&n); err != nil || n < 190 {
		t.Errorf("pg_type has %d rows, %v", n, err)
	}
}

func BenchmarkInstall(b *testing.B) {
	for b.Loop() {
		open(b).Close()
	}
}
