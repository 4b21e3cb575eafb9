-- Collations of what is derived: columns of views and of CREATE TABLE AS, domains, keys of indexes; and collations that do not go together.
CREATE TABLE cd_t (id int PRIMARY KEY, c text COLLATE "C", p text COLLATE "POSIX", u text COLLATE ucs_basic, d text, e text COLLATE "default", v varchar(9) COLLATE "C", b char(4) COLLATE "POSIX", n name, a text[] COLLATE "C", ap text[] COLLATE "POSIX", i int)
INSERT INTO cd_t VALUES (1, 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', '{b}', '{b}', 1), (2, 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', '{A}', '{A}', 2), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_t'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT column_name, collation_catalog, collation_schema, collation_name FROM information_schema.columns WHERE table_name = 'cd_t' ORDER BY ordinal_position
-- Views.
CREATE VIEW cd_v AS SELECT c, p, u, d, e, v, b, n, a, ap, i FROM cd_t
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_v'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT column_name, collation_catalog, collation_schema, collation_name FROM information_schema.columns WHERE table_name = 'cd_v' ORDER BY ordinal_position
SELECT pg_get_viewdef('cd_v'::regclass)
CREATE VIEW cd_v2 AS SELECT substr(c, 1, 2) AS up, c || d AS cd, d || 'x' AS dx, c = d AS eq, length(c) AS len, d COLLATE "C" AS dc, (d COLLATE "C") || 'x' AS dcx, (c COLLATE "POSIX") || d AS cpd, n || 'x' AS nx, n::text AS nt, v::text AS vt, c::varchar(3) AS cv, i::text AS it, a[1] AS a1, ap[1] AS ap1, array_to_string(a, ',') AS ats FROM cd_t
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_v2'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE VIEW cd_v3 AS SELECT coalesce(d, c) AS x1, coalesce(c, p COLLATE "C") AS x3, CASE WHEN c = 'a' THEN d ELSE p END AS x4, CASE p WHEN 'a' THEN d ELSE 'x' END AS x5, nullif(d, c) AS x6, greatest(d, u) AS x7, ARRAY[c, d] AS x8, (SELECT c FROM cd_t LIMIT 1) AS x9, min(c) AS x10, string_agg(d, ',' ORDER BY p) AS x11, string_agg(p, ',') AS x12, array_agg(u) AS x13, current_user AS x14, current_user::text AS x15, substr(p, 1) AS x16, replace(p, 'a', 'b') AS x17, '1'::text AS x18, 'x' AS x19, max(n) AS x20 FROM cd_t GROUP BY c, d, p, u
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_v3'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE VIEW cd_v4 AS SELECT x.c, x.q, y.* FROM (SELECT c, p AS q FROM cd_t) x, (VALUES ('a' COLLATE "C", 'b'), ('c', 'd' COLLATE "POSIX")) y (v1, v2)
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_v4'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE VIEW cd_v5 AS SELECT c AS x FROM cd_t UNION ALL SELECT d FROM cd_t
CREATE VIEW cd_v6 AS SELECT c AS x FROM cd_t UNION ALL SELECT p FROM cd_t
CREATE VIEW cd_v6 AS SELECT coalesce(c, p) AS x FROM cd_t
CREATE VIEW cd_v6 (y) AS SELECT c || p AS x FROM cd_t
CREATE MATERIALIZED VIEW cd_v6 AS SELECT c || p AS x FROM cd_t
CREATE VIEW cd_v7 AS WITH w AS (SELECT u AS x FROM cd_t) SELECT x, x || 'a' AS y FROM w
CREATE VIEW cd_v8 AS SELECT t.c, s.p FROM cd_t t JOIN cd_t s USING (c)
CREATE VIEW cd_v9 (q, r) AS SELECT c, d FROM cd_v
CREATE TABLE cd_e (id int, c text COLLATE "C", p text COLLATE "POSIX", d text)
CREATE VIEW cd_v10 AS SELECT g.x, h.y FROM unnest(ARRAY['a' COLLATE "C"]) g (x), string_to_table('a,b' COLLATE "POSIX", ',') h (y)
SELECT r.relname, a.attname, c.collname FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE r.relname IN ('cd_v5', 'cd_v6', 'cd_v7', 'cd_v8', 'cd_v9', 'cd_v10') AND a.attnum > 0 ORDER BY r.relname, a.attnum
SELECT table_name, column_name, collation_name FROM information_schema.columns WHERE table_name IN ('cd_v5', 'cd_v6', 'cd_v7', 'cd_v8', 'cd_v9', 'cd_v10') ORDER BY table_name, ordinal_position
SELECT pg_get_viewdef('cd_v2'::regclass)
SELECT pg_get_viewdef('cd_v7'::regclass)
CREATE VIEW cd_v11 AS SELECT relname, relname::text AS t, relname || 'x' AS x FROM pg_class
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_v11'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE OR REPLACE VIEW cd_v9 (q, r) AS SELECT c, d COLLATE "C" FROM cd_v
CREATE OR REPLACE VIEW cd_v9 (q, r) AS SELECT c, d, p FROM cd_v
ALTER VIEW cd_v9 RENAME TO cd_v9b
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_v9b'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE MATERIALIZED VIEW cd_m AS SELECT c, p || 'x' AS q, d COLLATE "C" AS r, d FROM cd_t
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_m'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT pg_get_viewdef('cd_m'::regclass)
CREATE TEMP VIEW cd_tv AS SELECT c, d FROM cd_t
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_tv'::regclass AND a.attnum > 0 ORDER BY a.attnum
-- CREATE TABLE AS.
CREATE TABLE cd_as AS SELECT c, p, u, d, n, c || d AS cd, i::text AS it, i, d COLLATE "POSIX" AS dp FROM cd_t
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_as'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT column_name, collation_schema, collation_name FROM information_schema.columns WHERE table_name = 'cd_as' ORDER BY ordinal_position
CREATE TABLE cd_as2 (x, y) AS SELECT c, p FROM cd_v
CREATE TABLE cd_as3 AS TABLE cd_t
CREATE TEMP TABLE cd_as4 AS SELECT * FROM cd_t WITH NO DATA
SELECT 'a' COLLATE "C" AS k INTO cd_as5
CREATE TABLE IF NOT EXISTS cd_as5 AS SELECT 'a' COLLATE "POSIX" AS k
SELECT r.relname, a.attname, c.collname FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE r.relname IN ('cd_as2', 'cd_as3', 'cd_as4', 'cd_as5') AND a.attnum > 0 ORDER BY r.relname, a.attnum
CREATE TABLE cd_as6 AS SELECT c || p AS x FROM cd_t
CREATE TABLE cd_as7 AS SELECT current_user AS a, current_user::text AS b, relname::text AS r FROM pg_class WHERE false
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_as7'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE TABLE cd_like (LIKE cd_v INCLUDING ALL)
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_like'::regclass AND a.attnum > 0 ORDER BY a.attnum
-- Domains.
CREATE DOMAIN cd_dc AS text COLLATE "C"
CREATE DOMAIN cd_dp AS varchar(5) COLLATE "POSIX" CHECK (VALUE > '')
CREATE DOMAIN cd_dd AS text
CREATE DOMAIN cd_di AS int COLLATE "C"
CREATE DOMAIN cd_dn AS text COLLATE "nope"
CREATE DOMAIN cd_ddc AS cd_dc
CREATE DOMAIN cd_ddp AS cd_dc COLLATE "POSIX"
SELECT t.typname, c.collname FROM pg_type t LEFT JOIN pg_collation c ON c.oid = t.typcollation WHERE t.typname LIKE 'cd\_d%' OR t.typname LIKE '\_cd\_d%' ORDER BY 1
SELECT domain_name, collation_catalog, collation_schema, collation_name FROM information_schema.domains WHERE domain_name LIKE 'cd%' ORDER BY 1
CREATE TABLE cd_dt (a cd_dc, b cd_dp, c cd_dd, d cd_ddc, e cd_dc COLLATE "POSIX", f cd_dd COLLATE "C", g cd_ddp)
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_dt'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT column_name, domain_name, collation_name FROM information_schema.columns WHERE table_name = 'cd_dt' ORDER BY ordinal_position
INSERT INTO cd_dt VALUES ('b', 'b', 'b', 'b', 'b', 'b', 'b'), ('A', 'A', 'A', 'A', 'A', 'A', 'A')
CREATE VIEW cd_dv AS SELECT a, b, c, d, e, f, a || 'x' AS ax, a::text AS at, 'x'::cd_dc AS x, e::cd_dd AS ed, c::cd_dc AS cdc FROM cd_dt
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_dv'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT a FROM cd_dt ORDER BY a
SELECT a < b FROM cd_dt
SELECT a < c AS x, a < d AS y FROM cd_dt
SELECT a < e FROM cd_dt
SELECT c::cd_dc < c::cd_dp FROM cd_dt
SELECT 'a'::cd_dc < 'b' COLLATE "POSIX" AS x
-- Keys of indexes.
CREATE INDEX cd_i1 ON cd_t (c, p, d, u)
CREATE INDEX cd_i2 ON cd_t (c COLLATE "POSIX", d COLLATE "C", p COLLATE "POSIX", d COLLATE "default")
CREATE INDEX cd_i3 ON cd_t (upper(c), lower(d), (p || 'x'), (d COLLATE "C"), i)
CREATE UNIQUE INDEX cd_i4 ON cd_t (u COLLATE ucs_basic, c COLLATE "default")
CREATE INDEX cd_i5 ON cd_t (i COLLATE "C")
CREATE INDEX cd_i6 ON cd_t (d COLLATE "nope")
CREATE INDEX cd_i7 ON cd_t (d COLLATE pg_catalog."C" DESC NULLS LAST) INCLUDE (c)
CREATE INDEX cd_i8 ON cd_t (d text_pattern_ops, c COLLATE "POSIX" text_pattern_ops)
CREATE INDEX cd_i9 ON cd_t (n, v, b, a)
CREATE INDEX cd_i10 ON cd_t ((c || p))
CREATE INDEX cd_i11 ON cd_t (upper(c || p))
CREATE INDEX cd_i12 ON cd_t ((c < p))
CREATE INDEX cd_i13 ON cd_t (i) WHERE c < p
CREATE INDEX cd_i14 ON cd_dt (a, b, c, e)
CREATE UNIQUE INDEX cd_i15 ON cd_m (r, c, q)
SELECT indexrelid::regclass::text AS i, indcollation::text FROM pg_index WHERE indexrelid::regclass::text IN ('cd_i1', 'cd_i2', 'cd_i3', 'cd_i4', 'cd_i7', 'cd_i8', 'cd_i9', 'cd_i14', 'cd_i15', 'cd_t_pkey') AND NOT '12340' = ANY (indcollation::text[]) ORDER BY 1
SELECT indexrelid::regclass::text AS i, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN ('cd_t'::regclass, 'cd_dt'::regclass, 'cd_m'::regclass) ORDER BY 1
SELECT r.relname, a.attname, c.collname FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE r.relname LIKE 'cd\_i%' AND a.attnum > 0 ORDER BY r.relname, a.attnum
SELECT pg_get_indexdef('cd_i2'::regclass, 1, true) AS a, pg_get_indexdef('cd_i2'::regclass, 2, true) AS b, pg_get_indexdef('cd_i3'::regclass, 4, true) AS c
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'cd_t' ORDER BY 1
CREATE TABLE cd_k (c text COLLATE "C" PRIMARY KEY, p text COLLATE "POSIX" UNIQUE, d text UNIQUE)
SELECT indexrelid::regclass::text AS i, indcollation::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'cd_k'::regclass ORDER BY 1
ALTER TABLE cd_k ALTER COLUMN d TYPE text COLLATE "C"
SELECT indexrelid::regclass::text AS i, indcollation::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'cd_k'::regclass ORDER BY 1
-- Two explicit collations.
SELECT 'a' COLLATE "C" < 'b' COLLATE "POSIX"
SELECT c COLLATE "C" < p COLLATE "POSIX" FROM cd_e
SELECT (c COLLATE "C") || (p COLLATE "POSIX") FROM cd_e
SELECT 'a' COLLATE "C" IN ('b' COLLATE "POSIX")
SELECT 'a' COLLATE "C" UNION ALL SELECT 'b' COLLATE "POSIX"
SELECT CASE WHEN 'a' COLLATE "C" = 'a' THEN 'b' COLLATE "POSIX" END AS x
SELECT CASE 'a' COLLATE "C" WHEN 'a' COLLATE "POSIX" THEN 1 END AS x
SELECT CASE WHEN true THEN 'a' COLLATE "C" ELSE 'b' COLLATE "POSIX" END AS x
SELECT (c COLLATE "C", p COLLATE "POSIX") FROM cd_t ORDER BY 1
SELECT ROW('a' COLLATE "C", 'b' COLLATE "POSIX") = ROW('a', 'b') AS x
SELECT ('a' COLLATE "C", 'x') < ('b' COLLATE "POSIX", 'y') AS x
SELECT 'a' COLLATE "C" LIKE 'a%' COLLATE "POSIX"
SELECT 'a' COLLATE "C" BETWEEN 'a' AND 'b' COLLATE "POSIX"
SELECT substr('abc' COLLATE "C", length('x' COLLATE "POSIX")) AS x
SELECT count(*) FROM cd_e WHERE d COLLATE "C" = 'x' AND d COLLATE "POSIX" = 'y'
VALUES ('a' COLLATE "C"), ('b' COLLATE "POSIX")
SELECT string_agg(d COLLATE "C", ',' ORDER BY p COLLATE "POSIX") FROM cd_e
SELECT min(d COLLATE "C") OVER (PARTITION BY p COLLATE "POSIX") FROM cd_e
SELECT max(d COLLATE "C") FILTER (WHERE c COLLATE "POSIX" > '') FROM cd_e
SELECT (ARRAY['a' COLLATE "C"])[length('b' COLLATE "POSIX")] AS x
SELECT concat('a' COLLATE "C", 'b' COLLATE "POSIX") AS x
SELECT count(*) FROM cd_e WHERE c COLLATE "C" = (SELECT 'a' COLLATE "POSIX")
SELECT (SELECT 'a' COLLATE "C") || (SELECT 'b' COLLATE "POSIX") AS x
SELECT x || y AS z FROM (SELECT 'a' COLLATE "C" AS x, 'b' COLLATE "POSIX" AS y) s
SELECT x < y AS z FROM (SELECT 'a' COLLATE "C" AS x, 'b' COLLATE "POSIX" AS y) s
INSERT INTO cd_e (c) VALUES (('a' COLLATE "C") || ('b' COLLATE "POSIX"))
UPDATE cd_e SET c = ('a' COLLATE "C") || ('b' COLLATE "POSIX")
DELETE FROM cd_e WHERE 'a' COLLATE "C" > 'b' COLLATE "POSIX"
CREATE VIEW cd_x AS SELECT 'a' COLLATE "C" < 'b' COLLATE "POSIX" AS x
CREATE TABLE cd_x AS SELECT 'a' COLLATE "C" || 'b' COLLATE "POSIX" AS x
-- Implicit collations that differ.
SELECT id, c < p AS x FROM cd_t ORDER BY id
SELECT id, c < p AS x FROM cd_e
SELECT id FROM cd_t WHERE c = p
SELECT id FROM cd_t WHERE c = p COLLATE "C"
SELECT id FROM cd_t WHERE c = d AND p = d AND u = d ORDER BY id
SELECT c || p AS x FROM cd_t ORDER BY id
SELECT c || p AS x FROM cd_t ORDER BY c || p
SELECT c || p AS x FROM cd_e ORDER BY 1
SELECT DISTINCT c || p AS x FROM cd_e
SELECT c || p AS x FROM cd_e GROUP BY c || p
SELECT count(*) FROM cd_e GROUP BY c || p
SELECT DISTINCT ON (c || p) id FROM cd_e
SELECT c FROM cd_e UNION SELECT p FROM cd_e
SELECT c FROM cd_e UNION ALL SELECT p FROM cd_e ORDER BY 1
SELECT c FROM cd_e UNION ALL SELECT p FROM cd_e
SELECT c FROM cd_e EXCEPT SELECT p FROM cd_e
SELECT c FROM cd_e INTERSECT ALL SELECT p FROM cd_e
SELECT c FROM cd_e UNION SELECT d FROM cd_e
SELECT id FROM cd_t WHERE upper(c || p) = 'BB'
SELECT upper(c || p) AS x FROM cd_t ORDER BY id
SELECT lower(c || p) AS x FROM cd_e
SELECT initcap(coalesce(c, p)) AS x FROM cd_t ORDER BY id
SELECT length(c || p) AS x FROM cd_t ORDER BY id
SELECT id FROM cd_t WHERE c LIKE p
SELECT id FROM cd_t WHERE c ILIKE p
SELECT id FROM cd_t WHERE c ~ p
SELECT id FROM cd_t WHERE c SIMILAR TO p
SELECT id FROM cd_t WHERE c IN (p, 'x')
SELECT id FROM cd_t WHERE c IN (p)
SELECT id FROM cd_t WHERE c = ANY (ARRAY[p])
SELECT id FROM cd_t WHERE c = ANY (ap)
SELECT id FROM cd_t WHERE c IN (SELECT p FROM cd_t)
SELECT id FROM cd_t WHERE c BETWEEN p AND 'x'
SELECT id FROM cd_t WHERE (c, id) < (p, 2)
SELECT id FROM cd_t WHERE (c, id) = (p, 2)
SELECT id FROM cd_t WHERE ROW(c) IS DISTINCT FROM ROW(p)
SELECT id FROM cd_t WHERE c IS DISTINCT FROM p
SELECT nullif(c, p) AS x FROM cd_t
SELECT greatest(c, p) AS x FROM cd_t
SELECT CASE c WHEN p THEN 1 END AS x FROM cd_t
SELECT CASE WHEN c = 'b' THEN c ELSE p END AS x FROM cd_t ORDER BY id
SELECT max(c || p) AS x FROM cd_t
SELECT count(DISTINCT c || p) AS x FROM cd_t
SELECT string_agg(c, p) AS x FROM cd_t
SELECT string_agg(c, ',' ORDER BY c || p) AS x FROM cd_t
SELECT array_agg(c || p ORDER BY id) AS x FROM cd_t
SELECT row_number() OVER (ORDER BY c || p) AS x FROM cd_t
SELECT row_number() OVER (PARTITION BY c || p) AS x FROM cd_t
SELECT min(c || p) OVER () AS x FROM cd_t
SELECT position(c IN p) AS x FROM cd_t
SELECT strpos(c, p) AS x FROM cd_t
SELECT replace(c, p, 'x') AS x FROM cd_t
SELECT split_part(c, p, 1) AS x FROM cd_t
SELECT regexp_replace(c, p, 'x') AS x FROM cd_t
SELECT starts_with(c, p) AS x FROM cd_t
SELECT c ^@ p AS x FROM cd_t
SELECT concat(c, p) AS x FROM cd_t ORDER BY id
SELECT left(c || p, 1) AS x FROM cd_t ORDER BY id
SELECT substring(c || p FROM 2) AS x FROM cd_t ORDER BY id
SELECT substring(c FROM p) AS x FROM cd_t ORDER BY id
SELECT translate(c, p, 'x') AS x FROM cd_t ORDER BY id
SELECT btrim(c, p) AS x FROM cd_t ORDER BY id
SELECT lpad(c, 3, p) AS x FROM cd_t ORDER BY id
SELECT format('%s', c || p) AS x FROM cd_t ORDER BY id
SELECT md5(c || p) AS x FROM cd_t WHERE id = 3
SELECT a || ap AS x FROM cd_t ORDER BY id
SELECT a = ap AS x FROM cd_t ORDER BY id
SELECT a @> ap AS x FROM cd_t ORDER BY id
SELECT array_position(a, p) AS x FROM cd_t ORDER BY id
SELECT array_remove(a, p) AS x FROM cd_t ORDER BY id
SELECT array_append(a, p) AS x FROM cd_t ORDER BY id
SELECT n = p AS x FROM cd_t ORDER BY id
SELECT n < p AS x FROM cd_t ORDER BY id
SELECT n < c AS x, n < d AS y FROM cd_t ORDER BY id
SELECT b = v AS x FROM cd_t ORDER BY id
SELECT v < b::varchar AS x FROM cd_t ORDER BY id
SELECT d < c AS x, u < d AS y, e < p AS z FROM cd_t ORDER BY id
SELECT t.id FROM cd_t t JOIN cd_t s ON t.c = s.p
SELECT t.id FROM cd_t t JOIN cd_t s ON t.c = s.c ORDER BY 1
SELECT t.id FROM (SELECT id, c AS k FROM cd_t) t JOIN (SELECT id, p AS k FROM cd_t) s USING (k)
SELECT k FROM (SELECT c AS k FROM cd_t) t NATURAL FULL JOIN (SELECT d AS k FROM cd_t) s ORDER BY k
SELECT k FROM (SELECT c AS k FROM cd_t) t FULL JOIN (SELECT p AS k FROM cd_t) s USING (k)
SELECT x FROM (SELECT c || p AS x FROM cd_t) s ORDER BY x
SELECT x FROM (SELECT c || p AS x FROM cd_e) s ORDER BY x
SELECT x < 'a' AS y FROM (SELECT c || p AS x FROM cd_t) s
SELECT x || d AS y FROM (SELECT c || p AS x, d, id FROM cd_t) s ORDER BY id
SELECT x FROM (SELECT c AS x FROM cd_t UNION ALL SELECT p FROM cd_t) s WHERE x > 'a'
SELECT cd < 'a' AS x FROM cd_v2 ORDER BY 1
SELECT x3 FROM cd_v3 ORDER BY x3
WITH w AS (SELECT c AS x, p AS y FROM cd_t) SELECT x < y FROM w
WITH RECURSIVE w AS (SELECT c AS x, 1 AS k FROM cd_t UNION ALL SELECT x || 'z', k + 1 FROM w WHERE k < 2) SELECT x FROM w ORDER BY x
WITH RECURSIVE w AS (SELECT 'a' AS x, 1 AS k UNION ALL SELECT x || p, k + 1 FROM w, cd_t WHERE k < 2) SELECT x FROM w
WITH RECURSIVE w AS (SELECT d AS x, 1 AS k FROM cd_t UNION ALL SELECT (x || 'z') COLLATE "C", k + 1 FROM w WHERE k < 2) SELECT x FROM w
INSERT INTO cd_e (d) SELECT c || p FROM cd_e
INSERT INTO cd_e (id, c) SELECT id, p FROM cd_t
SELECT id, c, p FROM cd_e ORDER BY id
UPDATE cd_e SET p = c || p WHERE id = 1
UPDATE cd_e SET d = 'x' WHERE c > p
UPDATE cd_e SET d = 'x' WHERE c > 'a' AND d IS NULL RETURNING id, c || p AS x
DELETE FROM cd_e WHERE c < p
DELETE FROM cd_e USING cd_t WHERE cd_e.c = cd_t.p
DELETE FROM cd_e USING cd_t WHERE cd_e.c = cd_t.d
INSERT INTO cd_e VALUES (1, 'a', 'b', 'c') RETURNING c < p AS x
INSERT INTO cd_e VALUES (1, 'a', 'b', 'c') RETURNING upper(c || d) AS x
SELECT count(*) FROM cd_e
CREATE TABLE cd_x (c text COLLATE "C", p text COLLATE "POSIX", CHECK (c < p))
INSERT INTO cd_x VALUES ('a', 'b')
INSERT INTO cd_x VALUES (NULL, 'b')
CREATE TABLE cd_y (c text COLLATE "C", p text COLLATE "POSIX", g text GENERATED ALWAYS AS (upper(c || p)) STORED)
INSERT INTO cd_y VALUES ('a', 'b')
CREATE TABLE cd_z (c text COLLATE "C", p text COLLATE "POSIX", g text GENERATED ALWAYS AS (c || p) STORED)
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_z'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE VIEW cd_w AS SELECT c < p AS x FROM cd_t
SELECT x FROM cd_w
CREATE VIEW cd_w2 AS SELECT c AS x FROM cd_t UNION SELECT p FROM cd_t
CREATE VIEW cd_w3 AS SELECT c || p AS x FROM cd_t ORDER BY 1
PREPARE cd_q (text) AS SELECT id FROM cd_t WHERE c = $1 ORDER BY id
EXECUTE cd_q ('b')
PREPARE cd_q2 (text) AS SELECT id FROM cd_t WHERE c || p = $1
EXPLAIN (COSTS OFF) SELECT c FROM cd_e UNION SELECT p FROM cd_e
DECLARE cd_cur CURSOR WITH HOLD FOR SELECT c FROM cd_e UNION SELECT p FROM cd_e
-- Shown.
SELECT collation FOR (c) AS a, collation FOR (d) AS b, collation FOR (c || d) AS c, collation FOR ('x' COLLATE "POSIX") AS d, collation FOR (n) AS e, collation FOR (upper(p)) AS f, collation FOR ('x') AS g FROM cd_t WHERE id = 1
SELECT collation FOR (i) FROM cd_t
SELECT collation FOR (c || p) AS x FROM cd_t WHERE id = 1
SELECT pg_collation_for(u) AS x FROM cd_t WHERE id = 1
SELECT typname, collname FROM pg_type t JOIN pg_collation c ON c.oid = typcollation WHERE typname IN ('text', 'name', 'varchar', 'bpchar', '_text', '_name') ORDER BY 1
SELECT oid::regcollation::text AS x FROM pg_collation WHERE collname IN ('C', 'POSIX', 'default', 'ucs_basic') ORDER BY 1
SELECT 'b' < 'A' COLLATE "C.UTF-8" AS x
CREATE TABLE cd_u (x text COLLATE "C.UTF-8", y text COLLATE "C.utf8")
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'cd_u' ORDER BY 1
CREATE TABLE cd_s (x text COLLATE pg_catalog."C", y text COLLATE public."C")
CREATE TABLE cd_s (x text COLLATE pg_catalog."C")
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'cd_s' ORDER BY 1
ALTER TABLE cd_s ALTER COLUMN x TYPE text COLLATE "default"
ALTER TABLE cd_s ADD COLUMN y text COLLATE ucs_basic, ADD COLUMN z int COLLATE "C"
ALTER TABLE cd_s ADD COLUMN y text COLLATE ucs_basic
ALTER TABLE cd_s ADD COLUMN w cd_dc
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'cd_s' ORDER BY 1
CREATE TYPE cd_comp AS (a text COLLATE "C", b text)
-- Tables of a session, columns in the order of a DROP, and what is not to be refused.
CREATE TEMP TABLE cd_tt (c text COLLATE "C", p text COLLATE "POSIX", d text)
INSERT INTO cd_tt VALUES ('a', 'b', 'c')
SELECT c < p AS x FROM cd_tt
SELECT c < d AS x, d < p AS y FROM cd_tt
CREATE TABLE cd_dr (x int, c text COLLATE "C", p text COLLATE "POSIX")
ALTER TABLE cd_dr DROP COLUMN x
INSERT INTO cd_dr VALUES ('a', 'b')
SELECT c < p AS x FROM cd_dr
ALTER TABLE cd_dr RENAME COLUMN p TO q
SELECT c < q AS x FROM cd_dr
ALTER TABLE cd_dr ALTER COLUMN q TYPE text
SELECT c < q AS x FROM cd_dr
ALTER TABLE cd_dr RENAME TO cd_dr2
SELECT c < q COLLATE "POSIX" AS x FROM cd_dr2
CREATE TABLE cd_na (n name, o name COLLATE "default", p name COLLATE "POSIX")
INSERT INTO cd_na VALUES ('a', 'b', 'c')
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'cd_na'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT n < o AS x, o < p AS y FROM cd_na
SELECT n < p AS x FROM cd_na
SELECT n = p AS x FROM cd_na
BEGIN
CREATE TABLE cd_tx (c text COLLATE "C", p text COLLATE "POSIX")
CREATE VIEW cd_txv AS SELECT c, p, c || 'x' AS cx FROM cd_tx
SELECT table_name, column_name, collation_name FROM information_schema.columns WHERE table_name IN ('cd_tx', 'cd_txv') ORDER BY 1, ordinal_position
INSERT INTO cd_tx VALUES ('a', 'b')
SELECT c < p AS x FROM cd_txv
ROLLBACK
SELECT jsonb_build_object('c', c, 'p', p) AS x FROM cd_t WHERE id = 1
SELECT c, p, row_to_json(cd_t) IS NOT NULL AS x FROM cd_t WHERE id = 1
SELECT t.c, s.* FROM cd_t t CROSS JOIN LATERAL (SELECT t.p AS q) s WHERE t.id = 1
SELECT count(*) FROM cd_t WHERE c = 'b' OR p = 'b' OR u = 'b'
SELECT string_agg(c, ',' ORDER BY p) AS x FROM cd_t
SELECT min(c) AS a, max(p) AS b, count(DISTINCT u) AS u FROM cd_t
SELECT c, count(*) FROM cd_t GROUP BY c ORDER BY c
SELECT c, p, count(*) FROM cd_t GROUP BY GROUPING SETS ((c), (p)) ORDER BY c, p
SELECT c, p FROM cd_t ORDER BY c, p DESC, u
SELECT DISTINCT c, p FROM cd_t ORDER BY 1, 2
SELECT (c || p) COLLATE "C" AS x FROM cd_t ORDER BY 1
SELECT upper((c || p) COLLATE "C") AS x FROM cd_t ORDER BY id
SELECT * FROM cd_t t JOIN cd_t s USING (c, p) WHERE t.id = 1
UPDATE cd_t SET c = p, p = c WHERE id = 1
INSERT INTO cd_t (id, c, p) VALUES (9, 'x', 'y') ON CONFLICT (id) DO UPDATE SET c = excluded.p
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY c) AS x, mode() WITHIN GROUP (ORDER BY p) AS y FROM cd_t
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY c || p) AS x FROM cd_t
SELECT row_number() OVER (PARTITION BY c ORDER BY p) AS x FROM cd_t WHERE id < 3
MERGE INTO cd_e USING cd_t ON cd_e.c = cd_t.p WHEN MATCHED THEN DELETE
MERGE INTO cd_e USING cd_t ON cd_e.id = cd_t.id WHEN MATCHED AND cd_e.c = cd_t.d THEN DO NOTHING
