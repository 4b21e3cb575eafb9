package relay_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// patience bounds every wait of these tests.
const patience = 10 * time.Second

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// gateway is a house before a database with one table, t, for clients that send what
// they like.
type gateway struct {
	*house
	tb testing.TB
}

func openGateway(tb testing.TB, mode gate.Mode, change ...func(*settings)) *gateway {
	tb.Helper()
	dsn := pgtest.Start(tb).CreateDB(tb)
	direct(tb, dsn, "CREATE TABLE t (n int, at text)")
	return before(tb, dsn, mode, change...)
}

// before opens a gateway to a database that is there.
func before(tb testing.TB, dsn string, mode gate.Mode, change ...func(*settings)) *gateway {
	tb.Helper()
	in := func(s *settings) { s.engine.Mode, s.door.Ceiling, s.source.MaxBackends = mode, mode, 60 }
	return &gateway{house: serve(tb, dsn, append([]func(*settings){in}, change...)...), tb: tb}
}

func check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// super runs SQL past the gateway and returns the first value.
func (g *gateway) super(sql string) string {
	g.tb.Helper()
	return direct(g.tb, g.dsn, sql)
}

// honest fails if the table has rows and no intent of an INSERT or COPY is on record.
func (g *gateway) honest() {
	g.tb.Helper()
	n, intents, log := g.super("SELECT count(*) FROM t"), 0, g.everyRecord(g.tb)
	for line := range strings.Lines(log) {
		if strings.Contains(line, `"phase":"intent"`) && (strings.Contains(line, `"verb":"INSERT"`) || strings.Contains(line, `"verb":"COPY"`)) {
			intents++
		}
	}
	if n != "0" && intents == 0 {
		g.tb.Errorf("%s rows came without an intent; the log:\n%s", n, lastLines(log, 12))
	}
}

// alive fails unless the session goes on as it should, and all is on record.
func (c *raw) alive(g *gateway) {
	c.tb.Helper()
	if got := c.query("SELECT 42"); got != "D(42)C(SELECT 1)ZI" {
		c.tb.Errorf("then: %q", got)
	}
	g.honest()
}

func lastLines(s string, n int) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// raw is a client that sends what it likes.
type raw struct {
	tb   testing.TB
	conn net.Conn
	out  []byte
	key  []byte // of the last BackendKeyData
}

// open connects without a word.
func (g *gateway) open() *raw {
	g.tb.Helper()
	conn, err := net.Dial("tcp", g.addr)
	check(g.tb, err)
	g.tb.Cleanup(func() { _ = conn.Close() })
	return &raw{tb: g.tb, conn: conn}
}

func (g *gateway) dial() *raw {
	g.tb.Helper()
	c := g.open()
	c.add(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "mallory", "database": "main"}})
	c.flush()
	if got := c.ready(); !strings.HasSuffix(got, "ZI") {
		g.tb.Fatalf("connecting: %q", got)
	}
	return c
}

func (c *raw) add(list ...pgproto3.FrontendMessage) *raw {
	for _, m := range list {
		var err error
		c.out, err = m.Encode(c.out)
		check(c.tb, err)
	}
	return c
}

func (c *raw) bytes(b []byte) *raw { c.out = append(c.out, b...); return c }

func (c *raw) flush() {
	_ = c.conn.SetWriteDeadline(time.Now().Add(patience))
	_, _ = c.conn.Write(c.out)
	c.out = nil
}

// next reads one message; kind 0: the connection has ended or nothing came.
func (c *raw) next(limit time.Duration) (kind byte, body []byte, err error) {
	_ = c.conn.SetReadDeadline(time.Now().Add(limit))
	var head [5]byte
	if _, err := io.ReadFull(c.conn, head[:]); err != nil {
		return 0, nil, err
	}
	body = make([]byte, binary.BigEndian.Uint32(head[1:])-4)
	_, err = io.ReadFull(c.conn, body)
	return head[0], body, err
}

// ready reads up to ReadyForQuery and tells what came, a letter for a message,
// with what matters of it.
func (c *raw) ready() string { return c.until('Z') }

func (c *raw) until(last byte) string { return c.untilAny(string(last)) }

// untilAny reads up to a message of one of several kinds.
func (c *raw) untilAny(last string) string {
	var got strings.Builder
	for {
		kind, body, err := c.next(patience)
		switch {
		case err != nil:
			var timeout net.Error
			if errors.As(err, &timeout) && timeout.Timeout() {
				return got.String() + " HANGS"
			}
			return got.String() + " closed"
		case kind == 'E':
			fmt.Fprintf(&got, "E(%s)", field(body, 'C'))
		case kind == 'C':
			fmt.Fprintf(&got, "C(%s)", bytes.TrimRight(body, "\x00"))
		case kind == 'D':
			fmt.Fprintf(&got, "D(%s)", printable(body[6:]))
		case kind == 'Z':
			fmt.Fprintf(&got, "Z%c", body[0])
		case kind == 'K':
			c.key = body
		case kind == 'S' || kind == 'R' || kind == 'N' || kind == 'T':
		default:
			got.WriteByte(kind)
		}
		if strings.IndexByte(last, kind) >= 0 {
			return got.String()
		}
	}
}

func printable(b []byte) string {
	return string(b[:min(len(b), 12)])
}

func field(body []byte, code byte) string {
	for len(body) > 1 {
		end := bytes.IndexByte(body, 0)
		if end < 0 {
			return ""
		}
		if body[0] == code {
			return string(body[1:end])
		}
		body = body[end+1:]
	}
	return ""
}

// ask sends what was added, with a Sync, and reads the answer.
func (c *raw) ask(list ...pgproto3.FrontendMessage) string {
	c.tb.Helper()
	c.add(list...).add(&pgproto3.Sync{}).flush()
	return c.ready()
}

// query sends a simple query.
func (c *raw) query(sql string) string {
	c.add(&pgproto3.Query{String: sql}).flush()
	return c.ready()
}

func parse(name, sql string) *pgproto3.Parse { return &pgproto3.Parse{Name: name, Query: sql} }

func bind(portal, statement string) *pgproto3.Bind {
	return &pgproto3.Bind{DestinationPortal: portal, PreparedStatement: statement}
}

func execute(portal string) *pgproto3.Execute { return &pgproto3.Execute{Portal: portal} }

const insert = "INSERT INTO t VALUES (1, 'x') RETURNING n"

var (
	endUnit = &pgproto3.Sync{}
	flush   = &pgproto3.Flush{}
)

func query(sql string) *pgproto3.Query { return &pgproto3.Query{String: sql} }

func closing(kind byte, name string) *pgproto3.Close {
	return &pgproto3.Close{ObjectType: kind, Name: name}
}
