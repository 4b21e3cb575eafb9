package relay_test

import (
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// states are what a session may be in the middle of when its backend fails. enter returns when the session is in
// that state; more is what the client sends next, which makes it notice the failure.
var states = []struct {
	name  string
	begun string // the statement whose record must say that it failed
	enter func(t *testing.T, g *house, c *client)
}{
	{"between statements", "", func(*testing.T, *house, *client) {}},
	{"mid-query", "SELECT pg_sleep(61)", func(t *testing.T, g *house, c *client) {
		c.send(&pgproto3.Query{String: "SELECT pg_sleep(61)"})
		eventually(t, "it runs", func() bool { return running(t, g.dsn, "sleep(61)") == "1" })
	}},
	{"mid-pipeline", "SELECT pg_sleep(62)", func(t *testing.T, g *house, c *client) {
		c.send(append(c.extended("SELECT pg_sleep(62)", 0), append(c.extended("SELECT 1", 0), &pgproto3.Sync{})...)...)
		eventually(t, "it runs", func() bool { return running(t, g.dsn, "sleep(62)") == "1" })
	}},
	{"mid-change", "INSERT INTO t SELECT 1 FROM pg_sleep(63)", func(t *testing.T, g *house, c *client) {
		c.send(&pgproto3.Query{String: "INSERT INTO t SELECT 1 FROM pg_sleep(63)"})
		eventually(t, "it runs", func() bool { return running(t, g.dsn, "sleep(63)") == "1" })
	}},
	{"mid-transaction", "", func(t *testing.T, _ *house, c *client) {
		if got := c.query("BEGIN; INSERT INTO t VALUES (1)"); !strings.HasSuffix(got, "Z T") {
			t.Fatal(got)
		}
	}},
	{"mid-COPY in", "COPY t FROM STDIN", func(t *testing.T, _ *house, c *client) {
		if got := c.query("COPY t FROM STDIN"); got != "copy in" {
			t.Fatal(got)
		}
		c.send(&pgproto3.CopyData{Data: []byte("1\n2\n")})
	}},
	{"mid-COPY out", "COPY (SELECT repeat('x', 10000), pg_sleep(0.05) FROM generate_series(1, 100000)) TO STDOUT", func(t *testing.T, _ *house, c *client) {
		c.send(&pgproto3.Query{String: "COPY (SELECT repeat('x', 10000), pg_sleep(0.05) FROM generate_series(1, 100000)) TO STDOUT"})
		if _, err := c.Receive(); err != nil {
			t.Fatal(err)
		}
	}},
	{slowReader, "SELECT repeat('x', 1000), generate_series(1, 1000000)", func(t *testing.T, g *house, c *client) {
		c.send(&pgproto3.Query{String: "SELECT repeat('x', 1000), generate_series(1, 1000000)"})
		eventually(t, "the backend waits for its reader", func() bool {
			return direct(t, g.dsn, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'ClientWrite' AND query LIKE '%repeat%'") == "1"
		})
	}},
}

// TestBackendTerminated: whatever a session is in the middle of, its client
// hears what the server said and that its connection ends, and what was begun
// has an outcome on record.
func TestBackendTerminated(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			c := connect(t, g.addr)
			pid := c.value("SELECT pg_backend_pid()")
			state.enter(t, g, c)
			direct(t, g.dsn, "SELECT pg_terminate_backend("+pid+")")
			got, codes := c.until(1), "57P01"
			told := farewell(got, codes, state.name)
			if state.name == slowReader { // the server may have no room for a last word
				told, codes = told || farewell(got, "08006", state.name), "57P01 08006"
			}
			if !told {
				t.Errorf("the client got: %.300s", got)
			}
			lost(t, g, state.begun, codes)
		})
	}
	if n := direct(t, g.dsn, "SELECT count(*) FROM t"); n != "0" {
		t.Errorf("%s rows stayed", n)
	}
}

// TestBackendKilled: the same where the server has no time for a last word, and
// the other sessions go with it.
func TestBackendKilled(t *testing.T) {
	server, _ := launch(t)
	g := serve(t, server.DSN("postgres"))
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			direct(t, g.dsn, "CREATE TABLE IF NOT EXISTS t (i int); CHECKPOINT") // a crash may lose what was just made
			c, other := connect(t, g.addr), connect(t, g.addr)
			pid, err := strconv.Atoi(c.value("SELECT pg_backend_pid()"))
			if err != nil {
				t.Fatal(err)
			}
			state.enter(t, g, c)
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			if got := c.until(1); !farewell(got, "08006", state.name) {
				t.Errorf("the client got: %.300s", got)
			}
			lost(t, g, state.begun, "08006")
			if got := other.until(1); !strings.HasSuffix(got, "closed") || !strings.Contains(got, "FATAL") {
				t.Errorf("the other client got: %.300s", got)
			}
			eventually(t, "a session can be had again", func() bool {
				c := dial(t, g.addr)
				c.send(startup())
				return strings.HasSuffix(c.until(1), "Z I")
			})
			eventually(t, "the server has recovered", func() bool { // it may have been a backend that had not heard yet
				conn, err := pgconn.Connect(t.Context(), g.dsn)
				if err == nil {
					err = conn.Close(t.Context())
				}
				return err == nil
			})
		})
	}
}

// slowReader is a state in which there may be half a message before the end:
// no last word can follow that.
const slowReader = "slow reader"

// farewell says whether a client heard once why its connection ends, and that it
// does.
func farewell(got, code, state string) bool {
	said := strings.Count(got, "FATAL")
	if (state == slowReader || state == "mid-COPY out") && said == 0 {
		return strings.HasSuffix(got, "closed")
	}
	return said == 1 && strings.Contains(got, "FATAL "+code) && strings.HasSuffix(got, "closed")
}

// lost checks that the records say one of the codes of a statement whose backend
// died.
func lost(t *testing.T, g *house, sql, codes string) {
	t.Helper()
	if sql == "" {
		return
	}
	eventually(t, "the outcome of "+sql+" is on record", func() bool {
		for _, r := range g.outcomes(t) {
			if r.SQL == sql && r.SQLState != "" {
				if !strings.Contains(codes, r.SQLState) {
					t.Fatalf("the record says %s %s", r.SQLState, r.Error)
				}
				return true
			}
		}
		return false
	})
}
