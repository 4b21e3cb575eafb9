-- SELECT in its forms, catalogs and wrong statements. Written before anything was looked at.
CREATE TABLE lt_dept (id int PRIMARY KEY, name varchar(20) NOT NULL, budget numeric(12,2), boss int)
CREATE TABLE lt_emp (id serial PRIMARY KEY, name text NOT NULL, dept int REFERENCES lt_dept, salary numeric(10,2), hired date, tags text[], info jsonb)
INSERT INTO lt_dept VALUES (1, 'Sales', 1000.50, NULL), (2, 'R&D', 20000, 1), (3, 'Empty', NULL, 2)
INSERT INTO lt_emp (name, dept, salary, hired, tags, info) VALUES ('Ann', 1, 100.00, '2020-01-15', '{a,b}', '{"k":1}'), ('Bob', 1, 200.00, '2021-03-01', '{b}', '{"k":2}'), ('Cid', 2, 150.50, '2019-07-07', NULL, NULL), ('Dan', 2, 150.50, '2022-12-31', '{}', '{"k":[1,2]}'), ('Eve', NULL, 300, NULL, '{c,a}', '{}')
SELECT d.name, count(e.id), sum(e.salary), avg(e.salary), min(hired) FROM lt_dept d LEFT JOIN lt_emp e ON e.dept = d.id GROUP BY d.id ORDER BY d.name
SELECT name, salary, rank() OVER w, dense_rank() OVER w, row_number() OVER (ORDER BY salary DESC, name), percent_rank() OVER w, cume_dist() OVER w, ntile(2) OVER (ORDER BY name) FROM lt_emp WINDOW w AS (ORDER BY salary DESC) ORDER BY name
SELECT name, lag(name) OVER o, lead(name, 2, 'none') OVER o, first_value(name) OVER o, last_value(name) OVER o, nth_value(name, 2) OVER o FROM lt_emp WINDOW o AS (ORDER BY id) ORDER BY id
SELECT id, sum(salary) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), sum(salary) OVER (ORDER BY salary RANGE BETWEEN 50 PRECEDING AND CURRENT ROW), count(*) OVER (ORDER BY salary GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW), sum(salary) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW), count(*) OVER (ORDER BY salary EXCLUDE TIES), sum(salary) FILTER (WHERE dept = 1) OVER (PARTITION BY dept) FROM lt_emp ORDER BY id
SELECT hired, count(*) OVER (ORDER BY hired RANGE BETWEEN interval '1 year' PRECEDING AND CURRENT ROW) FROM lt_emp ORDER BY hired NULLS FIRST
SELECT dept, name, sum(salary), grouping(dept, name) FROM lt_emp GROUP BY GROUPING SETS ((dept, name), (dept), ()) ORDER BY dept NULLS LAST, name NULLS LAST, 3
SELECT dept, extract(year from hired) AS y, count(*) FROM lt_emp GROUP BY ROLLUP (dept, extract(year from hired)) ORDER BY 1, 2, 3
SELECT dept, count(*) FILTER (WHERE salary > 150), array_agg(name ORDER BY name) FROM lt_emp GROUP BY CUBE (dept) HAVING count(*) > 1 ORDER BY dept
SELECT DISTINCT ON (dept) dept, name, salary FROM lt_emp ORDER BY dept, salary DESC, name
SELECT d.name, top.name, top.salary FROM lt_dept d CROSS JOIN LATERAL (SELECT e.name, e.salary FROM lt_emp e WHERE e.dept = d.id ORDER BY salary DESC, e.name LIMIT 1) top ORDER BY d.name
SELECT d.name, x FROM lt_dept d LEFT JOIN LATERAL unnest(ARRAY[d.id, d.boss]) x ON true ORDER BY 1, 2
WITH RECURSIVE up(id, name, depth, path) AS (SELECT id, name::text, 0, ARRAY[id] FROM lt_dept WHERE boss IS NULL UNION ALL SELECT d.id, d.name, up.depth + 1, path || d.id FROM lt_dept d JOIN up ON d.boss = up.id) SELECT * FROM up ORDER BY depth
WITH RECURSIVE t(n) AS (VALUES (1) UNION SELECT (n * 2) % 10 FROM t) SELECT n FROM t ORDER BY n
WITH a AS MATERIALIZED (SELECT 1 AS x), b AS NOT MATERIALIZED (SELECT x + 1 AS y FROM a) TABLE b
VALUES (1, 'a'), (2, NULL) ORDER BY 1 DESC
(SELECT name FROM lt_dept ORDER BY name LIMIT 1) UNION ALL (SELECT name FROM lt_emp ORDER BY name DESC LIMIT 1) ORDER BY name
SELECT id FROM lt_emp EXCEPT SELECT id FROM lt_dept ORDER BY id
SELECT 1 AS a, 'x' AS b INTERSECT ALL SELECT 1, 'x' ORDER BY b
SELECT name, salary FROM lt_emp ORDER BY salary DESC FETCH FIRST 2 ROWS WITH TIES
SELECT name FROM lt_emp ORDER BY name OFFSET 1 ROW FETCH NEXT ROW ONLY
SELECT count(*) FROM lt_emp TABLESAMPLE BERNOULLI (100)
SELECT FROM lt_dept
SELECT name, (SELECT count(*) FROM lt_emp e WHERE e.dept = d.id) AS n, EXISTS (SELECT FROM lt_emp e WHERE e.dept = d.id AND salary > 150) FROM lt_dept d WHERE id IN (SELECT dept FROM lt_emp) ORDER BY 1
SELECT name FROM lt_emp WHERE (dept, salary) IN (SELECT dept, max(salary) FROM lt_emp GROUP BY dept) ORDER BY 1
SELECT name FROM lt_emp WHERE salary >= ALL (SELECT salary FROM lt_emp WHERE salary IS NOT NULL) OR id = ANY (ARRAY[1]) ORDER BY name
SELECT name FROM lt_emp WHERE dept NOT IN (SELECT boss FROM lt_dept)
SELECT (SELECT name FROM lt_emp)
SELECT generate_series(1, 3), generate_series(1, 2), 'x'
SELECT e.name, t.tag, t.n FROM lt_emp e, unnest(e.tags) WITH ORDINALITY AS t(tag, n) ORDER BY 1, 3
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) AS r(n, s)
SELECT * FROM lt_emp e NATURAL JOIN (SELECT 1 AS id, 'Ann' AS name) x
SELECT dept, d.name FROM lt_emp FULL JOIN lt_dept d ON d.id = dept WHERE salary IS NULL OR lt_emp.id IS NULL
SELECT e.* FROM lt_emp e JOIN lt_dept USING (id) ORDER BY e.id
SELECT j.id, j.a, b FROM (lt_dept a(id, a) JOIN lt_dept b USING (id)) AS j(id, a) WHERE id = 1
SELECT info -> 'k' AS k, info ->> 'k' AS t, jsonb_typeof(info -> 'k') FROM lt_emp WHERE info @> '{}' ORDER BY id
SELECT lt_emp FROM lt_emp WHERE id = 1
SELECT e, e.*::text, row_to_json(e) FROM lt_emp e WHERE id = 3
SELECT count(e), count(e.*), count(DISTINCT (dept, salary)), max(name), min(salary) FROM lt_emp e
SELECT regr_slope(salary, id), corr(salary, id), covar_pop(salary, id) FROM lt_emp
SELECT rank(150.50) WITHIN GROUP (ORDER BY salary), percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY salary::float8), percentile_disc(0.9) WITHIN GROUP (ORDER BY name) FROM lt_emp
SELECT name AS n, length(name) FROM lt_emp GROUP BY n, name ORDER BY n DESC NULLS LAST LIMIT ALL OFFSET 3
SELECT ctid IS NOT NULL, tableoid::regclass, xmin IS NOT NULL FROM lt_dept ORDER BY id LIMIT 1
SELECT pg_typeof(salary), pg_typeof(sum(salary)), pg_typeof(count(*)), pg_typeof(avg(id)), pg_typeof(sum(id)), pg_typeof(NULL), pg_typeof('x'), pg_typeof(ROW(1)) FROM lt_emp GROUP BY salary LIMIT 1
SELECT current_setting('server_encoding'), current_setting('no.such', true), current_schema, current_schemas(false), current_catalog, current_user = session_user, version() LIKE 'PostgreSQL %', pg_client_encoding(), pg_backend_pid() > 0
SELECT has_table_privilege('lt_emp', 'SELECT'), has_schema_privilege('public', 'USAGE'), has_column_privilege('lt_emp', 'name', 'SELECT'), has_database_privilege(current_database(), 'CONNECT'), has_function_privilege('abs(int4)', 'EXECUTE'), pg_has_role(current_user, 'USAGE')
SELECT obj_description('lt_emp'::regclass), col_description('lt_emp'::regclass, 1), pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'lt_emp'::regclass
SELECT format_type(atttypid, atttypmod), attname, attnotnull FROM pg_attribute WHERE attrelid = 'lt_emp'::regclass AND attnum > 0 ORDER BY attnum
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'lt_emp'::regclass ORDER BY conname
SELECT table_name, column_name, data_type, character_maximum_length, numeric_precision, numeric_scale, is_nullable, udt_name FROM information_schema.columns WHERE table_name IN ('lt_dept', 'lt_emp') ORDER BY 1, ordinal_position
SELECT n.nspname, c.relname, c.relkind, pg_table_is_visible(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname LIKE 'lt\_%' ORDER BY 2
SELECT typname, typcategory, typlen, typelem::regtype FROM pg_type WHERE oid IN (23, 1007, 1700, 3802) ORDER BY oid
SELECT i.relname, indisunique, indisprimary, pg_get_indexdef(indexrelid) FROM pg_index x JOIN pg_class i ON i.oid = indexrelid WHERE indrelid = 'lt_dept'::regclass
SELECT nosuch FROM lt_emp
SELECT e.nosuch FROM lt_emp e
SELECT lt_emp.name FROM lt_emp e
SELECT id FROM lt_emp, lt_dept
SELECT name FROM no_such_table
SELECT nofunction(1)
SELECT abs('x'::text)
SELECT 1 + 'x'
SELECT 1 + true
SELECT name, count(*) FROM lt_emp
SELECT count(*) FROM lt_emp WHERE count(*) > 1
SELECT sum(count(*)) FROM lt_emp
SELECT rank() FROM lt_emp
SELECT name FROM lt_emp ORDER BY 3
SELECT 1 UNION SELECT 'x'
SELECT 1, 2 UNION SELECT 1
SELEC 1
SELECT 1 FROM
SELECT 'unterminated
SELECT * FROM (SELECT 1)
SELECT 1 / 0
SELECT 5 % 0
SELECT sqrt(-1)
SELECT ln(0)
SELECT 1e400::float8
SELECT CASE WHEN 1 THEN 2 END
SELECT lt_emp.* FROM lt_emp GROUP BY dept
SELECT DISTINCT name FROM lt_emp ORDER BY salary
SELECT $1
SELECT name::nosuchtype FROM lt_emp
SELECT coalesce(1, 'a'::text)
SELECT * FROM lt_emp LIMIT -1
SELECT * FROM generate_series(1, 2) AS g(a, b)
SELECT sum(name) FROM lt_emp
SELECT 'a' IN (1, 2)
SELECT 'abc' LIKE 'a\'
SELECT x.y.z.w.v FROM lt_emp
SELECT nextval('no_seq')
SELECT current_setting('no.such')
SELECT 'x'::regclass
SELECT array_length(1, 1)
SELECT (ARRAY[1])['a']
SELECT name FROM lt_emp WHERE salary = 'abc'
SELECT name FROM lt_emp WHERE name = 5
SELECT name FROM lt_emp WHERE name
DROP TABLE lt_emp, lt_dept
