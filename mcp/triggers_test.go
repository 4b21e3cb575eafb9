package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestTriggersByOwnNames: in delete_safe no call, and no calls one after the other, give the names in a trigger another meaning.
func TestTriggersByOwnNames(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	eyes, err := pgconn.Connect(t.Context(), dsn)
	must(t, err)
	defer eyes.Close(context.Background())
	super := func(sql string) string {
		results, err := eyes.Exec(t.Context(), sql).ReadAll()
		must(t, err)
		if last := results[len(results)-1]; len(last.Rows) > 0 {
			return string(last.Rows[0][0])
		}
		return ""
	}
	super(`CREATE TABLE orders (n int); CREATE TABLE queue (n int); CREATE TABLE app (n int); INSERT INTO orders VALUES (1), (2), (3);
CREATE FUNCTION clears() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN DELETE FROM queue; RETURN NEW; END$$;
CREATE TRIGGER clears AFTER INSERT OR UPDATE ON app FOR EACH ROW EXECUTE FUNCTION clears();
CREATE SCHEMA evil; CREATE VIEW evil.queue AS SELECT n FROM orders`)
	call := open(t, settings{dsn: dsn, mode: gate.DeleteSafe}).overHTTP(t)
	mutate := func(sql string) string {
		return call(callMessage(7, "run_mutation_query", `{"provider":"pg","sql":"`+sql+`"}`))
	}
	for name, play := range map[string][]string{
		"set_config":            {"INSERT INTO app SELECT 2 FROM set_config('search_path', 'evil,public', false)"},
		"set_config, local":     {"INSERT INTO app VALUES (2) RETURNING set_config('search_path', 'evil,public', true)"},
		"set_config, parameter": {"WITH x AS MATERIALIZED (SELECT set_config('search_path', concat('evil', ',public'), true)) INSERT INTO app SELECT 2 FROM x"},
		"a call before":         {"CREATE TEMP VIEW queue AS SELECT n FROM orders", "INSERT INTO app VALUES (2)"},
		"two calls before":      {"CREATE TEMP TABLE queue () INHERITS (orders)", "INSERT INTO app VALUES (2)", "UPDATE app SET n = 3"},
		"EXPLAIN":               {"EXPLAIN ANALYZE INSERT INTO app SELECT 2 FROM set_config('search_path', 'evil,public', false)"},
	} {
		refused := 0
		for _, sql := range play {
			if got := mutate(sql); strings.Contains(got, "42501") {
				refused++
			}
		}
		if refused == 0 && len(play) == 1 {
			t.Errorf("%s: nothing was refused", name)
		}
		if n := super("SELECT count(*) FROM orders"); n != "3" {
			t.Errorf("%s: %s of 3 orders are left", name, n)
			super("TRUNCATE orders; INSERT INTO orders VALUES (1), (2), (3)")
		}
	}
	super("TRUNCATE app")
	got := mutate("INSERT INTO app VALUES (2)")
	if strings.Contains(got, "40001") { // the TRUNCATE has changed the table since the catalog was read
		got = mutate("INSERT INTO app VALUES (2)")
	}
	if strings.Contains(got, "42501") || super("SELECT count(*) FROM app") != "1" {
		t.Errorf("by the names of all: %s", got)
	}
}
