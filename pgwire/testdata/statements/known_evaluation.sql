-- What PostgreSQL computes, and what it leaves out: branches, terms, filters, rows behind a limit.
CREATE TABLE kwo (id int, n int, t text, d text, j jsonb)
INSERT INTO kwo VALUES (1, 0, '12', '2024-01-01', '{"a":1}'), (2, 5, 'abc', 'x', '{"a":"q"}'), (3, NULL, '', NULL, NULL), (4, -3, '7.5', '2024-02-30', '[1]'), (5, 10, '99999999999', '2024-05-06', '"s"')
SELECT id, CASE WHEN n <> 0 THEN 10 / n END FROM kwo ORDER BY id
SELECT id, 10 / NULLIF(n, 0) FROM kwo ORDER BY id
SELECT id FROM kwo WHERE n <> 0 AND 10 / n > 1 ORDER BY id
SELECT id FROM kwo WHERE n = 0 OR 10 / n > 1 ORDER BY id
SELECT id, CASE WHEN n = 0 THEN 0 ELSE 10 / n END AS q FROM kwo ORDER BY id
SELECT id, 10 / n FROM kwo WHERE n > 0 ORDER BY id
SELECT id, 10 % n FROM kwo WHERE n > 0 ORDER BY id
SELECT id, t::int FROM kwo WHERE t ~ '^\d{1,5}$' ORDER BY id
SELECT id, CASE WHEN t ~ '^\d{1,5}$' THEN t::int END FROM kwo ORDER BY id
SELECT id FROM kwo WHERE t ~ '^\d{1,5}$' AND t::int > 5 ORDER BY id
SELECT sum(t::int) FROM kwo WHERE t ~ '^\d{1,5}$'
SELECT sum(CASE WHEN t ~ '^\d{1,5}$' THEN t::int ELSE 0 END) FROM kwo
SELECT id, d::date FROM kwo WHERE id IN (1, 5) ORDER BY id
SELECT id, CASE WHEN d ~ '^2024-0[15]' THEN d::date END FROM kwo ORDER BY id
SELECT id, d::date FROM kwo WHERE d LIKE '2024-0_-0_' ORDER BY id
SELECT id, t::int FROM kwo ORDER BY id LIMIT 1
SELECT t::int FROM kwo LIMIT 1
SELECT 10 / n FROM kwo WHERE id = 2 LIMIT 1
SELECT 10 / n FROM kwo ORDER BY id OFFSET 1 LIMIT 1
SELECT coalesce(n, 1 / 0) FROM kwo WHERE n IS NOT NULL ORDER BY id
SELECT coalesce(n, 1 / (n - n)) FROM kwo WHERE id = 1
SELECT coalesce(1, 1 / n) FROM kwo WHERE id = 1
SELECT CASE WHEN true THEN 1 ELSE 1 / 0 END
SELECT CASE WHEN false THEN 1 / 0 ELSE 1 END
SELECT CASE n WHEN 0 THEN 0 ELSE 100 / n END FROM kwo ORDER BY id
SELECT CASE WHEN id = 1 THEN 1 / 0 END FROM kwo WHERE id = 2
SELECT id FROM kwo WHERE false AND 1 / 0 = 1
SELECT id FROM kwo WHERE true OR 1 / n = 1 ORDER BY id
SELECT id FROM kwo WHERE id = 99 AND 1 / n = 1
SELECT 1 / n FROM kwo WHERE false
SELECT 1 / n FROM kwo WHERE id = 99
SELECT 1 / n FROM kwo LIMIT 0
SELECT count(*) FROM (SELECT 1 / n FROM kwo) s
SELECT id FROM (SELECT id, 1 / n AS q FROM kwo) s ORDER BY id
SELECT EXISTS (SELECT 1 / n FROM kwo), EXISTS (SELECT 1 / 0)
SELECT id FROM kwo WHERE EXISTS (SELECT 1 / 0) ORDER BY id
SELECT id FROM kwo z WHERE EXISTS (SELECT t::int FROM kwo WHERE id = z.id) ORDER BY id
SELECT id, avg(100 / n) FILTER (WHERE n <> 0) FROM kwo GROUP BY id ORDER BY id
SELECT sum(100 / n) FILTER (WHERE n > 0) FROM kwo
SELECT sum(100 / n) FROM kwo WHERE n > 0
SELECT sum(100 / n) FROM kwo WHERE n IS NOT NULL
SELECT n, count(*) FROM kwo WHERE n <> 0 GROUP BY n HAVING 100 / n > 15 ORDER BY n
SELECT n, CASE WHEN n = 0 THEN NULL ELSE sum(id) / n END FROM kwo GROUP BY n ORDER BY n
SELECT id, sum(n) OVER (ORDER BY id) / NULLIF(n, 0) FROM kwo ORDER BY id
SELECT sqrt(n) FROM kwo WHERE n >= 0 ORDER BY id
SELECT id, CASE WHEN n >= 0 THEN sqrt(n) END, CASE WHEN n > 0 THEN ln(n) END FROM kwo ORDER BY id
SELECT ln(n) FROM kwo WHERE n > 0 ORDER BY id
SELECT id, CASE WHEN jsonb_typeof(j) = 'object' THEN (j ->> 'a') END FROM kwo ORDER BY id
SELECT id, (j ->> 'a')::int FROM kwo WHERE jsonb_typeof(j -> 'a') = 'number' ORDER BY id
SELECT id, CASE WHEN jsonb_typeof(j -> 'a') = 'number' THEN (j ->> 'a')::int END FROM kwo ORDER BY id
SELECT id, jsonb_array_length(j) FROM kwo WHERE jsonb_typeof(j) = 'array' ORDER BY id
SELECT id, CASE WHEN jsonb_typeof(j) = 'array' THEN jsonb_array_length(j) ELSE 0 END FROM kwo ORDER BY id
SELECT id, e FROM kwo, jsonb_array_elements(CASE WHEN jsonb_typeof(j) = 'array' THEN j ELSE '[]' END) e ORDER BY id
SELECT id, k FROM kwo, jsonb_object_keys(CASE jsonb_typeof(j) WHEN 'object' THEN j ELSE '{}' END) k ORDER BY id
WITH w AS (SELECT id, t FROM kwo WHERE t ~ '^\d{1,3}$') SELECT id, t::int + 1 FROM w ORDER BY id
WITH w AS MATERIALIZED (SELECT id, t FROM kwo WHERE t ~ '^\d{1,3}$') SELECT id FROM w WHERE t::int > 1 ORDER BY id
SELECT id FROM (SELECT id, t FROM kwo WHERE t ~ '^\d{1,3}$' OFFSET 0) s WHERE t::int > 1 ORDER BY id
SELECT a.id, 100 / b.n FROM kwo a JOIN kwo b ON a.id = b.id AND b.n <> 0 ORDER BY 1
SELECT a.id, 100 / b.n FROM kwo a LEFT JOIN kwo b ON a.id = b.id AND b.n <> 0 ORDER BY 1
SELECT a.id FROM kwo a JOIN kwo b ON a.id = b.id WHERE b.n <> 0 AND 100 / b.n > 15 ORDER BY 1
UPDATE kwo SET n = 100 / n WHERE n <> 0 RETURNING id, n
UPDATE kwo SET n = CASE WHEN n = 0 THEN -1 ELSE 100 / n END
DELETE FROM kwo WHERE t ~ '^\d{1,3}$' AND t::int > 100
SELECT (SELECT 1 / n FROM kwo WHERE n = 0 LIMIT 0), (SELECT n FROM kwo WHERE id = 1)
SELECT id, (SELECT 10 / z.n WHERE z.n <> 0) FROM kwo z ORDER BY id
SELECT id FROM kwo WHERE n IS NULL OR n > 0 AND t::numeric > 5 ORDER BY id
SELECT id FROM kwo ORDER BY CASE WHEN n <> 0 THEN 1 / n END, id
SELECT DISTINCT CASE WHEN n > 0 THEN 10 / n ELSE 0 END FROM kwo ORDER BY 1
SELECT greatest(n, 0) / CASE WHEN n = 0 THEN 1 ELSE n END FROM kwo WHERE n IS NOT NULL ORDER BY id
SELECT id, to_date(d, 'YYYY-MM-DD') FROM kwo WHERE d ~ '^2024-0[15]' ORDER BY id
SELECT id, d::date - date '2024-01-01' FROM kwo WHERE d IS NOT NULL AND d <> 'x' AND d <> '2024-02-30' ORDER BY id
SELECT 1 / 0 WHERE false
SELECT 'x'::int WHERE false
SELECT CASE WHEN false THEN 'x'::int ELSE 1 END
SELECT CASE WHEN id > 0 THEN 1 ELSE 1 / 0 END FROM kwo WHERE id = 1
SELECT CASE WHEN id > 0 THEN 1 ELSE t::int END FROM kwo ORDER BY id
SELECT n / 0 FROM kwo WHERE id = 99
SELECT bool_or(n <> 0 AND 10 / n > 1), bool_and(n = 0 OR 10 / n < 100) FROM kwo
SELECT max(CASE WHEN t ~ '^\d+$' THEN t::bigint END) FROM kwo
SELECT string_agg(CASE WHEN n <> 0 THEN (10 / n)::text ELSE '-' END, ',' ORDER BY id) FROM kwo
SELECT id, lag(10 / n) OVER (ORDER BY id) FROM kwo WHERE n <> 0 ORDER BY id
SELECT generate_series(1, 3) / 1, 10 / generate_series(1, 3)
SELECT x, 10 / x FROM generate_series(-1, 3) x WHERE x <> 0
SELECT x FROM generate_series(-1, 3) x WHERE x <> 0 AND 10 / x > 4
SELECT NOT (n = 0 OR 10 / n > 1) FROM kwo ORDER BY id
SELECT n <> 0 AND 10 / n > 1, n = 0 OR 10 / n > 1 FROM kwo ORDER BY id
SELECT (n <> 0 AND 10 / n > 1) IS TRUE FROM kwo ORDER BY id
SELECT n = 0 OR t::int > 5 FROM kwo WHERE id = 1
SELECT substr(t, 1, n) FROM kwo WHERE n >= 0 ORDER BY id
SELECT id, CASE WHEN n < 0 THEN 'neg' ELSE repeat('x', n) END FROM kwo ORDER BY id
SELECT split_part(t, '.', CASE WHEN n = 0 THEN 1 ELSE 2 END) FROM kwo ORDER BY id
SELECT (ARRAY[1,2])[n], 1 / CASE n WHEN 0 THEN 1 ELSE n END FROM kwo WHERE n IS NOT NULL ORDER BY id
CREATE TABLE kwe (id int, n int, t text, b bool, j jsonb)
INSERT INTO kwe VALUES (1, 0, '12', true, '1'), (2, 5, 'abc', false, '{"a":1}'), (3, NULL, '', NULL, NULL), (4, -3, '7', true, '[1]'), (5, 10, '99999999999', NULL, '"s"')
SELECT n <> 0 AND 10 / n > 1, n = 0 OR 10 / n > 1 FROM kwe ORDER BY id
SELECT id, NOT (n = 0 OR 10 / n > 1) FROM kwe ORDER BY id
SELECT id, (n <> 0 AND 10 / n > 1) IS TRUE FROM kwe ORDER BY id
SELECT id, CASE WHEN n <> 0 AND 10 / n > 1 THEN 'x' ELSE 'y' END FROM kwe ORDER BY id
SELECT id, CASE WHEN n = 0 OR 10 / n > 1 THEN 'x' ELSE 'y' END FROM kwe ORDER BY id
SELECT bool_or(n <> 0 AND 10 / n > 1), bool_and(n = 0 OR 10 / n < 100) FROM kwe
SELECT count(*) FILTER (WHERE n <> 0 AND 10 / n > 1) FROM kwe
SELECT id FROM kwe ORDER BY n <> 0 AND 10 / n > 1, id
SELECT n <> 0 AND 10 / n > 1 AS k, count(*) FROM kwe GROUP BY n <> 0 AND 10 / n > 1 ORDER BY 1
SELECT n <> 0 AND 10 / n > 1 AS k, count(*) FROM kwe GROUP BY 1 ORDER BY 1
SELECT a.id FROM kwe a JOIN kwe b ON a.id = b.id AND b.n <> 0 AND 10 / b.n > 1 ORDER BY 1
SELECT a.id, b.id FROM kwe a LEFT JOIN kwe b ON a.id = b.id AND b.n <> 0 AND 10 / b.n > 1 ORDER BY 1
SELECT a.id, b.id FROM kwe a JOIN kwe b ON b.n <> 0 AND a.n > 10 / b.n ORDER BY 1, 2
SELECT a.id, b.id FROM kwe a JOIN kwe b ON b.n = 0 OR a.n > 10 / b.n ORDER BY 1, 2
SELECT id FROM kwe WHERE t ~ '^\d{1,5}$' AND t::int > 5 ORDER BY id
SELECT id, t ~ '^\d{1,5}$' AND t::int > 5 FROM kwe ORDER BY id
SELECT id, t !~ '^\d{1,5}$' OR t::int > 5 FROM kwe ORDER BY id
SELECT id, b OR 10 / n > 1 FROM kwe WHERE n <> 0 OR b ORDER BY id
SELECT id, b AND 10 / n > 1 FROM kwe WHERE id > 1 ORDER BY id
SELECT id, jsonb_typeof(j) = 'array' AND jsonb_array_length(j) = 1 FROM kwe ORDER BY id
SELECT id, length(t) > 0 AND n >= 0 AND sqrt(n) > 2 FROM kwe ORDER BY id
SELECT id, (n > 0 AND ln(n) > 1) OR (n < 0 AND sqrt(-n) > 1) FROM kwe ORDER BY id
UPDATE kwe SET b = n <> 0 AND 10 / n > 1
SELECT id, b FROM kwe ORDER BY id
SELECT max(CASE WHEN n <> 0 AND 10 / n > 1 THEN id END) FROM kwe
SELECT sum((n <> 0 AND 10 / n > 1)::int) FROM kwe
SELECT id, rank() OVER (ORDER BY n <> 0 AND 10 / n > 1) FROM kwe ORDER BY id
SELECT id FROM kwe WHERE (n <> 0 AND 10 / n > 1) = true ORDER BY id
SELECT id FROM kwe WHERE (n <> 0 AND 10 / n > 1) IS NOT TRUE ORDER BY id
SELECT id FROM kwe WHERE NOT (n = 0 OR 10 / n > 1) ORDER BY id
SELECT id FROM kwe WHERE id IN (1, 2) AND (n = 0 OR 10 / n > 1) ORDER BY id
SELECT id FROM kwe WHERE CASE WHEN n = 0 THEN false ELSE 10 / n > 1 END ORDER BY id
SELECT coalesce(n <> 0 AND 10 / n > 1, false) FROM kwe ORDER BY id
SELECT EXISTS (SELECT 1 FROM kwe z WHERE z.n <> 0 AND 10 / z.n > kwe.id) FROM kwe ORDER BY id
SELECT id FROM kwe WHERE n IS NOT NULL AND n <> 0 AND 10 / n BETWEEN 1 AND 3 ORDER BY id
SELECT id, n IS NOT NULL AND n <> 0 AND 10 / n BETWEEN 1 AND 3 FROM kwe ORDER BY id
CREATE TABLE kwe_c (a int, b int, CHECK (b = 0 OR a / b > 1))
INSERT INTO kwe_c VALUES (4, 2), (3, 0)
INSERT INTO kwe_c VALUES (1, 2)
CREATE TABLE kwe_g (a int, b int, g bool GENERATED ALWAYS AS (b <> 0 AND a / b > 1) STORED)
INSERT INTO kwe_g VALUES (4, 2), (3, 0)
SELECT * FROM kwe_g ORDER BY b
SELECT id, NULLIF(n, 0) IS NOT NULL AND 10 / n > 1 FROM kwe ORDER BY id
SELECT id, true OR 1 / n = 1, false AND 1 / n = 1 FROM kwe ORDER BY id
SELECT coalesce(NULLIF(n, 0), 1), coalesce(10 / NULLIF(n, 0), -1) FROM kwe ORDER BY id
SELECT id, greatest(10 / NULLIF(n, 0), 0) FROM kwe ORDER BY id
CREATE TABLE kwf (id int, n int, t text, a numeric(8,2), g text)
INSERT INTO kwf VALUES (1, 0, '12', 1.50, 'a'), (2, 5, 'abc', 2.25, 'a'), (3, NULL, '', NULL, 'b'), (4, -3, '7', 3, 'b'), (5, 10, '99999999999', 4.75, 'c')
SELECT id, avg(100 / n) FILTER (WHERE n <> 0) FROM kwf GROUP BY id ORDER BY id
SELECT sum(100 / n) FILTER (WHERE n > 0), count(100 / n) FILTER (WHERE n <> 0), max(100 % n) FILTER (WHERE n <> 0) FROM kwf
SELECT sum(t::int) FILTER (WHERE t ~ '^\d{1,5}$'), array_agg(t::int ORDER BY id) FILTER (WHERE t ~ '^\d{1,5}$') FROM kwf
SELECT string_agg(t, ',' ORDER BY 100 / n) FILTER (WHERE n <> 0) FROM kwf
SELECT id, sum(100 / n) FILTER (WHERE n <> 0) OVER (ORDER BY id) FROM kwf ORDER BY id
SELECT g, sum(a / n) FILTER (WHERE n <> 0), sum(a::numeric(6,1)) FILTER (WHERE n <> 0), avg(a) FILTER (WHERE n > 0) FROM kwf GROUP BY g ORDER BY g
SELECT count(DISTINCT 100 / n) FILTER (WHERE n <> 0), bool_or(10 / n > 1) FILTER (WHERE n <> 0) FROM kwf
SELECT json_agg(100 / n ORDER BY id) FILTER (WHERE n <> 0), jsonb_object_agg(id, 100 / n) FILTER (WHERE n <> 0) FROM kwf
SELECT sum(sqrt(n)) FILTER (WHERE n >= 0), sum(ln(n)) FILTER (WHERE n > 0) FROM kwf
SELECT sum(100 / n) FILTER (WHERE n IN (SELECT n FROM kwf WHERE n > 0)) FROM kwf
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY 100 / n) FILTER (WHERE n <> 0) FROM kwf
SELECT g, count(*) FILTER (WHERE n <> 0 AND 100 / n > 15) FROM kwf GROUP BY g ORDER BY g
SELECT sum(length(g)) FILTER (WHERE id > 2), min(upper(g)) FILTER (WHERE id > 2), max(a::text) FILTER (WHERE id > 1), pg_typeof(sum(length(g)) FILTER (WHERE true)) FROM kwf
SELECT g, sum(CASE WHEN n <> 0 THEN 100 / n END) FILTER (WHERE id > 1) AS x FROM kwf GROUP BY g HAVING sum(100 / n) FILTER (WHERE n <> 0) > 5 ORDER BY g
SELECT round(avg(100.0 / n) FILTER (WHERE n <> 0), 2), sum(100.0 / n) FILTER (WHERE n > 0), sum(a * 1.10) FILTER (WHERE n > 0), sum(round(a, 1)) FILTER (WHERE n > 0), avg(a / 3) FILTER (WHERE id > 1) FROM kwf
SELECT array_agg(date_trunc('month', d)) FILTER (WHERE d IS NOT NULL), max(d::timestamp(0)) FILTER (WHERE true) FROM (VALUES (timestamp '2024-03-04'), (NULL)) v(d)
SELECT array_agg(upper(g)::char(3) ORDER BY id) FILTER (WHERE id < 3), string_agg(g::varchar(1), '') FILTER (WHERE id < 3) FROM kwf
CREATE VIEW kwf_v AS SELECT g, sum(100 / n) FILTER (WHERE n <> 0) AS s FROM kwf GROUP BY g
SELECT * FROM kwf_v ORDER BY g
SELECT pg_get_viewdef('kwf_v'::regclass)
CREATE TABLE kwh (a int, b int, CHECK (b = 0 OR a / b > 1), t text CHECK (t = '' OR t::int > 5), g bool GENERATED ALWAYS AS (b <> 0 AND a / b > 1) STORED)
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kwh'::regclass ORDER BY 1
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'kwh'::regclass
INSERT INTO kwh VALUES (4, 2, ''), (3, 0, '7')
INSERT INTO kwh VALUES (1, 2, '')
INSERT INTO kwh VALUES (4, 2, '5')
SELECT * FROM kwh ORDER BY b
UPDATE kwh SET b = 0
SELECT * FROM kwh ORDER BY a
ALTER TABLE kwh ADD CONSTRAINT kwh_c CHECK (a > 0 AND (b = 0 OR a % b < 5))
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'kwh_c'
CREATE VIEW kwh_v AS SELECT a, b <> 0 AND a / b > 1 AS k, (b = 0 OR a / b > 1) IS TRUE AS l, count(*) FILTER (WHERE b <> 0 AND a / b > 0) AS m FROM kwh GROUP BY a, b
SELECT * FROM kwh_v ORDER BY a
SELECT pg_get_viewdef('kwh_v'::regclass)
CREATE INDEX kwh_i ON kwh ((b <> 0 AND a / b > 1))
SELECT indexdef FROM pg_indexes WHERE indexname = 'kwh_i'
CREATE FUNCTION kwh_f(x int, y int) RETURNS bool LANGUAGE sql AS $$ SELECT y <> 0 AND x / y > 1 $$
SELECT kwh_f(4, 0), kwh_f(4, 2), kwh_f(4, NULL)
SELECT kwh_f(a, b) FROM kwh ORDER BY a
PREPARE kwh_p AS SELECT $1 <> 0 AND 10 / $1 > 1
EXECUTE kwh_p(0)
EXECUTE kwh_p(5)
SELECT 0 <> 0 AND 10 / 0 > 1
SELECT x <> 0 AND 10 / x > 1 FROM generate_series(-1, 3) x
SELECT a.x <> 0 AND b.y / a.x > 1 FROM (VALUES (0), (1)) a(x), (VALUES (1), (2)) b(y) ORDER BY 1
SELECT b FROM kwh GROUP BY b HAVING count(*) > 0 AND 10 / count(*) > 1 ORDER BY b
SELECT b, count(*) > 1 AND 10 / (count(*) - 1) > 1 FROM kwh GROUP BY b ORDER BY b
SELECT id, CASE WHEN id = 1 OR 10 / (id - 1) > 2 THEN 1 END FROM (VALUES (1), (2)) v(id)
SELECT CASE x WHEN 0 THEN 'z' ELSE (10 / x)::text END FROM (VALUES (0), (2)) v(x)
SELECT (x <> 0 AND 10 / x > 1)::text, NOT (x = 0 OR 10 / x > 1) AS n FROM (VALUES (0), (2)) v(x)
SELECT ARRAY[x <> 0 AND 10 / x > 1, true] FROM (VALUES (0), (2)) v(x)
SELECT x <> 0 AND 10 / x > 1 AND 20 / x > 2 AND x < 100 FROM (VALUES (0), (2)) v(x)
SELECT x = 0 OR (10 / x > 1 AND 20 / x > 2) OR 30 / x = 1 FROM (VALUES (0), (2), (30)) v(x)
SELECT x FROM (VALUES ('1'), ('a'), ('33')) v(x) WHERE (x ~ '^\d+$' AND x::int > 1) IS TRUE
SELECT x, x ~ '^\d+$' AND x::int > 1 FROM (VALUES ('1'), ('a'), ('33')) v(x)
SELECT j, jsonb_typeof(j) = 'number' AND j::int > 1 FROM (VALUES ('1'::jsonb), ('"a"'), ('33')) v(j)
SELECT d, d ~ '^\d{4}-' AND d::date > '2024-01-01' FROM (VALUES ('2024-05-06'), ('n/a')) v(d)
MERGE INTO kwh USING (VALUES (4, 0)) v(p, q) ON kwh.a = v.p WHEN MATCHED AND v.q <> 0 AND v.p / v.q > 1 THEN DELETE WHEN MATCHED THEN UPDATE SET t = '9'
DELETE FROM kwh WHERE (b <> 0 AND a / b > 1) OR a = 3
INSERT INTO kwh (a, b) SELECT 8, 4 WHERE 1 <> 1 AND 1 / 0 = 1
SELECT a, b, t FROM kwh ORDER BY a
