package engine_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// swappedCode is what TestSwappedInFlight replaces.
const swappedCode = `CREATE TABLE shown (a text); INSERT INTO shown VALUES ('open');
CREATE TABLE secret (a text); INSERT INTO secret VALUES ('hidden');
CREATE TABLE kept (a text);
CREATE FUNCTION told() RETURNS text LANGUAGE sql AS 'SELECT a FROM shown';
CREATE VIEW viewed AS SELECT a FROM shown;
CREATE MATERIALIZED VIEW stored AS SELECT told() AS a`

// TestSwappedInFlight: what somebody replaces between the comparison and the run of a statement leaves neither rows nor changes.
func TestSwappedInFlight(t *testing.T) {
	const function = "CREATE OR REPLACE FUNCTION told() RETURNS text LANGUAGE sql AS 'SELECT a FROM secret'"
	const table = "ALTER TABLE shown RENAME TO was_shown; ALTER TABLE secret RENAME TO shown"
	for _, c := range []struct{ name, before, sql, swap, status string }{
		{"a function in a read of its own", "", "SELECT told()", function, "I"},
		{"a function that a plan knows", "", "EXPLAIN (ANALYZE) SELECT told()", function, "I"},
		{"a view in a read of its own", "", "SELECT a FROM viewed", swapOfView, "I"},
		{"a function in a block", "BEGIN", "SELECT told()", function, "E"},
		{"a function in a block that reads", "BEGIN READ ONLY", "SELECT told()", function, "E"},
		{"a view in a block of one snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT a FROM viewed", swapOfView, "E"},
		{"a table in a block", "BEGIN", "SELECT a FROM shown", table, "E"},
		{"a function in a change", "", "INSERT INTO kept SELECT told()", function, "I"},
		{"a table in a change", "", "INSERT INTO kept SELECT a FROM shown", table, "I"},
		{"a view in a change with rows", "", "INSERT INTO kept SELECT a FROM viewed RETURNING a", swapOfView, "I"},
		{"a view in a change in a common table expression", "", "WITH i AS (INSERT INTO kept SELECT a FROM viewed RETURNING a) SELECT a FROM i", swapOfView, "I"},
		{"a view in a change that is explained", "", "EXPLAIN (ANALYZE) INSERT INTO kept SELECT a FROM viewed", swapOfView, "I"},
		{"a view beside rows that are locked", "", "SELECT v.a FROM viewed v, kept k RIGHT JOIN shown s ON true FOR UPDATE OF s", swapOfView, "I"},
		{"a function in a table that is made", "", "CREATE TABLE IF NOT EXISTS made AS SELECT told() AS a", function, "I"},
		{"a view in a table that is made", "", "SELECT a INTO made FROM viewed", swapOfView, "I"},
		{"a function in a materialized view", "", "CREATE MATERIALIZED VIEW IF NOT EXISTS mated AS SELECT told() AS a", function, "I"},
		{"a function in a materialized view that is refreshed", "", "REFRESH MATERIALIZED VIEW stored", function, "I"},
		{"a function in a table that is made in a block", "BEGIN", "CREATE TABLE made AS SELECT told() AS a", function, "E"},
		{"a view in a table that is made in a block of one snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT a INTO made FROM viewed", swapOfView, "E"},
		{"a function in a materialized view that is refreshed in a block", "BEGIN", "REFRESH MATERIALIZED VIEW stored", function, "E"},
		{"a view in a table that is made and explained", "", "EXPLAIN (ANALYZE) CREATE TABLE made AS SELECT a FROM viewed", swapOfView, "I"},
		{"a view in a change in a common table expression in a block", "BEGIN", "WITH i AS (INSERT INTO kept SELECT a FROM viewed RETURNING a) SELECT a FROM i", swapOfView, "E"},
		{"a view in a change in a block", "BEGIN", "INSERT INTO kept SELECT a FROM viewed", swapOfView, "E"},
	} {
		for _, alone := range []bool{true, false} {
			if alone && c.before != "" {
				continue
			}
			t.Run(c.name, func(t *testing.T) { swapInFlight(t, c.before, c.sql, c.swap, c.status, alone) })
		}
	}
}

// swapOfView makes the view show what is hidden.
const swapOfView = "CREATE OR REPLACE VIEW viewed AS SELECT a FROM secret"

// overSwapped is a house over a database in which swap is done just before a statement runs, once for each time that armed is set. The
// statement is one of a text, or any if that is "".
func overSwapped(t *testing.T, dsn, sql, swap string) (h *house, armed *bool) {
	t.Helper()
	armed = new(bool)
	return overPostgres(t, dsn, func(p providers.Provider) providers.Provider {
		return &faulty{p, func(s providers.Statement) error {
			if *armed && (sql == "" || s.SQL == sql) {
				*armed = false
				pgtest.Ask(t, dsn, swap)
			}
			return nil
		}}
	}), armed
}

func swapInFlight(t *testing.T, before, sql, swap, status string, alone bool) {
	dsn := pgtest.Start(t).CreateFilled(t, swappedCode)
	h, armed := overSwapped(t, dsn, sql, swap)
	s := h.open(t, "pg", gate.DeleteSafe)
	once := func() (string, error) {
		batch, err := s.Prepare(t.Context(), anything(sql))
		if err != nil {
			return "", err
		}
		result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{Alone: alone})
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = drain(&b, result)
		return b.String(), err
	}
	for range 2 {
		pgtest.Ask(t, dsn, "DROP TABLE IF EXISTS made")
		if got, err := once(); err != nil || strings.Contains(got, "hidden") {
			t.Fatalf("before the swap: %s, %v", got, err)
		}
	}
	if before != "" {
		if _, err := run(t.Context(), s, anything(before)); err != nil {
			t.Fatal(err)
		}
	}
	pgtest.Ask(t, dsn, "DROP TABLE IF EXISTS made")
	*armed = true
	got, err := once()
	if sqlstate.CodeOf(err) != sqlstate.SerializationFailure || *armed {
		t.Errorf("answered %q, %v", got, err)
	}
	if now := string(s.Status()); now != status {
		t.Errorf("the transaction's status is %s, not %s", now, status)
	}
	if left := pgtest.Ask(t, dsn, "SELECT count(*) FROM kept WHERE a = 'hidden'"); left != "0" {
		t.Errorf("%s rows were left", left)
	}
	records := h.records(t)
	if last := records[len(records)-1]; last.SQLState != string(sqlstate.SerializationFailure) {
		t.Errorf("the record says %+v", last)
	}
	if before == "" {
		if _, err := once(); err != nil {
			t.Errorf("behind it: %v", err)
		}
	}
}

// TestSwappedBeforeAnnounce: rows that leave before the statement has ended are compared before they leave.
func TestSwappedBeforeAnnounce(t *testing.T) {
	dsn := pgtest.Start(t).CreateFilled(t, swappedCode+"; INSERT INTO shown SELECT 'open' FROM generate_series(1, 5000); INSERT INTO secret SELECT 'hidden' FROM generate_series(1, 5000)")
	h, armed := overSwapped(t, dsn, "", swapOfView)
	for _, alone := range []bool{true, false} {
		pgtest.Ask(t, dsn, "CREATE OR REPLACE VIEW viewed AS SELECT a FROM shown")
		s := h.open(t, "pg", gate.DeleteSafe)
		for _, swaps := range []bool{false, true} {
			batch, err := s.Prepare(t.Context(), anything("SELECT a FROM viewed"))
			if err != nil {
				t.Fatal(err)
			}
			*armed = swaps
			result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{Alone: alone})
			if err != nil {
				t.Fatal(err)
			}
			if _, err = result.Next(); err != nil {
				t.Fatal(err)
			}
			err = result.Announce()
			if changed := sqlstate.CodeOf(err) == sqlstate.SerializationFailure; changed != swaps {
				t.Errorf("alone %v, swapped %v: %v", alone, swaps, err)
			}
			_ = result.Close()
			records := h.records(t)
			if last := records[len(records)-1]; (last.SQLState == string(sqlstate.SerializationFailure)) != swaps {
				t.Errorf("alone %v, swapped %v: the record says %+v", alone, swaps, last)
			}
		}
		_ = s.Close()
	}
}

// TestSettingsOfSwapped: a setting that a statement makes goes with it, where its comparison differs.
func TestSettingsOfSwapped(t *testing.T) {
	dsn := pgtest.Start(t).CreateFilled(t, swappedCode)
	h, armed := overSwapped(t, dsn, "", swapOfView)
	s := h.open(t, "pg", gate.DeleteSafe)
	if _, err := run(t.Context(), s, anything("SELECT a FROM viewed")); err != nil {
		t.Fatal(err)
	}
	*armed = true
	const sql = "SELECT set_config('enable_seqscan', 'off', false), a FROM viewed"
	if got, err := run(t.Context(), s, anything(sql)); sqlstate.CodeOf(err) != sqlstate.SerializationFailure {
		t.Errorf("answered %q, %v", got, err)
	}
	if got, err := run(t.Context(), s, anything("SHOW enable_seqscan")); err != nil || strings.Contains(got, "off") {
		t.Errorf("the setting is %s, %v", got, err)
	}
}

// TestOwnErrorsInFlight: a statement that is compared in flight keeps its own error, and its session goes on.
func TestOwnErrorsInFlight(t *testing.T) {
	h := overPostgres(t, pgtest.Start(t).CreateFilled(t, swappedCode+`; CREATE TABLE firm (a int PRIMARY KEY, b int REFERENCES firm DEFERRABLE INITIALLY DEFERRED);
CREATE VIEW odd AS SELECT a::int FROM shown`), nil)
	s := h.open(t, "pg", gate.DeleteSafe)
	for _, c := range []struct{ sql, code, status string }{
		{"INSERT INTO kept SELECT a::int::text FROM viewed", "22P02", "I"},
		{"SELECT a FROM odd", "22P02", "I"},
		{"INSERT INTO firm VALUES (1, 2)", "23503", "I"},
		{"INSERT INTO firm VALUES (1, 1)", "", "I"},
		{"INSERT INTO kept SELECT a FROM viewed RETURNING a", "", "I"},
		{"BEGIN", "", "T"},
		{"SELECT a FROM viewed", "", "T"},
		{"INSERT INTO kept SELECT a FROM viewed", "", "T"},
		{"SELECT a FROM odd", "22P02", "E"},
		{"SELECT a FROM viewed", "25P02", "E"},
		{"ROLLBACK", "", "I"},
		{"BEGIN ISOLATION LEVEL SERIALIZABLE", "", "T"},
		{"INSERT INTO kept SELECT a FROM viewed", "", "T"},
		{"COMMIT", "", "I"},
	} {
		_, err := run(t.Context(), s, anything(c.sql))
		if code := string(sqlstate.CodeOf(err)); code != cmp.Or(c.code, "00000") || string(s.Status()) != c.status {
			t.Errorf("%s: %v, status %s", c.sql, err, string(s.Status()))
		}
	}
	if got, err := run(t.Context(), s, anything("SELECT count(*) FROM kept")); err != nil || !strings.Contains(got, "2") {
		t.Errorf("kept has %s, %v", got, err)
	}
}
