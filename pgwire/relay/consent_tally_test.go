package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// Rows of foreign keys that a statement is approved for: hub 1 has one spoke, hub 2 has a
// hundred. A condition that calls current_setting names hub 1 to the session that counts,
// which may only read, and hub 2 when it runs.
const (
	hubs = `CREATE TABLE hub (id int PRIMARY KEY, old int);
CREATE TABLE spoke (n serial PRIMARY KEY, hub int DEFAULT 3 REFERENCES hub ON UPDATE CASCADE ON DELETE CASCADE);
INSERT INTO hub VALUES (1), (2), (3); INSERT INTO spoke (hub) SELECT CASE i WHEN 1 THEN 1 ELSE 2 END FROM generate_series(1, 101) AS i`
	refillHubs = "TRUNCATE spoke, hub; INSERT INTO hub VALUES (1), (2), (3); INSERT INTO spoke (hub) SELECT CASE i WHEN 1 THEN 1 ELSE 2 END FROM generate_series(1, 101) AS i"
	leftOfHubs = "SELECT (SELECT count(*) FROM hub) || ' ' || (SELECT count(*) FROM spoke)"

	honestly = "id = 1"
	twoFaced = "id = CASE current_setting('transaction_read_only') WHEN 'on' THEN 1 ELSE 2 END"
)

// talliedCase is an execution of a statement about one hub, as %s says which.
type talliedCase struct {
	name   string
	before []string // simple queries
	send   func(sql string) []pgproto3.FrontendMessage
	sql    string // "": DELETE FROM hub WHERE %s
	within string // what comes back
	beyond string
	left   string // hubs and spokes that are left when it was within, once the transaction is rolled back
}

func bySimple(sql string) []pgproto3.FrontendMessage {
	return []pgproto3.FrontendMessage{query(sql)}
}

func byMessages(sql string) []pgproto3.FrontendMessage {
	return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), execute(""), endUnit}
}

var talliedCases = []talliedCase{
	{name: "simple", send: bySimple, within: "C(DELETE 1)ZI", beyond: "E(42501)ZI", left: "2 100"},
	{
		name: "simple, with rows", send: bySimple, sql: "DELETE FROM hub WHERE %s RETURNING 'r'",
		within: "D(r)C(DELETE 1)ZI", beyond: "D(r)E(42501)ZI", left: "2 100",
	},
	{
		name: "simple, in a transaction that has changed the same tables", before: []string{"BEGIN", "SELECT 1"}, send: bySimple,
		within: "C(DELETE 1)ZT", beyond: "E(42501)ZE", left: "3 101",
	},
	{name: "by messages", send: byMessages, within: "12C(DELETE 1)ZI", beyond: "12E(42501)ZI", left: "2 100"},
	{
		name: "by messages, in a transaction", before: []string{"BEGIN", "SAVEPOINT here"}, send: byMessages,
		within: "12C(DELETE 1)ZT", beyond: "12E(42501)ZE", left: "3 101",
	},
	{
		name: "by a named portal, described, with rows", sql: "DELETE FROM hub WHERE %s RETURNING 'r'",
		send: func(sql string) []pgproto3.FrontendMessage {
			return []pgproto3.FrontendMessage{parse("", sql), bind("p", ""), &pgproto3.Describe{ObjectType: 'P', Name: "p"}, execute("p"), closing('P', "p"), endUnit}
		},
		within: "12D(r)C(DELETE 1)3ZI", beyond: "12D(r)E(42501)ZI", left: "2 100",
	},
	{
		name: "in a pipeline",
		send: func(sql string) []pgproto3.FrontendMessage {
			return []pgproto3.FrontendMessage{
				parse("", "SELECT 'r'"), bind("", ""), execute(""), parse("", sql), bind("", ""), execute(""),
				parse("", "SELECT 's'"), bind("", ""), execute(""), endUnit,
			}
		},
		within: "12D(r)C(SELECT 1)12C(DELETE 1)12D(s)C(SELECT 1)ZI", beyond: "12D(r)C(SELECT 1)12E(42501)ZI", left: "2 100",
	},
	{
		name: "ended by the same unit",
		send: func(sql string) []pgproto3.FrontendMessage {
			return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), execute(""), parse("", "COMMIT"), bind("", ""), execute(""), endUnit}
		},
		within: "12C(DELETE 1)12C(COMMIT)ZI", beyond: "12E(42501)ZI", left: "2 100",
	},
	{
		name: "in parts", sql: "DELETE FROM hub WHERE %s RETURNING 'r'",
		send: func(sql string) []pgproto3.FrontendMessage {
			return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), &pgproto3.Execute{MaxRows: 1}, endUnit}
		},
		within: "12D(r)E(0A000)ZI", beyond: "12D(r)E(0A000)ZI", left: "3 101",
	},
	{
		name: "by a key that is updated", send: bySimple, sql: "UPDATE hub SET id = id + 10 WHERE %s",
		within: "C(UPDATE 1)ZI", beyond: "E(42501)ZI", left: "3 101",
	},
	{
		name: "with a query before it", send: byMessages, sql: "WITH one AS (SELECT id AS one FROM hub WHERE %s) DELETE FROM hub USING one WHERE id = one",
		within: "12C(DELETE 1)ZI", beyond: "12E(42501)ZI", left: "2 100",
	},
}

// TestCascadesAreTallied: the rows that foreign keys carry a statement to are held to its
// approval by what the server has changed, not only by what was counted before.
func TestCascadesAreTallied(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		t.Run(map[bool]string{true: "transaction", false: "session"}[pooling == providers.TransactionPooling], func(t *testing.T) {
			shared := sit(t, gate.Safe, longWait, func(s *settings) { s.source.Pooling = pooling })
			direct(t, shared.dsn, hubs)
			for _, h := range talliedCases {
				t.Run(h.name, func(t *testing.T) {
					c := *shared
					c.t = t
					s := c.enter()
					h.run(t, &c, s, false)
					h.run(t, &c, s, true)
				})
			}
		})
	}
}

func (h talliedCase) run(t *testing.T, c *court, s *raw, within bool) {
	t.Helper()
	direct(t, c.dsn, refillHubs)
	for _, sql := range h.before {
		s.query(sql)
	}
	sql, want, left, condition := h.sql, h.within, h.left, honestly
	if sql == "" {
		sql = "DELETE FROM hub WHERE %s"
	}
	if !within {
		want, left, condition = h.beyond, "3 101", twoFaced
	}
	s.begin(h.send(strings.Replace(sql, "%s", condition, 1))...).begin(query("SELECT 42"))
	r := c.asked("hub")
	if r.MaxRows != 3 || strings.Contains(r.Estimate.Note, "otherwise") {
		t.Errorf("approved are %d rows: %+v", r.MaxRows, r.Estimate)
	}
	_, err := c.store.Decide(r.ID, approval.Verdict{Approve: true})
	check(t, err)
	s.demand(want)
	status := want[len(want)-1:]
	if next := s.ready(); status == "E" && next != "E(25P02)ZE" || status != "E" && next != "D(42)C(SELECT 1)Z"+status {
		t.Errorf("then came %q", next)
	}
	if status != "I" {
		s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	}
	if got := direct(t, c.dsn, leftOfHubs); got != left {
		t.Errorf("left are %s, not %s", got, left)
	}
	s.demandQuery("SELECT 42", "D(42)C(SELECT 1)ZI")
	if got := s.ask(execute("")); got != "E(34000)ZI" {
		t.Errorf("the portal afterwards: %q", got)
	}
	if open := direct(t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"); open != "0" {
		t.Errorf("%s transactions are open", open)
	}
}

// TestTallyIsOfTheStatement: what the transaction has changed before is not counted
// against an approval, and what is rolled back to a savepoint before neither.
func TestTallyIsOfTheStatement(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, hubs)
	s := c.enter()
	say := func(sql string, max int64, want string) {
		t.Helper()
		s.begin(query(sql))
		c.decide(sql, approval.Verdict{Approve: true, MaxRows: max})
		s.demand(want)
	}
	s.demandQuery("BEGIN", "C(BEGIN)ZT")
	say("DELETE FROM hub WHERE id = 2", 0, "C(DELETE 1)ZT")
	say("DELETE FROM hub WHERE id IN (1, 3)", 0, "C(DELETE 2)ZT")
	s.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
	s.demandQuery("BEGIN", "C(BEGIN)ZT")
	s.demandQuery("SAVEPOINT here", "C(SAVEPOINT)ZT")
	say("DELETE FROM hub WHERE id = 2", 0, "C(DELETE 1)ZT")
	s.demandQuery("ROLLBACK TO here", "C(ROLLBACK)ZT")
	say("DELETE FROM hub WHERE "+twoFaced, 3, "E(42501)ZE")
	s.demandQuery("ROLLBACK TO here", "C(ROLLBACK)ZT")
	say("DELETE FROM hub WHERE id = 1", 0, "C(DELETE 1)ZT")
	s.demandQuery("COMMIT", "C(COMMIT)ZI")
	if got := direct(t, c.dsn, leftOfHubs); got != "2 100" {
		t.Errorf("left are %s", got)
	}
	log := c.everyRecord(t)
	if !strings.Contains(log, "rolled back: it touched 101 rows with those that foreign keys carried it to") {
		t.Errorf("the records:\n%s", lastLines(log, 6))
	}
}

// TestTallyByADriver: pgx prepares, binds and pipelines.
func TestTallyByADriver(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	direct(t, c.dsn, hubs)
	conn, err := pgx.Connect(t.Context(), "postgres://bob@"+c.addr+"/main?sslmode=disable")
	check(t, err)
	defer conn.Close(t.Context()) //nolint:errcheck // at the end
	const sql = "DELETE FROM hub WHERE id = $1 AND "
	run := func(condition string, id int) error {
		done := make(chan error, 1)
		go func() {
			_, err := conn.Exec(t.Context(), sql+condition, id)
			done <- err
		}()
		c.decide(condition, approval.Verdict{Approve: true, MaxRows: 3})
		return <-done
	}
	if err := run("id <> CASE current_setting('transaction_read_only') WHEN 'on' THEN 2 ELSE 0 END", 2); err == nil || !strings.Contains(err.Error(), "it touched 101 rows") {
		t.Errorf("beyond: %v", err)
	}
	if err := run("id > 0", 1); err != nil {
		t.Errorf("within: %v", err)
	}
	if got := direct(t, c.dsn, leftOfHubs); got != "2 100" {
		t.Errorf("left are %s", got)
	}
}
