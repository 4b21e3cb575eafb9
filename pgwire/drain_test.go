package pgwire

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// TestDrain: served sessions end as relayed ones do: at once where they do nothing,
// else when what runs, the pipeline or the transaction is over.
func TestDrain(t *testing.T) {
	d := serve(t, func(o *Options) { o.DrainTimeout = 4 * time.Second })
	const ends = "ErrorResponse FATAL 57P01 \"terminating connection due to administrator command\" at 0\n(closed)\n"
	idle, inside, runs, stays, long, pipeline := connect(t, d.addr, "idle", "main"), connect(t, d.addr, "tx", "main"), connect(t, d.addr, "busy", "main"),
		connect(t, d.addr, "stays", "main"), connect(t, d.addr, "long", "main"), connect(t, d.addr, "pipeline", "main")
	idle.query("CREATE TABLE t (i int)")
	inside.query("BEGIN; INSERT INTO t VALUES (1)")
	stays.query("BEGIN; INSERT INTO t VALUES (100)")
	pipeline.Send(&pgproto3.Parse{Query: "INSERT INTO t VALUES (3)"})
	pipeline.Send(&pgproto3.Bind{})
	pipeline.Send(&pgproto3.Execute{})
	pipeline.Send(&pgproto3.Flush{})
	pipeline.flush()
	runs.Send(&pgproto3.Query{String: "INSERT INTO t SELECT 2 FROM pg_sleep(1.5)"})
	runs.flush()
	long.Send(&pgproto3.Query{String: "SELECT pg_sleep(62)"})
	long.flush()
	eventually(t, "both run", func() bool { return activity(t, d, "pg_sleep(1.5)") == 1 && activity(t, d, "pg_sleep(62)") == 1 })
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- d.Shutdown(ctx) }()
	if got := idle.until(1); got != ends || len(ended) > 0 {
		t.Errorf("idle, and the server has ended: %v: %s", len(ended) > 0, got)
	}
	time.Sleep(200 * time.Millisecond) // all have been told by now
	if got := inside.query("INSERT INTO t VALUES (4)"); !strings.Contains(got, "INSERT 0 1") {
		t.Errorf("in a transaction: %s", got)
	}
	if got := inside.query("COMMIT") + inside.until(1); !strings.Contains(got, "COMMIT") || !strings.HasSuffix(got, ends) {
		t.Errorf("its end: %s", got)
	}
	pipeline.Send(&pgproto3.Sync{})
	pipeline.flush()
	if got := pipeline.until(2); !strings.Contains(got, "INSERT 0 1") || !strings.HasSuffix(got, ends) {
		t.Errorf("a pipeline: %s", got)
	}
	if got := runs.until(3); strings.Count(got, "INSERT 0 1") != 1 || !strings.HasSuffix(got, ends) {
		t.Errorf("what ran: %s", got)
	}
	for name, c := range map[string]*client{"an open transaction": stays, "what runs too long": long} {
		if got, took := c.until(2), time.Since(began); !strings.HasSuffix(got, ends) || took < 3*time.Second || took > 8*time.Second {
			t.Errorf("%s, after %v: %s", name, took, got)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", d.addr); err == nil {
		t.Error("the listener is still open")
	}
}
