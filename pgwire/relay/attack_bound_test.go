package relay_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// A Bind runs code where its plan is made, and a Parse where it reads a constant. What that leaves on the backend, nobody else finds, though
// nothing is executed.
func TestBoundLeavesNothingToOthers(t *testing.T) {
	const left = "SELECT coalesce(current_setting('app.tenant', true), '')"
	c := sit(t, gate.FullAccess, 0, func(s *settings) {
		s.source.Pooling, s.source.MaxBackends, s.source.MaxWait = providers.TransactionPooling, 1, 300*time.Millisecond
	})
	direct(t, c.dsn, sequences+`; CREATE FUNCTION leave(text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
		PERFORM set_config('app.tenant', $1, false), nextval('s'); RETURN true; END $$;
		CREATE DOMAIN leaving AS text CHECK (leave(value))`)
	for _, sql := range []string{"SELECT leave('x')", "SELECT 1 WHERE leave('x')", "SELECT '{x}'::leaving[]", "SELECT 'x'::leaving", "SELECT folded()"} {
		for i, messages := range [][]pgproto3.FrontendMessage{
			{parse("p", sql)}, {parse("p", sql), &pgproto3.Describe{ObjectType: 'S', Name: "p"}}, {parse("p", sql), bindTo("", "p")}, {parse("p", sql), bindTo("", "p"), &pgproto3.Describe{ObjectType: 'P', Name: ""}},
		} {
			a := c.enter()
			a.ask(messages...)
			check(t, a.conn.Close())
			b := c.enter()
			if got := b.query(left); got != "D()C(SELECT 1)ZI" {
				t.Errorf("%s in %d leaves %s", sql, i, got)
			}
			if got := b.query("SELECT lastval()"); got != "E(55000)ZI" {
				t.Errorf("%s in %d leaves the number %s", sql, i, got)
			}
			check(t, b.conn.Close())
		}
	}
	for _, sql := range []string{"SELECT leave('x')", "SELECT '{x}'::leaving[]"} {
		a, b := c.enter(), c.enter()
		a.ask(parse("p", sql), bindTo("", "p"))
		if got := b.query(left); got != "D()C(SELECT 1)ZI" && got != "E(53300)ZI" {
			t.Errorf("%s leaves %s", sql, got)
		}
		check(t, a.conn.Close())
	}
}

// What a Bind runs may set the search path. What follows, in its unit and behind it, is judged by the new one.
func TestBoundSetsThePath(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		c := sit(t, gate.DeleteSafe, longWait, func(s *settings) { s.source.Pooling, s.source.MaxBackends = pooling, 2 })
		direct(t, c.dsn, leaves+`; CREATE FUNCTION turn() RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
			PERFORM set_config('search_path', 'evil, public', false); RETURN true; END $$;
			CREATE DOMAIN turning AS text CHECK (turn())`)
		for _, sql := range []string{"SELECT turn()", "SELECT '{x}'::turning[]"} {
			for _, within := range []bool{true, false} {
				a := c.enter()
				a.demandQuery("SELECT * FROM x", "C(SELECT 0)ZI")
				if within {
					a.begin(parse("p", sql), bindTo("", "p"), parse("", "SELECT * FROM x"), bindTo("", ""), execute(""), &pgproto3.Sync{})
				} else {
					a.begin(parse("p", sql), bindTo("", "p"), &pgproto3.Sync{})
				}
				c.approve(sql)
				if got := a.ready(); within == (got == "12ZI") {
					t.Errorf("%s and what follows it in its unit (%v): %s", sql, within, got)
				}
				if !within {
					a.begin(query("SELECT * FROM x")) // the view, which a person has to approve, or the table
					a.untilAny("ZN")
				}
				check(t, a.conn.Close())
				b := c.enter()
				b.demandQuery("SELECT * FROM x", "C(SELECT 0)ZI")
				check(t, b.conn.Close())
				c.demandRows("123456789")
			}
		}
	}
}
