package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestPathOfLoginChanges: a session that holds a connection from before the login's search path was changed is judged by the path that
// the connection has, and one that takes a connection by the new one.
func TestPathOfLoginChanges(t *testing.T) {
	c := newCourt(t, gate.FullAccess, true, 0)
	c.given(t, "pg", `CREATE SCHEMA evil; CREATE TABLE public.x AS SELECT 'public' AS v; CREATE TABLE evil.x AS SELECT 'evil' AS v`)
	old := c.session(t, "pg", "alice", nil)
	read := func(s *engine.Session) string {
		t.Helper()
		batch, err := s.Prepare(t.Context(), anything("SELECT v FROM x"))
		if err != nil {
			if code := sqlstate.CodeOf(err); code != sqlstate.SerializationFailure {
				t.Error(err)
			}
			return "40001"
		}
		var out strings.Builder
		err = s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error { return drain(&out, r) })
		if err != nil {
			return string(sqlstate.CodeOf(err))
		}
		got := strings.Split(out.String(), "\n")[1]
		records := c.records(t)
		if of := records[len(records)-1].Relations; len(of) != 1 || of[0] != "pg."+got+".x" {
			t.Errorf("the row is of %s, and the record says %s", got, of)
		}
		return got
	}
	if got := read(old); got != "public" {
		t.Fatal(got)
	}
	c.given(t, "pg", "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = evil, public', current_database()); END $$")
	courttest.Eventually(t, "a new session reads by the new path", func() bool { return read(c.session(t, "pg", "bob", nil)) == "evil" })
	for range 3 {
		if got := read(old); got != "public" && got != "40001" {
			t.Errorf("the old session reads %s", got)
		}
	}
	if got := read(old); got != "public" {
		t.Errorf("then the old session reads %s", got)
	}
}
