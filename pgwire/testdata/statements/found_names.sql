-- Names of columns have case, whoever gives them.
SELECT "Foo" FROM (SELECT 1 AS foo) t
SELECT foo FROM (SELECT 1 AS "Foo") t
SELECT "Foo" FROM (SELECT 1 AS "Foo") t
SELECT t."Foo" FROM (SELECT 1 AS foo) t
SELECT "Foo" AS "Foo" FROM (SELECT 1 AS foo) t
SELECT foo AS "Foo" FROM (SELECT 1 AS foo) t ORDER BY "Foo"
SELECT foo AS "Foo" FROM (SELECT 1 AS foo) t GROUP BY "Foo"
SELECT 1 AS "Foo" ORDER BY foo
WITH c AS (SELECT 1 AS foo) SELECT "Foo" FROM c
WITH c("Foo") AS (SELECT 1) SELECT foo FROM c
WITH c("Foo") AS (SELECT 1) SELECT c."Foo" FROM c
WITH "C" AS (SELECT 1 AS foo) SELECT "C".foo FROM "C"
WITH "C" AS (SELECT 1 AS foo) SELECT c.foo FROM "C"
WITH "C" AS (SELECT 1 AS foo) SELECT foo FROM c
WITH c AS (SELECT 1 AS foo) SELECT foo FROM "C"
WITH RECURSIVE c AS (SELECT 1 AS "Foo" UNION ALL SELECT "Foo" + 1 FROM c WHERE "Foo" < 3) SELECT "Foo" FROM c
WITH RECURSIVE c AS (SELECT 1 AS "Foo" UNION ALL SELECT foo + 1 FROM c WHERE foo < 3) SELECT "Foo" FROM c
SELECT "Foo" FROM (VALUES (1)) AS v(foo)
SELECT foo FROM (VALUES (1)) AS v("Foo")
SELECT v."Foo", "Column1" FROM (VALUES (1)) AS v("Foo"), (VALUES (2)) AS w
SELECT column1 AS "Column1" FROM (VALUES (2)) AS w
SELECT "N" FROM generate_series(1, 2) AS n
SELECT n FROM generate_series(1, 2) AS "N"
SELECT "N" FROM generate_series(1, 2) AS "N"
SELECT n AS "N" FROM generate_series(1, 2) AS g(n) ORDER BY "N"
SELECT "Key" FROM json_each('{"a":1}') AS j
SELECT key AS "Key" FROM json_each('{"a":1}') AS j
SELECT oid AS "Oid" FROM pg_catalog.pg_class WHERE relname = 'pg_class' AND false
CREATE TABLE fn_items (id int PRIMARY KEY, "Name" text, price numeric(10,2))
INSERT INTO fn_items VALUES (1, 'one', 1.50), (2, 'two', 2.25)
SELECT "T".id FROM fn_items AS "T" ORDER BY id
SELECT t.id FROM fn_items AS "T"
SELECT "T".id FROM fn_items AS t
SELECT t FROM fn_items AS "T"
SELECT id AS "Id" FROM fn_items ORDER BY "Id"
SELECT "Id" AS "Id" FROM fn_items ORDER BY "Id"
SELECT s."ID" FROM (SELECT id FROM fn_items) s
SELECT s.name FROM (SELECT "Name" FROM fn_items) s
SELECT j.id FROM (fn_items a JOIN (SELECT 1 AS other) b ON true) AS j
SELECT j."Id" FROM (fn_items a JOIN (SELECT 1 AS other) b ON true) AS j
SELECT a.id FROM fn_items a JOIN (SELECT 1 AS "Id") b USING (id)
SELECT a.id FROM fn_items a JOIN (SELECT 1 AS id) b USING ("Id")
SELECT (SELECT "Total" FROM (SELECT sum(price) AS total FROM fn_items) x)
SELECT "Upper" FROM (SELECT upper('x')) x
SELECT "Case" FROM (SELECT CASE WHEN true THEN 1 END) x
WITH w AS (INSERT INTO fn_items VALUES (3, 'three', 3) RETURNING id AS "New") SELECT "New" FROM w
WITH w AS (INSERT INTO fn_items VALUES (4, 'four', 4) RETURNING id AS "New") SELECT new FROM w
UPDATE fn_items SET price = v.p FROM (VALUES (1, 9.99)) AS v(k, p) WHERE id = v."K"
UPDATE fn_items SET price = v.p FROM (VALUES (1, 9.99), (2, 8.88)) AS v(k, p) WHERE id = v.k RETURNING v.p, price, v.k
DELETE FROM fn_items USING (VALUES (4, 9.99)) AS v(k, p) WHERE id = v.k RETURNING v.p, price
SELECT t.p FROM (VALUES (1, 9.99), (2, 8.88)) AS t(k, p)
-- The path.
SET search_path TO public, pg_catalog; SELECT current_schemas(false), current_schemas(true)
SET search_path TO pg_catalog, public; SELECT current_schemas(false), current_schemas(true)
SET search_path TO "$user", public; SELECT current_schemas(false), current_schemas(true)
SET search_path TO fn_nowhere, public; SELECT current_schemas(false), current_schemas(true)
SET search_path TO fn_nowhere; SELECT current_schemas(false), current_schemas(true)
SET search_path TO ''; SELECT current_schemas(false), current_schemas(true)
SET search_path TO public, public; SELECT current_schemas(false), current_schemas(true)
SET search_path TO information_schema, public; SELECT current_schemas(false), current_schemas(true)
SET search_path TO pg_catalog; SELECT current_schemas(false), current_schemas(true)
SET search_path TO public, pg_catalog; SELECT count(*) FROM fn_items
RESET search_path
-- The columns that every table has.
SELECT ctid IS NOT NULL, tableoid::regclass, id FROM fn_items WHERE id = 1 FOR UPDATE
SELECT tableoid::regclass, id FROM fn_items WHERE id = 1
SELECT f.tableoid = 'fn_items'::regclass FROM fn_items f WHERE id = 1
SELECT f.tableoid::regclass, g.tableoid::regclass FROM fn_items f JOIN fn_items g USING (id) WHERE id = 1
SELECT count(*) FROM fn_items f JOIN pg_class c ON c.oid = f.tableoid WHERE f.id = 1
-- Generated columns and lengths of types.
CREATE TABLE fn_lines (id int PRIMARY KEY, price numeric(10,2), qty int, total numeric GENERATED ALWAYS AS (price * qty) STORED)
INSERT INTO fn_lines VALUES (1, 2.50, 4) RETURNING total
SELECT total FROM fn_lines
CREATE VIEW fn_top AS SELECT max(price), min(price) AS low, sum(price) AS sum, avg(price) AS avg, price + 1 AS more, coalesce(price, 0) AS some, id AS key FROM fn_items GROUP BY price, id
CREATE MATERIALIZED VIEW fn_mat AS SELECT max(price) AS high, price FROM fn_items GROUP BY price
SELECT high, price FROM fn_mat ORDER BY high LIMIT 1
CREATE TABLE fn_as AS SELECT max(price) AS high, min(price) AS low FROM fn_items
SELECT high, low FROM fn_as
SELECT max FROM fn_top ORDER BY 1 LIMIT 1
-- What goes with a DROP.
CREATE TABLE fn_a (id int PRIMARY KEY)
CREATE TABLE fn_b (id int PRIMARY KEY)
CREATE VIEW fn_v AS SELECT fn_a.id FROM fn_a JOIN fn_b USING (id)
DROP TABLE fn_a, fn_b CASCADE
CREATE TABLE fn_a (id int PRIMARY KEY)
CREATE TABLE fn_b (id int PRIMARY KEY)
CREATE VIEW fn_va AS SELECT id FROM fn_a
CREATE VIEW fn_vb AS SELECT id FROM fn_b
DROP TABLE fn_a, fn_b CASCADE
CREATE TABLE fn_a (id int PRIMARY KEY)
CREATE TABLE fn_b (id int PRIMARY KEY, a int REFERENCES fn_a)
CREATE VIEW fn_va AS SELECT id FROM fn_a
DROP TABLE fn_a CASCADE
DROP TABLE fn_b CASCADE
CREATE TABLE fn_a (id int PRIMARY KEY)
CREATE VIEW fn_va AS SELECT id FROM fn_a
CREATE VIEW fn_vva AS SELECT id FROM fn_va
DROP VIEW fn_va, fn_vva CASCADE
CREATE VIEW fn_va AS SELECT id FROM fn_a
CREATE VIEW fn_vva AS SELECT id FROM fn_va
DROP VIEW fn_va CASCADE
DROP TABLE fn_a
CREATE SCHEMA fn_s
CREATE SCHEMA fn_s2
CREATE TABLE fn_s.a (id int)
CREATE TABLE fn_s2.b (id int)
DROP SCHEMA fn_s, fn_s2 CASCADE
CREATE SCHEMA fn_s
CREATE TABLE fn_s.a (id int)
CREATE VIEW fn_over AS SELECT id FROM fn_s.a
DROP SCHEMA fn_s CASCADE
SELECT * FROM fn_over
CREATE TYPE fn_mood AS ENUM ('ok')
CREATE TABLE fn_t (m fn_mood, id int)
DROP TYPE fn_mood CASCADE
DROP TABLE fn_t
-- Names that differ in case alone, and others of the kind.
SELECT "Foo", foo FROM (SELECT 1 AS "Foo", 2 AS foo) t
WITH "FN_items" AS (SELECT 7 AS id) SELECT count(*) FROM fn_items
SELECT "T".id, t.id FROM fn_items AS "T", fn_items AS t
SELECT x."Sum" FROM (SELECT sum(id) AS "Sum" FROM fn_items) x
SELECT x."Sum", y.sum FROM (SELECT sum(id) AS "Sum" FROM fn_items) x, (SELECT sum(id) FROM fn_items) y
SELECT u."Id" FROM (SELECT id AS "Id" FROM fn_items UNION SELECT 9) u ORDER BY u."Id"
SELECT u.id FROM (SELECT id AS "Id" FROM fn_items UNION SELECT 9) u
SELECT id AS "Id" FROM fn_items UNION SELECT 9 ORDER BY "Id"
SELECT l."V" FROM fn_items f, LATERAL (SELECT f.id + 1 AS "V") l ORDER BY 1
SELECT l.v FROM fn_items f, LATERAL (SELECT f.id + 1 AS "V") l ORDER BY 1
SELECT (SELECT "F".id) FROM fn_items AS "F" ORDER BY 1
SELECT "E".v FROM unnest(ARRAY[1,2]) AS "E"(v)
SELECT e.v FROM unnest(ARRAY[1,2]) AS "E"(v)
SELECT "V" FROM unnest(ARRAY[1,2]) AS e(v)
SELECT v FROM unnest(ARRAY[1,2]) AS e("V")
SELECT "Ord" FROM unnest(ARRAY[1,2]) WITH ORDINALITY AS e(v, "Ord")
SELECT "Ordinality" FROM unnest(ARRAY[1,2]) WITH ORDINALITY AS e
SELECT x FROM json_to_record('{"x":1}') AS r("X" int)
SELECT "X" FROM json_to_record('{"X":1}') AS r("X" int)
SELECT count(*) AS "N" FROM fn_items HAVING count(*) > 0 ORDER BY "N" DESC
SELECT row_number() OVER ("W") FROM fn_items WINDOW "W" AS (ORDER BY id)
INSERT INTO fn_items (id, "Name") SELECT k, "N" FROM (VALUES (9, 'nine')) AS v(k, "N")
INSERT INTO fn_items (id, "Name") VALUES (9, 'nine again') ON CONFLICT (id) DO UPDATE SET "Name" = excluded."Name" RETURNING "Name" AS "New"
SELECT f."Name" AS "name" FROM fn_items AS f WHERE f.id = 9 ORDER BY name
SELECT f."Name" AS "name" FROM fn_items AS f WHERE name = 'nine again'
SELECT id FROM (SELECT id AS "Id" FROM fn_items) u
SELECT "Id" FROM (SELECT id AS "Id" FROM fn_items) u ORDER BY "Id"
SELECT "Id" AS id FROM (SELECT id AS "Id" FROM fn_items) u ORDER BY id
SELECT (SELECT f.id FROM fn_items f WHERE f.id = "Id") FROM (SELECT id AS "Id" FROM fn_items) u ORDER BY 1
SELECT u."Id", id FROM (SELECT id AS "Id" FROM fn_items) u JOIN fn_items f ON f.id = u."Id" ORDER BY 1
SELECT -id AS "Id" FROM fn_items ORDER BY id
SELECT -id AS "Id" FROM fn_items ORDER BY fn_items.id
SELECT -id AS "Id", id FROM fn_items ORDER BY id
SELECT id AS "Id" FROM fn_items ORDER BY id DESC
SELECT -id AS "Id", count(*) FROM fn_items GROUP BY id ORDER BY "Id"
SELECT -id AS "Id" FROM fn_items ORDER BY id + 0
SELECT abs(id - 2) AS "Id", count(*) FROM fn_items GROUP BY "Id" ORDER BY "Id"
SELECT abs(id - 2) AS "Id", count(*) FROM fn_items GROUP BY 1 ORDER BY 1
SELECT upper("Name") AS "Upper", count(*) FROM fn_items GROUP BY "Upper" ORDER BY "Upper"
SELECT id AS "Id", count(*) FROM fn_items GROUP BY "Id" ORDER BY "Id"
SELECT abs(k) AS "K", count(*) FROM (VALUES (-1), (1)) AS v(k) GROUP BY "K"
SELECT current_schema, current_schema(), current_schemas(true), current_schemas(NULL)
WITH v AS (SELECT 1 AS k, 7.5 AS price) UPDATE fn_items f SET price = v.price FROM v WHERE f.id = v.k RETURNING f.price, v.price
CREATE TABLE fn_read (id int, names text[])
INSERT INTO fn_read VALUES (1, '{a,b}'), (2, '{c}')
SELECT (SELECT unnest FROM (SELECT unnest(names) FROM fn_read) s ORDER BY 1 LIMIT 1)
SELECT 1 WHERE 'a' IN (SELECT unnest FROM (SELECT unnest(names) FROM fn_read) s)
SELECT ARRAY(SELECT upper FROM (SELECT upper(names[1]) FROM fn_read) s ORDER BY upper)
SELECT id FROM fn_read r WHERE EXISTS (WITH w AS (SELECT lower(n) FROM unnest(r.names) n) SELECT FROM w WHERE lower = 'c')
SELECT id, (SELECT max FROM (SELECT max(n), min(n) FROM unnest(r.names) n) m) FROM fn_read r ORDER BY id
SELECT id FROM fn_read WHERE 'C' = ANY (SELECT upper FROM (SELECT 1, upper(names[1]) FROM fn_read) s UNION SELECT column1 FROM (VALUES ('x')) v) ORDER BY id
SELECT coalesce FROM (SELECT coalesce((SELECT "?column?" FROM (SELECT id + 1 FROM fn_read WHERE id = 2) s), 0)) t
(WITH w AS (SELECT lower('X')) SELECT lower FROM w) UNION ALL (WITH w AS (SELECT upper('y')) SELECT upper FROM w)
SELECT 0 UNION ALL SELECT ("case") FROM (SELECT CASE WHEN id = 1 THEN 7 END FROM fn_read WHERE id = 1) s
UPDATE fn_read SET names = (SELECT array_agg FROM (SELECT array_agg(n ORDER BY n DESC) FROM unnest(names) n) s) WHERE id = 1 RETURNING names
INSERT INTO fn_read SELECT 3, ARRAY[(SELECT lower FROM (SELECT lower('Q')) s)] RETURNING names
DELETE FROM fn_read WHERE id = (SELECT max FROM (SELECT max(id) FROM fn_read) s) RETURNING id, (SELECT count FROM (SELECT count(*) FROM fn_read WHERE id < 3) s)
SELECT id, (SELECT s.row_number FROM (SELECT row_number() OVER (), n FROM unnest(names) n) s WHERE s.n = 'a') FROM fn_read ORDER BY id
DROP TABLE fn_read
SELECT regexp_split_to_table(proname, '_') AS word, count(*) FROM pg_proc WHERE proname IN ('jsonb_set', 'jsonb_array_length', 'array_length') GROUP BY word ORDER BY word
SELECT unnest(ARRAY[relname, nspname]) AS name, count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relname IN ('pg_class', 'pg_type') GROUP BY name ORDER BY name
SELECT unnest(ARRAY['a', 'b']) AS relname, count(*) FROM pg_class WHERE relname = 'pg_class' GROUP BY relname
WITH Words AS ( SELECT regexp_split_to_table(prosrc, '\W+') AS Word, COUNT(1) FROM pg_catalog.pg_proc P JOIN pg_catalog.pg_namespace N ON N.oid = P.pronamespace JOIN pg_catalog.pg_language L ON L.oid = P.prolang WHERE L.lanname IN ('sql', 'plpgsql') AND N.nspname NOT IN ('pg_catalog', 'information_schema') GROUP BY Word ), OrderWords AS ( SELECT Word, ROW_NUMBER() OVER(PARTITION BY LOWER(Word) ORDER BY Count DESC) FROM Words WHERE Word ~* '.*[a-z].*' ), Names AS ( SELECT attname AS Name FROM pg_catalog.pg_attribute UNION SELECT relname FROM pg_catalog.pg_class UNION SELECT proname FROM pg_catalog.pg_proc UNION SELECT typname FROM pg_catalog.pg_type UNION SELECT nspname FROM pg_catalog.pg_namespace UNION SELECT unnest(proargnames) FROM pg_proc ) SELECT Word FROM OrderWords WHERE LOWER(Word) IN (SELECT Name FROM Names) AND Row_Number = 1
