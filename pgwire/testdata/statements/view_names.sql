-- A view's names are bound when it is created: neither a search path nor a temporary table changes what it reads.
CREATE SCHEMA vn_a
CREATE SCHEMA vn_b
CREATE TABLE vn_a.t (x int)
CREATE TABLE vn_b.t (x int)
INSERT INTO vn_a.t VALUES (1)
INSERT INTO vn_b.t VALUES (2)
SET search_path = vn_a, public
CREATE VIEW vn_b.v AS SELECT x FROM t
SELECT x FROM vn_b.v
SET search_path = vn_b, public
SELECT x FROM v
CREATE TEMP TABLE t (x int)
INSERT INTO t VALUES (3)
SELECT x FROM v
SELECT x FROM t
CREATE VIEW vn_b.w AS SELECT t.x, (SELECT max(u.x) FROM vn_b.t u) AS m FROM vn_a.t WHERE EXISTS (SELECT 1 FROM vn_b.t)
SELECT * FROM w
CREATE VIEW vn_b.of_cte AS WITH t AS (SELECT 7 AS x) SELECT x FROM t
SELECT * FROM of_cte
CREATE VIEW vn_b.joined AS SELECT a.x AS ax, b.x AS bx FROM vn_a.t a LEFT JOIN vn_b.t b ON a.x < b.x
SELECT * FROM joined
CREATE VIEW vn_a.upper AS SELECT * FROM vn_b.v
SET search_path = public
SELECT * FROM vn_a.upper
SELECT table_schema, table_name FROM information_schema.views WHERE table_schema LIKE 'vn_%' ORDER BY 1, 2
CREATE OR REPLACE VIEW vn_b.v AS SELECT x + 10 AS x FROM vn_a.t
SELECT * FROM vn_a.upper
CREATE VIEW vn_missing AS SELECT * FROM vn_nosuch
CREATE VIEW vn_temp AS SELECT x FROM pg_temp.t
SELECT x FROM vn_temp
ALTER TABLE vn_a.t RENAME TO t2
SELECT * FROM vn_b.joined
CREATE TABLE vn_a.t (x int)
SELECT * FROM vn_b.joined
ALTER TABLE vn_a.t2 RENAME COLUMN x TO y
SELECT * FROM vn_b.joined
