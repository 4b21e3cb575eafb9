package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestObjectsOfNewSchemas: who may not make a schema makes none by its objects.
func TestObjectsOfNewSchemas(t *testing.T) {
	e := duckShop(t, "a")
	asAdmin(t, e, "CREATE SCHEMA other", "CREATE TABLE other.mine (a int)")
	analyst := enter(t, e, "analyst")
	for _, sql := range []string{
		"CREATE SCHEMA free CREATE VIEW v AS SELECT secret FROM shop.users", "CREATE SCHEMA free CREATE VIEW v AS SELECT * FROM shop.hidden", "CREATE SCHEMA free CREATE VIEW v AS SELECT * FROM other.mine",
		"CREATE SCHEMA free CREATE TABLE t (a int) CREATE VIEW v AS SELECT t.a FROM t, shop.hidden", "CREATE SCHEMA nobodys CREATE TABLE t (a int)",
		"CREATE SCHEMA free CREATE TABLE t (a int) CREATE VIEW v AS SELECT secret FROM w CREATE VIEW w AS SELECT * FROM shop.users",
	} {
		if out, err := run(t.Context(), analyst, anything(sql)); !refusedByGate(err) && codeOf(err) != sqlstate.UndefinedTable {
			t.Errorf("%s\n\tis not refused: %v %s", sql, err, out)
		}
		if out, err := run(t.Context(), enter(t, e, "admin"), anything("SELECT count(*) FROM pg_namespace WHERE nspname IN ('free', 'nobodys')")); err != nil || !strings.Contains(out, "\n0\n") {
			t.Errorf("%s\n\thas left something: %s %v", sql, out, err)
		}
	}
	reader := enter(t, e, "reader")
	if _, err := reader.Prepare(t.Context(), anything("CREATE SCHEMA mine CREATE TABLE t (a int)")); !refusedByGate(err) {
		t.Errorf("who may only read makes a schema: %v", err)
	}
}

// TestOneQuestionAboutNewSchemas: a person is asked once about a schema and its objects, and sees the whole text.
func TestOneQuestionAboutNewSchemas(t *testing.T) {
	c := newCourt(t, gate.Safe, true, time.Second)
	var asked []approval.Request
	s := c.session(t, "duck", "alice", says(engine.Accepted, &asked))
	const sql = "CREATE SCHEMA own CREATE TABLE t (a int) CREATE VIEW v AS SELECT a FROM t"
	if out, err := run(t.Context(), s, anything(sql)); err != nil || len(asked) != 1 || asked[0].SQL != sql || asked[0].Class != "mutate" {
		t.Errorf("asked: %+v, %v %s", asked, err, out)
	}
	for _, r := range c.records(t) {
		if r.Decision != audit.NeedsApprovalAccepted || r.Approval != asked[0].ID {
			t.Errorf("recorded without the approval: %+v", r)
		}
	}
	if got := c.scalar(t, "duck", "SELECT count(*) FROM own.v"); got != "0" {
		t.Errorf("the view has %s rows", got)
	}
	const draws = "CREATE SCHEMA draws CREATE SEQUENCE q CREATE VIEW v AS SELECT nextval('q')" // the schema is a change, the view runs code
	if out, err := run(t.Context(), s, anything(draws)); codeOf(err) != sqlstate.InsufficientPrivilege || len(asked) != 2 || asked[1].Class != "mutate" {
		t.Errorf("asked: %+v, %v %s", asked, err, out)
	}
	const worse = "CREATE SCHEMA worse CREATE TABLE t (a int) CREATE TABLE t (b int)"
	if out, err := run(t.Context(), s, anything(worse)); codeOf(err) != "42P07" || len(asked) != 3 {
		t.Errorf("asked: %+v, %v %s", asked, err, out)
	}
	if got := c.scalar(t, "duck", "SELECT count(*) FROM pg_namespace WHERE nspname IN ('worse', 'draws')"); got != "0" {
		t.Error("the schema is there without its objects")
	}
}
