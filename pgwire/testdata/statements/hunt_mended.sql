CREATE TABLE hme (id int, i int[], t text, bt bit(4), vb varbit(6), ts timestamp, tz timestamptz, f float8, r real, tm time, tmz timetz, n numeric(8,2))

INSERT INTO hme VALUES (1, '{1,2}', 'abc', B'1010', B'101', '2024-01-01', '-infinity', 1e-300, 1e-30, '10:00', '10:00+00', 5)

SELECT i[1][2] FROM hme

SELECT i[1][2][3] FROM hme

SELECT (ARRAY[1,2])[1][1]

SELECT i[1:2][1] FROM hme

SELECT jsonb_build_object(true, 1), json_build_object(true, 1, false, 2), json_object_agg(true, 1), jsonb_object_agg(false, 1)

SELECT jsonb_build_object(t = 'abc', 1), json_build_object(t = 'abc', 1) FROM hme

SELECT f * f FROM hme

SELECT r * r FROM hme

SELECT f / 1e300::float8 FROM hme

SELECT r / 1e30::real FROM hme

SELECT 1e-300::float8 / 1e300::float8

SELECT 1e-200::float8 ^ 2

SELECT exp(-1000::float8)

SELECT power(1e-200::float8, 2)

SELECT power(1e200::float8, 2)

SELECT exp(1000::float8)

SELECT 1e-30::real * 1e-30::real

SELECT 1e300::float8 * -1e300

SELECT round(1e20::numeric, 2)

SELECT round(1e20, 2)

SELECT round(123456789012345678901234567890::numeric, 2)

SELECT round(100000000000000000000.555, 2)

SELECT trunc(1e20::numeric, 2)

SELECT round(n * 1e20, 2) FROM hme

SELECT ceil(1e20::numeric), floor(1e20), abs(1e20::numeric), sign(1e20)

SELECT 1::numeric(1000)

SELECT 1::numeric(1001)

SELECT 1::numeric(0)

SELECT 1::numeric(5, 1001)

SELECT 1::numeric(5, -1001)

SELECT 1::decimal(-1)

SELECT 'a'::varchar(0)

SELECT 'a'::bit(0)

SELECT x.count FROM (SELECT count(*) FROM hme) x WHERE x.count > 0

SELECT * FROM hme e, LATERAL (SELECT sum(n) AS total, count(*) FROM hme s WHERE s.id = e.id) x WHERE x.count > 0

SELECT * FROM hme e, LATERAL (SELECT sum(n), max(n) FROM hme s WHERE s.id = e.id) x WHERE x.sum > 0 AND max > 1

SELECT x.count FROM hme e JOIN LATERAL (SELECT count(*) FROM hme) x ON x.count > 0

SELECT x.count FROM (SELECT count(*) FROM hme) x GROUP BY x.count

SELECT length('\xc3a9'::bytea, 'UTF8')

SELECT t[1] FROM hme

SELECT t[1:2] FROM hme

SELECT ('abc'::text)[1]

SELECT ('abc')[1]

SELECT id[1] FROM hme

SELECT ts[1] FROM hme

SELECT n[1] FROM hme

SELECT bt[1] FROM hme

SELECT upper(t)[1] FROM hme

SELECT (upper(t))[1] FROM hme

SELECT to_char(tz, 'TZH'), to_char(tz, 'HH24 TZH:TZM'), to_char(tz, 'OF') FROM hme

SELECT tz::timetz, tz::time, tz::date FROM hme

SELECT 'infinity'::timestamptz::timetz

SELECT 'infinity'::timestamp::time

SELECT 'infinity'::timestamp::timetz

SELECT localtimestamp(0) = date_trunc('second', localtimestamp(0)), current_timestamp(0) = date_trunc('second', current_timestamp(0)), localtime(0)::text ~ '^\d\d:\d\d:\d\d$'

SELECT length(localtimestamp(0)::text), length(current_timestamp(0)::timestamp::text), localtimestamp(0) = now()::timestamp(0)

SELECT ts = tz, tz = ts, ts < tz FROM hme

SELECT tm = tmz, tmz > tm, tm < tmz FROM hme

SELECT time '10:00' < timetz '10:00+00', timetz '10:00+00' = time '10:00'

SELECT bt & B'0110' AS a, ~bt, bt << 1, bt | bt, bt # B'1111', vb & B'101', ~vb FROM hme

SELECT pg_typeof(bt & B'0110'), pg_typeof(~bt), pg_typeof(bt || vb), pg_typeof(bt >> 1), pg_typeof(set_bit(bt, 1, 1)), pg_typeof(substring(bt FROM 1 FOR 2)), pg_typeof(overlay(bt PLACING B'1' FROM 1)) FROM hme

SELECT set_bit(bt, 1, 1), overlay(bt PLACING B'1' FROM 1), substring(bt FROM 2) FROM hme

SELECT -(-9223372036854775808)

SELECT -(-32768)::smallint

SELECT - x FROM (VALUES (-2147483648)) t(x)

SELECT -x FROM (VALUES ((-32768)::smallint)) t(x)

SELECT -x FROM (VALUES ((-9223372036854775807 - 1)::bigint)) t(x)

SELECT i::text::int[] FROM hme

SELECT t::varchar(1) FROM hme

SELECT '{a,bc}'::text[]::varchar(1)[]

SELECT i::text::int[], i::text[]::int[] FROM hme

SELECT ARRAY(SELECT n FROM hme)

SELECT ARRAY(SELECT n FROM hme b WHERE b.id = a.id) FROM hme a

SELECT ARRAY(SELECT n FROM hme b WHERE b.id = a.id ORDER BY id) FROM hme a

SELECT count(*) OVER (ORDER BY ts RANGE interval '-1 day' PRECEDING) FROM hme

SELECT generate_series(1.0, 2.0, 0.25)

SELECT generate_series(0, 1, 0.5), generate_series(1.00, 2)

SELECT * FROM generate_series(1.0, 2.0, 0.25)

SELECT localtimestamp(3) = now()::timestamp(3), current_timestamp(6) = now(), current_time(0)::text ~ '^\d\d:\d\d:\d\d[+-]\d\d$', pg_typeof(current_time(0)), pg_typeof(localtime(1)), pg_typeof(localtimestamp(1))

SELECT x.to_json FROM (SELECT to_json(1)) x

SELECT x.array_agg FROM (SELECT array_agg(id) FROM hme) x

SELECT x.count, x.* FROM (SELECT * FROM (SELECT count(*) FROM hme) y) x

SELECT x.count FROM (SELECT 1) x

SELECT x.count FROM hme x

SELECT jsonb_build_object(true, 1, timestamp '2024-01-01 10:00', 2, 1.50, 3, NULL::text IS NULL, 4), json_build_object(timestamptz '2024-01-01 10:00+00', 1, 'NaN'::float8, 3)

SELECT 3e38::real + 3e38::real

SELECT -3e38::real - 3e38::real

SELECT 1.7e308::float8 + '1.7e308'::float8

SELECT 'Infinity'::float8 * 2, 'Infinity'::float8 - 'Infinity'::float8, 'NaN'::float8 * 0, 'Infinity'::float8 * 0, '-Infinity'::real + 5

SELECT x * x FROM (SELECT 1e-200::float8 AS x) t

SELECT f + NULL, NULL * f, f * '2', '1.5' + f FROM hme

SELECT u[1] FROM (SELECT gen_random_uuid() AS u) x

SELECT n[1] FROM (SELECT 'a'::varchar AS n) x

SELECT (SELECT t FROM hme)[1]

UPDATE hme SET t[1] = 'x'

SELECT '10:00'::time::timetz, time '10:00' = '10:00+00'::timetz

SELECT tm = tmz, tmz = tm, tm < tmz, tmz >= tm, tm IS DISTINCT FROM tmz, tm IN (tmz), nullif(tm, tmz) FROM hme

SET timezone TO 'America/New_York'

SELECT tm::timetz, tmz::time, tm = tmz, tm < tmz FROM hme

RESET timezone

SELECT ARRAY['a']::text::text[], (ARRAY[1, 2]::text)::int[]

CREATE TABLE hme2 (bt bit(4), t text[])

INSERT INTO hme2 VALUES (B'1010', '{a}')

SELECT bt & B'0110', ~bt, bt << 1, bt || B'1', t, t[1], set_bit(bt, 0, 0) FROM hme2

SELECT -x, - - x, pg_typeof(-x) FROM (VALUES (5), (NULL), (0)) t(x)

SELECT 'a'::char(0)

SELECT '1'::varbit(0)

SELECT 'a'::varchar(20000000)

SELECT x::varchar(0) FROM (SELECT 'a' AS x) t

SELECT E'\u00zz'

SELECT U&'a\uuuu'

SELECT '[1,2) x'::int4range

SELECT '[1,2,3)'::int4range

SELECT '[1'::int4range

SELECT '{{1,2},{3}}'::int[]

SELECT '[1:2]={1,2,3}'::int[]

SELECT trim(BOTH 'x' FROM 5)

SELECT position(1 IN 'a')

SELECT extract(year FROM 5)

SELECT 5 AT TIME ZONE 'UTC'

SELECT timestamptz '2024-01-01 25:00'

SELECT 0.5::numeric(3,5)

SELECT array_agg(x) FROM (VALUES (ARRAY[1]), ('{}')) t(x)

SELECT array_agg(x) FROM (VALUES ('{}'::int[]), ('{1}')) t(x)

SELECT s SIMILAR TO p FROM (VALUES ('abc', 'a%'), ('ABC', 'a_c'), ('', ''), ('abc', '%'), ('a.c', 'a.c'), ('abc', 'a.c'), ('abc', '(a|x)b%')) t(s, p)

SELECT s SIMILAR TO p FROM (VALUES ('a%c', 'a\%c')) t(s, p)

SELECT date_trunc(f, interval '5 days 03:04:05') FROM (VALUES ('hour')) t(f)

SELECT age('yesterday', 'today'), age('2024-01-31', '2023-12-01'), age('2024-03-10 12:00', '2024-03-09 12:00')

SELECT time '10:00' * 2, time '10:00' / 4, 2 * time '10:00', time '10:00' * 1.5, time '10:00' * '2'

SELECT date_part(f, timestamp '2024-05-06 07:08:09') FROM (VALUES ('year'), ('epoch')) t(f)

SELECT '2024-01-01 00:30 AM'::timestamp, '2024-01-01 00:30 PM'::timestamp, '2024-01-01 12:30 AM'::timestamp

SELECT '2024-01-01 13:00 PM'::timestamp

DROP TABLE hme, hme2
