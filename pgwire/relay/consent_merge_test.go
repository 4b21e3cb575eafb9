package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// nodes has rows that keys carry an UPDATE and a DELETE of hub to, also in hub itself.
const nodes = hubs + `; ALTER TABLE hub ADD up int REFERENCES hub ON UPDATE CASCADE ON DELETE CASCADE; INSERT INTO hub (id, up) SELECT i, 2 FROM generate_series(11, 30) AS i`

// TestUpsertsAreTallied: the rows that foreign keys carry a MERGE and the UPDATE of an INSERT
// to are held to its approval, with those that it inserts.
func TestUpsertsAreTallied(t *testing.T) {
	for _, test := range []struct {
		name, schema, sql string
		max               int64
		want              string
	}{
		{"a conflict", hubs, "INSERT INTO hub VALUES (1), (70) ON CONFLICT (id) DO UPDATE SET id = 50", 3, "C(INSERT 0 2)ZI"},
		{"a conflict beyond", hubs, "INSERT INTO hub VALUES (2), (70) ON CONFLICT (id) DO UPDATE SET id = 50", 3, "E(42501)ZI"},
		{"a conflict whose own rows go beyond", hubs, "INSERT INTO hub VALUES (60), (61), (62), (63) ON CONFLICT (id) DO UPDATE SET id = 50", 3, "E(42501)ZI"},
		{"a conflict in a tree, beyond", nodes + "; DELETE FROM spoke", "INSERT INTO hub VALUES (2) ON CONFLICT (id) DO UPDATE SET id = 50", 3, "E(42501)ZI"},
		{"a merge", hubs, "MERGE INTO hub USING (VALUES (1), (70)) v(i) ON id = i WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (i)", 3, "C(MERGE 2)ZI"},
		{"a merge beyond", hubs, "MERGE INTO hub USING (VALUES (2), (70)) v(i) ON id = i WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (i)", 3, "E(42501)ZI"},
		{"a merge that updates", hubs, "MERGE INTO hub USING (VALUES (1)) v(i) ON id = i WHEN MATCHED THEN UPDATE SET id = 50", 2, "C(MERGE 1)ZI"},
		{"a merge that updates, beyond", hubs, "MERGE INTO hub USING (VALUES (2)) v(i) ON id = i WHEN MATCHED THEN UPDATE SET id = 50", 2, "E(42501)ZI"},
		{"a merge in a tree, beyond", nodes + "; DELETE FROM spoke", "MERGE INTO hub USING (VALUES (2)) v(i) ON id = i WHEN MATCHED THEN DELETE", 2, "E(42501)ZI"},
		{"a merge, and a trigger that inserts into its target", apartSchema("hub", "INSERT INTO hub VALUES (100 + OLD.id), (200 + OLD.id)"), "MERGE INTO hub USING (VALUES (1)) v(i) ON id = i WHEN MATCHED THEN DELETE", 3, "C(MERGE 1)ZI"},
		{"a merge beyond, and a trigger that inserts into its target", apartSchema("hub", "INSERT INTO hub VALUES (100 + OLD.id)"), "MERGE INTO hub USING (VALUES (2)) v(i) ON id = i WHEN MATCHED THEN DELETE", 3, "E(42501)ZI"},
		{"a conflict, and a trigger that writes a history with a key", hubs + `; CREATE TABLE history (hub int REFERENCES hub ON DELETE CASCADE);
CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO history VALUES (NEW.id), (NEW.id), (NEW.id); RETURN NEW; END'; CREATE TRIGGER remembers AFTER INSERT OR UPDATE ON hub FOR EACH ROW EXECUTE FUNCTION remember()`, "INSERT INTO hub VALUES (1), (70) ON CONFLICT (id) DO UPDATE SET old = 2", 2, "C(INSERT 0 2)ZI"},
		{"a merge that moves rows to a partition", "CREATE TABLE hub (id int, day int) PARTITION BY LIST (day); CREATE TABLE hub_1 PARTITION OF hub FOR VALUES IN (1); CREATE TABLE hub_2 PARTITION OF hub FOR VALUES IN (2); INSERT INTO hub VALUES (1, 1), (2, 1); CREATE TABLE spoke (hub int)", "MERGE INTO hub USING (VALUES (1), (2)) v(i) ON id = i WHEN MATCHED THEN UPDATE SET day = 2", 2, "C(MERGE 2)ZI"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, test.schema)
			before := direct(t, c.dsn, leftOfHubs)
			s := c.enter()
			for _, send := range []string{"simple", "messages"} {
				messages := bySimple(test.sql)
				if send == "messages" {
					messages = byMessages(test.sql)
				}
				s.query("BEGIN")
				s.begin(messages...)
				r := c.asked("hub")
				_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true, MaxRows: test.max})
				check(t, err)
				want := strings.NewReplacer("ZI", map[bool]string{true: "ZE", false: "ZT"}[test.want[0] == 'E']).Replace(test.want)
				if got := strings.TrimPrefix(s.ready(), "12"); got != want {
					t.Errorf("%s: %q: %+v", send, got, r.Estimate)
				}
				s.query("ROLLBACK")
			}
			if after := direct(t, c.dsn, leftOfHubs); after != before {
				t.Errorf("left are %s of %s", after, before)
			}
		})
	}
}
