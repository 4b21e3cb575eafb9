CREATE TABLE parts ("ID" int, "Name" text, qty int, price numeric(8,2), d date, ts timestamp, t time)
CREATE TABLE makers ("ID" int, "Name" text, note text)
INSERT INTO parts VALUES (1,'a1',5,10.25,'2024-01-01','2024-01-01 10:00','10:00'),(2,'a2',7,3.50,'2024-01-05','2024-01-05 11:30','11:30'),(3,'a3',NULL,NULL,'2024-02-01','2024-02-01 00:00','00:00')
INSERT INTO makers VALUES (1,'b1','x'),(2,'b2','y'),(4,'b4','z')
SELECT * FROM (SELECT * FROM parts JOIN makers ON parts."ID" = makers."ID") q ORDER BY qty
SELECT q."ID" FROM (SELECT * FROM parts JOIN makers ON parts."ID" = makers."ID") q
SELECT * FROM (SELECT * FROM parts JOIN makers ON parts."ID" = makers."ID") q WHERE "ID" = 1
SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q
SELECT q.x_1 FROM (SELECT 1 AS x, 2 AS x) q
SELECT "x_1" FROM (SELECT 1 AS x, 2 AS x) q
SELECT q FROM (SELECT 1 AS x, 2 AS x) q
SELECT row_to_json(q) FROM (SELECT 1 AS x, 2 AS x) q
SELECT to_jsonb(q) FROM (SELECT 1 AS x, 2 AS x) q
SELECT q::text FROM (SELECT 1 AS x, 2 AS x) q
WITH c AS (SELECT 1 AS x, 2 AS x) SELECT * FROM c
WITH c AS (SELECT 1 AS x, 2 AS x) SELECT x FROM c
WITH c AS (SELECT 1 AS x, 2 AS x) SELECT c.*, c.* FROM c
WITH c AS MATERIALIZED (SELECT * FROM parts JOIN makers USING ("ID")) SELECT * FROM c ORDER BY 1
WITH c(a, b) AS (SELECT 1 AS x, 2 AS x) SELECT * FROM c
WITH c AS (SELECT 1 AS x, 2 AS x), d AS (SELECT * FROM c) SELECT * FROM d
CREATE VIEW twice_v AS SELECT 1 AS x, 2 AS x
CREATE TABLE twice_t AS SELECT 1 AS x, 2 AS x
CREATE TABLE twice_t2 AS SELECT * FROM parts JOIN makers ON parts."ID" = makers."ID"
CREATE VIEW twice_v2 AS SELECT * FROM parts JOIN makers ON parts."ID" = makers."ID"
CREATE MATERIALIZED VIEW twice_mv AS SELECT 1 AS x, 2 AS x
SELECT 1 INTO twice_t3 FROM (SELECT 1 AS x, 2 AS x) q
SELECT q.* INTO twice_t4 FROM (SELECT 1 AS x, 2 AS x) q
SELECT 1 AS x, 2 AS x UNION SELECT 3, 4 ORDER BY 1
SELECT 1 AS x, 2 AS x UNION SELECT 3, 4 ORDER BY x
SELECT * FROM (SELECT 1 AS x, 2 AS x UNION SELECT 3, 4) q ORDER BY 1
SELECT x FROM (SELECT 1 AS x, 2 AS x UNION SELECT 3, 4) q
SELECT 1 AS x, 2 AS x ORDER BY x
SELECT 1 AS x, 1 AS x ORDER BY x
SELECT qty AS x, qty AS x FROM parts ORDER BY x
SELECT * FROM (VALUES (1, 2)) AS v(a, a)
SELECT a FROM (VALUES (1, 2)) AS v(a, a)
SELECT * FROM (SELECT 1 AS x, 2 AS x) q(a)
SELECT * FROM (SELECT 1 AS x, 2 AS x) q(a, a)
SELECT * FROM (SELECT 1 AS x, 2 AS x, 3 AS y) q(y)
SELECT y FROM (SELECT 1 AS x, 2 AS x, 3 AS y) q(y)
SELECT * FROM (SELECT 1 AS x, 2 AS x) q JOIN (SELECT 1 AS x) r USING (x)
SELECT * FROM (SELECT 1 AS x, 2 AS x) q NATURAL JOIN (SELECT 1 AS x) r
SELECT * FROM (SELECT * FROM (SELECT 1 AS x, 2 AS x) q) r
SELECT * FROM (SELECT * FROM (SELECT 1 AS x, 2 AS x) q, (SELECT 3 AS x, 4 AS x) p) r
SELECT r.x FROM (SELECT * FROM (SELECT 1 AS x, 2 AS x) q) r
SELECT q.* FROM (SELECT *, *, qty FROM parts) q ORDER BY 1
SELECT count(*) FROM (SELECT *, * FROM parts) q
SELECT count(q) FROM (SELECT *, * FROM parts) q
SELECT * FROM parts a JOIN makers b ON a."ID" = b."ID" ORDER BY a."ID"
SELECT a.*, b.* FROM parts a LEFT JOIN makers b USING ("ID") ORDER BY a."ID"
SELECT * FROM (SELECT a."ID", b."ID" FROM parts a JOIN makers b USING ("ID")) q ORDER BY 1
SELECT * FROM (SELECT count(*), count(*) FROM parts) q
SELECT count FROM (SELECT count(*), count(*) FROM parts) q
SELECT * FROM (SELECT 1, 2) q
SELECT "?column?" FROM (SELECT 1, 2) q
SELECT "?column?" FROM (SELECT 1) q
SELECT * FROM (SELECT sum(qty), sum(price), max(d) FROM parts) q
SELECT sum FROM (SELECT sum(qty), sum(price), max(d) FROM parts) q
SELECT * FROM parts, LATERAL (SELECT parts."ID", parts."ID") l ORDER BY 1
SELECT (SELECT q FROM (SELECT 1 AS x, 2 AS x) q)
SELECT x_1 FROM (SELECT 1 AS x, 2 AS x, 3 AS x_1) q
SELECT * FROM (SELECT 1 AS x, 2 AS x, 3 AS x_1) q
SELECT q.x_1, q.* FROM (SELECT 1 AS x, 2 AS x, 3 AS x_1) q
SELECT DISTINCT * FROM (SELECT 1 AS x, 2 AS x) q
SELECT * FROM (TABLE parts) q ORDER BY 1
SELECT * FROM (SELECT parts.*, "ID" AS "ID" FROM parts) q ORDER BY 2
SELECT "Name" FROM (SELECT parts.*, "ID" AS "ID" FROM parts) q ORDER BY 1
SELECT "ID" FROM (SELECT parts.*, "ID" AS "ID" FROM parts) q ORDER BY 1
SELECT * FROM (SELECT 1 AS x, 2 AS x) q ORDER BY x
SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q ORDER BY q.x
SELECT * FROM (SELECT 1 AS y, 2 AS y, 3 AS x) q JOIN (SELECT 3 AS x, 4 AS z) r USING (x)
SELECT * FROM (SELECT 1 AS y, 2 AS y, 3 AS x) q JOIN (SELECT 3 AS x, 4 AS z) r USING (x) ORDER BY z
SELECT * FROM (SELECT * FROM (SELECT 1 AS y, 2 AS y, 3 AS x) q JOIN (SELECT 3 AS x, 4 AS y) r USING (x)) s
SELECT s.z FROM (SELECT * FROM (SELECT 1 AS y, 2 AS y, 3 AS x) q JOIN (SELECT 3 AS x, 4 AS z) r USING (x)) s
CREATE TABLE lows (id int, "name" text)
INSERT INTO lows VALUES (1, 'low'), (2, 'low2')
SELECT * FROM (SELECT * FROM parts JOIN lows ON "ID" = id) q ORDER BY 1
SELECT q.id, q."ID", "Name", name FROM (SELECT * FROM parts JOIN lows ON "ID" = id) q ORDER BY 1
SELECT q."Name", count(*) FROM (SELECT * FROM parts JOIN lows ON "ID" = id) q GROUP BY q."Name" ORDER BY "Name"
SELECT name || 'x' AS n FROM (SELECT * FROM parts JOIN lows ON "ID" = id) q WHERE name = 'low' AND "Name" = 'a1' ORDER BY name
SELECT name FROM (SELECT * FROM parts JOIN lows ON "ID" = id) q ORDER BY name DESC
WITH j AS (SELECT * FROM parts JOIN lows ON "ID" = id) SELECT j.*, row_number() OVER (ORDER BY j.id) FROM j
WITH j AS (SELECT * FROM parts JOIN lows ON "ID" = id) SELECT name, "Name" FROM j WHERE id = 2
WITH j AS (SELECT * FROM parts JOIN makers USING ("ID")) SELECT "Name" FROM j k
WITH j AS (SELECT * FROM parts JOIN makers USING ("ID")) SELECT count(*), sum(qty) FROM j
WITH RECURSIVE c AS (SELECT 1 AS x, 1 AS x UNION ALL SELECT 2, 2) SELECT * FROM c
WITH RECURSIVE c AS (SELECT 1 AS n, 1 AS x, 5 AS x UNION ALL SELECT n + 1, 2, 6 FROM c WHERE n < 3) SELECT * FROM c
CREATE VIEW twice_v3 AS SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q
CREATE VIEW twice_v4 (a, b) AS SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q
SELECT * FROM twice_v4
CREATE TABLE twice_t5 (a, b) AS SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q
SELECT * FROM twice_t5
CREATE MATERIALIZED VIEW twice_mv2 AS SELECT * FROM parts a, makers b
SELECT * FROM (parts a JOIN makers b ON a."ID" = b."ID") AS j ORDER BY qty
SELECT j.note FROM (parts a JOIN makers b ON a."ID" = b."ID") AS j ORDER BY qty
SELECT j."ID" FROM (parts a JOIN makers b ON a."ID" = b."ID") AS j
SELECT EXISTS (SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q)
SELECT 1 WHERE (1, 2) IN (SELECT q.* FROM (SELECT 1 AS x, 2 AS x) q)
SELECT (SELECT count(*) FROM (SELECT 1 AS x, 2 AS x) q)
SELECT * FROM (SELECT d.*, d.* FROM (SELECT 1 AS a, 'z' AS b) d) e
SELECT count(e.*) FROM (SELECT d.*, d.* FROM (SELECT 1 AS a, 'z' AS b) d) e
SELECT * FROM (SELECT 1 AS x, 2 AS x UNION ALL (SELECT 3 AS y, 4 AS y ORDER BY 1 LIMIT 1)) q ORDER BY 2 DESC
SELECT * FROM parts JOIN makers ON parts."ID" = makers."ID" ORDER BY "ID"
