package relay_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestColumnCalls: a column that is written like a call is read as PostgreSQL reads it. If somebody makes a
// function of that name, the call is judged as a call of that function.
func TestColumnCalls(t *testing.T) {
	for _, mode := range []gate.Mode{gate.ReadOnly, gate.Safe} {
		c := sit(t, mode, longWait)
		direct(t, c.dsn, `CREATE TABLE fullname (first text, last text); INSERT INTO fullname VALUES ('ada', 'l'); CREATE TABLE sink (n int);
CREATE FUNCTION known(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1'`)
		s := c.enter()
		for _, send := range []func(string) string{s.query, func(sql string) string { return s.ask(byMessages(sql)[:3]...) }} {
			for sql, want := range map[string]string{
				"SELECT last(f) FROM fullname f":                                "D(l)C(SELECT 1)ZI",
				"SELECT last(fullname) FROM public.fullname":                    "D(l)C(SELECT 1)ZI",
				"SELECT first(f) || last(g) FROM fullname f, fullname g":        "D(adal)C(SELECT 1)ZI",
				"SELECT x(q) FROM (SELECT last AS x FROM fullname) q":           "D(l)C(SELECT 1)ZI",
				"WITH q AS (SELECT last AS x FROM fullname) SELECT x(q) FROM q": "D(l)C(SELECT 1)ZI",
				"SELECT nope(f) FROM fullname f":                                "E(42883)ZI",
				"SELECT last(f, f) FROM fullname f":                             "E(42883)ZI",
				"SELECT public.last(f) FROM fullname f":                         "E(42883)ZI",
				"SELECT last(DISTINCT f) FROM fullname f":                       "E(42883)ZI",
				"SELECT last(first) FROM fullname f":                            "E(42883)ZI",
				"SELECT last(g) FROM fullname f":                                "E(42883)ZI",
			} {
				if got := strings.TrimPrefix(send(sql), "12"); got != want {
					t.Errorf("%v: %s: %q", mode, sql, got)
				}
			}
		}
		direct(t, c.dsn, "CREATE FUNCTION last(fullname) RETURNS text VOLATILE LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.sink VALUES (1); RETURN 1; END'")
		if mode == gate.ReadOnly {
			if got := s.query("SELECT last(f) FROM fullname f"); !strings.HasPrefix(got, "E(") {
				t.Errorf("%v: %q", mode, got)
			}
		} else {
			s.begin(query("SELECT last(f) FROM fullname f"))
			c.asked("last(f)")
		}
		if n := direct(t, c.dsn, "SELECT count(*) FROM sink"); n != "0" {
			t.Errorf("%v: %s rows were written", mode, n)
		}
	}
}
