package relay_test

import (
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/providers"
)

// TestClientVanishes: a client that leaves takes its statement with it.
func TestClientVanishes(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	for name, leave := range map[string]func(*client){
		"closed":         func(c *client) { c.conn.Close() },
		"reset":          (*client).reset,
		"politely":       func(c *client) { c.send(&pgproto3.Terminate{}); c.conn.Close() },
		"in mid-message": func(c *client) { _, _ = c.conn.Write([]byte("Q\x00\x00\x00\x50SELECT")); c.conn.Close() },
		// Open: after hundreds of kilobytes of queries the next of them still runs.
		"with more to come": func(c *client) {
			c.send(&pgproto3.Query{String: "SELECT pg_sleep(61)"}, &pgproto3.Query{String: "SELECT pg_sleep(61)"})
			c.conn.Close()
		},
	} {
		for _, sql := range []string{"SELECT pg_sleep(61)", "INSERT INTO t SELECT 1 FROM pg_sleep(61)", "BEGIN; LOCK TABLE t; SELECT pg_sleep(61)"} {
			t.Run(name+" "+sql[:6], func(t *testing.T) {
				c := connect(t, g.addr)
				c.send(&pgproto3.Query{String: sql})
				eventually(t, "it runs", func() bool { return running(t, g.dsn, "sleep(61)") == "1" })
				began := time.Now()
				leave(c)
				eventually(t, "nothing runs", func() bool { return running(t, g.dsn, "sleep(61)") == "0" })
				t.Logf("it ran for %v longer", time.Since(began).Round(time.Millisecond))
				direct(t, g.dsn, "SET lock_timeout = '10s'; LOCK TABLE t") // nobody holds it
			})
		}
	}
}

// TestSlowReader: however much a client does not take, little of it is here.
func TestSlowReader(t *testing.T) {
	const rows, size = 200_000, 1000
	g := serve(t, "")
	c := connect(t, g.addr)
	// Nothing of the test's own takes memory while it reads.
	before := memory()
	var most atomic.Uint64
	stop := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				most.Store(max(most.Load(), memory()))
			}
		}
	})
	c.send(&pgproto3.Query{String: "SELECT repeat('x', 1000) FROM generate_series(1, 200000)"})
	eventually(t, "the server waits for us", func() bool {
		return direct(t, g.dsn, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'ClientWrite' AND query LIKE '%repeat%'") == "1"
	})
	if got := connect(t, g.addr).query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
		t.Errorf("beside it: %s", got)
	}
	if err := c.conn.SetDeadline(time.Now().Add(4 * limit)); err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, io.LimitReader(c.conn, rows*(size+11)))
	if err != nil || n < rows*(size+11) {
		t.Fatalf("%d bytes: %v", n, err)
	}
	close(stop)
	watch.Wait()
	const bound = 32 << 20
	t.Logf("%d MiB before, at most %d MiB", before>>20, most.Load()>>20)
	if most.Load() > before+bound {
		t.Errorf("the heap grew from %d MiB to %d MiB", before>>20, most.Load()>>20)
	}
}

func memory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// TestSlowWriter: who sends byte by byte holds up nobody, and is understood.
func TestSlowWriter(t *testing.T) {
	g := serve(t, "")
	slow, other := connect(t, g.addr), connect(t, g.addr)
	var text []byte
	for _, m := range append(slow.extended("SELECT 'slow'", 0), &pgproto3.Sync{}, &pgproto3.Query{String: "SELECT 'ly'"}) {
		var err error
		if text, err = m.Encode(text); err != nil {
			t.Fatal(err)
		}
	}
	for i := range text {
		if _, err := slow.conn.Write(text[i : i+1]); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			if got := other.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
				t.Fatalf("beside it: %s", got)
			}
		}
	}
	if got := slow.until(2); got != "row slow | SELECT 1 | Z I | row ly | SELECT 1 | Z I" {
		t.Errorf("got %s", got)
	}
}

// TestComeAndGo: many clients leave nothing behind, however they leave.
func TestComeAndGo(t *testing.T) {
	const clients, atOnce = 1500, 30
	g := serve(t, "", func(s *settings) { s.source.MaxBackends = 50 })
	connect(t, g.addr).send(&pgproto3.Terminate{})
	hello, err := startup().Encode(nil)
	if err != nil {
		t.Fatal(err)
	}
	visit := func(t *testing.T, i int) {
		c, err := net.Dial("tcp", g.addr)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(limit))
		say := func(b []byte) { _, _ = c.Write(b) } // who is gone hears nothing
		ready := func() {
			for got, buf := "", make([]byte, 4096); !strings.Contains(got, "Z\x00\x00\x00\x05I"); {
				n, err := c.Read(buf)
				if err != nil {
					t.Errorf("client %d: %q: %v", i, got, err)
					return
				}
				got += string(buf[:n])
			}
		}
		switch i % 10 {
		case 0: // says nothing
		case 1:
			say(hello[:7])
		case 2:
			say(hello)
		case 3: // a startup with the beginning of a message behind it
			say(append(hello[:len(hello):len(hello)], 'Q', 0, 0))
		case 4:
			say(hello)
			ready()
		case 5:
			say(hello)
			ready()
			say([]byte("Q\x00\x00\x00\x0dSELECT 1\x00"))
		case 6:
			say(hello)
			ready()
			say([]byte("Q\x00\x00\x00"))
		case 7:
			say(hello)
			ready()
			_ = c.(*net.TCPConn).SetLinger(0)
		default:
			say(hello)
			ready()
			say([]byte("X\x00\x00\x00\x04"))
		}
	}
	round := func(n int) {
		var all sync.WaitGroup
		for part := range atOnce {
			all.Go(func() {
				for i := part; i < n; i += atOnce {
					visit(t, i/atOnce+part)
				}
			})
		}
		all.Wait()
	}
	settled := func() (fds, goroutines int) {
		eventually(t, "only idle backends are left", func() bool {
			fds, goroutines = descriptors(t), runtime.NumGoroutine()
			time.Sleep(50 * time.Millisecond) // nothing changes for so long
			return descriptors(t) == fds && runtime.NumGoroutine() == goroutines
		})
		return fds, goroutines
	}
	round(10 * atOnce) // the pool fills
	fds, goroutines := settled()
	round(clients)
	eventually(t, "all is as it was", func() bool {
		return descriptors(t) <= fds+50 && runtime.NumGoroutine() <= goroutines+10
	})
	nowFDs, nowGoroutines := settled()
	t.Logf("file descriptors %d → %d, goroutines %d → %d", fds, nowFDs, goroutines, nowGoroutines)
	if n, err := strconv.Atoi(backends(t, g.dsn)); err != nil || n > 55 {
		t.Errorf("%d backends, %v", n, err)
	}
	var open sync.WaitGroup // all places are free
	for range 50 {
		open.Go(func() {
			if got := connect(t, g.addr).query("SELECT pg_sleep(0.05), 1"); !strings.HasSuffix(got, "Z I") {
				t.Error(got)
			}
		})
	}
	open.Wait()
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("there is no list of open files here")
	}
	return len(list)
}

// TestQueue: of many more sessions than backends, those that wait too long are
// told so, and all others are served.
func TestQueue(t *testing.T) {
	patience := func(wait time.Duration) *house {
		return serve(t, "", func(s *settings) { s.source.MaxBackends, s.source.MaxWait = 10, wait })
	}
	g := patience(limit)
	var served, refused atomic.Int64
	visit := func(hold time.Duration) {
		c := dial(t, g.addr)
		c.send(startup())
		switch got := c.until(1); {
		case strings.HasPrefix(got, "FATAL 53300") && strings.HasSuffix(got, "closed"):
			refused.Add(1)
		case strings.HasSuffix(got, "Z I"):
			if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
				t.Errorf("got %s", got)
			}
			time.Sleep(hold) // the client keeps its backend
			c.send(&pgproto3.Terminate{})
			served.Add(1)
		default:
			t.Errorf("got %s", got)
		}
	}
	var all sync.WaitGroup
	for range 200 { // all have their turn in time
		all.Go(func() { visit(0) })
	}
	all.Wait()
	if served.Load() != 200 {
		t.Errorf("%d of 200 were served, %d refused", served.Load(), refused.Load())
	}
	g = patience(2 * time.Second)
	served.Store(0)
	for range 10 { // these do not make room
		defer connect(t, g.addr).conn.Close()
	}
	for range 20 {
		all.Go(func() { visit(0) })
	}
	all.Wait()
	if served.Load() != 0 || refused.Load() != 20 {
		t.Errorf("%d were served, %d refused", served.Load(), refused.Load())
	}
}

// TestQueueIsLeft: who leaves the line is not waited for, and a line keeps no
// cancel request out.
func TestQueueIsLeft(t *testing.T) {
	g := serve(t, "", func(s *settings) {
		s.source.MaxBackends, s.source.MaxWait, s.source.Pooling = 1, limit, providers.SessionPooling
		s.door.StartupTimeout = limit
	})
	c := dial(t, g.addr)
	c.send(startup())
	var key *pgproto3.BackendKeyData
	for key == nil {
		m, err := c.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if k, ok := m.(*pgproto3.BackendKeyData); ok {
			copied := *k
			key = &copied
		}
	}
	c.until(1)
	for range 300 {
		waits := dial(t, g.addr)
		waits.send(startup())
		defer waits.conn.Close()
	}
	c.send(&pgproto3.Query{String: "SELECT pg_sleep(61)"})
	eventually(t, "it runs", func() bool { return running(t, g.dsn, "sleep(61)") == "1" })
	asks := dial(t, g.addr)
	asks.send(&pgproto3.CancelRequest{ProcessID: key.ProcessID, SecretKey: key.SecretKey})
	if err := c.conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if got := c.until(1); !strings.HasPrefix(got, "ERROR 57014") {
		t.Errorf("got %s", got)
	}
}
