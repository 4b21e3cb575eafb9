package clients

import (
	"context"
	"flag"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/pgwire"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

var update = flag.Bool("update", false, "rewrite the expected output of the transcripts")

// limit bounds every wait of a test; nothing should take a tenth of it.
const limit = 30 * time.Second

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// target is where a client connects: the server itself, or a door in front of it.
type target struct {
	addr, user, database string
	// dsn leads to the same database as the superuser, past any door.
	dsn string
	// desk is where a door has people asked, if it does.
	desk *approval.Store
}

// direct is a fresh database of the server itself.
func direct(t testing.TB) target {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	config, err := pgconn.ParseConfig(dsn)
	must(t, err)
	addr := net.JoinHostPort(config.Host, port(config.Port))
	return target{addr: addr, user: config.User, database: config.Database, dsn: dsn}
}

// door is a fresh database of the server behind a door in that mode.
func door(t testing.TB, mode gate.Mode) target {
	t.Helper()
	return front(t, direct(t), mode)
}

// front is a door in front of a database. The database's name there is "main".
func front(t testing.TB, d target, mode gate.Mode) target {
	t.Helper()
	return frontWith(t, d, mode, engine.Approvals{})
}

// desk is a door where somebody may decide, if that comes in time.
func desk(t testing.TB, mode gate.Mode, wait time.Duration) target {
	t.Helper()
	store, err := approval.Open(approval.Options{Dir: t.TempDir(), Logger: hclog.NewNullLogger()})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	return frontWith(t, direct(t), mode, engine.Approvals{
		Store: store, Desk: true, Wait: wait, EstimateTimeout: 5 * time.Second, MarginPercent: 10, MarginRows: 1,
	})
}

func frontWith(t testing.TB, d target, mode gate.Mode, approvals engine.Approvals) target {
	t.Helper()
	log, folder := &output{}, t.TempDir()
	logger := hclog.New(&hclog.LoggerOptions{Level: hclog.Debug, Output: log})
	main, err := postgres.Open(context.Background(), postgres.Options{Name: "main", DSN: d.dsn, MaxConns: 50, Logger: logger})
	must(t, err)
	records, err := audit.Open(audit.Options{Dir: folder, Logger: logger})
	must(t, err)
	self, err := duckdb.Open(context.Background(), duckdb.Options{
		Name: "sallyport", Schema: "audit", TempDir: t.TempDir(), Logger: logger,
		Views: []duckdb.View{{Name: "records", Dir: folder, Prefix: "audit", Key: "seq", Columns: []duckdb.ViewColumn{
			{Name: "seq", Type: "BIGINT"}, {Name: "statement", Type: "VARCHAR"},
		}}},
	})
	must(t, err)
	e, err := engine.New(engine.Config{Version: "test", Mode: mode, Sources: []providers.Provider{main, self}, Log: records, Logger: logger, Approvals: approvals})
	must(t, err)
	s, err := pgwire.New(pgwire.Options{Engine: e, Logger: logger, Ceiling: mode})
	must(t, err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(context.Background(), ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		for _, err := range []error{s.Shutdown(ctx), <-ended, e.Close(), records.Close()} {
			if err != nil {
				t.Errorf("closing the door: %v", err)
			}
		}
		if t.Failed() {
			t.Logf("the door's log:\n%s", log)
		}
	})
	return target{addr: ln.Addr().String(), user: d.user, database: "main", dsn: d.dsn, desk: approvals.Store}
}

// super runs SQL at the server as the superuser, past any door.
func (g target) super(t testing.TB, sql string) []*pgconn.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	conn, err := pgconn.Connect(ctx, g.dsn)
	must(t, err)
	defer conn.Close(ctx) //nolint:errcheck // what it said has been read
	results, err := conn.Exec(ctx, sql).ReadAll()
	must(t, err)
	return results
}

// decide waits until somebody is asked about a text, and does what they would at
// the desk.
func (g target) decide(t testing.TB, text string, approve bool) {
	t.Helper()
	var id string
	courttest.Eventually(t, "somebody is asked about "+text, func() bool {
		for _, r := range g.desk.List() {
			if r.State == approval.Pending && strings.Contains(r.SQL, text) {
				id = r.ID
			}
		}
		return id != ""
	})
	_, err := g.desk.Decide(id, approval.Verdict{Approve: approve, Approver: "ann", Channel: "desk"})
	must(t, err)
}

// running waits until the server runs a statement with that text, and sleeps in it: its first message may be flushed by
// what comes next only once it was written.
func (g target) running(t testing.TB, text string) {
	t.Helper()
	sql := "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database() AND pid <> pg_backend_pid() AND strpos(query, '" +
		strings.ReplaceAll(text, "'", "''") + "') > 0"
	courttest.Eventually(t, "the server runs "+text, func() bool { return string(g.super(t, sql)[0].Rows[0][0]) != "0" })
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
