package planner

import (
	"context"
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// withBody returns the fixture with a user's function in PL/pgSQL.
type withBody struct {
	*fixture
	function providers.Function
}

func (c *withBody) Functions(schema, name string) []providers.Function {
	if name == c.function.Name {
		return []providers.Function{c.function}
	}
	return c.fixture.Functions(schema, name)
}

// judgeBody plans a call of a function in PL/pgSQL.
func judgeBody(t testing.TB, p *Planner, body string) *Statement {
	t.Helper()
	scope, sources := fixtureScope("pg", "alice")
	f := providers.Function{
		ID: 1, Schema: "public", Name: "judged", Kind: 'f', MaxArgs: 1, Language: "plpgsql",
		Hidden: []providers.Hidden{{What: "body of public.judged", PLpgSQL: "CREATE FUNCTION public.judged(a int) RETURNS int LANGUAGE plpgsql AS $function$" + body + "$function$"}},
	}
	catalog := &withBody{sources["pg"], f}
	scope.Source = func(context.Context, string) (Source, error) {
		return Source{Info: providers.Info{Name: "pg", Default: "public"}, Catalog: catalog}, nil
	}
	return mustPlan(t, p, "SELECT judged(1)", scope)[0]
}

// bodies have a class and a part of the reason.
var bodies = []struct {
	body   string
	class  Class
	reason string
}{
	{"BEGIN RETURN a; END", Read, ""},
	{"DECLARE x int := length('x'); BEGIN SELECT b INTO x FROM t; RETURN x; END", Read, ""},
	{"BEGIN RETURN judged(a - 1); END", Read, ""},
	{"begin raise notice 'f_leak => %', $1; return true; end", Read, ""},
	{"declare ln text; tmp text[]; begin for ln in execute format('explain analyze %s', $1) loop tmp := regexp_match(ln, 'rows=(\\d*)'); return next; end loop; end", Exec, "EXECUTE"},
	{"BEGIN\nRETURN nextval('s'); END", Exec, "nextval in judged → line 2"},
	{"DECLARE x no_such_type; BEGIN END", Exec, "type no_such_type"},
	{"DECLARE x no_such_table.a%TYPE; BEGIN END", Exec, "type no_such_table"},
	{"DECLARE x evil_type; BEGIN END", Exec, "cast to evil_type"},
	{"BEGIN RETURN a @+ 1; END", Exec, "operator @+"},
	{"BEGIN SELECT b INTO a FROM evil_view; END", Exec, "evil_function"},
	{"BEGIN SELECT r.evil_column INTO a FROM q AS r (x); END", Exec, "evil_column"},
	{"BEGIN r.evil_field := 1; RETURN r.evil_field; END", Exec, "evil_field"},
	{"BEGIN\n\nEXECUTE 'x'; END", Exec, "at line 3"},
	{"BEGIN x := 1 2; END", Exec, "line 1"},
	{"BEGIN x := set_config('role', 'a', true); END", Exec, "set_config of role"},
	{"BEGIN x := 1 INTO y; END", Exec, "SELECT … INTO"},
	{"BEGIN FOR r IN EXPLAIN ANALYZE SELECT 1 LOOP END LOOP; END", Read, ""},
	{"BEGIN FOR r IN EXPLAIN ANALYZE DELETE FROM t LOOP END LOOP; END", Exec, "DELETE"},
	{"BEGIN FOR r IN SHOW application_name LOOP END LOOP; END", Exec, "no query"},
	{"BEGIN x := " + strings.Repeat("1+", 30_000) + "1; END", Exec, "too deep"},
	{"BEGIN " + strings.Repeat("x := 1; ", 2_000) + " END", Read, ""},
	{strings.Repeat("BEGIN ", 200) + strings.Repeat("END; ", 200), Exec, "nested"},
	{strings.Repeat("BEGIN ", 9_000) + strings.Repeat("END; ", 9_000), Exec, "too deep"},
	{"BEGIN SELECT a FROM t FOR UPDATE INTO a; END", Exec, "FOR UPDATE"},
	{"BEGIN PERFORM 1; DELETE FROM t; END", Exec, "DELETE at line 1"},
	{"BEGIN RETURN QUERY WITH d AS (DELETE FROM t RETURNING b) SELECT b FROM d; END", Exec, "DELETE"},
}

func TestBodies(t *testing.T) {
	for _, test := range bodies {
		st := judgeBody(t, New(0), test.body)
		reason := ""
		if len(st.Effects) > 0 {
			reason = st.Effects[0].Reason
		}
		if st.Class != test.class || !strings.Contains(reason, test.reason) {
			t.Errorf("%.200s\nis %s (%s), want %s (%s)", test.body, st.Class, reason, test.class, test.reason)
		}
	}
}

// FuzzBody: no body ends the process, and a proven body contains no statement that changes
// something.
func FuzzBody(f *testing.F) {
	for _, test := range bodies {
		f.Add(test.body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) > 5_000 || strings.Contains(body, "$function$") {
			return
		}
		if st := judgeBody(t, Forgetful(), body); st.Class == Read {
			if found := findChange(body); found != "" {
				t.Errorf("%s\nis proven, and has %s", body, found)
			}
		}
	})
}

// findChange finds a changing statement at a place where a statement can begin.
func findChange(body string) string {
	scan, err := pg_query.Scan(body)
	if err != nil {
		return "no tokens"
	}
	words := []string{";"}
	for _, token := range scan.Tokens {
		if token.Token != pg_query.Token_SQL_COMMENT && token.Token != pg_query.Token_C_COMMENT {
			words = append(words, strings.ToLower(body[token.Start:token.End]))
		}
	}
	words = append(words, "", "")
	for i := 1; i+1 < len(words); i++ {
		if !slices.Contains([]string{";", "begin", "then", "else", "loop", "(", "query", "in", "for"}, words[i-1]) {
			continue
		}
		pair := words[i] + " " + words[i+1]
		if slices.Contains([]string{"insert into", "delete from", "merge into", "truncate table"}, pair) ||
			words[i] == "execute" && !slices.Contains([]string{":=", "=", "[", ".", ")", ",", "loop", ".."}, words[i+1]) && words[i-1] != "(" {
			return pair
		}
	}
	return ""
}

// BenchmarkBody plans a call of a function of 50 lines: one that is new, and one that was read
// before.
func BenchmarkBody(b *testing.B) {
	body := "DECLARE x int; r record; BEGIN " + strings.Repeat(`
		x := x + length('a' || x) * 2;
		IF x > 10 THEN
			SELECT c.d INTO x FROM t AS c JOIN u ON c.a = u.a WHERE c.b = x;
		END IF;
		FOR r IN SELECT a, b FROM t ORDER BY a LOOP x := x + r.a; END LOOP;`, 10) + " RETURN x; END"
	p := Forgetful()
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			p.routines = &routines{}
			judgeBody(b, p, body)
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			judgeBody(b, p, body)
		}
	})
}

// TestDeclareInFunction: a cursor that a function opens is the session's from then on, so
// its query is not all that the function does.
func TestDeclareInFunction(t *testing.T) {
	scope, sources := fixtureScope("pg", "alice")
	catalog := &withBody{sources["pg"], providers.Function{
		ID: 1, Schema: "public", Name: "judged", Kind: 'f', MaxArgs: 1, Language: "sql",
		Hidden: []providers.Hidden{{What: "body of public.judged", SQL: "DECLARE c CURSOR FOR SELECT 1"}},
	}}
	scope.Source = func(context.Context, string) (Source, error) {
		return Source{Info: providers.Info{Name: "pg", Default: "public"}, Catalog: catalog}, nil
	}
	st := mustPlan(t, New(0), "SELECT judged(1)", scope)[0]
	if st.Class != Exec || !strings.Contains(st.Effects[0].Reason, "changes the session") {
		t.Errorf("%s: %v", st.Class, st.Effects)
	}
}
