-- Types of columns that subqueries pass on under their own names.
CREATE TABLE ty (id int PRIMARY KEY, c char(5), v varchar(6), n numeric(8,3), m numeric, j json, jb jsonb, z timestamptz, ts timestamp, iv interval, by bytea, nm name, r real, d date, b bigint, s smallint, arr text[], x numeric(12,2))
INSERT INTO ty VALUES (1, 'ab', 'ab  ', 1.5, 2.50, '{"b":1, "a":2}', '{"b":1,"a":2}', '2024-01-01 12:00+00', '2024-01-01 12:00', '1 day 02:00', '\x41', 'nm', 1.1, '2024-01-31', 9000000000, 5, '{p,"q r"}', 10)
INSERT INTO ty VALUES (2, 'abc', 'b', 22.25, 0.1, '[1]', '[1]', '2024-06-01 12:00+00', '2024-06-01 12:00', '25:00', '\x00ff', 'xx', 0.1, '2024-02-29', -1, -5, '{}', 0.05)
SELECT c || '|', length(c), c = 'ab ', c::text || '|', concat(c, '|'), upper(c) || '|', octet_length(c) FROM (SELECT c FROM (SELECT c FROM ty) a) b ORDER BY 1
SELECT max(c) || '|', string_agg(c, '|' ORDER BY c), json_agg(c ORDER BY c), array_agg(c ORDER BY c), to_json(max(c)), min(c) = 'ab' FROM (SELECT c FROM (SELECT * FROM ty) a) b
SELECT c, v, c = v, v = c, c < v, v LIKE 'ab%', c LIKE 'ab%', c IN ('ab', 'zz'), coalesce(c, v), greatest(c, v) FROM (SELECT c, v FROM (SELECT c, v FROM ty) a) b ORDER BY c
SELECT n, n * 2, n / 3, round(n, 1), n::text, avg(n) OVER (), sum(n) OVER (), n = 1.5 FROM (SELECT n FROM (SELECT n FROM ty) a) b ORDER BY n
SELECT sum(n), avg(n), max(n), min(n) / 3, sum(x), avg(x), sum(n * x), sum(n) + sum(x), json_agg(n ORDER BY n), array_agg(x ORDER BY x) FROM (SELECT n, x FROM (SELECT n, x FROM ty) a) b
SELECT m, m * 2, m / 3, m::text, round(m, 2), n * m, n + m FROM (SELECT m, n FROM (SELECT m, n FROM ty) a) b ORDER BY m
SELECT j, jb, j::text, jb::text, j ->> 'a', jb ->> 'a', jb -> 'b', to_json(j), to_jsonb(j), to_jsonb(jb), jb || '{"c": 3}' FROM (SELECT id, j, jb FROM (SELECT id, j, jb FROM ty) a) b WHERE id = 1
SELECT jb = '{"a":2,"b":1}', jb @> '{"a":2}', jb ? 'a', json_agg(j), jsonb_agg(jb), json_build_object('x', jb, 'y', j) FROM (SELECT id, j, jb FROM (SELECT id, j, jb FROM ty) a) b WHERE id = 1 GROUP BY jb
SELECT z, z::text, z::date, z + interval '1 day', date_trunc('month', z), to_char(z, 'YYYY-MM-DD HH24:MI TZH'), extract(hour from z), to_json(z), z = '2024-01-01 12:00+00', z AT TIME ZONE 'Asia/Tokyo', ts AT TIME ZONE 'Asia/Tokyo', z - ts::timestamptz FROM (SELECT z, ts FROM (SELECT z, ts FROM ty) a) b ORDER BY z
SELECT iv, iv::text, iv * 2, iv > '1 day', extract(epoch from iv), sum(iv) OVER (), to_json(iv), justify_hours(iv), to_char(iv, 'HH24:MI'), to_char(iv * 2, 'DD HH24'), ts + iv, z + iv, d + iv, least(iv, '1 day'), greatest(iv, interval '25 hours') FROM (SELECT iv, ts, z, d FROM (SELECT iv, ts, z, d FROM ty) a) b ORDER BY iv
SELECT by, by::text, length(by), encode(by, 'hex'), by || '\x42', to_json(by), md5(by), by = '\x41' FROM (SELECT by FROM (SELECT by FROM ty) a) b ORDER BY by
SELECT nm, nm || 'x', length(nm), nm::text, nm = 'nm', upper(nm), to_json(nm), max(nm) OVER (), nm LIKE 'n%' FROM (SELECT nm FROM (SELECT nm FROM ty) a) b ORDER BY nm
SELECT r, r::text, r * 2, r + 1.5, sum(r) OVER (), r::numeric, to_json(r), avg(r) OVER (), r = 1.1, r < 1.1 FROM (SELECT r FROM (SELECT r FROM ty) a) b ORDER BY r
SELECT d, d + 1, d - date '2024-01-01', d::text, d + interval '1 month', to_char(d, 'Mon DD'), date_trunc('month', d), extract(dow from d), d < ts, to_json(d) FROM (SELECT d, ts FROM (SELECT d, ts FROM ty) a) b ORDER BY d
SELECT b, b * 2, b / 7, sum(b) OVER (), avg(b) OVER (), b::text, s, s * 2::smallint, sum(s) OVER (), avg(s) OVER (), s / 2, b + s FROM (SELECT b, s FROM (SELECT b, s FROM ty) a) q ORDER BY b
SELECT arr, arr::text, arr[1], array_length(arr, 1), arr || 'z'::text, array_to_string(arr, '+'), to_json(arr), arr = '{}', 'p' = ANY (arr), coalesce(arr, '{}') FROM (SELECT arr FROM (SELECT arr FROM ty) a) q ORDER BY arr
WITH a AS (SELECT c, n, jb, iv FROM ty), w AS (SELECT c, n, jb, iv FROM a) SELECT c || '|', n / 3, jb::text, iv > '1 day', row_to_json(w) FROM w ORDER BY n
SELECT * FROM (SELECT c FROM (SELECT c FROM ty) a UNION SELECT 'zz') q ORDER BY 1
SELECT * FROM (SELECT v, d FROM ty UNION ALL SELECT 'zz', '2024-01-01' UNION ALL SELECT NULL, NULL) q ORDER BY 1, 2
SELECT c || '|' FROM (SELECT c FROM ty UNION ALL SELECT c FROM ty) q ORDER BY 1
SELECT q.c, count(*), sum(q.n) FROM (SELECT c, n FROM (SELECT c, n FROM ty) a) q GROUP BY q.c HAVING sum(q.n) > 0 ORDER BY q.c
SELECT n FROM (SELECT n::text || 'x' AS n FROM (SELECT n FROM ty) a) q ORDER BY n
SELECT c || '|', length(c) FROM (SELECT c::text AS c FROM (SELECT c FROM ty) a) q ORDER BY 1
SELECT id || 'x', b || 'y' FROM (SELECT b AS id, id AS b FROM (SELECT id, b FROM ty) a) q ORDER BY 1
SELECT d / 2, s FROM (SELECT id AS d, d AS s FROM ty) q ORDER BY 1
DROP TABLE ty
-- The least and the greatest of intervals.
SELECT least(interval '1 day', interval '25 hours'), greatest(interval '1 day', interval '25 hours'), least(interval '1 mon', interval '29 days'), greatest('1 mon', interval '31 days', NULL)
SELECT least(a, b), greatest(a, b), greatest(a, '2 days') AS x FROM (VALUES (interval '1 day', interval '25 hours'), (interval '1 day', interval '23 hours'), (interval '1 mon', interval '31 days')) v(a, b)
SELECT greatest(NULL::interval, NULL), least(now() - now(), interval '-1 hour')
-- Quoted arrays beside arrays that are written.
SELECT coalesce(NULL::int[], '{}'), CASE WHEN true THEN '{}' ELSE ARRAY[1] END, greatest(ARRAY[1], '{2}'), nullif(ARRAY[1], '{1}')
-- PostgreSQL 15 has no \v.
SELECT E'\v'
SELECT E'a\\v', 'a\v', E'\x0b' = chr(11), E'it''s\\v'
-- Quoted arrays as defaults.
CREATE TABLE ty_d (a int[] DEFAULT '{1,2}', b numeric[] DEFAULT '{1.5}', c bool[] DEFAULT '{t,f}', d bigint[] DEFAULT '{}')
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ty_d' ORDER BY ordinal_position
DROP TABLE ty_d
