package engine_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestOutcomeBeforeEOF: a read's record is not there while rows are, and is
// there when Next says io.EOF.
func TestOutcomeBeforeEOF(t *testing.T) {
	h := newHouse(t, gate.Safe, nil, engine.Limits{})
	s := h.open(t, "duck", gate.FullAccess)
	batch, err := s.Prepare(t.Context(), anything("SELECT 1"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := result.Next(); err != nil {
		t.Fatal(err)
	}
	if n := len(h.records(t)); n != 0 {
		t.Errorf("%d records before the end", n)
	}
	if _, err := result.Next(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if n := len(h.records(t)); n != 1 {
		t.Errorf("%d records at io.EOF, want 1", n)
	}
}

// TestIntentBeforeTheSource: when the source is asked to change something, the
// intent is already in the file.
func TestIntentBeforeTheSource(t *testing.T) {
	var h *house
	var before []audit.Record
	spy := func(p providers.Provider) providers.Provider {
		return &faulty{Provider: p, query: func(s providers.Statement) error {
			if s.Verb == "CREATE TABLE" {
				before = h.records(t)
			}
			return nil
		}}
	}
	h = newHouse(t, gate.FullAccess, spy, engine.Limits{})
	if _, err := run(t.Context(), h.open(t, "duck", gate.FullAccess), anything("CREATE TABLE t (i int)")); err != nil {
		t.Fatal(err)
	}
	if len(before) != 1 || before[0].Phase != audit.PhaseIntent {
		t.Fatalf("when the source was asked, the log held %+v", before)
	}
	after := h.records(t)
	if len(after) != 1 || after[0].Phase != audit.PhaseOutcome || after[0].Intent != before[0].Seq {
		t.Errorf("afterwards it got %+v", after)
	}
}

// TestNoRecordNoRun: a log that cannot write stops everything, reads too, and
// before the source is asked to change anything.
func TestNoRecordNoRun(t *testing.T) {
	asked := 0
	spy := func(p providers.Provider) providers.Provider {
		return &faulty{Provider: p, query: func(s providers.Statement) error {
			if s.Verb == "CREATE TABLE" {
				asked++
			}
			return nil
		}}
	}
	h := newHouse(t, gate.FullAccess, spy, engine.Limits{})
	s := h.open(t, "duck", gate.FullAccess)
	if err := h.log.Close(); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"CREATE TABLE t (i int)", "SELECT 1", "SELEC", "SHOW timezone"} {
		if seen, err := run(t.Context(), s, anything(sql)); err == nil || strings.Contains(seen, "SELECT 1") {
			t.Errorf("%s: %q, %v; want an error and no end", sql, seen, err)
		}
	}
	if asked > 0 {
		t.Errorf("the source was asked to change something %d times", asked)
	}
}

// TestLargeReadIsAnnounced: rows of a read that returns much do not leave before
// it is on record; nor do those of one that its door announces.
func TestLargeReadIsAnnounced(t *testing.T) {
	h := newHouse(t, gate.Safe, nil, engine.Limits{})
	s := h.open(t, "duck", gate.FullAccess)
	for _, announce := range []bool{false, true} {
		batch, err := s.Prepare(t.Context(), anything("SELECT repeat('x', 1000) FROM generate_series(1, 100)"))
		if err != nil {
			t.Fatal(err)
		}
		result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if announce {
			if err := result.Announce(); err != nil {
				t.Fatal(err)
			}
		}
		var list []audit.Record
		rows := 0
		for ; len(list) == 0; rows++ {
			if _, err := result.Next(); err != nil {
				t.Fatalf("no record when %d rows were out: %v", rows, err)
			}
			list = h.records(t)
		}
		if list[0].Phase != audit.PhaseIntent || announce != (rows == 1) || rows > 40 {
			t.Errorf("after %d rows: %+v", rows, list)
		}
		if err := drain(&strings.Builder{}, result); err != nil {
			t.Fatal(err)
		}
		if list := h.records(t); len(list) != 1 || list[0].Phase != audit.PhaseOutcome || *list[0].Rows != 100 {
			t.Errorf("at the end: %+v", list)
		}
	}
}

// TestReplanned: what was prepared before a name changed its meaning is judged
// by the new meaning.
func TestReplanned(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	victim, other := h.open(t, "duck", gate.ReadOnly), h.open(t, "duck", gate.FullAccess)
	if _, err := run(t.Context(), other, anything("CREATE SEQUENCE s; CREATE VIEW v AS SELECT 1::bigint AS one")); err != nil {
		t.Fatal(err)
	}
	batch, err := victim.Prepare(t.Context(), anything("SELECT * FROM v"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(t.Context(), other, anything("CREATE OR REPLACE VIEW v AS SELECT nextval('s') AS one")); err != nil {
		t.Fatal(err)
	}
	if _, err := victim.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{}); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
		t.Errorf("got %v", err)
	}
}

// TestNoSecrets: a password is in no record, whatever part of a call it came in.
func TestNoSecrets(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "pg", gate.FullAccess)
	const sql = "ALTER ROLE nobody PASSWORD 'hunter2'"
	for _, text := range []string{sql, sql + " nonsense", "/* " + sql + " */", sql + "; SELECT 'x"} {
		_, _ = run(t.Context(), s, engine.Request{SQL: text, Purpose: gate.AnyPurpose, Tool: "t", Args: map[string]any{"query": text}})
		_, _ = s.Validate(t.Context(), anything(text))
		_ = s.Inspect(t.Context(), engine.Call{Tool: "t", SQL: text, Args: map[string]any{"query": text}, Refused: true},
			func(context.Context) error { return errors.New("no") })
	}
	text, err := os.ReadFile(h.log.Path())
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "hunter2") {
			t.Errorf("a password is on record: %s", line)
		}
	}
}

// TestPanic: a panic in a source ends that statement, and is on record.
func TestPanic(t *testing.T) {
	spy := func(p providers.Provider) providers.Provider {
		return &faulty{Provider: p, query: func(s providers.Statement) error {
			if strings.Contains(s.SQL, "boom") {
				panic("boom")
			}
			return nil
		}}
	}
	h := newHouse(t, gate.FullAccess, spy, engine.Limits{})
	s := h.open(t, "duck", gate.FullAccess)
	_, err := run(t.Context(), s, anything("SELECT 'boom'"))
	if sqlstate.CodeOf(err) != sqlstate.InternalError || strings.Contains(err.Error(), "boom") {
		t.Errorf("got %v", err)
	}
	if list := h.records(t); len(list) != 1 || list[0].SQLState != string(sqlstate.InternalError) {
		t.Errorf("recorded %+v", list)
	}
	if seen, err := run(t.Context(), s, anything("SELECT 1")); err != nil {
		t.Errorf("the session is dead: %q, %v", seen, err)
	}
}

// TestDescribeErrorIsRecorded: a statement that fails when it is described never
// runs, and its client is told why: that is on record.
func TestDescribeErrorIsRecorded(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	for _, source := range []string{"pg", "duck"} {
		s := h.open(t, source, gate.FullAccess)
		list, err := s.Prepare(t.Context(), anything("SELECT nope"))
		if err != nil {
			t.Fatal(err)
		}
		before := len(h.records(t))
		_, err = list[0].Describe(t.Context())
		if sqlstate.CodeOf(err) != "42703" {
			t.Errorf("%s: described with %v", source, err)
		}
		if list := h.records(t)[before:]; len(list) != 1 || list[0].SQLState != "42703" || list[0].SQL != "SELECT nope" {
			t.Errorf("%s: recorded %+v", source, list)
		}
	}
}

// TestCancel: Cancel from another goroutine ends the running statement.
func TestCancel(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	for source, sql := range map[string]string{
		"pg":   "SELECT pg_sleep(60)",
		"duck": "SELECT count(*) FROM generate_series(1, 100000000) a(x), generate_series(1, 100000) b(y) WHERE x + y = 1",
	} {
		t.Run(source, func(t *testing.T) {
			s := h.open(t, source, gate.FullAccess)
			stop := cancelUntilDone(s)
			defer stop()
			started := time.Now()
			_, err := run(t.Context(), s, anything(sql))
			if sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
				t.Errorf("got %v", err)
			}
			stop()
			if d := time.Since(started); d > 20*time.Second {
				t.Errorf("it took %s", d)
			}
			if _, err := run(t.Context(), s, anything("SELECT 1")); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// cancelUntilDone cancels what runs, again and again: on a busy machine the
// statement may begin late. The function that it returns ends that.
func cancelUntilDone(s *engine.Session) func() {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for tick := time.NewTicker(300 * time.Millisecond); ; {
			select {
			case <-tick.C:
				s.Cancel()
			case <-done:
				tick.Stop()
				return
			}
		}
	}()
	return sync.OnceFunc(func() { close(done); <-ended })
}

// TestLostConnection: outside a transaction the next statement connects anew;
// inside, the session stays failed until the client ends what is lost anyway.
func TestLostConnection(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	victim, killer := h.open(t, "pg", gate.FullAccess), h.open(t, "pg", gate.FullAccess)
	kill := func() {
		t.Helper()
		pid, err := run(t.Context(), victim, anything("SELECT pg_backend_pid()"))
		if err != nil {
			t.Fatal(err)
		}
		sql := "SELECT pg_terminate_backend(" + strings.Split(pid, "\n")[1] + ", 10000)"
		if _, err := run(t.Context(), killer, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	kill()
	for i := range 2 {
		_, err := run(t.Context(), victim, anything("SELECT 1"))
		if i == 0 && err == nil || i == 1 && err != nil {
			t.Errorf("statement %d: %v", i, err)
		}
	}
	if _, err := run(t.Context(), victim, anything("BEGIN")); err != nil {
		t.Fatal(err)
	}
	kill()
	for range 2 {
		if _, err := run(t.Context(), victim, anything("CREATE TABLE autocommitted (i int)")); err == nil {
			t.Error("ran outside the transaction it was meant for")
		}
	}
	if status := victim.Status(); status != providers.Failed {
		t.Errorf("status %c, want E", status)
	}
	if seen, err := run(t.Context(), victim, anything("COMMIT")); err != nil || !strings.Contains(seen, "ROLLBACK") {
		t.Errorf("COMMIT: %q, %v", seen, err)
	}
	if seen, err := run(t.Context(), victim, anything("SELECT 1")); err != nil || victim.Status() != providers.Idle {
		t.Errorf("afterwards: %q, %v", seen, err)
	}
}

// TestCommitUnknown: when the connection is lost while a COMMIT is on its way, the
// client is not told that it was rolled back, nor that it was not.
func TestCommitUnknown(t *testing.T) {
	lose := func(p providers.Provider) providers.Provider {
		return &faulty{Provider: p, query: func(s providers.Statement) error {
			if s.Verb == "COMMIT" {
				return sqlstate.New(sqlstate.ConnectionFailure, "the connection was lost")
			}
			return nil
		}}
	}
	h := newHouse(t, gate.FullAccess, lose, engine.Limits{})
	for _, sql := range []string{
		"BEGIN; CREATE TABLE a (i int); COMMIT",
		"CREATE TABLE b (i int); INSERT INTO b VALUES (1)", // the implicit one
	} {
		s := h.open(t, "duck", gate.FullAccess)
		seen, err := run(t.Context(), s, anything(sql))
		if sqlstate.CodeOf(err) != sqlstate.ConnectionFailure || strings.Contains(seen, "ROLLBACK") {
			t.Errorf("%s: %q, %v", sql, seen, err)
		}
	}
}

// TestStatementTimeout: the server's limit ends a statement.
func TestStatementTimeout(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{StatementTimeout: 200 * time.Millisecond})
	_, err := run(t.Context(), h.open(t, "pg", gate.FullAccess), anything("SELECT pg_sleep(60)"))
	if e := sqlstate.From(err); e == nil || e.Code != sqlstate.QueryCanceled {
		t.Errorf("got %v", err)
	}
}

// TestLimits: a read stops at its limit; a change runs to its end although what
// it returns is cut.
func TestLimits(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{MaxRows: 5})
	for _, source := range []string{"duck", "pg"} {
		t.Run(source, func(t *testing.T) {
			s := h.open(t, source, gate.FullAccess)
			seen, err := run(t.Context(), s, anything("SELECT * FROM generate_series(1, 1000000)"))
			if err != nil || strings.Count(seen, "\n") != 7 || !strings.HasSuffix(seen, " rows\n") {
				t.Errorf("got %q, %v", seen, err)
			}
			if _, err = run(t.Context(), s, anything("CREATE TABLE many (i bigint)")); err != nil {
				t.Fatal(err)
			}
			seen, err = run(t.Context(), s, anything("INSERT INTO many SELECT * FROM generate_series(1, 100) RETURNING i"))
			if err != nil || !strings.Contains(seen, "INSERT 0 100 rows") {
				t.Errorf("got %q, %v", seen, err)
			}
			seen, err = run(t.Context(), s, anything("SELECT count(*) FROM many"))
			if err != nil || !strings.Contains(seen, "100") {
				t.Errorf("got %q, %v", seen, err)
			}
		})
	}
}

// TestPurposeAndSingle: a tool takes one statement, of its own class.
func TestPurposeAndSingle(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "duck", gate.FullAccess)
	for sql, want := range map[string]sqlstate.Code{
		"SELECT 1":               sqlstate.SuccessfulCompletion,
		"SELECT 1; SELECT 2":     sqlstate.SyntaxError,
		"CREATE TABLE t (i int)": sqlstate.InsufficientPrivilege,
		"BEGIN":                  sqlstate.InsufficientPrivilege,
		"":                       sqlstate.SuccessfulCompletion,
	} {
		_, err := s.Prepare(t.Context(), engine.Request{SQL: sql, Purpose: gate.SelectPurpose, Single: true})
		if sqlstate.CodeOf(err) != want {
			t.Errorf("%q: %v, want %s", sql, err, want)
		}
	}
}

// TestUnknownSource names what there is.
func TestUnknownSource(t *testing.T) {
	h := newHouse(t, gate.Safe, nil, engine.Limits{})
	_, err := h.engine.Open(t.Context(), engine.Client{Source: "nowhere"})
	if e := sqlstate.From(err); e == nil || e.Code != sqlstate.InvalidCatalogName || !strings.Contains(e.Hint, "duck, pg") {
		t.Errorf("got %v", err)
	}
}

// TestNoLeaks: a session that was closed in the middle of a result leaves no
// goroutine behind.
func TestNoLeaks(t *testing.T) {
	before := goleak.IgnoreCurrent()
	rotation := goleak.IgnoreAnyFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun") // never ends, by design
	t.Run("sessions", func(t *testing.T) {
		h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
		for _, source := range []string{"duck", "pg"} {
			s := h.open(t, source, gate.FullAccess)
			batch, err := s.Prepare(t.Context(), anything("SELECT * FROM generate_series(1, 1000000)"))
			if err != nil {
				t.Fatal(err)
			}
			result, err := s.Execute(t.Context(), batch[0], providers.Args{}, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := result.Next(); err != nil {
				t.Fatal(err)
			}
		}
	})
	goleak.VerifyNone(t, before, rotation)
}

// faulty is a provider whose connections call query before each statement.
type faulty struct {
	providers.Provider
	query func(providers.Statement) error
}

func (f *faulty) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	c, err := f.Provider.Connect(ctx, o)
	return &faultyConn{c, f.query}, err
}

type faultyConn struct {
	providers.Conn
	query func(providers.Statement) error
}

func (c *faultyConn) Query(ctx context.Context, s providers.Statement, a providers.Args) (providers.Rows, error) {
	if err := c.query(s); err != nil {
		return nil, err
	}
	return c.Conn.Query(ctx, s, a)
}
