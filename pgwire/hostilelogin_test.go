package pgwire

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// sasl is a password message.
func sasl(body string) []byte {
	b := binary.BigEndian.AppendUint32([]byte{'p'}, uint32(4+len(body)))
	return append(b, body...)
}

// initial is the first of them.
func initial(mechanism, message string) []byte {
	return sasl(mechanism + "\x00" + string(binary.BigEndian.AppendUint32(nil, uint32(len(message)))) + message)
}

func withUser(o *Options) {
	o.Users = []User{{Name: "u", Verifier: Password("p"), Ceiling: gate.FullAccess}}
}

// TestHostileLogins: whatever is said instead of a password, it ends with an
// error or at once, and nobody comes in.
func TestHostileLogins(t *testing.T) {
	d := serve(t, withUser)
	const first = "n,,n=,r=abcdefgh"
	good := initial("SCRAM-SHA-256", first)
	proof := ",p=" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	for name, c := range map[string]struct {
		send []byte
		want string
	}{
		"nothing":                  {nil, "AuthenticationSASL"},
		"a query":                  {append([]byte{'Q', 0, 0, 0, 13}, "SELECT 1\x00"...), "FATAL 08P01"},
		"terminate":                {[]byte{'X', 0, 0, 0, 4}, "FATAL 08P01"},
		"another startup":          {startupPacket(protocol30, "user", "u"), "FATAL 08P01"},
		"a password":               {sasl("p\x00"), "FATAL 08P01"},
		"empty":                    {sasl(""), "FATAL 08P01"},
		"negative length":          {[]byte{'p', 0xff, 0xff, 0xff, 0xff}, "FATAL 08P01"},
		"short length":             {[]byte{'p', 0, 0, 0, 3}, "FATAL 08P01"},
		"huge length":              {[]byte{'p', 0x7f, 0xff, 0xff, 0xff}, "FATAL 08P01"},
		"no response inside":       {sasl("SCRAM-SHA-256\x00\xff\xff\xff\xff"), "FATAL 08P01"},
		"response cut":             {sasl("SCRAM-SHA-256\x00\x00\x00\x00\xff" + first), "FATAL 08P01"},
		"response goes on":         {sasl("SCRAM-SHA-256\x00\x00\x00\x00\x01" + first), "FATAL 08P01"},
		"another mechanism":        {initial("PLAIN", "\x00u\x00p"), "FATAL 08P01"},
		"not offered":              {initial("SCRAM-SHA-256-PLUS", "p=tls-server-end-point,,n=,r=a"), "FATAL 08P01"},
		"no header":                {initial("SCRAM-SHA-256", "n=,r=abc"), "FATAL 08P01"},
		"bytes":                    {initial("SCRAM-SHA-256", "\xff\xfe\x00\x01"), "FATAL 08P01"},
		"NUL":                      {initial("SCRAM-SHA-256", "n,,n=a\x00b,r=abc"), "FATAL 08P01"},
		"the first again":          {append(append([]byte(nil), good...), good...), "FATAL 08P01"},
		"final at once":            {append(append([]byte(nil), good...), sasl("c=biws,r=abcdefgh"+proof)...), "FATAL 08P01"},
		"final of nothing":         {append(append([]byte(nil), good...), sasl("")...), "FATAL 08P01"},
		"final is huge":            {append(append([]byte(nil), good...), sasl(strings.Repeat("a", 5000))...), "FATAL 08P01"},
		"more than a first":        {initial("SCRAM-SHA-256", "n,,n=,r="+strings.Repeat("a", 1020)), "FATAL 08P01"},
		"AuthenticationOk's echo":  {[]byte{'R', 0, 0, 0, 8, 0, 0, 0, 0}, "FATAL 08P01"},
		"left in the middle of it": {good[:10], "AuthenticationSASL"},
	} {
		t.Run(name, func(t *testing.T) {
			got := hangingUp(t, d, startupPacket(protocol30, "user", "u"), c.send)
			if !strings.Contains(got, c.want) || strings.Contains(got, "AuthenticationOk") || strings.Contains(got, "ReadyForQuery") {
				t.Errorf("got %q, want %q in it", got, c.want)
			}
		})
	}
	if len(d.guesses.of) > 0 {
		t.Error("what is no guess counted as one")
	}
	if got := login(t, d, "user=u password=p sslmode=disable"); got != "in" {
		t.Errorf("afterwards: %s", got)
	}
}

// hangingUp sends bytes, says that there are no more, and returns what came.
func hangingUp(t *testing.T, d *door, bytes ...[]byte) string {
	t.Helper()
	c := dial(t, d.addr)
	for _, b := range bytes {
		if _, err := c.conn.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	_ = c.conn.(*net.TCPConn).CloseWrite() // it may be closed by now
	var out strings.Builder
	for {
		m, err := c.Receive()
		if err != nil {
			return out.String()
		}
		out.WriteString(show(m) + "\n")
	}
}

// TestSilentLogin: the deadline of the startup holds here too.
func TestSilentLogin(t *testing.T) {
	d := serve(t, withUser, func(o *Options) { o.StartupTimeout = 50 * time.Millisecond })
	for _, begin := range [][]byte{nil, {'p'}, {'p', 0, 0, 0, 100, 'S'}, initial("SCRAM-SHA-256", "n,,n=,r=abc")} {
		c := dial(t, d.addr)
		if _, err := c.conn.Write(append(startupPacket(protocol30, "user", "u"), begin...)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(c.conn); err != nil {
			t.Errorf("after %q: %v, want the connection to be closed", begin, err)
		}
	}
}

// TestNobodyIsToldApart: a name that is nobody's is asked what a user's is, and
// the same each time.
func TestNobodyIsToldApart(t *testing.T) {
	d := serve(t, withUser, func(o *Options) {
		o.Users = append(o.Users, User{Name: "c", Certificates: []string{"c"}})
		o.Secret = []byte("a secret of this server")
	})
	challenge := func(user string) string {
		c := dial(t, d.addr)
		if _, err := c.conn.Write(append(startupPacket(protocol30, "user", user), initial("SCRAM-SHA-256", "n,,n=,r=abc")...)); err != nil {
			t.Fatal(err)
		}
		if m, ok := c.receive().(*pgproto3.AuthenticationSASL); !ok || fmt.Sprint(m.AuthMechanisms) != "[SCRAM-SHA-256]" {
			t.Fatalf("%s: %v", user, m)
		}
		m, ok := c.receive().(*pgproto3.AuthenticationSASLContinue)
		if !ok {
			t.Fatalf("%s: no challenge", user)
		}
		_, rest, _ := strings.Cut(string(m.Data), ",")
		return rest
	}
	seen := map[string]bool{}
	for _, user := range []string{"u", "c", "nobody", strings.Repeat("long", 1000), "ünïcode", "'; DROP", "a\nb"} {
		one, two := challenge(user), challenge(user)
		if one != two || seen[one] {
			t.Errorf("%q: %q, then %q, or as another", user, one, two)
		}
		if seen[one] = true; len(one) != len("s=,i=4096")+24 || !strings.HasSuffix(one, ",i=4096") {
			t.Errorf("%q: %q is not like the others", user, one)
		}
	}
}

// TestGuessing: who fails again and again has to wait, and then the right
// password does not help, also not to those who asked before.
func TestGuessing(t *testing.T) {
	d := serve(t, withUser, func(o *Options) {
		o.Users = append(o.Users, User{Name: "v", Verifier: Password("p"), Ceiling: gate.FullAccess})
	})
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { login(t, d, fmt.Sprintf("user=u password=guess%d sslmode=disable", i)) })
	}
	all.Wait()
	d.guesses.mu.Lock()
	count := 0
	for g, f := range d.guesses.of {
		if g.user != [32]byte{} {
			count = f.count
		}
	}
	d.guesses.mu.Unlock()
	if count < freeOfUser || count > freeOfUser+2 { // a second may pass between
		t.Errorf("%d guesses were judged, want %d", count, freeOfUser)
	}
	d.guesses.mu.Lock()
	for g, f := range d.guesses.of {
		if g.user != [32]byte{} {
			f.until = time.Now().Add(time.Hour)
			d.guesses.of[g] = f
		}
	}
	d.guesses.mu.Unlock()
	if got := login(t, d, "user=u password=p sslmode=disable"); !strings.Contains(got, "too many failed logins from this address (SQLSTATE 28000)") {
		t.Errorf("the right password: %s", got)
	}
	if got := login(t, d, "user=v password=p sslmode=disable"); got != "in" {
		t.Errorf("another user: %s", got)
	}
}

// TestGuesses holds the times of waiting, by a clock of its own.
func TestGuesses(t *testing.T) {
	g := guesses{of: map[guesser]failures{}, max: 100}
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	from := func(ip string) net.Addr {
		return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(ip), 1))
	}
	a := from("192.0.2.1")
	for i := range freeOfUser {
		if wait := g.timeToWait(now, a, "u"); wait != 0 {
			t.Fatalf("failure %d has to wait %v", i, wait)
		}
		g.countAttempt(now, a, "u", false)
	}
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		if wait := g.timeToWait(now, a, "u"); wait != want*time.Second {
			t.Errorf("wait %d is %v, want %ds", i, wait, want)
		}
		if wait := g.countAttempt(now, a, "u", true); wait == 0 {
			t.Error("the right password helped")
		}
		for _, other := range []net.Addr{from("192.0.2.2"), from("2001:db8::1")} {
			if wait := g.timeToWait(now, other, "u"); wait != 0 {
				t.Errorf("%v has to wait", other)
			}
		}
		now = now.Add(want * time.Second)
		g.countAttempt(now, a, "u", false)
	}
	now = now.Add(time.Hour)
	if g.countAttempt(now, a, "u", true) != 0 || g.timeToWait(now, a, "u") != 0 {
		t.Error("the right password did not help after an hour")
	}
	// Many names from one network, more than are remembered.
	for i := range 300 {
		now = now.Add(time.Millisecond)
		client := from(fmt.Sprintf("2001:db8::%x", i+1))
		if g.timeToWait(now, client, fmt.Sprint(i)) == 0 {
			g.countAttempt(now, client, fmt.Sprint(i), false)
		}
	}
	if wait := g.timeToWait(now, from("2001:db8::ffff"), "u"); wait == 0 {
		t.Error("the network does not have to wait")
	}
	if wait := g.timeToWait(now, from("2001:db8:0:1::1"), "u"); wait != 0 {
		t.Error("the network beside has to wait")
	}
	for i := range 300 {
		now = now.Add(time.Millisecond)
		g.countAttempt(now, from(fmt.Sprintf("198.51.100.%d", i%250)), fmt.Sprint(i), false)
	}
	if len(g.of) > g.max {
		t.Errorf("%d are remembered, the limit is %d", len(g.of), g.max)
	}
}
