package relay_test

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/pgwire"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var update = flag.Bool("update", false, "rewrite the expected records")

// limit bounds every wait of a test; nothing should take a tenth of it.
const limit = 30 * time.Second

// settings are what a test may change of its gateway.
type settings struct {
	source postgres.Options
	door   pgwire.Options
	audit  audit.Options
	engine engine.Config
	wrap   func(*postgres.Provider) providers.Provider // puts something in front of the source
}

// house is a running server over a real engine on a real Postgres. Its source
// is called "main".
type house struct {
	door    *pgwire.Server
	engine  *engine.Engine
	records *audit.Log
	addr    string
	dsn     string // of the database behind
	log     *courttest.Log
	audit   string // the folder of the records
	served  chan error
	ended   sync.Once
}

// serve starts a gateway for a test, on a fresh database unless there is a DSN.
func serve(t testing.TB, dsn string, change ...func(*settings)) *house {
	t.Helper()
	if dsn == "" {
		dsn = pgtest.Start(t).CreateDB(t)
	}
	g, err := start(dsn, t.TempDir(), change...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if err := g.stop(ctx); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the server's log:\n%s", g.log)
		}
	})
	return g
}

func start(dsn, folder string, change ...func(*settings)) (*house, error) {
	g := &house{dsn: dsn, log: &courttest.Log{}, audit: folder, served: make(chan error, 1)}
	logger := hclog.New(&hclog.LoggerOptions{Level: hclog.Debug, Output: g.log})
	c := settings{
		source: postgres.Options{Name: "main", DSN: dsn, Logger: logger},
		audit:  audit.Options{Dir: folder, Logger: logger},
		engine: engine.Config{Version: "0.1", Mode: gate.FullAccess, Logger: logger},
		door:   pgwire.Options{Logger: logger, Ceiling: gate.FullAccess, MaxConns: 4000},
	}
	for _, f := range change {
		f(&c)
	}
	g.audit = c.audit.Dir
	source, err := postgres.Open(context.Background(), c.source)
	if err != nil {
		return nil, err
	}
	if g.records, err = audit.Open(c.audit); err != nil {
		return nil, err
	}
	c.engine.Sources, c.engine.Log = []providers.Provider{source}, g.records
	if c.wrap != nil {
		c.engine.Sources[0] = c.wrap(source)
	}
	if g.engine, err = engine.New(c.engine); err != nil {
		return nil, err
	}
	c.door.Engine = g.engine
	if g.door, err = pgwire.New(c.door); err != nil {
		return nil, err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g.addr = ln.Addr().String()
	go func() { g.served <- g.door.Serve(context.Background(), ln) }()
	return g, nil
}

// stop ends the gateway, once.
func (g *house) stop(ctx context.Context) (err error) {
	g.ended.Do(func() { err = g.end(ctx) })
	return err
}

func (g *house) end(ctx context.Context) error {
	if err := g.door.Shutdown(ctx); err != nil {
		return fmt.Errorf("shutdown: %w", err)
	}
	if err := <-g.served; err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	if err := g.engine.Close(); err != nil {
		return fmt.Errorf("closing the engine: %w", err)
	}
	if err := g.records.Close(); err != nil {
		return fmt.Errorf("closing the log: %w", err)
	}
	return nil
}

// everyRecord is the whole log of records as it is now.
func (g *house) everyRecord(tb testing.TB) string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(g.audit, "*.jsonl"))
	check(tb, err)
	var all []byte
	for _, f := range files {
		b, err := os.ReadFile(f)
		check(tb, err)
		all = append(all, b...)
	}
	return string(all)
}

var eventually = courttest.Eventually

// launch starts a server of the test's own, to be stopped and started again.
func launch(t *testing.T) (server *pgtest.Server, again func() *pgtest.Server) {
	t.Helper()
	var current *pgtest.Server
	begin := func() *pgtest.Server {
		t.Helper()
		dir, err := pgtest.Dir()
		if err != nil {
			t.Fatal(err)
		}
		if current, err = pgtest.Launch(t.Context(), dir, pgtest.Options{}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		return current
	}
	t.Cleanup(func() { _ = current.Stop() }) // it may have been stopped
	return begin(), begin
}

// database is the name in a DSN.
func database(dsn string) string {
	name, _, _ := strings.Cut(dsn[strings.LastIndexByte(dsn, '/')+1:], "?")
	return name
}

const childDSN, childAudit = "RELAY_TEST_DSN", "RELAY_TEST_AUDIT"

// TestChild is a gateway in a process of its own, until that is killed.
func TestChild(t *testing.T) {
	dsn := os.Getenv(childDSN)
	if dsn == "" {
		t.Skip("another test runs it")
	}
	g, err := start(dsn, os.Getenv(childAudit))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(g.addr)
	select {}
}
