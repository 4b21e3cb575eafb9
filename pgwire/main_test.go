package pgwire

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var update = flag.Bool("update", false, "rewrite the expected output of the transcripts")

// limit bounds every wait of a test; nothing should take a tenth of it.
const limit = 30 * time.Second

func TestMain(m *testing.M) {
	flag.Parse()
	code := pgtest.Main(m)
	if code == 0 {
		// The log's files are rotated by a library that leaves a goroutine for each.
		rotation := goleak.IgnoreTopFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun")
		// After a panic that went through psql-wire, its count never comes to zero.
		panicked := goleak.IgnoreAnyFunction("github.com/jeroenrinzema/psql-wire.(*Server).Close")
		if err := goleak.Find(rotation, panicked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// door is a running server over a real engine on a real Postgres.
type door struct {
	*Server
	addr string
	name string // of the source
	dsn  string // of the database behind
	log  *courttest.Log
	// audit is the folder of the records.
	audit string
}

// serve starts a door for a test. Its source is called "main".
func serve(t *testing.T, change ...func(*Options)) *door {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	p, err := postgres.Open(context.Background(), postgres.Options{Name: "main", DSN: dsn, MaxConns: 20})
	if err != nil {
		t.Fatal(err)
	}
	return serveSource(t, dsn, notRelayed{p, p, p}, change...)
}

// notRelayed is a Postgres source whose sessions are not relayed: what psql-wire and
// pgwire/served make of them can so be compared with what the server itself does.
type notRelayed struct {
	providers.Provider
	providers.Hierarchy
	providers.Comparer
}

func serveSource(t testing.TB, dsn string, p providers.Provider, change ...func(*Options)) *door {
	t.Helper()
	return serveEngine(t, dsn, engine.Config{Mode: gate.FullAccess, Sources: []providers.Provider{p}}, change...)
}

// serveEngine is serveSource for several sources and another mode.
func serveEngine(t testing.TB, dsn string, c engine.Config, change ...func(*Options)) *door {
	t.Helper()
	log := &courttest.Log{}
	logger := hclog.New(&hclog.LoggerOptions{Level: hclog.Debug, Output: log})
	folder := t.TempDir()
	records, err := audit.Open(audit.Options{Dir: folder, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	c.Version, c.Log, c.Logger = "0.1", records, logger
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Engine: e, Logger: logger, Ceiling: gate.FullAccess}
	for _, f := range change {
		f(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(context.Background(), ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		if err := e.Close(); err != nil {
			t.Errorf("closing the engine: %v", err)
		}
		if err := records.Close(); err != nil {
			t.Errorf("closing the log: %v", err)
		}
		if t.Failed() {
			t.Logf("the server's log:\n%s", log)
		}
	})
	return &door{Server: s, addr: ln.Addr().String(), name: c.Sources[0].Info().Name, dsn: dsn, log: log, audit: folder}
}

var eventually = courttest.Eventually

// openSessions counts the sessions that are open now.
func openSessions(s *Server) int {
	return len(s.sessions.all())
}
