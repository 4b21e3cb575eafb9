package pgwire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// court is a door in mode safe with a desk. Its sources are "main", a Postgres
// that answers itself, and "demo", an embedded one; both have a table t with n
// from 1 to 9.
type court struct {
	*door
	t     *testing.T
	desk  *courttest.Desk
	store *approval.Store // of the desk
}

func sit(t *testing.T, wait time.Duration, change ...func(*Options)) *court {
	t.Helper()
	desk := courttest.Open(t, approval.Options{})
	dsn := pgtest.Start(t).CreateDB(t)
	main, err := postgres.Open(context.Background(), postgres.Options{Name: "main", DSN: dsn, MaxConns: 20})
	must(t, err)
	demo, err := duckdb.Open(context.Background(), duckdb.Options{Name: "demo", Threads: 1, MemoryLimit: "500MB", TempDir: t.TempDir()})
	must(t, err)
	conn, err := demo.Connect(context.Background(), providers.ConnOptions{})
	must(t, err)
	rows, err := conn.Query(context.Background(), providers.Statement{SQL: "CREATE TABLE t AS SELECT unnest(range(1, 10)) n", Verb: "CREATE TABLE"}, providers.Args{})
	must(t, err)
	must(t, rows.Close())
	must(t, conn.Close())
	direct, err := pgconn.Connect(context.Background(), dsn)
	must(t, err)
	_, err = direct.Exec(context.Background(), "CREATE TABLE t AS SELECT n FROM generate_series(1, 9) n").ReadAll()
	must(t, err)
	must(t, direct.Close(context.Background()))
	d := serveEngine(t, dsn, engine.Config{
		Mode: gate.Safe, Sources: []providers.Provider{main, demo},
		Approvals: desk.Approvals(wait),
	}, change...)
	return &court{door: d, t: t, desk: desk, store: desk.Store}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (c *court) asked(text string) approval.Request   { c.t.Helper(); return c.desk.Asked(text) }
func (c *court) approve(text string) approval.Request { c.t.Helper(); return c.desk.Approve(text) }
func (c *court) states() string                       { return c.desk.States() }

// left is how many rows a table has.
func (c *court) left(database string) string {
	c.t.Helper()
	out := connect(c.t, c.addr, "u", database).query("SELECT count(*) FROM t")
	_, out, _ = strings.Cut(out, "DataRow ")
	out, _, _ = strings.Cut(out, "\n")
	return strings.Trim(out, `["]`)
}

// asks are the ways in which a statement for the embedded source comes: in a
// session of its own, and in one that a Postgres server answers.
var asks = []struct {
	name, database string
	send           []pgproto3.FrontendMessage
}{
	{"simple", "demo", []pgproto3.FrontendMessage{&pgproto3.Query{String: "DELETE FROM t WHERE n < 3"}}},
	{"extended", "demo", []pgproto3.FrontendMessage{
		&pgproto3.Parse{Query: "DELETE FROM t WHERE n < $1"}, &pgproto3.Describe{ObjectType: 'S'},
		&pgproto3.Bind{Parameters: [][]byte{[]byte("3")}}, &pgproto3.Describe{ObjectType: 'P'}, &pgproto3.Execute{}, &pgproto3.Sync{},
	}},
	{"simple, relayed", "main", []pgproto3.FrontendMessage{&pgproto3.Query{String: "DELETE FROM demo.public.t WHERE n < 3"}}},
	{"extended, relayed", "main", []pgproto3.FrontendMessage{
		&pgproto3.Parse{Query: "DELETE FROM demo.public.t WHERE n < $1"},
		&pgproto3.Bind{Parameters: [][]byte{[]byte("3")}}, &pgproto3.Execute{}, &pgproto3.Sync{},
	}},
}

// TestConsentServed: what the engine runs itself waits as well.
func TestConsentServed(t *testing.T) {
	for _, a := range asks {
		t.Run(a.name, func(t *testing.T) {
			c := sit(t, 20*time.Second)
			send := func() *client {
				s := connect(t, c.addr, "u", a.database)
				for _, m := range a.send {
					s.Send(m)
				}
				s.flush()
				return s
			}
			s := send()
			r := c.asked("DELETE")
			if strings.HasPrefix(a.name, "extended") && len(r.Params) != 1 {
				t.Errorf("the values that were shown are %q", r.Params)
			}
			for { // it comes while the statement waits
				if m, ok := s.receive().(*pgproto3.NoticeResponse); ok {
					if !strings.Contains(m.Message, r.ID) {
						t.Errorf("the notice is %q", m.Message)
					}
					break
				}
			}
			c.approve("DELETE")
			if got := s.until(1); !strings.Contains(got, "DELETE 2") {
				t.Errorf("approved: %s", got)
			}
			if got := c.left("demo"); got != "7" {
				t.Errorf("%s rows are left", got)
			}

			s = send()
			c.asked("DELETE")
			cancelRequest(t, c.addr, s.key)
			if got := s.until(1); !strings.Contains(got, "57014") {
				t.Errorf("cancelled: %s", got)
			}
			if got := s.query("SELECT 42"); !strings.Contains(got, "42") {
				t.Errorf("then: %s", got)
			}

			s = send()
			c.asked("DELETE")
			were := openSessions(c.Server)
			s.conn.Close()
			eventually(t, "the session is over", func() bool { return openSessions(c.Server) == were-1 })
			if got := c.states(); got != "used pending" { // the request that stands, for both
				t.Errorf("the requests are %s", got)
			}
		})
	}
}

// cancelRequest sends a cancel request and waits until it was taken.
func cancelRequest(t *testing.T, addr string, key *pgproto3.BackendKeyData) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	must(t, err)
	defer conn.Close() //nolint:errcheck // the server closes first
	m := pgproto3.CancelRequest{ProcessID: key.ProcessID, SecretKey: key.SecretKey}
	b, err := m.Encode(nil)
	must(t, err)
	_, err = conn.Write(b)
	must(t, err)
	must(t, conn.SetReadDeadline(time.Now().Add(limit)))
	_, _ = conn.Read(make([]byte, 1))
}

// TestConsentWhenTheDoorCloses: who waits does not hold up the end.
func TestConsentWhenTheDoorCloses(t *testing.T) {
	for _, a := range asks {
		t.Run(a.name, func(t *testing.T) {
			c := sit(t, 20*time.Second)
			s := connect(t, c.addr, "u", a.database)
			for _, m := range a.send {
				s.Send(m)
			}
			s.flush()
			c.asked("DELETE")
			ctx, cancel := context.WithTimeout(context.Background(), limit/2)
			defer cancel()
			must(t, c.Shutdown(ctx))
			if got := s.until(1); !strings.Contains(got, "57P01") {
				t.Errorf("the client got %s", got)
			}
			if got := c.states(); got != "pending" { // it outlives who asks
				t.Errorf("the requests are %s", got)
			}
		})
	}
}

// TestConsentOverTLS: there somebody carries the bytes between client and loop.
func TestConsentOverTLS(t *testing.T) {
	c := sit(t, 20*time.Second, withTLS(t))
	raw := dial(t, c.addr).conn
	s := over(t, upgradeOn(t, raw))
	s.Send(&pgproto3.Query{String: "DELETE FROM t WHERE n < 3"})
	s.flush()
	c.approve("n < 3")
	if got := s.until(1); !strings.Contains(got, "DELETE 2") {
		t.Errorf("approved: %s", got)
	}
	s.Send(&pgproto3.Query{String: "DELETE FROM t"})
	s.Send(&pgproto3.Query{String: "SELECT '" + strings.Repeat("x", 100_000) + "'"})
	s.flush()
	c.asked("DELETE FROM t")
	raw.Close()
	eventually(t, "the session is over", func() bool { return openSessions(c.Server) == 0 })
	if got := c.states(); got != "used pending" {
		t.Errorf("the requests are %s", got)
	}
}

// TestConsentWithPsql is what a person sees.
func TestConsentWithPsql(t *testing.T) {
	begin := func(c *court, sql string) (*exec.Cmd, *courttest.Log) {
		host, port, _ := net.SplitHostPort(c.addr)
		cmd, out := exec.Command("psql", "-X", "-h", host, "-p", port, "-U", "tester", "-d", "main", "-c", sql), &courttest.Log{}
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		cmd.Stdout, cmd.Stderr = out, out
		must(t, cmd.Start())
		return cmd, out
	}
	c := sit(t, 20*time.Second)
	cmd, out := begin(c, "DELETE FROM t WHERE n < 3")
	r := c.asked("n < 3")
	eventually(t, "psql shows the notice", func() bool { return strings.Contains(out.String(), "HINT") })
	for _, want := range []string{
		"NOTICE:  approval " + r.ID + " is needed; waiting up to 20s for it",
		"HINT:  A person approves it on the server's machine: sallyport approvals approve " + r.ID,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in %s", want, out)
		}
	}
	c.approve("n < 3")
	must(t, cmd.Wait())
	if !strings.HasSuffix(out.String(), "DELETE 2\n") {
		t.Errorf("psql said %s", out)
	}

	cmd, out = begin(c, "DELETE FROM t WHERE n = 3")
	c.asked("n = 3")
	eventually(t, "psql shows the notice", func() bool { return strings.Contains(out.String(), "HINT") })
	must(t, cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait() // it fails, as it should
	if !strings.Contains(out.String(), "canceling statement due to user request") {
		t.Errorf("psql said %s", out)
	}

	c = sit(t, 100*time.Millisecond)
	said, err := psql(t, c.door, "-c", "DELETE FROM t WHERE n = 3")
	r = c.approve("n = 3")
	for _, want := range []string{
		"NOTICE:  approval " + r.ID + " is needed", "ERROR:  approval " + r.ID + " is needed, and nobody has decided yet",
		"sallyport approvals approve " + r.ID + ". Then run the same statement again",
	} {
		if err == nil || !strings.Contains(said, want) {
			t.Errorf("%q is missing in %s", want, said)
		}
	}
	if said, err = psql(t, c.door, "-c", "DELETE FROM t WHERE n = 3"); err != nil || said != "DELETE 1\n" {
		t.Errorf("the same statement, when it was approved: %v %s", err, said)
	}
	if said, err = psql(t, c.door, "-c", "DELETE FROM t WHERE n = 3"); err == nil || !strings.Contains(said, "NOTICE") {
		t.Errorf("once more: %v %s", err, said)
	}
}

// TestConsentWithPgx: a driver that prepares and sends values in binary, in all
// of its ways.
func TestConsentWithPgx(t *testing.T) {
	for mode := pgx.QueryExecModeCacheStatement; mode <= pgx.QueryExecModeSimpleProtocol; mode++ {
		t.Run(fmt.Sprint(mode), func(t *testing.T) {
			c := sit(t, 20*time.Second)
			conn := pgxConnect(t, c.door, func(config *pgx.ConnConfig) { config.DefaultQueryExecMode = mode })
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			ended := make(chan error, 1)
			for _, n := range []int32{2, 3} {
				go func() {
					tag, err := conn.Exec(ctx, "DELETE FROM t WHERE n = $1", n)
					if err == nil && tag.String() != "DELETE 1" {
						err = errors.New(tag.String())
					}
					ended <- err
				}()
				c.approve("DELETE")
				must(t, <-ended)
			}
			if got := c.left("main"); got != "7" {
				t.Errorf("%s rows are left", got)
			}
		})
	}
}

// TestGreetedIsOpen: once a client is greeted, its session is found: by its cancel request, by the notice that
// a person is asked, by what counts the sessions.
func TestGreetedIsOpen(t *testing.T) {
	for _, database := range []string{"demo", "main"} {
		t.Run(database, func(t *testing.T) {
			c := sit(t, 20*time.Second)
			for n := range 20 {
				connect(t, c.addr, "u", database)
				if got := openSessions(c.Server); got != n+1 {
					t.Fatalf("%d clients were greeted, and %d sessions are open", n+1, got)
				}
			}
		})
	}
}
