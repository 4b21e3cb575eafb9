package engine_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/engine"
)

// TestHiddenIsToldAsAbsent: a statement about a relation that is not for the principal gets the words of one about a
// relation that does not exist.
func TestHiddenIsToldAsAbsent(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		reader, analyst := enter(t, e, "reader"), enter(t, e, "analyst") // the reader may use shop.orders alone
		for _, sql := range []string{
			"SELECT secret FROM shop.users, shop.%s", "SELECT u.* FROM shop.users u JOIN shop.%s h ON h.id = u.id", "SELECT (SELECT count(*) FROM shop.%s), u FROM shop.users u",
			"SELECT u.secret FROM shop.users u WHERE EXISTS (SELECT FROM shop.%s)", "INSERT INTO shop.log SELECT h.id, u.secret FROM shop.users u, shop.%s h", "SELECT * FROM shop.v_users, shop.%s",
			"SELECT relname FROM pg_class, shop.%s", "SELECT * FROM shop.%s",
		} {
			hidden, absent := strings.ReplaceAll(sql, "%s", "hidden"), strings.ReplaceAll(sql, "%s", "wibble")
			if one, other := strings.ReplaceAll(validated(t, analyst, hidden), "hidden", "NAME"), strings.ReplaceAll(validated(t, analyst, absent), "wibble", "NAME"); one != other {
				t.Errorf("%s: %s\n\tof what is hidden: %s\n\tof what is not there: %s", name, sql, one, other)
			}
		}
		for _, sql := range []string{
			"SELECT * FROM shop.%s", "SELECT count(*) FROM %s", "SELECT 1 FROM shop.%s x, shop.orders", "TABLE shop.%s", "INSERT INTO shop.%s VALUES (1)", "UPDATE shop.%s SET id = 1",
			"DELETE FROM shop.%s", "TRUNCATE shop.%s", "DROP TABLE shop.%s", "DROP TABLE IF EXISTS shop.%s", "DROP VIEW shop.%s", "ALTER TABLE shop.%s ADD x int", "COPY shop.%s TO STDOUT",
			"SELECT NULL::shop.%s", "SELECT NULL::shop.%s[]", "SELECT 'x'::shop.%s", "SELECT CAST(NULL AS shop.%s)", "SELECT shop.%s(NULL)", "SELECT shop.%s(1)", "SELECT (shop.%s(NULL)).id",
			"DROP TYPE shop.%s", "ALTER TYPE shop.%s RENAME TO x", "CREATE TABLE shop.mine (h shop.%s)", "CREATE TABLE shop.mine (LIKE shop.%s)", "CREATE TABLE shop.mine () INHERITS (shop.%s)",
			"CREATE TABLE shop.mine (i int REFERENCES shop.%s)", "ALTER TABLE shop.orders ADD h shop.%s", "ALTER SEQUENCE shop.loose OWNED BY shop.%s.id", "CREATE INDEX ON shop.%s (id)",
			"LOCK TABLE shop.%s", "COMMENT ON TABLE shop.%s IS 'x'", "EXPLAIN SELECT * FROM shop.%s", "PREPARE p AS SELECT * FROM shop.%s", "SELECT o.%s FROM shop.orders o",
			"DESCRIBE shop.%s", "SHOW METHODS IN shop.%s", "MERGE INTO shop.orders o USING shop.%s h ON false WHEN MATCHED THEN DELETE", "DROP INDEX shop.%s_index", "SELECT * FROM shop.%s_index",
		} {
			told := map[string]string{}
			for _, relation := range []string{"hidden", "wibble"} {
				_, err := undone(t, reader, strings.ReplaceAll(sql, "%s", relation))
				if err == nil {
					t.Errorf("%s: %s of %s is no error", name, sql, relation)
				}
				told[relation] = strings.ReplaceAll(toldOf(err)+validated(t, reader, strings.ReplaceAll(sql, "%s", relation)), relation, "NAME")
			}
			if told["hidden"] != told["wibble"] {
				t.Errorf("%s: %s\n\tof what is hidden: %s\n\tof what is not there: %s", name, sql, told["hidden"], told["wibble"])
			}
		}
	}
}

// validated is what a principal is told of a statement that does not run.
func validated(t *testing.T, s *engine.Session, sql string) string {
	t.Helper()
	list, err := s.Validate(t.Context(), anything(sql))
	return fmt.Sprintf("%+v %s", list, toldOf(err))
}

// TestRefusalsTakeAWholeStep: the time of a refusal does not tell whether there is a relation of that name.
func TestRefusalsTakeAWholeStep(t *testing.T) {
	const step = 25 * time.Millisecond
	e := pgShop(t, "a")
	reader := enter(t, e, "reader")
	sources := reader.Sources()
	for what, ask := range map[string]func(relation string) error{
		"a statement": func(relation string) error {
			_, err := reader.Prepare(t.Context(), anything("SELECT * FROM shop."+relation))
			return err
		},
		"a type": func(relation string) error {
			_, err := reader.Prepare(t.Context(), anything("SELECT NULL::shop."+relation))
			return err
		},
		"validation": func(relation string) error {
			_, err := reader.Validate(t.Context(), anything("SELECT * FROM shop."+relation))
			return cmp.Or(err, errors.New("it is not refused by an error"))
		},
		"a description": func(relation string) error { _, err := sources.Describe(t.Context(), "", "shop", relation); return err },
		"methods": func(relation string) error {
			_, _, err := sources.Methods(t.Context(), "", "shop", relation, "")
			return err
		},
		"a schema": func(relation string) error { _, err := sources.Resources(t.Context(), "", relation); return err },
	} {
		for _, relation := range []string{"hidden", "wibble", "hidden", "wibble"} {
			began := time.Now()
			if err, took := ask(relation), time.Since(began); err == nil || took < step {
				t.Errorf("%s, %s: %v after %v", what, relation, err, took)
			}
		}
	}
	began := time.Now()
	for range 10 {
		if _, err := reader.Prepare(t.Context(), anything("SELECT id FROM shop.orders")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("ten statements that are allowed: %v", time.Since(began))
}

// TestParametersNameNothing: a client gives a parameter a type whose values are names of objects.
func TestParametersNameNothing(t *testing.T) {
	e := pgShop(t, "a")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, kind := range []uint32{24, 2205, 2206, 2210, 2211, 4089, 4096} {
		r := anything("SELECT $1")
		r.ParamTypes = []uint32{kind}
		if _, err := analyst.Prepare(t.Context(), r); !refusedByGate(err) {
			t.Errorf("a parameter of the type %d is not refused: %v", kind, err)
		}
		if _, err := admin.Prepare(t.Context(), r); err != nil {
			t.Errorf("who may read all: %v", err)
		}
	}
}
