package planner_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// bodyForms are functions in PL/pgSQL with a place for an expression of type int.
var bodyForms = []string{
	"DECLARE x int := %; BEGIN RETURN x; END",
	"DECLARE x CONSTANT bigint NOT NULL DEFAULT %; BEGIN RETURN 1; END",
	"DECLARE c CURSOR FOR SELECT % AS a; BEGIN FOR r IN c LOOP RETURN r.a; END LOOP; RETURN 1; END",
	"DECLARE c CURSOR (k int) FOR SELECT k AS a; BEGIN FOR r IN c(%) LOOP RETURN r.a; END LOOP; RETURN 1; END",
	"DECLARE x int; BEGIN x := %; RETURN x; END",
	"DECLARE x int[]; BEGIN x[1] := %; RETURN x[1]; END",
	"DECLARE x int[]; BEGIN x[coalesce(%, 1) % 5 + 6] := 1; RETURN 1; END",
	"DECLARE r record; BEGIN r := ROW(%, 2); RETURN 1; END",
	"DECLARE r shop.event; BEGIN r.id := %; RETURN r.id; END",
	"BEGIN IF % > 5 THEN RETURN 1; ELSE RETURN 2; END IF; END",
	"BEGIN IF false THEN RETURN 1; ELSIF % = 5 THEN RETURN 2; END IF; RETURN 3; END",
	"BEGIN CASE % WHEN 1 THEN RETURN 1; ELSE RETURN 2; END CASE; END",
	"BEGIN CASE 1 WHEN 7, % THEN RETURN 1; ELSE RETURN 2; END CASE; END",
	"BEGIN CASE WHEN % = 7 THEN RETURN 1; ELSE RETURN 2; END CASE; END",
	"BEGIN WHILE % IS NULL LOOP RETURN 2; END LOOP; RETURN 1; END",
	"BEGIN <<l>> LOOP EXIT l WHEN % IS NULL; EXIT; END LOOP l; RETURN 1; END",
	"BEGIN FOR i IN 1..2 LOOP CONTINUE WHEN % > i; END LOOP; RETURN 1; END",
	"BEGIN FOR i IN coalesce(%, 1)..0 LOOP END LOOP; RETURN 1; END",
	"BEGIN FOR i IN REVERSE 1..coalesce(%, 1) + 1000000000 BY 5 LOOP END LOOP; RETURN 1; END",
	"BEGIN FOR i IN 1..2 BY abs(coalesce(%, 1)) + 1 LOOP END LOOP; RETURN 1; END",
	"DECLARE r record; BEGIN FOR r IN SELECT % AS a LOOP RETURN r.a; END LOOP; RETURN 1; END",
	"DECLARE a int; b int; BEGIN FOR a, b IN VALUES (1, %), (2, 3) LOOP END LOOP; RETURN 1; END",
	"DECLARE x int; BEGIN FOREACH x IN ARRAY ARRAY[1, %] LOOP END LOOP; RETURN x; END",
	"DECLARE x int[]; BEGIN FOREACH x SLICE 1 IN ARRAY ARRAY[[1], [%]] LOOP END LOOP; RETURN 1; END",
	"BEGIN RETURN %; END",
	"BEGIN RAISE NOTICE '% %', 1, %; RETURN 1; END",
	"BEGIN RAISE NOTICE 'x' USING DETAIL = (%)::text, HINT = 'y'; RETURN 1; END",
	"BEGIN ASSERT % IS NULL OR true; RETURN 1; END",
	"BEGIN ASSERT false, (%)::text; RETURN 1; EXCEPTION WHEN assert_failure THEN RETURN 2; END",
	"BEGIN PERFORM %; RETURN 1; END",
	"BEGIN PERFORM id FROM shop.event WHERE id = %; RETURN 1; END",
	"DECLARE x int; BEGIN SELECT % INTO x; RETURN x; END",
	"DECLARE x int; n int; BEGIN SELECT INTO STRICT x, n %, 2; GET DIAGNOSTICS n = ROW_COUNT; RETURN x; END",
	"DECLARE x int; BEGIN WITH q AS (SELECT % AS a) SELECT a FROM q INTO x; RETURN x; END",
	"DECLARE x int; BEGIN BEGIN PERFORM 1 / 0; EXCEPTION WHEN division_by_zero OR SQLSTATE '22000' THEN x := %; END; RETURN x; END",
	"BEGIN DECLARE y int := 1; BEGIN DECLARE z int = %; BEGIN RETURN z; END; END; END",
}

// inBody puts an expression into a body, at its first % that is not a sign of RAISE or of
// arithmetic.
func inBody(form, expression string) string {
	switch {
	case strings.Contains(form, "'% %', 1, %"):
		return strings.Replace(form, "1, %", "1, "+expression, 1)
	default:
		return strings.Replace(form, "%", expression, 1)
	}
}

// TestDifferentialBodies puts reads and hidden writes into every place of functions in PL/pgSQL and
// compares the class of their calls with what they change.
func TestDifferentialBodies(t *testing.T) {
	server := differentialServer(t)
	dsn := server.database(t, "bodies", "schema.sql", "hidden.sql")
	g := newGrammar(t, *differentialSeed+3)
	var script strings.Builder
	var statements []generated
	add := func(family, form, expression string) {
		name := fmt.Sprintf("body_%d", len(statements))
		fmt.Fprintf(&script, "-- optional\nCREATE FUNCTION shop.%s() RETURNS bigint LANGUAGE plpgsql AS $body$%s$body$;\n", name, inBody(form, expression))
		statements = append(statements, generated{family: family, reads: family == "body", sql: "SELECT shop." + name + "()"})
	}
	traps := hiddenLines(t)
	for i, form := range bodyForms {
		for _, kind := range slices.Sorted(maps.Keys(traps)) {
			for n, text := range traps[kind] {
				if (n+i)%4 != 0 { // each in a quarter of the forms
					continue
				}
				expression := map[string]string{"int": "(%s)", "bool": "(%s)::int", "text": "length(%s)"}[kind]
				if expression != "" {
					add("hidden", form, fmt.Sprintf(expression, g.line(text)))
				}
			}
		}
		for range 6 {
			add("body", form, "("+g.line("{int}")+")")
		}
	}
	server.execute(t, "bodies", script.String())
	report := newDifferential(t)
	report.run(t, dsn, statements)
	t.Logf("%d functions, %d failed; of %d that changed nothing %d are refused", report.ran, report.failed, report.reads["body"], report.missing["body"])
	for _, v := range report.violations {
		t.Errorf("classed %s", v)
	}
	if report.reads["body"] < 150 || report.missing["body"]*20 > report.reads["body"] {
		t.Errorf("%d of %d functions that read are refused", report.missing["body"], report.reads["body"])
	}
	for key, n := range report.refused {
		t.Logf("%4d × %s\n        %s", n, key, report.examples[key])
	}
}
