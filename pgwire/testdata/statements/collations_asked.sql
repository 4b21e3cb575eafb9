-- What tells of collations, and what needs one in places that are not those of collations_derived.
CREATE TABLE ck_t (id int PRIMARY KEY, c text COLLATE "C", p text COLLATE "POSIX", u text COLLATE ucs_basic, d text, n name, i int, v varchar(3) COLLATE "C")
INSERT INTO ck_t VALUES (1, 'b', 'b', 'b', 'b', 'b', 1, 'b'), (2, 'A', 'A', 'A', 'A', 'A', 2, 'A'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
SELECT collation FOR (c) AS a, collation FOR (d) AS b, collation FOR (c || d) AS c, collation FOR ('x' COLLATE "POSIX") AS d, collation FOR (n) AS e, collation FOR (upper(p)) AS f, collation FOR ('x') AS g, collation FOR ('x'::text) AS h FROM ck_t WHERE id = 1
SELECT collation FOR (i) FROM ck_t
SELECT collation FOR (c || p) AS x FROM ck_t WHERE id = 1
SELECT pg_collation_for(u), collation FOR (v) FROM ck_t ORDER BY id
SELECT (pg_collation_for(c))::text, pg_collation_for(c)::varchar, pg_collation_for(c)::text COLLATE "POSIX", (SELECT pg_collation_for(c)::varchar) FROM ck_t WHERE id = 1
SELECT upper(c)::text, CAST(lower(v) AS text), initcap(u::text)::varchar, (c::text ~* 'B')::bool, (c::text ILIKE 'b%')::bool FROM ck_t ORDER BY id
SELECT (c || p)::text < 'z' FROM ck_t WHERE id = 3
SELECT c || p < 'z' FROM ck_t WHERE id = 3
SELECT c || p < 'z' FROM ck_t WHERE id = 2
SELECT CAST((c < p)::bool AS bool) FROM ck_t WHERE id = 3
SELECT CAST((c < p)::bool AS bool) FROM ck_t WHERE id = 2
SELECT upper((ck_t).c), upper((ck_t).n), upper((ck_t).d) FROM ck_t ORDER BY id
SELECT collation for ((ck_t).c), collation for ((ck_t).d), collation for ((ck_t).n) FROM ck_t WHERE id = 1
SELECT (ck_t).c < (ck_t).d, (ck_t).c < 'z' FROM ck_t WHERE id = 1
SELECT (ck_t).c < (ck_t).p FROM ck_t WHERE id = 1
SELECT (x).c < 'z' AS y, upper((x).c) FROM (SELECT c, p FROM ck_t) x ORDER BY 1
SELECT max((ck_t).c), min((ck_t).p) FROM ck_t
CREATE TABLE ck_parts AS SELECT (ck_t).c, (ck_t).p, (ck_t).d FROM ck_t
SELECT attname, collname FROM pg_attribute a JOIN pg_collation c ON c.oid = attcollation WHERE attrelid = 'ck_parts'::regclass AND attnum > 0 ORDER BY 1
SELECT collation FOR (min(c)) FROM ck_t
SELECT collation FOR (c) FROM ck_t GROUP BY d
SELECT collation FOR (NULL) AS x, collation FOR (current_user) AS y, collation FOR (ARRAY['a', 'b' COLLATE "C"]) AS z
SELECT collation FOR ((SELECT c FROM ck_t LIMIT 1)) AS x, collation FOR (CASE WHEN true THEN 'a' ELSE 'b' COLLATE "C" END) AS y
SELECT id FROM ck_t WHERE collation FOR (c) = '"C"' ORDER BY id
SELECT collation FOR (x) AS x FROM (SELECT c AS x FROM ck_t UNION ALL SELECT d FROM ck_t) s LIMIT 1
SELECT collation FOR (x) AS x FROM (VALUES ('a', 'b'), ('c', 'd' COLLATE "C")) s (x, y)
SELECT collation FOR (x) AS x, collation FOR (y) AS y FROM unnest(ARRAY['a' COLLATE "C"], ARRAY['b']) s (x, y)
CREATE VIEW ck_v AS SELECT collation FOR (c) AS x FROM ck_t
-- Catalogs.
SELECT column_name, collation_name FROM information_schema.columns WHERE table_schema = 'pg_catalog' AND table_name = 'pg_proc' AND column_name IN ('proname', 'prosrc', 'probin', 'proargnames') ORDER BY 1
SELECT attname, attcollation FROM pg_attribute WHERE attrelid = 'pg_class'::regclass AND attnum > 0 AND attcollation <> 0 ORDER BY 1
SELECT a.attname, a.attcollation FROM pg_attribute a WHERE attrelid = 'pg_indexes'::regclass AND attnum > 0 ORDER BY 1
CREATE VIEW ck_v2 AS SELECT prosrc, proname::text AS t, upper(prosrc) AS u FROM pg_proc
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'ck_v2'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE VIEW ck_v3 AS SELECT indexdef, indexname FROM pg_indexes
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'ck_v3'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT collation_name, pad_attribute FROM information_schema.collations WHERE collation_name IN ('C', 'POSIX', 'default', 'ucs_basic') ORDER BY 1
SELECT * FROM information_schema.collation_character_set_applicability WHERE collation_name IN ('C', 'POSIX', 'default', 'ucs_basic') ORDER BY collation_name
SELECT pg_describe_object('pg_collation'::regclass, 950, 0) AS x
SELECT 'pg_catalog."C"'::regcollation AS x, '"POSIX"'::regcollation::oid AS y, to_regcollation('nope') AS z
SELECT pg_collation_is_visible(950) AS x
-- Changes of columns that others have been made of.
CREATE VIEW ck_w AS SELECT c, p FROM ck_t
ALTER TABLE ck_t RENAME COLUMN c TO cc
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'ck_w'::regclass AND a.attnum > 0 ORDER BY a.attnum
ALTER TABLE ck_t RENAME COLUMN cc TO c
CREATE INDEX ck_i ON ck_t (u, d COLLATE "C")
ALTER TABLE ck_t ALTER COLUMN u TYPE text COLLATE "C"
ALTER TABLE ck_t ALTER COLUMN d TYPE text COLLATE "POSIX"
SELECT indcollation::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indexrelid = 'ck_i'::regclass
ALTER TABLE ck_t ALTER COLUMN d TYPE text
ALTER TABLE ck_t ALTER COLUMN u SET DATA TYPE varchar(9) COLLATE ucs_basic
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'ck_t' ORDER BY 1
ALTER TABLE ck_t ALTER COLUMN i TYPE int COLLATE "C"
ALTER TABLE ck_t ALTER COLUMN i TYPE text COLLATE "nope"
CREATE OR REPLACE VIEW ck_w AS SELECT c COLLATE "POSIX" AS c, p FROM ck_t
CREATE OR REPLACE VIEW ck_w AS SELECT c, p, d FROM ck_t
CREATE MATERIALIZED VIEW ck_m AS SELECT c, p FROM ck_t WITH NO DATA
REFRESH MATERIALIZED VIEW ck_m
SELECT c < p AS x FROM ck_m
SELECT c < 'x' AS x FROM ck_m ORDER BY 1
CREATE TABLE ck_l (LIKE ck_m)
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'ck_l' ORDER BY 1
-- Domains in other places.
CREATE DOMAIN ck_d AS text COLLATE "POSIX"
CREATE TABLE ck_dt (a ck_d, c text COLLATE "C")
INSERT INTO ck_dt VALUES ('a', 'b')
SELECT a < c AS x FROM ck_dt
SELECT a < 'b' AS x, a || c AS y FROM ck_dt
ALTER TABLE ck_dt ADD COLUMN e ck_d COLLATE "C"
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'ck_dt' ORDER BY 1
SELECT c < e AS x FROM ck_dt
CREATE TABLE ck_das AS SELECT a, a || 'x' AS ax, c::ck_d AS cd FROM ck_dt
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'ck_das' ORDER BY 1
ALTER DOMAIN ck_d RENAME TO ck_d2
SELECT domain_name, collation_name FROM information_schema.domains WHERE domain_name = 'ck_d2'
SELECT domain_name, collation_name FROM information_schema.columns WHERE table_name = 'ck_dt' ORDER BY 1, 2
CREATE VIEW ck_dv AS SELECT a, a::text COLLATE "C" AS b FROM ck_dt
SELECT column_name, collation_name FROM information_schema.columns WHERE table_name = 'ck_dv' ORDER BY 1
-- Conflicts elsewhere.
SELECT c, p FROM ck_t WHERE id = 1 FOR UPDATE
WITH w AS (UPDATE ck_t SET i = i WHERE id = 1 RETURNING c, p) SELECT c FROM w
WITH w AS (UPDATE ck_t SET i = i WHERE id = 1 RETURNING c, p) SELECT c < p AS x FROM w
SELECT * FROM ck_t t WHERE EXISTS (SELECT 1 FROM ck_t s WHERE s.p = t.c)
SELECT (SELECT count(*) FROM ck_t s WHERE s.p > t.c) AS x FROM ck_t t
SELECT count(*) FILTER (WHERE c > p) AS x FROM ck_t
SELECT id FROM ck_t ORDER BY c > p
SELECT id FROM ck_t ORDER BY c || p, id
SELECT c FROM ck_t GROUP BY c HAVING max(p) > c
SELECT lag(c, 1, p) OVER (ORDER BY id) AS x FROM ck_t
SELECT first_value(c || p) OVER (ORDER BY id) AS x FROM ck_t
SELECT id FROM ck_t WHERE c || 'x' NOT IN ('b', p)
SELECT id FROM ck_t WHERE c NOT LIKE p
SELECT id FROM ck_t WHERE c > ALL (SELECT p FROM ck_t WHERE p IS NOT NULL)
SELECT id FROM ck_t WHERE c > ANY (ARRAY[p, 'x'])
SELECT coalesce(c, p) = 'b' AS x FROM ck_t ORDER BY id
SELECT coalesce(c, p) = 'b' COLLATE "C" AS x FROM ck_t ORDER BY id
SELECT CASE WHEN c IS NULL THEN 'x' WHEN c > p THEN 'y' END AS x FROM ck_t WHERE id = 3
SELECT CASE WHEN id = 3 THEN false ELSE c > p END AS x FROM ck_t WHERE id = 3
SELECT 1 AS x FROM ck_t WHERE false AND c > p
SELECT string_to_array(c, p) AS x FROM ck_t
SELECT regexp_split_to_array(c, p) AS x FROM ck_t
SELECT c ~~* p AS x, c !~ p AS y FROM ck_t
SELECT overlay(c PLACING p FROM 1) AS x, reverse(c || p) AS y, repeat(c || p, 2) AS z, concat_ws(c, p, 'x') AS w FROM ck_t ORDER BY id
SELECT quote_literal(c || p) AS x, to_json(c || p) AS y, (c || p)::name AS z, (c || p)::varchar(1) AS w FROM ck_t ORDER BY id
SELECT sum(length(c || p)) AS x, bool_and(c = d) AS y FROM ck_t
SELECT least(c, d, 'x') AS a, greatest(c, d COLLATE "POSIX") AS b FROM ck_t ORDER BY id
SELECT least(c, p COLLATE "C") AS a FROM ck_t ORDER BY id
SELECT least(c, d, p) AS a FROM ck_t ORDER BY id
INSERT INTO ck_t (id, c) SELECT id + 10, c FROM ck_t WHERE c > p
INSERT INTO ck_t (id, c, p) VALUES (1, 'x', 'y') ON CONFLICT (id) DO UPDATE SET d = 'z' WHERE ck_t.c = excluded.p
UPDATE ck_t SET d = CASE WHEN c = p THEN 'same' ELSE 'other' END
UPDATE ck_t SET d = (SELECT s.d FROM ck_t s WHERE s.p = ck_t.c)
SELECT id, c, p, d FROM ck_t ORDER BY id
COPY (SELECT c < p FROM ck_t) TO STDOUT
CREATE FUNCTION ck_f(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT a < b'
SELECT ck_f(c, p) AS x FROM ck_t WHERE id = 1
SELECT ck_f(c, d) AS x FROM ck_t WHERE id = 1
CREATE TABLE ck_fk (c text COLLATE "C" PRIMARY KEY)
CREATE TABLE ck_fk2 (p text COLLATE "POSIX" REFERENCES ck_fk)
INSERT INTO ck_fk VALUES ('a')
INSERT INTO ck_fk2 VALUES ('a')
INSERT INTO ck_fk2 VALUES ('b')
SELECT f.c FROM ck_fk f JOIN ck_fk2 g ON f.c = g.p COLLATE "C"
