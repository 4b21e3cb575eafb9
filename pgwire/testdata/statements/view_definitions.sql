-- Definitions of views: each query is made a view, and its definition is asked for in both forms.
CREATE TABLE vd_emp (id int PRIMARY KEY, name text NOT NULL, code varchar(10), country char(2), salary numeric(10,2), rate float8, hired date, seen timestamp, at timestamptz, boss int, dept_id int, tags text[], scores int[], data jsonb, raw json, active boolean, big bigint, small smallint, wait interval, uid uuid)
CREATE TABLE vd_dept (id int PRIMARY KEY, name text, budget numeric, "Odd Name" int, "order" text)
CREATE TYPE vd_mood AS ENUM ('sad', 'ok', 'happy', 'vd')
CREATE TABLE vd_feel (id int, m vd_mood, ms vd_mood[])
CREATE SCHEMA vd_other
CREATE TABLE vd_other.vd_away (id int, name text)
CREATE VIEW vd_1 AS SELECT id, name FROM vd_emp
SELECT pg_get_viewdef('vd_1'::regclass), pg_get_viewdef('vd_1'::regclass, true)
CREATE VIEW vd_2 AS SELECT * FROM vd_emp
SELECT pg_get_viewdef('vd_2'::regclass), pg_get_viewdef('vd_2'::regclass, true)
CREATE VIEW vd_3 AS SELECT e.* FROM vd_emp e, vd_dept d WHERE e.dept_id = d.id
SELECT pg_get_viewdef('vd_3'::regclass), pg_get_viewdef('vd_3'::regclass, true)
CREATE VIEW vd_4 AS SELECT 1 AS one, 'x' AS t, NULL AS n, 1.5 AS d, true AS b
SELECT pg_get_viewdef('vd_4'::regclass), pg_get_viewdef('vd_4'::regclass, true)
CREATE VIEW vd_5 AS SELECT -1 AS neg, 3000000000 AS big, 1e3 AS sci, 99999999999999999999 AS huge, -2.5 AS m
SELECT pg_get_viewdef('vd_5'::regclass), pg_get_viewdef('vd_5'::regclass, true)
CREATE VIEW vd_6 AS SELECT id AS key, upper(name), lower(name) AS l FROM vd_emp WHERE country = 'GB' AND salary > 5
SELECT pg_get_viewdef('vd_6'::regclass), pg_get_viewdef('vd_6'::regclass, true)
CREATE VIEW vd_7 AS SELECT name FROM vd_emp WHERE code = 'x' OR code IN ('a', 'b') OR id IN (1, 2, 3)
SELECT pg_get_viewdef('vd_7'::regclass), pg_get_viewdef('vd_7'::regclass, true)
CREATE VIEW vd_8 AS SELECT name FROM vd_emp WHERE id BETWEEN 1 AND 5 AND NOT active AND name LIKE 'a%' AND code NOT LIKE '_b%' AND name ILIKE '%z'
SELECT pg_get_viewdef('vd_8'::regclass), pg_get_viewdef('vd_8'::regclass, true)
CREATE VIEW vd_9 AS SELECT salary * 2 AS a, salary + id AS b, id / 2 AS c, rate * salary AS d, id % 3 AS e, -salary AS f, big + small AS g FROM vd_emp
SELECT pg_get_viewdef('vd_9'::regclass), pg_get_viewdef('vd_9'::regclass, true)
CREATE VIEW vd_10 AS SELECT (id + 1) * 2 AS x, id + 1 * 2 AS y, id - (id - 1) AS z, (id - 1) - 1 AS w FROM vd_emp
SELECT pg_get_viewdef('vd_10'::regclass), pg_get_viewdef('vd_10'::regclass, true)
CREATE VIEW vd_11 AS SELECT CASE WHEN salary > 15 THEN 'rich' WHEN salary IS NULL THEN NULL ELSE 'poor' END AS class, CASE id WHEN 1 THEN 'a' WHEN 2 THEN 'b' END AS k, CASE code WHEN 'x' THEN 1 ELSE 2.5 END AS c FROM vd_emp
SELECT pg_get_viewdef('vd_11'::regclass), pg_get_viewdef('vd_11'::regclass, true)
CREATE VIEW vd_12 AS SELECT coalesce(name, '') || '!' AS loud, coalesce(salary, 0) AS s, nullif(code, '') AS c, greatest(id, 3, big) AS g, least(salary, 1) AS l FROM vd_emp
SELECT pg_get_viewdef('vd_12'::regclass), pg_get_viewdef('vd_12'::regclass, true)
CREATE VIEW vd_13 AS SELECT salary::int AS a, id::text AS b, name::varchar(5) AS c, id::numeric(10,2) AS d, '2024-01-02'::date AS e, '1.50'::numeric AS f, code::text AS g, salary::numeric AS h, '12'::int AS i, hired::timestamp AS j, id::varchar(3) AS k FROM vd_emp
SELECT pg_get_viewdef('vd_13'::regclass), pg_get_viewdef('vd_13'::regclass, true)
CREATE VIEW vd_14 AS SELECT d.name, count(*) AS n, sum(e.salary) AS total, avg(e.id), max(e.hired) FROM vd_dept d LEFT JOIN vd_emp e ON e.dept_id = d.id GROUP BY d.name HAVING count(*) > 1 ORDER BY count(*) DESC, d.name
SELECT pg_get_viewdef('vd_14'::regclass), pg_get_viewdef('vd_14'::regclass, true)
CREATE VIEW vd_15 AS SELECT d.name FROM vd_dept d JOIN vd_emp e ON e.dept_id = d.id JOIN vd_emp b ON b.id = e.boss WHERE e.salary > b.salary ORDER BY 1 LIMIT 10 OFFSET 5
SELECT pg_get_viewdef('vd_15'::regclass), pg_get_viewdef('vd_15'::regclass, true)
CREATE VIEW vd_16 AS SELECT e.*, d.name AS dn, f.m FROM vd_emp e JOIN vd_dept d ON d.id = e.dept_id CROSS JOIN vd_feel f
SELECT pg_get_viewdef('vd_16'::regclass), pg_get_viewdef('vd_16'::regclass, true)
CREATE VIEW vd_17 AS SELECT e.id FROM vd_emp e RIGHT JOIN vd_dept d ON d.id = e.dept_id FULL JOIN vd_feel f ON f.id = e.id
SELECT pg_get_viewdef('vd_17'::regclass), pg_get_viewdef('vd_17'::regclass, true)
CREATE VIEW vd_18 AS SELECT id, e.name, d.budget FROM vd_emp e JOIN vd_dept d USING (id)
SELECT pg_get_viewdef('vd_18'::regclass), pg_get_viewdef('vd_18'::regclass, true)
CREATE VIEW vd_19 AS SELECT id, e.name FROM vd_emp e LEFT JOIN vd_dept d USING (id, name)
SELECT pg_get_viewdef('vd_19'::regclass), pg_get_viewdef('vd_19'::regclass, true)
CREATE VIEW vd_20 AS SELECT * FROM vd_feel NATURAL JOIN vd_emp
SELECT pg_get_viewdef('vd_20'::regclass), pg_get_viewdef('vd_20'::regclass, true)
CREATE VIEW vd_21 AS SELECT id FROM vd_emp FULL JOIN vd_dept USING (id)
SELECT pg_get_viewdef('vd_21'::regclass), pg_get_viewdef('vd_21'::regclass, true)
CREATE VIEW vd_22 AS SELECT id FROM vd_emp WHERE id IN (SELECT boss FROM vd_emp WHERE code <> 'done') AND EXISTS (SELECT 1 FROM vd_dept d WHERE d.id = vd_emp.dept_id)
SELECT pg_get_viewdef('vd_22'::regclass), pg_get_viewdef('vd_22'::regclass, true)
CREATE VIEW vd_23 AS SELECT id FROM vd_emp WHERE salary > (SELECT avg(salary) FROM vd_emp e2 WHERE e2.dept_id = vd_emp.dept_id) AND id NOT IN (SELECT id FROM vd_dept) AND id = ANY (scores) AND id > ALL (SELECT id FROM vd_dept)
SELECT pg_get_viewdef('vd_23'::regclass), pg_get_viewdef('vd_23'::regclass, true)
CREATE VIEW vd_24 AS SELECT id, name FROM vd_emp UNION ALL SELECT id, name FROM vd_dept
SELECT pg_get_viewdef('vd_24'::regclass), pg_get_viewdef('vd_24'::regclass, true)
CREATE VIEW vd_25 AS SELECT id, code FROM vd_emp UNION SELECT id, name FROM vd_dept ORDER BY 2 DESC, id LIMIT 3
SELECT pg_get_viewdef('vd_25'::regclass), pg_get_viewdef('vd_25'::regclass, true)
CREATE VIEW vd_26 AS SELECT 1 AS a UNION SELECT 2 UNION ALL SELECT 3
SELECT pg_get_viewdef('vd_26'::regclass), pg_get_viewdef('vd_26'::regclass, true)
CREATE VIEW vd_27 AS SELECT id FROM vd_emp EXCEPT (SELECT id FROM vd_dept INTERSECT SELECT id FROM vd_feel)
SELECT pg_get_viewdef('vd_27'::regclass), pg_get_viewdef('vd_27'::regclass, true)
CREATE VIEW vd_28 AS SELECT 'a' AS x, NULL AS y UNION SELECT 'b', 1
SELECT pg_get_viewdef('vd_28'::regclass), pg_get_viewdef('vd_28'::regclass, true)
CREATE VIEW vd_29 AS WITH t AS (SELECT dept_id, sum(salary) AS s FROM vd_emp GROUP BY dept_id) SELECT d.name, t.s FROM vd_dept d JOIN t ON t.dept_id = d.id LIMIT 5
SELECT pg_get_viewdef('vd_29'::regclass), pg_get_viewdef('vd_29'::regclass, true)
CREATE VIEW vd_30 AS WITH a(x) AS MATERIALIZED (SELECT 1), b AS (SELECT x + 1 AS y FROM a) SELECT * FROM a, b
SELECT pg_get_viewdef('vd_30'::regclass), pg_get_viewdef('vd_30'::regclass, true)
CREATE VIEW vd_31 AS WITH RECURSIVE tree AS (SELECT id, boss, 1 AS depth FROM vd_emp WHERE boss IS NULL UNION ALL SELECT e.id, e.boss, t.depth + 1 FROM vd_emp e JOIN tree t ON t.id = e.boss) SELECT * FROM tree
SELECT pg_get_viewdef('vd_31'::regclass), pg_get_viewdef('vd_31'::regclass, true)
CREATE VIEW vd_32 AS SELECT id, row_number() OVER (PARTITION BY dept_id ORDER BY hired DESC) AS rn, sum(salary) OVER w AS s, lag(name, 1, 'none') OVER w, count(*) FILTER (WHERE active) OVER () FROM vd_emp WINDOW w AS (PARTITION BY dept_id ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
SELECT pg_get_viewdef('vd_32'::regclass), pg_get_viewdef('vd_32'::regclass, true)
CREATE VIEW vd_33 AS SELECT hired - 1 AS before, date_trunc('month', hired) AS m, extract(year FROM hired) AS y, hired + interval '1 day' AS nd, now() - seen AS age, current_date AS d, current_timestamp AS ts, at AT TIME ZONE 'UTC' AS utc, to_char(seen, 'YYYY') AS c, date_part('year', seen), age(seen) AS a2 FROM vd_emp
SELECT pg_get_viewdef('vd_33'::regclass), pg_get_viewdef('vd_33'::regclass, true)
CREATE VIEW vd_34 AS SELECT DISTINCT ON (dept_id) dept_id, salary FROM vd_emp ORDER BY dept_id, hired DESC NULLS LAST, name NULLS FIRST
SELECT pg_get_viewdef('vd_34'::regclass), pg_get_viewdef('vd_34'::regclass, true)
CREATE VIEW vd_35 AS SELECT DISTINCT code, country FROM vd_emp
SELECT pg_get_viewdef('vd_35'::regclass), pg_get_viewdef('vd_35'::regclass, true)
CREATE VIEW vd_36 AS SELECT count(DISTINCT code) AS c, string_agg(name, ', ' ORDER BY name DESC) AS s, array_agg(id) AS a, sum(salary) FILTER (WHERE active) AS f, percentile_cont(0.5) WITHIN GROUP (ORDER BY salary) AS p, bool_or(active), json_agg(name), count(code) FROM vd_emp
SELECT pg_get_viewdef('vd_36'::regclass), pg_get_viewdef('vd_36'::regclass, true)
CREATE VIEW vd_37 AS SELECT trim(name), trim(both 'x' from name) AS t2, ltrim(name), substring(name from 1 for 2) AS s, substring(name, 2) AS s2, position('a' in name) AS p, left(name, 2), length(code), overlay(name placing 'x' from 2), replace(code, 'a', 'b'), split_part(name, ' ', 1), concat(name, ' ', id), format('%s', name), btrim(name) AS b FROM vd_emp
SELECT pg_get_viewdef('vd_37'::regclass), pg_get_viewdef('vd_37'::regclass, true)
CREATE VIEW vd_38 AS SELECT tags[1] AS t, scores[1:2] AS s, ARRAY[1, 2] AS a, ARRAY['x', 'y'] AS b, array_length(tags, 1) AS n, 'a' = ANY (tags) AS c, tags || 'z'::text AS d, unnest(scores) AS u, ARRAY(SELECT id FROM vd_dept) AS q, '{1,2}'::int[] AS l FROM vd_emp
SELECT pg_get_viewdef('vd_38'::regclass), pg_get_viewdef('vd_38'::regclass, true)
CREATE VIEW vd_39 AS SELECT data->>'a' AS a, data->'b'->0 AS b, data @> '{"b": 1, "a": [1,2]}' AS c, data ? 'k' AS d, raw->>'x' AS e, jsonb_build_object('a', id) AS f, data #>> '{a,b}' AS g FROM vd_emp
SELECT pg_get_viewdef('vd_39'::regclass), pg_get_viewdef('vd_39'::regclass, true)
CREATE VIEW vd_40 AS SELECT m, m = 'ok' AS o, m IN ('sad', 'ok') AS i, ms FROM vd_feel WHERE m <> 'sad' AND 'ok'::vd_mood > m
SELECT pg_get_viewdef('vd_40'::regclass), pg_get_viewdef('vd_40'::regclass, true)
CREATE VIEW vd_41 AS SELECT * FROM generate_series(1, 3) AS g(n) JOIN vd_emp ON vd_emp.id = g.n
SELECT pg_get_viewdef('vd_41'::regclass), pg_get_viewdef('vd_41'::regclass, true)
CREATE VIEW vd_42 AS SELECT * FROM generate_series(1, 3)
SELECT pg_get_viewdef('vd_42'::regclass), pg_get_viewdef('vd_42'::regclass, true)
CREATE VIEW vd_43 AS SELECT e.id, u.t FROM vd_emp e CROSS JOIN LATERAL unnest(e.tags) AS u(t)
SELECT pg_get_viewdef('vd_43'::regclass), pg_get_viewdef('vd_43'::regclass, true)
CREATE VIEW vd_44 AS SELECT e.id, t FROM vd_emp e, unnest(e.tags) t
SELECT pg_get_viewdef('vd_44'::regclass), pg_get_viewdef('vd_44'::regclass, true)
CREATE VIEW vd_45 AS SELECT e.id, k, v FROM vd_emp e, jsonb_each(e.data) AS j(k, v)
SELECT pg_get_viewdef('vd_45'::regclass), pg_get_viewdef('vd_45'::regclass, true)
CREATE VIEW vd_46 AS SELECT e.id, l.n FROM vd_emp e LEFT JOIN LATERAL (SELECT count(*) AS n FROM vd_dept d WHERE d.id = e.dept_id) l ON true
SELECT pg_get_viewdef('vd_46'::regclass), pg_get_viewdef('vd_46'::regclass, true)
CREATE VIEW vd_47 AS SELECT x, ord FROM vd_emp, unnest(tags) WITH ORDINALITY AS u(x, ord)
SELECT pg_get_viewdef('vd_47'::regclass), pg_get_viewdef('vd_47'::regclass, true)
CREATE VIEW vd_48 AS SELECT s.a FROM (SELECT id AS a, name FROM vd_emp WHERE active) s WHERE s.a > 1
SELECT pg_get_viewdef('vd_48'::regclass), pg_get_viewdef('vd_48'::regclass, true)
CREATE VIEW vd_49 AS SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(n, s)
SELECT pg_get_viewdef('vd_49'::regclass), pg_get_viewdef('vd_49'::regclass, true)
CREATE VIEW vd_50 AS VALUES (1, 'a'), (2, NULL)
SELECT pg_get_viewdef('vd_50'::regclass), pg_get_viewdef('vd_50'::regclass, true)
CREATE VIEW vd_51 AS SELECT f.id, vd_emp.name FROM vd_other.vd_away f JOIN vd_emp ON vd_emp.id = f.id
SELECT pg_get_viewdef('vd_51'::regclass), pg_get_viewdef('vd_51'::regclass, true)
CREATE VIEW vd_52 AS SELECT dept_id, country, sum(salary) FROM vd_emp GROUP BY ROLLUP (dept_id, country)
SELECT pg_get_viewdef('vd_52'::regclass), pg_get_viewdef('vd_52'::regclass, true)
CREATE VIEW vd_53 AS SELECT dept_id, country, grouping(dept_id), count(*) FROM vd_emp GROUP BY GROUPING SETS ((dept_id, country), (dept_id), ())
SELECT pg_get_viewdef('vd_53'::regclass), pg_get_viewdef('vd_53'::regclass, true)
CREATE VIEW vd_54 AS SELECT dept_id, CUBE FROM (SELECT 1 AS dept_id, 2 AS cube) s
SELECT pg_get_viewdef('vd_54'::regclass), pg_get_viewdef('vd_54'::regclass, true)
CREATE VIEW vd_55 AS SELECT upper(name) AS u, count(*) FROM vd_emp GROUP BY upper(name) ORDER BY upper(name)
SELECT pg_get_viewdef('vd_55'::regclass), pg_get_viewdef('vd_55'::regclass, true)
CREATE VIEW vd_56 AS SELECT id + 1 AS x, count(*) FROM vd_emp GROUP BY id + 1 ORDER BY x
SELECT pg_get_viewdef('vd_56'::regclass), pg_get_viewdef('vd_56'::regclass, true)
CREATE VIEW vd_57 AS SELECT id, "Odd Name", "order" AS "select" FROM vd_dept
SELECT pg_get_viewdef('vd_57'::regclass), pg_get_viewdef('vd_57'::regclass, true)
CREATE VIEW vd_58 AS SELECT name COLLATE "C" AS c FROM vd_emp ORDER BY name COLLATE "C"
SELECT pg_get_viewdef('vd_58'::regclass), pg_get_viewdef('vd_58'::regclass, true)
CREATE VIEW vd_59 AS SELECT id IS DISTINCT FROM boss AS a, id IS NOT DISTINCT FROM boss AS b, active IS TRUE AS c, active IS NOT FALSE AS d, name IS NOT NULL AS e, NOT (active AND id > 1) AS f FROM vd_emp
SELECT pg_get_viewdef('vd_59'::regclass), pg_get_viewdef('vd_59'::regclass, true)
CREATE VIEW vd_60 AS SELECT (id, boss) = (1, 2) AS a, (id, boss) < (1, 2) AS b, ROW(id, name) = ROW(1, 'x') AS r, (id, boss) IN (SELECT id, id FROM vd_dept) AS i, (id, boss) IN ((1,2),(3,4)) AS j FROM vd_emp
SELECT pg_get_viewdef('vd_60'::regclass), pg_get_viewdef('vd_60'::regclass, true)
CREATE VIEW vd_61 AS SELECT hired FROM vd_emp WHERE hired > '2024-1-5' AND seen < '2024-01-05 10:00' AND wait > '1 hour' AND uid = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11' AND salary > '5' AND rate > '1.5' AND active = 'yes'
SELECT pg_get_viewdef('vd_61'::regclass), pg_get_viewdef('vd_61'::regclass, true)
CREATE VIEW vd_62 AS SELECT hired FROM vd_emp WHERE seen > now() AND at < current_timestamp - interval '3 days' AND hired >= current_date - 30 AND seen::date = hired
SELECT pg_get_viewdef('vd_62'::regclass), pg_get_viewdef('vd_62'::regclass, true)
CREATE VIEW vd_63 AS SELECT count(e.*) AS n FROM vd_emp e
SELECT pg_get_viewdef('vd_63'::regclass), pg_get_viewdef('vd_63'::regclass, true)
CREATE VIEW vd_64 AS SELECT e FROM vd_emp e
SELECT pg_get_viewdef('vd_64'::regclass), pg_get_viewdef('vd_64'::regclass, true)
CREATE VIEW vd_65 AS SELECT round(salary, 1), round(rate) AS r2, abs(id), mod(id, 2), power(id, 2), sqrt(rate), ceil(salary), floor(rate), trunc(salary), random() FROM vd_emp
SELECT pg_get_viewdef('vd_65'::regclass), pg_get_viewdef('vd_65'::regclass, true)
CREATE VIEW vd_66 AS SELECT new.id FROM vd_emp new
SELECT pg_get_viewdef('vd_66'::regclass), pg_get_viewdef('vd_66'::regclass, true)
CREATE VIEW vd_67 AS SELECT a.id FROM vd_emp a WHERE EXISTS (SELECT 1 FROM vd_emp a WHERE a.id = 1)
SELECT pg_get_viewdef('vd_67'::regclass), pg_get_viewdef('vd_67'::regclass, true)
CREATE VIEW vd_68 AS SELECT a.id, (SELECT max(vd_emp.id) FROM vd_emp) FROM vd_emp, vd_emp a
SELECT pg_get_viewdef('vd_68'::regclass), pg_get_viewdef('vd_68'::regclass, true)
CREATE VIEW vd_69 AS SELECT sum(id) FROM vd_emp WHERE id = 1 AND (id = 2 OR id = 3) AND (id = 4 AND id = 5)
SELECT pg_get_viewdef('vd_69'::regclass), pg_get_viewdef('vd_69'::regclass, true)
CREATE VIEW vd_70 AS SELECT j.id FROM (vd_emp JOIN vd_dept USING (id)) AS j
SELECT pg_get_viewdef('vd_70'::regclass), pg_get_viewdef('vd_70'::regclass, true)
CREATE VIEW vd_71 AS SELECT make_interval(days => 5) AS i, id FROM vd_emp
SELECT pg_get_viewdef('vd_71'::regclass), pg_get_viewdef('vd_71'::regclass, true)
CREATE VIEW vd_72 AS SELECT regexp_replace(name, 'a', 'b', 'g'), name ~ '^a' AS m, name !~* 'b' AS n, name SIMILAR TO 'a%' AS s, name LIKE 'a!%' ESCAPE '!' AS e FROM vd_emp
SELECT pg_get_viewdef('vd_72'::regclass), pg_get_viewdef('vd_72'::regclass, true)
CREATE VIEW vd_73 AS SELECT id FROM vd_emp ORDER BY salary DESC, lower(name) FETCH FIRST 3 ROWS WITH TIES
SELECT pg_get_viewdef('vd_73'::regclass), pg_get_viewdef('vd_73'::regclass, true)
CREATE VIEW vd_74 AS SELECT oid, relname FROM pg_class WHERE relkind = 'r'
SELECT pg_get_viewdef('vd_74'::regclass), pg_get_viewdef('vd_74'::regclass, true)
CREATE VIEW vd_75 AS SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'
SELECT pg_get_viewdef('vd_75'::regclass), pg_get_viewdef('vd_75'::regclass, true)
CREATE VIEW vd_76 AS SELECT 'it''s' AS q, E'a\\b' AS b, '' AS e
SELECT pg_get_viewdef('vd_76'::regclass), pg_get_viewdef('vd_76'::regclass, true)
CREATE VIEW vd_77 AS SELECT x.a FROM (SELECT id, id FROM vd_emp) x(a, b)
SELECT pg_get_viewdef('vd_77'::regclass), pg_get_viewdef('vd_77'::regclass, true)
CREATE VIEW vd_78 AS SELECT 'vd_emp'::regclass AS r, 'int4'::regtype AS t
SELECT pg_get_viewdef('vd_78'::regclass), pg_get_viewdef('vd_78'::regclass, true)
CREATE VIEW vd_79 AS SELECT -2147483648 AS m, '-2147483648'::int AS n, -2147483649 AS b, -9223372036854775808 AS c
SELECT pg_get_viewdef('vd_79'::regclass), pg_get_viewdef('vd_79'::regclass, true)
CREATE VIEW vd_80 AS SELECT jsonb_extract_path(data, 'a', 'b') AS a, json_extract_path(raw, 'x'), concat_ws(',', name, id) FROM vd_emp
SELECT pg_get_viewdef('vd_80'::regclass), pg_get_viewdef('vd_80'::regclass, true)
CREATE VIEW vd_twice AS SELECT upper(name), upper(code) FROM vd_emp
CREATE VIEW vd_twice AS SELECT id = 1, id = 2 FROM vd_emp
CREATE VIEW vd_record AS SELECT ROW(id, name) AS r FROM vd_emp
CREATE VIEW vd_named (a, b) AS SELECT id, upper(name) FROM vd_emp
SELECT pg_get_viewdef('vd_named'), pg_get_viewdef('vd_named', true), pg_get_viewdef('vd_named'::regclass, 0)
SELECT definition FROM pg_views WHERE viewname = 'vd_named'
CREATE MATERIALIZED VIEW vd_kept AS SELECT code, count(*) AS n FROM vd_emp WHERE country = 'GB' GROUP BY code
SELECT pg_get_viewdef('vd_kept'::regclass), pg_get_viewdef('vd_kept'::regclass, true)
SELECT definition FROM pg_matviews WHERE matviewname = 'vd_kept'
REFRESH MATERIALIZED VIEW vd_kept
SELECT * FROM vd_kept
SELECT view_definition FROM information_schema.views WHERE table_name = 'vd_named'
CREATE VIEW vd_far AS SELECT vd_away.id, f.m FROM vd_other.vd_away JOIN vd_feel f ON f.id = vd_away.id WHERE f.m = 'ok'
SET search_path = vd_other
SELECT pg_get_viewdef('public.vd_far'::regclass, true)
SET search_path = public, vd_other
SELECT pg_get_viewdef('public.vd_far'::regclass)
RESET search_path
CREATE INDEX vd_i1 ON vd_emp (lower(name), (salary * 2))
CREATE INDEX vd_i2 ON vd_emp (id) WHERE code = 'x' AND salary > 5 AND hired > '2024-1-1'
CREATE INDEX vd_i3 ON vd_feel (id) WHERE m = 'ok' OR m IN ('sad', 'happy')
CREATE INDEX vd_i4 ON vd_emp (coalesce(code, ''), (code || 'x') DESC)
CREATE INDEX vd_i5 ON vd_emp ((data ->> 'a'), date_trunc('day', seen), extract(year FROM hired)) WHERE active
SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'vd\_i%' ORDER BY 1
SELECT pg_get_indexdef('vd_i2'::regclass, 0, true), pg_get_indexdef('vd_i3'::regclass, 0, true), pg_get_indexdef('vd_i5'::regclass, 0, true), pg_get_indexdef('vd_i4'::regclass, 2, false)
SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indexrelid IN ('vd_i2'::regclass, 'vd_i3'::regclass) ORDER BY 1
CREATE TABLE vd_plain (id int, code varchar(10), n int)
CREATE INDEX vd_p1 ON vd_plain (n) WHERE code LIKE 'a%' OR code = 'b'
ALTER TABLE vd_plain RENAME COLUMN code TO label
SELECT indexdef FROM pg_indexes WHERE tablename = 'vd_plain'
