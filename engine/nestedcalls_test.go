package engine_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestNestedCallsAreBounded: many a rewriting repeats an argument, and one that has such arguments in it would double the text at each
// level. DuckDB plans what it is given without end.
func TestNestedCallsAreBounded(t *testing.T) {
	const levels = 24
	s := enter(t, duckShop(t, "a"), "analyst")
	run := func(sql string) error {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_, err := run(ctx, s, anything(sql))
		return err
	}
	refused := 0
	for _, wrapped := range []struct{ innermost, by string }{
		{"id::numeric", "nullif(x, 5)"},
		{"name::numeric", "(concat(nullif(x, 5)))::numeric"},
		{"id::numeric", "round(x / 3, 2)"},
		{"id::numeric", "x / 3"},
		{"id::numeric", "x % 7.5"},
		{"id::numeric", "coalesce(x, 1.5)"},
		{"id::numeric", "greatest(x, 1.50)"},
		{"id::numeric", "CASE WHEN x > 1 THEN x ELSE 2.5 END"},
		{"id::numeric", "CASE x WHEN 1 THEN 2.5 ELSE 0 END"},
		{"id::numeric", "(x::text)::numeric"},
		{"id::numeric", "abs(x)"},
		{"id::numeric", "power(x, 2)"},
		{"id::numeric", "sqrt(abs(x))"},
		{"id::numeric", "trunc(x, 1)"},
		{"id::numeric", "div(x, 3)"},
		{"id::numeric", "mod(x, 3)"},
		{"id::numeric", "to_number(to_char(x, 'FM999D99'), '999D99')"},
		{"id::numeric", "(to_jsonb(x) #>> '{}')::numeric"},
		{"id::numeric", "(x)::int::numeric(12,2)"},
		{"id::numeric", "sum(x) OVER ()"},
		{"id::float8", "round(x)"},
		{"id::float8", "x / 3"},
		{"id::float8", "power(x, 2)"},
		{"id::float8", "x::int::float8"},
		{"id::float8", "(x::text)::float8"},
		{"id", "x / 2"},
		{"id", "x % 3"},
		{"id", "x << 1"},
		{"id", "gcd(x, 6)"},
		{"id", "width_bucket(x, 1, 10, 5)"},
		{"id", "nullif(x, 3)"},
		{"id", "abs(x)"},
		{"id", "sign(x)::int"},
		{"name", "upper(x)"},
		{"name", "lower(x)"},
		{"name", "initcap(x)"},
		{"name", "x || 'a'"},
		{"name", "concat(x, 'a')"},
		{"name", "substr(x, 2)"},
		{"name", "left(x, -1)"},
		{"name", "trim(x)"},
		{"name", "lpad(x, 9)"},
		{"name", "split_part(x, 'a', -1)"},
		{"name", "regexp_replace(x, 'a+', 'b')"},
		{"name", "replace(x, 'a', 'b')"},
		{"name", "x::varchar(5)"},
		{"name", "x::char(5)"},
		{"name", "format('%s', x)"},
		{"name", "overlay(x placing 'z' from 1)"},
		{"name", "translate(x, 'a', 'b')"},
		{"name", "reverse(x)"},
		{"name", `upper(x COLLATE "C")`},
		{"name", `lower(upper(x COLLATE "C"))`},
		{"name", "substring(x from 'a.*')"},
		{"name", "x::name::text"},
		{"name", `x::"char"::text`},
		{"name", "array_to_string(string_to_array(x, ','), ';')"},
		{"name", "(to_json(x) #>> '{}')"},
		{"name", "CASE WHEN x LIKE 'a%' THEN x ELSE 'b' END"},
		{"name", "CASE WHEN x ILIKE 'a%' THEN x ELSE 'b' END"},
		{"name", "CASE WHEN x SIMILAR TO 'a%' THEN x ELSE 'b' END"},
		{"name", "(x IN ('a', 'b'))::text"},
		{"name", "(x BETWEEN SYMMETRIC 'b' AND 'a')::text"},
		{"name", "(x IS DISTINCT FROM 'a')::text"},
		{"date '2024-01-01' + id", "x + 1"},
		{"date '2024-01-01' + id", "(x + interval '1 month')::date"},
		{"date '2024-01-01' + id", "date_trunc('month', x)::date"},
		{"date '2024-01-01' + id", "to_date(to_char(x, 'YYYY-MM-DD'), 'YYYY-MM-DD')"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "x + interval '1 month'"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "date_trunc('hour', x)"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "x + (x - timestamp '2024-01-01')"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "x AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Berlin'"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "date_bin('1 hour', x, timestamp '2020-01-01')"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "x::timestamp(0)"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "x::text::timestamp"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "x + age(x, timestamp '2020-01-01')"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "greatest(x, timestamp '2024-05-05')"},
		{"timestamp '2024-01-01' + id * interval '1 day'", "CASE WHEN (x, x) OVERLAPS (x, timestamp '2024-05-05') THEN x ELSE x + interval '1 day' END"},
		{"id * interval '1 hour'", "justify_hours(x)"},
		{"id * interval '1 hour'", "x * 1.5"},
		{"id * interval '1 hour'", "x / 3"},
		{"id * interval '1 hour'", "x::interval(0)"},
		{"id * interval '1 hour'", "make_interval(hours => extract(hour FROM x)::int)"},
		{"id * interval '1 hour'", "-x"},
		{"id * interval '1 hour'", "x + x"},
		{"time '10:00' + id * interval '1 minute'", "x + interval '1 hour'"},
		{"time '10:00' + id * interval '1 minute'", "x::time(0)"},
		{"jsonb_build_object('a', id)", "x || '{\"b\": 1}'"},
		{"jsonb_build_object('a', id)", "jsonb_build_object('a', x)"},
		{"jsonb_build_object('a', id)", "jsonb_set(x, '{a}', x)"},
		{"jsonb_build_object('a', id)", "x -> 'a'"},
		{"jsonb_build_object('a', id)", "(x #>> '{}')::jsonb"},
		{"jsonb_build_object('a', id)", "jsonb_set_lax(x, '{a}', 'null', true, 'delete_key')"},
		{"jsonb_build_object('a', id)", "x - 'a'"},
		{"jsonb_build_object('a', id)", "jsonb_path_query_first(x, '$')"},
		{"jsonb_build_object('a', id)", "nullif(x, '{}')"},
		{"jsonb_build_object('a', id)", "jsonb_strip_nulls(x)"},
		{"jsonb_build_object('a', id)", "to_jsonb(ARRAY[x])"},
		{"ARRAY[id]", "x || 1"},
		{"ARRAY[id]", "x || x"},
		{"ARRAY[id]", "array_append(x, 1)"},
		{"ARRAY[id]", "x[1:2]"},
		{"ARRAY[id]", "array_remove(x, 3)"},
		{"ARRAY[id]", "array_cat(x, ARRAY[1])"},
		{"ARRAY[id]", "array_replace(x, 1, 2)"},
		{"ARRAY[id]", "ARRAY(SELECT unnest(x))"},
		{"ARRAY[id]", "string_to_array(array_to_string(x, ','), ',')::int[]"},
		{"ARRAY[id]", "ARRAY[x[1], x[2]]"},
		{"ARRAY[id]", "trim_array(x, 0)"},
		{"id > 1", "NOT x"},
		{"id > 1", "x AND x IS NOT NULL"},
		{"id > 1", "x = (x IS TRUE)"},
		{"id > 1", "(x, x) = (true, x)"},
		{"id > 1", "x IN (true, x)"},
		{"id > 1", "x = ANY (ARRAY[x, true])"},
		{"id > 1", "x BETWEEN x AND x"},
		{"int4range(id, id + 5)", "x * int4range(1, 9)"},
		{"int4range(id, id + 5)", "int4range(lower(x), upper(x))"},
		{"int4range(id, id + 5)", "range_merge(x, int4range(1, 2))"},
		{"B'101'", "x || B'1'"},
		{"B'101'", "~x"},
		{"B'101'", "x & x"},
		{"decode('ff', 'hex')", "x || x"},
		{"decode('ff', 'hex')", "substr(x, 1, 1)"},
		{"decode('ff', 'hex')", "decode(encode(x, 'base64'), 'base64')"},
		{"inet '10.0.0.1'", "x + 1"},
		{"inet '10.0.0.1'", "set_masklen(x, 24)"},
	} {
		sql, place := wrapped.innermost, regexp.MustCompile(`\bx\b`)
		for range levels {
			first := true
			sql = place.ReplaceAllStringFunc(wrapped.by, func(string) string {
				if !first {
					return "(" + wrapped.innermost + ")"
				}
				first = false
				return "(" + sql + ")"
			})
		}
		began := time.Now()
		err := run("SELECT " + sql + " FROM shop.users")
		code := sqlstate.CodeOf(err)
		if took := time.Since(began); took > 10*time.Second || code == sqlstate.InternalError || code == sqlstate.QueryCanceled {
			t.Errorf("%s of %s: %v after %v", wrapped.by, wrapped.innermost, err, took)
		}
		if code == sqlstate.StatementTooComplex {
			refused++
		}
	}
	if refused < 10 {
		t.Errorf("%d statements are refused for their size", refused)
	}
}
