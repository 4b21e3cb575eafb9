package planner_test

import (
	"fmt"
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

// TestSignals: the sessions that a statement ends or cancels are known by their numbers, or not at all.
func TestSignals(t *testing.T) {
	scope := planner.FixtureScope("pg")
	p := planner.New(0)
	for sql, want := range map[string]string{
		"SELECT 1": "[]",
		"SELECT pg_terminate_backend(42), pg_cancel_backend(43)":              "[42 43]",
		"SELECT pg_terminate_backend(44), pg_cancel_backend(45)":              "[44 45]", // a plan that constants do not share
		"SELECT pg_catalog.pg_terminate_backend(42, 100)":                     "[42]",
		"SELECT pg_terminate_backend(pg_backend_pid())":                       "[self]",
		"SELECT pg_terminate_backend(pg_catalog.pg_backend_pid())":            "[self]",
		"SELECT pg_terminate_backend(x.pg_backend_pid())":                     "[?]",
		"SELECT pg_terminate_backend(42 + 1)":                                 "[?]",
		"SELECT pg_terminate_backend(-42)":                                    "[?]",
		"SELECT pg_terminate_backend($1)":                                     "[?]",
		"SELECT pg_cancel_backend(a) FROM t":                                  "[?]",
		"SELECT 1 WHERE EXISTS (SELECT pg_cancel_backend(n) FROM t AS x (n))": "[?]",
	} {
		plans, err := p.Plan(t.Context(), sql, scope)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		got := []string{}
		for _, s := range plans[0].Signals {
			switch {
			case s.Self:
				got = append(got, "self")
			case s.PID == 0:
				got = append(got, "?")
			default:
				got = append(got, fmt.Sprint(s.PID))
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", sql, got, want)
		}
	}
}

// TestPrincipalSettings: no class of a mode has what tells a source who asks.
func TestPrincipalSettings(t *testing.T) {
	scope := planner.FixtureScope("pg")
	p := planner.New(0)
	for _, sql := range []string{
		"SET sallyport.tenant = 'x'", "SET SESSION \"Sallyport\".\"TENANT\" TO x", "SET LOCAL sallyport.roles = 'x'", "RESET sallyport.tenant", "SET sallyport.subject TO DEFAULT",
		"SELECT set_config('sallyport.tenant', 'x', true)", "SELECT set_config(name, 'x', true) FROM pg_settings WHERE name = 'sallyport.tenant'",
		"ALTER ROLE a SET sallyport.tenant = 'x'", "ALTER DATABASE a SET sallyport.tenant = 'x'", "ALTER ROLE a RESET sallyport.tenant", "ALTER SYSTEM SET sallyport.tenant = 'x'",
		"CREATE FUNCTION f() RETURNS int LANGUAGE sql SET sallyport.tenant = 'x' AS 'SELECT 1'", "ALTER FUNCTION f() SET sallyport.tenant FROM CURRENT",
		"PREPARE p AS SELECT set_config('sallyport.tenant', 'x', true)", "DECLARE c CURSOR FOR SELECT set_config('sallyport.tenant', 'x', true)",
	} {
		plans, err := p.Plan(t.Context(), sql, scope)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if plans[0].Class != planner.Unknown {
			t.Errorf("%s is %s", sql, plans[0].Class)
		}
	}
	for _, sql := range []string{"SELECT current_setting('sallyport.tenant')", "SHOW sallyport.tenant"} {
		plans, err := p.Plan(t.Context(), sql, scope)
		if err != nil || plans[0].Class == planner.Unknown {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

// TestGoverns: what may set any setting, now or later, is told from what is known to do less.
func TestGoverns(t *testing.T) {
	scope := planner.FixtureScope("pg")
	p := planner.New(0)
	for sql, want := range map[string]bool{
		"SELECT 1": false, "SELECT nextval('s')": false, "SELECT pg_sleep(1)": false, "SELECT pg_sleep(1), set_config('a' || 'b', 'x', true)": true, "NOTIFY c": false,
		"INSERT INTO t VALUES (1)": false, "CREATE TABLE x (a int)": false, "DO 'BEGIN END'": true, "CALL f()": true, "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'": true,
		"GRANT ALL ON t TO x": true, "CREATE POLICY p ON t": true, "ALTER ROLE x BYPASSRLS": true,
	} {
		plans, err := p.Plan(t.Context(), sql, scope)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if got := plans[0].Governs(); got != want {
			t.Errorf("%s: %v", sql, got)
		}
	}
}
