package relay_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/gate"
)

// TestLaterSchemas: a search path leads to schemas that are made after it was set, or that the login may use by then. What they have is
// judged as the server finds it.
func TestLaterSchemas(t *testing.T) {
	t.Parallel() // it waits until the catalog counts as settled
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe, gate.DeleteSafe} {
		for name, later := range map[string]string{
			"made":    "CREATE SCHEMA later",
			"renamed": "CREATE SCHEMA other; ALTER SCHEMA other RENAME TO later",
		} {
			t.Run(mode.String()+" "+name, func(t *testing.T) {
				t.Parallel()
				g := openGateway(t, mode)
				g.super("CREATE SEQUENCE ran; INSERT INTO t VALUES (7); CREATE FUNCTION told() RETURNS int LANGUAGE sql AS 'SELECT 7'")
				client := g.dial()
				client.query("SET search_path = later, public")
				for _, sql := range []string{"SELECT n FROM t", "SELECT told()"} {
					if got := client.query(sql); !strings.Contains(got, "D(7)") {
						t.Fatal(got)
					}
				}
				if got := client.ask(parse("s", "SELECT n FROM t")); got != "1ZI" {
					t.Fatal(got)
				}
				g.super(later + `; CREATE FUNCTION later.told() RETURNS int VOLATILE LANGUAGE plpgsql AS $$BEGIN PERFORM pg_notify('a', 'b'); PERFORM pg_advisory_lock(4711); RETURN 1; END$$;
					CREATE VIEW later.t AS SELECT later.told() AS n`)
				time.Sleep(unsettled)
				for _, sql := range []string{"SELECT n FROM t", "SELECT told()", "SELECT n FROM t", "BEGIN", "SELECT n FROM t", "ROLLBACK"} {
					if got := client.query(sql); strings.Contains(got, "D(") {
						t.Errorf("%s: %s", sql, got)
					}
				}
				if got := client.ask(bind("", "s"), execute("")); strings.Contains(got, "D(") {
					t.Errorf("prepared: %s", got)
				}
				if locks := g.super("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"); locks != "0" {
					t.Errorf("the code has run: %s locks", locks)
				}
				g.super("DROP SCHEMA later CASCADE")
				time.Sleep(300 * time.Millisecond)
				for _, sql := range []string{"SELECT n FROM t", "SELECT told()"} {
					if got := client.query(sql); !strings.Contains(got, "D(7)") {
						t.Errorf("as before: %s: %s", sql, got)
					}
				}
			})
		}
	}
}

// unsettled is a little longer than the catalog counts as changing.
const unsettled = 11 * time.Second
