package relay_test

import (
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// network is what lies between the gateway and its server. It can fail.
type network struct {
	listener net.Listener
	port     atomic.Int64 // of the server
	stalled  atomic.Bool  // nothing gets through, and nobody is told
	flip     atomic.Bool  // the length of what the server says next on each connection is much too large
	work     sync.WaitGroup

	mu    sync.Mutex
	links [][2]*net.TCPConn // the gateway's side, the server's
}

func newNetwork(t *testing.T, port int) *network {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &network{listener: listener}
	n.port.Store(int64(port))
	n.work.Go(n.serve)
	t.Cleanup(func() {
		listener.Close()
		n.stalled.Store(false)
		n.cut()
		n.work.Wait()
	})
	return n
}

func (n *network) dsn(db string) string {
	return "postgres://postgres@" + n.listener.Addr().String() + "/" + db + "?sslmode=disable"
}

func (n *network) serve() {
	for {
		conn, err := n.listener.Accept()
		if err != nil {
			return
		}
		near := conn.(*net.TCPConn)
		far, err := net.Dial("tcp", "127.0.0.1:"+strconv.FormatInt(n.port.Load(), 10))
		if err != nil {
			near.Close()
			continue
		}
		link := [2]*net.TCPConn{near, far.(*net.TCPConn)}
		n.mu.Lock()
		n.links = append(n.links, link)
		n.mu.Unlock()
		n.work.Go(func() { n.carry(link[0], link[1], true) })
		n.work.Go(func() { n.carry(link[1], link[0], false) })
	}
}

func (n *network) carry(to, from *net.TCPConn, answers bool) {
	flipped := false
	for buf := make([]byte, 32<<10); ; {
		got, err := from.Read(buf)
		for n.stalled.Load() {
			time.Sleep(time.Millisecond) // the network carries nothing
		}
		if got > 4 && answers && !flipped && n.flip.Load() {
			buf[2] |= 1 << 6
			flipped = true
		}
		if got > 0 {
			if _, err := to.Write(buf[:got]); err != nil {
				return
			}
		}
		if err != nil {
			_ = to.CloseWrite()
			return
		}
	}
}

// each does something to all connections.
func (n *network) each(f func(near, far *net.TCPConn)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, link := range n.links {
		f(link[0], link[1])
	}
}

// cut ends all connections as a firewall would that was told to.
func (n *network) cut() {
	n.each(func(near, far *net.TCPConn) {
		for _, c := range []*net.TCPConn{near, far} {
			_ = c.SetLinger(0)
			c.Close()
		}
	})
	n.mu.Lock()
	defer n.mu.Unlock()
	n.links = nil
}

// TestNetworkCut: sessions whose connection to the server is cut, or closed from
// one side, end with a word that says so, whatever they were doing.
func TestNetworkCut(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	n := newNetwork(t, server.Port)
	g := serve(t, n.dsn(database(dsn)))
	direct(t, dsn, "CREATE TABLE t (i int)")
	for name, fail := range map[string]func(){
		"cut":  n.cut,
		"half": func() { n.each(func(near, _ *net.TCPConn) { _ = near.CloseWrite() }) },
	} {
		for _, state := range states {
			t.Run(name+" "+state.name, func(t *testing.T) {
				c := connect(t, g.addr)
				state.enter(t, g, c)
				fail()
				if got := c.until(1); !farewell(got, "08006", state.name) {
					t.Errorf("the client got: %.300s", got)
				}
				lost(t, g, state.begun, "08006")
				n.cut() // what the server still runs has nobody to tell
				direct(t, dsn, "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
				eventually(t, "a session can be had again", func() bool {
					c := dial(t, g.addr)
					c.send(startup())
					return strings.HasSuffix(c.until(1), "Z I")
				})
			})
		}
	}
}

// TestNetworkStalls: a server that is silent holds up its own sessions and no
// others, its clients can leave, and when it speaks again it is heard.
func TestNetworkStalls(t *testing.T) {
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	n := newNetwork(t, server.Port)
	g := serve(t, n.dsn(database(dsn)))
	waiting, leaving, busy := connect(t, g.addr), connect(t, g.addr), connect(t, g.addr)
	waiting.send(&pgproto3.Query{String: "SELECT 1 FROM pg_sleep(1)"})
	leaving.send(&pgproto3.Query{String: "SELECT 2 FROM pg_sleep(61)"})
	eventually(t, "both run", func() bool { return running(t, dsn, "FROM pg_sleep(1)") == "1" && running(t, dsn, "sleep(61)") == "1" })
	n.stalled.Store(true)
	leaving.reset()
	eventually(t, "who left is on record", func() bool {
		for _, r := range g.outcomes(t) {
			if r.SQL == "SELECT 2 FROM pg_sleep(61)" && r.SQLState != "" {
				return true
			}
		}
		return false
	})
	// A session that comes to its end now cannot be reset, and must not be waited for.
	busy.conn.Close()
	n.stalled.Store(false)
	if got := waiting.until(1); got != "row 1 | SELECT 1 | Z I" {
		t.Errorf("afterwards: %s", got)
	}
	eventually(t, "nothing is left of who left", func() bool { return running(t, dsn, "sleep(61)") == "0" })
	if got := connect(t, g.addr).query("SELECT 3"); got != "row 3 | SELECT 1 | Z I" {
		t.Errorf("another session: %s", got)
	}
}

// TestServerDown: who connects while the server is down is told at once, and
// when it is back all is well.
func TestServerDown(t *testing.T) {
	server, again := launch(t)
	n := newNetwork(t, server.Port)
	g := serve(t, n.dsn("postgres"))
	var idle []*client
	for range 50 {
		idle = append(idle, connect(t, g.addr))
	}
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	for _, c := range idle {
		if got := c.until(1); strings.Count(got, "FATAL") != 1 || !strings.HasSuffix(got, "closed") {
			t.Errorf("an idle session got: %s", got)
		}
	}
	for range 3 {
		c := dial(t, g.addr)
		c.send(startup())
		if got := c.until(1); !strings.HasPrefix(got, "FATAL 08001") && !strings.HasPrefix(got, "FATAL 08006") || !strings.HasSuffix(got, "closed") {
			t.Errorf("while it is down: %s", got)
		}
	}
	n.port.Store(int64(again().Port))
	eventually(t, "a session can be had again", func() bool {
		c := dial(t, g.addr)
		c.send(startup())
		return strings.HasSuffix(c.until(1), "Z I")
	})
	if got := connect(t, g.addr).query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
		t.Errorf("afterwards: %s", got)
	}
}
