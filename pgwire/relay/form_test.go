package relay_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
)

// TestRepeatedRecords: the record of a read that was executed before is that of its first execution: from the second
// on, what does not change is encoded once. What changes from one execution to the next is what came of it.
func TestRepeatedRecords(t *testing.T) {
	for _, values := range []bool{false, true} {
		g := serve(t, "", func(s *settings) { s.engine.RecordValues = values })
		c := connect(t, g.addr)
		c.query("CREATE TABLE t AS SELECT 7 AS n")
		const sql = `SELECT n / $1::integer FROM t, generate_series(1, $1::integer) WHERE 'a"é' <> ''`
		c.send(&pgproto3.Parse{Name: "s", Query: sql}, &pgproto3.Sync{})
		c.until(1)
		for range 5 {
			for _, n := range []string{"1", "3", "0"} { // a row, three, none
				c.send(&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{[]byte(n)}}, &pgproto3.Execute{}, &pgproto3.Sync{})
				c.until(1)
			}
			c.send(&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{[]byte("3")}}, &pgproto3.Execute{MaxRows: 1}, &pgproto3.Execute{}, &pgproto3.Sync{})
			c.until(1)
			c.send(&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{[]byte("wrong")}}, &pgproto3.Execute{}, &pgproto3.Sync{})
			c.until(1)
		}
		var list []audit.Record
		for _, r := range g.written(t) {
			if r.SQL != sql {
				continue
			}
			if r.DurationMS < 0 || r.Time.IsZero() || r.Prev == "" {
				t.Errorf("%+v", r)
			}
			r.Seq, r.Time, r.Prev, r.DurationMS = 0, time.Time{}, "", 0
			list = append(list, r)
		}
		const executions = 6
		if len(list) != 5*executions || *list[1].Rows != 3 || list[5].SQLState != "22P02" || values != (len(list[0].Params) > 0) {
			t.Fatalf("%d: %+v", len(list), list)
		}
		for i, r := range list[executions:] {
			if first := list[i%executions]; !reflect.DeepEqual(r, first) {
				t.Errorf("a later execution is on record as\n%+v\nthe first as\n%+v", r, first)
			}
		}
	}
}

// TestRepeatedSecrets: a read whose text may hold a secret is not encoded once: what is taken out depends on what
// the session knows.
func TestRepeatedSecrets(t *testing.T) {
	g := serve(t, "")
	c := connect(t, g.addr)
	c.send(&pgproto3.Parse{Name: "s", Query: "SELECT 'hunter2' AS password, $1::text"}, &pgproto3.Sync{})
	c.until(1)
	for range 5 {
		c.send(&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{[]byte("x")}}, &pgproto3.Execute{}, &pgproto3.Sync{})
		c.until(1)
	}
	n := 0
	for _, r := range g.written(t) {
		if n++; strings.Contains(r.SQL, "hunter2") {
			t.Errorf("a secret is on record: %s", r.SQL)
		}
	}
	if n < 5 {
		t.Errorf("%d records", n)
	}
}
