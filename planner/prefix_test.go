package planner

import (
	"strings"
	"testing"
)

// TestSourceNameOfColumns: a column may begin with the name of the source that its relation begins with.
func TestSourceNameOfColumns(t *testing.T) {
	scope, _ := fixtureScope("pg", "alice")
	for text, want := range map[string]string{
		"SELECT pg.public.t.a, pg.public.t.* FROM pg.public.t":                       "SELECT public.t.a, public.t.* FROM public.t",
		`SELECT 'pg.public.t.a' AS "pg" FROM pg.public.t WHERE "pg".public.t.a = 1`:  `SELECT 'pg.public.t.a' AS "pg" FROM public.t WHERE public.t.a = 1`,
		"UPDATE pg.public.t SET a = pg.public.t.a + 1 WHERE pg . public . t . a > 0": "UPDATE public.t SET a = public.t.a + 1 WHERE public . t . a > 0",
		"SELECT 1; SELECT pg.public.t.a FROM pg.public.t":                            "SELECT public.t.a FROM public.t",
		"SELECT pg/* é. */.public.t.a FROM pg -- é\n . /* . */ public.t":             "SELECT /* é. */ public.t.a FROM -- é /* . */ public.t",
		"SELECT pg.public.t.a FROM public.t":                                         "SELECT pg.public.t.a FROM public.t",
	} {
		plans := mustPlan(t, New(0), text, scope)
		last := plans[len(plans)-1]
		if got := strings.Join(strings.Fields(last.SQL), " "); got != want || len(last.SQL) != len(last.Text) {
			t.Errorf("%s\n%s, want\n%s", text, got, want)
		}
	}
}
