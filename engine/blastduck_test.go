package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestBlastDuckDB: what foreign keys of the embedded engine carry a change to is counted, as Postgres's is.
func TestBlastDuckDB(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "duck", shopSchema+`
;;CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree ON DELETE CASCADE)
;;INSERT INTO tree SELECT i, nullif(i / 2, 0) FROM generate_series(1, 31) AS i`)
	for _, test := range []struct {
		sql, want string
		rows, max int64
	}{
		{
			"DELETE FROM customers WHERE country = 'US'",
			"DELETE duck.public.customers 10; DELETE duck.public.orders 200 foreign key orders_customer_fkey; UPDATE duck.public.visits 30 foreign key visits_customer_fkey; DELETE duck.public.items 400 foreign key items_order_fkey", 640, 704,
		},
		{"UPDATE customers SET id = id + 100 WHERE id = 3", "UPDATE duck.public.customers 1; UPDATE duck.public.visits 3 foreign key visits_customer_fkey", 4, 5},
		{"UPDATE customers SET country = 'DE' WHERE id < 3", "UPDATE duck.public.customers 2", 2, 3},
		{"DELETE FROM tree WHERE id = 2", "DELETE duck.public.tree 15", 15, 16},
	} {
		var asked []approval.Request
		_, err := run(t.Context(), c.session(t, "duck", "alice", says(engine.Declined, &asked)), anything(test.sql))
		if len(asked) != 1 {
			t.Errorf("%s: %v", test.sql, err)
			continue
		}
		if r := asked[0]; touched(r) != test.want || r.Estimate.Rows != test.rows || r.MaxRows != test.max {
			t.Errorf("%s\n%s\nwant\n%s\n%d rows, at most %d; note: %s", test.sql, touched(r), test.want, r.Estimate.Rows, r.MaxRows, r.Estimate.Note)
		}
	}
}

// TestBlastDuckDBHeld: an approval for a number of rows holds those that keys carry the change to, right before it
// runs and when it has run.
func TestBlastDuckDBHeld(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "duck", shopSchema)
	owner := c.session(t, "duck", "owner", approver(func(context.Context, approval.Request) engine.Answer { return engine.Accepted }))
	add := func() {
		if out, err := run(t.Context(), owner, anything("INSERT INTO items SELECT 1000 + i, 21 FROM generate_series(1, 500) AS i")); err != nil {
			t.Fatal(out, err)
		}
	}
	s := c.session(t, "duck", "alice", approver(func(context.Context, approval.Request) engine.Answer { add(); return engine.Accepted }))
	const sql = "DELETE FROM customers WHERE country = 'US'"
	_, err := run(t.Context(), s, anything(sql))
	if e := sqlstate.From(err); e.Code != sqlstate.InsufficientPrivilege || !strings.Contains(e.Message, "by now it would touch 1140 rows") || !strings.Contains(e.Detail, "duck.public.items: 900") {
		t.Errorf("%v %s", err, e.Detail)
	}
	var asked []approval.Request
	s = c.session(t, "duck", "bob", says(engine.Accepted, &asked))
	out, err := run(t.Context(), s, anything("DELETE FROM customers WHERE id = 1"))
	if err != nil || !strings.Contains(out, "DELETE 1") || len(asked) != 1 || asked[0].Estimate.Rows != 64 {
		t.Errorf("%s %v %+v", out, err, asked)
	}
	for _, test := range [][2]string{{"customers", "19"}, {"orders", "380"}, {"items", "1260"}, {"visits", "60"}} {
		if got := c.scalar(t, "duck", "SELECT count(*) FROM "+test[0]); got != test[1] {
			t.Errorf("%s rows of %s are left, want %s", got, test[0], test[1])
		}
	}
}

// TestBlastDuckDBOwnKey: an approval for a number of rows also covers rows that are reached by a foreign key which
// the open transaction has made. Nobody else sees that key, so the rows could not be counted before.
func TestBlastDuckDBOwnKey(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "duck", "CREATE TABLE customers (id int PRIMARY KEY);;INSERT INTO customers VALUES (1), (2);;CREATE TABLE extra (c int);;INSERT INTO extra SELECT 1 FROM generate_series(1, 50)")
	var asked []approval.Request
	s := c.session(t, "duck", "alice", says(engine.Accepted, &asked))
	for _, sql := range []string{"BEGIN", "ALTER TABLE extra ADD FOREIGN KEY (c) REFERENCES customers ON DELETE CASCADE"} {
		if out, err := run(t.Context(), s, anything(sql)); err != nil {
			t.Fatal(out, err)
		}
	}
	_, err := run(t.Context(), s, anything("DELETE FROM customers WHERE id = 1"))
	if err == nil || !strings.Contains(err.Error(), "it touched 51 rows with those that foreign keys carried it to") {
		t.Errorf("%v, asked %+v", err, asked)
	}
	if out, err := run(t.Context(), s, anything("ROLLBACK")); err != nil {
		t.Error(out, err)
	}
}
