package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// What a cursor runs is judged when it is read: its code may have been replaced since
// it was declared, and somebody is shown what it runs.
func TestCursorWhoseCodeIsReplaced(t *testing.T) {
	c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
	c.given(t, "pg", three+";;CREATE FUNCTION f(int) RETURNS int STABLE LANGUAGE sql AS 'SELECT 1; SELECT $1'")
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Declined, &asked))
	steps := func(list ...string) {
		t.Helper()
		for _, step := range list {
			sql, code, _ := strings.Cut(step, " -- ")
			if _, err := run(t.Context(), s, anything(sql)); string(codeOf(err)) != code {
				t.Errorf("%s: %v", sql, err)
			}
		}
	}
	steps("BEGIN", "DECLARE c CURSOR FOR SELECT f(g) FROM generate_series(1, 3) g", "FETCH 0 FROM c")
	c.given(t, "pg", "CREATE OR REPLACE FUNCTION f(int) RETURNS int VOLATILE LANGUAGE sql AS 'INSERT INTO t VALUES (666); SELECT $1'")
	steps("FETCH 3 FROM c -- 42501", "COMMIT")
	if len(asked) != 1 || !strings.Contains(asked[0].SQL, "-- c: DECLARE c CURSOR FOR SELECT f(g)") {
		t.Errorf("asked %+v", asked)
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM t"); got != "3" {
		t.Errorf("%s rows are left", got)
	}
	asked = nil
	steps("BEGIN", "DECLARE c CURSOR WITH HOLD FOR SELECT n FROM t", "COMMIT", "FETCH 1 FROM c", "FETCH 1 FROM nobody -- 42501", "CLOSE c", "FETCH 1 FROM c -- 42501")
	if len(asked) != 2 {
		t.Errorf("asked %d times", len(asked))
	}
}

// A cursor belongs to its transaction, and what FETCH of one that may do anything does
// has an intent.
func TestCursorsOfServedSessions(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "pg", gate.FullAccess)
	for _, step := range []struct{ sql, want string }{
		{"BEGIN", "call session"},
		{"DECLARE c CURSOR FOR SELECT pg_sleep(0)", "intent exec,outcome exec"},
		{"FETCH 1 FROM c", "intent exec,outcome exec"},
		{"DECLARE d CURSOR FOR SELECT 1", "call session"},
		{"FETCH 1 FROM d", "call session"},
		{"ROLLBACK", "call session"},
		{"BEGIN", "call session"},
		{"FETCH 1 FROM d", "intent exec,outcome exec"},
		{"ROLLBACK", "call session"},
	} {
		h.records(t)
		_, _ = run(t.Context(), s, anything(step.sql)) // the records tell
		var got []string
		for _, r := range h.records(t) {
			got = append(got, string(r.Phase)+" "+r.Class)
		}
		if strings.Join(got, ",") != step.want {
			t.Errorf("%s: %q, not %q", step.sql, got, step.want)
		}
	}
}

// A limit holds for all that a cursor returns, whichever source keeps the cursor.
func TestCursorIsOneResult(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{MaxRows: 5})
	for _, source := range bothSources {
		s := h.open(t, source, gate.FullAccess)
		const declare = "DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT n FROM generate_series(1, 9) AS n"
		for _, step := range []struct{ sql, want string }{
			{"BEGIN", "BEGIN \n"},
			{declare, "DECLARE CURSOR \n"},
			{"FETCH 3 FROM c", "n\n1\n2\n3\nFETCH 3 \n"},
			{"FETCH 4 FROM c", "n\n4\n5\nFETCH 4 rows\n"},
			{"FETCH FIRST FROM c", "n\nFETCH 1 rows\n"},
			{"COMMIT", "COMMIT \n"},
			{"FETCH NEXT FROM c", "n\nFETCH 1 rows\n"},
			{"CLOSE c; " + declare + "; FETCH 2 FROM c; FETCH 2 FROM c; FETCH 2 FROM c", "CLOSE CURSOR \nDECLARE CURSOR \nn\n1\n2\nFETCH 2 \nn\n3\n4\nFETCH 2 \nn\n5\nFETCH 2 rows\n"},
			{"CLOSE ALL; BEGIN; " + declare + "; FETCH 5 FROM c; ROLLBACK", "CLOSE CURSOR ALL \nBEGIN \nDECLARE CURSOR \nn\n1\n2\n3\n4\n5\nFETCH 5 \nROLLBACK \n"},
			{declare + "; FETCH 1 FROM c", "DECLARE CURSOR \nn\n1\nFETCH 1 \n"},
		} {
			if got, err := run(t.Context(), s, anything(step.sql)); err != nil || got != step.want {
				t.Errorf("%s: %s: %q, not %q (%v)", source, step.sql, got, step.want, err)
			}
		}
	}
}
