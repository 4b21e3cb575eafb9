package relay_test

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
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
