package relay_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// client is a client that sends exactly the messages that a test gives it.
type client struct {
	*pgproto3.Frontend
	t    testing.TB
	conn net.Conn
}

func dial(t testing.TB, addr string) *client {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(limit)); err != nil {
		t.Fatal(err)
	}
	return &client{t: t, conn: conn, Frontend: pgproto3.NewFrontend(conn, conn)}
}

// connect opens a session and fails the test if there is none.
func connect(t testing.TB, addr string) *client {
	t.Helper()
	c := dial(t, addr)
	c.send(startup())
	if got := c.until(1); !strings.HasSuffix(got, "Z I") {
		t.Fatalf("no session: %s", got)
	}
	return c
}

func startup() *pgproto3.StartupMessage {
	return &pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "u", "database": "main"}}
}

func (c *client) send(messages ...pgproto3.FrontendMessage) {
	c.t.Helper()
	for _, m := range messages {
		c.Send(m)
	}
	if err := c.Flush(); err != nil {
		c.t.Fatal(err)
	}
}

// query runs a simple query and returns what came back.
func (c *client) query(sql string) string {
	c.t.Helper()
	c.send(&pgproto3.Query{String: sql})
	return c.until(1)
}

// extended runs a statement by the extended protocol.
func (c *client) extended(sql string, limit uint32) []pgproto3.FrontendMessage {
	return []pgproto3.FrontendMessage{&pgproto3.Parse{Query: sql}, &pgproto3.Bind{}, &pgproto3.Execute{MaxRows: limit}}
}

// until says in short what comes until so many ReadyForQuery, or the end.
func (c *client) until(ready int) string {
	c.t.Helper()
	var parts []string
	for ready > 0 {
		m, err := c.Receive()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
			return strings.Join(append(parts, "closed"), " | ")
		}
		if err != nil {
			c.t.Fatalf("after %q: %v", parts, err)
		}
		switch m := m.(type) {
		case *pgproto3.ReadyForQuery:
			parts = append(parts, "Z "+string(m.TxStatus))
			ready--
		case *pgproto3.ErrorResponse:
			parts = append(parts, fmt.Sprintf("%s %s %s", m.Severity, m.Code, m.Message))
		case *pgproto3.DataRow:
			if len(m.Values) == 1 && len(m.Values[0]) < 100 {
				parts = append(parts, "row "+string(m.Values[0]))
			}
		case *pgproto3.CommandComplete:
			parts = append(parts, string(m.CommandTag))
		case *pgproto3.CopyInResponse:
			return strings.Join(append(parts, "copy in"), " | ")
		case *pgproto3.PortalSuspended:
			parts = append(parts, "suspended")
		}
	}
	return strings.Join(parts, " | ")
}

// value is the one value of a query's answer.
func (c *client) value(sql string) string {
	c.t.Helper()
	got := c.query(sql)
	_, rest, ok := strings.Cut(got, "row ")
	if !ok {
		c.t.Fatalf("%s: %s", sql, got)
	}
	value, _, _ := strings.Cut(rest, " | ")
	return value
}

// reset closes the connection as a crash of the client's machine would.
func (c *client) reset() {
	_ = c.conn.(*net.TCPConn).SetLinger(0)
	c.conn.Close()
}

// direct asks the database behind the gateway something, beside it.
func direct(t testing.TB, dsn, sql string) string {
	t.Helper()
	return pgtest.Ask(t, dsn, sql)
}

// askOn runs SQL on a connection to the server and returns the first value of its last result.
func askOn(tb testing.TB, conn *pgconn.PgConn, sql string) string {
	tb.Helper()
	results, err := conn.Exec(tb.Context(), sql).ReadAll()
	check(tb, err)
	if last := results[len(results)-1]; len(last.Rows) > 0 {
		return string(last.Rows[0][0])
	}
	return ""
}

// running counts the backends that run a statement with a text in it.
func running(t testing.TB, dsn, text string) string {
	t.Helper()
	return direct(t, dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%"+text+"%'")
}

// backends counts the connections to the database but for the catalog's and ours.
func backends(t testing.TB, dsn string) string {
	t.Helper()
	return direct(t, dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()")
}
