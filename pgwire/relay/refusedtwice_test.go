package relay_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// held is a gateway whose server is at the Parse of an INSERT, and whose relay judges what the client has sent behind that Parse:
// the server waits for the lock of a table, the relay for that of a catalog. Another session holds both.
type held struct {
	*house
	t         *testing.T
	holder    *pgconn.PgConn
	client    *client
	key       *pgproto3.CancelRequest
	statement string
}

// holdJudging makes the relay judge the messages behind a Parse, and its server wait at that Parse; before are messages between the two.
func holdJudging(t *testing.T, before, behind []pgproto3.FrontendMessage) *held {
	t.Helper()
	var source *postgres.Provider
	h := &held{t: t, statement: "INSERT INTO locked DEFAULT VALUES", house: serve(t, "", func(s *settings) {
		s.wrap = func(p *postgres.Provider) providers.Provider {
			source = p
			return p
		}
	})}
	direct(t, h.dsn, "CREATE TABLE locked (i int)")
	h.holder = connectHolder(t, h.dsn)
	h.client, h.key = connectKey(t, h.addr)
	h.client.query("SELECT 1")
	h.hold("BEGIN; LOCK TABLE locked")
	h.client.send(append([]pgproto3.FrontendMessage{&pgproto3.Parse{Query: h.statement}}, append(before, &pgproto3.Flush{})...)...)
	h.await("the server parses it", "SELECT count(*) > 0 FROM pg_catalog.pg_locks WHERE NOT granted AND relation = 'locked'::regclass")
	h.hold("LOCK TABLE pg_catalog.pg_class")
	source.Altered(nil) // the catalog is not believed any more
	h.client.send(append(behind, &pgproto3.Sync{})...)
	h.await("the relay reads the catalog", "SELECT count(*) > 0 FROM pg_catalog.pg_locks WHERE NOT granted AND relation = 'pg_catalog.pg_class'::regclass")
	return h
}

// hold has the session that holds the locks run statements, and returns the first value of their last result.
func (h *held) hold(sql string) string {
	h.t.Helper()
	return askOn(h.t, h.holder, sql)
}

// await waits until a question to the session that holds the locks is answered with true.
func (h *held) await(what, sql string) {
	h.t.Helper()
	eventually(h.t, what, func() bool { return h.hold(sql) == "t" })
}

// cancelJudging has the relay refuse what it judges.
func (h *held) cancelJudging() {
	h.t.Helper()
	dial(h.t, h.addr).send(h.key)
	eventually(h.t, "the statement is refused", func() bool { return len(h.recorded()) > 0 })
}

// recorded are the outcomes of the statement.
func (h *held) recorded() (list []audit.Record) {
	for _, r := range h.outcomes(h.t) {
		if r.SQL == h.statement {
			list = append(list, r)
		}
	}
	return list
}

// recordedOnce ends the gateway, and holds that the statement has one outcome.
func (h *held) recordedOnce() {
	h.t.Helper()
	if err := h.stop(h.t.Context()); err != nil { // what is yet to be recorded is recorded then
		h.t.Fatal(err)
	}
	if list := h.recorded(); len(list) != 1 || list[0].SQLState != "57014" {
		h.t.Errorf("outcomes: %+v", list)
	}
}

// judgedBehind are the messages behind a Parse that is judged again, by the message that is judged.
var judgedBehind = map[string]struct{ before, behind []pgproto3.FrontendMessage }{
	"bind":    {nil, []pgproto3.FrontendMessage{&pgproto3.Bind{}, &pgproto3.Execute{}}},
	"execute": {[]pgproto3.FrontendMessage{&pgproto3.Bind{}}, []pgproto3.FrontendMessage{&pgproto3.Execute{}}},
}

// TestRefusedBehindItsParse: the judging of a Bind or an execution is cancelled, which refuses the statement, while the server is still at
// the Parse. The Parse fails later: the statement has one outcome.
func TestRefusedBehindItsParse(t *testing.T) {
	for name, messages := range judgedBehind {
		t.Run(name, func(t *testing.T) {
			h := holdJudging(t, messages.before, messages.behind)
			h.cancelJudging()
			h.hold("DROP TABLE locked; COMMIT")
			if got := h.client.until(1); got != "ERROR 42P01 relation \"locked\" does not exist | Z I" {
				t.Errorf("the client got %s", got)
			}
			h.recordedOnce()
		})
	}
}

// TestParseFailsFirst: the Parse fails while a Bind or an execution behind it is judged, so its error is there before the session knows that
// the judging was cancelled, which refuses the statement: it has one outcome.
func TestParseFailsFirst(t *testing.T) {
	for name, messages := range judgedBehind {
		t.Run(name, func(t *testing.T) {
			h := holdJudging(t, messages.before, messages.behind)
			pid := h.hold("SELECT pid FROM pg_catalog.pg_locks WHERE NOT granted AND relation = 'locked'::regclass")
			h.hold("SELECT pg_catalog.pg_cancel_backend(" + pid + ")")
			h.await("the server has told the error", "SELECT wait_event = 'ClientRead' FROM pg_catalog.pg_stat_activity WHERE pid = "+pid)
			h.cancelJudging()
			h.hold("COMMIT")
			if got := h.client.until(1); got != "ERROR 57014 canceling statement due to user request | Z I" {
				t.Errorf("the client got %s", got)
			}
			h.recordedOnce()
		})
	}
}
