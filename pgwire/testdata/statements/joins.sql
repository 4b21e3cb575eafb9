-- Joins by names of columns, and aliases of joins.
CREATE TABLE js_l (x int, k int, y text)
INSERT INTO js_l VALUES (1, 10, 'a'), (2, 20, 'b')
CREATE TABLE js_r (z text, k int)
INSERT INTO js_r VALUES ('p', 10), ('q', 30)
SELECT * FROM js_l JOIN js_r USING (k)
SELECT * FROM js_l NATURAL JOIN js_r
SELECT * FROM js_l LEFT JOIN js_r USING (k) ORDER BY k
SELECT * FROM js_l RIGHT JOIN js_r USING (k) ORDER BY k
SELECT * FROM js_l FULL JOIN js_r USING (k) ORDER BY k
SELECT * FROM js_l t1(a, b, c) JOIN js_r t2(a, b) USING (b)
SELECT js_l.*, js_r.* FROM js_l JOIN js_r USING (k)
SELECT x, * FROM js_l JOIN js_r USING (k)
CREATE VIEW js_v AS SELECT * FROM js_l JOIN js_r USING (k)
SELECT * FROM js_v
SELECT * FROM (SELECT * FROM js_l JOIN js_r USING (k)) q
SELECT * FROM js_l JOIN js_r USING (k) JOIN (SELECT 10 AS k, 5 AS js_w) s USING (k)
SELECT * FROM js_l JOIN js_r USING (k), (SELECT 1 AS one) o
SELECT * FROM js_l JOIN js_r USING (k), (SELECT 1 AS k) o
CREATE TABLE js_w AS SELECT * FROM js_l JOIN js_r USING (k)
SELECT * FROM js_w
SELECT * FROM (js_l JOIN js_r USING (k)) AS j
SELECT j.* FROM (js_l JOIN js_r USING (k)) AS j
SELECT j.k, js_l.x FROM js_l JOIN js_r USING (k) AS j
SELECT * FROM js_l JOIN js_r USING (k) AS j
SELECT * FROM js_l a JOIN js_l b USING (y, k)
SELECT * FROM js_l a JOIN js_l b USING (y, k) ORDER BY a.x
SELECT * FROM js_r JOIN js_l USING (k) WHERE k = 10 AND x = 1
SELECT EXISTS (SELECT * FROM js_l JOIN js_r USING (k))
SELECT count(*) FROM js_l JOIN js_r USING (k)
SELECT * FROM js_l JOIN generate_series(1, 20) AS k USING (k)
SELECT * FROM js_l JOIN json_to_recordset('[{"k": 10, "u": 1}]') AS s(u int, k int) USING (k)
SELECT * FROM js_l CROSS JOIN js_r
SELECT * FROM js_l JOIN js_r ON js_l.k = js_r.k
SELECT * FROM js_l NATURAL JOIN (SELECT 1 AS nothing) n
SELECT * FROM js_l LEFT JOIN (js_r JOIN (SELECT 10 AS k, 3 AS m) s USING (k)) USING (k) ORDER BY k
SELECT DISTINCT * FROM js_l JOIN js_r USING (k)
INSERT INTO js_w SELECT * FROM js_l JOIN js_r USING (k)
WITH c AS (SELECT * FROM js_l JOIN js_r USING (k)) SELECT * FROM c
SELECT * FROM js_l JOIN js_r USING (k) UNION ALL SELECT 1, 2, 'x', 'y'
SELECT * FROM (js_l JOIN js_r ON true) AS j ORDER BY x, z
SELECT j.z FROM (js_l JOIN js_r ON true) AS j ORDER BY x, z
SELECT k FROM (js_l JOIN js_r ON true) AS j
SELECT j.a, b FROM (js_l JOIN js_r USING (k)) AS j(a, b) WHERE b > 0
SELECT js_l.x FROM (js_l JOIN js_r USING (k)) AS j
SELECT j.* FROM js_l JOIN js_r USING (k) AS j
CREATE TABLE js_r2 ("K" int, z text)
INSERT INTO js_r2 VALUES (10, 'cap')
SELECT * FROM js_l NATURAL JOIN js_r2 ORDER BY x
SELECT * FROM js_l NATURAL LEFT JOIN js_r2 ORDER BY x
SELECT * FROM js_l JOIN js_r2 USING (k)
SELECT * FROM js_l a JOIN js_l b USING (k) JOIN js_l c USING (k) ORDER BY k
SELECT x FROM js_l o, LATERAL (SELECT o.x + 1 AS p) q ORDER BY 1
SELECT * FROM js_l o, (js_r JOIN LATERAL (SELECT o.x AS p) q ON true) AS j ORDER BY 1, z
DROP VIEW js_v
DROP TABLE js_l, js_r, js_r2, js_w
