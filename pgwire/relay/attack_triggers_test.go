package relay_test

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// What triggers and constraints of a table run finds names as the session does. In delete_safe a client gives a name of theirs another
// meaning, by a temporary view or by the search path, and then changes the table, which nobody has to approve. The rows of orders stand for
// all that the trigger would not delete by itself.
const triggersSchema = `CREATE TABLE orders (n int); CREATE TABLE queue (n int); CREATE TABLE app (n int); CREATE TABLE keyed (n int UNIQUE); INSERT INTO keyed VALUES (1);
CREATE FUNCTION clears() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN DELETE FROM queue; RETURN NEW; END$$;
CREATE TRIGGER clears AFTER INSERT OR UPDATE ON app FOR EACH ROW EXECUTE FUNCTION clears();
CREATE TRIGGER clears AFTER UPDATE ON keyed FOR EACH ROW EXECUTE FUNCTION clears();
CREATE VIEW shown AS SELECT n FROM app;
CREATE TABLE parted (n int) PARTITION BY RANGE (n); CREATE TABLE part PARTITION OF parted FOR VALUES FROM (0) TO (10); CREATE TABLE part2 PARTITION OF parted FOR VALUES FROM (10) TO (20);
CREATE TRIGGER clears AFTER DELETE ON part FOR EACH ROW EXECUTE FUNCTION clears(); CREATE TRIGGER fills AFTER INSERT ON part FOR EACH ROW EXECUTE FUNCTION clears();
CREATE TABLE above (n int); CREATE TABLE below () INHERITS (above); INSERT INTO below VALUES (1);
CREATE TRIGGER clears AFTER UPDATE ON below FOR EACH STATEMENT EXECUTE FUNCTION clears(); CREATE TRIGGER rows AFTER UPDATE ON below FOR EACH ROW EXECUTE FUNCTION clears();
CREATE TABLE parent (n int PRIMARY KEY); INSERT INTO parent VALUES (1); CREATE TABLE child (n int REFERENCES parent ON UPDATE CASCADE, m int UNIQUE); INSERT INTO child VALUES (1, 1);
CREATE TABLE grandchild (n int REFERENCES child (m)); CREATE TRIGGER clears AFTER UPDATE ON child FOR EACH ROW EXECUTE FUNCTION clears();
CREATE TABLE late (n int); CREATE CONSTRAINT TRIGGER clears AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION clears();
CREATE FUNCTION purge() RETURNS int LANGUAGE plpgsql AS $$BEGIN DELETE FROM public.orders; RETURN 1; END$$;
CREATE TABLE bounds (n int); INSERT INTO bounds VALUES (9);
CREATE FUNCTION bounded(int) RETURNS bool LANGUAGE plpgsql AS $$BEGIN RETURN $1 <= (SELECT max(n) FROM bounds); END$$;
CREATE TABLE checked (n int CHECK (bounded(n))); INSERT INTO checked VALUES (5);
CREATE FUNCTION key(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT max(n) FROM bounds); END$$;
CREATE TABLE indexed (n int); CREATE INDEX ON indexed (key(n)); INSERT INTO indexed VALUES (5);
CREATE TABLE definer (n int); CREATE FUNCTION clears_as_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$BEGIN DELETE FROM queue; RETURN NEW; END$$;
CREATE TRIGGER clears AFTER INSERT ON definer FOR EACH ROW EXECUTE FUNCTION clears_as_owner();
CREATE TABLE pathed (n int); CREATE FUNCTION clears_by_path() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$BEGIN DELETE FROM queue; RETURN NEW; END$$;
CREATE TRIGGER clears AFTER INSERT ON pathed FOR EACH ROW EXECUTE FUNCTION clears_by_path();
CREATE TABLE firm (n int); CREATE FUNCTION clears_firmly() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$BEGIN DELETE FROM queue; RETURN NEW; END$$;
CREATE TRIGGER clears AFTER INSERT ON firm FOR EACH ROW EXECUTE FUNCTION clears_firmly();
CREATE TABLE stamped (n int, at timestamptz); CREATE FUNCTION stamps() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN IF TG_OP = 'INSERT' THEN NEW.at = now(); END IF; RETURN NEW; END$$;
CREATE TRIGGER stamps BEFORE INSERT OR UPDATE ON stamped FOR EACH ROW EXECUTE FUNCTION stamps();
CREATE TABLE ruled (n int); CREATE RULE also AS ON INSERT TO ruled DO ALSO INSERT INTO app VALUES (NEW.n);
CREATE TABLE plain (n int); CREATE VIEW instead AS SELECT 1 AS n; CREATE TRIGGER clears INSTEAD OF INSERT ON instead FOR EACH ROW EXECUTE FUNCTION clears();
CREATE SCHEMA evil; CREATE VIEW evil.queue AS SELECT n FROM orders; CREATE VIEW evil.bounds AS SELECT purge() AS n;
INSERT INTO app VALUES (1); INSERT INTO parted VALUES (1); INSERT INTO orders VALUES (1), (2), (3)`

// temporarily makes temporary views with the names that the triggers use.
var temporarily = []string{"CREATE TEMP VIEW queue AS SELECT n FROM orders", "CREATE TEMP VIEW bounds AS SELECT 9 AS n"}

// byOwnNames are changes that run what finds names as the session does.
var byOwnNames = map[string]string{
	"INSERT": "INSERT INTO app VALUES (2)", "UPDATE": "UPDATE app SET n = 3", "with RETURNING": "INSERT INTO app VALUES (2) RETURNING n",
	"ON CONFLICT": "INSERT INTO keyed VALUES (1) ON CONFLICT (n) DO UPDATE SET n = 1", "in WITH": "WITH x AS (INSERT INTO app VALUES (2) RETURNING n) SELECT n FROM x",
	"MERGE": "MERGE INTO app USING (SELECT 1) s(n) ON app.n = s.n WHEN MATCHED THEN UPDATE SET n = 5", "EXPLAIN ANALYZE": "EXPLAIN ANALYZE INSERT INTO app VALUES (2)",
	"a view": "INSERT INTO shown VALUES (2)", "a partition": "INSERT INTO part VALUES (2)", "a partitioned table": "INSERT INTO parted VALUES (2)",
	"from partition to partition": "UPDATE parted SET n = CASE WHEN n < 10 THEN 11 ELSE 1 END", "an heir": "UPDATE above SET n = 2", "a cascade": "UPDATE parent SET n = n + 1", "a rule": "INSERT INTO ruled VALUES (6)",
	"a deferred trigger": "INSERT INTO late VALUES (1)", "a CHECK": "INSERT INTO checked VALUES (1)", "an index": "INSERT INTO indexed VALUES (1)",
	"COPY": "COPY app FROM STDIN", "INSTEAD OF": "INSERT INTO instead VALUES (2)", "SECURITY DEFINER": "INSERT INTO definer VALUES (1)",
}

// demandOrders fails unless all rows of orders are there.
func (g *gateway) demandOrders(after string) {
	g.tb.Helper()
	if n := g.super("SELECT count(*) FROM orders"); n != "3" {
		g.tb.Errorf("%s: %s of 3 orders are left", after, n)
		g.super("TRUNCATE orders; INSERT INTO orders VALUES (1), (2), (3)")
	}
}

// TestTriggersByOwnNames: where names mean something of the session's own, what the triggers and constraints of a table run is asked about,
// unless it is proven to read or finds its names by itself.
func TestTriggersByOwnNames(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(triggersSchema)
	ways := [][]string{ // each begins with its name
		{"the path", "SET search_path = evil, public"},
		append([]string{"temporary views"}, temporarily...),
		{"a schema of its own", "CREATE SCHEMA IF NOT EXISTS mine", "CREATE OR REPLACE VIEW mine.queue AS SELECT n FROM orders", "CREATE OR REPLACE VIEW mine.bounds AS SELECT 9 AS n", "SET search_path = mine, public"},
	}
	for _, before := range ways {
		way, before := before[0], before[1:]
		plain, block := g.dial(), g.dial()
		for _, one := range before {
			for _, client := range []*raw{plain, block} {
				if got := client.query(one); strings.Contains(got, "E(") {
					t.Fatalf("%s: %s", one, got)
				}
			}
		}
		block.query("BEGIN; SAVEPOINT a")
		for name, sql := range byOwnNames {
			want := "E(42501)"
			if reads := way != "the path"; reads && (name == "a CHECK" || name == "an index") { // the other view only reads
				want = "C(INSERT 0 1)"
			}
			for _, client := range []*raw{plain, block} {
				if got := client.query(sql); !strings.HasPrefix(got, want) {
					t.Errorf("%s, %s: %s, not %s", way, name, got, want)
				}
			}
			block.query("ROLLBACK TO a")
			g.demandOrders(way + ", " + name)
		}
		check(t, plain.conn.Close())
		check(t, block.conn.Close())
		client := g.dial()
		for _, one := range append(before, "INSERT INTO firm VALUES (1)", "INSERT INTO stamped VALUES (1)", "INSERT INTO plain VALUES (1)", "INSERT INTO keyed VALUES (2) ON CONFLICT DO NOTHING") {
			if got := client.query(one); strings.Contains(got, "E(") {
				t.Errorf("%s, %s: %s", way, one, got)
			}
		}
		want := map[bool]string{true: "E(42501)ZI", false: "C(INSERT 0 1)ZI"}[way == "temporary views"]
		if got := client.query("INSERT INTO pathed VALUES (1)"); got != want {
			t.Errorf("%s, a function with a path: %s, not %s", way, got, want)
		}
		g.demandOrders(way)
	}
	client := g.dial()
	for _, sql := range []string{"SET search_path = evil", "SET search_path = public"} { // the path is the login's again
		if got := client.query(sql); got != "C(SET)ZI" {
			t.Fatal(got)
		}
	}
	for _, name := range []string{"INSERT", "a partitioned table", "a cascade", "a CHECK", "a deferred trigger"} { // by the names of all
		if got := client.query(byOwnNames[name]); !strings.HasPrefix(got, "C(") {
			t.Errorf("%s: %s", name, got)
		}
	}
	g.demandOrders("at last")
}

// TestTriggersInFlight: names get their other meaning in the statement or the query that makes the change, or before its deferred triggers
// run.
func TestTriggersInFlight(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(triggersSchema)
	const path, temporary = "SET search_path = evil, public", "CREATE TEMP VIEW queue AS SELECT n FROM orders"
	plays := map[string][]string{
		"set_config in INSERT":          {"INSERT INTO app SELECT 2 FROM set_config('search_path', 'evil,public', false)"},
		"set_config in RETURNING":       {"INSERT INTO app VALUES (2) RETURNING set_config('search_path', 'evil,public', false)"},
		"local set_config in WITH":      {"WITH x AS MATERIALIZED (SELECT set_config('search_path', 'evil,public', true)) INSERT INTO app SELECT 2 FROM x"},
		"set_config and a CHECK":        {"INSERT INTO checked SELECT 2 FROM set_config('search_path', 'evil,public', false)"},
		"set_config and a cascade":      {"UPDATE parent SET n = n + 1 FROM set_config('search_path', 'evil,public', false)"},
		"set_config in PREPARE":         {"PREPARE p AS INSERT INTO app SELECT 2 FROM set_config('search_path', 'evil,public', false)", "EXECUTE p"},
		"prepared before":               {"PREPARE p AS INSERT INTO app VALUES (2)", path, "EXECUTE p"},
		"prepared before, temporary":    {"PREPARE p AS INSERT INTO app VALUES (2)", temporary, "EXECUTE p"},
		"one query":                     {path + "; INSERT INTO app VALUES (2)"},
		"one query, temporary":          {temporary + "; INSERT INTO app VALUES (2)"},
		"one query, in a block":         {"BEGIN; " + temporary + "; INSERT INTO app VALUES (2); COMMIT"},
		"one query, EXPLAIN":            {temporary + "; EXPLAIN ANALYZE INSERT INTO app VALUES (2)"},
		"one query, CREATE TABLE":       {"CREATE TEMP TABLE queue (n int) INHERITS (orders); INSERT INTO app VALUES (2)"},
		"one query, a CHECK":            {"CREATE TEMP VIEW bounds AS SELECT 9 AS n; INSERT INTO checked VALUES (2)"},
		"one query, sent again":         {"SELECT 1", temporary + "; INSERT INTO app VALUES (2)", temporary + "; INSERT INTO app VALUES (2)"},
		"set_config, then INSERT":       {"SELECT set_config('search_path', 'evil,public', false)", "INSERT INTO app VALUES (2)"},
		"a table that is rewritten":     {path, "ALTER TABLE checked ALTER n TYPE bigint"},
		"an index that is rebuilt":      {path, "ALTER TABLE indexed ALTER n TYPE int8"},
		"rewritten, one query":          {"CREATE TEMP VIEW bounds AS SELECT 9 AS n; ALTER TABLE checked ALTER n TYPE bigint"},
		"rewritten by set_config":       {"ALTER TABLE checked ADD m text DEFAULT set_config('search_path', 'evil,public', false)"},
		"DROP and CREATE in one query":  {temporary, "DISCARD TEMP; INSERT INTO app VALUES (2)"},
		"one query, a new schema":       {"SET search_path = fresh, public", "CREATE SCHEMA fresh CREATE VIEW queue AS SELECT n FROM public.orders; INSERT INTO app VALUES (2)"},
		"deferred, then temporary":      {"BEGIN", "INSERT INTO late VALUES (1)", temporary, "COMMIT"},
		"deferred, then the path":       {"BEGIN", "INSERT INTO late VALUES (1)", "SET LOCAL search_path = evil, public", "COMMIT"},
		"deferred, then set_config":     {"BEGIN", "INSERT INTO late VALUES (1)", "SELECT set_config('search_path', 'evil,public', true)", "END"},
		"deferred, AND CHAIN":           {"BEGIN", "INSERT INTO late VALUES (1)", path, "COMMIT AND CHAIN"},
		"deferred, savepoint":           {"BEGIN", "SAVEPOINT a", "INSERT INTO late VALUES (1)", "RELEASE a", path, "COMMIT"},
		"deferred, SET CONSTRAINTS":     {"BEGIN", "INSERT INTO late VALUES (1)", path, "SET CONSTRAINTS ALL IMMEDIATE"},
		"deferred, in one query":        {"BEGIN; INSERT INTO late VALUES (1); " + temporary + "; COMMIT"},
		"deferred, implicit":            {"INSERT INTO late VALUES (1); " + temporary},
		"deferred, path, implicit":      {"INSERT INTO late VALUES (1); " + path},
		"deferred, path and end":        {"BEGIN", "INSERT INTO late VALUES (1)", path + "; COMMIT"},
		"deferred by EXECUTE":           {"PREPARE p AS INSERT INTO late VALUES (1)", "BEGIN", "EXECUTE p", path, "COMMIT"},
		"deferred, set_config in it":    {"INSERT INTO late SELECT 2 FROM set_config('search_path', 'evil,public', false)"},
		"after a failure":               {"BEGIN", "INSERT INTO late VALUES (1)", "SAVEPOINT a", path, "SELECT 1/0", "ROLLBACK TO a", path, "COMMIT"},
		"the path goes back and forth":  {"BEGIN", path, "SET search_path = public", "INSERT INTO late VALUES (1)", path, "COMMIT"},
		"temporary, another connection": {temporary, "DISCARD PLANS", "INSERT INTO app VALUES (2)"},
	}
	for name, play := range plays {
		client := g.dial()
		refused := false
		for _, sql := range play {
			got := client.query(sql)
			refused = refused || strings.Contains(got, "E(42501)") || strings.Contains(got, "E(55000)") || strings.Contains(got, "E(0A000)")
		}
		if !refused {
			t.Errorf("%s: nothing was refused", name)
		}
		g.demandOrders(name)
		check(t, client.conn.Close())
	}
	for name, list := range map[string][]pgproto3.FrontendMessage{
		"prepared before":          {parse("i", "INSERT INTO app VALUES (2)"), query(path), bind("", "i"), execute(""), endUnit},
		"bound before":             {query("BEGIN"), parse("i", "INSERT INTO app VALUES (2)"), bind("", "i"), parse("s", path), bind("s", "s"), execute("s"), execute(""), endUnit},
		"a pipeline":               append(append(extended(temporary), extended("INSERT INTO app VALUES (2)")...), endUnit),
		"deferred in a pipeline":   append(append(extended("INSERT INTO late VALUES (1)"), extended(temporary)...), endUnit),
		"deferred, path at Sync":   append(append(extended("INSERT INTO late VALUES (1)"), extended(path)...), endUnit),
		"deferred, a query behind": append(append(extended("INSERT INTO late VALUES (1)"), extended(path)...), query("SELECT 1")),
	} {
		client := g.dial()
		client.add(list...).flush()
		got := client.until('Z')
		for strings.Count(got, "Z") < strings.Count(name, "before")+1 && !strings.Contains(got, " ") {
			got += client.until('Z')
		}
		if !strings.Contains(got, "E(42501)") && !strings.Contains(got, "E(55000)") && !strings.Contains(got, "E(0A000)") {
			t.Errorf("by messages, %s: %s", name, got)
		}
		g.demandOrders("by messages, " + name)
		check(t, client.conn.Close())
	}
}

// TestTriggersByLaterSchema: the search path names a schema that another session makes once a deferred trigger waits.
func TestTriggersByLaterSchema(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(triggersSchema)
	for n, set := range []string{"SET search_path = %, public", "SET search_path = public, %", `SET search_path = "%", "$user", public`, "SELECT set_config('search_path', '%,public', false)"} {
		schema := "later" + strconv.Itoa(n)
		client, other := g.dial(), g.dial()
		client.query(strings.ReplaceAll(set, "%", schema))
		client.query("BEGIN")
		refused := client.query("INSERT INTO late VALUES (1)") == "E(42501)ZE"
		if got := other.query("CREATE SCHEMA " + schema + " CREATE VIEW queue AS SELECT n FROM public.orders"); got != "C(CREATE SCHEMA)ZI" {
			t.Fatal(got)
		}
		client.query("COMMIT")
		if !refused {
			t.Errorf("%s: nothing was refused", set)
		}
		g.demandOrders(set)
	}
	client := g.dial()
	for _, set := range []string{"SET search_path = public", `SET search_path = "$user", public`, "SET search_path = public, pg_temp", "SET search_path = pg_catalog, public", "RESET search_path", "DISCARD ALL"} {
		if got := client.query(set); strings.Contains(got, "E(") {
			t.Fatal(got)
		}
		if got := client.query("INSERT INTO late VALUES (1)"); got != "C(INSERT 0 1)ZI" {
			t.Errorf("%s, which is the login's own path: %s", set, got)
		}
	}
}

// TestTriggersByStartup: the search path of the startup packet is one of the session's own.
func TestTriggersByStartup(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(triggersSchema)
	for _, with := range []map[string]string{{"search_path": "evil, public"}, {"options": "-c search_path=evil,public"}, {"options": "--search-path=evil,public"}} {
		client := g.open()
		parameters := map[string]string{"user": "mallory", "database": "main"}
		maps.Copy(parameters, with)
		client.add(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: parameters}).flush()
		if got := client.ready(); !strings.HasSuffix(got, "ZI") {
			t.Fatalf("%v: %s", with, got)
		}
		for _, name := range []string{"INSERT", "UPDATE", "a cascade", "a CHECK", "a deferred trigger"} {
			if got := client.query(byOwnNames[name]); got != "E(42501)ZI" {
				t.Errorf("%v, %s: %s", with, name, got)
			}
			g.demandOrders(name)
		}
	}
}

// TestEventTriggersByOwnNames: the same of the triggers that DDL fires.
func TestEventTriggersByOwnNames(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(triggersSchema + `; CREATE FUNCTION tidies() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN DELETE FROM queue; END$$;
CREATE EVENT TRIGGER tidies ON ddl_command_end EXECUTE FUNCTION tidies()`)
	const temporary = "CREATE TEMP VIEW queue AS SELECT n FROM orders"
	for name, play := range map[string][]string{
		"the path":                  {"SET search_path = evil, public", "CREATE TABLE x (n int)"},
		"the path, SELECT INTO":     {"SET search_path = evil, public", "SELECT 1 AS n INTO x"},
		"the path, ALTER":           {"SET search_path = evil, public", "ALTER TABLE app ADD COLUMN m int"},
		"itself":                    {temporary},
		"itself, SELECT INTO":       {"SELECT n INTO TEMP queue FROM orders"},
		"a schema itself":           {"SET search_path = fresh, public", "CREATE SCHEMA fresh CREATE VIEW queue AS SELECT n FROM public.orders"},
		"one query":                 {"SET search_path = evil, public; CREATE TABLE x (n int)"},
		"one query, and a block":    {"BEGIN; SET LOCAL search_path = evil, public; CREATE INDEX ON app (n); COMMIT"},
		"set_config in CREATE … AS": {"CREATE TABLE x AS SELECT set_config('search_path', 'evil,public', false)"},
		"COMMENT":                   {"SET search_path = evil, public", "COMMENT ON TABLE app IS 'x'"},
	} {
		client := g.dial()
		refused := false
		for _, sql := range play {
			got := client.query(sql)
			refused = refused || strings.Contains(got, "E(42501)") || strings.Contains(got, "E(0A000)")
		}
		if !refused {
			t.Errorf("%s: nothing was refused", name)
		}
		g.demandOrders(name)
		check(t, client.conn.Close())
	}
	client := g.dial()
	for _, sql := range []string{"CREATE TABLE made (n int)", "ALTER TABLE made ADD COLUMN m int"} { // by the names of all
		if got := client.query(sql); strings.Contains(got, "E(") {
			t.Errorf("%s: %s", sql, got)
		}
	}
	g.super("ALTER FUNCTION tidies() SET search_path = public, pg_temp")
	for _, sql := range append([]string{"SET search_path = evil, public"}, temporarily...) {
		if got := client.query(sql); strings.Contains(got, "E(") {
			t.Errorf("by a path of its own, %s: %s", sql, got)
		}
	}
	g.demandOrders("at last")
}
