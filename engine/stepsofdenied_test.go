package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// stepwise runs the statements of a message, up to one that cannot be planned.
func stepwise(t *testing.T, s *engine.Session, sql string) (string, error) {
	t.Helper()
	batch, err := s.Prepare(t.Context(), engine.Request{SQL: sql, Purpose: gate.AnyPurpose, Stepwise: true})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error { return drain(&out, r) })
	return out.String(), err
}

// TestStepsOfDeniedRelations: of a message whose later statement names a denied relation nothing runs, whether that statement can be
// planned or not, and its error tells no more than that of the statement alone.
func TestStepsOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst, reader := enter(t, e, "admin"), enter(t, e, "analyst"), enter(t, e, "reader")
	if _, err := run(t.Context(), admin, anything("CREATE TABLE shop.steps (n int)")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		who *engine.Session
		sql string
	}{
		{analyst, "SELECT * FROM shop.hidden"},
		{analyst, "SELECT nope FROM shop.hidden"},
		{analyst, "SELECT valu FROM shop.hidden"},
		{analyst, "SELECT id + 'x'::date FROM shop.hidden"},
		{analyst, "SELECT nope(id) FROM shop.hidden"},
		{analyst, "SELECT id FROM shop.hidden GROUP BY value"},
		{analyst, "SELECT * FROM shop.hidden JOIN shop.nope USING (id)"},
		{analyst, "SELECT * FROM shop.nope JOIN shop.hidden USING (id)"},
		{analyst, "SELECT (SELECT nope FROM shop.hidden) FROM shop.orders"},
		{analyst, "WITH h AS (SELECT nope FROM shop.hidden) SELECT * FROM h"},
		{analyst, "SELECT 'shop.hidden'::regclass"},
		{analyst, "SELECT nope FROM shop.v_hidden"},
		{analyst, "INSERT INTO shop.hidden (nope) VALUES (1)"},
		{analyst, "INSERT INTO shop.steps SELECT nope FROM shop.hidden"},
		{analyst, "UPDATE shop.hidden SET nope = 1"},
		{analyst, "DELETE FROM shop.hidden WHERE nope = 1"},
		{analyst, "DELETE FROM shop.steps USING shop.hidden WHERE nope = 1"},
		{analyst, "TRUNCATE shop.hidden, shop.nope"},
		{analyst, "ALTER TABLE shop.hidden DROP COLUMN nope"},
		{analyst, "CREATE VIEW shop.seen AS SELECT nope FROM shop.hidden"},
		{analyst, "CREATE TABLE shop.child (id int REFERENCES shop.hidden (nope))"},
		{analyst, "COMMENT ON COLUMN shop.hidden.nope IS 'x'"},
		{analyst, "SELECT secret FROM shop.users"},
		{analyst, "SELECT secret, nope FROM shop.users"},
		{analyst, "DECLARE c CURSOR WITH HOLD FOR SELECT nope FROM shop.hidden"},
		{reader, "SELECT nope FROM shop.users"},
		{reader, "DELETE FROM shop.orders WHERE nope = 1"},
	} {
		if test.who == analyst {
			_, alone := run(t.Context(), test.who, anything(test.sql))
			for _, before := range []string{
				"INSERT INTO shop.steps VALUES (1)", "SELECT 1; DELETE FROM shop.steps", "BEGIN; INSERT INTO shop.steps VALUES (1); COMMIT", "CREATE TABLE shop.steps2 (n int)",
			} {
				out, err := stepwise(t, test.who, before+"; "+test.sql)
				if out != "" || !refusedByGate(err) {
					t.Errorf("%s; %s\n\tis answered by %q, %v", before, test.sql, out, err)
				}
				if refusedByGate(alone) && allOf(err) != allOf(alone) {
					t.Errorf("%s; %s\n\ttells %s\n\tand the statement alone %s", before, test.sql, allOf(err), allOf(alone))
				}
			}
			continue
		}
		if out, err := stepwise(t, test.who, "SELECT 1; "+test.sql); out != "" || sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
			t.Errorf("SELECT 1; %s\n\tis answered by %q, %v", test.sql, out, err)
		}
	}
	if out, err := run(t.Context(), admin, anything("SELECT count(*) FROM shop.steps")); err != nil || !strings.Contains(out, "count\n0\n") {
		t.Errorf("shop.steps has rows: %q, %v", out, err)
	}
	if _, err := run(t.Context(), admin, anything("SELECT * FROM shop.steps2")); sqlstate.CodeOf(err) != sqlstate.UndefinedTable {
		t.Errorf("a refused message has made a table: %v", err)
	}
}

// TestStepsBeforeDeniedRelations: a refused statement before one that cannot be planned is refused, and nothing runs.
func TestStepsBeforeDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"INSERT INTO shop.log VALUES (7, 'ran'); SELECT * FROM shop.hidden; SELECT nope",
		"INSERT INTO shop.log VALUES (7, 'ran'); DELETE FROM shop.hidden; SELECT nope FROM shop.users",
		"PREPARE p AS SELECT * FROM shop.hidden; EXECUTE p; SELECT nope",
		"SELECT nope; SELECT * FROM shop.hidden",
	} {
		out, err := stepwise(t, analyst, sql)
		if err == nil || strings.Contains(out, "marker") || strings.Contains(allOf(err), "value") {
			t.Errorf("%s\n\tis answered by %q, %v", sql, out, err)
		}
	}
	out, err := run(t.Context(), admin, anything("SELECT count(*) FROM shop.log WHERE id = 7"))
	if err != nil || !strings.Contains(out, "count\n0\n") {
		t.Errorf("a refused message has added rows: %q, %v", out, err)
	}
	if out, err := stepwise(t, analyst, "INSERT INTO shop.log VALUES (8, 'ran'); SELECT nope FROM shop.orders"); sqlstate.CodeOf(err) != sqlstate.UndefinedColumn {
		t.Errorf("a message up to a wrong column is answered by %q, %v", out, err)
	}
}

// allOf is all that an error tells.
func allOf(err error) string {
	e := sqlstate.From(err)
	return strings.Join([]string{string(e.Code), e.Message, e.Detail, e.Hint, e.Table, e.Column, e.Constraint}, "|")
}
