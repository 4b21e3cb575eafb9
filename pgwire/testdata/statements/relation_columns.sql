CREATE TABLE n1 AS SELECT 1 AS a, 2 + 2

SELECT column_name, ordinal_position FROM information_schema.columns WHERE table_name = 'n1' ORDER BY ordinal_position

SELECT * FROM n1

SELECT "?column?" FROM n1

CREATE TABLE n2 AS SELECT 1, 2

CREATE TABLE n3 AS SELECT CASE WHEN true THEN 1 END, coalesce(1, 2), ARRAY[1], ROW(1, 2) IS NULL, EXISTS (SELECT 1), now() IS NULL

CREATE TABLE n4 AS SELECT CASE WHEN true THEN 1 END, coalesce(1, 2), ARRAY[1], EXISTS (SELECT 1), 5 AS x, 1 + 1, 'a'::text, greatest(1, 2), nullif(1, 2), upper('a'), current_date IS NULL AS c

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'n4' ORDER BY ordinal_position

SELECT * FROM n4

CREATE VIEW n5 AS SELECT 1 AS a, 2 + 2

SELECT column_name FROM information_schema.columns WHERE table_name = 'n5' ORDER BY ordinal_position

CREATE VIEW n6 AS SELECT 1, 2

CREATE VIEW n7 AS SELECT CASE WHEN true THEN 1 ELSE 2 END, coalesce(1, 2), ARRAY[1], EXISTS (SELECT 1), 5 AS x, 1 + 1, 'a'::text, extract(year from date '2020-01-01'), (SELECT 3), cast(1 AS bigint)

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'n7' ORDER BY ordinal_position

SELECT * FROM n7

SELECT 1 AS q, 3 * 3 INTO n8

SELECT column_name FROM information_schema.columns WHERE table_name = 'n8' ORDER BY ordinal_position

SELECT 1, 2 INTO n9

CREATE MATERIALIZED VIEW n10 AS SELECT 1 AS a, 2 + 2

SELECT attname FROM pg_attribute WHERE attrelid = 'n10'::regclass AND attnum > 0 ORDER BY attnum

SELECT * FROM n10

CREATE MATERIALIZED VIEW n11 AS SELECT 1, 2

CREATE TABLE n12 AS SELECT count(*), count(1) AS c2 FROM n1

SELECT column_name FROM information_schema.columns WHERE table_name = 'n12' ORDER BY ordinal_position

CREATE TABLE n13 AS SELECT count(*), count(1) FROM n1

CREATE TABLE n14 AS SELECT a, a FROM n1

CREATE VIEW n15 AS SELECT a, a FROM n1

CREATE TABLE n16 AS SELECT n1.*, 1 FROM n1

CREATE TABLE n17 AS SELECT a.a, b.a FROM n1 a, n1 b

WITH w AS (SELECT 1 AS a, 2 + 2) SELECT * FROM w

WITH w AS (SELECT 1 AS a, 2 + 2) SELECT "?column?" FROM w

WITH w AS (SELECT 1, 2) SELECT * FROM w

WITH w AS (SELECT 1, 2) SELECT "?column?" FROM w

SELECT * FROM (SELECT 1, 2, 'x') s

SELECT s."?column?" FROM (SELECT 1, 2) s

SELECT s."?column?" FROM (SELECT 1, 2 AS b) s

SELECT "case", "coalesce", "array", "exists" FROM (SELECT CASE WHEN true THEN 1 END, coalesce(1, 2), ARRAY[1], EXISTS (SELECT 1)) s

SELECT "row" FROM (SELECT ROW(1, 2)) s

SELECT * FROM (SELECT true AND false, NOT true, 1 IN (1), 1 IS NULL, -5, 'a' || 'b', 'a' LIKE 'b') s

SELECT * FROM (SELECT current_date = current_date, current_user = 'x', int4 '5', '5'::int, interval '1 day', date '2020-01-01', true, 1.5, NULL) s

CREATE TABLE n18 AS SELECT true, 1

CREATE TABLE n19 AS SELECT true, 1, date '2020-01-01', interval '1 day', NULL::int

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'n19' ORDER BY ordinal_position

CREATE TABLE n20 AS VALUES (1, 'a'), (2, 'b')

SELECT column_name FROM information_schema.columns WHERE table_name = 'n20' ORDER BY ordinal_position

CREATE TABLE n21 AS SELECT 1 AS a, 1 UNION SELECT 2, 3

SELECT column_name FROM information_schema.columns WHERE table_name = 'n21' ORDER BY ordinal_position

CREATE TABLE n22 AS TABLE n1

SELECT column_name FROM information_schema.columns WHERE table_name = 'n22' ORDER BY ordinal_position

CREATE TABLE n23 (x, y) AS SELECT 1, 2

SELECT column_name FROM information_schema.columns WHERE table_name = 'n23' ORDER BY ordinal_position

CREATE TABLE n24 (x) AS SELECT 1, 2

SELECT column_name FROM information_schema.columns WHERE table_name = 'n24' ORDER BY ordinal_position

CREATE TEMP TABLE n25 AS SELECT 1 AS "?column?_1", 2, 3 AS b

SELECT * FROM n25

CREATE TABLE n26 AS SELECT a + 1, a FROM n1

SELECT attname FROM pg_attribute WHERE attrelid = 'n26'::regclass AND attnum > 0 ORDER BY attnum

INSERT INTO n26 VALUES (7, 8)

SELECT * FROM n26 ORDER BY 1

UPDATE n26 SET "?column?" = 9 WHERE a = 8 RETURNING *

ALTER TABLE n26 RENAME COLUMN "?column?" TO plus

SELECT * FROM n26 ORDER BY a

CREATE TABLE n27 AS SELECT x.a, x."?column?", y.id FROM n1 x JOIN (SELECT 1 AS id) y ON true

SELECT column_name FROM information_schema.columns WHERE table_name = 'n27' ORDER BY ordinal_position

CREATE TABLE IF NOT EXISTS n28 AS SELECT 'x', 1 AS a

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'n28' ORDER BY ordinal_position

CREATE VIEW n29 AS VALUES (1, 'a'), (2, 'b')

SELECT pg_get_viewdef('n29'::regclass)

SELECT * FROM n29 WHERE column1 > 1

CREATE TABLE p36 AS VALUES (1.5, 'a', NULL), (2.25, 'b', 3)

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p36' ORDER BY ordinal_position

CREATE TABLE p38 (a) AS VALUES (1, 'a')

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p38' ORDER BY ordinal_position

CREATE TABLE p40 AS (VALUES (1, 'a') ORDER BY 1 LIMIT 1)

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p40' ORDER BY ordinal_position

CREATE TABLE p41 AS VALUES (1, 2) UNION ALL SELECT 3, 4

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p41' ORDER BY ordinal_position

CREATE MATERIALIZED VIEW p44 AS VALUES (1, 'x'), (2, 'y')

SELECT attname FROM pg_attribute WHERE attrelid = 'p44'::regclass AND attnum > 0 ORDER BY attnum

CREATE TEMP TABLE p45 AS VALUES (1, 'x'), (2, 'y')

SELECT column1, column2 FROM p45

CREATE TABLE p46 AS WITH w AS (VALUES (1, 'x')) TABLE w

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p46' ORDER BY ordinal_position

CREATE TABLE p47 AS WITH w AS (SELECT 5 AS x) VALUES ((SELECT x FROM w), 1)

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p47' ORDER BY ordinal_position

CREATE VIEW p49 (a) AS VALUES (1, 'a')

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p49' ORDER BY ordinal_position

CREATE OR REPLACE VIEW n29 AS VALUES (3, 'c')

SELECT * FROM n29

CREATE TABLE p50 AS VALUES (date '2020-01-01', interval '1 day', ARRAY[1,2], now() IS NULL, '{"a":1}'::jsonb)

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p50' ORDER BY ordinal_position

CREATE TABLE p51 AS VALUES ('a', 1), (2, 'b')

CREATE TABLE p52 AS VALUES (1, 'a') WITH NO DATA

SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'p52' ORDER BY ordinal_position
