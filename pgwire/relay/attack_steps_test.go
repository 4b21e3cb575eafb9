package relay_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// TestSteps sends what could bring the relay out of step with the server: an
// answer too many or too few would be taken for the next statement's. Each
// packet is sent whole, and its answers awaited.
func TestSteps(t *testing.T) {
	own := parse("own", "SHOW PROVIDERS")
	data, done, fail := &pgproto3.CopyData{Data: []byte("1\tx\n")}, &pgproto3.CopyDone{}, &pgproto3.CopyFail{}
	in := "COPY t FROM STDIN"
	portal := &pgproto3.Describe{ObjectType: 'P', Name: "nosuch"}
	for name, s := range map[string]struct {
		packets []messages
		want    string
	}{
		"an own statement behind an error": {[]messages{{own, endUnit}, {bind("p", "nosuch"), bind("", "own"), endUnit}}, "1ZIE(26000)ZI"},
		"Close behind an error":            {[]messages{{own, endUnit}, {portal, closing('S', "own"), endUnit}}, "1ZIE(34000)ZI"},
		"Query behind an error":            {[]messages{{query("SELECT 2")}, {portal, query("SELECT 2"), endUnit}}, "D(2)C(SELECT 1)ZIE(34000)ZI"},
		"an own statement in a failed transaction": {
			[]messages{{own, endUnit}, {query("BEGIN")}, {query("SELECT 1/0")}, {bind("", "own"), endUnit}, {query("ROLLBACK")}},
			"1ZIC(BEGIN)ZTE(22012)ZEE(25P02)ZEC(ROLLBACK)ZI",
		},
		"Sync in COPY":            {[]messages{{query(in), endUnit, data, done}}, "GC(COPY 1)ZI"},
		"Sync in the second COPY": {[]messages{{query(in + ";" + in), data, done, endUnit, data, done}}, "GC(COPY 1)GC(COPY 1)ZI"},
		"Syncs in COPY, extended": {[]messages{{parse("", in), bind("", ""), execute(""), endUnit, endUnit, data, endUnit, done, endUnit}}, "12GC(COPY 1)ZI"},
		"COPY fails":              {[]messages{{query(in), data, fail}}, "GE(57014)ZI"},
		"COPY fails, extended":    {[]messages{{parse("", in), bind("", ""), execute(""), data, fail, endUnit}}, "12GE(57014)ZI"},
		"COPY and more":           {[]messages{{parse("", in), bind("", ""), execute(""), data, done, parse("", "SELECT 1"), bind("", ""), execute(""), endUnit}}, "12GC(COPY 1)12D(1)C(SELECT 1)ZI"},
		"data without COPY":       {[]messages{{data, done, fail, query("SELECT 1"), data, done}}, "D(1)C(SELECT 1)ZI"},
		"blank text":              {[]messages{{parse("", ""), bind("", ""), execute(""), endUnit}}, "12IZI"},
		"two texts in Parse":      {[]messages{{parse("", "SELECT 1; SELECT 2"), bind("", ""), execute(""), endUnit}}, "E(42601)ZI"},
	} {
		t.Run(name, func(t *testing.T) {
			g := openGateway(t, gate.DeleteSafe)
			c := g.dial()
			got := ""
			for _, packet := range s.packets {
				c.add(packet...).flush()
				got += c.ready()
			}
			if got != s.want {
				t.Errorf("got %s, want %s", got, s.want)
			}
			c.alive(g)
		})
	}
}

// TestLateBehindError sends what the server skips when the error has come.
func TestLateBehindError(t *testing.T) {
	for name, late := range map[string]messages{
		"Close":    {closing('S', "x")},
		"Describe": {&pgproto3.Describe{ObjectType: 'S', Name: "x"}},
		"Execute":  {parse("", "SELECT 1"), bind("", ""), execute("")},
		"Query":    {query("SELECT 2")},
	} {
		t.Run(name, func(t *testing.T) {
			g := openGateway(t, gate.DeleteSafe)
			c := g.dial()
			c.add(&pgproto3.Describe{ObjectType: 'P', Name: "nosuch"}, flush).flush()
			if got := c.until('E') + c.ask(late...); got != "E(34000)ZI" {
				t.Error(got)
			}
			c.alive(g)
		})
	}
}

// smuggled is what must never run: no door lets it through.
var smuggled = query("BEGIN READ WRITE; INSERT INTO t VALUES (666, 'evil'); COMMIT")

func encoded(t *testing.T, m pgproto3.FrontendMessage) []byte {
	t.Helper()
	b, err := m.Encode(nil)
	check(t, err)
	return b
}

// part is the beginning of a Bind of the unnamed statement of so many bytes in all.
func part(have, all int) []byte {
	b := make([]byte, have)
	b[0] = 'B'
	binary.BigEndian.PutUint32(b[1:], uint32(all-1))
	return b
}

// untouched fails if what was smuggled has run.
func (g *gateway) untouched() {
	g.tb.Helper()
	if n := g.super("SELECT count(*) FROM t"); n != "0" {
		g.tb.Errorf("%s rows came by a message that was never judged", n)
	}
}

// TestRestOfRefused refuses a Bind of which a part is there: the rest holds a
// message.
func TestRestOfRefused(t *testing.T) {
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe, gate.DeleteSafe} {
		t.Run(mode.String(), func(t *testing.T) {
			g := openGateway(t, mode)
			c := g.dial()
			c.ask(parse("", "SHOW PROVIDERS"))
			evil := encoded(t, smuggled)
			c.bytes(part(70<<10, 70<<10+len(evil))).flush()
			time.Sleep(100 * time.Millisecond) // each part is read by itself
			if got := c.bytes(evil).ask(); got != "E(54000)ZI" {
				t.Error(got)
			}
			c.alive(g)
			g.untouched()
		})
	}
}

// TestNothingInsideOfBind has the relay wait, in the middle of a Bind, for more
// answers than it keeps track of: nothing of its own may get into the Bind.
func TestNothingInsideOfBind(t *testing.T) {
	g := openGateway(t, gate.ReadOnly)
	c := g.dial()
	c.ask(parse("", "SELECT $1::text"), parse("slow", strings.Replace(slow, "count(*)", "count(*)/0", 1)))
	c.add(bind("", "slow"), execute(""))
	for range 4093 {
		c.add(closing('P', "zz"))
	}
	c.bytes(part(70<<10, 70<<10+100)).flush()
	time.Sleep(100 * time.Millisecond) // each part is read by itself
	// If five bytes too many were in the Bind, its last five would be a message.
	evil := append(encoded(t, endUnit), encoded(t, smuggled)...)
	tail := append(encoded(t, parse("", "SELECT $1::text")), encoded(t, &pgproto3.Bind{Parameters: [][]byte{evil}})...)
	rest := make([]byte, 100)
	rest[95] = 'd'
	binary.BigEndian.PutUint32(rest[96:], uint32(4+5+bytes.Index(tail, evil)))
	c.bytes(rest).add(endUnit).bytes(tail).add(endUnit).flush()
	if got := c.ready() + c.ready(); got != "2E(22012)ZI1E(22021)ZI" {
		t.Error(got)
	}
	c.alive(g)
	g.untouched()
}

// TestHalfOnSharedBackend leaves half a message behind with a query: it must not
// swallow what the next session says.
func TestHalfOnSharedBackend(t *testing.T) {
	g := openGateway(t, gate.ReadOnly, shared(2))
	a, b := g.dial(), g.dial()
	evil := encoded(t, smuggled)
	tail := append(encoded(t, parse("", "SELECT $1::text")), encoded(t, &pgproto3.Bind{Parameters: [][]byte{evil}})...)
	half := binary.BigEndian.AppendUint32([]byte{'d'}, uint32(4+1+bytes.Index(tail, evil)))
	a.query(slow)
	a.add(query(slow)).bytes(append(half, 'x')).flush()
	a.ready()
	if got := b.bytes(tail).ask(); got != "1E(22021)ZI" {
		t.Error(got)
	}
	b.alive(g)
	g.untouched()
}
