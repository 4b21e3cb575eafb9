package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// definingSchema is what the definitions of TestDefiningInFlight are of. What folded is swapped for leaves a row in sink.
const definingSchema = `CREATE TABLE sink (a int); CREATE TABLE held (a int); INSERT INTO held VALUES (7);
CREATE FUNCTION writes() RETURNS int VOLATILE LANGUAGE plpgsql AS 'BEGIN INSERT INTO sink VALUES (1); RETURN 1; END';
CREATE FUNCTION folded(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1';
CREATE DOMAIN odd AS int; CREATE TABLE oddly (a odd); INSERT INTO oddly VALUES (7); CREATE DOMAIN checked AS int CHECK (folded(VALUE) > 0);
CREATE TABLE unproven (a int, CONSTRAINT c CHECK (folded(a) > 0) NOT VALID); INSERT INTO unproven VALUES (7);
CREATE TABLE parted (a int) PARTITION BY LIST (a); CREATE TABLE rest PARTITION OF parted DEFAULT; INSERT INTO parted VALUES (7);
CREATE TABLE coded (a int) PARTITION BY LIST (folded(a)); CREATE TABLE part (a int); INSERT INTO part VALUES (7);
CREATE TABLE indexed (a int, b int); INSERT INTO indexed VALUES (7); CREATE INDEX indexed_folded ON indexed (folded(a))`

const (
	swapFolded     = "CREATE OR REPLACE FUNCTION folded(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN PERFORM writes(); RETURN $1; END'"
	swapFoldedBack = "CREATE OR REPLACE FUNCTION folded(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1'"
)

// definingBack takes back what a definition has made that was not undone.
const definingBack = `DROP INDEX IF EXISTS made; DROP TABLE held; CREATE TABLE held (a int); INSERT INTO held VALUES (7); DROP TABLE IF EXISTS made;
ALTER TABLE unproven DROP CONSTRAINT c; ALTER TABLE unproven ADD CONSTRAINT c CHECK (folded(a) > 0) NOT VALID;
ALTER DOMAIN odd DROP CONSTRAINT IF EXISTS odd_check; DROP TABLE coded; DROP TABLE IF EXISTS part; CREATE TABLE coded (a int) PARTITION BY LIST (folded(a)); CREATE TABLE part (a int); INSERT INTO part VALUES (7)`

// definings are definitions that run code of users at once, and the relation whose lock they wait for.
var definings = []struct{ name, sql, of string }{
	{"an index", "CREATE INDEX made ON held (folded(a))", "held"},
	{"an index of some rows", "CREATE INDEX ON held (a) WHERE folded(a) > 0", "held"},
	{"a default", "ALTER TABLE held ADD COLUMN b int DEFAULT folded(random()::int)", "held"},
	{"USING", "ALTER TABLE held ALTER COLUMN a TYPE int USING folded(a)", "held"},
	{"CHECK", "ALTER TABLE held ADD CONSTRAINT c CHECK (folded(a) > 0)", "held"},
	{"a generated column", "ALTER TABLE held ADD COLUMN b int GENERATED ALWAYS AS (folded(a)) STORED", "held"},
	{"a column of a domain", "ALTER TABLE held ADD COLUMN b checked DEFAULT random()::int + 1", "held"},
	{"a column that becomes one of a domain", "ALTER TABLE held ALTER COLUMN a TYPE checked", "held"},
	{"EXCLUDE", "ALTER TABLE held ADD EXCLUDE USING btree (folded(a) WITH =)", "held"},
	{"VALIDATE", "ALTER TABLE unproven VALIDATE CONSTRAINT c", "unproven"},
	{"ATTACH by an expression", "ALTER TABLE coded ATTACH PARTITION part FOR VALUES IN (7)", "part"},
	{"bounds", "CREATE TABLE made PARTITION OF parted FOR VALUES IN (folded(3))", "parted"},
	{"a check of a domain", "ALTER DOMAIN odd ADD CHECK (folded(VALUE) > 0)", "oddly"},
}

// TestDefiningInFlight: a definition that runs code of users at once, and needs no approval, is compared in flight.
func TestDefiningInFlight(t *testing.T) {
	t.Parallel()
	g := serveDeleteSafe(t, definingSchema)
	for _, form := range []string{"simple", "several", "extended"} {
		for _, m := range definings {
			for _, block := range []string{"", "BEGIN"} {
				if form != "simple" && block != "" {
					continue
				}
				t.Run(form+", "+m.name+" "+block, func(t *testing.T) {
					c := connect(t, g.addr)
					defer c.conn.Close()
					c.query("SELECT 1")
					c.tryOut(m.sql)
					pid := c.begin(block)
					got := swapBeneath(t, g, c, pid, "BEGIN; LOCK TABLE "+m.of+" IN SHARE UPDATE EXCLUSIVE MODE", swapFolded, makingForms[form](c, m.sql))
					if !strings.Contains(got, "40001") && !strings.Contains(got, "42501") && !strings.Contains(got, "0A000") {
						t.Errorf("the client got %s", got)
					}
					endSwapped(t, g, c, swapFoldedBack, definingBack)
				})
			}
		}
	}
}

// TestMaintenanceIsAsked: what runs code of users for the rows that there are, and cannot be compared, needs an approval.
func TestMaintenanceIsAsked(t *testing.T) {
	g := openGateway(t, gate.DeleteSafe)
	g.super(definingSchema)
	client := g.dial()
	for _, sql := range []string{"CLUSTER indexed USING indexed_folded", "REINDEX TABLE indexed", "REINDEX INDEX CONCURRENTLY indexed_folded", "ANALYZE indexed", "VACUUM (ANALYZE) indexed", "VACUUM FULL indexed"} {
		if got := client.query(sql); got != "E(42501)ZI" {
			t.Errorf("%s: %s", sql, got)
		}
	}
}

// TestDefiningUndisturbed: where nobody changes anything, definitions run as without a comparison.
func TestDefiningUndisturbed(t *testing.T) {
	t.Parallel()
	g := openGateway(t, gate.DeleteSafe)
	g.super(definingSchema + `; CREATE TABLE keyed (a int PRIMARY KEY); CREATE TABLE refers (a int REFERENCES keyed); CREATE VIEW over AS SELECT folded(a) AS a FROM indexed;
		CREATE TABLE heir () INHERITS (held); CREATE TABLE keyedparts (a int PRIMARY KEY) PARTITION BY LIST (a); CREATE TABLE keyedpart (a int NOT NULL, CHECK (folded(a) > 0)); CREATE TABLE refersparts (a int REFERENCES keyedparts)`)
	for _, begin := range []string{"BEGIN", "BEGIN; SAVEPOINT s", "BEGIN ISOLATION LEVEL REPEATABLE READ", ""} {
		client := g.dial()
		if begin != "" {
			client.query(begin)
		}
		for _, sql := range []string{
			"CREATE INDEX made ON held (folded(a))", "CREATE INDEX IF NOT EXISTS made ON held (folded(a))", "CREATE UNIQUE INDEX ON held (a) WHERE folded(a) > 0",
			"ALTER TABLE held ADD COLUMN b int DEFAULT folded(random()::int), ADD COLUMN c serial, ADD CHECK (folded(a) > 0)",
			"ALTER TABLE held ADD COLUMN IF NOT EXISTS b int DEFAULT folded(random()::int)",
			"ALTER TABLE held ALTER COLUMN b TYPE text USING folded(b)::text", "ALTER TABLE held ADD COLUMN g int GENERATED ALWAYS AS (folded(a)) STORED",
			"ALTER TABLE held ADD COLUMN d checked, ADD COLUMN k int REFERENCES keyed DEFAULT NULLIF(folded(1), 1)", "ALTER TABLE held ADD EXCLUDE USING btree (folded(a) WITH =)",
			"ALTER TABLE keyed ALTER COLUMN a TYPE bigint USING folded(a)", "ALTER TABLE unproven VALIDATE CONSTRAINT c", "ALTER TABLE coded ATTACH PARTITION part FOR VALUES IN (7)",
			"ALTER TABLE keyedparts ATTACH PARTITION keyedpart FOR VALUES IN (7)", "CREATE TABLE made2 PARTITION OF parted FOR VALUES IN (folded(3))",
			"ALTER DOMAIN odd ADD CHECK (folded(VALUE) > 0)", "ALTER DOMAIN odd VALIDATE CONSTRAINT odd_check", "CREATE STATISTICS counts ON (folded(a)), (a + 1) FROM indexed",
			"ALTER TABLE held RENAME COLUMN b TO bb", "ALTER TABLE held RENAME TO held2", "CREATE INDEX ON held2 (folded(a)); SELECT folded(1)",
			"SELECT folded(a) FROM held2", "SELECT a FROM over",
		} {
			if strings.Contains(begin, "REPEATABLE") && strings.Contains(sql, "VALIDATE CONSTRAINT odd_check") {
				continue // the domain that the transaction has altered differs from what all sessions see
			}
			if got := client.query(sql); strings.Contains(got, "E(") {
				t.Errorf("%s: %s: %s", begin, sql, got)
			}
		}
		client.query("ROLLBACK")
		_ = client.conn.Close()
	}
}
