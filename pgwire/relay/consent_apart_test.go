package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// apartSchema makes a trigger whose function is body.
func apartSchema(table, body string) string {
	return hubs + `; CREATE TABLE leaf (spoke int REFERENCES spoke ON DELETE CASCADE, old int); INSERT INTO leaf SELECT n FROM spoke;
CREATE FUNCTION changes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ` + body + `; RETURN OLD; END';
CREATE TRIGGER changes AFTER DELETE ON ` + table + ` FOR EACH ROW EXECUTE FUNCTION changes()`
}

const untouched = "SELECT (SELECT count(*) FROM hub) || ' ' || (SELECT count(*) FROM spoke) || ' ' || (SELECT count(*) FROM leaf)"

// TestTriggersAreApart: where triggers change rows of tables that keys carry the statement to,
// the rows of the other tables are held to its approval, and those that the statement tells itself.
func TestTriggersAreApart(t *testing.T) {
	moreHubs := strings.Replace(twoFaced, "id = CASE", "id <= CASE", 1)
	moreHubs = strings.Replace(moreHubs, "ELSE 2", "ELSE 3", 1)
	for _, test := range []struct {
		name, schema string
		condition    string
		want         string
		note         string
	}{
		{"the target, from a table of keys", apartSchema("spoke", "UPDATE hub SET old = 1 WHERE id = 3"), honestly, "C(DELETE 1)ZI", ""},
		{"the target, and what goes beyond", apartSchema("spoke", "UPDATE hub SET old = 1 WHERE id = 3"), twoFaced, "E(42501)ZI", ""},
		{"the target, whose own rows go beyond", apartSchema("hub", "UPDATE hub SET old = 1 WHERE id = 3"), moreHubs, "E(42501)ZI", ""},
		{"the target, named with its schema", apartSchema("hub", "UPDATE public.hub SET old = 1 WHERE id = 3"), honestly, "C(DELETE 1)ZI", ""},
		{"a table behind a key", apartSchema("hub", "UPDATE spoke SET hub = hub WHERE hub = 3"), honestly, "C(DELETE 1)ZI", "main.public.spoke, too: "},
		{"a table behind a key, and rows of the target go beyond", apartSchema("hub", "UPDATE spoke SET hub = hub WHERE hub = 3"), moreHubs, "E(42501)ZI", "main.public.spoke, too: "},
		{"a table behind two keys", apartSchema("hub", "UPDATE leaf SET old = 1"), honestly, "C(DELETE 1)ZI", "main.public.leaf, too: "},
		{"a table behind two keys, and rows before it go beyond", apartSchema("hub", "UPDATE leaf SET old = 1"), twoFaced, "E(42501)ZI", "main.public.leaf, too: "},
		{"both, and the statement's own rows go beyond", apartSchema("spoke", "UPDATE hub SET old = 1 WHERE id = 3; UPDATE spoke SET hub = hub WHERE hub = 3"), moreHubs, "E(42501)ZI", "main.public.spoke, too: "},
		{"the cascade fired again", apartSchema("spoke", "UPDATE hub SET id = id + 10 WHERE id = 2"), honestly, "E(42501)ZI", ""},
		{"what the trigger does is not in its text", apartSchema("spoke", "EXECUTE ''UPDATE hub SET old = 1''"), honestly, "E(42501)ZI", ""},
		{"a table of the same name elsewhere", apartSchema("hub", "UPDATE elsewhere.spoke SET hub = 1") + "; CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.spoke (hub int)", twoFaced, "E(42501)ZI", ""},
		{"rows that the trigger inserts", apartSchema("spoke", "INSERT INTO hub VALUES (100 + OLD.n)"), twoFaced, "E(42501)ZI", ""},
		{"a trigger that deletes", apartSchema("spoke", "DELETE FROM hub WHERE id = 3"), honestly, "C(DELETE 1)ZI", "only its own rows are compared"},
		{"a trigger that deletes, and its own rows go beyond", apartSchema("spoke", "DELETE FROM hub WHERE id = 77"), moreHubs, "E(42501)ZI", "only its own rows are compared"},
		{"heirs", apartSchema("hub", "UPDATE spoke SET hub = hub WHERE hub = 3") + "; CREATE TABLE heir () INHERITS (hub)", honestly, "C(DELETE 1)ZI", "only its own rows are compared"},
		{
			"a tree",
			hubs + "; ALTER TABLE hub ADD up int REFERENCES hub ON DELETE CASCADE; CREATE TABLE leaf (); " +
				"CREATE FUNCTION changes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN UPDATE hub SET old = 1 WHERE id = 3; RETURN OLD; END'; CREATE TRIGGER changes AFTER DELETE ON spoke FOR EACH ROW EXECUTE FUNCTION changes()",
			honestly, "C(DELETE 1)ZI", "only its own rows are compared",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, test.schema)
			before := direct(t, c.dsn, untouched)
			s := c.enter()
			s.begin(query("DELETE FROM hub WHERE " + test.condition))
			r := c.asked("hub")
			told := strings.Contains(r.Estimate.Note, "triggers change rows of")
			if test.note == "" && told || !strings.Contains(r.Estimate.Note, test.note) {
				t.Errorf("the note is %q", r.Estimate.Note)
			}
			_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true, MaxRows: 4})
			check(t, err)
			s.demand(test.want)
			if after := direct(t, c.dsn, untouched); test.want[0] == 'E' && after != before {
				t.Errorf("left are %s of %s", after, before)
			}
			s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
		})
	}
}

// TestReplacedTriggerIsNotApproved: a trigger that is replaced once somebody has said yes is not
// what they said yes to.
func TestReplacedTriggerIsNotApproved(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, apartSchema("spoke", "UPDATE hub SET old = 1 WHERE id = 3"))
	before := direct(t, c.dsn, untouched)
	s := c.enter()
	s.begin(query("DELETE FROM hub WHERE " + honestly))
	r := c.asked("hub")
	direct(t, c.dsn, "CREATE OR REPLACE FUNCTION changes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM hub; RETURN OLD; END'")
	_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true})
	check(t, err)
	s.demand("E(42501)ZI")
	if after := direct(t, c.dsn, untouched); after != before {
		t.Errorf("left are %s of %s", after, before)
	}
}
