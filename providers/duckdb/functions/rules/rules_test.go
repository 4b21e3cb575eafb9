package rules

import "testing"

// TestShownRules: expressions of constraints are shown as PostgreSQL 15 shows them, by what one printed.
func TestShownRules(t *testing.T) {
	const columns = `{"qty":"INTEGER","small":"SMALLINT","price":"DECIMAL(8,2)","state":"VARCHAR","name":"PG_VARCHAR_40","code":"PG_BPCHAR_3","ratio":"DOUBLE","day":"DATE","flag":"BOOLEAN","Id":"INTEGER","mood":"ENUM('a', 'b')"}`
	for _, test := range []struct{ expression, full, pretty string }{
		{"(qty > 0)", "(qty > 0)", "qty > 0"},
		{"(price >= 0)", "(price >= (0)::numeric)", "price >= 0::numeric"},
		{"(price >= 0.5)", "(price >= 0.5)", "price >= 0.5"},
		{"(ratio < 2)", "(ratio < (2)::double precision)", "ratio < 2::double precision"},
		{"((price < 1000) OR (qty = 1))", "((price < (1000)::numeric) OR (qty = 1))", "price < 1000::numeric OR qty = 1"},
		{"((qty > 0) AND ((price < 1) OR (qty = 1)))", "((qty > 0) AND ((price < (1)::numeric) OR (qty = 1)))", "qty > 0 AND (price < 1::numeric OR qty = 1)"},
		{"(state IN ('new', 'paid'))", "(state = ANY (ARRAY['new'::text, 'paid'::text]))", "state = ANY (ARRAY['new'::text, 'paid'::text])"},
		{"(name IN ('a', 'b'))", "((name)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))", "name::text = ANY (ARRAY['a'::character varying, 'b'::character varying]::text[])"},
		{"(name ~~ 'a%')", "((name)::text ~~ 'a%'::text)", "name::text ~~ 'a%'::text"},
		{"(code = 'abc')", "(code = 'abc'::bpchar)", "code = 'abc'::bpchar"},
		{"(length(name) > 2)", "(length((name)::text) > 2)", "length(name::text) > 2"},
		{"(qty BETWEEN 1 AND 5)", "((qty >= 1) AND (qty <= 5))", "qty >= 1 AND qty <= 5"},
		{"(day > CAST('2020-01-01' AS DATE))", "(day > '2020-01-01'::date)", "day > '2020-01-01'::date"},
		{"(qty > -1)", "(qty > '-1'::integer)", "qty > '-1'::integer"},
		{"(state IS NOT NULL)", "(state IS NOT NULL)", "state IS NOT NULL"},
		{"(NOT flag)", "(NOT flag)", "NOT flag"},
		{"(\"Id\" > 0)", "(\"Id\" > 0)", "\"Id\" > 0"},
		{"CAST((qty * price) AS DECIMAL(38, 9))", "((qty)::numeric * price)", "qty::numeric * price"},
		{"((qty + small) > 3)", "((qty + small) > 3)", "(qty + small) > 3"},
		{"-1", "'-1'::integer", "'-1'::integer"},
		{"CAST('1 day' AS INTERVAL)", "'1 day'::interval", "'1 day'::interval"},
		{"CAST('12:30:00' AS INTERVAL)", "'12:30:00'::interval", "'12:30:00'::interval"},
		{"CAST('24 hours' AS INTERVAL)", "", ""},
		{"CAST('13 mons' AS INTERVAL)", "", ""},
		{"now()", "now()", "now()"},
		{"gen_random_uuid()", "gen_random_uuid()", "gen_random_uuid()"},
		{"pg__upper('abc')", "upper('abc'::text)", "upper('abc'::text)"},
		{"CAST('{\"a\": 1}' AS \"pg_jsonb\")", "'{\"a\": 1}'::jsonb", "'{\"a\": 1}'::jsonb"},
		{"CAST('a' AS \"pg_nosuch\")", "", ""},
		{"nosuch()", "", ""},
		{"(pg__lower(state) = state)", "(lower(state) = state)", "lower(state) = state"},
		{"CAST((ARRAY['a', 'b']) AS VARCHAR[])", "ARRAY['a'::text, 'b'::text]", "ARRAY['a'::text, 'b'::text]"},
		{"CAST((ARRAY[1, 2]) AS INTEGER[])", "ARRAY[1, 2]", "ARRAY[1, 2]"},
		{"CAST((ARRAY['1', '-2']) AS INTEGER[])", "'{1,-2}'::integer[]", "'{1,-2}'::integer[]"},
		{"CAST((ARRAY['1.5']) AS DECIMAL(38, 9)[])", "'{1.5}'::numeric[]", "'{1.5}'::numeric[]"},
		{"CAST((ARRAY['t', 'f']) AS BOOLEAN[])", "'{t,f}'::boolean[]", "'{t,f}'::boolean[]"},
		{"CAST((ARRAY['2024-01-01 10:00']) AS TIMESTAMP[])", "", ""},
		{"CAST((ARRAY[1, 'b']) AS VARCHAR[])", "", ""},
		{"CAST((ARRAY['a', 'b']) AS VARCHAR)", "", ""},
		{"(mood = CAST('a' AS main.\"mood\"))", "(mood = 'a'::\x01main.\x02mood)", "mood = 'a'::\x01main.\x02mood"},
		{"(mood IN (CAST('a' AS s.\"Mood\"), CAST('b' AS s.\"Mood\")))", "(mood = ANY (ARRAY['a'::\x01s.\x02\"Mood\", 'b'::\x01s.\x02\"Mood\"]))", "mood = ANY (ARRAY['a'::\x01s.\x02\"Mood\", 'b'::\x01s.\x02\"Mood\"])"},
		{"((qty // CAST(2 AS INTEGER)) > 0)", "((qty / 2) > 0)", "(qty / 2) > 0"},
		{"((qty % CAST(2 AS INTEGER)) = 0)", "((qty % 2) = 0)", "(qty % 2) = 0"},
		{"(CAST(length(pg__repeat(state, 2)) AS INTEGER) < 10)", "(length(repeat(state, 2)) < 10)", "length(repeat(state, 2)) < 10"},
		{"(\"left\"(state, 1) = 'q')", "(\"left\"(state, 1) = 'q'::text)", "\"left\"(state, 1) = 'q'::text"},
		{"(COALESCE(state, '') != 'bad')", "(COALESCE(state, ''::text) <> 'bad'::text)", "COALESCE(state, ''::text) <> 'bad'::text"},
		{"(\"replace\"(state, 'a', 'b') = state)", "(replace(state, 'a'::text, 'b'::text) = state)", "replace(state, 'a'::text, 'b'::text) = state"},
		{"((state !~~ '%z') AND (state ~~* 'A%'))", "((state !~~ '%z'::text) AND (state ~~* 'A%'::text))", "state !~~ '%z'::text AND state ~~* 'A%'::text"},
		{"pg__lpad('1', 5, '0')", "lpad('1'::text, 5, '0'::text)", "lpad('1'::text, 5, '0'::text)"},
		{"pg__lpad('1', 5)", "", ""},
		{"(ratio // 2)", "", ""},
		{"(mood = 'a')", "", ""},
		{"(unknown(state) = 'a')", "", ""},
		{"(qty > 'x')", "", ""},
		{"(qty >", "", ""},
		{"(nosuch > 1)", "", ""},
	} {
		if got, ok := Show(test.expression, columns, false); got != test.full || ok != (test.full != "") {
			t.Errorf("%s: %q, want %q", test.expression, got, test.full)
		}
		if got, ok := Show(test.expression, columns, true); got != test.pretty || ok != (test.pretty != "") {
			t.Errorf("%s, pretty: %q, want %q", test.expression, got, test.pretty)
		}
	}
}
