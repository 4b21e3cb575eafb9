package call

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestPrivateIsRefused: no spelling of a private address is dialled unless it is
// allowed.
func TestPrivateIsRefused(t *testing.T) {
	asked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"items":[]}`) }))
	defer asked.Close()
	port := asked.Listener.Addr().(*net.TCPAddr).Port
	read := func(o Options, host string) error {
		o.Hosts = append(o.Hosts, "localhost")
		c := newClient(t, o)
		a := &api{asked, c}
		target := a.things(func(m *document.Method) { m.Servers = server(fmt.Sprintf("http://%s:%d", host, port)) })
		_, _, err := a.scan(t, target, Read{})
		return err
	}
	for _, host := range []string{"127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", "0.0.0.0", "[::]"} {
		err := read(Options{}, host)
		if err == nil {
			t.Errorf("%s was asked", host)
			continue
		}
		if code := sqlstate.CodeOf(err); code != sqlstate.InsufficientPrivilege && code != sqlstate.UnableToConnect {
			t.Errorf("%s: %v", host, err)
		}
	}
	fails(t, read(Options{}, "127.0.0.1"), sqlstate.InsufficientPrivilege, "not public", "can allow")
	fails(t, read(Options{}, "localhost"), sqlstate.InsufficientPrivilege, "not public")
	fails(t, read(Options{Network: network.Rules{Allow: []string{"10.0.0.0/8", "api.internal"}}}, "127.0.0.1"), sqlstate.InsufficientPrivilege, "not public")
	for _, allowed := range []network.Rules{{Allow: []string{"127.0.0.1"}}, {Allow: []string{"127.0.0.0/8"}}, {AllowPrivate: true}} {
		if err := read(Options{Network: allowed}, "127.0.0.1"); err != nil {
			t.Errorf("%v: %v", allowed, err)
		}
	}
	if err := read(Options{Network: network.Rules{Allow: []string{"localhost"}}}, "localhost"); err != nil {
		t.Error(err)
	}
	for _, bad := range []Options{{Network: network.Rules{Allow: []string{"a b"}}}, {Network: network.Rules{Allow: []string{"10.0.0.0/99"}}}, {Hosts: []string{"*"}}, {Hosts: []string{"a/b"}}} {
		if _, err := New(bad); err == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
}

// TestRebinding: a name that was public a moment ago is looked at again when it is
// dialled, by the address that is dialled.
func TestRebinding(t *testing.T) {
	asked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.Error("it was asked") }))
	defer asked.Close()
	port := asked.Listener.Addr().(*net.TCPAddr).Port
	dns := newDNS(t)
	c := newClient(t, Options{Network: network.Rules{Resolver: dns.resolver()}, Limits: Limits{Answer: 1e9}})
	a := &api{asked, c}
	target := a.things(func(m *document.Method) { m.Servers = server(fmt.Sprintf("http://rebind.test:%d", port)) })
	dns.answer("rebind.test", "192.0.2.1", "127.0.0.1")
	_, _, err := a.scan(t, target, Read{})
	fails(t, err, sqlstate.InsufficientPrivilege, "not public")
	dns.answer("rebind.test", "127.0.0.1")
	_, _, err = a.scan(t, target, Read{})
	fails(t, err, sqlstate.InsufficientPrivilege, "rebind.test", "not public")
}

// dns is a name server of the test.
type dns struct {
	conn net.PacketConn
	mu   sync.Mutex
	of   map[string][]netip.Addr
}

func newDNS(t *testing.T) *dns {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &dns{conn: conn, of: map[string][]netip.Addr{}}
	t.Cleanup(func() { conn.Close() })
	go d.serve()
	return d
}

func (d *dns) answer(name string, addrs ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.of[name] = nil
	for _, a := range addrs {
		d.of[name] = append(d.of[name], netip.MustParseAddr(a))
	}
}

func (d *dns) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var dialer net.Dialer
		return dialer.DialContext(ctx, "udp", d.conn.LocalAddr().String())
	}}
}

// serve answers questions for addresses of IPv4.
func (d *dns) serve() {
	buf := make([]byte, 512)
	for {
		n, from, err := d.conn.ReadFrom(buf)
		if err != nil {
			return
		}
		q := buf[:n]
		var labels []string
		at := 12
		for q[at] != 0 {
			labels = append(labels, string(q[at+1:at+1+int(q[at])]))
			at += 1 + int(q[at])
		}
		kind := binary.BigEndian.Uint16(q[at+1:])
		at += 5
		d.mu.Lock()
		addrs := d.of[strings.ToLower(strings.Join(labels, "."))]
		d.mu.Unlock()
		if kind != 1 {
			addrs = nil
		}
		out := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, byte(len(addrs)), 0, 0, 0, 0}, q[12:at]...)
		for _, a := range addrs {
			four := a.As4()
			out = append(append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4), four[:]...)
		}
		if _, err := d.conn.WriteTo(out, from); err != nil {
			return
		}
	}
}

// TestPlainHTTP: credentials go out without TLS only to hosts that the operator named.
func TestPlainHTTP(t *testing.T) {
	c := newClient(t, Options{})
	a := &api{client: c, Server: &httptest.Server{URL: "http://api.test"}}
	target := a.things()
	target.Signer = signed(func(r *http.Request) { r.Header.Set("X-Key", "s3cret") })
	_, _, err := a.scan(t, target, Read{})
	fails(t, err, sqlstate.InsufficientPrivilege, "without TLS")
}

// TestProxy: a proxy is asked where one is configured, and not for private addresses.
func TestProxy(t *testing.T) {
	var through []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		through = append(through, r.URL.Host)
		fmt.Fprint(w, `{"items":[]}`)
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	a := &api{client: newClient(t, Options{Network: network.Rules{Proxy: at}}), Server: &httptest.Server{URL: "http://api.test"}}
	if _, _, err := a.scan(t, a.things(), Read{}); err != nil {
		t.Fatal(err)
	}
	same(t, through, "api.test")
	a.URL = "http://169.254.169.254"
	_, _, err = a.scan(t, a.things(), Read{})
	fails(t, err, sqlstate.InsufficientPrivilege, "not public")
}
