-- Casts to the types of the rows of tables.
CREATE TYPE rc_mood AS ENUM ('low', 'high')
CREATE TYPE rc_pair AS (a int, b text)
CREATE DOMAIN rc_pos AS int CHECK (VALUE > 0)
CREATE TABLE rc_p (id int, name varchar(5), pay numeric(8,2), rate numeric, born date, ok boolean, tags text[])
CREATE TABLE rc_small (id int, name text)
CREATE TABLE rc_kinds (m rc_mood, c rc_pair, d rc_pos, j jsonb, t timestamptz, u uuid, i interval, ch char(3))
INSERT INTO rc_small VALUES (1, 'a'), (2, NULL)
INSERT INTO rc_p VALUES (1, 'ann', 10.5, 1.50, '2020-01-02', true, '{x,y}')
SELECT ROW(1, 'a')::rc_small
SELECT NULL::rc_small
SELECT (ROW(1, 'a')::rc_small).name, (ROW(1, 'a')::rc_small).id
SELECT (NULL::rc_small).name, (NULL::rc_small).id
SELECT (ROW(1, 'a')::rc_small).*
SELECT (NULL::rc_small).*
SELECT ROW(1, 'a')::public.rc_small, CAST(ROW('2', 3) AS rc_small)
SELECT ROW('x', 'a')::rc_small
SELECT ROW(1)::rc_small
SELECT ROW(1, 'a', 2)::rc_small
SELECT '(1,a)'::rc_small, '(,)'::rc_small, '(3,"x, y")'::rc_small
SELECT '(1,a'::rc_small
SELECT '1,a'::rc_small
SELECT '(1,a,b)'::rc_small
SELECT ('(1,a)'::rc_small).name
SELECT ROW(1, 'abc', 2.345, 1.50, '2020-01-01', 't', '{a}')::rc_p
SELECT (ROW(1, 'abcdefgh', 2.345, 1.50, '2020-01-01', 't', '{a,b}')::rc_p).*
SELECT ROW(1, 'abcdefgh', 2.345, NULL, NULL, NULL, NULL)::rc_p
SELECT '(1,abcdefgh,2.345,,,,)'::rc_p
SELECT ROW('low', ROW(1, 'x'), 3, '{"a": 1}', '2020-01-01 00:00+00', NULL, '1 day', 'z')::rc_kinds
SELECT (ROW('low', ROW(1, 'x'), 3, '{"a": 1}', NULL, NULL, '1 day', 'z')::rc_kinds).m, ((ROW('low', ROW(1, 'x'), 3, '{"a": 1}', NULL, NULL, '1 day', 'z')::rc_kinds).c).b
INSERT INTO rc_kinds VALUES ('low', ROW(1, 'x'), 3, NULL, NULL, NULL, NULL, 'z')
SELECT k FROM rc_kinds k
SELECT (k.c).b, k.m FROM rc_kinds k
CREATE TYPE rc_lim AS (v varchar(3), c char(3))
SELECT ROW('abcdef', 'z')::rc_lim
SELECT ROW('abcdef', 'z')::rc_lim::text
SELECT * FROM (SELECT p FROM rc_small p) s
SELECT s.p FROM (SELECT p FROM rc_small p) s
SELECT ROW('mid', NULL, 3, NULL, NULL, NULL, NULL, NULL)::rc_kinds
SELECT ROW('low', NULL, -3, NULL, NULL, NULL, NULL, NULL)::rc_kinds
SELECT pg_typeof(ROW(1, 'a')::rc_small), pg_typeof(NULL::rc_small)
SELECT ROW(1, 'a')::rc_small IS NULL, NULL::rc_small IS NULL, ROW(NULL, NULL)::rc_small IS NULL, ROW(1, NULL)::rc_small IS NOT NULL
SELECT ROW(1, 'a')::rc_small = ROW(1, 'a')::rc_small, ROW(1, 'a')::rc_small < ROW(2, 'a')::rc_small
SELECT ROW(1, 'a')::rc_small::text, row_to_json(ROW(1, 'a')::rc_small), to_jsonb(ROW(1, NULL)::rc_small)
SELECT row_to_json(NULL::rc_small), to_json('(1,a)'::rc_small)
SELECT p::rc_small FROM rc_small p ORDER BY id
SELECT p FROM rc_small p WHERE p = ROW(1, 'a')::rc_small
SELECT p FROM rc_small p WHERE p IS DISTINCT FROM ROW(1, 'a')::rc_small
SELECT (ROW(id, name)::rc_small).name FROM rc_small ORDER BY id
SELECT r FROM (SELECT ROW(id, name)::rc_small AS r FROM rc_small) s ORDER BY (r).id
SELECT (r).name, (s.r).id, (r).* FROM (SELECT ROW(id, name)::rc_small AS r FROM rc_small) s ORDER BY 2
SELECT * FROM (SELECT ROW(1, 'a')::rc_small AS r) s
WITH c AS (SELECT ROW(1, 'a')::rc_small AS r) SELECT (r).name FROM c
SELECT COALESCE(NULL::rc_small, ROW(1, 'a')::rc_small)
SELECT CASE WHEN true THEN ROW(1, 'a')::rc_small END
SELECT (CASE WHEN true THEN ROW(1, 'a')::rc_small END).name
SELECT ARRAY[ROW(1, 'a')::rc_small, ROW(2, 'b')::rc_small]
SELECT (ARRAY[ROW(1, 'a')::rc_small, ROW(2, 'b')::rc_small])[2]
SELECT array_agg(p::rc_small) FROM rc_small p
SELECT ARRAY[ROW(1, 'a')]::rc_small[]
SELECT (unnest(ARRAY[ROW(1, 'a')]::rc_small[])).*
SELECT * FROM unnest(ARRAY[ROW(1, 'a')::rc_small, ROW(2, 'b')::rc_small])
SELECT count(DISTINCT ROW(id, name)::rc_small) FROM rc_small
SELECT o.* FROM rc_small o WHERE EXISTS (SELECT p FROM rc_p p WHERE p.id = o.id)
SELECT count(s.p) FROM (SELECT p FROM rc_small p) s
SELECT (s.p).id, row_to_json(s.p) FROM (SELECT p FROM rc_small p) s ORDER BY 1
SELECT (SELECT p FROM rc_small p WHERE id = 1)
SELECT ((SELECT p FROM rc_small p WHERE id = 1)).name
SELECT p FROM rc_small p UNION ALL SELECT NULL::rc_small
SELECT max(s.id) FROM (SELECT p, p.id FROM rc_small p) s
SELECT 1::rc_small
SELECT ROW(1, 'a')::rc_nothing
SELECT NULL::rc_nothing
SELECT ROW(1, 'a')::rc_small::rc_p
SELECT ROW(1, 'a')::rc_pair::rc_small
SELECT (ROW(1, 'a')::rc_small).nothing
SELECT ROW(1, 2)::rc_small
SELECT (ROW(1, true)::rc_small).name
INSERT INTO rc_small SELECT (ROW(7, 'seven')::rc_small).* RETURNING id, name
INSERT INTO rc_small SELECT ROW(7, 'seven')::rc_small
UPDATE rc_small SET name = (ROW(7, 'eight')::rc_small).name WHERE id = 7 RETURNING *
CREATE VIEW rc_v AS SELECT (ROW(1, 'a')::rc_small).name AS n
CREATE VIEW rc_w AS SELECT id, name FROM rc_small
SELECT ROW(1, 'a')::rc_w, (NULL::rc_w).*
CREATE TABLE rc_of (r rc_small)
CREATE TABLE rc_list (r rc_small[])
ALTER TABLE rc_p ADD COLUMN r rc_small
CREATE TABLE rc_kept AS SELECT ROW(1, 'a')::rc_small AS r
CREATE TYPE rc_type AS (r rc_small)
CREATE DOMAIN rc_dom AS rc_small
PREPARE rc_q AS SELECT (ROW($1, 'z')::rc_small).id
EXECUTE rc_q(5)
SELECT 'rc_small'::regtype, to_regtype('rc_small'), '(1,2)'::rc_small::text
SELECT ROW(1, 'a')::pg_class
SELECT NULL::pg_class
SELECT (NULL::information_schema.tables).table_name
