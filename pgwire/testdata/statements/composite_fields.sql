-- Fields of composite types: character, ranges, and arrays.
CREATE TYPE kt_addr AS (street varchar(10), zip char(5), amount numeric(8,2), span int4range, days daterange, ts tstzrange)
CREATE TABLE kt_who (id int, a kt_addr)
INSERT INTO kt_who VALUES (1, ROW('Main', '12', 3.14159, '[1,3]', NULL, NULL))
INSERT INTO kt_who VALUES (2, ROW('A street too long', '12', 3, NULL, NULL, NULL))
INSERT INTO kt_who VALUES (2, ROW('x', '123456', 3, NULL, NULL, NULL))
INSERT INTO kt_who VALUES (2, ROW('x', '1234', 12345678, NULL, NULL, NULL))
INSERT INTO kt_who VALUES (3, '(abc,1,2.005,"[2,9)",,)')
INSERT INTO kt_who VALUES (4, '(abcdefghijkl,1,2.005,"[2,9)",,)')
SELECT length((a).zip), (a).zip || '|' FROM kt_who ORDER BY id
UPDATE kt_who SET a.zip = '9' WHERE id = 1 RETURNING a
UPDATE kt_who SET a.street = 'longer than ten' WHERE id = 1
SELECT ROW('abc', 'x', 1.555, NULL, NULL, NULL)::kt_addr
CREATE TYPE kt_r AS (span int4range, days daterange)
CREATE TABLE kt_rt (id int, r kt_r)
INSERT INTO kt_rt VALUES (1, ROW('[1,3]', '[2024-01-01,2024-02-01)')), (2, ROW(int4range(5,9), NULL)), (3, '("[2,9)",)'), (4, NULL), (5, ROW('empty', '(,)'))
SELECT * FROM kt_rt ORDER BY id
SELECT (r).span, (r).days, lower((r).span), (r).span @> 2 FROM kt_rt ORDER BY id
SELECT r::text FROM kt_rt ORDER BY id
SELECT to_json(r) FROM kt_rt ORDER BY id
UPDATE kt_rt SET r.span = '[7,8]' WHERE id = 1 RETURNING r
SELECT id FROM kt_rt WHERE (r).span = '[5,9)'
SELECT id FROM kt_rt WHERE r = ROW('[5,9)'::int4range, NULL)::kt_r
INSERT INTO kt_rt VALUES (9, ROW('[9,1]', NULL))
CREATE TYPE kt_ch AS (code char(5), n numeric(6,2), v varchar(3))
CREATE TABLE kt_ct (id int, c kt_ch)
INSERT INTO kt_ct VALUES (1, ROW('ab', 1.555, 'xyz')), (2, '(abc,2,q)')
INSERT INTO kt_ct VALUES (3, ROW('abcdef', 1, 'x'))
INSERT INTO kt_ct VALUES (3, '(abcdef,1,x)')
INSERT INTO kt_ct VALUES (3, ROW('abcde   ', 1, 'x'))
SELECT * FROM kt_ct ORDER BY id
SELECT id FROM kt_ct WHERE (c).code = 'ab'
SELECT id FROM kt_ct WHERE (c).code = 'ab   '
SELECT c::text FROM kt_ct ORDER BY id
SELECT to_json(c) FROM kt_ct ORDER BY id
UPDATE kt_ct SET c.code = 'z' WHERE id = 1 RETURNING c, (c).code
SELECT ROW('q', 1, 'v')::kt_ch, (ROW('q', 1, 'v')::kt_ch).code
SELECT id FROM kt_ct ORDER BY c
SELECT * FROM kt_ct WHERE c = ROW('abc', 2, 'q')::kt_ch
SELECT DISTINCT (c).code FROM kt_ct ORDER BY 1
CREATE TYPE kt_ar AS (tags text[], nums int[])
CREATE TABLE kt_at (id int, a kt_ar)
INSERT INTO kt_at VALUES (1, ROW(ARRAY['a','b c'], '{1,2}')), (2, '("{x,\"y z\"}","{3}")'), (3, ROW(NULL, '{}')), (4, '(,"{NULL,1}")')
SELECT * FROM kt_at ORDER BY id
SELECT (a).tags, (a).tags[1], (a).nums[2], array_length((a).nums, 1) FROM kt_at ORDER BY id
SELECT a::text FROM kt_at ORDER BY id
SELECT to_json(a) FROM kt_at ORDER BY id
UPDATE kt_at SET a.tags = '{q,"r s"}' WHERE id = 1 RETURNING a
UPDATE kt_at SET a.tags = array_append((a).tags, 'zz') WHERE id = 2 RETURNING a
SELECT ROW('{a,b}', ARRAY[1])::kt_ar
SELECT id FROM kt_at WHERE 'x' = ANY ((a).tags)
SELECT id, t FROM kt_at, unnest((a).tags) t ORDER BY 1, 2
CREATE TYPE kt_vb AS (v varchar(3)[], n numeric(4,1)[])
CREATE TABLE kt_vt (x kt_vb)
INSERT INTO kt_vt VALUES (ROW('{abc,de}', '{1.25,2}'))
INSERT INTO kt_vt VALUES (ROW(ARRAY['abcd'], NULL))
INSERT INTO kt_vt VALUES ('("{abcd}",)')
SELECT * FROM kt_vt
ALTER TYPE kt_ar ADD ATTRIBUTE c char(4)
ALTER TYPE kt_ar ADD ATTRIBUTE r tsrange
ALTER TYPE kt_ar RENAME ATTRIBUTE c TO cc
ALTER TYPE kt_ar DROP ATTRIBUTE r
SELECT * FROM kt_at ORDER BY id
INSERT INTO kt_at VALUES (9, ROW('{a}', '{1}', 'x'))
SELECT * FROM kt_at WHERE id = 9
ALTER TYPE kt_r ALTER ATTRIBUTE span TYPE int8range
CREATE TABLE kx_ct (id int, c kt_ch)
INSERT INTO kx_ct VALUES (1, ROW('ab', 1.555, 'xyz')), (2, '(abc,2,q)')
SELECT array_agg((c).code) FROM kx_ct
SELECT json_agg((c).code ORDER BY id) FROM kx_ct
SELECT upper((c).code) || '|', rpad((c).code, 7, 'x'), md5((c).code) = md5('ab') FROM kx_ct ORDER BY id
SELECT (c).code::text || '|', replace((c).code, ' ', '_'), reverse((c).code) FROM kx_ct ORDER BY id
SELECT max((c).code), string_agg((c).code, ',') FROM kx_ct
SELECT ((c).code)::varchar || '|', '[' || (c).code || ']' FROM kx_ct ORDER BY id
SELECT row_to_json(c), json_build_object('k', (c).code) FROM kx_ct ORDER BY id
SELECT s.code, s.code || '|' FROM (SELECT (c).code FROM kx_ct ORDER BY id) s
SELECT x.c FROM (SELECT c FROM kx_ct) x WHERE (x.c).code IN ('ab', 'q')
CREATE VIEW kx_cv AS SELECT (c).code AS code, (c).n FROM kx_ct
SELECT code, code || '|', n FROM kx_cv ORDER BY 1
CREATE TYPE kx_rr AS (span int4range, tags text[])
SELECT (ROW('[1,3]', '{a}')::kx_rr).span * int4range(2,9), isempty((ROW('empty', '{a}')::kx_rr).span)
SELECT ROW('[1,3]', '{a}')::kx_rr = ROW('[1,4)', '{a}')::kx_rr, ROW('[1,3]', '{a}')::kx_rr < ROW('[2,4)', '{a}')::kx_rr
SELECT row_to_json(ROW('[1,3]', '{a,b}')::kx_rr), to_jsonb(ROW('empty', '{}')::kx_rr)
CREATE TABLE kx_rx (r kx_rr, rs kx_rr[])
INSERT INTO kx_rx VALUES (ROW('[1,3]', '{a,"b c"}'), ARRAY[ROW('[1,3]', '{x}')::kx_rr, ROW(NULL, NULL)::kx_rr])
SELECT r, rs, rs[1], (rs[1]).span, (rs[1]).tags[1] FROM kx_rx
SELECT r IS NULL, r IS NOT NULL, (r).tags || 'z'::text, cardinality((r).tags) FROM kx_rx
SELECT * FROM kx_rx WHERE (r).span && int4range(3, 8)
SELECT r FROM kx_rx
SELECT DISTINCT r FROM kx_rx ORDER BY r
SELECT count(*) FROM kx_rx GROUP BY r ORDER BY 1
SELECT upper((r).span), (r).span::text || '!', jsonb_build_object('t', (r).tags) FROM kx_rx ORDER BY 2
CREATE TYPE ao_t AS (a int, b text)
ALTER TYPE ao_t ADD ATTRIBUTE c date
ALTER TYPE ao_t ADD ATTRIBUTE c date
ALTER TYPE ao_t RENAME ATTRIBUTE b TO bb
ALTER TYPE ao_t ALTER ATTRIBUTE a TYPE bigint
ALTER TYPE ao_t DROP ATTRIBUTE c
ALTER TYPE ao_t DROP ATTRIBUTE zz
ALTER TYPE ao_t DROP ATTRIBUTE IF EXISTS zz
SELECT ROW(1, 'x')::ao_t
SELECT (ROW(1, 'x')::ao_t).bb
CREATE TABLE ao_use (id int, v ao_t)
INSERT INTO ao_use VALUES (1, ROW(1, 'one'))
ALTER TYPE ao_t ALTER ATTRIBUTE a TYPE numeric
ALTER TYPE ao_t ADD ATTRIBUTE d int
SELECT * FROM ao_use
INSERT INTO ao_use VALUES (2, ROW(1, 'one', 2))
ALTER TYPE ao_t RENAME ATTRIBUTE d TO e
SELECT (v).e FROM ao_use ORDER BY id
ALTER TYPE ao_t DROP ATTRIBUTE e
SELECT * FROM ao_use ORDER BY id
ALTER TYPE ao_t RENAME TO ao_t2
SELECT (v).bb FROM ao_use ORDER BY id
DROP TYPE ao_t2
DROP TYPE ao_t2 RESTRICT
CREATE TYPE am_t AS (a int, b varchar(3))
ALTER TYPE am_t ALTER ATTRIBUTE b TYPE varchar(8)
SELECT ROW(1, 'abcdef')::am_t
ALTER TYPE am_t ALTER ATTRIBUTE zz TYPE int
ALTER TYPE am_t ALTER ATTRIBUTE a SET DATA TYPE numeric(6,2), ADD ATTRIBUTE c text[]
SELECT ROW(1.555, 'abcdef', '{q,w}')::am_t
ALTER TYPE am_t ALTER ATTRIBUTE a TYPE nosuch
ALTER TYPE am_t ALTER ATTRIBUTE a TYPE int
ALTER TYPE am_t ALTER ATTRIBUTE a TYPE int, DROP ATTRIBUTE b
SELECT ROW(1, '{q}')::am_t
CREATE TYPE an_t AS (a int, b2 varchar(3))
CREATE TABLE an_use (v an_t)
ALTER TYPE an_t ALTER ATTRIBUTE a TYPE bigint
DROP TYPE an_t
DROP TABLE an_use
DROP TYPE an_t
-- All fields of a column of a query.
CREATE TYPE cf_place AS (street text, zip int)
CREATE TABLE cf_sub (id int, a cf_place)
INSERT INTO cf_sub VALUES (1, ROW('Main', 123)), (2, NULL)
SELECT (s.a).* FROM (SELECT a FROM cf_sub) s ORDER BY 2
SELECT (s.a).* FROM (SELECT id, a FROM cf_sub) s ORDER BY s.id
SELECT (a).* FROM (SELECT a FROM cf_sub) s ORDER BY 2
SELECT s.id, (s.a).*, (s.a).zip + 1 AS next FROM (SELECT * FROM cf_sub) s ORDER BY s.id
SELECT (s.a).* FROM (SELECT ROW('Side', 5)::cf_place AS a) s
WITH s AS (SELECT ROW('Side', 5)::cf_place AS a) SELECT (s.a).* FROM s
SELECT (s.a).* FROM (SELECT max(id) AS id, min(a) AS a FROM cf_sub) s
SELECT (s.a).* FROM (SELECT 1 AS a) s
SELECT (s.a).* FROM (SELECT ROW(1, 2) AS a) s
SELECT (s.r).* FROM (SELECT cf_sub AS r FROM cf_sub) s ORDER BY 1
SELECT ((SELECT ROW('Side', 5)::cf_place)).*
