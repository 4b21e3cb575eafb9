-- Types of sums and of what stands above them in other queries.
CREATE TABLE ot_line (id int, qty int, price numeric(8,2), day date, i8 bigint, r real)
INSERT INTO ot_line SELECT g, g % 5 + 1, (g * 1.37)::numeric(8,2), date '2024-01-01' + g * 9, g * 10, g / 4.0 FROM generate_series(1, 12) g
WITH m AS (SELECT date_trunc('month', day)::date AS month, sum(qty * price) AS rev FROM ot_line GROUP BY 1) SELECT month, rev, rev - lag(rev) OVER w AS delta, sum(rev) OVER w AS ytd FROM m WINDOW w AS (ORDER BY month) ORDER BY month
WITH m AS (SELECT day, sum(price) AS rev FROM ot_line GROUP BY day) SELECT sum(rev) FROM m
SELECT sum(x), max(x) FROM (SELECT sum(price) AS x FROM ot_line GROUP BY qty) s
SELECT sum(y) FROM (SELECT sum(x) AS y FROM (SELECT sum(price) AS x FROM ot_line GROUP BY qty, id) s) t
SELECT sum(z) FROM (SELECT sum(y) AS z FROM (SELECT sum(x) AS y FROM (SELECT sum(price * 1.5) AS x FROM ot_line GROUP BY qty, id) s) t) u
WITH a AS (SELECT sum(price) AS s FROM ot_line), b AS (SELECT s, sum(s) OVER () AS t FROM a) SELECT s, t, sum(t) OVER () FROM b
SELECT (SELECT sum(price) FROM ot_line) + sum(price) FROM ot_line
SELECT sum(x) FROM (SELECT round(sum(price), 1) AS x FROM ot_line GROUP BY qty) s
SELECT sum(x) FROM (SELECT round(avg(price)) AS x FROM ot_line GROUP BY qty) s
SELECT sum(x), sum(y) FROM (SELECT sum(i8) AS x, sum(r) AS y FROM ot_line GROUP BY qty) s
WITH a AS (SELECT qty, sum(price) AS s FROM ot_line GROUP BY qty) SELECT a.qty, a.s, sum(a.s) OVER (ORDER BY a.qty) AS run, round(a.s / sum(a.s) OVER () * 100, 1) AS pct FROM a ORDER BY 1
WITH RECURSIVE r AS (SELECT 1 AS n, sum(price) AS s FROM ot_line UNION ALL SELECT n + 1, s FROM r WHERE n < 3) SELECT n, s, sum(s) OVER (ORDER BY n) FROM r ORDER BY n
SELECT qty, sum(price) FILTER (WHERE price > (SELECT sum(price) / count(*) FROM ot_line)) FROM ot_line GROUP BY qty ORDER BY qty
SELECT sum(sum(price)) OVER (ORDER BY qty) FROM ot_line GROUP BY qty ORDER BY qty
CREATE TABLE ot_sums AS SELECT qty, sum(price) AS s, sum(sum(price)) OVER (ORDER BY qty) AS t FROM ot_line GROUP BY qty
SELECT qty, s, t, sum(t) OVER (ORDER BY qty) FROM ot_sums ORDER BY qty
CREATE VIEW ot_view AS WITH m AS (SELECT qty, sum(price) AS rev FROM ot_line GROUP BY qty) SELECT qty, sum(rev) OVER (ORDER BY qty) AS run FROM m
SELECT * FROM ot_view ORDER BY qty
PREPARE ot_p AS WITH m AS (SELECT qty, sum(price * $1) AS rev FROM ot_line GROUP BY qty) SELECT qty, sum(rev) OVER (ORDER BY qty) AS run FROM m ORDER BY qty
EXECUTE ot_p(0.5)
DEALLOCATE ot_p
DROP VIEW ot_view
DROP TABLE ot_line, ot_sums
