package engine_test

import (
	"context"
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shopSchema has 20 customers, 10 of them in the US, each with 20 orders of 2 items.
const shopSchema = `CREATE TABLE customers (id int PRIMARY KEY, country text, best int)
;;CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers ON DELETE CASCADE)
;;CREATE TABLE items (id int PRIMARY KEY, "order" int REFERENCES orders ON DELETE CASCADE)
;;CREATE TABLE visits (customer int REFERENCES customers ON DELETE SET NULL ON UPDATE CASCADE)
;;INSERT INTO customers SELECT i, CASE WHEN i % 2 = 0 THEN 'US' ELSE 'FR' END FROM generate_series(1, 20) AS i
;;INSERT INTO orders SELECT i, (i - 1) / 20 + 1 FROM generate_series(1, 400) AS i
;;INSERT INTO items SELECT i, (i - 1) / 2 + 1 FROM generate_series(1, 800) AS i
;;INSERT INTO visits SELECT i % 20 + 1 FROM generate_series(1, 60) AS i`

// touched are the relations that a request shows, with their numbers.
func touched(r approval.Request) string {
	var parts []string
	for _, t := range r.Estimate.Touched {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %s %d %s", t.Verb, t.Relation, t.Rows, t.Way)))
	}
	return strings.Join(parts, "; ")
}

// TestBlast: what foreign keys, partitions, views, rules and triggers carry a change to
// is counted or named, and the bound of the approval covers it.
func TestBlast(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", shopSchema+`
;;CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree ON DELETE CASCADE)
;;INSERT INTO tree SELECT i, nullif(i / 2, 0) FROM generate_series(1, 31) AS i
;;CREATE TABLE parts (id int, day int) PARTITION BY RANGE (day)
;;CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (10);;CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (10) TO (20)
;;INSERT INTO parts SELECT i, i FROM generate_series(0, 19) AS i
;;CREATE VIEW americans AS SELECT * FROM customers WHERE country = 'US'
;;CREATE TABLE log (at int);;CREATE TABLE ruled (id int);;INSERT INTO ruled VALUES (1), (2)
;;CREATE RULE keep AS ON DELETE TO ruled DO ALSO DELETE FROM log
;;CREATE TABLE watched (id int);;INSERT INTO watched VALUES (1)
;;CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (OLD.id); RETURN OLD; END'
;;CREATE TRIGGER noted AFTER DELETE ON watched FOR EACH ROW EXECUTE FUNCTION note()
;;CREATE TABLE a (id int PRIMARY KEY, b int);;CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON DELETE CASCADE)
;;ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b ON DELETE CASCADE
;;ANALYZE`)
	for _, test := range []struct {
		sql, want string
		rows, max int64
	}{
		{
			"DELETE FROM customers WHERE country = 'US'",
			"DELETE pg.public.customers 10; DELETE pg.public.orders 200 foreign key orders_customer_fkey; DELETE pg.public.items 400 foreign key items_order_fkey; UPDATE pg.public.visits 30 foreign key visits_customer_fkey", 640, 704,
		},
		{"UPDATE customers SET id = id + 100 WHERE id < 3", "UPDATE pg.public.customers 2; UPDATE pg.public.visits 6 foreign key visits_customer_fkey", 8, 9},
		{"UPDATE customers SET country = 'DE' WHERE id < 3", "UPDATE pg.public.customers 2", 2, 3},
		{"DELETE FROM tree WHERE id = 2", "DELETE pg.public.tree 15", 15, 16},
		{"DELETE FROM parts WHERE day >= 8", "DELETE pg.public.parts 12; DELETE pg.public.parts_1 2 of pg.public.parts; DELETE pg.public.parts_2 10 of pg.public.parts", 12, 13},
		{"DELETE FROM americans WHERE id < 5", "DELETE pg.public.customers 2 view pg.public.americans; DELETE pg.public.orders -1 foreign key orders_customer_fkey; DELETE pg.public.items -1 foreign key items_order_fkey; UPDATE pg.public.visits -1 foreign key visits_customer_fkey", 2, 3},
		{"DELETE FROM ruled", "DELETE pg.public.log 1 rule keep on pg.public.ruled; DELETE pg.public.ruled 2", -1, -1},
		{"DELETE FROM watched", "DELETE pg.public.watched 1; INSERT pg.public.log -1 trigger noted on pg.public.watched", 1, 2},
		{"DELETE FROM a", "DELETE pg.public.a -1; DELETE pg.public.b -1 foreign key b_a_fkey", -1, -1},
		{"TRUNCATE customers CASCADE", "TRUNCATE pg.public.customers 20; TRUNCATE pg.public.orders 400 CASCADE; TRUNCATE pg.public.items 800 CASCADE; TRUNCATE pg.public.visits 60 CASCADE", 1280, -1},
		{"DROP TABLE orders CASCADE", "DROP TABLE pg.public.orders 400", 400, -1},
		{"DO 'BEGIN DELETE FROM orders; EXECUTE ''x''; END'", "DELETE pg.public.orders -1 the DO", -1, -1},
	} {
		var asked []approval.Request
		_, err := run(t.Context(), c.session(t, "pg", "alice", says(engine.Declined, &asked)), anything(test.sql))
		if len(asked) != 1 {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		if r := asked[0]; touched(r) != test.want || r.Estimate.Rows != test.rows || r.MaxRows != test.max {
			t.Errorf("%s\n%s\nwant\n%s\n%d rows, at most %d; note: %s", test.sql, touched(r), test.want, r.Estimate.Rows, r.MaxRows, r.Estimate.Note)
		}
	}
}

// TestBlastAgain: what foreign keys carry a change to is counted again before it runs,
// and an approval that does not cover it any more is not used up.
func TestBlastAgain(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", shopSchema)
	server := func(sql string) {
		t.Helper()
		pgtest.Start(t).Exec(t, strings.TrimSuffix(path.Base(c.dsn), "?sslmode=disable"), sql)
	}
	var asked []approval.Request
	s := c.session(t, "pg", "alice", approver(func(_ context.Context, r approval.Request) engine.Answer {
		asked = append(asked, r)
		server(`INSERT INTO items SELECT 1000 + i, 21 FROM generate_series(1, 500) AS i`)
		return engine.Accepted
	}))
	const sql = "DELETE FROM customers WHERE country = 'US'"
	_, err := run(t.Context(), s, anything(sql))
	if e := sqlstate.From(err); e.Code != sqlstate.InsufficientPrivilege || !strings.Contains(e.Message, "by now it would touch 1140 rows") || !strings.Contains(e.Detail, "pg.public.items: 900") {
		t.Errorf("%v %s", err, e.Detail)
	}
	if r, err := c.store.Get(asked[0].ID); err != nil || r.State != approval.Approved {
		t.Errorf("%+v %v", r, err)
	}
	server(`DELETE FROM items WHERE id > 1000`)
	if out, err := run(t.Context(), s, anything(sql)); err != nil || !strings.Contains(out, "DELETE 10") {
		t.Errorf("%s %v", out, err)
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM items"); got != "400" {
		t.Errorf("%s items are left", got)
	}
}

// TestBlastHeld: what foreign keys carry a change to is held to the approval when it
// runs, also where nobody could count it: row security hides it from who counts, and not
// from the keys.
func TestBlastHeld(t *testing.T) {
	server := pgtest.Start(t)
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", shopSchema+`
;;CREATE ROLE blast_reader LOGIN;;GRANT SELECT, DELETE, UPDATE ON customers, orders, items, visits TO blast_reader
;;ALTER TABLE items ENABLE ROW LEVEL SECURITY;;CREATE POLICY none ON items FOR SELECT USING (id > 790)`)
	t.Cleanup(func() { server.Exec(t, "postgres", "DROP ROLE blast_reader") })
	t.Cleanup(func() {
		server.Exec(t, strings.TrimSuffix(path.Base(c.dsn), "?sslmode=disable"), "DROP OWNED BY blast_reader")
	})
	limited := courtOver(t, strings.Replace(c.dsn, "postgres://postgres@", "postgres://blast_reader@", 1))
	var asked []approval.Request
	s := limited.session(t, "pg", "alice", says(engine.Accepted, &asked))
	const sql = "DELETE FROM customers WHERE id = 4"
	for _, begin := range []bool{false, true} {
		if begin {
			if _, err := run(t.Context(), s, anything("BEGIN")); err != nil {
				t.Fatal(err)
			}
		}
		_, err := run(t.Context(), s, anything(sql))
		if e := sqlstate.From(err); e.Code != sqlstate.InsufficientPrivilege || !strings.Contains(e.Message, "it touched 64 rows with those that foreign keys") {
			t.Errorf("%v", err)
		}
		if begin {
			if _, err := run(t.Context(), s, anything("ROLLBACK")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(asked) != 2 || asked[0].Estimate.Rows != 24 || !strings.Contains(asked[0].Estimate.Note, "row security") {
		t.Errorf("%+v", asked)
	}
	if got := c.scalar(t, "pg", "SELECT count(*) FROM items"); got != "800" {
		t.Errorf("%s items are left", got)
	}
}

// TestTableCalledLikeAHit: a table may have the name that the count gives to what it has reached.
func TestTableCalledLikeAHit(t *testing.T) {
	c := courtOver(t, pgtest.Start(t).CreateDB(t))
	c.given(t, "pg", `CREATE TABLE "sallyport hit 0" (id int PRIMARY KEY, of int REFERENCES "sallyport hit 0" ON DELETE CASCADE)
		;; CREATE TABLE "sallyport hit 1" (id int PRIMARY KEY, of int REFERENCES "sallyport hit 0" ON DELETE CASCADE)
		;; INSERT INTO "sallyport hit 0" VALUES (1, NULL), (2, 1), (3, NULL);; INSERT INTO "sallyport hit 1" SELECT g, g % 3 + 1 FROM generate_series(1, 9) g`)
	for sql, want := range map[string]int64{
		`DELETE FROM "sallyport hit 0" WHERE id = 1`:                                                             8,
		`DELETE FROM "sallyport hit 0" USING "sallyport hit 1" h WHERE h.id = 2 AND h.of = "sallyport hit 0".id`: 4,
	} {
		if r := c.asks(t, "pg", "alice", sql); r == nil || r.Estimate.Rows != want || r.Estimate.By != "count" {
			t.Errorf("%s: %+v", sql, r.Estimate)
		}
	}
}
