package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// impossibleSchema is what the statements of TestImpossible are about.
const impossibleSchema = `CREATE TABLE t (n int PRIMARY KEY, b text, g int GENERATED ALWAYS AS IDENTITY)
;;INSERT INTO t VALUES (1, 'x'), (0, 'y')
;;CREATE TABLE u (n int)
;;CREATE VIEW joined AS SELECT t.n, u.n AS m FROM t JOIN u ON u.n = t.n
;;CREATE FUNCTION fn(a int) RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM u; RETURN 1; END'
;;CREATE PROCEDURE pr(a int) LANGUAGE plpgsql AS 'BEGIN DELETE FROM u; END'`

// TestImpossible: nobody is asked about what can only fail; the error is the source's
// own, at its place, and an approval that is there stays unused.
func TestImpossible(t *testing.T) {
	courts := map[string]*court{"pg": impossibleCourt(t, "pg"), "duck": impossibleCourt(t, "duck")}
	for _, test := range []struct {
		source, sql string
		code        sqlstate.Code
		said        string
		at          int
	}{
		{"pg", "UPDATE t SET bb = 'x'", "42703", `column "bb"`, 14},
		{"pg", "DELETE FROM nope", "42P01", `relation "nope"`, 13},
		{"pg", "UPDATE t SET n = 'abc'", "22P02", "abc", 18},
		{"pg", "INSERT INTO joined VALUES (1, 2)", "55000", `cannot insert into view "joined"`, 0},
		{"pg", "DELETE FROM joined", "55000", `cannot delete from view "joined"`, 0},
		{"pg", "INSERT INTO t (n, g) VALUES (9, 9)", "428C9", "cannot insert", 0},
		{"pg", "UPDATE t SET n = 1/0", "22012", "division by zero", 0},
		{"pg", "DELETE FROM t WHERE 1/n = 1", "22012", "division by zero", 0},
		{"pg", "SELECT pr(1)", "42809", "pr is a procedure", 8},
		{"pg", "CALL fn(1)", "42809", "fn is not a procedure", 6},
		{"pg", "LOCK TABLE t", "25P01", "LOCK TABLE can only be used in transaction blocks", 0},
		{"pg", "TRUNCATE joined", "42809", `"joined" is not a table`, 0},
		{"pg", "DROP TABLE joined", "42809", `"joined" is not a table`, 0},
		{"pg", "DROP VIEW t", "42809", `"t" is not a view`, 0},
		{"pg", "DROP TABLE nope", "42P01", `"nope" does not exist`, 0},
		{"pg", "TRUNCATE nope", "42P01", `"nope" does not exist`, 0},
		{"pg", "ALTER TABLE t DROP COLUMN zz", "42703", `column "zz" of relation "t" does not exist`, 0},
		{"pg", "ALTER TABLE t ADD COLUMN b int", "42701", `column "b" of relation "t" already exists`, 0},
		{"pg", "CREATE TABLE public.t (a int)", "42P07", `relation "t" already exists`, 0},
		{"pg", "MERGE INTO t USING u ON t.n = u.n WHEN MATCHED THEN UPDATE SET zz = 1", "42703", `column "zz"`, 64},
		{"pg", "SELECT 1; DELETE FROM t WHERE zz = 1", "42703", `column "zz"`, 31},
		{"pg", "CREATE TABLE made AS SELECT zz FROM t", "42703", `column "zz"`, 29},
		{"duck", "UPDATE t SET bb = 'x'", "42703", "bb", 0},
		{"duck", "DELETE FROM nope", "42P01", "nope", 0},
	} {
		t.Run(test.source+" "+test.sql, func(t *testing.T) {
			c := courts[test.source] // what is tried there changes nothing
			var asked []approval.Request
			s := c.session(t, test.source, "alice", says(engine.Accepted, &asked))
			out, err := run(t.Context(), s, anything(test.sql))
			e := sqlstate.From(err)
			if err == nil || len(asked) > 0 {
				t.Fatalf("%v, asked %d times\n%s", err, len(asked), out)
			}
			if test.code != "" && e.Code != test.code || !strings.Contains(e.Message, test.said) || test.at > 0 && e.Position != test.at {
				t.Errorf("%s %q at %d", e.Code, e.Message, e.Position)
			}
			records := c.records(t)
			if rec := last(t, records, test.sql); rec.Decision != audit.NeedsApprovalImpossible || rec.SQLState != string(e.Code) || rec.Principal != "alice" {
				t.Errorf("recorded: %+v", rec)
			}
			if slices.ContainsFunc(records, func(r audit.Record) bool { return r.Phase == audit.PhaseIntent }) {
				t.Error("something was about to run")
			}
		})
	}
}

func impossibleCourt(t *testing.T, source string) *court {
	t.Helper()
	c := newCourt(t, gate.Safe, true, time.Second)
	schema := impossibleSchema
	if source == "duck" {
		schema = `CREATE TABLE t (n int, b text);;CREATE TABLE u (n int);;CREATE VIEW joined AS SELECT t.n, u.n AS m FROM t JOIN u ON u.n = t.n`
	}
	c.given(t, source, schema)
	return c
}

// TestPossible: what may run is asked about, however much it looks as if it could not.
func TestPossible(t *testing.T) {
	c := impossibleCourt(t, "pg")
	c.given(t, "pg", `CREATE TABLE other (n int);;CREATE SCHEMA aside;;CREATE TABLE aside.t (own int)`)
	// What runs is rolled back, or changes nothing that another one needs.
	for _, before := range []struct{ before, sql string }{
		{"", "DROP TABLE IF EXISTS nope"},
		{"", "DROP TABLE IF EXISTS other, nope"},
		{"", "ALTER TABLE IF EXISTS nope ADD COLUMN a int"},
		{"", "ALTER TABLE t DROP COLUMN IF EXISTS zz"},
		{"", "ALTER TABLE t ADD COLUMN IF NOT EXISTS b int"},
		{"", "ALTER TABLE t ADD COLUMN zz int, ALTER COLUMN zz SET DEFAULT 1"},
		{"", "CREATE TABLE IF NOT EXISTS public.t (a int)"},
		{"", "CREATE TABLE fresh AS SELECT 1 AS one; INSERT INTO fresh VALUES (2)"},
		{"", "CREATE TEMP TABLE t (a int)"},
		{"BEGIN; CREATE TABLE inside (a int)", "DELETE FROM inside WHERE a = 1"},
		{"BEGIN", "LOCK TABLE u"},
		{"CREATE TEMP TABLE u (only_here int)", "DELETE FROM u WHERE only_here = 1"},
		{"SET search_path = aside", "DELETE FROM t WHERE own = 1"},
		{"", "DELETE FROM t WHERE n = fn(1)"},
		{"", "CALL pr(1)"},
		{"SET datestyle = 'SQL, DMY'", "DELETE FROM u WHERE '31/12/2020'::date < now()"},
	} {
		t.Run(before.sql, func(t *testing.T) {
			var asked []approval.Request
			s := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
			if before.before != "" {
				if out, err := run(t.Context(), s, anything(before.before)); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			asked = nil
			out, err := run(t.Context(), s, anything(before.sql))
			if len(asked) != 1 || err != nil {
				t.Errorf("asked %d times: %v\n%s", len(asked), err, out)
			}
		})
	}
}

// TestImpossibleLater: what an approval was given for may have become impossible since;
// then the approval is not used up.
func TestImpossibleLater(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond)
	c.given(t, "pg", "CREATE TABLE t (n int);;INSERT INTO t VALUES (1)")
	s := c.session(t, "pg", "alice", nil)
	const sql = "DELETE FROM t USING generate_series(1, 2) AS g(i) WHERE i < n"
	if _, err := run(t.Context(), s, anything(sql)); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
		t.Fatalf("%v", err)
	}
	requests := c.store.List()
	id := requests[len(requests)-1].ID
	if _, err := c.store.Decide(id, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"}); err != nil {
		t.Fatal(err)
	}
	c.given(t, "pg", "ALTER TABLE t ALTER COLUMN n TYPE text USING n::text")
	if _, err := run(t.Context(), s, anything(sql)); sqlstate.CodeOf(err) != sqlstate.UndefinedFunction {
		t.Errorf("%v", err)
	}
	if r, err := c.store.Get(id); err != nil || r.State != approval.Approved {
		t.Errorf("%+v %v", r, err)
	}
	c.given(t, "pg", "ALTER TABLE t ALTER COLUMN n TYPE int USING n::int")
	c.given(t, "pg", "DROP TABLE t;;CREATE TABLE t (n int)")
	if _, err := run(t.Context(), s, anything(sql)); err == nil {
		t.Error("another table was changed by what was approved for the first one")
	}
}

// TestImpossibleRunsNothing: to find out whether a statement can run, no code of users
// runs, which to plan or to prepare it may run.
func TestImpossibleRunsNothing(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", `CREATE SEQUENCE ran;;CREATE TABLE t (n int)
;;CREATE FUNCTION folded(a int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''it ran''; END'
;;CREATE FUNCTION checked(a int) RETURNS bool IMMUTABLE LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''ran''); RETURN true; END'
;;CREATE DOMAIN dom AS int CHECK (checked(VALUE))`)
	for _, sql := range []string{
		"DELETE FROM t WHERE n = folded(1)",
		"DELETE FROM t WHERE n = ANY ('{1,2}'::dom[])",
		"DELETE FROM t WHERE n = '1'::dom",
		"INSERT INTO t SELECT folded(1)",
		"SELECT checked(1)",
	} {
		var asked []approval.Request
		if _, err := run(t.Context(), c.session(t, "pg", "alice", says(engine.Declined, &asked)), anything(sql)); len(asked) != 1 || err == nil {
			t.Errorf("%s: asked %d times, %v", sql, len(asked), err)
		}
	}
	if got := c.scalar(t, "pg", "SELECT is_called FROM ran"); got != "f" {
		t.Errorf("it ran: %s", got)
	}
}

// TestPossibleWithParameters: what is bound is planned with it, on every source.
func TestPossibleWithParameters(t *testing.T) {
	for _, source := range bothSources {
		c := impossibleCourt(t, source)
		for _, test := range []struct {
			sql    string
			values []string
			types  []uint32
			ok     bool
		}{
			{"DELETE FROM t WHERE n = $1", []string{"7"}, []uint32{23}, true},
			{"DELETE FROM t WHERE n = $1", []string{"7"}, nil, true},
			{"UPDATE t SET b = $1 WHERE n > $2", []string{"x", "1"}, nil, true},
			{"INSERT INTO t (n, b) VALUES ($1, $2)", []string{"70", "y"}, nil, true},
			{"INSERT INTO t (n, b) SELECT n + $1, b FROM t", []string{"700"}, nil, true},
			{"CREATE TABLE made AS SELECT n FROM t", nil, nil, true},
			{"UPDATE t SET bb = $1", []string{"x"}, nil, false},
		} {
			var asked []approval.Request
			s := c.session(t, source, "alice", says(engine.Declined, &asked))
			batch, err := s.Prepare(t.Context(), engine.Request{SQL: test.sql, ParamTypes: test.types, Purpose: gate.AnyPurpose})
			if err != nil {
				t.Errorf("%s: %v", test.sql, err)
				continue
			}
			var args providers.Args
			for _, v := range test.values {
				args.Values = append(args.Values, []byte(v))
			}
			if _, err := s.Execute(t.Context(), batch[0], args, engine.Options{}); (len(asked) == 1) != test.ok || err == nil {
				t.Errorf("%s, %s: asked %d times, %v", source, test.sql, len(asked), err)
			}
		}
	}
}
