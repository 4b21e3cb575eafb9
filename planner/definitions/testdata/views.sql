CREATE TABLE emp (id int PRIMARY KEY, name text NOT NULL, code varchar(10), country char(2), salary numeric(10,2), rate float8, hired date, seen timestamp, at timestamptz, boss int, dept_id int, tags text[], scores int[], data jsonb, raw json, active boolean, big bigint, small smallint, wait interval, uid uuid)
CREATE TABLE dept (id int PRIMARY KEY, name text, budget numeric, "Odd Name" int, "order" text)
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')
CREATE TABLE feel (id int, m mood, ms mood[])
CREATE SCHEMA other
CREATE TABLE other.far (id int, name text)
SELECT id, name FROM emp
SELECT * FROM emp
SELECT e.* FROM emp e, dept d WHERE e.dept_id = d.id
SELECT 1 AS one, 'x' AS t, NULL AS n, 1.5 AS d, true AS b
SELECT -1 AS neg, 3000000000 AS big, 1e3 AS sci, 99999999999999999999 AS huge, -2.5 AS m
SELECT id AS key, upper(name), lower(name) AS l FROM emp WHERE country = 'GB' AND salary > 5
SELECT name FROM emp WHERE code = 'x' OR code IN ('a', 'b') OR id IN (1, 2, 3)
SELECT name FROM emp WHERE id BETWEEN 1 AND 5 AND NOT active AND name LIKE 'a%' AND code NOT LIKE '_b%' AND name ILIKE '%z'
SELECT salary * 2 AS a, salary + id AS b, id / 2 AS c, rate * salary AS d, id % 3 AS e, -salary AS f, big + small AS g FROM emp
SELECT (id + 1) * 2 AS x, id + 1 * 2 AS y, id - (id - 1) AS z, (id - 1) - 1 AS w FROM emp
SELECT CASE WHEN salary > 15 THEN 'rich' WHEN salary IS NULL THEN NULL ELSE 'poor' END AS class, CASE id WHEN 1 THEN 'a' WHEN 2 THEN 'b' END AS k, CASE code WHEN 'x' THEN 1 ELSE 2.5 END AS c FROM emp
SELECT coalesce(name, '') || '!' AS loud, coalesce(salary, 0) AS s, nullif(code, '') AS c, greatest(id, 3, big) AS g, least(salary, 1) AS l FROM emp
SELECT salary::int AS a, id::text AS b, name::varchar(5) AS c, id::numeric(10,2) AS d, '2024-01-02'::date AS e, '1.50'::numeric AS f, code::text AS g, salary::numeric AS h, '12'::int AS i, hired::timestamp AS j, id::varchar(3) AS k FROM emp
SELECT d.name, count(*) AS n, sum(e.salary) AS total, avg(e.id), max(e.hired) FROM dept d LEFT JOIN emp e ON e.dept_id = d.id GROUP BY d.name HAVING count(*) > 1 ORDER BY count(*) DESC, d.name
SELECT d.name FROM dept d JOIN emp e ON e.dept_id = d.id JOIN emp b ON b.id = e.boss WHERE e.salary > b.salary ORDER BY 1 LIMIT 10 OFFSET 5
SELECT e.*, d.name AS dn, f.m FROM emp e JOIN dept d ON d.id = e.dept_id CROSS JOIN feel f
SELECT e.id FROM emp e RIGHT JOIN dept d ON d.id = e.dept_id FULL JOIN feel f ON f.id = e.id
SELECT id, e.name, d.budget FROM emp e JOIN dept d USING (id)
SELECT id, e.name FROM emp e LEFT JOIN dept d USING (id, name)
SELECT * FROM feel NATURAL JOIN emp
SELECT id FROM emp FULL JOIN dept USING (id)
SELECT id FROM emp WHERE id IN (SELECT boss FROM emp WHERE code <> 'done') AND EXISTS (SELECT 1 FROM dept d WHERE d.id = emp.dept_id)
SELECT id FROM emp WHERE salary > (SELECT avg(salary) FROM emp e2 WHERE e2.dept_id = emp.dept_id) AND id NOT IN (SELECT id FROM dept) AND id = ANY (scores) AND id > ALL (SELECT id FROM dept)
SELECT id, name FROM emp UNION ALL SELECT id, name FROM dept
SELECT id, code FROM emp UNION SELECT id, name FROM dept ORDER BY 2 DESC, id LIMIT 3
SELECT 1 AS a UNION SELECT 2 UNION ALL SELECT 3
SELECT id FROM emp EXCEPT (SELECT id FROM dept INTERSECT SELECT id FROM feel)
SELECT 'a' AS x, NULL AS y UNION SELECT 'b', 1
WITH t AS (SELECT dept_id, sum(salary) AS s FROM emp GROUP BY dept_id) SELECT d.name, t.s FROM dept d JOIN t ON t.dept_id = d.id LIMIT 5
WITH a(x) AS MATERIALIZED (SELECT 1), b AS (SELECT x + 1 AS y FROM a) SELECT * FROM a, b
WITH RECURSIVE tree AS (SELECT id, boss, 1 AS depth FROM emp WHERE boss IS NULL UNION ALL SELECT e.id, e.boss, t.depth + 1 FROM emp e JOIN tree t ON t.id = e.boss) SELECT * FROM tree
SELECT id, row_number() OVER (PARTITION BY dept_id ORDER BY hired DESC) AS rn, sum(salary) OVER w AS s, lag(name, 1, 'none') OVER w, count(*) FILTER (WHERE active) OVER () FROM emp WINDOW w AS (PARTITION BY dept_id ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
SELECT hired - 1 AS before, date_trunc('month', hired) AS m, extract(year FROM hired) AS y, hired + interval '1 day' AS nd, now() - seen AS age, current_date AS d, current_timestamp AS ts, at AT TIME ZONE 'UTC' AS utc, to_char(seen, 'YYYY') AS c, date_part('year', seen), age(seen) AS a2 FROM emp
SELECT DISTINCT ON (dept_id) dept_id, salary FROM emp ORDER BY dept_id, hired DESC NULLS LAST, name NULLS FIRST
SELECT DISTINCT code, country FROM emp
SELECT count(DISTINCT code) AS c, string_agg(name, ', ' ORDER BY name DESC) AS s, array_agg(id) AS a, sum(salary) FILTER (WHERE active) AS f, percentile_cont(0.5) WITHIN GROUP (ORDER BY salary) AS p, bool_or(active), json_agg(name), count(code) FROM emp
SELECT trim(name), trim(both 'x' from name) AS t2, ltrim(name), substring(name from 1 for 2) AS s, substring(name, 2) AS s2, position('a' in name) AS p, left(name, 2), length(code), overlay(name placing 'x' from 2), replace(code, 'a', 'b'), split_part(name, ' ', 1), concat(name, ' ', id), format('%s', name), btrim(name) AS b FROM emp
SELECT tags[1] AS t, scores[1:2] AS s, ARRAY[1, 2] AS a, ARRAY['x', 'y'] AS b, array_length(tags, 1) AS n, 'a' = ANY (tags) AS c, tags || 'z'::text AS d, unnest(scores) AS u, ARRAY(SELECT id FROM dept) AS q, '{1,2}'::int[] AS l FROM emp
SELECT data->>'a' AS a, data->'b'->0 AS b, data @> '{"b": 1, "a": [1,2]}' AS c, data ? 'k' AS d, raw->>'x' AS e, jsonb_build_object('a', id) AS f, data #>> '{a,b}' AS g FROM emp
SELECT m, m = 'ok' AS o, m IN ('sad', 'ok') AS i, ms FROM feel WHERE m <> 'sad' AND 'ok'::mood > m
SELECT * FROM generate_series(1, 3) AS g(n) JOIN emp ON emp.id = g.n
SELECT * FROM generate_series(1, 3)
SELECT e.id, u.t FROM emp e CROSS JOIN LATERAL unnest(e.tags) AS u(t)
SELECT e.id, t FROM emp e, unnest(e.tags) t
SELECT e.id, k, v FROM emp e, jsonb_each(e.data) AS j(k, v)
SELECT e.id, l.n FROM emp e LEFT JOIN LATERAL (SELECT count(*) AS n FROM dept d WHERE d.id = e.dept_id) l ON true
SELECT x, ord FROM emp, unnest(tags) WITH ORDINALITY AS u(x, ord)
SELECT s.a FROM (SELECT id AS a, name FROM emp WHERE active) s WHERE s.a > 1
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(n, s)
VALUES (1, 'a'), (2, NULL)
SELECT f.id, emp.name FROM other.far f JOIN emp ON emp.id = f.id
SELECT dept_id, country, sum(salary) FROM emp GROUP BY ROLLUP (dept_id, country)
SELECT dept_id, country, grouping(dept_id), count(*) FROM emp GROUP BY GROUPING SETS ((dept_id, country), (dept_id), ())
SELECT dept_id, CUBE FROM (SELECT 1 AS dept_id, 2 AS cube) s
SELECT upper(name) AS u, count(*) FROM emp GROUP BY upper(name) ORDER BY upper(name)
SELECT id + 1 AS x, count(*) FROM emp GROUP BY id + 1 ORDER BY x
SELECT id, "Odd Name", "order" AS "select" FROM dept
SELECT name COLLATE "C" AS c FROM emp ORDER BY name COLLATE "C"
SELECT id IS DISTINCT FROM boss AS a, id IS NOT DISTINCT FROM boss AS b, active IS TRUE AS c, active IS NOT FALSE AS d, name IS NOT NULL AS e, NOT (active AND id > 1) AS f FROM emp
SELECT (id, boss) = (1, 2) AS a, (id, boss) < (1, 2) AS b, ROW(id, name) = ROW(1, 'x') AS r, (id, boss) IN (SELECT id, id FROM dept) AS i, (id, boss) IN ((1,2),(3,4)) AS j FROM emp
SELECT hired FROM emp WHERE hired > '2024-1-5' AND seen < '2024-01-05 10:00' AND wait > '1 hour' AND uid = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11' AND salary > '5' AND rate > '1.5' AND active = 'yes'
SELECT hired FROM emp WHERE seen > now() AND at < current_timestamp - interval '3 days' AND hired >= current_date - 30 AND seen::date = hired
SELECT to_jsonb(e) AS j, row_to_json(e.*) AS r, count(e.*) FROM emp e GROUP BY e.id
SELECT e FROM emp e
SELECT round(salary, 1), round(rate) AS r2, abs(id), mod(id, 2), power(id, 2), sqrt(rate), ceil(salary), floor(rate), trunc(salary), random() FROM emp
SELECT new.id FROM emp new
SELECT a.id FROM emp a WHERE EXISTS (SELECT 1 FROM emp a WHERE a.id = 1)
SELECT a.id, (SELECT max(emp.id) FROM emp) FROM emp, emp a
SELECT sum(id) FROM emp WHERE id = 1 AND (id = 2 OR id = 3) AND (id = 4 AND id = 5)
SELECT j.id FROM (emp JOIN dept USING (id)) AS j
SELECT make_interval(days => 5) AS i, id FROM emp
SELECT regexp_replace(name, 'a', 'b', 'g'), name ~ '^a' AS m, name !~* 'b' AS n, similar_to_escape('a') AS x, name SIMILAR TO 'a%' AS s, name LIKE 'a!%' ESCAPE '!' AS e FROM emp
SELECT id FROM emp ORDER BY salary DESC, lower(name) FETCH FIRST 3 ROWS WITH TIES
SELECT oid, relname FROM pg_class WHERE relkind = 'r'
SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' -- not: a relation
SELECT 'it''s' AS q, E'a\\b' AS b, '' AS e
SELECT x.a FROM (SELECT id, id FROM emp) x(a, b)
SELECT 'emp'::regclass AS r, 'int4'::regtype AS t
SELECT -2147483648 AS m, '-2147483648'::int AS n, -2147483649 AS b, -9223372036854775808 AS c
SELECT jsonb_extract_path(data, 'a', 'b') AS a, jsonb_extract_path_text(data, VARIADIC tags) AS b, json_extract_path(raw, 'x'), concat_ws(',', name, id) FROM emp
SELECT id FROM emp WHERE tags = '{"a b",z}' OR tags && ARRAY['x'] OR name = ANY ('{"Court One",Massage}') OR scores = '{ 1 , 2 }' OR tags = '{"null",""}'
SELECT '10.1.2.3'::inet AS a, inet '10.0.0.0/8' AS b, '1.2.3.4/32'::inet AS c
