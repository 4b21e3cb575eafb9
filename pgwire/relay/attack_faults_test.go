package relay_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	mrand "math/rand"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/disktest"
)

// full fills the disk under a folder.
func full(t *testing.T, disk string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(disk, "ballast"), os.O_CREATE|os.O_WRONLY, 0o600)
	check(t, err)
	for chunk := make([]byte, 4096); err == nil; {
		_, err = f.Write(chunk)
	}
	check(t, f.Close())
}

// TestDiskFull lets no answer out that cannot be put on record, and no session hang.
func TestDiskFull(t *testing.T) {
	disk := disktest.Mount(t, "1m")
	for _, reads := range []audit.ReadSync{0, audit.SyncAlways} {
		t.Run(fmt.Sprint(reads), func(t *testing.T) {
			g := openGateway(t, gate.DeleteSafe, func(s *settings) { s.audit.Dir, s.audit.Reads = filepath.Join(disk, fmt.Sprint(reads)), reads })
			c := g.dial()
			big := query("SELECT repeat('z',100) FROM generate_series(1,100000)")
			c.add(big).flush()
			c.ready()
			full(t, disk)
			for range 400 { // the last page of the file takes a few
				if strings.Contains(c.query("SELECT 'public'"), "E(") {
					break
				}
			}
			for name, list := range map[string]messages{
				"small":    {query("SELECT 'public'")},
				"big":      {big},
				"change":   {query(insert)},
				"several":  {query("SELECT 'public'; SELECT 2; SELECT 3")},
				"extended": {parse("", "SELECT 'public'"), bind("", ""), execute(""), endUnit},
				"Flush":    {parse("", "SELECT 'public'"), bind("", ""), execute(""), flush},
				"BEGIN":    {query("BEGIN")},
				"own verb": {query("SHOW PROVIDERS")},
				"refusal":  {query("DROP TABLE t")},
				"error":    {query("SELECT 1/0")},
				"invalid":  {parse("", "SELECT nosuch FROM t"), endUnit},
			} {
				c := g.dial()
				c.add(list...).flush()
				if got := c.ready(); strings.Contains(got, "D(") || !strings.HasPrefix(got, "E(53100)") || strings.Contains(got, "HANGS") {
					t.Errorf("%s: %.100s", name, got)
				}
			}
			if n := g.super("SELECT count(*) FROM t"); n != "0" {
				t.Errorf("%s rows came", n)
			}
			check(t, os.Remove(filepath.Join(disk, "ballast")))
			if got := g.dial().query("SELECT 'public'"); got != "D(public)C(SELECT 1)ZI" {
				t.Error(got)
			}
		})
	}
}

func selfSigned(t *testing.T) *tls.Config {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(t, err)
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	check(t, err)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

func (g *gateway) dialTLS() *raw {
	conn, err := net.Dial("tcp", g.addr)
	check(g.tb, err)
	_, err = conn.Write([]byte{0, 0, 0, 8, 4, 210, 22, 47})
	check(g.tb, err)
	var one [1]byte
	_, err = conn.Read(one[:])
	check(g.tb, err)
	c := &raw{tb: g.tb, conn: tls.Client(conn, &tls.Config{InsecureSkipVerify: true})}
	g.tb.Cleanup(func() { _ = conn.Close() })
	c.add(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "mallory", "database": "main"}})
	c.flush()
	if got := c.ready(); !strings.HasSuffix(got, "ZI") {
		g.tb.Fatalf("connecting: %q", got)
	}
	return c
}

// TestClientsThatDoNotRead leaves nothing behind of clients that take no answer
// and stay.
func TestClientsThatDoNotRead(t *testing.T) {
	for _, secure := range []bool{false, true} {
		t.Run(fmt.Sprint("TLS ", secure), func(t *testing.T) {
			dial := (*gateway).dial
			g := openGateway(t, gate.ReadOnly, func(s *settings) {
				s.door.WriteTimeout = 3 * time.Second
				if secure {
					s.door.TLS, dial = selfSigned(t), (*gateway).dialTLS
				}
			})
			for range 4 {
				dial(g).add(query("SELECT repeat('z',1000), generate_series(1,1000000)")).flush()
			}
			left := func() (active bool, pipes int) {
				stack := make([]byte, 1<<20)
				pipes = strings.Count(string(stack[:runtime.Stack(stack, true)]), "relay/descriptor.pipe")
				n := g.super("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT repeat%' AND state = 'active'")
				return n != "0", pipes
			}
			eventually(t, "the server answers clients that do not read", func() bool {
				active, pipes := left()
				return active && (pipes > 0) == secure
			})
			eventually(t, "no backend and no pipe is left", func() bool {
				active, pipes := left()
				return !active && pipes == 0
			})
		})
	}
}

// TestWaitingIsBounded sends what costs the relay more than its sender.
func TestWaitingIsBounded(t *testing.T) {
	short := make([]byte, 0, 4000*30) // Binds of 65,535 values, without them
	for i := range 4000 {
		at := len(short)
		short = append(append(append(short, 'B', 0, 0, 0, 0), strconv.Itoa(i)...), 0, 0, 0, 0, 0xff, 0xff)
		binary.BigEndian.PutUint32(short[at+1:], uint32(len(short)-at-1))
	}
	for name, flood := range map[string][]byte{"short Binds": short, "Syncs": bytes.Repeat([]byte{'S', 0, 0, 0, 4}, 4<<20)} {
		t.Run(name, func(t *testing.T) {
			g := openGateway(t, gate.ReadOnly)
			c := g.dial()
			c.ask(parse("", "SELECT 1"))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_ = c.conn.SetWriteDeadline(time.Now().Add(2 * time.Second))
			took, _ := c.conn.Write(flood) // it need not take all
			for range 30 {
				runtime.ReadMemStats(&after)
				if after.HeapAlloc > before.HeapAlloc+100<<20 {
					t.Fatalf("the heap grew by %d MiB", (after.HeapAlloc-before.HeapAlloc)>>20)
				}
				time.Sleep(10 * time.Millisecond) // the heap is looked at for a third of a second
			}
			if kind, _, err := c.next(patience); took < min(len(flood), 64<<10) || err != nil {
				t.Errorf("the relay took %d bytes and answered %q, %v", took, kind, err)
			}
		})
	}
}

// meddler stands before the server and puts bytes into what it says.
type meddler struct {
	ln     net.Listener
	target string
	inject atomic.Pointer[func(dst net.Conn)]
}

func meddle(t *testing.T, target string) *meddler {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	m := &meddler{ln: ln, target: target}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			s, err := net.Dial("tcp", target)
			if err != nil {
				c.Close()
				continue
			}
			go func() { _, _ = io.Copy(s, c); s.Close() }()
			go func() {
				defer c.Close()
				buf := make([]byte, 32<<10)
				for {
					n, err := s.Read(buf)
					if err != nil {
						return
					}
					if f := m.inject.Load(); f != nil && strings.Contains(string(buf[:n]), "MARK") {
						(*f)(c)
					}
					if _, err := c.Write(buf[:n]); err != nil {
						return
					}
				}
			}()
		}
	}()
	return m
}

// nonsense is a few messages that a server does not send, or not so.
func nonsense(r *mrand.Rand) []byte {
	const kinds = "123ACDEGHIKNRSTVWZcdnstv\x00\xff"
	var evil []byte
	for range 1 + r.Intn(4) {
		k := kinds[r.Intn(len(kinds))]
		body := make([]byte, r.Intn(12))
		r.Read(body)
		if r.Intn(2) == 0 && len(body) > 0 {
			body[len(body)-1] = 0
		}
		size := uint32(len(body) + 4)
		switch r.Intn(8) {
		case 0:
			size = uint32(r.Intn(6))
		case 1:
			size = r.Uint32()
		}
		evil = append(evil, k)
		evil = binary.BigEndian.AppendUint32(evil, size)
		evil = append(evil, body...)
	}
	return evil
}

// TestHostileServer puts nonsense into what the server says: whatever becomes of
// the session, the others go on.
func TestHostileServer(t *testing.T) {
	var m *meddler
	g := openGateway(t, gate.DeleteSafe, func(s *settings) {
		s.door.WriteTimeout = 3 * time.Second
		u, err := url.Parse(s.source.DSN)
		check(t, err)
		m = meddle(t, u.Host)
		u.Host = m.ln.Addr().String()
		s.source.DSN, s.source.MaxBackends = u.String(), 50
	})
	other := g.dial()
	r := mrand.New(mrand.NewSource(1))
	for i := range 150 {
		evil := nonsense(r)
		f := func(dst net.Conn) { _, _ = dst.Write(evil) }
		m.inject.Store(&f)
		c := g.dial()
		switch i % 3 {
		case 0:
			c.add(&pgproto3.Query{String: "SELECT 'MARK'"}, &pgproto3.Query{String: "SELECT 'MARK'"}).flush()
		case 1:
			c.add(parse("", "SELECT 'MARK'"), bind("", ""), &pgproto3.Describe{ObjectType: 'P'}, execute(""), endUnit, parse("a", "SELECT 2"), endUnit).flush()
		case 2:
			c.add(parse("", "SHOW PROVIDERS"), endUnit, parse("", "SELECT 'MARK'"), bind("", ""), execute(""), endUnit).flush()
		}
		_ = c.conn.SetReadDeadline(time.Now().Add(60 * time.Millisecond))
		_, _ = io.Copy(io.Discard, c.conn)
		_ = c.conn.Close()
		if got := other.query("SELECT 1"); got != "D(1)C(SELECT 1)ZI" {
			t.Fatalf("another session, after %q in round %d: %s", evil, i, got)
		}
	}
	m.inject.Store(nil)
	c := g.dial()
	if got := c.query("SELECT 1"); got != "D(1)C(SELECT 1)ZI" {
		t.Error(got)
	}
	// endless
	f := func(dst net.Conn) {
		chunk := []byte{'S', 0, 0, 0, 8, 'a', 0, 'b', 0}
		end := time.Now().Add(time.Second)
		_ = dst.SetWriteDeadline(end)
		for time.Now().Before(end) {
			if _, err := dst.Write(chunk); err != nil {
				return
			}
		}
	}
	m.inject.Store(&f)
	d := g.dial()
	d.add(&pgproto3.Query{String: "SELECT 'MARK'"}).flush()
	for end := time.Now().Add(500 * time.Millisecond); time.Now().Before(end); {
		if got := c.query("SELECT 1"); got != "D(1)C(SELECT 1)ZI" {
			t.Fatal("others", got)
		}
	}
}

// TestShutdownInTheMiddle of changes leaves no intent without its outcome.
func TestShutdownInTheMiddle(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	var wg sync.WaitGroup
	sql := "INSERT INTO t VALUES (1, 'x')"
	for range 8 {
		c := g.dial()
		c.query(sql)
		wg.Go(func() {
			for strings.HasSuffix(c.query(sql), "ZI") {
			}
		})
	}
	eventually(t, "all insert", func() bool { return strings.Count(g.everyRecord(t), `"phase":"outcome"`) >= 40 })
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := g.door.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	wg.Wait()
	intents, outcomes := strings.Count(g.everyRecord(t), `"phase":"intent"`), strings.Count(g.everyRecord(t), `"phase":"outcome"`)
	t.Logf("rows %s, intents %d, outcomes %d", g.super("SELECT count(*) FROM t"), intents, outcomes)
	if intents != outcomes {
		t.Error("intents without outcome")
	}
}
