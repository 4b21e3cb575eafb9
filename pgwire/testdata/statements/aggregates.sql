-- Aggregates, windows and grouping.
CREATE TABLE emp (id int PRIMARY KEY, name text NOT NULL, dept text, salary numeric(10,2), hired date, boss int)
INSERT INTO emp VALUES (1,'Ann','eng',100.50,'2020-01-15',NULL),(2,'Bob','eng',90,'2021-03-01',1),(3,'Cid','ops',80.25,'2019-07-30',1),(4,'Dee','ops',NULL,'2022-11-11',3),(5,'Eve',NULL,120,'2018-05-05',NULL)
SELECT count(*), count(salary), count(DISTINCT dept), sum(salary), avg(salary), min(salary), max(salary) FROM emp
SELECT dept, count(*), sum(salary), avg(salary) FROM emp GROUP BY dept ORDER BY dept
SELECT dept, count(*) FROM emp GROUP BY dept HAVING count(*) > 1 ORDER BY 1
SELECT dept, string_agg(name, ',' ORDER BY name DESC), array_agg(salary ORDER BY id) FROM emp GROUP BY 1 ORDER BY 1 NULLS FIRST
SELECT count(*) FILTER (WHERE salary > 90), sum(salary) FILTER (WHERE dept = 'eng'), avg(salary) FILTER (WHERE false) FROM emp
SELECT dept, extract(year from hired) AS y, count(*) FROM emp GROUP BY GROUPING SETS ((dept), (extract(year from hired)), ()) ORDER BY 1, 2
SELECT dept, boss, count(*), grouping(dept, boss) FROM emp GROUP BY ROLLUP (dept, boss) ORDER BY 1, 2, 4
SELECT dept, boss, sum(salary), grouping(dept) FROM emp GROUP BY CUBE (dept, boss) ORDER BY 4, 1, 2, 3
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY salary), percentile_disc(0.5) WITHIN GROUP (ORDER BY salary), mode() WITHIN GROUP (ORDER BY dept) FROM emp
SELECT percentile_cont(ARRAY[0.25,0.75]) WITHIN GROUP (ORDER BY salary) FROM emp
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (1),(2),(3),(10)) t(x)
SELECT rank(85) WITHIN GROUP (ORDER BY salary) FROM emp
SELECT sum(DISTINCT x), avg(DISTINCT x), count(DISTINCT (x, y)) FROM (VALUES (1,1),(1,2),(3,1)) t(x,y)
SELECT sum(x), avg(x), max(x), array_agg(x), string_agg(x::text, ','), bool_and(x > 1), count(*) FROM (SELECT 1 AS x WHERE false) t
SELECT name, row_number() OVER (ORDER BY salary DESC NULLS LAST), rank() OVER (PARTITION BY dept ORDER BY salary), dense_rank() OVER (ORDER BY dept) FROM emp ORDER BY id
SELECT name, lag(name) OVER (ORDER BY id), lead(salary, 1, 0) OVER (ORDER BY id), first_value(name) OVER (ORDER BY id), last_value(name) OVER (ORDER BY id), nth_value(name, 2) OVER (ORDER BY id) FROM emp ORDER BY id
SELECT name, sum(salary) OVER (ORDER BY id), avg(salary) OVER (PARTITION BY dept), count(*) OVER () FROM emp ORDER BY id
SELECT id, sum(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), sum(id) OVER (ORDER BY id RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), sum(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM emp ORDER BY id
SELECT id, ntile(2) OVER (ORDER BY id), percent_rank() OVER (ORDER BY id), cume_dist() OVER (ORDER BY id) FROM emp ORDER BY id
SELECT id, sum(salary) OVER w, avg(salary) OVER w FROM emp WINDOW w AS (PARTITION BY dept ORDER BY id) ORDER BY id
SELECT id, count(*) OVER (ORDER BY hired RANGE BETWEEN '1 year' PRECEDING AND CURRENT ROW) FROM emp ORDER BY hired
SELECT id, sum(id) OVER (ORDER BY id GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) FROM emp ORDER BY id
SELECT id, sum(salary) FILTER (WHERE dept = 'eng') OVER (ORDER BY id) FROM emp ORDER BY id
SELECT dept, sum(count(*)) OVER (ORDER BY dept) FROM emp GROUP BY dept ORDER BY dept
SELECT DISTINCT ON (dept) dept, name, salary FROM emp ORDER BY dept, salary DESC NULLS LAST
SELECT DISTINCT dept FROM emp ORDER BY dept DESC
SELECT name FROM emp ORDER BY salary DESC, name LIMIT 2 OFFSET 1
SELECT name FROM emp ORDER BY salary FETCH FIRST 2 ROWS ONLY
SELECT salary FROM emp ORDER BY salary DESC NULLS LAST FETCH FIRST 1 ROW WITH TIES
SELECT name, dept FROM emp GROUP BY dept
SELECT id, name, count(*) FROM emp GROUP BY id ORDER BY id
SELECT sum(name) FROM emp
SELECT count(*) FROM emp WHERE count(*) > 1
SELECT sum(count(*)) FROM emp
SELECT row_number() FROM emp
SELECT max(name), min(name), max(hired), min(hired), max(id) - min(id) FROM emp
SELECT dept, round(avg(salary), 2) AS avg_sal, round(stddev(salary), 4) FROM emp WHERE dept IS NOT NULL GROUP BY dept ORDER BY avg_sal DESC
SELECT dept, avg(salary)::numeric(10,2), sum(salary) / count(*), max(salary) - avg(salary) FROM emp GROUP BY dept ORDER BY 1
SELECT date_trunc('year', hired) AS y, count(*) FROM emp GROUP BY 1 ORDER BY 1
SELECT date_trunc('year', hired)::date AS y, to_char(hired, 'YYYY-MM') AS m, count(*) FROM emp GROUP BY 1, 2 ORDER BY 1
SELECT extract(year FROM hired)::int AS y, count(*) FROM emp GROUP BY y HAVING count(*) >= 1 ORDER BY y
SELECT dept, salary / sum(salary) OVER () FROM emp ORDER BY id
SELECT round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS pct, dept FROM emp GROUP BY dept ORDER BY dept
SELECT e.name, b.name AS boss FROM emp e LEFT JOIN emp b ON b.id = e.boss ORDER BY e.id
SELECT any_value(name) FROM emp
SELECT array_agg(DISTINCT dept ORDER BY dept) FROM emp
SELECT string_agg(DISTINCT dept, ',' ORDER BY dept) FROM emp
SELECT json_object_agg(name, salary ORDER BY id) FROM emp WHERE dept = 'eng'
SELECT xmlagg(NULL)
SELECT id, lag(hired, 1) OVER (ORDER BY hired), hired - lag(hired) OVER (ORDER BY hired) AS gap FROM emp ORDER BY hired
SELECT sum(salary) OVER (ORDER BY id ROWS 2 PRECEDING) AS moving FROM emp ORDER BY id
SELECT lag(id IGNORE NULLS) OVER (ORDER BY id) FROM emp
SELECT count(DISTINCT id) OVER () FROM emp
SELECT regr_slope(salary, id), corr(salary, id), covar_samp(salary, id) FROM emp
SELECT count(*), dept FROM emp GROUP BY dept ORDER BY count(*) DESC, dept
SELECT dept AS d FROM emp GROUP BY d ORDER BY d
SELECT 1 AS one FROM emp HAVING true
SELECT * FROM (SELECT dept, row_number() OVER (PARTITION BY dept ORDER BY id) rn FROM emp) s WHERE rn = 1 ORDER BY dept
SELECT bool_or(salary IS NULL), every(salary > 0), bit_or(id) FROM emp
