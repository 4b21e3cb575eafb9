package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestApprovalIsForTheSettings: an approval that one session of the embedded engine got does not serve another one whose settings give the
// same text another meaning. The person is shown the settings.
func TestApprovalIsForTheSettings(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 20*time.Millisecond)
	c.given(t, "duck", `CREATE TABLE t (n int, at timestamptz);;CREATE SCHEMA a;;CREATE SCHEMA b;;CREATE TABLE a.z (n int);;CREATE TABLE b.z (n int);;
		INSERT INTO t SELECT n, '2026-01-01 00:00+00'::timestamptz + n * interval '1 hour' FROM generate_series(-48, 48) n`)
	for _, one := range []struct{ asks, uses, sql, shown string }{
		{"SET TimeZone = 'Asia/Tokyo'", "SET TimeZone = 'Pacific/Kiritimati'", "DELETE FROM t WHERE at = '2026-01-02 00:00'::timestamptz", "TimeZone: Asia/Tokyo"},
		{"SET DateStyle = 'ISO, DMY'", "SET DateStyle = 'ISO, MDY'", "DELETE FROM t WHERE at = '02/01/2026'::timestamptz", "DateStyle: ISO, DMY"},
		{"SET my.n = '1'", "SET my.n = '2'", "DELETE FROM t WHERE n = current_setting('my.n')::int", "SET my.n = '1'"},
		{"SELECT set_config('my.n', '3', false)", "SELECT set_config('my.n', '4', false)", "DELETE FROM t WHERE n = current_setting('my.n')::int", "'3'"},
		{"SET search_path = a", "SET search_path = b", "DELETE FROM z", "search_path: a"},
	} {
		undecided := func(s *engine.Session, sql string) {
			t.Helper()
			if _, err := run(t.Context(), s, anything(sql)); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
				t.Errorf("%s: %s: %v", one.asks, sql, err)
			}
		}
		enter := func(set string) *engine.Session {
			t.Helper()
			s := c.session(t, "duck", "alice", nil)
			if out, err := run(t.Context(), s, anything(set)); err != nil {
				t.Fatalf("%s: %v\n%s", set, err, out)
			}
			return s
		}
		undecided(enter(one.asks), one.sql)
		requests := c.store.List()
		asked := requests[len(requests)-1]
		if !strings.Contains(asked.SQL, one.shown) {
			t.Errorf("%s: the person is shown %q", one.asks, asked.SQL)
		}
		if _, err := c.store.Decide(asked.ID, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"}); err != nil {
			t.Fatal(err)
		}
		undecided(enter(one.uses), one.sql)
		if _, err := run(t.Context(), enter(one.asks), anything(one.sql)); err != nil {
			t.Errorf("%s: the same again: %v", one.asks, err)
		}
	}
}

// TestPossibleByOwnNames: what only the session's own names lead to is asked about, and counted where others can see it.
func TestPossibleByOwnNames(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "duck", "CREATE SCHEMA a;;CREATE TABLE a.z (n int);;INSERT INTO a.z VALUES (1), (2)")
	var asked []approval.Request
	s := c.session(t, "duck", "alice", says(engine.Accepted, &asked))
	for _, sql := range []string{"SET search_path = a", "DELETE FROM z", "RESET search_path", "CREATE TEMP TABLE q AS SELECT 1 AS n", "DELETE FROM q"} {
		if out, err := run(t.Context(), s, anything(sql)); err != nil {
			t.Errorf("%s: %v\n%s", sql, err, out)
		}
	}
	if len(asked) != 3 || asked[0].Estimate.Rows != 2 {
		t.Errorf("asked: %+v", asked)
	}
}
