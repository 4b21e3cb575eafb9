package mcp_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var update = flag.Bool("update", false, "rewrite the expected answers in testdata")

func TestMain(m *testing.M) {
	// The rotation of the audit log leaves a goroutine that nothing can end.
	goleak.VerifyTestMain(withPostgres{m}, goleak.IgnoreAnyFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun"))
}

// withPostgres stops the server that a test has started, before leaks are looked for.
type withPostgres struct{ *testing.M }

func (m withPostgres) Run() int {
	code := pgtest.Main(m.M)
	for _, p := range spare {
		if err := p.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	return code
}

// door is a real engine over DuckDB behind the front door, and
// where to find it.
type door struct {
	*mcp.Server
	engine *engine.Engine
	url    string // of the MCP endpoint
	base   string // scheme://host:port
	audit  string // the audit log's folder
}

type settings struct {
	mode    gate.Mode
	two     bool   // a second source, "other"
	dsn     string // of a third source, "pg", if not ""
	folder  string // of the source "local"; "" is testdata/local, without changes in mode safe
	limits  mcp.Limits
	pages   bool // pages of the server's own address are let in
	options func(*mcp.Options)
	config  func(*engine.Config)
}

// open starts a door. All of it ends with the test.
func open(t testing.TB, s settings) *door {
	t.Helper()
	if s.mode == gate.Closed {
		s.mode = gate.Safe
	}
	d := &door{audit: t.TempDir()}
	log, err := audit.Open(audit.Options{Dir: d.audit})
	must(t, err)
	t.Cleanup(func() { must(t, log.Close()) })
	var local providers.Provider
	switch {
	case s.folder != "":
		local = source(t, "local", s.folder, t.TempDir())
	case s.mode == gate.Safe && s.config == nil:
		local = lend(t)
	default:
		local = source(t, "local", "testdata/local", t.TempDir())
	}
	sources := []providers.Provider{local}
	if s.two {
		sources = append(sources, source(t, "other", "testdata/other", t.TempDir()))
	}
	if s.dsn != "" {
		pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: s.dsn})
		must(t, err)
		sources = append(sources, pg)
	}
	config := engine.Config{
		Version: "0.0.0-test", Mode: s.mode, Log: log, Default: "local",
		Sources: sources,
	}
	if s.config != nil {
		s.config(&config)
	}
	e, err := engine.New(config)
	must(t, err)
	t.Cleanup(func() { must(t, e.Close()) })
	d.engine = e
	o := mcp.Options{Engine: e, Limits: s.limits}
	if s.options != nil {
		s.options(&o)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	if s.pages {
		_, port, err := net.SplitHostPort(listener.Addr().String())
		must(t, err)
		o.AllowedOrigins = append(o.AllowedOrigins, "http://127.0.0.1:"+port, "http://localhost:"+port)
	}
	d.Server, err = mcp.New(o)
	must(t, err)
	served := make(chan error, 1)
	go func() { served <- d.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		must(t, d.Shutdown(ctx))
		must(t, <-served)
	})
	d.base = "http://" + listener.Addr().String()
	d.url = d.base + "/mcp"
	return d
}

// source opens a DuckDB with a table for each file of a folder. It spills into temp.
func source(t testing.TB, name, folder, temp string) *duckdb.Provider {
	t.Helper()
	tables := map[string]string{}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	must(t, err)
	for _, file := range files {
		path, err := filepath.Abs(file)
		must(t, err)
		tables[strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))] = path
	}
	about := map[string]string{"local": "Made for tests."}[name]
	p, err := duckdb.Open(context.Background(), duckdb.Options{
		Name: name, Description: about, Tables: tables, MemoryLimit: "512MB", Threads: 1, TempDir: temp,
	})
	must(t, err)
	return p
}

// spare has the DuckDB that the last test without changes has read, if any. To open
// one costs hundreds of views.
var spare []*duckdb.Provider

// lent is a DuckDB of which the next test that changes nothing makes use, too.
type lent struct{ *duckdb.Provider }

func lend(t testing.TB) lent {
	t.Helper()
	if len(spare) == 0 {
		return lent{source(t, "local", "testdata/local", "")}
	}
	p := spare[0]
	spare = spare[1:]
	return lent{p}
}

// Close gives it back; withPostgres closes it.
func (l lent) Close() error {
	spare = append(spare, l.Provider)
	return nil
}

// records reads the audit log.
func (d *door) records(t *testing.T) []map[string]any {
	t.Helper()
	return d.recordsWith(t, "")
}

// recordsWith reads the records that have a text. What lacks it is not decoded: a long log is read after each of many statements.
func (d *door) recordsWith(t *testing.T, text string) []map[string]any {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.audit, "*.jsonl"))
	must(t, err)
	var out []map[string]any
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		for line := range strings.Lines(string(content)) {
			if !strings.Contains(line, text) {
				continue
			}
			record := map[string]any{}
			must(t, json.Unmarshal([]byte(line), &record))
			out = append(out, record)
		}
	}
	return out
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var eventually = courttest.Eventually

// browser is an HTTP client whose connections end with the test.
func browser(t testing.TB) *http.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}
