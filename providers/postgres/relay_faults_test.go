package postgres_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
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

// TestBackendKilled: a backend that died idle is not given out, one that died in
// use is seen by its session.
func TestBackendKilled(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	const kill = "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE application_name = 'victim' AND datname = current_database()"
	var victims []*relayed
	for range 3 {
		victims = append(victims, backend(t, p, "victim"))
	}
	for _, v := range victims[:2] {
		v.Release(providers.Clean)
	}
	if n := out.do(kill); n != "3" {
		t.Fatalf("%s killed", n)
	}
	if _, err := victims[2].query("SELECT 1"); err == nil {
		t.Error("the dead answers")
	}
	victims[2].Release(providers.Used) // a session that did not notice
	for range 3 {
		backend(t, p, "victim").must("SELECT 1")
	}
}

// TestBackendServerRestarts: while the server is down everybody is told at once,
// and once it is back all is well.
func TestBackendServerRestarts(t *testing.T) {
	dir, err := pgtest.Dir()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	server, err := pgtest.Launch(t.Context(), dir, pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	front := newFront(t)
	front.to(server.Port)
	p := open(t, postgres.Options{DSN: front.dsn(), MaxBackends: 10})
	for range 5 {
		backend(t, p, "").Release(providers.Clean)
	}
	used := backend(t, p, "")
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := used.query("SELECT 1"); err == nil {
		t.Error("the dead answers")
	}
	used.Release(providers.Broken)
	var clients sync.WaitGroup
	began, dials := time.Now(), front.accepted.Load()
	for range 500 {
		clients.Go(func() {
			_, err := p.Backend(t.Context(), providers.BackendOptions{})
			if e := sqlstate.From(err); sqlstate.CodeOf(err) != sqlstate.UnableToConnect || !strings.Contains(e.Message, "not reachable") {
				t.Errorf("%v, want 08001", err)
			}
		})
	}
	clients.Wait()
	t.Logf("500 clients were told after %v and %d attempts", time.Since(began), front.accepted.Load()-dials)
	if n := front.accepted.Load() - dials; n > 100 {
		t.Errorf("500 clients made %d attempts to connect", n)
	}
	if err := os.RemoveAll(dir + "/data"); err != nil {
		t.Fatal(err)
	}
	if server, err = pgtest.Launch(t.Context(), dir, pgtest.Options{}); err != nil {
		t.Fatal(err)
	}
	front.to(server.Port)
	eventually(t, "the server is found again", func() bool {
		b, err := tryBackend(t, p, "")
		if err == nil {
			b.must("SELECT 1")
			b.Release(providers.Used)
		}
		return err == nil
	})
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := server.Stop(); err != nil {
		t.Error(err)
	}
}

// TestBackendClose: sessions are cut, and those in line are told.
func TestBackendClose(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxBackends: 3})
	a, b := backend(t, p, "cut"), backend(t, p, "cut")
	backend(t, p, "cut").Release(providers.Used)
	eventually(t, "a place is idle", func() bool { return postgres.Idle(p) == 1 })
	c := backend(t, p, "cut")
	waiting := make(chan error)
	go func() {
		_, err := p.Backend(t.Context(), providers.BackendOptions{})
		waiting <- err
	}()
	eventually(t, "a client stands in line", func() bool { return postgres.InLine(p) == 1 })
	var sessions sync.WaitGroup
	for i, s := range []*relayed{a, b, c} {
		sessions.Go(func() {
			_, err := s.query("SELECT pg_sleep(60)")
			if err == nil {
				t.Error("the session goes on")
			}
			s.Release([]providers.Release{providers.Broken, providers.Used, providers.Clean}[i])
		})
	}
	eventually(t, "they run", func() bool {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cut' AND state = 'active'") == "3"
	})
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	sessions.Wait()
	if err := <-waiting; sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("who waited: %v", err)
	}
	if _, err := p.Backend(t.Context(), providers.BackendOptions{}); sqlstate.CodeOf(err) != sqlstate.AdminShutdown {
		t.Errorf("who comes later: %v", err)
	}
	eventually(t, "the server's sessions have ended", func() bool {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cut'") == "0"
	})
}

// TestBackendIdle: what is idle for too long, too old or too many is closed.
func TestBackendIdle(t *testing.T) {
	count := func(out *outside) string {
		return out.do("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'idle' AND datname = current_database()")
	}
	for name, o := range map[string]postgres.Options{
		"timeout": {IdleTimeout: 100 * time.Millisecond}, "many": {MaxIdle: 1}, "old": {MaxLifetime: time.Nanosecond},
	} {
		p, out := fresh(t, o)
		var all []*relayed
		for range 4 {
			all = append(all, backend(t, p, "idle"))
		}
		for _, b := range all {
			b.Release(providers.Clean)
		}
		want := "0"
		if name == "many" {
			want = "1"
		}
		eventually(t, name+": idle ones are closed", func() bool { return count(out) == want })
		backend(t, p, "idle").must("SELECT 1")
	}
}

var long = flag.Bool("long", false, "the long form of tests that have one: make long")

// TestBackendCrowd: more than a thousand sessions come and go; none sees another's
// settings, and nothing is left of them.
func TestBackendCrowd(t *testing.T) {
	p, out := fresh(t, postgres.Options{MaxBackends: 8})
	backend(t, p, "").Release(providers.Clean)
	before := runtime.NumGoroutine()
	files := openFiles(t)
	rounds := 30
	if *long {
		rounds = 60
	}
	var clients sync.WaitGroup
	for client := range 50 {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(client)))
			for round := range rounds {
				name := fmt.Sprintf("client %d", random.IntN(5))
				var settings []string
				if random.IntN(4) == 0 {
					settings = []string{"work_mem=1MB"}
				}
				o := providers.BackendOptions{ApplicationName: name}
				for range settings {
					o.Settings = []providers.StartupSetting{{Name: "work_mem", Value: "1MB"}}
				}
				b, err := p.Backend(t.Context(), o)
				if err != nil {
					t.Error(err)
					return
				}
				s := &relayed{b, t, pgproto3.NewFrontend(b.Conn(), b.Conn())}
				got, err := s.query("SELECT current_setting('application_name') || current_setting('work_mem') || current_setting('datestyle')")
				if want := name + []string{"4MB", "1MB"}[len(settings)] + "ISO, MDY"; err != nil || got != want {
					t.Errorf("%q %v, want %q", got, err, want)
				}
				state := providers.Clean
				switch random.IntN(10) {
				case 0:
					state = providers.Broken
				case 1, 2, 3:
					state = providers.Used
					if _, err := s.query("SET datestyle = german; SET work_mem = '9MB'"); err != nil {
						t.Error(err)
					}
				}
				if round%20 == 0 {
					_ = b.Cancel(t.Context())
				}
				b.Release(state)
			}
		})
	}
	clients.Wait()
	eventually(t, "all places are idle or free", func() bool { return postgres.Idle(p) == postgres.Places(p) })
	if n := postgres.Places(p); n > 8 {
		t.Errorf("%d places of 8", n)
	}
	eventually(t, "goroutines have ended", func() bool { return runtime.NumGoroutine() <= before })
	eventually(t, "files are closed", func() bool { return openFiles(t) <= files+7 })
	eventually(t, "the server's sessions have ended", func() bool {
		return out.do("SELECT count(*) <= 8 FROM pg_stat_activity WHERE application_name LIKE 'client%' AND datname = current_database()") == "t"
	})
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc here")
	}
	return len(list)
}
