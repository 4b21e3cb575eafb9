package duckdb

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// madeExcluding defines a table of nights in rooms: x_room_night_excl excludes two nights of one room that are less than two apart.
func madeExcluding(t *testing.T, c *Conn) {
	t.Helper()
	made := providers.Statement{
		SQL: "CREATE TABLE x (id int PRIMARY KEY, room int, night int)", Verb: "CREATE TABLE",
		After: []string{"CREATE INDEX x_room_night_excl ON x ((room IS NULL))", "COMMENT ON INDEX x_room_night_excl IS '" + providers.KeptIndex{
			Keys: []providers.KeptIndexKey{
				{Column: "room", Operator: "=", Meets: "__new.__key1 = __there.__key1"},
				{Expression: "night * 10", Value: "night * 10", Operator: "&&", Meets: "abs(__new.__key2 - __there.__key2) < 20"},
			},
			Columns: []string{"night", "room"}, Constraint: "x", Method: "gist", Where: "night > 0", Chosen: "night > 0",
		}.Text() + "'"},
	}
	rows, err := c.Query(t.Context(), made, providers.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(rows, "no rows"); err != nil {
		t.Fatal(err)
	}
}

// meetingRows counts the pairs of rows that exclude each other.
func meetingRows(t *testing.T, c *Conn) string {
	t.Helper()
	rows, err := c.collectText("SELECT count(*)::varchar FROM x a JOIN x b ON a.rowid < b.rowid AND a.room = b.room AND abs(a.night - b.night) < 2 AND a.night > 0 AND b.night > 0")
	if err != nil {
		t.Fatal(err)
	}
	return rows[0][0]
}

// TestExclusionMeanwhile: of two transactions whose rows exclude each other, at most one commits.
func TestExclusionMeanwhile(t *testing.T) {
	for name, steps := range map[string]struct{ one, two, end []string }{
		"two blocks insert":                   {[]string{"BEGIN", "INSERT INTO x VALUES (9, 9, 8)"}, []string{"BEGIN", "INSERT INTO x VALUES (10, 9, 9)", "COMMIT"}, []string{"COMMIT"}},
		"a statement inserts beside a block":  {[]string{"BEGIN", "INSERT INTO x VALUES (9, 9, 8)"}, []string{"INSERT INTO x VALUES (10, 9, 9)"}, []string{"COMMIT"}},
		"a block inserts, another one sets":   {[]string{"BEGIN", "UPDATE x SET room = 9, night = 8 WHERE id = 1"}, []string{"BEGIN", "INSERT INTO x VALUES (10, 9, 9)", "COMMIT"}, []string{"COMMIT"}},
		"a block sets what excludes":          {[]string{"BEGIN", "UPDATE x SET night = 4 WHERE id = 1"}, []string{"UPDATE x SET night = 5 WHERE id = 2"}, []string{"COMMIT"}},
		"the snapshot is older than the rows": {[]string{"BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT * FROM x"}, []string{"INSERT INTO x VALUES (9, 9, 8)"}, []string{"INSERT INTO x VALUES (10, 9, 9)", "COMMIT"}},
		"a savepoint is gone back to":         {[]string{"BEGIN", "INSERT INTO x VALUES (9, 9, 8)", "SAVEPOINT s", "INSERT INTO x VALUES (11, 11, 8)", "ROLLBACK TO s"}, []string{"INSERT INTO x VALUES (10, 9, 9)"}, []string{"COMMIT"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, Options{})
			one, two := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
			madeExcluding(t, one)
			mustRun(t, one, "INSERT INTO x VALUES (1, 1, 1), (2, 1, 7)")
			var failed error
			for _, sql := range steps.one {
				mustRun(t, one, sql)
			}
			for _, sql := range steps.two {
				failed = errors.Join(failed, tryRun(t, two, sql))
			}
			for _, sql := range steps.end {
				failed = errors.Join(failed, tryRun(t, one, sql))
			}
			if one.Status() != providers.Idle {
				mustRun(t, one, "ROLLBACK")
			}
			if code := sqlstate.CodeOf(failed); code != sqlstate.SerializationFailure && code != sqlstate.ExclusionViolation {
				t.Errorf("one failed with %v", failed)
			}
			if left := meetingRows(t, two); left != "0" {
				t.Errorf("%s pairs of rows exclude each other", left)
			}
		})
	}
}

// TestExclusionOfManySessions: sessions that all want the same nights get each night once.
func TestExclusionOfManySessions(t *testing.T) {
	const sessions, nights = 4, 12
	p := open(t, Options{})
	madeExcluding(t, connect(t, p, providers.ConnOptions{}))
	var wait sync.WaitGroup
	got := make([]int, sessions)
	for n := range sessions {
		c := connect(t, p, providers.ConnOptions{})
		wait.Go(func() {
			for night := range nights {
				for {
					err := tryRun(t, c, fmt.Sprintf("INSERT INTO x VALUES (%d, 1, %d)", n*nights+night, 1+2*night))
					if code := sqlstate.CodeOf(err); err != nil && code == sqlstate.SerializationFailure {
						continue
					} else if err != nil && code != sqlstate.ExclusionViolation {
						t.Error(err)
					}
					if err == nil {
						got[n]++
					}
					break
				}
			}
		})
	}
	wait.Wait()
	sum := 0
	for _, n := range got {
		sum += n
	}
	if left := meetingRows(t, connect(t, p, providers.ConnOptions{})); sum != nights || left != "0" {
		t.Errorf("%d of %d nights are taken, %s pairs exclude each other", sum, nights, left)
	}
}

// TestExclusionAfterRestart: an exclusion constraint holds after the database file was closed and opened again.
func TestExclusionAfterRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.duckdb")
	first, err := Open(t.Context(), Options{Name: "demo", Path: path, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	c, err := first.Connect(t.Context(), providers.ConnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	conn := c.(*Conn) //nolint:forcetypeassert // it is one
	madeExcluding(t, conn)
	mustRun(t, conn, "INSERT INTO x VALUES (1, 1, 1)")
	mustRun(t, conn, "ALTER TABLE x RENAME COLUMN night TO eve")
	if err := errors.Join(c.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	again := connect(t, open(t, Options{Path: path}), providers.ConnOptions{})
	for _, step := range []struct {
		sql  string
		want sqlstate.Code
	}{
		{"INSERT INTO x VALUES (2, 1, 2)", sqlstate.ExclusionViolation},
		{"INSERT INTO x VALUES (3, 1, 3)", ""},
		{"INSERT INTO x VALUES (4, 1, -2)", ""},
		{"UPDATE x SET eve = 2 WHERE id = 4", sqlstate.ExclusionViolation},
		{"INSERT INTO x VALUES (5, NULL, 1)", ""},
		{"INSERT INTO x VALUES (6, 2, 1), (7, 2, 2)", sqlstate.ExclusionViolation},
	} {
		if err := tryRun(t, again, step.sql); sqlstate.CodeOf(err) != step.want && (err != nil || step.want != "") {
			t.Errorf("%s: %v, want %q", step.sql, err, step.want)
		}
	}
}

// TestExclusionNeedsExtension: an exclusion constraint that needs an extension is not defined where the extension is not there.
func TestExclusionNeedsExtension(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	define := func(name string) error {
		made := providers.Statement{
			SQL: "CREATE TABLE " + name + " (a int)", Verb: "CREATE TABLE",
			After: []string{"CREATE INDEX " + name + "_excl ON " + name + " ((a IS NULL))", "COMMENT ON INDEX " + name + "_excl IS '" + providers.KeptIndex{
				Keys: []providers.KeptIndexKey{{Column: "a", Operator: "=", Meets: "__new.__key1 = __there.__key1"}}, Columns: []string{"a"}, Constraint: "x", Method: "gist", Extension: "btree_gist",
			}.Text() + "'"},
		}
		_, err := query(c, made, providers.Args{})
		return err
	}
	if err := define("without"); sqlstate.CodeOf(err) != sqlstate.UndefinedObject {
		t.Errorf("without the extension: %v", err)
	}
	mustRun(t, c, `CREATE TYPE "sallyport:btree_gist" AS ENUM ('`+providers.UserType{Kind: providers.ExtensionKind, ID: "btree_gist", Base: "1.7"}.Text()+"')")
	if err := define("extended"); err != nil {
		t.Errorf("with the extension: %v", err)
	}
	if err := tryRun(t, c, `INSERT INTO extended VALUES (1), (1)`); sqlstate.CodeOf(err) == "" {
		t.Errorf("two rows exclude each other: %v", err)
	}
}
