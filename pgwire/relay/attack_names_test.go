package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// slow runs long enough for what follows it in a packet to be dealt with first.
const slow = "SELECT count(*) FROM generate_series(1,2000000)"

type messages = []pgproto3.FrontendMessage

// TestNames makes the relay believe that a name means something else than at the
// server, so that an INSERT would run as something that needs no intent. Each
// packet is sent whole; a packet has an answer for each Query and Sync.
func TestNames(t *testing.T) {
	long := strings.Repeat("a", 63)
	savepoint, rollback := messages{query("SAVEPOINT a")}, messages{query("ROLLBACK TO a")}
	for name, packets := range map[string][]messages{
		"FETCH of a portal":          {{query("BEGIN")}, {parse("i", insert), bind("p", "i"), endUnit}, {query("FETCH ALL FROM p")}, {query("COMMIT")}},
		"MOVE of a portal":           {{query("BEGIN")}, {parse("i", insert), bind("p", "i"), endUnit}, {query("MOVE ALL IN p")}, {query("COMMIT")}},
		"names cut by the server":    {{parse(long+"x", insert), endUnit}, {bind("p", long+"y"), execute("p"), endUnit}},
		"a statement closed so":      {{parse(long+"x", "SELECT 1"), endUnit}, {closing('S', long), parse(long+"x", insert), endUnit}, {bind("", long+"x"), execute(""), execute(""), endUnit}},
		"PREPARE in the same packet": {{query("PREPARE x AS " + insert), bind("p", "x"), execute("p"), endUnit}},
		"a unit that is skipped":     {{parse("", insert), endUnit}, {query("SELECT 1")}, {parse("z", slow), bind("", "z"), execute(""), endUnit, bind("q", "nosuch"), parse("", "SELECT 1"), endUnit, bind("", ""), execute(""), execute(""), endUnit}},
		"a name that is taken":       {{query("PREPARE a AS " + insert)}, {query("SELECT 1")}, {query(slow), parse("a", "SELECT 1"), parse("z", "SELECT 1"), endUnit, bind("", "a"), execute(""), execute(""), endUnit}},
		"a portal that is taken":     {{query("BEGIN")}, {parse("i", insert), parse("s", "SELECT 1"), bind("p", "i"), endUnit}, savepoint, {bind("p", "s"), endUnit}, rollback, {execute("p"), endUnit}, {query("COMMIT")}},
		"a Close that is skipped":    {{query("BEGIN")}, {parse("i", insert), bind("p", "i"), endUnit}, savepoint, {bind("q", "nosuch"), closing('P', "p"), endUnit}, rollback, {execute("p"), endUnit}, {query("COMMIT")}},
		"DEALLOCATE is never undone": {{parse("a", "SELECT 1"), endUnit}, {query("DEALLOCATE a; SELECT 1/0")}, {parse("a", insert), endUnit}, {bind("", "a"), execute(""), execute(""), endUnit}},
		"two DEALLOCATE":             {{parse("a", "SELECT 1"), parse("b", "SELECT 1"), endUnit}, {query("DEALLOCATE a; DEALLOCATE b")}, {parse("a", insert), endUnit}, {bind("", "a"), execute(""), execute(""), endUnit}},
		"PREPARE under a portal":     {{query("PREPARE x AS " + insert)}, {query("BEGIN")}, {bind("p", "x"), endUnit}, {query("DEALLOCATE x")}, {query("PREPARE x AS SELECT 1")}, {execute("p"), endUnit}, {query("COMMIT")}},
	} {
		t.Run(name, func(t *testing.T) {
			g := openGateway(t, gate.DeleteSafe)
			c := g.dial()
			for _, packet := range packets {
				c.add(packet...).flush()
				for _, m := range packet {
					switch m.(type) {
					case *pgproto3.Query, *pgproto3.Sync:
						if got := c.ready(); !strings.Contains(got, "Z") {
							t.Fatalf("it does not go on: %q", got)
						}
					}
				}
			}
			c.alive(g)
		})
	}
}

// TestPortalOutlivesAnswer executes a portal that was bound behind a query whose
// answer ended after that.
func TestPortalOutlivesAnswer(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	c := g.dial()
	c.add(query("SELECT 1"), parse("b", insert), bind("p", "b"), flush).flush()
	c.ready()
	c.until('2')
	if got := c.ask(execute("p")); got != "D(1)C(INSERT 0 1)ZI" {
		t.Error(got)
	}
	c.alive(g)
}

func shared(backends int) func(*settings) {
	return func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, backends }
}

// TestUnnamedOfAnother looks for the unnamed statement that another session left
// on a backend that both share.
func TestUnnamedOfAnother(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe, shared(1))
	b := g.dial()
	b.ask(parse("", "SELECT 1"), parse("begin", "BEGIN"), parse("mark", "SAVEPOINT a"), parse("back", "ROLLBACK TO a"), parse("commit", "COMMIT"))
	a := g.dial()
	a.ask(parse("", insert))
	run := func(name string) { b.ask(bind("p", name), execute("p"), closing('P', "p")) }
	run("begin")
	run("mark")
	b.ask(&pgproto3.Describe{ObjectType: 'P', Name: "nosuch"}, bind("", ""), execute(""))
	run("back")
	if got := b.ask(bind("", ""), execute("")); strings.Contains(got, "INSERT") {
		t.Errorf("another session's statement ran: %s", got)
	}
	run("commit")
	b.alive(g)
}
