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
