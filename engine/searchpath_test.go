package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestPathsAndPolicies: the gate judges the relation that the engine reads, whatever the search path has in it and in whatever order.
// What is denied has a marker in its rows.
func TestPathsAndPolicies(t *testing.T) {
	e := duckShop(t, "marker")
	admin := enter(t, e, "admin")
	for _, sql := range []string{
		"CREATE SCHEMA free", "CREATE TABLE free.hidden AS SELECT 1 AS id, 'free' AS value", "CREATE SCHEMA secret", "CREATE TABLE secret.hidden AS SELECT 1 AS id, 'marker' AS value",
		"CREATE TABLE secret.orders AS SELECT 1 AS id, 'marker' AS note", "CREATE TABLE secret.pg_tables AS SELECT 'marker' AS value", "CREATE TABLE secret.pg_class AS SELECT 'marker' AS value",
		"CREATE TABLE free.pg_class AS SELECT 'free' AS value", "CREATE SEQUENCE secret.counter", "CREATE TABLE secret.tables AS SELECT 'marker' AS value", "CREATE SCHEMA analyst",
		"CREATE TABLE analyst.hidden AS SELECT 1 AS id, 'marker' AS value", "CREATE TABLE analyst.orders AS SELECT 1 AS id, 'marker' AS note",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	schemas := []string{"free", "shop", "secret", "pg_temp", "pg_catalog", `"$user"`, "information_schema"}
	reads := []string{
		"SELECT value FROM hidden", "SELECT note FROM orders", "SELECT value FROM pg_tables", "SELECT * FROM pg_class WHERE false OR true LIMIT 3", "SELECT value FROM tables", "SELECT x.value FROM hidden x, hidden",
		"WITH w AS (SELECT value FROM hidden) SELECT * FROM w", "SELECT (SELECT max(value) FROM hidden)", "SELECT * FROM hidden h WHERE h.value IN (SELECT value FROM hidden)",
	}
	found := 0
	for _, temporary := range []bool{false, true} {
		s := enter(t, e, "analyst")
		if temporary {
			for _, sql := range []string{"SET search_path = free", "CREATE TEMP TABLE hidden AS SELECT 1 AS id, 'own' AS value"} {
				if _, err := run(t.Context(), s, anything(sql)); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, first := range schemas {
			for _, second := range schemas {
				if _, err := run(t.Context(), s, anything("SET search_path = "+first+", "+second)); err != nil {
					t.Fatal(err)
				}
				for _, sql := range reads {
					out, err := run(t.Context(), s, anything(sql))
					if strings.Contains(out, "marker") || err != nil && strings.Contains(err.Error(), "marker") {
						t.Errorf("search_path %s, %s: %s has told what is denied: %s %v", first, second, sql, out, err)
					}
					if strings.Contains(out, "free") || strings.Contains(out, "own") {
						found++
					}
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d reads have found what they may read", found)
	}
}

// TestPathsAndNewRelations: a relation is judged by the schema where it is made, not by one of its name further on in the path.
func TestPathsAndNewRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin := enter(t, e, "admin")
	for _, sql := range []string{"CREATE SCHEMA free", "CREATE SCHEMA secret", "CREATE TABLE free.made_here (a int)"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	s := enter(t, e, "analyst")
	if _, err := run(t.Context(), s, anything("SET search_path = secret, free")); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE TABLE made_here (a int)", "CREATE TABLE made_here AS SELECT 1 AS a", "SELECT 1 AS a INTO made_here", "CREATE VIEW made_here AS SELECT 1 AS a", "CREATE SEQUENCE made_here", "CREATE TABLE other (a int)"} {
		if _, err := run(t.Context(), s, anything(sql)); !refusedByGate(err) {
			t.Errorf("%s is not refused: %v", sql, err)
		}
	}
	if out, err := run(t.Context(), admin, anything("SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'secret'")); err != nil || !strings.Contains(out, "0") {
		t.Errorf("the schema has relations: %s, %v", out, err)
	}
}

// TestPathOfUser: the schema of the session's user is in its path as soon as there is one, for the gate as for the engine, and
// what was prepared before is judged anew.
func TestPathOfUser(t *testing.T) {
	d, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck"})
	if err != nil {
		t.Fatal(err)
	}
	e := engineOver(t, d, shopRoles(t, "duck"))
	admin := enter(t, e, "admin")
	early := enter(t, e, "browser")
	for _, sql := range []string{"CREATE SCHEMA shop", "CREATE TABLE shop.orders AS SELECT 'shop' AS note", "CREATE TABLE public.orders AS SELECT 'marker' AS note"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	read := func(want string, refused bool) {
		t.Helper()
		late := enter(t, e, "browser")
		for i := range 2 { // before there is a connection, and with one
			for _, s := range []int{0, 1} {
				session := late
				if s == 0 {
					session = early
				}
				out, err := run(t.Context(), session, anything("SELECT note FROM orders"))
				if refused != refusedByGate(err) || !refused && (err != nil || !strings.Contains(out, want)) {
					t.Errorf("read %d: %q, %v; want %q, refused: %v", i, out, err, want, refused)
				}
			}
		}
	}
	read("", true)
	for _, sql := range []string{"CREATE SCHEMA browser", "CREATE TABLE browser.orders AS SELECT 'marker' AS note"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	read("", true)
	if _, err := run(t.Context(), early, anything("SET search_path = \"$user\", shop")); err != nil {
		t.Fatal(err)
	}
	if out, err := run(t.Context(), early, anything("SELECT note FROM orders")); !refusedByGate(err) {
		t.Errorf("the user's schema is read: %q, %v", out, err)
	}
	if _, err := run(t.Context(), admin, anything("DROP SCHEMA browser CASCADE")); err != nil {
		t.Fatal(err)
	}
	batch, err := early.Prepare(t.Context(), anything("SELECT note FROM orders"))
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE SCHEMA browser", "CREATE TABLE browser.orders AS SELECT 'marker' AS note"} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if result, err := early.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{}); err == nil {
		var b strings.Builder
		err = drain(&b, result)
		t.Errorf("what was prepared has run by the new path: %q, %v", b.String(), err)
	} else if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
		t.Error(err)
	}
}
