package relay_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestShutdown: everybody is told, whatever they are in the middle of, and it
// does not wait for what runs.
func TestShutdown(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	clients := map[string]*client{}
	for _, state := range states {
		c := connect(t, g.addr)
		state.enter(t, g, c)
		clients[state.name] = c
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	began := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- g.stop(ctx) }()
	for name, c := range clients {
		if got := c.until(1); !farewell(got, "57P01", name) {
			t.Errorf("%s: the client got: %.300s", name, got)
		}
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	t.Logf("it took %v", time.Since(began).Round(time.Millisecond))
	for _, state := range states {
		lost(t, g, state.begun, "57P01")
	}
	eventually(t, "no backend is left", func() bool { return backends(t, g.dsn) == "0" })
	if n := direct(t, g.dsn, "SELECT count(*) FROM t"); n != "0" {
		t.Errorf("%s rows stayed", n)
	}
}

// TestShutdownCancels: what runs when the gateway ends does not run on, even if its cancel requests
// take longer than the rest of the shutdown.
func TestShutdownCancels(t *testing.T) {
	g := serve(t, "", func(s *settings) {
		s.wrap = func(p *postgres.Provider) providers.Provider {
			return slowToCancel{Provider: p, delivered: &atomic.Int64{}}
		}
	})
	const sleep = "SELECT 4 FROM pg_sleep(62)"
	for range 3 {
		connect(t, g.addr).send(&pgproto3.Query{String: sleep})
	}
	eventually(t, "all run", func() bool { return running(t, g.dsn, "sleep(62)") == "3" })
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	check(t, g.stop(ctx))
	eventually(t, "none runs", func() bool { return running(t, g.dsn, "sleep(62)") == "0" })
}

// TestNoRecords: what cannot be recorded is not answered and not run, and nobody
// is left waiting. What was answered before stays answered.
func TestNoRecords(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "CREATE TABLE t (i int)")
	for _, sql := range []string{"INSERT INTO t VALUES (1)", "SELECT 1", "SELECT 2; SELECT 3", "SHOW PROVIDERS", "SELEC", "BEGIN; INSERT INTO t VALUES (1); COMMIT"} {
		connect(t, g.addr).query(sql) // all is understood already
	}
	before := direct(t, g.dsn, "SELECT count(*) FROM t")
	type asked struct {
		c   *client
		how string
	}
	var all []asked
	for _, sql := range []string{"INSERT INTO t VALUES (1)", "SELECT 1", "SELECT 2; SELECT 3", "SHOW PROVIDERS", "SELEC", "BEGIN; INSERT INTO t VALUES (1); COMMIT", "SELECT repeat('x', 100000) FROM generate_series(1, 100)"} {
		all = append(all, asked{connect(t, g.addr), sql}, asked{connect(t, g.addr), "extended " + sql})
	}
	inside := connect(t, g.addr)
	inside.query("BEGIN; INSERT INTO t VALUES (1)")
	if err := g.records.Close(); err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if sql, ok := strings.CutPrefix(a.how, "extended "); ok {
			a.c.send(append(a.c.extended(sql, 0), &pgproto3.Sync{})...)
		} else {
			a.c.send(&pgproto3.Query{String: a.how})
		}
		got := a.c.until(1)
		if !strings.Contains(got, "57P01 the audit log is closed") || strings.Contains(got, "row") || strings.Contains(got, "INSERT 0") {
			t.Errorf("%s: %.200s", a.how, got)
		}
	}
	if got := inside.query("COMMIT"); !strings.Contains(got, "57P01") {
		t.Errorf("COMMIT: %s", got)
	}
	inside.conn.Close()
	c := dial(t, g.addr)
	c.send(startup())
	if got := c.until(1); strings.HasSuffix(got, "Z I") {
		if got := c.query("SELECT 1"); !strings.Contains(got, "57P01") {
			t.Errorf("a new session: %s", got)
		}
	}
	if n := direct(t, g.dsn, "SELECT count(*) FROM t"); n != before {
		t.Errorf("there are %s rows, and there were %s", n, before)
	}
}

// TestKilled: of what was under way when the gateway died the intent is there.
func TestKilled(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	direct(t, dsn, "CREATE TABLE t (i int)")
	folder := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childDSN+"="+dsn, childAudit+"="+folder)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	g := &house{addr: strings.TrimSpace(line), dsn: dsn, audit: folder}
	changes := map[string]*client{
		"INSERT INTO t SELECT 1 FROM pg_sleep(61)": connect(t, g.addr),
		"COPY t FROM STDIN":                        connect(t, g.addr),
		"UPDATE t SET i = 2 FROM pg_sleep(62)":     connect(t, g.addr),
	}
	for sql, c := range changes {
		c.send(&pgproto3.Query{String: sql})
		eventually(t, "it runs", func() bool { return running(t, dsn, strings.ReplaceAll(sql, "%", "")) == "1" })
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	intents := map[string]bool{}
	for _, r := range g.written(t) {
		if r.Phase == audit.PhaseIntent {
			intents[r.SQL] = true
		}
	}
	for sql, c := range changes {
		if !intents[sql] {
			t.Errorf("no intent of %s", sql)
		}
		if got := c.until(1); got != "copy in" && got != "closed" {
			t.Errorf("%s: %s", sql, got)
		}
	}
	if report, err := audit.Verify(filepath.Clean(folder), audit.VerifyOptions{}); err != nil {
		t.Errorf("%+v, %v", report, err)
	}
}
