-- Values that the embedded engine once answered otherwise.
SELECT array_to_string(ARRAY[true,false], '/'), array_to_string(ARRAY[true,NULL,false], ',', '*'), array_to_string(ARRAY[NULL::bool], ',', 'none'), array_to_string('{t,f}'::bool[], '')
SELECT array_to_string(ARRAY[date '2024-01-31', NULL], ',', '?'), array_to_string(ARRAY[1.50, 2.25, 3.00], ' '), array_to_string(ARRAY[1.50, 2.0, 3, NULL, -1.250], ' ', '?'), array_to_string(ARRAY[1.5, 2], ' '), array_to_string(ARRAY[[1,2],[3,4]], ','), array_to_string(ARRAY[[true,false],[NULL,true]], ',', '-')
SELECT array_to_string(ARRAY[1.5::float8, 1e20, 'NaN'], ','), array_to_string(ARRAY[time '10:00', time '11:30:00.5'], ','), array_to_string(ARRAY[timestamp '2024-01-01 10:00'], ','), array_to_string(ARRAY[interval '1 day 2 hours'], ',')
SELECT array_to_string(array_agg(x > 1 ORDER BY x), ',') FROM (VALUES (1),(2),(3)) v(x)
SELECT array_to_string(b, ','), array_to_string(d, ',', 'x') FROM (VALUES (ARRAY[true,false], ARRAY[date '2024-02-01', NULL]), (NULL, ARRAY[]::date[])) v(b, d)
SELECT array_to_string(ARRAY['\x01ff'::bytea], ','), array_to_string(ARRAY['{"a": 1}'::jsonb], ','), array_to_string(ARRAY[true,false], NULL), array_to_string(NULL::bool[], ',')
SELECT 1.23456789012345678::float8, 1.23456789012345678::real, 0.1::float8, 123456789.123456789::float8, (-1.23456789012345678)::float8, 1.23456789012345678::double precision::text
SELECT x::float8, x::real, CAST(x AS float8) + 1 FROM (VALUES (1.23456789012345678::numeric), (0.3), (16777217.1), (NULL)) v(x)
SELECT x::float8, x::real, CAST(x AS float8) + 1 FROM (VALUES (1.23456789012345678), (2.23456789012345671)) v(x)
SELECT ARRAY[1.50, 2.0, 3]
SELECT x::float8 FROM (VALUES (1.23456789012345678::numeric(20,17)), (0.30000000000000004)) v(x)
SELECT float8(1.23456789012345678), float4(1.23456789012345678), sum(1.23456789012345678::float8), ARRAY[1.23456789012345678]::float8[]
SELECT 1.23456789012345678 + 1::float8, 1.23456789012345678 * 1.0::float8, sqrt(1.23456789012345678::float8)
SELECT 1.23456789012345678 = 1.2345678901234567::float8, coalesce(1.23456789012345678, 1::float8), CASE WHEN true THEN 1.23456789012345678 ELSE 1::float8 END
SELECT -2147483648, pg_typeof(-2147483648), pg_typeof(-9223372036854775808), -9223372036854775808, -32768, pg_typeof(-32768), pg_typeof(-2147483649), pg_typeof(2147483648)
SELECT pg_typeof(- 2147483648), pg_typeof(-(2147483648)), pg_typeof(-(-2147483648)), pg_typeof(-9223372036854775809), -9223372036854775809
SELECT -2147483648 - 1
SELECT -2147483648::int
SELECT (-2147483648)::int, (-2147483648)::text, abs(-2147483647), -2147483648 + 1, ARRAY[-2147483648, 1], pg_typeof(ARRAY[-2147483648])
SELECT x, pg_typeof(x) FROM (VALUES (-2147483648), (1)) v(x)
SELECT abs(-2147483648)
SELECT 'a' || 1 || NULL, pg_typeof('a' || 1 || NULL)
SELECT 'a' || NULL || 1, NULL || 'a', NULL || 1::text, pg_typeof(NULL || 'a'::text), 'a'::text || NULL, 1 || NULL::text, 'a' || 1 || NULL || 'b'
SELECT x || 1 || NULL, 'a' || 1.5 || NULL, 'a' || true || NULL FROM (VALUES ('q')) v(x)
SELECT NULL || NULL
SELECT 1 || NULL
SELECT 1000000000000.0 * 1000000000000.0, 10000000000.00 * 10000000000.00
SELECT 999999999999999999.9 + 0.01, 999999999999999999 + 0.5, 123456789012345678.9 - 0.001, 12345678901234567890.1 * 2.5
SELECT 1000000000000.0 / 3.0, 10000000000000000000.0 / 0.001, 1e15 * 1e15, 1e18 + 1.5
SELECT a * b, a + b, a - b FROM (VALUES (1000000000000.0, 1000000000000.0), (2.5, 3.0)) v(a, b)
SELECT sum(a * b) FROM (VALUES (1000000000000.0, 1000000000000.0), (2.5, 3.0)) v(a, b)
SELECT a * a FROM (VALUES (1000000000000::numeric)) v(a)
SELECT 123456789.123456789 * 123456789.123456789, 0.000000001 * 0.000000001 * 1000000000000.0, -1000000000000.0 * 1000000000000.0
CREATE TABLE fv_wide (a numeric(20,4), b numeric(18,2), c numeric)
INSERT INTO fv_wide VALUES (1234567890123456.1234, 1234567890123456.12, 1000000000000.5), (1, 2, 3)
SELECT a * b, a + b, a - b FROM fv_wide ORDER BY a
SELECT b * b, b + b FROM fv_wide ORDER BY a
SELECT sum(b * b), sum(a * b) FROM fv_wide
SELECT b * 1000000000000.0, b * 100 FROM fv_wide ORDER BY a
SELECT a::float8, b::float8, c::float8, b::real, a::text::float8 FROM fv_wide ORDER BY fv_wide.a
SELECT a / 3.0::float8, a * 2::float8, sum(b::float8) OVER (), avg(a::float8) OVER () FROM fv_wide ORDER BY a
DROP TABLE fv_wide
CREATE TABLE fv_float (id int, f float8, r real)
INSERT INTO fv_float VALUES (1, 1.23456789012345678, 1.23456789012345678), (2, 2.5, 2.5), (3, -12345678.123456789012, 16777217.0000000001)
SELECT * FROM fv_float ORDER BY id
UPDATE fv_float SET f = 1.11111111111111115 WHERE id = 2
SELECT id, f FROM fv_float WHERE f = 1.23456789012345678 OR f IN (1.11111111111111115, 9) OR f BETWEEN -12345678.123456789012 AND -12345678.123456789012 ORDER BY id
SELECT nullif(f, 1.23456789012345678), coalesce(f, 1.0), f + 1.23456789012345678 FROM fv_float ORDER BY id
DROP TABLE fv_float
SELECT * FROM setseed(0.25) AS s
SELECT sum(x::bigint), avg(x::float8), pg_typeof(sum(x::bigint)), sum(x::real) FROM (VALUES (1),(2),(4)) v(x)
SELECT sum(x::real) FROM (VALUES (1),(2),(4)) v(x)
SELECT avg(x::float8), count(*) FROM (VALUES (1),(2),(4)) v(x)
SELECT x > 1, sum(x::float8), avg(x::real) FROM (VALUES (1),(2),(4)) v(x) GROUP BY x > 1 ORDER BY 1
SELECT sum(x::real) OVER (), x FROM (VALUES (1),(2),(4)) v(x)
SELECT sum(x::float8), string_agg(x::text, ',' ORDER BY x) FROM (VALUES (1),(2),(4)) v(x)
SELECT sum(x) FILTER (WHERE x > 1), stddev(x::float8), max(x::real), sum(DISTINCT x::float8) FROM (VALUES (1),(2),(4)) v(x)
SELECT array_agg(x), string_agg(x::text, ',') FROM (VALUES (3),(1),(2)) v(x)
SELECT pg_typeof(sum(x)), pg_typeof(count(*)), pg_typeof(max(x)) FROM (VALUES (1),(2)) v(x)
SELECT setseed(0.5) IS NOT NULL, setseed(0.5) IS NULL
SELECT setseed(0.5)
SELECT setseed(0.5), pg_typeof(setseed(0.1)), setseed(0.5)::text
SELECT coalesce(setseed(0.5)::text, 'null')
SELECT setseed(NULL) IS NULL
SELECT setseed(NULL)
SELECT * FROM setseed(0.25)
SELECT setseed(0.5) IS NULL, round(random()::numeric, 0) < 2
SELECT x FROM (SELECT setseed(0.5) AS x) q WHERE x IS NOT NULL
SELECT count(setseed(0.5))
SELECT setseed(2)
SELECT pg_sleep(0) IS NOT NULL
SELECT pg_sleep(0)
SELECT id, lag(x) OVER nope FROM (VALUES (1, 2)) t(id, x)
SELECT id, sum(x) OVER (nope) FROM (VALUES (1, 2)) t(id, x)
SELECT id, sum(x) OVER (nope ORDER BY id) FROM (VALUES (1, 2)) t(id, x)
SELECT id, sum(x) OVER w FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (nope)
SELECT id, sum(x) OVER w FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (ORDER BY id), w AS (ORDER BY x)
SELECT id, sum(x) OVER (w PARTITION BY id) FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (ORDER BY id)
SELECT id, sum(x) OVER (w ORDER BY x) FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (ORDER BY id)
SELECT id, sum(x) OVER (w) FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
SELECT id, (SELECT sum(y) OVER w FROM (VALUES (1)) u(y)) FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (ORDER BY id)
SELECT id FROM (VALUES (1, 2)) t(id, x) ORDER BY sum(x) OVER nope
SELECT id, sum(x) OVER w FROM (VALUES (1, 2)) t(id, x) WINDOW w AS (ORDER BY id)
