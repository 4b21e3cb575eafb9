package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/providers"
)

// named opens a session with an application name.
func named(t *testing.T, addr, name string) *client {
	t.Helper()
	c := dial(t, addr)
	m := startup()
	m.Parameters["application_name"] = name
	c.send(m)
	if got := c.until(1); !strings.HasSuffix(got, "Z I") {
		t.Fatalf("no session: %s", got)
	}
	return c
}

// reported runs messages and returns the settings that the client is told of, and
// whatever else comes.
func (c *client) reported(messages ...pgproto3.FrontendMessage) (settings []string, rest string) {
	c.t.Helper()
	c.send(messages...)
	for {
		m, err := c.Receive()
		if err != nil {
			c.t.Fatalf("after %s: %v", rest, err)
		}
		switch m := m.(type) {
		case *pgproto3.ParameterStatus:
			settings = append(settings, m.Name+"="+m.Value)
		case *pgproto3.ErrorResponse:
			rest += m.Code + " " + m.Message + " "
		case *pgproto3.CommandComplete:
			rest += string(m.CommandTag) + " "
		case *pgproto3.ReadyForQuery:
			return settings, rest + string(m.TxStatus)
		}
	}
}

// TestResets: what takes settings back returns a session to its own settings, not
// to those of the client that a connection of the pool was opened for, nor to the
// gateway's.
func TestResets(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		g := serve(t, "", func(s *settings) { s.source.Pooling, s.source.MaxBackends = pooling, 1 })
		direct(t, g.dsn, "CREATE TABLE t (i int)")
		for _, extended := range []bool{false, true} {
			for _, sql := range []string{"RESET ALL", "DISCARD ALL", "RESET application_name", "SET application_name TO DEFAULT", "RESET default_transaction_read_only"} {
				t.Run(fmt.Sprint(pooling, extended, sql), func(t *testing.T) {
					alice := named(t, g.addr, "alice")
					if got := alice.query("INSERT INTO t VALUES (1)"); got != "INSERT 0 1 | Z I" {
						t.Fatal(got)
					}
					alice.send(&pgproto3.Terminate{})
					alice.conn.Close()
					bob := named(t, g.addr, "bob's")
					run := func(sql string) []string {
						t.Helper()
						messages := []pgproto3.FrontendMessage{&pgproto3.Query{String: sql}}
						if extended {
							messages = append(bob.extended(sql, 0), &pgproto3.Sync{})
						}
						settings, rest := bob.reported(messages...)
						if strings.Contains(rest, " 0") || !strings.HasSuffix(rest, "I") && !strings.HasSuffix(rest, "T") {
							t.Errorf("%s: %s", sql, rest)
						}
						return settings
					}
					demand := func(when string, settings []string, want string) {
						t.Helper()
						if got := strings.Join(settings, " "); got != want {
							t.Errorf("%s the client is told %q, not %q", when, got, want)
						}
					}
					if got := bob.value("SHOW application_name"); got != "bob's" {
						t.Fatalf("it begins as %s", got)
					}
					ofName := sql != "RESET default_transaction_read_only"
					ofAccess := sql == "RESET ALL" || sql == "DISCARD ALL" || !ofName
					for range 2 {
						demand("after "+sql, run(sql), "")
						if got := bob.value("SHOW application_name"); got != "bob's" {
							t.Errorf("after %s it is called %q", sql, got)
						}
						if got := bob.query("INSERT INTO t VALUES (2)"); got != "INSERT 0 1 | Z I" {
							t.Errorf("after %s: %s", sql, got)
						}
					}
					if ofName {
						demand("after SET", run("SET application_name = 'other'"), "application_name=other")
						demand("after SET and "+sql, run(sql), "application_name=bob's")
						if got := bob.value("SHOW application_name"); got != "bob's" {
							t.Errorf("after SET and %s it is called %q", sql, got)
						}
					}
					if ofAccess {
						demand("after SET of access", run("SET default_transaction_read_only = on"), "default_transaction_read_only=on")
						if got := bob.query("INSERT INTO t VALUES (3)"); !strings.HasPrefix(got, "ERROR 25006") {
							t.Errorf("read-only, an INSERT gets %s", got)
						}
						demand("after SET of access and "+sql, run(sql), "default_transaction_read_only=off")
						if got := bob.query("INSERT INTO t VALUES (4)"); got != "INSERT 0 1 | Z I" {
							t.Errorf("an INSERT afterwards gets %s", got)
						}
					}
					if ofName && sql != "DISCARD ALL" { // in a transaction, and taken back with it
						run("SET application_name = 'outside'")
						run("BEGIN")
						run(sql)
						if got := bob.value("SHOW application_name"); got != "bob's" {
							t.Errorf("inside of a transaction it is called %q", got)
						}
						run("ROLLBACK")
						if got := bob.value("SHOW application_name"); got != "outside" {
							t.Errorf("after ROLLBACK it is called %q", got)
						}
					}
					bob.send(&pgproto3.Terminate{})
					bob.conn.Close()
				})
			}
		}
	}
}
