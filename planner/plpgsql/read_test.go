package plpgsql

import (
	"fmt"
	"strings"
	"testing"
)

// create makes a function of a body.
func create(body string) string {
	return "CREATE OR REPLACE FUNCTION public.f(a integer, b text, OUT r record, c anyelement) RETURNS SETOF record\n LANGUAGE plpgsql\n STABLE\nAS $function$" + body + "$function$\n"
}

func unchecked(string) error { return nil }

// pieces shows what Read finds in a body, but for the types of the arguments.
func pieces(t *testing.T, body string) string {
	t.Helper()
	f, err := Read(create(body), unchecked)
	if err != nil {
		return "refused: " + err.Error()
	}
	var lines []string
	for _, p := range f.Pieces[1:] {
		lines = append(lines, fmt.Sprintf("%d: %s", p.Line, strings.Join(strings.Fields(p.SQL), " ")))
	}
	return strings.Join(lines, "\n")
}

// found are bodies and every piece of SQL in them, in order.
var found = []struct{ body, want string }{
	{"BEGIN END", ""},
	{"BEGIN RETURN; END;", ""},
	{"<<l>> BEGIN NULL; END l;", ""},
	{"#variable_conflict use_column\n#print_strict_params on\nBEGIN END", ""},
	{"\nDECLARE x int := 1 + a; y CONSTANT numeric(10, 2) NOT NULL DEFAULT f(1);\n z text COLLATE \"C\" = 'x'; BEGIN RETURN x; END", `
		2: SELECT NULL::int
		2: SELECT 1 + a
		2: SELECT NULL::numeric(10, 2)
		2: SELECT f(1)
		3: SELECT NULL::text
		3: SELECT 'x'
		3: SELECT x`},
	{"DECLARE x a%TYPE; y s.t.c%TYPE; z t%ROWTYPE; u s.t%ROWTYPE; v t.c%TYPE[]; w other%TYPE; q $1%TYPE; self self%TYPE; BEGIN END", `
		1: SELECT NULL::s.t
		1: SELECT NULL::t
		1: SELECT NULL::s.t
		1: SELECT NULL::t
		1: SELECT NULL::other
		1: SELECT NULL::self`},
	{"DECLARE p ALIAS FOR $1; c CURSOR (i int, j text) FOR SELECT i; d NO SCROLL CURSOR IS VALUES (1); BEGIN FOR x IN c(1, j := g(2)) LOOP END LOOP; FOR x IN d LOOP NULL; END LOOP; END", `
		1: SELECT NULL::int
		1: SELECT NULL::text
		1: SELECT i
		1: VALUES (1)
		1: SELECT 1
		1: SELECT g(2)`},
	{"BEGIN x := 1; x = 2; x.y := 3; x[i] := 4; x[i:f(j)].y[2] = a = b; \"Odd \"\"x\" := 5; $1 := 6; return := 7; comment = 8; END", `
		1: SELECT 1
		1: SELECT 2
		1: SELECT 3
		1: SELECT a[i] FROM (SELECT NULL::text[]) AS s (a)
		1: SELECT 4
		1: SELECT a[i:f(j)] FROM (SELECT NULL::text[]) AS s (a)
		1: SELECT a[2] FROM (SELECT NULL::text[]) AS s (a)
		1: SELECT a = b
		1: SELECT 5
		1: SELECT 6
		1: SELECT 7
		1: SELECT 8`},
	{"BEGIN IF a THEN x := 1; ELSIF b THEN x := 2; ELSEIF c THEN ELSE x := 3; END IF; END", "1: SELECT a\n1: SELECT 1\n1: SELECT b\n1: SELECT 2\n1: SELECT c\n1: SELECT 3"},
	{"BEGIN CASE a WHEN 1, 2 THEN x := f(1); WHEN g(3) THEN NULL; ELSE x := 2; END CASE; CASE WHEN a THEN NULL; END CASE; END", `
		1: SELECT a
		1: SELECT NULL IN (1, 2)
		1: SELECT f(1)
		1: SELECT NULL IN (g(3))
		1: SELECT 2
		1: SELECT a`},
	{"BEGIN <<l>> LOOP EXIT l WHEN a; CONTINUE; EXIT; END LOOP l; WHILE b(1) LOOP END LOOP; END", "1: SELECT a\n1: SELECT b(1)"},
	{"BEGIN FOR i IN 1..10 LOOP END LOOP; FOR i IN REVERSE f(1)..g(2) BY h(3) LOOP END LOOP; FOR r IN SELECT f(1) FROM t LOOP END LOOP; FOR x, y.z IN (VALUES (1, 2)) LOOP END LOOP; END", `
		1: SELECT 1
		1: SELECT 10
		1: SELECT f(1)
		1: SELECT g(2)
		1: SELECT h(3)
		1: SELECT f(1) FROM t
		1: (VALUES (1, 2))`},
	{"BEGIN FOREACH x IN ARRAY f(1) LOOP END LOOP; FOREACH x, y SLICE 1 IN ARRAY ARRAY[1] LOOP END LOOP; END", "1: SELECT f(1)\n1: SELECT ARRAY[1]"},
	{"BEGIN RETURN NEXT; RETURN NEXT x; RETURN QUERY SELECT 1; RETURN QUERY WITH q AS (SELECT f(1)) TABLE q; RETURN query.x; RETURN (1, 2); END", `
		1: SELECT x
		1: SELECT 1
		1: WITH q AS (SELECT f(1)) TABLE q
		1: SELECT query.x
		1: SELECT (1, 2)`},
	{`BEGIN RAISE; RAISE NOTICE 'a % %', f(1), (g(2, 3)); RAISE 'x' USING HINT = h(1), ERRCODE := '22012'; RAISE division_by_zero; RAISE SQLSTATE '22012' USING MESSAGE = m(1); RAISE USING DETAIL = d(1); RAISE EXCEPTION $$x;y$$; END`, `
		1: SELECT f(1)
		1: SELECT (g(2, 3))
		1: SELECT h(1)
		1: SELECT '22012'
		1: SELECT m(1)
		1: SELECT d(1)`},
	{"BEGIN ASSERT f(1), g(2); ASSERT true; PERFORM f(1) FROM t; PERFORM DISTINCT a; END", "1: SELECT f(1)\n1: SELECT g(2)\n1: SELECT true\n1: SELECT f(1) FROM t\n1: SELECT DISTINCT a"},
	{"BEGIN GET DIAGNOSTICS n = ROW_COUNT, r.c := PG_CONTEXT; GET STACKED DIAGNOSTICS m = MESSAGE_TEXT; GET CURRENT DIAGNOSTICS n = ROW_COUNT; END", ""},
	{"BEGIN SELECT a, b INTO x, y.z FROM t; SELECT INTO STRICT x f(1) -- no\n; SELECT 1 /* INTO */ INTO x; WITH q AS (SELECT 1) SELECT * FROM q INTO x; VALUES (1) INTO $1; TABLE t INTO x; END", `
		1: SELECT a, b FROM t
		1: SELECT f(1)
		2: SELECT 1
		2: WITH q AS (SELECT 1) SELECT * FROM q
		2: VALUES (1)
		2: TABLE t`},
	{"BEGIN WITH q AS (INSERT INTO t VALUES (1) RETURNING a) SELECT a INTO x FROM q; END", "1: WITH q AS (INSERT INTO t VALUES (1) RETURNING a) SELECT a FROM q"},
	{"BEGIN BEGIN x := f(1); EXCEPTION WHEN division_by_zero OR SQLSTATE '22012' THEN x := g(1); WHEN OTHERS THEN DECLARE y int = h(1); BEGIN END; END; END", `
		1: SELECT f(1)
		1: SELECT g(1)
		1: SELECT NULL::int
		1: SELECT h(1)`},
	{"BEGIN SELECT a -- b\nINTO x FROM f(1); x := 1 -- ;\n; END", "1: SELECT a FROM f(1)\n2: SELECT 1"},
	{"BEGIN x := 'a;' || $q$;$q$ || \";\" || E'\\';' /* ; /* ; */ */; END", "1: SELECT 'a;' || $q$;$q$ || \";\" || E'\\';'"},
}

func TestFinds(t *testing.T) {
	for _, test := range found {
		lines := strings.Split(strings.TrimSpace(test.want), "\n")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		if got := pieces(t, test.body); got != strings.Join(lines, "\n") {
			t.Errorf("%s\n%s\nwant\n%s", test.body, got, strings.Join(lines, "\n"))
		}
	}
}

// refused are bodies that cannot be judged, and why.
var refused = []struct{ body, want string }{
	{"", "an unexpected end of the body at line 1"},
	{"BEGIN\n\nEXECUTE 'DROP TABLE t'; END", "EXECUTE of SQL that is built at run time at line 3"},
	{"BEGIN FOR x IN EXECUTE 'SELECT 1' LOOP END LOOP; END", "EXECUTE"},
	{"BEGIN RETURN QUERY EXECUTE 'SELECT 1'; END", "EXECUTE"},
	{"DECLARE c refcursor; BEGIN OPEN c FOR EXECUTE 'SELECT 1'; END", "OPEN of a cursor"},
	{"DECLARE c refcursor; BEGIN OPEN c FOR SELECT 1; END", "OPEN of a cursor"},
	{"BEGIN FETCH c INTO x; END", "FETCH of a cursor"},
	{"BEGIN MOVE NEXT FROM c; END", "MOVE of a cursor"},
	{"BEGIN CLOSE c; END", "CLOSE of a cursor"},
	{"BEGIN\nUPDATE t SET a = 1; END", "UPDATE at line 2"},
	{"BEGIN INSERT INTO t VALUES (1); END", "INSERT at line 1"},
	{"BEGIN DELETE FROM t; END", "DELETE"},
	{"BEGIN MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE; END", "MERGE"},
	{"BEGIN TRUNCATE t; END", "TRUNCATE"},
	{"BEGIN SET x = 1; END", "SET"},
	{"BEGIN CALL p(); END", "CALL"},
	{"BEGIN DO 'BEGIN END'; END", "DO"},
	{"BEGIN COMMIT; END", "COMMIT"},
	{"BEGIN ROLLBACK AND CHAIN; END", "ROLLBACK"},
	{"BEGIN IMPORT FOREIGN SCHEMA a FROM SERVER b INTO c; END", "IMPORT"},
	{"BEGIN NOTIFY x; END", "NOTIFY"},
	{"BEGIN IF a THEN DELETE FROM t; END IF; END", "DELETE"},
	{"BEGIN CASE WHEN a THEN NULL; ELSE DELETE FROM t; END CASE; END", "DELETE"},
	{"BEGIN LOOP BEGIN NULL; EXCEPTION WHEN OTHERS THEN DELETE FROM t; END; END LOOP; END", "DELETE"},
	{"#option dump\nBEGIN END", "an option of the compiler, option"},
	{"BEGIN x := ; END", "unknown syntax"},
	{"BEGIN x := (1; END", "unknown syntax"},
	{"BEGIN x := 1); END", "unknown syntax"},
	{"BEGIN x := 1", "end of the body"},
	{"BEGIN SELECT 1 INTO x INTO y; END", "unknown syntax"},
	{"BEGIN SELECT (1; DELETE FROM t); END", "unknown syntax"},
	{"BEGIN RAISE NOTICE 'a' || f(1); END", "unknown syntax"},
	{"BEGIN RAISE NOTICE 'a' USING what = f(1); END", "unknown syntax"},
	{"BEGIN GET DIAGNOSTICS x = f(1); END", "unknown syntax"},
	{"DECLARE x int%ROW; BEGIN END", "unknown syntax"},
	{"BEGIN END; BEGIN END", "unknown syntax"},
	{"BEGIN END; DELETE FROM t", "unknown syntax"},
	{"BEGIN x : = 1; END", "X at line 1"},
	{"BEGIN U&\"x\" := 1; END", "unknown syntax"},
	{"BEGIN " + strings.Repeat("x", 64) + " := 1; END", "too long"},
	{"BEGIN x := 'open; END", "cannot be read"},
	{strings.Repeat("BEGIN ", 65) + strings.Repeat("END; ", 65), "nested too deeply"},
	{"BEGIN <<l>> x := 1; END", "unknown syntax"},
}

func TestRefuses(t *testing.T) {
	for _, test := range refused {
		if got := pieces(t, test.body); !strings.HasPrefix(got, "refused: ") || !strings.Contains(got, test.want) {
			t.Errorf("%.200s\n%s\nwant %q", test.body, got, test.want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	const body = " AS $$BEGIN RETURN 1; END$$"
	for _, test := range []struct{ create, want string }{
		{
			"CREATE FUNCTION s.f(a int, b s.mood[], VARIADIC c \"Odd\"[]) RETURNS TABLE (d date) LANGUAGE plpgsql IMMUTABLE STRICT COST 5 ROWS 7 PARALLEL SAFE LEAKPROOF SUPPORT s" + body,
			`SELECT NULL::pg_catalog.bool, NULL::pg_catalog.int4, NULL::"pg_catalog"."int4", NULL::"s"."mood", NULL::"Odd", NULL::"date"`,
		},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE sql" + body, "not that of a function in PL/pgSQL"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS 'a', 'b'", "not that of a function in PL/pgSQL"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql RETURN 1", "not that of a function in PL/pgSQL"},
		{"CREATE PROCEDURE f() LANGUAGE plpgsql" + body, "not that of a function in PL/pgSQL"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql SECURITY DEFINER" + body, "an option SECURITY"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql SET search_path = a" + body, "an option SET"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql TRANSFORM FOR TYPE hstore" + body, "an option TRANSFORM"},
		{"CREATE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql" + body, "a function of an event trigger"},
		{"CREATE FUNCTION f(t.a%TYPE) RETURNS int LANGUAGE plpgsql" + body, "not spelled out"},
		{"SELECT 1", "not a CREATE FUNCTION"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql" + body + "; SELECT 1", "not a CREATE FUNCTION"},
		{"CREATE FUNCTION (", "cannot be parsed"},
	} {
		got := ""
		if f, err := Read(test.create, unchecked); err != nil {
			got = err.Error()
		} else {
			got = f.Pieces[0].SQL
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s\n%s\nwant %s", test.create, got, test.want)
		}
	}
}
