package engine_test

import (
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// TestCountsByPathOfUsers: a client's search path decides on nothing in how the rows are counted that an approver is shown. The
// operator and the aggregate of users come first in it, only compute, and find no rows.
func TestCountsByPathOfUsers(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", `CREATE TABLE alone (id int);;INSERT INTO alone SELECT i FROM generate_series(1, 7) AS i
;;CREATE TABLE second (id int);;INSERT INTO second SELECT i FROM generate_series(1, 5) AS i
;;CREATE SCHEMA evil
;;CREATE FUNCTION evil.zero(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 0::bigint'
;;CREATE AGGREGATE evil.count(*) (SFUNC = evil.zero, STYPE = bigint, INITCOND = '0')
;;CREATE FUNCTION evil.plus(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 0::bigint'
;;CREATE OPERATOR evil.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.plus)
;;GRANT USAGE ON SCHEMA evil TO PUBLIC`)
	var asked []approval.Request
	s := c.session(t, "pg", "alice", says(engine.Declined, &asked))
	if _, err := run(t.Context(), s, anything("SET search_path = evil, pg_catalog, public")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sql, want string
		rows      int64
	}{
		{"UPDATE alone SET id = 0", "UPDATE pg.public.alone 7", 7},
		{"INSERT INTO second SELECT id FROM alone", "INSERT pg.public.second 7", 7},
		{"DROP TABLE alone", "DROP TABLE pg.public.alone 7", 7},
		{"DROP TABLE alone, second", "DROP TABLE pg.public.alone 7; DROP TABLE pg.public.second 5", 12},
		{"TRUNCATE alone, second", "TRUNCATE pg.public.alone 7; TRUNCATE pg.public.second 5", 12},
	} {
		asked = nil
		_, err := run(t.Context(), s, anything(test.sql))
		if len(asked) != 1 {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		if r := asked[0]; touched(r) != test.want || r.Estimate.Rows != test.rows {
			t.Errorf("%s: %s, %d rows by %s, note %q; want %s, %d", test.sql, touched(r), r.Estimate.Rows, r.Estimate.By, r.Estimate.Note, test.want, test.rows)
		}
	}
}
