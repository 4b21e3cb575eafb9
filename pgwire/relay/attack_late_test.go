package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// TestNewCode reads what was made past the gateway a moment before, and writes.
func TestNewCode(t *testing.T) {
	const schema = "CREATE FUNCTION lo() RETURNS oid VOLATILE LANGUAGE plpgsql AS $$BEGIN RETURN lo_create(0); END$$"
	pooled := func(s *settings) { s.source.Pooling, s.source.MaxBackends = providers.TransactionPooling, 2 }
	for name, door := range map[string]struct {
		mode   gate.Mode
		change []func(*settings)
	}{
		"read_only": {gate.ReadOnly, nil}, "safe": {gate.Safe, nil}, "transaction pooling": {gate.ReadOnly, []func(*settings){pooled}},
	} {
		t.Run(name, func(t *testing.T) {
			g := openGateway(t, door.mode, door.change...)
			g.super(schema + "; CREATE FUNCTION ovl(int) RETURNS int STABLE LANGUAGE sql AS 'SELECT 1'")
			client := g.dial()
			client.query("SELECT ovl(1)")
			for i, wait := range []time.Duration{0, 0, 50, 50, 200, 200} {
				name := "nv" + string(rune('a'+i))
				if i%2 == 1 { // it was looked for before
					client.query("SELECT * FROM " + name)
				}
				g.super("CREATE VIEW " + name + " AS SELECT lo() AS o")
				time.Sleep(wait * time.Millisecond)
				if got := client.query("SELECT * FROM " + name); !strings.Contains(got, "E(42501)") {
					t.Errorf("a new view after %v ms: %s", int(wait), got)
				}
			}
			g.super("CREATE FUNCTION ovl(text) RETURNS oid STABLE LANGUAGE sql AS 'SELECT 1::oid; SELECT lo_create(0)'")
			if got := client.query("SELECT ovl('x'::text)"); !strings.Contains(got, "E(42501)") {
				t.Errorf("a new overload: %s", got)
			}
			if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
				t.Errorf("%s large objects", n)
			}
		})
	}
}

// TestReplacedCode runs what was harmless a moment before.
func TestReplacedCode(t *testing.T) {
	for what, body := range map[string]string{
		"a large object": "SELECT lo_create(0)", "a notification": "SELECT pg_notify('c', 'x')", "a row": "INSERT INTO t VALUES (1)",
	} {
		g := openGateway(t, gate.ReadOnly)
		g.super("CREATE FUNCTION lo() RETURNS int VOLATILE LANGUAGE sql AS $$" + body + "; SELECT 1$$; CREATE VIEW v AS SELECT 1 AS o")
		client := g.dial()
		client.query("LISTEN c")
		for _, wait := range []time.Duration{0, 100, 300} {
			g.super("CREATE OR REPLACE FUNCTION f() RETURNS int STABLE LANGUAGE sql AS 'SELECT 1; SELECT 1'; CREATE OR REPLACE VIEW v AS SELECT 1 AS o")
			for _, sql := range []string{"SELECT f()", "SELECT * FROM v"} {
				if got := client.query(sql); strings.Contains(got, "E(") {
					t.Fatalf("%s: %s", sql, got)
				}
			}
			g.super("CREATE OR REPLACE FUNCTION f() RETURNS int STABLE LANGUAGE sql AS $$" + body + "; SELECT 1$$; CREATE OR REPLACE VIEW v AS SELECT lo() AS o")
			time.Sleep(wait * time.Millisecond)
			for _, sql := range []string{"SELECT f()", "SELECT * FROM v", "SELECT 1; SELECT f()"} {
				if got := client.query(sql); !strings.Contains(got, "E(42501)") || strings.Contains(got, "A") {
					t.Errorf("%s, %s after %v: %s", what, sql, wait, got)
				}
			}
		}
		if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
			t.Errorf("%s: %s large objects", what, n)
		}
	}
}

// TestPathInForce judges names by the search path that holds, however it came to hold:
// the same name is a table in one schema, and a view that writes in another.
func TestPathInForce(t *testing.T) {
	const schema = "CREATE SCHEMA good; CREATE SCHEMA bad; CREATE TABLE good.x (o int); INSERT INTO good.x VALUES (7);" +
		"CREATE FUNCTION public.lo() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN PERFORM pg_catalog.lo_create(0); RETURN 1; END$$; CREATE VIEW bad.x AS SELECT public.lo() AS o"
	ways := map[string][]string{
		"SET":                    {"SET search_path = bad"},
		"SET LOCAL":              {"BEGIN", "SET LOCAL search_path = bad"},
		"set_config":             {"SELECT set_config('search_path', 'bad', false)"},
		"rolled back":            {"SET search_path = bad", "BEGIN", "SET search_path = good", "ROLLBACK"},
		"to a savepoint":         {"BEGIN", "SET search_path = bad", "SAVEPOINT a", "SET search_path = good", "ROLLBACK TO a"},
		"by an error":            {"SET search_path = bad", "BEGIN", "SET LOCAL search_path = good", "SELECT 1/0", "ROLLBACK"},
		"at the end of LOCAL":    {"SET search_path = bad", "BEGIN", "SET LOCAL search_path = good", "COMMIT"},
		"RESET":                  {"SET search_path = good", "RESET search_path"},
		"DISCARD ALL":            {"SET search_path = good", "DISCARD ALL"},
		"a statement of several": {"SET search_path = good; SET search_path = bad"},
	}
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe} {
		g := openGateway(t, mode)
		g.super(schema + "; ALTER DATABASE \"" + database(g.dsn) + "\" SET search_path = bad")
		for name, steps := range ways {
			client, _ := g.connect(map[string]string{"user": "u", "database": "main", "search_path": "good"})
			if name == "RESET" || name == "DISCARD ALL" {
				client = g.dial()
			}
			client.query("SET search_path = good")
			if got := client.query("SELECT o FROM x"); !strings.Contains(got, "D(7)") {
				t.Fatalf("%s: %s", name, got)
			}
			client.ask(parse("s", "SELECT o FROM x"))
			for _, sql := range steps {
				client.query(sql)
			}
			for _, got := range []string{client.query("SELECT o FROM x"), client.query("ROLLBACK") + client.ask(bind("", "s"), execute(""))} {
				if !strings.Contains(got, "E(") && !strings.Contains(got, "D(7)") {
					t.Errorf("%s: %s", name, got)
				}
			}
			if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
				t.Errorf("%s, %v: %s large objects", name, mode, n)
			}
		}
	}
}

// TestTemporaryShadow has temporary tables come before others of their names.
func TestTemporaryShadow(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	g.super("CREATE FUNCTION lo() RETURNS oid VOLATILE LANGUAGE plpgsql AS $$BEGIN RETURN lo_create(0); END$$; CREATE VIEW shadowed AS SELECT lo() AS o; CREATE TABLE plain (o int); INSERT INTO plain VALUES (7)")
	client := g.dial()
	for range 3 {
		if got := client.query("SELECT o FROM shadowed"); !strings.Contains(got, "E(42501)") {
			t.Error(got)
		}
		for _, sql := range []string{"CREATE TEMP TABLE shadowed (o int)", "SELECT o FROM shadowed", "CREATE TEMP TABLE plain (o int)", "SELECT o FROM plain"} {
			if got := client.query(sql); strings.Contains(got, "E(") {
				t.Errorf("%s: %s", sql, got)
			}
		}
		client.query("DISCARD ALL")
		if got := client.query("SELECT o FROM plain"); got != "D(7)C(SELECT 1)ZI" {
			t.Error(got)
		}
	}
	if n := g.super("SELECT count(*) FROM pg_largeobject_metadata"); n != "0" {
		t.Errorf("%s large objects", n)
	}
}
