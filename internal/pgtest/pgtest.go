// Package pgtest runs a real, temporary PostgreSQL for tests and benchmarks.
//
// A test binary shares one server. It begins with the first Start and ends
// with TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//
//	func TestSomething(t *testing.T) {
//		dsn := pgtest.Start(t).CreateDB(t) // a fresh database, dropped after the test
//	}
//
// A program that is no test calls [Launch] and Stop.
//
// The newest PostgreSQL of Debian's folders is taken, or else the one on PATH.
// Where there is none a test fails and says what to do; it is never skipped.
// PostgreSQL refuses to run as root, so root starts it as the user postgres,
// or nobody. The server trusts whoever reaches its loopback port or its
// socket: it lives for seconds and holds nothing.
//
// To see what the server said, call Log; a failed start prints its end.
package pgtest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// startLimit bounds how long a shared server may take to come up.
const startLimit = 60 * time.Second

// shared is the server of this test binary.
var shared sharedServer

type sharedServer struct {
	mu     sync.Mutex
	inMain bool
	dir    string
	server *Server
	err    error
}

// Main runs the tests, stops the shared server if one was started, and
// returns the exit code.
func Main(m *testing.M) int {
	shared.mu.Lock()
	shared.inMain = true
	shared.mu.Unlock()
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return max(code, 1)
	}
	return code
}

// Start returns the test binary's server, starting it if this is the first
// call. The package's TestMain must run [Main].
func Start(tb testing.TB) *Server {
	tb.Helper()
	server, err := shared.start()
	if err != nil {
		tb.Fatalf("pgtest: %v", err)
	}
	return server
}

func (s *sharedServer) start() (*Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil || s.err != nil {
		return s.server, s.err
	}
	if !s.inMain {
		return nil, fmt.Errorf("nobody would stop the server: write func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }")
	}
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	if s.dir, s.err = Dir(); s.err != nil {
		return nil, s.err
	}
	s.server, s.err = Launch(ctx, s.dir, Options{})
	return s.server, s.err
}

func (s *sharedServer) stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inMain = false
	if s.server != nil {
		if err := s.server.Stop(); err != nil {
			return err
		}
		s.server = nil
	}
	if s.dir == "" {
		return nil
	}
	return os.RemoveAll(s.dir)
}

// databases numbers the databases of CreateDB and CreateFilled.
var databases atomic.Int64

// CreateDB makes a fresh, empty database and returns its DSN. It is dropped
// after the test, along with the connections that are left to it.
//
// It is a copy of one that a session has been in: what this session has read of the catalog lies in a file there, which
// spares the first session of each copy a third of what it takes to make the database.
func (s *Server) CreateDB(tb testing.TB) string {
	tb.Helper()
	return s.CreateFilled(tb, "")
}

// createFor makes a database of a template, which is dropped after the test, and returns its DSN.
func (s *Server) createFor(tb testing.TB, template string) string {
	tb.Helper()
	name := s.createFrom(tb, template)
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), askLimit)
		defer cancel()
		kept.close(ctx, s.Port, name)
		s.Exec(tb, "postgres", "DROP DATABASE "+name+" WITH (FORCE)")
	})
	return s.DSN(name)
}

// createFrom makes a database of a template and returns its name.
func (s *Server) createFrom(tb testing.TB, template string) string {
	tb.Helper()
	name := fmt.Sprintf("test%d", databases.Add(1))
	strategy := ""
	if version(s.BinDir) >= 15 {
		strategy = " STRATEGY file_copy" // a third of the default's time, without fsync
	}
	s.Exec(tb, "postgres", "CREATE DATABASE "+name+" TEMPLATE "+template+strategy)
	return name
}

// Exec runs SQL in a database as the superuser, as Ask does.
func (s *Server) Exec(tb testing.TB, db, sql string) {
	tb.Helper()
	Ask(tb, s.DSN(db), sql)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
