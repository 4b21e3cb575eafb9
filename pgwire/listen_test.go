package pgwire

import (
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// TestListenAmongSessions: who rests gets a notification at once, who is in a transaction at its end, and
// who has sent half a message loses nothing of it.
func TestListenAmongSessions(t *testing.T) {
	d := serveDuckDB(t)
	rests, busy, half, sender := connect(t, d.addr, "u", "demo"), connect(t, d.addr, "u", "demo"), connect(t, d.addr, "u", "demo"), connect(t, d.addr, "u", "demo")
	for _, c := range []*client{rests, busy, half} {
		c.query("LISTEN news")
	}
	busy.query("BEGIN")
	whole, err := (&pgproto3.Query{String: "SELECT 'whole'"}).Encode(nil)
	must(t, err)
	_, err = half.conn.Write(whole[:3])
	must(t, err)
	for i := range 3 {
		sender.query(fmt.Sprintf("NOTIFY news, '%d'", i))
	}
	for i := range 3 {
		n, ok := rests.receive().(*pgproto3.NotificationResponse)
		if !ok || n.Channel != "news" || n.Payload != fmt.Sprint(i) || n.PID != sender.key.ProcessID {
			t.Errorf("notification %d is %+v", i, n)
		}
	}
	if got := busy.query("SELECT 1"); strings.Contains(got, "Notification") {
		t.Errorf("in a transaction: %s", got)
	}
	const all = "NotificationResponse \"news\" \"0\"\nNotificationResponse \"news\" \"1\"\nNotificationResponse \"news\" \"2\"\n"
	if got := busy.query("COMMIT"); got != "CommandComplete \"COMMIT\"\n"+all+"ReadyForQuery I\n" {
		t.Errorf("at its end: %s", got)
	}
	_, err = half.conn.Write(whole[3:])
	must(t, err)
	if got := half.until(1); !strings.Contains(got, "whole") || !strings.Contains(got, all) {
		t.Errorf("half a message: %s", got)
	}
	if got := connect(t, d.addr, "u", "demo").query("NOTIFY news"); strings.Contains(got, "Notification") {
		t.Errorf("a session that does not listen: %s", got)
	}
}

// TestNotificationsOfATransaction: a transaction holds no more payload than those who listen can take at once.
func TestNotificationsOfATransaction(t *testing.T) {
	d := serveDuckDB(t)
	listener, sender := connect(t, d.addr, "u", "demo"), connect(t, d.addr, "u", "demo")
	listener.query("LISTEN flood")
	sender.query("BEGIN")
	payload, refused := strings.Repeat("p", 7_900), ""
	for i := 0; i < 2_000 && refused == ""; i++ {
		if got := sender.query(fmt.Sprintf("NOTIFY flood, '%d %s'", i, payload)); strings.Contains(got, "ErrorResponse") {
			refused = got
		}
	}
	if !strings.Contains(refused, "54000") {
		t.Errorf("16 MB of payload: %s", refused)
	}
	sender.query("ROLLBACK")
	sender.query("BEGIN")
	for i := range 500 {
		sender.query(fmt.Sprintf("NOTIFY flood, '%d %s'", i, payload))
	}
	sender.query("COMMIT")
	for i := range 500 {
		if n, ok := listener.receive().(*pgproto3.NotificationResponse); !ok || len(n.Payload) < len(payload) {
			t.Fatalf("notification %d: %T", i, n)
		}
	}
}

// TestSignals: a session is cancelled and ended by its number, by its own user alone.
func TestSignals(t *testing.T) {
	d := serveDuckDB(t)
	sleeper, mine, other := connect(t, d.addr, "u", "demo"), connect(t, d.addr, "u", "demo"), connect(t, d.addr, "v", "demo")
	pid := sleeper.key.ProcessID
	if got := sleeper.query("SELECT pg_backend_pid() AS pid"); !strings.Contains(got, fmt.Sprintf("DataRow %q", fmt.Sprint(pid))) {
		t.Errorf("pg_backend_pid: %s, and the key says %d", got, pid)
	}
	sleep := func() {
		sleeper.Send(&pgproto3.Query{String: "SELECT pg_sleep(3600)"})
		sleeper.flush()
		eventually(t, "it sleeps", func() bool {
			for _, s := range d.options.Engine.OpenSessions() {
				if s.State == "active" && strings.Contains(s.Statement, "3600") {
					return true
				}
			}
			return false
		})
	}
	sleep()
	if got := other.query(fmt.Sprintf("SELECT pg_cancel_backend(%d)", pid)); !strings.Contains(got, "ErrorResponse ERROR 42501") {
		t.Errorf("another user's: %s", got)
	}
	if got := mine.query(fmt.Sprintf("SELECT pg_cancel_backend(%d)", pid)); !strings.Contains(got, `DataRow "t"`) {
		t.Errorf("cancelling: %s", got)
	}
	if got := sleeper.until(1); !strings.Contains(got, "57014") {
		t.Errorf("cancelled: %s", got)
	}
	sleep()
	if got := mine.query(fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid)); !strings.Contains(got, `DataRow "t"`) {
		t.Errorf("terminating: %s", got)
	}
	if got := sleeper.until(1); !strings.Contains(got, "FATAL 57P01") || !strings.HasSuffix(got, "(closed)\n") {
		t.Errorf("terminated: %s", got)
	}
	if got := mine.query("SELECT pg_terminate_backend(pg_backend_pid())"); !strings.Contains(got, "FATAL 57P01") {
		t.Errorf("a session that ends itself: %s", got)
	}
	idle := connect(t, d.addr, "v", "demo")
	other.query(fmt.Sprintf("SELECT pg_terminate_backend(%d)", idle.key.ProcessID))
	if got := idle.until(1); !strings.Contains(got, "FATAL 57P01") {
		t.Errorf("one that rests: %s", got)
	}
}

// TestGdesc: psql describes the columns of a result in their order.
func TestGdesc(t *testing.T) {
	host, port, err := net.SplitHostPort(serveDuckDB(t).addr)
	must(t, err)
	cmd := exec.CommandContext(t.Context(), "psql", "-X", "-At", "-h", host, "-p", port, "-U", "u", "-d", "demo")
	cmd.Stdin = strings.NewReader("SELECT 1 AS a, 'x'::text AS b, now() AS c, ARRAY[1] AS d, 1.5::numeric(5,2) AS e, date '2020-01-01' AS f, true AS g, 1::bigint AS h, interval '1 day' AS i \\gdesc\n")
	out, err := cmd.CombinedOutput()
	const want = "a|integer\nb|text\nc|timestamp with time zone\nd|integer[]\ne|numeric(5,2)\nf|date\ng|boolean\nh|bigint\ni|interval\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
