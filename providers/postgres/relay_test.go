package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// relayed is a backend that speaks the wire protocol.
type relayed struct {
	providers.Backend
	t        *testing.T
	frontend *pgproto3.Frontend
}

func backend(t *testing.T, p providers.Relayer, name string, settings ...string) *relayed {
	t.Helper()
	b, err := tryBackend(t, p, name, settings...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func tryBackend(t *testing.T, p providers.Relayer, name string, settings ...string) (*relayed, error) {
	o := providers.BackendOptions{ApplicationName: name}
	for _, s := range settings {
		n, v, _ := strings.Cut(s, "=")
		o.Settings = append(o.Settings, providers.StartupSetting{Name: n, Value: v})
	}
	b, err := p.Backend(t.Context(), o)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { b.Release(providers.Broken) })
	return &relayed{b, t, pgproto3.NewFrontend(b.Conn(), b.Conn())}, nil
}

// query sends a simple query and returns the first value, or the error. It
// reads to the end, byte for byte: the backend can be given back.
func (b *relayed) query(sql string) (string, error) {
	b.frontend.Send(&pgproto3.Query{String: sql})
	if err := b.frontend.Flush(); err != nil {
		return "", err
	}
	var value string
	var failed error
	for {
		m, err := b.frontend.Receive()
		if err != nil {
			return "", err
		}
		switch m := m.(type) {
		case *pgproto3.DataRow:
			value = string(m.Values[0])
		case *pgproto3.ErrorResponse:
			failed = errors.New(m.Code + " " + m.Message)
		case *pgproto3.ReadyForQuery:
			return value, failed
		}
	}
}

func (b *relayed) must(sql string) string {
	b.t.Helper()
	value, err := b.query(sql)
	if err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
	return value
}

const pid = "SELECT pg_backend_pid()"

// TestBackendStart: what a new backend holds.
func TestBackendStart(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	b := backend(t, p, "it's me", "DateStyle=SQL, DMY", "search_path=evil", "client_encoding=utf-8")
	for setting, want := range map[string]string{
		"application_name": "it's me", "datestyle": "SQL, DMY", "search_path": "evil", "client_encoding": "UTF8",
		"standard_conforming_strings": "on", "default_transaction_read_only": "on",
	} {
		if got := b.must("SHOW " + setting); got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
	b.must("SET search_path = public; RESET search_path")
	if got := b.must("SHOW search_path"); got != "evil" {
		t.Errorf("RESET goes to %q", got)
	}
	if got := b.Parameters()["DateStyle"]; got != "SQL, DMY" {
		t.Errorf("DateStyle is reported as %q", got)
	}
	if got := backend(t, p, "").must("SHOW application_name"); got != "" {
		t.Errorf("a client without a name has one at the server: %q", got)
	}
	if _, ok := b.Conn().(*net.TCPConn); !ok {
		t.Errorf("the connection is a %T", b.Conn())
	}
	if n := out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'it''s me'"); n != "1" {
		t.Errorf("%s sessions of that name", n)
	}
}

func TestBackendSettingsRefused(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	for _, test := range []struct {
		setting string
		code    sqlstate.Code
	}{
		{"options=-c x=1", sqlstate.InsufficientPrivilege},
		{"Replication=database", sqlstate.InsufficientPrivilege},
		{"user=postgres", sqlstate.InsufficientPrivilege},
		{"Client_Encoding=SJIS", sqlstate.InsufficientPrivilege},
		{"default_transaction_READ_only=off", sqlstate.InsufficientPrivilege},
		{"standard_conforming_strings=off", sqlstate.InsufficientPrivilege},
		{"work_mem=a\x00user", sqlstate.InsufficientPrivilege},
		{"work_mem=much", sqlstate.InvalidParameterValue}, // the server's own
		{"no_such_setting=1", sqlstate.UndefinedObject},
	} {
		_, err := tryBackend(t, p, "", test.setting)
		if e := sqlstate.From(err); sqlstate.CodeOf(err) != test.code {
			t.Errorf("%q: %v %+v, want %s", test.setting, err, e, test.code)
		}
		backend(t, p, "").must("SELECT 1") // it was the client's fault alone
	}
}

// TestBackendReuse: by settings; the name is the client's own each time, also
// after RESET by the provider.
func TestBackendReuse(t *testing.T) {
	p, _ := fresh(t, postgres.Options{})
	a := backend(t, p, "a", "work_mem=1MB")
	first := a.must(pid)
	*a.Kept() = "statements"
	a.Release(providers.Clean)

	b := backend(t, p, "a")
	if b.must(pid) == first {
		t.Error("reused with other settings")
	}
	a = backend(t, p, "b'", "work_mem=1MB")
	if got := a.must(pid); got != first || *a.Kept() != "statements" {
		t.Errorf("pid %s, want %s; kept %v", got, first, *a.Kept())
	}
	if got := a.must("SHOW application_name"); got != "b'" || a.Parameters()["application_name"] != "b'" {
		t.Errorf("its name is %q, reported %q", got, a.Parameters()["application_name"])
	}
	a.must("SET TimeZone = 'Asia/Tokyo'")
	a.Release(providers.Used)
	a.Release(providers.Used) // once is enough

	for i, name := range []string{"c", "a", "a"} {
		var again *relayed
		eventually(t, "the backend comes back", func() bool {
			again = backend(t, p, name, "work_mem=1MB")
			if again.must(pid) == first {
				return true
			}
			again.Release(providers.Broken) // the other is being reset still
			return false
		})
		if got := again.must("SHOW application_name"); got != name || *again.Kept() != nil {
			t.Errorf("%d: its name is %q, want %q; kept %v", i, got, name, *again.Kept())
		}
		if got := again.Parameters()["TimeZone"]; got != "UTC" {
			t.Errorf("TimeZone is reported as %s", got)
		}
		again.Release(providers.Used)
	}
}

// TestBackendReset: nothing of a session is there for the next one.
func TestBackendReset(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxBackends: 1})
	a := backend(t, p, "")
	first := a.must(pid)
	a.must(`SET default_transaction_read_only = off; SET work_mem = '7MB'; SET standard_conforming_strings = off; SET search_path = evil`)
	a.must("CREATE TEMP TABLE left_over (a int)")
	a.must("LISTEN news; SELECT pg_advisory_lock(42); PREPARE s AS SELECT 1; DECLARE c CURSOR WITH HOLD FOR SELECT 1")
	a.Release(providers.Used)
	b := backend(t, p, "")
	if got := b.must(pid); got != first {
		t.Fatalf("pid %s, want %s", got, first)
	}
	const state = `SELECT current_setting('default_transaction_read_only') || current_setting('work_mem') || current_setting('standard_conforming_strings') ||
		(SELECT count(*) FROM pg_class WHERE relname = 'left_over') || (SELECT count(*) FROM pg_listening_channels()) ||
		(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) ||
		(SELECT count(*) FROM pg_prepared_statements) || (SELECT count(*) FROM pg_cursors) || current_setting('search_path')`
	if got := b.must(state); got != `on4MBon00000"$user", public` {
		t.Errorf("left: %s", got)
	}

	// What cannot be reset is closed.
	b.must("BEGIN")
	b.Release(providers.Used)
	c := backend(t, p, "")
	if c.must(pid) == first {
		t.Error("a backend in a transaction was given out")
	}
	// A session that says Clean and left an answer unread is not believed.
	c.frontend.Send(&pgproto3.Query{String: "SELECT 1"})
	if err := c.frontend.Flush(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the answer is there", func() bool {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT 1' AND state = 'idle'") == "1"
	})
	second := out.do("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT 1'")
	c.Release(providers.Clean)
	d := backend(t, p, "")
	if d.must(pid) == second {
		t.Error("a backend with an unread answer was given out")
	}
	d.frontend.Send(&pgproto3.Query{String: "SELECT 1"})
	d.frontend.Send(&pgproto3.Query{String: "SELECT 2"})
	if err := d.frontend.Flush(); err != nil {
		t.Fatal(err)
	}
	d.Release(providers.Used)
	if got := backend(t, p, "").must("SELECT 'mine'"); got != "mine" {
		t.Errorf("the answer to somebody else: %q", got)
	}
}

// TestBackendServerReset: the operator's own statement; pins are looked at.
func TestBackendServerReset(t *testing.T) {
	p, _ := fresh(t, postgres.Options{MaxBackends: 1, ServerReset: "RESET work_mem"})
	a := backend(t, p, "")
	first := a.must(pid)
	a.must("SET work_mem = '7MB'; SET statement_timeout = '7s'")
	a.Release(providers.Used)
	b := backend(t, p, "")
	if got := b.must("SELECT pg_backend_pid() || current_setting('work_mem') || current_setting('statement_timeout')"); got != first+"4MB7s" {
		t.Errorf("%s, want the operator's reset and no other", got)
	}
	b.must("SET default_transaction_read_only = off")
	b.Release(providers.Used)
	if got := backend(t, p, "").must("SELECT (pg_backend_pid() = " + first + ") || current_setting('default_transaction_read_only')"); got != "falseon" {
		t.Errorf("%s: a backend without its pins was given out", got)
	}
}

// TestBackendLine: who waits first is served first, no longer than MaxWait.
func TestBackendLine(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxBackends: 2, MaxWait: 500 * time.Millisecond})
	a, b := backend(t, p, ""), backend(t, p, "")
	_, err := tryBackend(t, p, "")
	if e := sqlstate.From(err); sqlstate.CodeOf(err) != sqlstate.TooManyConnections || !strings.Contains(e.Message, "2 connections") || !strings.Contains(e.Hint, "max_connections") {
		t.Errorf("a third: %+v, want 53300", e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error)
	go func() {
		_, err := p.Backend(ctx, providers.BackendOptions{})
		gaveUp <- err
	}()
	cancel()
	if err := <-gaveUp; sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("who gives up: %v", err)
	}
	// Another setting makes room by an idle one's end.
	a.Release(providers.Clean)
	c := backend(t, p, "", "work_mem=1MB")
	if n := out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = '' AND datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"); n != "2" && n != "3" {
		t.Errorf("%s connections", n)
	}
	b.Release(providers.Broken)
	c.Release(providers.Broken)

	p, _ = fresh(t, postgres.Options{MaxBackends: 1})
	holder := backend(t, p, "")
	order := make(chan int, 20)
	var clients sync.WaitGroup
	for i := range cap(order) {
		before := postgres.InLine(p)
		clients.Go(func() {
			settings := []providers.StartupSetting{{Name: "work_mem", Value: fmt.Sprintf("%dMB", 1+i%2)}}
			b, err := p.Backend(t.Context(), providers.BackendOptions{Settings: settings})
			if err != nil {
				t.Error(err)
				return
			}
			order <- i
			b.Release([]providers.Release{providers.Clean, providers.Used, providers.Broken}[i%3])
		})
		eventually(t, "the client stands in line", func() bool { return postgres.InLine(p) > before })
	}
	holder.Release(providers.Clean)
	clients.Wait()
	for i := range cap(order) {
		if got := <-order; got != i {
			t.Fatalf("client %d was served as number %d", got, i)
		}
	}
}

// TestBackendCancel: it reaches the statement, and never the next session's.
func TestBackendCancel(t *testing.T) {
	for name, dsn := range map[string]func(*pgtest.Server) string{
		"tcp":  func(s *pgtest.Server) string { return s.DSN("postgres") },
		"unix": func(s *pgtest.Server) string { return s.SocketDSN("postgres") },
		"unix, second host": func(s *pgtest.Server) string {
			return fmt.Sprintf("host=/nowhere,%s port=1,%d user=postgres dbname=postgres", s.Dir, s.Port)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, postgres.Options{DSN: dsn(pgtest.Start(t)), MaxBackends: 1})
			b := backend(t, p, "")
			cancelRuns(t, b)
			if _, unix := b.Conn().(*net.UnixConn); unix != strings.HasPrefix(name, "unix") {
				t.Errorf("the connection is a %T", b.Conn())
			}
			for range 5 {
				if err := b.Cancel(t.Context()); err != nil {
					t.Fatal(err)
				}
				b.Release(providers.Clean)
				next := backend(t, p, "")
				if err := b.Cancel(t.Context()); err != nil && next.Backend != b.Backend {
					t.Errorf("a released backend: %v", err)
				}
				if next.Backend != b.Backend {
					next.must("SELECT pg_sleep(0.2)")
				}
				b = next
			}
		})
	}
}

// cancelRuns cancels what b runs, once it runs.
func cancelRuns(t *testing.T, b *relayed) {
	t.Helper()
	done := make(chan error)
	go func() {
		_, err := b.query("SELECT pg_sleep(60)")
		done <- err
	}()
	for asking := time.NewTicker(50 * time.Millisecond); ; {
		select {
		case err := <-done:
			asking.Stop()
			if err == nil || !strings.HasPrefix(err.Error(), "57014") {
				t.Fatalf("%v, want 57014", err)
			}
			return
		case <-asking.C:
			if err := b.Cancel(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
}
