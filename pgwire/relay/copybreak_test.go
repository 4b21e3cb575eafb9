package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/providers"
)

// copyQuery begins a COPY that waits for data.
var copyQuery = &pgproto3.Query{String: "COPY t FROM STDIN"}

// brokenCopies are what a client may send in COPY FROM STDIN that has no place
// there. together is sent in one segment with the COPY, then is sent when the
// server waits for data.
var brokenCopies = []struct {
	name           string
	together, then []pgproto3.FrontendMessage
	raw            string
	told           string
}{
	{"Query", nil, []pgproto3.FrontendMessage{&pgproto3.Query{String: "SELECT 1"}}, "", "ERROR 08P01 unexpected message type 0x51 during COPY from stdin | " + unsynchronized},
	{"unknown Query", nil, []pgproto3.FrontendMessage{&pgproto3.Query{String: "SELECT nowhere_known()"}}, "", "ERROR 08P01 unexpected message type 0x51 during COPY from stdin | " + unsynchronized},
	{"Parse and Sync", nil, []pgproto3.FrontendMessage{&pgproto3.Parse{Query: "SELECT 2"}, &pgproto3.Sync{}}, "", "ERROR 08P01 unexpected message type 0x50 during COPY from stdin | " + unsynchronized},
	{"Bind", nil, []pgproto3.FrontendMessage{&pgproto3.Bind{}}, "", "ERROR 08P01 unexpected message type 0x42 during COPY from stdin | " + unsynchronized},
	{"Execute", nil, []pgproto3.FrontendMessage{&pgproto3.Execute{}}, "", "ERROR 08P01 unexpected message type 0x45 during COPY from stdin | " + unsynchronized},
	{"password", nil, nil, "p\x00\x00\x00\x06x\x00", "ERROR 08P01 unexpected message type 0x70 during COPY from stdin | " + unsynchronized},
	{"unknown type", nil, nil, "\x01\x00\x00\x00\x04", "ERROR 08P01 unexpected message type 0x01 during COPY from stdin | " + unsynchronized},
	{"length too small", nil, nil, "d\x00\x00\x00\x02", ""},
	{"data and Query", nil, []pgproto3.FrontendMessage{&pgproto3.CopyData{Data: []byte("1\n")}, &pgproto3.Query{String: "SELECT 1"}}, "", "ERROR 08P01 unexpected message type 0x51 during COPY from stdin | " + unsynchronized},
	{"half of data", nil, nil, "d\x00\x00\x10\x00abc", ""},
	{"Terminate", nil, []pgproto3.FrontendMessage{&pgproto3.Terminate{}}, "", ""},
	{"Terminate together", []pgproto3.FrontendMessage{&pgproto3.Terminate{}}, nil, "", ""},
	{"Query together", []pgproto3.FrontendMessage{&pgproto3.Query{String: "SELECT 3"}}, nil, "", "copy in"},
	{"change together", []pgproto3.FrontendMessage{&pgproto3.Query{String: "DELETE FROM t"}}, nil, "", "copy in"},
	{"Parse together", []pgproto3.FrontendMessage{&pgproto3.Parse{Query: "SELECT 2"}, &pgproto3.Sync{}}, nil, "", "copy in"},
	{"Syncs together", []pgproto3.FrontendMessage{&pgproto3.Sync{}, &pgproto3.Sync{}, &pgproto3.Terminate{}}, nil, "", ""},
	{"data and Terminate together", []pgproto3.FrontendMessage{&pgproto3.CopyData{Data: []byte("1\n")}, &pgproto3.Terminate{}}, nil, "", ""},
}

const unsynchronized = "FATAL 08P01 terminating connection because protocol synchronization was lost | closed"

// TestBrokenCopy: a client that breaks a COPY, and leaves or does not, takes no
// backend, no place and no lock with it.
func TestBrokenCopy(t *testing.T) {
	const places = 3
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		g := serve(t, "", func(s *settings) { s.source.MaxBackends, s.source.Pooling = places, pooling })
		direct(t, g.dsn, "CREATE TABLE t (i int)")
		for _, how := range []string{"FIN", "RST", "half"} {
			for _, broken := range brokenCopies {
				for _, begin := range []string{"simple", "extended", "in a transaction"} {
					name := how + " " + broken.name + " " + begin
					c := connect(t, g.addr)
					first := []pgproto3.FrontendMessage{copyQuery}
					switch begin {
					case "extended":
						first = append(c.extended(copyQuery.String, 0), &pgproto3.Sync{})
					case "in a transaction":
						c.query("BEGIN; INSERT INTO t VALUES (5)")
					}
					c.send(append(first, broken.together...)...)
					if len(broken.together) == 0 {
						if got := c.until(1); got != "copy in" {
							t.Fatalf("%s: %s", name, got)
						}
					}
					c.send(broken.then...)
					if _, err := c.conn.Write([]byte(broken.raw)); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					switch how {
					case "FIN":
						c.conn.Close()
					case "RST":
						c.reset()
					default:
						_ = c.conn.(interface{ CloseWrite() error }).CloseWrite()
					}
				}
			}
		}
		eventually(t, "no backend has a COPY open", func() bool {
			return direct(t, g.dsn, "SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle' AND query LIKE 'COPY%'") == "0"
		})
		direct(t, g.dsn, "SET lock_timeout = '5s'; ALTER TABLE t ADD COLUMN j int")
		if n := direct(t, g.dsn, "SELECT count(*) FROM t"); n != "0" {
			t.Errorf("%s rows came", n)
		}
		began := time.Now()
		for range places {
			if got := connect(t, g.addr).query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
				t.Errorf("afterwards: %s", got)
			}
		}
		t.Logf("%d sessions in %v", places, time.Since(began))
	}
}

// TestBrokenCopyIsTold: who breaks a COPY and stays is told what PostgreSQL tells,
// and loses the connection; the record has the outcome.
func TestBrokenCopyIsTold(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	for _, broken := range brokenCopies {
		if broken.told == "" {
			continue
		}
		t.Run(broken.name, func(t *testing.T) {
			c := connect(t, g.addr)
			c.send(append([]pgproto3.FrontendMessage{copyQuery}, broken.together...)...)
			if got := c.until(1); got != "copy in" {
				t.Fatalf("it begins with %s", got)
			}
			c.send(broken.then...)
			if _, err := c.conn.Write([]byte(broken.raw)); err != nil {
				t.Fatal(err)
			}
			got := c.until(1)
			if broken.told != "copy in" && got != broken.told || !strings.HasSuffix(got, unsynchronized) {
				t.Errorf("the client was told %s", got)
			}
			lost(t, g, copyQuery.String, "08P01")
		})
	}
}

// TestCopyDoneWithBody: the server ignores the body of CopyDone, in a COPY and
// outside of one.
func TestCopyDoneWithBody(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	const done = "c\x00\x00\x00\x07abc"
	c := connect(t, g.addr)
	if got := c.query(copyQuery.String); got != "copy in" {
		t.Fatal(got)
	}
	c.send(&pgproto3.CopyData{Data: []byte("1\n")})
	if _, err := c.conn.Write([]byte(done)); err != nil {
		t.Fatal(err)
	}
	if got := c.until(1); got != "COPY 1 | Z I" {
		t.Errorf("in a COPY: %s", got)
	}
	for range 2 {
		if _, err := c.conn.Write([]byte(done)); err != nil {
			t.Fatal(err)
		}
		if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
			t.Errorf("outside of a COPY: %s", got)
		}
	}
	c.send(&pgproto3.Parse{Query: "SELECT 1"})
	if _, err := c.conn.Write([]byte("H\x00\x00\x00\x05x")); err != nil {
		t.Fatal(err)
	}
	c.send(&pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
	if got := c.until(1); got != "ERROR 08P01 invalid message format | Z I" {
		t.Errorf("a Flush with a body: %s", got)
	}
	if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
		t.Errorf("after it: %s", got)
	}
}
