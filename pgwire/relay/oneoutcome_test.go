package relay_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// siege is a gateway whose clients pipeline, cancel and vanish, while its server loses connections, waits for locks, and has catalogs
// that are not believed. Every statement has a number of its own in a name, which no record leaves out.
type siege struct {
	*house
	t      *testing.T
	source *postgres.Provider
	last   atomic.Int64
	mu     sync.Mutex
	units  []unitTold
}

// unitTold is what a client was told of the statements of a message or a pipeline.
type unitTold struct {
	numbers []string
	answer  string
}

// besieged are the statements of a siege, by what becomes of them if nothing is in their way. The gate refuses the DELETE. %s is the
// statement's number.
var besieged = []string{
	"SELECT 1 AS %s", "SELECT i FROM kept AS %s", "INSERT INTO kept AS %s VALUES (1)", "UPDATE kept AS %s SET i = i WHERE i < 0",
	"SELECT 1 / 0 AS %s", "INSERT INTO kept AS %s SELECT 1 / 0", "SELECT absent FROM kept AS %s", "INSERT INTO kept AS %s (absent) VALUES (1)",
	"DELETE FROM kept AS %s", "INSERT INTO locked AS %s VALUES (1)", "INSERT INTO locked AS %s VALUES (2)", "SELECT 1 FROM locked AS %s",
	"INSERT INTO kept AS %s VALUES ($1::int)", "INSERT INTO kept AS %s VALUES (1) RETURNING i", "SELECT 'x' AS %s FROM generate_series(1, 300)",
}

// statement returns a statement, and its number.
func (g *siege) statement() (sql, number string) {
	number = fmt.Sprintf("n%06d", g.last.Add(1))
	return fmt.Sprintf(besieged[rand.IntN(len(besieged))], number), number
}

// unit is a simple query, or a pipeline up to its Sync.
func (g *siege) unit() (messages []pgproto3.FrontendMessage, numbers []string) {
	sql, number := g.statement()
	if rand.IntN(4) == 0 {
		return []pgproto3.FrontendMessage{query(strings.Replace(sql, "$1", "1", 1))}, []string{number}
	}
	for n := rand.IntN(4); ; n-- {
		some := []pgproto3.FrontendMessage{parse("", sql), bindTo("", ""), execute("")}
		if strings.Contains(sql, "$1") {
			some[1] = bindTo("", "", []string{"1", "no number"}[rand.IntN(2)])
		}
		if rand.IntN(3) == 0 {
			some = append(some[:1], append([]pgproto3.FrontendMessage{&pgproto3.Describe{ObjectType: 'S'}}, some[1:]...)...)
		}
		for _, m := range some {
			if messages = append(messages, m); rand.IntN(6) == 0 {
				messages = append(messages, &pgproto3.Flush{})
			}
		}
		numbers = append(numbers, number)
		if n <= 0 {
			return append(messages, endUnit), numbers
		}
		sql, number = g.statement()
	}
}

// enter opens a session; nil: the siege lets nobody in at the moment.
func (g *siege) enter() (c *client, key *pgproto3.CancelRequest) {
	c = dial(g.t, g.addr)
	c.send(startup())
	for {
		m, err := c.Receive()
		if err != nil {
			return nil, nil
		}
		switch m := m.(type) {
		case *pgproto3.BackendKeyData:
			key = &pgproto3.CancelRequest{ProcessID: m.ProcessID, SecretKey: append([]byte(nil), m.SecretKey...)}
		case *pgproto3.ErrorResponse:
			return nil, nil
		case *pgproto3.ReadyForQuery:
			return c, key
		}
	}
}

// behave is one client, for so many units.
func (g *siege) behave(units int) {
	var c *client
	var key *pgproto3.CancelRequest
	for range units {
		for c == nil {
			c, key = g.enter()
		}
		var numbers [][]string
		for range 1 + rand.IntN(2) {
			messages, some := g.unit()
			for _, m := range messages {
				c.Send(m)
			}
			numbers = append(numbers, some)
			if c.Flush() != nil { // the session has ended
				break
			}
			if rand.IntN(5) == 0 {
				dial(g.t, g.addr).send(key)
			}
		}
		switch rand.IntN(12) {
		case 0:
			c.conn.Close()
			c = nil
			continue
		case 1:
			c.reset()
			c = nil
			continue
		}
		for _, some := range numbers {
			answer := c.until(1)
			g.mu.Lock()
			g.units = append(g.units, unitTold{some, answer})
			g.mu.Unlock()
			if strings.Contains(answer, "closed") {
				c = nil
				break
			}
		}
	}
	if c != nil {
		c.conn.Close()
	}
}

// trouble does f again and again until the siege is over.
func trouble(ctx context.Context, each time.Duration, f func(conn *pgconn.PgConn) string, dsn string) error {
	conn, err := pgconn.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background()) //nolint:errcheck // its session was to make trouble
	for tick := time.NewTicker(each); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return nil
		case <-tick.C:
			if _, err := conn.Exec(context.Background(), f(conn)).ReadAll(); err != nil {
				return err
			}
		}
	}
}

// statementNumber finds the numbers of statements in a text.
var statementNumber = regexp.MustCompile(`\bn\d{6}\b`)

// TestOneOutcome: whatever clients, server and locks do, each intent has one outcome, and no statement has two; what a client was told of
// a statement is on record.
func TestOneOutcome(t *testing.T) {
	for name, how := range map[string]struct {
		pooling providers.Pooling
		changes audit.ChangeSync
	}{
		"sessions":     {providers.SessionPooling, audit.SyncOutcome},
		"transactions": {providers.TransactionPooling, audit.SyncCommit},
	} {
		t.Run(name, func(t *testing.T) { besiege(t, how.pooling, how.changes) })
	}
}

func besiege(t *testing.T, pooling providers.Pooling, changes audit.ChangeSync) {
	g := &siege{t: t}
	g.house = serve(t, "", func(s *settings) {
		s.source.Pooling, s.audit.Changes = pooling, changes
		s.engine.Mode, s.door.Ceiling = gate.DeleteSafe, gate.DeleteSafe
		s.engine.Limits = engine.Limits{StatementTimeout: 2 * time.Second}
		s.wrap = func(p *postgres.Provider) providers.Provider {
			g.source = p
			return p
		}
	})
	direct(t, g.dsn, "CREATE TABLE kept (i int); CREATE TABLE locked (i int)")
	ctx, over := context.WithCancel(t.Context())
	var clients, troubles sync.WaitGroup
	begin := func(each time.Duration, f func(conn *pgconn.PgConn) string) {
		troubles.Go(func() {
			if err := trouble(ctx, each, f, g.dsn); err != nil {
				t.Error(err)
			}
		})
	}
	const victims = " FROM pg_catalog.pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'trouble' ORDER BY random() LIMIT 1"
	named := func(sql string) string { return "SET application_name = 'trouble'; " + sql }
	begin(2*time.Millisecond, func(*pgconn.PgConn) string {
		g.source.Altered(nil) // the catalog is not believed any more
		return named([]string{"BEGIN; LOCK TABLE locked; SELECT pg_sleep(0.01); COMMIT", "BEGIN; LOCK TABLE locked; LOCK TABLE pg_catalog.pg_class; SELECT pg_sleep(0.01); COMMIT"}[rand.IntN(2)])
	})
	begin(10*time.Millisecond, func(*pgconn.PgConn) string { return named("SELECT pg_cancel_backend(pid)" + victims) })
	begin(70*time.Millisecond, func(*pgconn.PgConn) string { return named("SELECT pg_terminate_backend(pid)" + victims) })
	for range 8 {
		clients.Go(func() { g.behave(40) })
	}
	clients.Wait()
	over()
	troubles.Wait()
	if err := g.stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	g.compare()
}

// compare compares the record with itself, and with what the clients were told.
func (g *siege) compare() {
	open, ends := map[uint64]audit.Record{}, map[string][]audit.Record{}
	for _, r := range g.written(g.t) {
		switch r.Phase {
		case audit.PhaseIntent:
			open[r.Seq] = r
			continue
		case audit.PhaseOutcome:
			intent, ok := open[r.Intent]
			if !ok {
				g.t.Errorf("record %d is an outcome of %d, which has one or is no intent", r.Seq, r.Intent)
			}
			r.SQL = intent.SQL
			delete(open, r.Intent)
		case audit.PhaseNote:
			continue
		default:
		}
		for _, n := range statementNumber.FindAllString(r.SQL, -1) {
			ends[n] = append(ends[n], r)
		}
	}
	for _, r := range open {
		g.t.Errorf("an intent has no outcome: %+v", r)
	}
	for n, list := range ends {
		if len(list) > 1 {
			g.t.Errorf("statement %s has %d outcomes:", n, len(list))
			for _, r := range list {
				g.t.Errorf("  %d %s %s %s %s %s", r.Seq, r.Phase, r.Decision, r.SQLState, r.Error, r.SQL)
			}
		}
	}
	told, failed := 0, 0
	for _, u := range g.units {
		recorded := 0
		for _, n := range u.numbers {
			recorded += len(ends[n])
		}
		switch {
		case strings.Contains(u.answer, "closed"):
		case strings.Contains(u.answer, "ERROR"):
			if failed++; recorded == 0 {
				g.t.Errorf("%v has no record, and its client was told %s", u.numbers, u.answer)
			}
		default:
			if told++; recorded != len(u.numbers) {
				g.t.Errorf("%v has %d records, and its client was told %s", u.numbers, recorded, u.answer)
			}
		}
	}
	g.t.Logf("%d statements, %d on record; of %d messages and pipelines %d were answered and %d failed", g.last.Load(), len(ends), len(g.units), told, failed)
	if told == 0 || failed == 0 {
		g.t.Error("the siege was none")
	}
}
