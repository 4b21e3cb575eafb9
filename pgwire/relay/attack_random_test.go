package relay_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// The code of f is replaced between any two messages of a client. Somebody approves what names f while f is harmless, and nothing else of
// it. So the other code must never run, whatever the client sends; and what does not name f is never refused, but where it would commit a
// cursor WITH HOLD over f, or run a deferred trigger that calls f.

const (
	randomSchema = `CREATE TABLE u (a int); INSERT INTO u VALUES (1);
CREATE PROCEDURE commits() LANGUAGE plpgsql AS 'BEGIN COMMIT; END';
CREATE FUNCTION g() RETURNS int STABLE LANGUAGE plpgsql AS 'BEGIN RETURN f(1); END';
CREATE TABLE d (n int); CREATE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM f(1); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER fires AFTER INSERT OR UPDATE ON d DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fires();
CREATE PROCEDURE inserts() LANGUAGE plpgsql AS 'BEGIN INSERT INTO d VALUES (1); END';
`
	randomHarmless = "CREATE OR REPLACE FUNCTION f(int) RETURNS int STABLE LANGUAGE sql AS 'SELECT 1; SELECT $1'"
	randomHarmful  = "CREATE OR REPLACE FUNCTION f(int) RETURNS int VOLATILE LANGUAGE sql AS 'SELECT lo_create(0); SELECT $1'"
)

// attacks is how many sequences are played in each mode: a few, or as many as ATTACKS says; ATTACK_SEED begins another series.
func attacks() (n int, seed uint64) {
	n, seed = 4, 1
	if v, err := strconv.Atoi(os.Getenv("ATTACKS")); err == nil {
		n = v
	}
	if v, err := strconv.ParseUint(os.Getenv("ATTACK_SEED"), 10, 64); err == nil {
		seed = v
	}
	return n, seed
}

// attacker is a client that sends messages of no order, and what is known of its session.
type attacker struct {
	*raw
	t     *testing.T
	c     *court
	rng   *rand.Rand
	reads bool // the mode is read_only
	steps []string

	refused map[string]int // errors by their codes

	mu      sync.Mutex
	harmful bool // f is

	unit   bool // messages were sent behind the last Sync
	status byte // of the last ReadyForQuery
	failed bool // the server skips up to Sync
	held   bool // a cursor WITH HOLD over f was declared, or a trigger deferred, and its transaction is open
	since  bool // f was replaced since
	fired  bool // the session has left such triggers: for a second or so, the server counts their rows for later transactions, too
	bound  bool // a statement that names f was bound in the unit
	other  bool // f was replaced since
}

// TestRandomAttacks: see above.
func TestRandomAttacks(t *testing.T) {
	n, seed := attacks()
	for _, mode := range []gate.Mode{gate.Safe, gate.ReadOnly} {
		for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
			t.Run(fmt.Sprintf("%v, %v", mode, pooling), func(t *testing.T) {
				t.Parallel()
				c := sit(t, mode, longWait, func(s *settings) { s.source.Pooling = pooling })
				direct(t, c.dsn, randomHarmless+";"+randomSchema)
				refused := map[string]int{}
				for i := range uint64(n) {
					a := &attacker{refused: refused, t: t, c: c, reads: mode == gate.ReadOnly, rng: rand.New(rand.NewPCG(seed, i))}
					if a.play(); t.Failed() {
						t.Fatalf("sequence %d of the seed %d:\n%s", i, seed, strings.Join(a.steps, "\n"))
					}
				}
				t.Log("errors by their codes:", refused)
			})
		}
	}
}

func (a *attacker) play() {
	over := make(chan struct{})
	var approver sync.WaitGroup
	approver.Go(func() { a.decideUntil(over) })
	defer approver.Wait()
	defer close(over)
	a.replace(false)
	a.enter()
	for range 10 + a.rng.IntN(15) {
		if a.step(); a.t.Failed() {
			return
		}
	}
	a.end()
	a.innocent()
	_ = a.conn.Close()
	if got := direct(a.t, a.c.dsn, "SELECT count(*) FROM pg_largeobject_metadata"); got != "0" {
		a.t.Errorf("the other code ran %s times", got)
	}
}

func (a *attacker) enter() {
	a.raw, a.unit, a.status, a.failed, a.held, a.fired, a.bound = a.c.enter(), false, 'I', false, false, false, false
}

// decideUntil decides every request, by what f is now.
func (a *attacker) decideUntil(over chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-time.After(5 * time.Millisecond):
		}
		for _, r := range a.c.store.List() {
			if r.State == approval.Pending && r.Left.IsZero() {
				a.mu.Lock()
				_, _ = a.c.store.Decide(r.ID, approval.Verdict{Approve: !a.harmful || !namesF(r.SQL), Approver: "ann", Channel: "desk"})
				a.mu.Unlock()
			}
		}
	}
}

// namesF reports whether a statement names f. The cursors of the session stand behind it, of which FETCH runs one.
func namesF(sql string) bool {
	if text, _, _ := strings.Cut(sql, "-- "); !strings.HasPrefix(sql, "FETCH") {
		sql = text
	}
	return strings.Contains(sql, "f(") || strings.Contains(sql, "g()") || leavesTrigger(sql)
}

// leavesTrigger reports whether a statement leaves a trigger that calls f for the end of its transaction.
func leavesTrigger(sql string) bool {
	return strings.Contains(sql, "INTO d") || strings.Contains(sql, "inserts()")
}

func (a *attacker) addStep(format string, args ...any) {
	a.steps = append(a.steps, fmt.Sprintf(format, args...))
}

func (a *attacker) replace(harmful bool) {
	sql := randomHarmless
	if harmful {
		sql = randomHarmful
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	direct(a.t, a.c.dsn, sql)
	a.harmful, a.since, a.other = harmful, a.held, a.bound
	a.addStep("   f is replaced; harmful: %v", harmful)
}

// step sends a message or some, or replaces the code. It looks for what the test is about more often than chance would.
func (a *attacker) step() {
	switch n := a.rng.IntN(20); {
	case a.failed:
		a.sync()
	case a.held && !a.since && n < 6:
		a.replace(n > 0)
	case a.held && !a.since && n < 9:
		a.during()
	case a.held && a.since && n < 10:
		a.commit()
	case !a.held && a.harmful && n < 7:
		a.replace(false)
	case !a.held && !a.harmful && n < 7:
		a.extended([]string{declareRandom, insertRandom}[n%2])
	case n < 11:
		a.replace(n > 8)
	case n < 12 && a.unit:
		a.sync()
	case n < 13:
		a.during()
	case n < 14 && a.unit:
		a.leave()
	case n < 17:
		a.query(a.pick())
	default:
		a.extended(a.pick())
	}
}

// commit sends what would commit the cursor, or may.
func (a *attacker) commit() {
	switch a.rng.IntN(6) {
	case 4:
		a.query("SET CONSTRAINTS ALL IMMEDIATE")
	case 0:
		a.sync()
	case 1:
		a.during()
	case 2:
		a.extended("COMMIT")
	case 3:
		a.extended("CALL commits()")
	default:
		a.query(a.pick())
	}
}

const insertRandom = "INSERT INTO d VALUES (1)"

const declareRandom = "DECLARE h CURSOR WITH HOLD FOR SELECT f(g) FROM generate_series(1, 3) g"

// pick picks a statement.
func (a *attacker) pick() string {
	list := []string{
		"SELECT 1", "SELECT n FROM t WHERE n = 1", "UPDATE t SET at = 'y' WHERE n = 2", "SELECT f(1)", "SELECT g()", "SELECT 1/0", "", "",
		"BEGIN", "COMMIT", "ROLLBACK", "COMMIT AND CHAIN", "SAVEPOINT a", "ROLLBACK TO a", "CALL commits()", "SHOW PROVIDERS", "COPY u TO STDOUT",
		"FETCH 1 FROM h", "FETCH 1 FROM c", "CLOSE h", "SELECT 1; SELECT 2", "BEGIN; SELECT 1; COMMIT", "SELECT 1; COMMIT",
		"DECLARE c CURSOR FOR SELECT f(g) FROM generate_series(1, 3) g", "DECLARE i CURSOR WITH HOLD FOR SELECT n FROM t",
		insertRandom, "CALL inserts()", "INSERT INTO d VALUES (1); SELECT 2", "BEGIN; INSERT INTO d VALUES (1)", "BEGIN; INSERT INTO d VALUES (1); COMMIT", "SET CONSTRAINTS ALL IMMEDIATE", "UPDATE t SET at = 'y' WHERE n = 3; COMMIT",
	}
	if a.rng.IntN(6) == 0 {
		return declareRandom
	}
	return list[a.rng.IntN(len(list))]
}

func (a *attacker) query(sql string) {
	a.begin(query(sql))
	a.answered("query "+sql, a.whole(), sql)
}

// extended sends a statement by messages, of which the last may be missing, with a Flush.
func (a *attacker) extended(sql string) {
	if strings.Contains(sql, ";") {
		return
	}
	a.unit = true
	list, last := messages{parse("", sql), bind("", "")}, byte('2')
	if a.rng.IntN(6) > 0 {
		list, last = append(list, execute("")), 'C'
	} else {
		a.bound = a.bound || namesF(sql)
	}
	if sql == "" && last == 'C' {
		last = 'I'
	}
	a.begin(list...).begin(flush)
	a.answered("messages "+sql, a.untilAny(string(last)+"E"), sql)
}

func (a *attacker) sync() {
	a.begin(endUnit)
	a.unit, a.failed = false, false
	a.answered("Sync", a.whole(), "")
}

// whole reads up to ReadyForQuery, which does not come before a Sync behind an error that undoes what was bound before a query.
func (a *attacker) whole() string {
	got := a.untilAny("ZE")
	if !strings.HasSuffix(got, ")") || strings.HasSuffix(got, "E(40001)") && a.bound && a.unit {
		return got
	}
	return got + a.ready()
}

// during replaces the code while a statement waits, before messages that may commit.
func (a *attacker) during() {
	release := lockTable(a.t, a.c.dsn, "u")
	const slow = "SELECT a FROM u"
	commits := a.rng.IntN(3) == 0
	if a.rng.IntN(2) == 0 {
		a.begin(query(slow))
	} else {
		a.begin(parse("", slow), bind("", ""), execute(""), endUnit)
		a.unit = false
	}
	if commits {
		a.begin(query("COMMIT"))
	}
	waits := func() bool {
		return direct(a.t, a.c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") != "0"
	}
	for began := time.Now(); !waits() && time.Since(began) < time.Second; { // it may have been refused
		time.Sleep(5 * time.Millisecond)
	}
	a.replace(a.rng.IntN(4) > 0)
	release()
	a.answered("during "+slow, a.whole(), "")
	if commits && !a.failed { // the server skips it then
		a.answered("COMMIT", a.whole(), "COMMIT")
	}
}

func (a *attacker) leave() {
	a.addStep("leaves")
	if a.rng.IntN(2) == 0 {
		a.begin(&pgproto3.Terminate{})
	}
	_ = a.conn.Close()
	a.enter()
}

// answered notes an answer and looks at it.
func (a *attacker) answered(what, got, sql string) {
	a.addStep("%s: %s", what, got)
	allowed := map[string]bool{
		"25P02": true, "22012": true, "34000": true, "42P03": true, "25P01": true, "2D000": true, "3B001": true, "25001": true, "55000": a.held && a.since || a.fired,
		"0A000": a.held || a.fired || sql == "SHOW PROVIDERS" && a.unit, "42501": a.harmful && namesF(sql) || a.reads || strings.HasPrefix(sql, "FETCH"), "40001": a.bound && a.other,
	}
	for _, part := range strings.Split(got, "E(")[1:] {
		code, _, _ := strings.Cut(part, ")")
		if a.refused[code]++; !allowed[code] {
			a.t.Errorf("%s: %s", what, got)
		}
	}
	if strings.Contains(got, "HANGS") || strings.Contains(got, "closed") {
		a.t.Errorf("%s: %s", what, got)
		return
	}
	if strings.Contains(got, "C(DECLARE CURSOR)") && strings.Contains(sql, "DECLARE h") || leavesTrigger(sql) && (strings.Contains(got, "C(INSERT 0 1)") || strings.Contains(got, "C(CALL)")) {
		a.held, a.fired = true, a.fired || leavesTrigger(sql)
	}
	switch {
	case len(got) > 1 && got[len(got)-2] == 'Z':
		if a.status = got[len(got)-1]; a.status == 'I' || strings.Contains(got, "C(COMMIT)") {
			a.held, a.since = false, false
		}
		a.unit, a.failed, a.bound, a.other = false, false, false, false
	case strings.Contains(got, "E("):
		a.failed = true
	}
}

// end ends what is open.
func (a *attacker) end() {
	if a.unit || a.failed {
		a.sync()
	}
	if a.status != 'I' {
		a.query("ROLLBACK")
	}
}

// innocent runs what has nothing to do with f: nothing that came before may be in its way.
func (a *attacker) innocent() {
	a.replace(true)
	for _, step := range []struct {
		send messages
		want string
	}{
		{messages{query("SELECT 5")}, "D(5)C(SELECT 1)ZI"},
		{append(extended("SELECT 5"), endUnit), "12D(5)C(SELECT 1)ZI"},
		{append(extended("SELECT 5"), query("SELECT 6")), "12D(5)C(SELECT 1)D(6)C(SELECT 1)ZI"},
		{messages{endUnit}, "ZI"},
		{messages{query("BEGIN; SELECT 7; COMMIT")}, "C(BEGIN)D(7)C(SELECT 1)C(COMMIT)ZI"},
		{messages{query("BEGIN")}, "C(BEGIN)ZT"},
		{messages{query("COMMIT")}, "C(COMMIT)ZI"},
	} {
		if got := a.begin(step.send...).ready(); got != step.want {
			a.t.Errorf("behind all that came %s, not %s", got, step.want)
		}
	}
}
