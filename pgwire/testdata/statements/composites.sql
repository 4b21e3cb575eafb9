-- Composite types, and the rows of tables.
CREATE TYPE cp_addr AS (street text, zip varchar(10), n int)
CREATE TYPE cp_addr AS (a int)
CREATE TYPE cp_point AS (x float8, y float8)
CREATE TYPE cp_item AS (name text, price numeric(10,2), made date)
CREATE TABLE cp_t (id int PRIMARY KEY, home cp_addr, at cp_point)
INSERT INTO cp_t VALUES (1, ROW('Main St', '12345', 5), ROW(1.5, 2))
INSERT INTO cp_t VALUES (2, '("Side, St",99,)', '(3,4)')
INSERT INTO cp_t VALUES (3, ('Third', NULL, 3), NULL)
INSERT INTO cp_t VALUES (4, NULL, ROW(NULL, NULL)), (5, ROW('q"q', 'b\s', NULL)::cp_addr, '(,)'::cp_point)
INSERT INTO cp_t (id, home) VALUES (6, ROW('x', '12345678901', 1))
INSERT INTO cp_t (id, home) VALUES (6, ROW('x', '1'))
INSERT INTO cp_t (id, home) VALUES (6, '(a,b)')
INSERT INTO cp_t (id, at) VALUES (6, '(a,b)')
SELECT * FROM cp_t ORDER BY id
SELECT (home).street, (home).zip, (at).x + 1 FROM cp_t ORDER BY id
SELECT id, (home).* FROM cp_t ORDER BY id
SELECT (t.home).street FROM cp_t t WHERE (t.home).n > 3
SELECT (home).nosuch FROM cp_t
SELECT home::text FROM cp_t ORDER BY id
SELECT ROW('a', 'b', 1)::cp_addr, '(a,"b c",2)'::cp_addr, (ROW('a', 'b', 1)::cp_addr).zip
SELECT '("a ""q"" b",,7)'::cp_addr, NULL::cp_addr, '(1,2)'::cp_point
SELECT ROW(1, 2)::cp_point = ROW(1, 2)::cp_point, ROW(1, 2)::cp_point < ROW(1, 3)::cp_point
SELECT '(1)'::cp_point
SELECT '(1,2,3)'::cp_point
SELECT 'x'::cp_point
SELECT ROW(1)::cp_point
SELECT id FROM cp_t WHERE home = ROW('Main St', '12345', 5)::cp_addr
SELECT id FROM cp_t WHERE at = '(3,4)'
SELECT id, home IS NULL, home IS NOT NULL, at IS NULL, at IS NOT NULL FROM cp_t ORDER BY id
SELECT id, home IS DISTINCT FROM NULL FROM cp_t ORDER BY id
UPDATE cp_t SET home.street = 'New', home.n = 9 WHERE id IN (1, 4)
SELECT home FROM cp_t ORDER BY id
UPDATE cp_t SET home = ROW('All', '1', 1), at = '(9,9)' WHERE id = 2 RETURNING home, at, (home).street
UPDATE cp_t SET home.nosuch = 1
SELECT t FROM cp_t t ORDER BY id
SELECT t.id, t IS NOT NULL, t IS NULL FROM cp_t t ORDER BY id
SELECT count(*) FROM cp_t t WHERE t IS NOT NULL
SELECT count(*) FROM cp_t WHERE NOT (home IS NULL)
CREATE TABLE cp_p (a int, b text)
INSERT INTO cp_p VALUES (1, 'x'), (2, NULL), (NULL, NULL)
SELECT p IS NOT NULL, p IS NULL FROM cp_p p
SELECT p FROM cp_p p
SELECT p.*::text FROM cp_p p WHERE a = 1
SELECT p::text, pg_typeof(p) FROM cp_p p ORDER BY a
SELECT (p).a, (p).b FROM cp_p p ORDER BY 1
SELECT q IS NULL FROM (SELECT NULL::int AS a, NULL::int AS b) q
SELECT ROW(1, NULL) IS NULL, ROW(1, NULL) IS NOT NULL, ROW(NULL, NULL) IS NULL, ROW(1, 2) IS NOT NULL
SELECT home, count(*) FROM cp_t GROUP BY home ORDER BY home
SELECT DISTINCT at FROM cp_t ORDER BY at
SELECT pg_typeof(home), pg_typeof((home).n) FROM cp_t LIMIT 1
SELECT to_json(at), row_to_json(at) FROM cp_t WHERE id = 1
SELECT array_agg(at ORDER BY id) FROM cp_t WHERE id < 3
CREATE TABLE cp_arr (id int, items cp_item[])
INSERT INTO cp_arr VALUES (1, ARRAY[ROW('a', 1.5, '2024-01-01'), ROW('b', 2, NULL)]::cp_item[])
SELECT items FROM cp_arr
SELECT (items[1]).name, (items[2]).price FROM cp_arr
SELECT (u).name FROM cp_arr, unnest(items) u
INSERT INTO cp_arr VALUES (2, '{"(c,3,2024-02-02)"}')
SELECT typname, typtype, typrelid <> 0 FROM pg_type WHERE typname IN ('cp_addr', 'cp_point', 'cp_item') ORDER BY 1
SELECT c.relname, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relname IN ('cp_addr', 'cp_item') AND attnum > 0 ORDER BY 1, a.attnum
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'cp_t'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, udt_name FROM information_schema.columns WHERE table_name = 'cp_t' ORDER BY ordinal_position
SELECT n.nspname, pg_catalog.format_type(t.oid, NULL), t.typname, CASE WHEN t.typrelid != 0 THEN CAST('tuple' AS pg_catalog.text) WHEN t.typlen < 0 THEN CAST('var' AS pg_catalog.text) ELSE CAST(t.typlen AS pg_catalog.text) END FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE (t.typrelid = 0 OR (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c WHERE c.oid = t.typrelid)) AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_type el WHERE el.oid = t.typelem AND el.typarray = t.oid) AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema' AND t.typname LIKE 'cp\_%' ORDER BY 1, 2
ALTER TYPE cp_point ADD ATTRIBUTE z float8
SELECT at FROM cp_t ORDER BY id
ALTER TYPE cp_point RENAME ATTRIBUTE z TO zz
SELECT (at).zz, (at).x FROM cp_t WHERE id = 1
ALTER TYPE cp_point DROP ATTRIBUTE zz
SELECT at FROM cp_t WHERE id = 1
ALTER TYPE cp_point RENAME TO cp_pt
SELECT '(1,2)'::cp_pt
DROP TYPE cp_addr
DROP TABLE cp_t, cp_p, cp_arr
DROP TYPE cp_addr, cp_pt
DROP TYPE IF EXISTS cp_item
SELECT 1 FROM pg_type WHERE typname LIKE 'cp\_%'
