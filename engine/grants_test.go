package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// asks runs a statement of a principal's and returns the request that was made for it;
// nil: it ran without asking anybody.
func (c *court) asks(t *testing.T, source, principal, sql string) *approval.Request {
	t.Helper()
	s, err := c.engine.Open(t.Context(), engine.Client{Door: "test", Principal: auth.Fixed(principal, auth.Local), ID: "s1", Source: source, Ceiling: gate.FullAccess})
	if err != nil {
		t.Fatal(err)
	}
	_, err = run(t.Context(), s, anything(sql))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	var undecided *engine.Undecided
	if errors.As(err, &undecided) {
		return &undecided.Request
	}
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return nil
}

// grant has a statement asked about and granted, and its one approval used.
func (c *court) grant(t *testing.T, source, sql string, rows int64, terms approval.Terms) approval.Grant {
	t.Helper()
	r := c.asks(t, source, "alice", sql)
	if r == nil {
		t.Fatalf("%s ran", sql)
	}
	_, g, err := c.store.Grant(r.ID, approval.Verdict{Approve: true, Approver: "root", Channel: "desk", MaxRows: rows}, terms)
	if err != nil {
		t.Fatal(err)
	}
	if r := c.asks(t, source, "alice", sql); r != nil {
		t.Fatalf("%s asks after it was granted", sql)
	}
	return g
}

func withGrants(o *approval.Options) { o.GrantMax = time.Hour }

// A grant lets its principal do more of the same, so often, with so many rows each,
// and each use is on record by the grant's id and its approver.
func TestGrant(t *testing.T) {
	for _, source := range bothSources {
		t.Run(source, func(t *testing.T) {
			c := newCourt(t, gate.Safe, true, 50*time.Millisecond, withGrants)
			c.given(t, source, "CREATE TABLE t (n int);; INSERT INTO t SELECT i FROM generate_series(1, 20) AS g(i)")
			g := c.grant(t, source, "DELETE FROM t WHERE n = 1", 2, approval.Terms{For: time.Hour, Times: 3})
			const second = "DELETE FROM t WHERE n IN (2, 3)"
			if c.asks(t, source, "alice", second) != nil {
				t.Error("what is granted asks")
			}
			if rec := last(t, c.records(t), second); rec.Decision != audit.NeedsApprovalAccepted || rec.Approval != g.ID || rec.Approver != "root" || rec.Channel != "desk" {
				t.Errorf("recorded: %+v", rec)
			}
			for _, sql := range []string{
				"DELETE FROM t WHERE n BETWEEN 4 AND 6", "UPDATE t SET n = 1 WHERE n = 4", "INSERT INTO t VALUES (1)", "TRUNCATE t", "DROP TABLE t",
			} {
				if c.asks(t, source, "alice", sql) == nil {
					t.Errorf("%s ran", sql)
				}
			}
			if c.asks(t, source, "bob", "DELETE FROM t WHERE n = 4") == nil {
				t.Error("somebody else used it")
			}
			if c.asks(t, source, "alice", "DELETE FROM t WHERE n = 4") != nil {
				t.Error("the third asks")
			}
			if c.asks(t, source, "alice", "DELETE FROM t WHERE n = 5") == nil {
				t.Error("the fourth ran")
			}
			if got := c.scalar(t, source, "SELECT count(*) FROM t"); got != "16" {
				t.Errorf("%s rows are left", got)
			}
			if got := c.store.Grants()[0]; got.Uses != 3 || got.State(time.Now()) != "used up" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestGrantTotalRows: a grant's statements touch so many rows together, and what does not fit asks.
func TestGrantTotalRows(t *testing.T) {
	for _, source := range bothSources {
		t.Run(source, func(t *testing.T) {
			c := newCourt(t, gate.Safe, true, 50*time.Millisecond, withGrants)
			c.given(t, source, "CREATE TABLE t (n int);; INSERT INTO t SELECT i FROM generate_series(1, 20) AS g(i)")
			c.grant(t, source, "DELETE FROM t WHERE n = 1", 3, approval.Terms{For: time.Hour, TotalRows: 5})
			if c.asks(t, source, "alice", "DELETE FROM t WHERE n IN (2, 3, 4)") != nil {
				t.Error("what fits asks")
			}
			if c.asks(t, source, "alice", "DELETE FROM t WHERE n IN (8, 9)") == nil {
				t.Error("more than is left ran")
			}
			if c.asks(t, source, "alice", "DELETE FROM t WHERE n = 10") != nil {
				t.Error("what is left asks")
			}
			if c.asks(t, source, "alice", "DELETE FROM t WHERE n = 11") == nil {
				t.Error("what is used up ran")
			}
			if got := c.store.Grants()[0]; got.Rows != 5 || got.Uses != 3 || got.State(time.Now()) != "used up" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What a grant cannot be proven to cover is asked about: another table of the name,
// what triggers, rules and foreign keys set off, users' code, what a session has made,
// several statements.
func TestGrantCoversNoMore(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond, withGrants)
	c.given(t, "pg", "CREATE TABLE t (id serial PRIMARY KEY, n int);; CREATE TABLE other (n int);; INSERT INTO t (n) VALUES (1), (2), (3)"+
		";; CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'DELETE FROM other RETURNING 1'")
	terms := approval.Terms{For: time.Hour, Verbs: []string{"insert", "update", "delete"}}
	g := c.grant(t, "pg", "INSERT INTO t (n) VALUES (4)", 5, terms)
	covered := func(sql string, want bool) {
		t.Helper()
		if r := c.asks(t, "pg", "alice", sql); (r == nil) != want {
			t.Errorf("%s: covered %v", sql, r == nil)
		}
	}
	covered("INSERT INTO t (n) VALUES (5), (6)", true)
	covered("UPDATE t SET n = n + 1 WHERE id = 1", true)
	covered("DELETE FROM public.t WHERE id = 2 RETURNING n", true)
	covered("INSERT INTO t (id, n) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET n = 0", true)
	covered("UPDATE t SET n = f() WHERE id = 1", false)
	covered("DELETE FROM t USING other WHERE other.n = t.n", false)
	covered("WITH gone AS (DELETE FROM t WHERE id = 3 RETURNING n) INSERT INTO t (n) SELECT n FROM gone", false)
	covered("INSERT INTO other VALUES (1)", false)
	covered("DELETE FROM t WHERE id = 3; DELETE FROM t WHERE id = 4", false)

	var asked []approval.Request
	temporary := c.session(t, "pg", "alice", says(engine.Accepted, &asked))
	for _, sql := range []string{"CREATE TEMP TABLE mine (n int)", "DELETE FROM public.t WHERE id = 99"} {
		if _, err := run(t.Context(), temporary, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	if len(asked) != 2 {
		t.Errorf("a session with temporary tables was asked %d times", len(asked))
	}
	c.given(t, "pg", "CREATE TABLE child (t int REFERENCES t ON DELETE CASCADE)")
	covered("DELETE FROM t WHERE id = 3", false)
	covered("UPDATE t SET n = 3 WHERE id = 3", true)
	c.given(t, "pg", "DROP TABLE child;; CREATE FUNCTION g() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';; "+
		"CREATE TRIGGER tr BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION g()")
	covered("UPDATE t SET n = 4 WHERE id = 3", false)
	covered("DELETE FROM t WHERE id = 3", true)
	c.given(t, "pg", "CREATE RULE r AS ON DELETE TO t DO ALSO DELETE FROM other")
	covered("DELETE FROM t WHERE id = 4", false)
	c.given(t, "pg", "DROP TABLE t;; CREATE TABLE t (id serial PRIMARY KEY, n int)")
	covered("INSERT INTO t (n) VALUES (7)", false)
	if _, err := c.store.Revoke(g.ID, "root"); err != nil {
		t.Error(err)
	}
}

// Nothing is granted for what no grant can cover, and a revoked grant covers nothing.
func TestNoGrant(t *testing.T) {
	c := newCourt(t, gate.Safe, true, 50*time.Millisecond, withGrants)
	c.given(t, "pg", three+";; CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'DELETE FROM t RETURNING 1'")
	for sql, why := range map[string]string{
		"TRUNCATE t":   "nobody can tell how many rows it touches",
		"SELECT f()":   "nobody can tell how many rows it touches",
		"DROP TABLE t": "nobody can tell how many rows it touches",
		"INSERT INTO t SELECT f() FROM generate_series(1, 3)":          "nobody can tell how many rows it touches",
		"DELETE FROM t WHERE n = (SELECT n FROM t LIMIT 1 FOR UPDATE)": "it also does this: ",
	} {
		r := c.asks(t, "pg", "alice", sql)
		if r == nil || r.Scope == nil || !strings.Contains(r.Scope.Why, why) {
			t.Errorf("%s: %+v", sql, r)
			continue
		}
		if _, _, err := c.store.Grant(r.ID, approval.Verdict{Approve: true, MaxRows: 3}, approval.Terms{For: time.Minute}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", sql, err)
		}
		if got, err := c.store.Get(r.ID); err != nil || got.State != approval.Pending {
			t.Errorf("%s: %+v %v", sql, got, err)
		}
	}
	g := c.grant(t, "pg", "DELETE FROM t WHERE n = 1", 1, approval.Terms{For: time.Hour})
	if _, err := c.store.Revoke(g.ID, "carla"); err != nil {
		t.Fatal(err)
	}
	if c.asks(t, "pg", "alice", "DELETE FROM t WHERE n = 2") == nil {
		t.Error("a revoked grant was used")
	}
}
