package relay_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/gate"
)

// races is how often each race is run: few times, or as often as RACES says.
func races() int {
	if n, err := strconv.Atoi(os.Getenv("RACES")); err == nil {
		return n
	}
	return 150
}

// Each of these changes writes where a client with no right to write reads: a large
// object outlives even a transaction that may only read, an INSERT one that may write.
const raceSchema = `
CREATE TABLE sink (n int);
CREATE FUNCTION lo() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN PERFORM lo_create(0); RETURN 1; END$$;
CREATE FUNCTION ins() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN INSERT INTO sink VALUES (1); RETURN 1; END$$;
CREATE TABLE swap (o int); INSERT INTO swap VALUES (0);
CREATE VIEW swap_lo AS SELECT lo() AS o;
CREATE VIEW swap_ins AS SELECT ins() AS o;
CREATE FUNCTION del() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN DELETE FROM sink; INSERT INTO sink VALUES (1); RETURN 1; END$$;
CREATE VIEW swap_del AS SELECT del() AS o;
CREATE FUNCTION f() RETURNS int STABLE LANGUAGE sql AS 'SELECT 0; SELECT 0';
`

// swap is a pair of changes that a stranger makes in turn, past the gateway.
type swap struct{ there, back string }

func swapped(view string) swap {
	return swap{
		"BEGIN; ALTER TABLE swap RENAME TO swap_table; ALTER VIEW " + view + " RENAME TO swap; COMMIT",
		"BEGIN; ALTER VIEW swap RENAME TO " + view + "; ALTER TABLE swap_table RENAME TO swap; COMMIT",
	}
}

func replaced(body string) swap {
	return swap{
		"CREATE OR REPLACE FUNCTION f() RETURNS int STABLE LANGUAGE sql AS '" + body + "; SELECT 1'",
		"CREATE OR REPLACE FUNCTION f() RETURNS int STABLE LANGUAGE sql AS 'SELECT 0; SELECT 0'",
	}
}

// keepSwapping makes the changes in turn until the test has run, at times of no order.
func keepSwapping(t *testing.T, dsn string, s swap) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	pg, err := pgconn.Connect(ctx, dsn)
	check(t, err)
	var done sync.WaitGroup
	done.Go(func() {
		defer pg.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it was to swap
		for ctx.Err() == nil {
			for _, sql := range []string{s.there, s.back} {
				if _, err := pg.Exec(context.WithoutCancel(ctx), sql).ReadAll(); err != nil {
					t.Errorf("%s: %v", sql, err)
					return
				}
				time.Sleep(time.Duration(rand.IntN(20000)) * time.Microsecond) // so that the swap meets every step of a statement
			}
		}
	})
	t.Cleanup(func() { cancel(); done.Wait() })
}

// race is a client that reads what is being swapped.
type race struct {
	name string
	mode gate.Mode
	swap swap
	read func(c *raw) string // answers of the packet
	once string              // what the client asks for first
	all  bool                // every read is compared
}

func simply(list ...string) func(*raw) string {
	return func(c *raw) string {
		var all strings.Builder
		for _, sql := range list {
			all.WriteString(c.query(sql))
		}
		return all.String()
	}
}

// atOnce sends queries in one packet.
func atOnce(list ...string) func(*raw) string {
	return func(c *raw) string {
		for _, sql := range list {
			c.add(query(sql))
		}
		c.flush()
		var all strings.Builder
		for range list {
			all.WriteString(c.ready())
		}
		return all.String()
	}
}

func prepared(c *raw) string { return c.ask(bind("", "s"), execute("")) }

func preparedInBlock(c *raw) string {
	return c.query("BEGIN") + c.ask(bind("", "s"), execute("")) + c.query("COMMIT")
}

const ofSwap, ofF = "SELECT o FROM swap", "SELECT f()"

var allRaces = []race{
	{"table and view, simple, read_only", gate.ReadOnly, swapped("swap_lo"), simply(ofSwap), "", false},
	{"table and view, prepared, read_only", gate.ReadOnly, swapped("swap_lo"), prepared, ofSwap, false},
	{"table and view, simple, read_only, all compared", gate.ReadOnly, swapped("swap_lo"), simply(ofSwap), "", true},
	{"table and view, prepared, read_only, all compared", gate.ReadOnly, swapped("swap_lo"), prepared, ofSwap, true},
	{"table and view, in a block, safe", gate.Safe, swapped("swap_ins"), simply("BEGIN", ofSwap, "COMMIT"), "", false},
	{"table and view, prepared in a block, safe", gate.Safe, swapped("swap_ins"), preparedInBlock, ofSwap, false},
	{"table and view, block in a packet, safe", gate.Safe, swapped("swap_ins"), atOnce("BEGIN", ofSwap, "COMMIT"), "", false},
	{"table and view, block in a query, safe", gate.Safe, swapped("swap_ins"), simply("BEGIN; " + ofSwap + "; COMMIT"), "", false},
	{"table and view, two in a query, delete_safe", gate.DeleteSafe, swapped("swap_ins"), simply("INSERT INTO t VALUES (1); " + ofSwap), "", false},
	{"table and view, snapshot block, safe", gate.Safe, swapped("swap_ins"), simply("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1", ofSwap, "COMMIT"), "", false},
	{"table and view, snapshot by default, safe", gate.Safe, swapped("swap_ins"), simply("SET default_transaction_isolation = 'serializable'; BEGIN", "SELECT 1", ofSwap, "COMMIT"), "", false},
	{"table and view, snapshot and own objects, delete_safe", gate.DeleteSafe, swapped("swap_del"), simply("BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE TEMP TABLE own (n int) ON COMMIT DROP", ofSwap, "COMMIT"), "", false},
	{"function, read_only", gate.ReadOnly, replaced("SELECT lo_create(0)"), simply(ofF), "", false},
	{"function, prepared, read_only", gate.ReadOnly, replaced("SELECT lo_create(0)"), prepared, ofF, false},
	{"function, safe", gate.Safe, replaced("INSERT INTO sink VALUES (1)"), simply(ofF), "", false},
	{"function, in a block, safe", gate.Safe, replaced("INSERT INTO sink VALUES (1)"), simply("BEGIN", ofF, "COMMIT"), "", false},
	{"function, snapshot block, safe", gate.Safe, replaced("INSERT INTO sink VALUES (1)"), simply("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1", ofF, "COMMIT"), "", false},
}

// TestRaces has a table swapped for a view that writes, and a function for one that
// does, while a client reads them that may not write unasked: nothing must be written,
// but what docs/gate.md says of plain reads.
func TestRaces(t *testing.T) {
	for _, r := range allRaces {
		t.Run(r.name, func(t *testing.T) {
			c := sit(t, r.mode, 0, func(s *settings) { s.source.CompareReads = r.all })
			direct(t, c.dsn, raceSchema)
			client := c.enter()
			if r.once != "" {
				if got := client.ask(parse("s", r.once)); got != "1ZI" {
					t.Fatal(got)
				}
			}
			if got := r.read(client); strings.Contains(got, "E(") {
				t.Fatal(got)
			}
			keepSwapping(t, c.dsn, r.swap)
			counts, most := map[string]int{}, 400*time.Millisecond
			if os.Getenv("RACES") != "" {
				most = 2 * time.Minute
			}
			began := time.Now()
			for range races() {
				switch got := runRace(client, r, counts); {
				case strings.Contains(got, "closed"):
					if client = c.enter(); r.once != "" {
						client.ask(parse("s", r.once))
					}
				case !strings.HasSuffix(got, "ZI"):
					client.query("ROLLBACK")
				}
				if time.Since(began) > most {
					break
				}
			}
			hits := direct(t, c.dsn, "SELECT (SELECT count(*) FROM sink) + (SELECT count(*) FROM pg_largeobject_metadata)")
			t.Logf("%s hits; answers: %v; %v", hits, counts, time.Since(began).Round(time.Millisecond))
			believed := r.mode == gate.ReadOnly && strings.HasPrefix(r.name, "table") && !r.all // docs/gate.md says for how long
			if hits != "0" && !believed {
				t.Errorf("%s changes that nobody approved", hits)
			}
		})
	}
}

func runRace(client *raw, r race, counts map[string]int) string {
	got := r.read(client)
	switch {
	case strings.Contains(got, "closed"):
		counts["closed"]++
	case strings.Contains(got, "E(40001)"):
		counts["40001"]++
	case strings.Contains(got, "E(42501)"):
		counts["refused"]++
	case strings.Contains(got, "E("):
		counts[got]++
	case strings.Contains(got, "D(0)"):
		counts["harmless"]++
	default:
		counts[got]++
	}
	return got
}
