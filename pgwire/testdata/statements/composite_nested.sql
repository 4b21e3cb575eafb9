-- Composite types with attributes of composite types.
CREATE TYPE cn_a AS (x int, y text)
CREATE TYPE cn_b AS (a cn_a, n int)
CREATE TYPE cn_c AS (b cn_b, l cn_a[], z text)
CREATE TYPE cn_bad AS (a nosuch_type, n int)
CREATE TYPE cn_self AS (a cn_self)
CREATE TABLE cn_t (id int PRIMARY KEY, v cn_b)
INSERT INTO cn_t VALUES (1, ROW(ROW(1, 'one'), 10))
INSERT INTO cn_t VALUES (2, '("(2,""two, too"")",20)'), (3, NULL), (4, ROW(NULL, 40)), (5, ROW(ROW(NULL, NULL), NULL))
INSERT INTO cn_t VALUES (6, ROW(ROW(6, 'q"q\b')::cn_a, 60)::cn_b), (7, ROW('(7,"a b")', 70))
INSERT INTO cn_t VALUES (8, '("(8)",1)')
INSERT INTO cn_t VALUES (8, '("(8,a,b)",1)')
INSERT INTO cn_t VALUES (8, '("(x,a)",1)')
INSERT INTO cn_t VALUES (8, ROW(ROW(1), 2))
INSERT INTO cn_t VALUES (8, ROW(1, 2))
INSERT INTO cn_t VALUES (8, ROW(ROW(1, 'a', 'b'), 2))
SELECT * FROM cn_t ORDER BY id
SELECT v FROM cn_t ORDER BY id
SELECT (v).a FROM cn_t ORDER BY id
SELECT ((v).a).x, ((v).a).y, (v).n FROM cn_t ORDER BY id
SELECT (v).a.x, (v).a.y FROM cn_t ORDER BY id
SELECT (t.v).a.x + 1 AS next FROM cn_t AS t WHERE (t.v).a.y LIKE 't%'
SELECT ((v).a).* FROM cn_t ORDER BY id
SELECT (v).a.* FROM cn_t ORDER BY id
SELECT (v).* FROM cn_t ORDER BY id
SELECT id, (v).*, (v).a.* FROM cn_t WHERE id < 3 ORDER BY id
SELECT (v).nosuch FROM cn_t
SELECT (v).a.nosuch FROM cn_t
SELECT ((v).a).nosuch FROM cn_t
SELECT (v).n.x FROM cn_t
SELECT ROW(ROW(1, 'a'), 2)::cn_b
SELECT (ROW(ROW(1, 'a'), 2)::cn_b).a
SELECT ((ROW(ROW(1, 'a'), 2)::cn_b).a).y, (ROW(ROW(1, 'a'), 2)::cn_b).a.x
SELECT ROW(ROW(1, 'a')::cn_a, 2)::cn_b, ROW('(1,a)', 2)::cn_b, ROW(NULL, 2)::cn_b, ROW(NULL::cn_a, NULL)::cn_b
SELECT '("(1,""a """"q"""" b"")",2)'::cn_b, '(,)'::cn_b, '("(,)",)'::cn_b
SELECT '("(1,a)",2)'::cn_b::text, ROW(ROW(1, 'a "b"'), 2)::cn_b::text
SELECT ('("(1,a)",2)'::cn_b).a::text
SELECT v::text, (v).a::text, length((v).a::text) FROM cn_t ORDER BY id
SELECT ROW(ROW(ROW(1, 'a'), 2), ARRAY[ROW(3, 'c,d')]::cn_a[], 'z z')::cn_c
SELECT (ROW(ROW(ROW(1, 'a'), 2), ARRAY[ROW(3, 'c,d')]::cn_a[], 'z z')::cn_c).l[1].y
SELECT (ROW(ROW(ROW(1, 'a'), 2), NULL, 'z z')::cn_c).b.a.y
SELECT '("(""(1,a)"",2)","{""(3,c)"",""(4,\\""d e\\"")""}",z)'::cn_c
SELECT id, v IS NULL, v IS NOT NULL, (v).a IS NULL, (v).a IS NOT NULL, (v).a.x IS NULL FROM cn_t ORDER BY id
SELECT ROW(ROW(NULL, NULL), NULL)::cn_b IS NULL, ROW(NULL, NULL)::cn_b IS NULL, ROW(ROW(NULL, 1), 1)::cn_b IS NOT NULL
SELECT id FROM cn_t WHERE v IS NULL ORDER BY id
SELECT id FROM cn_t WHERE v = ROW(ROW(1, 'one'), 10)::cn_b
SELECT id FROM cn_t WHERE (v).a = ROW(1, 'one')::cn_a
SELECT id FROM cn_t WHERE (v).a = ROW(1, 'one')
SELECT id FROM cn_t WHERE (v).a = (1, 'one')
SELECT id FROM cn_t WHERE v = '("(1,one)",10)'
SELECT id FROM cn_t WHERE (v).a IN (ROW(1, 'one')::cn_a, ROW(2, 'two, too')::cn_a) ORDER BY id
SELECT id FROM cn_t WHERE v < ROW(ROW(2, 'two, too'), 21)::cn_b ORDER BY id
SELECT ROW(ROW(1, 'a'), 2)::cn_b = ROW(ROW(1, 'a'), 2)::cn_b, ROW(ROW(1, 'a'), 2)::cn_b < ROW(ROW(1, 'b'), 1)::cn_b, ROW(ROW(1, NULL), 2)::cn_b = ROW(ROW(1, NULL), 2)::cn_b
SELECT ROW(ROW(1, NULL), 2)::cn_b < ROW(ROW(1, 'z'), 1)::cn_b, ROW(NULL, 2)::cn_b > ROW(ROW(1, 'z'), 1)::cn_b, ROW(ROW(NULL, NULL), 2)::cn_b < ROW(NULL, 2)::cn_b
SELECT id FROM cn_t WHERE v IS DISTINCT FROM NULL ORDER BY id
SELECT id FROM cn_t WHERE (v).a IS NOT DISTINCT FROM ROW(NULL, NULL)::cn_a
SELECT id FROM cn_t ORDER BY v, id
SELECT id FROM cn_t ORDER BY (v).a DESC, id
SELECT (v).a, count(*) FROM cn_t GROUP BY (v).a ORDER BY 1
SELECT DISTINCT v FROM cn_t ORDER BY v
SELECT max((v).a.x), min((v).a.y) FROM cn_t
UPDATE cn_t SET v.a.y = 'uno' WHERE id = 1 RETURNING v
UPDATE cn_t SET v.a.x = 33 WHERE id = 3 RETURNING v, (v).a.*
UPDATE cn_t SET v.a = ROW(44, 'four') WHERE id = 4 RETURNING v
UPDATE cn_t SET v.a = '(55,five)', v.n = 50 WHERE id = 5 RETURNING v
UPDATE cn_t SET v.a.x = 2, v.a.y = 'zwei', v.n = (v).n + 1 WHERE id = 2 RETURNING v, (v).a.*
UPDATE cn_t SET v.a = NULL WHERE id = 7 RETURNING v
UPDATE cn_t SET v.a.y = 'sept' WHERE id = 7 RETURNING v
UPDATE cn_t SET v.a.nosuch = 1
UPDATE cn_t SET v.n.x = 1
UPDATE cn_t SET v.a = 5
UPDATE cn_t SET v = ROW(ROW((v).a.x + 1, upper((v).a.y)), (v).n) WHERE id < 3 RETURNING v
UPDATE cn_t SET v = NULL WHERE id = 6 RETURNING id, v
INSERT INTO cn_t (id, v.a.x) VALUES (11, 110)
INSERT INTO cn_t (id, v.a.x, v.a.y, v.n) VALUES (12, 120, 'twelve', 12), (13, 130, NULL, 13)
INSERT INTO cn_t (id, v.n, v.a) VALUES (14, 1, ROW(140, 'x')) RETURNING *
INSERT INTO cn_t SELECT id + 100, v FROM cn_t WHERE id < 3
INSERT INTO cn_t SELECT 200, ROW(ROW(1, 'sel'), 2)
INSERT INTO cn_t SELECT 201, ROW(ROW(1, 'sel'), 2)::cn_b
INSERT INTO cn_t SELECT 202, ROW((v).a, 9)::cn_b FROM cn_t WHERE id = 1
SELECT * FROM cn_t WHERE id > 10 ORDER BY id
INSERT INTO cn_t VALUES (1, ROW(ROW(0, 'c'), 0)) ON CONFLICT (id) DO UPDATE SET v.a.y = 'conflict' RETURNING *
DELETE FROM cn_t WHERE (v).a.x = 140 RETURNING (v).a.x, v
SELECT to_jsonb(v), to_json(v), row_to_json(v) FROM cn_t WHERE id IN (1, 3, 6, 7) ORDER BY id
SELECT to_jsonb((v).a), row_to_json((v).a) FROM cn_t WHERE id IN (1, 3, 7) ORDER BY id
SELECT row_to_json(t), to_jsonb(t) FROM cn_t AS t WHERE id = 1
SELECT json_agg(v ORDER BY id), jsonb_agg((v).a ORDER BY id) FROM cn_t WHERE id < 4
SELECT jsonb_build_object('v', v, 'a', (v).a) FROM cn_t WHERE id = 1
SELECT t FROM cn_t AS t WHERE id < 4 ORDER BY id
SELECT array_agg(v ORDER BY id) FROM cn_t WHERE id < 4
SELECT array_agg((v).a ORDER BY id) FROM cn_t WHERE id < 4
SELECT pg_typeof(v), pg_typeof((v).a), pg_typeof((v).a.x) FROM cn_t WHERE id = 1
SELECT coalesce((v).a, ROW(0, 'none')::cn_a) FROM cn_t WHERE id IN (1, 6) ORDER BY id
SELECT CASE WHEN id = 1 THEN v END, CASE WHEN id = 1 THEN (v).a ELSE NULL END FROM cn_t WHERE id IN (1, 2) ORDER BY id
SELECT s.v, (s.v).a.x FROM (SELECT v FROM cn_t WHERE id = 1) AS s
SELECT (s.a).x, s.a FROM (SELECT (v).a FROM cn_t WHERE id = 1) AS s
WITH w AS (SELECT id, (v).a AS a FROM cn_t) SELECT (a).x, (w.a).y FROM w WHERE id = 1
SELECT x.id, y.id FROM cn_t x JOIN cn_t y ON x.v = y.v AND x.id < y.id ORDER BY 1, 2
SELECT count(v), count((v).a), count(DISTINCT (v).a) FROM cn_t
CREATE TABLE cn_l (id int, vs cn_b[], c cn_c)
INSERT INTO cn_l VALUES (1, ARRAY[ROW(ROW(1, 'a'), 2)::cn_b, ROW(NULL, 3)::cn_b], NULL)
INSERT INTO cn_l VALUES (2, '{"(\"(2,b b)\",4)",NULL}', ROW(ROW(ROW(1, 'a'), 2), '{"(3,c)"}', 'z'))
INSERT INTO cn_l VALUES (3, '{}', ROW(NULL, ARRAY[ROW(5, 'e')::cn_a, NULL], NULL))
INSERT INTO cn_l VALUES (4, ARRAY[ROW(ROW(1, 'a'), 2)]::cn_b[], '(,,)')
SELECT * FROM cn_l ORDER BY id
SELECT vs[1], (vs[1]).a, (vs[1]).a.y, vs[2] IS NULL FROM cn_l ORDER BY id
SELECT (c).b, (c).l, (c).l[1], ((c).l[1]).y, (c).b.a.y FROM cn_l ORDER BY id
SELECT cardinality((c).l), array_length(vs, 1) FROM cn_l ORDER BY id
SELECT (u).a.x, u.n FROM cn_l, unnest(vs) AS u ORDER BY 2
SELECT id, u.* FROM cn_l, unnest(vs) AS u ORDER BY id, u.n
SELECT id, e.x, e.y FROM cn_l, unnest((c).l) AS e ORDER BY id, e.x
SELECT unnest((c).l) FROM cn_l ORDER BY 1
UPDATE cn_l SET c.b.a.y = 'deep', c.z = 'Z' WHERE id = 2 RETURNING c
UPDATE cn_l SET c.l[1].y = 'elem' WHERE id = 2 RETURNING c
UPDATE cn_l SET c.l[1] = ROW(9, 'nine') WHERE id = 3 RETURNING c
UPDATE cn_l SET vs[1].a.x = 7 WHERE id = 1 RETURNING vs
UPDATE cn_l SET vs[1].n = 8 WHERE id = 1 RETURNING vs
SELECT to_jsonb(c), to_json(vs) FROM cn_l ORDER BY id
SELECT json_populate_record(NULL::cn_b, '{"a":{"x":1,"y":"p"},"n":2}')
SELECT * FROM json_populate_record(NULL::cn_b, '{"a":{"x":1,"y":"p"},"n":2}')
SELECT * FROM jsonb_populate_record(NULL::cn_c, '{"l":[{"x":1},{"y":"q"}],"z":"t"}')
CREATE TABLE cn_as AS SELECT id, v, (v).a AS a FROM cn_t WHERE id < 4
SELECT * FROM cn_as ORDER BY id
SELECT (a).x, (v).a.y FROM cn_as ORDER BY id
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'cn_as'::regclass AND attnum > 0 ORDER BY attnum
CREATE VIEW cn_v AS SELECT id, v, (v).a AS a, (v).a.y AS y FROM cn_t WHERE id < 4
SELECT * FROM cn_v ORDER BY id
SELECT (a).x, (v).a.y, y FROM cn_v WHERE id = 1
SELECT pg_get_viewdef('cn_v'::regclass)
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'cn_v'::regclass AND attnum > 0 ORDER BY attnum
CREATE FUNCTION cn_f1(p cn_b) RETURNS text LANGUAGE sql AS $$ SELECT (p).a.y || '/' || (p).n $$
CREATE FUNCTION cn_f2(p cn_b) RETURNS cn_a LANGUAGE sql AS $$ SELECT (p).a $$
CREATE FUNCTION cn_f3(x int, y text, n int) RETURNS cn_b LANGUAGE sql AS $$ SELECT ROW(ROW(x, y), n)::cn_b $$
CREATE FUNCTION cn_f4(a cn_a) RETURNS int LANGUAGE sql AS $$ SELECT a.x + 1 $$
CREATE FUNCTION cn_f5(p cn_b) RETURNS int LANGUAGE sql AS $$ SELECT p.a.x $$
SELECT cn_f1(v), cn_f2(v), cn_f4((v).a) FROM cn_t WHERE id = 1
SELECT cn_f3(1, 'q', 2), (cn_f3(1, 'q', 2)).a, (cn_f3(1, 'q', 2)).a.y, (cn_f2(cn_f3(1, 'q', 2))).y
SELECT cn_f1(ROW(ROW(1, 'r'), 2)), cn_f1('("(1,s)",2)'), cn_f2(NULL)
SELECT cn_f5(ROW(ROW(1, 'r'), 2)), cn_f5(v) FROM cn_t WHERE id = 1
SELECT * FROM cn_f3(1, 'q', 2)
SELECT typname, typtype, typcategory, typrelid <> 0, typarray <> 0 FROM pg_type WHERE typname LIKE 'cn\_%' AND typtype = 'c' ORDER BY 1
SELECT c.relname, c.relkind, c.relnatts, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod), a.attndims, a.attlen, a.attbyval, a.attalign, a.attstorage FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relname IN ('cn_a', 'cn_b', 'cn_c') AND attnum > 0 ORDER BY 1, a.attnum
SELECT attribute_name, ordinal_position, data_type, attribute_udt_name FROM information_schema.attributes WHERE udt_name IN ('cn_b', 'cn_c') ORDER BY udt_name, 2
SELECT column_name, data_type, udt_name FROM information_schema.columns WHERE table_name = 'cn_l' ORDER BY ordinal_position
ALTER TYPE cn_a ADD ATTRIBUTE w int
ALTER TYPE cn_b ADD ATTRIBUTE m text
SELECT v FROM cn_t WHERE id < 3 ORDER BY id
SELECT * FROM cn_l ORDER BY id
SELECT * FROM cn_v ORDER BY id
SELECT * FROM cn_as ORDER BY id
ALTER TYPE cn_b ADD ATTRIBUTE c cn_c
ALTER TYPE cn_a ADD ATTRIBUTE a cn_a
ALTER TYPE cn_a ALTER ATTRIBUTE x TYPE bigint
ALTER TYPE cn_a RENAME ATTRIBUTE y TO yy
SELECT (v).a.yy FROM cn_t WHERE id = 1
ALTER TYPE cn_a RENAME TO cn_aa
SELECT (v).a, pg_typeof((v).a) FROM cn_t WHERE id = 1
SELECT ROW(ROW(1, 'a', 2), 3, 'm')::cn_b
DROP TYPE cn_aa
DROP TYPE cn_b
DROP TYPE cn_c
DROP VIEW cn_v
DROP FUNCTION cn_f1, cn_f2, cn_f3, cn_f4, cn_f5
DROP TABLE cn_t, cn_as
DROP TYPE cn_aa
DROP TABLE cn_l
DROP TYPE cn_aa
DROP TYPE cn_c
DROP TYPE cn_b, cn_aa
DROP FUNCTION cn_f1, cn_f2, cn_f3, cn_f4
DROP TYPE cn_b, cn_aa
-- Several types are dropped at once, and made again.
CREATE TYPE cn_d1 AS (q int)
CREATE TYPE cn_d2 AS (d cn_d1, r text)
CREATE FUNCTION cn_df(p cn_d2) RETURNS text LANGUAGE sql AS $$ SELECT (p).r $$
DROP TYPE cn_d1, cn_d2
DROP FUNCTION cn_df
DROP TYPE cn_d1
DROP TYPE cn_d2, cn_d1
CREATE TYPE cn_d1 AS (q text, s int)
CREATE TYPE cn_d2 AS (d cn_d1[])
SELECT ROW(ARRAY[ROW('a', 1), NULL]::cn_d1[])::cn_d2, '("{""(a,1)""}")'::cn_d2
DROP TYPE cn_d2
DROP TYPE cn_d1
-- Fields of NULL have their types, and functions take them.
CREATE TYPE cn_q AS (k date)
CREATE TYPE cn_p AS (a int, b text, c cn_q, l int[])
SELECT upper((NULL::cn_p).b), (NULL::cn_p).a + 1, (NULL::cn_p).c, (NULL::cn_p).l, abs((NULL::cn_p).a)
CREATE FUNCTION cn_pf(p cn_p) RETURNS text LANGUAGE sql AS $$ SELECT upper((p).b) || lower(p.b) $$
CREATE FUNCTION cn_pg(p cn_p) RETURNS int LANGUAGE sql AS $$ SELECT abs((p).a) $$
CREATE FUNCTION cn_ph(p cn_p) RETURNS text LANGUAGE sql AS $$ SELECT (p).nosuch $$
CREATE FUNCTION cn_pi(p cn_p) RETURNS text LANGUAGE sql AS $$ SELECT p.nosuch $$
CREATE FUNCTION cn_pj(p cn_p) RETURNS text LANGUAGE sql AS $$ SELECT (p).c.nosuch $$
SELECT cn_pf(ROW(-1, 'Xx', NULL, NULL)), cn_pg(ROW(-1, 'x', NULL, '{1}')), cn_pf(NULL)
CREATE DOMAIN cn_pos AS int CHECK (VALUE > 0)
CREATE TABLE cn_dom (p cn_pos DEFAULT -1, q int)
CREATE TABLE cn_dom2 (p cn_pos DEFAULT 1, q int)
ALTER TABLE cn_dom2 ALTER p SET DEFAULT -2
ALTER TABLE cn_dom2 ALTER p SET DEFAULT 2
INSERT INTO cn_dom2 (q) VALUES (3)
CREATE TABLE cn_dom3 AS SELECT * FROM cn_dom2
SELECT pg_typeof(p), p FROM cn_dom3
INSERT INTO cn_dom3 VALUES (-1, 1)
-- Attributes of domains.
CREATE DOMAIN cn_code AS varchar(4) NOT NULL CHECK (VALUE ~ '^[a-z]+$')
CREATE TYPE cn_e AS (p cn_pos, c cn_code, n numeric(6,2), v varchar(3), t timestamptz(0), ts timestamp(3))
CREATE TYPE cn_e2 AS (e cn_e, p cn_pos)
CREATE TABLE cn_et (id int, e cn_e, f cn_e2)
INSERT INTO cn_et VALUES (1, ROW(1, 'ab', 1.555, 'xyz', '2024-01-02 10:00:00.6+00', '2024-01-02 10:00:00.12345'), ROW(ROW(2, 'c', NULL, NULL, NULL, NULL), 3))
INSERT INTO cn_et VALUES (2, ROW(-1, 'ab', 1, 'xyz', NULL, NULL), NULL)
INSERT INTO cn_et VALUES (2, ROW(1, NULL, 1, 'xyz', NULL, NULL), NULL)
INSERT INTO cn_et VALUES (2, ROW(1, 'AB', 1, 'xyz', NULL, NULL), NULL)
INSERT INTO cn_et VALUES (2, ROW(1, 'abcde', 1, 'xyz', NULL, NULL), NULL)
INSERT INTO cn_et VALUES (2, '(0,ab,,,,)', NULL)
INSERT INTO cn_et VALUES (2, '(,ab,,,,)', '("(1,q,,,,)",9)'), (3, NULL, NULL)
INSERT INTO cn_et VALUES (4, NULL, '("(1,q,,,,)",-9)')
INSERT INTO cn_et VALUES (4, NULL, '("(-1,q,,,,)",9)')
SELECT * FROM cn_et ORDER BY id
SELECT (e).p, (e).c, (f).e.p, (f).p + 1, (e).n FROM cn_et ORDER BY id
SELECT pg_typeof((e).p), pg_typeof((f).e.c), pg_typeof((e).p + 1) FROM cn_et WHERE id = 1
SELECT ROW(0, 'a', NULL, NULL, NULL, NULL)::cn_e
SELECT (ROW(5, 'a', NULL, NULL, NULL, NULL)::cn_e).p
UPDATE cn_et SET e.p = -5 WHERE id = 1
UPDATE cn_et SET e.p = 5, f.e.p = 6 WHERE id = 1 RETURNING e, f
UPDATE cn_et SET f.e.c = 'Q' WHERE id = 1
UPDATE cn_et SET e.p.x = 5 WHERE id = 1
SELECT to_jsonb(e), row_to_json(f) FROM cn_et ORDER BY id
SELECT e = ROW(5, 'ab', 1.56, 'xyz', '2024-01-02 10:00:01+00', '2024-01-02 10:00:00.123')::cn_e FROM cn_et WHERE id = 1
SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attlen FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relname = 'cn_e' AND attnum > 0 ORDER BY attnum
ALTER DOMAIN cn_pos ADD CHECK (VALUE < 100)
ALTER DOMAIN cn_pos SET NOT NULL
ALTER DOMAIN cn_pos DROP CONSTRAINT cn_pos_check
INSERT INTO cn_et VALUES (5, ROW(-7, 'ab', NULL, NULL, NULL, NULL), NULL) RETURNING e
DROP DOMAIN cn_code
CREATE TYPE cn_en AS ENUM ('lo', 'hi')
CREATE TYPE cn_eb AS (m cn_en)
