CREATE TABLE hq_dept (id int PRIMARY KEY, name text NOT NULL, budget numeric(10,2), parent int)

CREATE TABLE hq_emp (id int PRIMARY KEY, name text, dept_id int, salary numeric(8,2), hired date, boss int, skills text[])

CREATE TABLE hq_sale (id int, emp_id int, amount numeric(8,2), qty smallint, region text, sold timestamp)

INSERT INTO hq_dept VALUES (1, 'Board', 1000000, NULL), (2, 'Sales', 50000.5, 1), (3, 'IT', 75000, 1), (4, 'Support', NULL, 3), (5, 'Empty', 0, 2)

INSERT INTO hq_emp VALUES (1, 'Ann', 1, 9000, '2010-01-01', NULL, '{law,finance}'), (2, 'Bob', 2, 4500.5, '2015-06-15', 1, '{sales}'), (3, 'Cid', 2, 4500.5, '2018-03-01', 2, NULL), (4, 'Dot', 3, 6200, '2012-11-30', 1, '{go,sql}'), (5, 'Eve', 3, NULL, '2020-02-29', 4, '{}'), (6, 'Fay', NULL, 3100.25, NULL, 4, '{sql}'), (7, 'Gus', 4, 2800, '2021-07-07', 5, NULL)

INSERT INTO hq_sale VALUES (1, 2, 100.00, 1, 'north', '2024-01-15 10:00'), (2, 2, 250.50, 3, 'south', '2024-01-20 11:30'), (3, 3, 75.25, 2, 'north', '2024-02-01 09:00'), (4, 3, NULL, 1, 'east', '2024-02-10 16:45'), (5, 2, 300.00, 5, 'north', '2024-03-05 12:00'), (6, 9, 10.00, 1, NULL, '2024-03-06 08:15'), (7, 3, 75.25, 2, 'south', NULL)

SELECT d.name, e.name FROM hq_dept d LEFT JOIN hq_emp e ON e.dept_id = d.id ORDER BY d.id, e.id

SELECT d.name, count(e.id), sum(e.salary), avg(e.salary), max(hired) FROM hq_dept d LEFT JOIN hq_emp e ON e.dept_id = d.id GROUP BY d.id ORDER BY d.id

SELECT e.name, d.name FROM hq_emp e FULL JOIN hq_dept d ON d.id = e.dept_id ORDER BY e.name NULLS FIRST, d.name

SELECT e.*, d.name AS dept FROM hq_emp e RIGHT JOIN hq_dept d ON d.id = e.dept_id AND e.salary > 4000 ORDER BY d.id, e.id

SELECT * FROM hq_emp NATURAL JOIN hq_dept

SELECT * FROM hq_emp e JOIN hq_dept d USING (id) ORDER BY id

SELECT id, e.id, d.id FROM hq_emp e FULL JOIN hq_dept d USING (id) ORDER BY id

SELECT * FROM hq_dept a CROSS JOIN (VALUES (1, 'x'), (2, 'y')) v(n, l) WHERE a.id < 3 ORDER BY a.id, n

SELECT * FROM hq_emp e JOIN hq_dept d USING (nope)

SELECT id FROM hq_emp, hq_dept

SELECT e.name FROM hq_emp e JOIN hq_dept ON hq_emp.dept_id = hq_dept.id

SELECT e1.name, e2.name AS boss FROM hq_emp e1 JOIN hq_emp e2 ON e1.boss = e2.id WHERE e1.salary > e2.salary / 2 ORDER BY 1

SELECT a.id FROM hq_emp a, hq_emp a

SELECT * FROM hq_emp e, LATERAL (SELECT sum(amount) AS total, count(*) FROM hq_sale s WHERE s.emp_id = e.id) x WHERE x.count > 0 ORDER BY e.id

SELECT e.name, s.amount FROM hq_emp e LEFT JOIN LATERAL (SELECT amount FROM hq_sale WHERE emp_id = e.id ORDER BY amount DESC NULLS LAST LIMIT 2) s ON true ORDER BY e.id, s.amount

SELECT e.name, u.skill, u.n FROM hq_emp e, unnest(e.skills) WITH ORDINALITY AS u(skill, n) ORDER BY e.id, n

SELECT e.name, skill FROM hq_emp e LEFT JOIN LATERAL unnest(skills) AS skill ON true ORDER BY e.id, skill

SELECT e.name FROM hq_emp e, (SELECT * FROM hq_sale s WHERE s.emp_id = e.id) x

SELECT dept_id, count(*) FROM hq_emp GROUP BY dept_id HAVING count(*) > 1 ORDER BY dept_id

SELECT dept_id, name, count(*) FROM hq_emp GROUP BY dept_id

SELECT dept_id, count(*) FROM hq_emp WHERE count(*) > 1 GROUP BY dept_id

SELECT sum(count(*)) FROM hq_emp GROUP BY dept_id

SELECT sum(count(*)) OVER () FROM hq_emp GROUP BY dept_id

SELECT region, extract(month FROM sold) AS m, sum(amount) FROM hq_sale GROUP BY ROLLUP (region, extract(month FROM sold)) ORDER BY 1 NULLS LAST, 2 NULLS LAST , 3

SELECT region, emp_id, count(*), grouping(region, emp_id), grouping(region) FROM hq_sale GROUP BY CUBE (region, emp_id) ORDER BY grouping(region, emp_id), region, emp_id

SELECT region, qty, sum(amount) FROM hq_sale GROUP BY GROUPING SETS ((region), (qty), (), ()) ORDER BY region, qty, 3

SELECT region, sum(amount) FROM hq_sale GROUP BY GROUPING SETS (region, ROLLUP (region)) ORDER BY 1, 2

SELECT grouping(qty) FROM hq_sale GROUP BY region

SELECT region, count(*) FILTER (WHERE qty > 1) AS many, sum(amount) FILTER (WHERE emp_id = 2), array_agg(id ORDER BY id DESC) FILTER (WHERE amount IS NOT NULL) FROM hq_sale GROUP BY region ORDER BY region NULLS FIRST

SELECT count(*) AS c, region FROM hq_sale GROUP BY region HAVING c > 1

SELECT region AS r, count(*) FROM hq_sale GROUP BY r ORDER BY r DESC

SELECT region r, count(*) FROM hq_sale GROUP BY 1, emp_id ORDER BY 2 DESC, 1

SELECT region, count(*) FROM hq_sale GROUP BY 3

SELECT region, count(*) FROM hq_sale GROUP BY 2

SELECT region FROM hq_sale ORDER BY 2

SELECT DISTINCT region FROM hq_sale ORDER BY region

SELECT DISTINCT region FROM hq_sale ORDER BY qty

SELECT DISTINCT region, qty FROM hq_sale ORDER BY qty, region

SELECT DISTINCT ON (region) region, amount, id FROM hq_sale ORDER BY region, amount DESC NULLS LAST, id

SELECT DISTINCT ON (region) region, amount FROM hq_sale ORDER BY amount

SELECT DISTINCT ON (dept_id, salary) dept_id, salary, name FROM hq_emp ORDER BY dept_id, salary, id

SELECT name, salary FROM hq_emp ORDER BY salary DESC FETCH FIRST 2 ROWS ONLY

SELECT count(*), min(salary) FROM (SELECT salary FROM hq_emp ORDER BY salary DESC NULLS LAST FETCH FIRST 3 ROWS WITH TIES) x

SELECT name FROM hq_emp ORDER BY id OFFSET 2 ROWS FETCH NEXT ROW ONLY

SELECT name FROM hq_emp ORDER BY id LIMIT 2 OFFSET 5

SELECT name FROM hq_emp LIMIT -1

SELECT name FROM hq_emp OFFSET -1

SELECT name FROM hq_emp ORDER BY id LIMIT NULL OFFSET NULL

SELECT name FROM hq_emp ORDER BY id LIMIT (SELECT count(*) / 2 FROM hq_emp)

SELECT name FROM hq_emp FETCH FIRST 1 ROW WITH TIES

SELECT name FROM hq_emp LIMIT name

SELECT name FROM hq_emp ORDER BY id LIMIT 1.5

SELECT name FROM hq_emp LIMIT 'x'

SELECT name FROM hq_emp UNION SELECT name FROM hq_dept ORDER BY name

SELECT 1 AS a UNION ALL SELECT 2.5 UNION ALL SELECT NULL ORDER BY a

SELECT id, name FROM hq_emp UNION SELECT id FROM hq_dept

SELECT id FROM hq_emp UNION SELECT name FROM hq_dept

SELECT dept_id FROM hq_emp EXCEPT SELECT id FROM hq_dept ORDER BY 1

SELECT dept_id FROM hq_emp EXCEPT ALL SELECT 2 ORDER BY 1

SELECT dept_id FROM hq_emp INTERSECT ALL SELECT emp_id FROM hq_sale ORDER BY 1

SELECT 1 UNION SELECT 2 INTERSECT SELECT 2 ORDER BY 1

(SELECT 1 UNION SELECT 2) INTERSECT SELECT 2

SELECT name FROM hq_emp UNION SELECT name FROM hq_dept ORDER BY upper(name)

SELECT name AS n FROM hq_emp UNION SELECT name AS m FROM hq_dept ORDER BY m

(SELECT name FROM hq_emp ORDER BY id DESC LIMIT 2) UNION ALL (SELECT name FROM hq_dept ORDER BY id LIMIT 1)

SELECT '1' UNION SELECT 1

SELECT 'a' UNION SELECT 1

SELECT NULL UNION ALL SELECT NULL UNION ALL SELECT 1

SELECT hired FROM hq_emp UNION SELECT sold FROM hq_sale ORDER BY 1

SELECT hired FROM hq_emp UNION SELECT 'today'::text

SELECT pg_typeof(x) FROM (SELECT 1::smallint AS x UNION ALL SELECT 2::bigint) t

SELECT pg_typeof(x) FROM (SELECT 1::real AS x UNION ALL SELECT 2::numeric) t

SELECT pg_typeof(x), x FROM (SELECT 'a'::char(3) AS x UNION ALL SELECT 'b'::varchar) t

SELECT pg_typeof(x), x FROM (SELECT 'a' AS x UNION ALL SELECT 'b'::char(3)) t

WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT sum(n), avg(n) FROM t

WITH RECURSIVE tree AS (SELECT id, name, parent, 1 AS depth, name::text AS path FROM hq_dept WHERE parent IS NULL UNION ALL SELECT d.id, d.name, d.parent, t.depth + 1, t.path || '/' || d.name FROM hq_dept d JOIN tree t ON d.parent = t.id) SELECT * FROM tree ORDER BY path

WITH RECURSIVE tree(id, name) AS (SELECT id, name FROM hq_dept WHERE parent IS NULL UNION ALL SELECT d.id, d.name FROM hq_dept d JOIN tree t ON d.parent = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT * FROM tree ORDER BY ord

WITH RECURSIVE tree(id, name) AS (SELECT id, name FROM hq_dept WHERE parent IS NULL UNION ALL SELECT d.id, d.name FROM hq_dept d JOIN tree t ON d.parent = t.id) SEARCH BREADTH FIRST BY id SET ord SELECT * FROM tree ORDER BY ord

WITH RECURSIVE g(a, b) AS (VALUES (1, 2), (2, 3), (3, 1)), w(a) AS (SELECT 1 UNION ALL SELECT g.b FROM g JOIN w ON g.a = w.a) CYCLE a SET is_cycle USING path SELECT * FROM w

WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT (n % 3) + 1 FROM t) SELECT * FROM t ORDER BY n

WITH RECURSIVE f(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM f WHERE b < 50) SELECT array_agg(a) FROM f

WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 0.5 FROM t WHERE n < 3) SELECT * FROM t

WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT count(*) FROM t) SELECT * FROM t

WITH RECURSIVE t(n) AS (SELECT n FROM t UNION ALL SELECT 1) SELECT * FROM t

WITH t AS (SELECT * FROM t) SELECT * FROM t

WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a

WITH a(x, y) AS (SELECT 1) SELECT * FROM a

WITH a(x) AS (SELECT 1, 2) SELECT * FROM a

WITH a AS MATERIALIZED (SELECT id FROM hq_emp), b AS NOT MATERIALIZED (SELECT id + 1 AS id FROM a) SELECT count(*) FROM a JOIN b USING (id)

WITH big AS (SELECT * FROM hq_emp WHERE salary > 4000) SELECT (SELECT count(*) FROM big), (SELECT max(name) FROM big)

SELECT name FROM hq_emp WHERE salary = (SELECT max(salary) FROM hq_emp)

SELECT name FROM hq_emp WHERE salary = (SELECT salary FROM hq_emp)

SELECT name FROM hq_emp WHERE id = (SELECT id, name FROM hq_emp LIMIT 1)

SELECT name FROM hq_emp e WHERE salary > (SELECT avg(salary) FROM hq_emp WHERE dept_id = e.dept_id) ORDER BY id

SELECT name FROM hq_emp e WHERE NOT EXISTS (SELECT FROM hq_sale s WHERE s.emp_id = e.id) ORDER BY id

SELECT name FROM hq_emp WHERE dept_id NOT IN (SELECT parent FROM hq_dept) ORDER BY id

SELECT name FROM hq_emp WHERE dept_id IN (SELECT id, name FROM hq_dept)

SELECT name FROM hq_emp WHERE (dept_id, salary) IN (SELECT dept_id, max(salary) FROM hq_emp GROUP BY dept_id) ORDER BY id

SELECT name FROM hq_emp WHERE (dept_id, salary) IN ((2, 4500.50), (3, 6200)) ORDER BY id

SELECT name FROM hq_emp WHERE (dept_id, id) > (2, 2) ORDER BY id

SELECT name FROM hq_emp WHERE (dept_id, id) = (1, 2, 3)

SELECT name FROM hq_emp WHERE salary > ALL (SELECT salary FROM hq_emp WHERE dept_id = 2) ORDER BY id

SELECT name FROM hq_emp WHERE salary >= ANY (SELECT salary FROM hq_emp WHERE dept_id = 3) ORDER BY id

SELECT name FROM hq_emp WHERE 'sql' = ANY (skills) ORDER BY id

SELECT name, ARRAY(SELECT amount FROM hq_sale WHERE emp_id = e.id ORDER BY id) FROM hq_emp e ORDER BY id

SELECT name, (SELECT string_agg(region, ',' ORDER BY region) FROM hq_sale WHERE emp_id = e.id) regs, (SELECT count(*) FROM hq_sale WHERE emp_id = e.id) FROM hq_emp e ORDER BY id

SELECT (SELECT name FROM hq_dept WHERE id = dept_id) AS dept, sum(salary) FROM hq_emp GROUP BY 1 ORDER BY 1

SELECT ROW(1, 'a') = ROW(1, 'a'), ROW(1, NULL) = ROW(1, NULL), ROW(1, 2) < ROW(1, 3), ROW(1, NULL) IS NULL, ROW(NULL, NULL) IS NULL, ROW(1, 2) IS DISTINCT FROM ROW(1, NULL), ROW(1, 2) <> ROW(1, NULL)

SELECT ROW(1, 'x', NULL, 2.5), (1, 2), ROW(), ROW(hired, name) FROM hq_emp ORDER BY id LIMIT 2

SELECT e FROM hq_emp e ORDER BY id LIMIT 3

SELECT (e).name, (e).* FROM hq_emp e ORDER BY (e).id LIMIT 1

SELECT * FROM (VALUES (1, 'a'), (2, 'b'), (3, NULL)) AS t

SELECT * FROM (VALUES (1, 'a'), (2)) AS t

SELECT column1 + 1, column2 FROM (VALUES (1, date '2024-01-01'), (2.5, NULL)) AS t

VALUES (1, 'x'), (2, 'y') ORDER BY 1 DESC

VALUES (1), ('x')

SELECT 1 AS "Total Amount", 2 AS "select", 3 "case", 4 AS value, 5 AS year

SELECT count(*), sum(1), max(1), coalesce(1, 2), CASE WHEN true THEN 1 END, 1 + 1, 'x', now() IS NULL, 1::int8, CAST('1' AS int), ARRAY[1], ROW(1), (SELECT 5), EXISTS (SELECT 1), nullif(1, 2), greatest(1, 2), current_date = current_date, extract(year FROM date '2024-01-01')

SELECT name::varchar(2), (name), upper(name), name || 'x', -id, NOT true, skills[1], (skills)[1:1], e.name, hq.e FROM hq_emp e, (SELECT 1 AS e) hq ORDER BY e.id LIMIT 1

SELECT trim(' a '), substring('abc', 1, 2), position('a' IN 'abc'), overlay('abc' PLACING 'x' FROM 1), date_trunc('day', date '2024-01-01'), current_user = current_user, xmlelement(name a), 'a' LIKE 'b', 1 IN (1), 1 BETWEEN 0 AND 2, 1 IS NULL, interval '1 day', date '2024-01-01', true, NULL

SELECT name FROM hq_emp TABLESAMPLE SYSTEM (100) ORDER BY id

SELECT count(*) FROM hq_emp TABLESAMPLE BERNOULLI (100) REPEATABLE (5)

SELECT count(*) FROM hq_emp TABLESAMPLE BERNOULLI (0)

SELECT count(*) FROM hq_emp TABLESAMPLE BERNOULLI (-1)

SELECT count(*) FROM hq_emp TABLESAMPLE foo (10)

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY salary) FROM hq_emp

SELECT dept_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY salary), mode() WITHIN GROUP (ORDER BY name) FROM hq_emp GROUP BY dept_id ORDER BY dept_id

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY name) FROM hq_emp

SELECT percentile_cont(0.5) FROM hq_emp

SELECT string_agg(name, ', ' ORDER BY salary DESC NULLS LAST, name) FROM hq_emp

SELECT array_agg(DISTINCT dept_id ORDER BY dept_id DESC NULLS LAST), array_agg(salary ORDER BY id), array_agg(skills ORDER BY id) FILTER (WHERE cardinality(skills) = 2) FROM hq_emp

SELECT array_agg(DISTINCT dept_id ORDER BY id) FROM hq_emp

SELECT json_agg(e ORDER BY id) FROM (SELECT id, name FROM hq_emp) e

SELECT json_object_agg(name, salary ORDER BY id) FROM hq_emp

SELECT sum(DISTINCT salary), count(DISTINCT (dept_id, boss)), avg(DISTINCT dept_id) FROM hq_emp

SELECT count(name, id) FROM hq_emp

SELECT count() FROM hq_emp

SELECT sum(*) FROM hq_emp

SELECT sum(name) FROM hq_emp

SELECT avg(hired) FROM hq_emp

SELECT max(skills), min(skills) FROM hq_emp

SELECT every(salary > 1000), bool_or(dept_id = 4) FROM hq_emp

SELECT name, hired FROM hq_emp ORDER BY hired USING >, id

SELECT name, CASE WHEN salary > 5000 THEN 'high' WHEN salary > 3000 THEN 'mid' ELSE 'low' END AS band FROM hq_emp ORDER BY band, name

SELECT band, count(*) FROM (SELECT CASE WHEN salary > 5000 THEN 'high' ELSE 'low' END AS band FROM hq_emp) x GROUP BY band ORDER BY band

SELECT * FROM hq_emp WHERE salary > 4000 AND hired < '2016-01-01' OR boss IS NULL ORDER BY id

SELECT name FROM hq_emp WHERE hired IS NOT NULL AND name NOT IN ('Ann', NULL)

SELECT x.* FROM (SELECT id, name FROM hq_emp) AS x (a, b) ORDER BY a LIMIT 1

SELECT x.* FROM (SELECT id, name FROM hq_emp) AS x (a, b, c)

SELECT * FROM (SELECT 1)

SELECT name FROM

SELECT FROM hq_emp LIMIT 2

SELECT name, FROM hq_emp

SELECT * FROM hq_missing

SELECT * FROM nosuch.hq_emp

SELECT hq_emp.nope FROM hq_emp

SELECT name FROM hq_emp WHERE nope = 1

SELECT name FROM hq_emp WHERE name = 1

SELECT name FROM hq_emp WHERE salary

SELECT name FROM hq_emp GROUP BY name HAVING salary > 1

SELECT name FROM hq_emp ORDER BY nope

SELECT max(salary) FROM hq_emp ORDER BY id

TABLE hq_dept ORDER BY id

SELECT d.name, s.* FROM hq_dept d JOIN LATERAL (SELECT count(*) n, min(name) first FROM hq_emp WHERE dept_id = d.id HAVING count(*) > 0) s ON true ORDER BY 1

SELECT e.name, d.name, s.total FROM hq_emp e JOIN hq_dept d ON d.id = e.dept_id LEFT JOIN (SELECT emp_id, sum(amount * qty) AS total FROM hq_sale GROUP BY emp_id) s ON s.emp_id = e.id ORDER BY s.total DESC NULLS LAST, e.name

SELECT date_trunc('month', sold)::date AS month, count(*), sum(amount), round(avg(amount), 2) FROM hq_sale WHERE sold IS NOT NULL GROUP BY 1 ORDER BY 1

SELECT a.region, b.region FROM hq_sale a JOIN hq_sale b ON a.region IS NOT DISTINCT FROM b.region AND a.id < b.id ORDER BY a.id, b.id

SELECT * FROM hq_emp e JOIN hq_dept d ON e.dept_id = d.id JOIN hq_sale s ON s.emp_id = e.id AND s.region = 'north' WHERE d.budget > 0 ORDER BY s.id

SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) AS t(n, l)

SELECT * FROM unnest(ARRAY[1, 2], ARRAY['x', 'y', 'z']) WITH ORDINALITY AS t(a, b, o)

SELECT generate_series(1, 3) AS n, unnest(ARRAY['a', 'b'])

SELECT id, generate_series(1, id) FROM hq_dept WHERE id < 4 ORDER BY 1, 2

SELECT * FROM hq_emp FOR UPDATE SKIP LOCKED LIMIT 1

SELECT count(*) FROM hq_emp FOR UPDATE

DROP TABLE hq_emp, hq_dept, hq_sale
