package relay_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// TestLateBindInParts: nothing of ours gets into the middle of a Bind that comes in
// parts, so that the server reads the tail of it as messages.
func TestLateBindInParts(t *testing.T) {
	g := openGateway(t, gate.FullAccess)
	g.super(checkedTypes)
	g.super("CREATE TABLE smuggled (x int)")
	c := g.dial()
	if got := c.ask(parse("s", "SELECT '{5}'::d[], $1::bytea")); got != "1ZI" {
		t.Fatal(got)
	}
	const tail = 5 + 1 + 11 + 26 + 1 // of Close S "_sallyport_" + 26 letters
	sql := "INSERT INTO smuggled VALUES (666)"
	sql += strings.Repeat(" ", tail-6-len(sql))
	hidden := append([]byte{'Q'}, binary.BigEndian.AppendUint32(nil, uint32(len(sql)+5))...)
	hidden = append(append(hidden, sql...), 0)
	size := 1 << 20
	body := append([]byte{0}, "s\x00"...) // portal, statement
	body = append(body, 0, 1, 0, 1, 0, 1) // one format: binary; one value
	body = binary.BigEndian.AppendUint32(body, uint32(size))
	value := make([]byte, size)
	copy(value[size-tail:], []byte{0, 0}) // formats of results as the server sees them
	body = append(body, value[:size-tail]...)
	body = append(body, 0, 0)
	body = append(body, hidden...)
	frame := append([]byte{'B'}, binary.BigEndian.AppendUint32(nil, uint32(len(body)+4))...)
	frame = append(frame, body...)
	if _, err := c.conn.Write(frame[:100<<10]); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // each part is read by itself
	if _, err := c.conn.Write(append(frame[100<<10:], 'S', 0, 0, 0, 4)); err != nil {
		t.Fatal(err)
	}
	if got := c.ready(); !strings.HasSuffix(got, "ZI") {
		t.Error(got)
	}
	if n := g.super("SELECT count(*) FROM smuggled"); n != "0" {
		t.Errorf("%s rows smuggled; on record: %v", n, strings.Contains(g.everyRecord(t), "smuggled"))
	}
}

// TestBoundIsCompared: what was bound and not executed is compared at the end of its
// unit, whatever follows it. The statement before it waits for a lock while the function is replaced.
func TestBoundIsCompared(t *testing.T) {
	for what, more := range map[string][]pgproto3.FrontendMessage{
		"alone":        nil,
		"then execute": {parse("", "SELECT 1"), bind("", ""), execute("")},
		"then bind":    {parse("", "SELECT h()"), bind("", "")},
		"then a query": {query("SELECT 1")},
	} {
		g := openGateway(t, gate.DeleteSafe)
		g.super("CREATE TABLE waited (n int); CREATE FUNCTION h() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1; SELECT 1'; CREATE FUNCTION f() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1; SELECT 1'")
		c := g.dial()
		for range 3 {
			c.query("SELECT f()")
			c.query("SELECT h()")
			c.query("SELECT count(*) FROM waited")
		}
		release := lockTable(t, g.dsn, "waited")
		c.begin(parse("", "SELECT count(*) FROM waited"), bind("", ""), execute(""), parse("s", "SELECT f()"), bind("p", "s"))
		c.begin(more...)
		c.begin(endUnit)
		eventually(t, "the first statement runs", func() bool {
			return g.super("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM waited%' AND pid <> pg_backend_pid()") == "1"
		})
		g.super("CREATE OR REPLACE FUNCTION f() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT lo_create(0); SELECT 1'")
		release()
		// 42501: a busy machine looked at the function again before the bound one was compared.
		if got, made := c.ready(), g.super("SELECT count(*) FROM pg_largeobject_metadata"); made != "0" || !strings.Contains(got, "E(40001)") && !strings.Contains(got, "E(42501)") {
			t.Errorf("%s: %s, %s large objects", what, got, made)
		}
	}
}
