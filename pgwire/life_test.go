package pgwire

import (
	"context"
	"io"
	"net"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// TestDisconnect: a client that vanishes takes its statement with it.
func TestDisconnect(t *testing.T) {
	d := serve(t, withTLS(t))
	for name, leave := range map[string]func(*client, net.Conn){
		"closed":   func(_ *client, raw net.Conn) { raw.Close() },
		"reset":    func(_ *client, raw net.Conn) { _ = raw.(*net.TCPConn).SetLinger(0); raw.Close() },
		"politely": func(c *client, raw net.Conn) { c.Send(&pgproto3.Terminate{}); c.flush(); raw.Close() },
		"with more to come": func(c *client, raw net.Conn) {
			for range 3 {
				c.Send(&pgproto3.Query{String: "SELECT pg_sleep(61)" + strings.Repeat(" ", 10_000)})
			}
			c.flush()
			raw.Close()
		},
	} {
		for _, secure := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				raw := dial(t, d.addr).conn
				c := &client{}
				if secure {
					c = over(t, upgradeOn(t, raw))
				} else {
					c = over(t, raw)
				}
				c.Send(&pgproto3.Query{String: "SELECT pg_sleep(61)"})
				c.flush()
				eventually(t, "the statement runs", func() bool { return activity(t, d, "pg_sleep(61)") == 1 })
				leave(c, raw)
				eventually(t, "nothing runs", func() bool { return activity(t, d, "pg_sleep(61)") == 0 })
				eventually(t, "the session is gone", func() bool { return openSessions(d.Server) == 0 })
			})
		}
	}
}

// TestCutByTheClient: a result that the client did not take to its end does not
// stand in the record as if it had, and is no error of ours.
func TestCutByTheClient(t *testing.T) {
	d := serve(t)
	// The series is not in FROM: there PostgreSQL makes all of it, gigabytes of files, before the first row.
	const endless = "SELECT repeat('x', 1000), generate_series(1, 100000000)"
	recorded := func(sql string, cut int) func() bool {
		return func() bool {
			text := records(t, d)
			return strings.Contains(text, sql) && strings.Count(text, `"truncated":"client"`) == cut
		}
	}
	raw := dial(t, d.addr).conn
	left := over(t, raw)
	left.Send(&pgproto3.Query{String: endless})
	left.flush()
	if _, err := io.ReadFull(raw, make([]byte, 10_000)); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	eventually(t, "the client's leaving is on record", recorded(endless, 1))
	eventually(t, "its session has ended", func() bool { return openSessions(d.Server) == 0 })
	if strings.Contains(d.log.String(), "[ERROR]") {
		t.Errorf("the server's log:\n%s", d.log)
	}

	const series = "SELECT g FROM generate_series(1, 9) g"
	c := connect(t, d.addr, "u", "main")
	c.Send(&pgproto3.Parse{Query: series})
	c.Send(&pgproto3.Bind{})
	c.Send(&pgproto3.Execute{MaxRows: 2})
	c.Send(&pgproto3.Sync{})
	c.flush()
	if got := c.until(1); !strings.Contains(got, "PortalSuspended") {
		t.Error(got)
	}
	eventually(t, "what was not asked for is on record", recorded(series, 2))
}

// TestWatchTakesNothing: what a client sends while its statement runs is
// answered after it.
func TestWatchTakesNothing(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	c.Send(&pgproto3.Query{String: "SELECT pg_sleep(0.8)"})
	c.flush()
	for range 20 {
		c.Send(&pgproto3.Query{String: "SELECT 'next'" + strings.Repeat(" ", 2000)})
	}
	c.flush()
	if got := c.until(21); strings.Count(got, `DataRow "next"`) != 20 {
		t.Error(got)
	}
}

// TestShutdown: everyone is told, whatever they are doing.
func TestShutdown(t *testing.T) {
	d := serve(t)
	idle := connect(t, d.addr, "idle", "main")
	inTransaction := connect(t, d.addr, "tx", "main")
	inTransaction.query("BEGIN")
	busy := connect(t, d.addr, "busy", "main")
	busy.Send(&pgproto3.Query{String: "SELECT pg_sleep(62)"})
	busy.flush()
	deaf := connect(t, d.addr, "deaf", "main")
	deaf.Send(&pgproto3.Query{String: "SELECT repeat('x', 1000), generate_series(1, 1000000)"})
	deaf.flush()
	startup := dial(t, d.addr)
	if _, err := startup.conn.Write([]byte{0, 0}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the statement runs", func() bool { return activity(t, d, "pg_sleep(62)") == 1 })

	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := d.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	const told = "ErrorResponse FATAL 57P01 \"terminating connection due to administrator command\" at 0\n(closed)\n"
	for name, c := range map[string]*client{"idle": idle, "in a transaction": inTransaction, "busy": busy} {
		if got := c.until(1); !strings.HasSuffix(got, told) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if _, err := io.ReadAll(startup.conn); err != nil {
		t.Errorf("the one that had not begun: %v", err)
	}
	if n := activity(t, d, "pg_sleep(62)"); n != 0 {
		t.Errorf("%d statements still run", n)
	}
	if _, err := net.Dial("tcp", d.addr); err == nil {
		t.Error("the listener is still open")
	}
	if err := d.Serve(ctx, nopListener{}); err != nil {
		t.Errorf("Serve after Shutdown: %v", err)
	}
}

type nopListener struct{ net.Listener }

func (nopListener) Addr() net.Addr { return &net.UnixAddr{} }
func (nopListener) Close() error   { return nil }

// TestServeEndsWithItsContext, but the sessions go on.
func TestServeEndsWithItsContext(t *testing.T) {
	d := serve(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx, ln) }()
	c := connect(t, ln.Addr().String(), "u", "main")
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if got := c.query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
		t.Error(got)
	}
}

// TestSlowReader: a client that does not read loses its connection, and the server does not keep the output for
// it.
func TestSlowReader(t *testing.T) {
	d := serve(t, func(o *Options) { o.WriteTimeout = 300 * time.Millisecond })
	c := connect(t, d.addr, "u", "main")
	before := heap()
	c.Send(&pgproto3.Query{String: "SELECT repeat('x', 1000), generate_series(1, 1000000)"})
	c.flush()
	most := uint64(0)
	eventually(t, "the connection is cut", func() bool {
		most = max(most, heap())
		return openSessions(d.Server) == 0
	})
	if most > before+32<<20 {
		t.Errorf("%d MiB were kept for it", (most-before)>>20)
	}
	eventually(t, "nothing runs", func() bool { return activity(t, d, "generate_series(1, 1000000)") == 0 })
}

// TestSourceEnds: a source that ends its connection fatally fails a statement,
// not the session.
func TestSourceEnds(t *testing.T) {
	d := serve(t)
	c := connect(t, d.addr, "u", "main")
	if got := c.query("SELECT pg_terminate_backend(pg_backend_pid())"); !strings.Contains(got, "ErrorResponse ERROR") || !strings.HasSuffix(got, "ReadyForQuery I\n") {
		t.Errorf("got %s", got)
	}
	if got := c.query(";"); !strings.Contains(got, "EmptyQueryResponse") {
		t.Errorf("afterwards: %s", got)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestIdleMemory logs what an idle connection takes, the client's end included.
func TestIdleMemory(t *testing.T) {
	const connections = 1000
	d := serve(t)
	used := func() uint64 {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := used()
	hello := startupPacket(protocol30, "user", "u", "database", "main")
	for range connections {
		conn, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Write(append(hello, frame('Q', ";\x00")...)); err != nil {
			t.Fatal(err)
		}
		for buf, got := make([]byte, 4096), ""; strings.Count(got, "Z\x00\x00\x00\x05I") < 2; {
			n, err := conn.Read(buf)
			if err != nil {
				t.Fatalf("after %q: %v", got, err)
			}
			got += string(buf[:n])
		}
	}
	each := (used() - before) / connections
	t.Logf("%d connections take %d KiB each", connections, each>>10)
	if each > 100<<10 {
		t.Errorf("an idle connection takes %d KiB", each>>10)
	}
}
