package pgwire

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// packet is a startup packet with that code and body.
func packet(code uint32, body ...byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))
	return append(binary.BigEndian.AppendUint32(b, code), body...)
}

// startupPacket is a startup message with pairs of names and values.
func startupPacket(version uint32, pairs ...string) []byte {
	return packet(version, []byte(strings.Join(append(pairs, "", ""), "\x00"))[:]...)
}

// opening sends bytes and returns what came until ReadyForQuery, or all until
// the connection was closed.
func opening(t *testing.T, addr string, bytes ...[]byte) string {
	t.Helper()
	c := dial(t, addr)
	for _, b := range bytes {
		if _, err := c.conn.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	for {
		m, err := c.Receive()
		if err != nil {
			return out.String()
		}
		out.WriteString(show(m) + "\n")
		if _, ok := m.(*pgproto3.ReadyForQuery); ok {
			return out.String()
		}
	}
}

// TestStartup holds what is answered to startup messages, good and bad.
func TestStartup(t *testing.T) {
	d := serve(t)
	const ok = "ReadyForQuery I"
	for name, c := range map[string]struct {
		send []byte
		want string
	}{
		"plain":               {startupPacket(protocol30, "user", "u", "database", "main"), ok},
		"no database":         {startupPacket(protocol30, "user", "u"), ok},
		"database as user":    {startupPacket(protocol30, "user", "u", "database", "u"), ok},
		"no such database":    {startupPacket(protocol30, "user", "u", "database", "x"), `FATAL 3D000 "database \"x\" does not exist"`},
		"no user":             {startupPacket(protocol30, "database", "main"), "FATAL 28000"},
		"replication":         {startupPacket(protocol30, "user", "u", "replication", "database"), "FATAL 0A000"},
		"replication on":      {startupPacket(protocol30, "user", "u", "replication", "true"), "FATAL 0A000"},
		"no replication":      {startupPacket(protocol30, "user", "u", "replication", "false"), ok},
		"latin1":              {startupPacket(protocol30, "user", "u", "client_encoding", "LATIN1"), "FATAL 22023"},
		"utf-8":               {startupPacket(protocol30, "user", "u", "client_encoding", "'utf-8'"), ok},
		"driver's habits":     {startupPacket(protocol30, "user", "u", "DateStyle", "ISO", "TimeZone", "Europe/Berlin", "extra_float_digits", "2"), ok},
		"search path":         {startupPacket(protocol30, "user", "u", "search_path", "evil"), ok},
		"not on":              {startupPacket(protocol30, "user", "u", "standard_conforming_strings", "off"), "FATAL 42501"},
		"harmless options":    {startupPacket(protocol30, "user", "u", "options", "-c geqo=off --client-min-messages=warning -cjit=off"), ok},
		"read-only off":       {startupPacket(protocol30, "user", "u", "options", "-c default_transaction_read_only=off"), ok},
		"options with spaces": {startupPacket(protocol30, "user", "u", "options", `-c search_path=a,\ b`), ok},
		"timeouts":            {startupPacket(protocol30, "user", "u", "statement_timeout", "7s", "options", "-c lock_timeout=3s -c work_mem=64MB"), ok},
		"no such setting":     {startupPacket(protocol30, "user", "u", "no_such_setting", "1"), "FATAL 42704"},
		"a wrong value":       {startupPacket(protocol30, "user", "u", "statement_timeout", "soon"), "FATAL 22023"},
		"another role":        {startupPacket(protocol30, "user", "u", "role", "other"), "FATAL 42501"},
		"other options":       {startupPacket(protocol30, "user", "u", "options", "-W 5"), "FATAL 0A000"},
		"bad option":          {startupPacket(protocol30, "user", "u", "options", "-c geqo"), "FATAL 42601"},
		"protocol 2":          {startupPacket(2<<16, "user", "u"), "FATAL 0A000"},
		"protocol 4":          {startupPacket(4<<16, "user", "u"), "FATAL 0A000"},
		"protocol 3.2":        {startupPacket(protocol32, "user", "u"), "AuthenticationOk"},
		"protocol 3.9999":     {startupPacket(3<<16|9999, "user", "u"), "NegotiateProtocolVersion"},
		"protocol option":     {startupPacket(protocol30, "user", "u", "_pq_.x", "y"), "NegotiateProtocolVersion"},
		"no end":              {packet(protocol30, []byte("user\x00u\x00")...), "FATAL 08P01"},
		"no value":            {packet(protocol30, []byte("user")...), "FATAL 08P01"},
		"more behind the end": {packet(protocol30, []byte("user\x00u\x00\x00more\x00")...), "FATAL 08P01"},
		"not UTF-8":           {startupPacket(protocol30, "user", "u\xff"), "FATAL 22021"},
		"too long":            {startupPacket(protocol30, "user", strings.Repeat("u", maxStartup)), ""},
		"too short":           {[]byte{0, 0, 0, 7, 0, 3, 0}, ""},
		"negative":            {[]byte{0xff, 0xff, 0xff, 0xff, 0, 3, 0, 0}, ""},
		"HTTP":                {[]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), ""},
		"TLS without TLS":     {[]byte{0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5}, ""},
		"GSS twice":           {append(packet(protocolGSS), packet(protocolGSS)...), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := opening(t, d.addr, c.send)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q in it", got, c.want)
			}
		})
	}
	if got := connect(t, d.addr, "u", "main").query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
		t.Errorf("afterwards: %s", got)
	}
}

// TestGreeting checks what drivers read from it, and that the key's length
// depends on the protocol.
func TestGreeting(t *testing.T) {
	d := serve(t)
	for version, length := range map[uint32]int{protocol30: 4, protocol32: 32, 3<<16 | 1: 4, 3<<16 | 7: 32} {
		c := dial(t, d.addr)
		if _, err := c.conn.Write(startupPacket(version, "user", "u", "application_name", "täst")); err != nil {
			t.Fatal(err)
		}
		settings := map[string]string{}
		key := 0
		for done := false; !done; {
			switch m := c.receive().(type) {
			case *pgproto3.ParameterStatus:
				settings[m.Name] = m.Value
			case *pgproto3.BackendKeyData:
				key = len(m.SecretKey)
			case *pgproto3.ReadyForQuery:
				done = true
			}
		}
		if key != length {
			t.Errorf("protocol %d.%d: a key of %d bytes, want %d", version>>16, version&0xffff, key, length)
		}
		for name, want := range map[string]string{
			"server_version": "15.0 (Sallyport 0.1)", "client_encoding": "UTF8", "DateStyle": "ISO, MDY",
			"standard_conforming_strings": "on", "integer_datetimes": "on", "application_name": "t??st", "session_authorization": "u",
		} {
			if settings[name] != want {
				t.Errorf("%s is %q, want %q", name, settings[name], want)
			}
		}
	}
}

// TestStartupDeadline: a client that says nothing is not waited for.
func TestStartupDeadline(t *testing.T) {
	d := serve(t, func(o *Options) { o.StartupTimeout = 50 * time.Millisecond })
	for _, begin := range [][]byte{nil, {0}, {0, 0, 0, 20, 0, 3}, packet(protocolGSS)} {
		c := dial(t, d.addr)
		if _, err := c.conn.Write(begin); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(c.conn); err != nil {
			t.Errorf("after %v: %v, want the connection to be closed", begin, err)
		}
	}
}

func TestTooManyClients(t *testing.T) {
	d := serve(t, func(o *Options) { o.MaxConns = 2 })
	first := connect(t, d.addr, "a", "main")
	connect(t, d.addr, "b", "main")
	hello := startupPacket(protocol30, "user", "c")
	if got := opening(t, d.addr, hello); !strings.Contains(got, "FATAL 53300") {
		t.Errorf("the third got %q", got)
	}
	first.conn.Close()
	eventually(t, "a place is free again", func() bool {
		return strings.Contains(opening(t, d.addr, hello), "ReadyForQuery")
	})
}

// TestListen: no one from outside without authentication and TLS for all.
func TestListen(t *testing.T) {
	user := func(o *Options) { o.Users = []User{{Name: "u", Verifier: Password("p")}} }
	required := func(o *Options) { o.TLSRequired = true }
	for name, c := range map[string]struct {
		change  []func(*Options)
		refused string
	}{
		"nothing":          {nil, "without authentication"},
		"TLS":              {[]func(*Options){withTLS(t), required}, "without authentication"},
		"users":            {[]func(*Options){user}, "without TLS"},
		"plain too":        {[]func(*Options){user, withTLS(t)}, "without TLS"},
		"TLS that is not":  {[]func(*Options){user, required}, "without TLS"},
		"users and TLS":    {[]func(*Options){user, withTLS(t), required}, ""},
		"in so many words": {[]func(*Options){func(o *Options) { o.Trust = true }}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := serve(t, c.change...)
			err := d.checkAddress(&net.TCPAddr{IP: net.IPv4zero, Port: 1})
			if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
				t.Errorf("guarded: %v, want %q", err, c.refused)
			}
		})
	}
	d := serve(t)
	ln, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Serve(context.Background(), ln); err == nil || !strings.Contains(err.Error(), "refusing") {
		t.Errorf("Serve: %v", err)
	}
}

// certificate is a server's certificate for tests.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func withTLS(t *testing.T) func(*Options) {
	// GetCertificate alone is how certificates that are renewed come.
	pair := certificate(t)
	return func(o *Options) {
		o.TLS = &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return &pair, nil }}
	}
}

// upgradeTo asks for TLS and returns the connection inside.
func upgradeTo(t *testing.T, addr string) net.Conn {
	t.Helper()
	return upgradeOn(t, dial(t, addr).conn)
}

func upgradeOn(t *testing.T, raw net.Conn) net.Conn {
	t.Helper()
	if _, err := raw.Write(packet(protocolSSL)); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 1)
	if _, err := io.ReadFull(raw, answer); err != nil || answer[0] != 'S' {
		t.Fatalf("the answer to a TLS request: %q, %v", answer, err)
	}
	return tls.Client(raw, &tls.Config{InsecureSkipVerify: true})
}

// over starts a session on a connection.
func over(t *testing.T, conn net.Conn) *client {
	t.Helper()
	if _, err := conn.Write(startupPacket(protocol30, "user", "u")); err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, conn: conn, Frontend: pgproto3.NewFrontend(conn, conn)}
	for {
		switch m := c.receive().(type) {
		case *pgproto3.BackendKeyData:
			key := *m
			c.key = &key
		case *pgproto3.ReadyForQuery:
			return c
		case *pgproto3.ErrorResponse:
			t.Fatal(show(m))
		}
	}
}

func TestTLS(t *testing.T) {
	d := serve(t, withTLS(t))
	t.Run("asked for", func(t *testing.T) {
		if got := over(t, upgradeTo(t, d.addr)).query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
			t.Error(got)
		}
	})
	t.Run("at once", func(t *testing.T) {
		conn := tls.Client(dial(t, d.addr).conn, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{alpn}})
		if got := over(t, conn).query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
			t.Error(got)
		}
	})
	t.Run("at once without ALPN", func(t *testing.T) {
		conn := tls.Client(dial(t, d.addr).conn, &tls.Config{InsecureSkipVerify: true})
		if _, err := conn.Write(startupPacket(protocol30, "user", "u")); err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(conn); !bytes.Contains(got, []byte("08P01")) {
			t.Errorf("got %q", got)
		}
	})
	t.Run("twice", func(t *testing.T) {
		conn := upgradeTo(t, d.addr)
		if _, err := conn.Write(packet(protocolSSL)); err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(conn); !bytes.Contains(got, []byte("0A000")) {
			t.Errorf("got %q", got)
		}
	})
	t.Run("plain all the same", func(t *testing.T) {
		connect(t, d.addr, "u", "main")
	})
	t.Run("bytes sent with the request are not taken for the client's", func(t *testing.T) {
		got := opening(t, d.addr, append(packet(protocolSSL), startupPacket(protocol30, "user", "mallory")...))
		if strings.Contains(got, "AuthenticationOk") || strings.Contains(d.log.String(), "principal=mallory") {
			t.Errorf("the plain bytes opened a session: %q", got)
		}
	})
}

// TestCancel sends cancel requests wherever they may come.
func TestCancel(t *testing.T) {
	d := serve(t, withTLS(t))
	plain := serve(t)
	request := func(key *pgproto3.BackendKeyData) []byte {
		return packet(protocolCancel, append(binary.BigEndian.AppendUint32(nil, key.ProcessID), key.SecretKey...)...)
	}
	read := func(t *testing.T, conn net.Conn, want byte) {
		b := make([]byte, 1)
		if _, err := io.ReadFull(conn, b); err != nil || b[0] != want {
			t.Fatalf("read %q, %v, want %q", b, err, want)
		}
	}
	for name, c := range map[string]struct {
		door *door
		conn func(t *testing.T, d *door) net.Conn
	}{
		"first": {d, func(t *testing.T, d *door) net.Conn { return dial(t, d.addr).conn }},
		"after no TLS": {plain, func(t *testing.T, d *door) net.Conn {
			conn := dial(t, d.addr).conn
			_, _ = conn.Write(packet(protocolSSL))
			read(t, conn, 'N')
			return conn
		}},
		"after no GSS and no TLS": {plain, func(t *testing.T, d *door) net.Conn {
			conn := dial(t, d.addr).conn
			_, _ = conn.Write(packet(protocolGSS))
			read(t, conn, 'N')
			_, _ = conn.Write(packet(protocolSSL))
			read(t, conn, 'N')
			return conn
		}},
		"inside TLS": {d, func(t *testing.T, d *door) net.Conn { return upgradeTo(t, d.addr) }},
	} {
		t.Run(name, func(t *testing.T) {
			victim := connect(t, c.door.addr, "u", "main")
			victim.Send(&pgproto3.Query{String: "SELECT pg_sleep(60)"})
			victim.flush()
			// The statement may not have begun; Postgres has the same race.
			got := make(chan string, 1)
			go func() { got <- victim.until(1) }()
			for {
				conn := c.conn(t, c.door)
				_, _ = conn.Write(request(victim.key))
				if answer, _ := io.ReadAll(conn); len(answer) > 0 {
					t.Errorf("a cancel request was answered with %q", answer)
				}
				select {
				case text := <-got:
					if !strings.Contains(text, "57014") {
						t.Errorf("the statement ended with %s", text)
					}
					return
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
	t.Run("wrong keys", func(t *testing.T) {
		victim := connect(t, d.addr, "u", "main")
		victim.Send(&pgproto3.Query{String: "SELECT pg_sleep(0.5)"})
		victim.flush()
		for _, key := range [][]byte{{}, {0, 0, 0, 0}, victim.key.SecretKey[:3], append(victim.key.SecretKey, 0), make([]byte, 300)} {
			conn := dial(t, d.addr).conn
			_, _ = conn.Write(request(&pgproto3.BackendKeyData{ProcessID: victim.key.ProcessID, SecretKey: key}))
			_, _ = io.ReadAll(conn)
		}
		if got := victim.until(1); !strings.Contains(got, "SELECT 1") {
			t.Errorf("the statement ended with %s", got)
		}
	})
	t.Run("of an idle session", func(t *testing.T) {
		victim := connect(t, d.addr, "u", "main")
		conn := dial(t, d.addr).conn
		_, _ = conn.Write(request(victim.key))
		_, _ = io.ReadAll(conn)
		if got := victim.query("SELECT 1"); !strings.Contains(got, `DataRow "1"`) {
			t.Errorf("the next statement: %s", got)
		}
	})
}

// FuzzStartup: whatever is sent, the startup ends with a connection, a refusal
// or an end, and no panic.
func FuzzStartup(f *testing.F) {
	for _, seed := range [][]byte{
		startupPacket(protocol30, "user", "u", "database", "main", "options", `-c a\ b=c --x=y`),
		startupPacket(protocol32, "user", "u", "_pq_.x", "y"),
		packet(protocolSSL), packet(protocolGSS), packet(protocolCancel, 0, 0, 0, 1, 0, 0, 0, 2), packet(protocolCancel),
		append(packet(protocolGSS), append(packet(protocolSSL), startupPacket(protocol30, "user", "u")...)...),
		{},
		{0, 0, 0, 8},
		{0x16, 3, 1},
		{0, 0, 0x27, 0x10, 0, 3, 0, 0},
	} {
		f.Add(seed)
	}
	s := &Server{sessions: registry{open: map[int32]*place{}, max: 1}}
	f.Fuzz(func(t *testing.T, data []byte) {
		conn := &scripted{in: bytes.NewReader(data)}
		_, h, err := s.startup(context.Background(), conn)
		if err == nil && h.user == "" {
			t.Error("a client without a name came in")
		}
		var e *sqlstate.Error
		if errors.As(err, &e) && e.Code == sqlstate.InternalError {
			t.Errorf("an internal error: %v", err)
		}
		if conn.out.Len() > 2 {
			t.Errorf("%d bytes were written to a client that had not said who it is", conn.out.Len())
		}
	})
}

// scripted is a connection whose client has said all it will say.
type scripted struct {
	net.Conn
	in  *bytes.Reader
	out bytes.Buffer
}

func (s *scripted) Read(p []byte) (int, error)  { return s.in.Read(p) }
func (s *scripted) Write(p []byte) (int, error) { return s.out.Write(p) }
func (s *scripted) Close() error                { return nil }
