package pgwire

import (
	"net"
	"strings"
	"testing"
	"time"
)

// TestSilentConnections: connections that say nothing keep nobody out, and of
// those in their startup there is a bounded number.
func TestSilentConnections(t *testing.T) {
	d := serve(t)
	connect(t, d.addr, "u", "main")
	for _, greeting := range []string{"", "\x00\x00", "\x00\x00\x00\x08\x04\xd2\x16\x2f"} {
		var silent []net.Conn
		for range maxStartups + 500 {
			conn, err := net.Dial("tcp", d.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := conn.Write([]byte(greeting)); err != nil {
				t.Fatal(err)
			}
			silent = append(silent, conn)
		}
		began := time.Now()
		if got := connect(t, d.addr, "u", "main").query("SELECT 1"); !strings.Contains(got, "SELECT 1") {
			t.Errorf("%q: %s", greeting, got)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q: a client had to wait for %v", greeting, took)
		} else {
			t.Logf("%q: a client waited for %v", greeting, took.Round(time.Millisecond))
		}
		d.startups.mu.Lock()
		if n := len(d.startups.open); n > maxStartups {
			t.Errorf("%d connections are in their startup", n)
		}
		d.startups.mu.Unlock()
		for _, conn := range silent {
			conn.Close()
		}
	}
}

// TestWhoGivesWay: the oldest silent connection of the address that has most of
// them, and nobody who has had no time to speak.
func TestWhoGivesWay(t *testing.T) {
	s := startups{max: 5, open: map[net.Conn]*startup{}}
	now := time.Now()
	names := map[net.Conn]string{}
	for name, p := range map[string]startup{
		"speaker":      {since: now.Add(-4 * time.Second), from: "a", speaks: true},
		"lone":         {since: now.Add(-3 * time.Second), from: "b"},
		"crowd's old":  {since: now.Add(-2 * time.Second), from: "c"},
		"crowd's new":  {since: now.Add(-time.Second), from: "c"},
		"just arrived": {since: now, from: "d"},
	} {
		conn, far := net.Pipe()
		defer conn.Close()
		defer far.Close()
		s.open[conn], names[conn] = &p, name
	}
	var order []string
	for {
		conn := s.chooseVictim()
		if conn == nil {
			break
		}
		order = append(order, names[conn])
		delete(s.open, conn)
	}
	if got := strings.Join(order, ", "); got != "crowd's old, lone, crowd's new" && got != "crowd's old, crowd's new, lone" {
		t.Errorf("they give way in the order %s", got)
	}
}
