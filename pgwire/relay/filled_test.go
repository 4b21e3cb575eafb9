package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestKnownFilled: a session to which a statement is known by others records it as the session does that had it planned: by the columns that
// its values are for, and the arguments of functions.
func TestKnownFilled(t *testing.T) {
	g := serve(t, pgtest.Start(t).CreateFilled(t, `CREATE TABLE notes (id int, body text); CREATE TABLE logins (id int, password text);
		CREATE FUNCTION signed(api_key text) RETURNS text LANGUAGE sql AS 'SELECT $1'`), func(s *settings) { s.engine.Mode = gate.FullAccess })
	statements := []string{"INSERT INTO notes VALUES (1, 'plain')", "INSERT INTO logins VALUES (1, 'hidden')", "SELECT signed('concealed')"}
	for range 4 {
		c := connect(t, g.addr)
		for _, sql := range statements {
			if got := c.query(sql); strings.Contains(got, "ERROR") {
				t.Fatal(got)
			}
		}
		c.send(&pgproto3.Terminate{})
	}
	seen := 0
	for _, r := range g.outcomes(t) {
		switch {
		case strings.Contains(r.SQL, "notes"):
			if seen++; !strings.Contains(r.SQL, "'plain'") {
				t.Errorf("a value that is no secret: %s", r.SQL)
			}
		case strings.Contains(r.SQL, "hidden"), strings.Contains(r.SQL, "concealed"):
			t.Errorf("a secret: %s", r.SQL)
		}
	}
	if seen != 4 {
		t.Errorf("%d records", seen)
	}
}

// TestManyFilled: so it is where a session has filled many relations since the statement was prepared.
func TestManyFilled(t *testing.T) {
	var tables strings.Builder
	for i := range 300 {
		fmt.Fprintf(&tables, "CREATE TABLE t%d (a int); ", i)
	}
	g := serve(t, pgtest.Start(t).CreateFilled(t, tables.String()), func(s *settings) { s.engine.Mode = gate.FullAccess })
	c := connect(t, g.addr)
	c.query("PREPARE first AS INSERT INTO t0 VALUES (4711)")
	c.send(&pgproto3.Parse{Name: "s", Query: "INSERT INTO t1 VALUES (4711)"}, &pgproto3.Sync{})
	c.until(1)
	var batch strings.Builder
	for i := range 300 {
		if sql := fmt.Sprintf("INSERT INTO t%d VALUES (4711);", i); i < 270 {
			batch.WriteString(sql)
		} else {
			c.query(sql)
		}
	}
	c.query(batch.String())
	c.send(&pgproto3.Bind{PreparedStatement: "s"}, &pgproto3.Execute{}, &pgproto3.Sync{})
	c.until(1)
	seen := 0
	for _, r := range g.outcomes(t) {
		if strings.HasPrefix(r.SQL, "INSERT") {
			if seen++; !strings.Contains(r.SQL, "4711") {
				t.Errorf("a value that is no secret: %s", r.SQL)
			}
		}
	}
	if seen != 301 {
		t.Errorf("%d records", seen)
	}
}
