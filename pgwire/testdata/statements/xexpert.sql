-- What an expert tries first: the sign of zero, the types of unknown literals, the order of errors, collations of columns.
CREATE TABLE xz_f (n int, f float8, g float4)
INSERT INTO xz_f VALUES (1, '-0', '-0'), (2, -0.0, -0.0), (3, '-0'::float8, '-0'::float4), (4, '-0.0e5', '-0e-3'), (5, -'0'::float8, -'0'::float4)
INSERT INTO xz_f SELECT 6, -x, -x FROM (SELECT 0::float8 AS x) t
INSERT INTO xz_f VALUES (7, 0.1, 0.1), (8, '-0', '-0'), (9, 'NaN', '-Infinity')
INSERT INTO xz_f SELECT * FROM (VALUES (10, 0.1::float8, 0.1::float4), (11, '-0', '-0')) v
INSERT INTO xz_f VALUES (12, 1, 1), (13, '-0', '-0'), (14, '2e2', '1e-3')
SELECT * FROM xz_f ORDER BY n
SELECT n, f::text, g::text, -f AS m, f * 1 AS o, f + 0 AS p, abs(f) AS a, f::numeric AS u, f::int AS i FROM xz_f WHERE n < 7 ORDER BY n
SELECT f = 0 AS e, f < 0 AS l, count(*) FROM xz_f GROUP BY f ORDER BY f
SELECT DISTINCT f FROM xz_f ORDER BY f
SELECT f, n FROM xz_f ORDER BY f, n
SELECT f FROM xz_f ORDER BY f DESC, n
SELECT f, f = f AS r FROM xz_f ORDER BY n
SELECT f, g, f < 0 AS neg FROM xz_f ORDER BY f, n
SELECT f, n / 2 AS half, -n / 2 AS nh, 1 / nullif(n, 0) AS inv FROM xz_f ORDER BY n
SELECT f FROM xz_f WHERE f = 0 ORDER BY n
SELECT f, lag(f) OVER (ORDER BY n) AS l FROM xz_f ORDER BY n
SELECT f FROM xz_f UNION ALL SELECT '-0' ORDER BY 1
SELECT '-0'::float8 AS a, '-0'::float4 AS b, -0::float8 AS c, -(0::float8) AS d, (-0)::float8 AS e, -0.0::float8 AS f, (-0.0)::float8 AS g
SELECT to_json('-0'::float8) AS a, to_jsonb('-0'::float8) AS b, array['-0'::float8] AS c, format('%s', '-0'::float8) AS d, '-0'::float8 || '' AS e
SELECT round('-0.4'::float8) AS a, ceil('-0.4'::float8) AS b, trunc('-0.4'::float8) AS c, sign('-0'::float8) AS d, floor('-0'::float8) AS e, '-0'::float8::float4 AS f
SELECT round(-0.4) AS a, ceil(-0.4) AS b, trunc(-0.4) AS c, '-0'::numeric AS d, -0.0 AS e
SELECT atan2('-0'::float8, -1) AS a, atan2(0, -1) AS b, sqrt('-0'::float8) AS c, cbrt('-0'::float8) AS d, sin('-0'::float8) AS e, degrees('-0'::float8) AS f
SELECT max(x) AS a, min(x) AS b, sum(x) AS c, avg(x) AS d FROM (VALUES ('-0'::float8)) t (x)
PREPARE xz_p AS SELECT $1::float8 AS a, $1::float8::text AS b
EXECUTE xz_p('-0')
UPDATE xz_f SET f = '-0', g = '-0' WHERE n = 1 RETURNING *
UPDATE xz_f SET f = -0 WHERE n = 2 RETURNING *
-- Types of unknown literals, NULLs and constants.
SELECT pg_typeof(coalesce(NULL, '1', 2)) AS a, coalesce(NULL, '1', 2) AS b, pg_typeof(coalesce('1', NULL, 2.5)) AS c
SELECT coalesce(NULL, 'x', 2) AS a
SELECT coalesce(2, 'x') AS a
SELECT greatest('1', 2) AS a, least(NULL, '3', 2) AS b, nullif('2', 2) AS c, nullif(NULL, 2) AS d, pg_typeof(nullif('2', 2)) AS e
SELECT CASE WHEN true THEN '1' ELSE 2 END AS a, pg_typeof(CASE WHEN true THEN NULL WHEN false THEN '1' ELSE 2 END) AS b
SELECT CASE 1 WHEN '1' THEN 'one' ELSE 'other' END AS a, CASE '1' WHEN 1 THEN 'one' END AS b, 1 IN (NULL, '1') AS c, '1' IN (2, 1) AS d
SELECT coalesce(NULL, '2024-01-02', date '2024-01-01') AS a, coalesce('1 day', interval '2 days') AS b, coalesce(NULL, 't', false) AS c
SELECT ARRAY[1, 2.5, '3'] AS a
SELECT ARRAY[1, '2'] AS a, ARRAY['1', 2] AS b, ARRAY[NULL, '1', 2] AS c, pg_typeof(ARRAY['1', 2]) AS d
SELECT ARRAY[1, 2.5] AS a
SELECT ARRAY[1.50, 2] AS a
SELECT ARRAY[1.5, 2.25] AS a, ARRAY[1.50, 2.25] AS b
SELECT ARRAY[1.5, NULL, 2] AS a
SELECT ARRAY[n, 2.5] AS a, ARRAY[n, NULL, 1.50] AS b, ARRAY[2.5, n * 2] AS c FROM xz_f WHERE n = 1
SELECT ARRAY[n, 2.5] AS a, array_to_string(ARRAY[n, 2.5], ' ') AS b, to_jsonb(ARRAY[n, 2.5]) AS c, ARRAY[n, 2.5]::text AS d, unnest(ARRAY[n, 2.5]) AS e FROM xz_f WHERE n = 1
SELECT (ARRAY[n, 2.5])[1] AS a, n = ANY (ARRAY[n, 2.5]) AS b, ARRAY[n, 2.5] = ARRAY[1, 2.5] AS c, cardinality(ARRAY[n, 2.5]) AS d FROM xz_f WHERE n = 1
SELECT x FROM (SELECT ARRAY[n, 2.5] AS x FROM xz_f) s ORDER BY x LIMIT 2
SELECT ARRAY[[1, 2.5], [3, 4]] AS a
SELECT unnest(ARRAY[1, 2.5]) AS a
SELECT ARRAY[1, 2.5]::numeric(5,2)[] AS a, ARRAY[1, 2.5]::text AS b, array_to_string(ARRAY[1, 2.5], ',') AS c
SELECT to_jsonb(ARRAY[1, 2.5]) AS a
SELECT 1 = ANY (ARRAY[1, 2.5]) AS a, 2.5 = ANY ('{1,2.5}'::numeric[]) AS b, '{1,2.5}'::numeric[] = ARRAY[1, 2.5] AS c
SELECT greatest(1, 2.5) AS a, greatest(3, 2.5) AS b, least(1, 2.5) AS c, coalesce(NULL, 1, 2.5) AS d, CASE WHEN true THEN 1 ELSE 2.5 END AS e
SELECT 1 UNION SELECT 2.5 ORDER BY 1
VALUES (1), (2.5)
-- The order of errors.
SELECT nofunc(nocol) FROM xz_f
SELECT nofunc(nocol) FROM xz_f WHERE alsobad = 1
SELECT nofunc(1) FROM xz_f WHERE alsobad = 1
SELECT n FROM xz_f WHERE nofunc(n) = nocol
SELECT nocol + nofunc(n) FROM xz_f
SELECT upper(nocol, 1) FROM xz_f
SELECT nocol::nosuchtype FROM xz_f
SELECT 'a'::nosuchtype, nocol FROM xz_f
SELECT nocol FROM nosuchtable
SELECT nofunc() FROM nosuchtable
SELECT n + 'x' FROM xz_f WHERE nocol = 1
SELECT count(nocol) FROM xz_f GROUP BY n HAVING nofunc(n)
SELECT nofunc(n) AS a FROM xz_f ORDER BY nocol
-- Remainders and quotients of the least integers.
SELECT (-2147483648)::int % -1 AS a, (-9223372036854775808) % -1 AS b, (-32768)::smallint % (-1)::smallint AS c, mod((-2147483648)::int, -1) AS d
SELECT (-2147483648)::int / -1 AS a
SELECT (-9223372036854775808) / -1 AS a
SELECT n % -1 AS a, -n % 2 AS b, mod(n, -3) AS c FROM xz_f ORDER BY n
-- WHERE CURRENT OF.
CREATE TABLE xz_t (id int PRIMARY KEY, note text)
INSERT INTO xz_t VALUES (1, 'a'), (2, 'b'), (3, 'c')
BEGIN
DECLARE xz_cur CURSOR FOR SELECT * FROM xz_t ORDER BY id FOR UPDATE
FETCH 2 FROM xz_cur
UPDATE xz_t SET note = 'x' WHERE CURRENT OF xz_cur RETURNING *
ROLLBACK
SELECT to_char(date '0044-03-15 BC', 'YYYY AD') AS g, to_char(timestamp '0044-03-15 10:00 BC', 'DD Mon YYYY BC') AS h
SELECT row_to_json(r, true) AS d FROM (SELECT 1 AS id, 'two' AS "Name", NULL::int AS nothing, ARRAY[1,2] AS l) r
SELECT array_to_json('{1,2}'::int[], true) AS a, array_to_json('{{1,2},{3,4}}'::int[], true) AS b
