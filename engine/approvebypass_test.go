package engine_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What has gone beyond its approval is not kept by a savepoint that is made after
// it.
func TestSavepointBehindMoreThanApproved(t *testing.T) {
	for _, source := range bothSources {
		t.Run(source, func(t *testing.T) {
			c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
			c.given(t, source, three)
			s := c.session(t, source, "alice", nil)
			for _, step := range []struct{ sql, code string }{
				{"BEGIN", ""}, {"DELETE FROM t", "42501"}, {"SAVEPOINT b", "25P02"}, {"RELEASE SAVEPOINT b", "25P02"}, {"COMMIT", ""},
			} {
				decided := func() approval.Request { return approval.Request{} }
				if step.code == "42501" {
					decided = c.decide(t, approval.Verdict{Approve: true, Approver: "ann", Channel: "desk", MaxRows: 1})
				}
				if _, err := run(t.Context(), s, anything(step.sql)); string(codeOf(err)) != step.code {
					t.Errorf("%s: %v", step.sql, err)
				}
				decided()
			}
			if got := c.scalar(t, source, "SELECT count(*) FROM t"); got != "3" {
				t.Errorf("%s rows are left", got)
			}
		})
	}
}

// Code that others replace while an approved batch runs is not what was approved.
func TestBatchWhoseCodeIsReplaced(t *testing.T) {
	c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
	c.given(t, "pg", three+";;CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'")
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
	batch, err := s.Prepare(t.Context(), anything("DELETE FROM t WHERE n = 1; SELECT f()"))
	if err != nil {
		t.Fatal(err)
	}
	once := true
	err = s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error {
		var out strings.Builder
		if err := drain(&out, r); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if once {
			once = false
			c.given(t, "pg", "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'DELETE FROM t; SELECT 1'")
		}
		return nil
	})
	if sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege || !strings.Contains(err.Error(), "does not cover this") || len(asked) != 1 {
		t.Errorf("%v, asked %d times", err, len(asked))
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM t"); got != "3" {
		t.Errorf("%s rows are left", got)
	}
}

// A batch may change itself what it means: that is what was approved.
func TestBatchThatAltersItself(t *testing.T) {
	c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
	c.given(t, "pg", three)
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
	batch, err := s.Prepare(t.Context(), anything("CREATE VIEW v AS SELECT * FROM t; ALTER TABLE t ADD m int; DELETE FROM t WHERE n = 1; DROP VIEW v"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error {
		var out strings.Builder
		return drain(&out, r)
	}); err != nil {
		t.Error(err)
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM t"); got != "2" || len(asked) != 1 {
		t.Errorf("%s rows are left, asked %d times", got, len(asked))
	}
}

// People see values whole, and what was made temporary before; too much text is
// no question.
func TestWhatIsShown(t *testing.T) {
	c := newCourt(t, gate.DeleteSafe, true, 20*time.Second)
	c.given(t, "pg", three+";;CREATE TABLE names (name text)")
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Declined, &asked))
	long := strings.Repeat("long ", 30)
	execute := func(sql string, args providers.Args, types ...uint32) error {
		batch, err := s.Prepare(t.Context(), engine.Request{SQL: sql, ParamTypes: types, Purpose: gate.AnyPurpose})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Execute(context.Background(), batch[0], args, engine.Options{})
		return err
	}
	binary := []providers.Format{providers.Binary}
	_ = execute("DELETE FROM names WHERE name = $1", providers.Args{Values: [][]byte{[]byte(long)}, Formats: binary}, 25)
	_ = execute("DELETE FROM names WHERE name = $1::text", providers.Args{Values: [][]byte{[]byte(long)}, Formats: binary})
	if len(asked) != 2 || asked[0].Params[0] != "'"+long+"'" || !strings.HasPrefix(asked[1].Params[0], `'\x6c6f6e67`) || len(asked[1].Params[0]) != 4+2*len(long) {
		t.Fatalf("asked: %+v", asked)
	}
	before := asked[0].Digest
	if _, err := run(t.Context(), s, anything("CREATE TEMP VIEW names AS SELECT n::text AS name FROM t")); err != nil {
		t.Fatal(err)
	}
	_ = execute("DELETE FROM names WHERE name = $1", providers.Args{Values: [][]byte{[]byte(long)}, Formats: binary}, 25)
	if len(asked) != 3 || asked[2].Digest == before || !strings.Contains(asked[2].SQL, "\n-- run in this session before: CREATE TEMP VIEW names AS SELECT") ||
		!strings.Contains(asked[2].Estimate.Note, "temporary relations") {
		t.Fatalf("asked: %+v", asked[2:])
	}
	err := execute("DELETE FROM names WHERE name IN ('password=a', '"+strings.Repeat("x", 300<<10)+"')", providers.Args{})
	if sqlstate.CodeOf(err) != sqlstate.ProgramLimitExceeded || len(asked) != 3 {
		t.Errorf("%v, asked %d times", err, len(asked))
	}
	_ = execute("DELETE FROM names WHERE name = 'password=a'", providers.Args{})
	if len(asked) != 4 || !asked[3].Hides || !strings.Contains(asked[3].SQL, "redacted") || !strings.Contains(asked[3].Revealed().SQL, "password=a") {
		t.Errorf("asked: %+v", asked[3:])
	}
	c = newCourt(t, gate.Safe, true, 20*time.Second)
	c.given(t, "pg", three)
	if _, err := run(t.Context(), c.session(t, "pg", "alice", says(engine.Declined, &asked)), anything("COPY t FROM STDIN")); err == nil || len(asked) != 5 || !strings.Contains(asked[4].Estimate.Note, "nobody has seen it") {
		t.Errorf("%v, asked: %+v", err, asked[4:])
	}
}

// A table that got the name of the one that was approved is not what was approved.
func TestTableThatTakesAName(t *testing.T) {
	for _, source := range bothSources {
		t.Run(source, func(t *testing.T) {
			c := newCourt(t, gate.DeleteSafe, true, 50*time.Millisecond)
			c.given(t, source, three+";;CREATE TABLE scratch (n int)")
			s := c.session(t, source, "alice", nil)
			for i, step := range []struct{ sql, code string }{
				{"TRUNCATE scratch", "42501"}, {"ALTER TABLE scratch RENAME TO x", ""}, {"ALTER TABLE t RENAME TO scratch", ""}, {"TRUNCATE scratch", "42501"},
			} {
				if _, err := run(t.Context(), s, anything(step.sql)); string(codeOf(err)) != step.code {
					t.Errorf("%s: %v", step.sql, err)
				}
				if i == 0 {
					c.decide(t, approval.Verdict{Approve: true, Approver: "ann", Channel: "desk"})()
				}
			}
			if got := c.scalar(t, source, "SELECT count(*) FROM scratch"); got != "3" {
				t.Errorf("%s rows are left", got)
			}
		})
	}
}
