package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// An empty statement with a name, where backends are shared, is bound as the
// server's unnamed statement.
func TestEmptyNamedStatement(t *testing.T) {
	c := sit(t, gate.Safe, 0, func(s *settings) { s.source.Pooling = providers.TransactionPooling })
	s := c.enter()
	if got := s.ask(parse("a", ""), parse("", "DELETE FROM t"), bindTo("", "a"), execute("")); got != "112IZI" {
		t.Error(got)
	}
	c.demandRows("123456789")
}

// The name of a statement on shared backends is taken by SQL.
func TestGlobalNameOfAnother(t *testing.T) {
	c := sit(t, gate.Safe, 0, func(s *settings) { s.source.Pooling = providers.TransactionPooling })
	s := c.enter()
	t.Log(s.query("BEGIN"))
	t.Log(s.ask(parse("b", "SELECT 1")))
	s.begin(&pgproto3.Query{String: "SELECT name FROM pg_prepared_statements WHERE name LIKE '_sallyport_%' AND statement = 'SELECT 1'"})
	name := ""
	for {
		kind, body, err := s.next(patience)
		if err != nil {
			t.Fatal(err)
		}
		if kind == 'D' {
			name = string(body[6:])
		}
		if kind == 'Z' {
			break
		}
	}
	t.Log(name)
	t.Log(s.query("DEALLOCATE " + name))
	t.Log(s.query("PREPARE " + name + " AS DELETE FROM t"))
	t.Log(s.ask(bindTo("", "b"), execute("")))
	t.Log(s.query("COMMIT"))
	c.demandRows("123456789")
}

// An unnamed empty statement on another backend than it was parsed on.
func TestEmptyUnnamedStatement(t *testing.T) {
	c := sit(t, gate.Safe, 0, func(s *settings) { s.source.Pooling = providers.TransactionPooling; s.source.MaxBackends = 2 })
	a, b := c.enter(), c.enter()
	t.Log(a.ask(parse("", "")))
	t.Log(b.ask(parse("", "DELETE FROM t")))
	t.Log(a.ask(bindTo("", ""), execute("")))
	c.demandRows("123456789")
}

// The same where the new statement needs no approval: what runs is not on record.
func TestGlobalNameIsNotReused(t *testing.T) {
	c := sit(t, gate.DeleteSafe, 0, func(s *settings) { s.source.Pooling = providers.TransactionPooling })
	s := c.enter()
	t.Log(s.query("BEGIN"), s.ask(parse("b", "SELECT 1")))
	t.Log(s.query("DEALLOCATE _sallyport_1"), s.query("PREPARE _sallyport_1 AS INSERT INTO t VALUES (100)"))
	t.Log(s.ask(bindTo("", "b"), execute("")), s.query("COMMIT"))
	c.demandRows("123456789")
}

// Another session's statement is deallocated by SQL.
func TestDeallocatedByAnother(t *testing.T) {
	c := sit(t, gate.Safe, 0, func(s *settings) { s.source.Pooling = providers.TransactionPooling; s.source.MaxBackends = 2 })
	a, b := c.enter(), c.enter()
	t.Log(a.ask(parse("s", "SELECT 1")))
	t.Log(b.query("DEALLOCATE _sallyport_1"))
	if got := a.ask(bindTo("", "s"), execute("")); !strings.HasPrefix(got, "2D") {
		t.Errorf("%s", got)
	}
}
