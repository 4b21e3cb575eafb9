package relay_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/pgwire/relay"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
)

// TestSessionInvariants: what the types of a session promise is so between all turns, whatever
// clients send.
func TestSessionInvariants(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	direct(t, dsn, "CREATE TABLE t (n int); CREATE FUNCTION twice(i int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * i'")
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		g := serve(t, dsn, func(s *settings) { s.source.Pooling = pooling })
		r, err := relay.New(relay.Options{Engine: g.engine, Logger: hclog.NewNullLogger(), MaxMessage: 1 << 20, Loops: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := r.Shutdown(context.Background()); err != nil {
				t.Error(err)
			}
		})
		broken, over := make(chan []string), make(chan struct{})
		go func() { broken <- checkUntil(r, over) }()
		for range 3 {
			enter(t, r, g.engine).behave()
		}
		close(over)
		for _, what := range <-broken {
			t.Error(what)
		}
	}
}

// TestEndedBlock: what comes behind a COMMIT in its pipeline is committed by the pipeline's Sync, which
// has no intent, so no change there may wait for one. ReadyForQuery has not come by then.
func TestEndedBlock(t *testing.T) {
	g := serve(t, "")
	r, err := relay.New(relay.Options{Engine: g.engine, Logger: hclog.NewNullLogger(), MaxMessage: 1 << 20, Loops: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	for _, end := range []string{"COMMIT", "ROLLBACK", "COMMIT AND CHAIN"} {
		c := enter(t, r, g.engine)
		if got := c.query("BEGIN"); got != "BEGIN | Z T" || !r.InBlock() {
			t.Fatal(got, r.InBlock())
		}
		c.send(append(c.extended(end, 0), &pgproto3.Flush{})...)
		for {
			m, err := c.Receive()
			if err != nil {
				t.Fatal(err)
			}
			if _, done := m.(*pgproto3.CommandComplete); done {
				break
			}
		}
		if r.InBlock() {
			t.Errorf("behind %s in its pipeline a change may wait for the intent of a COMMIT", end)
		}
		c.send(&pgproto3.Sync{})
		c.until(1)
		c.query("ROLLBACK")
		c.query("BEGIN")
		if !r.InBlock() {
			t.Errorf("after %s and a new BEGIN no block is open", end)
		}
		c.send(&pgproto3.Terminate{})
	}
}

// checkUntil checks the sessions of a relay again and again, until over is closed or something
// is not so.
func checkUntil(r *relay.Relay, over chan struct{}) []string {
	for {
		if broken := r.Check(); len(broken) > 0 {
			return broken
		}
		select {
		case <-over:
			return nil
		case <-time.After(100 * time.Microsecond):
		}
	}
}

// enter opens a session of a relay that has no door.
func enter(t *testing.T, r *relay.Relay, e *engine.Engine) *client {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	c := dial(t, ln.Addr().String())
	conn, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Open(t.Context(), engine.Client{Door: "pgwire", Principal: auth.Fixed("u", auth.Local), Ceiling: gate.FullAccess})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Open(t.Context(), relay.Client{Conn: conn, Session: s, Hello: reply.AuthenticationOk(nil), Key: func(uint32) []byte { return nil }, Begun: func(*relay.Session) {}, Ended: func() { _ = s.Close() }}); err != nil {
		t.Fatal(err)
	}
	if got := c.until(1); !strings.HasSuffix(got, "Z I") {
		t.Fatal(got)
	}
	return c
}

// behave sends what moves every part of a session, and leaves.
func (c *client) behave() {
	for range 3 {
		for _, sql := range []string{
			"SELECT 1", "BEGIN; SELECT 1; COMMIT", "SELECT twice(3)", "SELECT * FROM nowhere", "INSERT INTO t VALUES (1), (2)",
			"BEGIN", "DELETE FROM t WHERE n = 1", "SELECT 1/0", "SELECT 2", "ROLLBACK", "SET work_mem = '5MB'; SELECT n FROM t",
			"SELECT repeat('x', 1000) FROM generate_series(1, 300)", "", "PREPARE p AS SELECT 1", "EXECUTE p", "DEALLOCATE ALL", "DISCARD PLANS",
		} {
			c.query(sql)
		}
		for _, pipeline := range [][]pgproto3.FrontendMessage{
			c.extended("SELECT twice($1::int)", 0),
			append(c.extended("SELECT 1", 1), c.extended("SELECT 1/0", 0)...),
			append(c.extended("CREATE TEMP TABLE IF NOT EXISTS own (n int)", 0), c.extended("SELECT count(*) FROM own", 0)...),
			append(c.extended("SELECT twice(2)", 0), c.extended("DEALLOCATE ALL", 0)...),
			{&pgproto3.Parse{Name: "s", Query: "SELECT 5"}, &pgproto3.Describe{ObjectType: 'S', Name: "s"}, &pgproto3.Bind{PreparedStatement: "s"}, &pgproto3.Execute{}, &pgproto3.Close{ObjectType: 'S', Name: "s"}},
			{&pgproto3.Bind{PreparedStatement: "nobody"}, &pgproto3.Execute{}},
		} {
			c.send(append(pipeline, &pgproto3.Sync{})...)
			c.until(1)
		}
		c.send(&pgproto3.Query{String: "COPY t FROM STDIN"}, &pgproto3.CopyData{Data: []byte("7\n8\n")}, &pgproto3.CopyDone{})
		c.until(1)
	}
	c.send(&pgproto3.Query{String: "SELECT n FROM t"}, &pgproto3.Terminate{})
}
