package engine_test

import (
	"context"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestGrantAndRowMovement: an UPDATE that moves a row to another partition fires triggers of
// INSERT and DELETE, which no grant covers.
func TestGrantAndRowMovement(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond, withGrants)
	c.given(t, "pg", `CREATE TABLE parts (id int, day int) PARTITION BY RANGE (day)
;;CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (10);;CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (10) TO (20)
;;INSERT INTO parts SELECT i, i FROM generate_series(0, 9) AS i
;;CREATE TABLE other (n int);;INSERT INTO other VALUES (1),(2)
;;CREATE FUNCTION g() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM other; RETURN NEW; END'
;;CREATE TRIGGER tr AFTER INSERT ON parts FOR EACH ROW EXECUTE FUNCTION g()`)
	c.grant(t, "pg", "UPDATE parts SET id = 100 WHERE day = 1", 2, approval.Terms{For: time.Hour})
	if r := c.asks(t, "pg", "alice", "UPDATE parts SET day = 15 WHERE day = 1"); r == nil {
		t.Errorf("it ran under the grant; other has %s rows", c.scalar(t, "pg", "SELECT count(*) FROM other"))
	}
}

// TestTriggersDoNotLoosen: rows that foreign keys carry a change to are held to the approval
// where a trigger writes, too.
func TestTriggersDoNotLoosen(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", shopSchema+`
;;CREATE TABLE log (at int)
;;CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (OLD.id); RETURN OLD; END'
;;CREATE TRIGGER noted AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION note()
;;UPDATE customers SET country = 'X' WHERE id = 2`)
	var asked []approval.Request
	s := c.session(t, "pg", "alice", approver(func(_ context.Context, r approval.Request) engine.Answer {
		asked = append(asked, r)
		pgtest.Start(t).Exec(t, strings.TrimSuffix(path.Base(c.dsn), "?sslmode=disable"), "UPDATE customers SET country = 'X'")
		return engine.Accepted
	}))
	out, err := run(t.Context(), s, anything("DELETE FROM customers WHERE country = 'X'"))
	if err == nil {
		t.Errorf("it ran: %q; %s customers, %s orders, %s items are left", out, c.scalar(t, "pg", "SELECT count(*) FROM customers"), c.scalar(t, "pg", "SELECT count(*) FROM orders"), c.scalar(t, "pg", "SELECT count(*) FROM items"))
	}
}

// TestCircleIsNotCounted: where keys lead in a circle no number is told.
func TestCircleIsNotCounted(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", `CREATE TABLE a (id int PRIMARY KEY, b int);;CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON DELETE CASCADE)
;;ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b ON DELETE CASCADE
;;CREATE TABLE c (id int PRIMARY KEY, b int REFERENCES b ON DELETE CASCADE)
;;INSERT INTO a SELECT i FROM generate_series(1, 50) AS i
;;INSERT INTO b SELECT i, i FROM generate_series(1, 50) AS i
;;UPDATE a SET b = id - 1 WHERE id > 1
;;INSERT INTO c SELECT i, i FROM generate_series(1, 50) AS i`)
	var asked []approval.Request
	_, err := run(t.Context(), c.session(t, "pg", "alice", says(engine.Declined, &asked)), anything("DELETE FROM a WHERE id = 1"))
	r := asked[0]
	if r.Estimate.Rows != -1 || r.MaxRows != -1 {
		t.Errorf("%v %s rows %d by %q max %d note %s", err, touched(r), r.Estimate.Rows, r.Estimate.By, r.MaxRows, r.Estimate.Note)
	}
}

// TestCascadeBehindAView is told, though its rows cannot be counted, and they count when it
// has run.
func TestCascadeBehindAView(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", shopSchema+`;;CREATE VIEW americans AS SELECT * FROM customers WHERE country = 'US'`)
	var asked []approval.Request
	out, err := run(t.Context(), c.session(t, "pg", "alice", says(engine.Accepted, &asked)), anything("DELETE FROM americans WHERE id = 2"))
	r := asked[0]
	if err == nil || !strings.Contains(err.Error(), "it touched 64 rows") || !strings.Contains(touched(r), "orders") || !strings.Contains(r.Estimate.Note, "they count when it has run") {
		t.Errorf("%q %v: %s rows %d by %s max %d note %q; %s orders %s items left", out, err, touched(r), r.Estimate.Rows, r.Estimate.By, r.MaxRows, r.Estimate.Note, c.scalar(t, "pg", "SELECT count(*) FROM orders"), c.scalar(t, "pg", "SELECT count(*) FROM items"))
	}
}
