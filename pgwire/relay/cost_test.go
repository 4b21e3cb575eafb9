package relay_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
)

// sendLong sends a message of so many bytes from a buffer that is sent again and
// again.
func (c *client) sendLong(kind byte, begins string, size int) {
	c.t.Helper()
	head := append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(size+4)), begins...)
	part := []byte(strings.Repeat("x", 64<<10))
	for left := size - len(begins); left > 0; left -= len(part) {
		head, part = append(head, part[:min(left, len(part))]...), part[:min(left, len(part))]
		if _, err := c.conn.Write(head); err != nil {
			c.t.Fatal(err)
		}
		head = head[:0]
	}
}

// TestLongMessageIsNotRead: a text that is too long is refused by its length, in
// and outside of a transaction and a pipeline, and takes no memory.
func TestLongMessageIsNotRead(t *testing.T) {
	g := serve(t, pgtest.Start(t).CreateDB(t))
	c := connect(t, g.addr)
	const size = 20 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c.sendLong('Q', "SELECT '", size)
	const refused = "ERROR 54000 the message is 20971520 bytes long, the limit is "
	if got := c.until(1); !strings.HasPrefix(got, refused+"4194305 | Z I") {
		t.Error(got)
	}
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; made > 4<<20 {
		t.Errorf("refusing %d bytes made %d", size, made)
	}

	c.sendLong('P', "\x00SELECT '", size)
	c.send(&pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
	if got := c.until(1); !strings.HasPrefix(got, refused) || !strings.HasSuffix(got, " | Z I") || strings.Contains(got, "SELECT") {
		t.Error(got)
	}
	c.send(c.extended("SELECT 7", 0)...)
	c.sendLong('P', "\x00SELECT '", size)
	c.sendLong('P', "\x00SELECT '", size) // skipped
	c.send(&pgproto3.Sync{})
	if got := c.until(1); !strings.HasPrefix(got, "row 7 | SELECT 1 | "+refused) || strings.Count(got, "ERROR") != 1 {
		t.Error(got)
	}
	c.query("BEGIN")
	c.sendLong('Q', "SELECT '", size)
	if got := c.until(1); !strings.HasPrefix(got, refused) || !strings.HasSuffix(got, "Z E") {
		t.Error(got)
	}
	if got := c.query("ROLLBACK"); got != "ROLLBACK | Z I" {
		t.Error(got)
	}
	if got := c.query("SELECT '" + strings.Repeat("y", 4<<20-100) + "'"); !strings.Contains(got, "SELECT 1 | Z I") {
		t.Errorf("%.100s", got)
	}
	n := 0
	for _, r := range g.written(t) {
		if r.SQLState == "54000" {
			n++
		}
	}
	if n != 4 {
		t.Errorf("%d refusals are on record, want 4", n)
	}
}

// TestUnusedForLong: a statement that nobody has run for a while is understood anew
// once, and not asked about each time from then on.
func TestUnusedForLong(t *testing.T) {
	g := serve(t, "", func(s *settings) { s.source.CatalogTTL, s.source.CatalogKept = time.Minute, time.Nanosecond })
	direct(t, g.dsn, "CREATE TABLE t (n int)")
	c := connect(t, g.addr)
	asked := func() string {
		return direct(t, g.dsn, "SELECT query_start FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'sallyport%catalog'")
	}
	run := func() {
		t.Helper()
		c.send(&pgproto3.Bind{PreparedStatement: "s"}, &pgproto3.Execute{}, &pgproto3.Sync{})
		if got := c.until(1); !strings.HasSuffix(got, "SELECT 0 | Z I") {
			t.Fatal(got)
		}
		if got := c.query("SELECT n FROM t WHERE n = 1"); !strings.HasSuffix(got, "SELECT 0 | Z I") {
			t.Fatal(got)
		}
	}
	c.send(&pgproto3.Parse{Name: "s", Query: "SELECT n FROM t"}, &pgproto3.Sync{})
	c.until(1)
	run()
	c.query("CREATE TABLE other (n int)") // has what is in use compared, and the rest dropped
	c.query("SELECT * FROM other")
	run()
	before := asked()
	for range 3 {
		run()
	}
	if now := asked(); now != before {
		t.Errorf("the catalog was asked at %s, and again at %s", before, now)
	}
}

// TestKnownStatementCostsFewAllocations: the Bind and Execute of a statement that is known, its judgement and its
// record, make next to nothing for the garbage collector. What is counted is the whole process.
func TestKnownStatementCostsFewAllocations(t *testing.T) {
	g := serve(t, "", func(s *settings) { s.source.CatalogTTL = time.Minute }) // no comparison falls into it
	c := connect(t, g.addr)
	c.send(&pgproto3.Parse{Name: "s", Query: "SELECT $1::integer + 1"}, &pgproto3.Sync{})
	c.until(1)
	var turn []byte
	for _, m := range []pgproto3.FrontendMessage{&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{[]byte("41")}}, &pgproto3.Execute{}, &pgproto3.Sync{}} {
		var err error
		if turn, err = m.Encode(turn); err != nil {
			t.Fatal(err)
		}
	}
	const answer = "2\x00\x00\x00\x04D\x00\x00\x00\x0c\x00\x01\x00\x00\x00\x0242C\x00\x00\x00\rSELECT 1\x00Z\x00\x00\x00\x05I"
	got := make([]byte, len(answer))
	run := func(times int) {
		for range times {
			if _, err := c.conn.Write(turn); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(c.conn, got); err != nil || !bytes.Equal(got, []byte(answer)) {
				t.Fatalf("%v, %q", err, got)
			}
		}
	}
	run(200)
	const times = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(times)
	runtime.ReadMemStats(&after)
	each, size := float64(after.Mallocs-before.Mallocs)/times, (after.TotalAlloc-before.TotalAlloc)/times
	most := 0.5
	if poll.Way != "epoll" { // each wait makes some
		most = 2
	}
	if t.Logf("%.2f allocations of %d bytes", each, size); each > most || float64(size) > 200*most {
		t.Errorf("a statement that is known costs %.2f allocations of %d bytes", each, size)
	}
}
