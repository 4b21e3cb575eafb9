package duckdb

import (
	"errors"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const racedKey = "CHECK ('" + `sallyport:{"kind":"f","name":"c_p_fkey","columns":["p"],"table":"p","delete":"a","update":"a"}` + "' IS NOT NULL)"

// orphansOf counts the rows of c that refer to no row of p.
func orphansOf(t *testing.T, c *Conn) string {
	t.Helper()
	if found, err := c.lookUpTable("c"); err != nil || found == nil {
		return "0"
	}
	rows, err := c.collectText("SELECT count(*)::varchar FROM c ANTI JOIN p ON c.p = p.id WHERE c.p IS NOT NULL")
	if err != nil {
		t.Fatal(err)
	}
	return rows[0][0]
}

// TestKeysDefinedMeanwhile: of a transaction that changes rows and one that defines a key which these rows break, at most one
// commits, whichever begins first.
func TestKeysDefinedMeanwhile(t *testing.T) {
	made := []string{"BEGIN", "CREATE TABLE c (p int, " + racedKey + ")", "INSERT INTO c VALUES (1)"}
	for name, steps := range map[string]struct {
		before   string
		one, two []string // one is open while two runs
		end      []string // then
	}{
		"a parent goes before its key is there":   {before: "CREATE TABLE q (a int)", one: []string{"BEGIN", "DELETE FROM p WHERE id = 1"}, two: append(made, "COMMIT"), end: []string{"COMMIT"}},
		"a parent goes while its key is made":     {before: "CREATE TABLE q (a int)", one: made, two: []string{"DELETE FROM p WHERE id = 1"}, end: []string{"COMMIT"}},
		"a parent goes beside ALTER TABLE":        {before: "CREATE TABLE c AS SELECT 1 AS p", one: []string{"BEGIN", "DELETE FROM p WHERE id = 1"}, two: []string{"ALTER TABLE c ADD " + racedKey}, end: []string{"COMMIT"}},
		"a row comes before ALTER TABLE":          {before: "CREATE TABLE c (p int)", one: []string{"BEGIN", "INSERT INTO c VALUES (9)"}, two: []string{"ALTER TABLE c ADD " + racedKey}, end: []string{"COMMIT"}},
		"a row comes in a block that began first": {before: "CREATE TABLE c (p int)", one: []string{"INSERT INTO c VALUES (1)", "BEGIN", "SELECT 1"}, two: []string{"ALTER TABLE c ADD " + racedKey}, end: []string{"INSERT INTO c VALUES (9)", "COMMIT"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, Options{})
			one, two := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
			for _, sql := range []string{"CREATE TABLE p (id int PRIMARY KEY)", "INSERT INTO p VALUES (1), (2)", steps.before} {
				mustRun(t, one, sql)
			}
			var failed error
			for _, sql := range steps.one {
				mustRun(t, one, sql)
			}
			for _, sql := range steps.two {
				failed = errors.Join(failed, tryRun(t, two, sql))
			}
			for _, sql := range steps.end {
				if err := tryRun(t, one, sql); err != nil {
					failed = errors.Join(failed, err)
				}
			}
			if one.Status() != providers.Idle {
				mustRun(t, one, "ROLLBACK")
			}
			if failed == nil {
				t.Error("both have committed")
			}
			if code := sqlstate.CodeOf(failed); failed != nil && code != sqlstate.SerializationFailure && code != sqlstate.ForeignKeyViolation {
				t.Errorf("one failed with %v", failed)
			}
			if left := orphansOf(t, two); left != "0" {
				t.Errorf("%s rows refer to none", left)
			}
		})
	}
}

// TestKeysWhileRowsCome: while a session adds rows, in blocks and without, another one adds the key that they break. No
// row that breaks it is there once the key is.
func TestKeysWhileRowsCome(t *testing.T) {
	for range 4 {
		p := open(t, Options{})
		adds, defines := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
		for _, sql := range []string{"CREATE TABLE p (id int PRIMARY KEY)", "INSERT INTO p VALUES (1)", "CREATE TABLE c (p int)", "INSERT INTO c VALUES (1)"} {
			mustRun(t, adds, sql)
		}
		started, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			for i := range 60 {
				block := i%2 == 0
				if block {
					_ = tryRun(t, adds, "BEGIN")
				}
				err := tryRun(t, adds, "INSERT INTO c VALUES (9)")
				if block && err == nil {
					_ = tryRun(t, adds, "DELETE FROM c WHERE p = 9")
					err = tryRun(t, adds, "INSERT INTO c VALUES (9)")
				}
				if adds.Status() != providers.Idle {
					_ = tryRun(t, adds, "COMMIT")
				}
				_ = tryRun(t, adds, "DELETE FROM c WHERE p = 9")
				if i == 0 {
					close(started)
				}
				if sqlstate.CodeOf(err) == sqlstate.ForeignKeyViolation {
					return
				}
			}
		}()
		<-started
		var err error
		for range 50 {
			if err = tryRun(t, defines, "ALTER TABLE c ADD "+racedKey); err == nil {
				break
			}
		}
		<-ended
		if left := orphansOf(t, defines); err == nil && left != "0" {
			t.Fatalf("%s rows refer to none", left)
		}
	}
}
