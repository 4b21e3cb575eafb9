package relay_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
)

// connectKey opens a session and returns what a cancel request of it must say.
func connectKey(t *testing.T, addr string) (*client, *pgproto3.CancelRequest) {
	t.Helper()
	c := dial(t, addr)
	c.send(startup())
	for {
		m, err := c.Receive()
		if err != nil {
			t.Fatal(err)
		}
		switch m := m.(type) {
		case *pgproto3.BackendKeyData:
			request := &pgproto3.CancelRequest{ProcessID: m.ProcessID, SecretKey: append([]byte(nil), m.SecretKey...)}
			c.until(1)
			return c, request
		case *pgproto3.ErrorResponse:
			t.Fatal(m.Message)
		}
	}
}

// TestServerDoesNotAnswer: after the gateway's limit, or a client's cancel, a
// server has some seconds to answer. Then its connection is dropped, the client is
// told, the record says that nobody knows, and the place is free.
func TestServerDoesNotAnswer(t *testing.T) {
	t.Parallel() // it waits, most of the time
	const statementTimeout = 3 * time.Second
	const allowed = 10*time.Second + 3*time.Second // the relay's patience, and a slow machine
	server := pgtest.Start(t)
	type silence struct {
		name  string
		begin func(t *testing.T, n *network, pid int)
	}
	signal := func(t *testing.T, pid int, s syscall.Signal) {
		if err := syscall.Kill(pid, s); err != nil {
			t.Error(err)
		}
	}
	silences := []silence{
		{"network", func(_ *testing.T, n *network, _ int) { n.stalled.Store(true) }},
		{"stopped", func(t *testing.T, _ *network, pid int) {
			signal(t, pid, syscall.SIGSTOP)
			t.Cleanup(func() { signal(t, pid, syscall.SIGCONT) })
		}},
		{"flipped bit", func(_ *testing.T, n *network, _ int) { n.flip.Store(true) }},
	}
	statements := map[string][]pgproto3.FrontendMessage{
		"SELECT i FROM t, pg_sleep(0.3)":        {&pgproto3.Query{String: "SELECT i FROM t, pg_sleep(0.3)"}},
		"UPDATE t SET i = 2 FROM pg_sleep(0.3)": {&pgproto3.Query{String: "UPDATE t SET i = 2 FROM pg_sleep(0.3)"}},
		"COPY t FROM STDIN":                     {&pgproto3.Query{String: "COPY t FROM STDIN"}, &pgproto3.CopyData{Data: []byte("1\n")}},
		"DELETE FROM t":                         {&pgproto3.Parse{Query: "DELETE FROM t"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{}},
	}
	var all sync.WaitGroup
	defer all.Wait()
	next := 0
	for _, s := range silences {
		for sql, messages := range statements {
			for _, by := range []string{"limit", "cancel", "client"} {
				if next++; next%2 == 0 { // another half each time: maps have no order
					continue
				}
				all.Go(func() {
					t.Run(s.name+" "+sql[:4]+" "+by, func(t *testing.T) {
						dsn := server.CreateDB(t)
						direct(t, dsn, "CREATE TABLE t (i int); INSERT INTO t VALUES (1)")
						n := newNetwork(t, server.Port)
						g := serve(t, n.dsn(database(dsn)), func(c *settings) {
							c.source.MaxBackends = 1
							c.source.Pooling = providers.TransactionPooling
							if by == "limit" {
								c.engine.Limits.StatementTimeout = statementTimeout
							}
						})
						c, request := connectKey(t, g.addr)
						warm := connect(t, g.addr) // what is known is judged without a look at the catalog
						if got := warm.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
							t.Fatal(got)
						}
						warm.conn.Close()
						c.query("BEGIN")
						pid, err := strconv.Atoi(c.value("SELECT pg_backend_pid()"))
						if err != nil {
							t.Fatal(err)
						}
						s.begin(t, n, pid)
						began := time.Now()
						c.send(messages...)
						switch by {
						case "cancel":
							time.Sleep(500 * time.Millisecond) // the statement is at the silent server by then
							ask := dial(t, g.addr)
							ask.send(request)
						case "client":
							time.Sleep(500 * time.Millisecond) // the statement is at the silent server by then
							c.conn.Close()
						}
						if by != "client" {
							got := c.until(1)
							took := time.Since(began).Round(time.Millisecond)
							t.Logf("%v: %s", took, got)
							// Nothing can be said in the middle of a message, and nonsense is noticed sooner.
							half := s.name == "flipped bit" && (got == "closed" || strings.HasPrefix(got, "FATAL 08006"))
							if !strings.Contains(got, "FATAL 57014") && !half || !strings.HasSuffix(got, "closed") {
								t.Errorf("the client was told %s", got)
							}
							if took > allowed+statementTimeout {
								t.Errorf("it took %v", took)
							}
						}
						codes := "57014 08006 57P01"
						lost(t, g, sql, codes)
						n.stalled.Store(false)
						n.flip.Store(false)
						eventually(t, "the place is free", func() bool { return connect(t, g.addr).query("SELECT 1") == "row 1 | SELECT 1 | Z I" })
						if took := time.Since(began); took > allowed+statementTimeout+12*time.Second {
							t.Errorf("the place was free after %v", took)
						}
					})
				})
			}
		}
	}
}

// TestSilentServerEnds: while a server does not answer at all, sessions end, new
// ones are told, and the gateway itself ends in time.
func TestSilentServerEnds(t *testing.T) {
	t.Parallel() // it waits, most of the time
	server, _ := launch(t)
	g := serve(t, server.DSN("postgres"), func(c *settings) {
		c.engine.Limits.StatementTimeout = time.Second
		c.source.MaxBackends = 20
	})
	direct(t, server.DSN("postgres"), "CREATE TABLE t (i int)")
	var idle []*client
	for range 10 {
		c := connect(t, g.addr)
		c.query("SELECT count(*) FROM t")
		idle = append(idle, c)
	}
	leaves, stays := idle[:5], idle[5:]
	for _, c := range leaves {
		c.send(&pgproto3.Terminate{})
		c.conn.Close()
	}
	eventually(t, "five backends are idle, and were reset", func() bool {
		return direct(t, server.DSN("postgres"), "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle' AND query LIKE 'SELECT ''reset''%'") == "5"
	})
	stopped := family(t, server)
	for _, pid := range stopped {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	resume := func() {
		for _, pid := range stopped {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
	defer resume()
	began := time.Now()
	for _, c := range stays {
		c.send(&pgproto3.Query{String: "SELECT count(*) FROM t"})
	}
	for _, c := range stays {
		if got := c.until(1); !strings.Contains(got, "57014") && !strings.Contains(got, "08006") {
			t.Errorf("a statement got %s", got)
		}
	}
	t.Logf("statements ended after %v", time.Since(began).Round(time.Millisecond))
	began = time.Now()
	c := dial(t, g.addr)
	c.send(startup())
	got := c.until(1)
	if strings.HasSuffix(got, "Z I") {
		got = c.query("SELECT count(*) FROM t")
	}
	if took := time.Since(began); took > 15*time.Second || !strings.Contains(got, "closed") && !strings.Contains(got, "ERROR") {
		t.Errorf("after %v a new session got %s", took, got)
	}
	t.Logf("a new session was told after %v: %s", time.Since(began).Round(time.Millisecond), got)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	began = time.Now()
	if err := g.stop(ctx); err != nil {
		t.Errorf("the end: %v", err)
	}
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("the end took %v", took)
	} else {
		t.Logf("the end took %v", took.Round(time.Millisecond))
	}
}

// TestCommitIsNotKnown: if a server does not answer a COMMIT, the record does not claim a rollback.
func TestCommitIsNotKnown(t *testing.T) {
	t.Parallel() // it waits, most of the time
	server := pgtest.Start(t)
	dsn := server.CreateDB(t)
	direct(t, dsn, "CREATE TABLE t (i int)")
	n := newNetwork(t, server.Port)
	g := serve(t, n.dsn(database(dsn)), func(c *settings) { c.engine.Limits.StatementTimeout = 2 * time.Second })
	c, other := connect(t, g.addr), connect(t, g.addr)
	for _, c := range []*client{c, other} {
		if got := c.query("BEGIN; INSERT INTO t VALUES (1)"); !strings.HasSuffix(got, "Z T") {
			t.Fatal(got)
		}
	}
	c.send(&pgproto3.Query{String: "SELECT 1"}) // what is known is judged without a look at the catalog
	c.until(1)
	n.stalled.Store(true)
	c.send(&pgproto3.Query{String: "COMMIT"})
	if got := c.until(1); !strings.Contains(got, "FATAL 57014") || !strings.Contains(got, "not known") {
		t.Errorf("the client was told %s", got)
	}
	lost(t, g, "COMMIT", "57014")
	other.conn.Close() // no COMMIT of it was under way
	eventually(t, "the other one is rolled back on record", func() bool {
		rollbacks := 0
		for _, r := range g.outcomes(t) {
			if r.Verb == "ROLLBACK" {
				rollbacks++
			}
		}
		if rollbacks > 1 {
			t.Fatal("the record says that the first one was rolled back")
		}
		return rollbacks == 1
	})
}

// family are the processes of a private server.
func family(t *testing.T, server *pgtest.Server) (pids []int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(server.Dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	pids = []int{postmaster}
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		var state string
		var pid, parent int
		_, behind, _ := strings.Cut(string(text), ") ")
		if n, _ := fmt.Sscan(behind, &state, &parent); n == 2 && parent == postmaster {
			if pid, err = strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
