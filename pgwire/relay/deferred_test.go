package relay_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/gate"
)

// A trigger that is deferred runs at the end of its transaction. If it has other code by then than somebody has approved, the end is
// refused, and the code has not run.

const (
	deferredSchema = `CREATE TABLE d (n int); CREATE TABLE ran (what text); CREATE TABLE u (a int); INSERT INTO u VALUES (1);
CREATE CONSTRAINT TRIGGER fires AFTER INSERT OR UPDATE OR DELETE ON d DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fires();
CREATE SCHEMA other; CREATE FUNCTION calls() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
CREATE FUNCTION other.calls() RETURNS int LANGUAGE plpgsql AS $$BEGIN INSERT INTO public.ran VALUES ('bad'); RETURN 1; END$$;
CREATE FUNCTION opaque() RETURNS int LANGUAGE plpgsql AS $$BEGIN EXECUTE 'INSERT INTO d VALUES (3)'; RETURN 1; END$$;
CREATE FUNCTION atonce() RETURNS int LANGUAGE plpgsql AS $$BEGIN EXECUTE 'SET CONSTRAINTS ALL IMMEDIATE'; RETURN 1; END$$;
CREATE PROCEDURE commits() LANGUAGE plpgsql AS 'BEGIN COMMIT; END';
CREATE FUNCTION trigger_atonce() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN EXECUTE 'SET CONSTRAINTS ALL IMMEDIATE'; RETURN NULL; END$$;
CREATE TABLE immediate (n int); CREATE TRIGGER atonce AFTER INSERT ON immediate FOR EACH ROW EXECUTE FUNCTION trigger_atonce();
CREATE TABLE parent (id int PRIMARY KEY); INSERT INTO parent VALUES (1);
CREATE TABLE child (id int REFERENCES parent ON DELETE CASCADE); INSERT INTO child VALUES (1);
CREATE CONSTRAINT TRIGGER fires AFTER DELETE ON child DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fires();
CREATE TABLE parted (n int) PARTITION BY RANGE (n); CREATE TABLE part PARTITION OF parted FOR VALUES FROM (0) TO (10);
CREATE CONSTRAINT TRIGGER fires AFTER INSERT ON parted DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION fires();
CREATE TABLE plain (n int UNIQUE DEFERRABLE INITIALLY DEFERRED, of int REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
CREATE FUNCTION immutable(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN $1; END';
CREATE TABLE excluded (n int, EXCLUDE USING btree (immutable(n) WITH =) DEFERRABLE INITIALLY DEFERRED);`
	goodTrigger = "CREATE OR REPLACE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN INSERT INTO ran VALUES ('good'); PERFORM calls(); RETURN NULL; END$$"
	badTrigger  = "CREATE OR REPLACE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN INSERT INTO ran VALUES ('bad'); RETURN NULL; END$$"
)

// approved has a client send a simple query, and somebody approve it.
func (c *court) approved(client *raw, sql, want string) {
	c.t.Helper()
	client.begin(query(sql))
	c.approve(sql[:min(len(sql), 12)])
	client.demand(want)
}

// inserted has a client insert a row in a unit, without a Sync.
func (c *court) inserted() *raw {
	c.t.Helper()
	client := c.enter()
	client.begin(extended("INSERT INTO d VALUES (1)")...).begin(flush)
	c.approve("INSERT INTO d")
	if got := client.until('C'); got != "12C(INSERT 0 1)" {
		c.t.Fatal(got)
	}
	return client
}

// insertedInBlock has a client change something in a transaction block.
func (c *court) insertedInBlock(sql, tag string) *raw {
	c.t.Helper()
	client := c.enter()
	client.demandQuery("BEGIN", "C(BEGIN)ZT")
	c.approved(client, sql, tag+"ZT")
	return client
}

func (c *court) worsen() { c.t.Helper(); direct(c.t, c.dsn, badTrigger) }

var deferredEnds = map[string]func(c *court){
	"COMMIT": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
		client.demandQuery("ROLLBACK", "C(ROLLBACK)ZI")
		client.demandQuery("SELECT 1", "D(1)C(SELECT 1)ZI")
	},
	"END by messages": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.begin(append(extended("END"), endUnit)...).demand("E(55000)ZE")
	},
	"COMMIT that was prepared before": func(c *court) {
		client := c.enter()
		client.begin(parse("c", "COMMIT"), endUnit).demand("1ZI")
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.begin(bind("c", "c"), endUnit).demand("2ZT")
		c.approved(client, "INSERT INTO d VALUES (1)", "C(INSERT 0 1)ZT")
		c.worsen()
		client.begin(execute("c"), endUnit).demand("E(55000)ZE")
	},
	"COMMIT AND CHAIN": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.demandQuery("COMMIT AND CHAIN", "E(55000)ZE")
	},
	"after COMMIT AND CHAIN": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		client.demandQuery("COMMIT AND CHAIN", "C(COMMIT)ZT")
		c.approved(client, "UPDATE d SET n = 2", "C(UPDATE 1)ZT")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"PREPARE TRANSACTION": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.demandQuery("PREPARE TRANSACTION 'x'", "E(55000)ZE")
	},
	"SET CONSTRAINTS": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.demandQuery("SET CONSTRAINTS ALL IMMEDIATE", "E(55000)ZE")
	},
	"SET CONSTRAINTS makes it deferred": func(c *court) {
		client := c.enter()
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.demandQuery("SET CONSTRAINTS fires DEFERRED", "C(SET CONSTRAINTS)ZT")
		c.approved(client, "INSERT INTO parted VALUES (1)", "C(INSERT 0 1)ZT")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a function that sets constraints": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.demandQuery("SELECT atonce()", "E(55000)ZE")
		c.demandStates("used") // nobody was asked about it
	},
	"Sync": func(c *court) {
		client := c.inserted()
		c.worsen()
		client.begin(endUnit).demand("E(55000)ZI")
	},
	"a query": func(c *court) {
		client := c.inserted()
		c.worsen()
		client.demandQuery("SELECT 1", "E(55000)ZI")
	},
	"several statements": func(c *court) {
		client := c.inserted()
		client.demandQuery("SELECT 1; SELECT 2", "E(0A000)ZI")
		client = c.enter()
		client.begin(extended("UPDATE t SET n = n")...).begin(flush)
		c.approve("UPDATE t")
		client.demandQuery("SELECT 1; SELECT 2", "12C(UPDATE 9)D(1)C(SELECT 1)D(2)C(SELECT 1)ZI")
	},
	"a procedure that commits": func(c *court) {
		client := c.inserted()
		client.begin(extended("CALL commits()")...).begin(endUnit).demand("1E(0A000)ZI")
	},
	"a procedure alone": func(c *court) {
		client := c.enter()
		c.approved(client, "CALL commits()", "C(CALL)ZI")
		client.begin(append(extended("CALL commits()"), endUnit)...)
		c.approve("CALL commits()")
		client.demand("12C(CALL)ZI")
	},
	"BEGIN is none, and then COMMIT": func(c *court) {
		client := c.inserted()
		c.worsen()
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a cascade": func(c *court) {
		client := c.insertedInBlock("DELETE FROM parent", "C(DELETE 1)")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"dynamic SQL": func(c *court) {
		client := c.insertedInBlock("SELECT opaque()", "D(1)C(SELECT 1)")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"DO": func(c *court) {
		client := c.insertedInBlock("DO $$BEGIN INSERT INTO d VALUES (4); END$$", "C(DO)")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"COPY": func(c *court) {
		client := c.enter()
		client.begin(query("COPY d FROM STDIN"))
		c.approve("COPY d")
		if got := client.until('G'); got != "G" {
			c.t.Fatal(got)
		}
		c.worsen()
		client.begin(&pgproto3.CopyData{Data: []byte("42\n")}, &pgproto3.CopyDone{})
		client.demand("C(COPY 1)E(55000)ZI")
	},
	"during the change": func(c *court) {
		for _, sql := range []string{
			"INSERT INTO d SELECT 1 FROM pg_sleep(1)", "WITH x AS (INSERT INTO d SELECT 1 FROM pg_sleep(1) RETURNING n) SELECT n FROM x",
			"DO $$BEGIN INSERT INTO d VALUES (1); PERFORM pg_sleep(1); END$$",
		} {
			direct(c.t, c.dsn, goodTrigger)
			client := c.enter()
			client.begin(query(sql))
			c.approve("INSERT INTO d")
			c.sleeps()
			c.worsen()
			if got := client.ready(); !strings.HasSuffix(got, "E(55000)ZI") {
				c.t.Errorf("%s: %s", sql, got)
			}
		}
	},
	"during a query of several statements": func(c *court) {
		for _, sql := range []string{
			"INSERT INTO d VALUES (1); SELECT pg_sleep(1)", "BEGIN; INSERT INTO d VALUES (1); SELECT pg_sleep(1); COMMIT",
			"BEGIN; INSERT INTO d VALUES (1); SELECT pg_sleep(1); SET CONSTRAINTS ALL IMMEDIATE", "INSERT INTO d VALUES (1); SELECT pg_sleep(1); SELECT atonce()",
			"INSERT INTO d VALUES (1); SELECT pg_sleep(1); INSERT INTO immediate VALUES (1)",
		} {
			direct(c.t, c.dsn, goodTrigger)
			client := c.enter()
			client.begin(query(sql))
			c.approve("INSERT INTO d")
			c.sleeps()
			c.worsen()
			if got := client.ready(); !strings.Contains(got, "E(40001)Z") && !strings.Contains(got, "E(0A000)Z") {
				c.t.Errorf("%s: %s", sql, got)
			}
		}
	},
	"a query of several statements that commits what was left": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		client.demandQuery("SELECT a FROM u; COMMIT", "E(0A000)ZE")
		client = c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		release := lockTable(c.t, c.dsn, "u")
		client.begin(query("SELECT a FROM u"), query("COMMIT"))
		c.replaceBy(badTrigger, release)
		client.demand(slowRow + "ZT")
		client.demand("E(55000)ZE")
		direct(c.t, c.dsn, goodTrigger)
		client = c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		release = lockTable(c.t, c.dsn, "u")
		client.begin(extended("SELECT a FROM u")...).begin(extended("COMMIT")...).begin(endUnit)
		c.replaceBy(badTrigger, release)
		client.demand("12" + slowRow + "E(55000)ZE")
	},
	"a block that goes on behind a COMMIT": func(c *court) {
		client := c.enter()
		c.approved(client, "BEGIN; SELECT 1; COMMIT; BEGIN; INSERT INTO d VALUES (1)", "C(BEGIN)D(1)C(SELECT 1)C(COMMIT)C(BEGIN)C(INSERT 0 1)ZT")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"the transaction's own code": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.approved(client, badTrigger, "C(CREATE FUNCTION)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"the unit's own code": func(c *court) {
		client := c.inserted()
		client.begin(extended(badTrigger)...)
		c.approve("CREATE OR REPLACE")
		client.begin(endUnit).demand("12C(CREATE FUNCTION)E(55000)ZI")
	},
	"what the code calls": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		direct(c.t, c.dsn, "CREATE OR REPLACE FUNCTION calls() RETURNS int LANGUAGE plpgsql AS $$BEGIN INSERT INTO ran VALUES ('bad'); RETURN 1; END$$")
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"another search path": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		client.demandQuery("SET LOCAL search_path = other, public", "C(SET)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
		client = c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		client.demandQuery("SET LOCAL search_path = public", "C(SET)ZT")
		client.demandQuery("SET LOCAL search_path = \"$user\", public", "C(SET)ZT")
		client.demandQuery("COMMIT", "C(COMMIT)ZI")
	},
	"schemas that change their names": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		direct(c.t, c.dsn, "ALTER SCHEMA public RENAME TO was; ALTER SCHEMA other RENAME TO public")
		client.demandQuery("COMMIT", "E(55000)ZE")
		direct(c.t, c.dsn, "ALTER SCHEMA public RENAME TO other; ALTER SCHEMA was RENAME TO public")
	},
	"a temporary view hides a table": func(c *court) {
		direct(c.t, c.dsn, "CREATE OR REPLACE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM n FROM plain; RETURN NULL; END$$")
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.approved(client, "CREATE TEMP VIEW plain AS SELECT other.calls() AS n", "C(CREATE VIEW)ZT")
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"an old snapshot": func(c *court) {
		client := c.enter()
		client.demandQuery("BEGIN ISOLATION LEVEL REPEATABLE READ", "C(BEGIN)ZT")
		client.demandQuery("SELECT a FROM u", slowRow+"ZT")
		c.approved(client, "INSERT INTO d VALUES (1)", "C(INSERT 0 1)ZT")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a trigger that the snapshot does not see": func(c *court) {
		client := c.enter()
		client.demandQuery("BEGIN ISOLATION LEVEL REPEATABLE READ", "C(BEGIN)ZT")
		client.demandQuery("SELECT a FROM u", slowRow+"ZT")
		direct(c.t, c.dsn, "CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fires()")
		c.approved(client, "UPDATE t SET n = n", "C(UPDATE 9)ZT")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"savepoints": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		client.demandQuery("SAVEPOINT a", "C(SAVEPOINT)ZT")
		client.demandQuery("SET CONSTRAINTS ALL IMMEDIATE", "C(SET CONSTRAINTS)ZT")
		client.demandQuery("ROLLBACK TO a", "C(ROLLBACK)ZT")
		c.worsen()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a failed transaction that goes back to a savepoint": func(c *court) {
		for _, end := range []struct {
			send messages
			want string
		}{
			{messages{query("ROLLBACK TO a; COMMIT")}, "E(0A000)ZE"},
			{append(append(extended("ROLLBACK TO a"), extended("COMMIT")...), endUnit), "12C(ROLLBACK)E(0A000)ZE"},
			{messages{query("COMMIT")}, "C(ROLLBACK)ZI"},
		} {
			direct(c.t, c.dsn, goodTrigger)
			client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
			client.demandQuery("SAVEPOINT a", "C(SAVEPOINT)ZT")
			client.demandQuery("SELECT 1/0", "E(22012)ZE")
			c.worsen()
			client.begin(end.send...).demand(end.want)
		}
	},
	"a second change": func(c *court) {
		client := c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)")
		c.worsen()
		client.demandQuery("INSERT INTO plain VALUES (5)", "E(55000)ZE")
		c.demandStates("used") // nobody was asked about it
	},
	"an expression of an index": func(c *court) {
		client := c.insertedInBlock("INSERT INTO excluded VALUES (1), (2)", "C(INSERT 0 2)")
		direct(c.t, c.dsn, "CREATE OR REPLACE FUNCTION immutable(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN INSERT INTO ran VALUES ('bad'); RETURN $1; END$$")
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a cursor that the code has opened": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client := c.insertedInBlock("DO $$BEGIN EXECUTE 'DECLARE h CURSOR WITH HOLD"+overUsers+"'; END$$", "C(DO)")
		c.replace()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a cursor that takes a known name": func(c *court) {
		direct(c.t, c.dsn, harmlessBody)
		client := c.enter()
		client.demandQuery("BEGIN", "C(BEGIN)ZT")
		client.demandQuery("DECLARE h CURSOR WITH HOLD FOR SELECT n FROM t", "C(DECLARE CURSOR)ZT")
		c.approved(client, "DO $$BEGIN EXECUTE 'CLOSE h'; EXECUTE 'DECLARE h CURSOR WITH HOLD"+overUsers+"'; END$$", "C(DO)ZT")
		c.replace()
		client.demandQuery("COMMIT", "E(55000)ZE")
	},
	"a client that leaves": func(c *court) {
		client := c.inserted()
		c.worsen()
		client.begin(&pgproto3.Terminate{})
		eventually(c.t, "its backend is gone", func() bool {
			return direct(c.t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO d%'") == "0"
		})
	},
}

// sleeps waits until a statement sleeps.
func (c *court) sleeps() {
	c.t.Helper()
	eventually(c.t, "a statement sleeps", func() bool {
		return direct(c.t, c.dsn, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'") != "0"
	})
}

// replaceBy replaces code while a statement waits for the lock, which it lets go of then.
func (c *court) replaceBy(sql string, release func()) {
	c.t.Helper()
	c.runs()
	direct(c.t, c.dsn, sql)
	release()
}

// TestDeferredCodeIsJudged: see above.
func TestDeferredCodeIsJudged(t *testing.T) {
	for name, play := range deferredEnds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, goodTrigger+";"+deferredSchema)
			play(c)
			if got := direct(t, c.dsn, "SELECT count(*) FROM ran WHERE what = 'bad'"); got != "0" {
				t.Errorf("the other code ran %s times", got)
			}
			c.demandRows("123456789")
		})
	}
}

// TestDeferredCodeOfSameCode: where nothing was changed that the end runs, it comes.
func TestDeferredCodeOfSameCode(t *testing.T) {
	const elsewhere = "CREATE OR REPLACE FUNCTION elsewhere() RETURNS int LANGUAGE sql AS 'SELECT 1'"
	for name, play := range map[string]func(c *court){
		"COMMIT": func(c *court) {
			c.insertedInBlock("INSERT INTO d VALUES (1)", "C(INSERT 0 1)").demandQuery("COMMIT", "C(COMMIT)ZI")
		},
		"Sync": func(c *court) { c.inserted().begin(endUnit).demand("ZI") },
		"a query": func(c *court) {
			c.inserted().demandQuery("SELECT 1", "D(1)C(SELECT 1)ZI")
		},
		"alone": func(c *court) {
			c.approved(c.enter(), "INSERT INTO d VALUES (1)", "C(INSERT 0 1)ZI")
		},
		"several statements": func(c *court) {
			c.approved(c.enter(), "INSERT INTO d VALUES (1); SELECT 1", "C(INSERT 0 1)D(1)C(SELECT 1)ZI")
			c.approved(c.enter(), "BEGIN; INSERT INTO d VALUES (1); SELECT 1; COMMIT", "C(BEGIN)C(INSERT 0 1)D(1)C(SELECT 1)C(COMMIT)ZI")
		},
		"code that was made before": func(c *court) {
			client := c.insertedInBlock(elsewhere, "C(CREATE FUNCTION)")
			c.approved(client, "INSERT INTO d VALUES (1)", "C(INSERT 0 1)ZT")
			client.demandQuery("COMMIT", "C(COMMIT)ZI")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, goodTrigger+";"+deferredSchema)
			play(c)
			if got := direct(t, c.dsn, "SELECT count(*) FROM ran"); got == "0" {
				t.Error("the trigger has not run")
			}
		})
	}
	for name, sql := range map[string][2]string{
		"a table without such triggers": {"UPDATE t SET n = n", "C(UPDATE 9)"},
		"keys":                          {"INSERT INTO plain VALUES (1, 1)", "C(INSERT 0 1)"},
		"a trigger that is immediate":   {"INSERT INTO t VALUES (10)", "C(INSERT 0 1)"},
		"a cursor that is known":        {"DO $$BEGIN END$$", "C(DO)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.Safe, longWait)
			direct(t, c.dsn, goodTrigger+";"+deferredSchema)
			client := c.insertedInBlock(sql[0], sql[1])
			if strings.Contains(name, "cursor") {
				client.demandQuery("DECLARE h CURSOR WITH HOLD FOR SELECT n FROM t", "C(DECLARE CURSOR)ZT")
			}
			c.worsen()
			client.demandQuery("COMMIT", "C(COMMIT)ZI")
		})
	}
}

// TestDeferredCodeByTrigger: what was approved has left code for the end, and a change that nobody has to approve has it run at once, by a
// trigger of its own.
func TestDeferredCodeByTrigger(t *testing.T) {
	for name, play := range map[string]func(c *court, client *raw){
		"one statement": func(c *court, client *raw) {
			c.worsen()
			client.demandQuery("INSERT INTO immediate VALUES (1)", "E(55000)ZE")
		},
		"by messages, prepared before": func(c *court, client *raw) {
			client.begin(parse("i", "INSERT INTO immediate VALUES (1)"), endUnit).demand("1ZT")
			c.worsen()
			client.begin(bind("", "i"), execute(""), endUnit).demand("E(55000)ZE")
		},
		"behind a statement": func(_ *court, client *raw) {
			client.demandQuery("SELECT 1; INSERT INTO immediate VALUES (1)", "E(0A000)ZE")
		},
		"by the same code": func(c *court, client *raw) {
			client.demandQuery("INSERT INTO immediate VALUES (1)", "C(INSERT 0 1)ZT")
			client.demandQuery("COMMIT", "C(COMMIT)ZI")
			if got := direct(c.t, c.dsn, "SELECT count(*) FROM ran WHERE what = 'good'"); got != "2" { // when the row was made, and for its DELETE
				c.t.Errorf("the code that was approved ran %s times", got)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sit(t, gate.DeleteSafe, longWait)
			direct(t, c.dsn, goodTrigger+";"+deferredSchema+"; INSERT INTO d VALUES (1); TRUNCATE ran")
			play(c, c.insertedInBlock("DELETE FROM d", "C(DELETE 1)"))
			if got := direct(t, c.dsn, "SELECT count(*) FROM ran WHERE what = 'bad'"); got != "0" {
				t.Errorf("the other code ran %s times", got)
			}
		})
	}
}
