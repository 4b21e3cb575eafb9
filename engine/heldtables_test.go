package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTriggersAndKeys: what the engine runs itself is held to its approval where triggers change
// rows of a table that keys carry the statement to, and so is the UPDATE of an INSERT. Hub 1 has
// one spoke, hub 2 has a hundred; what is counted is of hub 1.
func TestTriggersAndKeys(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	c.given(t, "pg", `CREATE TABLE hub (id int PRIMARY KEY, old int);;CREATE TABLE spoke (hub int REFERENCES hub ON UPDATE CASCADE ON DELETE CASCADE)
;;INSERT INTO hub VALUES (1), (2), (3);;INSERT INTO spoke SELECT CASE i WHEN 1 THEN 1 ELSE 2 END FROM generate_series(1, 101) AS i
;;CREATE FUNCTION marks() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN UPDATE hub SET old = 1 WHERE id = 3; RETURN OLD; END'
;;CREATE TRIGGER marks AFTER DELETE ON spoke FOR EACH ROW EXECUTE FUNCTION marks()`)
	const twoFaced = "id = CASE current_setting('transaction_read_only') WHEN 'on' THEN 1 ELSE 2 END"
	for _, test := range []struct{ sql, want string }{
		{"DELETE FROM hub WHERE " + twoFaced, "it touched 101 rows"},
		{"INSERT INTO hub VALUES (2) ON CONFLICT (id) DO UPDATE SET id = 50", "it touched 101 rows"},
		{"DELETE FROM hub WHERE id = 1", ""},
		{"INSERT INTO hub VALUES (3), (4) ON CONFLICT (id) DO UPDATE SET id = 51", ""},
	} {
		var asked []approval.Request
		_, err := run(t.Context(), c.session(t, "pg", "alice", says(engine.Accepted, &asked)), anything(test.sql))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(sqlstate.From(err).Message, test.want)) {
			t.Errorf("%s: %v: %+v", test.sql, err, asked)
		}
	}
	if got := c.scalar(t, "pg", "SELECT string_agg(id::text, ' ' ORDER BY id) || ': ' || (SELECT count(*) FROM spoke) FROM hub"); got != "2 4 51: 100" {
		t.Errorf("left are %s", got)
	}
}
