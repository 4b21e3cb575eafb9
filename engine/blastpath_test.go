package engine_test

import (
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// TestCountsByPathOfUsers: a client's search path decides on nothing in how the rows are counted that an approver is shown. The
// operators and the aggregate of users come first in it, only compute, and find no rows.
func TestCountsByPathOfUsers(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", shopSchema+`
;;CREATE TABLE alone (id int);;INSERT INTO alone SELECT i FROM generate_series(1, 7) AS i
;;CREATE TABLE second (id int);;INSERT INTO second SELECT i FROM generate_series(1, 5) AS i
;;CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree ON DELETE CASCADE)
;;INSERT INTO tree SELECT i, nullif(i / 2, 0) FROM generate_series(1, 31) AS i
;;CREATE TABLE pairs (a text, b numeric, PRIMARY KEY (b, a));;INSERT INTO pairs SELECT i, i FROM generate_series(1, 4) AS i
;;CREATE TABLE paired (x bigint, y varchar, FOREIGN KEY (y, x) REFERENCES pairs (a, b) ON DELETE CASCADE);;INSERT INTO paired SELECT i, i FROM generate_series(1, 4) AS i
;;CREATE TABLE parent (id int PRIMARY KEY);;CREATE TABLE heir () INHERITS (parent);;CREATE TABLE child (id int REFERENCES parent ON DELETE CASCADE)
;;INSERT INTO parent VALUES (1), (2);;INSERT INTO heir VALUES (3);;INSERT INTO child VALUES (1), (1), (2)
;;CREATE SCHEMA evil
;;CREATE FUNCTION evil.zero(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 0::bigint'
;;CREATE AGGREGATE evil.count(*) (SFUNC = evil.zero, STYPE = bigint, INITCOND = '0')
;;CREATE FUNCTION evil.plus(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 0::bigint'
;;CREATE OPERATOR evil.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.plus)
;;CREATE FUNCTION evil.never(int, int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT false'
;;CREATE OPERATOR evil.= (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.never)
;;CREATE FUNCTION evil.never(text, text) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT false'
;;CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.never)
;;CREATE FUNCTION evil.never(oid, bigint) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT false'
;;CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = bigint, FUNCTION = evil.never)
;;CREATE FUNCTION evil.never(oid, int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT false'
;;CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = int, FUNCTION = evil.never)
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
		{
			"DELETE FROM customers WHERE country LIKE 'US'",
			"DELETE pg.public.customers 10; DELETE pg.public.orders 200 foreign key orders_customer_fkey; DELETE pg.public.items 400 foreign key items_order_fkey; UPDATE pg.public.visits 30 foreign key visits_customer_fkey", 640,
		},
		{"DELETE FROM tree WHERE id > 1 AND id < 3", "DELETE pg.public.tree 15", 15},
		{"DELETE FROM pairs WHERE b > 2", "DELETE pg.public.pairs 2; DELETE pg.public.paired 2 foreign key paired_y_x_fkey", 4},
		{"DELETE FROM parent", "DELETE pg.public.parent 3; DELETE pg.public.heir 1 of pg.public.parent; DELETE pg.public.child 3 foreign key child_id_fkey", 6},
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
