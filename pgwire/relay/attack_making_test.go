package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// makingSchema is what TestMakingInFlight makes tables and materialized views of. What it has in the end leaves a row in sink.
const makingSchema = `CREATE TABLE sink (a int); CREATE TABLE gated (a int); CREATE TABLE shown (a int); INSERT INTO shown VALUES (7);
CREATE FUNCTION writes() RETURNS int VOLATILE LANGUAGE plpgsql AS 'BEGIN INSERT INTO sink VALUES (1); RETURN 1; END';
CREATE FUNCTION told() RETURNS int VOLATILE LANGUAGE sql AS 'SELECT a FROM shown';
CREATE VIEW viewed AS SELECT a FROM shown; CREATE MATERIALIZED VIEW stored AS SELECT told() AS a; CREATE UNIQUE INDEX ON stored (a)`

const (
	swapView     = "CREATE OR REPLACE VIEW viewed AS SELECT writes() AS a"
	swapViewBack = "CREATE OR REPLACE VIEW viewed AS SELECT a FROM shown"
	swapCode     = "CREATE OR REPLACE FUNCTION told() RETURNS int VOLATILE LANGUAGE plpgsql AS 'BEGIN INSERT INTO sink VALUES (1); RETURN 1; END'"
	swapCodeBack = "CREATE OR REPLACE FUNCTION told() RETURNS int VOLATILE LANGUAGE sql AS 'SELECT a FROM shown'"
	lockGated    = "BEGIN; LOCK TABLE gated"
	lockStored   = "BEGIN; ANALYZE stored" // LOCK takes no materialized view
)

// makings are statements that fill what they make, with what others replace while the statement waits.
var makings = []struct{ name, sql, undo, lock, swap, back string }{
	{"CREATE TABLE AS over a view", "CREATE TABLE made AS SELECT v.a FROM gated g RIGHT JOIN viewed v ON true", "DROP TABLE IF EXISTS made", lockGated, swapView, swapViewBack},
	{"CREATE TABLE AS over a function", "CREATE TABLE IF NOT EXISTS made AS SELECT told() AS a FROM (SELECT count(*) FROM gated) g", "DROP TABLE IF EXISTS made", lockGated, swapCode, swapCodeBack},
	{"a table of the function's name", "CREATE TABLE told AS SELECT told() AS a FROM (SELECT count(*) FROM gated) g", "DROP TABLE IF EXISTS told", lockGated, swapCode, swapCodeBack},
	{"a temporary table", "CREATE TEMP TABLE shown ON COMMIT DROP AS SELECT v.a FROM gated g RIGHT JOIN viewed v ON true, shown", "", lockGated, swapView, swapViewBack},
	{"SELECT INTO", "SELECT v.a INTO made FROM gated g RIGHT JOIN viewed v ON true", "DROP TABLE IF EXISTS made", lockGated, swapView, swapViewBack},
	{"CREATE MATERIALIZED VIEW", "CREATE MATERIALIZED VIEW mated AS SELECT v.a FROM gated g RIGHT JOIN viewed v ON true", "DROP MATERIALIZED VIEW IF EXISTS mated", lockGated, swapView, swapViewBack},
	{"REFRESH MATERIALIZED VIEW", "REFRESH MATERIALIZED VIEW stored", "", lockStored, swapCode, swapCodeBack},
	{"REFRESH MATERIALIZED VIEW CONCURRENTLY", "REFRESH MATERIALIZED VIEW CONCURRENTLY stored", "", lockStored, swapCode, swapCodeBack},
	{"EXPLAIN ANALYZE", "EXPLAIN (ANALYZE) CREATE TABLE made AS SELECT v.a FROM gated g RIGHT JOIN viewed v ON true", "DROP TABLE IF EXISTS made", lockGated, swapView, swapViewBack},
	{"CREATE TABLE AS EXECUTE", "CREATE TABLE made AS EXECUTE e", "DROP TABLE IF EXISTS made", lockGated, swapView, swapViewBack},
}

// makingForms are the ways to send a statement.
var makingForms = map[string]func(c *client, sql string) []pgproto3.FrontendMessage{
	"simple": func(_ *client, sql string) []pgproto3.FrontendMessage { return []pgproto3.FrontendMessage{query(sql)} },
	"several": func(_ *client, sql string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{query("SELECT 1; " + sql + "; SELECT 2")}
	},
	"extended": func(c *client, sql string) []pgproto3.FrontendMessage { return append(c.extended(sql, 0), endUnit) },
	"pipeline": func(c *client, sql string) []pgproto3.FrontendMessage {
		return append(append(c.extended(sql, 0), c.extended("SELECT 2", 0)...), endUnit)
	},
	"prepared": func(_ *client, _ string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{bind("", "p"), execute(""), endUnit}
	},
}

// TestMakingInFlight: what fills a table or a materialized view is compared in flight as a change of rows is. The statement waits for a lock
// when the code is replaced that it runs.
func TestMakingInFlight(t *testing.T) {
	t.Parallel()
	g := serveDeleteSafe(t, makingSchema)
	for form, messages := range makingForms {
		for _, m := range makings {
			blocks := []string{"", "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ", "BEGIN; SAVEPOINT s"}
			switch form {
			case "pipeline", "prepared":
				blocks = blocks[:1]
			case "extended":
				blocks = blocks[1:3]
			case "several":
				blocks = blocks[:3]
			}
			for _, block := range blocks {
				t.Run(form+", "+m.name+" "+block, func(t *testing.T) {
					c := connect(t, g.addr)
					defer c.conn.Close()
					c.query("PREPARE e AS SELECT v.a FROM gated g RIGHT JOIN viewed v ON true")
					if m.undo != "" {
						direct(t, g.dsn, m.undo)
					}
					c.tryOut(m.sql)
					if form == "prepared" {
						c.send(parse("p", m.sql), endUnit)
						if got := c.until(1); strings.Contains(got, "ERROR") {
							t.Fatalf("before the swap: %s", got)
						}
					}
					pid := c.begin(block)
					if got := swapBeneath(t, g, c, pid, m.lock, m.swap, messages(c, m.sql)); !strings.Contains(got, "40001") && !strings.Contains(got, "42501") &&
						!(strings.Contains(got, "0A000") && strings.Contains(block, "REPEATABLE") && form == "several") {
						t.Errorf("the client got %s", got)
					}
					endSwapped(t, g, c, m.back)
				})
			}
		}
	}
}

// TestMadeInOneQuery: a query of several statements may go on with a table that it makes. What it does with that is compared, too.
func TestMadeInOneQuery(t *testing.T) {
	t.Parallel()
	g := serveDeleteSafe(t, makingSchema)
	const gated = "SELECT count(*) FROM gated; "
	for name, m := range map[string]struct{ sql, swap, back string }{
		"a function fills it":   {"CREATE TABLE made (a int); " + gated + "INSERT INTO made SELECT told()", swapCode, swapCodeBack},
		"a view fills it":       {"CREATE TABLE made (a int); " + gated + "INSERT INTO made SELECT a FROM viewed", swapView, swapViewBack},
		"it is read beside":     {"CREATE TABLE made AS SELECT 1 AS a; " + gated + "SELECT told(), a FROM made", swapCode, swapCodeBack},
		"a second one":          {"CREATE TABLE made AS SELECT 1 AS a; " + gated + "CREATE TEMP TABLE more ON COMMIT DROP AS SELECT v.a FROM made, viewed v", swapView, swapViewBack},
		"it was there, a view":  {gated + "CREATE TABLE IF NOT EXISTS made (a int); SELECT a FROM made", "CREATE VIEW made AS SELECT writes() AS a", "DROP VIEW made"},
		"filled, but it exists": {gated + "CREATE TABLE IF NOT EXISTS made AS SELECT 1 AS a; SELECT a FROM made", "CREATE VIEW made AS SELECT writes() AS a", "DROP VIEW made"},
	} {
		for _, block := range []string{"", "BEGIN", "BEGIN; SAVEPOINT s"} {
			t.Run(name+" "+block, func(t *testing.T) {
				c := connect(t, g.addr)
				defer c.conn.Close()
				direct(t, g.dsn, "DROP TABLE IF EXISTS made")
				c.tryOut(m.sql)
				pid := c.begin(block)
				if got := swapBeneath(t, g, c, pid, lockGated, m.swap, []pgproto3.FrontendMessage{query(m.sql)}); !strings.Contains(got, "40001") && !strings.Contains(got, "0A000") {
					t.Errorf("the client got %s", got)
				}
				endSwapped(t, g, c, m.back)
			})
		}
	}
}

// TestMakingUndisturbed: where nobody changes anything, what makes tables runs as without a comparison.
func TestMakingUndisturbed(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(strings.ReplaceAll(makingSchema, "CREATE TABLE gated", "CREATE SCHEMA other; CREATE FUNCTION telling(int) RETURNS int LANGUAGE sql AS 'SELECT $1'; CREATE TABLE other.made (z int); CREATE TABLE keyed (a int PRIMARY KEY); INSERT INTO keyed VALUES (7); CREATE TABLE gated"))
	for _, begin := range []string{"", "BEGIN", "BEGIN; SAVEPOINT s", "BEGIN ISOLATION LEVEL REPEATABLE READ", "SET search_path = public, other", "CREATE TEMP TABLE mine (a int)"} {
		client := g.dial()
		if begin != "" {
			client.query(begin)
		}
		for _, step := range []struct{ sql, want string }{
			{"CREATE TABLE made AS SELECT told() AS a, viewed.a AS b FROM viewed", "C(SELECT 1)ZI"},
			{"CREATE TABLE IF NOT EXISTS made AS SELECT told() AS a", "C(CREATE TABLE AS)ZI"},
			{"CREATE TABLE told AS SELECT told() AS a", "C(SELECT 1)ZI"},
			{"CREATE TABLE IF NOT EXISTS told AS SELECT told() AS a", "C(CREATE TABLE AS)ZI"},
			{"CREATE TABLE telling AS SELECT telling(7) AS a", "C(SELECT 1)ZI"},
			{"SELECT a INTO viewed_copy FROM viewed", "C(SELECT 1)ZI"},
			{"CREATE TEMP TABLE shown AS SELECT shown.a, told() AS b FROM shown", "C(SELECT 1)ZI"},
			{"CREATE TEMP TABLE again AS SELECT a FROM shown", "C(SELECT 1)ZI"},
			{"DISCARD TEMP", "C(DISCARD TEMP)ZI"},
			{"CREATE MATERIALIZED VIEW mated AS SELECT told() AS a", "C(SELECT 1)ZI"},
			{"REFRESH MATERIALIZED VIEW mated", "C(REFRESH MATERIALIZED VIEW)ZI"},
			{"REFRESH MATERIALIZED VIEW stored", "C(REFRESH MATERIALIZED VIEW)ZI"},
			{"REFRESH MATERIALIZED VIEW CONCURRENTLY stored", "C(REFRESH MATERIALIZED VIEW)ZI"},
			{"REFRESH MATERIALIZED VIEW stored WITH NO DATA", "C(REFRESH MATERIALIZED VIEW)ZI"},
			{"CREATE TABLE m1 AS SELECT told() AS a; CREATE TABLE m2 AS SELECT a, told() AS b FROM m1; SELECT told() FROM m2; SELECT a FROM viewed", "C(SELECT 1)C(SELECT 1)D(7)C(SELECT 1)D(7)C(SELECT 1)ZI"},
			{"CREATE TABLE k (a int REFERENCES keyed, b serial, UNIQUE (a)); INSERT INTO k SELECT keyed.a, told() FROM keyed; SELECT a FROM keyed", "C(CREATE TABLE)C(INSERT 0 1)D(7)C(SELECT 1)ZI"},
			{"CREATE TABLE IF NOT EXISTS k (a int); INSERT INTO k VALUES (NULL, told())", "C(CREATE TABLE)C(INSERT 0 1)ZI"},
			{"CREATE TABLE heir () INHERITS (shown); INSERT INTO heir SELECT told(); SELECT count(*) FROM shown", "C(CREATE TABLE)C(INSERT 0 1)D(2)C(SELECT 1)ZI"},
			{"CREATE TABLE likened (LIKE keyed INCLUDING ALL); INSERT INTO likened SELECT told(); SELECT a FROM keyed", "C(CREATE TABLE)C(INSERT 0 1)D(7)C(SELECT 1)ZI"},
			{"EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) CREATE TABLE m3 AS SELECT told() AS a", ""},
			{"PREPARE p AS SELECT told() AS a", "C(PREPARE)ZI"},
			{"CREATE TABLE m4 AS EXECUTE p", "C(SELECT 1)ZI"},
		} {
			want := step.want
			if strings.HasPrefix(begin, "BEGIN") {
				want = strings.ReplaceAll(want, "ZI", "ZT")
			}
			if got := client.query(step.sql); got != want && want != "" || strings.Contains(got, "E(") {
				t.Errorf("%s: %s: %s, not %s", begin, step.sql, got, want)
			}
		}
		client.query("ROLLBACK")
		_ = client.conn.Close()
		g.super("DROP TABLE IF EXISTS made, told, telling, viewed_copy, m1, m2, m3, m4, k, heir, likened; DROP MATERIALIZED VIEW IF EXISTS mated; REFRESH MATERIALIZED VIEW stored")
	}
}
