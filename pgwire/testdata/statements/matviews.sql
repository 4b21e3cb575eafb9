-- Materialized views: the manual's pages, and what hangs on them.
CREATE TABLE mb (id int PRIMARY KEY, region text, amount numeric(10,2))
INSERT INTO mb VALUES (1, 'n', 10.5), (2, 's', 20), (3, 'n', 1)
CREATE MATERIALIZED VIEW mm AS SELECT region, sum(amount) AS total, count(*) FROM mb GROUP BY region
SELECT * FROM mm ORDER BY region
CREATE MATERIALIZED VIEW mm AS SELECT 1
CREATE MATERIALIZED VIEW IF NOT EXISTS mm AS SELECT 1
CREATE MATERIALIZED VIEW mn (a, b) AS SELECT id, region FROM mb WITH NO DATA
SELECT * FROM mn
CREATE UNIQUE INDEX mn_a ON mn (a)
REFRESH MATERIALIZED VIEW CONCURRENTLY mn
REFRESH MATERIALIZED VIEW mn
SELECT * FROM mn ORDER BY a
INSERT INTO mb VALUES (4, 'w', 3)
REFRESH MATERIALIZED VIEW CONCURRENTLY mn
SELECT * FROM mn ORDER BY a
REFRESH MATERIALIZED VIEW CONCURRENTLY mm
REFRESH MATERIALIZED VIEW mb
REFRESH MATERIALIZED VIEW nosuch
INSERT INTO mm VALUES ('x', 1, 1)
UPDATE mm SET total = 0
DELETE FROM mm
TRUNCATE mm
ALTER TABLE mm ADD COLUMN x int
DROP TABLE mm
DROP VIEW mm
DROP TABLE mb
SELECT matviewname, hasindexes, ispopulated FROM pg_matviews ORDER BY 1
SELECT relname, relkind FROM pg_class WHERE relname IN ('mm', 'mn', 'mb') ORDER BY 1
SELECT table_name FROM information_schema.tables WHERE table_name IN ('mm', 'mn', 'mb') ORDER BY 1
SELECT conname FROM pg_constraint WHERE conrelid = 'mm'::regclass
SELECT attname, atttypid, atttypmod FROM pg_attribute WHERE attrelid = 'mm'::regclass AND attnum > 0 ORDER BY attnum
BEGIN; INSERT INTO mb VALUES (5, 'n', 2); REFRESH MATERIALIZED VIEW mm; SELECT region, total FROM mm ORDER BY 1; ROLLBACK
SELECT region, total FROM mm ORDER BY 1
CREATE VIEW mv_over AS SELECT * FROM mm
DROP MATERIALIZED VIEW mm
REFRESH MATERIALIZED VIEW mn WITH NO DATA
ALTER MATERIALIZED VIEW mn RENAME TO mo
REFRESH MATERIALIZED VIEW mo
SELECT count(*) FROM mo
COMMENT ON MATERIALIZED VIEW mo IS 'x'
CREATE TEMP TABLE tmpx (a int)
CREATE MATERIALIZED VIEW mtemp AS SELECT * FROM tmpx
DROP MATERIALIZED VIEW IF EXISTS mo, nosuch
DROP MATERIALIZED VIEW mm CASCADE
DROP MATERIALIZED VIEW mm
DROP MATERIALIZED VIEW mo
CREATE SCHEMA ms
CREATE TABLE ms.t (a int, n numeric(8,2), j jsonb, d date, tags text[])
INSERT INTO ms.t VALUES (1, 2.5, '{"k": [1,2]}', '2024-02-29', '{x,y}')
SET search_path TO ms
CREATE MATERIALIZED VIEW ms.m AS SELECT a, a + 1 AS b FROM t WHERE a IN (SELECT a FROM t)
CREATE MATERIALIZED VIEW ms.m2 AS WITH w AS (SELECT a, j->'k' AS k, d FROM t) SELECT w.a, w.k, date_trunc('month', w.d)::date AS month, row_number() OVER (ORDER BY w.a DESC NULLS LAST) AS rn, CASE WHEN w.a > 0 THEN 'pos' ELSE 'neg' END AS sign FROM w LEFT JOIN t ON t.a = w.a
CREATE MATERIALIZED VIEW ms.m3 AS SELECT u AS tag, count(*) AS n, string_agg(u, ',' ORDER BY u) AS all_tags, avg(t.n) AS mean FROM t, unnest(t.tags) u GROUP BY u
RESET search_path
SELECT * FROM ms.m2
SELECT * FROM ms.m3 ORDER BY tag
CREATE TABLE t (z text)
REFRESH MATERIALIZED VIEW ms.m
REFRESH MATERIALIZED VIEW ms.m2
REFRESH MATERIALIZED VIEW ms.m3
SELECT * FROM ms.m
SELECT * FROM ms.m2
SELECT * FROM ms.m3 ORDER BY tag
DROP TABLE ms.t
DROP TABLE ms.t CASCADE
SELECT count(*) FROM pg_matviews WHERE schemaname = 'ms'
