package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// TestServerResetIsRefused: an operator is told of a server_reset that the server
// does not understand, once.
func TestServerResetIsRefused(t *testing.T) {
	g := serve(t, "", func(s *settings) { s.source.ServerReset = "FOO BAR" })
	const warning = "[WARN]  the server refuses server_reset"
	for range 3 {
		c := connect(t, g.addr)
		if got := c.query("SELECT 1"); got != "row 1 | SELECT 1 | Z I" {
			t.Fatal(got)
		}
		c.send(&pgproto3.Terminate{})
		c.conn.Close()
		eventually(t, "there is a warning", func() bool { return strings.Contains(g.log.String(), warning) })
	}
	if log := g.log.String(); strings.Count(log, warning) != 1 || !strings.Contains(log, `server_reset="FOO BAR"`) || !strings.Contains(log, "sqlstate=42601") {
		t.Error("the warning does not say what is wrong")
	}
}
