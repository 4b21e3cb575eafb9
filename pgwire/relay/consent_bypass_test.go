package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// A setting that needs an approval does not come in with the startup message,
// where nobody is asked.
func TestStartupSettingThatNeedsApproval(t *testing.T) {
	c := sit(t, gate.Safe, longWait)
	for name, value := range map[string]string{"app.user": "boss", "default_transaction_read_only": "off"} {
		config, err := pgconn.ParseConfig("postgres://u@" + c.addr + "/main?sslmode=disable")
		check(t, err)
		config.RuntimeParams[name] = value
		conn, err := pgconn.ConnectConfig(t.Context(), config)
		if err == nil {
			check(t, conn.Close(t.Context()))
		}
		if err == nil || !strings.Contains(err.Error(), "needs a person's approval") || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.demandStates("")
	c.enter() // others come in
}

// What an EXECUTE runs is shown, however its name is written and wherever it stands.
func TestExecuteIsShown(t *testing.T) {
	c := sit(t, gate.Safe, 100*time.Millisecond)
	s := c.enter()
	for _, name := range []string{`a"b`, `c`} {
		s.begin(&pgproto3.Parse{Name: name, Query: "DELETE FROM t WHERE n = 1"}, &pgproto3.Sync{}).ready()
	}
	texts := []string{`EXECUTE "a""b"`, `EXPLAIN ANALYZE EXECUTE c`, `EXECUTE U&"\0063"`}
	for _, sql := range texts {
		s.begin(&pgproto3.Query{String: sql}).ready()
	}
	asked := c.store.List()
	if len(asked) != len(texts) {
		t.Fatalf("asked: %+v", asked)
	}
	for i, r := range asked {
		if _, behind, _ := strings.Cut(r.SQL, texts[i]); strings.Count(behind, "\n-- ") != 1 || !strings.HasSuffix(behind, ": DELETE FROM t WHERE n = 1") {
			t.Errorf("%q", r.SQL)
		}
	}
	c.demandRows("123456789")
}

// A temporary view that takes the place of a table is shown, and an approval that
// was given without it is not for it.
func TestTemporaryViewInThePlaceOfATable(t *testing.T) {
	c := sit(t, gate.DeleteSafe, 100*time.Millisecond)
	direct(t, c.dsn, "CREATE TABLE scratch (n int, at text); INSERT INTO scratch SELECT n, 'y' FROM generate_series(1, 3) n")
	s := c.enter()
	const sql = "DELETE FROM scratch"
	s.begin(&pgproto3.Query{String: sql}).ready()
	c.approve(sql)
	if got := s.begin(&pgproto3.Query{String: "CREATE TEMP VIEW scratch AS SELECT * FROM t WHERE n < 4"}).ready(); got != "C(CREATE VIEW)ZI" {
		t.Fatal(got)
	}
	if got := s.begin(&pgproto3.Query{String: sql}).ready(); got != "E(42501)ZI" {
		t.Fatal(got)
	}
	if r := c.asked(sql); !strings.Contains(r.SQL, "\n-- run in this session before: CREATE TEMP VIEW scratch") || !strings.Contains(r.Estimate.Note, "temporary relations") {
		t.Errorf("asked: %+v", r)
	}
	c.demandStates("approved pending")
	c.demandRows("123456789")
}

// A table that gets the name of the one that was approved is not what was approved,
// and neither is a column.
func TestTableThatTakesAName(t *testing.T) {
	c := sit(t, gate.DeleteSafe, 100*time.Millisecond)
	direct(t, c.dsn, "CREATE TABLE scratch (n int, at text); CREATE TABLE flags (a bool, b bool)")
	s := c.enter()
	texts := []string{"TRUNCATE scratch", "DELETE FROM flags WHERE a"}
	for _, sql := range texts {
		s.begin(&pgproto3.Query{String: sql}).ready()
		c.approve(sql)
	}
	for _, sql := range []string{
		"ALTER TABLE scratch RENAME TO another", "ALTER TABLE t RENAME TO scratch",
		"ALTER TABLE flags RENAME a TO c", "ALTER TABLE flags RENAME b TO a", "ALTER TABLE flags RENAME c TO b",
	} {
		if got := s.begin(&pgproto3.Query{String: sql}).ready(); got != "C(ALTER TABLE)ZI" {
			t.Fatal(got)
		}
	}
	for _, sql := range texts {
		if got := s.begin(&pgproto3.Query{String: sql}).ready(); got != "E(42501)ZI" {
			t.Error(got)
		}
	}
	c.demandStates("approved approved pending pending")
	if got := direct(t, c.dsn, "SELECT count(*) FROM scratch"); got != "9" {
		t.Errorf("%s rows are left", got)
	}
}

// A table that others join after the approval, as heirs or by a foreign key, carries
// what was approved to them: so it is not what was approved. Neither is a table in a
// schema that comes first.
func TestTableThatOthersJoin(t *testing.T) {
	for name, joins := range map[string]string{
		"heir":    "ALTER TABLE t INHERIT scratch",
		"cascade": "ALTER TABLE t ADD FOREIGN KEY (n) REFERENCES scratch ON DELETE CASCADE",
		"schema":  "CREATE SCHEMA AUTHORIZATION CURRENT_USER CREATE VIEW scratch AS SELECT * FROM t",
	} {
		t.Run(name, func(t *testing.T) {
			c := sit(t, gate.DeleteSafe, 100*time.Millisecond)
			direct(t, c.dsn, "CREATE TABLE scratch (n int PRIMARY KEY, at text); INSERT INTO scratch SELECT n, 'y' FROM generate_series(1, 20) n; ALTER TABLE t ALTER n SET NOT NULL")
			s := c.enter()
			const sql = "DELETE FROM scratch WHERE n > 0"
			s.begin(&pgproto3.Query{String: sql}).ready()
			c.approve(sql)
			direct(t, c.dsn, joins)
			if got := s.begin(&pgproto3.Query{String: sql}).ready(); got != "E(42501)ZI" {
				t.Error(got)
			}
			c.demandStates("approved pending")
			c.demandRows("123456789")
		})
	}
}

// What the open transaction has altered is shown, for nobody else sees it yet; what
// the session has set is, too.
func TestWhatTheTransactionAltered(t *testing.T) {
	c := sit(t, gate.DeleteSafe, 100*time.Millisecond)
	direct(t, c.dsn, "CREATE TABLE scratch (n int)")
	s := c.enter()
	s.begin(&pgproto3.Query{String: "TRUNCATE scratch"}).ready()
	c.approve("TRUNCATE scratch")
	for _, sql := range []string{"BEGIN", "ALTER TABLE scratch RENAME TO x", "ALTER TABLE t RENAME TO scratch"} {
		s.begin(&pgproto3.Query{String: sql}).ready()
	}
	if got := s.begin(&pgproto3.Query{String: "TRUNCATE scratch"}).ready(); got != "E(42501)ZE" {
		t.Fatal(got)
	}
	if r := c.asked("TRUNCATE scratch"); !strings.Contains(r.SQL, "\n-- run in this transaction before: ALTER TABLE t RENAME TO scratch") || !strings.Contains(r.Estimate.Note, "its transaction") {
		t.Errorf("asked: %+v", r)
	}
	s.begin(&pgproto3.Query{String: "ROLLBACK"}).ready()
	if got := s.begin(&pgproto3.Query{String: "SET search_path TO pg_catalog, public"}).ready(); got != "C(SET)ZI" {
		t.Fatal(got)
	}
	if got := s.begin(&pgproto3.Query{String: "TRUNCATE scratch"}).ready(); got != "E(42501)ZI" {
		t.Fatal(got)
	}
	if list := c.store.List(); !strings.Contains(list[len(list)-1].SQL, "\n-- search_path: pg_catalog, public") {
		t.Errorf("asked: %+v", list[len(list)-1])
	}
	if got := c.enter().begin(&pgproto3.Query{String: "TRUNCATE scratch"}).ready(); got != "C(TRUNCATE TABLE)ZI" {
		t.Error(got)
	}
	c.demandRows("123456789")
}
