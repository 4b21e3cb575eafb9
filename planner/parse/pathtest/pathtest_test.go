package pathtest_test

import (
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
)

func TestDecided(t *testing.T) {
	for sql, want := range map[string][]string{
		"SELECT 1 = 2": {"operator ="}, "SELECT - x": {"operator -"}, "SELECT 1 OPERATOR(evil.=) 2": {"operator evil.="},
		"SELECT x = ANY ('{1}')": {"operator ="}, "SELECT x <> ALL ('{1}')": {"operator <>"}, "SELECT x IN (1)": {"IN ="}, "SELECT x NOT IN (1)": {"IN <>"},
		"SELECT x IN (SELECT 1)": {"operator of a subquery"}, "SELECT x NOT IN (SELECT 1)": {"operator of a subquery"}, "SELECT x < ALL (SELECT 1)": {"operator of a subquery <"},
		"SELECT x LIKE 'a'": {"LIKE ~~"}, "SELECT x NOT ILIKE 'a'": {"ILIKE !~~*"}, "SELECT x SIMILAR TO 'a'": {"SIMILAR ~"}, "SELECT x BETWEEN 1 AND 2": {"BETWEEN BETWEEN"},
		"SELECT x NOT BETWEEN SYMMETRIC 1 AND 2": {"NOT_BETWEEN_SYM NOT BETWEEN SYMMETRIC"}, "SELECT x IS DISTINCT FROM 1": {"DISTINCT ="},
		"SELECT x IS NOT DISTINCT FROM 1": {"NOT_DISTINCT ="}, "SELECT NULLIF(x, 1)": {"NULLIF ="}, "SELECT CASE x WHEN 1 THEN 2 END": {"CASE x WHEN y"}, "SELECT (a, b) = (1, 2)": {"operator ="},
		"SELECT FROM pg_catalog.pg_class a JOIN pg_catalog.pg_proc b USING (oid)": {"JOIN USING oid"}, "SELECT FROM pg_catalog.pg_class NATURAL JOIN pg_catalog.pg_proc": {"JOIN USING"},
		"SELECT f(1)": {"function f"}, "SELECT count(*)": {"function count"}, "SELECT FROM unnest('{}') x": {"function unnest"}, "SELECT evil.f()": {"function evil.f"},
		"SELECT x::text": {"type text"}, "SELECT CAST(x AS evil.t)": {"type evil.t"}, "SELECT x::text[]": {"type text"}, "SELECT oid '1'": {"type oid"}, "SELECT x::json": {"type pg_catalog.json"},
		`SELECT x COLLATE "C"`: {"collation C"}, "SELECT FROM pg_class": {"relation pg_class"}, "SELECT FROM evil.pg_class": {"relation pg_class"}, "SELECT 1 ORDER BY 1 USING <": {"ORDER BY USING <"},
		"SELECT 'pg_proc'::pg_catalog.regclass": {"object pg_proc"}, "WITH q AS (SELECT x::name) SELECT FROM q": {"type name"},
		"SELECT FROM pg_catalog.f() AS t(a text)": {"type text"},
		"SELECT pg_catalog.pg_get_viewdef(1)":     {"queries of pg_get_viewdef"}, "SELECT pg_catalog.col_description(1, 2)": {"queries of col_description"},
		"SELECT 'x' OPERATOR(pg_catalog.||) c.oid": {"|| of what is no text"}, "SELECT pg_catalog.count(*) OPERATOR(pg_catalog.||) '.'": {"|| of what is no text"},
		"SELECT 'x' OPERATOR(pg_catalog.||) x::pg_catalog.regclass": {"|| of what is no text"}, "SELECT 'x' OPERATOR(pg_catalog.||) coalesce(pg_catalog.sum(x), 0)": {"|| of what is no text"},
		"SELECT c.oid::pg_catalog.text OPERATOR(pg_catalog.||) 'x' OPERATOR(pg_catalog.||) x::pg_catalog.name": nil, "SELECT pg_catalog.pg_get_viewdef(1), pg_catalog.set_config('search_path', '', true)": nil,
		`WITH q AS (SELECT 1) SELECT x OPERATOR(pg_catalog.=) ANY ('{1}'::pg_catalog.oid[]), -1, x::int, y::pg_catalog.json, CASE WHEN b THEN 1 END, coalesce(x, 1), GREATEST(1, 2),
			x COLLATE pg_catalog."C", EXTRACT(epoch FROM x), x AT TIME ZONE 'UTC', pg_catalog.count(*), 'pg_catalog.pg_proc'::pg_catalog.regclass, current_user, x IS NULL, EXISTS (SELECT 1),
			ARRAY(SELECT 1), (SELECT 1), x OPERATOR(pg_catalog.<>) ALL (SELECT 1), substring(x FROM 1), TRIM(x), POSITION('a' IN x)
			FROM q JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) 1 GROUP BY x ORDER BY x DESC`: nil,
	} {
		if found, err := pathtest.Decided(sql); err != nil || !slices.Equal(found, want) {
			t.Errorf("%s has %q (%v), not %q", sql, found, err, want)
		}
	}
}
