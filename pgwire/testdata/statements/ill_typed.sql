-- Operators, functions, casts, assignments and conditions of types that do not fit.
CREATE TABLE ity_t (i int, b bigint, n numeric(10,2), f float8, t text, v varchar(10), d date, ts timestamp, tz timestamptz, tm time, iv interval, bo bool, j json, jb jsonb, u uuid, ia int[], ta text[], by bytea)
INSERT INTO ity_t VALUES (1,2,3.50,4.5,'5','six','2024-01-07','2024-01-08 09:10','2024-01-08 09:10+00','11:12','1 day',true,'{"a":1}','{"a":1}','00000000-0000-0000-0000-000000000001','{1,2}','{a,b}','\x01')
SELECT date_trunc('month', t) FROM ity_t
SELECT date_trunc('month', i) FROM ity_t
SELECT extract(year FROM t) FROM ity_t
SELECT date_part('year', t) FROM ity_t
SELECT i = t FROM ity_t
SELECT i < t FROM ity_t
SELECT t = i FROM ity_t
SELECT t + 1 FROM ity_t
SELECT t + t FROM ity_t
SELECT t * 2 FROM ity_t
SELECT -t FROM ity_t
SELECT d = t FROM ity_t
SELECT ts > t FROM ity_t
SELECT d + t FROM ity_t
SELECT d - t FROM ity_t
SELECT d + d FROM ity_t
SELECT d * 2 FROM ity_t
SELECT d + n FROM ity_t
SELECT d + b FROM ity_t
SELECT ts + 1 FROM ity_t
SELECT ts - 1 FROM ity_t
SELECT tm + 1 FROM ity_t
SELECT bo + 1 FROM ity_t
SELECT bo = 1 FROM ity_t
SELECT i = true FROM ity_t
SELECT bo > 'x' FROM ity_t
SELECT sum(t) FROM ity_t
SELECT sum(bo) FROM ity_t
SELECT sum(d) FROM ity_t
SELECT avg(t) FROM ity_t
SELECT avg(d) FROM ity_t
SELECT avg(bo) FROM ity_t
SELECT max(bo) FROM ity_t
SELECT min(jb) FROM ity_t
SELECT max(u) FROM ity_t
SELECT max(by) FROM ity_t
SELECT upper(i) FROM ity_t
SELECT lower(d) FROM ity_t
SELECT length(i) FROM ity_t
SELECT length(d) FROM ity_t
SELECT substring(i, 1, 2) FROM ity_t
SELECT substr(i, 1) FROM ity_t
SELECT left(i, 1) FROM ity_t
SELECT left(t, t) FROM ity_t
SELECT trim(i) FROM ity_t
SELECT replace(i, '1', '2') FROM ity_t
SELECT replace(t, 1, 2) FROM ity_t
SELECT concat(i, t) FROM ity_t
SELECT i || i FROM ity_t
SELECT i || d FROM ity_t
SELECT t || i FROM ity_t
SELECT t || d FROM ity_t
SELECT t || bo FROM ity_t
SELECT d || i FROM ity_t
SELECT t LIKE 1 FROM ity_t
SELECT i LIKE '1%' FROM ity_t
SELECT d LIKE '2024%' FROM ity_t
SELECT i ILIKE '1' FROM ity_t
SELECT i ~ '1' FROM ity_t
SELECT j = j FROM ity_t
SELECT j ->> t FROM ity_t
SELECT t -> 'a' FROM ity_t
SELECT t ->> 'a' FROM ity_t
SELECT i -> 'a' FROM ity_t
SELECT jb @> t FROM ity_t
SELECT jb ? 1 FROM ity_t
SELECT jb || t FROM ity_t
SELECT jb - 1.5 FROM ity_t
SELECT j @> '{}' FROM ity_t
SELECT u = t FROM ity_t
SELECT u = i FROM ity_t
SELECT ia = ta FROM ity_t
SELECT ia || t FROM ity_t
SELECT ia @> ta FROM ity_t
SELECT t = ANY (ia) FROM ity_t
SELECT i = ANY (ta) FROM ity_t
SELECT i = ANY (t) FROM ity_t
SELECT i IN ('a'::text) FROM ity_t
SELECT i IN (SELECT t FROM ity_t) FROM ity_t
SELECT d BETWEEN i AND b FROM ity_t
SELECT CASE WHEN i THEN 1 END FROM ity_t
SELECT CASE WHEN bo THEN 1 ELSE t END FROM ity_t
SELECT CASE i WHEN t THEN 1 END FROM ity_t
SELECT COALESCE(i, t) FROM ity_t
SELECT COALESCE(d, i) FROM ity_t
SELECT NULLIF(i, t) FROM ity_t
SELECT GREATEST(i, t) FROM ity_t
SELECT LEAST(d, i) FROM ity_t
SELECT 1 FROM ity_t WHERE i
SELECT 1 FROM ity_t WHERE t
SELECT 1 FROM ity_t WHERE NOT i
SELECT 1 FROM ity_t WHERE bo AND i
SELECT 1 FROM ity_t HAVING count(*)
SELECT i FROM ity_t UNION SELECT t FROM ity_t
SELECT d FROM ity_t UNION ALL SELECT i FROM ity_t
SELECT 1 FROM ity_t a JOIN ity_t b ON a.i = b.t
SELECT 1 FROM ity_t a JOIN ity_t b ON a.i
SELECT round(t) FROM ity_t
SELECT round(f, 2) FROM ity_t
SELECT round(bo) FROM ity_t
SELECT abs(t) FROM ity_t
SELECT ceil(t) FROM ity_t
SELECT mod(f, 2) FROM ity_t
SELECT f % 2 FROM ity_t
SELECT mod(t, 2) FROM ity_t
SELECT sqrt(t) FROM ity_t
SELECT power(t, 2) FROM ity_t
SELECT age(i) FROM ity_t
SELECT age(t) FROM ity_t
SELECT to_char(t, 'YYYY') FROM ity_t
SELECT to_char(bo, 'x') FROM ity_t
SELECT to_date(i, 'YYYY') FROM ity_t
SELECT to_date(d, 'YYYY') FROM ity_t
SELECT to_timestamp(t) FROM ity_t
SELECT to_number(i, '9') FROM ity_t
SELECT string_agg(i, ',') FROM ity_t
SELECT string_agg(t, 1) FROM ity_t
SELECT string_agg(t) FROM ity_t
SELECT bool_and(i) FROM ity_t
SELECT every(t) FROM ity_t
SELECT array_length(t, 1) FROM ity_t
SELECT array_length(ia) FROM ity_t
SELECT cardinality(t) FROM ity_t
SELECT unnest(t) FROM ity_t
SELECT array_to_string(t, ',') FROM ity_t
SELECT array_append(ia, t) FROM ity_t
SELECT array_agg(i, 2) FROM ity_t
SELECT string_to_array(i, ',') FROM ity_t
SELECT split_part(i, ',', 1) FROM ity_t
SELECT split_part(t, ',', t) FROM ity_t
SELECT position('a' IN i) FROM ity_t
SELECT strpos(i, '1') FROM ity_t
SELECT lpad(i, 3) FROM ity_t
SELECT lpad(t, 3, 0) FROM ity_t
SELECT repeat(t, f) FROM ity_t
SELECT repeat(i, 2) FROM ity_t
SELECT reverse(i) FROM ity_t
SELECT initcap(i) FROM ity_t
SELECT md5(i) FROM ity_t
SELECT ascii(i) FROM ity_t
SELECT chr(t) FROM ity_t
SELECT format(i, 1) FROM ity_t
SELECT regexp_replace(i, '1', '2') FROM ity_t
SELECT json_array_length(t) FROM ity_t
SELECT jsonb_array_length(j) FROM ity_t
SELECT jsonb_typeof(t) FROM ity_t
SELECT jsonb_each(t) FROM ity_t
SELECT json_object_keys(jb) FROM ity_t
SELECT jsonb_set(jb, 'a', '1') FROM ity_t
SELECT generate_series(1, t) FROM ity_t
SELECT generate_series(d, d, 1) FROM ity_t
SELECT generate_series(d, d + 1, '1 day') FROM ity_t
SELECT make_date(t, 1, 1) FROM ity_t
SELECT now() - t FROM ity_t
SELECT interval '1 day' + 1
SELECT iv > 1 FROM ity_t
SELECT iv * t FROM ity_t
SELECT t::int + d FROM ity_t
SELECT i::date FROM ity_t
SELECT d::int FROM ity_t
SELECT bo::bigint FROM ity_t
SELECT bo::float8 FROM ity_t
SELECT f::bool FROM ity_t
SELECT i::bool FROM ity_t
SELECT b::bool FROM ity_t
SELECT ts::int FROM ity_t
SELECT i::timestamp FROM ity_t
SELECT jb::int FROM ity_t
SELECT jb::date FROM ity_t
SELECT u::int FROM ity_t
SELECT ia::text[] FROM ity_t
SELECT ia::int FROM ity_t
SELECT i::int[] FROM ity_t
SELECT by::text FROM ity_t
SELECT by::int FROM ity_t
SELECT tm::date FROM ity_t
SELECT d::time FROM ity_t
SELECT iv::int FROM ity_t
INSERT INTO ity_t (i) VALUES ('x'::text)
INSERT INTO ity_t (i) VALUES (true)
INSERT INTO ity_t (i) SELECT t FROM ity_t
INSERT INTO ity_t (d) SELECT i FROM ity_t
INSERT INTO ity_t (bo) VALUES (1)
INSERT INTO ity_t (d) VALUES (20240101)
INSERT INTO ity_t (jb) SELECT t FROM ity_t
INSERT INTO ity_t (t) SELECT i FROM ity_t
INSERT INTO ity_t (t) SELECT jb FROM ity_t
INSERT INTO ity_t (i) SELECT f FROM ity_t
UPDATE ity_t SET i = t
UPDATE ity_t SET d = i
UPDATE ity_t SET bo = i
UPDATE ity_t SET jb = t
UPDATE ity_t SET u = t
UPDATE ity_t SET t = d
UPDATE ity_t SET ia = ta
UPDATE ity_t SET ia = i
UPDATE ity_t SET tm = ts
UPDATE ity_t SET n = t
SELECT count(*) FROM ity_t LIMIT 'x'
SELECT count(*) FROM ity_t LIMIT true
SELECT i FROM ity_t LIMIT t
SELECT lag(i, t) OVER () FROM ity_t
SELECT lag(i, 1, t) OVER () FROM ity_t
SELECT ntile(t) OVER () FROM ity_t
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY t) FROM ity_t
SELECT percentile_cont(i) WITHIN GROUP (ORDER BY t) FROM ity_t
SELECT corr(t, i) FROM ity_t
SELECT stddev(t) FROM ity_t
SELECT bit_and(f) FROM ity_t
SELECT i & f FROM ity_t
SELECT f << 1 FROM ity_t
SELECT i # t FROM ity_t
SELECT n ^ t FROM ity_t
SELECT i !~ t FROM ity_t
SELECT ROW(i, t) = ROW(t, i) FROM ity_t
SELECT (i, t) IN ((t, i)) FROM ity_t
SELECT d AT TIME ZONE 'UTC' FROM ity_t
SELECT t AT TIME ZONE 'UTC' FROM ity_t
SELECT i AT TIME ZONE 'UTC' FROM ity_t
SELECT (d, d) OVERLAPS (i, i) FROM ity_t
SELECT ifnull(i, 1) FROM ity_t
SELECT nvl(i, 1) FROM ity_t
SELECT isnull(i, 1) FROM ity_t
SELECT if(bo, 1, 2) FROM ity_t
SELECT iif(bo, 1, 2) FROM ity_t
SELECT dateadd('day', 1, d) FROM ity_t
SELECT getdate()
SELECT sysdate
SELECT curdate()
SELECT date_format(d, '%Y') FROM ity_t
SELECT rand()
SELECT substring_index(t, 'a', 1) FROM ity_t
SELECT charindex('a', t) FROM ity_t
SELECT to_varchar(i) FROM ity_t
SELECT try_cast(t AS int) FROM ity_t
SELECT array_sum(ia) FROM ity_t
SELECT regexp_contains(t, 'a') FROM ity_t
SELECT DISTINCT ON (z) i FROM ity_t
DROP TABLE ity_t
CREATE TABLE ity_u (i int, t text, d date)
CREATE VIEW ity_v AS SELECT i = t AS x FROM ity_u
CREATE VIEW ity_v AS SELECT upper(d) FROM ity_u
CREATE MATERIALIZED VIEW ity_m AS SELECT t + 1 FROM ity_u
CREATE TABLE ity_c AS SELECT sum(t) FROM ity_u
CREATE INDEX ON ity_u (upper(d))
CREATE INDEX ON ity_u (t) WHERE i
EXPLAIN SELECT i = t FROM ity_u
DECLARE ity_cur CURSOR WITH HOLD FOR SELECT i || i FROM ity_u
DELETE FROM ity_u WHERE t
DELETE FROM ity_u USING ity_u o WHERE o.t = ity_u.i
WITH w AS (SELECT i AS a FROM ity_u) SELECT a = 'x'::text FROM w
SELECT (SELECT t FROM ity_u LIMIT 1) + 1
SELECT x.a + 1 FROM (SELECT t AS a FROM ity_u) x
SELECT sum(x) FROM (VALUES ('a'), ('b')) v(x)
SELECT i FROM ity_u WHERE i IN (SELECT t FROM ity_u)
INSERT INTO ity_u (i, t) VALUES (1, 'a'), ('2', 3), (true, 'c')
INSERT INTO ity_u (d) VALUES (DEFAULT), (now()), (5)
INSERT INTO ity_u (i) VALUES (1) RETURNING upper(i)
UPDATE ity_u SET (i, t) = (1, 2), d = 3
PREPARE ity_p AS SELECT i = t FROM ity_u
DROP TABLE ity_u
CREATE TYPE ity_one AS ENUM ('a', 'b')
CREATE TYPE ity_two AS ENUM ('a', 'b')
CREATE TABLE ity_both (x ity_one, y ity_two, xs ity_one[])
INSERT INTO ity_both VALUES ('a'::ity_one, 'b'::ity_two, ARRAY['a']::ity_one[])
SELECT x = 'a'::ity_one AS x, y > 'a'::ity_two AS y, 'a'::ity_one = ANY (xs) AS xs FROM ity_both
SELECT x = 1 FROM ity_both
SELECT y = 'a'::text FROM ity_both
UPDATE ity_both SET x = 'b'::ity_one, y = 'a'::ity_two WHERE y <> 'a'::ity_two
CREATE VIEW ity_ones AS SELECT x FROM ity_both WHERE x = 'b'::ity_one
DROP VIEW ity_ones
DROP TABLE ity_both
DROP TYPE ity_one, ity_two
