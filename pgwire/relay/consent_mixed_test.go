package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// hiddenlyTwoFaced is twoFaced without a call in its text: a view makes it.
const hiddenlyTwoFaced = "id = CASE (SELECT setting FROM pg_catalog.pg_settings WHERE name = 'transaction_read_only') WHEN 'on' THEN 1 ELSE 2 END"

// counter is a trigger that deletes rows of a table that the statement reaches, too.
const counter = `CREATE FUNCTION recount() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM hub WHERE id = 3 + OLD.hub; RETURN OLD; END';
CREATE TRIGGER recounts AFTER DELETE ON spoke FOR EACH ROW EXECUTE FUNCTION recount()`

// TestMixedIsTold: where triggers keep the tally from being compared, whoever approves is told that
// no number holds the rows that foreign keys carry the statement to.
func TestMixedIsTold(t *testing.T) {
	for _, condition := range []string{honestly, twoFaced, hiddenlyTwoFaced} {
		c := sit(t, gate.Safe, longWait)
		direct(t, c.dsn, hubs+"; "+counter)
		s := c.enter()
		s.begin(query("DELETE FROM hub WHERE " + condition))
		r := c.decide("hub", approval.Verdict{Approver: "ann", Channel: "desk"})
		s.ready()
		if told := strings.Contains(r.Estimate.Note, "only its own rows are compared"); !told {
			t.Errorf("%s: nobody was told: %q", condition, r.Estimate.Note)
		}
	}
}
