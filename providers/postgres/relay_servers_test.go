package postgres_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	cryptorand "crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// cancelCode is the code of a cancel request, which stands where others have the version of the protocol.
const cancelCode = 80877102

// front is an address that leads to a server that comes and goes.
type front struct {
	listener    net.Listener
	port        atomic.Int64
	accepted    atomic.Int64
	cancelDelay atomic.Int64 // cancel requests go on so many nanoseconds later
	work        sync.WaitGroup
}

func newFront(t *testing.T) *front {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &front{listener: listener}
	f.work.Go(f.serve)
	t.Cleanup(func() {
		listener.Close()
		f.work.Wait()
	})
	return f
}

func (f *front) to(port int) { f.port.Store(int64(port)) }

func (f *front) dsn() string {
	return "postgres://postgres@" + f.listener.Addr().String() + "/postgres?sslmode=disable"
}

func (f *front) serve() {
	for {
		c, err := f.listener.Accept()
		if err != nil {
			return
		}
		f.accepted.Add(1)
		f.work.Go(func() {
			defer c.Close()
			client := bufio.NewReader(c)
			if delay := f.cancelDelay.Load(); delay > 0 {
				if first, err := client.Peek(8); err == nil && binary.BigEndian.Uint32(first[4:]) == cancelCode {
					time.Sleep(time.Duration(delay))
				}
			}
			s, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", f.port.Load()))
			if err != nil {
				return
			}
			defer s.Close()
			var both sync.WaitGroup
			for _, way := range []struct {
				to   net.Conn
				from io.Reader
			}{{c, s}, {s, client}} {
				both.Go(func() {
					_, _ = io.Copy(way.to, way.from) // whichever ends first ends both
					c.Close()
					s.Close()
				})
			}
			both.Wait()
		})
	}
}

// TestBackendByTLS: a server that wants TLS and a password, and the ways to miss.
func TestBackendByTLS(t *testing.T) {
	dir, err := pgtest.Dir()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	server, err := pgtest.Launch(t.Context(), dir, pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	}()
	out := connectOutside(t, server.SocketDSN("postgres"))
	certificate := secure(t, out, server)

	dsn := func(password, more string) string {
		return fmt.Sprintf("postgres://by_tls:%s@127.0.0.1:%d/postgres?%s", password, server.Port, more)
	}
	verified := "sslmode=verify-full&sslrootcert=" + certificate
	p := open(t, postgres.Options{DSN: dsn("right", verified), MaxBackends: 1})
	b := backend(t, p, "by TLS")
	if _, ok := b.Conn().(*tls.Conn); !ok {
		t.Errorf("the connection is a %T", b.Conn())
	}
	if got := b.must("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"); got != "t" {
		t.Error("the server sees no TLS")
	}
	first := b.must(pid)
	cancelRuns(t, b)
	b.Release(providers.Used)
	b = backend(t, p, "by TLS, again")
	if got := b.must(pid); got != first {
		t.Errorf("pid %s, want %s", got, first)
	}
	b.Release(providers.Clean)
	out.do("SELECT pg_terminate_backend(" + first + ", 10000)")
	b = backend(t, p, "by TLS, again")
	b.must("SELECT 1")
	running := make(chan error)
	go func() {
		_, err := b.query("SELECT pg_sleep(60)")
		b.Release(providers.Broken)
		running <- err
	}()
	eventually(t, "it runs", func() bool {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND state = 'active'") == "1"
	})
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-running; err == nil {
		t.Error("the session was not cut")
	}

	for name, test := range map[string]struct{ dsn, says string }{
		"password": {dsn("wrong", verified), "refused the login"},
		"no TLS":   {dsn("right", "sslmode=disable"), "refused the login"},
		"unknown":  {dsn("right", "sslmode=verify-full"), "not reachable"},
	} {
		p := open(t, postgres.Options{DSN: test.dsn})
		_, err := tryBackend(t, p, "")
		if e := sqlstate.From(err); sqlstate.CodeOf(err) != sqlstate.UnableToConnect || !strings.Contains(e.Message, test.says) || e.Hint == "" {
			t.Errorf("%s: %+v, want 08001 and %q", name, e, test.says)
		}
	}
}

// secure makes a server want TLS and a password of the role by_tls, and returns
// the file of its certificate.
func secure(t *testing.T, out *outside, server *pgtest.Server) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), cryptorand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "127.0.0.1"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(cryptorand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(server.Dir, "data")
	for name, content := range map[string][]byte{
		"tls.crt":     pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		"tls.key":     pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
		"pg_hba.conf": []byte("local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"),
	} {
		path := filepath.Join(data, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		owner, err := os.Stat(data)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := owner.Sys().(*syscall.Stat_t); ok {
			if err := os.Chown(path, int(s.Uid), int(s.Gid)); err != nil {
				t.Fatal(err)
			}
		}
	}
	out.do("SET password_encryption = 'scram-sha-256'; CREATE ROLE by_tls LOGIN PASSWORD 'right'")
	out.do("ALTER SYSTEM SET ssl_cert_file = 'tls.crt'")
	out.do("ALTER SYSTEM SET ssl_key_file = 'tls.key'")
	out.do("ALTER SYSTEM SET ssl = on")
	out.do("SELECT pg_reload_conf()")
	eventually(t, "the server speaks TLS", func() bool {
		return connectOutside(t, server.SocketDSN("postgres")).do("SHOW ssl") == "on"
	})
	return filepath.Join(data, "tls.crt")
}

func TestBackendByServiceFile(t *testing.T) {
	server := pgtest.Start(t)
	file := filepath.Join(t.TempDir(), "services")
	text := fmt.Sprintf("[shop]\nhost=127.0.0.1\nport=%d\nuser=postgres\ndbname=postgres\nsslmode=disable\n", server.Port)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PGSERVICEFILE", file)
	p := open(t, postgres.Options{DSN: "service=shop"})
	if got := backend(t, p, "by service").must("SELECT current_setting('application_name') || current_database()"); got != "by servicepostgres" {
		t.Error(got)
	}
}

// TestLookAhead: while somebody asks whether a closure is to be believed, the catalog
// is looked at ahead of time; then no more.
func TestLookAhead(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	names := providers.Names{Relations: []providers.Name{{Name: "made"}}}
	closure := closureOf(t, p, names)
	eventually(t, "the catalog was looked at", closure.Believed)
	missed, calls := 0, 0
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if calls++; calls%20 == 0 {
			out.do("SELECT pg_current_xact_id()") // a transaction somewhere
		}
		if !closure.Believed() {
			missed++
		}
	}
	t.Logf("%d of %d missed", missed, calls)
	if missed > calls/2 { // without it nearly all
		t.Errorf("%d of %d missed", missed, calls)
	}
	out.do("CREATE TABLE made (a int)")
	eventually(t, "what is new is seen", func() bool { return !closure.Believed() })
	closure = closureOf(t, p, names)
	for range 20 {
		eventually(t, "the new is believed", closure.Believed)
		altered := time.Now()
		p.Altered(nil)
		if closure.Believed() && !closure.ComparedSince(altered) { // a look may have ended meanwhile
			t.Fatal("what was altered is believed by a look from before")
		}
	}
	eventually(t, "nobody asks, nobody looks", func() bool { return !postgres.LooksAhead(p) })
	eventually(t, "it is looked at again", closure.Believed)
}

// TestBackendSetConn: the provider goes on with the connection that the door
// left it, also to cut it.
func TestBackendSetConn(t *testing.T) {
	p, _ := fresh(t, postgres.Options{MaxBackends: 1})
	b := backend(t, p, "a")
	first := b.must(pid)
	file, err := b.Conn().(*net.TCPConn).File()
	if err != nil {
		t.Fatal(err)
	}
	b.Conn().Close()
	other, err := net.FileConn(file)
	file.Close()
	if err != nil {
		t.Fatal(err)
	}
	b.SetConn(other)
	b.frontend = pgproto3.NewFrontend(b.Conn(), b.Conn())
	b.must("SET work_mem = '7MB'")
	cancelRuns(t, b)
	b.Release(providers.Used)
	b = backend(t, p, "b")
	if got := b.must("SELECT pg_backend_pid() || current_setting('work_mem') || current_setting('application_name')"); got != first+"4MBb" {
		t.Errorf("%s, want %s", got, first+"4MBb")
	}
	ended := make(chan error)
	go func() {
		_, err := b.query("SELECT pg_sleep(60)")
		b.Release(providers.Broken)
		ended <- err
	}()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("the session was not cut")
	}
}
