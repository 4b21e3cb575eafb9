package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
)

// tallyBypasses are ways to have more rows deleted than were approved: by DELETE FROM hub
// with a condition that names another hub when it runs, after the schema is as given and the
// client has said what is given, as far as somebody approves that.
var tallyBypasses = []struct {
	name   string
	schema string   // after hubs
	say    []string // by the client, before
	left   string   // ""; as they were
}{
	{
		name: "operators and functions of the client's own",
		schema: `CREATE SCHEMA evil; CREATE FUNCTION evil.plus(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 0::bigint';
CREATE OPERATOR evil.+ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.plus);
CREATE FUNCTION evil.unnest(oid[]) RETURNS SETOF oid LANGUAGE sql AS 'SELECT 0::oid WHERE false';
CREATE FUNCTION evil.pg_stat_get_xact_tuples_deleted(oid) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'`,
		say: []string{"SET search_path = evil, public, pg_catalog"},
	},
	{name: "tables of the client's own", say: []string{"CREATE TEMP TABLE pg_class (n int)", "CREATE TEMP TABLE unnest (n int)"}},
	{name: "a key that is deferred", schema: `ALTER TABLE spoke DROP CONSTRAINT spoke_hub_fkey, ADD FOREIGN KEY (hub) REFERENCES hub ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`},
	{name: "a key that sets a default", schema: `ALTER TABLE spoke DROP CONSTRAINT spoke_hub_fkey, ADD FOREIGN KEY (hub) REFERENCES hub ON DELETE SET DEFAULT`},
	{
		name: "partitions of partitions",
		schema: `DROP TABLE spoke; CREATE TABLE spoke (n serial, hub int REFERENCES hub ON DELETE CASCADE) PARTITION BY RANGE (n);
CREATE TABLE spoke_1 PARTITION OF spoke FOR VALUES FROM (0) TO (1000) PARTITION BY RANGE (n); CREATE TABLE spoke_2 PARTITION OF spoke_1 FOR VALUES FROM (0) TO (1000);
INSERT INTO spoke (hub) SELECT CASE i WHEN 1 THEN 1 ELSE 2 END FROM generate_series(1, 101) AS i`,
	},
	{
		name: "a trigger that writes elsewhere",
		schema: `CREATE TABLE history (id int); CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO history VALUES (OLD.id); RETURN OLD; END';
CREATE TRIGGER remembers BEFORE DELETE ON hub FOR EACH ROW EXECUTE FUNCTION remember()`,
	},
	{
		name: "a trigger that catches errors",
		schema: `CREATE FUNCTION careful() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN BEGIN PERFORM 1/0; EXCEPTION WHEN division_by_zero THEN NULL; END; RETURN OLD; END';
CREATE TRIGGER careful BEFORE DELETE ON spoke FOR EACH ROW EXECUTE FUNCTION careful()`,
	},
	{name: "a session that is told to defer", say: []string{"BEGIN", "SET CONSTRAINTS ALL DEFERRED"}},
	{name: "a transaction that has changed the rows", say: []string{"BEGIN", "DELETE FROM spoke WHERE hub = 2 AND n < 50", "UPDATE spoke SET hub = hub WHERE hub = 2"}},
	{name: "a transaction that has emptied the table", say: []string{"BEGIN", "TRUNCATE spoke", "INSERT INTO spoke (hub) SELECT 2 FROM generate_series(1, 50)"}},
	{name: "an older snapshot", say: []string{"BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT FROM hub WHERE false"}},
	{name: "a cursor's statement of the session's own", say: []string{"PREPARE d AS DELETE FROM hub"}},
	{
		name: "a key that the transaction has made", schema: "ALTER TABLE spoke DROP CONSTRAINT spoke_hub_fkey",
		say: []string{"BEGIN", "ALTER TABLE spoke ADD FOREIGN KEY (hub) REFERENCES hub ON DELETE CASCADE"},
	},
	{name: "a view", schema: "ALTER TABLE hub RENAME TO wheel; CREATE VIEW hub AS SELECT * FROM wheel"},
	{name: "a setting that switches the count off", say: []string{"SET track_counts = off"}},
	{name: "the same in its transaction", say: []string{"BEGIN", "SET LOCAL track_counts = off"}},
	{name: "the same by the database", schema: `DO 'BEGIN EXECUTE format(''ALTER DATABASE %I SET track_counts = off'', current_database()); END'`},
}

// TestTallyIsNotPassed: none of them has rows deleted that were not approved.
func TestTallyIsNotPassed(t *testing.T) {
	for _, b := range tallyBypasses {
		t.Run(b.name, func(t *testing.T) {
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, hubs)
			if b.schema != "" {
				direct(t, c.dsn, b.schema)
			}
			s := c.enter()
			for _, sql := range b.say {
				s.begin(query(sql))
				if got := c.approves(s, ""); strings.HasPrefix(got, "E") {
					t.Logf("%s: %s", sql, got)
				}
			}
			s.begin(query("DELETE FROM hub WHERE " + twoFaced))
			got := c.approves(s, "hub")
			if !strings.HasPrefix(got, "E(42501)") {
				t.Errorf("the client got %q", got)
			}
			s.query("COMMIT")
			if left := direct(t, c.dsn, leftOfHubs); left != "3 101" {
				t.Errorf("left are %s", left)
			}
		})
	}
}

// approves says yes to what is asked, for three rows if it is about a text, until the
// client has its answer.
func (c *court) approves(s *raw, about string) string {
	c.t.Helper()
	answer := make(chan string, 1)
	go func() { answer <- s.ready() }()
	var got string
	eventually(c.t, "it was answered", func() bool {
		for _, r := range c.store.List() {
			if r.State == approval.Pending {
				v := approval.Verdict{Approve: true, Approver: "ann", Channel: "desk"}
				if about != "" && strings.Contains(r.SQL, about) {
					v.MaxRows = 3
				}
				_, err := c.store.Decide(r.ID, v)
				check(c.t, err)
			}
		}
		select {
		case got = <-answer:
			return true
		default:
			return false
		}
	})
	return got
}

// TestTallyAndCancel: what waits for a lock in a table that a key leads to is cancelled,
// and its session goes on.
func TestTallyAndCancel(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, hubs+"; INSERT INTO t SELECT 10")
	s := c.enter()
	for i, send := range [][]pgproto3.FrontendMessage{bySimple("DELETE FROM hub WHERE id = 1"), byMessages("DELETE FROM hub WHERE id = 1")} {
		release := c.lock("spoke")
		s.begin(send...)
		c.approve("hub")
		c.runs()
		s.cancel(c.addr)
		if got := s.ready(); !strings.HasSuffix(got, "E(57014)ZI") {
			t.Errorf("%d: %q", i, got)
		}
		release()
		s.begin(send...)
		c.approve("hub")
		if got := s.ready(); !strings.HasSuffix(got, "C(DELETE 1)ZI") {
			t.Errorf("%d: %q", i, got)
		}
		direct(t, c.dsn, refillHubs)
	}
}

// TestTallyAndErrors: the statement's own error is told, and the session goes on.
func TestTallyAndErrors(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, hubs+"; ALTER TABLE spoke ADD CHECK (hub <> 11)")
	s := c.enter()
	const sql = "UPDATE hub SET id = id + 10 WHERE id = 1"
	for _, begin := range []bool{false, true} {
		end := "ZI"
		if begin {
			s.query("BEGIN")
			end = "ZE"
		}
		s.begin(query(sql))
		c.approve("hub")
		s.demand("E(23514)" + end)
		s.query("ROLLBACK")
		if begin {
			s.query("BEGIN")
		}
		s.begin(byMessages(sql)...)
		c.approve("hub")
		s.demand("12E(23514)" + end)
		s.query("ROLLBACK")
		s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	}
	if got := direct(t, c.dsn, leftOfHubs); got != "3 101" {
		t.Errorf("left are %s", got)
	}
}
