package relay_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

const ends = "FATAL 57P01 terminating connection due to administrator command | closed"

// TestDrain: when the server ends, idle sessions end at once, and what runs, is in
// a pipeline or in a transaction may end first. Nothing new begins.
func TestDrain(t *testing.T) {
	t.Parallel() // it waits, most of the time
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		g := serve(t, "", func(s *settings) {
			s.source.Pooling, s.door.DrainTimeout = pooling, 4*time.Second
		})
		direct(t, g.dsn, "CREATE TABLE t (i int)")
		idle, cancelled := connect(t, g.addr), connect(t, g.addr)
		runs, several, pipeline, open, copies, stays := connect(t, g.addr), connect(t, g.addr), connect(t, g.addr), connect(t, g.addr), connect(t, g.addr), connect(t, g.addr)
		silent := dial(t, g.addr)
		victim, key := connectKey(t, g.addr)
		runs.send(&pgproto3.Query{String: "INSERT INTO t SELECT 1 FROM pg_sleep(2)"})
		several.send(&pgproto3.Query{String: "SELECT pg_sleep(1.5)"})
		pipeline.send(&pgproto3.Parse{Query: "INSERT INTO t VALUES (2)"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Flush{})
		open.query("BEGIN; INSERT INTO t VALUES (3)")
		stays.query("BEGIN; INSERT INTO t VALUES (200)")
		copies.query("COPY t FROM STDIN")
		victim.send(&pgproto3.Query{String: "SELECT pg_sleep(60)"})
		cancelled.send(&pgproto3.Query{String: "SELECT pg_sleep(61)"})
		eventually(t, "they run", func() bool { return running(t, g.dsn, "sleep") == "4" })
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		began := time.Now()
		ended := make(chan error, 1)
		go func() { ended <- g.stop(ctx) }()
		if got := idle.until(1); got != ends || time.Since(began) > time.Second {
			t.Errorf("idle, after %v: %s", time.Since(began), got)
		}
		several.send(&pgproto3.Query{String: "INSERT INTO t VALUES (100)"})
		fresh := dial(t, g.addr)
		fresh.send(startup())
		if got := fresh.until(1); got != ends {
			t.Errorf("a new connection: %s", got)
		}
		ask := dial(t, g.addr)
		ask.send(key)
		if got := victim.until(2); !strings.HasPrefix(got, "ERROR 57014") || !strings.HasSuffix(got, "Z I | "+ends) {
			t.Errorf("a cancel request: %s", got)
		}
		pipeline.send(&pgproto3.Parse{Query: "INSERT INTO t VALUES (4)"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
		if got := pipeline.until(2); got != "INSERT 0 1 | INSERT 0 1 | Z I | "+ends {
			t.Errorf("a pipeline: %s", got)
		}
		if got := open.query("INSERT INTO t VALUES (5)"); got != "INSERT 0 1 | Z T" {
			t.Errorf("in a transaction: %s", got)
		}
		open.send(&pgproto3.Query{String: "COMMIT"}, &pgproto3.Query{String: "INSERT INTO t VALUES (101)"})
		if got := open.until(2); got != "COMMIT | Z I | "+ends {
			t.Errorf("its end: %s", got)
		}
		copies.send(&pgproto3.CopyData{Data: []byte("6\n")}, &pgproto3.CopyDone{})
		if got := copies.until(2); got != "COPY 1 | Z I | "+ends {
			t.Errorf("a COPY: %s", got)
		}
		if got := runs.until(2); got != "INSERT 0 1 | Z I | "+ends {
			t.Errorf("what ran: %s", got)
		}
		if got := several.until(3); !strings.HasSuffix(got, "Z I | "+ends) || strings.Contains(got, "INSERT") {
			t.Errorf("what came behind it: %s", got)
		}
		for name, c := range map[string]*client{"an open transaction": stays, "what runs too long": cancelled} {
			if got, took := c.until(2), time.Since(began); !strings.HasSuffix(got, ends) || took < 3*time.Second || took > 8*time.Second {
				t.Errorf("%s, after %v: %s", name, took, got)
			}
		}
		if got := silent.until(1); !strings.HasSuffix(got, "closed") {
			t.Errorf("who has not said who it is: %s", got)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := direct(t, g.dsn, "SELECT string_agg(i::text, ' ' ORDER BY i) FROM t"); got != "1 2 3 4 5 6" {
			t.Errorf("the rows are %s", got)
		}
	}
}

// TestDrainAsks: who waits for an approval when the server ends is told so.
func TestDrainAsks(t *testing.T) {
	g := sit(t, gate.DeleteSafe, longWait, func(s *settings) { s.door.DrainTimeout = 5 * time.Second })
	waits := connect(t, g.addr)
	waits.send(&pgproto3.Query{String: "DELETE FROM t WHERE n = 1"})
	r := g.asked("DELETE")
	began := time.Now()
	g.engine.StopAsking()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- g.stop(ctx) }()
	want := "ERROR 57P01 the server is shutting down, and nobody has decided about approval " + r.ID + " | Z I | " + ends
	if got, took := waits.until(2), time.Since(began); got != want || took > 2*time.Second {
		t.Errorf("after %v it was told %s", took, got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	g.demandStates("pending")
	g.demandRows("123456789")
}
