package soak

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

var (
	killsFlag     = flag.Int("kills", 0, "kill the server at least this often; 0 is a short run")
	mutationsFlag = flag.Int("mutations", 0, "send at least this many statements that write to PostgreSQL; 0 is a short run")
	seedFlag      = flag.Uint64("seed", 0, "of what is random; 0 takes one")
	keepFlag      = flag.String("keep", "", "folder in which the evidence of a run that found something is left")
)

// How many clients there are of each kind.
const (
	wireClients = 6
	duckClients = 1
	mcpClients  = 3
	allClients  = wireClients + duckClients + mcpClients
)

// run is one run of the harness.
type run struct {
	*testing.T
	kills, mutations int // at least
	seed             uint64
	random           *rand.Rand
	dir, records     string
	dsn              string
	server           *server
	disk             smallDisk // empty: the records are on a real one
	ledger           *ledger
	journal          *journal
	rows             map[string][]row // as seen last, by source
	counts           counts
}

// counts are what a run did beside sending statements.
type counts struct {
	kills, ends, crashes, cuts, fills, tears int
	started                                  time.Time
}

func TestSoak(t *testing.T) {
	dir, err := os.MkdirTemp(*keepFlag, "soak")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() && *keepFlag != "" {
			t.Logf("the evidence is in %s", dir)
		} else if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as somebody else if we are root
		t.Fatal(err)
	}
	binary, seed := build(t, dir), *seedFlag
	if seed == 0 {
		seed = rand.Uint64N(1 << 32)
	}
	postgres := launch(t, filepath.Join(dir, "postgres"))
	t.Run("disk", func(t *testing.T) {
		r := newRun(t, filepath.Join(dir, "disk"), binary, postgres.CreateDB(t), seed)
		r.kills, r.mutations = max(5, *killsFlag), max(300, *mutationsFlag)
		r.play()
		r.faults()
	})
	t.Run("small disk", func(t *testing.T) {
		r := newRun(t, filepath.Join(dir, "small"), binary, postgres.CreateDB(t), seed+1)
		if r.disk, err = mountSmallDisk(r.records); err != nil {
			t.Skipf("needs root to mount a small file system: %v", err)
		}
		defer func() {
			if t.Failed() {
				r.must(os.CopyFS(r.records+"-kept", os.DirFS(r.records)))
			}
			r.must(r.disk.unmount())
		}()
		r.kills, r.mutations = max(3, *killsFlag/5), max(100, *mutationsFlag/10)
		r.play()
	})
}

// launch starts PostgreSQL. What was committed must survive a crash of it, if
// not of the machine.
func launch(t *testing.T, dir string) *pgtest.Server {
	t.Helper()
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	server, err := pgtest.Launch(ctx, dir, pgtest.Options{Settings: map[string]string{"synchronous_commit": "on", "max_connections": "200"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

func newRun(t *testing.T, dir, binary, dsn string, seed uint64) *run {
	t.Helper()
	r := &run{
		T: t, dir: dir, records: filepath.Join(dir, "records"), seed: seed, random: rand.New(rand.NewPCG(seed, 0)), ledger: newLedger(),
		dsn: dsn, rows: map[string][]row{}, counts: counts{started: time.Now()},
	}
	r.must(os.Mkdir(dir, 0o755))
	_, err := query(r.dsn, `CREATE TABLE soak (id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), pad text);
		CREATE FUNCTION put(id text) RETURNS void LANGUAGE sql AS 'INSERT INTO soak (id) VALUES (id)'`)
	r.must(err)
	r.journal = newJournal(r.records)
	r.server, err = newServer(binary, dir, r.dsn, r.records)
	r.must(err)
	return r
}

func (r *run) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// play lets clients write and the server die until both have happened often
// enough.
func (r *run) play() {
	r.Logf("seed %d, at least %d kills and %d statements that write to PostgreSQL, %d clients", r.seed, r.kills, r.mutations, allClients)
	r.must(r.server.start())
	defer func() { _ = r.server.cmd.Process.Kill() }()
	r.must(r.server.ask(files, "CREATE TABLE soak (id VARCHAR)"))
	ctx, stop := context.WithCancel(r.Context())
	clients := r.clients(ctx)
	defer clients.Wait()
	defer stop()

	for said := time.Now(); r.counts.kills < r.kills || r.ledger.sent() < r.mutations; {
		r.life()
		if time.Since(said) > 5*time.Second {
			said = time.Now()
			r.Logf("%v: %d kills, %d statements, %d records", time.Since(r.counts.started).Round(time.Second), r.counts.kills, r.ledger.sent(), r.journal.records)
		}
	}
	stop()
	clients.Wait()
	r.lookAtFiles()
	r.must(r.server.end(syscall.SIGTERM))
	r.counts.ends++
	r.look(false)
	r.verify(true)
	r.report()
}

// life lets the server live for a while, in which something else may go wrong,
// ends it, looks, and starts it again. What goes wrong goes round, so that a
// short run has it all; when is random.
func (r *run) life() {
	n := r.counts.kills + r.counts.ends
	signal := syscall.SIGKILL
	if n%10 == 4 {
		signal = syscall.SIGTERM
	}
	r.pause()
	switch n % 12 {
	case 3:
		r.must(r.crashPostgres())
		r.counts.crashes++
		r.pause()
	case 1:
		r.must(r.cutConnections())
		r.counts.cuts++
		r.pause()
	}
	full := r.disk != "" && n%2 == 0
	if full {
		r.counts.fills++
		r.must(r.disk.fill())
		r.pause()
		if n%4 == 0 || signal == syscall.SIGTERM { // else it dies so
			r.must(r.disk.free())
			r.pause()
			full = false
		}
	}
	r.must(r.server.end(signal))
	if full {
		r.must(r.disk.free())
	}
	if signal == syscall.SIGKILL {
		r.counts.kills++
	} else {
		r.counts.ends++
	}
	r.look(signal == syscall.SIGKILL)
	if signal == syscall.SIGKILL && n%5 == 1 {
		r.must(r.tear())
		r.counts.tears++
	}
	r.must(r.server.start())
	if n%25 == 24 {
		r.lookAtFiles()
		r.verify(false)
	}
}

// pause lets the clients work.
func (r *run) pause() { time.Sleep(time.Duration(50+r.random.IntN(800)) * time.Millisecond) }

// clients starts all clients; they end with the context.
func (r *run) clients(ctx context.Context) *sync.WaitGroup {
	var group sync.WaitGroup
	for n := range allClients {
		random := rand.New(rand.NewPCG(r.seed, uint64(n+1)))
		source := shop
		if n >= wireClients {
			source = files
		}
		group.Go(func() {
			for c := 0; ctx.Err() == nil; c++ {
				name := fmt.Sprintf("soak-%d-%d", n, c)
				if n < wireClients+duckClients {
					r.atWire(ctx, &wire{ledger: r.ledger, random: random, source: source, stuck: r.server.quit}, name)
				} else {
					r.atMCP(ctx, newAgent(r.ledger, random), name)
				}
				time.Sleep(10 * time.Millisecond) // the server is down
			}
		})
	}
	return &group
}

// atWire is the life of one connection.
func (r *run) atWire(ctx context.Context, w *wire, name string) {
	defer w.close()
	for first := true; first || ctx.Err() == nil && !w.conn.IsClosed(); first = false {
		ctx := context.WithoutCancel(ctx)
		if !first {
			w.act(ctx)
			if w.source == files {
				time.Sleep(10 * time.Millisecond) // it is quick, and the others are who counts
			}
		} else if w.connect(ctx, r.server.wire, name) != nil {
			return
		}
	}
}

// atMCP is the life of one session.
func (r *run) atMCP(ctx context.Context, a *agent, name string) {
	defer a.close()
	call := context.WithoutCancel(ctx)
	if a.connect(call, r.server.mcp, name) != nil {
		return
	}
	for ctx.Err() == nil && a.act(call) {
	}
}

// look reads the log on after the server has died, and compares.
func (r *run) look(killed bool) {
	r.Helper()
	r.must(r.journal.read())
	left := r.journal.died()
	owners := map[string]bool{} // one message may have several intents
	for _, e := range left {
		owners[e.Application] = true
	}
	if len(owners) > allClients || len(left) > 0 && !killed {
		r.journal.problem("%d intents of %d clients have no outcome, of %d clients (killed: %v), such as %+v", len(left), len(owners), allClients, killed, left[0].record)
	}
	r.judge(check(r.ledger, r.journal, "", nil, nil))
	must := r.ledger.committed(shop)
	table, err := query(r.dsn, "SELECT id, (extract(epoch FROM at) * 1000000)::bigint FROM soak")
	r.must(err)
	rows := make([]row, len(table))
	for i, values := range table {
		at, err := strconv.ParseInt(string(values[1]), 10, 64)
		r.must(err)
		rows[i] = row{string(values[0]), time.UnixMicro(at)}
	}
	r.rows[shop] = rows
	r.judge(check(r.ledger, r.journal, shop, rows, must))
}

// lookAtFiles compares the rows of DuckDB, which only the server can read: the
// rows first, then the records, that must be there before them.
func (r *run) lookAtFiles() {
	r.Helper()
	must := r.ledger.committed(files)
	table, err := query(fmt.Sprintf("postgres://soak@127.0.0.1:%d/%s?sslmode=disable", r.server.wire, files), "SELECT id FROM soak")
	r.must(err)
	r.must(r.journal.read())
	rows := make([]row, len(table))
	for i, values := range table {
		rows[i].id = string(values[0])
	}
	r.rows[files] = rows
	r.judge(check(r.ledger, r.journal, files, rows, must))
}

// verify has the log verified, with its heads at each death.
func (r *run) verify(final bool) {
	r.Helper()
	o := audit.VerifyOptions{First: 1}
	for _, text := range r.journal.heads {
		head, err := audit.ParseHead(text)
		r.must(err)
		o.Against = append(o.Against, head)
	}
	report, err := audit.Verify(r.records, o)
	r.must(err)
	var problems []string
	for _, f := range report.Findings {
		problems = append(problems, fmt.Sprintf("verify: %+v", f))
	}
	if open := r.journal.withoutOutcome(); final && (int(report.Records) != r.journal.records || len(report.Open) != open) {
		problems = append(problems, fmt.Sprintf("verify counts %d records and %d intents without outcome, we %d and %d",
			report.Records, len(report.Open), r.journal.records, open))
	}
	r.judge(problems)
}

// judge ends the run if something is wrong.
func (r *run) judge(problems []string) {
	r.Helper()
	if len(problems) > 0 {
		r.Fatalf("after %d kills and %d statements (seed %d):\n%s", r.counts.kills, r.ledger.sent(), r.seed, strings.Join(problems[:min(20, len(problems))], "\n"))
	}
}
